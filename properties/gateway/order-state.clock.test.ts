import fc from 'fast-check';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, forAll } from '../../fixtures/check.ts';
import { reportsPaid } from '../../fixtures/worlds/gateway-orders.ts';
import { newOrder, payWithCard, statusOf } from '../../fixtures/worlds/gateway.ts';
import type { OrderEvent } from '../models/order.ts';
import { followAll, followedOrder } from './order-runs.ts';

// Document 3, parts 3.1 and 8: the life of an order that waits.

check(
  'gateway.order-state.through-any-run',
  'pays an order at most once, and for good, however it waits',
  async ({ gateway, control }) => {
    const { declinedCardPan } = gateway.settings;
    const acts: readonly OrderEvent[] =
      declinedCardPan === undefined ? ['payment'] : ['payment', 'decline'];
    const act = fc.constantFrom(...acts);
    const plan = fc.record({
      before: fc.array(act, { maxLength: 2 }),
      after: fc.array(act, { minLength: 1, maxLength: 2 }),
    });
    const amount = minorUnits(15_00);
    let isCardGood = true;

    await forAll(
      [fc.array(plan, { minLength: 3, maxLength: 5 })],
      (plans) =>
        control.aside(async (own) => {
          // The test card may be good no longer.
          const trial = await newOrder(gateway);
          await payWithCard(gateway, trial);
          isCardGood &&= reportsPaid(await statusOf(gateway, trial));
          if (!isCardGood) return;

          // In one phase only: how long a payment is held is not said.
          const orders = await Promise.all(
            plans.map(async ({ before }) => {
              const order = await followedOrder(gateway, { operation: 'register.do', amount });
              return followAll(gateway, order, before);
            }),
          );
          const now = await own.now();
          await own.moveClockTo(new Date(now.getTime() + monthMs));
          await Promise.all(
            orders.map((order, index) =>
              followAll(gateway, order, ['month passes', ...(plans[index]?.after ?? [])]),
            ),
          );
        }),
      {
        share: 0.125,
        allAtOnce: true,
        least: {
          accepted: 40,
          depth: 15,
          otherwise: 'needs a test card that expires later',
        },
      },
    );
  },
);

const monthMs = 31 * 24 * 60 * 60_000;
