import { aCardOrder, anAmountOf, byNumber } from '../../../fixtures/builders/v1.ts';
import { uniqueNumber } from '../../../fixtures/builders/faker.ts';
import { minorUnits } from '../../../fixtures/builders/values.ts';
import { expect } from '../../../fixtures/check.ts';
import { carriedOut, type V1Client, type V1Operation } from '../../../fixtures/clients/v1.ts';
import { historyOf } from '../../../fixtures/dialect/v1.ts';
import { learnOrderTerms } from '../../../fixtures/dialect/v1-order-terms.ts';
import { sentExpectedGot } from '../../../fixtures/expect.ts';
import { type Exchange, isObject } from '../../../fixtures/transcript/exchange.ts';
import { aPeriod } from '../../../fixtures/worlds/v1-requests.ts';
import { fundedCards } from '../../../fixtures/worlds/v1-funded.ts';
import { newOrder } from '../../../fixtures/worlds/v1-orders.ts';
import { newCard, type V1Card } from '../../../fixtures/worlds/v1.ts';
import { rowsOf } from '../../law-rows.ts';

// Document 1, part 4: a member that asks for something else is about the request that carries it.

/** A request, and the same with a member that has it answered in another way. */
interface Choice {
  readonly operation: V1Operation;
  readonly told: string;
  /** The plain request; nothing where the target has none of what it is about. */
  readonly plain: (v1: V1Client, card: V1Card) => Promise<object | undefined> | object | undefined;
  readonly other: (card: V1Card) => object;
}

function ofCard(card: V1Card): { cardIdentification: object } {
  return { cardIdentification: byNumber(card) };
}

const choices: readonly Choice[] = [
  {
    operation: 'getAccountData',
    told: 'returnCardNumber',
    plain: (_v1, { accountNumber }) => ({ accountNumber }),
    other: () => ({ returnCardNumber: true }),
  },
  {
    operation: 'getCustomerInfo',
    told: 'accountNumber',
    plain: (_v1, { customer: { customerNumber } }) => ({ customerNumber }),
    other: ({ accountNumber }) => ({ accountNumber }),
  },
  {
    operation: 'generatePin',
    told: 'halves',
    plain: (_v1, card) => ({ ...ofCard(card), pinDeliveryMethod: 'WS' }),
    other: () => ({ pinDeliveryMethod: 'HALF_AND_HALF' }),
  },
  {
    operation: 'generatePin',
    told: 'checkCardOnly',
    plain: (_v1, card) => ({ ...ofCard(card), pinDeliveryMethod: 'WS' }),
    other: () => ({ checkCardOnly: true }),
  },
  {
    operation: 'generateCVC2',
    told: 'an SMS',
    plain: (_v1, card) => ({ ...ofCard(card), deliveryMethod: 'WS' }),
    other: (card) => ({
      deliveryMethod: 'SMS',
      cardIdentification: { ...byNumber(card), phoneNumber: card.customer.phone },
    }),
  },
  {
    operation: 'getTokenList',
    told: 'a plastic that is none',
    plain: (_v1, card) => ofCard(card),
    other: (card) => ({ cardIdentification: { ...byNumber(card), plasticNumber: 63 } }),
  },
  {
    operation: 'createVirtualCard',
    told: 'halves',
    plain: async (v1, { accountNumber }) => {
      const terms = await learnOrderTerms(v1);
      return aCardOrder(v1.settings, { accountNumber, ...terms });
    },
    other: () => ({ deliveryMethod: 'HALF_AND_HALF' }),
  },
  {
    operation: 'getAtmStatusExt',
    told: 'a terminal that is none',
    plain: () => ({}),
    other: () => ({ terminalId: 'NONE0000' }),
  },
  {
    operation: 'getPaymentOrders',
    told: 'a period of the past',
    plain: ({ settings: { merchantNumber, institutionId } }) =>
      merchantNumber === undefined ? undefined : { merchantNumber, institutionId, period: aPeriod },
    other: () => ({ period: { start: '2000-01-01', end: '2000-01-02' } }),
  },
];

