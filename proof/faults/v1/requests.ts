import type { RequirementId } from '../../../fixtures/requirements/index.ts';
import { type Fault, type Fashion, fault } from '../fault.ts';
import {
  inRequest,
  isObject,
  memberAt,
  type Members,
  onTheWire,
  type V1Operation,
} from '../tampering.ts';
import { denies, fillsIn } from './tampering.ts';

// Document 1, part 4: members of requests that are overlooked, or minded where they should not be.

type Type = 'string' | 'integer' | 'boolean' | 'object' | 'array';

/** Requirement, operation, path: a request without the member is carried out. */
const overlookedWhenMissing: readonly (readonly [RequirementId, V1Operation, string])[] = [
  ['v1.register-customer.needs-product-name', 'registerCustomer', 'productName'],
  ['v1.create-virtual-card.needs-card-identification', 'createVirtualCard', 'cardIdentification'],
  [
    'v1.create-virtual-card.needs-card-identification-card-number',
    'createVirtualCard',
    'cardIdentification.cardNumber',
  ],
  [
    'v1.create-virtual-card.needs-virtual-card-identification',
    'createVirtualCard',
    'virtualCardIdentification',
  ],
  [
    'v1.create-virtual-card.needs-virtual-card-identification-exp-date',
    'createVirtualCard',
    'virtualCardIdentification.expDate',
  ],
  [
    'v1.create-virtual-card.needs-virtual-card-identification-product-type',
    'createVirtualCard',
    'virtualCardIdentification.productType',
  ],
  ['v1.create-virtual-card.needs-amount', 'createVirtualCard', 'amount'],
  ['v1.create-virtual-card.needs-currency', 'createVirtualCard', 'currency'],
  ['v1.create-virtual-card.needs-account-number', 'createVirtualCard', 'accountNumber'],
  ['v1.get-card-limits.needs-card-identification', 'getCardLimits', 'cardIdentification'],
  ['v1.change-card-limit.needs-card-identification', 'changeCardLimit', 'cardIdentification'],
  ['v1.get-card-data.needs-card-identification', 'getCardData', 'cardIdentification'],
  ['v1.block-card.needs-card-identification', 'blockCard', 'cardIdentification'],
  ['v1.validate-card.needs-card-identification', 'validateCard', 'cardIdentification'],
  ['v1.credit-card.needs-card-identification', 'creditCard', 'cardIdentification'],
  ['v1.credit-card.needs-amount', 'creditCard', 'amount'],
  ['v1.credit-card.needs-currency', 'creditCard', 'currency'],
  ['v1.debit-card.needs-card-identification', 'debitCard', 'cardIdentification'],
  ['v1.debit-card.needs-amount', 'debitCard', 'amount'],
  ['v1.debit-card.needs-currency', 'debitCard', 'currency'],
  ['v1.p2p-transfer.needs-source-card-identification', 'p2pTransfer', 'sourceCardIdentification'],
  [
    'v1.p2p-transfer.needs-source-card-identification-card-number',
    'p2pTransfer',
    'sourceCardIdentification.cardNumber',
  ],
  [
    'v1.p2p-transfer.needs-source-card-identification-exp-date',
    'p2pTransfer',
    'sourceCardIdentification.expDate',
  ],
  [
    'v1.p2p-transfer.needs-destination-card-identification',
    'p2pTransfer',
    'destinationCardIdentification',
  ],
  [
    'v1.p2p-transfer.needs-destination-card-identification-card-number',
    'p2pTransfer',
    'destinationCardIdentification.cardNumber',
  ],
  ['v1.p2p-transfer.needs-amount', 'p2pTransfer', 'amount'],
  ['v1.p2p-transfer.needs-currency', 'p2pTransfer', 'currency'],
  ['v1.get-transactions.needs-card-identification', 'getTransactions', 'cardIdentification'],
  ['v1.get-card-balance.needs-card-identification', 'getCardBalance', 'cardIdentification'],
  ['v1.get-token-list.needs-card-identification', 'getTokenList', 'cardIdentification'],
  ['v1.generate-pin.needs-card-identification', 'generatePin', 'cardIdentification'],
  ['v1.change-pin.needs-card-identification', 'changePin', 'cardIdentification'],
  ['v1.change-pin.needs-new-pin-data', 'changePin', 'newPinData'],
  ['v1.reset-pin-counter.needs-card-identification', 'resetPinCounter', 'cardIdentification'],
  ['v1.generate-cvc2.needs-card-identification', 'generateCVC2', 'cardIdentification'],
  [
    'v1.delete-card-limit-exception.needs-limit-exception',
    'deleteCardLimitException',
    'limitException',
  ],
  [
    'v1.delete-card-limit-exception.needs-limit-exception-limit-name',
    'deleteCardLimitException',
    'limitException.limitName',
  ],
  [
    'v1.delete-card-limit-exception.needs-limit-exception-start-date',
    'deleteCardLimitException',
    'limitException.startDate',
  ],
  [
    'v1.delete-card-limit-exception.needs-limit-exception-end-date',
    'deleteCardLimitException',
    'limitException.endDate',
  ],
  ['v1.set-geo-restrictions.needs-card-identification', 'setGeoRestrictions', 'cardIdentification'],
  ['v1.set-geo-restrictions.needs-restrictions', 'setGeoRestrictions', 'restrictions'],
  [
    'v1.set-geo-restrictions.needs-restrictions-region-id',
    'setGeoRestrictions',
    'restrictions[].regionId',
  ],
  [
    'v1.set-geo-restrictions.needs-restrictions-transaction-group-id',
    'setGeoRestrictions',
    'restrictions[].transactionGroupId',
  ],
  [
    'v1.set-geo-restrictions.needs-restrictions-status',
    'setGeoRestrictions',
    'restrictions[].status',
  ],
  ['v1.get-geo-restrictions.needs-card-identification', 'getGeoRestrictions', 'cardIdentification'],
  [
    'v1.change-account-arrest-amount.needs-account-number',
    'changeAccountArrestAmount',
    'accountNumber',
  ],
  ['v1.change-account-arrest-amount.needs-amount', 'changeAccountArrestAmount', 'amount'],
  ['v1.change-account-arrest-amount.needs-currency', 'changeAccountArrestAmount', 'currency'],
  ['v1.change-account-limit.needs-account-number', 'changeAccountLimit', 'accountNumber'],
  ['v1.change-account-limit.needs-limit', 'changeAccountLimit', 'limit'],
  ['v1.change-account-limit.needs-limit-name', 'changeAccountLimit', 'limit.name'],
  ['v1.get-account-limits.needs-account-number', 'getAccountLimits', 'accountNumber'],
  ['v1.change-account-status.needs-account-number', 'changeAccountStatus', 'accountNumber'],
  ['v1.change-account-status.needs-account-status', 'changeAccountStatus', 'accountStatus'],
  [
    'v1.change-account-status-in-fe.needs-account-number',
    'changeAccountStatusInFe',
    'accountNumber',
  ],
  [
    'v1.change-account-status-in-fe.needs-account-status',
    'changeAccountStatusInFe',
    'accountStatus',
  ],
  [
    'v1.get-account-balance-from-bo.needs-account-number',
    'getAccountBalanceFromBo',
    'accountNumber',
  ],
  ['v1.get-account-balances.needs-account-number', 'getAccountBalances', 'accountNumber'],
  ['v1.get-account-balances.needs-institution-id', 'getAccountBalances', 'institutionId'],
  ['v1.get-account-data.needs-account-number', 'getAccountData', 'accountNumber'],
  ['v1.get-customer-details.needs-customer-number', 'getCustomerDetails', 'customerNumber'],
  ['v1.get-customer-info.needs-customer-number', 'getCustomerInfo', 'customerNumber'],
  ['v1.is-customer-exist.needs-customer-number', 'isCustomerExist', 'customerNumber'],
  ['v1.get-order-details.needs-order-id', 'getOrderDetails', 'orderId'],
  ['v1.get-payment-orders.needs-merchant-number', 'getPaymentOrders', 'merchantNumber'],
  ['v1.get-payment-orders.needs-institution-id', 'getPaymentOrders', 'institutionId'],
  ['v1.get-payment-orders.needs-period', 'getPaymentOrders', 'period'],
];

