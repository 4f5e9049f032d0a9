import { atOnce } from '../../../fixtures/at-once.ts';
import { anAmountOf, byNumber } from '../../../fixtures/builders/v1.ts';
import { minorUnits } from '../../../fixtures/builders/values.ts';
import { expect } from '../../../fixtures/check.ts';
import { carriedOut, type V1Client, v1Path } from '../../../fixtures/clients/v1.ts';
import { sentExpectedGot } from '../../../fixtures/expect.ts';
import { historyOf } from '../../../fixtures/dialect/v1.ts';
import { amountMoved, transactionsIn } from '../../../fixtures/fields/v1-items.ts';
import { repeated } from '../../../fixtures/repeated.ts';
import { expectSame } from '../../../fixtures/expect-facts.ts';
import { type Exchange, memberOf } from '../../../fixtures/transcript/exchange.ts';
import {
  type Changing,
  deedOf,
  plainly,
  withMembers,
} from '../../../fixtures/worlds/v1-subjects.ts';
import { everyLook, factsOf, type Look } from '../../../fixtures/worlds/v1-looks.ts';
import { listedIn } from '../../../fixtures/worlds/v1-leaves.ts';
import { balanceOf, newCard, newCustomer, type V1Card } from '../../../fixtures/worlds/v1.ts';
import { fundedCards } from '../../../fixtures/worlds/v1-funded.ts';
import { type LawRow, rowsOf } from '../../law-rows.ts';

type Row = LawRow<V1Client>;

// Document 1, part 4: requests that are sent together are answered and carried out each for itself.

/** Another content than that of the plain request, where the operation has any. */
const otherContent: Readonly<Partial<Record<Changing, object>>> = {
  creditCard: { amount: 7_11 },
  debitCard: { amount: 3_33 },
  p2pTransfer: { amount: 2_22 },
  changeAccountArrestAmount: { amount: 2_00 },
  changeAccountLimit: { limit: { value: 321_00 } },
  setAllowedMccList: { mccList: [5812] },
};

/** Where the effect of another one would be seen. */
const inPairs: readonly Changing[] = [
  'registerCustomer',
  'creditCard',
  'debitCard',
  'changeCardLimit',
  'createVirtualCard',
  'blockCard',
  'validateCard',
  'setGeoRestrictions',
  'changeAccountArrestAmount',
  'changeAccountLimit',
  'setAllowedMccList',
];

export const eachHasItsOwnEffect = rowsOf(
  inPairs,
  (operation) => operation,
  async (v1: V1Client, operation) => {
    const deed = await deedOf(v1, operation);
    if ('missing' in deed) return;
    const plain = await plainly(v1, deed);
    if (plain === undefined) return;
    const [one, other] = await Promise.all([deed.subject(), deed.subject()]);
    const another = otherContent[operation];
    const change = (body: object): object => withMembers(body, another ?? {});

    const [answer, answerOfOther] = await atOnce(() => [
      deed.send(deed.of(one)),
      deed.send(change(deed.of(other))),
    ]);

    expect(answer).toSucceed();
    expectSame(plain, await deed.look(one), {
      acts: [answerOfOther, answer],
      told: `${operation}, together with one for another customer`,
      as: `after ${operation} alone`,
    });
    if (!carriedOut(answerOfOther)) return;
    let alone = plain;
    if (another !== undefined) {
      const third = await deed.subject();
      if (!carriedOut(await deed.send(change(deed.of(third))))) return;
      alone = await deed.look(third);
    }
    expectSame(alone, await deed.look(other), {
      acts: [answer, answerOfOther],
      told: `${operation}, together with one for another customer`,
      as: `after ${operation} alone`,
    });
  },
);

