import type { RequirementId } from '../../../fixtures/requirements/index.ts';
import { type Fault, type Fashion, fault } from '../fault.ts';
import { isObject } from '../tampering.ts';
import {
  type GatewayAsked,
  type GatewayOperation,
  goesWellAnyway,
  refusesWhen,
} from './tampering.ts';

// Document 3, parts 2.4, 4 and 8: rules about parameters that are overlooked, and parameters that are
// minded where they should not be.

type Rule =
  | 'needs'
  | 'takes'
  | 'integer'
  | 'boolean'
  | 'shortest'
  | 'longest'
  | 'longer'
  | 'shorter';

/** Requirement, operation, parameter, rule, and the length that the rule is about. */
const parameters: readonly (readonly [RequirementId, GatewayOperation, string, Rule, number])[] = [
  ['gateway.register.needs-order-number', 'register.do', 'orderNumber', 'needs', 0],
  ['gateway.register.needs-amount', 'register.do', 'amount', 'needs', 0],
  ['gateway.register.amount-must-be-an-integer', 'register.do', 'amount', 'integer', 0],
  ['gateway.register.takes-currency', 'register.do', 'currency', 'takes', 0],
  ['gateway.register.needs-return-url', 'register.do', 'returnUrl', 'needs', 0],
  ['gateway.register.takes-fail-url', 'register.do', 'failUrl', 'takes', 0],
  ['gateway.register.takes-dynamic-callback-url', 'register.do', 'dynamicCallbackUrl', 'takes', 0],
  ['gateway.register.takes-description', 'register.do', 'description', 'takes', 0],
  ['gateway.register.takes-ip', 'register.do', 'ip', 'takes', 0],
  ['gateway.register.takes-client-id', 'register.do', 'clientId', 'takes', 0],
  ['gateway.register.takes-cardholder-name', 'register.do', 'cardholderName', 'takes', 0],
  ['gateway.register.takes-json-params', 'register.do', 'jsonParams', 'takes', 0],
  ['gateway.register.longest-order-number', 'register.do', 'orderNumber', 'longest', 36],
  ['gateway.register.longer-order-number', 'register.do', 'orderNumber', 'longer', 36],
  ['gateway.register.currency-length', 'register.do', 'currency', 'longer', 3],
  ['gateway.register.shorter-currency', 'register.do', 'currency', 'shorter', 3],
  ['gateway.register.longest-return-url', 'register.do', 'returnUrl', 'longest', 512],
  ['gateway.register.longer-return-url', 'register.do', 'returnUrl', 'longer', 512],
  ['gateway.register.longest-fail-url', 'register.do', 'failUrl', 'longest', 512],
  ['gateway.register.longer-fail-url', 'register.do', 'failUrl', 'longer', 512],
  [
    'gateway.register.longest-dynamic-callback-url',
    'register.do',
    'dynamicCallbackUrl',
    'longest',
    512,
  ],
  [
    'gateway.register.longer-dynamic-callback-url',
    'register.do',
    'dynamicCallbackUrl',
    'longer',
    512,
  ],
  ['gateway.register.longest-description', 'register.do', 'description', 'longest', 598],
  ['gateway.register.longer-description', 'register.do', 'description', 'longer', 598],
  ['gateway.register.longest-ip', 'register.do', 'ip', 'longest', 39],
  ['gateway.register.longer-ip', 'register.do', 'ip', 'longer', 39],
  ['gateway.register.shortest-client-id', 'register.do', 'clientId', 'shortest', 0],
  ['gateway.register.longest-client-id', 'register.do', 'clientId', 'longest', 255],
  ['gateway.register.longer-client-id', 'register.do', 'clientId', 'longer', 255],
  ['gateway.register.longest-cardholder-name', 'register.do', 'cardholderName', 'longest', 150],
  ['gateway.register.longer-cardholder-name', 'register.do', 'cardholderName', 'longer', 150],
  ['gateway.register-pre-auth.needs-order-number', 'registerPreAuth.do', 'orderNumber', 'needs', 0],
  ['gateway.register-pre-auth.needs-amount', 'registerPreAuth.do', 'amount', 'needs', 0],
  [
    'gateway.register-pre-auth.amount-must-be-an-integer',
    'registerPreAuth.do',
    'amount',
    'integer',
    0,
  ],
  ['gateway.register-pre-auth.needs-return-url', 'registerPreAuth.do', 'returnUrl', 'needs', 0],
  ['gateway.payment-order.needs-md-order', 'paymentorder.do', 'MDORDER', 'needs', 0],
  ['gateway.payment-order.needs-pan', 'paymentorder.do', '$PAN', 'needs', 0],
  ['gateway.payment-order.needs-cvc', 'paymentorder.do', '$CVC', 'needs', 0],
  ['gateway.payment-order.needs-yyyy', 'paymentorder.do', 'YYYY', 'needs', 0],
  ['gateway.payment-order.needs-mm', 'paymentorder.do', 'MM', 'needs', 0],
  ['gateway.payment-order.needs-text', 'paymentorder.do', 'TEXT', 'needs', 0],
  ['gateway.payment-order.needs-language', 'paymentorder.do', 'language', 'needs', 0],
  ['gateway.payment-order.takes-ip', 'paymentorder.do', 'ip', 'takes', 0],
  [
    'gateway.payment-order.takes-binding-not-needed',
    'paymentorder.do',
    'bindingNotNeeded',
    'takes',
    0,
  ],
  [
    'gateway.payment-order.binding-not-needed-must-be-a-boolean',
    'paymentorder.do',
    'bindingNotNeeded',
    'boolean',
    0,
  ],
  ['gateway.payment-order.takes-json-params', 'paymentorder.do', 'jsonParams', 'takes', 0],
  ['gateway.payment-order.longer-md-order', 'paymentorder.do', 'MDORDER', 'longer', 36],
  ['gateway.payment-order.pan-length', 'paymentorder.do', '$PAN', 'longer', 19],
  ['gateway.payment-order.cvc-length', 'paymentorder.do', '$CVC', 'longer', 3],
  ['gateway.payment-order.shorter-cvc', 'paymentorder.do', '$CVC', 'shorter', 3],
  ['gateway.payment-order.yyyy-length', 'paymentorder.do', 'YYYY', 'longer', 4],
  ['gateway.payment-order.shorter-yyyy', 'paymentorder.do', 'YYYY', 'shorter', 4],
  ['gateway.payment-order.mm-length', 'paymentorder.do', 'MM', 'longer', 2],
  ['gateway.payment-order.shorter-mm', 'paymentorder.do', 'MM', 'shorter', 2],
  ['gateway.payment-order.expiry-length', 'paymentorder.do', '$EXPIRY', 'longer', 6],
  ['gateway.payment-order.shorter-expiry', 'paymentorder.do', '$EXPIRY', 'shorter', 6],
  ['gateway.payment-order.longest-text', 'paymentorder.do', 'TEXT', 'longest', 512],
  ['gateway.payment-order.longer-text', 'paymentorder.do', 'TEXT', 'longer', 512],
  ['gateway.payment-order.longest-ip', 'paymentorder.do', 'ip', 'longest', 39],
  ['gateway.payment-order.longer-ip', 'paymentorder.do', 'ip', 'longer', 39],
  ['gateway.payment-order.longest-email', 'paymentorder.do', 'email', 'longest', 40],
  ['gateway.payment-order.longer-email', 'paymentorder.do', 'email', 'longer', 40],
  ['gateway.instant-payment.needs-amount', 'instantPayment.do', 'amount', 'needs', 0],
  [
    'gateway.instant-payment.amount-must-be-an-integer',
    'instantPayment.do',
    'amount',
    'integer',
    0,
  ],
  ['gateway.instant-payment.takes-order-number', 'instantPayment.do', 'orderNumber', 'takes', 0],
  ['gateway.instant-payment.takes-currency', 'instantPayment.do', 'currency', 'takes', 0],
  ['gateway.instant-payment.takes-client-id', 'instantPayment.do', 'clientId', 'takes', 0],
  ['gateway.instant-payment.takes-ip', 'instantPayment.do', 'ip', 'takes', 0],
  [
    'gateway.instant-payment.takes-binding-not-needed',
    'instantPayment.do',
    'bindingNotNeeded',
    'takes',
    0,
  ],
  ['gateway.instant-payment.takes-description', 'instantPayment.do', 'description', 'takes', 0],
  ['gateway.instant-payment.takes-pre-auth', 'instantPayment.do', 'preAuth', 'takes', 0],
  [
    'gateway.instant-payment.pre-auth-must-be-a-boolean',
    'instantPayment.do',
    'preAuth',
    'boolean',
    0,
  ],
  [
    'gateway.instant-payment.takes-cardholder-name',
    'instantPayment.do',
    'cardholderName',
    'takes',
    0,
  ],
  [
    'gateway.instant-payment.takes-session-timeout-secs',
    'instantPayment.do',
    'sessionTimeoutSecs',
    'takes',
    0,
  ],
  [
    'gateway.instant-payment.session-timeout-secs-must-be-an-integer',
    'instantPayment.do',
    'sessionTimeoutSecs',
    'integer',
    0,
  ],
  ['gateway.instant-payment.takes-return-url', 'instantPayment.do', 'returnUrl', 'takes', 0],
  ['gateway.instant-payment.takes-fail-url', 'instantPayment.do', 'failUrl', 'takes', 0],
  ['gateway.instant-payment.takes-json-params', 'instantPayment.do', 'jsonParams', 'takes', 0],
  [
    'gateway.instant-payment.takes-dynamic-callback-url',
    'instantPayment.do',
    'dynamicCallbackUrl',
    'takes',
    0,
  ],
  ['gateway.instant-payment.pan-length', 'instantPayment.do', 'pan', 'longer', 19],
  ['gateway.instant-payment.shorter-pan', 'instantPayment.do', 'pan', 'shorter', 15],
  ['gateway.instant-payment.cvc-length', 'instantPayment.do', 'cvc', 'longer', 3],
  ['gateway.instant-payment.shorter-cvc', 'instantPayment.do', 'cvc', 'shorter', 3],
  [
    'gateway.instant-payment.longest-order-number',
    'instantPayment.do',
    'orderNumber',
    'longest',
    36,
  ],
  ['gateway.instant-payment.longer-order-number', 'instantPayment.do', 'orderNumber', 'longer', 36],
  ['gateway.instant-payment.currency-length', 'instantPayment.do', 'currency', 'longer', 3],
  ['gateway.instant-payment.shorter-currency', 'instantPayment.do', 'currency', 'shorter', 3],
  ['gateway.instant-payment.shortest-client-id', 'instantPayment.do', 'clientId', 'shortest', 0],
  ['gateway.instant-payment.longest-client-id', 'instantPayment.do', 'clientId', 'longest', 255],
  ['gateway.instant-payment.longer-client-id', 'instantPayment.do', 'clientId', 'longer', 255],
  ['gateway.instant-payment.longest-ip', 'instantPayment.do', 'ip', 'longest', 39],
  ['gateway.instant-payment.longer-ip', 'instantPayment.do', 'ip', 'longer', 39],
  [
    'gateway.instant-payment.longest-description',
    'instantPayment.do',
    'description',
    'longest',
    598,
  ],
  ['gateway.instant-payment.longer-description', 'instantPayment.do', 'description', 'longer', 598],
  ['gateway.instant-payment.longer-binding-id', 'instantPayment.do', 'bindingId', 'longer', 255],
  [
    'gateway.instant-payment.longest-cardholder-name',
    'instantPayment.do',
    'cardholderName',
    'longest',
    45,
  ],
  [
    'gateway.instant-payment.longer-cardholder-name',
    'instantPayment.do',
    'cardholderName',
    'longer',
    45,
  ],
  [
    'gateway.instant-payment.shorter-cardholder-name',
    'instantPayment.do',
    'cardholderName',
    'shorter',
    2,
  ],
  ['gateway.instant-payment.longest-return-url', 'instantPayment.do', 'returnUrl', 'longest', 512],
  ['gateway.instant-payment.longer-return-url', 'instantPayment.do', 'returnUrl', 'longer', 512],
  ['gateway.instant-payment.longest-fail-url', 'instantPayment.do', 'failUrl', 'longest', 512],
  ['gateway.instant-payment.longer-fail-url', 'instantPayment.do', 'failUrl', 'longer', 512],
  [
    'gateway.instant-payment.longest-dynamic-callback-url',
    'instantPayment.do',
    'dynamicCallbackUrl',
    'longest',
    512,
  ],
  [
    'gateway.instant-payment.longer-dynamic-callback-url',
    'instantPayment.do',
    'dynamicCallbackUrl',
    'longer',
    512,
  ],
  [
    'gateway.industry-practice.needs-original-md-order',
    'industryPractice/paymentOrder.do',
    'originalMdOrder',
    'needs',
    0,
  ],
  [
    'gateway.industry-practice.needs-order-number',
    'industryPractice/paymentOrder.do',
    'orderNumber',
    'needs',
    0,
  ],
  ['gateway.industry-practice.needs-tii', 'industryPractice/paymentOrder.do', 'tii', 'needs', 0],
  [
    'gateway.industry-practice.amount-must-be-an-integer',
    'industryPractice/paymentOrder.do',
    'amount',
    'integer',
    0,
  ],
  ['gateway.get-bindings.needs-client-id', 'getBindings.do', 'clientId', 'needs', 0],
  ['gateway.payment-order-binding.needs-md-order', 'paymentOrderBinding.do', 'mdOrder', 'needs', 0],
  [
    'gateway.payment-order-binding.needs-binding-id',
    'paymentOrderBinding.do',
    'bindingId',
    'needs',
    0,
  ],
  ['gateway.payment-order-binding.takes-ip', 'paymentOrderBinding.do', 'ip', 'takes', 0],
  ['gateway.payment-order-binding.takes-tii', 'paymentOrderBinding.do', 'tii', 'takes', 0],
  [
    'gateway.payment-order-binding.longer-md-order',
    'paymentOrderBinding.do',
    'mdOrder',
    'longer',
    36,
  ],
  [
    'gateway.payment-order-binding.longer-binding-id',
    'paymentOrderBinding.do',
    'bindingId',
    'longer',
    255,
  ],
  ['gateway.payment-order-binding.cvc-length', 'paymentOrderBinding.do', 'cvc', 'longer', 3],
  ['gateway.payment-order-binding.shorter-cvc', 'paymentOrderBinding.do', 'cvc', 'shorter', 3],
  ['gateway.payment-order-binding.longest-ip', 'paymentOrderBinding.do', 'ip', 'longest', 39],
  ['gateway.payment-order-binding.longer-ip', 'paymentOrderBinding.do', 'ip', 'longer', 39],
  ['gateway.payment-order-binding.longer-tii', 'paymentOrderBinding.do', 'tii', 'longer', 3],
  [
    'gateway.recurrent-payment.needs-order-number',
    'recurrentPayment.do',
    'orderNumber',
    'needs',
    0,
  ],
  ['gateway.recurrent-payment.needs-binding-id', 'recurrentPayment.do', 'bindingId', 'needs', 0],
  ['gateway.recurrent-payment.needs-amount', 'recurrentPayment.do', 'amount', 'needs', 0],
  [
    'gateway.recurrent-payment.amount-must-be-an-integer',
    'recurrentPayment.do',
    'amount',
    'integer',
    0,
  ],
  ['gateway.recurrent-payment.takes-currency', 'recurrentPayment.do', 'currency', 'takes', 0],
  ['gateway.recurrent-payment.takes-description', 'recurrentPayment.do', 'description', 'takes', 0],
  [
    'gateway.recurrent-payment.takes-additional-parameters',
    'recurrentPayment.do',
    'additionalParameters',
    'takes',
    0,
  ],
  [
    'gateway.recurrent-payment.longest-order-number',
    'recurrentPayment.do',
    'orderNumber',
    'longest',
    36,
  ],
  [
    'gateway.recurrent-payment.longer-order-number',
    'recurrentPayment.do',
    'orderNumber',
    'longer',
    36,
  ],
  [
    'gateway.recurrent-payment.longer-binding-id',
    'recurrentPayment.do',
    'bindingId',
    'longer',
    255,
  ],
  ['gateway.recurrent-payment.currency-length', 'recurrentPayment.do', 'currency', 'longer', 3],
  ['gateway.recurrent-payment.shorter-currency', 'recurrentPayment.do', 'currency', 'shorter', 3],
  [
    'gateway.recurrent-payment.longest-description',
    'recurrentPayment.do',
    'description',
    'longest',
    598,
  ],
  [
    'gateway.recurrent-payment.longer-description',
    'recurrentPayment.do',
    'description',
    'longer',
    598,
  ],
  [
    'gateway.installment-payment.needs-order-number',
    'installmentPayment.do',
    'orderNumber',
    'needs',
    0,
  ],
  [
    'gateway.installment-payment.needs-binding-id',
    'installmentPayment.do',
    'bindingId',
    'needs',
    0,
  ],
  ['gateway.installment-payment.needs-amount', 'installmentPayment.do', 'amount', 'needs', 0],
  [
    'gateway.installment-payment.amount-must-be-an-integer',
    'installmentPayment.do',
    'amount',
    'integer',
    0,
  ],
  [
    'gateway.installment-payment.longest-order-number',
    'installmentPayment.do',
    'orderNumber',
    'longest',
    36,
  ],
  [
    'gateway.installment-payment.longer-order-number',
    'installmentPayment.do',
    'orderNumber',
    'longer',
    36,
  ],
  [
    'gateway.installment-payment.longer-binding-id',
    'installmentPayment.do',
    'bindingId',
    'longer',
    255,
  ],
];

