import { atOnce } from '../../fixtures/at-once.ts';
import fc from 'fast-check';
import { anAmountOf, aP2pTransfer } from '../../fixtures/builders/v1.ts';
import { type MinorUnits, minorUnits } from '../../fixtures/builders/values.ts';
import { casesOf, check, expect, forAll, reached } from '../../fixtures/check.ts';
import { memberOf } from '../../fixtures/transcript/exchange.ts';
import { carriedOut, type V1Client } from '../../fixtures/clients/v1.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { historyOf, learnHistoryForm } from '../../fixtures/dialect/v1.ts';
import { anotherCardOf, balanceOf, newCard, type V1Card } from '../../fixtures/worlds/v1.ts';
import { fundedCards } from '../../fixtures/worlds/v1-funded.ts';
import { feesHidden } from '../../fixtures/worlds/v1-fees.ts';
import {
  directionOf,
  expectBalancesAccountedFor,
  expectNothingBelow,
  expectTotalConserved,
  feesReported,
  itemsOf,
  type Movement,
} from './movement-runs.ts';
import { total } from '../models/ledger.ts';
import { amountMoved } from '../../fixtures/fields/v1-items.ts';

// Document 1, part 4, for requests that are under way together: some order of them must explain
// the answers and the balances that follow.

/** Transfers of different amounts that together ask for more than the two sources hold. */
const burst = fc
  .uniqueArray(fc.integer({ min: 3_00, max: 10_00 }), { minLength: 4, maxLength: 8 })
  .chain((amounts) =>
    fc.tuple(
      ...amounts.map((amount) =>
        fc.record({
          from: fc.nat({ max: 1 }),
          to: fc.constant(2),
          amount: fc.constant(minorUnits(amount)),
        }),
      ),
    ),
  );

interface Plan {
  readonly from: number;
  readonly to: number;
  readonly amount: MinorUnits;
}

/** Bursts of which not all can be carried out; which of them are is the target's choice. */
const leastOfBursts = {
  accepted: 200,
  depth: 15,
  reached: { 'more asked of a card than it holds': 16 },
} as const;

const bursts = casesOf(
  [burst],
  async (v1: V1Client, plans) => {
    const cards = await threeCards(v1);
    const feesBefore = await Promise.all(cards.map((card) => feesReported(v1, card)));
    return { cards, feesBefore, movements: await sendTogether(v1, cards, plans) };
  },
  { least: leastOfBursts },
);

check('v1.money.is-conserved-concurrently', 'keeps the total', async ({ v1, session, skip }) => {
  const hidden = await feesHidden(v1);
  if (hidden !== undefined) return skip(hidden);
  await bursts(session, v1, ({ cards, feesBefore, movements }) =>
    expectTotalConserved(v1, cards, movements, feesBefore),
  );
});

check(
  'v1.money.balances-are-accounted-for-concurrently',
  'keeps each balance at its start plus what was carried out',
  async ({ v1, session, skip }) => {
    const hidden = await feesHidden(v1);
    if (hidden !== undefined) return skip(hidden);
    await bursts(session, v1, ({ cards, feesBefore, movements }) =>
      expectBalancesAccountedFor(v1, cards, movements, feesBefore),
    );
  },
);

check(
  'v1.money.no-overdraft-concurrently',
  'takes no account below its credit limit',
  async ({ v1, session }) => {
    await bursts(session, v1, ({ cards }) => expectNothingBelow(v1, cards));
  },
);

check(
  'v1.money.no-credit-is-lost-concurrently',
  'adds every credit that it carries out',
  async ({ v1, skip }) => {
    const hidden = await feesHidden(v1);
    if (hidden !== undefined) return skip(hidden);
    const amounts = fc.array(fc.integer({ min: 1, max: 20_00 }).map(minorUnits), {
      minLength: 3,
      maxLength: 8,
    });
    await forAll(
      [amounts],
      async (credits) => {
        const [card] = (await fundedCards(v1, [minorUnits(1_00)])) as [V1Card];
        const feesBefore = await feesReported(v1, card);

        const movements = await atOnce(() =>
          credits.map(async (amount): Promise<Movement> => {
            const answer = await v1.creditCard(anAmountOf(card, amount));
            return { to: 0, amount, isCarriedOut: carriedOut(answer) };
          }),
        );

        await expectBalancesAccountedFor(v1, [card], movements, [feesBefore]);
      },
      { least: { accepted: 150, depth: 7 } },
    );
  },
);

