import {
  aCardholder,
  aFullCardholder,
  aTopUp,
  aTransfer,
  aVerification,
} from '../../../fixtures/builders/v2.ts';
import { faker, uniqueNumber } from '../../../fixtures/builders/faker.ts';
import { without, withValue } from '../../../fixtures/builders/spoil.ts';
import { names } from '../../../fixtures/builders/names.ts';
import {
  asPosted,
  asTyped,
  withinLetter,
  withoutControls,
} from '../../../fixtures/builders/texts.ts';
import { minorUnits } from '../../../fixtures/builders/values.ts';
import { expect } from '../../../fixtures/check.ts';
import type { V2Client } from '../../../fixtures/clients/v2.ts';
import { memberExpected, sentExpectedGot } from '../../../fixtures/expect.ts';
import { inSmokeOnly, repeated } from '../../../fixtures/repeated.ts';
import { expectSame } from '../../../fixtures/expect-facts.ts';
import {
  type Exchange,
  isUnset,
  memberOf,
  succeeded,
} from '../../../fixtures/transcript/exchange.ts';
import { feeOf } from '../../../fixtures/worlds/v2-fees.ts';
import { type TestCard, textAt } from '../../../fixtures/worlds/v2.ts';
import {
  balancesOf,
  cardNow,
  fundedCard,
  newCard,
  newCardholder,
  newCardOf,
} from '../../../fixtures/worlds/v2.ts';
import { asShown } from '../../../fixtures/worlds/v2-as-shown.ts';
import { cardFacts } from '../../../fixtures/worlds/v2-card-facts.ts';
import { type LawRow, rowsOf } from '../../law-rows.ts';

// Document 2, parts 1, 2.1 and 2.2: cardholders and cards that came about alike are alike, and show what was sent.

type Row = LawRow<V2Client>;

/** The optional members of a cardholder, each with a value of its own. Part 2.1. */
const optional = ['email', 'dateOfBirth', 'status', 'billingAddress.city', 'billingAddress.line1']
  .concat(['billingAddress.line2', 'billingAddress.state', 'verification'])
  .concat(['all of them']);

export const optionalMembersLeaveTheRest = rowsOf(
  optional,
  (path) => `a cardholder with ${path}`,
  async (v2: V2Client, path) => {
    const sent = cardholderWith(path);
    const created = await v2.createCardholder(sent);
    if (!succeeded(created)) return;

    expectShown(created, sent, ['firstName', 'lastName', 'billingAddress.country']);
    const [card, other] = await Promise.all([newCardOf(v2, textAt(created, 'id')), newCard(v2)]);
    expectSame(await cardFacts(v2, other), await cardFacts(v2, card), {
      acts: [created],
      told: `a card of a cardholder with ${path}`,
      as: 'that of one without',
    });
    if (inSmokeOnly()) return;
    const alike = await v2.createCardholder(cardholderWith(path));
    if (!succeeded(alike)) return;
    const twin = await newCardOf(v2, textAt(alike, 'id'));
    const shown = await Promise.all([card, twin].map((one) => cardNow(v2, one)));
    const [own, others] = shown.map((one) => textAt(one, 'account.accountNumber'));
    expect(own === others, sentExpectedGot(shown, 'an account for each')).toBe(false);
  },
);

function cardholderWith(path: string): object {
  const full = aFullCardholder();
  if (path === 'all of them') return full;
  const value = memberOf({ ...full, verification: aVerification('passport') }, path);
  return withValue(aCardholder(), path, value);
}

function expectShown(
  exchange: Parameters<typeof textAt>[0],
  sent: object,
  paths: readonly string[],
): void {
  for (const path of paths) {
    const [wanted, shown] = [memberOf(sent, path), memberOf(exchange.answer.json, path)];
    const isSame =
      typeof wanted !== 'string' ||
      (path.startsWith('billingAddress')
        ? asPosted(shown) === asPosted(wanted)
        : [normal(wanted), asTyped(normal(wanted))].includes(normal(shown)));
    const sides = { wanted: `${JSON.stringify(wanted)}, as it was sent`, got: shown };
    expect(isSame, memberExpected(exchange, path, sides)).toBe(true);
  }
}

/** Letters may be composed in two ways and have a plain form. */
function normal(text: unknown): string {
  return String(text).normalize('NFKC');
}

