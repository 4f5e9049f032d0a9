import { inject } from 'vitest';
import { anAmountOf, byNumber, cashLimitName, euro } from '../../fixtures/builders/v1.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import { carriedOut, type V1Client, v1Operations } from '../../fixtures/clients/v1.ts';
import {
  changeLimit,
  learnAccountLimitName,
  learnAccountStatus,
  learnArrestPath,
  learnBlockForm,
} from '../../fixtures/dialect/v1.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import {
  atmsIn,
  bnaCurrenciesIn,
  denominationsIn,
  orderTransactionsIn,
  paymentOrdersIn,
} from '../../fixtures/fields/v1-items.ts';
import { isRead } from '../../fixtures/fields/v1-requests.ts';
import { expectHarmless, expectOnlyChanged, type Harmless } from '../../fixtures/expect-facts.ts';
import type { Facts } from '../../fixtures/operations/operation.ts';
import { v1OperationRows } from '../../fixtures/operations/v1.ts';
import { type Exchange, isUnset, memberOf } from '../../fixtures/transcript/exchange.ts';
import { newCard, newCustomer, promised, type V1Card } from '../../fixtures/worlds/v1.ts';
import {
  anyCarriedOut,
  carryOut,
  type Deed,
  deedIn,
  type DeedName,
  mayChange,
} from '../../fixtures/worlds/v1-deeds.ts';
import {
  customerPlace,
  isTooLong,
  kindOf,
  readFacts,
  type SmallWorld,
} from '../../fixtures/worlds/v1-facts.ts';
import {
  requestsOutOfPlace,
  spoiltRequests,
  type WrongRequest,
} from '../../fixtures/worlds/v1-refusals.ts';
import { leavesOf, listedIn } from '../../fixtures/worlds/v1-leaves.ts';
import { limitCalled, noLimitForm } from '../../fixtures/worlds/v1-limits.ts';
import { newOrder } from '../../fixtures/worlds/v1-orders.ts';
import { aPeriod } from '../../fixtures/worlds/v1-requests.ts';
import { accountLimitOf, smallWorld } from '../../fixtures/worlds/v1-small-world.ts';
import { block, noBlockForm } from '../../fixtures/worlds/v1-states.ts';
import { strangersTo } from '../../fixtures/worlds/v1-strangers.ts';
import { longOf } from '../../fixtures/clients/long.ts';

// Document 1, part 4: the frame of each operation, which is all that it leaves as it is. Everything that can be read of
// two customers is read before and after each.

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
/** Both transfers come into the same of three worlds, so that the other customer pays nobody in two of them. */
const onCards: readonly DeedName[] = [
  'generatePin',
  'changePin',
  'resetPinCounter',
  'generateCVC2',
  'p2pTransfer',
  'deleteCardLimitException',
  'creditCard',
  'p2pTransfer to',
  'debitCard',
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
    // What is in use looks untouched by what unlocks it, and what is blocked by what blocks it: operations on a
    // card are asked beside a second card of either kind.
    const byTurns = inWorlds<DeedName>(3, steps, lasts).map((row) => ({
      row,
      isBlocked: !row.includes('blockCard'),
    }));
    const again = byTurns
      .flatMap(({ row, isBlocked }) => (isBlocked ? row : []))
      .filter((name) => onCards.includes(name) || settings.slice(0, 2).includes(name));
    const rows = isShort ? byTurns : [...byTurns, { row: again, isBlocked: false }];
    await forEvery(
      rows,
      ({ row, isBlocked }) => `${told(row)}${isBlocked ? ', beside a blocked card' : ''}`,
      async ({ row, isBlocked }) => {
        const world = await smallWorld(v1, { isBare: isShort, without: row });
        const second = isBlocked ? world[0]?.cards[1] : undefined;
        if (second !== undefined) await block(v1, second);
        await expectFrame(v1, world, row);
      },
    );
  },
);

/** Operations on a PIN, which may set the counter of wrong entries to zero. */
const onPins: readonly DeedName[] = ['generatePin', 'changePin', 'validateCard'];

