import { aBillingPayerInShort, nestedObjects } from '../../fixtures/builders/gateway-objects.ts';
import { aClientId, anOrder, anOrderNumber } from '../../fixtures/builders/gateway.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import {
  type GatewayClient,
  isGatewaySuccess,
  type Parameters,
} from '../../fixtures/clients/gateway.ts';
import { learnCurrency } from '../../fixtures/dialect/gateway.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import type { Exchange } from '../../fixtures/transcript/exchange.ts';
import { listOf, typeOf } from '../../fixtures/worlds/gateway-credentials.ts';
import {
  guesserOf,
  orderOf,
  orderPaid,
  readStatus,
  shared,
  standingIn,
  taken,
} from '../../fixtures/worlds/gateway-sameness.ts';
import {
  besidesThePlain,
  bindingsIn,
  categories,
  isNotOffered,
  newOrder,
  payWithCard,
  promised,
  storingOrder,
  validGatewayRequest,
} from '../../fixtures/worlds/gateway.ts';

// Document 3, parts 1, 4.1, 4.3 and 4.4: what an optional parameter is not about is as it is without it.
// Where one needs a permission, or is not to be empty, it may be refused: then there is nothing to compare.

/** Optional parameters of a registration. Parts 4.1 and 4.4. */
const ofRegistration: Readonly<Record<string, () => Parameters>> = {
  failUrl: () => ({ failUrl: 'https://shop.example/failed' }),
  dynamicCallbackUrl: () => ({ dynamicCallbackUrl: 'https://shop.example/notified' }),
  description: () => ({ description: 'Two tickets' }),
  language: () => ({ language: 'de' }),
  ip: () => ({ ip: '192.0.2.7' }),
  'ip of version 6': () => ({ ip: '2001:db8::7' }),
  clientId: () => ({ clientId: aClientId() }),
  cardholderName: () => ({ cardholderName: 'ANA COSTA' }),
  jsonParams: () => ({ jsonParams: { note: 'two tickets' } }),
  paymentFacilitator: () => ({ paymentFacilitator: nestedObjects.paymentFacilitator() }),
  sessionTimeoutSecs: () => ({ sessionTimeoutSecs: 1200 }),
  'bindingNotNeeded false': () => ({ bindingNotNeeded: false }),
  'bindingNotNeeded true': () => ({ bindingNotNeeded: true }),
  'jsonParams without a pair': () => ({ jsonParams: {} }),
  ...Object.fromEntries(
    ['currency', 'failUrl', 'description', 'language', 'ip', 'clientId', 'features'].map((name) => [
      `an empty ${name}`,
      () => ({ [name]: '' }),
    ]),
  ),
  all: () => ({
    failUrl: 'https://shop.example/failed',
    description: 'Two tickets',
    language: 'de',
    ip: '192.0.2.7',
    clientId: aClientId(),
    cardholderName: 'ANA COSTA',
    jsonParams: { note: 'two tickets' },
  }),
};

/** Optional parameters of a payment. Part 4.3. */
const ofPayment: Readonly<Record<string, () => Parameters>> = {
  ip: () => ({ ip: '192.0.2.7' }),
  'bindingNotNeeded false': () => ({ bindingNotNeeded: false }),
  'bindingNotNeeded true': () => ({ bindingNotNeeded: true }),
  jsonParams: () => ({ jsonParams: { note: 'two tickets' } }),
  'threeDSSDK false': () => ({ threeDSSDK: false }),
  'threeDSSDK true': () => ({ threeDSSDK: true }),
  'an empty tii': () => ({ tii: '' }),
  language: () => ({ language: 'de' }),
  email: () => ({ email: 'another@shop.example' }),
  ...Object.fromEntries(
    Object.entries(nestedObjects).map(([name, make]) => [name, () => ({ [name]: make() })]),
  ),
  all: () => ({
    ip: '192.0.2.7',
    bindingNotNeeded: true,
    jsonParams: { note: 'two tickets' },
    threeDSSDK: false,
    paymentFacilitator: nestedObjects.paymentFacilitator(),
    billingPayerData: nestedObjects.billingPayerData(),
  }),
};

const registrations = ['register.do', 'registerPreAuth.do'] as const;

/** Each of them with an order in one phase or in two. */
function inTurns(parts: Readonly<Record<string, () => Parameters>>) {
  return Object.entries(parts).map(([what, part], index) => ({
    what,
    part,
    operation: registrations[index % 2] ?? 'register.do',
  }));
}

