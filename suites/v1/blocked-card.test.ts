import { anAmountOf, aP2pTransfer } from '../../fixtures/builders/v1.ts';
import { type CardNumber, minorUnits } from '../../fixtures/builders/values.ts';
import { check } from '../../fixtures/check.ts';
import { memberOf } from '../../fixtures/clients/exchange.ts';
import { carriedOut, endingOf, type V1Client } from '../../fixtures/clients/v1.ts';
import { fundedCard, newCustomer } from '../../fixtures/worlds/v1.ts';
import { validRequest } from '../../fixtures/worlds/v1-requests.ts';
import { block, noBlockForm } from '../../fixtures/worlds/v1-states.ts';

// Document 1, part 3: what a blocked card and an account in another status can still do. The
// document says nothing of it, so each cell of the table is noted and none is judged.

for (const [id, operation] of [
  ['v1.blocked-card.credit-card', 'creditCard'],
  ['v1.blocked-card.debit-card', 'debitCard'],
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

    observe(endingOf(await request.send()));
  });
}

check(
  'v1.blocked-card.p2p-transfer',
  'is asked to transfer from and to a blocked card',
  async ({ v1, observe, skip }) => {
    const [blocked, other] = await Promise.all([
      fundedCard(v1, minorUnits(50_00)),
      fundedCard(v1, minorUnits(50_00)),
    ]);
    if (!(await block(v1, blocked))) return skip(noBlockForm);

    const from = await v1.p2pTransfer(aP2pTransfer(blocked, other, minorUnits(5_00)));
    const to = await v1.p2pTransfer(aP2pTransfer(other, blocked, minorUnits(5_00)));

    observe(`from it: ${endingOf(from)}; to it: ${endingOf(to)}`);
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
      seen.push(`${accountStatus}: ${endingOf(debit)}`);
    }

    observe(seen.join('; ') || 'none of 0 to 5 is taken');
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
