import {
  anAmountOf,
  aP2pTransfer,
  asRegistrationRequest,
  byNumber,
} from '../../../fixtures/builders/v1.ts';
import { type CardNumber, minorUnits } from '../../../fixtures/builders/values.ts';
import { expect } from '../../../fixtures/check.ts';
import {
  carriedOut,
  type V1Client,
  type V1Operation,
  v1Path,
} from '../../../fixtures/clients/v1.ts';
import { arrestPaths, learnLimitForm } from '../../../fixtures/dialect/v1.ts';
import { limitsIn } from '../../../fixtures/fields/v1-items.ts';
import { newRegistration } from '../../../fixtures/dialect/v1-registration.ts';
import { sentExpectedGot } from '../../../fixtures/expect.ts';
import { expectSame } from '../../../fixtures/expect-facts.ts';
import { type Exchange, isObject, memberOf } from '../../../fixtures/transcript/exchange.ts';
import {
  type Changing,
  changes,
  changingOperations,
  type Deed,
  deedOf,
  plainly,
  type Subject,
  twoSubjectsOf,
} from '../../../fixtures/worlds/v1-subjects.ts';
import { validRequest } from '../../../fixtures/worlds/v1-requests.ts';
import { factsOf, shownIn } from '../../../fixtures/worlds/v1-looks.ts';
import type { Fact, Facts } from '../../../fixtures/operations/operation.ts';
import { leavesOf, listedIn } from '../../../fixtures/worlds/v1-leaves.ts';
import { block } from '../../../fixtures/worlds/v1-states.ts';
import { strangersTo } from '../../../fixtures/worlds/v1-strangers.ts';
import {
  anotherCardOf,
  balanceOf,
  creditLimitOf,
  newCard,
  newCustomer,
  type V1Card,
} from '../../../fixtures/worlds/v1.ts';
import { fundedCard } from '../../../fixtures/worlds/v1-funded.ts';
import { inSmokeOnly, repeated } from '../../../fixtures/repeated.ts';
import { type LawRow, rowsOf } from '../../law-rows.ts';

type Row = LawRow<V1Client>;

// Document 1, parts 2 and 2.1: one thing, in whatever way it is named.

const receiver = 'the bare number of the receiver';

/** The same request with the card or account named in another way; `undefined` where there is none. */
const ways: Readonly<
  Record<string, (body: object, subject: Subject) => object | string | undefined>
> = {
  'the cardId': (body, { cardId }) => identified(body, cardId && { cardId }),
  'a bare number': (body, { number, accountNumber }) => bare(body, number, accountNumber),
  [receiver]: (body, { to }) => bare(body, to),
};

/** Operations of every kind of number, so that the others can be taken to read them alike. */
const takesBare: ReadonlySet<Changing> = new Set([
  'createVirtualCard',
  'changeAccountLimit',
  'changeAccountStatus',
  'setAllowedMccList',
  'setAllowedBeneficiaries',
]);

const namings = changingOperations.flatMap((operation) => {
  if (isOfCard(operation)) return [{ operation, way: 'the cardId' }];
  // What is looked at is the same for either side: both cards.
  if (operation === 'p2pTransfer')
    return ['a bare number', receiver].map((way) => ({ operation, way }));
  return takesBare.has(operation) ? [{ operation, way: 'a bare number' }] : [];
});

export const reachesTheSameThing = rowsOf(
  namings,
  ({ operation, way }) => `${operation} by ${way}`,
  async (v1: V1Client, { operation, way }) => {
    if (way === receiver && inSmokeOnly()) return;
    const deed = await deedOf(v1, operation);
    if ('missing' in deed) return;
    const plain = await plainly(v1, deed);
    if (plain === undefined) return;
    const subject = await deed.subject();
    const body = ways[way]?.(deed.of(subject), subject);
    if (body === undefined) return;

    const answer =
      typeof body === 'string'
        ? await v1.send({ operation, method: 'POST', path: v1Path(operation), body })
        : await deed.send(body);

    // Not every way is promised for every operation; one that is taken has its effect.
    if (!carriedOut(answer)) return;
    expectSame(plain, await deed.look(subject), {
      acts: [answer],
      told: `${operation} by ${way}`,
      as: `after ${operation} by the text of the number`,
    });
  },
);