check(
  'v1.frame.cards-and-accounts',
  'counts no wrong entry of a PIN with an operation that it carries out',
  async ({ v1 }) => {
    await forEvery(
      onPins,
      (name) => name,
      async (name) => {
        const world = await smallWorld(v1, { isBare: true });
        const { accountNumber, number } = firstCardOf(world);
        const counts = async (): Promise<readonly Exchange[]> => [
          await v1.getCardData({ cardIdentification: { cardNumber: number } }),
          await v1.getAccountData({ accountNumber }),
        ];
        const before = await counts();
        const deed = await deedIn(v1, world, name);
        const act = deed && (await carryOut(v1, deed));
        if (act === undefined || !carriedOut(act)) return;

        const after = await counts();

        const words = sentExpectedGot(
          [...before, act, ...after],
          'no more wrong entries than before',
        );
        for (const [place, shown] of after.entries()) {
          const was = before[place];
          if (was !== undefined)
            expect(wrongEntriesIn(shown) <= wrongEntriesIn(was), words).toBe(true);
        }
      },
    );
  },
);

/** How many wrong entries an answer shows, of all cards in it. */
function wrongEntriesIn({ answer }: Exchange): number {
  return leavesOf(answer.json, ['pinDenialCounter'])
    .map((leaf) => Number(leaf.split(' ').at(-1)))
    .filter((count) => !Number.isNaN(count))
    .reduce((sum, count) => sum + count, 0);
}

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
      const world = await smallWorld(v1, { isBare: isShort, without: row, isLastFirst: true });
      // What is done to one card does not reach the other one of its account, blocked as it is.
      for (const card of world[0]?.cards ?? []) await block(v1, card);
      await expectFrame(v1, world, row);
    });
  },
);

check(
  'v1.frame.there-and-back',
  'shows everything as before once a card is unlocked, or an account has its first status again',
  async ({ v1, skip }) => {
    const world = await smallWorld(v1, { isBare: isShort });
    const card = firstCardOf(world);
    const { accountNumber } = card;
    if (!isShort) await arrestSome(v1, accountNumber);
    const before = await readFacts(v1, world, isShort ? 'some' : 'all', 0);
    if (!(await block(v1, card))) return skip(noBlockForm);
    const unlocked = await v1.validateCard({ cardIdentification: byNumber(card) });
    promised(unlocked, 'v1.validate-card.succeeds');

    const after = await readFacts(v1, world, isShort ? 'some' : 'all', 0);

    // In which words a card is in use again is open, and so is what becomes of tokens and counters.
    const own = new Set(v1OperationRows.validateCard.changes);
    expectOnlyChanged(before, after, {
      acts: [unlocked],
      told: 'blockCard and validateCard of card 1 of customer 1',
      may: (change) => own.has(kindOf(change)),
    });
    if (isShort) return;
    const [first] = statusesIn(before);
    const other = await learnAccountStatus(v1, 'changeAccountStatus');
    if (first === undefined || other === undefined) return;
    // What each status does is not shown: one that stops an account need not be the first that is taken.
    for (const status of [other, other + 1, other + 2].filter((one) => one !== first)) {
      const acts: Exchange[] = [];
      for (const accountStatus of [status, first]) {
        acts.push(await v1.changeAccountStatus({ accountNumber, accountStatus }));
      }
      if (!acts.some(carriedOut)) continue;
      // Out of some there may be no way back.
      if (!acts.every(carriedOut)) return;
      expectOnlyChanged(after, await readFacts(v1, world, 'all', 0), {
        acts,
        told: `status ${status}, and the first one again, of the account of customer 1`,
        may: (change) => kindOf(change) === 'tokens',
      });
    }
  },
);