/** Long lists of an account, each of its own items: the longer, the longer they are under way together. */
const lists = [
  {
    set: 'setAllowedMccList',
    get: 'getAllowedMccList',
    member: 'mccList',
    itemsOf: (place: number) => itemsFrom(1000 + place * itemsOfAList),
  },
  {
    set: 'setAllowedBeneficiaries',
    get: 'getAllowedBeneficiaries',
    member: 'beneficiaries',
    itemsOf: (place: number) =>
      itemsFrom(700_000 + place * itemsOfAList).map((item) => `40009${item}`),
  },
] as const;

const itemsOfAList = 200;

function itemsFrom(first: number): number[] {
  return Array.from({ length: itemsOfAList }, (_, index) => first + index);
}

export const eachListIsItsOwn = rowsOf(
  lists,
  ({ set }) => `${set} of many items for each of several accounts`,
  async (v1: V1Client, { set, get, member, itemsOf }) => {
    const accounts = await Promise.all(Array.from({ length: repeated(8) }, () => newCustomer(v1)));
    const send = (place: number): Promise<Exchange> => {
      const accountNumber = accounts[place]?.accountNumber;
      return v1[set]({ accountNumber, [member]: itemsOf(place) });
    };
    const listed = async (place: number): Promise<readonly [string[], Exchange]> => {
      const shown = await v1[get]({ accountNumber: accounts[place]?.accountNumber });
      return [listedIn(shown.answer.json), shown];
    };
    const own = (place: number): string[] => itemsOf(place).map(String).toSorted();
    // Which items there may be, and how many, is open, and so is the form in which they are shown.
    if (!carriedOut(await send(0)) || (await listed(0))[0].join() !== own(0).join()) return;

    const acts = await atOnce(() => accounts.map((_account, place) => send(place)), {
      requests: accounts.length,
      ask: () => listed(0),
    });

    for (const [place, act] of acts.entries()) {
      if (!carriedOut(act) && !carriedOut(await send(place))) continue;
      const about = sentExpectedGot(act, 'the list set, as it is alone');
      expect(carriedOut(act), about).toBe(true);
      const [items, shown] = await listed(place);
      const [first, last] = [own(place)[0], own(place).at(-1)];
      const words = `the ${itemsOfAList} items from ${first} to ${last} alone`;
      expect(items.join() === own(place).join(), sentExpectedGot([act, shown], words)).toBe(true);
    }
  },
);

export const eachBodyIsItsOwn: Row = {
  name: 'credits that arrive in two pieces, with others in between',
  ask: async (v1) => {
    const cards = await Promise.all([0, 1, 2].map(() => newCard(v1)));
    const whole = Promise.withResolvers<unknown>();
    const credit = (card: V1Card, amount: number, isCut: boolean): Promise<Exchange> => {
      const body = JSON.stringify(anAmountOf(card, minorUnits(amount)));
      const cut = isCut ? { cutAfter: body.indexOf(',"amount"'), goesOnAfter: whole.promise } : {};
      const [operation, method] = ['creditCard', 'POST'] as const;
      return v1.send({ operation, method, path: v1Path(operation), body, ...cut });
    };
    const balances = (): Promise<number[]> => Promise.all(cards.map((card) => balanceOf(v1, card)));
    const [first = 0] = await balances();
    const alone = await credit(cards[0] as V1Card, 21_01, false);
    const before = await balances();
    // What a credit may cost is open.
    if (!carriedOut(alone) || before[0] !== first + 21_01) return;

    // The last one is answered between the pieces of the others, however busy both ends are.
    const cut = cards.slice(0, 2).map((card, place) => credit(card, 31_02 + place, true));
    await balanceOf(v1, cards[2] as V1Card);
    const last = credit(cards[2] as V1Card, 31_04, false);
    last.then(whole.resolve, whole.resolve);
    const acts = await Promise.all([...cut, last]);

    for (const act of acts) expect(act).toSucceed();
    const wanted = before.map((held, place) => held + 31_02 + place);
    const about = sentExpectedGot(acts, `balances of ${wanted.join(', ')}`);
    expect(await balances(), about).toEqual(wanted);
  },
};