check(
  'gateway.optional.registration-does-the-same',
  'registers and pays with optional parameters as without them',
  async ({ gateway }) => {
    const plain = Object.fromEntries(
      registrations.map((one) => [one, shared(() => orderPaid(gateway, {}, {}, one))]),
    );
    await forEvery(
      inTurns(ofRegistration),
      ({ what, operation }) => `${operation} with ${what}`,
      async ({ what, part, operation }) => {
        const registered = await taken(gateway.ask(operation, anOrder(part())));
        if (registered === undefined) return;
        const usual = await plain[operation]?.();
        if (usual === undefined) return;
        const order = orderOf(registered);

        const payment = await payWithCard(gateway, order);

        const status = await readStatus(gateway, order);
        const words = sentExpectedGot([payment, usual.status, status], `the same without ${what}`);
        expect(standingIn(status), words).toEqual(standingIn(usual.status));
      },
    );
  },
);

check(
  'gateway.optional.payment-does-the-same',
  'pays with optional parameters as without them',
  async ({ gateway }) => {
    const plain = Object.fromEntries(
      registrations.map((one) => [one, shared(() => orderPaid(gateway, {}, {}, one))]),
    );
    await forEvery(
      inTurns(ofPayment),
      ({ what, operation }) => `an order of ${operation} with ${what}`,
      async ({ what, part, operation }) => {
        const order = await newOrder(gateway, {}, operation);
        const payment = await taken(payWithCard(gateway, order, part()));
        if (payment === undefined) return;

        const usual = await plain[operation]?.();
        if (usual === undefined) return;
        const status = await readStatus(gateway, order);
        const words = sentExpectedGot([payment, usual.status, status], `the same without ${what}`);
        expect(standingIn(status), words).toEqual(standingIn(usual.status));
      },
    );
  },
);

check(
  'gateway.optional.payment-does-the-same',
  'stores with free parameters of the payment what the registration has it store',
  async ({ gateway, skip }) => {
    let missing: string | undefined;
    await forEvery(
      categories,
      (category) => `a ${category} credential`,
      async (category) => {
        const clientId = aClientId();
        const registered = await storingOrder(gateway, category, clientId);
        if (isNotOffered(registered)) {
          missing = registered.missing;
          return;
        }
        const part = { jsonParams: { note: 'two tickets' } };
        const payment = await taken(payWithCard(gateway, orderOf(registered), part));
        if (payment === undefined) return;

        const list = await listOf(gateway, clientId, typeOf[category]);

        const words = sentExpectedGot([registered, payment, list], 'as without jsonParams');
        expect(bindingsIn(list).length, words).toBe(1);
      },
    );
    if (missing !== undefined) skip(missing);
  },
);

/** Optional parameters of an instant payment. Part 4.4. */
const ofInstantPayment: Readonly<Record<string, () => Parameters>> = {
  ...ofRegistration,
  orderNumber: () => ({ orderNumber: anOrderNumber() }),
  'preAuth false': () => ({ preAuth: false }),
  returnUrl: () => ({ returnUrl: 'https://shop.example/paid?cart=7' }),
};

check(
  'gateway.optional.payment-does-the-same',
  'pays at once with optional parameters as without them',
  async ({ gateway, skip }) => {
    const request = await validGatewayRequest(gateway, 'instantPayment.do');
    if (isNotOffered(request)) return skip(request.missing);
    const fresh = (): Parameters =>
      request.parameters['orderNumber'] === undefined ? {} : { orderNumber: anOrderNumber() };
    const plain = shared(async () => {
      const answer = promised(await request.send(), 'gateway.instant-payment.succeeds');
      return readStatus(gateway, orderOf(answer));
    });
    await forEvery(
      Object.entries(ofInstantPayment),
      ([what]) => `an instant payment with ${what}`,
      async ([what, part]) => {
        const answer = await taken(request.send({ ...request.parameters, ...fresh(), ...part() }));
        if (answer === undefined) return;

        const [usual, status] = [await plain(), await readStatus(gateway, orderOf(answer))];
        const words = sentExpectedGot([answer, usual, status], `the same as without ${what}`);
        expect(standingIn(status), words).toEqual(standingIn(usual));
      },
    );
  },
);

const facilitator = nestedObjects.paymentFacilitator();
const [subMerchant] = facilitator.subMerchants;

