import { atOnce } from '../../fixtures/at-once.ts';
import {
  aClientId,
  anOrder,
  anOrderNumber,
  plansToChargeAtOnce,
} from '../../fixtures/builders/gateway.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import {
  type GatewayClient,
  type GatewayOperation,
  isGatewaySuccess,
  type Parameters,
} from '../../fixtures/clients/gateway.ts';
import { learnStatusParameter } from '../../fixtures/dialect/gateway.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { gatewayRequests } from '../../fixtures/fields/gateway-requests.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import {
  listOf,
  orderNamedIn,
  orderThatStores,
  paidToStore,
  payByBinding,
  planOf,
  typeOf,
} from '../../fixtures/worlds/gateway-credentials.ts';
import {
  guesserOf,
  orderOf,
  readStatus,
  standingIn,
} from '../../fixtures/worlds/gateway-sameness.ts';
import { reusable } from '../../fixtures/worlds/gateway-ways.ts';
import {
  askedStatusOf,
  bindingsIn,
  categories,
  chargeRequest,
  isNotOffered,
  newOrder,
  originalOrder,
  payWithCard,
  promised,
  type TestOrder,
  validGatewayRequest,
} from '../../fixtures/worlds/gateway.ts';

// Document 3, part 4: requests that are sent together are each carried out for itself.

const registrations = ['register.do', 'registerPreAuth.do', 'register.do', 'register.do'] as const;

/** Orders that are registered together, each of which is its own. */
async function registeredTogether(gateway: GatewayClient): Promise<readonly TestOrder[]> {
  const orders = registrations.map((_operation, index) =>
    anOrder({ amount: (index + 1) * 11_11, description: `Box ${index}` }),
  );
  const answers = await atOnce(() =>
    orders.map((order, index) => gateway.ask(registrations[index] ?? 'register.do', order)),
  );
  const ids = answers.map((answer, index) =>
    orderOf(promised(answer, gatewayRequests[registrations[index] ?? 'register.do'].succeeds)),
  );
  const distinct = new Set(ids.map(({ mdOrder }) => mdOrder));
  expect(distinct.size, sentExpectedGot(answers, 'orderIds that differ')).toBe(orders.length);
  return ids.map((id, index) => ({
    ...id,
    formUrl: '',
    orderNumber: orders[index]?.orderNumber ?? '',
    amount: Number(orders[index]?.amount),
  }));
}

/** The status of an order, which shows its own number and amount. */
async function ownStatusOf(gateway: GatewayClient, order: TestOrder): Promise<Exchange> {
  const status = await readStatus(gateway, order);
  const { orderNumber, amount } = order;
  const words = sentExpectedGot(status, `the order ${orderNumber} of ${amount}`);
  const shown = memberOf(status.answer.json, 'orderNumber') ?? orderNumber;
  const { amount: costs = String(amount) } = standingIn(status);
  expect([shown, costs], words).toEqual([orderNumber, String(amount)]);
  return status;
}

/** What is done to each of the orders at the same time. */
const bursts: Readonly<Record<string, (gateway: GatewayClient) => readonly Parameters[]>> = {
  payments: () => [{}, {}, {}, {}],
  'payments of which the second has no card': () => [{}, { $PAN: undefined }, {}, {}],
  'payments of which the last two are declined': ({ settings: { declinedCardPan } }) => [
    {},
    {},
    { $PAN: declinedCardPan },
    { $PAN: declinedCardPan },
  ],
};

check(
  'gateway.at-once.each-its-own',
  'pays each of the orders that are registered and paid together',
  async ({ gateway }) => {
    await forEvery(
      Object.entries(bursts),
      ([what]) => what,
      async ([, paymentsOf]) => {
        const orders = await registeredTogether(gateway);
        const parts = paymentsOf(gateway);

        const payments = await atOnce(() =>
          orders.map((order, index) => payWithCard(gateway, order, parts[index])),
        );

        const statuses = await Promise.all(orders.map((order) => ownStatusOf(gateway, order)));
        for (const [index, order] of orders.entries()) {
          const [payment, status] = [payments[index], statuses[index]] as [Exchange, Exchange];
          const isToBePaid = Object.keys(parts[index] ?? {}).length === 0;
          if (isToBePaid) promised(payment, 'gateway.payment-order.succeeds');
          const { isPaid, approved } = standingIn(status);
          const words = sentExpectedGot([payment, status], isToBePaid ? 'paid' : 'not paid');
          expect(isPaid, words).toBe(isToBePaid);
          expect(approved === 0 || approved === order.amount, words).toBe(true);
        }
      },
    );
  },
);

