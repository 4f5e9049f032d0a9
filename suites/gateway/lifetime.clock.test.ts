import { check, expect } from '../../fixtures/check.ts';
import type { ControlClient } from '../../fixtures/clients/control.ts';
import type { GatewayClient, Parameters } from '../../fixtures/clients/gateway.ts';
import { inWords, noted, notPaid, paid, tellsPaid } from '../../fixtures/worlds/gateway-orders.ts';
import { newOrder, payWithCard, statusOf } from '../../fixtures/worlds/gateway.ts';

// Document 3, parts 3.1 and 8: how long an order can be paid.

const minuteSeconds = 60;
const daySeconds = 24 * 60 * minuteSeconds;
const monthSeconds = 31 * daySeconds;

check(
  'gateway.limits.payable-within-lifetime',
  'pays an order a minute after its registration',
  async ({ gateway, control, skip }) => {
    // A clock that was moved far ahead leaves the test card behind, which says nothing of orders.
    const twin = await newOrder(gateway);
    await payWithCard(gateway, twin);
    if (!tellsPaid(await statusOf(gateway, twin))) {
      return skip("needs a test card that pays at the target's time");
    }
    const before = await control.now();
    const order = await newOrder(gateway);
    await moveTo(control, before, minuteSeconds);

    const payment = await payWithCard(gateway, order);

    expect(payment).toGoWell();
    expect(await statusOf(gateway, order)).toAnswer(200, paid);
  },
);

for (const operation of ['register.do', 'registerPreAuth.do'] as const) {
  check(
    'gateway.order-state.expired-refuses',
    `does not pay an order of ${operation} a month after its registration`,
    async ({ gateway, control, skip }) => {
      const order = await newOrder(gateway, {}, operation);
      await moveTo(control, await control.now(), monthSeconds);

      await payWithCard(gateway, order);

      // The test card may have expired as well, which would say nothing of the order.
      const fresh = await newOrder(gateway, {}, operation);
      await payWithCard(gateway, fresh);
      if (!tellsPaid(await statusOf(gateway, fresh))) {
        return skip('needs a test card that pays a month later');
      }
      expect(await statusOf(gateway, order)).toAnswer(200, notPaid);
    },
  );
}

check(
  'gateway.limits.lifetime',
  'is asked to pay orders later and later',
  async ({ gateway, control, observe }) => {
    const steps = [
      { seconds: 1199, counted: 'from before', words: '1199 seconds' },
      { seconds: 1201, counted: 'from after', words: '1201 seconds' },
      { seconds: daySeconds, counted: 'from after', words: 'a day' },
      { seconds: monthSeconds, counted: 'from after', words: 'a month' },
    ] as const;

    observe(await walk(gateway, control, steps));
  },
);

check(
  'gateway.limits.session-timeout',
  'is asked for an order of 60 seconds and one of two hours',
  async ({ gateway, control, observe }) => {
    const late = { seconds: 61, counted: 'from after', words: '61 seconds' } as const;
    const early = { seconds: 7199, counted: 'from before', words: '7199 seconds' } as const;

    const short = await walk(gateway, control, [late], { sessionTimeoutSecs: 60 });
    const long = await walk(gateway, control, [early], { sessionTimeoutSecs: 7200 });

    observe(`60 seconds: ${short}; 7200 seconds: ${long}`);
  },
);

check(
  'gateway.order-state.values',
  'is asked for the orderStatus of an expired order',
  async ({ gateway, control, observe }) => {
    const order = await newOrder(gateway);
    await moveTo(control, await control.now(), monthSeconds);

    const status = await statusOf(gateway, order);

    observe(`expired: ${noted(status, 'orderStatus')}`);
  },
);

/** A moment in the life of an order. */
interface Step {
  readonly seconds: number;
  /** Registering takes time itself: the last second of a lifetime counts from before it. */
  readonly counted: 'from before' | 'from after';
  readonly words: string;
}

/** Whether orders registered now, one for each step, are paid then. */
async function walk(
  gateway: GatewayClient,
  control: ControlClient,
  steps: readonly Step[],
  part: Parameters = {},
): Promise<string> {
  const before = await control.now();
  const orders = await Promise.all(steps.map(() => newOrder(gateway, part)));
  const after = await control.now();
  const seen: string[] = [];
  for (const [index, { seconds, counted, words }] of steps.entries()) {
    const order = orders[index];
    if (order === undefined) continue;
    await moveTo(control, counted === 'from before' ? before : after, seconds);
    await payWithCard(gateway, order);
    seen.push(`${inWords(await statusOf(gateway, order))} after ${words}`);
  }
  return seen.join(', ');
}

async function moveTo(control: ControlClient, from: Date, seconds: number): Promise<void> {
  await control.moveClockTo(new Date(from.getTime() + seconds * 1000));
}
