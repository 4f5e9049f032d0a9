import { type Fault, fault, type Tampering } from '../fault.ts';
import {
  isObject,
  memberAt,
  type Members,
  onTheWire,
  read,
  setMember,
  withBody,
  withRememberingRules,
} from '../tampering.ts';
import { documentRules } from '../../../sandbox/rules/index.ts';
import { isSuccessful } from './later.ts';
import { listOfNone, namedIn, spoilsLater } from './spoiling.ts';
import { inGatewayAnswer, onGateway } from './tampering.ts';

// What does not last, and what is not the same in two places. Document 3, parts 2 to 4.

const { gwExpiresAt, gwOwnsBinding } = documentRules;

const practice = 'industryPractice/paymentOrder.do';
const status = 'getOrderStatusExtended.do';
const hourMs = 3_600_000;

export const gatewayLastingFaults: readonly Fault[] = [
  fault(
    'gateway.persistence.other-requests',
    'five-orders-later',
    'forgets the credentials of a customer for whom five further orders are registered',
    spoilsLater({
      marks: namedIn('register.do', 'clientId'),
      from: 9,
      bindings: listOfNone,
    }),
  ),
  fault(
    'gateway.persistence.other-requests',
    'third-no-show',
    'shows an order as given back after its third no-show',
    spoilsLater({
      marks: namedIn(practice, 'originalMdOrder', isSuccessful),
      from: 3,
      status: (answer) => setMember(answer, 'orderStatus', 4),
    }),
  ),
  fault(
    'gateway.persistence.other-requests',
    'fourth-charge-relabels',
    'labels a credential otherwise from its fourth charge on',
    spoilsLater({
      marks: namedIn('recurrentPayment.do', 'bindingId'),
      from: 4,
      binding: (binding) => setMember(binding, 'displayLabel', 'used often'),
    }),
  ),
  ...(
    [
      ['hour', 'shows an order as not deposited', hourMs, 'paymentAmountInfo.depositedAmount'],
      ['day', 'shows another amount of an order', 24 * hourMs, 'amount'],
      ['half-a-year', 'shows an order as unpaid', 183 * 24 * hourMs, 'orderStatus'],
    ] as const
  ).map(([slug, what, ms, path]) =>
    fault(
      'gateway.persistence.as-time-passes',
      slug,
      `${what} after a while`,
      whenOld(ms, (answer) => setMember(answer, path, 0)),
    ),
  ),
  fault(
    'gateway.persistence.as-time-passes',
    'verified-and-over',
    'shows as declined what verified a card for nothing once its lifetime is over',
    whenOld(hourMs, (answer) => {
      if (Number(answer['amount']) === 0) answer['orderStatus'] = 6;
    }),
  ),
  fault(
    'gateway.persistence.credential-pays-later',
    'stored-for-a-month',
    'lets a credential pay for thirty days',
    withRememberingRules(() => {
      const clock = clockOfOrders();
      return {
        gwExpiresAt: (lifetime, usual) => {
          clock.see(lifetime.createdAt);
          return gwExpiresAt(lifetime, usual);
        },
        gwOwnsBinding: (binding, owner, operation) =>
          gwOwnsBinding(binding, owner, operation) &&
          clock.now() - binding.createdAt < 30 * 24 * hourMs,
      };
    }),
  ),

  fault(
    'gateway.views.charge-answer',
    'amount-of-the-plan',
    'answers a charge with another amount than its order has',
    inGatewayAnswer('recurrentPayment.do', (answer) => setMember(answer, 'orderStatus.amount', 1)),
  ),
  fault(
    'gateway.views.charge-answer',
    'description-of-the-last',
    'answers a charge with the description of another one',
    rememberedInCharges('orderStatus.orderDescription'),
  ),
  fault(
    'gateway.views.charge-answer',
    'approval-of-the-last',
    'answers a charge with the approval code of another one',
    rememberedInCharges('orderStatus.cardAuthInfo.approvalCode'),
  ),
  fault(
    'gateway.views.practice-answer',
    'made-up-code',
    'answers another approvalCode than the order of the charge has',
    inGatewayAnswer(practice, (answer) => setMember(answer, 'approvalCode', 'MADEUP')),
  ),
  fault(
    'gateway.views.practice-answer',
    'other-action-code',
    'answers actionCode 1 for a charge whose order has 0',
    inGatewayAnswer(practice, (answer) => setMember(answer, 'actionCode', '1')),
  ),
  ...(
    [
      ['not-deposited', 'paymentAmountInfo.depositedAmount', 1],
      ['other-amount', 'amount', 14_99],
      ['as-registered', 'orderStatus', 0],
    ] as const
  ).map(([slug, path, value]) =>
    fault(
      'gateway.views.status-by-number',
      slug,
      `shows another ${path} of an order that is asked for by its orderNumber`,
      inGatewayAnswer(status, (answer, { parameters }) => {
        if (parameters['orderNumber'] !== undefined) setMember(answer, path, value);
      }),
    ),
  ),
  fault(
    'gateway.views.credential',
    'customer-of-the-last',
    'names the customer of the order that was registered last',
    onGateway(() => {
      let last: string | undefined;
      return async (asked, send) => {
        const response = await send();
        if (asked.operation === 'register.do') last = asked.parameters['clientId'] ?? last;
        const answer = await read(response);
        const isShown = memberAt(answer, 'bindingInfo.clientId') !== undefined;
        if (asked.operation !== status || !isShown) return response;
        setMember(answer, 'bindingInfo.clientId', last);
        return withBody(response, JSON.stringify(answer));
      };
    }),
  ),
  fault(
    'gateway.views.credential',
    'of-the-attempt',
    'names the credential by which an order was tried to be paid',
    onGateway(() => {
      const tried = new Map<unknown, string | undefined>();
      return async (asked, send) => {
        const { operation, parameters } = asked;
        if (operation === 'paymentOrderBinding.do')
          tried.set(parameters['mdOrder'], parameters['bindingId']);
        const response = await send();
        const answer = await read(response);
        const { orderId } = parameters;
        if (operation !== status || !isObject(answer) || !tried.has(orderId)) return response;
        setMember(answer, 'bindingInfo.bindingId', tried.get(orderId));
        return withBody(response, JSON.stringify(answer));
      };
    }),
  ),
  fault(
    'gateway.views.credential',
    'number-of-its-own',
    'gives a credential another number in an order status than in the list',
    inGatewayAnswer(status, (answer) => {
      const shown = memberAt(answer, 'bindingInfo.bindingId');
      if (typeof shown === 'string') setMember(answer, 'bindingInfo.bindingId', `${shown}-1`);
    }),
  ),
];