export const newCardsAreNew = rowsOf(
  ['blocked', 'lost', 'stollen'],
  (status) => `a card after another one became ${status}`,
  async (v2: V2Client, status) => {
    const first = await newCard(v2);
    const asFirst = await cardFacts(v2, first);
    const other = await fundedCard(v2, minorUnits(30_00));
    await v2.createTransfer(aTransfer(other, first, minorUnits(3_00)));
    const spendingLimits = [
      { interval: 'daily', amount: 3_00 },
      { interval: 'monthly', amount: 9_00 },
    ];
    await v2.patchCard(first.id, { spendingLimits });
    await v2.patchCard(first.id, { status });

    const next = await newCard(v2);

    expectSame(asFirst, await cardFacts(v2, next), {
      acts: [],
      told: 'a card of a new cardholder, after others were changed',
      as: 'the first one, when it was new',
    });
  },
);

/** How many digits a number, its mask and a cvc have, and which of them a mask shows. */
export const digitsAreKept: Row = {
  name: 'cards with as many digits each, whatever the digits',
  ask: async (v2) => {
    const shown = new Map<string, Exchange>();
    for (let turn = 0; turn < repeated(16); turn += 1) {
      const card = await v2.getCard((await newCard(v2)).id);
      const [number, mask, cvc] = ['number', 'numberMask', 'cvc'].map((name) =>
        String(memberOf(card.answer.json, name)),
      ) as [string, string, string];
      shown.set([number.length, mask.length, cvc.length].join(), card);
      const end = /\d*$/.exec(mask)?.[0] ?? '';
      const about = sentExpectedGot(card, 'a mask that ends as the number does, or in no digit');
      expect(number.endsWith(end), about).toBe(true);
    }
    const words = 'a number, a mask and a cvc of as many digits as those of other cards';
    expect([...shown.keys()].slice(1), sentExpectedGot([...shown.values()], words)).toEqual([]);
  },
};

export const nothingIsTakenOver: Row = {
  name: 'a cardholder after one with every optional member',
  ask: async (v2) => {
    const full = aFullCardholder();
    const before = await v2.createCardholder(full);
    const created = await v2.createCardholder(aCardholder());
    if (!succeeded(before) || !succeeded(created)) return;

    for (const path of optional.slice(0, -1)) {
      const shown = memberOf(created.answer.json, path);
      // A service may well have a status of its own for who was created without one.
      if (path === 'status' || isUnset(shown)) continue;
      const words = `no ${path}, since none was sent`;
      // Another row may have sent an address of mail since.
      const isOthers =
        normal(shown) === normal(memberOf(full, path)) || normal(shown).endsWith('@example.com');
      expect(isOthers, sentExpectedGot([before, created], words)).toBe(false);
    }
  },
};

/** Members that nobody can know without having been told them. */
const ownMembers = ['email', 'dateOfBirth', 'verification.documentId', 'verification'].concat(
  ['city', 'line1', 'line2', 'state'].map((name) => `billingAddress.${name}`),
);

/** How these look where anybody is told of them here, and nobody makes them up. */
const toldOfOthers: Readonly<Record<string, RegExp>> = {
  email: /@example\.com$/i,
  'verification.documentId': /^X\d{9}$/i,
  'billingAddress.city': /^Villa \d+$/i,
  'billingAddress.state': /^Villa \d+$/i,
};

/** Each lacks one optional member that those before it have, with values that only they have. */
export const noMemberIsTakenOver: Row = {
  name: 'a cardholder after others of the same address with one optional member more',
  ask: async (v2) => {
    const asked = ownMembers.slice(0, repeated(ownMembers.length, 1));
    // What is known of a place may be looked up by its code, but nobody else has told of one that is nowhere.
    // Nobody else lives at this code either: builders draw codes of the city, and this is one of its province.
    const postalCode = `28${faker.number.int({ min: 100, max: 999 })}`;
    // All of one household, so that whatever is looked up by a part of the address is found.
    const billingAddress = { ...inFull().billingAddress, postalCode };
    const inPlace = (): object => ({ ...inFull(), billingAddress });
    const first = await v2.createCardholder(inPlace());
    const isVerified = succeeded(first);
    // Which identity documents there are is not shown.
    const whole = (): object => (isVerified ? inPlace() : without(inPlace(), 'verification'));
    const others = [isVerified ? first : await v2.createCardholder(whole())];
    for (const path of asked) {
      const created = await v2.createCardholder(without(whole(), path));
      const shown = memberOf(created.answer.json, path);
      const other = others.find((one) => {
        const told = memberOf(JSON.parse(one.request.body ?? '{}'), path);
        return !isUnset(told) && JSON.stringify(shown) === JSON.stringify(told);
      });
      // Between the two, other checks create cardholders as well.
      const isTaken = other !== undefined || (toldOfOthers[path]?.test(String(shown)) ?? false);
      const words = `no ${path}, since none was sent`;
      expect(isTaken, sentExpectedGot([other ?? first, created], words)).toBe(false);
      if (succeeded(created)) others.push(created);
    }
  },
};

