import { terms } from '../../fixtures/builders/subscriptions.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import { isSubscriptionSuccess, subscriptionIn } from '../../fixtures/clients/subscriptions.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import {
  billedSubscription,
  dayMs,
  expectCharges,
  goTo,
  lookAt,
  lookOnceCharged,
} from '../../fixtures/worlds/subscription-charges.ts';

// Document 3, parts 3.2 and 4.8: a command that comes at the moment at which a charge is due. At other moments
// it stands in overlap.test.ts.

const fiveDays = terms({ value: 5, unit: 'DAYS' });

const commands = [
  { told: 'an update', change: { amount: 20_01 } },
  { told: 'a deactivation', change: undefined },
] as const;

check(
  'subscriptions.overlap.charge-beside-commands',
  'carries out a command for good that comes at the moment of a charge',
  async ({ subscriptions, initialPayment, control }) => {
    await forEvery(
      commands,
      ({ told }) => told,
      ({ change }) =>
        control.aside(async (own) => {
          const billed = await billedSubscription(subscriptions, initialPayment, fiveDays, own);
          if ('missing' in billed) return;
          const { subscriptionId, next } = billed;

          await goTo(own, next.moment);
          const act = await (change === undefined
            ? subscriptions.deactivate({ subscriptionId, force: true })
            : subscriptions.update({ subscriptionId, ...change }));

          // It may be charged before or behind it, and some charge what is due a while later.
          if (!isSubscriptionSuccess(act)) return;
          const standing = await lookOnceCharged(own, subscriptions, billed, next.moment);
          const wanted = change ?? { status: 'CANCELLED' };
          const words = sentExpectedGot([act, standing.exchange], JSON.stringify(wanted));
          expect(subscriptionIn(standing.exchange), words).toMatchObject(wanted);
          if (change !== undefined) return;
          await goTo(own, next.moment + 6 * dayMs);
          expectCharges(await lookAt(subscriptions, billed), { start: standing }, 0);
        }),
      { allAtOnce: true },
    );
  },
);
