import { documentRules } from '../../../sandbox/rules/index.ts';
import { type Fault, fault, type Tampering } from '../fault.ts';
import { isObject, memberAt, read, withBody, withRules } from '../tampering.ts';
import { isSuccessful, listedIn } from './later.ts';
import { listOfNone, spoilsLater } from './spoiling.ts';
import {
  changedBody,
  type GatewayOperation,
  type GatewayRequest,
  jsonAnswer,
  onGateway,
  refusal,
} from './tampering.ts';

// Who is nearly the merchant, and who is another one. Document 3, parts 2.2 and 5.

const { gwMayEnter, gwOwnsBinding, gwSeesBinding, gwSeesOrder } = documentRules;
type Asked = Parameters<typeof gwMayEnter>;

export const gatewayStrangerFaults: readonly Fault[] = [
  fault(
    'gateway.isolation.order-numbers',
    'of-the-whole-gateway',
    'registers no order under a number that any merchant has used',
    onGateway(() => {
      const users = new Map<string | undefined, string | undefined>();
      return async ({ operation, parameters: { orderNumber, userName } }, send) => {
        if (operation !== 'register.do') return send();
        const user = users.get(orderNumber) ?? userName;
        users.set(orderNumber, user);
        return user === userName ? send() : refusal();
      };
    }),
  ),
  fault(
    'gateway.isolation.order-numbers',
    'charges-of-the-whole-gateway',
    'makes no charge under a number that another merchant has used',
    onGateway(() => {
      const users = new Map<string | undefined, string | undefined>();
      return async ({ operation, parameters: { orderNumber, userName } }, send) => {
        if (operation === 'register.do') users.set(orderNumber, userName);
        const user = users.get(orderNumber) ?? userName;
        const isCharge =
          operation === 'recurrentPayment.do' || operation === 'installmentPayment.do';
        return isCharge && user !== userName ? refusal() : send();
      };
    }),
  ),
  fault(
    'gateway.order.order-number-is-unique',
    'free-after-another-merchant',
    'has a number free again once another merchant has used it as well',
    onGateway(() => {
      const users = new Map<string | undefined, string | undefined>();
      return async (asked, send) => {
        const { operation, parameters } = asked;
        const { orderNumber, userName } = parameters;
        if (operation !== 'register.do') return send();
        const last = users.get(orderNumber) ?? userName;
        users.set(orderNumber, userName);
        return last === userName
          ? send()
          : send({ body: changedBody(asked, { orderNumber: `again-${orderNumber}` }) });
      };
    }),
  ),
  fault(
    'gateway.isolation.order-numbers',
    'found-where-it-is-not-used',
    "shows another merchant's order by a number that the merchant has not used",
    onGateway(() => {
      const amounts = new Map<string | undefined, string | undefined>();
      return async ({ operation, parameters: { orderNumber, amount, orderId } }, send) => {
        if (operation === 'register.do') amounts.set(orderNumber, amount);
        const response = await send();
        const isByNumber = operation === 'getOrderStatusExtended.do' && orderId === undefined;
        if (!isByNumber || !amounts.has(orderNumber) || isSuccessful(await read(response)))
          return response;
        const amountShown = Number(amounts.get(orderNumber));
        return jsonAnswer({ errorCode: '0', orderNumber, orderStatus: 0, amount: amountShown });
      };
    }),
  ),
  fault(
    'gateway.isolation.order-numbers',
    'used-up-by-a-refusal',
    'registers no order under a number that was refused to whoever named this merchant',
    onGateway(() => {
      const numbers = new Set<string | undefined>();
      return async ({ operation, parameters: { orderNumber, merchantLogin } }, send) => {
        if (operation !== 'register.do') return send();
        if (merchantLogin === undefined) return numbers.has(orderNumber) ? refusal() : send();
        const response = await send();
        const answer = await read(response);
        if (!isSuccessful(answer)) numbers.add(orderNumber);
        return response;
      };
    }),
  ),
  fault(
    'gateway.isolation.order-numbers',
    'id-of-the-number',
    'gives orders of two merchants one orderId where they have one number',
    onGateway(() => {
      const ids = new Map<string | undefined, unknown>();
      return async ({ operation, parameters: { orderNumber } }, send) => {
        const response = await send();
        const answer = await read(response);
        if (operation !== 'register.do' || !isObject(answer)) return response;
        const orderId = ids.get(orderNumber) ?? answer['orderId'];
        ids.set(orderNumber, orderId);
        return isSuccessful(answer) ? jsonAnswer({ ...answer, orderId }) : response;
      };
    }),
  ),
  fault(
    'gateway.isolation.same-names',
    'stored-elsewhere',
    'stores no card for a customer for whom another merchant has stored one',
    onGateway(() => {
      const users = new Map<string | undefined, string | undefined>();
      return async (asked, send) => {
        const { clientId, userName, features } = asked.parameters;
        if (asked.operation !== 'register.do' || features === undefined) return send();
        const user = users.get(clientId) ?? userName;
        users.set(clientId, user);
        if (user === userName) return send();
        return send({
          body: changedBody(asked, { features: undefined, jsonParams: undefined }),
        });
      };
    }),
  ),
  fault(
    'gateway.isolation.same-names',
    'expiry-of-the-last',
    'lists the credentials of a customer with the expiry that was entered last for that name, whoever the merchant is',
    onGateway(() => {
      const clients = new Map<unknown, string>();
      const expiries = new Map<string, string>();
      return async ({ operation, parameters }, send) => {
        const response = await send();
        const { clientId, MDORDER, YYYY, MM = '' } = parameters;
        const client = clients.get(MDORDER);
        if (client !== undefined && YYYY !== undefined) expiries.set(client, `${YYYY}${MM}`);
        const answer = await read(response.clone());
        if (clientId === undefined || !isObject(answer)) return response;
        if (operation === 'register.do') clients.set(answer['orderId'], clientId);
        const { bindings } = answer;
        const expiryDate = expiries.get(clientId);
        if (!Array.isArray(bindings) || expiryDate === undefined) return response;
        for (const one of bindings) if (isObject(one)) Object.assign(one, { expiryDate });
        return withBody(response, JSON.stringify(answer));
      };
    }),
  ),
  fault(
    'gateway.isolation.same-names',
    'not-charged',
    'charges no credential of a customer for whom another merchant has registered orders',
    onGateway(() => {
      const users = new Map<string, Set<string>>();
      const clients = new Map<string, string>();
      return async (asked, send) => {
        const { clientId, userName = '', bindingId = '' } = asked.parameters;
        if (asked.operation === 'recurrentPayment.do') {
          const isShared = (users.get(clients.get(bindingId) ?? '')?.size ?? 0) > 1;
          return isShared ? refusal() : send();
        }
        if (clientId === undefined) return send();
        users.set(clientId, (users.get(clientId) ?? new Set()).add(userName));
        const response = await send();
        const answer = await read(response);
        const list = isObject(answer) ? answer['bindings'] : undefined;
        for (const one of Array.isArray(list) ? list : [])
          if (isObject(one)) clients.set(String(one['bindingId']), clientId);
        return response;
      };
    }),
  ),
  fault(
    'gateway.isolation.as-elsewhere',
    'installments-of-anybody',
    'charges stored credentials of other merchants by installmentPayment.do alone',
    withRules({
      gwSeesBinding: (binding, login, operation) =>
        operation === 'installmentPayment' || gwSeesBinding(binding, login, operation),
    }),
  ),
  fault(
    'gateway.isolation.as-elsewhere',
    'originals-of-anybody',
    'charges on orders of other merchants by industry practice alone',
    withRules({
      gwSeesOrder: (order, login, operation) =>
        operation === 'industryPractice' || gwSeesOrder(order, login, operation),
    }),
  ),
  ...(
    [
      ['held', 'is held', ({ status }) => status === 1],
      ['declined', 'was declined', ({ attempts }) => attempts.length > 0],
    ] as readonly [string, string, (order: Parameters<typeof gwSeesOrder>[0]) => boolean][]
  ).map(([slug, what, isShown]) =>
    fault(
      'gateway.isolation.orders-in-every-state',
      `once-${slug}`,
      `shows every merchant the status of an order once it ${what}`,
      withRules({
        gwSeesOrder: (order, login, operation) =>
          (operation === 'getOrderStatusExtended' && isShown(order)) ||
          gwSeesOrder(order, login, operation),
      }),
    ),
  ),
  ...(
    [
      ['getOrderStatusExtended.do', 'orderNumber', 'shows the status of an order'],
      ['paymentorder.do', 'clientId', 'pays an order'],
      ['getBindings.do', 'mdOrder', 'lists the credentials of a customer'],
      ['recurrentPayment.do', 'clientId', 'charges a credential'],
    ] as const
  ).map(([operation, beside, does]) =>
    fault(
      'gateway.isolation.whatever-is-beside',
      `${operation.replace('.do', '').toLowerCase()}-with-${beside.toLowerCase()}`,
      `${does} for every merchant who sends ${beside} beside its id`,
      asTheOwner(operation, beside),
    ),
  ),
  ...(['merchantLogin', 'features', 'mcc', 'externalScaExemptionIndicator'] as const).map((name) =>
    fault(
      'gateway.isolation.permissions',
      `${name.toLowerCase()}-once-asked`,
      `permits every merchant a value of ${name} that another one has sent before`,
      onGateway(() => {
        const senders = new Map<string, Set<string | undefined>>();
        return async (asked, send) => {
          const { [name]: value, userName } = asked.parameters;
          if (value === undefined || value === '') return send();
          const known = senders.get(value) ?? new Set();
          senders.set(value, new Set([...known, userName]));
          const isPermitted = [...known].some((one) => one !== userName);
          if (isPermitted) return send({ body: changedBody(asked, { [name]: undefined }) });
          return value === userName ? send() : refusal();
        };
      }),
    ),
  ),
  fault(
    'gateway.isolation.lists-what-pays',
    'listed-to-all',
    'lists to every merchant the credentials of customers with that name',
    withRules({
      gwOwnsBinding: (binding, owner, operation) =>
        (operation === 'getBindings' && binding.clientId === owner.clientId) ||
        gwOwnsBinding(binding, owner, operation),
    }),
  ),
  ...(
    [
      [
        'token-of-any-case',
        'does not mind the case of a token',
        ({ token }, known) => token?.toLowerCase() === known.token.toLowerCase(),
      ],
      [
        'part-of-the-token',
        'takes the beginning of a token for it',
        ({ token }, known) => token !== undefined && known.token.startsWith(token),
      ],
      [
        'more-than-the-token',
        'minds only as much of a token as it has',
        ({ token }, known) => token?.startsWith(known.token) === true,
      ],
      [
        'part-of-the-password',
        'takes the beginning of a password for it',
        (sent, known) =>
          sent.login === known.login && known.password.startsWith(sent.password ?? ''),
      ],
      [
        'more-than-the-password',
        'minds only as much of a password as it has',
        (sent, known) => sent.login === known.login && sent.password === `${known.password}x`,
      ],
    ] as readonly [string, string, (sent: Asked[0], known: Asked[1]) => boolean][]
  ).map(([slug, what, mayEnter]) =>
    fault(
      'gateway.authentication.near-misses',
      slug,
      what,
      withRules({ gwMayEnter: (...asked) => gwMayEnter(...asked) || mayEnter(asked[0], asked[1]) }),
    ),
  ),
  fault(
    'gateway.authentication.near-misses',
    'none-as-the-last',
    'answers who sends no credentials as the merchant who asked last',
    asTheMerchant(({ userName, username, token }) => (userName ?? username ?? token) === undefined),
  ),
  fault(
    'gateway.authentication.near-misses',
    'carried-out-all-the-same',
    'carries out what was asked with an empty password, and answers an error',
    asTheMerchant(
      ({ password }) => password === '',
      () => refusal(),
    ),
  ),
  fault(
    'gateway.authentication.near-misses',
    'shown-beside-the-error',
    'shows the status of an order beside the error about one character too many',
    asTheMerchant(
      ({ password }, known) => password === `${known.password}x`,
      (answer) => jsonAnswer({ ...answer, errorCode: '5', errorMessage: 'Access denied' }),
    ),
  ),
  fault(
    'gateway.authentication.password-case',
    'any-case',
    'does not mind the case of a password',
    withRules({
      gwMayEnter: (sent, known, operation) =>
        gwMayEnter(sent, known, operation) ||
        (sent.login === known.login &&
          sent.password?.toLowerCase() === known.password.toLowerCase()),
    }),
  ),
  ...(
    [
      ['registers', 'register.do', 'registers an order'],
      ['lists', 'getBindings.do', 'lists the credentials'],
      ['pays', 'instantPayment.do', 'pays at once'],
    ] as const
  ).map(([slug, operation, what]) =>
    fault(
      'gateway.isolation.strangers-change-nothing',
      `forgets-when-another-${slug}`,
      `forgets the credentials of a customer when another merchant ${what} for one of that name`,
      spoilsLater({
        marks: (asked) =>
          asked.operation === operation && isOther(asked) ? [asked.parameters['clientId']] : [],
        bindings: listOfNone,
      }),
    ),
  ),
  fault(
    'gateway.isolation.orders',
    'seen-by-all',
    'knows an order by its number, whosever it is',
    withRules({ gwSeesOrder: () => true, gwSeesBinding: () => true }),
  ),
];

