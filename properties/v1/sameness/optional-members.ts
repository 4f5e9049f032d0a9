import {
  aCardOrder,
  anAmountOf,
  aP2pTransfer,
  byNumber,
  euro,
} from '../../../fixtures/builders/v1.ts';
import { minorUnits } from '../../../fixtures/builders/values.ts';
import { expect } from '../../../fixtures/check.ts';
import { carriedOut, type V1Client, type V1Operation } from '../../../fixtures/clients/v1.ts';
import { learnArrestPath } from '../../../fixtures/dialect/v1.ts';
import { inSmokeOnly } from '../../../fixtures/repeated.ts';
import { sentExpectedGot } from '../../../fixtures/expect.ts';
import { aTds, anAcceptor } from '../../../fixtures/fields/v1-requests.ts';
import { expectOnlyChanged, expectSame } from '../../../fixtures/expect-facts.ts';
import {
  type Exchange,
  isObject,
  isUnset,
  memberOf,
} from '../../../fixtures/transcript/exchange.ts';
import {
  anotherCardOf,
  balanceOf,
  creditLimitOf,
  newCard,
  newCustomer,
} from '../../../fixtures/worlds/v1.ts';
import { learnOrderTerms } from '../../../fixtures/dialect/v1-order-terms.ts';
import { fundedCard } from '../../../fixtures/worlds/v1-funded.ts';
import type { V1Card } from '../../../fixtures/worlds/v1.ts';
import { leavesOf, objectsIn } from '../../../fixtures/worlds/v1-leaves.ts';
import { learnLongCycle, setCashLimit } from '../../../fixtures/worlds/v1-limits.ts';
import { factsOf, shownIn } from '../../../fixtures/worlds/v1-looks.ts';
import {
  type Changing,
  deedOf,
  plainly,
  plainlyDone,
  type Subject,
  withMembers,
} from '../../../fixtures/worlds/v1-subjects.ts';
import { block } from '../../../fixtures/worlds/v1-states.ts';
import { type LawRow, rowsOf } from '../../law-rows.ts';

// Document 1, parts 2.2, 2.3 and 4: an optional member says more about the same thing, and has it done.

const acceptor = { cardAcceptorParameters: anAcceptor };

/** Optional members that ask for nothing else than the request without them does. */
const besides: Readonly<Partial<Record<Changing, (subject: Subject) => object>>> = {
  createVirtualCard: () => ({
    personalData: { firstName: 'ANA', lastName: 'RUIZ' },
    ...acceptor,
  }),
  validateCard: () => acceptor,
  creditCard: () => ({ preAuthorization: false, tds: aTds, ...acceptor }),
  debitCard: () => ({ preAuthorization: false, tds: aTds, ...acceptor }),
  p2pTransfer: ({ accountNumber }) => ({
    preAuthorization: false,
    sourceAccountNumber: accountNumber,
  }),
  generatePin: () => ({
    checkCardOnly: false,
    parameters: [{ name: 'channel', value: 'web' }],
    ...acceptor,
  }),
  changePin: () => acceptor,
  resetPinCounter: () => acceptor,
  generateCVC2: () => acceptor,
  deleteCardLimitException: () => acceptor,
  changeAccountLimit: () => acceptor,
  changeAccountStatusInFe: () => acceptor,
};

const additions = (Object.keys(besides) as Changing[]).flatMap((operation) =>
  waysToAdd(operation).map((way) => ({ operation, way })),
);
export const leaveTheEffectAsItIs = rowsOf(
  additions,
  ({ operation, way }) => `${operation} with ${way}`,
  async (v1: V1Client, { operation, way }) => {
    const deed = await deedOf(v1, operation);
    if ('missing' in deed) return;
    const plain = await plainlyDone(v1, deed);
    if (plain === undefined) return;
    const subject = await deed.subject();
    const all = besides[operation]?.(subject) ?? {};
    const more = way === 'all of them' ? all : onlyOne(all, way);

    const answer = await deed.send(withMembers(deed.of(subject), more));

    // Whether a member is taken at all is asked elsewhere, and not promised of each.
    if (!carriedOut(answer)) return;
    expectSame(plain.facts, await deed.look(subject), {
      acts: [answer],
      told: `${operation} with ${way}`,
      as: `after ${operation} without them`,
    });
    expectNoneMissing(plain.answer, answer, way);
  },
);

