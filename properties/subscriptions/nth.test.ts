import { check, forEvery } from '../../fixtures/check.ts';
import { expectOnlyChanged } from '../../fixtures/expect-facts.ts';
import { factsOf } from '../../fixtures/worlds/subscription-facts.ts';
import { isOfSubject, pairOf } from '../../fixtures/worlds/small-subscriptions.ts';
import { madeIn } from '../../fixtures/worlds/subscription-states.ts';
import { creates, deactivations, kindsOfChange, repeats, updates } from './repeats.ts';
import { repeated } from '../../fixtures/repeated.ts';

// Document 3, part 4.8: what holds for a request holds for each one like it, however many came before.

check(
  'subscriptions.nth.request-is-as-the-first',
  'treats requests of a kind as it treats the first of them',
  async ({ subscriptions, initialPayment }) => {
    const ground = { subscriptions, initialPayment };
    await forEvery(repeats, nameOf, async ({ send, times = 30, last }) => {
      const world = await pairOf(ground, (part) =>
        madeIn('ACTIVE', subscriptions, initialPayment, part),
      );
      if ('missing' in world) return;

      for (let n = 1; n <= repeated(times, 3); n += 1) await send(ground, world, n);
      await last?.(ground, world);
    });
  },
);

/** What is asked meanwhile: each of these so many times. */
const rounds = [
  { told: 'updates of another subscription of the customer', repeats: [updates], times: 20 },
  {
    told: 'creates for the customer, and deactivations',
    repeats: [creates, deactivations],
    times: 5,
  },
  { told: 'requests of every kind', repeats: kindsOfChange, times: 4 },
];

check(
  'subscriptions.persistence.outlasts-further-requests',
  'shows the same of a subscription after many requests about others of the customer',
  async ({ subscriptions, initialPayment }) => {
    const ground = { subscriptions, initialPayment };
    await forEvery(rounds, nameOf, async ({ told, repeats: kinds, times }) => {
      const world = await pairOf(
        ground,
        (part) => madeIn('ACTIVE', subscriptions, initialPayment, part),
        { neighbour: 'ACTIVE' },
      );
      if ('missing' in world) return;
      const before = await factsOf(world.customers);

      for (let n = 1; n <= repeated(times, 3); n += 1) {
        for (const { send } of kinds) await send(ground, { ...world, subject: world.neighbour }, n);
      }

      const after = await factsOf(world.customers);
      expectOnlyChanged(before.filter(isOfSubject), after.filter(isOfSubject), { acts: [], told });
    });
  },
);

function nameOf({ told }: { readonly told: string }): string {
  return told;
}