/** What an operation is to change of the one card of an account, and not of the other. */
const ofOneCard = ['card', 'cardLimits', 'rules'] as const;

/** What moves money shows in whatever is shown of the account. */
const paying: ReadonlySet<Changing> = new Set(['creditCard', 'debitCard']);

const ofCards = changingOperations.filter(isOfCard);

/** Of two cards of one account the named one is meant: the second, and then the first. */
export const reachesTheNamedCard = rowsOf(
  ofCards,
  (operation) => `${operation} of one of two cards of an account`,
  async (v1: V1Client, operation) => {
    const deed = await deedOf(v1, operation);
    if ('missing' in deed) return;
    const seen: { readonly acts: readonly Exchange[]; readonly facts: Facts }[] = [];
    for (const isById of [false, true]) {
      const subjects = await twoSubjectsOf(v1, operation);
      if (subjects === undefined) return;
      const acts: Exchange[] = [];
      const facts: Fact[] = [];
      for (const place of [1, 0] as const) {
        const [named, other] = [subjects[place], subjects[1 - place] as Subject];
        const before = await factsOf(v1, other, ofOneCard);
        const body = deed.of(named);
        const { cardId } = named;
        const byId = isById ? identified(body, cardId && { cardId }) : body;
        if (byId === undefined) return;
        const answer = await deed.send(byId);
        // Not every operation is promised to take a cardId.
        if (!carriedOut(answer)) return;
        acts.push(answer);
        const about = `${operation} of the ${place === 1 ? 'second' : 'first'} card of an account`;
        if (!paying.has(operation)) {
          expectSame(before, await factsOf(v1, other, ofOneCard), {
            acts: [answer],
            told: about,
            as: 'the other card before',
          });
        }
        facts.push(...(await factsOf(v1, named, changes[operation], about)));
      }
      seen.push({ acts, facts });
    }
    const [byNumber, byId] = seen as [(typeof seen)[number], (typeof seen)[number]];
    expectSame(byNumber.facts, byId.facts, {
      acts: byId.acts,
      told: `${operation} by cardId of two cards of an account`,
      as: 'after the same by cardNumber',
    });
  },
);

/** What was changed by cardNumber is unlocked and shown by cardId as it is by cardNumber. */
export const reachedAlikeAfterwards = rowsOf(
  ofCards,
  (operation) => `a card after ${operation}`,
  async (v1: V1Client, operation) => {
    // A record that is renewed under one name alone shows in what is done to it next.
    if (inSmokeOnly()) return;
    const deed = await deedOf(v1, operation);
    if ('missing' in deed) return;
    const seen: { readonly acts: readonly Exchange[]; readonly facts: Facts }[] = [];
    for (const isById of [false, true]) {
      const card = await deed.subject();
      const { cardId } = card;
      const changed = await deed.send(deed.of(card));
      if (cardId === undefined || !carriedOut(changed)) return;
      // What a block leaves possible is open, and so is whether a blocked card is blocked once more.
      if (operation !== 'blockCard' && !(await block(v1, card))) return;
      const cardIdentification = isById ? { cardId } : byNumber(card);
      const unlocked = await v1.validateCard({ cardIdentification });
      // Whether it takes a cardId is asked elsewhere.
      if (!carriedOut(unlocked)) return;
      const credited = await v1.creditCard(anAmountOf(card, minorUnits(7_13)));
      const debited = await v1.debitCard(anAmountOf(card, minorUnits(2_11)));
      const shown = await v1.getCardData({ cardIdentification });
      const facts = await factsOf(v1, card, ['card', 'cardBalance', 'account']);
      const byEither = carriedOut(shown) ? shownIn(shown) : undefined;
      const plain = await v1.getCardData({ cardIdentification: byNumber(card) });
      const acts = [changed, unlocked, credited, debited];
      const words = sentExpectedGot([...acts, shown, plain], 'the same card data by cardNumber');
      if (byEither !== undefined) expect(shownIn(plain), words).toBe(byEither);
      seen.push({ acts, facts });
    }
    const [plainly, byId] = seen as [(typeof seen)[number], (typeof seen)[number]];
    expectSame(plainly.facts, byId.facts, {
      acts: byId.acts,
      told: `${operation} and validateCard by cardId`,
      as: 'after the same by cardNumber',
    });
  },
);

