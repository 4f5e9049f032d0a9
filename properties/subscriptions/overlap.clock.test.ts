import { setTimeout as sleep } from 'node:timers/promises';
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

/** At the same moment, and while the update is surely being carried out. */
const updates = [0, 15].flatMap((pauseMs) =>
  [{ amount: 20_01 }, { billingIntervalValue: 7 }, { billingIntervalUnit: 'WEEKS' }].map(
    (change) => ({ change, pauseMs }),
  ),
);

check(
  'subscriptions.overlap.commands-have-an-order',
  'charges nothing any more by what was cancelled while it was updated',
  async ({ subscriptions, initialPayment, control }) => {
    await forEvery(
      updates,
      ({ change, pauseMs }) => `${JSON.stringify(change)} and a deactivation ${pauseMs} ms later`,
      ({ change, pauseMs }) =>
        control.aside(async (own) => {
          const billed = await billedSubscription(subscriptions, initialPayment, fiveDays, own);
          if ('missing' in billed) return;
          const { subscriptionId, next } = billed;

          const [update, act] = await Promise.all([
            subscriptions.update({ subscriptionId, ...change }),
            sleep(pauseMs).then(() => subscriptions.deactivate({ subscriptionId, force: true })),
          ]);

          if (!isSubscriptionSuccess(act)) return;
          // A change of the interval may be charged at once, which shows a while later.
          await goTo(own, next.moment - dayMs);
          const start = await lookAt(subscriptions, billed);
          await goTo(own, next.moment + 60 * dayMs);
          const standing = await lookAt(subscriptions, billed);
          const words = sentExpectedGot([update, act, standing.exchange], 'status CANCELLED');
          expect(standing.status, words).toBe('CANCELLED');
          expectCharges(standing, { start }, 0);
        }),
      { allAtOnce: true },
    );
  },
);

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
