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
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { inSmokeOnly, repeated } from '../../fixtures/repeated.ts';
import { type Exchange, isUnset, memberOf } from '../../fixtures/transcript/exchange.ts';
import {
  listOf,
  orderNamedIn,
  orderThatStores,
  payByBinding,
  paymentOutcomeOf,
  planOf,
  typeOf,
} from '../../fixtures/worlds/gateway-credentials.ts';
import { amountsIn, reportsPaid } from '../../fixtures/worlds/gateway-orders.ts';
import { chargedBy, storedUnderSome } from '../../fixtures/worlds/gateway-plans.ts';
import { bindingIdsIn } from '../../fixtures/worlds/gateway-stored.ts';
import { type Payment, reusable, ways } from '../../fixtures/worlds/gateway-ways.ts';
import {
  bindingsIn,
  chargeRequest,
  type Charging,
  isNotOffered,
  newOrder,
  ofAnotherOrder,
  payWithCard,
  statusOf,
  validGatewayRequest,
} from '../../fixtures/worlds/gateway.ts';
import { expectAmountsOf } from './amounts.ts';

// Document 3, parts 2.1, 2.2 and 3.1: what is asked at the same time comes to what it would one after
// the other.

check(
  'gateway.overlap.orders-of-their-own',
  'pays orders at the same time, each with its own amount',
  async ({ gateway }) => {
    await forEvery(
      ways,
      ({ name }) => name,
      async (way) => {
        const pay = await way.prepare(gateway);
        if (pay === undefined) return;
        const amounts = Array.from({ length: repeated(8) }, (_, index) => 20_01 + index);

        const payments = await atOnce(() => amounts.map((amount) => pay(amount)));

        const made = payments.flatMap(({ order }) => order?.mdOrder ?? []);
        const acts = payments.flatMap((one) => one.acts);
        expect(new Set(made).size, sentExpectedGot(acts, 'orders of their own')).toBe(made.length);
        for (const [index, { order }] of payments.entries()) {
          if (order === undefined) continue;
          const status = await statusOf(gateway, order);
          if (reportsPaid(status)) expectAmountsOf(status, amounts[index] ?? 0, way);
        }
      },
    );
  },
);

/** How two credentials are used at the same time, and whose they are. */
interface Used {
  readonly name: string;
  readonly category: 'COMMON' | 'INSTALLMENT';
  readonly areOfOne: boolean;
  readonly isCharged?: boolean;
}

const used: readonly Used[] = [
  { name: 'two plans of one customer, who pays orders', category: 'INSTALLMENT', areOfOne: true },
  {
    name: 'two plans of one customer, which are charged',
    category: 'INSTALLMENT',
    areOfOne: true,
    isCharged: true,
  },
  { name: 'the cards of two customers, who pay orders', category: 'COMMON', areOfOne: false },
];

check(
  'gateway.overlap.orders-of-their-own',
  'pays by each of two credentials that are used at the same time as by one that is used alone',
  async ({ gateway }) => {
    await forEvery(
      used,
      ({ name }) => name,
      async ({ category, areOfOne, isCharged }) => {
        const credentials = await twoOf(gateway, category, areOfOne);
        const use = (credential: Credential): Promise<Use> =>
          isCharged === true ? chargeBy(gateway, credential) : paymentBy(gateway, credential);
        const alone: Exchange[] = [];
        for (const credential of credentials) {
          const { send, outcomeOf } = await use(credential);
          alone.push(await outcomeOf(await send()));
        }
        // Whether an order shows what it was paid by is not said, nor whether a plan pays what is not its own.
        const areShown = credentials.every((each, index) => isPaidBy(alone[index], each));
        if (credentials.length < 2 || !areShown) return;
        const uses = await Promise.all(credentials.map((each) => use(each)));

        const acts = await atOnce(() => uses.map(({ send }) => send()));

        const together = await Promise.all(
          uses.map(async ({ outcomeOf }, index) => outcomeOf(acts[index] as Exchange)),
        );
        for (const [index, status] of together.entries()) {
          const bindingId = credentials[index]?.bindingId;
          const shown = memberOf(status.answer.json, 'bindingInfo.bindingId') ?? bindingId;
          const others = together.filter((one) => one !== status);
          const shownBy = [...alone, ...others, status];
          const words = sentExpectedGot(shownBy, `its own bindingId ${bindingId}`);
          if (reportsPaid(status)) expect(shown, words).toBe(bindingId);
        }
      },
    );
  },
);