/** Each of those before it was refused, with an address and a document of its own. */
export const nothingOfARefusedOneIsShown: Row = {
  name: 'a cardholder after others that were refused for one member missing',
  ask: async (v2) => {
    const missing = [
      'billingAddress.postalCode',
      'billingAddress.country',
      'firstName',
      'lastName',
      'phoneNumber',
    ];
    const told = `Q${uniqueNumber(9)}`;
    // Others may be created between the two, so that each is tried one after the other and side by side.
    const tried = [missing, missing, missing].flat().slice(0, repeated(3 * missing.length, 1));
    for (const [turn, path] of tried.entries()) {
      const full = inFull();
      const places = { city: told, state: told, line1: told, line2: told };
      const body = {
        ...full,
        billingAddress: { ...full.billingAddress, ...places },
        email: `${told.toLowerCase()}@example.com`,
        verification: { ...full.verification, documentId: told },
      };
      const refusing = v2.createCardholder(without(body, path));
      if (turn % 2 === 0) await refusing;
      const [refusal, created] = await Promise.all([refusing, v2.createCardholder(aCardholder())]);
      const read = await v2.getCardholder(textAt(created, 'id'));

      for (const shown of [created, read]) {
        const words = `nothing of ${told}, which was sent for another cardholder`;
        const isShown = shown.answer.text.toUpperCase().includes(told);
        expect(isShown, sentExpectedGot([refusal, created, shown], words)).toBe(false);
      }
    }
  },
};

/** With every optional member, and places that are nowhere, so that none can be looked up. */
function inFull() {
  const full = aFullCardholder();
  const [city, state] = [uniqueNumber(8), uniqueNumber(8)].map((number) => `Villa ${number}`);
  return {
    ...full,
    billingAddress: { ...full.billingAddress, city, state },
    verification: aVerification('passport'),
  };
}

export const alikeLivesApart: Row = {
  name: 'two cardholders with the same content',
  ask: async (v2) => {
    const full = aFullCardholder();
    const first = await v2.createCardholder(full);
    // Whether two may have one telephone or one address of mail is not shown.
    const asFull = await v2.createCardholder({ ...full, firstName: 'Berta' });
    const { phoneNumber } = aCardholder();
    const second = succeeded(asFull)
      ? asFull
      : await v2.createCardholder({ ...full, firstName: 'Berta', phoneNumber });
    if (!succeeded(first) || !succeeded(second)) return;
    const ids = [textAt(first, 'id'), textAt(second, 'id')];
    const about = sentExpectedGot([first, second], 'a cardholder for each');
    expect(ids[0] === ids[1], about).toBe(false);

    expectShown(await v2.getCardholder(ids[0] ?? ''), full, ['firstName', 'lastName']);
    const [one, other] = await Promise.all(ids.map((id) => newCardOf(v2, id)));
    if (one === undefined || other === undefined) return;
    const before = await cardFacts(v2, other);
    const topUp = await v2.createTopUp(aTopUp(one, minorUnits(5_00)));
    await v2.patchCard(one.id, { status: 'blocked' });
    const deed = { acts: [topUp], told: 'top-up and block of the first', as: 'before' };
    expectSame(before, await cardFacts(v2, other), deed);
  },
};

/** A creation that can be sent twice as it is, and the card that gains by it, if one does. */
interface Creation {
  readonly create: () => Promise<Exchange>;
  readonly gaining?: TestCard;
}

/** What a movement that is sent twice moves. */
const cents = 5_00;

const creations: Readonly<Record<string, (v2: V2Client) => Promise<Creation>>> = {
  'a cardholder': async (v2) => {
    const full = aFullCardholder();
    return { create: () => v2.createCardholder(full) };
  },
  'a cardholder with a document': async (v2) => {
    const full = { ...aFullCardholder(), verification: aVerification('passport') };
    return { create: () => v2.createCardholder(full) };
  },
  'a cardholder with the document of another': async (v2) => {
    const verification = aVerification('passport');
    return { create: () => v2.createCardholder({ ...aFullCardholder(), verification }) };
  },
  'a card': async (v2) => {
    const cardholder = await newCardholder(v2);
    return { create: () => v2.createCard({ productName: v2.productName, cardholder }) };
  },
  'a top-up': async (v2) => {
    const gaining = await newCard(v2);
    return { create: () => v2.createTopUp(aTopUp(gaining, minorUnits(cents))), gaining };
  },
  'a transfer': async (v2) => {
    const [from, gaining] = await Promise.all([fundedCard(v2, minorUnits(50_00)), newCard(v2)]);
    const order = aTransfer(from, gaining, minorUnits(cents));
    return { create: () => v2.createTransfer(order), gaining };
  },
};