const charging: readonly GatewayOperation[] = [
  'recurrentPayment.do',
  'installmentPayment.do',
  'industryPractice/paymentOrder.do',
];

check(
  'gateway.at-once.each-its-own',
  'charges each credential and order that are charged together',
  async ({ gateway }) => {
    await forEvery(
      charging,
      (operation) => operation,
      async (operation) => {
        const requests = await Promise.all([
          validGatewayRequest(gateway, operation),
          validGatewayRequest(gateway, operation),
        ]);
        const sent = requests.flatMap((one, index) =>
          isNotOffered(one) ? [] : [{ ...one.parameters, amount: 5_01 + index }],
        );
        if (sent.length < 2) return;

        const answers = await atOnce(() => sent.map((one) => gateway.ask(operation, one)));

        for (const [index, answer] of answers.entries()) {
          promised(answer, gatewayRequests[operation].succeeds);
          const order = orderOf(answer, sent[index]);
          const status = await readStatus(gateway, order);
          const wanted = String(sent[index]?.['amount']);
          const { isPaid, amount = wanted } = standingIn(status);
          const words = sentExpectedGot([answer, status], `an order of ${wanted} that is paid`);
          expect([isPaid, amount], words).toEqual([true, wanted]);
        }
      },
    );
  },
);

/** Orders that are asked about together, each by its number, which stands in its returnUrl, too. */
const toldTogether: readonly {
  readonly operation: GatewayOperation;
  /** What it stands on is made once; undefined where that is not on offer. */
  readonly prepare: (
    gateway: GatewayClient,
  ) => Promise<((own: OwnOrder) => Promise<Told>) | undefined>;
}[] = [
  ...(['register.do', 'registerPreAuth.do'] as const).map((operation) => ({
    operation,
    prepare: async (gateway: GatewayClient) => async (own: OwnOrder) => ({
      ask: () => gateway.ask(operation, anOrder({ ...own })),
    }),
  })),
  {
    operation: 'paymentorder.do',
    prepare: async (gateway) => async (own) => {
      const { mdOrder } = await newOrder(gateway, { ...own });
      return { mdOrder, ask: () => payWithCard(gateway, { mdOrder }) };
    },
  },
  {
    operation: 'paymentOrderBinding.do',
    prepare: async (gateway) => {
      const credential = await reusable(gateway);
      if (credential === undefined) return undefined;
      const { clientId } = credential;
      return async (own) => {
        const { mdOrder } = await newOrder(gateway, { clientId, ...own });
        return { mdOrder, ask: () => payByBinding(gateway, { mdOrder }, credential) };
      };
    },
  },
  {
    operation: 'instantPayment.do',
    prepare: async (gateway) => {
      const instant = await validGatewayRequest(gateway, 'instantPayment.do');
      if (isNotOffered(instant)) return undefined;
      return async (own) => ({ ask: () => instant.send({ ...instant.parameters, ...own }) });
    },
  },
  {
    operation: 'industryPractice/paymentOrder.do',
    prepare: async (gateway) => {
      const { mdOrder: originalMdOrder } = await originalOrder(gateway);
      return async ({ orderNumber }) => {
        const charge = { originalMdOrder, orderNumber, tii: 'IPI', amount: 5_00 };
        return { ask: () => gateway.ask('industryPractice/paymentOrder.do', charge) };
      };
    },
  },
  ...(['recurrentPayment.do', 'installmentPayment.do'] as const).map((operation) => ({
    operation,
    prepare: async (gateway: GatewayClient) => {
      const { recurrent, installment } = plansToChargeAtOnce;
      const plan = operation === 'recurrentPayment.do' ? recurrent : installment;
      const credential = await reusable(gateway, plan);
      if (credential === undefined) return undefined;
      const charge = await chargeRequest(gateway, operation, credential);
      return async ({ orderNumber }: OwnOrder) => ({
        ask: () => gateway.ask(operation, { ...charge, orderNumber }),
      });
    },
  })),
  {
    operation: 'getOrderStatusExtended.do',
    prepare: async (gateway) => {
      const name = await learnStatusParameter(gateway);
      return async (own) => {
        const { mdOrder } = await newOrder(gateway, { ...own });
        const ask = () => gateway.ask('getOrderStatusExtended.do', { [name]: mdOrder });
        return { mdOrder, ask };
      };
    },
  },
];