/** Requirement, object, member, rule, length. */
const members: readonly (readonly [RequirementId, string, string, Rule, number])[] = [
  ['gateway.payment-facilitator.needs-pf-id', 'paymentFacilitator', 'pfId', 'needs', 11],
  ['gateway.payment-facilitator.longest-pf-id', 'paymentFacilitator', 'pfId', 'longest', 11],
  ['gateway.payment-facilitator.longer-pf-id', 'paymentFacilitator', 'pfId', 'longer', 11],
  ['gateway.payment-facilitator.needs-name', 'paymentFacilitator', 'name', 'needs', 40],
  ['gateway.payment-facilitator.longest-name', 'paymentFacilitator', 'name', 'longest', 40],
  ['gateway.payment-facilitator.longer-name', 'paymentFacilitator', 'name', 'longer', 40],
  ['gateway.payment-facilitator.longest-iso-id', 'paymentFacilitator', 'isoId', 'longest', 11],
  ['gateway.payment-facilitator.longer-iso-id', 'paymentFacilitator', 'isoId', 'longer', 11],
  [
    'gateway.payment-facilitator.needs-sub-merchants',
    'paymentFacilitator',
    'subMerchants',
    'needs',
    0,
  ],
  [
    'gateway.payment-facilitator.needs-sub-merchants-sub-merchant-id',
    'paymentFacilitator',
    'subMerchants[].subMerchantId',
    'needs',
    20,
  ],
  [
    'gateway.payment-facilitator.longest-sub-merchants-sub-merchant-id',
    'paymentFacilitator',
    'subMerchants[].subMerchantId',
    'longest',
    20,
  ],
  [
    'gateway.payment-facilitator.longer-sub-merchants-sub-merchant-id',
    'paymentFacilitator',
    'subMerchants[].subMerchantId',
    'longer',
    20,
  ],
  [
    'gateway.payment-facilitator.needs-sub-merchants-name',
    'paymentFacilitator',
    'subMerchants[].name',
    'needs',
    40,
  ],
  [
    'gateway.payment-facilitator.longest-sub-merchants-name',
    'paymentFacilitator',
    'subMerchants[].name',
    'longest',
    40,
  ],
  [
    'gateway.payment-facilitator.longer-sub-merchants-name',
    'paymentFacilitator',
    'subMerchants[].name',
    'longer',
    40,
  ],
  [
    'gateway.payment-facilitator.needs-sub-merchants-address',
    'paymentFacilitator',
    'subMerchants[].address',
    'needs',
    0,
  ],
  [
    'gateway.payment-facilitator.needs-sub-merchants-address-city',
    'paymentFacilitator',
    'subMerchants[].address.city',
    'needs',
    50,
  ],
  [
    'gateway.payment-facilitator.longest-sub-merchants-address-city',
    'paymentFacilitator',
    'subMerchants[].address.city',
    'longest',
    50,
  ],
  [
    'gateway.payment-facilitator.longer-sub-merchants-address-city',
    'paymentFacilitator',
    'subMerchants[].address.city',
    'longer',
    50,
  ],
  [
    'gateway.payment-facilitator.needs-sub-merchants-address-postal-code',
    'paymentFacilitator',
    'subMerchants[].address.postalCode',
    'needs',
    16,
  ],
  [
    'gateway.payment-facilitator.longest-sub-merchants-address-postal-code',
    'paymentFacilitator',
    'subMerchants[].address.postalCode',
    'longest',
    16,
  ],
  [
    'gateway.payment-facilitator.longer-sub-merchants-address-postal-code',
    'paymentFacilitator',
    'subMerchants[].address.postalCode',
    'longer',
    16,
  ],
  [
    'gateway.payment-facilitator.needs-sub-merchants-address-country',
    'paymentFacilitator',
    'subMerchants[].address.country',
    'needs',
    2,
  ],
  [
    'gateway.payment-facilitator.longer-sub-merchants-address-country',
    'paymentFacilitator',
    'subMerchants[].address.country',
    'longer',
    2,
  ],
  [
    'gateway.payment-facilitator.longest-sub-merchants-address-street',
    'paymentFacilitator',
    'subMerchants[].address.street',
    'longest',
    40,
  ],
  [
    'gateway.payment-facilitator.longer-sub-merchants-address-street',
    'paymentFacilitator',
    'subMerchants[].address.street',
    'longer',
    40,
  ],
  [
    'gateway.billing-payer-data.longest-billing-city',
    'billingPayerData',
    'billingCity',
    'longest',
    50,
  ],
  [
    'gateway.billing-payer-data.longer-billing-city',
    'billingPayerData',
    'billingCity',
    'longer',
    50,
  ],
  [
    'gateway.billing-payer-data.longer-billing-country',
    'billingPayerData',
    'billingCountry',
    'longer',
    50,
  ],
  [
    'gateway.billing-payer-data.longest-billing-address-line1',
    'billingPayerData',
    'billingAddressLine1',
    'longest',
    50,
  ],
  [
    'gateway.billing-payer-data.longer-billing-address-line1',
    'billingPayerData',
    'billingAddressLine1',
    'longer',
    50,
  ],
  [
    'gateway.billing-payer-data.longest-billing-address-line2',
    'billingPayerData',
    'billingAddressLine2',
    'longest',
    50,
  ],
  [
    'gateway.billing-payer-data.longer-billing-address-line2',
    'billingPayerData',
    'billingAddressLine2',
    'longer',
    50,
  ],
  [
    'gateway.billing-payer-data.longest-billing-address-line3',
    'billingPayerData',
    'billingAddressLine3',
    'longest',
    50,
  ],
  [
    'gateway.billing-payer-data.longer-billing-address-line3',
    'billingPayerData',
    'billingAddressLine3',
    'longer',
    50,
  ],
  [
    'gateway.billing-payer-data.longest-billing-postal-code',
    'billingPayerData',
    'billingPostalCode',
    'longest',
    9,
  ],
  [
    'gateway.billing-payer-data.longer-billing-postal-code',
    'billingPayerData',
    'billingPostalCode',
    'longer',
    9,
  ],
  [
    'gateway.billing-payer-data.longest-billing-state',
    'billingPayerData',
    'billingState',
    'longest',
    50,
  ],
  [
    'gateway.billing-payer-data.longer-billing-state',
    'billingPayerData',
    'billingState',
    'longer',
    50,
  ],
  [
    'gateway.billing-payer-data.needs-payer-account',
    'billingPayerData',
    'payerAccount',
    'needs',
    32,
  ],
  [
    'gateway.billing-payer-data.longest-payer-account',
    'billingPayerData',
    'payerAccount',
    'longest',
    32,
  ],
  [
    'gateway.billing-payer-data.longer-payer-account',
    'billingPayerData',
    'payerAccount',
    'longer',
    32,
  ],
  [
    'gateway.billing-payer-data.longest-payer-last-name',
    'billingPayerData',
    'payerLastName',
    'longest',
    64,
  ],
  [
    'gateway.billing-payer-data.longer-payer-last-name',
    'billingPayerData',
    'payerLastName',
    'longer',
    64,
  ],
  [
    'gateway.billing-payer-data.longest-payer-first-name',
    'billingPayerData',
    'payerFirstName',
    'longest',
    35,
  ],
  [
    'gateway.billing-payer-data.longer-payer-first-name',
    'billingPayerData',
    'payerFirstName',
    'longer',
    35,
  ],
  [
    'gateway.billing-payer-data.longest-payer-middle-name',
    'billingPayerData',
    'payerMiddleName',
    'longest',
    35,
  ],
  [
    'gateway.billing-payer-data.longer-payer-middle-name',
    'billingPayerData',
    'payerMiddleName',
    'longer',
    35,
  ],
  [
    'gateway.billing-payer-data.longest-payer-combined-name',
    'billingPayerData',
    'payerCombinedName',
    'longest',
    99,
  ],
  [
    'gateway.billing-payer-data.longer-payer-combined-name',
    'billingPayerData',
    'payerCombinedName',
    'longer',
    99,
  ],
  [
    'gateway.billing-payer-data.longer-payer-id-type',
    'billingPayerData',
    'payerIdType',
    'longer',
    8,
  ],
  [
    'gateway.billing-payer-data.longest-payer-id-number',
    'billingPayerData',
    'payerIdNumber',
    'longest',
    100,
  ],
  [
    'gateway.billing-payer-data.longer-payer-id-number',
    'billingPayerData',
    'payerIdNumber',
    'longer',
    100,
  ],
  [
    'gateway.billing-payer-data.longer-payer-birthday',
    'billingPayerData',
    'payerBirthday',
    'longer',
    20,
  ],
  [
    'gateway.shipping-payer-data.longest-shipping-city',
    'shippingPayerData',
    'shippingCity',
    'longest',
    50,
  ],
  [
    'gateway.shipping-payer-data.longer-shipping-city',
    'shippingPayerData',
    'shippingCity',
    'longer',
    50,
  ],
  [
    'gateway.shipping-payer-data.longer-shipping-country',
    'shippingPayerData',
    'shippingCountry',
    'longer',
    50,
  ],
  [
    'gateway.shipping-payer-data.longest-shipping-address-line1',
    'shippingPayerData',
    'shippingAddressLine1',
    'longest',
    50,
  ],
  [
    'gateway.shipping-payer-data.longer-shipping-address-line1',
    'shippingPayerData',
    'shippingAddressLine1',
    'longer',
    50,
  ],
  [
    'gateway.shipping-payer-data.longest-shipping-address-line2',
    'shippingPayerData',
    'shippingAddressLine2',
    'longest',
    50,
  ],
  [
    'gateway.shipping-payer-data.longer-shipping-address-line2',
    'shippingPayerData',
    'shippingAddressLine2',
    'longer',
    50,
  ],
  [
    'gateway.shipping-payer-data.longest-shipping-address-line3',
    'shippingPayerData',
    'shippingAddressLine3',
    'longest',
    50,
  ],
  [
    'gateway.shipping-payer-data.longer-shipping-address-line3',
    'shippingPayerData',
    'shippingAddressLine3',
    'longer',
    50,
  ],
  [
    'gateway.shipping-payer-data.longest-shipping-postal-code',
    'shippingPayerData',
    'shippingPostalCode',
    'longest',
    16,
  ],
  [
    'gateway.shipping-payer-data.longer-shipping-postal-code',
    'shippingPayerData',
    'shippingPostalCode',
    'longer',
    16,
  ],
  [
    'gateway.shipping-payer-data.longest-shipping-state',
    'shippingPayerData',
    'shippingState',
    'longest',
    50,
  ],
  [
    'gateway.shipping-payer-data.longer-shipping-state',
    'shippingPayerData',
    'shippingState',
    'longer',
    50,
  ],
  [
    'gateway.shipping-payer-data.longer-shipping-method-indicator',
    'shippingPayerData',
    'shippingMethodIndicator',
    'longer',
    2,
  ],
  [
    'gateway.shipping-payer-data.longer-delivery-timeframe',
    'shippingPayerData',
    'deliveryTimeframe',
    'longer',
    2,
  ],
  [
    'gateway.shipping-payer-data.longest-delivery-email',
    'shippingPayerData',
    'deliveryEmail',
    'longest',
    254,
  ],
  [
    'gateway.shipping-payer-data.longer-delivery-email',
    'shippingPayerData',
    'deliveryEmail',
    'longer',
    254,
  ],
];

