import { check, expect } from '../../fixtures/check.ts';
import type { WalkingControl } from '../../fixtures/target/walk.ts';
import { inShort, succeeded } from '../../fixtures/transcript/exchange.ts';
import type { SubscriptionsClient } from '../../fixtures/clients/subscriptions.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import {
  billedSubscription,
  dayMs,
  goTo,
  lookAt,
  untilChargedMs,
  triedToPay,
} from '../../fixtures/worlds/subscription-charges.ts';
import {
  type InitialPayment,
  newSubscription,
  type TestSubscription,
} from '../../fixtures/worlds/subscriptions.ts';

// Document 3, parts 3.2 and 4.8: what is asked of subscriptions in the states that come with declined
// payments. With force they are cancelled in states.clock.test.ts.

type SetUp = (
  subscriptions: SubscriptionsClient,
  initialPayment: InitialPayment,
  control: WalkingControl,
) => Promise<TestSubscription | { readonly missing: string }>;

/** Active, until a charge was declined. */
const unpaid: SetUp = async (subscriptions, initialPayment, control) => {
  // Long enough for retries to come and go before the next interval.
  const part = { billingIntervalValue: 100, billingIntervalUnit: 'DAYS' };
  const billed = await billedSubscription(subscriptions, initialPayment, part);
  if ('missing' in billed) return billed;
  const { bindingId } = billed.start;
  if (bindingId === undefined) return { missing: 'an active subscription shows no bindingId' };
  await control.decideCharges(bindingId, 'declined');
  await goTo(control, billed.next.moment + untilChargedMs);
  const { status } = await lookAt(subscriptions, billed);
  return status === 'UNPAID'
    ? billed
    : { missing: 'a declined charge does not make the subscription UNPAID' };
};

const paymentFailed: SetUp = async (subscriptions, initialPayment, control) => {
  const subscription = await newSubscription(subscriptions);
  if (!(await triedToPay(initialPayment, subscription.mdOrder, 'declined'))) {
    return { missing: 'needs a way to have the initial payment declined' };
  }
  if ((await lookAt(subscriptions, subscription)).status !== 'PAYMENT_FAILED') {
    await goTo(control, (await control.now()).getTime() + 31 * dayMs);
  }
  const { status } = await lookAt(subscriptions, subscription);
  return status === 'PAYMENT_FAILED'
    ? subscription
    : {
        missing:
          'a declined initial payment does not make the subscription PAYMENT_FAILED within a month',
      };
};

for (const [state, make, ids] of [
  [
    'UNPAID',
    unpaid,
    {
      deactivate: 'subscriptions.state.cancelled-from-unpaid',
      update: 'subscriptions.update.unpaid',
    },
  ],
  [
    'PAYMENT_FAILED',
    paymentFailed,
    {
      deactivate: 'subscriptions.state.cancelled-from-payment-failed',
      update: 'subscriptions.update.payment-failed',
    },
  ],
] as const) {
  check(
    ids.deactivate,
    `takes a deactivation without force of a subscription that is ${state}`,
    async ({ subscriptions, initialPayment, control, skip }) => {
      const subscription = await make(subscriptions, initialPayment, control);
      if ('missing' in subscription) return skip(subscription.missing);
      const { subscriptionId } = subscription;

      const deactivated = await subscriptions.deactivate({ subscriptionId });

      const words = sentExpectedGot(deactivated, 'success (HTTP 2xx)');
      expect(succeeded(deactivated), words).toBe(true);
    },
  );

  check(
    ids.update,
    `is asked to update a subscription that is ${state}`,
    async ({ subscriptions, initialPayment, control, observe, skip }) => {
      const subscription = await make(subscriptions, initialPayment, control);
      if ('missing' in subscription) return skip(subscription.missing);
      const { subscriptionId } = subscription;

      observe(inShort(await subscriptions.update({ subscriptionId, amount: 20_00 })));
    },
  );
}
