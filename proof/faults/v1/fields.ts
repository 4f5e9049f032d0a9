import type { RequirementId } from '../../../fixtures/requirements/index.ts';
import { type Fault, fault } from '../fault.ts';
import {
  inAnswer,
  isObject,
  memberAt,
  type Members,
  setMember,
  type V1Operation,
} from '../tampering.ts';
import { objectsWith } from './tampering.ts';

// Document 1, parts 2.4 to 2.9 and 4: fields of another form, or none.

/** What a field of the form that its requirement's id ends in is shown as instead. */
const wrongForms: readonly (readonly [RegExp, unknown, string])[] = [
  [/-is-a-string$/, 7, 'as a number'],
  [/-is-an-integer$/, 'seven', 'as a word'],
  [/-is-a-date-time$/, 1_790_000_000_000, 'as milliseconds'],
  [/-is-a-date$/, '21/11/2026', 'with slashes'],
  [/-is-a-boolean$/, 'yes', 'as a word'],
  [/-is-an-array$/, 'none', 'as a word'],
  [/-is-an-object$/, 'none', 'as a word'],
  [/-is-a-month$/, '202713', 'with a thirteenth month'],
  [/-is-base64$/, '****', 'as stars'],
  [/-is-one-of-(two|three)$/, 'SIDEWAYS', 'as SIDEWAYS'],
  [/-is-a-code$/, 9, 'as 9'],
  [/-is-a-value$/, { value: 1 }, 'as an object'],
  [/-has-three-letters$/, 'ES', 'with two letters'],
];

/** Where the objects of a kind stand in an answer. */
type Holders = (answer: Members) => Members[];

/** Fields that are mandatory are left out, others are shown in a wrong form. */
function shownWrongly(
  breaks: RequirementId,
  operation: V1Operation,
  holdersIn: Holders,
  member: string,
  presence: Presence,
): Fault {
  const [, wrong, how] = wrongForms.find(([form]) => form.test(breaks)) ?? [];
  const isLeftOut = presence === true || how === undefined;
  const change = inAnswer(operation, (answer) => {
    for (const holder of holdersIn(answer))
      setMember(holder, member, isLeftOut ? undefined : wrong);
  });
  return fault(
    breaks,
    'shown-wrongly',
    `shows ${member} in ${operation} ${isLeftOut ? 'not at all' : how}`,
    change,
  );
}

/**
 * Whether a field must be there: marked as mandatory, or listed for the response without a mark, and
 * nowhere shown to be absent.
 */
type Presence = boolean | 'listed';

