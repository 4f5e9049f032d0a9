import { check, forEvery } from '../../fixtures/check.ts';
import {
  billedSubscription,
  lookOnceCharged,
  type ShownMoment,
  triedToPay,
} from '../../fixtures/worlds/subscription-charges.ts';
import {
  abandoned,
  givenUp,
  paymentFailed,
  recovered,
  unpaid,
} from '../../fixtures/worlds/subscription-states.ts';
import { newSubscription, statusOf } from '../../fixtures/worlds/subscriptions.ts';
import { answersAsShown, expectViewsToAgree } from './views.ts';

// Document 3, part 4.8: what can be read in two places is the same in both, also in the states that come with time.
// The others stand in views.test.ts.

const states = [
  { told: 'UNPAID', make: unpaid },
  { told: 'ACTIVE again by a retry', make: recovered },
  { told: 'PAYMENT_FAILED after its retries', make: givenUp },
  { told: 'PAYMENT_FAILED as its initial payment was declined', make: paymentFailed },
  { told: 'PAYMENT_FAILED as nobody has paid', make: abandoned },
] as const;

check(
  'subscriptions.views.agree-after-each-change',
  'shows the same in details, in lists and in the answer of an update or a deactivation, also once payments were declined',
  async ({ subscriptions, initialPayment, control }) => {
    await forEvery(
      states,
      ({ told }) => told,
      ({ told, make }) =>
        control.aside(async (own) => {
          const subject = await make(subscriptions, initialPayment, own);
          if ('missing' in subject) return;
          const ask = (name: 'update' | 'deactivate', body: object, before: unknown) =>
            answersAsShown(subscriptions, subject, name, body, before);

          await expectViewsToAgree(subscriptions, subject, `when ${told}`);
          await ask('update', { amount: 77_77 }, await statusOf(subscriptions, subject));
          await expectViewsToAgree(subscriptions, subject, `when updated while ${told}`);
          await ask('deactivate', { force: true }, undefined);
          await expectViewsToAgree(subscriptions, subject, `when deactivated while ${told}`);
        }),
      { allAtOnce: true },
    );
  },
);

check(
  'subscriptions.views.agree-after-each-change',
  'lists in the same words what was listed before, and finds it there no more, once payments were made or declined',
  async ({ subscriptions, initialPayment, control, skip }) => {
    const declined = await newSubscription(subscriptions);
    const created = await expectViewsToAgree(subscriptions, declined, 'when created');
    if (await triedToPay(initialPayment, declined.mdOrder, 'declined')) {
      const when = 'when its initial payment was declined';
      await expectViewsToAgree(subscriptions, declined, when, created);
    }

    const billed = await billedSubscription(subscriptions, initialPayment, everyTenDays, control);
    if ('missing' in billed) return skip(billed.missing);
    let before = await expectViewsToAgree(subscriptions, billed, 'when paid');
    let { next }: { next: ShownMoment | undefined } = billed;
    for (const outcome of ['approved', 'declined'] as const) {
      const { bindingId } = billed.start;
      if (next === undefined || bindingId === undefined) return;
      await control.decideCharges(bindingId, outcome);
      ({ next } = await lookOnceCharged(control, subscriptions, billed, next.moment));
      const when = `when a charge was ${outcome}`;
      before = await expectViewsToAgree(subscriptions, billed, when, before);
    }
  },
);

const everyTenDays = { billingIntervalValue: 10, billingIntervalUnit: 'DAYS' };
