import fc from 'fast-check';
import { aCardOrder, anAmountOf, aP2pTransfer, byNumber } from '../../fixtures/builders/v1.ts';
import {
  type CardNumber,
  type Expiry,
  type MinorUnits,
  minorUnits,
} from '../../fixtures/builders/values.ts';
import { carriedOut, type V1Client } from '../../fixtures/clients/v1.ts';
import { casesOf, check, expect, forAll } from '../../fixtures/check.ts';
import { anAcceptor } from '../../fixtures/fields/v1-requests.ts';
import { inSmokeOnly } from '../../fixtures/repeated.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { learnOrderTerms } from '../../fixtures/dialect/v1-order-terms.ts';
import { textAt } from '../../fixtures/worlds/set-up.ts';
import { total } from '../models/ledger.ts';
import { balanceOf, newCard, promised, type V1Card } from '../../fixtures/worlds/v1.ts';
import { fundedCard } from '../../fixtures/worlds/v1-funded.ts';
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
  'v1.money.is-conserved',
  'keeps the total in transfers between two cards of one account',
  async ({ v1, skip }) => {
    const hidden = await feesHidden(v1);
    if (hidden !== undefined) return skip(hidden);
    const [card] = (await cardsForRuns(v1, 1)) as [V1Card];
    const issued = await v1.createVirtualCard(
      aCardOrder(v1.settings, { ...card, ...(await learnOrderTerms(v1)) }),
    );
    if (!carriedOut(issued)) return skip('an account has one card only');
    const sister = {
      ...card,
      number: textAt(issued, 'virtualCardIdentification.cardNumber') as CardNumber,
      expDate: textAt(issued, 'virtualCardIdentification.expDate') as Expiry,
    };
    const before = [await feesReported(v1, card), await feesReported(v1, sister)];

    const acts = [
      await v1.p2pTransfer(aP2pTransfer(card, sister, minorUnits(13_01))),
      await v1.p2pTransfer(aP2pTransfer(sister, card, minorUnits(27_02))),
    ];

    // What a declined transfer costs is not shown.
    if (!acts.every(carriedOut)) return skip('no transfer is made within an account');
    const after = [await feesReported(v1, card), await feesReported(v1, sister)];
    const fees = after.map((now, index) => now.ofMovements - (before[index]?.ofMovements ?? 0));
    // A history may be that of the card or of the account.
    const possible = [...fees, total(fees)].map((charged) => card.balance - charged);
    const balance = expect.toSatisfy(
      (value) => possible.includes(Number(value)),
      [...new Set(possible)].join(' or '),
    );
    const { accountNumber } = card;
    const read = promised(
      await v1.getAccountData({ accountNumber }),
      'v1.get-account-data.succeeds',
    );
    expect(read).toSucceed({ accountData: { balance } });
  },
);

check(
  'v1.money.is-conserved',
  'reports the fee of a debit in whichever form it was sent',
  async ({ v1, skip }) => {
    const hidden = await feesHidden(v1);
    if (hidden !== undefined) return skip(hidden);
    const card = await fundedCard(v1, minorUnits(90_00));
    const reported = async (): Promise<number> => (await feesReported(v1, card)).ofMovements;
    let [balance, fees] = [await balanceOf(v1, card), await reported()];
    const seen: { readonly debit: Exchange; readonly cost: number; readonly listed: number }[] = [];
    const atms = ['6010', '6011'].map((merchantType) => ({
      cardAcceptorParameters: { ...anAcceptor, merchantType },
    }));
    for (const [amount, fee, part] of [
      [11_01, { feeType: 'FIXED', feeValue: 50 }],
      [12_02, { feeAmount: 60 }],
      [13_03, { feeAmount: 70, feeCurrency: 978 }],
      // Cash is a debit like others; it may be refused, or cost more.
      ...(inSmokeOnly()
        ? []
        : atms.map((atm, at) => [14_04 + at, { feeAmount: 80 }, atm] as const)),
    ] as const) {
      const debit = await v1.debitCard({ ...anAmountOf(card, minorUnits(amount)), fee, ...part });
      // What a fee does is not shown: it is judged where the balance shows that it was taken.
      if (!carriedOut(debit)) continue;
      const [left, listed] = [await balanceOf(v1, card), await reported()];
      seen.push({ debit, cost: balance - left - amount, listed: listed - fees });
      [balance, fees] = [left, listed];
    }

    // Whether the history reports such fees among its items is learned from the one where it does.
    const taken = seen.filter(({ cost }) => cost !== 0);
    if (!taken.some(({ cost, listed }) => cost === listed)) return;
    for (const { debit, cost, listed } of taken)
      expect(listed, sentExpectedGot(debit, `a reported fee of ${cost}`)).toBe(cost);
  },
);

check(
  'v1.money.balances-are-accounted-for',
  'keeps each balance at its start plus what was carried out',
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
  'shows a credit, and what another card pays in, in every view of a balance',
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

        const isPaidIn = amount % 3 === 0 && (await payIn(v1, card, amount));
        if (!isPaidIn) expect(await v1.creditCard(anAmountOf(card, amount))).toSucceed();

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

/** Whether another card pays in an amount; how much one may transfer is open. */
async function payIn(v1: V1Client, to: V1Card, amount: MinorUnits): Promise<boolean> {
  const payer = await fundedCard(v1, minorUnits(amount + 50_00));
  return carriedOut(await v1.p2pTransfer(aP2pTransfer(payer, to, amount)));
}

/** The numbers of an answer with the place where each stands. */
function numbersIn(json: unknown, path = ''): [string, number][] {
  if (typeof json === 'number') return [[path, json]];
  if (typeof json !== 'object' || json === null) return [];
  return Object.entries(json).flatMap(([name, value]) => numbersIn(value, `${path}.${name}`));
}
