import fc from 'fast-check';
import { aTopUp, aTransfer } from '../../fixtures/builders/v2.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { casesOf, check, expect, forAll, reached } from '../../fixtures/check.ts';
import { memberOf } from '../../fixtures/transcript/exchange.ts';
import type { V2Client } from '../../fixtures/clients/v2.ts';
import { feeOf } from '../../fixtures/worlds/v2-fees.ts';
import {
  allowSpending,
  balancesOf,
  type TestCard,
  fundedCards,
  promised,
} from '../../fixtures/worlds/v2.ts';
import {
  amountOf,
  type TopUpPlan,
  topUpPlan,
  type TransferPlan,
  transferPlan,
} from '../arbitraries/v2.ts';
import { ledgerOf, total } from '../models/ledger.ts';
import { expectBalances, expectTotal } from './balances.ts';

// Document 2, part 3: what follows for money from any run of top-ups and transfers.

const howMany = 3;
const movements = fc.array(
  fc.oneof(
    { weight: 1, arbitrary: topUpPlan(howMany) },
    { weight: 2, arbitrary: transferPlan(howMany) },
  ),
  { minLength: 1, maxLength: 8 },
);

/** Above all, the amounts around the whole balance. */
const leastOfRuns = {
  accepted: 250,
  refused: 8,
  depth: 14,
  reached: {
    'transfer of all': 1,
    'transfer of all but one': 1,
    'transfer of one more': 1,
  },
} as const;

const runs = casesOf(
  [movements],
  async (v2: V2Client, plans) => {
    const cards = await threeCards(v2);
    const expected = cards.map(({ balance }): number => balance);
    let gained = 0;
    for (const plan of plans) {
      const { status, amount, fee } = await carryOut(v2, cards, plan);
      if (status !== 'approved') continue;
      if ('from' in plan) expected[plan.from] = (expected[plan.from] ?? 0) - amount - fee;
      gained += 'from' in plan ? -fee : amount;
      const gainer = 'from' in plan ? plan.to : plan.card;
      expected[gainer] = (expected[gainer] ?? 0) + amount;
    }
    return { cards, expected, gained };
  },
  { least: leastOfRuns },
);

check(
  'v2.money.is-conserved',
  'keeps the total through any run of movements',
  async ({ v2, session }) => {
    await runs(session, v2, async ({ cards, gained }) => {
      const before = total(cards.map(({ balance }) => balance));
      await expectTotal(v2, cards, before + gained);
    });
  },
);

check(
  'v2.money.balances-are-accounted-for',
  'lets each balance be its start plus what was approved',
  async ({ v2, session }) => {
    await runs(session, v2, ({ cards, expected }) => expectBalances(v2, cards, expected));
  },
);

check(
  'v2.money.declines-follow-the-balance',
  'declines each transfer that is larger than the balance',
  async ({ v2 }) => {
    await forAll(
      [fc.array(transferPlan(howMany), { minLength: 1, maxLength: 8 })],
      async (plans) => {
        const cards = await threeCards(v2);
        const model = ledgerOf(cards.map(({ balance }) => balance));

        for (const { from, to, amount: planned } of plans) {
          const amount = amountOf(planned, model.balances[from] ?? 0);
          const isTooLarge = amount > (model.balances[from] ?? 0);
          const transfer = aTransfer(cards[from] as TestCard, cards[to] as TestCard, amount);
          if ('ofBalance' in planned) reached(`transfer of ${planned.ofBalance}`);
          const answer = await v2.createTransfer(transfer);
          promised(answer, 'v2.transfer-creation.answers-201');
          // Smaller ones may be declined for another reason: which are approved is not shown.
          if (isTooLarge) expect(answer).toSucceed({ status: 'declined' });
          else if (memberOf(answer.answer.json, 'status') === 'approved') {
            model.transfer(from, to, amount);
            model.topUp(from, -(await feeOf(v2, answer)));
          }
        }
      },
      { least: leastOfRuns },
    );
  },
);

/** Amounts refer to what the source really holds, so that a plan means the same on every target. */
async function carryOut(
  v2: V2Client,
  cards: readonly TestCard[],
  plan: TopUpPlan | TransferPlan,
): Promise<{ status: unknown; amount: number; fee: number }> {
  if (!('from' in plan)) {
    const answer = await v2.createTopUp(aTopUp(cards[plan.card] as TestCard, plan.amount));
    reached('top-up');
    return { status: memberOf(answer.answer.json, 'status'), amount: plan.amount, fee: 0 };
  }
  if ('ofBalance' in plan.amount) reached(`transfer of ${plan.amount.ofBalance}`);
  const [from, to] = [cards[plan.from] as TestCard, cards[plan.to] as TestCard];
  const [held = 0] = 'fixed' in plan.amount ? [0] : await balancesOf(v2, [from]);
  const amount = amountOf(plan.amount, held);
  const answer = await v2.createTransfer(aTransfer(from, to, amount));
  const fee = await feeOf(v2, answer);
  return { status: memberOf(answer.answer.json, 'status'), amount, fee };
}

/** Cards that may each spend all the money of the case in each of its transfers. */
async function threeCards(v2: V2Client): Promise<TestCard[]> {
  const cards = await fundedCards(
    v2,
    Array.from({ length: howMany }, () => minorUnits(10_00)),
  );
  const most = (total(cards.map(({ balance }) => balance)) + 8 * 5_00) * 8;
  await Promise.all(cards.map((card) => allowSpending(v2, card, most)));
  return cards;
}
