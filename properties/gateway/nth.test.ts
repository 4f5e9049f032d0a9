import { anOrder } from '../../fixtures/builders/gateway.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import type { GatewayClient } from '../../fixtures/clients/gateway.ts';
import { isGatewaySuccess } from '../../fixtures/clients/gateway.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { repeated } from '../../fixtures/repeated.ts';
import type { Exchange } from '../../fixtures/transcript/exchange.ts';
import { listOf } from '../../fixtures/worlds/gateway-credentials.ts';
import { paid, reportsPaid } from '../../fixtures/worlds/gateway-orders.ts';
import { orderOf } from '../../fixtures/worlds/gateway-sameness.ts';
import { type Payment, type Way, ways } from '../../fixtures/worlds/gateway-ways.ts';
import { newOrder, payWithCard, showsPaid, statusOf } from '../../fixtures/worlds/gateway.ts';
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