interface Credential {
  readonly clientId: string;
  readonly bindingId: string;
}

/** All that is left to be sent of a payment, and how its order is read then. */
interface Use {
  readonly send: () => Promise<Exchange>;
  readonly outcomeOf: (act: Exchange) => Promise<Exchange>;
}

async function paymentBy(gateway: GatewayClient, credential: Credential): Promise<Use> {
  const order = await newOrder(gateway, { clientId: credential.clientId });
  return {
    send: () => payByBinding(gateway, order, credential),
    outcomeOf: () => statusOf(gateway, order),
  };
}

async function chargeBy(gateway: GatewayClient, credential: Credential): Promise<Use> {
  const parameters = await chargeRequest(gateway, 'installmentPayment.do', credential);
  return {
    send: () => gateway.ask('installmentPayment.do', parameters),
    outcomeOf: (act) => paymentOutcomeOf(gateway, act),
  };
}

/** Two stored credentials, of one customer or of two; less where they are not stored. */
async function twoOf(
  gateway: GatewayClient,
  category: Used['category'],
  areOfOne: boolean,
): Promise<readonly Credential[]> {
  const clientId = aClientId();
  const customers = [clientId, areOfOne ? clientId : aClientId()];
  const plan = category === 'COMMON' ? undefined : { ...plans['installmentPayment.do'] };
  for (const customer of customers) {
    const order = await orderThatStores(gateway, customer, plan);
    if (isNotOffered(order)) return [];
    await payWithCard(gateway, order);
  }
  const lists = await Promise.all(
    [...new Set(customers)].map(async (customer) => {
      const list = await listOf(gateway, customer, typeOf[category]);
      return bindingIdsIn(list).map((bindingId) => ({ clientId: customer, bindingId }));
    }),
  );
  return lists.flat().slice(0, 2);
}

function isPaidBy(status: Exchange | undefined, { bindingId }: Credential): boolean {
  const shown = memberOf(status?.answer.json, 'bindingInfo.bindingId');
  return status !== undefined && reportsPaid(status) && shown === bindingId;
}

/** One way for each operation that makes orders. */
const makers = ways.filter(
  ({ makes }, index) => ways.findIndex((other) => other.makes === makes) === index,
);
/** Operations that make an order and charge it: a success of theirs is about the amount that was sent. */
const charging: ReadonlySet<GatewayOperation> = new Set([
  'instantPayment.do',
  'industryPractice/paymentOrder.do',
  'recurrentPayment.do',
  'installmentPayment.do',
] as const);
const pairs = makers.flatMap((one) => makers.map((other) => [one, other] as const));

for (const [id, title, together] of [
  ['gateway.order.number-of-any-operation', 'after another', false],
  ['gateway.overlap.order-number', 'at the same time as another', true],
] as const) {
  check(
    id,
    `makes no two orders under one number, by any operation ${title}`,
    async ({ gateway, skip }) => {
      const payers = new Map(
        await Promise.all(makers.map(async (way) => [way, await way.prepare(gateway)] as const)),
      );
      if ([...payers.values()].every((payer) => payer === undefined))
        return skip('no order can be made');
      await forEvery(
        together ? pairs.filter(([one, other]) => one.makes <= other.makes) : pairs,
        ([one, other]) => `${one.makes} and ${other.makes}`,
        async ([one, other]) => {
          const [first, second] = [payers.get(one), payers.get(other)];
          if (first === undefined || second === undefined) return;
          const orderNumber = anOrderNumber();
          const makeOne = (index = 0): Promise<Payment> => first(11_00 + index, { orderNumber });
          const makeOther = (index = 0): Promise<Payment> => second(12_00 + index, { orderNumber });
          // Two that are sent together may still arrive apart, so there are more of the same; and of two that differ
          // one stands on both sides of the other, since which of them waits for the other is not known.
          const others = one === other ? [0, 1, 2, 3, 4] : [0];
          const again = one === other ? [] : [1];

          const made = together
            ? await atOnce(() => [makeOne(), ...others.map(makeOther), ...again.map(makeOne)], {
                requests: 1 + others.length + again.length,
                ask: () => listOf(gateway, aClientId(), 'C'),
              })
            : [await makeOne(), await makeOther()];

          const successes = made.flatMap(({ order }, index) =>
            order === undefined
              ? []
              : [{ id: order.mdOrder, makes: index === 1 ? other.makes : one.makes }],
          );
          const ids = successes.map(({ id: mdOrder }) => mdOrder);
          const acts = made.flatMap((payment) => payment.acts);
          const single = sentExpectedGot(acts, 'one order under the number, at most');
          expect(new Set(ids).size, single).toBeLessThanOrEqual(1);
          // Who is told of a success twice is told of one order, and has asked for several amounts.
          const isToldAgain = successes.slice(1).some(({ makes }) => charging.has(makes));
          const refused = sentExpectedGot(acts, 'no success of a charge of another amount');
          expect(isToldAgain, refused).toBe(false);
        },
      );
    },
  );
}