interface OwnOrder {
  readonly orderNumber: string;
  readonly returnUrl: string;
}

interface Told {
  readonly ask: () => Promise<Exchange>;
  /** Where it is known before. */
  readonly mdOrder?: string;
}

check(
  'gateway.at-once.each-its-own',
  'answers each of the requests about different orders that are sent together with its own order',
  async ({ gateway }) => {
    await forEvery(
      toldTogether,
      ({ operation }) => operation,
      async ({ prepare }) => {
        const about = await prepare(gateway);
        if (about === undefined) return;
        const numbers = [anOrderNumber(), anOrderNumber(), anOrderNumber()];
        const told = await Promise.all(
          numbers.map((orderNumber) =>
            about({ orderNumber, returnUrl: `https://shop.example/paid/${orderNumber}` }),
          ),
        );

        const answers = await atOnce(() => told.map(({ ask }) => ask()), {
          requests: told.length,
          ask: () => listOf(gateway, aClientId(), typeOf.COMMON),
        });

        if (!answers.some(isGatewaySuccess)) return;
        const ids = answers.map(
          (answer, index) => told[index]?.mdOrder ?? orderNamedIn(answer)?.mdOrder,
        );
        for (const [index, answer] of answers.entries()) {
          const named = ordersNamedIn(answer);
          const foreign = numbers.filter(
            (number, other) =>
              other !== index &&
              (answer.answer.text.includes(number) || named.includes(ids[other] ?? '')),
          );
          const words = sentExpectedGot(answers, `of ${numbers[index]} nothing about the others`);
          expect(foreign, words).toEqual([]);
        }
      },
    );
  },
);

/** The ids of orders that an answer tells, and those in the addresses to which it leads. */
function ordersNamedIn(exchange: Exchange): readonly string[] {
  const addresses = ['redirect', 'formUrl'].map((name) =>
    URL.parse(String(memberOf(exchange.answer.json, name))),
  );
  const queries = addresses.flatMap((address) => [...(address?.searchParams ?? [])]);
  return [
    orderNamedIn(exchange)?.mdOrder ?? '',
    ...queries.filter(([name]) => /order/i.test(name)).map(([, value]) => value),
  ].filter((id) => id !== '');
}

check(
  'gateway.at-once.strangers-get-nothing',
  'carries out nothing for who asks together with the owner',
  async ({ gateway, session }) => {
    const { otherMerchant } = session.target;
    const strangers = [
      guesserOf(gateway),
      ...(otherMerchant === undefined ? [] : [gateway.as({ login: otherMerchant })]),
    ];
    const about: Readonly<
      Record<string, (as: GatewayClient, order: TestOrder) => Promise<Exchange>>
    > = {
      'the status': askedStatusOf,
      'a payment': (as, order) => payWithCard(as, order),
    };
    await forEvery(
      Object.entries(about).flatMap(([what, ask]) =>
        [true, false].map((isOwnerFirst) => ({ what, ask, isOwnerFirst })),
      ),
      ({ what, isOwnerFirst }) => `${what}, the owner ${isOwnerFirst ? 'first' : 'last'}`,
      async ({ ask, isOwnerFirst }) => {
        const order = await newOrder(gateway);
        const alone = await Promise.all(strangers.map((one) => ask(one, order)));
        if (alone.some(isGatewaySuccess)) return;

        const callers = isOwnerFirst ? [gateway, ...strangers] : [...strangers, gateway];
        const answers = await atOnce(() => callers.map((one) => ask(one, order)));

        const own = isOwnerFirst ? answers.shift() : answers.pop();
        promised(own as Exchange, 'gateway.order-status.succeeds');
        for (const answer of answers) expect(answer).toGoWrong();
      },
    );
  },
);

