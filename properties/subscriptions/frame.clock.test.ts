import { check, forEvery } from '../../fixtures/check.ts';
import { expectOnlyChanged } from '../../fixtures/expect-facts.ts';
import type { Facts } from '../../fixtures/operations/operation.ts';
import type { Exchange } from '../../fixtures/transcript/exchange.ts';
import { factsOf } from '../../fixtures/worlds/subscription-facts.ts';
import {
  type Ground,
  isOfSubject,
  pairOf,
  type SmallWorld,
} from '../../fixtures/worlds/small-subscriptions.ts';
import { paymentFailed, statesAtOnce, unpaid } from '../../fixtures/worlds/subscription-states.ts';
import { deedsBeside, deedsIn, expectItsDue, refusedOf } from './frames.ts';

// Document 3, part 4.8: what an operation leaves as it was in the states that come with declined
// payments. The others stand in frame.test.ts.

const states = [
  { state: 'UNPAID', make: unpaid },
  { state: 'PAYMENT_FAILED', make: paymentFailed },
] as const;

/** Each deed in a world of its own, and last the wrong requests. */
const rows = states.flatMap((one) =>
  [...deedsIn(one.state), undefined].map((deed, place) => ({
    ...one,
    deed,
    // In the last one there is something to pay, update and end beside it.
    neighbour:
      deed === undefined ? 'INITIATED' : (statesAtOnce[place % statesAtOnce.length] ?? 'ACTIVE'),
  })),
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
          const { state, make, deed, neighbour } = row;
          const world = await pairOf(
            ground,
            (part) => make(subscriptions, initialPayment, own, { ...part, ...everyHundredDays }),
            { neighbour },
          );
          if ('missing' in world) return;
          const { subject, customers } = world;
          const before = await factsOf(customers);

          if (deed === undefined) {
            const update = await refusedOf(subscriptions, 'subscriptions.update', subject, state);
            const end = await refusedOf(subscriptions, 'subscriptions.deactivate', subject, state);
            if (!update.areRefused || !end.areRefused) return;
            const deeds = { acts: [...update.acts, ...end.acts], told: nameOf(row) };
            const between = await factsOf(customers);
            expectOnlyChanged(before, between, deeds);
            return expectAlone(ground, world, between, state);
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

/** Whatever is done to the other one, this one is left as it is. */
async function expectAlone(
  ground: Ground,
  { neighbour, customers }: SmallWorld,
  before: Facts,
  state: string,
): Promise<void> {
  const acts: Exchange[] = [];
  for (const { act } of deedsBeside) acts.push(await act(ground, neighbour));
  expectOnlyChanged(before, await factsOf(customers), {
    acts,
    told: `${deedsBeside.map(({ told }) => told).join(', ')} beside one that is ${state}`,
    may: (change) => !isOfSubject(change),
  });
}

/** Long enough for retries to come and go before the next interval. */
const everyHundredDays = { billingIntervalValue: 100, billingIntervalUnit: 'DAYS' };