export const eachCreationMakesAnother = rowsOf(
  Object.entries(creations),
  ([name]) => `the same creation of ${name}`,
  async (v2: V2Client, [name, creation]) => {
    const { create, gaining } = await creation(v2);
    const inTurn = [await create(), await create()];
    const together = inSmokeOnly()
      ? []
      : await Promise.all([create(), create(), create(), create()]);

    // Whether it may be sent twice is not shown; where it is answered as a creation it is one.
    const made = [...inTurn, ...together].filter(succeeded);
    const ids = made.map((one) => textAt(one, 'id'));
    expect(ids.length - new Set(ids).size, sentExpectedGot(made, 'an id for each')).toBe(0);
    if (gaining !== undefined) {
      const approved = made.filter(({ answer }) => memberOf(answer.json, 'status') === 'approved');
      const balance = gaining.balance + approved.length * cents;
      expect(await cardNow(v2, gaining)).toSucceed({ account: { balance } });
    }
    if (name === 'a card') {
      const cards = await Promise.all(ids.map((id) => cardNow(v2, { id })));
      const numbers = cards.map((card) => textAt(card, 'number'));
      const about = sentExpectedGot([...made, ...cards], 'a number for each');
      expect(numbers.length - new Set(numbers).size, about).toBe(0);
    }
    if (!name.startsWith('a cardholder') || ids.length < 2 || inSmokeOnly()) return;
    const cards = await Promise.all(
      ids.slice(0, 2).map(async (id) => cardNow(v2, await newCardOf(v2, id))),
    );
    const [own, others] = cards.map((card) => textAt(card, 'account.accountNumber'));
    const about = sentExpectedGot([...made.slice(0, 2), ...cards], 'an account for each');
    expect(own === others, about).toBe(false);
  },
);

/** A movement that follows another of the same amount at once, and has another card, is no repetition of it. */
export const otherCardsMakeAnother: Row = {
  name: 'top-ups and transfers of one amount between three cards, forth and back',
  ask: async (v2) => {
    const cards = await Promise.all([newCard(v2), newCard(v2), newCard(v2)]);
    const [first, second, third] = cards;
    const before = await balancesOf(v2, cards);
    const ways: readonly (readonly [from: TestCard | undefined, to: TestCard])[] = [
      ...cards.map((card) => [undefined, card] as const),
      [first, second],
      [second, first],
      [first, third],
      [third, second],
    ];
    const moved: { readonly from?: TestCard; readonly to: TestCard; readonly act: Exchange }[] = [];
    for (const [from, to] of ways) {
      const act = await (from === undefined
        ? v2.createTopUp(aTopUp(to, minorUnits(30_00)))
        : v2.createTransfer(aTransfer(from, to, minorUnits(4_00))));
      // Whether one so like another is taken is not shown.
      if (memberOf(act.answer.json, 'status') !== 'approved') continue;
      moved.push({ ...(from === undefined ? {} : { from }), to, act });
    }

    const acts = moved.map(({ act }) => act);
    const ids = acts.map((act) => `${act.operation} ${textAt(act, 'id')}`);
    expect(ids.length - new Set(ids).size, sentExpectedGot(acts, 'an id for each')).toBe(0);
    const wanted: number[] = [...before];
    for (const { from, to, act } of moved) {
      const amount = from === undefined ? 30_00 : 4_00;
      wanted[cards.indexOf(to)] = Number(wanted[cards.indexOf(to)]) + amount;
      if (from === undefined) continue;
      const paid = amount + (await feeOf(v2, act));
      wanted[cards.indexOf(from)] = Number(wanted[cards.indexOf(from)]) - paid;
    }
    const about = sentExpectedGot(acts, `balances of ${wanted.join(', ')}`);
    expect(await balancesOf(v2, cards), about).toEqual(wanted);
  },
};