/** What is to be printed on a card is no news of its holder. Parts 2.4 and 4. */
export const leaveTheHolderAsNamed: LawRow<V1Client> = {
  name: 'createVirtualCard with personalData, for the names of the customer',
  ask: async (v1) => {
    const { customerNumber, accountNumber } = await newCustomer(v1);
    const terms = await learnOrderTerms(v1);
    const named = async (): Promise<readonly [readonly string[], Exchange]> => {
      const details = await v1.getCustomerDetails({ customerNumber });
      const names = ['firstName', 'secondName', 'surname'];
      return [leavesOf(details.answer.json, names), details];
    };
    const [before] = await named();
    const personalData = { firstName: 'BEATRIZ', lastName: 'SOLER' };

    const order = aCardOrder(v1.settings, { accountNumber, ...terms });
    const issued = await v1.createVirtualCard({ ...order, personalData });

    const [after, details] = await named();
    const words = `the customer with ${before.join(', ')}`;
    expect(after, sentExpectedGot([issued, details], words)).toEqual(before);
  },
};

function expectNoneMissing(plain: Exchange, answer: Exchange, way: string): void {
  const shown = namesIn(answer);
  const missing = namesIn(plain).filter((name) => !shown.includes(name));
  const words = `also ${missing.join(', ')}, as without ${way}`;
  expect(missing, sentExpectedGot([plain, answer], words)).toEqual([]);
}

/** What an answer shows by name. */
function namesIn({ answer: { json } }: Exchange): string[] {
  return isObject(json) ? Object.keys(json).filter((name) => !isUnset(memberOf(json, name))) : [];
}

/** Each member alone where there are several, and all of them. */
function waysToAdd(operation: Changing): string[] {
  const all = besides[operation]?.({ accountNumber: '' } as Subject) ?? {};
  const names = Object.keys(all);
  return goesOneByOne(operation) ? [...names, 'all of them'] : ['all of them'];
}

/** Where most can be added each member is sent alone as well. */
function goesOneByOne(operation: Changing): boolean {
  return operation === 'debitCard';
}

function onlyOne(all: object, name: string): object {
  return Object.fromEntries(Object.entries(all).filter(([member]) => member === name));
}

/** By what the sandbox knows no card: another one's. Document 1, part 2.1. */
function marksOf({ number, customer }: V1Card): object {
  return {
    cardNumberMask: `${number.slice(0, 6)}******${number.slice(-4)}`,
    cardLastDigitMask: number.slice(-4),
    customerNumber: customer.customerNumber,
  };
}

type Leading = (other: V1Card) => object;
const asIdentification: Leading = (other) => ({ cardIdentification: marksOf(other) });

/** Members that are not for the sandbox, with what is somebody else's. Parts 2.1 and 4. */
const leading: readonly (readonly [Changing, string, Leading])[] = [
  [
    'p2pTransfer',
    'the account of another receiver',
    ({ accountNumber }) => ({ destinationAccountNumber: accountNumber }),
  ],
  [
    'p2pTransfer',
    'the account of another payer',
    ({ accountNumber }) => ({ sourceAccountNumber: accountNumber }),
  ],
  [
    'p2pTransfer',
    'marks of another receiver',
    (other) => ({ destinationCardIdentification: marksOf(other) }),
  ],
  [
    'p2pTransfer',
    'marks of another payer',
    (other) => ({ sourceCardIdentification: marksOf(other) }),
  ],
  ['creditCard', 'marks of another card', asIdentification],
  ['debitCard', 'marks of another card', asIdentification],
  ['blockCard', 'marks of another card', asIdentification],
  ['changeCardLimit', 'marks of another card', asIdentification],
  [
    'createVirtualCard',
    'the number of another card',
    ({ number, cardId }) => ({ virtualCardIdentification: { cardNumber: number, cardId } }),
  ],
];

