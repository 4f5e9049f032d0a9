import type { V1Operation } from '../../../fixtures/clients/v1.ts';
import { documentRules } from '../../../sandbox/rules/index.ts';
import { type Fault, fault } from '../fault.ts';
import {
  inRequest,
  memberAt,
  onTheWire,
  rememberingInAnswer,
  withRememberingRules,
  withRules,
} from '../tampering.ts';

// Document 1, part 4: amounts of accounts, allowed beneficiaries and merchant category codes.

const { v1ArrestedAfter } = documentRules;

export const v1AccountFaults: readonly Fault[] = [
  fault(
    'v1.change-account-arrest-amount.leaves-holds',
    'with-the-arrest',
    'shows as available what there was before any debit once nothing is arrested any more',
    rememberingInAnswer(['changeAccountArrestAmount', 'getAccountBalanceFromBo'], () => {
      const released = new Set<unknown>();
      const most = new Map<unknown, number>();
      return (answer, { operation, body: { accountNumber, amount } }) => {
        if (operation === 'getAccountBalanceFromBo') {
          const shown = Math.max(Number(answer['availableBalance']), most.get(accountNumber) ?? 0);
          most.set(accountNumber, shown);
          if (released.has(accountNumber)) answer['availableBalance'] = shown;
        } else if (amount === 0) released.add(accountNumber);
        else released.delete(accountNumber);
      };
    }),
  ),
  fault(
    'v1.change-account-arrest-amount.concerns-one-account',
    'two-accounts',
    'also arrests money of the previously read account',
    onTheWire(() => {
      let lastAsked: unknown;
      return async ({ operation, body }, send) => {
        const { accountNumber } = body;
        if (operation === 'getAccountBalanceFromBo') lastAsked = accountNumber;
        if (operation !== 'changeAccountArrestAmount' || lastAsked === undefined) return send();
        await send({ body: JSON.stringify({ ...body, accountNumber: lastAsked }) });
        return send();
      };
    }),
  ),
  fault(
    'v1.change-account-arrest-amount.concerns-one-account',
    'on-the-latest',
    'arrests money of the account that was registered last instead of the one named',
    onTheWire(() => {
      let latest: unknown;
      return async ({ operation, body }, send) => {
        if (operation === 'changeAccountArrestAmount' && latest !== undefined) {
          return send({ body: JSON.stringify({ ...body, accountNumber: latest }) });
        }
        const response = await send();
        if (operation !== 'registerCustomer') return response;
        latest = memberAt(await response.clone().json(), 'accountNumber') ?? latest;
        return response;
      };
    }),
  ),
  fault(
    'v1.change-account-arrest-amount.no-overdraft',
    'added',
    'adds the arrested amount to what can be paid',
    withRules({ v1AvailableBalance: (balance, held) => balance + held }),
  ),
  fault(
    'v1.change-account-arrest-amount.no-overdraft',
    'negative',
    'pays more from any account after a negative arrest',
    withRememberingRules(() => {
      let isNegative = false;
      return {
        v1ArrestedAfter: (before, amount, way) => {
          isNegative ||= amount < 0;
          return v1ArrestedAfter(before, amount, way);
        },
        v1AvailableBalance: (balance, held) => balance + (isNegative ? 10_00 : -held),
      };
    }),
  ),
  fault(
    'v1.change-account-status.is-seen-in-card-entries',
    'stale',
    'leaves the status of an account as it was',
    withRules({ v1AccountStatusAfter: (before) => before }),
  ),
  fault(
    'v1.get-account-balance-from-bo.follows-the-money',
    'stale',
    'keeps showing the amounts of an account as first read',
    rememberingInAnswer('getAccountBalanceFromBo', () => {
      const known = new Map<unknown, unknown>();
      return (answer, { body }) => {
        const account = memberAt(body, 'accountNumber');
        if (!known.has(account)) known.set(account, answer['availableBalance']);
        answer['availableBalance'] = known.get(account);
      };
    }),
  ),
  fault(
    'v1.get-account-balance-from-bo.follows-the-money',
    'whole-units',
    'shows availableBalance in whole units of the currency',
    withRules({ v1AvailableBalance: (balance, held) => Math.trunc((balance - held) / 100) }),
  ),
  fault(
    'v1.get-account-balance-from-bo.follows-the-money',
    'debits-what-is-arrested',
    'takes a debit out of the arrested amount',
    rememberingInAnswer(['createVirtualCard', 'debitCard', 'getAccountBalanceFromBo'], () => {
      const accounts = new Map<unknown, unknown>();
      const debited = new Map<unknown, number>();
      return (answer, { operation, body }) => {
        const card = memberAt(body, 'cardIdentification.cardNumber');
        if (operation === 'createVirtualCard') {
          const issued = memberAt(answer, 'virtualCardIdentification.cardNumber');
          accounts.set(issued, body['accountNumber']);
        } else if (operation === 'debitCard') {
          debited.set(accounts.get(card), Number(body['amount']));
        } else {
          const gone = debited.get(body['accountNumber']) ?? 0;
          answer['holdBalance'] = Math.max(0, Number(answer['holdBalance']) - gone);
        }
      };
    }),
  ),

  fault(
    'v1.get-account-data.no-full-number-when-declined',
    'always-full',
    'shows the full number of a card regardless of returnCardNumber',
    withRules({ v1ShowsFullNumber: () => true }),
  ),

  fault(
    'v1.get-allowed-beneficiaries.returns-what-was-set',
    'first-only',
    'keeps only the first beneficiary',
    withRules({ beneficiariesAfter: (_before, sent) => sent.slice(0, 1) }),
  ),
  fault(
    'v1.get-allowed-beneficiaries.returns-what-was-set',
    'forgotten',
    'forgets the beneficiaries',
    withRules({ beneficiariesAfter: () => [] }),
  ),
  fault(
    'v1.set-allowed-beneficiaries.replaces',
    'adds',
    'adds beneficiaries to those that were set before',
    withRules({ beneficiariesAfter: (before, sent) => [...before, ...sent] }),
  ),
  fault(
    'v1.set-allowed-beneficiaries.concerns-one-account',
    'one-list-for-all',
    'keeps one list of beneficiaries for all accounts',
    setsForAllAccounts('setAllowedBeneficiaries'),
  ),
  fault(
    'v1.set-allowed-beneficiaries.bare-numbers',
    'dropped',
    'drops beneficiaries that are bare numbers',
    inRequest('setAllowedBeneficiaries', (body) => {
      const { beneficiaries } = body;
      return Array.isArray(beneficiaries)
        ? { ...body, beneficiaries: beneficiaries.filter((one) => typeof one !== 'number') }
        : body;
    }),
  ),
  fault(
    'v1.get-allowed-mcc-list.returns-what-was-set',
    'first-only',
    'keeps only the first merchant category code',
    withRules({ mccListAfter: (_before, sent) => sent.slice(0, 1) }),
  ),
  fault(
    'v1.set-allowed-mcc-list.replaces',
    'adds',
    'adds merchant category codes to those that were set before',
    withRules({ mccListAfter: (before, sent) => [...before, ...sent] }),
  ),
  fault(
    'v1.set-allowed-mcc-list.replaces',
    'first-stays',
    'keeps the merchant category codes that were set first',
    withRules({ mccListAfter: (before, sent) => (before.length > 0 ? before : sent) }),
  ),
  fault(
    'v1.set-allowed-mcc-list.concerns-one-account',
    'one-list-for-all',
    'keeps one list of merchant category codes for all accounts',
    setsForAllAccounts('setAllowedMccList'),
  ),
];

/** Sets a list for every account for which one was set before, too. */
function setsForAllAccounts(set: V1Operation): ReturnType<typeof onTheWire> {
  return onTheWire(() => {
    const known = new Set<unknown>();
    return async ({ operation, body }, send) => {
      if (operation !== set) return send();
      for (const accountNumber of known) {
        await send({ body: JSON.stringify({ ...body, accountNumber }) });
      }
      known.add(body['accountNumber']);
      return send();
    };
  });
}
