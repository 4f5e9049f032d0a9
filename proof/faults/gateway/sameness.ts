import { gap, coalescing } from '../at-once.ts';
import { type Fault, fault, type Tampering } from '../fault.ts';
import { isObject, type Members, type PathSend, read, setMember, withBody } from '../tampering.ts';
import { listedIn } from './later.ts';
import { listOfNone, spoilsLater } from './spoiling.ts';
import {
  changedBody,
  fillsInParameter,
  type GatewayOperation,
  type GatewayRequest,
  isSuccess,
  jsonAnswer,
  onGateway,
  refusal,
  withParameters,
} from './tampering.ts';

// Document 3, part 4: what is not the same although nothing that counts is different.

const registrations = ['register.do', 'registerPreAuth.do'] as const;
const payments = ['paymentorder.do', 'paymentOrderBinding.do'] as const;
const charges = ['recurrentPayment.do', 'installmentPayment.do'] as const;

const putRight: readonly Fault[] = [
  fault(
    'gateway.put-right.succeeds-after-a-refusal',
    'number-used-up',
    'refuses a registration whose number a refused one had',
    remembersRefused(registrations, ({ parameters }) => parameters['orderNumber']),
  ),
  fault(
    'gateway.put-right.succeeds-after-a-refusal',
    'number-used-up-by-a-currency',
    'refuses a registration whose number was refused for a currency that it does not know',
    onGateway(() => {
      const used = new Set<string | undefined>();
      return async ({ operation, parameters: { orderNumber, currency } }, send) => {
        if (operation !== 'registerPreAuth.do') return send();
        if (used.has(orderNumber)) return refusal();
        const response = await send();
        const isOfThree = currency !== undefined && /^\d{3}$/.test(currency);
        if (isOfThree && !(await isGood(response))) used.add(orderNumber);
        return response;
      };
    }),
  ),
  fault(
    'gateway.put-right.succeeds-after-a-refusal',
    'number-of-a-charge-used-up',
    'refuses a charge whose number a refused one had',
    remembersRefused(charges, ({ parameters }) => parameters['orderNumber']),
  ),
  fault(
    'gateway.put-right.succeeds-after-a-refusal',
    'order-locked',
    'takes no payment of an order any more after one that it refused',
    remembersRefused(payments, namedIn),
  ),
  fault(
    'gateway.put-right.succeeds-after-a-refusal',
    'number-burnt-by-a-common-credential',
    'uses up the number of a charge that it refuses for the kind of its credential',
    onGateway(() => {
      const common = new Set<unknown>();
      const burnt = new Set<unknown>();
      return async ({ operation, parameters }, send) => {
        const { orderNumber, bindingId } = parameters;
        const response = burnt.has(orderNumber) ? refusal() : await send();
        if (operation === 'getBindings.do' && parameters['bindingType'] === 'C')
          for (const one of await listedIn(response)) common.add(one);
        if (charges.some((one) => one === operation) && common.has(bindingId))
          burnt.add(orderNumber);
        return response;
      };
    }),
  ),
  fault(
    'gateway.put-right.succeeds-after-a-refusal',
    'half-a-plan-kept',
    'keeps in an order the plan of a payment that it refuses for that plan',
    onGateway(() => {
      const kept = new Map<unknown, string>();
      return async (asked, send) => {
        const { operation, parameters } = asked;
        if (operation !== 'paymentorder.do') return send();
        const order = namedIn(asked);
        const jsonParams = parameters['jsonParams'] ?? kept.get(order);
        const response = await send({ body: changedBody(asked, { jsonParams }) });
        if (jsonParams !== undefined && !(await isGood(response))) kept.set(order, jsonParams);
        return response;
      };
    }),
  ),
  fault(
    'gateway.at-once.strangers-get-nothing',
    'list-in-the-making',
    'answers with the list of a customer that it is making for another merchant',
    onGateway(() => {
      const together = coalescing();
      return async ({ operation, parameters: { clientId, bindingType } }, send) =>
        operation === 'getBindings.do' ? together(`${clientId} ${bindingType}`, send) : send();
    }),
  ),
  fault(
    'gateway.put-right.succeeds-after-a-refusal',
    'original-locked',
    'takes no practice payment any more under a number that was refused',
    remembersRefused(
      'industryPractice/paymentOrder.do',
      ({ parameters }) => parameters['orderNumber'],
    ),
  ),
  fault(
    'gateway.put-right.succeeds-after-a-refusal',
    'tied-to-a-credential',
    'pays an order by no card any more that a credential was refused for',
    onGateway(() => {
      const tied = new Set<string | undefined>();
      return async (asked, send) => {
        const order = namedIn(asked);
        if (asked.operation === 'paymentorder.do' && tied.has(order)) return refusal();
        const response = await send();
        const isRefused = asked.operation === 'paymentOrderBinding.do' && !(await isGood(response));
        if (isRefused) tied.add(order);
        return response;
      };
    }),
  ),
];

