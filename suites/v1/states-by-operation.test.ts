import { anAmountOf, aP2pTransfer, euro } from '../../fixtures/builders/v1.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check } from '../../fixtures/check.ts';
import type { Exchange } from '../../fixtures/transcript/exchange.ts';
import {
  carriedOut,
  answerSummary,
  type V1Client,
  type V1Operation,
} from '../../fixtures/clients/v1.ts';
import { learnAccountStatus, learnArrestPath } from '../../fixtures/dialect/v1.ts';
import { newCard } from '../../fixtures/worlds/v1.ts';
import { fundedCard } from '../../fixtures/worlds/v1-funded.ts';
import { validRequest } from '../../fixtures/worlds/v1-requests.ts';

// Document 1, parts 3 and 4: what can still be done with an account that was changed. The document
// says nothing of it, so each operation is tried and none is judged. The states of a card stand in
// blocked-card.test.ts.

/** Brings an account into a state; false where it refuses. */
type Change = (accountNumber: string) => Promise<boolean>;

check(
  'v1.account-state.operations',
  'is asked for each operation of an account whose status was changed',
  async ({ v1, observe, skip }) => {
    const accountStatus = await learnAccountStatus(v1, 'changeAccountStatus');
    if (accountStatus === undefined) return skip('no known accountStatus is accepted');

    const endings = await endingsAfter(v1, async (accountNumber) =>
      carriedOut(await v1.changeAccountStatus({ accountNumber, accountStatus })),
    );

    observe(`accountStatus ${accountStatus}: ${endings}`);
  },
);

check(
  'v1.account-state.operations-when-arrested',
  'is asked for each operation of an account of which an amount was arrested',
  async ({ v1, observe }) => {
    const path = await learnArrestPath(v1);

    const endings = await endingsAfter(v1, async (accountNumber) =>
      carriedOut(
        await v1.ask(
          'changeAccountArrestAmount',
          { accountNumber, amount: 1_00, currency: euro },
          path,
        ),
      ),
    );

    observe(endings);
  },
);

const operations = [
  'createVirtualCard',
  'creditCard',
  'debitCard',
  'changeAccountArrestAmount',
  'changeAccountLimit',
  'getAccountLimits',
  'changeAccountStatus',
  'changeAccountStatusInFe',
  'getAccountBalanceFromBo',
  'getAccountBalances',
  'getAccountData',
  'setAllowedBeneficiaries',
  'getAllowedBeneficiaries',
  'setAllowedMccList',
  'getAllowedMccList',
] as const;

/** How each operation ends for an account of its own that was changed; those alike stand together. */
async function endingsAfter(v1: V1Client, change: Change): Promise<string> {
  const seen = await Promise.all([
    ...operations.map(async (operation) => [operation, await triedAfter(v1, operation, change)]),
    ...(['from', 'to'] as const).map(async (end) => [
      `p2pTransfer ${end} it`,
      await transferAfter(v1, end, change),
    ]),
  ]);
  return Array.from(
    Map.groupBy(seen, ([, ending]) => ending),
    ([ending, same]) => `${ending}: ${same.map(([name]) => name).join(', ')}`,
  ).join('; ');
}

async function triedAfter(v1: V1Client, operation: V1Operation, change: Change): Promise<string> {
  const request = await validRequest(v1, operation);
  if ('missing' in request) return request.missing;
  if (!(await change(request.accountNumber))) return notChanged;
  return ending(await request.send());
}

async function transferAfter(v1: V1Client, end: 'from' | 'to', change: Change): Promise<string> {
  const [from, to] = await Promise.all([fundedCard(v1, minorUnits(50_00)), newCard(v1)]);
  // An arrest may need something to be arrested.
  if (end === 'to') await v1.creditCard(anAmountOf(to, minorUnits(20_00)));
  if (!(await change((end === 'from' ? from : to).accountNumber))) return notChanged;
  return ending(await v1.p2pTransfer(aP2pTransfer(from, to, minorUnits(5_00))));
}

const notChanged = 'the account was not changed';

function ending(exchange: Exchange): string {
  return carriedOut(exchange) ? 'carried out' : answerSummary(exchange);
}
