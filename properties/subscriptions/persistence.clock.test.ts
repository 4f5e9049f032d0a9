import { check, forEvery } from '../../fixtures/check.ts';
import { expectOnlyChanged } from '../../fixtures/operations/expect-facts.ts';
import { factsOf } from '../../fixtures/worlds/subscription-facts.ts';
import { isOfSubject, pairOf } from '../../fixtures/worlds/small-subscriptions.ts';
import { dayMs, goTo, minuteMs } from '../../fixtures/worlds/subscription-charges.ts';
import { madeIn, paymentFailed, statesAtOnce } from '../../fixtures/worlds/subscription-states.ts';
import { promised } from '../../fixtures/worlds/subscriptions.ts';
import { expectViewsToAgree } from './views.ts';

// Document 3, parts 2.3 and 3.2: what is shown of a subscription stays as time passes, but for what
// charges move.

/** The next charge lies far behind the end of it. */
const everyThreeYears = { billingIntervalValue: 3, billingIntervalUnit: 'YEARS' };

const stops = [
  ['a second', 1_000],
  ['an hour', 60 * minuteMs],
  ['a day', dayMs],
  ['31 days', 31 * dayMs],
  ['a year', 366 * dayMs],
] as const;

/** What time alone may change: nothing, while no charge is due; else what is not paid may fail. */
const mayPass: Readonly<Record<string, readonly string[]>> = {
  INITIATED: ['status', 'payments', 'activeTill', 'nextChargeAt'],
  ACTIVE: [],
  // When the paid period ends of what was cancelled, and what is kept of it, is not shown.
  CANCELLED: ['activeTill', 'nextChargeAt', 'bindingId', 'payments'],
  PAYMENT_FAILED: ['status', 'payments', 'activeTill', 'nextChargeAt'],
};

check(
  'subscriptions.persistence.outlasts-time',
  'shows the same of a subscription after a second, an hour, a day, a month and a year',
  async ({ subscriptions, initialPayment, control }) => {
    await forEvery(
      [...statesAtOnce, 'PAYMENT_FAILED'] as const,
      String,
      (state) =>
        control.aside(async (own) => {
          const world = await pairOf({ subscriptions, initialPayment }, (part) => {
            const terms = { ...part, ...everyThreeYears };
            return state === 'PAYMENT_FAILED'
              ? paymentFailed(subscriptions, initialPayment, own, terms)
              : madeIn(state, subscriptions, initialPayment, terms);
          });
          if ('missing' in world) return;
          const { subject, customers } = world;
          const { subscriptionId } = subject;
          if (state === 'ACTIVE') {
            // What was set later stays like what was there from the beginning.
            promised(
              await subscriptions.update({ subscriptionId, amount: 31_41 }),
              'subscriptions.update.succeeds',
            );
          }
          const before = (await factsOf(customers)).filter(isOfSubject);
          const start = (await own.now()).getTime();

          for (const [told, later] of stops) {
            await goTo(own, start + later);
            const after = (await factsOf(customers)).filter(isOfSubject);
            expectOnlyChanged(before, after, {
              acts: [],
              told: `${told}, when ${state}`,
              may: ({ kind }) => mayPass[state]?.includes(kind) === true,
            });
          }
          await expectViewsToAgree(subscriptions, subject, `a year later, when ${state}`);
        }),
      { allAtOnce: true },
    );
  },
);
