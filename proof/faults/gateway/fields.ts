import type { RequirementId } from '../../../fixtures/requirements/index.ts';
import { type Fault, fault } from '../fault.ts';
import { isObject, type Members, setMember } from '../tampering.ts';
import { type GatewayOperation, inGatewayAnswer } from './tampering.ts';

// Document 3, parts 2.1, 2.2 and 4: fields of another form, or none.

/** Requirement, operation, path, and whether the field is left out rather than shown wrongly. */
const rows: readonly (readonly [RequirementId, GatewayOperation, string, boolean])[] = [
  ['gateway.order-status.error-code-is-a-code', 'getOrderStatusExtended.do', 'errorCode', false],
  ['gateway.order-status.order-number-is-text', 'getOrderStatusExtended.do', 'orderNumber', false],
  [
    'gateway.order-status.order-status-is-an-integer',
    'getOrderStatusExtended.do',
    'orderStatus',
    false,
  ],
  ['gateway.order-status.action-code-is-a-code', 'getOrderStatusExtended.do', 'actionCode', false],
  [
    'gateway.order-status.action-code-description-is-text',
    'getOrderStatusExtended.do',
    'actionCodeDescription',
    false,
  ],
  ['gateway.order-status.amount-is-a-code', 'getOrderStatusExtended.do', 'amount', false],
  ['gateway.order-status.currency-is-a-code', 'getOrderStatusExtended.do', 'currency', false],
  ['gateway.order-status.date-is-a-code', 'getOrderStatusExtended.do', 'date', false],
  [
    'gateway.order-status.order-description-is-text',
    'getOrderStatusExtended.do',
    'orderDescription',
    false,
  ],
  [
    'gateway.order-status.merchant-order-params-is-an-array',
    'getOrderStatusExtended.do',
    'merchantOrderParams',
    false,
  ],
  [
    'gateway.order-status.transaction-attributes-is-an-array',
    'getOrderStatusExtended.do',
    'transactionAttributes',
    false,
  ],
  ['gateway.order-status.attributes-is-an-array', 'getOrderStatusExtended.do', 'attributes', false],
  [
    'gateway.order-status.card-auth-info-is-an-object',
    'getOrderStatusExtended.do',
    'cardAuthInfo',
    false,
  ],
  [
    'gateway.order-status.card-auth-info-masked-pan-is-text',
    'getOrderStatusExtended.do',
    'cardAuthInfo.maskedPan',
    false,
  ],
  [
    'gateway.order-status.card-auth-info-expiration-is-a-code',
    'getOrderStatusExtended.do',
    'cardAuthInfo.expiration',
    false,
  ],
  [
    'gateway.order-status.card-auth-info-cardholder-name-is-text',
    'getOrderStatusExtended.do',
    'cardAuthInfo.cardholderName',
    false,
  ],
  [
    'gateway.order-status.card-auth-info-approval-code-is-text',
    'getOrderStatusExtended.do',
    'cardAuthInfo.approvalCode',
    false,
  ],
  [
    'gateway.order-status.card-auth-info-payment-system-is-text',
    'getOrderStatusExtended.do',
    'cardAuthInfo.paymentSystem',
    false,
  ],
  [
    'gateway.order-status.card-auth-info-product-is-text',
    'getOrderStatusExtended.do',
    'cardAuthInfo.product',
    false,
  ],
  [
    'gateway.order-status.card-auth-info-secure-auth-info-eci-is-a-code',
    'getOrderStatusExtended.do',
    'cardAuthInfo.secureAuthInfo.eci',
    false,
  ],
  [
    'gateway.order-status.card-auth-info-pan-is-text',
    'getOrderStatusExtended.do',
    'cardAuthInfo.pan',
    false,
  ],
  [
    'gateway.order-status.binding-info-is-an-object',
    'getOrderStatusExtended.do',
    'bindingInfo',
    false,
  ],
  [
    'gateway.order-status.binding-info-client-id-is-text',
    'getOrderStatusExtended.do',
    'bindingInfo.clientId',
    false,
  ],
  [
    'gateway.order-status.binding-info-binding-id-is-text',
    'getOrderStatusExtended.do',
    'bindingInfo.bindingId',
    false,
  ],
  [
    'gateway.order-status.auth-date-time-is-a-code',
    'getOrderStatusExtended.do',
    'authDateTime',
    false,
  ],
  ['gateway.order-status.auth-ref-num-is-text', 'getOrderStatusExtended.do', 'authRefNum', false],
  [
    'gateway.order-status.payment-amount-info-is-an-object',
    'getOrderStatusExtended.do',
    'paymentAmountInfo',
    false,
  ],
  ['gateway.order-status.bank-info-is-an-object', 'getOrderStatusExtended.do', 'bankInfo', false],
  [
    'gateway.order-status.bank-info-bank-name-is-text',
    'getOrderStatusExtended.do',
    'bankInfo.bankName',
    false,
  ],
  [
    'gateway.order-status.bank-info-bank-country-code-is-text',
    'getOrderStatusExtended.do',
    'bankInfo.bankCountryCode',
    false,
  ],
  [
    'gateway.order-status.bank-info-bank-country-name-is-text',
    'getOrderStatusExtended.do',
    'bankInfo.bankCountryName',
    false,
  ],
  [
    'gateway.order-status.chargeback-is-a-boolean',
    'getOrderStatusExtended.do',
    'chargeback',
    false,
  ],
  ['gateway.order-status.operations-is-an-array', 'getOrderStatusExtended.do', 'operations', false],
  [
    'gateway.payment-amount-info.payment-state-is-text',
    'getOrderStatusExtended.do',
    'paymentAmountInfo.paymentState',
    false,
  ],
  [
    'gateway.payment-amount-info.approved-amount-is-an-integer',
    'getOrderStatusExtended.do',
    'paymentAmountInfo.approvedAmount',
    false,
  ],
  [
    'gateway.payment-amount-info.deposited-amount-is-an-integer',
    'getOrderStatusExtended.do',
    'paymentAmountInfo.depositedAmount',
    false,
  ],
  [
    'gateway.payment-amount-info.refunded-amount-is-an-integer',
    'getOrderStatusExtended.do',
    'paymentAmountInfo.refundedAmount',
    false,
  ],
  [
    'gateway.payment-amount-info.total-amount-is-an-integer',
    'getOrderStatusExtended.do',
    'paymentAmountInfo.totalAmount',
    false,
  ],
  ['gateway.binding.binding-id-is-text', 'getBindings.do', 'bindings[].bindingId', false],
  ['gateway.binding.expiry-date-is-a-month', 'getBindings.do', 'bindings[].expiryDate', false],
  [
    'gateway.binding.category-is-one-of-three',
    'getBindings.do',
    'bindings[].bindingCategory',
    false,
  ],
  ['gateway.binding.payment-way-is-text', 'getBindings.do', 'bindings[].paymentWay', false],
  ['gateway.binding.payment-system-is-text', 'getBindings.do', 'bindings[].paymentSystem', false],
  ['gateway.binding.display-label-is-text', 'getBindings.do', 'bindings[].displayLabel', false],
  ['gateway.order.order-id-is-text', 'register.do', 'orderId', true],
  ['gateway.register.form-url-is-shown', 'register.do', 'formUrl', true],
  ['gateway.payment-order.redirect-is-an-address', 'paymentorder.do', 'redirect', false],
  ['gateway.payment-order.info-is-text', 'paymentorder.do', 'info', false],
  [
    'gateway.industry-practice.action-code-form',
    'industryPractice/paymentOrder.do',
    'actionCode',
    false,
  ],
  [
    'gateway.industry-practice.approval-code-is-text',
    'industryPractice/paymentOrder.do',
    'approvalCode',
    false,
  ],
  ['gateway.industry-practice.rrn-is-text', 'industryPractice/paymentOrder.do', 'rrn', false],
  [
    'gateway.payment-order-binding.redirect-is-an-address',
    'paymentOrderBinding.do',
    'redirect',
    false,
  ],
  ['gateway.recurrent-payment.success-is-true', 'recurrentPayment.do', 'success', true],
  ['gateway.recurrent-payment.data-order-id', 'recurrentPayment.do', 'data.orderId', true],
  ['gateway.order.status-is-an-integer', 'getOrderStatusExtended.do', 'orderStatus', false],
];