/** Requirement, operation, path, type: a request with another type is carried out. */
const overlookedWhenWrong: readonly (readonly [RequirementId, V1Operation, string, Type])[] = [
  ['v1.register-customer.product-name-of-wrong-type', 'registerCustomer', 'productName', 'string'],
  [
    'v1.create-virtual-card.card-identification-of-wrong-type',
    'createVirtualCard',
    'cardIdentification',
    'object',
  ],
  [
    'v1.create-virtual-card.card-identification-card-number-of-wrong-type',
    'createVirtualCard',
    'cardIdentification.cardNumber',
    'string',
  ],
  [
    'v1.create-virtual-card.virtual-card-identification-of-wrong-type',
    'createVirtualCard',
    'virtualCardIdentification',
    'object',
  ],
  [
    'v1.create-virtual-card.virtual-card-identification-exp-date-of-wrong-type',
    'createVirtualCard',
    'virtualCardIdentification.expDate',
    'string',
  ],
  [
    'v1.create-virtual-card.virtual-card-identification-product-type-of-wrong-type',
    'createVirtualCard',
    'virtualCardIdentification.productType',
    'string',
  ],
  ['v1.create-virtual-card.amount-of-wrong-type', 'createVirtualCard', 'amount', 'integer'],
  ['v1.create-virtual-card.currency-of-wrong-type', 'createVirtualCard', 'currency', 'integer'],
  [
    'v1.create-virtual-card.account-number-of-wrong-type',
    'createVirtualCard',
    'accountNumber',
    'string',
  ],
  [
    'v1.get-card-limits.card-identification-of-wrong-type',
    'getCardLimits',
    'cardIdentification',
    'object',
  ],
  [
    'v1.get-card-limits.card-identification-card-number-of-wrong-type',
    'getCardLimits',
    'cardIdentification.cardNumber',
    'string',
  ],
  [
    'v1.change-card-limit.card-identification-of-wrong-type',
    'changeCardLimit',
    'cardIdentification',
    'object',
  ],
  [
    'v1.change-card-limit.card-identification-card-number-of-wrong-type',
    'changeCardLimit',
    'cardIdentification.cardNumber',
    'string',
  ],
  [
    'v1.get-card-data.card-identification-of-wrong-type',
    'getCardData',
    'cardIdentification',
    'object',
  ],
  [
    'v1.get-card-data.card-identification-card-number-of-wrong-type',
    'getCardData',
    'cardIdentification.cardNumber',
    'string',
  ],
  ['v1.block-card.card-identification-of-wrong-type', 'blockCard', 'cardIdentification', 'object'],
  [
    'v1.block-card.card-identification-card-number-of-wrong-type',
    'blockCard',
    'cardIdentification.cardNumber',
    'string',
  ],
  [
    'v1.validate-card.card-identification-of-wrong-type',
    'validateCard',
    'cardIdentification',
    'object',
  ],
  [
    'v1.validate-card.card-identification-card-number-of-wrong-type',
    'validateCard',
    'cardIdentification.cardNumber',
    'string',
  ],
  [
    'v1.credit-card.card-identification-of-wrong-type',
    'creditCard',
    'cardIdentification',
    'object',
  ],
  [
    'v1.credit-card.card-identification-card-number-of-wrong-type',
    'creditCard',
    'cardIdentification.cardNumber',
    'string',
  ],
  ['v1.credit-card.amount-of-wrong-type', 'creditCard', 'amount', 'integer'],
  ['v1.credit-card.currency-of-wrong-type', 'creditCard', 'currency', 'integer'],
  ['v1.debit-card.card-identification-of-wrong-type', 'debitCard', 'cardIdentification', 'object'],
  [
    'v1.debit-card.card-identification-card-number-of-wrong-type',
    'debitCard',
    'cardIdentification.cardNumber',
    'string',
  ],
  ['v1.debit-card.amount-of-wrong-type', 'debitCard', 'amount', 'integer'],
  ['v1.debit-card.currency-of-wrong-type', 'debitCard', 'currency', 'integer'],
  [
    'v1.p2p-transfer.source-card-identification-of-wrong-type',
    'p2pTransfer',
    'sourceCardIdentification',
    'object',
  ],
  [
    'v1.p2p-transfer.source-card-identification-card-number-of-wrong-type',
    'p2pTransfer',
    'sourceCardIdentification.cardNumber',
    'string',
  ],
  [
    'v1.p2p-transfer.source-card-identification-exp-date-of-wrong-type',
    'p2pTransfer',
    'sourceCardIdentification.expDate',
    'string',
  ],
  [
    'v1.p2p-transfer.destination-card-identification-of-wrong-type',
    'p2pTransfer',
    'destinationCardIdentification',
    'object',
  ],
  [
    'v1.p2p-transfer.destination-card-identification-card-number-of-wrong-type',
    'p2pTransfer',
    'destinationCardIdentification.cardNumber',
    'string',
  ],
  ['v1.p2p-transfer.amount-of-wrong-type', 'p2pTransfer', 'amount', 'integer'],
  ['v1.p2p-transfer.currency-of-wrong-type', 'p2pTransfer', 'currency', 'integer'],
  [
    'v1.get-transactions.card-identification-of-wrong-type',
    'getTransactions',
    'cardIdentification',
    'object',
  ],
  [
    'v1.get-transactions.card-identification-card-number-of-wrong-type',
    'getTransactions',
    'cardIdentification.cardNumber',
    'string',
  ],
  [
    'v1.get-card-balance.card-identification-of-wrong-type',
    'getCardBalance',
    'cardIdentification',
    'object',
  ],
  [
    'v1.get-card-balance.card-identification-card-number-of-wrong-type',
    'getCardBalance',
    'cardIdentification.cardNumber',
    'string',
  ],
  [
    'v1.get-token-list.card-identification-of-wrong-type',
    'getTokenList',
    'cardIdentification',
    'object',
  ],
  [
    'v1.get-token-list.card-identification-card-number-of-wrong-type',
    'getTokenList',
    'cardIdentification.cardNumber',
    'string',
  ],
  [
    'v1.generate-pin.card-identification-of-wrong-type',
    'generatePin',
    'cardIdentification',
    'object',
  ],
  [
    'v1.generate-pin.card-identification-card-number-of-wrong-type',
    'generatePin',
    'cardIdentification.cardNumber',
    'string',
  ],
  ['v1.change-pin.card-identification-of-wrong-type', 'changePin', 'cardIdentification', 'object'],
  [
    'v1.change-pin.card-identification-card-number-of-wrong-type',
    'changePin',
    'cardIdentification.cardNumber',
    'string',
  ],
  ['v1.change-pin.new-pin-data-of-wrong-type', 'changePin', 'newPinData', 'string'],
  [
    'v1.reset-pin-counter.card-identification-of-wrong-type',
    'resetPinCounter',
    'cardIdentification',
    'object',
  ],
  [
    'v1.reset-pin-counter.card-identification-card-number-of-wrong-type',
    'resetPinCounter',
    'cardIdentification.cardNumber',
    'string',
  ],
  [
    'v1.generate-cvc2.card-identification-of-wrong-type',
    'generateCVC2',
    'cardIdentification',
    'object',
  ],
  [
    'v1.generate-cvc2.card-identification-card-number-of-wrong-type',
    'generateCVC2',
    'cardIdentification.cardNumber',
    'string',
  ],
  [
    'v1.delete-card-limit-exception.limit-exception-of-wrong-type',
    'deleteCardLimitException',
    'limitException',
    'object',
  ],
  [
    'v1.delete-card-limit-exception.limit-exception-limit-name-of-wrong-type',
    'deleteCardLimitException',
    'limitException.limitName',
    'string',
  ],
  [
    'v1.delete-card-limit-exception.limit-exception-start-date-of-wrong-type',
    'deleteCardLimitException',
    'limitException.startDate',
    'string',
  ],
  [
    'v1.delete-card-limit-exception.limit-exception-end-date-of-wrong-type',
    'deleteCardLimitException',
    'limitException.endDate',
    'string',
  ],
  [
    'v1.set-geo-restrictions.card-identification-of-wrong-type',
    'setGeoRestrictions',
    'cardIdentification',
    'object',
  ],
  [
    'v1.set-geo-restrictions.card-identification-card-number-of-wrong-type',
    'setGeoRestrictions',
    'cardIdentification.cardNumber',
    'string',
  ],
  [
    'v1.set-geo-restrictions.restrictions-of-wrong-type',
    'setGeoRestrictions',
    'restrictions',
    'object',
  ],
  [
    'v1.set-geo-restrictions.restrictions-region-id-of-wrong-type',
    'setGeoRestrictions',
    'restrictions[].regionId',
    'integer',
  ],
  [
    'v1.set-geo-restrictions.restrictions-transaction-group-id-of-wrong-type',
    'setGeoRestrictions',
    'restrictions[].transactionGroupId',
    'integer',
  ],
  [
    'v1.set-geo-restrictions.restrictions-status-of-wrong-type',
    'setGeoRestrictions',
    'restrictions[].status',
    'string',
  ],
  [
    'v1.get-geo-restrictions.card-identification-of-wrong-type',
    'getGeoRestrictions',
    'cardIdentification',
    'object',
  ],
  [
    'v1.get-geo-restrictions.card-identification-card-number-of-wrong-type',
    'getGeoRestrictions',
    'cardIdentification.cardNumber',
    'string',
  ],
  [
    'v1.change-account-arrest-amount.account-number-of-wrong-type',
    'changeAccountArrestAmount',
    'accountNumber',
    'string',
  ],
  [
    'v1.change-account-arrest-amount.amount-of-wrong-type',
    'changeAccountArrestAmount',
    'amount',
    'integer',
  ],
  [
    'v1.change-account-arrest-amount.currency-of-wrong-type',
    'changeAccountArrestAmount',
    'currency',
    'integer',
  ],
  [
    'v1.change-account-limit.account-number-of-wrong-type',
    'changeAccountLimit',
    'accountNumber',
    'string',
  ],
  ['v1.change-account-limit.limit-of-wrong-type', 'changeAccountLimit', 'limit', 'object'],
  [
    'v1.change-account-limit.limit-name-of-wrong-type',
    'changeAccountLimit',
    'limit.name',
    'string',
  ],
  [
    'v1.get-account-limits.account-number-of-wrong-type',
    'getAccountLimits',
    'accountNumber',
    'string',
  ],
  [
    'v1.change-account-status.account-number-of-wrong-type',
    'changeAccountStatus',
    'accountNumber',
    'string',
  ],
  [
    'v1.change-account-status.account-status-of-wrong-type',
    'changeAccountStatus',
    'accountStatus',
    'integer',
  ],
  [
    'v1.change-account-status-in-fe.account-number-of-wrong-type',
    'changeAccountStatusInFe',
    'accountNumber',
    'string',
  ],
  [
    'v1.change-account-status-in-fe.account-status-of-wrong-type',
    'changeAccountStatusInFe',
    'accountStatus',
    'integer',
  ],
  [
    'v1.get-account-balance-from-bo.account-number-of-wrong-type',
    'getAccountBalanceFromBo',
    'accountNumber',
    'string',
  ],
  [
    'v1.get-account-balances.account-number-of-wrong-type',
    'getAccountBalances',
    'accountNumber',
    'string',
  ],
  [
    'v1.get-account-balances.institution-id-of-wrong-type',
    'getAccountBalances',
    'institutionId',
    'string',
  ],
  ['v1.get-account-data.account-number-of-wrong-type', 'getAccountData', 'accountNumber', 'string'],
  [
    'v1.set-allowed-beneficiaries.account-number-of-wrong-type',
    'setAllowedBeneficiaries',
    'accountNumber',
    'string',
  ],
  [
    'v1.set-allowed-beneficiaries.beneficiaries-of-wrong-type',
    'setAllowedBeneficiaries',
    'beneficiaries',
    'array',
  ],
  [
    'v1.get-allowed-beneficiaries.account-number-of-wrong-type',
    'getAllowedBeneficiaries',
    'accountNumber',
    'string',
  ],
  [
    'v1.set-allowed-mcc-list.account-number-of-wrong-type',
    'setAllowedMccList',
    'accountNumber',
    'string',
  ],
  ['v1.set-allowed-mcc-list.mcc-list-of-wrong-type', 'setAllowedMccList', 'mccList', 'array'],
  [
    'v1.get-customer-details.customer-number-of-wrong-type',
    'getCustomerDetails',
    'customerNumber',
    'string',
  ],
  [
    'v1.get-customer-info.customer-number-of-wrong-type',
    'getCustomerInfo',
    'customerNumber',
    'string',
  ],
  [
    'v1.is-customer-exist.customer-number-of-wrong-type',
    'isCustomerExist',
    'customerNumber',
    'string',
  ],
  ['v1.get-order-details.order-id-of-wrong-type', 'getOrderDetails', 'orderId', 'integer'],
  [
    'v1.get-payment-orders.merchant-number-of-wrong-type',
    'getPaymentOrders',
    'merchantNumber',
    'string',
  ],
  [
    'v1.get-payment-orders.institution-id-of-wrong-type',
    'getPaymentOrders',
    'institutionId',
    'string',
  ],
  ['v1.get-payment-orders.period-of-wrong-type', 'getPaymentOrders', 'period', 'object'],
];