/** Changes the status of orders that were registered so long ago, by the clock as it was moved. */
function whenOld(ms: number, change: (answer: Members) => void): Tampering {
  return onTheWire(() => {
    let now = 0;
    return async (asked, send) => {
      const response = await send();
      const moved = asked.url.pathname.endsWith('/clock') ? asked.body['now'] : undefined;
      if (typeof moved === 'string') now = Math.max(now, Date.parse(moved));
      if (!asked.url.pathname.endsWith(status)) return response;
      const answer = await read(response);
      if (!isObject(answer) || now - Number(answer['date']) < ms) return response;
      change(answer);
      return withBody(response, JSON.stringify(answer));
    };
  });
}

/** Rules are not told the time whenever they are asked; the latest that they saw is near enough. */
function clockOfOrders(): { readonly see: (now: number) => void; readonly now: () => number } {
  let latest = 0;
  return {
    see: (now) => {
      latest = Math.max(latest, now);
    },
    now: () => latest,
  };
}

/** Answers what the first charge showed there, whichever it is about. */
function rememberedInCharges(path: string): Tampering {
  return onGateway(() => {
    let first: unknown;
    return async (asked, send) => {
      const response = await send();
      const answer = await read(response);
      if (asked.operation !== 'recurrentPayment.do' || !isObject(answer)) return response;
      first ??= memberAt(answer, path);
      if (memberAt(answer, path) !== undefined) setMember(answer, path, first);
      return withBody(response, JSON.stringify(answer));
    };
  });
}
