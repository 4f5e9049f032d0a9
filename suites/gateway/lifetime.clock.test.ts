import { anOrder, anOrderNumber } from '../../fixtures/builders/gateway.ts';
import { check, expect } from '../../fixtures/check.ts';
import type { WalkingControl } from '../../fixtures/target/walk.ts';
import {
  type GatewayClient,
  type Parameters,
  isGatewaySuccess,
} from '../../fixtures/clients/gateway.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import type { RequirementId } from '../../fixtures/requirements/index.ts';
import { orderNamedIn, payByBinding } from '../../fixtures/worlds/gateway-credentials.ts';
import {
  inWords,
  noted,
  notPaid,
  paid,
  reportsPaid,
} from '../../fixtures/worlds/gateway-orders.ts';
import { taken } from '../../fixtures/worlds/gateway-sameness.ts';
import {
  isNotOffered,
  newOrder,
  type NotOffered,
  ofAnotherOrder,
  payWithCard,
  statusOf,
  storedCredential,
  type TestCredential,
  validGatewayRequest,
} from '../../fixtures/worlds/gateway.ts';

// Document 3, parts 3.1 and 8: how long an order can be paid.

const minuteSeconds = 60;
const hourSeconds = 60 * minuteSeconds;
const daySeconds = 24 * hourSeconds;
const monthSeconds = 31 * daySeconds;

check(
  'gateway.limits.payable-within-lifetime',
  'pays an order a minute after its registration',
  async ({ gateway, control, skip }) => {
    // A clock that was moved far ahead leaves the test card behind, which says nothing of orders.
    const twin = await newOrder(gateway);
    await payWithCard(gateway, twin);
    if (!reportsPaid(await statusOf(gateway, twin))) {
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
      if (!reportsPaid(await statusOf(gateway, fresh))) {
        return skip('needs a test card that pays a month later');
      }
      expect(await statusOf(gateway, order)).toAnswer(200, notPaid);
    },
  );
}

check(
  'gateway.order-state.expired-refuses',
  'does not pay an order by a stored credential a month after its registration',
  async ({ gateway, control, skip }) => {
    const credential = await storedCredential(gateway);
    if (isNotOffered(credential)) return skip(credential.missing);
    const { clientId } = credential;
    const order = await newOrder(gateway, { clientId });
    await moveTo(control, await control.now(), monthSeconds);

    const payment = await payByBinding(gateway, order, credential);

    const fresh = await newOrder(gateway, { clientId });
    await payByBinding(gateway, fresh, credential);
    if (!reportsPaid(await statusOf(gateway, fresh)))
      return skip('needs a credential that pays a month later');
    const status = await statusOf(gateway, order);
    expect(reportsPaid(status), sentExpectedGot([payment, status], 'not paid')).toBe(false);
  },
);

/** Makes an order under a number; undefined where it is not on offer. */
type Make = (
  gateway: GatewayClient,
  orderNumber: string,
  now: Date,
) => Promise<Exchange | undefined>;

/** What has become of an order by then, and how it comes to that. Document 3, parts 4.1 and 4.4. */
const ended: Readonly<Record<string, Make>> = {
  'whose lifetime is over': (gateway, orderNumber) =>
    taken(gateway.ask('register.do', anOrder({ orderNumber }))),
  'that was paid': (gateway, orderNumber) => registeredAndPaid(gateway, { orderNumber }),
  'that has verified a card': (gateway, orderNumber) =>
    registeredAndPaid(gateway, { orderNumber, features: 'VERIFY' }),
  'that was given back on its autoReverseDate': async (gateway, orderNumber, now) => {
    const instant = await validGatewayRequest(gateway, 'instantPayment.do');
    if (isNotOffered(instant)) return undefined;
    const autoReverseDate = dateTimeOf(now, hourSeconds);
    const part = { orderNumber, preAuth: true, autoReverseDate };
    return taken(instant.send({ ...instant.parameters, ...part }));
  },
};

async function registeredAndPaid(
  gateway: GatewayClient,
  part: Parameters,
): Promise<Exchange | undefined> {
  const registered = await taken(gateway.ask('register.do', anOrder(part)));
  const order = registered && orderNamedIn(registered);
  if (order !== undefined) await payWithCard(gateway, order);
  return registered;
}

check(
  'gateway.order.order-number-is-unique',
  'registers no second order under the number of one that was over, paid or given back weeks ago',
  async ({ gateway, control }) => {
    const now = await control.now();
    const orders = await Promise.all(
      Object.entries(ended).map(async ([name, make]) => {
        const orderNumber = anOrderNumber();
        const made = await make(gateway, orderNumber, now);
        return { name, orderNumber, order: made && orderNamedIn(made) };
      }),
    );
    await moveTo(control, now, monthSeconds);

    for (const { name, orderNumber, order } of orders) {
      if (order === undefined) continue;
      const answer = await gateway.ask('register.do', anOrder({ orderNumber, amount: 21_00 }));

      const isSecond =
        isGatewaySuccess(answer) && memberOf(answer.answer.json, 'orderId') !== order.mdOrder;
      const words = sentExpectedGot(answer, `no other order than the one ${name}`);
      expect(isSecond, words).toBe(false);
    }
  },
);