/** Of so many numbers hardly ever all are even: about one time in ten million. Two or three are drawn, as a rule. */
export const mostDrawn = 24;

/** Each place of a transfer in which a card number stands. */
const places = ['sourceCardIdentification', 'destinationCardIdentification'] as const;

export const bareInEachPlace: Row = {
  name: 'takes a bare card number in each place of a transfer, if in one',
  ask: async (v1) => {
    const other = await fundedCard(v1, minorUnits(20_00));
    let one = await fundedCard(v1, minorUnits(20_00));
    for (let turn = 0; turn < repeated(mostDrawn) && !isExact(one.number); turn += 1)
      one = await fundedCard(v1, minorUnits(20_00));
    if (!isExact(one.number)) return;
    const answers: Exchange[] = [];
    for (const [turn, place] of places.entries()) {
      const [from, to] = turn === 0 ? [one, other] : [other, one];
      const body = aP2pTransfer(from, to, minorUnits(5_00 + turn));
      const bareNumber = { ...body[place], cardNumber: Number(one.number) };
      answers.push(await v1.p2pTransfer({ ...body, [place]: bareNumber }));
    }

    // Whether bare numbers are taken is open; examples send them as they send others.
    const taken = answers.find(carriedOut);
    if (taken === undefined) return;
    for (const answer of answers) {
      const about = sentExpectedGot(
        [taken, answer],
        'carried out, as with a bare number elsewhere',
      );
      expect(carriedOut(answer), about).toBe(true);
    }
  },
};

/** Reads and changes that name an account. */
const ofAccounts: readonly V1Operation[] = [
  'getAccountData',
  'getAccountBalances',
  'getAccountBalanceFromBo',
  'getAccountLimits',
  'getAllowedBeneficiaries',
  'getAllowedMccList',
];

export const bareAccountsInEachPlace: Row = {
  name: 'takes a bare account number in each place, if in one',
  ask: async (v1) => {
    const { customerNumber, accountNumber } = await newCustomer(v1);
    if (!/^[1-9]\d*$/.test(accountNumber)) return;
    const named = { customerNumber, accountNumber };
    const asked = [
      ...ofAccounts.map((operation) => ({ operation, body: { accountNumber } })),
      { operation: 'getCustomerInfo' as const, body: named },
    ].slice(0, repeated(ofAccounts.length + 1, 2));
    const answers: Exchange[] = [];
    for (const { operation, body } of asked) {
      // What is not carried out with a text says nothing about numbers.
      if (!carriedOut(await v1.ask(operation, body))) continue;
      answers.push(
        await v1.send({
          operation,
          method: 'POST',
          path: v1Path(operation),
          // Digit by digit: an account number may be longer than a double can hold.
          body: JSON.stringify(body).replace(`"${accountNumber}"`, accountNumber),
        }),
      );
    }

    // Whether bare numbers are taken is open; examples send them as they send others. Beside the number of a
    // customer one may go unread, so that its success says nothing.
    const taken = answers.find(
      (answer) => carriedOut(answer) && answer.operation !== 'getCustomerInfo',
    );
    if (taken === undefined) return;
    for (const answer of answers) {
      const words = 'carried out, as with a bare number elsewhere';
      expect(carriedOut(answer), sentExpectedGot([taken, answer], words)).toBe(true);
    }
  },
};

