import fc from 'fast-check';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect, forAll, forEvery, reached } from '../../fixtures/check.ts';
import type { GatewayClient } from '../../fixtures/clients/gateway.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { amountsIn, reportsPaid } from '../../fixtures/worlds/gateway-orders.ts';
import { standingIn } from '../../fixtures/worlds/gateway-sameness.ts';
import { ways } from '../../fixtures/worlds/gateway-ways.ts';
import { payWithCard, statusOf } from '../../fixtures/worlds/gateway.ts';
import type { OrderEvent } from '../models/order.ts';
import {
  expectAmounts,
  follow,
  followAll,
  followedOrder,
  type FollowedOrder,
} from './order-runs.ts';

// Document 3, part 3.1: the life of an order. Single steps stand in suites/gateway/order-state.test.ts.

const operation = fc.constantFrom('register.do' as const, 'registerPreAuth.do' as const);
const amount = fc.integer({ min: 1_00, max: 90_00 }).map(minorUnits);

check(
  'gateway.order-state.no-double-payment',
  'keeps what is paid of an order, in whatever way, when cards are to pay it again',
  async ({ gateway }) => {
    const { declinedCardPan } = gateway.settings;
    await forEvery(
      ways,
      ({ name }) => `an order paid ${name}`,
      async ({ prepare }) => {
        const payer = await prepare(gateway);
        const order = (await payer?.(27_00))?.order;
        if (order === undefined) return;
        const before = await statusOf(gateway, order);
        if (!reportsPaid(before)) return;

        const again = [await payWithCard(gateway, order)];
        if (declinedCardPan !== undefined)
          again.push(await payWithCard(gateway, order, { $PAN: declinedCardPan }));

        const after = await statusOf(gateway, order);
        const words = sentExpectedGot([before, ...again, after], 'as it was paid');
        expect(standingIn(after), words).toEqual(standingIn(before));
      },
    );
  },
);

check(
  'gateway.order-state.through-any-run',
  'pays an order at most once, and for good',
  async ({ gateway }) => {
    const events = fc.array(eventThat(gateway), { minLength: 2, maxLength: 4 });

    await forAll(
      [operation, amount, events],
      async (registration, costs, run) => {
        const order = await followedOrder(gateway, { operation: registration, amount: costs });

        await followAll(gateway, order, run);
      },
      { share: 0.5, least: { accepted: 50, depth: 6, reached: { 'payment when paid': 1 } } },
    );
  },
);

check(
  'gateway.order-state.paid-concurrently-once',
  'counts one payment of those that come with declines at the same time',
  async ({ gateway }) => {
    const events = fc
      .array(eventThat(gateway), { minLength: 1, maxLength: 3 })
      .map((others): OrderEvent[] => ['payment', ...others, 'payment']);

    await forAll(
      [operation, amount, events],
      async (registration, costs, run) => {
        const order = await followedOrder(gateway, { operation: registration, amount: costs });

        if (run.includes('payment') && run.includes('decline')) reached('payments with declines');
        await Promise.all(run.map((event) => payWithCard(gateway, order, cardFor(gateway, event))));

        const status = await statusOf(gateway, order);
        for (const [name, shown] of Object.entries(amountsIn(status))) {
          const once = sentExpectedGot(status, `${name} 0 or ${costs}`);
          expect([0, costs], once).toContain(shown ?? 0);
        }
      },
      { share: 0.25, least: { accepted: 16, depth: 5 } },
    );
  },
);

check(
  'gateway.money.paid-once-through-any-run',
  'deposits the amounts of the orders that were paid, and no other',
  async ({ gateway }) => {
    const plans = fc.array(fc.record({ operation, amount }), { minLength: 2, maxLength: 3 });
    const steps = fc.array(fc.record({ of: fc.nat({ max: 2 }), event: eventThat(gateway) }), {
      minLength: 1,
      maxLength: 5,
    });

    await forAll(
      [plans, steps],
      async (registrations, run) => {
        const orders: FollowedOrder[] = await Promise.all(
          registrations.map((registration) => followedOrder(gateway, registration)),
        );

        for (const { of, event } of run) {
          const index = of % orders.length;
          const order = orders[index];
          if (order !== undefined) orders[index] = await follow(gateway, order, event);
        }

        // The orders that a step was not about are as they were before it.
        await Promise.all(
          orders.map(async (order) => expectAmounts(await statusOf(gateway, order), order)),
        );
      },
      { share: 0.25, least: { accepted: 32, depth: 7, reached: { 'payment when new': 1 } } },
    );
  },
);

/** Without a card that is declined, runs hold payments only. */
function eventThat({ settings }: GatewayClient): fc.Arbitrary<OrderEvent> {
  return settings.declinedCardPan === undefined
    ? fc.constant<OrderEvent>('payment')
    : fc.constantFrom<OrderEvent>('payment', 'decline');
}

function cardFor({ settings }: GatewayClient, event: OrderEvent): { readonly $PAN?: string } {
  const { declinedCardPan } = settings;
  return event === 'decline' && declinedCardPan !== undefined ? { $PAN: declinedCardPan } : {};
}