export const eachReadsItsOwn: Row = {
  name: 'shows to each of many reads at the same time what it asks for',
  ask: async (v1) => {
    const customers = await Promise.all([0, 1, 2, 3].map(() => newCustomer(v1)));
    const asked = [...customers, ...customers.toReversed(), ...customers];

    const details = await Promise.all(
      asked.map((customer) => v1.getCustomerDetails(onlyNumber(customer))),
    );
    const accounts = await Promise.all(
      asked.map(({ accountNumber }) => v1.getAccountData({ accountNumber })),
    );
    const known = await Promise.all(
      asked.map(({ customerNumber }, place) =>
        v1.isCustomerExist({
          customerNumber: place % 2 === 0 ? customerNumber : `${customerNumber}-none`,
        }),
      ),
    );

    for (const [place, { customerNumber, accountNumber }] of asked.entries()) {
      expect(details[place]).toSucceed({ customerNumber });
      expect(accounts[place]).toSucceed({ accountData: { number: accountNumber } });
      const isKnown = memberOf(known[place]?.answer.json, 'result') === true;
      const words = place % 2 === 0 ? 'result true' : 'no result true';
      const about = sentExpectedGot(known[place] ?? [], words);
      expect(isKnown === (place % 2 === 0), about).toBe(true);
    }
  },
};

/** Reads of one thing that ask for more, or for a part of it. Part 4. */
const askedDifferently: readonly {
  readonly operation: 'getAccountData' | 'getCustomerInfo';
  readonly plain: (card: V1Card) => object;
  readonly option: (card: V1Card) => object;
}[] = [
  {
    operation: 'getAccountData',
    plain: ({ accountNumber }) => ({ accountNumber }),
    option: () => ({ returnCardNumber: true }),
  },
  {
    operation: 'getCustomerInfo',
    plain: ({ customer: { customerNumber } }) => ({ customerNumber }),
    option: ({ accountNumber }) => ({ accountNumber }),
  },
];

export const eachReadsAsAsked = rowsOf(
  askedDifferently,
  ({ operation }) => `${operation} with an option and without it at the same time`,
  async (v1: V1Client, { operation, plain, option }) => {
    const card = await newCard(v1);
    const bodies = [plain(card), { ...plain(card), ...option(card) }];
    const shownTo = async (body: object): Promise<string> =>
      (await v1[operation](body)).answer.text;
    const alone: string[] = [];
    for (const body of [...bodies, ...bodies]) alone.push(await shownTo(body));
    const [without, having, ...again] = alone;
    // Where the option shows nothing else, or an answer tells when it was given, there is nothing to compare.
    if (without === having || again.join() !== [without, having].join()) return;

    const answers = await atOnce(() => [...bodies, ...bodies, ...bodies].map(shownTo));

    const wanted = answers.map((_answer, place) => alone[place % 2]);
    expect(answers, `${operation}, asked differently at the same time`).toEqual(wanted);
  },
);

function onlyNumber({ customerNumber }: { readonly customerNumber: string }): object {
  return { customerNumber };
}

/** PINs that nobody takes for too simple; each is asked for by a card of its own. */
const pins = ['4821', '7350', '9163', '2794'];

export const eachPinIsItsOwn: Row = {
  name: 'answers each of several generatePin at the same time with its own PIN',
  ask: async (v1) => {
    const cards = await Promise.all(pins.map(() => newCard(v1)));
    const form = (place: number) =>
      v1.generatePin({
        cardIdentification: byNumber(cards[place] as V1Card),
        pinDeliveryMethod: 'WS',
        pinValue: pins[place],
      });
    // Whether a chosen PIN is taken and shown is open.
    const alone = await form(0);
    if (memberOf(alone.answer.json, 'pinValue') !== pins[0]) return;

    const answers = await atOnce(() => pins.map((_pin, place) => form(place)));

    for (const [place, answer] of answers.entries()) {
      if (carriedOut(answer)) expect(answer).toSucceed({ pinValue: pins[place] });
    }
  },
};