export const leadToNobodyElse = rowsOf(
  leading,
  ([operation, whose]) => `${operation} with ${whose}`,
  async (v1: V1Client, [operation, whose, more]) => {
    const deed = await deedOf(v1, operation);
    if ('missing' in deed) return;
    const plain = await plainly(v1, deed);
    if (plain === undefined) return;
    const [subject, other] = await Promise.all([deed.subject(), fundedCard(v1, minorUnits(50_00))]);
    const looks = ['account', 'card', 'cardLimits', 'history'] as const;
    const before = await factsOf(v1, other, looks);

    const answer = await deed.send(withMembers(deed.of(subject), more(other)));

    expectOnlyChanged(before, await factsOf(v1, other, looks), {
      acts: [answer],
      told: `${operation} with ${whose}`,
    });
    // Whether what is not for the sandbox may be sent is not shown.
    if (!carriedOut(answer)) return;
    expectSame(plain, await deed.look(subject), {
      acts: [answer],
      told: `${operation} with ${whose}`,
      as: `after ${operation} without it`,
    });
  },
);

/** What a request may carry that is to be refused all the same. */
const variants: readonly object[] = [
  { preAuthorization: true },
  acceptor,
  { fee: { feeType: 'ISSUER', feeValue: 1 } },
  { preAuthorization: true, tds: aTds, ...acceptor },
];

interface Situation {
  readonly because: string;
  readonly isSo: (v1: V1Client, card: V1Card) => Promise<boolean>;
  readonly amount: (v1: V1Client, card: V1Card) => Promise<number>;
}

const situations: readonly Situation[] = [
  { because: 'of a blocked card', isSo: block, amount: async () => 5_00 },
  {
    because: 'of more than the account holds',
    isSo: async () => true,
    amount: async (v1: V1Client, card) => card.balance + (await creditLimitOf(v1, card)) + 1,
  },
  {
    because: 'of more than its limit',
    isSo: async (v1: V1Client, card) => {
      const cycleType = await learnLongCycle(v1);
      const changed = await setCashLimit(v1, card, { value: 10_00, cycleType });
      return changed !== undefined && carriedOut(changed);
    },
    amount: async () => 10_01,
  },
];

const payments = {
  creditCard: (card: V1Card, _to: V1Card, amount: number) => anAmountOf(card, minorUnits(amount)),
  debitCard: (card: V1Card, _to: V1Card, amount: number) => anAmountOf(card, minorUnits(amount)),
  p2pTransfer: (card: V1Card, to: V1Card, amount: number) =>
    aP2pTransfer(card, to, minorUnits(amount)),
} as const;
type Payment = keyof typeof payments;

const denials = (Object.keys(payments) as Payment[]).flatMap((operation) =>
  situations
    // A credit needs no money, and what a debit uses up of a limit is open.
    .filter(
      ({ because }) =>
        because === 'of a blocked card' ||
        (because === 'of more than its limit'
          ? operation === 'p2pTransfer'
          : operation !== 'creditCard'),
    )
    .map((situation) => ({ operation, situation })),
);
export const leaveDenialsAsTheyAre = rowsOf(
  denials,
  ({ operation, situation }) => `${operation} ${situation.because}`,
  async (v1: V1Client, { operation, situation }) => {
    const [card, to] = await Promise.all([fundedCard(v1, minorUnits(20_00)), newCard(v1)]);
    const body = payments[operation](card, to, await situation.amount(v1, card));
    if (!(await situation.isSo(v1, card))) return;
    // What is not denied without them is nothing to compare with.
    if (carriedOut(await v1[operation](body))) return;

    for (const more of variants) {
      const answer = await v1[operation]({ ...body, ...more });
      expect(answer).toBeDenied();
    }
    const words = `the balance as it was, ${card.balance}`;
    const read = await v1.getAccountData(card);
    const now = await balanceOf(v1, card);
    expect(now, sentExpectedGot(read, words)).toBe(card.balance);
  },
);

/** A read of a card or its customer, with a member that asks for nothing else. */
interface Read {
  readonly operation: V1Operation;
  readonly of: (card: V1Card) => object;
  readonly more: (card: V1Card, v1: V1Client) => object;
}

function ofCustomer({ customer: { customerNumber } }: V1Card): object {
  return { customerNumber };
}

function institution(_card: V1Card, { settings }: V1Client): object {
  return { institutionId: Number(settings.institutionId) };
}