check(
  'gateway.order-state.unpaid-stays-unpaid',
  'has no order paid by its autocompletionDate whose card was declined',
  async ({ gateway, declinedCardPan: pan, control, skip }) => {
    const instant = await validGatewayRequest(gateway, 'instantPayment.do');
    if (isNotOffered(instant)) return skip(instant.missing);
    const before = await control.now();
    const autocompletionDate = dateTimeOf(before, hourSeconds);
    const held = { ...instant.parameters, preAuth: true, autocompletionDate };
    const approved = await instant.send(held);
    if (!isGatewaySuccess(approved)) return skip('autocompletionDate is not offered');
    const order = orderNamedIn(await instant.send({ ...ofAnotherOrder(held), pan }));
    if (order === undefined) return skip('the answer to a declined payment names no order');
    expect(await statusOf(gateway, order)).toAnswer(200, notPaid);

    await moveTo(control, before, 2 * hourSeconds);

    expect(await statusOf(gateway, order)).toAnswer(200, notPaid);
  },
);

/** Whether an order that waits for its CVC can be paid so much later. Document 3, part 4.4. */
const lateOrders: readonly {
  readonly id: RequirementId;
  readonly title: string;
  readonly timeoutSeconds: number;
  /** Without a zone in the document, so days from every moment that is looked at. */
  readonly expiresInSeconds?: number;
  readonly laterSeconds: number;
  readonly isPayable: boolean;
}[] = [
  {
    id: 'gateway.limits.expiration-date-wins',
    title: 'pays an order of two days and 60 seconds after an hour',
    timeoutSeconds: 60,
    expiresInSeconds: 2 * daySeconds,
    laterSeconds: hourSeconds,
    isPayable: true,
  },
  {
    id: 'gateway.limits.expiration-date-wins',
    title: 'does not pay an order of two days and a week of seconds after four days',
    timeoutSeconds: 7 * daySeconds,
    expiresInSeconds: 2 * daySeconds,
    laterSeconds: 4 * daySeconds,
    isPayable: false,
  },
  {
    id: 'gateway.instant-payment.session-timeout',
    title: 'does not pay an order of 60 seconds after 61',
    timeoutSeconds: 60,
    laterSeconds: 61,
    isPayable: false,
  },
  {
    id: 'gateway.instant-payment.session-timeout',
    title: 'pays an order of 50 days after 49',
    timeoutSeconds: 50 * daySeconds,
    laterSeconds: 49 * daySeconds,
    isPayable: true,
  },
  {
    id: 'gateway.instant-payment.session-timeout',
    title: 'pays an order of 7200 seconds half a minute before they are over',
    timeoutSeconds: 2 * hourSeconds,
    laterSeconds: 2 * hourSeconds - 30,
    isPayable: true,
  },
];

for (const { id, title, laterSeconds, isPayable, ...lifetime } of lateOrders) {
  check(id, title, async ({ gateway, control, skip }) => {
    const credential = await storedCredential(gateway);
    if (isNotOffered(credential)) return skip(credential.missing);
    // An older order lives as long as it usually does, which is no affair of the younger.
    await newOrder(gateway);
    const { timeoutSeconds, expiresInSeconds } = lifetime;
    const order = await orderToBePaid(gateway, credential, {
      sessionTimeoutSecs: timeoutSeconds,
      ...(expiresInSeconds === undefined
        ? {}
        : { expirationDate: dateTimeOf(await control.now(), expiresInSeconds) }),
    });
    if (isNotOffered(order)) return skip(order.missing);
    await moveTo(control, await control.now(), laterSeconds);

    await payByBinding(gateway, order, credential);

    // An order that is new by then tells whether the credential can still pay at all.
    const fresh = await orderToBePaid(gateway, credential);
    if (isNotOffered(fresh)) return skip(fresh.missing);
    await payByBinding(gateway, fresh, credential);
    if (!reportsPaid(await statusOf(gateway, fresh))) {
      return skip('such an order cannot be paid with paymentOrderBinding.do');
    }
    expect(await statusOf(gateway, order)).toAnswer(200, isPayable ? paid : notPaid);
  });
}

/** Seconds after a full minute at which orders end, and whether they can be paid 40 seconds after it. */
const ends = [
  { endSeconds: 10, isPayable: false },
  { endSeconds: 50, isPayable: true },
  { endSeconds: 70, isPayable: true },
] as const;