export const bareWhateverTheDigits: Row = {
  name: 'takes the bare number of each card, if of one',
  ask: async (v1) => {
    // Of numbers that are too long for a double, those that are odd are others to whoever reads one.
    const asked: V1Card[] = [];
    const hasBoth = (): boolean => new Set(asked.map(({ number }) => isExact(number))).size === 2;
    while (!hasBoth() && asked.length < repeated(mostDrawn)) {
      const card = await newCard(v1);
      if (Number.isSafeInteger(Number(card.number)) || !/^[1-9]\d*$/.test(card.number)) return;
      asked.push(card);
    }
    if (!hasBoth()) return;
    const answers: Exchange[] = [];
    // As programs write JSON, and as people do, with room around a number.
    const written = asked.flatMap((card) => [card, card]);
    for (const [turn, card] of written.entries()) {
      const body = JSON.stringify(anAmountOf(card, minorUnits(5_00 + turn)));
      const bare = turn % 2 === 0 ? card.number : ` ${card.number}\n `;
      answers.push(
        await v1.send({
          operation: 'creditCard',
          method: 'POST',
          path: v1Path('creditCard'),
          body: body.replace(`"${card.number}"`, bare),
        }),
      );
    }

    const taken = answers.find(carriedOut);
    if (taken === undefined) return;
    for (const [turn, answer] of answers.entries()) {
      const about = sentExpectedGot([taken, answer], 'carried out, as for another card');
      expect(carriedOut(answer), about).toBe(true);
      const held = await balanceOf(v1, written[turn] as V1Card);
      expect(held, sentExpectedGot(answer, 'the amount on its own account')).toBeGreaterThan(0);
    }
  },
};

/** Whether nobody who reads a bare number as a double loses a digit. */
export function isExact(number: string): boolean {
  return /^[1-9]\d*$/.test(number) && String(Number(number)) === number;
}

/** Operations that the document names, or shows, in two ways. Document 1, part 4. */
const twoPaths = {
  changeAccountArrestAmount: arrestPaths,
  changeCardLimit: [v1Path('changeCardLimit'), v1Path('changeCardLimits')],
} as const;

export const reachedAtEachPath = rowsOf(
  Object.keys(twoPaths) as (keyof typeof twoPaths)[],
  (operation) => `${operation} at each of its paths`,
  async (v1: V1Client, operation) => {
    const deed = await deedOf(v1, operation);
    if ('missing' in deed) return;
    const plain = await plainly(v1, deed);
    if (plain === undefined) return;
    const [stranger] = strangersTo(v1, operation);
    const lettingIn = stranger && (await deed.send(deed.of(await deed.subject()), stranger));
    for (const path of twoPaths[operation]) {
      const subject = await deed.subject();
      const byStranger = await stranger?.ask(operation, deed.of(subject), path);
      const answer = await v1.ask(operation, deed.of(subject), path);
      if (!carriedOut(answer)) continue;
      if (lettingIn !== undefined && byStranger !== undefined) {
        const words = 'denied to who lacks the token, as at the path that answered first';
        const isLetIn = carriedOut(byStranger) && !carriedOut(lettingIn);
        expect(isLetIn, sentExpectedGot([lettingIn, byStranger], words)).toBe(false);
      }
      expectSame(plain, await deed.look(subject), {
        acts: [answer],
        told: `${operation} at ${path}`,
        as: `after ${operation} at the path that answered first`,
      });
    }
    await expectOneThingBehind(v1, deed, twoPaths[operation]);
  },
);

/** What a change of a limit may leave out: whatever becomes of the rest of it, it becomes of it at each path. */
const partsOfLimit = {
  'its value alone': (place: number) => ({ value: 700_00 + place * 10_00 }),
  'its cycleType alone': () => ({ cycleType: 8 }),
  'its value and its cycleType': (place: number) => ({
    value: 600_00 + place * 10_00,
    cycleType: 0,
  }),
} as const;