export const holdsForOneRequest = rowsOf(
  choices,
  ({ operation, told }) => `${operation} after one with ${told}`,
  async (v1: V1Client, { operation, told, plain, other }) => {
    const card = await newCard(v1);
    const body = await plain(v1, card);
    if (body === undefined) return;
    const before = await v1[operation](body);
    const otherwise = await v1[operation]({ ...body, ...other(card) });

    const after = await v1[operation](body);

    // How often a PIN is formed, or a card issued, is open.
    if (!carriedOut(before) || !carriedOut(otherwise) || !carriedOut(after)) return;
    const words = `the members that it answered with before one with ${told}`;
    const about = sentExpectedGot([before, otherwise, after], words);
    expect(formOf(after), about).toEqual(formOf(before));
  },
);

/** Texts that a request about a card may carry, with this in each. Document 1, parts 2.2, 2.3, 2.7 and 4. */
const carried: readonly (readonly [V1Operation, readonly ((text: string) => object)[]])[] = [
  ['debitCard', [paymentDataOf, tdsOf, acceptorOf]],
  ['creditCard', [tdsOf, acceptorOf]],
  ['generatePin', [acceptorOf, (text) => ({ parameters: [{ name: text, value: text }] })]],
];

function paymentDataOf(text: string): object {
  const names = Array.from({ length: 17 }, (_, place) => `f${57 + place}`);
  return { paymentSpecificData: Object.fromEntries(names.map((name) => [name, text])) };
}

function tdsOf(text: string): object {
  return { tds: { xid: text, cavv: text, ucaf: text } };
}

function acceptorOf(text: string): object {
  const terminal = { terminalIdentification: text, merchantIdentification: text };
  return {
    cardAcceptorParameters: { ...terminal, merchantType: '5411', nameAndLocation: text },
  };
}

/** Members that these objects may leave out: most of a payment's and of 3-D Secure, and where a terminal stands. */
const optionalInside = /^(?:f5[89]|f[67]\d|cavv|ucaf|nameAndLocation)$/;

function withoutOptional(part: object): object {
  const inside = Object.entries(part).map(([name, members]: [string, unknown]) => {
    if (!isObject(members)) return [name, members] as const;
    const kept = Object.entries(members).filter(([member]) => !optionalInside.test(member));
    return [name, Object.fromEntries(kept)] as const;
  });
  return Object.fromEntries(inside);
}

export const textsAreNobodyElses = rowsOf(
  carried,
  ([operation]) => `texts of another ${operation}`,
  async (v1: V1Client, [operation, all]) => {
    const isOfMoney = operation !== 'generatePin';
    const [one, other] = isOfMoney
      ? ((await fundedCards(v1, [minorUnits(30_00), minorUnits(20_00)])) as [V1Card, V1Card])
      : await Promise.all([newCard(v1), newCard(v1)]);
    const plain = (card: V1Card, amount: number): object =>
      isOfMoney
        ? anAmountOf(card, minorUnits(amount))
        : { ...ofCard(card), pinDeliveryMethod: 'WS' };
    const text = `Z${uniqueNumber(8).slice(1)}`;
    const acts: Exchange[] = [];
    for (const [place, of] of all.entries()) {
      acts.push(await v1[operation]({ ...plain(one, 2_01 + place), ...of(text) }));
    }
    // Whether what is not in the request of an operation may be sent is not shown.
    if (!acts.some(carriedOut)) return;

    const answers = [await v1[operation](plain(other, 3_01))];
    // And one that carries the same object, without what it may leave out.
    for (const [place, of] of all.entries()) {
      const own = withoutOptional(of(uniqueNumber(8)));
      answers.push(await v1[operation]({ ...plain(other, 3_02 + place), ...own }));
    }
    const history = isOfMoney ? await historyOf(v1, other) : undefined;

    for (const shown of [...answers, history]) {
      if (shown === undefined) continue;
      const words = `no ${text}, which was sent for another customer`;
      const about = sentExpectedGot([...acts, shown], words);
      expect(shown.answer.text.includes(text), about).toBe(false);
    }
  },
);

