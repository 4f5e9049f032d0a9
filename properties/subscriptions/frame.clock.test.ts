import { check, forEvery } from '../../fixtures/check.ts';
import { expectOnlyChanged } from '../../fixtures/operations/expect-facts.ts';
import { factsOf } from '../../fixtures/worlds/subscription-facts.ts';
import { isOfSubject, pairOf } from '../../fixtures/worlds/small-subscriptions.ts';
import { paymentFailed, unpaid } from '../../fixtures/worlds/subscription-states.ts';
import { deedsIn, expectItsDue, refusedOf } from './frames.ts';

// Document 3, part 4.8: what an operation leaves as it was in the states that come with declined
// payments. The others stand in frame.test.ts.

const rows = [
  { state: 'UNPAID', make: unpaid },
  { state: 'PAYMENT_FAILED', make: paymentFailed },
] as const;

check(
  'subscriptions.frame.changes-are-as-named',
  'changes nothing but what is asked for, also after declined payments',
  async ({ subscriptions, initialPayment, control }) => {
    await forEvery(
      rows,
      ({ state }) => state,
      ({ state, make }) =>
        control.aside(async (own) => {
          const ground = { subscriptions, initialPayment };
          const world = await pairOf(ground, (part) =>
            make(subscriptions, initialPayment, own, {
              ...part,
              billingIntervalValue: 100,
              billingIntervalUnit: 'DAYS',
            }),
          );
          if ('missing' in world) return;
          const { subject, customers } = world;

          let before = await factsOf(customers);
          for (const operation of ['subscriptions.update', 'subscriptions.deactivate'] as const) {
            const { acts, areRefused } = await refusedOf(subscriptions, operation, subject, state);
            if (!areRefused) return;
            const told = `wrong requests of ${operation} when ${state}`;
            expectOnlyChanged(before, await factsOf(customers), { acts, told });
          }
          for (const deed of deedsIn(state)) {
            const done = await deed.act(ground, subject);
            const after = await factsOf(customers);
            const told = `${deed.told} when ${state}`;
            expectOnlyChanged(before, after, { acts: [done], told, may: deed.may(state, done) });
            expectItsDue(after.filter(isOfSubject), done);
            before = after;
            // A charge at once may have paid what was owed, and a deactivation is the end.
            if (done.operation === 'subscriptions.deactivate') return;
          }
        }),
      { allAtOnce: true },
    );
  },
);