/** Requirement, operation, path; whether the field must be there. */
const fields: readonly (readonly [RequirementId, V1Operation, string, Presence])[] = [
  [
    'v1.get-customer-details.customer-number-is-a-string',
    'getCustomerDetails',
    'customerNumber',
    true,
  ],
  ['v1.get-customer-details.customer-id-is-a-string', 'getCustomerDetails', 'customerId', true],
  ['v1.get-customer-details.entity-type-is-a-string', 'getCustomerDetails', 'entityType', 'listed'],
  [
    'v1.get-customer-details.entity-type-name-is-a-string',
    'getCustomerDetails',
    'entityTypeName',
    'listed',
  ],
  ['v1.get-customer-details.first-name-is-a-string', 'getCustomerDetails', 'firstName', 'listed'],
  ['v1.get-customer-details.second-name-is-a-string', 'getCustomerDetails', 'secondName', 'listed'],
  ['v1.get-customer-details.surname-is-a-string', 'getCustomerDetails', 'surname', 'listed'],
  ['v1.get-customer-details.status-is-a-string', 'getCustomerDetails', 'status', 'listed'],
  ['v1.get-customer-info.customer-number-is-a-string', 'getCustomerInfo', 'customerNumber', true],
  ['v1.get-customer-info.customer-name-is-a-string', 'getCustomerInfo', 'customerName', true],
  ['v1.get-customer-info.limits-is-an-array', 'getCustomerInfo', 'limits', false],
  [
    'v1.get-customer-info.limits-limit-name-is-a-string',
    'getCustomerInfo',
    'limits[].limitName',
    true,
  ],
  [
    'v1.get-customer-info.limits-limit-type-is-a-string',
    'getCustomerInfo',
    'limits[].limitType',
    true,
  ],
  [
    'v1.get-customer-info.limits-value-is-an-integer',
    'getCustomerInfo',
    'limits[].value',
    'listed',
  ],
  [
    'v1.get-customer-info.limits-current-value-is-an-integer',
    'getCustomerInfo',
    'limits[].currentValue',
    'listed',
  ],
  ['v1.get-customer-info.accounts-is-an-array', 'getCustomerInfo', 'accounts', false],
  [
    'v1.get-customer-info.accounts-account-number-is-a-string',
    'getCustomerInfo',
    'accounts[].accountNumber',
    true,
  ],
  [
    'v1.get-customer-info.accounts-account-type-is-a-string',
    'getCustomerInfo',
    'accounts[].accountType',
    true,
  ],
  [
    'v1.get-customer-info.accounts-product-is-an-object',
    'getCustomerInfo',
    'accounts[].product',
    'listed',
  ],
  [
    'v1.get-customer-info.accounts-product-product-number-is-a-string',
    'getCustomerInfo',
    'accounts[].product.productNumber',
    true,
  ],
  [
    'v1.get-customer-info.accounts-product-product-name-is-a-string',
    'getCustomerInfo',
    'accounts[].product.productName',
    true,
  ],
  [
    'v1.get-customer-info.accounts-balances-is-an-array',
    'getCustomerInfo',
    'accounts[].balances',
    false,
  ],
  [
    'v1.get-customer-info.accounts-balances-type-is-a-string',
    'getCustomerInfo',
    'accounts[].balances[].type',
    'listed',
  ],
  [
    'v1.get-customer-info.accounts-balances-value-is-an-integer',
    'getCustomerInfo',
    'accounts[].balances[].value',
    'listed',
  ],
  ['v1.get-account-data.account-data-is-an-object', 'getAccountData', 'accountData', true],
  [
    'v1.get-account-data.account-data-number-is-a-string',
    'getAccountData',
    'accountData.number',
    true,
  ],
  [
    'v1.get-account-data.account-data-currency-is-an-integer',
    'getAccountData',
    'accountData.currency',
    true,
  ],
  [
    'v1.get-account-data.account-data-currency-alpha-code-is-a-string',
    'getAccountData',
    'accountData.currencyAlphaCode',
    false,
  ],
  [
    'v1.get-account-data.account-data-balance-is-an-integer',
    'getAccountData',
    'accountData.balance',
    true,
  ],
  [
    'v1.get-account-data.account-data-credit-limit-is-an-integer',
    'getAccountData',
    'accountData.creditLimit',
    false,
  ],
  [
    'v1.get-account-data.account-data-customer-id-is-a-string',
    'getAccountData',
    'accountData.customerId',
    true,
  ],
  [
    'v1.get-account-data.account-data-default-account-is-a-boolean',
    'getAccountData',
    'accountData.defaultAccount',
    false,
  ],
  [
    'v1.get-account-data.account-data-cards-is-an-array',
    'getAccountData',
    'accountData.cards',
    'listed',
  ],
  ['v1.debit-card.response-code-is-a-string', 'debitCard', 'responseCode', true],
  ['v1.debit-card.processing-code-is-a-string', 'debitCard', 'processingCode', 'listed'],
  [
    'v1.debit-card.system-trace-audit-number-is-an-integer',
    'debitCard',
    'systemTraceAuditNumber',
    'listed',
  ],
  [
    'v1.debit-card.local-transaction-date-is-a-date-time',
    'debitCard',
    'localTransactionDate',
    'listed',
  ],
  ['v1.debit-card.rrn-is-a-string', 'debitCard', 'rrn', 'listed'],
  [
    'v1.debit-card.authorization-id-response-is-a-string',
    'debitCard',
    'authorizationIdResponse',
    false,
  ],
  [
    'v1.debit-card.unique-reference-number-is-a-string',
    'debitCard',
    'uniqueReferenceNumber',
    false,
  ],
  ['v1.debit-card.otp-is-a-string', 'debitCard', 'otp', false],
  ['v1.debit-card.acquirer-fee-amount-is-a-string', 'debitCard', 'acquirerFeeAmount', false],
  ['v1.debit-card.issuer-fee-amount-is-a-string', 'debitCard', 'issuerFeeAmount', false],
  ['v1.debit-card.payment-specific-data-is-an-object', 'debitCard', 'paymentSpecificData', false],
  ['v1.register-customer.customer-number-is-a-string', 'registerCustomer', 'customerNumber', true],
  ['v1.register-customer.account-number-is-a-string', 'registerCustomer', 'accountNumber', true],
  [
    'v1.create-virtual-card.virtual-card-identification-is-an-object',
    'createVirtualCard',
    'virtualCardIdentification',
    true,
  ],
  [
    'v1.create-virtual-card.virtual-card-identification-card-number-is-a-string',
    'createVirtualCard',
    'virtualCardIdentification.cardNumber',
    false,
  ],
  [
    'v1.create-virtual-card.virtual-card-identification-card-id-is-a-string',
    'createVirtualCard',
    'virtualCardIdentification.cardId',
    false,
  ],
  [
    'v1.create-virtual-card.virtual-card-identification-card-number-mask-is-a-string',
    'createVirtualCard',
    'virtualCardIdentification.cardNumberMask',
    false,
  ],
  [
    'v1.create-virtual-card.virtual-card-identification-bar-code-is-a-string',
    'createVirtualCard',
    'virtualCardIdentification.barCode',
    false,
  ],
  [
    'v1.create-virtual-card.virtual-card-identification-cvv2-is-a-string',
    'createVirtualCard',
    'virtualCardIdentification.cvv2',
    false,
  ],
  [
    'v1.create-virtual-card.virtual-card-identification-exp-date-is-a-month',
    'createVirtualCard',
    'virtualCardIdentification.expDate',
    true,
  ],
  [
    'v1.create-virtual-card.virtual-card-identification-product-type-is-a-string',
    'createVirtualCard',
    'virtualCardIdentification.productType',
    true,
  ],
  ['v1.validate-card.response-code-is-a-string', 'validateCard', 'responseCode', true],
  ['v1.validate-card.processing-code-is-a-string', 'validateCard', 'processingCode', 'listed'],
  [
    'v1.validate-card.system-trace-audit-number-is-an-integer',
    'validateCard',
    'systemTraceAuditNumber',
    'listed',
  ],
  [
    'v1.validate-card.local-transaction-date-is-a-date-time',
    'validateCard',
    'localTransactionDate',
    'listed',
  ],
  ['v1.credit-card.response-code-is-a-string', 'creditCard', 'responseCode', true],
  ['v1.credit-card.processing-code-is-a-string', 'creditCard', 'processingCode', true],
  [
    'v1.credit-card.system-trace-audit-number-is-an-integer',
    'creditCard',
    'systemTraceAuditNumber',
    true,
  ],
  [
    'v1.credit-card.local-transaction-date-is-a-date-time',
    'creditCard',
    'localTransactionDate',
    true,
  ],
  ['v1.credit-card.rrn-is-a-string', 'creditCard', 'rrn', true],
  [
    'v1.credit-card.authorization-id-response-is-a-string',
    'creditCard',
    'authorizationIdResponse',
    false,
  ],
  [
    'v1.credit-card.unique-reference-number-is-a-string',
    'creditCard',
    'uniqueReferenceNumber',
    false,
  ],
  ['v1.credit-card.otp-is-a-string', 'creditCard', 'otp', false],
  ['v1.credit-card.acquirer-fee-amount-is-a-string', 'creditCard', 'acquirerFeeAmount', false],
  ['v1.credit-card.issuer-fee-amount-is-a-string', 'creditCard', 'issuerFeeAmount', false],
  ['v1.credit-card.payment-specific-data-is-an-object', 'creditCard', 'paymentSpecificData', false],
  ['v1.generate-pin.response-code-is-a-string', 'generatePin', 'responseCode', true],
  ['v1.generate-pin.pin-value-is-a-string', 'generatePin', 'pinValue', false],
  ['v1.generate-pin.encrypted-pin-value-is-base64', 'generatePin', 'encryptedPinValue', false],
  ['v1.change-pin.response-code-is-a-string', 'changePin', 'responseCode', true],
  ['v1.reset-pin-counter.response-code-is-a-string', 'resetPinCounter', 'responseCode', true],
  [
    'v1.reset-pin-counter.processing-code-is-a-string',
    'resetPinCounter',
    'processingCode',
    'listed',
  ],
  [
    'v1.reset-pin-counter.system-trace-audit-number-is-an-integer',
    'resetPinCounter',
    'systemTraceAuditNumber',
    'listed',
  ],
  [
    'v1.reset-pin-counter.local-transaction-date-is-a-date-time',
    'resetPinCounter',
    'localTransactionDate',
    'listed',
  ],
  ['v1.reset-pin-counter.rrn-is-a-string', 'resetPinCounter', 'rrn', 'listed'],
  [
    'v1.reset-pin-counter.authorization-id-response-is-a-string',
    'resetPinCounter',
    'authorizationIdResponse',
    false,
  ],
  ['v1.generate-cvc2.response-code-is-a-string', 'generateCVC2', 'responseCode', true],
  ['v1.generate-cvc2.card-number-mask-is-a-string', 'generateCVC2', 'cardNumberMask', false],
  ['v1.generate-cvc2.card-number-is-a-string', 'generateCVC2', 'cardNumber', false],
  ['v1.generate-cvc2.cvc2-is-a-string', 'generateCVC2', 'cvc2', false],
  [
    'v1.delete-card-limit-exception.response-code-is-a-string',
    'deleteCardLimitException',
    'responseCode',
    true,
  ],
  ['v1.set-geo-restrictions.response-code-is-a-string', 'setGeoRestrictions', 'responseCode', true],
  [
    'v1.change-account-arrest-amount.response-code-is-a-string',
    'changeAccountArrestAmount',
    'responseCode',
    true,
  ],
  [
    'v1.change-account-arrest-amount.processing-code-is-a-string',
    'changeAccountArrestAmount',
    'processingCode',
    'listed',
  ],
  [
    'v1.change-account-arrest-amount.system-trace-audit-number-is-an-integer',
    'changeAccountArrestAmount',
    'systemTraceAuditNumber',
    'listed',
  ],
  [
    'v1.change-account-arrest-amount.local-transaction-date-is-a-date-time',
    'changeAccountArrestAmount',
    'localTransactionDate',
    'listed',
  ],
  ['v1.change-account-arrest-amount.rrn-is-a-string', 'changeAccountArrestAmount', 'rrn', 'listed'],
  [
    'v1.change-account-arrest-amount.authorization-id-response-is-a-string',
    'changeAccountArrestAmount',
    'authorizationIdResponse',
    false,
  ],
  [
    'v1.change-account-arrest-amount.utrnno-is-an-integer',
    'changeAccountArrestAmount',
    'utrnno',
    'listed',
  ],
  ['v1.change-account-limit.response-code-is-a-string', 'changeAccountLimit', 'responseCode', true],
  ['v1.get-account-limits.limits-is-an-array', 'getAccountLimits', 'limits', true],
  [
    'v1.change-account-status.response-code-is-a-string',
    'changeAccountStatus',
    'responseCode',
    true,
  ],
  [
    'v1.change-account-status-in-fe.response-code-is-a-string',
    'changeAccountStatusInFe',
    'responseCode',
    true,
  ],
  [
    'v1.change-account-status-in-fe.processing-code-is-a-string',
    'changeAccountStatusInFe',
    'processingCode',
    'listed',
  ],
  [
    'v1.change-account-status-in-fe.system-trace-audit-number-is-an-integer',
    'changeAccountStatusInFe',
    'systemTraceAuditNumber',
    'listed',
  ],
  [
    'v1.change-account-status-in-fe.local-transaction-date-is-a-date-time',
    'changeAccountStatusInFe',
    'localTransactionDate',
    'listed',
  ],
  [
    'v1.get-account-balance-from-bo.available-balance-is-an-integer',
    'getAccountBalanceFromBo',
    'availableBalance',
    true,
  ],
  [
    'v1.get-account-balance-from-bo.hold-balance-is-an-integer',
    'getAccountBalanceFromBo',
    'holdBalance',
    true,
  ],
  [
    'v1.get-account-balance-from-bo.exceed-balance-is-an-integer',
    'getAccountBalanceFromBo',
    'exceedBalance',
    true,
  ],
  [
    'v1.set-allowed-beneficiaries.response-code-is-a-string',
    'setAllowedBeneficiaries',
    'responseCode',
    true,
  ],
  [
    'v1.get-allowed-beneficiaries.beneficiaries-is-an-array',
    'getAllowedBeneficiaries',
    'beneficiaries',
    true,
  ],
  ['v1.set-allowed-mcc-list.response-code-is-a-string', 'setAllowedMccList', 'responseCode', true],
  ['v1.is-customer-exist.result-is-a-boolean', 'isCustomerExist', 'result', true],
];

