import { anAmountOf, aP2pTransfer, byNumber, euro } from '../../../fixtures/builders/v1.ts';
import { spoilt, withValue } from '../../../fixtures/builders/spoil.ts';
import { type CardNumber, minorUnits } from '../../../fixtures/builders/values.ts';
import { expect } from '../../../fixtures/check.ts';
import { carriedOut, type V1Client } from '../../../fixtures/clients/v1.ts';
import { learnArrestPath } from '../../../fixtures/dialect/v1.ts';
import { sentExpectedGot } from '../../../fixtures/expect.ts';
import { v1Requests } from '../../../fixtures/fields/v1-requests.ts';
import { expectSame } from '../../../fixtures/expect-facts.ts';
import { type Exchange, memberOf } from '../../../fixtures/transcript/exchange.ts';
import { balanceOf, creditLimitOf, newCard, promised } from '../../../fixtures/worlds/v1.ts';
import { fundedCard } from '../../../fixtures/worlds/v1-funded.ts';
import type { V1Card } from '../../../fixtures/worlds/v1.ts';
import {
  changingOperations,
  type Deed,
  deedOf,
  plainly,
} from '../../../fixtures/worlds/v1-subjects.ts';
import { unknownNumberLike } from '../../../fixtures/builders/card-numbers.ts';
import { unknownAccountLike } from '../../../fixtures/worlds/v1-requests.ts';
import { block } from '../../../fixtures/worlds/v1-states.ts';
import { rowsOf } from '../../law-rows.ts';

// Document 1, parts 3 and 4: a request that was refused leaves nothing behind that stands in the way of
// the right one, and nothing that the right one then does once more.

export const succeedsAfterRefusals = rowsOf(
  changingOperations,
  (operation) => operation,
  async (v1: V1Client, operation) => {
    const deed = await deedOf(v1, operation);
    if ('missing' in deed) return;
    const plain = await plainly(v1, deed);
    if (plain === undefined) return;
    const { subject, body, acts } = await refusedOf(v1, deed);
    const answer = await deed.send(body);

    expect(answer).toSucceed();
    expectSame(plain, await deed.look(subject), {
      acts: [...acts, answer],
      told: `${operation} put right after ${acts.length} refusals`,
      as: `after ${operation} alone`,
    });
  },
);

/**
 * A subject of which everything wrong was refused that is ever refused: who takes what is not right has
 * done it, so the next one is not sent that any more.
 */
async function refusedOf(v1: V1Client, deed: Deed) {
  const taken = new Set<number>();
  for (;;) {
    const subject = await deed.subject();
    const body = deed.of(subject);
    const sent = wrongsOf(v1, deed, body)
      .map((one, place) => ({ ...one, place }))
      .filter(({ place }) => !taken.has(place));
    const acts = await Promise.all(sent.map(({ wrong, as }) => deed.send(wrong, as)));
    const done = sent.filter((_, index) => carriedOut(acts[index] as Exchange));
    if (done.length === 0) return { subject, body, acts };
    for (const { place } of done) taken.add(place);
  }
}

/** The request with one thing missing or wrong at a time, and from somebody without the token. */
function wrongsOf(v1: V1Client, deed: Deed, body: object): { wrong: object; as?: V1Client }[] {
  const { members, credentials } = v1Requests[deed.operation];
  const missing = members
    .filter(({ needs }) => needs !== undefined)
    .map(({ path }) => ({ wrong: spoilt(body, path, 'leave out') }));
  const stranger = v1.withHeaders({ Authorization: 'Basic none' });
  return [
    ...missing,
    ...(credentials === undefined ? [] : [{ wrong: body, as: stranger }]),
    ...[...unknownsOf(body), ...wrongParametersOf(body)].map((wrong) => ({ wrong })),
    ...wrongAmountsOf(deed, body).map((wrong) => ({ wrong })),
  ];
}

function unknownsOf(body: object): object[] {
  const number = memberOf(body, 'cardIdentification.cardNumber');
  const account = memberOf(body, 'accountNumber');
  const isProduct = String(number).endsWith('0000000000');
  return [
    ...(typeof number === 'string' && !isProduct
      ? [withValue(body, 'cardIdentification.cardNumber', unknownNumberLike(number as CardNumber))]
      : []),
    ...(typeof account === 'string'
      ? [withValue(body, 'accountNumber', unknownAccountLike(account))]
      : []),
  ];
}

/** What names the sandbox account in a registration, each with a digit changed. Part 4. */
function wrongParametersOf(body: object): object[] {
  const parameters = memberOf(body, 'parameters');
  if (!Array.isArray(parameters)) return [];
  const named = ['institutionId', 'agent_number', 'product_id', 'service_id_acc'];
  return [...named.map((name) => [name] as const), ...wrongOfThePerson].map(([name, wrong]) => ({
    ...body,
    parameters: parameters.map((one: { readonly name: string; readonly value: string }) =>
      one.name === name ? { name, value: wrong ?? `${one.value}9` } : one,
    ),
  }));
}

/** What a registration may be refused for once who is registered has been looked up. Part 4. */
const wrongOfThePerson = [
  ['start_date', '2999-01-01'],
  ['start_date', '2020-13-45'],
  ['country_code', '000'],
  ['country_code', 'Spain'],
  ['email', 'nobody'],
  ['mobile_phone', 'none'],
  ['surname', ''],
] as const;

/**
 * Amounts and a currency that may be denied, and a month that is over; whether they are is not shown, and
 * neither is whether a history lists movements that were.
 */