/** Part 2.1: it must be passed where it does not identify the card already. */
export const phoneIsAskedForAnew = rowsOf(
  [true, false],
  (isSame) => `the phone number of an SMS, once more for ${isSame ? 'the' : 'another'} card`,
  async (v1: V1Client, isSame) => {
    const card = await newCard(v1);
    const next = isSame ? card : await newCard(v1);
    const sms = (cardIdentification: object): Promise<Exchange> =>
      v1.generateCVC2({ deliveryMethod: 'SMS', cardIdentification });
    const first = await sms(byNumber(next));
    const told = await sms({ ...byNumber(card), phoneNumber: card.customer.phone });
    // That it must be passed is asked elsewhere.
    if (carriedOut(first) || !carriedOut(told)) return;

    expect(await sms(byNumber(next))).toBeDenied();
  },
);

/** What may be delivered in several ways, and those beside WS. What is encrypted has one form, too. */
const deliveries = [
  ['createVirtualCard', 'deliveryMethod', ['HALF_AND_HALF']],
  ['generateCVC2', 'deliveryMethod', ['SMS', 'HALF_AND_HALF', 'WS_ENCRYPTED', 'NONE']],
  ['generatePin', 'pinDeliveryMethod', ['HALF_AND_HALF', 'WS_ENCRYPTED', 'NONE']],
] as const;

/**
 * The first delivery to an account or for a card decides for none that is asked for after it, and the second
 * by a method is as the first.
 */
export const firstDeliveryBindsNone = rowsOf(
  deliveries.flatMap(([operation, member, others]) =>
    others.map((other) => ({ operation, member, other })),
  ),
  ({ operation, other }) =>
    `${operation} with WS and with ${other}, either of them first and again`,
  async (v1: V1Client, { operation, member, other }) => {
    const request = async (): Promise<object> => {
      if (operation === 'createVirtualCard') return (await newOrder(v1)).order;
      const card = await newCard(v1);
      return { cardIdentification: { ...byNumber(card), phoneNumber: card.customer.phone } };
    };
    const [one, another] = await Promise.all([request(), request()]);
    const acts: { readonly method: string; readonly answer: Exchange }[] = [];
    for (const [body, method] of [
      [one, 'WS'],
      [one, other],
      [one, other],
      [another, other],
      [another, 'WS'],
      [another, 'WS'],
    ] as const) {
      acts.push({ method, answer: await v1[operation]({ ...body, [member]: method }) });
    }

    // How often a PIN is formed, or a card issued, is open, and so is whether it is delivered in each way.
    const done = acts.filter(({ answer }) => carriedOut(answer));
    for (const method of ['WS', other]) {
      const [first, ...further] = done.filter((act) => act.method === method);
      for (const { answer } of first === undefined ? [] : further) {
        const about = sentExpectedGot(
          done.map((act) => act.answer),
          `as much of a number or code by ${method}, whatever was first`,
        );
        expect(secretsIn(answer), about).toEqual(secretsIn(first?.answer as Exchange));
      }
    }
  },
);

/** The form of what is delivered; the rest of an answer may be of the first card or code alone. */
function secretsIn(exchange: Exchange): string[] {
  return formOf(exchange).filter((line) => /\.(?:cardNumber|cvv2|cvc2|pinValue) /.test(line));
}

/**
 * Which members an answer has and how much of a number or PIN: what they hold may be new each time, but a masked
 * number, half of a PIN or a list without items has another form.
 */
function formOf({ answer }: Exchange): string[] {
  const found: string[] = [];
  const look = (value: unknown, path: string): void => {
    if (Array.isArray(value)) {
      found.push(`${path} of ${value.length}`);
      for (const item of value as unknown[]) look(item, path);
    } else if (isObject(value)) {
      for (const [name, inner] of Object.entries(value)) look(inner, `${path}.${name}`);
    } else found.push(`${path} ${extentOf(value, path)}`);
  };
  look(answer.json, '');
  return found.toSorted();
}

/** A PIN has four digits at least (ISO 9564-1); letters of what is encrypted mask nothing. */
function extentOf(value: unknown, path: string): string {
  const isHalf = path.endsWith('.pinValue') && String(value).length < 4;
  const isMasked = /^[\d\s*Xx•-]*[*Xx•]{2}[\d\s*Xx•-]*$/.test(String(value));
  return isHalf || isMasked ? 'in part' : typeof value;
}