/** Requirement, kind of item, member; whether the member must be there. */
const items: readonly (readonly [RequirementId, keyof typeof kinds, string, Presence])[] = [
  ['v1.account-card.card-type-is-a-string', 'account-card', 'cardType', false],
  ['v1.account-card.card-number-is-a-string', 'account-card', 'cardNumber', false],
  ['v1.account-card.expiry-date-is-a-string', 'account-card', 'expiryDate', false],
  ['v1.account-card.card-status-is-a-value', 'account-card', 'cardStatus', false],
  ['v1.account-card.account-number-is-a-string', 'account-card', 'accountNumber', false],
  ['v1.account-card.account-status-is-a-value', 'account-card', 'accountStatus', false],
  ['v1.account-card.gmf-indicator-is-a-value', 'account-card', 'gmfIndicator', false],
  ['v1.account-card.product-number-is-a-string', 'account-card', 'productNumber', false],
  ['v1.account-card.product-id-is-a-string', 'account-card', 'productId', false],
  ['v1.account-card.card-number-mask-is-a-string', 'account-card', 'cardNumberMask', false],
  ['v1.account-card.card-id-is-a-string', 'account-card', 'cardId', false],
  ['v1.account-card.hot-card-status-is-an-integer', 'account-card', 'hotCardStatus', false],
  [
    'v1.account-card.hot-card-status-description-is-a-string',
    'account-card',
    'hotCardStatusDescription',
    false,
  ],
  ['v1.account-card.card-type-name-is-a-string', 'account-card', 'cardTypeName', false],
  ['v1.account-card.embossed-name-is-a-string', 'account-card', 'embossedName', false],
  ['v1.account-card.customer-id-is-a-string', 'account-card', 'customerId', false],
  ['v1.account-card.person-id-is-a-string', 'account-card', 'personId', false],
  ['v1.account-card.pin-denial-counter-is-an-integer', 'account-card', 'pinDenialCounter', false],
  ['v1.account-card.plastic-number-is-an-integer', 'account-card', 'plasticNumber', false],
  ['v1.account-card.card-is-primary-is-a-boolean', 'account-card', 'cardIsPrimary', false],
  [
    'v1.account-card.card-bind-to-customer-is-a-boolean',
    'account-card',
    'cardBindToCustomer',
    false,
  ],
  [
    'v1.account-card.customer-is-cardholder-is-a-boolean',
    'account-card',
    'customerIsCardholder',
    false,
  ],
  ['v1.account-limit.name-is-a-string', 'account-limit', 'name', false],
  ['v1.account-limit.start-date-is-a-date-time', 'account-limit', 'startDate', false],
  ['v1.account-limit.end-date-is-a-date-time', 'account-limit', 'endDate', false],
  ['v1.account-limit.value-is-an-integer', 'account-limit', 'value', false],
  ['v1.account-limit.cycle-type-is-an-integer', 'account-limit', 'cycleType', false],
  ['v1.account-limit.cycle-length-is-an-integer', 'account-limit', 'cycleLength', false],
  ['v1.account-limit.currency-is-an-integer', 'account-limit', 'currency', false],
  ['v1.account-limit.current-value-is-an-integer', 'account-limit', 'currentValue', false],
  ['v1.account-limit.limit-exceptions-is-an-array', 'account-limit', 'limitExceptions', false],
  [
    'v1.account-limit-exception.limit-name-is-a-string',
    'account-limit-exception',
    'limitName',
    false,
  ],
  [
    'v1.account-limit-exception.start-date-is-a-date-time',
    'account-limit-exception',
    'startDate',
    false,
  ],
  [
    'v1.account-limit-exception.end-date-is-a-date-time',
    'account-limit-exception',
    'endDate',
    false,
  ],
  ['v1.account-limit-exception.value-is-an-integer', 'account-limit-exception', 'value', false],
  [
    'v1.account-limit-exception.cycle-type-is-an-integer',
    'account-limit-exception',
    'cycleType',
    false,
  ],
  [
    'v1.account-limit-exception.cycle-length-is-an-integer',
    'account-limit-exception',
    'cycleLength',
    false,
  ],
  [
    'v1.transaction.authorization-date-is-a-date-time',
    'transaction',
    'authorizationDate',
    'listed',
  ],
  ['v1.transaction.transaction-type-is-a-string', 'transaction', 'transactionType', 'listed'],
  [
    'v1.transaction.operation-direction-is-one-of-three',
    'transaction',
    'operationDirection',
    'listed',
  ],
  ['v1.transaction.amount-is-an-integer', 'transaction', 'amount', 'listed'],
  ['v1.transaction.currency-is-an-integer', 'transaction', 'currency', 'listed'],
  [
    'v1.transaction.amount-in-account-currency-is-an-integer',
    'transaction',
    'amountInAccountCurrency',
    'listed',
  ],
  ['v1.transaction.utrnno-is-an-integer', 'transaction', 'utrnno', 'listed'],
  [
    'v1.transaction.transaction-description-is-a-string',
    'transaction',
    'transactionDescription',
    'listed',
  ],
  ['v1.transaction.fee-direction-is-one-of-two', 'transaction', 'feeDirection', false],
  ['v1.transaction.acquire-fee-amount-is-an-integer', 'transaction', 'acquireFeeAmount', false],
  ['v1.transaction.fe-issuer-fee-amount-is-an-integer', 'transaction', 'feIssuerFeeAmount', false],
  ['v1.transaction.mcc-is-an-integer', 'transaction', 'mcc', false],
  ['v1.transaction.merchant-country-has-three-letters', 'transaction', 'merchantCountry', false],
  ['v1.transaction.merchant-city-is-a-string', 'transaction', 'merchantCity', false],
  ['v1.transaction.merchant-name-is-a-string', 'transaction', 'merchantName', false],
  ['v1.transaction.merchant-id-is-a-string', 'transaction', 'merchantId', false],
  ['v1.transaction.terminal-address-is-a-string', 'transaction', 'terminalAddress', false],
  ['v1.transaction.pos-data-code-is-a-string', 'transaction', 'posDataCode', false],
  [
    'v1.transaction.authorization-id-response-is-a-string',
    'transaction',
    'authorizationIdResponse',
    false,
  ],
  ['v1.transaction.reversal-is-a-boolean', 'transaction', 'reversal', 'listed'],
  ['v1.transaction.request-amount-is-an-integer', 'transaction', 'requestAmount', 'listed'],
  ['v1.transaction.terminal-id-is-a-string', 'transaction', 'terminalId', false],
  [
    'v1.transaction.internal-response-code-is-an-integer',
    'transaction',
    'internalResponseCode',
    'listed',
  ],
  ['v1.atm.terminal-id-is-a-string', 'atm', 'terminalId', true],
  ['v1.atm.link-status-is-a-code', 'atm', 'linkStatus', true],
  ['v1.atm.open-flag-is-a-code', 'atm', 'openFlag', true],
  ['v1.atm.last-transaction-date-is-a-date-time', 'atm', 'lastTransactionDate', false],
  ['v1.atm.last-withdrawal-date-is-a-date-time', 'atm', 'lastWithdrawalDate', false],
  ['v1.atm.last-deposit-date-is-a-date-time', 'atm', 'lastDepositDate', false],
  ['v1.atm.location-is-a-string', 'atm', 'location', false],
  ['v1.atm.hopper-status-list-is-there', 'atm', 'hopperStatusList', true],
  ['v1.atm.safe-status-is-a-code', 'atm', 'safeStatus', 'listed'],
  ['v1.atm.supervisor-mode-is-a-code', 'atm', 'supervisorMode', 'listed'],
  ['v1.atm.load-configuration-status-is-a-code', 'atm', 'loadConfigurationStatus', 'listed'],
  ['v1.atm.ipt-service-is-a-string', 'atm', 'iptService', false],
  ['v1.atm.bna-state-info-is-an-object', 'atm', 'bnaStateInfo', true],
  ['v1.atm.ej-state-info-is-an-object', 'atm', 'ejStateInfo', true],
  ['v1.atm.receipt-printer-state-info-is-an-object', 'atm', 'receiptPrinterStateInfo', false],
  ['v1.atm.journal-printer-state-info-is-an-object', 'atm', 'journalPrinterStateInfo', false],
  ['v1.atm.encryptor-state-info-is-an-object', 'atm', 'encryptorStateInfo', false],
  ['v1.atm.card-reader-state-info-is-an-object', 'atm', 'cardReaderStateInfo', false],
  ['v1.atm.contactless-reader-state-info-is-an-object', 'atm', 'contactlessReaderStateInfo', false],
  ['v1.atm.drawer-state-info-is-an-object', 'atm', 'drawerStateInfo', false],
  ['v1.atm-hopper.position-is-an-integer', 'atm-hopper', 'position', true],
  ['v1.atm-hopper.currency-is-an-integer', 'atm-hopper', 'currency', true],
  ['v1.atm-hopper.bills-value-is-an-integer', 'atm-hopper', 'billsValue', true],
  ['v1.atm-hopper.bills-loaded-is-an-integer', 'atm-hopper', 'billsLoaded', true],
  ['v1.atm-hopper.bills-out-is-an-integer', 'atm-hopper', 'billsOut', true],
  ['v1.atm-hopper.bills-rejected-is-an-integer', 'atm-hopper', 'billsRejected', true],
  ['v1.atm-hopper.bills-end-is-an-integer', 'atm-hopper', 'billsEnd', true],
  ['v1.atm-hopper.status-is-a-code', 'atm-hopper', 'status', true],
  ['v1.atm-device.status-is-a-code', 'atm-device', 'status', true],
  ['v1.atm-device.error-description-is-a-string', 'atm-device', 'errorDescription', false],
  ['v1.atm-device.error-date-is-a-date-time', 'atm-device', 'errorDate', false],
  ['v1.atm-bna.currencies-is-an-array', 'atm-bna', 'currencies', false],
  ['v1.atm-bna-currency.code-is-an-integer', 'atm-bna-currency', 'code', 'listed'],
  ['v1.atm-bna-currency.amount-is-an-integer', 'atm-bna-currency', 'amount', 'listed'],
  ['v1.atm-bna-currency.notes-count-is-an-integer', 'atm-bna-currency', 'notesCount', 'listed'],
  [
    'v1.atm-bna-currency.denomination-counters-is-an-array',
    'atm-bna-currency',
    'denominationCounters',
    'listed',
  ],
  ['v1.atm-denomination.denomination-is-an-integer', 'atm-denomination', 'denomination', 'listed'],
  ['v1.atm-denomination.value-is-an-integer', 'atm-denomination', 'value', 'listed'],
  ['v1.order-transaction.merchant-id-is-a-string', 'order-transaction', 'merchantId', true],
  ['v1.order-transaction.terminal-id-is-a-string', 'order-transaction', 'terminalId', true],
  ['v1.order-transaction.transaction-date-is-a-date', 'order-transaction', 'transactionDate', true],
  ['v1.order-transaction.card-number-is-a-string', 'order-transaction', 'cardNumber', false],
  [
    'v1.order-transaction.transaction-amount-is-a-value',
    'order-transaction',
    'transactionAmount',
    false,
  ],
  [
    'v1.order-transaction.transaction-currency-is-a-value',
    'order-transaction',
    'transactionCurrency',
    false,
  ],
  [
    'v1.order-transaction.submitted-amount-is-a-value',
    'order-transaction',
    'submittedAmount',
    false,
  ],
  [
    'v1.order-transaction.submitted-currency-is-a-value',
    'order-transaction',
    'submittedCurrency',
    false,
  ],
  [
    'v1.order-transaction.authorization-code-is-a-string',
    'order-transaction',
    'authorizationCode',
    false,
  ],
  ['v1.order-transaction.cashback-amount-is-a-value', 'order-transaction', 'cashbackAmount', false],
  [
    'v1.order-transaction.transaction-type-is-a-value',
    'order-transaction',
    'transactionType',
    false,
  ],
  ['v1.order-transaction.network-type-is-a-value', 'order-transaction', 'networkType', false],
  ['v1.order-transaction.card-type-is-a-value', 'order-transaction', 'cardType', false],
  ['v1.order-transaction.order-number-is-a-string', 'order-transaction', 'orderNumber', false],
  ['v1.payment-order.id-is-an-integer', 'payment-order', 'id', true],
  ['v1.payment-order.event-date-is-a-date', 'payment-order', 'eventDate', false],
  ['v1.payment-order.purpose-is-a-string', 'payment-order', 'purpose', false],
  ['v1.payment-order.currency-is-a-value', 'payment-order', 'currency', false],
  ['v1.payment-order.amount-is-a-value', 'payment-order', 'amount', false],
  ['v1.payment-order.status-is-a-value', 'payment-order', 'status', false],
  ['v1.payment-order.order-number-is-a-string', 'payment-order', 'orderNumber', false],
];
/** Which operation shows items of a kind, and where. */
const kinds = {
  'account-card': ['getAccountData', (answer) => listOf(memberAt(answer, 'accountData.cards'))],
  'account-limit': ['getAccountLimits', (answer) => listOf(answer['limits'])],
  'account-limit-exception': ['getAccountLimits', exceptionsIn],
  transaction: ['getTransactions', (answer) => objectsWith(answer, 'operationDirection')],
  atm: ['getAtmStatusExt', (answer) => objectsWith(answer, 'linkStatus')],
  'atm-hopper': ['getAtmStatusExt', (answer) => objectsWith(answer, 'billsValue')],
  'atm-device': ['getAtmStatusExt', devicesIn],
  'atm-bna': [
    'getAtmStatusExt',
    (answer) =>
      atmsIn(answer)
        .map((atm) => atm['bnaStateInfo'])
        .filter(isObject),
  ],
  'atm-bna-currency': ['getAtmStatusExt', (answer) => objectsWith(answer, 'notesCount')],
  'atm-denomination': ['getAtmStatusExt', (answer) => objectsWith(answer, 'denomination')],
  'order-transaction': ['getOrderDetails', (answer) => objectsWith(answer, 'transactionDate')],
  'payment-order': ['getPaymentOrders', (answer) => objectsWith(answer, 'id')],
} as const satisfies Record<string, readonly [V1Operation, Holders]>;

