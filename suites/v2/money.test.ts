import { without, withValue } from '../../fixtures/builders/spoil.ts';
import { aTopUp, aTransfer } from '../../fixtures/builders/v2.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect } from '../../fixtures/check.ts';
import { type Exchange, memberOf, succeeded } from '../../fixtures/transcript/exchange.ts';
import type { V2Client } from '../../fixtures/clients/v2.ts';
import {
  bringInto,
  type TestCard,
  cardNow,
  fundedCards,
  textAt,
} from '../../fixtures/worlds/v2.ts';

// Document 2, parts 3 and 7: an odd movement may be approved, declined or refused, which is not shown;
// but its answer is the end of it, and money follows it. Amounts are powers of two, so that every sum
// tells which of them moved.

/** A movement that was sent; a top-up has no source. */
interface Movement {
  readonly answer: Exchange;
  readonly amount: number;
  readonly from?: TestCard;
  readonly to: TestCard;
}

check(
  'v2.money.follows-the-answer',
  'moves what it approves of odd movements, and nothing else',
  async ({ v2 }) => {
    const [from, to] = await twoCards(v2);
    const transferOf = (amount: number): object => aTransfer(from, to, minorUnits(amount));
    const topUpOf = (amount: number): object => aTopUp(to, minorUnits(amount));
    const movements: Movement[] = [];

    for (const [amount, order] of [
      [0, transferOf(0)],
      [1, without(transferOf(1), 'sourceCard.expiryDate')],
      [2, without(transferOf(2), 'currency')],
      [4, withValue(transferOf(4), 'amount', '4')],
      [8, withValue(transferOf(8), 'sourceCard.expiryDate', '12/28')],
      [16, withValue(transferOf(16), 'sourceCard.expiryDate', '202813')],
    ] as const) {
      movements.push({ answer: await v2.createTransfer(order), amount, from, to });
    }
    const toItself = aTransfer(from, from, minorUnits(32));
    movements.push({ answer: await v2.createTransfer(toItself), amount: 32, from, to: from });
    for (const [amount, order] of [
      [0, topUpOf(0)],
      [64, without(topUpOf(64), 'currency')],
      [128, withValue(topUpOf(128), 'amount', '128')],
    ] as const) {
      movements.push({ answer: await v2.createTopUp(order), amount, to });
    }

    await expectMoneyToFollow(v2, [from, to], movements);
    await expectListed(v2, from, movements);
  },
);

for (const final of ['lost', 'stollen'] as const) {
  check(
    'v2.money.follows-the-answer',
    `moves what it approves for a card that is blocked, then ${final}`,
    async ({ v2 }) => {
      const [card, other] = await twoCards(v2);
      const movements: Movement[] = [];

      for (const [before, status, amount] of [
        ['active', 'blocked', 1],
        ['blocked', final, 8],
      ] as const) {
        await bringInto(v2, card, status, before);
        for (const [from, to, shift] of [
          [card, other, 1],
          [other, card, 2],
        ] as const) {
          const moved = minorUnits(amount * shift);
          const answer = await v2.createTransfer(aTransfer(from, to, moved));
          movements.push({ answer, amount: moved, from, to });
        }
        const answer = await v2.createTopUp(aTopUp(card, minorUnits(amount * 4)));
        movements.push({ answer, amount: amount * 4, to: card });
      }

      await expectMoneyToFollow(v2, [card, other], movements);
      // Whether the transfers of a card that is not active are still listed by it is not shown.
      await expectListed(v2, other, movements);
    },
  );
}

/** Each card holds what it held at first, and what was approved for it since. */
async function expectMoneyToFollow(
  v2: V2Client,
  cards: readonly TestCard[],
  movements: readonly Movement[],
): Promise<void> {
  const approved = movements.filter(
    ({ answer }) => succeeded(answer) && memberOf(answer.answer.json, 'status') === 'approved',
  );
  for (const card of cards) {
    let balance: number = card.balance;
    for (const { amount, from, to } of approved) {
      if (from === card) balance -= amount;
      if (to === card) balance += amount;
    }
    expect(await cardNow(v2, card)).toSucceed({ account: { balance } });
  }
}

/** A transfer is listed exactly if it was created, approved or not. */
async function expectListed(
  v2: V2Client,
  card: TestCard,
  movements: readonly Movement[],
): Promise<void> {
  const created = movements.filter(({ from, answer }) => from !== undefined && succeeded(answer));
  const ids = created.map(({ answer }) => textAt(answer, 'id'));
  const list = await v2.listTransfers({ cardNumberFltr: card.number });
  expect(list).toListExactly('transfers', ids);
}

/** Two cards that hold ten euros more than new ones. */
async function twoCards(v2: V2Client): Promise<[TestCard, TestCard]> {
  const cards = await fundedCards(v2, [minorUnits(10_00), minorUnits(10_00)]);
  return cards as [TestCard, TestCard];
}
