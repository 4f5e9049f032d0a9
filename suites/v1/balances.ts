import { expect } from '../../fixtures/check.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import type { V1Client } from '../../fixtures/clients/v1.ts';
import { amountMoved, transactionsIn } from '../../fixtures/fields/v1-items.ts';
import { historyOf } from '../../fixtures/dialect/v1.ts';
import { promised, type V1Card } from '../../fixtures/worlds/v1.ts';

/** Each account holds what it held when its card was handed over. */
export async function expectUntouched(v1: V1Client, ...cards: readonly V1Card[]): Promise<void> {
  for (const { accountNumber, balance } of cards) {
    expect(await dataOf(v1, accountNumber)).toSucceed({ accountData: { balance } });
  }
}

/**
 * The account holds so much more or less than when its card was handed over, in minor units, but
 * for the fees that the history reports for a movement of this amount. Document 1, part 2.8.
 */
export async function expectChange(
  v1: V1Client,
  card: V1Card,
  change: number,
  amount: number = Math.abs(change),
): Promise<void> {
  const balance = card.balance + change;
  const now = await dataOf(v1, card.accountNumber);
  if (memberOf(now.answer.json, 'accountData.balance') === balance) return;

  const fees = (await feesOf(v1, card, amount)).filter((fee) => fee !== 0);
  const balances = [balance, ...fees.map((fee) => balance - fee)];
  expect(now).toSucceed({
    accountData: {
      balance: balances.length === 1 ? balance : expect.toBeOneOf(balances),
    },
  });
}

/** What each movement of this amount cost, as the history of a card reports it; in minor units. */
export async function feesOf(
  v1: V1Client,
  card: Pick<V1Card, 'number'>,
  amount: number,
): Promise<number[]> {
  const history = await historyOf(v1, card);
  return transactionsIn(history?.answer.json)
    .filter((item) => amountMoved(item) === amount)
    .map((item) => {
      const fee = numberAt(item, 'acquireFeeAmount') + numberAt(item, 'feIssuerFeeAmount');
      return String(memberOf(item, 'feeDirection')).toUpperCase() === 'CREDIT' ? -fee : fee;
    });
}

async function dataOf(v1: V1Client, accountNumber: string): Promise<Exchange> {
  return promised(await v1.getAccountData({ accountNumber }), 'v1.get-account-data.succeeds');
}

function numberAt(item: object, name: string): number {
  const value = memberOf(item, name);
  return typeof value === 'number' ? value : 0;
}