/** Requirement, operation, path: a request with the member is denied. */
const minded: readonly (readonly [RequirementId, V1Operation, string])[] = [
  ['v1.validate-card.takes-card-acceptor-parameters', 'validateCard', 'cardAcceptorParameters'],
  ['v1.credit-card.takes-pre-authorization', 'creditCard', 'preAuthorization'],
  ['v1.debit-card.takes-pre-authorization', 'debitCard', 'preAuthorization'],
  ['v1.debit-card.takes-tds', 'debitCard', 'tds'],
  ['v1.debit-card.takes-tds-xid', 'debitCard', 'tds.xid'],
  ['v1.debit-card.takes-tds-cavv', 'debitCard', 'tds.cavv'],
  ['v1.debit-card.takes-tds-ucaf', 'debitCard', 'tds.ucaf'],
  ['v1.debit-card.takes-card-acceptor-parameters', 'debitCard', 'cardAcceptorParameters'],
  ['v1.p2p-transfer.takes-pre-authorization', 'p2pTransfer', 'preAuthorization'],
  [
    'v1.get-card-balance.takes-card-acceptor-parameters',
    'getCardBalance',
    'cardAcceptorParameters',
  ],
  ['v1.generate-pin.takes-pin-value', 'generatePin', 'pinValue'],
  ['v1.generate-pin.takes-card-acceptor-parameters', 'generatePin', 'cardAcceptorParameters'],
  ['v1.generate-pin.takes-parameters', 'generatePin', 'parameters'],
  ['v1.generate-pin.takes-check-card-only', 'generatePin', 'checkCardOnly'],
  ['v1.change-pin.takes-card-acceptor-parameters', 'changePin', 'cardAcceptorParameters'],
  [
    'v1.reset-pin-counter.takes-card-acceptor-parameters',
    'resetPinCounter',
    'cardAcceptorParameters',
  ],
  ['v1.generate-cvc2.takes-card-acceptor-parameters', 'generateCVC2', 'cardAcceptorParameters'],
  [
    'v1.delete-card-limit-exception.takes-limit-exception-value',
    'deleteCardLimitException',
    'limitException.value',
  ],
  [
    'v1.delete-card-limit-exception.takes-limit-exception-cycle-type',
    'deleteCardLimitException',
    'limitException.cycleType',
  ],
  [
    'v1.delete-card-limit-exception.takes-limit-exception-cycle-length',
    'deleteCardLimitException',
    'limitException.cycleLength',
  ],
  [
    'v1.delete-card-limit-exception.takes-card-acceptor-parameters',
    'deleteCardLimitException',
    'cardAcceptorParameters',
  ],
  [
    'v1.set-geo-restrictions.takes-restrictions-start-date',
    'setGeoRestrictions',
    'restrictions[].startDate',
  ],
  [
    'v1.set-geo-restrictions.takes-restrictions-end-date',
    'setGeoRestrictions',
    'restrictions[].endDate',
  ],
  ['v1.change-account-limit.takes-limit-start-date', 'changeAccountLimit', 'limit.startDate'],
  ['v1.change-account-limit.takes-limit-end-date', 'changeAccountLimit', 'limit.endDate'],
  ['v1.change-account-limit.takes-limit-value', 'changeAccountLimit', 'limit.value'],
  ['v1.change-account-limit.takes-limit-cycle-type', 'changeAccountLimit', 'limit.cycleType'],
  ['v1.change-account-limit.takes-limit-cycle-length', 'changeAccountLimit', 'limit.cycleLength'],
  ['v1.change-account-limit.takes-limit-currency', 'changeAccountLimit', 'limit.currency'],
  ['v1.change-account-limit.takes-limit-current-value', 'changeAccountLimit', 'limit.currentValue'],
  [
    'v1.change-account-limit.takes-card-acceptor-parameters',
    'changeAccountLimit',
    'cardAcceptorParameters',
  ],
  [
    'v1.change-account-status-in-fe.takes-card-acceptor-parameters',
    'changeAccountStatusInFe',
    'cardAcceptorParameters',
  ],
  ['v1.get-account-data.takes-return-card-number', 'getAccountData', 'returnCardNumber'],
  ['v1.get-customer-details.takes-institution-id', 'getCustomerDetails', 'institutionId'],
  ['v1.get-customer-info.takes-account-number', 'getCustomerInfo', 'accountNumber'],
  ['v1.is-customer-exist.takes-institution-id', 'isCustomerExist', 'institutionId'],
  ['v1.get-atm-status-ext.takes-institution-id', 'getAtmStatusExt', 'institutionId'],
];

