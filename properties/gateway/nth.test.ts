import { aClientId, anOrder } from '../../fixtures/builders/gateway.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import {
  type GatewayClient,
  isGatewaySuccess,
  type Parameters,
} from '../../fixtures/clients/gateway.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { repeated } from '../../fixtures/repeated.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import { listOf, payByBinding } from '../../fixtures/worlds/gateway-credentials.ts';
import { asksForAuthentication, paid, reportsPaid } from '../../fixtures/worlds/gateway-orders.ts';
import { orderOf, shared, taken } from '../../fixtures/worlds/gateway-sameness.ts';
import { type Payment, type Way, ways } from '../../fixtures/worlds/gateway-ways.ts';
import {
  isNotOffered,
  newOrder,
  payWithCard,
  showsPaid,
  statusOf,
  storedCredential,
  type TestCredential,
} from '../../fixtures/worlds/gateway.ts';
import { expectAmountsOf } from './amounts.ts';

// Document 3, parts 3.1 and 4: what is asked for the thirtieth time is treated as at first.

const times = 30;

check(
  'gateway.nth.payments',
  'pays the thirtieth order as it does the first',
  async ({ gateway }) => {
    const early = await newOrder(gateway);
    await forEvery(
      // Held orders are made in the way of those that are paid.
      ways.filter(({ isOnePhase }) => isOnePhase),
      ({ name }) => name,
      async (way) => {
        const pay = await way.prepare(gateway);
        if (pay === undefined) return;
        const [first, second] = [await pay(10_01), await pay(10_02)];
        // Where the second is not paid there is a reason for that, which is not this one.
        if (!(await isSettled(gateway, first)) || !(await isSettled(gateway, second))) return;

        const payments = [first, second];
        while (payments.length < repeated(times)) payments.push(await pay(10_01 + payments.length));

        await expectEachPaid(gateway, way, payments);
      },
    );
    // Of all the orders since then none has taken its number from it.
    const { orderNumber, mdOrder } = early;
    const again = await gateway.ask('register.do', anOrder({ orderNumber, amount: 22_00 }));
    const isSecond = isGatewaySuccess(again) && orderOf(again).mdOrder !== mdOrder;
    expect(isSecond, sentExpectedGot(again, 'no other order under the number')).toBe(false);
  },
);

/** Each order is there for itself, paid and of its own amount. */
async function expectEachPaid(
  gateway: GatewayClient,
  way: Way,
  payments: readonly Payment[],
): Promise<void> {
  const ids = payments.map(({ order }) => order?.mdOrder);
  const last = payments.at(-1)?.acts ?? [];
  expect(new Set(ids).size, sentExpectedGot(last, 'an order of its own')).toBe(ids.length);
  for (const [index, { acts, order }] of payments.entries()) {
    expect(order !== undefined, sentExpectedGot(acts, `order ${index + 1} as the first`)).toBe(
      true,
    );
    if (order === undefined) continue;
    const status = await statusOf(gateway, order);
    expect(status).toAnswer(200, paid);
    expectAmountsOf(status, 10_01 + index, way);
  }
}

async function isSettled(gateway: GatewayClient, { order }: Payment): Promise<boolean> {
  return order !== undefined && reportsPaid(await statusOf(gateway, order));
}

/** What is asked again and again, none of which uses anything up. */
const askedOften: readonly {
  readonly name: string;
  readonly ask: (gateway: GatewayClient, order: { readonly mdOrder: string }) => Promise<Exchange>;
}[] = [
  { name: 'the status of an order', ask: (gateway, order) => statusOf(gateway, order) },
  {
    name: 'a registration without amount',
    ask: (gateway) => gateway.ask('register.do', anOrder({ amount: undefined })),
  },
  {
    name: 'a payment for an order of nobody',
    ask: (gateway) => payWithCard(gateway, { mdOrder: 'of-nobody' }),
  },
  { name: 'stored credentials of nobody', ask: (gateway) => listOf(gateway, 'of-nobody', 'C') },
  {
    name: 'a payment with a card that is declined',
    ask: async (gateway) => {
      const { declinedCardPan: $PAN } = gateway.settings;
      return payWithCard(gateway, await newOrder(gateway), { $PAN });
    },
  },
];

check(
  'gateway.nth.requests',
  'answers the thirtieth request as the first, and pays an order after all of them',
  async ({ gateway }) => {
    await forEvery(
      askedOften.filter(
        ({ name }) => !name.includes('declined') || gateway.settings.declinedCardPan !== undefined,
      ),
      ({ name }) => name,
      async ({ ask }) => {
        const order = await newOrder(gateway);
        const first = await ask(gateway, order);

        for (let count = 1; count < repeated(times); count += 1) {
          const again = await ask(gateway, order);
          const same = sentExpectedGot([first, again], `as at first, ${count + 1} times`);
          expect(isGatewaySuccess(again), same).toBe(isGatewaySuccess(first));
        }

        const payment = await payWithCard(gateway, order);
        const status = await statusOf(gateway, order);
        expect(showsPaid(status), sentExpectedGot([payment, status], 'a paid order')).toBe(true);
      },
    );
  },
);

