import { anAmountOf, aP2pTransfer } from '../../fixtures/builders/v1.ts';
import { type MinorUnits, minorUnits } from '../../fixtures/builders/values.ts';
import { expect, reached } from '../../fixtures/check.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import { carriedOut, type V1Client } from '../../fixtures/clients/v1.ts';
import { movesSomething, transactionsIn } from '../../fixtures/fields/v1-items.ts';
import { historyOf } from '../../fixtures/dialect/v1.ts';
import {
  balanceIn,
  balancesOf,
  creditLimitOf,
  readAccount,
  type V1Card,
} from '../../fixtures/worlds/v1.ts';
import { fundedCards } from '../../fixtures/worlds/v1-funded.ts';
import { amountOf, type MovementPlan } from '../arbitraries/v1-movements.ts';
import { total } from '../models/ledger.ts';

/** A movement that was asked for; `from` and `to` are places of cards, absent for the outside world. */
export interface Movement {
  readonly from?: number;
  readonly to?: number;
  readonly amount: MinorUnits;
  readonly isCarriedOut: boolean;
}

/** What the runs of a property must come to: above all, the amounts around the whole balance. */
export const leastOfRuns = {
  commands: 400,
  accepted: 300,
  depth: 15,
  reached: {
    'all of the balance': 1,
    'all but one of the balance': 1,
    'one more of the balance': 1,
  },
} as const;

/** Cards with accounts of their own, each with 1,000.00 more than a fresh one. */
export function cardsForRuns(v1: V1Client, howMany = 3): Promise<V1Card[]> {
  return fundedCards(
    v1,
    Array.from({ length: howMany }, () => minorUnits(1_000_00)),
  );
}

/** Asks for one movement. Amounts refer to what the source really holds when its turn comes. */
export async function move(
  v1: V1Client,
  cards: readonly V1Card[],
  plan: MovementPlan,
): Promise<Movement> {
  if (plan.kind === 'credit') {
    const { card, amount } = plan;
    const answer = await v1.creditCard(anAmountOf(cards[card] as V1Card, amount));
    return { to: card, amount, isCarriedOut: carriedOut(answer) };
  }
  const source = plan.kind === 'debit' ? plan.card : plan.from;
  const card = cards[source] as V1Card;
  const [held = 0] = 'fixed' in plan.amount ? [0] : await balancesOf(v1, [card]);
  const amount = amountOf(plan.amount, held);
  if ('ofBalance' in plan.amount) reached(`${plan.amount.ofBalance} of the balance`);
  if (plan.kind === 'debit') {
    const answer = await v1.debitCard(anAmountOf(card, amount));
    return { from: source, amount, isCarriedOut: carriedOut(answer) };
  }
  const answer = await v1.p2pTransfer(aP2pTransfer(card, cards[plan.to] as V1Card, amount));
  return { from: source, to: plan.to, amount, isCarriedOut: carriedOut(answer) };
}

/** Start plus what was carried out for each card, fees aside. */
function balancesAfter(cards: readonly V1Card[], movements: readonly Movement[]): number[] {
  const balances = cards.map(({ balance }): number => balance);
  for (const { from, to, amount, isCarriedOut } of movements) {
    if (!isCarriedOut) continue;
    if (from !== undefined) balances[from] = (balances[from] ?? 0) - amount;
    if (to !== undefined) balances[to] = (balances[to] ?? 0) + amount;
  }
  return balances;
}

/** Fees that histories report, in minor units. Document 1, part 2.8. */
interface Fees {
  readonly ofMovements: number;
  /**
   * Of items that moved nothing. Whether they were taken, or are what a declined movement would have
   * cost, is not shown.
   */
  readonly ofOthers: number;
}

/**
 * The fees that the history of a card reports; what it reported before the run is taken off by asking
 * before and after.
 */