const reads: readonly Read[] = [
  { operation: 'getCustomerDetails', of: ofCustomer, more: institution },
  {
    operation: 'getCustomerInfo',
    of: ofCustomer,
    more: ({ accountNumber }) => ({ accountNumber }),
  },
  { operation: 'isCustomerExist', of: ofCustomer, more: institution },
  {
    operation: 'isCustomerExist',
    of: (card) => ({ customerNumber: `${card.customer.customerNumber}-none` }),
    more: institution,
  },
  {
    operation: 'getCardBalance',
    of: (card) => ({ cardIdentification: byNumber(card) }),
    more: () => acceptor,
  },
  {
    operation: 'getAccountData',
    of: ({ accountNumber }) => ({ accountNumber }),
    more: () => ({ returnCardNumber: true }),
  },
  // Not reads, but what they answer is what they are asked for.
  {
    operation: 'generateCVC2',
    of: (card) => ({ cardIdentification: byNumber(card), deliveryMethod: 'WS' }),
    more: () => acceptor,
  },
  {
    operation: 'generatePin',
    of: (card) => ({ cardIdentification: byNumber(card), pinDeliveryMethod: 'WS' }),
    more: () => acceptor,
  },
];

/** By what a customer is known, beside what `shownIn` reads. */
const known = ['customerNumber', 'customerId', 'firstName', 'secondName', 'surname', 'result'];

export const leaveWhatIsShownAsItIs = rowsOf(
  reads,
  ({ operation }) => `${operation} with an optional member`,
  async (v1: V1Client, { operation, of, more }) => {
    const card = await fundedCard(v1, minorUnits(20_00));
    const asked = async (acts: readonly Exchange[]): Promise<void> => {
      const plain = await v1[operation](of(card));
      const full = await v1[operation]({ ...of(card), ...more(card, v1) });

      // Whether the member is taken at all, and what is refused, is asked elsewhere.
      if (!carriedOut(plain) || !carriedOut(full)) return;
      const [without = [], having = []] = [plain, full].map(recordsIn);
      // It may ask for more of what is named.
      const missing = without.filter((record) => !having.includes(record));
      const isMoving = acts.length > 0 && missing.length > 0;
      if (isMoving && (await hasMoved(plain, () => v1[operation](of(card))))) return;
      const words = `what is shown without it: ${without.join(', ')}`;
      expect(missing, sentExpectedGot([...acts, plain, full], words)).toEqual([]);
      expectNoneMissing(plain, full, 'the member');
    };
    await asked([]);
    if (!showsMoney.has(operation) || inSmokeOnly()) return;
    for (const bring of moneyStates) await asked([await bring(v1, card)]);
    if ((await anotherCardOf(v1, card)) !== undefined) await asked([]);
  },
);

/** Reads that show an account, whose money has more than one state. */
const showsMoney: ReadonlySet<V1Operation> = new Set([
  'getCustomerInfo',
  'getCardBalance',
  'getAccountData',
]);

/** What makes a difference between what an account holds and what is available; each on top of those before. */
const moneyStates: readonly ((v1: V1Client, card: V1Card) => Promise<Exchange>)[] = [
  async (v1, { accountNumber }) =>
    v1.ask(
      'changeAccountArrestAmount',
      { accountNumber, amount: 9_00, currency: euro },
      await learnArrestPath(v1),
    ),
  (v1, card) => v1.debitCard({ ...anAmountOf(card, minorUnits(2_17)), preAuthorization: true }),
  (v1, card) => v1.debitCard(anAmountOf(card, minorUnits(1_13))),
];

/** What a read shows, in texts that are the same where it shows the same. */
function recordsIn(answer: Exchange): string[] {
  const { json } = answer.answer;
  const byType = objectsIn(json, ['type', 'value']).map(
    (one) => `${String(memberOf(one, 'type'))} ${String(memberOf(one, 'value'))}`,
  );
  return [...(shownIn(answer).match(/\{[^{}]*\}/g) ?? []), ...leavesOf(json, known), ...byType];
}

/** Whether a read shows something else by itself by now: when a movement reaches which balance is not shown. */
async function hasMoved(before: Exchange, read: () => Promise<Exchange>): Promise<boolean> {
  const now = recordsIn(await read());
  return recordsIn(before).some((record) => !now.includes(record));
}