if (!isShort) {
  check(
    'v1.frame.there-and-back',
    'keeps the limit that was set while a card was blocked, if one can be set then',
    async ({ v1, skip }) => {
      const card = await newCard(v1);
      const cardIdentification = byNumber(card);
      const limit = async (): Promise<unknown> =>
        memberOf(
          limitCalled(cashLimitName, await v1.getCardLimits({ cardIdentification })),
          'value',
        );
      const usual = await changeLimit(v1, card, { name: cashLimitName, value: 80_00 });
      if (usual === undefined || !carriedOut(usual)) return skip(noLimitForm);
      if ((await limit()) !== 80_00) return skip('a limit is not shown as it was set');
      if (!(await block(v1, card))) return skip(noBlockForm);
      const set = await changeLimit(v1, card, { name: cashLimitName, value: 90_00 });
      const unlocked = await v1.validateCard({ cardIdentification });
      promised(unlocked, 'v1.validate-card.succeeds');

      const value = set !== undefined && carriedOut(set) ? 90_00 : 80_00;
      const acts = [...(set === undefined ? [] : [set]), unlocked];
      const words = `${cashLimitName} with the value ${value}`;
      expect(await limit(), sentExpectedGot(acts, words)).toBe(value);
    },
  );
}

/** The status of the account as a number, where it is shown as one. */
function statusesIn(facts: Facts): number[] {
  return facts
    .filter((fact) => kindOf(fact) === 'account status')
    .flatMap(({ shown }) => /^\["accountStatus (\d+)"\]$/.exec(shown)?.[1] ?? [])
    .map(Number);
}

/** Brings the account of a customer into a state; what it refuses leaves the account as it is. */
type Change = (v1: V1Client, accountNumber: string) => Promise<void>;

const changeStatus: Change = async (v1, accountNumber) => {
  const accountStatus = await learnAccountStatus(v1, 'changeAccountStatus');
  if (accountStatus === undefined) return;
  await v1.changeAccountStatus({ accountNumber, accountStatus: accountStatus + 1 });
};

const arrestSome: Change = async (v1, accountNumber) => {
  const path = await learnArrestPath(v1);
  const body = { accountNumber, amount: 10_00, currency: euro };
  await v1.ask('changeAccountArrestAmount', body, path);
};

const changes: readonly (readonly [string, Change])[] = [
  ['status changed', changeStatus],
  ['amount arrested', arrestSome],
];

check(
  'v1.frame.when-the-account-was-changed',
  'changes what its clause names while the account is in another state',
  async ({ v1 }) => {
    const steps: DeedName[] = [...settings.slice(2), ...onMoney, 'createVirtualCard', arrest];
    // A block comes when all else was asked; and the status is set once more when the card is unlocked.
    const lasts: DeedName[] = ['blockCard', 'validateCard', ...onStates];
    const rows = changes.flatMap(([name, change]) =>
      inWorlds(1, steps, lasts).map((row) => ({ name, change, row })),
    );
    await forEvery(
      rows,
      ({ name, row }) => `${name}: ${told(row)}`,
      async ({ change, row }) => {
        const world = await smallWorld(v1, { isBare: isShort, without: row, isLastFirst: true });
        await change(v1, firstCardOf(world).accountNumber);
        const second = change === arrestSome ? world[0]?.cards[1] : undefined;
        if (second !== undefined) await block(v1, second);
        await expectFrame(v1, world, row);
      },
    );
  },
);

type Wrongs = (v1: V1Client, world: SmallWorld) => Promise<WrongRequest[]>;

/** What is refused, in as many worlds; what is out of place comes last, when a card was blocked for it. */
const wrongs: readonly Wrongs[] = inWorlds<DeedName>(2, [
  ...settings,
  ...onCards,
  arrest,
  ...onStates,
  'registerCustomer',
]).map((row, index) => async (v1: V1Client, world: SmallWorld) => [
  ...(await spoiltRequests(v1, world, row)),
  ...(index === 0 ? await requestsOutOfPlace(v1, world) : []),
]);

check(
  'v1.frame.refusals-change-nothing',
  'changes nothing when it refuses what is wrong, or out of place, for the first time and again',
  async ({ v1 }) => {
    const rows = wrongs.map((requests, index) => ({
      name: `wrong requests ${index + 1}`,
      requests,
      // Only what is out of place needs a second card.
      isBare: index > 0,
    }));
    await forEvery(
      rows,
      ({ name }) => name,
      async ({ name, requests, isBare }) => {
        const elsewhere = isShort ? undefined : await smallWorld(v1, { isBare });
        const isRefused = elsewhere && (await refusedIn(v1, elsewhere, requests));
        await expectHarmless({
          told: name,
          make: async () => {
            const world = await smallWorld(v1, { isBare: isShort });
            const wrong = await requests(v1, world);
            const second = isBare ? world[0]?.cards[1] : undefined;
            if (second !== undefined) await block(v1, second);
            return {
              facts: () => factsOf(v1, world),
              requests: wrong.filter((_, index) => isRefused?.[index] !== false).map(inVain),
            };
          },
        });
      },
    );
  },
);

