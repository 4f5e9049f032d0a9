import { gap } from '../at-once.ts';
import { type Fault, fault, type Tampering } from '../fault.ts';
import { isObject, memberAt, read, withBody, withRememberingRules } from '../tampering.ts';
import { isSuccessful } from './later.ts';
import {
  changedBody,
  type GatewayOperation,
  jsonAnswer,
  onGateway,
  refusal,
  refusesWhen,
} from './tampering.ts';

// What goes wrong at the same time, or the next time. Document 3, parts 2 to 4.

export const gatewayTogetherFaults: readonly Fault[] = [
  ...(['register.do', 'instantPayment.do', 'recurrentPayment.do'] as const).map((operation) =>
    fault(
      'gateway.overlap.orders-of-their-own',
      `amount-of-another-${operation.replace('.do', '').toLowerCase()}`,
      `has ${operation} come to the amount of one that is asked at the same time`,
      onGateway(() => {
        let latest: string | undefined;
        return async (asked, send) => {
          if (asked.operation !== operation) return send();
          latest = asked.parameters['amount'];
          await gap();
          return send({ body: changedBody(asked, { amount: latest }) });
        };
      }),
    ),
  ),
  ...(['paymentOrderBinding.do', 'installmentPayment.do'] as const).map((operation) =>
    fault(
      'gateway.overlap.orders-of-their-own',
      `credential-of-another-${operation.replace('.do', '').toLowerCase()}`,
      `has ${operation} use the credential of another payment of the customer at the same time`,
      onGateway(() => {
        const customers = new Map<unknown, string | undefined>();
        const latest = new Map<string | undefined, string | undefined>();
        return async (asked, send) => {
          const { clientId, mdOrder, bindingId } = asked.parameters;
          if (asked.operation !== operation) {
            const response = await send();
            const answer = await read(response);
            const listed = isObject(answer) ? answer['bindings'] : undefined;
            const stored = Array.isArray(listed) ? listed.filter(isObject) : [];
            customers.set(memberAt(answer, 'orderId'), clientId);
            for (const one of stored) customers.set(one['bindingId'], clientId);
            return response;
          }
          const customer = customers.get(mdOrder ?? bindingId);
          latest.set(customer, bindingId);
          await gap();
          return send({ body: changedBody(asked, { bindingId: latest.get(customer) }) });
        };
      }),
    ),
  ),
  fault(
    'gateway.overlap.order-number',
    'no-lock-between-operations',
    'makes two orders under one number when two operations are asked at the same time',
    renumbersWhenAsked((one, other) => one !== other),
  ),
  fault(
    'gateway.overlap.order-number',
    'no-lock',
    'makes two orders under one number when one operation is asked twice at the same time',
    renumbersWhenAsked((one, other) => one === other),
  ),
  ...(
    [
      ['charges', 'recurrentPayment.do', 'does not compare the numbers of charges with others'],
      ['instant', 'instantPayment.do', 'does not compare numbers of instant payments with others'],
      [
        'practices',
        'industryPractice/paymentOrder.do',
        'does not compare numbers of industry practice payments with others',
      ],
    ] as const
  ).map(([slug, operation, what]) =>
    fault(
      'gateway.order.number-of-any-operation',
      slug,
      what,
      onGateway(() => {
        const numbers = new Map<string, GatewayOperation>();
        return async (asked, send) => {
          const { orderNumber } = asked.parameters;
          if (asked.operation === undefined || orderNumber === undefined) return send();
          const before = numbers.get(orderNumber);
          numbers.set(orderNumber, asked.operation);
          const isFree = before !== undefined && before !== asked.operation;
          if (asked.operation !== operation || !isFree) return send();
          return send({ body: changedBody(asked, { orderNumber: `${orderNumber}-2` }) });
        };
      }),
    ),
  ),
  fault(
    'gateway.order.number-of-any-operation',
    'told-again',
    'answers a charge under a number in use with the charge that there is, whatever its amount',
    onGateway(() => {
      const charges = new Map<string, Response>();
      return async (asked, send) => {
        if (asked.operation !== 'recurrentPayment.do') return send();
        const { orderNumber = '', bindingId = '' } = asked.parameters;
        const key = `${orderNumber} ${bindingId}`;
        const before = charges.get(key);
        if (before !== undefined) return before.clone();
        const response = await send();
        if (isSuccessful(await read(response))) charges.set(key, response.clone());
        return response;
      };
    }),
  ),
  fault(
    'gateway.order.number-of-any-operation',
    'made-up-blindly',
    'counts up the numbers that it makes up, whatever numbers are in use',
    onGateway(() => {
      let last = 700_000_000;
      const shown = new Map<unknown, string>();
      return async (asked, send) => {
        const { operation, parameters } = asked;
        const isMadeUp =
          operation === 'instantPayment.do' && parameters['orderNumber'] === undefined;
        if (isMadeUp) last += 1;
        const number = String(last);
        const response = await send();
        const answer = await read(response);
        if (isMadeUp && isObject(answer)) shown.set(answer['orderId'], number);
        const { orderId } = parameters;
        if (!operation?.startsWith('getOrder') || !isObject(answer) || !shown.has(orderId))
          return response;
        return jsonAnswer({ ...answer, orderNumber: shown.get(orderId) });
      };
    }),
  ),
  ...(
    [
      ['declined-charge', ['recurrentPayment.do', 'installmentPayment.do'], 'charge'],
      ['declined-instant', ['instantPayment.do'], 'instant payment'],
    ] as const
  ).map(([slug, operations, what]) =>
    fault(
      'gateway.order.number-of-any-operation',
      slug,
      `gives the number of a declined ${what} free`,
      onGateway(() => {
        const free = new Set<string | undefined>();
        return async (asked, send) => {
          const { operation, parameters } = asked;
          const { orderNumber } = parameters;
          if (orderNumber !== undefined && free.has(orderNumber))
            return send({ body: changedBody(asked, { orderNumber: `${orderNumber}-2` }) });
          const response = await send();
          const isMeant = operations.some((one) => one === operation);
          if (isMeant && /declined/i.test(JSON.stringify(await read(response))))
            free.add(orderNumber);
          return response;
        };
      }),
    ),
  ),
  fault(
    'gateway.overlap.credentials',
    'lost-update',
    'loses credentials that are stored at the same time',
    onGateway(() => {
      let underWay = 0;
      let lost = 0;
      return async (asked, send) => {
        if (asked.operation === 'getBindings.do') {
          const response = await send();
          const answer = await read(response);
          if (!isObject(answer) || !Array.isArray(answer['bindings'])) return response;
          const bindings = answer['bindings'].slice(lost) as unknown[];
          return withBody(response, JSON.stringify({ ...answer, bindings }));
        }
        if (asked.operation !== 'paymentorder.do') return send();
        if (underWay > 0) lost += 1;
        underWay += 1;
        await gap();
        underWay -= 1;
        return send();
      };
    }),
  ),
  fault(
    'gateway.overlap.credentials',
    'one-at-a-time',
    'stores the last of those credentials only that are stored at the same time',
    onGateway(() => {
      let latest: string | undefined;
      return async (asked, send) => {
        if (asked.operation !== 'paymentorder.do') return send();
        latest = asked.parameters['MDORDER'];
        await gap();
        const isLast = latest === asked.parameters['MDORDER'];
        return send(isLast ? {} : { body: changedBody(asked, { bindingNotNeeded: 'true' }) });
      };
    }),
  ),

  fault(
    'gateway.consistency.same-history',
    'feature-taken-at-last',
    'takes an unknown feature from the third time on',
    onGateway(() => {
      let times = 0;
      return async (asked, send) => {
        if (asked.parameters['features'] !== 'NO_SUCH_FEATURE') return send();
        times += 1;
        return times < 3 ? send() : send({ body: changedBody(asked, { features: undefined }) });
      };
    }),
  ),
  fault(
    'gateway.consistency.same-history',
    'language-of-the-one-before',
    'explains an error in the language of the request before',
    withRememberingRules(() => {
      let before: string | undefined;
      return {
        gwMessageLanguage: (requested, usual) => {
          const language = before ?? requested ?? usual;
          before = requested;
          return language;
        },
      };
    }),
  ),
  fault(
    'gateway.consistency.same-history',
    'last-language-is-usual',
    'explains an error to who names no language in the one that was named last',
    withRememberingRules(() => {
      let named: string | undefined;
      return {
        gwMessageLanguage: (requested, usual) => {
          named = requested ?? named;
          return named ?? usual;
        },
      };
    }),
  ),
  fault(
    'gateway.consistency.same-history',
    'second-code-declined',
    'refuses another CVC from the second time on',
    onGateway(() => {
      let times = 0;
      return async (asked, send) => {
        if (asked.parameters['$CVC'] !== '999') return send();
        times += 1;
        return times < 2 ? send() : refusal();
      };
    }),
  ),
  ...(['100', '9999', '100000000'] as const).map((amount) =>
    fault(
      'gateway.consistency.amounts',
      `not-${amount}`,
      `registers no order of ${amount} minor units`,
      refusesWhen('register.do', ({ parameters }) => parameters['amount'] === amount),
    ),
  ),
];

/** Gives a number that is in use at the same time another end. */
function renumbersWhenAsked(
  when: (one: GatewayOperation | undefined, other: GatewayOperation | undefined) => boolean,
): Tampering {
  return onGateway(() => {
    const underWay = new Map<string, GatewayOperation | undefined>();
    return async (asked, send) => {
      const { orderNumber } = asked.parameters;
      if (orderNumber === undefined) return send();
      const isFree = underWay.has(orderNumber) && when(underWay.get(orderNumber), asked.operation);
      underWay.set(orderNumber, asked.operation);
      await gap();
      underWay.delete(orderNumber);
      return isFree
        ? send({ body: changedBody(asked, { orderNumber: `${orderNumber}-2` }) })
        : send();
    };
  });
}