export const v1FieldFaults: readonly Fault[] = [
  ...fields.map(([breaks, operation, path, presence]) => {
    const [holders, member] = holdersAt(path);
    return shownWrongly(breaks, operation, holders, member, presence);
  }),
  ...items.map(([breaks, kind, member, presence]) => {
    const [operation, holders] = kinds[kind];
    return shownWrongly(breaks, operation, holders, member, presence);
  }),
  ...fields
    .filter(([, , , presence]) => presence === 'listed')
    .map(([breaks, operation, path]) => {
      const [holders, member] = holdersAt(path);
      return leftOut(breaks, operation, holders, member);
    }),
  ...items
    .filter(([, , , presence]) => presence === 'listed')
    .map(([breaks, kind, member]) => {
      const [operation, holders] = kinds[kind];
      return leftOut(breaks, operation, holders, member);
    }),
  ...fields
    .filter(([breaks]) => holdsObjects(breaks))
    .map(([breaks, operation, path]) => {
      const [holders, member] = holdersAt(path);
      return shownWithNull(breaks, operation, holders, member);
    }),
  ...items
    .filter(([breaks]) => holdsObjects(breaks))
    .map(([breaks, kind, member]) => {
      const [operation, holders] = kinds[kind];
      return shownWithNull(breaks, operation, holders, member);
    }),
];