/** Creations that carry what the service assigns, taken from an earlier one. */
const assigned: Readonly<Record<string, (v2: V2Client) => Promise<readonly [Exchange, Exchange]>>> =
  {
    'a cardholder': async (v2) => {
      const first = await v2.createCardholder(aFullCardholder());
      return [first, await v2.createCardholder({ ...aFullCardholder(), ...idIn(first) })];
    },
    'a card': async (v2) => {
      const card = await newCard(v2);
      const [first, cardholder] = [await cardNow(v2, card), await newCardholder(v2)];
      const { productName } = v2;
      const { number, account } = { account: memberOf(first.answer.json, 'account'), ...card };
      const whole = { productName, cardholder, ...idIn(first), number, account, status: 'lost' };
      return [first, await v2.createCard(whole)];
    },
    'a top-up': async (v2) => {
      const card = await newCard(v2);
      const first = await v2.createTopUp(aTopUp(card, minorUnits(9_00)));
      return [first, await v2.createTopUp({ ...aTopUp(card, minorUnits(8_00)), ...idIn(first) })];
    },
    'a transfer': async (v2) => {
      const [from, to] = await Promise.all([fundedCard(v2, minorUnits(50_00)), newCard(v2)]);
      const first = await v2.createTransfer(aTransfer(from, to, minorUnits(4_00)));
      const again = { ...aTransfer(from, to, minorUnits(5_00)), ...idIn(first) };
      return [first, await v2.createTransfer(again)];
    },
  };

function idIn(exchange: Exchange): object {
  const id = memberOf(exchange.answer.json, 'id');
  return isUnset(id) ? {} : { id };
}

/** Whether what the service assigns is ignored or refused in a request is not shown. Parts 2.1 and 4. */
export const idsAreAssigned = rowsOf(
  Object.entries(assigned),
  ([name]) => `${name} whose creation carries the id of another`,
  async (v2: V2Client, [, create]) => {
    const [first, second] = await create(v2);
    if (!succeeded(first) || !succeeded(second)) return;

    const [id, another] = [first, second].map((one) => textAt(one, 'id'));
    expect(id === another, sentExpectedGot([first, second], 'an id for each')).toBe(false);
    if (id === undefined || another === undefined) return;
    if (first.operation === 'createCardholder') {
      expect(await v2.getCardholder(id)).toSucceed(asShown(first));
    }
    if (first.operation !== 'getCard') return;
    const [shown, own] = [await v2.getCard(id), await v2.getCard(another)];
    expect(shown).toSucceed(asShown(first));
    expect(own).toSucceed({ status: 'active' });
    const numbers = [shown, own].map((one) => textAt(one, 'number'));
    const about = sentExpectedGot([first, second, own], 'a number for each');
    expect(new Set(numbers).size, about).toBe(2);
  },
);

/** Members that hold any text. A telephone, an address of mail and a postal code have forms. */
const textual = ['billingAddress.city', 'billingAddress.line1', 'billingAddress.line2'];

export const cutNamesComeBack: Row = {
  name: 'a letter that arrives in two pieces',
  ask: async (v2) => {
    const sent = { ...aCardholder(), firstName: 'Jānis' };
    const body = JSON.stringify(sent);
    const created = await v2.send({
      operation: 'createCardholder',
      method: 'POST',
      path: '/v2/cardholders',
      headers: { 'Content-Type': 'application/json' },
      body,
      cutAfter: withinLetter(body),
    });
    if (!succeeded(created)) return;
    expectShown(created, sent, ['firstName']);
    expectShown(await v2.getCardholder(textAt(created, 'id')), sent, ['firstName']);
  },
};

export const namesComeBack = rowsOf(
  names,
  ({ about }) => about,
  async (v2: V2Client, { text }) => {
    const plain = aCardholder();
    const lines = { city: `${text}d`, line1: text, line2: `${text}e`, state: `${text}f` };
    const inAddress = { ...plain, billingAddress: { ...plain.billingAddress, ...lines } };
    for (const [sent, paths] of [
      [{ ...plain, firstName: text, lastName: `${text}b` }, ['firstName', 'lastName']],
      [
        { ...inAddress, phoneNumber: aCardholder().phoneNumber },
        [...textual, 'billingAddress.state'],
      ],
    ] as const) {
      const created = await v2.createCardholder(sent);
      // Which characters a name may have is not shown.
      if (!succeeded(created)) continue;
      const read = await v2.getCardholder(textAt(created, 'id'));
      // Whoever drops control characters may, but what is left is JSON.
      if (withoutControls(text) !== text) continue;
      expectShown(created, sent, paths);
      expectShown(read, sent, paths);
      if (sent.firstName !== text) continue;
      // What is embossed on a card is cut to fit; who holds it keeps the name.
      const id = textAt(created, 'id');
      await v2.createCard({ productName: v2.productName, cardholder: id });
      expectShown(await v2.getCardholder(id), sent, paths);
    }
  },
);
