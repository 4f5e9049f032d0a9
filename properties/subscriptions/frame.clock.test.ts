import { check, forEvery } from '../../fixtures/check.ts';
import { expectOnlyChanged } from '../../fixtures/expect-facts.ts';
import { factsOf } from '../../fixtures/worlds/subscription-facts.ts';
import { isOfSubject, pairOf } from '../../fixtures/worlds/small-subscriptions.ts';
import { paymentFailed, unpaid } from '../../fixtures/worlds/subscription-states.ts';
import { deedsIn, expectItsDue, refusedOf } from './frames.ts';

// Document 3, part 4.8: what an operation leaves as it was in the states that come with declined
// payments. The others stand in frame.test.ts.

const states = [
  { state: 'UNPAID', make: unpaid },
  { state: 'PAYMENT_FAILED', make: paymentFailed },
] as const;

/** Each deed in a world of its own, and last the wrong requests. */
const rows = states.flatMap((one) =>
  [...deedsIn(one.state), undefined].map((deed) => ({ ...one, deed })),
);

check(
  'subscriptions.frame.changes-are-as-named',
  'changes nothing but what is asked for, also after declined payments',
  async ({ subscriptions, initialPayment, control }) => {
    const ground = { subscriptions, initialPayment };
    const nameOf = ({ state, deed }: (typeof rows)[number]): string =>
      `${deed?.told ?? 'wrong requests'} when ${state}`;
    await forEvery(
      rows,
      nameOf,
      (row) =>
        control.aside(async (own) => {
          const { state, make, deed } = row;
          const world = await pairOf(ground, (part) =>
            make(subscriptions, initialPayment, own, { ...part, ...everyHundredDays }),
          );
          if ('missing' in world) return;
          const { subject, customers } = world;
          const before = await factsOf(customers);

          if (deed === undefined) {
            const update = await refusedOf(subscriptions, 'subscriptions.update', subject, state);
            const end = await refusedOf(subscriptions, 'subscriptions.deactivate', subject, state);
            if (!update.areRefused || !end.areRefused) return;
            const deeds = { acts: [...update.acts, ...end.acts], told: nameOf(row) };
            return expectOnlyChanged(before, await factsOf(customers), deeds);
          }
          const done = await deed.act(ground, subject);
          const after = await factsOf(customers);
          const deeds = { acts: [done], told: nameOf(row), may: deed.may(state, done) };
          expectOnlyChanged(before, after, deeds);
          expectItsDue(after.filter(isOfSubject), done);
        }),
      { allAtOnce: true },
    );
  },
);

/** Long enough for retries to come and go before the next interval. */
const everyHundredDays = { billingIntervalValue: 100, billingIntervalUnit: 'DAYS' };