/** All lists but that of beneficiaries, who are texts. */
function holdsObjects(requirement: RequirementId): boolean {
  return requirement.endsWith('-is-an-array') && !requirement.includes('beneficiaries');
}

function leftOut(
  breaks: RequirementId,
  operation: V1Operation,
  holdersIn: Holders,
  member: string,
): Fault {
  const change = inAnswer(operation, (answer) => {
    for (const holder of holdersIn(answer)) setMember(holder, member, undefined);
  });
  return fault(breaks, 'left-out', `leaves ${member} out of ${operation}`, change);
}

function shownWithNull(
  breaks: RequirementId,
  operation: V1Operation,
  holdersIn: Holders,
  member: string,
): Fault {
  const change = inAnswer(operation, (answer) => {
    for (const holder of holdersIn(answer)) {
      setMember(holder, member, [...listOf(holder[member]), null]);
    }
  });
  return fault(breaks, 'with-null', `shows ${member} in ${operation} with null among them`, change);
}

/** The objects that hold the last member of a path, and its name. */
function holdersAt(path: string): [Holders, string] {
  const steps = path.split('.');
  const member = steps.pop() ?? '';
  return [
    (answer) => {
      let holders: Members[] = [answer];
      for (const step of steps) {
        const name = step.replace('[]', '');
        holders = holders.flatMap((holder) =>
          step.endsWith('[]') ? listOf(holder[name]) : [holder[name]].filter(isObject),
        );
      }
      return holders;
    },
    member,
  ];
}

/** An exception is added where an account has none, so that there is one to show wrongly. */
function exceptionsIn(answer: Members): Members[] {
  return listOf(answer['limits']).map((limit) => {
    const exception: Members = {};
    limit['limitExceptions'] = [exception];
    return exception;
  });
}

function atmsIn(answer: Members): Members[] {
  return objectsWith(answer, 'linkStatus');
}

function devicesIn(answer: Members): Members[] {
  return atmsIn(answer).flatMap((atm) =>
    Object.keys(atm)
      .filter((name) => name.endsWith('StateInfo'))
      .map((name) => atm[name])
      .filter(isObject),
  );
}

function listOf(value: unknown): Members[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
