import { type Tampering, type Fault, fault } from '../fault.ts';
import { moments } from '../at-once.ts';
import { documentRules } from '../../../sandbox/rules/index.ts';
import {
  isObject,
  memberAt,
  type Members,
  read,
  withRememberingRules,
  withRules,
} from '../tampering.ts';
import { changedBody, type GatewayRequest, onGateway } from './tampering.ts';

// Document 3, part 6: notifications of payments.

const { gwAutocompletes, gwCallbackAddress } = documentRules;

export const gatewayCallbackFaults: readonly Fault[] = [
  fault(
    'gateway.callback.to-dynamic-url',
    'first-address',
    'notifies every payment to the address of the first order',
    withRememberingRules(() => {
      let first: string | undefined;
      return { gwCallbackAddress: (_kind, address) => (first ??= address) };
    }),
  ),
  fault(
    'gateway.callback.to-dynamic-url',
    'first-query-of-a-path',
    'notifies orders whose addresses differ in the query alone to that of the first',
    withRememberingRules(() => {
      const first = new Map<string | undefined, string | undefined>();
      return {
        gwCallbackAddress: (_kind, address) => {
          const [path] = address?.split('?') ?? [];
          if (!first.has(path)) first.set(path, address);
          return first.get(path);
        },
      };
    }),
  ),
  fault(
    'gateway.callback.to-dynamic-url',
    'first-address-of-a-customer',
    'registers further orders of a customer with the dynamicCallbackUrl of the first',
    onGateway(() => {
      const first = new Map<string, string>();
      return async (asked, send) => {
        const { clientId, dynamicCallbackUrl } = asked.parameters;
        if (clientId === undefined || dynamicCallbackUrl === undefined) return send();
        const address = first.get(clientId) ?? dynamicCallbackUrl;
        first.set(clientId, address);
        return send({ body: changedBody(asked, { dynamicCallbackUrl: address }) });
      };
    }),
  ),
  fault(
    'gateway.callback.to-dynamic-url',
    'kept-by-number',
    'keeps the address of an order by its orderNumber, of whichever merchant',
    keptByNumber(),
  ),
  fault(
    'gateway.callback.to-dynamic-url',
    'ends-to-the-last',
    'notifies the end of every order to the address of the order that was registered last',
    endsToldToTheLast(),
  ),
  fault(
    'gateway.callback.to-dynamic-url',
    'once',
    'notifies only one payment',
    withRememberingRules(() => {
      let isOver = false;
      return {
        gwIsNotified: () => {
          const isFirst = !isOver;
          isOver = true;
          return isFirst;
        },
      };
    }),
  ),
  fault(
    'gateway.callback.each-order',
    'one-of-a-moment',
    'notifies one of the payments that come within the same moment',
    withRememberingRules(() => {
      const moment = moments();
      let last = 0;
      return {
        gwIsNotified: () => {
          const now = moment();
          const isNew = now !== last;
          last = now;
          return isNew;
        },
      };
    }),
  ),
  fault(
    'gateway.callback.each-order',
    'once-for-an-address',
    'takes payments that are to be notified to one address at the same time for repetitions',
    withRememberingRules(() => {
      const told = new Map<string, number>();
      return {
        gwCallbackAddress: (kind, dynamicCallbackUrl) => {
          const address = gwCallbackAddress(kind, dynamicCallbackUrl) ?? '';
          const isAgain = Date.now() - (told.get(address) ?? 0) < 1_000;
          told.set(address, Date.now());
          return isAgain || address === '' ? undefined : address;
        },
      };
    }),
  ),
  fault(
    'gateway.callback.each-order',
    'without-its-query',
    'leaves out the query of a dynamicCallbackUrl',
    withRules({
      gwCallbackAddress: (kind, address) => gwCallbackAddress(kind, address)?.replace(/\?.*$/, ''),
    }),
  ),
  fault(
    'gateway.callback.payments-only',
    'all-to-the-order',
    'tells the address of the order of a credential that its payment stores',
    withRules({ gwCallbackAddress: (_kind, address) => address }),
  ),
  fault(
    'gateway.callback.payments-only',
    'again-to-the-order',
    'tells the address of the order of a credential that its payment stores once more',
    tellsOfStoringAgain(),
  ),
  fault(
    'gateway.callback.debit-by-date',
    'known-already',
    'does not notify a debit that the merchant has named the date of',
    withRememberingRules(() => {
      let isByDate = false;
      return {
        gwAutocompletes: (order) => (isByDate = gwAutocompletes(order)),
        gwIsNotified: (kind) => {
          const isKnown = kind === 'deposited' && isByDate;
          if (isKnown) isByDate = false;
          return !isKnown;
        },
      };
    }),
  ),
  fault(
    'gateway.callback.timeout-after-a-decline',
    'declined-already',
    'does not notify the end of an order of which a decline was notified',
    withRememberingRules(() => {
      const told = new Set<string | undefined>();
      return {
        gwCallbackAddress: (kind, address) => {
          if (kind === 'declinedByTimeout' && told.has(address)) return undefined;
          if (kind === 'declined') told.add(address);
          return gwCallbackAddress(kind, address);
        },
      };
    }),
  ),
  fault(
    'gateway.callback.timeout-after-a-decline',
    'left-to-the-bank',
    'does not notify the end of an order in the middle of 3DS 2',
    untoldTimeoutOf(
      ({ operation }, answer) => operation === 'paymentorder.do' && answer['is3DSVer2'] === true,
    ),
  ),
  fault(
    'gateway.callback.timeout-after-a-decline',
    'made-in-one-call',
    'does not notify the end of an order of instantPayment.do',
    untoldTimeoutOf(({ operation }) => operation === 'instantPayment.do'),
  ),
  fault(
    'gateway.callback.timeout-after-a-decline',
    'in-two-phases',
    'does not notify the end of an order in two phases',
    untoldTimeoutOf(({ operation }) => operation === 'registerPreAuth.do'),
  ),
  fault(
    'gateway.callback.timeout-after-a-decline',
    'usual-lifetime-only',
    'forgets the dynamicCallbackUrl of an order that is registered with a lifetime of its own',
    onGateway(() => ({ operation, parameters }, send) => {
      const { dynamicCallbackUrl: _address, ...others } = parameters;
      const isOwn = ['sessionTimeoutSecs', 'expirationDate'].some((name) => name in parameters);
      return operation === 'register.do' && isOwn
        ? send({ body: new URLSearchParams(others).toString() })
        : send();
    }),
  ),
  fault(
    'gateway.callback.https',
    'not-called',
    'calls no https address',
    withRules({
      gwCallbackAddress: (kind, address) =>
        address?.startsWith('https:') === true ? undefined : gwCallbackAddress(kind, address),
    }),
  ),
  fault(
    'gateway.callback.https',
    'in-the-clear',
    'notifies an https address in plain text',
    withRules({
      gwCallbackAddress: (kind, address) =>
        gwCallbackAddress(kind, address)?.replace(/^https:/, 'http:'),
    }),
  ),
  fault(
    'gateway.callback.names-the-order',
    'of-no-order',
    'notifies a payment without saying which',
    notifiesItself(() => ({ operation: 'deposited', status: '1' })),
  ),
  fault(
    'gateway.callback.no-card-data',
    'number',
    'reveals the card number',
    notifiesItself(({ MDORDER = '', $PAN = '' }) => ({ mdOrder: MDORDER, pan: $PAN })),
  ),
  fault(
    'gateway.callback.no-card-data',
    'code',
    'tells the CVC',
    notifiesItself(({ MDORDER = '', $CVC = '' }) => ({ mdOrder: MDORDER, cvc: $CVC })),
  ),
];

