import { inject } from 'vitest';
import { anAmountOf, asRegistrationRequest, euro } from '../../fixtures/builders/v1.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, forEvery } from '../../fixtures/check.ts';
import { carriedOut, type V1Client, v1Operations } from '../../fixtures/clients/v1.ts';
import { learnAccountStatus, learnArrestPath, learnBlockForm } from '../../fixtures/dialect/v1.ts';
import { newRegistration } from '../../fixtures/dialect/v1-registration.ts';
import { isRead } from '../../fixtures/fields/v1-requests.ts';
import { expectOnlyChanged } from '../../fixtures/operations/expect-facts.ts';
import type { Facts } from '../../fixtures/operations/operation.ts';
import type { Exchange } from '../../fixtures/transcript/exchange.ts';
import type { V1Card } from '../../fixtures/worlds/v1.ts';
import {
  anyCarriedOut,
  carryOut,
  type Deed,
  deedIn,
  type DeedName,
  mayChange,
  spoiltBodies,
} from '../../fixtures/worlds/v1-deeds.ts';
import { readFacts, type SmallWorld } from '../../fixtures/worlds/v1-facts.ts';
import { smallWorld } from '../../fixtures/worlds/v1-small-world.ts';
import { block, noBlockForm } from '../../fixtures/worlds/v1-states.ts';
import { strangersTo } from '../../fixtures/worlds/v1-strangers.ts';

// Document 1, part 4: what no operation may do. Everything that can be read of two customers is read
// before and after each.

/** In the shortest profile one operation is asked, and what costs few requests is read. */
const isShort = inject('run').profile === 'smoke';

/** What is set comes first in each world: what it is set to is there for all that follows. */
const settings: readonly DeedName[] = [
  'changeCardLimit',
  'setGeoRestrictions',
  'changeAccountLimit',
  'setAllowedBeneficiaries',
  'setAllowedMccList',
];
const onCards: readonly DeedName[] = [
  'generatePin',
  'changePin',
  'resetPinCounter',
  'generateCVC2',
  'deleteCardLimitException',
  'creditCard',
  'debitCard',
  'p2pTransfer',
  'p2pTransfer to',
  'createVirtualCard',
];
const arrest = 'changeAccountArrestAmount';
const onMoney: readonly DeedName[] = ['creditCard', 'debitCard', 'p2pTransfer', 'p2pTransfer to'];
const onStates: readonly DeedName[] = ['changeAccountStatus', 'changeAccountStatusInFe'];

/**
 * Steps in as many worlds, so that few are made and few steps follow each other. Those that bring on
 * another state come last in theirs.
 */
function inWorlds<Step>(
  worlds: number,
  steps: readonly Step[],
  lasts: readonly Step[] = [],
): Step[][] {
  if (isShort) return [...steps, ...lasts].map((step) => [step]);
  const dealt = (list: readonly Step[], to: number): Step[] =>
    list.filter((_, index) => index % worlds === to);
  return Array.from({ length: worlds }, (_, to) => [...dealt(steps, to), ...dealt(lasts, to)]);
}

function told(steps: readonly string[]): string {
  return steps.join(', ');
}

check(
  'v1.frame.cards-and-accounts',
  'changes what its clause names, and nothing else',
  async ({ v1 }) => {
    const steps = [...settings, ...onCards, arrest, 'validateCard', 'registerCustomer'] as const;
    const lasts: readonly DeedName[] = ['blockCard', ...onStates];
    const rows = inWorlds<DeedName>(3, steps, lasts);
    await forEvery(rows, told, async (row) => {
      const world = await smallWorld(v1, { isBare: isShort, without: row });
      await expectFrame(v1, world, row);
    });
  },
);

check(
  'v1.frame.when-blocked',
  'changes what its clause names while the card is blocked',
  async ({ v1, skip }) => {
    if ((await learnBlockForm(v1)) === undefined) return skip(noBlockForm);
    const rows = inWorlds<DeedName>(
      3,
      [...settings.slice(0, 2), ...onCards, 'blockCard'],
      [...onStates, 'validateCard'],
    );
    await forEvery(rows, told, async (row) => {
      const world = await smallWorld(v1, { isBare: isShort, without: row });
      await block(v1, firstCardOf(world));
      await expectFrame(v1, world, row);
    });
  },
);

/** Brings the account of a customer into a state; what it refuses leaves the account as it is. */
type Change = (v1: V1Client, accountNumber: string) => Promise<unknown>;

const changes: readonly (readonly [string, Change])[] = [
  [
    'status changed',
    async (v1, accountNumber) => {
      const accountStatus = await learnAccountStatus(v1, 'changeAccountStatus');
      if (accountStatus === undefined) return;
      await v1.changeAccountStatus({ accountNumber, accountStatus: accountStatus + 1 });
    },
  ],
  [
    'amount arrested',
    async (v1, accountNumber) => {
      const path = await learnArrestPath(v1);
      const body = { accountNumber, amount: 10_00, currency: euro };
      await v1.ask('changeAccountArrestAmount', body, path);
    },
  ],
];