export const eachShowsItsOwn: Row = {
  name: 'shows of two cards and accounts at the same time what it shows of each alone',
  ask: async (v1) => {
    const amounts = [minorUnits(31_00), minorUnits(57_00)];
    const [one, other] = (await fundedCards(v1, amounts)) as [V1Card, V1Card];
    // What only one of them has is not shown of the other.
    for (const operation of [
      'changeCardLimit',
      'setGeoRestrictions',
      'changeAccountLimit',
    ] as const) {
      const deed = await deedOf(v1, operation);
      if (!('missing' in deed)) await deed.send(deed.of({ ...one, to: other.number }));
    }
    const seen = async (card: V1Card, look: Look): Promise<string> => {
      if (look === 'history') return amountsIn(await historyOf(v1, card));
      return (await factsOf(v1, card, [look])).map(({ shown }) => shown).join();
    };
    // One kind after the other, so that none follows its like while that may still be under way.
    const alone: Map<Look, string>[] = [];
    for (const card of [one, other]) {
      const shown = new Map<Look, string>();
      for (const look of everyLook) shown.set(look, await seen(card, look));
      alone.push(shown);
    }
    for (const look of everyLook) {
      const answers = await atOnce(() => [one, other, other, one].map((card) => seen(card, look)));

      const wanted = [0, 1, 1, 0].map((place) => alone[place]?.get(look));
      expect(answers, `${look} of two at the same time, as of each alone`).toEqual(wanted);
    }
  },
};

/** What moved: inquiries, which may be listed, become more while it is looked at. */
function amountsIn(history: Exchange | undefined): string {
  const amounts = transactionsIn(history?.answer.json).map(amountMoved);
  return amounts
    .filter((amount) => amount !== 0)
    .toSorted((a, b) => a - b)
    .join();
}

/** Whether each CVC2 is a new one is open; where alone they differ, they do not agree because others are under way. */
export const eachCvcIsItsOwn: Row = {
  name: 'answers each of several generateCVC2 at the same time with the CVC2 of its card',
  ask: async (v1) => {
    const ask = (card: V1Card): Promise<Exchange> =>
      v1.generateCVC2({ cardIdentification: byNumber(card), deliveryMethod: 'WS' });
    const cards: V1Card[] = [];
    const alone: Exchange[] = [];
    while (cards.length < pins.length) {
      const card = await newCard(v1);
      cards.push(card);
      alone.push(await ask(card));
    }
    if (cvcsIn(alone) < 3) return;

    const answers = await atOnce(() => cards.map(ask));

    // Two of four may be alike by chance, and hardly three.
    const about = sentExpectedGot(answers, 'more than one CVC2, or two, for four cards');
    expect(cvcsIn(answers), about).toBeGreaterThan(2);
    for (const [place, answer] of answers.entries()) {
      const number = memberOf(answer.answer.json, 'cardNumber');
      if (typeof number !== 'string' || number === '' || /\D/.test(number)) continue;
      expect(answer).toSucceed({ cardNumber: cards[place]?.number });
    }
  },
};

/** How many different ones these answers show. */
function cvcsIn(answers: readonly Exchange[]): number {
  return new Set(answers.map(({ answer }) => memberOf(answer.json, 'cvc2'))).size;
}

export const strangersStayOut: Row = {
  name: 'lets nobody in without the token while others are let in',
  ask: async (v1) => {
    const stranger = v1.withHeaders({ Authorization: 'Basic none' });
    for (const operation of ['creditCard', 'setAllowedMccList'] as const) {
      const deed = await deedOf(v1, operation);
      if ('missing' in deed) continue;
      const [one, other] = await Promise.all([deed.subject(), deed.subject()]);

      const [allowed, ...refused] = await atOnce(() => [
        deed.send(deed.of(one)),
        deed.send(deed.of(other), stranger),
        stranger.getAccountData({ accountNumber: other.accountNumber }),
      ]);

      if (!carriedOut(allowed)) continue;
      for (const answer of refused) expect(answer).toBeDenied();
    }
  },
};