/** Whether each of these is refused in a world that nobody looks at: what is taken excuses a change. */
async function refusedIn(v1: V1Client, world: SmallWorld, requests: Wrongs): Promise<boolean[]> {
  const refused: boolean[] = [];
  for (const { send } of await requests(v1, world)) refused.push(!carriedOut(await send()));
  return refused;
}

function movesMoney({ operation }: WrongRequest): boolean {
  return (onMoney as readonly string[]).includes(operation);
}

/** Changes nothing but what its operation may change if it was carried out; a refusal may be listed. */
function inVain(request: WrongRequest): Harmless {
  const { operation, send, told: what } = request;
  return {
    told: what,
    send: async () => {
      const first = await send();
      // What was refused once is another matter to some who look it up.
      return isShort || !movesMoney(request) ? [first] : [first, await send()];
    },
    may: (answers) => {
      const excused = new Set<string>(
        anyCarriedOut(answers) ? v1OperationRows[operation].changes : [],
      );
      return (change) =>
        isTooLong(change) || kindOf(change) === 'history' || excused.has(kindOf(change));
    },
  };
}

check(
  'v1.frame.reads-change-nothing',
  'shows the same however often it is asked',
  async ({ v1 }) => {
    await expectHarmless({
      told: 'every read operation',
      make: async () => {
        const world = await smallWorld(v1, { isBare: isShort });
        const { accountNumber } = firstCardOf(world);
        const second = world[0]?.cards[1];
        if (second !== undefined) await block(v1, second);
        const reads = v1Operations.filter(isRead).map((operation) => ({
          send: async () => {
            const deed = await deedIn(v1, world, operation);
            return deed === undefined ? [] : [await carryOut(v1, deed)];
          },
        }));
        const withNumbers = { accountNumber, returnCardNumber: true };
        const last = { send: async () => [await v1.getAccountData(withNumbers)] };
        return { facts: () => factsOf(v1, world), requests: [...reads, last] };
      },
    });
  },
);

/** What a read lists of what the target has, and by what its items are known. */
interface Listing {
  readonly name: string;
  /** Nothing where the target has none of what it is about. */
  readonly read: (v1: V1Client, card: V1Card) => Promise<Exchange> | undefined;
  readonly itemsIn: (json: unknown) => readonly unknown[];
  /** What an item comes to, by all that it is made of. */
  readonly sumsIn?: (json: unknown) => ReadonlyMap<string, unknown>;
}

const listings: readonly Listing[] = [
  {
    name: 'getOrderDetails',
    read: (v1) => {
      const { orderId } = v1.settings;
      return orderId === undefined ? undefined : v1.getOrderDetails({ orderId: longOf(orderId) });
    },
    itemsIn: (json) =>
      orderTransactionsIn(json).map((one) =>
        leavesOf(one, ['transactionDate', 'terminalId', 'merchantId', 'transactionAmount']),
      ),
  },
  {
    name: 'getPaymentOrders',
    read: (v1) => {
      const { merchantNumber, institutionId } = v1.settings;
      if (merchantNumber === undefined) return undefined;
      return v1.getPaymentOrders({ merchantNumber, institutionId, period: aPeriod });
    },
    itemsIn: (json) => paymentOrdersIn(json).map((one) => memberOf(one, 'id')),
  },
  {
    name: 'getAtmStatusExt',
    read: (v1) => v1.getAtmStatusExt({}),
    itemsIn: (json) => atmsIn(json).map((one) => memberOf(one, 'terminalId')),
    sumsIn: (json) =>
      new Map(
        atmsIn(json).flatMap((atm) =>
          bnaCurrenciesIn({ atms: [atm] }).flatMap((currency) => {
            const notes = denominationsIn({ atms: [atm] });
            if (notes.length === 0 || isUnset(memberOf(atm, 'terminalId'))) return [];
            const parts = ['code', 'denominationCounters'].map((name) => memberOf(currency, name));
            const key = JSON.stringify([memberOf(atm, 'terminalId'), ...parts]);
            return [[key, memberOf(currency, 'amount')] as const];
          }),
        ),
      ),
  },
  {
    name: 'getTokenList',
    read: (v1, card) => v1.getTokenList({ cardIdentification: byNumber(card) }),
    itemsIn: (json) => leavesOf(json, ['tokenId', 'token']),
  },
];

