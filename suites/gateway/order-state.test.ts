import { check, expect } from '../../fixtures/check.ts';
import type { GatewayClient } from '../../fixtures/clients/gateway.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import {
  amountsIn,
  inWords,
  noAmounts,
  noted,
  paid,
  settledOrder,
} from '../../fixtures/worlds/gateway-orders.ts';
import { newOrder, type TestOrder, payWithCard, statusOf } from '../../fixtures/worlds/gateway.ts';
import { untilDeposited } from '../../fixtures/worlds/settle.ts';

// Document 3, part 3.1: the life of an order. Runs of payments stand in properties/gateway.

const registrations = ['register.do', 'registerPreAuth.do'] as const;

for (const operation of registrations) {
  check(
    'gateway.order-state.no-double-payment',
    `keeps the amounts of a paid order of ${operation} that is paid again`,
    async ({ gateway }) => {
      const { order, status } = await settledOrder(gateway, {}, operation);
      // What the bank clears a moment later is not to be taken for the second payment.
      const isOnePhase = operation === 'register.do';
      const before = isOnePhase ? await untilDeposited(() => statusOf(gateway, order)) : status;

      await payWithCard(gateway, order);

      // A success answer proves no payment, so only the order is asked. Document 3, part 7, rule 3.
      const after = await statusOf(gateway, order);
      expect(after).toAnswer(200, paid);
      const same = sentExpectedGot(after, `amounts ${JSON.stringify(amountsIn(before))}`);
      expect(amountsIn(after), same).toEqual(amountsIn(before));
    },
  );

  check(
    'gateway.order-state.declined-keeps-amounts',
    `approves and deposits nothing of an order of ${operation} whose card is declined`,
    async ({ gateway, declinedCardPan: $PAN }) => {
      const order = await newOrder(gateway, {}, operation);

      await payWithCard(gateway, order, { $PAN });

      expect(await statusOf(gateway, order)).toAnswer(200, noAmounts);
    },
  );

  check(
    'gateway.order-state.paid-concurrently-once',
    `counts one of five payments of an order of ${operation} at the same time`,
    async ({ gateway }) => {
      const order = await newOrder(gateway, {}, operation);

      await Promise.all([1, 2, 3, 4, 5].map(() => payWithCard(gateway, order)));

      const status = await statusOf(gateway, order);
      for (const [name, amount] of Object.entries(amountsIn(status))) {
        const once = sentExpectedGot(status, `no more ${name} than ${order.amount}`);
        expect(amount ?? 0, once).toBeLessThanOrEqual(order.amount);
      }
    },
  );
}

check(
  'gateway.order-state.no-double-payment',
  'keeps a paid order paid when a card that needs 3DS 2 is to pay it again',
  async ({ gateway, threeDSCardPan: $PAN }) => {
    const { order } = await settledOrder(gateway);

    await payWithCard(gateway, order, { $PAN });

    expect(await statusOf(gateway, order)).toAnswer(200, paid);
  },
);

check(
  'gateway.order-state.values',
  'is asked for the orderStatus of orders',
  async ({ gateway, observe }) => {
    const { declinedCardPan } = gateway.settings;
    const orders = {
      unpaid: statusOf(gateway, await newOrder(gateway)),
      held: settledOrder(gateway, {}, 'registerPreAuth.do').then(({ status }) => status),
      paid: settledOrder(gateway).then(({ status }) => status),
      ...(declinedCardPan === undefined
        ? {}
        : { declined: statusOf(gateway, await declinedOrder(gateway, declinedCardPan)) }),
    };

    const seen = await Promise.all(
      Object.entries(orders).map(
        async ([name, asked]) => `${name}: ${noted(await asked, 'orderStatus')}`,
      ),
    );

    observe(seen.join('; '));
  },
);

check(
  'gateway.order-state.after-decline',
  'is asked to pay an order after a decline',
  async ({ gateway, declinedCardPan, observe }) => {
    const order = await declinedOrder(gateway, declinedCardPan);

    await payWithCard(gateway, order);

    observe(inWords(await statusOf(gateway, order)));
  },
);

async function declinedOrder(gateway: GatewayClient, $PAN: string): Promise<TestOrder> {
  const order = await newOrder(gateway);
  await payWithCard(gateway, order, { $PAN });
  return order;
}