export async function feesReported(v1: V1Client, card: V1Card): Promise<Fees> {
  const items = itemsOf(await historyOf(v1, card));
  return {
    ofMovements: total(items.filter(movesSomething).map(feeOf)),
    ofOthers: total(items.filter((item) => !movesSomething(item)).map(feeOf)),
  };
}

/** Each account holds what it began with, and what was carried out for it, less reported fees. */
export async function expectBalancesAccountedFor(
  v1: V1Client,
  cards: readonly V1Card[],
  movements: readonly Movement[],
  feesBefore: readonly Fees[],
): Promise<void> {
  const expected = balancesAfter(cards, movements);
  for (const [index, card] of cards.entries()) {
    const fees = feesSince(feesBefore.slice(index, index + 1), [await feesReported(v1, card)]);
    const possible = possibleLess(fees, expected[index] ?? 0);
    const balance = expect.toSatisfy(
      (value) => possible.includes(Number(value)),
      possible.join(' or '),
    );
    expect(await v1.getAccountData({ accountNumber: card.accountNumber })).toSucceed({
      accountData: { balance },
    });
  }
}

/** All accounts together hold what they began with, plus credits, less debits and reported fees. */
export async function expectTotalConserved(
  v1: V1Client,
  cards: readonly V1Card[],
  movements: readonly Movement[],
  feesBefore: readonly Fees[],
): Promise<void> {
  const feesAfter = await Promise.all(cards.map((card) => feesReported(v1, card)));
  const fees = feesSince(feesBefore, feesAfter);
  const possible = possibleLess(fees, total(balancesAfter(cards, movements)));
  const readings = await Promise.all(cards.map((card) => readAccount(v1, card)));
  const balances = readings.map(balanceIn);
  expect(possible, {
    exchanges: readings,
    sent: `getAccountData for ${cards.length} accounts`,
    expected: `balances that add up to ${possible.join(' or ')}`,
    got: `${balances.join(' + ')} = ${total(balances)}`,
  }).toContain(total(balances));
}

/** No account is further below zero than its credit limit allows. */
export async function expectNothingBelow(v1: V1Client, cards: readonly V1Card[]): Promise<void> {
  const [first] = cards;
  if (first === undefined) return;
  const least = -(await creditLimitOf(v1, first));
  for (const { accountNumber } of cards) {
    const enough = expect.toSatisfy((balance) => Number(balance) >= least, `${least} or more`);
    expect(await v1.getAccountData({ accountNumber })).toSucceed({
      accountData: { balance: enough },
    });
  }
}

/** Items of a history, in the order in which it lists them. */
export function itemsOf(history: Exchange | undefined): readonly object[] {
  return history === undefined ? [] : transactionsIn(history.answer.json);
}

/** In capitals: installed systems write directions in small letters too. */
export function directionOf(
  item: object,
  member: 'operationDirection' | 'feeDirection' = 'operationDirection',
): string {
  return String(memberOf(item, member)).toUpperCase();
}

function feeOf(item: object): number {
  const amount = numberAt(item, 'acquireFeeAmount') + numberAt(item, 'feIssuerFeeAmount');
  return directionOf(item, 'feeDirection') === 'CREDIT' ? -amount : amount;
}

function feesSince(before: readonly Fees[], after: readonly Fees[]): Fees {
  const risen = (member: keyof Fees): number =>
    total(after.map((fees) => fees[member])) - total(before.map((fees) => fees[member]));
  return { ofMovements: risen('ofMovements'), ofOthers: risen('ofOthers') };
}

/** What may be left of an amount once fees were taken, those of items that moved nothing or not. */
function possibleLess({ ofMovements, ofOthers }: Fees, amount: number): number[] {
  const left = amount - ofMovements;
  return ofOthers === 0 ? [left] : [left, left - ofOthers];
}

function numberAt(item: object, member: string): number {
  const value = memberOf(item, member);
  return typeof value === 'number' ? value : 0;
}