/** No field of the gateway is an object with a member of this name, a number or a list of it. */
const nonsense = { nonsense: true };

export const gatewayFieldFaults: readonly Fault[] = rows.map(
  ([breaks, operation, path, isLeftOut]) =>
    fault(
      breaks,
      'shown-wrongly',
      `shows ${path} in ${operation} ${isLeftOut ? 'not at all' : 'in another form'}`,
      inGatewayAnswer(operation, (answer) => {
        const steps = path.split('.');
        const member = steps.pop() ?? '';
        for (const holder of holdersIn(answer, steps)) {
          setMember(holder, member, isLeftOut ? undefined : wrongFormOf(breaks));
        }
      }),
    ),
);

/** An object is shown as text, all else as an object. */
function wrongFormOf(id: string): unknown {
  return id.endsWith('-is-an-object') ? 'none' : nonsense;
}

/** The objects on the way to a member, made where they are missing. */
function holdersIn(answer: Members, steps: readonly string[]): Members[] {
  let holders: Members[] = [answer];
  for (const step of steps) {
    const name = step.replace('[]', '');
    holders = holders.flatMap((holder) => {
      if (step.endsWith('[]')) {
        const list = holder[name];
        return Array.isArray(list) ? list.filter(isObject) : [];
      }
      const inner = holder[name];
      if (isObject(inner)) return [inner];
      const made: Members = {};
      holder[name] = made;
      return [made];
    });
  }
  return holders;
}