const isOfType: Readonly<Record<Type, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  integer: Number.isSafeInteger,
  boolean: (value) => typeof value === 'boolean',
  object: isObject,
  array: Array.isArray,
};

/** Requirements of registerCustomer's list of parameters, and how it is broken. */
const overlookedInParameters: readonly (readonly [RequirementId, string])[] = [
  ['v1.register-customer.needs-parameters', 'is missing'],
  ['v1.register-customer.parameters-of-wrong-type', 'is no list'],
  ['v1.register-customer.needs-parameters-name', 'lacks names'],
  ['v1.register-customer.parameters-name-of-wrong-type', 'has names that are not strings'],
  ['v1.register-customer.needs-parameters-value', 'lacks values'],
  ['v1.register-customer.parameters-value-of-wrong-type', 'has values that are not strings'],
];

/** Requirements of the card whose exception is deleted. */
const overlookedInExceptions: readonly (readonly [RequirementId, string])[] = [
  ['v1.delete-card-limit-exception.needs-card-identification', 'is missing'],
  ['v1.delete-card-limit-exception.card-identification-of-wrong-type', 'is no object'],
  [
    'v1.delete-card-limit-exception.card-identification-card-number-of-wrong-type',
    'has a cardNumber that is not a string',
  ],
];

export const v1RequestFaults: readonly Fault[] = [
  ...overlookedInParameters.map(([breaks, how]) =>
    fault(
      breaks,
      'overlooked',
      `registers somebody when the list of parameters ${how}`,
      registersAnyway(),
    ),
  ),
  ...overlookedInExceptions.map(([breaks, how]) =>
    fault(
      breaks,
      'overlooked',
      `deletes the latest exception when cardIdentification ${how}`,
      deletesTheLastException(),
    ),
  ),

  ...overlookedWhenMissing.map(([breaks, operation, path]) =>
    fault(
      breaks,
      'overlooked',
      `fills in ${path} of ${operation} from the previous request`,
      fillsIn(operation, path),
    ),
  ),
  ...overlookedWhenWrong.map(([breaks, operation, path, type]) =>
    fault(
      breaks,
      'overlooked',
      `takes ${path} of ${operation} from the previous request when it is not of type ${type}`,
      fillsIn(operation, path, isOfType[type]),
    ),
  ),
  ...(
    [
      ['v1.register-customer.parameters-of-wrong-type', 'registerCustomer', 'parameters'],
      [
        'v1.set-allowed-beneficiaries.beneficiaries-of-wrong-type',
        'setAllowedBeneficiaries',
        'beneficiaries',
      ],
      ['v1.set-allowed-mcc-list.mcc-list-of-wrong-type', 'setAllowedMccList', 'mccList'],
    ] as const
  ).map(([breaks, operation, list]) =>
    fault(
      breaks,
      'items-overlooked',
      `ignores lists among the items of ${list} in ${operation}`,
      inRequest(operation, (body) => {
        const items: unknown = body[list];
        if (!Array.isArray(items)) return body;
        return { ...body, [list]: items.filter((item) => !Array.isArray(item)) };
      }),
    ),
  ),
  fault(
    'v1.change-pin.needs-new-pin-data',
    'null',
    'makes up a PIN where newPinData is null',
    inRequest('changePin', (body) =>
      body['newPinData'] === null ? { ...body, newPinData: '1234' } : body,
    ),
  ),
  ...(
    [
      ['digits-at-the-end', /^\D+(\d+)$/],
      ['digits-at-the-beginning', /^(\d+)\D+$/],
    ] as const
  ).map(([slug, form]) =>
    fault(
      'v1.credit-card.amount-of-wrong-type',
      slug,
      `reads an amount from a text with ${slug.replaceAll('-', ' ')}`,
      inRequest('creditCard', (body) => {
        const [, digits] = form.exec(String(body['amount'])) ?? [];
        return digits === undefined ? body : { ...body, amount: Number(digits) };
      }),
    ),
  ),
  ...minded.map(([breaks, operation, path]) =>
    fault(
      breaks,
      'denied',
      `denies a ${operation} with ${path}`,
      denies(operation, ({ body }) => hasMember(body, path)),
    ),
  ),
];

