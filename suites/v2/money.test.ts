import { without, withValue } from '../../fixtures/builders/spoil.ts';
import { aTopUp, aTransfer } from '../../fixtures/builders/v2.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check } from '../../fixtures/check.ts';
import { inSmokeOnly } from '../../fixtures/repeated.ts';
import { bringInto, fundedCards, type TestCard } from '../../fixtures/worlds/v2.ts';
import {
  expectMoneyToFollow,
  expectMovementsListed,
  type Movement,
  stoppedForAWhile,
  twoCards,
} from '../../fixtures/worlds/v2-movements.ts';

// Document 2, parts 3 and 7: an odd movement may be approved, declined or refused, which is not shown;
// but its answer is the end of it, and money follows it. Amounts are powers of two, so that every sum
// tells which of them moved.

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
    await expectMovementsListed(v2, from, movements);
  },
);

check(
  'v2.money.follows-the-answer',
  'moves what it approves between cards that are both stopped',
  async ({ v2 }) => {
    const stopped = inSmokeOnly()
      ? (['blocked'] as const)
      : (['blocked', 'lost', 'stollen'] as const);
    // Sums of powers of two, each source holding all that it may be asked for.
    const cards = (): Promise<TestCard[]> =>
      fundedCards(
        v2,
        stopped.map(() => minorUnits(10_00)),
      );
    const [sources, destinations] = await Promise.all([cards(), cards()]);
    for (const some of [sources, destinations]) {
      await Promise.all(
        stopped.map((status, place) => bringInto(v2, some[place] as TestCard, status)),
      );
    }

    const movements: Movement[] = [];
    for (const from of sources) {
      for (const to of destinations) {
        const amount = minorUnits(2 ** movements.length);
        const answer = await v2.createTransfer(aTransfer(from, to, amount));
        movements.push({ answer, amount, from, to });
      }
    }

    await expectMoneyToFollow(v2, [...sources, ...destinations], movements);
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
      await expectMovementsListed(v2, other, movements);
    },
  );
}

check(
  'v2.money.follows-the-answer',
  'carries out nothing that it declined once nothing stands in the way',
  async ({ v2 }) => {
    const cards = await twoCards(v2);

    const movements = await stoppedForAWhile(v2, cards);

    await expectMoneyToFollow(v2, cards, movements);
    for (const card of cards) await expectMovementsListed(v2, card, movements);
  },
);