check(
  'v1.money.no-credit-is-lost-concurrently',
  'adds what two cards of one account are credited at once',
  async ({ v1, skip }) => {
    const hidden = await feesHidden(v1);
    if (hidden !== undefined) return skip(hidden);
    const [card] = (await fundedCards(v1, [minorUnits(1_00)])) as [V1Card];
    const second = await anotherCardOf(v1, card);
    if (second === undefined) return skip('an account has one card only');
    for (const count of [2, 6]) {
      const feesBefore = await feesReported(v1, card);
      const account = { ...card, balance: await balanceOf(v1, card) };

      const movements = await atOnce(() =>
        Array.from({ length: count }, async (_, place): Promise<Movement> => {
          const amount = minorUnits(3_01 + place);
          const answer = await v1.creditCard(anAmountOf(place % 2 === 0 ? card : second, amount));
          return { to: 0, amount, isCarriedOut: carriedOut(answer) };
        }),
      );

      await expectBalancesAccountedFor(v1, [account], movements, [feesBefore]);
    }
  },
);

check(
  'v1.money.listed-once-concurrently',
  'lists each transfer of a burst once at either end',
  async ({ v1, session, skip }) => {
    if ((await learnHistoryForm(v1)) === undefined) {
      return skip('no known form of getTransactions is accepted');
    }
    await bursts(session, v1, async ({ cards, movements }) => {
      const carried = movements.filter(({ isCarriedOut }) => isCarriedOut);
      for (const [index, direction] of [
        [0, 'DEBIT'],
        [1, 'DEBIT'],
        [2, 'CREDIT'],
      ] as const) {
        const own = carried.filter(({ from, to }) => (direction === 'DEBIT' ? from : to) === index);
        const history = await historyOf(v1, cards[index] as V1Card);
        if (history === undefined) continue;
        for (const { amount } of own) {
          const listed = itemsOf(history).filter(
            (item) => amountMoved(item) === amount && directionOf(item) === direction,
          );
          const message = sentExpectedGot(history, `one ${direction} of ${amount}`);
          expect(listed.length, message).toBe(1);
        }
      }
    });
  },
);

/** Two cards that hold less than a burst asks of them, and one that receives. */
async function threeCards(v1: V1Client): Promise<V1Card[]> {
  const held = [minorUnits(12_00), minorUnits(9_00)];
  const [funded, receiver] = await Promise.all([fundedCards(v1, held), newCard(v1)]);
  const payers = await Promise.all(
    funded.map((card, index) => holdingAtMost(v1, card, held[index] ?? card.balance)),
  );
  const { accountNumber } = receiver;
  const { answer } = await v1.getAccountData({ accountNumber });
  const balance = Number(memberOf(answer.json, 'accountData.balance')) as MinorUnits;
  return [...payers, { ...receiver, balance }];
}

/** The card, relieved of what it began with: a new account may hold more than a burst asks for. */
async function holdingAtMost(v1: V1Client, card: V1Card, most: MinorUnits): Promise<V1Card> {
  if (card.balance <= most) return card;
  await v1.debitCard(anAmountOf(card, minorUnits(card.balance - most)));
  return { ...card, balance: await balanceOf(v1, card) };
}

async function sendTogether(
  v1: V1Client,
  cards: readonly V1Card[],
  plans: readonly Plan[],
): Promise<Movement[]> {
  for (const [index, { balance }] of cards.entries()) {
    const asked = total(plans.filter(({ from }) => from === index).map(({ amount }) => amount));
    if (asked > balance) reached('more asked of a card than it holds');
  }
  return atOnce(() =>
    plans.map(async (plan) => {
      const [from, to] = [cards[plan.from] as V1Card, cards[plan.to] as V1Card];
      const answer = await v1.p2pTransfer(aP2pTransfer(from, to, plan.amount));
      return { ...plan, isCarriedOut: carriedOut(answer) };
    }),
  );
}