/** Charges that may follow each other at once. */
const plans = {
  'recurrentPayment.do': { ...planOf.RECURRENT, recurringFrequency: '0' },
  'installmentPayment.do': { ...planOf.INSTALLMENT, recurringFrequency: '0' },
} as const;

check(
  'gateway.order.number-of-any-operation',
  'makes no second order under the number of a charge that was declined',
  async ({ gateway, control }) => {
    await forEvery(
      ['recurrentPayment.do', 'installmentPayment.do'] as const,
      (operation) => operation,
      async (operation) => {
        const credential = await reusable(gateway, plans[operation]);
        if (credential === undefined) return;
        const parameters = await chargeRequest(gateway, operation, credential);
        await control.decideCharges(credential.bindingId, 'declined');
        const declined = await gateway.ask(operation, parameters);
        await control.decideCharges(credential.bindingId, 'approved');

        await expectNoSecond(gateway, declined, String(parameters['orderNumber']), [
          (orderNumber) => gateway.ask(operation, { ...parameters, orderNumber, amount: 8_00 }),
          (orderNumber) => gateway.ask('register.do', anOrder({ orderNumber, amount: 9_00 })),
        ]);
      },
    );
  },
);

check(
  'gateway.order.number-of-any-operation',
  'makes no second order under the number of an instant payment that was declined',
  async ({ gateway, declinedCardPan: pan, skip }) => {
    const instant = await validGatewayRequest(gateway, 'instantPayment.do');
    if (isNotOffered(instant)) return skip(instant.missing);
    const number = anOrderNumber();
    const declined = await instant.send({ ...instant.parameters, orderNumber: number, pan });

    const isJudged = await expectNoSecond(gateway, declined, number, [
      (orderNumber) => instant.send({ ...instant.parameters, orderNumber, amount: 8_00 }),
      (orderNumber) => gateway.ask('registerPreAuth.do', anOrder({ orderNumber, amount: 9_00 })),
    ]);

    if (!isJudged) return skip('a declined instant payment makes no order that can be told');
  },
);

check(
  'gateway.order.number-of-any-operation',
  'makes no second order under a number that the gateway made up',
  async ({ gateway, skip }) => {
    const instant = await validGatewayRequest(gateway, 'instantPayment.do');
    if (isNotOffered(instant)) return skip(instant.missing);
    const { declinedCardPan } = gateway.settings;
    let isAnyShown = false;
    await forEvery(
      [{}, ...(declinedCardPan === undefined ? [] : [{ pan: declinedCardPan }])],
      ({ pan }) =>
        `an instant payment with ${pan === undefined ? 'the test card' : 'a declined one'}`,
      async (card) => {
        const made = await instant.send({ ...ofAnotherOrder(instant.parameters), ...card });
        const order = orderNamedIn(made);
        const status = order && (await statusOf(gateway, order));
        const orderNumber = memberOf(status?.answer.json, 'orderNumber');
        if (status === undefined || typeof orderNumber !== 'string' || orderNumber === '') return;
        isAnyShown = true;

        const own = { orderNumber, amount: 9_00 };
        const others = [
          await gateway.ask('register.do', anOrder(own)),
          await instant.send({ ...instant.parameters, ...own }),
        ];

        for (const other of others) {
          const isSecond =
            isGatewaySuccess(other) && orderNamedIn(other)?.mdOrder !== order?.mdOrder;
          const words = sentExpectedGot([made, status, other], `no other order ${orderNumber}`);
          expect(isSecond, words).toBe(false);
        }
      },
    );
    if (!isAnyShown) return skip('no orderNumber is shown of an order that was paid without one');
  },
);

