import { expect } from '../../fixtures/check.ts';
import type { V2Client } from '../../fixtures/clients/v2.ts';
import { balanceIn, type TestCard, cardNow } from '../../fixtures/worlds/v2.ts';
import { total } from '../models/ledger.ts';

/** Each card holds its amount, in minor units. */
export async function expectBalances(
  v2: V2Client,
  cards: readonly TestCard[],
  expected: readonly number[],
): Promise<void> {
  for (const [index, card] of cards.entries()) {
    expect(await cardNow(v2, card)).toSucceed({ account: { balance: expected[index] } });
  }
}

/** All cards together hold this much, in minor units. */
export async function expectTotal(
  v2: V2Client,
  cards: readonly TestCard[],
  expected: number,
): Promise<void> {
  const readings = await Promise.all(cards.map((card) => cardNow(v2, card)));
  const balances = readings.map(balanceIn);
  expect(total(balances), {
    exchanges: readings,
    sent: cards.map(({ id }) => `GET /v2/cards/${id}`).join(', '),
    expected: `balances that add up to ${expected}`,
    got: `${balances.join(' + ')} = ${total(balances)}`,
  }).toBe(expected);
}