const optional: readonly Fault[] = [
  ...(
    [
      ['ip', { amount: '1' }],
      ['cardholderName', { currency: '840' }],
      ['description', { features: 'VERIFY' }],
    ] as const
  ).map(([name, change]) =>
    fault(
      'gateway.optional.registration-does-the-same',
      `with-${name}`,
      `registers another order where there is a parameter ${name}`,
      withParameters(registrations, ({ parameters }) => (parameters[name] ? change : {})),
    ),
  ),
  ...(['billingPayerData', 'threeDSSDK', 'ip'] as const).map((name) =>
    fault(
      'gateway.optional.payment-does-the-same',
      `with-${name}`,
      `answers that it paid, and does not, where there is a parameter ${name}`,
      onGateway(() => (asked, send) => {
        const isMeant = asked.operation === 'paymentorder.do' && asked.parameters[name];
        return isMeant ? Promise.resolve(jsonAnswer({ errorCode: '0' })) : send();
      }),
    ),
  ),
  fault(
    'gateway.optional.payment-does-the-same',
    'stores-nothing-with-pairs',
    'stores no card where the payment has jsonParams of its own',
    spoilsLater({
      marks: ({ operation, parameters }, _answer, known) =>
        operation === 'paymentorder.do' && 'jsonParams' in parameters
          ? [known.clientOf(parameters['MDORDER'])]
          : [],
      bindings: listOfNone,
    }),
  ),
  fault(
    'gateway.optional.payment-does-the-same',
    'instant-with-failUrl',
    'pays at once another amount where there is a failUrl',
    withParameters('instantPayment.do', ({ parameters }) =>
      parameters['failUrl'] ? { amount: '100' } : {},
    ),
  ),
  ...(['description', 'clientId', 'jsonParams'] as const).map((name) =>
    fault(
      'gateway.optional.refuses-the-same',
      `amount-with-${name}`,
      `registers without an amount where there is a parameter ${name}`,
      withParameters('register.do', ({ parameters }) =>
        parameters[name] && parameters['amount'] === undefined ? { amount: '100' } : {},
      ),
    ),
  ),
  fault(
    'gateway.optional.refuses-the-same',
    'declined-card-with-ip',
    'pays with the first card that it has seen where there is an ip',
    onGateway(() => {
      let good: string | undefined;
      return async (asked, send) => {
        if (asked.operation !== 'paymentorder.do') return send();
        const { $PAN, ip } = asked.parameters;
        if (ip === undefined) {
          good ??= $PAN;
          return send();
        }
        return good === undefined ? send() : send({ body: changedBody(asked, { $PAN: good }) });
      };
    }),
  ),
];

