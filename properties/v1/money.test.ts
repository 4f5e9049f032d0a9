import fc from 'fast-check';
import { anAmountOf } from '../../fixtures/builders/v1.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import type { V1Client } from '../../fixtures/clients/v1.ts';
import { casesOf, check, expect, forAll } from '../../fixtures/check.ts';
import { memberOf } from '../../fixtures/transcript/exchange.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { byNumber } from '../../fixtures/builders/v1.ts';
import { balanceOf, newCard } from '../../fixtures/worlds/v1.ts';
import { feesHidden } from '../../fixtures/worlds/v1-fees.ts';
import { movementPlan } from '../arbitraries/v1-movements.ts';
import {
  cardsForRuns,
  expectBalancesAccountedFor,
  expectNothingBelow,
  expectTotalConserved,
  feesReported,
  leastOfRuns,
  type Movement,
  move,
} from './movement-runs.ts';

// Document 1, parts 2.7, 2.8 and 4: what follows for money from any run of credits, debits and
// transfers, with fees as the history reports them.

const runs = fc.array(movementPlan(3), { minLength: 1, maxLength: 8 });

const runsOfMovements = casesOf(
  [runs],
  async (v1: V1Client, plans) => {
    const cards = await cardsForRuns(v1);
    const feesBefore = await Promise.all(cards.map((card) => feesReported(v1, card)));
    const movements: Movement[] = [];
    for (const plan of plans) movements.push(await move(v1, cards, plan));
    return { cards, feesBefore, movements };
  },
  { least: leastOfRuns },
);

check(
  'v1.money.is-conserved',
  'keeps the total through any run of movements',
  async ({ v1, session, skip }) => {
    const hidden = await feesHidden(v1);
    if (hidden !== undefined) return skip(hidden);
    await runsOfMovements(session, v1, ({ cards, feesBefore, movements }) =>
      expectTotalConserved(v1, cards, movements, feesBefore),
    );
  },
);

check(
  'v1.money.balances-are-accounted-for',
  'lets each balance be its start plus what was carried out',
  async ({ v1, session, skip }) => {
    const hidden = await feesHidden(v1);
    if (hidden !== undefined) return skip(hidden);
    await runsOfMovements(session, v1, ({ cards, feesBefore, movements }) =>
      expectBalancesAccountedFor(v1, cards, movements, feesBefore),
    );
  },
);

check(
  'v1.money.nothing-below-zero',
  'takes no account below its credit limit',
  async ({ v1, session }) => {
    await runsOfMovements(session, v1, ({ cards }) => expectNothingBelow(v1, cards));
  },
);

check(
  'v1.money.balance-views-agree',
  'shows a credit in every view of a balance',
  async ({ v1 }) => {
    const amounts = fc.integer({ min: 1, max: 400_00 }).map(minorUnits);
    await forAll(
      [amounts],
      async (amount) => {
        const card = await newCard(v1);
        const { accountNumber } = card;
        const cardIdentification = byNumber(card);
        const [before, offered, shown] = await Promise.all([
          balanceOf(v1, card),
          v1.getAccountBalanceFromBo({ accountNumber }),
          v1.getCardBalance({ cardIdentification }),
        ]);

        expect(await v1.creditCard(anAmountOf(card, amount))).toSucceed();

        // A fee may lower what arrives, so the account says by how much the other views must differ.
        const risen = (await balanceOf(v1, card)) - before;
        const available = Number(memberOf(offered.answer.json, 'availableBalance'));
        expect(await v1.getAccountBalanceFromBo({ accountNumber })).toSucceed({
          availableBalance: available + risen,
        });
        // Where the balance stands in this answer is not shown: one of its numbers must be it.
        const after = await v1.getCardBalance({ cardIdentification });
        const earlier = numbersIn(shown.answer.json);
        const hasRisen = numbersIn(after.answer.json).some(([path, value]) =>
          earlier.some(([name, old]) => name === path && old + risen === value),
        );
        const message = sentExpectedGot(after, `a number that rose by ${risen}`);
        expect(hasRisen, message).toBe(true);
      },
      { share: 0.25, least: { accepted: 48, depth: 9 } },
    );
  },
);

/** The numbers of an answer with the place where each stands. */
function numbersIn(json: unknown, path = ''): [string, number][] {
  if (typeof json === 'number') return [[path, json]];
  if (typeof json !== 'object' || json === null) return [];
  return Object.entries(json).flatMap(([name, value]) => numbersIn(value, `${path}.${name}`));
}
