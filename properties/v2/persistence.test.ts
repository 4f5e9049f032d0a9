import { aTopUp, aTransfer } from '../../fixtures/builders/v2.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check } from '../../fixtures/check.ts';
import type { V2Client } from '../../fixtures/clients/v2.ts';
import { expectOnlyChanged } from '../../fixtures/expect-facts.ts';
import { inSmokeOnly, repeated } from '../../fixtures/repeated.ts';
import { factsOf, smallWorld } from '../../fixtures/worlds/v2-facts.ts';
import { newCardholder } from '../../fixtures/worlds/v2.ts';
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
    const wrong = wrongRequests.flatMap((one) => one.wrong({ v2, world }));
    for (const ask of wrong.slice(0, repeated(wrong.length, 1))) await ask();
    if (inSmokeOnly()) await newCardholder(v2);
    else await othersAreBusy(v2);

    expectOnlyChanged(before, await factsOf(v2, world), {
      acts: [],
      told: 'requests about other cards, and wrong ones',
      // A transfer that is declined is listed.
      may: ({ kind, before: was }) => kind.startsWith('transfer ') && was === undefined,
    });
  },
);

async function othersAreBusy(v2: V2Client): Promise<void> {
  const world = await smallWorld(v2);
  const { first, other } = world;
  for (let turn = 0; turn < 10; turn += 1) {
    await v2.createTopUp(aTopUp(other, minorUnits(1_00 + turn)));
    await v2.createTransfer(aTransfer(other, first, minorUnits(1_00 + turn)));
  }
  for (const [turn, { act }] of [...deeds, ...lastDeeds('active')].entries())
    await act({ v2, world, card: first, turn });
}