export const changedInPartAtEachPath: Row = {
  name: 'changeCardLimit of a part of a limit at each of its paths',
  ask: async (v1) => {
    const form = await learnLimitForm(v1);
    if (form === undefined) return;
    const isList = form.name.endsWith('limits');
    const [plain, other] = await Promise.all([newCard(v1), newCard(v1)]);
    const shown = await v1.getCardLimits({ cardIdentification: byNumber(plain) });
    const ofCycles = Map.groupBy(limitsIn(shown.answer.json), (one) => memberOf(one, 'cycleType'));
    const names = [...ofCycles.values()].map(([first]) => memberOf(first, 'name'));

    for (const [told, partOf] of Object.entries(partsOfLimit).slice(0, repeated(3, 1))) {
      const acts: Exchange[] = [];
      for (const [place, name] of names.entries()) {
        const limit = { name, ...partOf(place) };
        const change = { [isList ? 'limits' : 'limit']: isList ? [limit] : limit };
        for (const [turn, card] of [plain, other].entries()) {
          const body = { cardIdentification: byNumber(card), ...change };
          acts.push(await v1.ask('changeCardLimit', body, twoPaths.changeCardLimit[turn]));
        }
      }
      // Which members a change has to name is open, and so is at which path it is asked.
      if (!acts.every(carriedOut)) return;
      expectSame(
        await factsOf(v1, plain, ['cardLimits']),
        await factsOf(v1, other, ['cardLimits']),
        {
          acts,
          told: `changeCardLimits of ${told}`,
          as: 'after the same by changeCardLimit',
        },
      );
    }
  },
};

/** What was set at one path is what is set anew at another: whether it is added to or replaced, it is so at each. */
async function expectOneThingBehind(
  v1: V1Client,
  deed: Deed,
  paths: readonly string[],
): Promise<void> {
  const twice = async (path?: string): Promise<readonly [Exchange, Facts]> => {
    const subject = await deed.subject();
    await deed.send(deed.of(subject));
    const again =
      path === undefined
        ? await deed.send(deed.of(subject))
        : await v1.ask(deed.operation, deed.of(subject), path);
    return [again, await deed.look(subject)];
  };
  const [again, plain] = await twice();
  if (!carriedOut(again)) return;
  for (const path of paths) {
    const [answer, seen] = await twice(path);
    if (!carriedOut(answer)) continue;
    expectSame(plain, seen, {
      acts: [answer],
      told: `${deed.operation} and once more at ${path}`,
      as: 'after both at the path that answered first',
    });
  }
}

/** Whether cardIdentification names what is changed. */
function isOfCard(operation: Changing): boolean {
  return operation !== 'p2pTransfer' && !/Account|Allowed|Customer|Virtual/.test(operation);
}

function identified(body: object, cardIdentification: object | '' | undefined): object | undefined {
  if (!isObject(cardIdentification) || !('cardIdentification' in body)) return undefined;
  return { ...body, cardIdentification };
}

/** Digit by digit, as text: a number may be longer than a double can hold. */
function bare(body: object, ...numbers: readonly string[]): string | undefined {
  const plain = JSON.stringify(body);
  let text = plain;
  for (const number of numbers) {
    // No number in JSON begins with a zero.
    const digits = number.replace(/^0+(?=\d)/, '');
    if (/^\d+$/.test(digits)) text = text.replaceAll(`"${number}"`, digits);
  }
  return text === plain ? undefined : text;
}