check(
  'v1.frame.reads-change-nothing',
  'lists what there is as often as it has listed it, however often it is asked',
  async ({ v1 }) => {
    const card = await newCard(v1);
    await forEvery(
      listings,
      ({ name }) => name,
      async ({ read, itemsIn, sumsIn }) => {
        const answers: Exchange[] = [];
        for (let turn = 0; turn < 3; turn += 1) {
          const answer = await read(v1, card);
          if (answer === undefined || !carriedOut(answer)) return;
          answers.push(answer);
        }
        const [first = [], ...further] = answers.map(({ answer }) =>
          itemsIn(answer.json).map(String).toSorted(),
        );
        for (const items of further) {
          // Others may have made more of them meanwhile, which may take the place of some.
          if (items.some((item) => !first.includes(item))) continue;
          const about = sentExpectedGot(answers, 'each item as often as the first time');
          expect(items, about).toEqual(first);
        }
        const [before, ...after] = answers.map(({ answer }) => sumsIn?.(answer.json));
        for (const [key, sum] of after.flatMap((sums) => [...(sums ?? [])])) {
          if (before?.has(key) !== true) continue;
          const about = sentExpectedGot(answers, `the amount of ${key} as the first time`);
          expect(sum, about).toEqual(before.get(key));
        }
      },
    );
  },
);

check(
  'v1.frame.cards-and-accounts',
  'keeps what was set for an account when its first card is issued',
  async ({ v1 }) => {
    const [{ order }, name = '', other] = await Promise.all([
      newOrder(v1),
      learnAccountLimitName(v1),
      newCustomer(v1),
    ]);
    const { accountNumber } = order;
    const beneficiaries = [other.accountNumber];
    await v1.setAllowedBeneficiaries({ accountNumber, beneficiaries });
    await v1.setAllowedMccList({ accountNumber, mccList: [5411, 6011] });
    if (name !== '') {
      await v1.changeAccountLimit({ accountNumber, limit: accountLimitOf(name, 7_000_00) });
    }
    const set = async (): Promise<Facts> => {
      const [limits, allowed, codes] = await Promise.all([
        v1.getAccountLimits({ accountNumber }),
        v1.getAllowedBeneficiaries({ accountNumber }),
        v1.getAllowedMccList({ accountNumber }),
      ]);
      const shown = {
        'limit in getAccountLimits': leavesOf(limitCalled(name, limits), ['name', 'value']),
        'beneficiaries in getAllowedBeneficiaries': listedIn(allowed.answer.json),
        'codes in getAllowedMccList': listedIn(codes.answer.json),
      };
      return Object.entries(shown).map(([kind, seen]) => ({
        of: 'the account',
        kind,
        shown: seen.join(),
      }));
    };
    const before = await set();

    const issued = await v1.createVirtualCard(order);

    expectOnlyChanged(before, await set(), {
      acts: [issued],
      told: 'the first card of an account was issued',
      // What is not shown of an account without cards may be shown then.
      may: (change) => isUnset(change.before) || change.before === '',
    });
  },
);