check(
  'gateway.at-once.strangers-get-nothing',
  'lists to another merchant, who asks together with the owner, what it lists to it alone',
  async ({ gateway, otherMerchant, skip }) => {
    const other = gateway.as({ login: otherMerchant });
    const clientId = aClientId();
    const stored = await paidToStore(gateway, clientId);
    if (isNotOffered(stored)) return skip(stored.missing);
    const [type, ask] = [typeOf.COMMON, () => listOf(gateway, aClientId(), typeOf.COMMON)];
    const idsIn = (list: Exchange) => bindingsIn(list).map((one) => memberOf(one, 'bindingId'));
    const [own, alone] = [
      await listOf(gateway, clientId, type),
      await listOf(other, clientId, type),
    ];
    for (const callers of [
      [gateway, other, gateway, other],
      [other, gateway, other, gateway],
    ]) {
      const lists = await atOnce(() => callers.map((one) => listOf(one, clientId, type)), {
        requests: callers.length,
        ask,
      });

      for (const [index, list] of lists.entries()) {
        const usual = callers[index] === other ? alone : own;
        const words = sentExpectedGot([usual, list], 'what is listed to it alone');
        expect(idsIn(list), words).toEqual(idsIn(usual));
      }
    }
  },
);

check(
  'gateway.at-once.reads-destroy-nothing',
  'pays an order while its status is read',
  async ({ gateway }) => {
    await forEvery(
      // Requests that are sent together need not arrive together, so it is tried more than once.
      [1, 2, 3, 4],
      (time) => `the ${time}. payment behind reads`,
      async () => {
        const order = await newOrder(gateway);
        const name = await learnStatusParameter(gateway);
        const read = () => gateway.ask('getOrderStatusExtended.do', { [name]: order.mdOrder });
        const reads = () => [read(), read()];

        const first = reads();
        const payment = payWithCard(gateway, order);
        const all = await Promise.all([payment, ...first]);

        promised(all[0], 'gateway.payment-order.succeeds');
        const status = await readStatus(gateway, order);
        const words = sentExpectedGot([...all, status], 'an order that is paid');
        expect(standingIn(status).isPaid, words).toBe(true);
      },
    );
  },
);

check(
  'gateway.at-once.reads-destroy-nothing',
  'lists what is stored while its customer is listed',
  async ({ gateway, skip }) => {
    let missing: string | undefined;
    await forEvery(
      categories,
      (category) => `a credential of category ${category}`,
      async (category) => {
        const [twin, clientId] = [aClientId(), aClientId()];
        // Whether there is a list without bindingType is not shown.
        const listedOf = (customer: string): Promise<readonly Exchange[]> =>
          Promise.all([typeOf[category], undefined].map((type) => listOf(gateway, customer, type)));
        const alone = await paidToStore(gateway, twin, category);
        const order = isNotOffered(alone)
          ? alone
          : await orderThatStores(gateway, clientId, planOf[category]);
        if (isNotOffered(order)) {
          missing = order.missing;
          return;
        }
        const usual = await listedOf(twin);

        // What is remembered of a customer need not have been there before the payment comes.
        const before = category === 'RECURRENT' ? await listedOf(clientId) : [];
        const [lists, payment] = await atOnce(() => [
          listedOf(clientId),
          payWithCard(gateway, order),
        ]);

        const after = await listedOf(clientId);
        const words = sentExpectedGot(
          [...before, ...lists, payment, ...after],
          'as many stored credentials in each list as one has whom nobody listed before',
        );
        const numbers = (lists: readonly Exchange[]) => lists.map((one) => bindingsIn(one).length);
        expect(numbers(after), words).toEqual(numbers(usual));
      },
    );
    if (missing !== undefined) skip(missing);
  },
);