const fresh: readonly Fault[] = [
  ...(['register.do', 'registerPreAuth.do'] as const).map((operation) =>
    fault(
      'gateway.fresh.default-currency',
      `of-the-last-${operation === 'register.do' ? 'order' : 'hold'}`,
      `takes the currency of the registration before where ${operation} has none`,
      fillsInParameter(operation, 'currency'),
    ),
  ),
  ...(['description', 'jsonParams', 'ip', 'clientId'] as const).map((name) =>
    fault(
      'gateway.fresh.shows-the-same',
      `${name}-of-the-last`,
      `takes ${name} from the registration before where there is none`,
      fillsInParameter('register.do', name),
    ),
  ),
  fault(
    'gateway.fresh.shows-the-same',
    'sent-along-with-the-last',
    'charges with the additionalParameters of earlier charges of the credential as well',
    onGateway(() => {
      const known = new Map<unknown, Members>();
      return async (asked, send) => {
        const { additionalParameters: own, bindingId } = asked.body;
        if (asked.operation !== 'recurrentPayment.do') return send();
        const all = { ...known.get(bindingId), ...(isObject(own) ? own : {}) };
        known.set(bindingId, all);
        return send({ body: JSON.stringify({ ...asked.body, additionalParameters: all }) });
      };
    }),
  ),
  fault(
    'gateway.fresh.shows-the-same',
    'sent-along-by-default',
    'charges with the additionalParameters of the charge before where none are sent',
    onGateway(() => {
      const known = new Map<unknown, unknown>();
      return async (asked, send) => {
        const { additionalParameters: own, bindingId } = asked.body;
        if (asked.operation !== 'recurrentPayment.do') return send();
        const additionalParameters = own ?? known.get(bindingId);
        known.set(bindingId, additionalParameters);
        return send({ body: JSON.stringify({ ...asked.body, additionalParameters }) });
      };
    }),
  ),
  fault(
    'gateway.fresh.shows-the-same',
    'bound-once',
    'shows of each credential only the first order that stored it',
    onGateway(() => {
      const first = new Map<unknown, string>();
      return async (asked, send) => {
        const response = await send();
        if (asked.operation !== 'getOrderStatusExtended.do') return response;
        const answer = (await response.clone().json()) as Members;
        const info = answer['bindingInfo'];
        const id = isObject(info) ? info['bindingId'] : undefined;
        if (id === undefined || id === null) return response;
        const order = asked.parameters['orderId'] ?? '';
        if (first.get(id) === undefined) first.set(id, order);
        if (first.get(id) !== order) setMember(answer, 'bindingInfo.bindingId', undefined);
        return withBody(response, JSON.stringify(answer));
      };
    }),
  ),
  fault(
    'gateway.fresh.live-apart',
    'refused-beside-a-paid-one',
    'refuses to pay an order that was registered like one that is paid',
    twins(async (asked, send, { isTwinPaid }) =>
      asked.operation === 'paymentorder.do' && isTwinPaid ? refusal() : send(),
    ),
  ),
  fault(
    'gateway.fresh.live-apart',
    'shown-as-paid',
    'shows an order as paid that was registered like one that is',
    twins(async (asked, send, { isTwinPaid }) => {
      const response = await send();
      if (asked.operation !== 'getOrderStatusExtended.do' || !isTwinPaid) return response;
      const answer = (await response.json()) as Members;
      return withBody(response, JSON.stringify({ ...answer, orderStatus: 2 }));
    }),
  ),
];