check(
  'v1.frame.strangers-change-nothing',
  'changes nothing for whoever lacks the token',
  async ({ v1 }) => {
    const operations = v1Operations.filter((operation) => !isRead(operation));
    const rows = inWorlds<DeedName>(2, operations);
    // What makes a card active shows of a blocked one alone.
    const ofBlocked: DeedName[] = ['validateCard'];
    await forEvery(isShort ? rows : [...rows, ofBlocked], told, async (row) => {
      await expectHarmless({
        told: `${told(row)}, with wrong credentials`,
        make: async () => {
          const world = await smallWorld(v1, { isBare: isShort, isLastFirst: true });
          // Some money more, so that each could pay.
          await v1.creditCard(anAmountOf(firstCardOf(world), minorUnits(50_00)));
          const blocked = row === ofBlocked ? firstCardOf(world) : world[0]?.cards[1];
          if (blocked !== undefined) await block(v1, blocked);
          return {
            facts: () => factsOf(v1, world),
            requests: row.map((name) => byStrangers(v1, world, name)),
          };
        },
      });
    });
  },
);

/** All at once, each with a key that is wrong in another way. */
function byStrangers(v1: V1Client, world: SmallWorld, name: DeedName): Harmless {
  let deed: Deed | undefined;
  return {
    told: `${name} of card 1 of customer 1, with wrong credentials`,
    send: async () => {
      const asked = (deed = await deedIn(v1, world, name));
      if (asked === undefined) return [];
      const strangers = strangersTo(v1, asked.operation).slice(0, isShort ? 2 : undefined);
      return Promise.all(strangers.map((stranger) => carryOut(stranger, asked)));
    },
    may: (answers) => (deed === undefined ? () => false : mayChange(deed, anyCarriedOut(answers))),
  };
}

/**
 * One step after the other, with everything read in between: the other customer before and after the
 * steps that name one of its cards, and at the end, since no other step may change anything of it.
 */
async function expectFrame(
  v1: V1Client,
  world: SmallWorld,
  steps: readonly DeedName[],
): Promise<void> {
  if (!isShort) await standApart(v1, world, steps);
  const read = (ofOne: number): Promise<Facts> =>
    readFacts(v1, world, isShort ? 'some' : 'all', ofOne);
  let [before, ofOther] = await Promise.all([read(0), read(1)]);
  let since: { readonly name: DeedName; readonly act: Exchange }[] = [];
  const expectOtherAlone = async (): Promise<void> => {
    if (since.length === 0) return;
    const after = await read(1);
    expectOnlyChanged(ofOther, after, {
      acts: since.map(({ act }) => act),
      told: `${told(since.map(({ name }) => name))} of card 1 of customer 1`,
      may: isTooLong,
    });
    [ofOther, since] = [after, []];
  };

  for (const [turn, name] of steps.entries()) {
    const deed = await deedIn(v1, world, name, turn);
    if (deed === undefined) continue;
    const namesOther = deed.names.some((place) => place.endsWith(customerPlace(1)));
    if (namesOther) await expectOtherAlone();
    const act = await carryOut(v1, deed);

    const after = await read(0);
    const may = mayChange(deed, carriedOut(act), after);
    const about = { acts: [act], told: `${name} of card 1 of customer 1`, may };
    expectOnlyChanged(before, after, about);
    before = after;
    if (namesOther) {
      const other = await read(1);
      expectOnlyChanged(ofOther, other, about);
      ofOther = other;
    } else since.push({ name, act });
  }
  await expectOtherAlone();
}

/**
 * Brings the other customer into a state in which nobody stands by themselves, so that it shows where an
 * operation puts that right: with an amount that is arrested where money is paid to or from there, and
 * otherwise with a card that is blocked, or an account of another status too.
 */
async function standApart(
  v1: V1Client,
  world: SmallWorld,
  steps: readonly DeedName[],
): Promise<void> {
  const card = world[1]?.cards[0] as V1Card;
  if (steps.includes('p2pTransfer')) return arrestSome(v1, card.accountNumber);
  await block(v1, card);
  if (steps.includes('changeAccountStatusInFe')) await changeStatus(v1, card.accountNumber);
}

function factsOf(v1: V1Client, world: SmallWorld): Promise<Facts> {
  return readFacts(v1, world, isShort ? 'some' : 'all');
}

function firstCardOf(world: SmallWorld): V1Card {
  return world[0]?.cards[0] as V1Card;
}