/** Where an order is notified is where the last one under its number is. */
function keptByNumber(): Tampering {
  const numbers = new Map<string, string>();
  const addresses = new Map<string, string | undefined>();
  return {
    ...withRules({
      gwCallbackAddress: (kind, address = '') =>
        gwCallbackAddress(kind, addresses.get(numbers.get(address) ?? '')),
    }),
    ...onGateway(() => async ({ operation, parameters }, send) => {
      const { orderNumber, dynamicCallbackUrl } = parameters;
      if (operation === 'register.do' && orderNumber !== undefined) {
        if (dynamicCallbackUrl !== undefined) numbers.set(dynamicCallbackUrl, orderNumber);
        addresses.set(orderNumber, dynamicCallbackUrl);
      }
      return send();
    }),
  };
}

/** The end of an order is told where its merchant has registered last. */
function endsToldToTheLast(): Tampering {
  let last: string | undefined;
  return {
    ...withRules({
      gwCallbackAddress: (kind, address) =>
        gwCallbackAddress(kind, kind === 'declinedByTimeout' ? last : address),
    }),
    ...onGateway(() => async ({ operation, parameters }, send) => {
      if (operation === 'register.do') last = parameters['dynamicCallbackUrl'] ?? last;
      return send();
    }),
  };
}

