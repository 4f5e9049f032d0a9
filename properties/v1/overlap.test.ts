import { atOnce } from '../../fixtures/at-once.ts';
import { inject } from 'vitest';
import {
  aCardOrder,
  anAmountOf,
  aP2pTransfer,
  aRestriction,
  asRegistrationRequest,
  byNumber,
  cashLimitName,
  euro,
  type LimitPart,
} from '../../fixtures/builders/v1.ts';
import { type CardNumber, minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import { carriedOut, type V1Client } from '../../fixtures/clients/v1.ts';
import {
  blockCard,
  changeLimit,
  historyOf,
  learnArrestPath,
  learnBlockForm,
  learnRestrictionForm,
} from '../../fixtures/dialect/v1.ts';
import { limitCalled } from '../../fixtures/worlds/v1-limits.ts';
import { learnOrderTerms } from '../../fixtures/dialect/v1-order-terms.ts';
import { newRegistration } from '../../fixtures/dialect/v1-registration.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { accountCardsIn, amountMoved } from '../../fixtures/fields/v1-items.ts';
import { repeated } from '../../fixtures/repeated.ts';
import { numbersIn, objectsIn } from '../../fixtures/worlds/v1-leaves.ts';
import { type Change, changesBetween, type Facts } from '../../fixtures/operations/operation.ts';
import { expectOnlyChanged, expectSame } from '../../fixtures/expect-facts.ts';
import { everyLook, factsOf, type Look } from '../../fixtures/worlds/v1-looks.ts';
import { block } from '../../fixtures/worlds/v1-states.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import {
  anotherCardOf,
  balanceOf,
  creditLimitOf,
  newCard,
  newCustomer,
  type V1Card,
} from '../../fixtures/worlds/v1.ts';
import { fundedCard, fundedCards } from '../../fixtures/worlds/v1-funded.ts';
import { textAt } from '../../fixtures/worlds/set-up.ts';
import {
  anyCarriedOut,
  carryOut,
  type Deed,
  deedIn,
  type DeedName,
  mayChange,
} from '../../fixtures/worlds/v1-deeds.ts';
import { feesHidden } from '../../fixtures/worlds/v1-fees.ts';
import { kindOf, readFacts } from '../../fixtures/worlds/v1-facts.ts';
import { smallWorld } from '../../fixtures/worlds/v1-small-world.ts';
import { type LawRow, rowsOf } from '../law-rows.ts';
import {
  directionOf,
  expectBalancesAccountedFor,
  feesReported,
  itemsOf,
  type Movement,
} from './movement-runs.ts';

// Document 1, part 4: requests that are under way together. Some order of them explains what is read
// afterwards.

const isShort = inject('run').profile === 'smoke';

const settings: readonly DeedName[] = [
  'changeCardLimit',
  'setGeoRestrictions',
  'changeAccountLimit',
  'setAllowedBeneficiaries',
  'setAllowedMccList',
];

check(
  'v1.overlap.settings',
  'lets one of two settings that are sent at once stand whole',
  async ({ v1 }) => {
    // Each with itself, and with what is set for the same card or the same account.
    const pairs = [settings.slice(0, 2), settings.slice(2)].flatMap((same) =>
      same.flatMap((one, index) => same.slice(index).map((other) => [one, other] as const)),
    );
    await forEvery(
      pairs,
      ([one, other]) => `${one} and ${other}`,
      async (pair) => {
        const world = await smallWorld(v1, { isBare: true });
        const deeds = await Promise.all(pair.map((name, turn) => deedIn(v1, world, name, turn)));
        const [one, other] = deeds;
        if (one === undefined || other === undefined) return;
        // What each of them leads to when it is alone, the second one last.
        const alone: Facts[] = [];
        for (const deed of [one, other]) {
          await carryOut(v1, deed);
          alone.push(await readFacts(v1, world.slice(0, 1), 'settings'));
        }
        // Others in between, so that one that is lost shows.
        for (const [name, turn] of [
          [pair[0], 3],
          [pair[1], 2],
        ] as const) {
          const between = await deedIn(v1, world, name, turn);
          if (between !== undefined) await carryOut(v1, between);
        }

        const acts = await atOnce(() => [carryOut(v1, one), carryOut(v1, other)]);
        // One of two may be refused because of the other: its client sends it again.
        for (const [index, deed] of [one, other].entries()) {
          const act = acts[index];
          if (act !== undefined && !carriedOut(act)) await carryOut(v1, deed);
        }

        const after = await readFacts(v1, world.slice(0, 1), 'settings');
        expectOneOf(alone, after, { acts, deeds: [one, other] });
      },
    );
  },
);