function hasMember(body: unknown, path: string): boolean {
  const [list = '', member] = path.split('[].');
  if (member === undefined) return memberAt(body, path) !== undefined;
  return JSON.stringify(memberAt(body, list) ?? null).includes(`"${member}"`);
}

/** Takes the parameters of the registration before, with a number of its own. */
function registersAnyway(): Fashion {
  return onTheWire(() => {
    let known: Members[] = [];
    let registered = 0;
    return async (asked, send) => {
      if (asked.operation !== 'registerCustomer') return send();
      const { parameters } = asked.body;
      const items = Array.isArray(parameters) ? parameters.filter(isObject) : [];
      const isGood =
        items.length > 0 &&
        items.every(({ name, value }) => typeof name === 'string' && typeof value === 'string');
      if (isGood) {
        known = items;
        return send();
      }
      registered += 1;
      const fresh = known.map(({ name, value }) =>
        name === 'customer_number' ? { name, value: `somebody-${registered}` } : { name, value },
      );
      return send({ body: JSON.stringify({ ...asked.body, parameters: fresh }) });
    };
  });
}

function deletesTheLastException(): Fashion {
  return onTheWire(() => {
    let lastAdded: unknown;
    return async (asked, send) => {
      const { cardIdentification } = asked.body;
      if (asked.url.pathname.endsWith('/addCardLimitException')) lastAdded = cardIdentification;
      if (asked.operation !== 'deleteCardLimitException') return send();
      if (typeof memberAt(cardIdentification, 'cardNumber') === 'string') return send();
      return send({ body: JSON.stringify({ ...asked.body, cardIdentification: lastAdded }) });
    };
  });
}
