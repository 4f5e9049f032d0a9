import type { RequirementId } from '../../../fixtures/requirements/index.ts';
import { type Fault, type Fashion, fault } from '../fault.ts';
import { onTheWire, type V1Operation } from '../tampering.ts';
import { denies, deniesAgain, succeedsAnyway } from './tampering.ts';

// Document 1, parts 4 and 5: what goes wrong with an operation whatever it is about.

/** Requirement and operation: a valid request is denied. */
const denied: readonly (readonly [RequirementId, V1Operation])[] = [
  ['v1.register-customer.succeeds', 'registerCustomer'],
  ['v1.create-virtual-card.succeeds', 'createVirtualCard'],
  ['v1.get-card-limits.succeeds', 'getCardLimits'],
  ['v1.change-card-limit.succeeds', 'changeCardLimit'],
  ['v1.get-card-data.succeeds', 'getCardData'],
  ['v1.block-card.succeeds', 'blockCard'],
  ['v1.validate-card.succeeds', 'validateCard'],
  ['v1.credit-card.succeeds', 'creditCard'],
  ['v1.debit-card.succeeds', 'debitCard'],
  ['v1.p2p-transfer.succeeds', 'p2pTransfer'],
  ['v1.get-transactions.succeeds', 'getTransactions'],
  ['v1.get-card-balance.succeeds', 'getCardBalance'],
  ['v1.get-token-list.succeeds', 'getTokenList'],
  ['v1.generate-pin.succeeds', 'generatePin'],
  ['v1.change-pin.succeeds', 'changePin'],
  ['v1.reset-pin-counter.succeeds', 'resetPinCounter'],
  ['v1.generate-cvc2.succeeds', 'generateCVC2'],
  ['v1.delete-card-limit-exception.succeeds', 'deleteCardLimitException'],
  ['v1.set-geo-restrictions.succeeds', 'setGeoRestrictions'],
  ['v1.get-geo-restrictions.succeeds', 'getGeoRestrictions'],
  ['v1.change-account-arrest-amount.succeeds', 'changeAccountArrestAmount'],
  ['v1.change-account-limit.succeeds', 'changeAccountLimit'],
  ['v1.get-account-limits.succeeds', 'getAccountLimits'],
  ['v1.change-account-status.succeeds', 'changeAccountStatus'],
  ['v1.change-account-status-in-fe.succeeds', 'changeAccountStatusInFe'],
  ['v1.get-account-balance-from-bo.succeeds', 'getAccountBalanceFromBo'],
  ['v1.get-account-balances.succeeds', 'getAccountBalances'],
  ['v1.get-account-data.succeeds', 'getAccountData'],
  ['v1.set-allowed-beneficiaries.succeeds', 'setAllowedBeneficiaries'],
  ['v1.get-allowed-beneficiaries.succeeds', 'getAllowedBeneficiaries'],
  ['v1.set-allowed-mcc-list.succeeds', 'setAllowedMccList'],
  ['v1.get-allowed-mcc-list.succeeds', 'getAllowedMccList'],
  ['v1.get-customer-details.succeeds', 'getCustomerDetails'],
  ['v1.get-customer-info.succeeds', 'getCustomerInfo'],
  ['v1.is-customer-exist.succeeds', 'isCustomerExist'],
  ['v1.get-atm-status-ext.succeeds', 'getAtmStatusExt'],
  ['v1.get-order-details.succeeds', 'getOrderDetails'],
  ['v1.get-payment-orders.succeeds', 'getPaymentOrders'],
];

/** Requirement, operation, what does not exist: it is answered like what does. */
const answeredAnyway: readonly (readonly [RequirementId, V1Operation, string])[] = [
  ['v1.get-card-limits.unknown-card', 'getCardLimits', 'card'],
  ['v1.change-card-limit.unknown-card', 'changeCardLimit', 'card'],
  ['v1.get-card-data.unknown-card', 'getCardData', 'card'],
  ['v1.block-card.unknown-card', 'blockCard', 'card'],
  ['v1.validate-card.unknown-card', 'validateCard', 'card'],
  ['v1.credit-card.unknown-card', 'creditCard', 'card'],
  ['v1.debit-card.unknown-card', 'debitCard', 'card'],
  ['v1.get-transactions.unknown-card', 'getTransactions', 'card'],
  ['v1.get-card-balance.unknown-card', 'getCardBalance', 'card'],
  ['v1.get-token-list.unknown-card', 'getTokenList', 'card'],
  ['v1.generate-pin.unknown-card', 'generatePin', 'card'],
  ['v1.change-pin.unknown-card', 'changePin', 'card'],
  ['v1.reset-pin-counter.unknown-card', 'resetPinCounter', 'card'],
  ['v1.generate-cvc2.unknown-card', 'generateCVC2', 'card'],
  ['v1.delete-card-limit-exception.unknown-card', 'deleteCardLimitException', 'card'],
  ['v1.set-geo-restrictions.unknown-card', 'setGeoRestrictions', 'card'],
  ['v1.get-geo-restrictions.unknown-card', 'getGeoRestrictions', 'card'],
  ['v1.change-account-arrest-amount.unknown-account', 'changeAccountArrestAmount', 'account'],
  ['v1.change-account-limit.unknown-account', 'changeAccountLimit', 'account'],
  ['v1.get-account-limits.unknown-account', 'getAccountLimits', 'account'],
  ['v1.change-account-status.unknown-account', 'changeAccountStatus', 'account'],
  ['v1.change-account-status-in-fe.unknown-account', 'changeAccountStatusInFe', 'account'],
  ['v1.get-account-balance-from-bo.unknown-account', 'getAccountBalanceFromBo', 'account'],
  ['v1.get-account-balances.unknown-account', 'getAccountBalances', 'account'],
  ['v1.get-account-data.unknown-account', 'getAccountData', 'account'],
  ['v1.set-allowed-beneficiaries.unknown-account', 'setAllowedBeneficiaries', 'account'],
  ['v1.set-allowed-mcc-list.unknown-account', 'setAllowedMccList', 'account'],
  ['v1.get-customer-details.unknown-customer', 'getCustomerDetails', 'customer'],
  ['v1.get-customer-info.unknown-customer', 'getCustomerInfo', 'customer'],
];

