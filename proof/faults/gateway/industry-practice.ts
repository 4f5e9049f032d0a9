import { documentRules } from '../../../sandbox/rules/index.ts';
import { type Fault, fault } from '../fault.ts';
import { isObject, read, setMember, withBody, withRules } from '../tampering.ts';
import { fallsBackTo, showsUnpaid } from './later.ts';
import {
  changedBody,
  goesWellAnyway,
  inGatewayAnswer,
  isSuccess,
  onGateway,
  refusesWhen,
  withParameters,
} from './tampering.ts';

// Document 3, part 4.5: industryPractice/paymentOrder.do.

const operation = 'industryPractice/paymentOrder.do';

export const gatewayIndustryPracticeFaults: readonly Fault[] = [
  ...(
    [
      ['gateway.industry-practice.ipi', 'IPI'],
      ['gateway.industry-practice.ipd', 'IPD'],
      ['gateway.industry-practice.ipn', 'IPN'],
    ] as const
  ).flatMap(([id, tii]) => [
    fault(
      id,
      'refused',
      `refuses ${tii}`,
      refusesWhen(operation, ({ parameters }) => parameters['tii'] === tii),
    ),
    fault(id, 'unpaid', `leaves the order of an ${tii} unpaid`, showsUnpaid(operation)),
  ]),
  fault(
    'gateway.industry-practice.needs-amount',
    'amount-of-the-original',
    'charges the amount of the original order when none is sent',
    withParameters(operation, ({ parameters }) => ({ amount: parameters['amount'] ?? '1500' })),
  ),
  fault(
    'gateway.industry-practice.other-tii',
    'any-taken',
    'takes any tii',
    withRules({
      gwParameter: (asked, path) =>
        asked === 'industryPractice' && path === 'tii'
          ? { type: 'text' }
          : documentRules.gwParameter(asked, path),
    }),
  ),
  fault(
    'gateway.industry-practice.unpaid-original',
    'charged-anyway',
    'charges after an order that was never paid',
    goesWellAnyway(operation),
  ),
  ...(
    [
      ['declined', 'whose payer could not be authenticated'],
      ['approved', 'that verified a card'],
    ] as const
  ).map(([outcome, which]) =>
    fault(
      'gateway.industry-practice.unpaid-original',
      `after-${outcome}`,
      `charges after an order ${which}`,
      withRules({
        gwMayFollow: (original, tii) =>
          documentRules.gwMayFollow(original, tii) || original.attempts.at(-1)?.outcome === outcome,
      }),
    ),
  ),
  fault(
    'gateway.industry-practice.unknown-original',
    'last-one-used',
    'charges after the last order when the given one is unknown',
    fallsBackTo(operation, 'originalMdOrder'),
  ),
  ...(['approvalCode', 'rrn'] as const).map((name) =>
    fault(
      'gateway.industry-practice.members-of-a-success',
      `without-${name.toLowerCase()}`,
      `answers a charge without ${name}`,
      inGatewayAnswer(operation, (answer) => setMember(answer, name, undefined)),
    ),
  ),
  fault(
    'gateway.industry-practice.answers-md-order',
    'absent',
    'leaves mdOrder out',
    inGatewayAnswer(operation, (answer) => {
      delete answer['mdOrder'];
    }),
  ),
  fault(
    'gateway.industry-practice.answers-md-order',
    'under-another-name',
    'calls the order orderId',
    inGatewayAnswer(operation, (answer) => {
      answer['orderId'] = answer['mdOrder'];
      delete answer['mdOrder'];
    }),
  ),
  fault(
    'gateway.industry-practice.result-is-paid',
    'unpaid',
    'leaves the order of a charge unpaid',
    showsUnpaid(operation),
  ),
  fault(
    'gateway.industry-practice.result-is-paid',
    'declined-is-success',
    'reports success for a charge that the issuer declined',
    onGateway(() => async (asked, send) => {
      const response = await send();
      const answer = await read(response);
      const isDeclined =
        asked.operation === operation && isObject(answer) && answer['actionCode'] !== undefined;
      return isDeclined
        ? withBody(response, JSON.stringify({ ...answer, errorCode: '0' }))
        : response;
    }),
  ),
  fault(
    'gateway.industry-practice.order-number-is-unique',
    'twice',
    'gives a charge whose orderNumber is in use a different one',
    onGateway(() => {
      const used = new Set<string>();
      return async (asked, send) => {
        const { orderNumber = '' } = asked.parameters;
        if (asked.operation !== operation || !used.has(orderNumber)) {
          used.add(orderNumber);
          return send();
        }
        return send({ body: changedBody(asked, { orderNumber: `${orderNumber}-${used.size}` }) });
      };
    }),
  ),
  fault(
    'gateway.industry-practice.order-number-in-status',
    'another',
    'gives a charge a made-up orderNumber',
    withParameters(operation, ({ parameters }) => ({
      orderNumber: `N${parameters['orderNumber'] ?? ''}`,
    })),
  ),
  fault(
    'gateway.industry-practice.amount',
    'cent-more',
    'charges one cent more than requested',
    withParameters(operation, ({ parameters }) => ({
      amount: String(Number(parameters['amount']) + 1),
    })),
  ),
  fault(
    'gateway.industry-practice.amount',
    'no-show-pays-all',
    'charges the usual amount of an order for a no-show, whatever is asked for',
    withParameters(operation, ({ parameters }) =>
      parameters['tii'] === 'IPN' ? { amount: '1500' } : {},
    ),
  ),
  fault(
    'gateway.industry-practice.currency',
    'always-the-default',
    'shows the default currency of every order',
    inGatewayAnswer('getOrderStatusExtended.do', (answer) => {
      answer['currency'] = '978';
    }),
  ),
  fault(
    'gateway.industry-practice.validation-failure-members',
    'one-more',
    'answers an actionCode for an invalid request',
    onGateway(() => async (asked, send) => {
      const response = await send();
      const answer = await read(response);
      const isFailure = asked.operation === operation && isObject(answer) && !isSuccess(answer);
      return isFailure
        ? withBody(response, JSON.stringify({ ...answer, actionCode: '5' }))
        : response;
    }),
  ),
  fault(
    'gateway.industry-practice.validation-failure-members',
    'no-message',
    'does not explain what is wrong with a request',
    onGateway(() => async (asked, send) => {
      const response = await send();
      const answer = await read(response);
      const isFailure = asked.operation === operation && isObject(answer) && !isSuccess(answer);
      return isFailure
        ? withBody(response, JSON.stringify({ errorCode: answer['errorCode'] }))
        : response;
    }),
  ),
];