check(
  'v1.overlap.settings',
  'arrests one of two amounts that are sent at once for an account',
  async ({ v1, skip }) => {
    const card = await fundedCard(v1, minorUnits(100_00));
    const path = await learnArrestPath(v1);
    const { accountNumber } = card;
    const arrest = (amount: number): Promise<Exchange> =>
      v1.ask('changeAccountArrestAmount', { accountNumber, amount, currency: euro }, path);
    const shown = async (): Promise<string> =>
      numbersIn((await v1.getAccountBalanceFromBo({ accountNumber })).answer.json).join(', ');
    const alone: string[] = [];
    for (const amount of [10_00, 20_00, 10_00]) {
      if (!carriedOut(await arrest(amount))) return skip('an amount is arrested once only');
      alone.push(await shown());
    }
    // That an arrest takes the place of the one before it is learned, and where it is shown as well.
    if (alone[0] === alone[1] || alone[0] !== alone[2])
      return skip('an arrest is not shown, or is added to the one before it');

    for (let turn = 0; turn < repeated(3, 1); turn += 1) {
      await arrest(5_00);
      const acts = await atOnce(() => [arrest(10_00), arrest(20_00)]);
      const words = `what one of them comes to: ${alone.slice(0, 2).join(' or ')}`;
      expect(alone, sentExpectedGot(acts, words)).toContain(await shown());
    }
  },
);

/** Each fact is as it was after one of the two, and what neither of them sets is as it was before. */
function expectOneOf(
  alone: readonly Facts[],
  after: Facts,
  { acts, deeds }: { readonly acts: readonly Exchange[]; readonly deeds: readonly Deed[] },
): void {
  const [first, last] = alone as [Facts, Facts];
  const mays = deeds.map((deed) => mayChange(deed, anyCarriedOut(acts)));
  const isAsAfterTheFirst = (change: Change): boolean =>
    !changesBetween(first, after).some(({ of, kind }) => of === change.of && kind === change.kind);
  const isOpen = (change: Change): boolean => /use|dates|restrictions/.test(kindOf(change));
  expectOnlyChanged(last, after, {
    acts,
    told: `${deeds.map(({ operation }) => operation).join(' and ')} at the same time`,
    may: (change) =>
      mays.some((may) => may(change)) && (isOpen(change) || isAsAfterTheFirst(change)),
  });
}

/** How several limits of one thing are set, and their values seen. */
interface Limits {
  readonly name: string;
  readonly limits: readonly string[];
  readonly set: (v1: V1Client, card: V1Card, limit: LimitPart) => Promise<Exchange | undefined>;
  readonly shown: (v1: V1Client, card: V1Card) => Promise<Exchange>;
}

const severalLimits: readonly Limits[] = [
  {
    name: 'limits of a card',
    limits: [cashLimitName, 'LMTP0109', 'LMTP0110', 'LMTP0111'],
    set: changeLimit,
    shown: (v1, card) => v1.getCardLimits({ cardIdentification: byNumber(card) }),
  },
  {
    name: 'limits of an account',
    limits: ['ACCLIM01', 'ACCLIM02', 'ACCLIM03'],
    set: (v1, { accountNumber }, limit) => v1.changeAccountLimit({ accountNumber, limit }),
    shown: (v1, { accountNumber }) => v1.getAccountLimits({ accountNumber }),
  },
];

