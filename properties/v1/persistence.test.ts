import { inject } from 'vitest';
import { check } from '../../fixtures/check.ts';
import { type V1Client, v1Operations } from '../../fixtures/clients/v1.ts';
import { isRead } from '../../fixtures/fields/v1-requests.ts';
import { expectOnlyChanged } from '../../fixtures/expect-facts.ts';
import type { Exchange } from '../../fixtures/transcript/exchange.ts';
import { carryOut, deedIn, type DeedName, spoiltBodies } from '../../fixtures/worlds/v1-deeds.ts';
import {
  customerPlace,
  isNamed,
  kindOf,
  readFacts,
  type SmallWorld,
} from '../../fixtures/worlds/v1-facts.ts';
import { smallWorld } from '../../fixtures/worlds/v1-small-world.ts';

// Document 1, part 4: what is set stays set, whatever else is asked.

const isShort = inject('run').profile === 'smoke';
const extent = isShort ? 'some' : 'all';

const reads: readonly DeedName[] = v1Operations.filter(isRead);
const changes: readonly DeedName[] = [
  'changeCardLimit',
  'setGeoRestrictions',
  'changeAccountLimit',
  'setAllowedBeneficiaries',
  'setAllowedMccList',
  'creditCard',
  'debitCard',
  'createVirtualCard',
  'generatePin',
  'generateCVC2',
  'blockCard',
  'validateCard',
  'changeAccountArrestAmount',
];

check(
  'v1.persistence.through-other-requests',
  'shows a customer the same after fifty requests about another',
  async ({ v1 }) => {
    const world = await smallWorld(v1, { isBare: isShort });
    const before = await readFacts(v1, world, extent);

    // The same world from the other end: what is asked there is about the second customer.
    const others = world.toReversed() as SmallWorld;
    const act = await doMany(v1, others, isShort ? changes.slice(0, 3) : fifty([...changes]));

    expectOnlyChanged(before, await readFacts(v1, world, extent), {
      acts: [act],
      told: 'many requests about customer 2',
      may: (change) => isNamed(change, [customerPlace(1)]),
    });
  },
);

check(
  'v1.persistence.through-own-requests',
  'shows what was set the same after fifty requests that do not set it',
  async ({ v1 }) => {
    const world = await smallWorld(v1, { isBare: isShort });
    const before = await readFacts(v1, world, extent);

    const names: DeedName[] = [...reads, 'creditCard', 'debitCard', 'p2pTransfer', 'generateCVC2'];
    const act = await doMany(v1, world, isShort ? names.slice(-4) : fifty(names), {
      andRefused: !isShort,
    });

    const moved = new Set(['balance', 'history', 'card limit use', 'account limit use']);
    expectOnlyChanged(before, await readFacts(v1, world, extent), {
      acts: [act],
      told: 'many reads and movements',
      may: (change) => moved.has(kindOf(change)) || kindOf(change) === 'customer limit use',
    });
  },
);

/** The same again until there are fifty. */
function fifty(names: readonly DeedName[]): DeedName[] {
  return Array.from({ length: 50 }, (_, index) => names[index % names.length] as DeedName);
}

/** One after the other; the last one is told. */
async function doMany(
  v1: V1Client,
  world: SmallWorld,
  names: readonly DeedName[],
  { andRefused = false } = {},
): Promise<Exchange> {
  let last: Exchange | undefined;
  for (const [turn, name] of names.entries()) {
    const deed = await deedIn(v1, world, name, turn);
    if (deed === undefined) continue;
    const [wrong] = spoiltBodies(deed);
    if (andRefused && wrong !== undefined) await carryOut(v1, deed, wrong);
    last = await carryOut(v1, deed);
  }
  return last as Exchange;
}
