import { byNumber } from '../../../fixtures/builders/v1.ts';
import { minorUnits } from '../../../fixtures/builders/values.ts';
import { expect } from '../../../fixtures/check.ts';
import { carriedOut, type V1Client } from '../../../fixtures/clients/v1.ts';
import { sentExpectedGot } from '../../../fixtures/expect.ts';
import { expectSame } from '../../../fixtures/expect-facts.ts';
import { memberOf } from '../../../fixtures/transcript/exchange.ts';
import {
  type Changing,
  deedOf,
  plainly,
  withMembers,
} from '../../../fixtures/worlds/v1-subjects.ts';
import { shownIn } from '../../../fixtures/worlds/v1-looks.ts';
import { fundedCards, newCard, newCustomer, type V1Card } from '../../../fixtures/worlds/v1.ts';
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

    const [answer, answerOfOther] = await Promise.all([
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

    const answers = await Promise.all(pins.map((_pin, place) => form(place)));

    for (const [place, answer] of answers.entries()) {
      if (carriedOut(answer)) expect(answer).toSucceed({ pinValue: pins[place] });
    }
  },
};

/** What can be read of a card. */
const ofCards = ['getCardData', 'getCardLimits', 'getCardBalance', 'getTokenList'] as const;

export const eachCardShowsItsOwn: Row = {
  name: 'shows of two cards at the same time what it shows of each alone',
  ask: async (v1) => {
    const cards = await fundedCards(v1, [minorUnits(31_00), minorUnits(57_00)]);
    const read = (operation: (typeof ofCards)[number], card: V1Card) =>
      v1[operation]({ cardIdentification: byNumber(card) });
    for (const operation of ofCards) {
      const alone: string[] = [];
      for (const card of cards) alone.push(shownIn(await read(operation, card)));

      const asked = [...cards, ...cards.toReversed()];
      const answers = await Promise.all(asked.map((card) => read(operation, card)));

      for (const [place, answer] of answers.entries()) {
        const own = alone[[0, 1, 1, 0][place] ?? 0] ?? '';
        expect(shownIn(answer), sentExpectedGot(answer, `as alone: ${own}`)).toBe(own);
      }
    }
  },
};

export const strangersStayOut: Row = {
  name: 'lets nobody in without the token while others are let in',
  ask: async (v1) => {
    const stranger = v1.withHeaders({ Authorization: 'Basic none' });
    for (const operation of ['creditCard', 'setAllowedMccList'] as const) {
      const deed = await deedOf(v1, operation);
      if ('missing' in deed) continue;
      const [one, other] = await Promise.all([deed.subject(), deed.subject()]);

      const [allowed, ...refused] = await Promise.all([
        deed.send(deed.of(one)),
        deed.send(deed.of(other), stranger),
        stranger.getAccountData({ accountNumber: other.accountNumber }),
      ]);

      if (!carriedOut(allowed)) continue;
      for (const answer of refused) expect(answer).toBeDenied();
    }
  },
};