/** Objects without members that part 2.4 does not call mandatory. */
const lessOf: readonly {
  readonly what: string;
  readonly operation: 'register.do' | 'paymentorder.do';
  readonly part: Parameters;
}[] = [
  ...(['register.do', 'paymentorder.do'] as const).flatMap((operation) =>
    ['isoId', 'street', 'isoId and street'].map((left) => ({
      what: `paymentFacilitator without ${left}`,
      operation,
      part: { paymentFacilitator: facilitatorWithout(left.split(' and ')) },
    })),
  ),
  {
    what: 'billingPayerData with what may be needed alone',
    operation: 'paymentorder.do',
    part: { billingPayerData: aBillingPayerInShort() },
  },
  ...(['shippingCity', 'deliveryEmail'] as const).map((name) => ({
    what: `shippingPayerData with ${name} alone`,
    operation: 'paymentorder.do' as const,
    part: { shippingPayerData: { [name]: nestedObjects.shippingPayerData()[name] } },
  })),
];

check(
  'gateway.optional.members-of-objects',
  'takes objects without members that are not mandatory',
  async ({ gateway }) => {
    await forEvery(
      lessOf,
      ({ what, operation }) => `${operation} with ${what}`,
      async ({ operation, part }) => {
        const ask = async (parts: Parameters): Promise<Exchange> =>
          operation === 'register.do'
            ? gateway.ask(operation, anOrder(parts))
            : payWithCard(gateway, await newOrder(gateway), parts);
        const by =
          operation === 'register.do'
            ? 'gateway.register.succeeds'
            : 'gateway.payment-order.succeeds';

        const answer = await ask(part);

        expect(await besidesThePlain(answer, () => ask({}), by)).toGoWell();
      },
    );
  },
);

function facilitatorWithout(names: readonly string[]): Parameters {
  const leave = (holder: object | undefined): Parameters =>
    Object.fromEntries(Object.entries(holder ?? {}).filter(([name]) => !names.includes(name)));
  const address = leave(subMerchant?.address);
  return { ...leave(facilitator), subMerchants: [{ ...subMerchant, address }] };
}

check(
  'gateway.optional.refuses-the-same',
  'refuses with optional parameters what it refuses without them',
  async ({ gateway }) => {
    const known = await newOrder(gateway);
    const currency = await learnCurrency(gateway);
    const wrongRegistrations: readonly ((part: Parameters) => Promise<Exchange>)[] = [
      (part) => gateway.ask('register.do', anOrder({ ...part, amount: undefined })),
      (part) =>
        gateway.ask('register.do', anOrder({ ...part, orderNumber: known.orderNumber, amount: 1 })),
      (part) => guesserOf(gateway).ask('register.do', anOrder(part)),
    ];
    const refused = shared(async () => {
      const plain = await Promise.all(wrongRegistrations.map((ask) => ask({})));
      return wrongRegistrations.filter(
        (_ask, index) => !isGatewaySuccess(plain[index] as Exchange),
      );
    });
    await forEvery(
      Object.entries({ ...ofRegistration, currency: () => ({ currency }) }),
      ([what]) => `a registration with ${what}`,
      async ([what, part]) => {
        for (const ask of await refused()) {
          const answer = await ask(part());
          const words = sentExpectedGot(answer, `no success, as without ${what}`);
          expect(isGatewaySuccess(answer), words).toBe(false);
        }
      },
    );
    const mistakes = shared(() => mistakesThatPayNothing(gateway));
    await forEvery(
      Object.entries(ofPayment),
      ([what]) => `a payment with ${what}`,
      async ([what, part]) => {
        const order = await newOrder(gateway);

        const payments: Exchange[] = [];
        for (const mistake of await mistakes()) {
          payments.push(await payWithCard(gateway, order, { ...part(), ...mistake }));
        }

        const status = await readStatus(gateway, order);
        const words = sentExpectedGot([...payments, status], `not paid, as without ${what}`);
        expect(standingIn(status).isPaid, words).toBe(false);
      },
    );
  },
);

/** Card data with which this target pays nothing. */
async function mistakesThatPayNothing(gateway: GatewayClient): Promise<readonly Parameters[]> {
  const { declinedCardPan } = gateway.settings;
  const declined = declinedCardPan === undefined ? [] : [{ $PAN: declinedCardPan }];
  const tried = [{ $PAN: undefined }, { MM: '13' }, ...declined].map(async (mistake) => {
    const order = await newOrder(gateway);
    await payWithCard(gateway, order, mistake);
    return standingIn(await readStatus(gateway, order)).isPaid ? [] : [mistake];
  });
  return (await Promise.all(tried)).flat();
}