export const showsTheSameThing: Row = {
  name: 'shows the same of a card in whatever way it is named',
  ask: async (v1) => {
    const card = await newCard(v1);
    const { cardId } = card;
    if (cardId === undefined) return;
    const byBoth = { cardNumber: card.number, cardId };
    const sister = inSmokeOnly() ? undefined : await anotherCardOf(v1, card);
    const reads = ['getCardData', 'getCardLimits', 'getCardBalance', 'getGeoRestrictions'] as const;
    // Once more after a credit: what was shown before is not what is shown now.
    for (const operation of [...reads, 'creditCard', 'getCardData', 'getCardBalance'] as const) {
      if (operation === 'creditCard') {
        if (inSmokeOnly()) return;
        await v1.creditCard(anAmountOf(card, minorUnits(7_13)));
        continue;
      }
      const byNumber = await v1[operation]({
        cardIdentification: { cardNumber: card.number },
      });
      for (const cardIdentification of [{ cardId }, byBoth]) {
        const answer = await v1[operation]({ cardIdentification });
        if (!carriedOut(answer)) continue;
        const shown = shownIn(answer);
        const words = `what it shows by cardNumber, ${shownIn(byNumber)}`;
        expect(shown, sentExpectedGot([byNumber, answer], words)).toBe(shownIn(byNumber));
      }
    }
    if (sister?.cardId === undefined) return;
    for (const operation of [...reads, 'getTokenList', 'getTransactions'] as const) {
      const byNumber = await v1[operation]({ cardIdentification: { cardNumber: sister.number } });
      const answer = await v1[operation]({ cardIdentification: { cardId: sister.cardId } });
      if (!carriedOut(byNumber) || !carriedOut(answer)) continue;
      for (const name of ['cardNumber', 'cardNumberMask', 'cardId']) {
        const [plain = [], shown = []] = [byNumber, answer].map((each) =>
          leavesOf(each.answer.json, [name]),
        );
        // What is shown may be what the card was named by.
        if (plain.length === 0 || shown.length === 0) continue;
        const words = `the card that it shows by cardNumber: ${plain.join(', ')}`;
        expect(shown, sentExpectedGot([byNumber, answer], words)).toEqual(plain);
      }
    }
  },
};

export const deniesTheSame: Row = {
  name: 'denies by cardId what it denies by cardNumber',
  ask: async (v1) => {
    const card = await fundedCard(v1, minorUnits(20_00));
    const { cardId } = card;
    if (cardId === undefined) return;
    const tooMuch = card.balance + (await creditLimitOf(v1, card)) + 1;
    const debit = (amount: number, cardIdentification: object) =>
      v1.debitCard({ ...anAmountOf(card, minorUnits(amount)), cardIdentification });
    // Whether it is denied by cardNumber is asked elsewhere.
    if (!carriedOut(await debit(tooMuch, byNumber(card)))) {
      expect(await debit(tooMuch, { cardId })).toBeDenied();
    }
    if (!(await block(v1, card)) || carriedOut(await debit(5_00, byNumber(card)))) return;
    expect(await debit(5_01, { cardId })).toBeDenied();
    expect(await debit(5_02, { ...byNumber(card), cardId })).toBeDenied();
  },
};

/** Operations of a card for which part 2.1 names cardId. */
const byId = [
  'getCardBalance',
  'getGeoRestrictions',
  'setGeoRestrictions',
  'resetPinCounter',
  'changePin',
  'generateCVC2',
  'debitCard',
  'validateCard',
] as const;

export const treatsBlockedAlike: Row = {
  name: 'carries out for a blocked card by cardId what it does by cardNumber, and no more',
  ask: async (v1) => {
    const [one, other] = await Promise.all([0, 1].map(() => fundedCard(v1, minorUnits(20_00))));
    if (one?.cardId === undefined || other?.cardId === undefined) return;
    if (!(await block(v1, one)) || !(await block(v1, other))) return;
    for (const operation of byId) {
      const request = await validRequest(v1, operation);
      if ('missing' in request) continue;
      const asked = async (cardIdentification: object): Promise<Exchange> =>
        request.send({ ...request.body, cardIdentification });
      const plain = await asked(byNumber(one));
      const answer = await asked({ cardId: other.cardId });

      const words = `${carriedOut(plain) ? 'carried out' : 'denied'}, as by cardNumber`;
      const about = sentExpectedGot([plain, answer], words);
      expect(carriedOut(answer), about).toBe(carriedOut(plain));
    }
  },
};