/** What does not pay an order because of what it, or the payment, says. Parts 4.3, 4.4, 4.6 and 4.7. */
interface InVain {
  readonly what: string;
  /** What the order says; undefined where this merchant has nothing of the kind. */
  readonly order: (held: Held) => Promise<Parameters | undefined> | Parameters | undefined;
  readonly pay: (held: Held, order: { readonly mdOrder: string }) => Promise<Exchange>;
  /** Whether it is in vain because its payer is asked for 3DS 2. */
  readonly isAsked?: boolean;
}

/** What payments in vain are made with. */
interface Held {
  readonly gateway: GatewayClient;
  readonly stored: () => Promise<TestCredential | undefined>;
}

const byCard =
  (part: (gateway: GatewayClient) => Parameters = () => ({})): InVain['pay'] =>
  ({ gateway }, order) =>
    payWithCard(gateway, order, part(gateway));

/** By a stored credential, for an order of whichever customer. */
const byCredential = (
  order: (customer: { readonly clientId: string }) => Parameters,
): Pick<InVain, 'order' | 'pay'> => ({
  order: async ({ stored }) => {
    const credential = await stored();
    return credential && order(credential);
  },
  pay: async ({ gateway, stored }, about) =>
    payByBinding(gateway, about, { bindingId: (await stored())?.bindingId ?? '' }),
});

const inVain: readonly InVain[] = [
  ...['FORCE_TDS', 'FORCE_FULL_TDS'].flatMap((features): InVain[] => [
    { what: `a card that lacks 3DS, with ${features}`, order: () => ({ features }), pay: byCard() },
    {
      what: `the stored credential of such a card, with ${features}`,
      ...byCredential(({ clientId }) => ({ features, clientId })),
    },
  ]),
  {
    what: 'a card that is declined',
    order: ({ gateway: { settings } }) => (settings.declinedCardPan === undefined ? undefined : {}),
    pay: byCard(({ settings }) => ({ $PAN: settings.declinedCardPan })),
  },
  { what: 'a card without its CVC', order: () => ({}), pay: byCard(() => ({ $CVC: undefined })) },
  {
    what: 'the stored credential of another customer',
    ...byCredential(() => ({ clientId: aClientId() })),
  },
  { what: 'a stored credential, without clientId', ...byCredential(() => ({})) },
  ...['CI', 'RI', 'II'].map((tii): InVain => ({
    what: `a card with tii ${tii}, without clientId`,
    order: () => ({}),
    pay: byCard(() => ({ tii })),
  })),
  ...[undefined, 'FORCE_TDS', 'FORCE_FULL_TDS'].map((features): InVain => ({
    what: `the first step of 3DS 2, with ${features ?? 'no features'}`,
    isAsked: true,
    order: ({ gateway: { settings } }) =>
      settings.threeDSCardPan === undefined ? undefined : { features },
    pay: byCard(({ settings }) => ({ $PAN: settings.threeDSCardPan })),
  })),
];

check(
  'gateway.nth.payments-in-vain',
  'does not pay an order the second or third time by what did not pay it at first',
  async ({ gateway }) => {
    const stored = shared(async () => {
      const credential = await storedCredential(gateway);
      return isNotOffered(credential) ? undefined : credential;
    });
    const held: Held = { gateway, stored };
    await forEvery(
      inVain.flatMap((row) =>
        (['register.do', 'registerPreAuth.do'] as const).map((operation) => ({
          ...row,
          operation,
        })),
      ),
      ({ what, operation }) => `${what}, after ${operation}`,
      async ({ order: said, pay, operation, isAsked = false }) => {
        const asked = await said(held);
        const registered = asked && (await taken(gateway.ask(operation, anOrder(asked))));
        if (registered === undefined) return;
        const order = orderOf(registered);
        const first = await pay(held, order);
        // Whether it is in vain is the affair of other requirements; whom the bank asks it may know next.
        if (asksForAuthentication(first) !== isAsked || reportsPaid(await statusOf(gateway, order)))
          return;

        const again = [await pay(held, order), await pay(held, order)];
        // A bank may be content with what it knows by now.
        if (isAsked && again.some((answer) => memberOf(answer.answer.json, 'is3DSVer2') === true)) {
          if (!again.every(asksForAuthentication)) return;
        }

        const status = await statusOf(gateway, order);
        const acts = [registered, first, ...again, status];
        const words = sentExpectedGot(acts, 'an order that is not paid, as at first');
        expect(reportsPaid(status), words).toBe(false);
      },
    );
  },
);
