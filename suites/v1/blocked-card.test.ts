import { anAmountOf, aP2pTransfer } from '../../fixtures/builders/v1.ts';
import { type CardNumber, minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect } from '../../fixtures/check.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import { carriedOut, answerSummary, type V1Client } from '../../fixtures/clients/v1.ts';
import type { RequirementId } from '../../fixtures/requirements/index.ts';
import {
  balanceOf,
  newCard,
  newCustomer,
  promised,
  promisedToShow,
  type V1Card,
} from '../../fixtures/worlds/v1.ts';
import { fundedCard, fundedCards } from '../../fixtures/worlds/v1-funded.ts';
import { feesHidden } from '../../fixtures/worlds/v1-fees.ts';
import { validRequest } from '../../fixtures/worlds/v1-requests.ts';
import { block, noBlockForm, stateShown } from '../../fixtures/worlds/v1-states.ts';
import { expectChange, expectUntouched } from './balances.ts';

// Document 1, part 3: what a blocked card and an account in another status can still do. A card that
// is blocked pays nothing, or blocking would mean nothing; of all else the document says nothing, so
// those cells of the table are noted and none is judged.

const fiveEuros = minorUnits(5_00);

type Pay = (v1: V1Client, card: V1Card, other: V1Card) => Promise<Exchange>;

for (const [id, operation] of [
  ['v1.blocked-card.credit-card', 'creditCard'],
  ['v1.blocked-card.get-transactions', 'getTransactions'],
  ['v1.blocked-card.get-card-balance', 'getCardBalance'],
  ['v1.blocked-card.get-card-limits', 'getCardLimits'],
  ['v1.blocked-card.change-card-limit', 'changeCardLimit'],
  ['v1.blocked-card.get-card-data', 'getCardData'],
  ['v1.blocked-card.get-token-list', 'getTokenList'],
  ['v1.blocked-card.generate-pin', 'generatePin'],
  ['v1.blocked-card.change-pin', 'changePin'],
  ['v1.blocked-card.reset-pin-counter', 'resetPinCounter'],
  ['v1.blocked-card.generate-cvc2', 'generateCVC2'],
  ['v1.blocked-card.delete-card-limit-exception', 'deleteCardLimitException'],
  ['v1.blocked-card.set-geo-restrictions', 'setGeoRestrictions'],
  ['v1.blocked-card.get-geo-restrictions', 'getGeoRestrictions'],
] as const) {
  check(id, `is asked for ${operation} of a blocked card`, async ({ v1, observe, skip }) => {
    const request = await validRequest(v1, operation);
    if ('missing' in request) return skip(request.missing);
    const number = memberOf(request.body, 'cardIdentification.cardNumber') as CardNumber;
    if (!(await block(v1, { number }))) return skip(noBlockForm);

    observe(answerSummary(await request.send()));
  });
}

for (const [id, what, promise, pay] of [
  [
    'v1.blocked-card.debit-card',
    'debits nothing from a blocked card',
    'v1.debit-card.succeeds',
    (v1, card) => v1.debitCard(anAmountOf(card, fiveEuros)),
  ],
  [
    'v1.blocked-card.p2p-transfer',
    'transfers nothing from a blocked card',
    'v1.p2p-transfer.succeeds',
    (v1, card, other) => v1.p2pTransfer(aP2pTransfer(card, other, fiveEuros)),
  ],
] as const satisfies readonly (readonly [RequirementId, string, RequirementId, Pay])[]) {
  check(id, what, async ({ v1, skip }) => {
    const [card, other] = await Promise.all([fundedCard(v1, minorUnits(50_00)), newCard(v1)]);
    promised(await pay(v1, card, other), promise);
    const [before, balance] = await Promise.all([stateShown(v1, card), balanceOf(v1, card)]);
    if (!(await block(v1, card))) return skip(noBlockForm);

    const answer = await pay(v1, card, other);

    // A block that does not show at all is the affair of that requirement.
    if (carriedOut(answer) && (await stateShown(v1, card)) === before) {
      promisedToShow(answer, 'no success, or another state', 'v1.card-state.block-shows');
    }
    expect(answer).toBeDenied();
    await expectUntouched(v1, { ...card, balance });
  });
}

check(
  'v1.blocked-card.p2p-transfer-to-it',
  'is asked to transfer to a blocked card',
  async ({ v1, observe, skip }) => {
    const [from, blocked] = await Promise.all([fundedCard(v1, minorUnits(50_00)), newCard(v1)]);
    if (!(await block(v1, blocked))) return skip(noBlockForm);

    observe(answerSummary(await v1.p2pTransfer(aP2pTransfer(from, blocked, fiveEuros))));
  },
);

check(
  'v1.blocked-card.moves-what-it-says',
  'moves what it says to have moved to a blocked card, and else nothing',
  async ({ v1, skip }) => {
    const hidden = await feesHidden(v1);
    if (hidden !== undefined) return skip(hidden);
    const [from, to] = await fundedCards(v1, [minorUnits(50_00), minorUnits(5_00)]);
    if (from === undefined || to === undefined || !(await block(v1, to))) return skip(noBlockForm);

    const credit = await v1.creditCard(anAmountOf(to, minorUnits(3_00)));
    await expectChange(v1, to, carriedOut(credit) ? 3_00 : 0);
    const held = { ...to, balance: await balanceOf(v1, to) };
    const transfer = await v1.p2pTransfer(aP2pTransfer(from, to, minorUnits(7_00)));

    const isMoved = carriedOut(transfer);
    await expectChange(v1, from, isMoved ? -7_00 : 0);
    await expectChange(v1, held, isMoved ? 7_00 : 0);
  },
);

const statuses = [0, 1, 2, 3, 4, 5] as const;

check('v1.account-state.values', 'is sent the statuses 0 to 5', async ({ v1, observe }) => {
  observe(`changeAccountStatus takes ${await statusesTakenBy(v1, 'changeAccountStatus')}`);
});

check(
  'v1.account-state.effect',
  'is asked for debits at each status of the account',
  async ({ v1, observe }) => {
    const card = await fundedCard(v1, minorUnits(50_00));
    const seen: string[] = [];
    for (const accountStatus of statuses) {
      const { accountNumber } = card;
      const changed = await v1.changeAccountStatus({ accountNumber, accountStatus });
      if (!carriedOut(changed)) continue;
      const debit = await v1.debitCard(anAmountOf(card, minorUnits(1_00)));
      seen.push(`${accountStatus}: ${answerSummary(debit)}`);
    }

    observe(seen.join('; ') || 'none of 0 to 5 is accepted');
  },
);

check(
  'v1.account-state.fe-and-back-office',
  'is sent the same statuses by both operations',
  async ({ v1, observe }) => {
    const [backOffice, frontEnd] = await Promise.all([
      statusesTakenBy(v1, 'changeAccountStatus'),
      statusesTakenBy(v1, 'changeAccountStatusInFe'),
    ]);

    const isSame = backOffice === frontEnd;
    observe(isSame ? `both take ${backOffice}` : `${backOffice}; in the front end ${frontEnd}`);
  },
);

/** Which of the statuses are taken, one after the other, by an account of its own. */
async function statusesTakenBy(
  v1: V1Client,
  operation: 'changeAccountStatus' | 'changeAccountStatusInFe',
): Promise<string> {
  const { accountNumber } = await newCustomer(v1);
  const taken: number[] = [];
  for (const accountStatus of statuses) {
    if (carriedOut(await v1[operation]({ accountNumber, accountStatus })))
      taken.push(accountStatus);
  }
  return taken.join(', ') || 'none of them';
}