const atOnce: readonly Fault[] = [
  ...(['register.do', 'paymentorder.do', 'recurrentPayment.do'] as const).map((operation) =>
    fault(
      'gateway.at-once.each-its-own',
      `one-${operation.toLowerCase().replace('.do', '')}-for-all`,
      `carries out one of several ${operation} that are sent together`,
      together((asked) => (asked.operation === operation ? operation : undefined)),
    ),
  ),
  ...(
    [
      'paymentOrderBinding.do',
      'instantPayment.do',
      'industryPractice/paymentOrder.do',
      'installmentPayment.do',
      'getOrderStatusExtended.do',
    ] as const
  ).map((operation) =>
    fault(
      'gateway.at-once.each-its-own',
      `answer-of-another-${operation.toLowerCase().replace('/', '-').replace('.do', '')}`,
      `carries out each ${operation}, and answers with the latest of those sent together`,
      onGateway(() => {
        let latest: Response | undefined;
        return async (asked, send) => {
          if (asked.operation !== operation) return send();
          const own = await send();
          latest = own;
          await gap();
          return (latest ?? own).clone();
        };
      }),
    ),
  ),
  ...(['getOrderStatusExtended.do', 'paymentorder.do'] as const).map((operation) =>
    fault(
      'gateway.at-once.strangers-get-nothing',
      `answer-of-the-owner-to-${operation.toLowerCase().replace('.do', '')}`,
      `answers ${operation} alike to all who ask about one order together`,
      together((asked) => (asked.operation === operation ? namedIn(asked) : undefined)),
    ),
  ),
  fault(
    'gateway.at-once.reads-destroy-nothing',
    'payment-lost',
    'answers that it paid, and does not, while the status of the order is read',
    whileRead(() => jsonAnswer({ errorCode: '0' })),
  ),
  fault(
    'gateway.at-once.strangers-get-nothing',
    'whoever-reads-too',
    'answers a status that is read twice at the same time without asking who reads',
    together((asked) =>
      asked.operation === 'getOrderStatusExtended.do'
        ? String(namedIn(asked)).slice(-12)
        : undefined,
    ),
  ),
];

export const gatewaySamenessFaults: readonly Fault[] = [
  ...putRight,
  ...optional,
  ...fresh,
  ...atOnce,
];

function namedIn({ parameters }: GatewayRequest): string | undefined {
  return parameters['MDORDER'] ?? parameters['mdOrder'] ?? parameters['orderId'];
}

/** Refuses what has the same key as something that was refused before. */
function remembersRefused(
  operations: GatewayOperation | readonly GatewayOperation[],
  keyOf: (asked: GatewayRequest) => string | undefined,
): Tampering {
  return onGateway(() => {
    const refused = new Set<string>();
    return async (asked, send) => {
      const isMeant = [operations].flat().some((one) => one === asked.operation);
      const key = keyOf(asked);
      if (!isMeant || key === undefined) return send();
      if (refused.has(key)) return refusal();
      const response = await send();
      if (!(await isGood(response))) refused.add(key);
      return response;
    };
  });
}

/** Knows which orders were registered with the same content, but for their number. */
function twins(
  meddle: (
    asked: GatewayRequest,
    send: PathSend,
    known: { readonly isTwinPaid: boolean },
  ) => Promise<Response>,
): Tampering {
  return onGateway(() => {
    const contents = new Map<string, string>();
    const paid = new Map<string, string>();
    return async (asked, send) => {
      if (asked.operation === 'register.do') {
        const response = await send();
        const answer = (await response.clone().json()) as Members;
        const { orderNumber: _number, ...content } = asked.parameters;
        contents.set(String(answer['orderId']), JSON.stringify(content));
        return response;
      }
      const order = namedIn(asked) ?? '';
      const content = contents.get(order) ?? order;
      const isTwinPaid = paid.has(content) && paid.get(content) !== order;
      const response = await meddle(asked, send, { isTwinPaid });
      const isPaid = asked.operation === 'paymentorder.do' && (await isGood(response));
      if (isPaid && !paid.has(content)) paid.set(content, order);
      return response;
    };
  });
}

function together(keyOf: (asked: GatewayRequest) => string | undefined): Tampering {
  return onGateway(() => {
    const coalesce = coalescing();
    return (asked, send) => coalesce(keyOf(asked), () => send());
  });
}

/** What a payment comes to while the status of its order is read. */
function whileRead(answer: () => Response): Tampering {
  return onGateway(() => {
    const read = new Map<string, number>();
    return async (asked, send) => {
      const order = namedIn(asked) ?? '';
      if (asked.operation === 'paymentorder.do' && (read.get(order) ?? 0) > 0) return answer();
      if (asked.operation !== 'getOrderStatusExtended.do') return send();
      read.set(order, (read.get(order) ?? 0) + 1);
      await gap();
      read.set(order, (read.get(order) ?? 1) - 1);
      return send();
    };
  });
}

async function isGood(response: Response): Promise<boolean> {
  const answer = await read(response);
  return response.ok && isObject(answer) && isSuccess(answer);
}
