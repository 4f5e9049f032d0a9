import { documentRules } from '../../../sandbox/rules/index.ts';
import { type Fault, fault } from '../fault.ts';
import { isObject, memberAt, read, withRules } from '../tampering.ts';
import {
  changedBody,
  fillsInParameter,
  goesWellAnyway,
  inGatewayAnswer,
  jsonAnswer,
  madeUpWhenEmpty,
  onGateway,
  refusal,
  refusesWhen,
  withParameters,
} from './tampering.ts';

// Document 3, part 4.3: paymentorder.do.

const { gwExpiryOf, gwStoredCategory } = documentRules;

const operation = 'paymentorder.do';

export const gatewayPaymentFaults: readonly Fault[] = [
  fault(
    'gateway.payment-order.error-code-is-0',
    'absent',
    'answers no errorCode to a payment',
    inGatewayAnswer(operation, (answer) => {
      delete answer['errorCode'];
    }),
  ),
  fault(
    'gateway.payment-order.redirect-is-the-return-url',
    'elsewhere',
    'redirects to a shop that was not given',
    inGatewayAnswer(operation, (answer) => {
      answer['redirect'] = 'https://elsewhere.example/paid';
    }),
  ),
  fault(
    'gateway.payment-order.redirect-is-the-fail-url',
    'return-url',
    'redirects to the returnUrl after a declined payment',
    withRules({ gwReturnUrl: ({ returnUrl }) => returnUrl }),
  ),
  fault(
    'gateway.payment-order.expiry-overrides',
    'overridden',
    'reads YYYY and MM before $EXPIRY',
    withRules({
      gwExpiryOf: (sent) => gwExpiryOf({ ...sent, expiry: undefined }) ?? sent.expiry,
    }),
  ),
  fault(
    'gateway.optional.what-is-overridden',
    'needs-a-year',
    'does not accept an $EXPIRY without YYYY',
    refusesWhen(
      'paymentorder.do',
      ({ parameters: { $EXPIRY, YYYY } }) => $EXPIRY !== undefined && YYYY === undefined,
    ),
  ),
  fault(
    'gateway.payment-order.month-of-twelve',
    'another-month',
    'treats month 13 as the month of the previous payment',
    fillsInParameter(operation, 'MM', (month) => Number(month) <= 12),
  ),
  fault(
    'gateway.payment-order.expired-card',
    'expiry-ignored',
    'pays with an expired card',
    withRules({ gwCardAnswer: ({ kind }) => (kind === 'approved' ? 'approved' : 'declined') }),
  ),
  fault(
    'gateway.payment-order.wrong-check-digit',
    'corrected',
    'pays with the previous card when the check digit is wrong',
    fillsInParameter(operation, '$PAN', hasCheckDigit),
  ),
  fault(
    'gateway.payment-order.letters-in-pan',
    'corrected',
    'pays with the previous card when a number has letters',
    fillsInParameter(operation, '$PAN', (pan) => /^\d+$/.test(pan)),
  ),
  fault(
    'gateway.payment-order.empty-cvc',
    'made-up',
    'pays with some $CVC when an empty one is sent',
    madeUpWhenEmpty(operation, '$CVC', '123'),
  ),
  fault(
    'gateway.payment-order.unknown-order',
    'any-order',
    'answers success to the payment of an order that does not exist',
    goesWellAnyway(operation),
  ),
  fault(
    'gateway.payment-order.binding-not-needed',
    'stored-all-the-same',
    'stores the card of every customer',
    withRules({
      gwStoredCategory: (storing) =>
        gwStoredCategory(storing) ?? (storing.order.clientId === undefined ? undefined : 'COMMON'),
    }),
  ),
  fault(
    'gateway.payment-order.binding-not-needed',
    'order-first',
    'stores the card of an order with FORCE_CREATE_BINDING, whatever its payment says',
    onGateway(() => {
      const storing = new Set<unknown>();
      return async (asked, send) => {
        const { features, MDORDER } = asked.parameters;
        if (asked.operation === operation && storing.has(MDORDER)) {
          return send({ body: changedBody(asked, { bindingNotNeeded: undefined }) });
        }
        const response = await send();
        if (features === 'FORCE_CREATE_BINDING') {
          storing.add(memberAt(await read(response), 'orderId'));
        }
        return response;
      };
    }),
  ),
  fault(
    'gateway.payment-order.binding-not-needed',
    'unminded-at-once',
    'stores the card of a known customer who pays in one call, whatever the request says',
    withParameters('instantPayment.do', ({ parameters }) =>
      parameters['bindingNotNeeded'] === 'true'
        ? { bindingNotNeeded: undefined, features: 'FORCE_CREATE_BINDING' }
        : {},
    ),
  ),
  fault(
    'gateway.payment-order.binding-not-needed',
    'named-in-status',
    'names a stored credential in every order status',
    inGatewayAnswer('getOrderStatusExtended.do', (answer) => {
      answer['bindingInfo'] = { bindingId: 'b-1' };
    }),
  ),
  fault(
    'gateway.payment-order.binding-not-needed-false',
    'refused',
    'does not accept bindingNotNeeded false',
    refusesWhen(operation, ({ parameters }) => parameters['bindingNotNeeded'] === 'false'),
  ),
  fault(
    'gateway.payment-order.binding-not-needed-false',
    'taken-for-true',
    'stores no card when bindingNotNeeded is sent at all',
    withRules({
      gwStoredCategory: (storing) =>
        storing.bindingNotNeeded === undefined ? gwStoredCategory(storing) : undefined,
    }),
  ),
  fault(
    'gateway.payment-order.three-ds-is-asked',
    'not-asked',
    'pays at once with every card, without 3DS 2',
    withRules({ gwAuthentication: () => 'none' }),
  ),
  fault(
    'gateway.payment-order.three-ds-addresses',
    'path-only',
    'leaves the host out of the addresses for 3DS 2',
    inGatewayAnswer(operation, (answer) => {
      for (const name of ['threeDSMethodURLServer', 'threeDSMethodURLServerDirect']) {
        if (name in answer) answer[name] = '/payment/3ds/method.do';
      }
    }),
  ),
  ...(['threeDSMethodURLServer', 'threeDSMethodURLServerDirect'] as const).map((name) =>
    fault(
      'gateway.payment-order.three-ds-shows-addresses',
      `no-${name.toLowerCase()}`,
      `shows no ${name}`,
      inGatewayAnswer(operation, (answer) => {
        delete answer[name];
      }),
    ),
  ),
  fault(
    'gateway.payment-order.three-ds-members',
    'empty-transaction',
    'leaves the number of the 3DS 2 transaction empty',
    inGatewayAnswer(operation, (answer) => {
      if ('threeDSServerTransId' in answer) answer['threeDSServerTransId'] = '';
    }),
  ),
  fault(
    'gateway.payment-order.three-ds-members',
    'no-transaction',
    'asks for 3DS 2 and names no transaction',
    inGatewayAnswer(operation, (answer) => {
      answer['is3DSVer2'] = true;
    }),
  ),
  fault(
    'gateway.payment-order.three-ds-is-not-paid',
    'paid-before',
    'asks for 3DS 2 when the order is already paid',
    inGatewayAnswer(operation, (answer) => {
      answer['is3DSVer2'] = true;
      answer['threeDSServerTransId'] = 'b0a5a8a6-0000-4000-8000-000000000000';
      answer['threeDSMethodURLServer'] = 'https://issuer.example/method';
    }),
  ),
  fault(
    'gateway.payment-order.three-ds-is-not-paid',
    'held-before',
    'shows an order in two phases as held once its payer was sent to 3DS 2',
    onGateway(() => {
      const twoPhase = new Set<unknown>();
      const begun = new Set<unknown>();
      return async (asked, send) => {
        const response = await send();
        const answer = await read(response);
        if (asked.operation === 'registerPreAuth.do') twoPhase.add(memberAt(answer, 'orderId'));
        const { MDORDER, orderId } = asked.parameters;
        const isBegun = memberAt(answer, 'is3DSVer2') === true && twoPhase.has(MDORDER);
        if (isBegun) begun.add(MDORDER);
        const isStatus = asked.operation === 'getOrderStatusExtended.do' && begun.has(orderId);
        return isStatus && isObject(answer) && memberAt(answer, 'orderStatus') !== 2
          ? jsonAnswer({ ...answer, orderStatus: 1 })
          : response;
      };
    }),
  ),
  fault(
    'gateway.payment-order.broken-se-token',
    'card-of-before',
    'pays with the previous card when it cannot read a seToken',
    onGateway(() => {
      let card: Readonly<Record<string, string | undefined>> = {};
      return async (asked, send) => {
        if (asked.operation !== operation) return send();
        const { $PAN, $CVC, YYYY, MM, seToken } = asked.parameters;
        if (seToken === undefined) {
          card = { $PAN, $CVC, YYYY, MM };
          return send();
        }
        return send({ body: changedBody(asked, { ...card, seToken: undefined }) });
      };
    }),
  ),
  fault(
    'gateway.payment-order.validation-failure-keeps-payable',
    'spoilt',
    'lets no order be paid after a payment that failed validation',
    onGateway(() => {
      const spoilt = new Set<string>();
      return async (asked, send) => {
        const order = asked.parameters['MDORDER'];
        if (asked.operation !== operation || order === undefined) return send();
        if (spoilt.has(order)) return refusal();
        if (!['$PAN', '$CVC', 'MM'].every((name) => name in asked.parameters)) spoilt.add(order);
        return send();
      };
    }),
  ),
  ...(
    [
      ['paid-silently', '$CVC', '123'],
      ['paid-without-a-number', '$PAN', '9700990000000014'],
      ['paid-without-a-month', 'MM', '12'],
    ] as const
  ).map(([slug, name, value]) =>
    fault(
      'gateway.payment-order.validation-failure-pays-nothing',
      slug,
      `pays without ${name} and answers an error`,
      onGateway(() => async (asked, send) => {
        if (asked.operation !== operation || name in asked.parameters) return send();
        await send({ body: changedBody(asked, { [name]: value }) });
        return refusal();
      }),
    ),
  ),
];

/** Whether the digits of a card number add up. */
function hasCheckDigit(pan: string): boolean {
  const digits = pan.split('').toReversed().map(Number);
  const sum = digits
    .map((digit, index) => (index % 2 === 0 ? digit : ((2 * digit - 1) % 9) + 1))
    .reduce((total, digit) => total + digit, 0);
  return sum % 10 === 0;
}