check(
  'v1.overlap.settings',
  'sets each of several limits that are changed at once',
  async ({ v1 }) => {
    await forEvery(
      severalLimits,
      ({ name }) => name,
      async ({ limits, set, shown }) => {
        const card = await newCard(v1);
        const valueOf = async (name: string): Promise<unknown> =>
          memberOf(limitCalled(name, await shown(v1, card)), 'value');
        const taken: string[] = [];
        for (const [index, name] of limits.entries()) {
          const value = 500_00 + index * 1_00;
          const changed = await set(v1, card, { name, value });
          if (changed !== undefined && carriedOut(changed)) taken.push(name);
        }
        // Where a value is shown in another unit, or not at all, none can be compared.
        if (taken.length < 2 || (await valueOf(taken[0] ?? '')) !== 500_00) return;
        for (const turn of [1, 2]) {
          const value = (name: string): number => 600_00 + turn * 10_00 + limits.indexOf(name);
          const acts = await atOnce(() =>
            taken.map((name) => set(v1, card, { name, value: value(name) })),
          );
          const after = await shown(v1, card);
          for (const [index, name] of taken.entries()) {
            const act = acts[index];
            if (act === undefined || !carriedOut(act)) continue;
            const words = `${name} with the value ${value(name)}`;
            const seen = memberOf(limitCalled(name, after), 'value');
            expect(seen, sentExpectedGot([act, after], words)).toBe(value(name));
          }
        }

        // The same limits where there are none yet.
        const next = await newCard(v1);
        const acts = await atOnce(() =>
          taken.map((name) => set(v1, next, { name, value: 700_00 })),
        );
        const after = await shown(v1, next);
        const done = acts.filter((act) => act !== undefined).filter(carriedOut);
        const lost = taken.filter((name, index) => {
          const act = acts[index];
          if (act === undefined || !carriedOut(act)) return false;
          return memberOf(limitCalled(name, after), 'value') !== 700_00;
        });
        const words = 'each of them, with the value 700.00';
        expect(lost, sentExpectedGot([...done, after], words)).toEqual([]);
      },
    );
  },
);

/** Changes of one card and its account that have nothing to do with each other, and what comes before. */
const apart: readonly {
  readonly isBlocked?: true;
  /** In the order in which they are sent. */
  readonly names: readonly DeedName[];
  /** The order in which they are carried out one by one, where that is another. */
  readonly inTurn?: readonly DeedName[];
  /** What is looked at, where that is not everything. */
  readonly looks?: readonly Look[];
}[] = [
  {
    names: [
      'creditCard',
      'changeCardLimit',
      'setGeoRestrictions',
      'changeAccountLimit',
      'changeAccountArrestAmount',
      'generatePin',
    ],
  },
  { names: ['blockCard', 'setAllowedMccList', 'setAllowedBeneficiaries', 'changeAccountLimit'] },
  // Either may be denied after the other, and then there is nothing to compare.
  { names: ['debitCard', 'blockCard'] },
  { names: ['p2pTransfer', 'setGeoRestrictions', 'setAllowedMccList', 'resetPinCounter'] },
  { names: ['changeAccountStatus', 'setAllowedMccList', 'setAllowedBeneficiaries'] },
  {
    names: ['changeAccountStatus', 'changeAccountArrestAmount', 'changeAccountLimit'],
    // The status comes last, so that it keeps no other from being carried out.
    inTurn: ['changeAccountArrestAmount', 'changeAccountLimit', 'changeAccountStatus'],
    looks: ['account', 'amounts', 'accountLimits'],
  },
  {
    names: [
      'changeAccountArrestAmount',
      'creditCard',
      'debitCard',
      'p2pTransfer',
      'p2pTransfer to',
    ],
  },
  {
    isBlocked: true,
    names: ['validateCard', 'setAllowedBeneficiaries', 'setAllowedMccList', 'changeAccountLimit'],
  },
];

check(
  'v1.overlap.different-things',
  'shows after changes at the same time what it shows after them one by one',
  async ({ v1 }) => {
    await forEvery(
      apart,
      ({ names }) => names.join(' and '),
      async ({ names, inTurn: ordered = names, isBlocked = false, looks = everyLook }) => {
        const [one, other] = await Promise.all([
          changesIn(v1, ordered, isBlocked, looks),
          changesIn(v1, names, isBlocked, looks),
        ]);
        // Which of them overlap is a matter of chance, so that it is tried more than once.
        for (let turn = 0; turn < (isShort ? 1 : 3); turn += 1) {
          const inTurn: Exchange[] = [];
          for (const send of await one.sends(turn)) inTurn.push(await send());
          const sends = await other.sends(turn);
          // What one of them writes back late shows only if another was sent after it.
          if (turn === 2) sends.reverse();

          const acts = await atOnce(() => sends.map((send) => send()));

          // What is refused in either is another matter.
          if (![...inTurn, ...acts].every(carriedOut)) return;
          expectSame(await one.look(), await other.look(), {
            acts,
            told: `${names.join(' and ')} at the same time`,
            as: 'the same one after the other',
          });
        }
      },
    );
  },
);