check(
  'gateway.deadlines.expiration-to-the-second',
  'pays orders whose expirationDate is seconds ahead, and none whose is seconds ago',
  async ({ gateway, control, skip }) => {
    const credential = await storedCredential(gateway);
    if (isNotOffered(credential)) return skip(credential.missing);
    const dayMs = daySeconds * 1000;
    const minute = new Date(Math.ceil(((await control.now()).getTime() + dayMs) / 60_000) * 60_000);
    const orders = await Promise.all(
      ends.map(({ endSeconds }) =>
        orderToBePaid(gateway, credential, { expirationDate: dateTimeOf(minute, endSeconds) }),
      ),
    );
    await moveTo(control, minute, 40);

    const paidOnes: boolean[] = [];
    for (const order of orders) {
      if (isNotOffered(order)) return skip(order.missing);
      await payByBinding(gateway, order, credential);
      paidOnes.push(reportsPaid(await statusOf(gateway, order)));
    }

    // In which zone the date is meant is not said: the first and the last tell whether it is in this one.
    if (paidOnes[0] === true || paidOnes[2] === false)
      return skip('expirationDate is in another zone than UTC');
    expect(paidOnes, 'which of the orders that end after 10, 50 and 70 seconds are paid').toEqual(
      ends.map(({ isPayable }) => isPayable),
    );
  },
);

/** Minutes of a day at which orders end, among them those that a clock of twelve hours mixes up. */
const endMinutes = [0.5, 3.5, 11.5, 12.5, 13.5].map((hours) => hours * 60);

check(
  'gateway.deadlines.expiration-to-the-second',
  'pays no order whose expirationDate is earlier on a day where it does not pay one that ends later',
  async ({ gateway, control, skip }) => {
    const credential = await storedCredential(gateway);
    if (isNotOffered(credential)) return skip(credential.missing);
    const dayMs = daySeconds * 1000;
    const day = new Date(Math.ceil(((await control.now()).getTime() + 2 * dayMs) / dayMs) * dayMs);
    const orders = await Promise.all(
      endMinutes.map((minutes) =>
        orderToBePaid(gateway, credential, {
          expirationDate: dateTimeOf(day, minutes * minuteSeconds),
        }),
      ),
    );
    // In which zone the date is meant is not said: in most of them some orders are over by now, and some not.
    await moveTo(control, day, 6 * hourSeconds);

    const acts: Exchange[] = [];
    for (const order of orders) {
      if (isNotOffered(order)) return skip(order.missing);
      await payByBinding(gateway, order, credential);
      acts.push(await statusOf(gateway, order));
    }

    const paidOnes = acts.map(reportsPaid);
    if (new Set(paidOnes).size === 1) return skip('all of the orders, or none, are over by then');
    const words = sentExpectedGot(acts, 'orders paid from some expirationDate on, and none before');
    expect(paidOnes, words).toEqual(paidOnes.toSorted((one, other) => Number(one) - Number(other)));
  },
);

check(
  'gateway.deadlines.expiration-to-the-second',
  'pays no order after a date in a month of fewer days that was given on the last day of a longer one',
  async ({ gateway, control }) =>
    control.aside(async (own) => {
      const now = await own.now();
      await own.moveClockTo(new Date(Date.UTC(now.getUTCFullYear() + 1, 0, 31, 12)));
      const credential = await storedCredential(gateway);
      if (isNotOffered(credential)) return;
      const made = await own.now();
      const [soon, nextMonth] = [3 * hourSeconds, 3 * daySeconds];
      const orders = await Promise.all(
        [soon, nextMonth].map((seconds) =>
          orderToBePaid(gateway, credential, { expirationDate: dateTimeOf(made, seconds) }),
        ),
      );
      const outcomes: Exchange[] = [];
      // A day later, since in which zone the date is meant is not said.
      for (const [place, order] of orders.entries()) {
        if (isNotOffered(order)) return;
        await moveTo(own, made, ([soon, nextMonth][place] ?? 0) + daySeconds);
        await payByBinding(gateway, order, credential);
        outcomes.push(await statusOf(gateway, order));
      }
      const [usual, last] = outcomes.map(reportsPaid);

      // Whether the date ends an order is not said of every operation.
      if (usual !== false) return;
      expect(last, sentExpectedGot(outcomes, 'neither paid a day after its date')).toBe(false);
    }),
);

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
    // Part 4.1 does not show what else register.do takes, so this may be refused as unknown.
    const asked = await gateway.ask('register.do', anOrder({ sessionTimeoutSecs: 60 }));
    if (!isGatewaySuccess(asked)) return observe('register.do does not accept sessionTimeoutSecs');
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
  control: WalkingControl,
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

/** An order of instantPayment.do whose payer is yet to enter a CVC. Document 3, part 4.4. */
async function orderToBePaid(
  gateway: GatewayClient,
  { bindingId, clientId }: TestCredential,
  part: Parameters = {},
): Promise<{ readonly mdOrder: string } | NotOffered> {
  const asked = await gateway.ask('instantPayment.do', {
    ...anOrder({ bindingId, clientId }),
    ...part,
  });
  const order = isGatewaySuccess(asked) ? orderNamedIn(asked) : undefined;
  return order === undefined || reportsPaid(await statusOf(gateway, order))
    ? { missing: 'no instant payment by a stored credential waits for its CVC' }
    : order;
}

/** A moment as dates of orders are written, in UTC. Document 3, part 4.4. */
function dateTimeOf(from: Date, seconds: number): string {
  return new Date(from.getTime() + seconds * 1000).toISOString().slice(0, 19);
}

async function moveTo(control: WalkingControl, from: Date, seconds: number): Promise<void> {
  await control.moveClockTo(new Date(from.getTime() + seconds * 1000));
}
