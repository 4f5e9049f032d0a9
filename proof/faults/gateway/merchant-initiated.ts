import { documentRules } from '../../../sandbox/rules/index.ts';
import { type Tampering, type Fault, fault } from '../fault.ts';
import {
  isObject,
  memberAt,
  type Members,
  read,
  setMember,
  withBody,
  withRememberingRules,
  withRules,
} from '../tampering.ts';
import { fallsBackTo, showsUnpaid } from './later.ts';
import { inGatewayAnswer, onGateway, refusesWhen, withParameters } from './tampering.ts';

// Document 3, part 4.6: recurrentPayment.do and installmentPayment.do.

const { gwParameter } = documentRules;

export const gatewayMerchantInitiatedFaults: readonly Fault[] = [
  fault(
    'gateway.recurrent-payment.charges',
    'refused',
    'refuses recurrent payments',
    refusesWhen('recurrentPayment.do'),
  ),
  fault(
    'gateway.recurrent-payment.charges',
    'never-paid',
    'declines what is charged by the merchant',
    withRules({ gwChargeAnswer: () => 'declined' }),
  ),
  fault(
    'gateway.recurrent-payment.order-is-paid',
    'once-only',
    'declines the second and later charges of a credential but says that they were paid',
    {
      ...withRememberingRules(() => {
        const charged = new Set<string>();
        return {
          gwChargeAnswer: ({ bindingId }) => {
            if (charged.has(bindingId)) return 'declined';
            charged.add(bindingId);
            return 'approved';
          },
        };
      }),
      ...inCharge((status) => {
        status['orderStatus'] = 2;
      }),
    },
  ),
  fault(
    'gateway.recurrent-payment.order-number-must-be-text',
    'made-up',
    'makes up a number for an order whose number it cannot read',
    withParameters('recurrentPayment.do', ({ body }) =>
      typeof body['orderNumber'] === 'object' ? { orderNumber: crypto.randomUUID() } : {},
    ),
  ),
  fault(
    'gateway.recurrent-payment.additional-parameters-must-be-an-object',
    'left-aside',
    'ignores additionalParameters that are not a map',
    withRules({
      gwParameter: (operation, path) =>
        operation === 'recurrentPayment' && path === 'additionalParameters'
          ? undefined
          : gwParameter(operation, path),
    }),
  ),
  fault(
    'gateway.recurrent-payment.amount',
    'cent-more',
    'charges one cent more than requested',
    withParameters('recurrentPayment.do', ({ parameters }) => ({
      amount: String(Number(parameters['amount']) + 1),
    })),
  ),
  fault(
    'gateway.recurrent-payment.amount',
    'cent-less-in-status',
    'shows a cent less in the status of an order',
    inGatewayAnswer('getOrderStatusExtended.do', (answer) => {
      answer['amount'] = Number(answer['amount']) - 1;
    }),
  ),
  fault(
    'gateway.recurrent-payment.currency',
    'always-the-default',
    'charges in the default currency whatever was requested',
    withParameters('recurrentPayment.do', () => ({ currency: undefined })),
  ),
  fault(
    'gateway.recurrent-payment.currency',
    'default-in-answer',
    'answers the default currency to every charge',
    inCharge((status) => {
      status['currency'] = '978';
    }),
  ),
  fault(
    'gateway.recurrent-payment.order-status-is-shown',
    'absent',
    'leaves orderStatus out',
    inGatewayAnswer('recurrentPayment.do', (answer) => {
      delete answer['orderStatus'];
    }),
  ),
  fault(
    'gateway.recurrent-payment.order-status-is-shown',
    'before-the-payment',
    'shows the order as it was before it was paid',
    inCharge((status) => {
      status['orderStatus'] = 0;
    }),
  ),
  fault(
    'gateway.recurrent-payment.order-status-fields',
    'date-as-text',
    'writes the date of a charge as text',
    inCharge((status) => {
      status['date'] = new Date(Number(status['date'])).toISOString();
    }),
  ),
  fault(
    'gateway.recurrent-payment.order-status-fields',
    'amounts-as-text',
    'writes the amounts of a charge as text',
    inCharge((status) => {
      setMember(status, 'paymentAmountInfo.depositedAmount', '7.00');
    }),
  ),
  fault(
    'gateway.recurrent-payment.order-status-fields',
    'pairs-as-lists',
    'writes names and values as lists',
    inCharge((status) => {
      status['attributes'] = [['mdOrder', '']];
    }),
  ),
  fault(
    'gateway.recurrent-payment.order-status-fields',
    'no-pairs',
    'shows additional parameters that are null',
    inCharge((status) => {
      const params = status['merchantOrderParams'];
      if (Array.isArray(params)) status['merchantOrderParams'] = params.map(() => null);
    }),
  ),
  ...(['bankInfo', 'authRefNum', 'transactionAttributes'] as const).map((name) =>
    fault(
      'gateway.recurrent-payment.members-of-a-success',
      `without-${name.toLowerCase()}`,
      `shows no ${name} in the answer of a charge`,
      inCharge((status) => {
        status[name] = undefined;
      }),
    ),
  ),
  fault(
    'gateway.recurrent-payment.attributes-name-the-order',
    'another',
    'names another order in the attributes',
    inCharge((status) => {
      status['attributes'] = [{ name: 'mdOrder', value: 'another' }];
    }),
  ),
  fault(
    'gateway.recurrent-payment.attributes-name-the-order',
    'another-name',
    'calls the mdOrder orderId in the attributes',
    inCharge((status, answer) => {
      const value = memberAt(answer, 'data.orderId');
      status['attributes'] = [{ name: 'orderId', value }];
    }),
  ),
  fault(
    'gateway.recurrent-payment.attributes-name-the-order',
    'none',
    'shows an empty list of attributes',
    inCharge((status) => {
      status['attributes'] = [];
    }),
  ),
  fault(
    'gateway.recurrent-payment.binding-info-is-the-credential',
    'empty',
    'shows neither credential nor customer in bindingInfo',
    inCharge((status) => {
      status['bindingInfo'] = {};
    }),
  ),
  fault(
    'gateway.recurrent-payment.binding-info-is-the-credential',
    'another-credential',
    'shows another credential than the one charged',
    inCharge((status) => setMember(status, 'bindingInfo.bindingId', 'another')),
  ),
  fault(
    'gateway.recurrent-payment.binding-info-is-the-credential',
    'another-customer',
    'shows another customer than the one charged',
    inCharge((status) => setMember(status, 'bindingInfo.clientId', 'another')),
  ),
  fault(
    'gateway.recurrent-payment.card-auth-info-is-the-card',
    'empty',
    'shows no card in cardAuthInfo',
    inCharge((status) => {
      status['cardAuthInfo'] = {};
    }),
  ),
  fault(
    'gateway.recurrent-payment.card-auth-info-is-the-card',
    'another-number',
    'shows another card number than that of the credential',
    inCharge((status) => setMember(status, 'cardAuthInfo.maskedPan', '500000**0009')),
  ),
  fault(
    'gateway.recurrent-payment.card-auth-info-is-the-card',
    'another-month',
    'shows another expiry than that of the credential',
    inCharge((status) => setMember(status, 'cardAuthInfo.expiration', '199901')),
  ),
  fault(
    'gateway.recurrent-payment.card-auth-info-is-the-card',
    'last-cardholder',
    'shows the name that was entered last by whichever customer',
    onGateway(() => {
      let last: string | undefined;
      return async (asked, send) => {
        if (asked.operation === 'paymentorder.do') last = asked.parameters['TEXT'];
        const response = await send();
        const answer = await read(response);
        if (asked.operation !== 'recurrentPayment.do' || !isObject(answer)) return response;
        setMember(answer, 'orderStatus.cardAuthInfo.cardholderName', last);
        return withBody(response, JSON.stringify(answer));
      };
    }),
  ),
  fault(
    'gateway.recurrent-payment.card-auth-info-is-the-card',
    'whoever-has-the-card',
    'shows a name that somebody else has entered with the same card, to whomever he charges',
    inCharge((status) => setMember(status, 'cardAuthInfo.cardholderName', 'BERTA TWO')),
  ),
  fault(
    'gateway.recurrent-payment.operations-have-the-amount',
    'empty',
    'shows nothing of the operation of a charge',
    inCharge((status) => {
      status['operations'] = [{}];
    }),
  ),
  fault(
    'gateway.recurrent-payment.operations-have-the-amount',
    'whole-units',
    'shows the operation of a charge in whole units',
    inCharge((status) => {
      status['operations'] = [{ amount: Math.trunc(Number(status['amount']) / 100) }];
    }),
  ),
  fault(
    'gateway.recurrent-payment.order-number-is-unique',
    'taken-again',
    'accepts an orderNumber that is in use',
    withRules({ gwMayTakeOrderNumber: () => true }),
  ),
  fault(
    'gateway.recurrent-payment.unknown-binding',
    'last-one-charged',
    'charges the last credential when the given one is unknown',
    fallsBackTo('recurrentPayment.do', 'bindingId'),
  ),
  fault(
    'gateway.recurrent-payment.declined-is-not-paid',
    'paid-anyway',
    'shows a declined order as paid',
    withRules({ gwStatusAfterDecline: () => 2 }),
  ),
  fault(
    'gateway.recurrent-payment.declined-is-not-paid',
    'issuer-not-asked',
    'charges without asking the issuer',
    withRules({ gwChargeAnswer: () => 'approved' }),
  ),

  ...(
    ['gateway.recurrent-payment.one-phase', 'gateway.installment-payment.one-phase'] as const
  ).flatMap((id) => [
    fault(
      id,
      'held-on-demand',
      'holds what the merchant charges with preAuth',
      withRules({ gwMayBeTwoPhase: () => true }),
    ),
    fault(id, 'held-always', 'holds every payment', withRules({ gwStatusAfterPayment: () => 1 })),
  ]),

  fault(
    'gateway.installment-payment.charges',
    'refused',
    'refuses installments',
    refusesWhen('installmentPayment.do'),
  ),
  fault(
    'gateway.installment-payment.charges',
    'never-paid',
    'leaves the order of an installment unpaid',
    showsUnpaid('installmentPayment.do'),
  ),
  fault(
    'gateway.installment-payment.order-number-is-unique',
    'taken-again',
    'accepts an orderNumber that is in use',
    withRules({ gwMayTakeOrderNumber: () => true }),
  ),
  fault(
    'gateway.installment-payment.unknown-binding',
    'last-one-charged',
    'charges the last credential when the given one is unknown',
    fallsBackTo('installmentPayment.do', 'bindingId'),
  ),
  ...(['recurrentPayment.do', 'installmentPayment.do'] as const).map((operation) =>
    fault(
      'gateway.views.charge-answer',
      `declined-${operation.replace('Payment.do', '')}`,
      `shows a declined ${operation} as paid in its answer`,
      onGateway(() => async (asked, send) => {
        const response = await send();
        const answer = await read(response);
        if (asked.operation !== operation || !isObject(answer)) return response;
        if (memberAt(answer, 'orderStatus') === undefined) return response;
        setMember(answer, 'orderStatus.orderStatus', 2);
        return withBody(response, JSON.stringify(answer));
      }),
    ),
  ),
];

/** Changes the order status in the answer of a recurrent payment. */
function inCharge(change: (status: Members, answer: Members) => void): Tampering {
  return inGatewayAnswer('recurrentPayment.do', (answer) => {
    const status = answer['orderStatus'];
    if (isObject(status)) change(status, answer);
  });
}