check(
  'v1.overlap.different-things',
  'lists as many restrictions of a card when they are set at once as when they are set in turn',
  async ({ v1, skip }) => {
    const form = await learnRestrictionForm(v1);
    if (form === undefined) return skip('no form of setGeoRestrictions is accepted');
    const requests = Array.from({ length: isShort ? 6 : 14 }, (_, place) => place);
    const set = (card: V1Card, place: number): Promise<Exchange> => {
      const rules = Array.from({ length: 50 }, (_, index) => ({
        ...aRestriction(index % 2 === 0 ? 'ENABLED' : 'DISABLED'),
        regionId: place * 50 + index + 1,
      }));
      return v1.setGeoRestrictions({
        cardIdentification: byNumber(card),
        restrictions: form.body(rules),
      });
    };
    const listed = async (card: V1Card): Promise<readonly [number, Exchange]> => {
      const shown = await v1.getGeoRestrictions({ cardIdentification: byNumber(card) });
      return [objectsIn(shown.answer.json, ['regionId']).length, shown];
    };
    const [one, other] = [await newCard(v1), await newCard(v1)];
    for (const place of requests) if (!carriedOut(await set(one, place))) return;
    const [inTurn] = await listed(one);

    const acts = await atOnce(() => requests.map((place) => set(other, place)));

    // What is refused beside another is another matter.
    if (!acts.every(carriedOut)) return;
    const [together, shown] = await listed(other);
    const words = `${inTurn} restrictions, as many as of a card that got them one after the other`;
    expect(together, sentExpectedGot([...acts.slice(-1), shown], words)).toBe(inTurn);
  },
);

interface Changes {
  readonly sends: (turn: number) => Promise<(() => Promise<Exchange>)[]>;
  readonly look: () => Promise<Facts>;
}

/** The changes in a world of their own, and what is to be seen of the card that they are about. */
async function changesIn(
  v1: V1Client,
  names: readonly DeedName[],
  isBlocked: boolean,
  looks: readonly Look[],
): Promise<Changes> {
  const world = await smallWorld(v1, { isBare: true });
  const card = world[0]?.cards[0] as V1Card;
  if (isBlocked) await block(v1, card);
  return {
    sends: async (turn) => {
      const deeds = await Promise.all(names.map((name) => deedIn(v1, world, name, turn)));
      return deeds.flatMap((deed) => (deed === undefined ? [] : [() => carryOut(v1, deed)]));
    },
    look: () => factsOf(v1, card, isShort ? ['codes', 'card'] : looks),
  };
}

check(
  'v1.overlap.registrations',
  'registers one customer of several with one number',
  async ({ v1 }) => {
    const registration = await newRegistration(v1);
    const { customer_number } = registration;
    const others = await Promise.all(
      Array.from({ length: isShort ? 1 : 4 }, () => newRegistration(v1, { customer_number })),
    );

    const answers = await atOnce(() =>
      [registration, ...others].map((one) => v1.registerCustomer(asRegistrationRequest(one))),
    );

    const done = answers.filter(carriedOut);
    const message = sentExpectedGot(answers, 'one success at most');
    expect(done.length <= 1, message).toBe(true);
  },
);

/** Movements of three cards, each of an amount of its own; named by places. */
const bursts: readonly (readonly Omit<Movement, 'isCarriedOut'>[])[] = [
  [moving(11_01, 0), moving(12_02, 0), moving(13_03, 0, 1), moving(14_04, 1, 0)],
  [moving(11_05, 0), moving(12_06, undefined, 0), moving(13_07, 0, 1), moving(5_08, undefined, 0)],
  [moving(21_09, 0, 1), moving(22_10, 1, 0), moving(23_11, 1, 2), moving(24_12, 2, 0)],
  [moving(3_13, undefined, 1), moving(4_14, 0, 1), moving(5_15, 2, 1), moving(6_16, 1)],
  // One kind waits for its like and not for another, so that many of two kinds are under way.
  byTurns((amount) => [moving(amount, undefined, 0), moving(amount + 50, 0)]),
  byTurns((amount) => [moving(amount, undefined, 0), moving(amount + 50, 0, 1)]),
  byTurns((amount) => [moving(amount, 1, 0), moving(amount + 50, 0)]),
];