export const gatewayParameterFaults: readonly Fault[] = [
  ...parameters.map(([breaks, operation, name, rule, length]) =>
    fault(
      breaks,
      'overlooked',
      `${wordsFor(rule)} ${name} of ${operation}${length > 0 ? ` at ${length} characters` : ''}`,
      broken(operation, rule, length, ({ parameters: sent }) => [sent[name]]),
    ),
  ),
  ...members.map(([breaks, object, path, rule, length]) =>
    fault(
      breaks,
      'overlooked',
      `${wordsFor(rule)} ${path} of ${object}${length > 0 ? ` at ${length} characters` : ''}`,
      broken('paymentorder.do', rule, length, (asked) => membersAt(asked, object, path)),
    ),
  ),
];

function wordsFor(rule: Rule): string {
  return isTaken(rule) ? 'minds' : `overlooks the rule "${rule}" for`;
}

/** What an operation does wrong when one of the values that `valuesIn` finds is what the rule is about. */
function broken(
  operation: GatewayOperation,
  rule: Rule,
  length: number,
  valuesIn: (asked: GatewayAsked) => readonly (string | undefined)[],
): Fashion {
  const isConcerned = (asked: GatewayAsked): boolean =>
    valuesIn(asked).some((value) => concerns(rule, length, value));
  return isTaken(rule)
    ? refusesWhen(operation, isConcerned)
    : goesWellAnyway(operation, isConcerned);
}