/** Requirement and operation: strangers are let in. */
const open: readonly (readonly [RequirementId, V1Operation])[] = [
  ['v1.authentication.register-customer-needs-the-token', 'registerCustomer'],
  ['v1.authentication.create-virtual-card-needs-the-token', 'createVirtualCard'],
  ['v1.authentication.get-card-limits-needs-the-token', 'getCardLimits'],
  ['v1.authentication.change-card-limit-needs-the-token', 'changeCardLimit'],
  ['v1.authentication.get-card-data-needs-the-token', 'getCardData'],
  ['v1.authentication.block-card-needs-the-token', 'blockCard'],
  ['v1.authentication.validate-card-needs-the-token', 'validateCard'],
  ['v1.authentication.credit-card-needs-the-token', 'creditCard'],
  ['v1.authentication.debit-card-needs-the-token', 'debitCard'],
  ['v1.authentication.p2p-transfer-needs-the-token', 'p2pTransfer'],
  ['v1.authentication.get-transactions-needs-the-token', 'getTransactions'],
  ['v1.authentication.get-card-balance-needs-the-token', 'getCardBalance'],
  ['v1.authentication.get-token-list-needs-the-token', 'getTokenList'],
  ['v1.authentication.generate-pin-needs-the-token', 'generatePin'],
  ['v1.authentication.change-pin-needs-the-token', 'changePin'],
  ['v1.authentication.reset-pin-counter-needs-the-token', 'resetPinCounter'],
  ['v1.authentication.generate-cvc2-needs-the-token', 'generateCVC2'],
  ['v1.authentication.delete-card-limit-exception-needs-the-token', 'deleteCardLimitException'],
  ['v1.authentication.set-geo-restrictions-needs-the-token', 'setGeoRestrictions'],
  ['v1.authentication.get-geo-restrictions-needs-the-token', 'getGeoRestrictions'],
  ['v1.authentication.change-account-limit-needs-the-token', 'changeAccountLimit'],
  ['v1.authentication.get-account-limits-needs-the-token', 'getAccountLimits'],
  ['v1.authentication.change-account-status-needs-the-token', 'changeAccountStatus'],
  ['v1.authentication.change-account-status-in-fe-needs-the-token', 'changeAccountStatusInFe'],
  ['v1.authentication.get-account-balance-from-bo-needs-the-token', 'getAccountBalanceFromBo'],
  ['v1.authentication.get-account-balances-needs-the-token', 'getAccountBalances'],
  ['v1.authentication.get-account-data-needs-the-token', 'getAccountData'],
  ['v1.authentication.set-allowed-beneficiaries-needs-the-token', 'setAllowedBeneficiaries'],
  ['v1.authentication.get-allowed-beneficiaries-needs-the-token', 'getAllowedBeneficiaries'],
  ['v1.authentication.set-allowed-mcc-list-needs-the-token', 'setAllowedMccList'],
  ['v1.authentication.get-allowed-mcc-list-needs-the-token', 'getAllowedMccList'],
  ['v1.authentication.get-customer-details-needs-the-token', 'getCustomerDetails'],
  ['v1.authentication.get-customer-info-needs-the-token', 'getCustomerInfo'],
  ['v1.authentication.is-customer-exist-needs-the-token', 'isCustomerExist'],
  ['v1.authentication.get-atm-status-ext-needs-the-token', 'getAtmStatusExt'],
  ['v1.authentication.get-order-details-needs-the-token', 'getOrderDetails'],
  ['v1.authentication.get-payment-orders-needs-the-token', 'getPaymentOrders'],
  ['v1.authentication.change-account-arrest-amount-wrong-token', 'changeAccountArrestAmount'],
];

/**
 * Operations that the document does not show how to ask. Where none is ever carried out, nobody can
 * tell whether they were asked rightly.
 */
const learned: readonly V1Operation[] = [
  'changeCardLimit',
  'blockCard',
  'getTransactions',
  'deleteCardLimitException',
  'setGeoRestrictions',
  'changeAccountArrestAmount',
  'changeAccountLimit',
  'changeAccountStatus',
  'changeAccountStatusInFe',
];

export const v1OperationFaults: readonly Fault[] = [
  ...denied.map(([breaks, operation]) =>
    learned.includes(operation)
      ? fault(breaks, 'denied', `denies every ${operation} but the first`, deniesAgain(operation))
      : fault(breaks, 'denied', `denies every ${operation}`, denies(operation)),
  ),
  ...answeredAnyway.map(([breaks, operation, what]) =>
    fault(
      breaks,
      'answered',
      `answers ${operation} for an unknown ${what} as for a known one`,
      succeedsAnyway(operation),
    ),
  ),
  ...open.map(([breaks, operation]) =>
    fault(breaks, 'let-in', `lets anybody call ${operation}`, letsIn(operation)),
  ),
];

/** Replaces whatever credentials there are by the first ones that anything was asked with. */
function letsIn(operation: V1Operation): Fashion {
  return onTheWire(() => {
    let first: string | undefined;
    return async (asked, send) => {
      first ??= asked.headers.get('authorization') ?? undefined;
      if (asked.operation !== operation || first === undefined) return send();
      const headers = new Headers(asked.headers);
      headers.set('authorization', first);
      return send({ headers });
    };
  });
}