/** Six times the same of small amounts, each of an amount of its own. */
function byTurns(
  once: (amount: number) => readonly Omit<Movement, 'isCarriedOut'>[],
): Omit<Movement, 'isCarriedOut'>[] {
  return Array.from({ length: 6 }, (_, turn) => once(1_01 + turn)).flat();
}

function moving(amount: number, from?: number, to?: number): Omit<Movement, 'isCarriedOut'> {
  return {
    amount: minorUnits(amount),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}

check(
  'v1.overlap.movements',
  'accounts for credits, debits and transfers that are sent at once',
  async ({ v1, skip }) => {
    const hidden = await feesHidden(v1);
    if (hidden !== undefined) return skip(hidden);
    await forEvery(
      bursts,
      (burst) => burst.map(({ amount }) => amount).join(', '),
      async (burst) => {
        const cards = await fundedCards(
          v1,
          [1, 2, 3].map((part) => minorUnits(100_00 + part)),
        );
        const before = await Promise.all(cards.map((card) => feesReported(v1, card)));

        const movements = await atOnce(() => burst.map((one) => sent(v1, cards, one)));

        await expectBalancesAccountedFor(v1, cards, movements, before);
      },
    );
  },
);

/** Cards of a transfer by their places: a block of either may come before it, and keep it from being carried out. */
const blockedMeanwhile = [
  ['that is paid', 1],
  ['that pays', 0],
] as const;

check(
  'v1.overlap.movements',
  'accounts for a transfer that is sent at once with a block of one of its cards',
  async ({ v1, skip }) => {
    const hidden = await feesHidden(v1);
    if (hidden !== undefined) return skip(hidden);
    if ((await learnBlockForm(v1)) === undefined) return skip('no card can be blocked');
    await forEvery(
      blockedMeanwhile,
      ([name]) => `the card ${name}`,
      async ([, place]) => {
        for (let turn = 0; turn < (isShort ? 1 : 3); turn += 1) {
          const cards = await fundedCards(v1, [minorUnits(50_01), minorUnits(50_02)]);
          const blocked = cards[place] as V1Card;
          const before = await Promise.all(cards.map((card) => feesReported(v1, card)));

          const [movement] = await atOnce(() => [
            sent(v1, cards, moving(10_01 + turn, 0, 1)),
            blockCard(v1, blocked),
          ]);

          // Whether the history of a blocked card is shown, and with it what was charged, is open.
          await v1.validateCard({ cardIdentification: byNumber(blocked) });
          await expectBalancesAccountedFor(v1, cards, [movement], before);
        }
      },
    );
  },
);

/** Movements of which none stands in the way of another, in whatever order they are carried out. */
const crossings: readonly (readonly [string, (typeof bursts)[number]])[] = [
  ['transfers in opposite directions', [moving(11_01, 0, 1), moving(12_02, 1, 0)]],
  ['transfers in a ring', [moving(11_03, 0, 1), moving(12_04, 1, 2), moving(13_05, 2, 0)]],
  ['movements from one card', [moving(11_06, 0, 1), moving(12_07, 0, 2), moving(3_08, 0)]],
  ['movements to one card', [moving(11_09, 1, 0), moving(12_10, 2, 0), moving(3_11, undefined, 0)]],
  [
    'movements of each kind',
    [moving(3_13, undefined, 1), moving(4_14, 1), moving(5_15, 0, 1), moving(6_16, 1, 0)],
  ],
];

check(
  'v1.overlap.each-is-carried-out',
  'carries out each of several movements at once that it carries out one after the other',
  async ({ v1 }) => {
    await forEvery(
      crossings,
      ([name]) => name,
      async ([name, burst]) => {
        const places = burst.flatMap(({ from, to }) => [from ?? 0, to ?? 0]);
        const cards = await fundedCards(
          v1,
          Array.from({ length: Math.max(...places) + 1 }, (_, place) => minorUnits(200_00 + place)),
        );
        for (const one of burst) {
          const amount = minorUnits(one.amount + 1_00);
          if (!(await sent(v1, cards, { ...one, amount })).isCarriedOut) return;
        }

        // How many transfers a card may make in a day is not shown, so that they are few.
        for (let turn = 2; turn < (isShort ? 3 : 4); turn += 1) {
          const movements = await atOnce(() =>
            burst.map((one) =>
              sent(v1, cards, { ...one, amount: minorUnits(one.amount + turn * 1_00) }),
            ),
          );
          const refused = movements.filter(({ isCarriedOut }) => !isCarriedOut);
          const amounts = refused.map(({ amount }) => amount).join(', ');
          const words = `${name} at the same time, of which ${amounts} was refused`;
          expect(refused.length, words).toBe(0);
        }
      },
    );
  },
);

check(
  'v1.overlap.each-is-carried-out',
  'carries out a debit beside a transfer that is denied, as it does after one',
  async ({ v1, skip }) => {
    const [card, to] = (await fundedCards(v1, [minorUnits(100_00), minorUnits(1_00)])) as [
      V1Card,
      V1Card,
    ];
    if (!(await block(v1, to))) return skip('no card can be blocked');
    const pays = (amount: number): Promise<Exchange> =>
      v1.p2pTransfer(aP2pTransfer(card, to, minorUnits(amount)));
    const spendable = card.balance + (await creditLimitOf(v1, card));
    const [most, some] = [Math.floor(spendable * 0.7), Math.floor(spendable * 0.4)];
    if (carriedOut(await pays(most))) return skip('a transfer to a blocked card is carried out');

    for (let turn = 0; turn < (isShort ? 1 : 3); turn += 1) {
      const amount = minorUnits(some + turn);
      const [denied, debit] = await atOnce(() => [
        pays(most + turn),
        v1.debitCard(anAmountOf(card, amount)),
      ]);
      if (carriedOut(denied)) return;
      // What is not carried out alone either is another matter.
      if (!carriedOut(debit) && !carriedOut(await v1.debitCard(anAmountOf(card, amount)))) return;
      const about = sentExpectedGot([denied, debit], 'the debit carried out, as it is alone');
      expect(carriedOut(debit), about).toBe(true);
      if (!carriedOut(await v1.creditCard(anAmountOf(card, amount)))) return;
    }
  },
);

const sameTwice: Readonly<Record<string, Omit<Movement, 'isCarriedOut'>>> = {
  'the same credit': moving(11_01, undefined, 0),
  'the same debit': moving(12_02, 0),
  'the same transfer': moving(13_03, 0, 1),
};

/** What is asked for as often as it is answered. */
const eachCounts: readonly LawRow<V1Client>[] = [
  ...rowsOf(
    Object.entries(sameTwice),
    ([name]) => name,
    async (v1: V1Client, [name, movement]) => {
      const cards = await fundedCards(v1, [minorUnits(200_00), minorUnits(1_00)]);
      const [card] = cards as [V1Card];
      const once = await sent(v1, cards, movement);
      const usual = (await balanceOf(v1, card)) - card.balance;
      if (!once.isCarriedOut || usual === 0) return;
      const listedOnce = await timesListed(v1, cards, movement);

      // Who takes the same once more for a mistake denies it: that is not carried out.
      const inTurn = await sent(v1, cards, movement);
      const together = await atOnce(() =>
        Array.from({ length: repeated(6, 2) }, () => sent(v1, cards, movement)),
      );

      const done = [once, inTurn, ...together].filter(({ isCarriedOut }) => isCarriedOut).length;
      const moved = (await balanceOf(v1, card)) - card.balance;
      expect(moved, `what ${name}, carried out ${done} times, moved`).toBe(done * usual);
      const listed = await timesListed(v1, cards, movement);
      for (const [place, { history, times }] of listed.entries()) {
        // Which movements a history lists at all is asked elsewhere.
        if (history === undefined || listedOnce[place]?.times !== 1) continue;
        const words = `${name} listed ${done} times, as often as it was carried out`;
        expect(times, sentExpectedGot(history, words)).toBe(done);
      }
    },
  ),
  ...rowsOf(
    [
      ['the same card order', 0],
      ['card orders that differ in their month', 1],
    ] as const,
    ([name]) => name,
    async (v1: V1Client, [, step]) => {
      const { expDate, productType } = await learnOrderTerms(v1);
      const ordered = (accountNumber: string, place: number): Promise<Exchange> => {
        const terms = { productType, expDate: String(Number(expDate) - place * step) };
        return v1.createVirtualCard(aCardOrder(v1.settings, { accountNumber, ...terms }));
      };
      const [one, other] = await Promise.all([newCustomer(v1), newCustomer(v1)]);
      const inTurn = [await ordered(one.accountNumber, 0), await ordered(one.accountNumber, 1)];
      // Where an account has one card only, or the same order once more is taken for the first one.
      if (!inTurn.every(carriedOut) || new Set(inTurn.map(orderedNumber)).size < 2) return;

      const together = await atOnce(() => [0, 1].map((at) => ordered(other.accountNumber, at)));

      const issued = together.filter(carriedOut);
      const terms = (acts: readonly Exchange[]) => acts.map(orderedMonth).toSorted();
      if (issued.length === 2) {
        const about = sentExpectedGot(issued, `the months ${terms(inTurn).join(', ')}, as in turn`);
        expect(terms(issued), about).toEqual(terms(inTurn));
      }
      const words = 'a cardNumber of its own for each card that is issued';
      const numbers = new Set(issued.map(orderedNumber));
      expect(numbers.size, sentExpectedGot(issued, words)).toBe(issued.length);
      for (const [turn, number] of [...numbers].entries()) {
        const credit = anAmountOf({ number }, minorUnits(11_01 + turn));
        expect(await v1.creditCard(credit)).toSucceed();
      }
    },
  ),
  {
    name: 'the cards of an account',
    ask: async (v1) => {
      const terms = await learnOrderTerms(v1);
      const [one, other] = await Promise.all([newCustomer(v1), newCustomer(v1)]);
      const ordered = ({ accountNumber }: typeof one): Promise<Exchange> =>
        v1.createVirtualCard(aCardOrder(v1.settings, { accountNumber, ...terms }));
      const listed = async ({
        accountNumber,
      }: typeof one): Promise<readonly [number, Exchange]> => {
        const shown = await v1.getAccountData({ accountNumber, returnCardNumber: true });
        return [accountCardsIn(shown.answer.json).length, shown];
      };
      const inTurn = [await ordered(one), await ordered(one)];
      const [howMany] = await listed(one);
      // Where an account has one card only, or lists one only, there is none to lose.
      if (!inTurn.every(carriedOut) || howMany !== inTurn.length) return;

      const acts = await atOnce(() => Array.from({ length: repeated(6) }, () => ordered(other)), {
        requests: repeated(6),
        ask: () => listed(other),
      });

      const issued = acts.filter(carriedOut);
      const [seen, shown] = await listed(other);
      const words = `${issued.length} cards, as many as were issued`;
      expect(seen, sentExpectedGot([...issued, shown], words)).toBe(issued.length);
    },
  },
];

check(
  'v1.overlap.same-request-counts-each-time',
  'books a movement, and issues a card, as often as it says that it carried it out',
  async ({ v1 }) => {
    await forEvery(
      eachCounts,
      ({ name }) => name,
      ({ ask }) => ask(v1),
    );
  },
);

/** The number of the card that was issued. */
function orderedNumber(issued: Exchange): CardNumber {
  return textAt(issued, 'virtualCardIdentification.cardNumber') as CardNumber;
}

function orderedMonth(issued: Exchange): string {
  return String(memberOf(issued.answer.json, 'virtualCardIdentification.expDate'));
}

/** How often the history of each card that a movement concerns lists it. Document 1, part 2.8. */
async function timesListed(
  v1: V1Client,
  cards: readonly V1Card[],
  { from, to, amount }: Omit<Movement, 'isCarriedOut'>,
): Promise<{ readonly history: Exchange | undefined; readonly times: number }[]> {
  const ends = [
    [from, 'DEBIT'],
    [to, 'CREDIT'],
  ] as const;
  const concerned = ends.flatMap(([place, direction]) =>
    place === undefined ? [] : [{ card: cards[place] as V1Card, direction }],
  );
  return Promise.all(
    concerned.map(async ({ card, direction }) => {
      const history = await historyOf(v1, card);
      const own = itemsOf(history).filter(
        (item) => amountMoved(item) === amount && directionOf(item) === direction,
      );
      return { history, times: own.length };
    }),
  );
}

async function sent(
  v1: V1Client,
  cards: readonly V1Card[],
  movement: Omit<Movement, 'isCarriedOut'>,
): Promise<Movement> {
  const { from, to, amount } = movement;
  const [payer, receiver] = [from, to].map((place) => cards[place ?? -1]);
  const ask = async (): Promise<Exchange> => {
    if (payer === undefined) return v1.creditCard(anAmountOf(receiver as V1Card, amount));
    if (receiver === undefined) return v1.debitCard(anAmountOf(payer, amount));
    return v1.p2pTransfer(aP2pTransfer(payer, receiver, amount));
  };
  return { ...movement, isCarriedOut: carriedOut(await ask()) };
}

/** Whether a debit of more than there is is denied when it is alone, which is open. */
function learnWhetherOverdraftIsDenied(v1: V1Client): Promise<boolean> {
  return v1.learn('v1 overdraft is denied', async () => {
    const card = await fundedCard(v1, minorUnits(10_00));
    const more = card.balance + (await creditLimitOf(v1, card)) + 1_00;
    return !carriedOut(await v1.debitCard(anAmountOf(card, minorUnits(more))));
  });
}

check(
  'v1.overlap.debits-never-overdraw',
  'takes no account lower by debits and transfers at once than one after the other',
  async ({ v1, skip }) => {
    if (!(await learnWhetherOverdraftIsDenied(v1))) return skip('an overdraft is not denied');
    await forEvery(
      [
        'debits',
        'debits and transfers',
        'debits with two cards',
        'transfers with two cards',
      ] as const,
      (name) => name,
      async (name) => {
        const amounts = [20_00, 1_00, 1_01].map(minorUnits);
        const [card, ...paid] = (await fundedCards(v1, amounts)) as [V1Card, ...V1Card[]];
        const least = -(await creditLimitOf(v1, card));
        const second = name.endsWith('two cards') ? await anotherCardOf(v1, card) : card;
        if (second === undefined) return;

        // Any two of them are more than there is.
        const spendable = card.balance - least;
        const acts = await atOnce(() =>
          Array.from({ length: isShort ? 2 : 6 }, (_, index) => {
            const amount = minorUnits(Math.ceil(spendable * 0.6) + index);
            const payer = index % 2 === 0 ? card : second;
            const isDebit =
              name === 'debits and transfers' ? index % 2 === 0 : name.startsWith('debits');
            return isDebit
              ? v1.debitCard(anAmountOf(payer, amount))
              : // Two cards pay two others, so that they have nothing but their account in common.
                v1.p2pTransfer(aP2pTransfer(payer, paid[index % 2] as V1Card, amount));
          }),
        );

        const held = await balanceOf(v1, card);
        const message = sentExpectedGot(acts, `a balance of ${least} or more`, `it is ${held}`);
        expect(held >= least, message).toBe(true);
      },
    );
  },
);

const held = { preAuthorization: true };

/** Debits of one account, each of more than half of what it may spend; and the orders in which two may be carried out. */
const reserving: readonly {
  readonly name: string;
  readonly parts: readonly object[];
  readonly inTurn: readonly (readonly object[])[];
}[] = [
  {
    name: 'pre-authorised debits',
    parts: Array.from({ length: repeated(6) }, () => held),
    inTurn: [[held, held]],
  },
  {
    name: 'a pre-authorised debit and another',
    parts: [held, {}],
    inTurn: [
      [held, {}],
      [{}, held],
    ],
  },
];

check(
  'v1.overlap.debits-never-overdraw',
  'reserves money for one of several debits at once, as for one of two in turn',
  async ({ v1 }) => {
    await forEvery(
      reserving,
      ({ name }) => name,
      async ({ parts, inTurn }) => {
        const cards = await fundedCards(v1, [
          minorUnits(20_00),
          ...inTurn.map(() => minorUnits(20_00)),
        ]);
        const [card] = cards as [V1Card];
        const spendable = card.balance + (await creditLimitOf(v1, card));
        const pay = (from: V1Card, part: object, place: number): Promise<Exchange> => {
          const amount = minorUnits(Math.ceil(spendable * 0.6) + place);
          return v1.debitCard({ ...anAmountOf(from, amount), ...part });
        };
        // Whether what is pre-authorised is kept from others is open.
        for (const [turn, [first = {}, second = {}]] of inTurn.entries()) {
          const other = cards[turn + 1] as V1Card;
          if (!carriedOut(await pay(other, first, 0))) return;
          if (carriedOut(await pay(other, second, 1))) return;
        }

        const acts = await atOnce(() => parts.map((part, place) => pay(card, part, place)), {
          requests: parts.length,
          ask: () => v1.getAccountBalanceFromBo({ accountNumber: card.accountNumber }),
        });

        const done = acts.filter(carriedOut);
        const about = sentExpectedGot(done, 'one of them carried out, as of two in turn');
        expect(done.length <= 1, about).toBe(true);
      },
    );
  },
);