function isTaken(rule: Rule): boolean {
  return rule === 'takes' || rule === 'shortest' || rule === 'longest';
}

function concerns(rule: Rule, length: number, value: string | undefined): boolean {
  switch (rule) {
    case 'needs':
      return value === undefined;
    case 'takes':
      return value !== undefined;
    case 'integer':
      return value !== undefined && !/^-?\d+$/.test(value);
    case 'boolean':
      return value !== undefined && value !== 'true' && value !== 'false';
    case 'shortest':
    case 'longest':
      return value?.length === length;
    case 'longer':
      return value !== undefined && value.length > length;
    case 'shorter':
      return value !== undefined && value.length < length;
  }
}

/** The values of a member, of every item of a list on the way to it; none where the object is not sent. */
function membersAt(
  { parameters: sent }: GatewayAsked,
  object: string,
  path: string,
): (string | undefined)[] {
  const text = sent[object];
  if (text === undefined) return [];
  let holders: unknown[] = [JSON.parse(text)];
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  for (const step of steps) {
    const name = step.replace('[]', '');
    holders = holders.flatMap((holder) => (isObject(holder) ? holder[name] : undefined));
  }
  return holders.filter(isObject).map((holder) => {
    const value = holder[last];
    return value === undefined ? undefined : textOf(value);
  });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
