import { check } from '../../fixtures/check.ts';
import { expectOnlyChanged } from '../../fixtures/expect-facts.ts';
import { repeated } from '../../fixtures/repeated.ts';
import { factsOf, smallWorld } from '../../fixtures/worlds/v2-facts.ts';
import { deeds, lastDeeds, mayChange } from './deeds.ts';

// Document 2, part 2.2: the count of wrong PIN entries, of which only the control plane makes any. That a
// card which becomes active again begins a new count is not shown, nor that it does not.

check(
  'v2.frame.changes-only-what-is-named',
  'leaves the counts of wrong PIN entries of all cards as they are, by each operation on one',
  async ({ v2, control }) => {
    const world = await smallWorld(v2);
    for (const [index, { number }] of world.cards.entries())
      for (let times = 0; times <= repeated(index, 0); times += 1) await control.denyPin(number);
    const card = world.first;
    const asked = [...deeds, ...lastDeeds('active')];
    let before = await factsOf(v2, world);

    for (const [turn, deed] of asked.slice(0, repeated(asked.length, 1)).entries()) {
      const scene = { v2, world, card, turn };
      const answer = await deed.act(scene);

      const after = await factsOf(v2, world);
      const may = mayChange(deed, scene, answer);
      expectOnlyChanged(before, after, {
        acts: [answer],
        told: `${deed.told}, of ${card.name}, after wrong PIN entries`,
        may: (change) =>
          may(change) ||
          (deed.row === 'patchCard status' &&
            change.of === card.name &&
            change.kind === 'pinDenialCounter'),
      });
      before = after;
    }
  },
);