check(
  'v1.frame.when-the-account-was-changed',
  'changes what its clause names while the account is in another state',
  async ({ v1 }) => {
    const steps: DeedName[] = [
      ...settings.slice(2),
      ...onMoney,
      'createVirtualCard',
      arrest,
      ...onStates,
    ];
    const rows = changes.flatMap(([name, change]) =>
      inWorlds(1, steps).map((row) => ({ name, change, row })),
    );
    await forEvery(
      rows,
      ({ name, row }) => `${name}: ${told(row)}`,
      async ({ change, row }) => {
        const world = await smallWorld(v1, { isBare: isShort, without: row });
        await change(v1, firstCardOf(world).accountNumber);
        await expectFrame(v1, world, row);
      },
    );
  },
);

check(
  'v1.frame.refusals-change-nothing',
  'changes nothing when one thing in a request is wrong',
  async ({ v1 }) => {
    const steps: DeedName[] = [...settings, ...onCards, arrest, ...onStates, 'registerCustomer'];
    await forEvery(inWorlds(3, steps), told, async (row) => {
      const world = await smallWorld(v1, { isBare: isShort });
      const before = await factsOf(v1, world);

      const tried: Tried[] = [];
      for (const name of row) {
        const deed = await deedIn(v1, world, name);
        if (deed === undefined) continue;
        const acts: Exchange[] = [];
        for (const body of spoiltBodies(deed)) acts.push(await carryOut(v1, deed, body));
        tried.push({ deed, acts });
      }

      expectRefusedInVain(before, await factsOf(v1, world), tried, 'with one thing wrong');
    });
  },
);

check(
  'v1.frame.refusals-change-nothing',
  'leaves a customer alone whose number somebody registers again',
  async ({ v1 }) => {
    const world = await smallWorld(v1, { isBare: isShort });
    const [{ customer }] = world as [SmallWorld[number]];
    const before = await factsOf(v1, world);

    const again = await newRegistration(v1, { customer_number: customer.customerNumber });
    const act = await v1.registerCustomer(asRegistrationRequest(again));

    // One that succeeds is the affair of the sentence that the number is unique.
    if (carriedOut(act)) return;
    const told = 'a registration with a customer_number in use';
    expectOnlyChanged(before, await factsOf(v1, world), { acts: [act], told });
  },
);

check(
  'v1.frame.reads-change-nothing',
  'shows the same however often it is asked',
  async ({ v1 }) => {
    const world = await smallWorld(v1, { isBare: isShort });
    const before = await factsOf(v1, world);

    const acts: Exchange[] = [];
    for (const operation of v1Operations.filter(isRead)) {
      const deed = await deedIn(v1, world, operation);
      if (deed !== undefined) acts.push(await carryOut(v1, deed));
    }
    const { accountNumber } = firstCardOf(world);
    acts.push(await v1.getAccountData({ accountNumber, returnCardNumber: true }));

    const after = await factsOf(v1, world);
    expectOnlyChanged(before, after, { acts: acts.slice(-3), told: 'every read operation' });
  },
);

check(
  'v1.frame.strangers-change-nothing',
  'changes nothing for whoever lacks the token',
  async ({ v1 }) => {
    const operations = v1Operations.filter((operation) => !isRead(operation));
    await forEvery(inWorlds<DeedName>(2, operations), told, async (row) => {
      const world = await smallWorld(v1, { isBare: isShort });
      // Some money more, so that each could pay.
      await v1.creditCard(anAmountOf(firstCardOf(world), minorUnits(50_00)));
      const before = await factsOf(v1, world);

      const tried: Tried[] = [];
      for (const name of row) {
        const deed = await deedIn(v1, world, name);
        if (deed === undefined) continue;
        const strangers = strangersTo(v1, deed.operation).slice(0, isShort ? 2 : undefined);
        const acts = await Promise.all(strangers.map((stranger) => carryOut(stranger, deed)));
        tried.push({ deed, acts });
      }

      expectRefusedInVain(before, await factsOf(v1, world), tried, 'with wrong credentials');
    });
  },
);

/** One step after the other, with everything read in between. */
async function expectFrame(
  v1: V1Client,
  world: SmallWorld,
  steps: readonly DeedName[],
): Promise<void> {
  let before = await factsOf(v1, world);
  for (const [turn, name] of steps.entries()) {
    const deed = await deedIn(v1, world, name, turn);
    if (deed === undefined) continue;
    const act = await carryOut(v1, deed);

    const after = await factsOf(v1, world);
    const may = mayChange(deed, carriedOut(act));
    expectOnlyChanged(before, after, { acts: [act], told: `${name} of card 1 of customer 1`, may });
    before = after;
  }
}

interface Tried {
  readonly deed: Deed;
  readonly acts: readonly Exchange[];
}

/** What was refused has changed nothing; what a lenient target carried out, no more than its clause names. */
function expectRefusedInVain(
  before: Facts,
  after: Facts,
  tried: readonly Tried[],
  how: string,
): void {
  const mays = tried.map(({ deed, acts }) => mayChange(deed, anyCarriedOut(acts)));
  expectOnlyChanged(before, after, {
    acts: tried.flatMap(({ acts }) => acts).slice(-3),
    told: `${told(tried.map(({ deed }) => deed.operation))}, ${how}`,
    may: (change) => mays.some((may) => may(change)),
  });
}

function factsOf(v1: V1Client, world: SmallWorld): Promise<Facts> {
  return readFacts(v1, world, isShort ? 'some' : 'all');
}

function firstCardOf(world: SmallWorld): V1Card {
  return world[0]?.cards[0] as V1Card;
}