check(
  'gateway.order.number-of-any-operation',
  'makes up no number that the merchant has used',
  async ({ gateway, skip }) => {
    const instant = await validGatewayRequest(gateway, 'instantPayment.do');
    if (isNotOffered(instant)) return skip(instant.missing);
    const madeUp = async (): Promise<readonly [Exchange, string | undefined]> => {
      const made = await instant.send(ofAnotherOrder(instant.parameters));
      const order = orderNamedIn(made);
      const status = order && (await statusOf(gateway, order));
      const number = memberOf(status?.answer.json, 'orderNumber');
      return [status ?? made, typeof number === 'string' ? number : undefined];
    };
    const [first, number = ''] = await madeUp();
    const [, start, digits] = /^(.*?)(\d{1,15})$/.exec(number) ?? [];
    if (digits === undefined) return skip('no number that counts up is shown of such an order');
    const next = Array.from(
      { length: repeated(30, 9) },
      (_, index) => `${start}${String(Number(digits) + index + 1).padStart(digits.length, '0')}`,
    );
    const answers = await Promise.all(
      next.map((orderNumber) => gateway.ask('register.do', anOrder({ orderNumber }))),
    );
    const used = next.filter((_, index) => isGatewaySuccess(answers[index] as Exchange));
    if (used.length === 0) return skip('no order is registered under the numbers that come next');

    const [second, other] = await madeUp();

    const words = sentExpectedGot([first, second], `none of the numbers ${used.join(', ')}`);
    expect(used, words).not.toContain(other);
  },
);

/**
 * A payment that was declined has made an order where its answer names one: others that ask for its
 * number make none. To answer with the order that there is makes no second one either.
 */
async function expectNoSecond(
  gateway: GatewayClient,
  declined: Exchange,
  orderNumber: string,
  others: readonly ((orderNumber: string) => Promise<Exchange>)[],
): Promise<boolean> {
  const order = orderNamedIn(declined);
  const status = order && (await statusOf(gateway, order));
  if (status === undefined || !isGatewaySuccess(status) || reportsPaid(status)) return false;
  const shown = memberOf(status.answer.json, 'orderNumber') ?? orderNumber;
  if (shown !== orderNumber) return false;
  for (const other of others) {
    const act = await other(orderNumber);
    const isSecond = isGatewaySuccess(act) && orderNamedIn(act)?.mdOrder !== order?.mdOrder;
    expect(isSecond, sentExpectedGot([declined, status, act], 'no other order')).toBe(false);
  }
  return true;
}

/** Payments of one order at the same time. */
const attempts = [
  ['card', 'credential'],
  ['credential', 'credential'],
  ['card', 'credential', 'credential', 'card'],
  ['credential', 'declined card'],
  ['declined card', 'credential'],
  ['declined card', 'credential', 'card'],
] as const;

check(
  'gateway.order-state.paid-concurrently-once',
  'counts one payment of those by card and by credential at the same time',
  async ({ gateway, skip }) => {
    const credential = await reusable(gateway);
    if (credential === undefined) return skip('no credential is stored');
    const { declinedCardPan: $PAN } = gateway.settings;
    const paidAlone = await newOrder(gateway, { clientId: credential.clientId, amount: 23_00 });
    await payByBinding(gateway, paidAlone, credential);
    const alone = await statusOf(gateway, paidAlone);
    await forEvery(
      attempts.filter((one) => $PAN !== undefined || !one.some((by) => by === 'declined card')),
      (one) => one.join(' and '),
      async (one) => {
        for (const operation of ['register.do', 'registerPreAuth.do'] as const) {
          const { clientId } = credential;
          const order = await newOrder(gateway, { clientId, amount: 23_00 }, operation);

          const acts = await atOnce(() =>
            one.map((by): Promise<Exchange> => {
              if (by === 'credential') return payByBinding(gateway, order, credential);
              return payWithCard(gateway, order, by === 'card' ? {} : { $PAN });
            }),
          );

          const status = await statusOf(gateway, order);
          for (const [name, shown] of Object.entries(amountsIn(status))) {
            const once = sentExpectedGot([...acts, status], `${name} 0 or 2300`);
            expect([0, 23_00], once).toContain(shown ?? 0);
          }
          // How a payment shows in the operations is open, and so is what is listed that was refused.
          if (authorisationsIn(alone) === 1) {
            const single = sentExpectedGot(
              [alone, ...acts, status],
              'one authCode, as of one payment',
            );
            expect(authorisationsIn(status), single).toBeLessThanOrEqual(1);
          }
          // A card that is declined first may leave nothing to be paid, but then nobody is told otherwise.
          const isTold = acts.some((act, index) => {
            return one[index] !== 'declined card' && isGatewaySuccess(act);
          });
          if (one.some((by) => by === 'declined card') && !isTold) continue;
          const paid = sentExpectedGot([...acts, status], 'an order that is paid');
          expect(reportsPaid(status), paid).toBe(true);
        }
      },
    );
  },
);