/** Does not notify the end of orders of which something was answered that `isMarked`. */
function untoldTimeoutOf(isMarked: (asked: GatewayRequest, answer: Members) => boolean): Tampering {
  const marked = new Set<string | undefined>();
  const { wire } = onGateway(() => {
    const addresses = new Map<unknown, string | undefined>();
    return async (asked, send) => {
      const response = await send();
      const answer = await read(response);
      if (!isObject(answer)) return response;
      const { dynamicCallbackUrl, MDORDER } = asked.parameters;
      if (dynamicCallbackUrl !== undefined) addresses.set(answer['orderId'], dynamicCallbackUrl);
      if (isMarked(asked, answer)) marked.add(addresses.get(MDORDER ?? answer['orderId']));
      return response;
    };
  });
  return {
    ...withRules({
      gwCallbackAddress: (kind, address) =>
        kind === 'declinedByTimeout' && marked.has(address)
          ? undefined
          : gwCallbackAddress(kind, address),
    }),
    ...(wire === undefined ? {} : { wire }),
  };
}

/** Tells of a credential at the address of an order that is not the first to store one for its customer. */
function tellsOfStoringAgain(): Tampering {
  return onGateway(() => {
    const customers = new Set<string>();
    const orders = new Map<unknown, { readonly clientId: string; readonly address: string }>();
    return async ({ operation, parameters }, send) => {
      const response = await send();
      const { clientId, dynamicCallbackUrl: address, features, MDORDER } = parameters;
      if (operation === 'register.do' && features === 'FORCE_CREATE_BINDING') {
        const answer = await read(response);
        if (isObject(answer) && clientId !== undefined && address !== undefined)
          orders.set(answer['orderId'], { clientId, address });
      }
      const order = operation === 'paymentorder.do' ? orders.get(MDORDER) : undefined;
      if (order === undefined) return response;
      if (customers.has(order.clientId)) {
        const body = new URLSearchParams({ mdOrder: MDORDER ?? '', operation: 'bindingCreated' });
        // Nobody waits for it, nor minds when the listener has gone.
        void fetch(order.address, { method: 'POST', body }).catch(() => undefined);
      }
      customers.add(order.clientId);
      return response;
    };
  });
}

type Pairs = Readonly<Record<string, string>>;

/** Payments with card data are notified in other words than those of the sandbox. */
function notifiesItself(saying: (payment: Pairs) => Pairs): Tampering {
  const { wire } = onGateway(() => {
    const addresses = new Map<string, string>();
    return async (asked, send) => {
      const response = await send();
      const orderId = memberAt(await read(response), 'orderId');
      const { dynamicCallbackUrl, MDORDER = '' } = asked.parameters;
      if (dynamicCallbackUrl !== undefined && typeof orderId === 'string') {
        addresses.set(orderId, dynamicCallbackUrl);
      }
      const address = addresses.get(MDORDER);
      if (asked.operation === 'paymentorder.do' && address !== undefined) {
        const body = new URLSearchParams(saying(asked.parameters));
        // Nobody waits for it, nor minds when the listener has gone.
        void fetch(address, { method: 'POST', body }).catch(() => undefined);
      }
      return response;
    };
  });
  return {
    rules: () => ({ ...documentRules, gwIsNotified: () => false }),
    ...(wire === undefined ? {} : { wire }),
  };
}