function wrongAmountsOf({ operation }: Deed, body: object): object[] {
  if (['creditCard', 'debitCard', 'p2pTransfer'].includes(operation)) return [];
  const wrongs = [
    ['currency', 840],
    ['amount', -5_00],
    ['amount', 90_000_000_00],
    ['virtualCardIdentification.expDate', '201001'],
  ] as const;
  return wrongs
    .filter(([path]) => memberOf(body, path) !== undefined)
    .map(([path, value]) => withValue(body, path, value));
}

/** A payment that is denied, and how it is put right. */
interface Reason {
  readonly because: string;
  readonly amount: (card: V1Card, v1: V1Client) => Promise<number>;
  readonly before: (v1: V1Client, card: V1Card, to: V1Card) => Promise<boolean>;
  /** `undefined` where the target does not show that it is. */
  readonly after: (v1: V1Client, card: V1Card, to: V1Card) => Promise<Exchange | undefined>;
  /** Whether it is of the card that is paid, which a debit has not. */
  readonly isOfThePayee?: true;
}

/** More than half of what the card holds: whoever keeps it back for a payment that failed has too little left. */
const most = 12_00;

const reasons: readonly Reason[] = [
  {
    because: 'it is more than the account holds',
    amount: async (card, v1) => card.balance + (await creditLimitOf(v1, card)) + 1,
    before: async () => true,
    after: async (v1: V1Client, card) =>
      v1.creditCard(anAmountOf(card, minorUnits((await creditLimitOf(v1, card)) + 50_00))),
  },
  {
    because: 'the card is blocked',
    amount: async () => most,
    before: block,
    after: (v1, card) => v1.validateCard({ cardIdentification: byNumber(card) }),
  },
  {
    because: 'the other card is blocked',
    amount: async () => most,
    before: (v1, _card, to) => block(v1, to),
    after: (v1, _card, to) => v1.validateCard({ cardIdentification: byNumber(to) }),
    isOfThePayee: true,
  },
  {
    because: 'the money is arrested',
    amount: async () => most,
    before: async (v1, card) => {
      const amount = card.balance + (await creditLimitOf(v1, card)) - 5_00;
      return carriedOut(await arrested(v1, card, amount));
    },
    // How an arrest is released is not shown: as much as before has to be available again.
    after: async (v1, card) => {
      const amount = card.balance + (await creditLimitOf(v1, card)) - 5_00;
      const held = await availableOn(v1, card);
      const released = await arrested(v1, card, 0);
      const isFree = (await availableOn(v1, card)) - held === amount;
      return carriedOut(released) && isFree ? released : undefined;
    },
  },
];

async function arrested(v1: V1Client, card: V1Card, amount: number): Promise<Exchange> {
  const { accountNumber } = card;
  const path = await learnArrestPath(v1);
  return v1.ask('changeAccountArrestAmount', { accountNumber, amount, currency: euro }, path);
}

async function availableOn(v1: V1Client, { accountNumber }: V1Card): Promise<number> {
  const shown = await v1.getAccountBalanceFromBo({ accountNumber });
  return Number(memberOf(shown.answer.json, 'availableBalance'));
}

const payments = {
  debitCard: (card: V1Card, _to: V1Card, amount: number) => anAmountOf(card, minorUnits(amount)),
  p2pTransfer: (card: V1Card, to: V1Card, amount: number) =>
    aP2pTransfer(card, to, minorUnits(amount)),
} as const;
type Payment = keyof typeof payments;

const rows = (Object.keys(payments) as Payment[]).flatMap((operation) =>
  reasons
    .filter(({ isOfThePayee }) => isOfThePayee !== true || operation === 'p2pTransfer')
    .map((reason) => ({ operation, reason })),
);
export const paysOnceTheReasonIsGone = rowsOf(
  rows,
  ({ operation, reason }) => `${operation} when ${reason.because}`,
  async (v1: V1Client, { operation, reason }) => {
    const [card, other, to] = await Promise.all([
      fundedCard(v1, minorUnits(20_00)),
      fundedCard(v1, minorUnits(20_00)),
      newCard(v1),
    ]);
    const amount = await reason.amount(card, v1);
    // The other one is never denied: it shows that the amount is right, and what it costs.
    promised(
      await v1.creditCard(anAmountOf(other, minorUnits(amount + 50_00))),
      'v1.credit-card.succeeds',
    );
    const usual = await paid(v1, operation, other, to, amount);
    if (usual === undefined || !(await reason.before(v1, card, to))) return;

    const body = payments[operation](card, to, amount);
    const denied = await v1[operation](body);
    if (carriedOut(denied)) return;
    const righted = await reason.after(v1, card, to);
    if (righted === undefined) return;
    promised(righted, 'v1.service.scenario-completes');
    const before = await balanceOf(v1, card);
    const answer = await v1[operation](body);

    expect(answer).toSucceed();
    const taken = before - (await balanceOf(v1, card));
    const words = `${usual} taken from the account, as without a denial`;
    expect(taken, sentExpectedGot([denied, answer], words)).toBe(usual);
  },
);

/** What a payment takes from the account; `undefined` where it is not carried out. */
async function paid(
  v1: V1Client,
  operation: Payment,
  card: V1Card,
  to: V1Card,
  amount: number,
): Promise<number | undefined> {
  const before = await balanceOf(v1, card);
  if (!carriedOut(await v1[operation](payments[operation](card, to, amount)))) return undefined;
  return before - (await balanceOf(v1, card));
}