/** How many authorisations an order shows: an authCode is of one, and zeros are of none. Part 4.6. */
function authorisationsIn({ answer }: Exchange): number {
  const operations = memberOf(answer.json, 'operations');
  const codes = Array.isArray(operations)
    ? (operations as unknown[]).map((one) => memberOf(one, 'authCode'))
    : [];
  return new Set(codes.filter((code) => !isUnset(code) && !/^0*$/.test(String(code)))).size;
}

/** What ends the charges by a credential, with all else of its plan out of reach. Part 2.4. */
const bounds: readonly {
  readonly name: string;
  readonly operation: Charging;
  readonly plan: Parameters;
}[] = [
  {
    name: 'installments of a plan of two',
    operation: 'installmentPayment.do',
    plan: { ...plansToChargeAtOnce.installment, installments: '2' },
  },
  {
    name: 'installments of a plan that sums up to two of them',
    operation: 'installmentPayment.do',
    plan: { ...plansToChargeAtOnce.installment, totalInstallmentAmount: String(2 * 15_00) },
  },
  {
    name: 'installments with four weeks between two',
    operation: 'installmentPayment.do',
    plan: { ...plansToChargeAtOnce.installment, recurringFrequency: '28' },
  },
  {
    name: 'recurrent charges with four weeks between two',
    operation: 'recurrentPayment.do',
    plan: { ...plansToChargeAtOnce.recurrent, recurringFrequency: '28' },
  },
];

check(
  'gateway.overlap.plan',
  'charges a credential at the same time no more often than one after the other',
  async ({ gateway, skip }) => {
    let isAnyStored = false;
    for (const { name, operation, plan } of inSmokeOnly() ? bounds.slice(0, 1) : bounds) {
      const alone = await storedUnderSome(gateway, operation, plan, aClientId());
      const busy = await storedUnderSome(gateway, operation, plan, aClientId());
      if (alone === undefined || busy === undefined) continue;
      isAnyStored = true;
      const inTurn: Exchange[] = [];
      for (let count = 0; count < 3 && inTurn.every(reportsPaid); count += 1)
        inTurn.push(await chargedBy(gateway, operation, alone, 15_00));
      const allowed = inTurn.filter(reportsPaid).length;
      // The plan is "used by the issuing bank", which need not end the charges at it.
      if (allowed === inTurn.length) continue;
      const requests = await Promise.all(
        Array.from({ length: 6 }, () => chargeRequest(gateway, operation, { bindingId: busy })),
      );

      const acts = await atOnce(
        () => requests.map((request) => gateway.ask(operation, { ...request, amount: 15_00 })),
        { requests: requests.length, ask: () => listOf(gateway, aClientId(), 'I') },
      );

      const outcomes = await Promise.all(acts.map((act) => paymentOutcomeOf(gateway, act)));
      const most = `${allowed} paid, at most, of ${name}`;
      const words = sentExpectedGot([...inTurn, ...acts, ...outcomes], most);
      expect(outcomes.filter(reportsPaid).length, words).toBeLessThanOrEqual(allowed);
    }
    if (!isAnyStored) return skip(noInstallment);
  },
);

const noInstallment = 'no installment credential is stored';

check(
  'gateway.overlap.credentials',
  'stores every credential of a customer that is stored at the same time',
  async ({ gateway, skip }) => {
    const clientId = aClientId();
    const orders = await Promise.all(
      Array.from({ length: repeated(6) }, () => stored(gateway, clientId)),
    );
    if (orders.includes(undefined)) return skip(noInstallment);

    const list = await listOf(gateway, clientId, 'I');

    const ids = new Set(bindingsIn(list).map((one) => memberOf(one, 'bindingId')));
    const all = sentExpectedGot(list, `${orders.length} stored credentials`);
    expect(ids.size, all).toBe(orders.length);
  },
);

/** One more installment credential: there may be several of a card. Part 2.2. */
async function stored(gateway: GatewayClient, clientId: string): Promise<Exchange | undefined> {
  const order = await orderThatStores(gateway, clientId, planOf.INSTALLMENT);
  return isNotOffered(order) ? undefined : payWithCard(gateway, order);
}