interface Login {
  readonly name: string;
  readonly password: string;
}

type Answered = (answer: Record<string, unknown>) => Response;

/** Asks some requests with the credentials of the last one that succeeded. */
function asTheMerchant(
  when: (parameters: GatewayRequest['parameters'], known: Login) => boolean,
  answered?: Answered,
): Tampering {
  return onGateway(() => {
    let known: Login | undefined;
    return async (asked, send) => {
      const { userName, username, password } = asked.parameters;
      if (known === undefined || !when(asked.parameters, known)) {
        const response = await send();
        const name = userName ?? username;
        if (name !== undefined && password !== undefined && isSuccessful(await read(response)))
          known = { name, password };
        return response;
      }
      const isPractice = asked.operation === 'industryPractice/paymentOrder.do';
      const { name, password: right } = known;
      const response = await send({
        body: changedBody(asked, { [isPractice ? 'username' : 'userName']: name, password: right }),
      });
      const answer = await read(response);
      return answered === undefined || !isObject(answer) ? response : answered(answer);
    };
  });
}

/** Asks what comes with a parameter as the merchant whose order, customer or credential it is about. */
function asTheOwner(operation: GatewayOperation, beside: string): Tampering {
  return onGateway(() => {
    const owners = new Map<unknown, Readonly<Record<string, string | undefined>>>();
    return async (asked, send) => {
      const { userName, password, clientId, bindingId, orderId, MDORDER } = asked.parameters;
      const owner = owners.get(MDORDER ?? orderId ?? bindingId ?? clientId);
      const isMeant = asked.operation === operation && beside in asked.parameters;
      if (isMeant && owner !== undefined) return send({ body: changedBody(asked, { ...owner }) });
      const response = await send();
      const isStored = asked.operation === 'getBindings.do';
      if (asked.operation !== 'register.do' && !isStored) return response;
      const named = isStored
        ? await listedIn(response)
        : [clientId, memberAt(await read(response), 'orderId')];
      for (const one of named) owners.set(one, owners.get(one) ?? { userName, password });
      return response;
    };
  });
}

/** Whether it is the second merchant of the sandbox who asks. */
function isOther({ parameters }: GatewayRequest): boolean {
  return parameters['userName']?.startsWith('other') === true;
}
