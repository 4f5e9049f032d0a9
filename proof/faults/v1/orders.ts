import { documentRules } from '../../../sandbox/rules/index.ts';
import { type Fault, fault } from '../fault.ts';
import { inAnswer, memberAt, onTheWire, withRules } from '../tampering.ts';
import { denies, objectsWith } from './tampering.ts';

// Document 1, part 4: getOrderDetails and getPaymentOrders.

const { isOrderInPeriod, isOrderOfMerchant } = documentRules;

export const v1OrderFaults: readonly Fault[] = [
  fault(
    'v1.order-transaction.terminal-id-is-a-string',
    'of-another-order',
    'shows no terminalId in the transactions of the second order with transactions',
    inAnswer('getOrderDetails', (answer) => {
      for (const transaction of objectsWith(answer, 'orderNumber')) {
        if (transaction['orderNumber'] === 'SHOP-18') transaction['terminalId'] = '';
      }
    }),
  ),
  fault(
    'v1.order-transaction.no-future-date',
    'a-week-ahead',
    'shows transactions of an order a week ahead',
    inAnswer('getOrderDetails', (answer) => {
      for (const transaction of objectsWith(answer, 'transactionDate')) {
        const ahead = new Date(Date.now() + 7 * 86_400_000);
        transaction['transactionDate'] = ahead.toISOString().slice(0, 19);
      }
    }),
  ),
  fault(
    'v1.get-order-details.unknown-order',
    'all-shown',
    'shows all transactions whichever order is requested',
    withRules({ isOfOrder: () => true }),
  ),
  fault(
    'v1.get-order-details.unknown-order',
    'by-its-beginning',
    'shows the transactions of orders whose numbers begin with the requested one',
    withRules({
      isOfOrder: (transaction, orderId) => String(transaction.orderId).startsWith(String(orderId)),
    }),
  ),
  fault(
    'v1.get-order-details.unknown-order',
    'by-its-end',
    'shows the transactions of orders whose numbers the requested one ends with',
    withRules({
      isOfOrder: (transaction, orderId) => String(orderId).endsWith(String(transaction.orderId)),
    }),
  ),
  fault(
    'v1.get-order-details.unknown-order',
    'known-for-text',
    'shows the previously shown order when an orderId is sent as text',
    onTheWire(() => {
      let lastShown: Response | undefined;
      return async ({ operation, body }, send) => {
        if (operation !== 'getOrderDetails') return send();
        if (typeof body['orderId'] === 'string' && lastShown !== undefined) {
          return lastShown.clone();
        }
        const response = await send();
        if (response.ok) lastShown = response.clone();
        return response;
      };
    }),
  ),
  fault(
    'v1.get-payment-orders.unknown-merchant',
    'all-shown',
    'shows the orders of all merchants of an institution',
    withRules({
      isOrderOfMerchant: (order, _merchantNumber, institutionId) =>
        isOrderOfMerchant(order, order.merchantNumber, institutionId),
    }),
  ),
  fault(
    'v1.get-payment-orders.unknown-merchant',
    'by-its-beginning',
    'shows the orders of merchants whose numbers begin with the requested one',
    withRules({
      isOrderOfMerchant: (order, merchantNumber, institutionId) =>
        order.merchantNumber.startsWith(merchantNumber) &&
        isOrderOfMerchant(order, order.merchantNumber, institutionId),
    }),
  ),
  fault(
    'v1.get-payment-orders.unknown-institution',
    'longer-id',
    'shows the orders at institutions whose ids the requested one begins with',
    withRules({
      isOrderOfMerchant: (order, merchantNumber, institutionId) =>
        institutionId.startsWith(order.institutionId) &&
        isOrderOfMerchant(order, merchantNumber, order.institutionId),
    }),
  ),
  fault(
    'v1.get-payment-orders.both-ends-bind',
    'end-ignored',
    'passes over the end of a period',
    withRules({
      isOrderInPeriod: (day, { start }) => isOrderInPeriod(day, { start, end: undefined }),
    }),
  ),
  fault(
    'v1.get-payment-orders.both-ends-bind',
    'start-ignored',
    'passes over the start of a period',
    withRules({
      isOrderInPeriod: (day, { end }) => isOrderInPeriod(day, { start: undefined, end }),
    }),
  ),
  fault(
    'v1.get-payment-orders.days-inside',
    'after-the-start',
    'leaves out the orders of the day on which a period begins',
    withRules({
      isOrderInPeriod: (day, period) => day !== period.start && isOrderInPeriod(day, period),
    }),
  ),
  fault(
    'v1.get-payment-orders.days-inside',
    'a-day-too-early',
    'leaves out the orders of the two days on which a period ends',
    withRules({
      isOrderInPeriod: (day, { start, end }) =>
        isOrderInPeriod(day, { start, end: end === undefined ? undefined : movedBy(-2, end) }),
    }),
  ),
  fault(
    'v1.get-payment-orders.unknown-institution',
    'all-shown',
    'shows the orders of a merchant at all institutions',
    withRules({
      isOrderOfMerchant: (order, merchantNumber) =>
        isOrderOfMerchant(order, merchantNumber, order.institutionId),
    }),
  ),
  ...(
    [
      ['without-start', 'start'],
      ['without-end', 'end'],
    ] as const
  ).map(([slug, member]) =>
    fault(
      'v1.get-payment-orders.open-period-shows-the-same',
      slug,
      `shows no order where the period has no ${member}`,
      withRules({
        isOrderInPeriod: (day, period) =>
          period[member] !== undefined && isOrderInPeriod(day, period),
      }),
    ),
  ),
  fault(
    'v1.get-payment-orders.period',
    'start-ignored',
    'shows orders from before the period',
    withRules({
      isOrderInPeriod: (day, { end }) => isOrderInPeriod(day, { start: undefined, end }),
    }),
  ),
  fault(
    'v1.get-payment-orders.period',
    'end-ignored',
    'shows orders from after the period',
    withRules({
      isOrderInPeriod: (day, { start }) => isOrderInPeriod(day, { start, end: undefined }),
    }),
  ),
  fault(
    'v1.get-payment-orders.period',
    'day-after',
    'shows orders of the day after the period',
    withRules({
      isOrderInPeriod: (day, { start, end }) =>
        isOrderInPeriod(day, { start, end: end === undefined ? undefined : movedBy(1, end) }),
    }),
  ),
  fault(
    'v1.get-payment-orders.period',
    'day-before',
    'shows orders of the day before the period',
    withRules({
      isOrderInPeriod: (day, { start, end }) =>
        isOrderInPeriod(day, { start: start === undefined ? undefined : movedBy(-1, start), end }),
    }),
  ),
  fault(
    'v1.get-payment-orders.open-period',
    'start-demanded',
    'requires a start of the period',
    denies('getPaymentOrders', ({ body }) => memberAt(body, 'period.start') === undefined),
  ),
  fault(
    'v1.get-payment-orders.open-period',
    'end-demanded',
    'requires an end of the period',
    denies('getPaymentOrders', ({ body }) => memberAt(body, 'period.end') === undefined),
  ),
];

function movedBy(days: number, day: string): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}
