import { aTopUp, aTransfer } from '../../fixtures/builders/v2.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check } from '../../fixtures/check.ts';
import { expectOnlyChanged } from '../../fixtures/operations/expect-facts.ts';
import { repeated } from '../../fixtures/repeated.ts';
import { factsOf, smallWorld } from '../../fixtures/worlds/v2-facts.ts';
import { deeds, lastDeeds } from './deeds.ts';
import { lastingWorld } from './lasting.ts';
import { wrongRequests } from './wrong-requests.ts';

// Document 2, parts 2 and 3: what was set stays set until somebody sets it anew.

check(
  'v2.persistence.survives-other-requests',
  'shows what was set after more than fifty requests of others, and wrong ones of its own',
  async ({ v2 }) => {
    const world = await lastingWorld(v2);
    const before = await factsOf(v2, world);
    const elsewhere = await smallWorld(v2);
    const { first, other } = elsewhere;

    const wrong = wrongRequests.flatMap((one) => one.wrong({ v2, world }));
    for (const ask of wrong.slice(0, repeated(wrong.length))) await ask();
    for (let turn = 0; turn < repeated(10, 1); turn += 1) {
      await v2.createTopUp(aTopUp(other, minorUnits(1_00 + turn)));
      await v2.createTransfer(aTransfer(other, first, minorUnits(1_00 + turn)));
    }
    const all = [...deeds, ...lastDeeds('active')];
    for (const [turn, deed] of all.slice(0, repeated(all.length)).entries())
      await deed.act({ v2, world: elsewhere, card: first, turn });

    expectOnlyChanged(before, await factsOf(v2, world), {
      acts: [],
      told: 'requests about other cards, and wrong ones',
      // A transfer that is declined is listed.
      may: ({ kind, before: was }) => kind.startsWith('transfer ') && was === undefined,
    });
  },
);