/** Numbers in which one character is another one, too many or too few. */
function nearTo(number: string): { readonly otherLength: string[]; readonly sameLength: string[] } {
  const places = [1, Math.floor(number.length / 2), number.length - 1];
  return {
    sameLength: places.map((place) => {
      const other = number[place] === '7' ? '3' : '7';
      return `${number.slice(0, place)}${other}${number.slice(place + 1)}`;
    }),
    otherLength: [`${number}7`, number.slice(0, -1)],
  };
}

/** The same digits as another script writes them: another text, which some databases compare as if it were the same. */
function inWideDigits(number: string): string {
  return number.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
}

/** Where a number of the same length may be somebody else's, it is read only. */
export const nearIsAnother: readonly Row[] = [
  {
    name: 'a card number',
    ask: async (v1) => {
      const card = await fundedCard(v1, minorUnits(20_00));
      const { sameLength, otherLength } = nearTo(card.number);
      for (const cardNumber of [...sameLength, ...otherLength]) {
        const shown = await v1.getCardData({ cardIdentification: { cardNumber } });
        const own = card.cardId !== undefined && shown.answer.text.includes(`"${card.cardId}"`);
        expect(own, sentExpectedGot(shown, 'nothing of the card that it is near to')).toBe(false);
      }
      const debits = await Promise.all(
        otherLength.map((number, place) =>
          v1.debitCard(anAmountOf({ number: number as CardNumber }, minorUnits(2_00 + place))),
        ),
      );
      const held = await balanceOf(v1, card);
      expect(held, sentExpectedGot(debits, 'a balance that is as before')).toBe(card.balance);
    },
  },
  {
    name: 'an account number that is the number of another customer, too',
    ask: async (v1) => {
      const card = await fundedCard(v1, minorUnits(20_00));
      const { accountNumber } = card;
      const looks = ['account', 'amounts', 'accountLimits', 'codes'] as const;
      const before = await factsOf(v1, card, looks);
      const registration = { ...(await newRegistration(v1)), customer_number: accountNumber };
      const act = await v1.registerCustomer(asRegistrationRequest(registration));
      if (!carriedOut(act)) return;

      const told = 'a customer was registered whose number is that of the account';
      expectSame(before, await factsOf(v1, card, looks), { acts: [act], told, as: 'before' });
    },
  },
  {
    name: 'an account number',
    ask: async (v1) => {
      const { accountNumber } = await newCustomer(v1);
      const codes = [4812, 7993];
      await v1.setAllowedMccList({ accountNumber, mccList: codes });
      const { sameLength, otherLength } = nearTo(accountNumber);
      for (const near of [...sameLength, ...otherLength]) {
        const [data, list] = await Promise.all([
          v1.getAccountData({ accountNumber: near }),
          v1.getAllowedMccList({ accountNumber: near }),
        ]);
        const isOwn = memberOf(data.answer.json, 'accountData.number') === accountNumber;
        expect(isOwn, sentExpectedGot(data, `nothing of account ${accountNumber}`)).toBe(false);
        const shown = listedIn(list.answer.json);
        const isListed = codes.every((code) => shown.includes(String(code)));
        expect(isListed, sentExpectedGot(list, 'no codes of another account')).toBe(false);
      }
    },
  },
  {
    name: 'a customer number',
    ask: async (v1) => {
      const { customerNumber } = await newCustomer(v1);
      const { sameLength, otherLength } = nearTo(customerNumber);
      // A customer number is any text. Part 4.
      const wide = inWideDigits(customerNumber);
      for (const near of [...sameLength, ...otherLength, wide]) {
        const details = await v1.getCustomerDetails({ customerNumber: near });
        const isOwn = memberOf(details.answer.json, 'customerNumber') === customerNumber;
        expect(isOwn, sentExpectedGot(details, `nothing of ${customerNumber}`)).toBe(false);
      }
      for (const near of [...otherLength, wide]) {
        const answer = await v1.isCustomerExist({ customerNumber: near });
        const isKnown = memberOf(answer.answer.json, 'result') === true;
        expect(isKnown, sentExpectedGot(answer, 'no result true')).toBe(false);
      }
    },
  },
];
