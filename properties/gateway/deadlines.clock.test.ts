import { anOrder, anOrderNumber, usualAmount } from '../../fixtures/builders/gateway.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import {
  type GatewayClient,
  isGatewaySuccess,
  type Parameters,
} from '../../fixtures/clients/gateway.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';

import { inSmokeOnly, repeated } from '../../fixtures/repeated.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import {
  orderNamedIn,
  payByBinding,
  paymentOutcomeOf,
} from '../../fixtures/worlds/gateway-credentials.ts';
import { amountsIn, reportsPaid } from '../../fixtures/worlds/gateway-orders.ts';
import { readStatus, standingIn, taken } from '../../fixtures/worlds/gateway-sameness.ts';
import { reusable } from '../../fixtures/worlds/gateway-ways.ts';
import {
  isNotOffered,
  newOrder,
  payWithCard,
  validGatewayRequest,
} from '../../fixtures/worlds/gateway.ts';

// Document 3, parts 4.4 and 8: what is to happen at a moment happens not before it, to each order that it
// was said of and to no other, and nothing that is tried meanwhile puts it off.

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** A payment in two phases with a date for what becomes of it. */
interface Hold {
  readonly name: 'autocompletionDate' | 'autoReverseDate';
  readonly at: 'soon' | 'later';
  /** Whether its status is read before, and not for the first time at the end. */
  readonly isWatched: boolean;
  /** Whether it has the other date as well, later. */
  readonly isCrossed?: boolean;
  /** How it comes to be held, where the call that makes it does not hold it. */
  readonly later?: Later;
}

/** What the call that makes an order says of its payer, and who pays it then. */
interface Later {
  readonly part: (ground: Ground) => Parameters | undefined;
  readonly pay: (ground: Ground, order: { readonly mdOrder: string }) => Promise<Exchange>;
}

interface Ground {
  readonly gateway: GatewayClient;
  readonly credential: { readonly bindingId: string; readonly clientId: string } | undefined;
}

/** The payer enters the CVC of a stored card, or takes another card than the one that was declined. Part 4.4. */
const laters: readonly Later[] = [
  {
    part: ({ credential }) => credential && { pan: undefined, cvc: undefined, ...credential },
    pay: ({ gateway, credential }, order) =>
      payByBinding(gateway, order, credential ?? { bindingId: '' }),
  },
  {
    part: ({ gateway: { settings } }) =>
      settings.declinedCardPan === undefined ? undefined : { pan: settings.declinedCardPan },
    pay: ({ gateway }, order) => payWithCard(gateway, order),
  },
];

/** Minor units that are no whole ones of a currency. */
const heldAmount = 15_99;

const registrations = ['register.do', 'registerPreAuth.do'] as const;
const names = ['autocompletionDate', 'autoReverseDate'] as const;
const holds = names.flatMap((name): Hold[] => [
  // Two of them at the same second: each is an order of its own.
  { name, at: 'soon', isWatched: true },
  { name, at: 'soon', isWatched: false, isCrossed: true },
  ...laters.map((later): Hold => ({ name, at: 'soon', isWatched: false, later })),
  // Further ahead than milliseconds can be counted in 32 bits.
  { name, at: 'later', isWatched: true },
]);

interface HeldOrder extends Hold {
  readonly mdOrder: string;
}

/** A held order, and how it stood when it was paid. */
interface WatchedOrder extends HeldOrder {
  readonly first: Exchange;
}

check(
  'gateway.deadlines.dates-are-kept',
  'completes and reverses held orders on their dates and not before, each for itself and once',
  async ({ gateway, control, skip }) => {
    const now = await control.now();
    // Nearer than any zone is from UTC, a date that is read in one would be over already.
    const moments = { soon: wholeSeconds(now, 15 * hourMs), later: wholeSeconds(now, 40 * dayMs) };
    const held = await heldUntil(gateway, moments);
    const watched = await Promise.all(
      held
        .filter(({ isWatched }) => isWatched)
        .map(async (order) => ({ ...order, first: await readStatus(gateway, order) })),
    );
    if (watched.length === 0) return skip('neither of the two dates is enabled');

    // They are in UTC. How soon after its date an order is taken up is not said: a day is enough.
    await control.moveClockTo(new Date(moments.soon.getTime() - 2_000));
    for (const order of watched) await expectAsFirst(gateway, order);
    await control.moveClockTo(new Date(moments.soon.getTime() + dayMs));

    const moved = new Map<Hold['name'], readonly Exchange[]>();
    for (const order of watched) {
      if (order.at === 'later') {
        await expectAsFirst(gateway, order);
        continue;
      }
      const statuses = await Promise.all(
        held
          .filter(({ name, at }) => name === order.name && at === order.at)
          .map((one) => readStatus(gateway, one)),
      );
      const states = statuses.map(stateIn);
      const alike = sentExpectedGot(statuses, 'the same of each order with that date');
      expect(new Set(states).size, alike).toBe(1);
      for (const status of statuses) {
        const words = sentExpectedGot(
          status,
          `what was held deposited, if anything: ${heldAmount}`,
        );
        expect([0, heldAmount], words).toContain(standingIn(status).deposited);
      }
      if (states[0] === stateIn(order.first)) continue;
      moved.set(order.name, statuses);
      expectSettled(order, statuses);
      await expectNothingCharged(gateway, order, statuses);
      await expectFollowed(gateway, order, statuses);
    }

    await control.moveClockTo(new Date(moments.later.getTime() + dayMs));
    for (const order of watched) {
      if (order.at === 'soon' || !moved.has(order.name)) continue;
      const status = await readStatus(gateway, order);
      const words = sentExpectedGot([order.first, status], `its ${order.name} to have come`);
      expect(stateIn(status), words).not.toBe(stateIn(order.first));
    }
    // They are for what is held: what was debited is given back by a refund, which nobody has asked for.
    for (const order of held) {
      const settled = moved.get(order.name);
      if (order.isCrossed !== true || settled === undefined) continue;
      const status = await readStatus(gateway, order);
      const expected = `as its ${order.name} has left it, whatever the other date`;
      const words = sentExpectedGot([...settled, status], expected);
      expect([stateIn(status)], words).toEqual([...new Set(settled.map(stateIn))]);
    }
  },
);

/** What is held is debited as a whole on the one date, and given back on the other. */
function expectSettled({ name, first }: WatchedOrder, statuses: readonly Exchange[]): void {
  const { isPaid: wasPaid, approved: held } = standingIn(first);
  if (!wasPaid) return;
  const isCompleted = name === 'autocompletionDate';
  for (const status of statuses) {
    const { isPaid, deposited } = standingIn(status);
    const expected = isCompleted
      ? 'what was held deposited'
      : 'what was held given back, and no payment';
    const words = sentExpectedGot([first, status], `${expected}, by its ${name}`);
    expect(isPaid, words).toBe(isCompleted);
    // Which of the amounts a status shows is not said.
    const areShown = held > 0 && amountsIn(status).deposited !== undefined;
    if (areShown || !isCompleted) expect(deposited, words).toBe(isCompleted ? held : 0);
  }
}

/** What is charged on an order has to be of one that is paid, as it is no more once all was given back. Part 4.5. */
async function expectNothingCharged(
  gateway: GatewayClient,
  { mdOrder: originalMdOrder }: WatchedOrder,
  statuses: readonly Exchange[],
): Promise<void> {
  if (statuses.some(reportsPaid)) return;
  const terms = { originalMdOrder, orderNumber: anOrderNumber(), tii: 'IPI', amount: 5_00 };
  const charge = await gateway.ask('industryPractice/paymentOrder.do', terms);
  const outcome = await paymentOutcomeOf(gateway, charge);
  const words = sentExpectedGot([...statuses, charge, outcome], 'nothing charged on it any more');
  expect(reportsPaid(outcome), words).toBe(false);
}

/** What its date has debited is a paid order as any other, so that others may follow it. Part 4.5. */
async function expectFollowed(
  gateway: GatewayClient,
  { name, mdOrder }: WatchedOrder,
  statuses: readonly Exchange[],
): Promise<void> {
  if (name !== 'autocompletionDate' || !statuses.every(reportsPaid)) return;
  const made = await instantly(gateway, { amount: heldAmount });
  const usual = made && orderNamedIn(made);
  if (usual === undefined) return;
  for (const tii of ['IPI', 'IPD']) {
    const follow = async (originalMdOrder: string): Promise<Exchange> => {
      const terms = { originalMdOrder, orderNumber: anOrderNumber(), tii, amount: 5_00 };
      const charge = await gateway.ask('industryPractice/paymentOrder.do', terms);
      return paymentOutcomeOf(gateway, charge);
    };
    if (!reportsPaid(await follow(usual.mdOrder))) continue;
    const outcome = await follow(mdOrder);
    const words = sentExpectedGot([...statuses, outcome], `charged for ${tii} as in one phase`);
    expect(reportsPaid(outcome), words).toBe(true);
  }
}

check(
  'gateway.deadlines.dates-are-kept',
  'takes up each of two orders with one date like one with a date of its own, and none weeks before it',
  async ({ gateway, control }) => {
    const now = await control.now();
    const own = wholeSeconds(now, 5 * hourMs);
    const shared = new Date(own.getTime() + 7 * minuteMs);
    const far = wholeSeconds(now, 60 * dayMs);
    await forEvery(
      names,
      (name) => name,
      async (name) => {
        const held = await Promise.all(
          [own, shared, shared, far].map(async (date) => {
            const made = await instantly(gateway, { preAuth: true, [name]: dateTimeOf(date) });
            const order = made && orderNamedIn(made);
            return order && { ...order, first: await readStatus(gateway, order) };
          }),
        );
        const [usual, one, other, last] = held;
        if (usual === undefined || one === undefined || other === undefined) return;

        await control.moveClockTo(new Date(shared.getTime() + dayMs));
        const statuses = await Promise.all(
          [usual, one, other].map((order) => readStatus(gateway, order)),
        );
        const [state, ...states] = statuses.map(stateIn);
        if (state === undefined || state === stateIn(usual.first)) return;
        const words = sentExpectedGot(statuses, 'the same of each order, a day after its date');
        expect(new Set(states), words).toEqual(new Set([state]));

        // No bank holds money for ever: what it gives back early is no deposit.
        if (last === undefined || name !== 'autocompletionDate') return;
        await control.moveClockTo(new Date(far.getTime() - dayMs));
        const status = await readStatus(gateway, last);
        const early = sentExpectedGot([last.first, status], 'nothing deposited before its date');
        expect(standingIn(status).deposited, early).toBe(0);
      },
      { allAtOnce: true },
    );
  },
);

/** Between the dates of two orders, so that each is looked at before and after its own. */
const apartMs = 5 * minuteMs;
/** The zones west of UTC. */
const hoursBehind = 12;

/** When the two dates are: clocks on the wall are set to another time for a half of each year. */
const halves = ['of this half of the year', 'of the other half of the year'] as const;

check(
  'gateway.deadlines.dates-are-kept',
  'reads neither date in a zone behind or ahead of UTC, in winter or in summer',
  async ({ gateway, control }) => {
    await forEvery(
      halves.flatMap((half) => names.map((name) => ({ name, half }))),
      ({ name, half }) => `${name} ${half}`,
      async ({ name, half }) =>
        control.aside(async (own) => {
          // No bank holds money for ever: both orders are made a short while before their dates.
          if (half === halves[1]) await own.moveClockTo(inOtherHalf(await own.now()));
          const first = wholeSeconds(await own.now(), 2 * hourMs);
          const dates = [first, new Date(first.getTime() + apartMs)];
          const made = await Promise.all(
            dates.map((date) => instantly(gateway, { preAuth: true, [name]: dateTimeOf(date) })),
          );
          const [one, other] = made.map((answer) => answer && orderNamedIn(answer));
          if (one === undefined || other === undefined) return;
          const [wasOne, wasOther] = [
            await readStatus(gateway, one),
            await readStatus(gateway, other),
          ];
          await own.moveClockTo(new Date(first.getTime() - 2_000));
          await expectAsFirst(gateway, { ...one, first: wasOne, name });

          for (let hours = 0; hours <= hoursBehind; hours += 1) {
            const due = first.getTime() + hours * hourMs;
            await own.moveClockTo(new Date(due + apartMs / 2));
            const is = [await readStatus(gateway, one), await readStatus(gateway, other)] as const;
            const isLooked = (await own.now()).getTime() < due + apartMs;
            if (stateIn(is[0]) === stateIn(wasOne)) continue;
            // How soon an order is taken up is not said: a job takes all that are due, whenever it
            // comes. Where the second is not among them, each is taken up at a moment of its own.
            if (!isLooked || stateIn(is[1]) !== stateIn(wasOther)) return;
            await own.moveClockTo(new Date(due + 1.5 * apartMs));
            const then = await readStatus(gateway, other);
            if (stateIn(then) === stateIn(wasOther)) return;
            const words = sentExpectedGot(
              [wasOne, wasOther, ...is, then],
              `each at its ${name}, which is in UTC, and not to the minute ${hours} hours later`,
            );
            expect(hours, words).toBe(0);
            return;
          }
        }),
      { allAtOnce: true },
    );
  },
);

check(
  'gateway.deadlines.dates-are-kept',
  'takes up on its date, in a month of fewer days, what was held on the last day of a longer one',
  async ({ gateway, control }) => {
    if (inSmokeOnly()) return;
    await forEvery(
      names,
      (name) => name,
      (name) =>
        control.aside(async (own) => {
          const now = await own.now();
          await own.moveClockTo(new Date(Date.UTC(now.getUTCFullYear() + 1, 0, 31, 12)));
          const [soon, nextMonth] = [3 * hourMs, 2 * dayMs];
          const held = await Promise.all(
            [soon, nextMonth].map(async (ms) => {
              const date = wholeSeconds(await own.now(), ms);
              const made = await instantly(gateway, { preAuth: true, [name]: dateTimeOf(date) });
              const order = made && orderNamedIn(made);
              return order && { ...order, date, first: await readStatus(gateway, order) };
            }),
          );
          const [usual, other] = held;
          if (usual === undefined || other === undefined) return;
          await own.moveClockTo(new Date(usual.date.getTime() + dayMs));
          const moved = await readStatus(gateway, usual);
          // Whether the date is enabled is not known.
          if (stateIn(moved) === stateIn(usual.first)) return;

          await own.moveClockTo(new Date(other.date.getTime() + dayMs));
          const status = await readStatus(gateway, other);

          const words = `its ${name} to have come, as that of the other order`;
          const about = sentExpectedGot([usual.first, moved, other.first, status], words);
          expect(stateIn(status), about).toBe(stateIn(moved));
        }),
      { allAtOnce: true },
    );
  },
);

/** How far apart the clock and a moment may be that is kept in whole seconds. */
const roundedMs = 1_000;

check(
  'gateway.order-status.date-by-the-clock',
  'dates an order by the clock, in winter and in summer',
  async ({ gateway, control }) => {
    await forEvery(
      halves,
      (half) => `an order ${half}`,
      async (half) =>
        control.aside(async (own) => {
          if (half === halves[1]) await own.moveClockTo(inOtherHalf(await own.now()));
          const before = (await own.now()).getTime();
          const order = await newOrder(gateway);
          const payment = await payWithCard(gateway, order);
          const status = await readStatus(gateway, order);
          const after = (await own.now()).getTime();

          const date = memberOf(status.answer.json, 'date');
          // Whether it is that of the registration or of the payment is not said, nor whether a status has it in
          // milliseconds, as the answer to a charge does.
          if (typeof date !== 'number' || date < 100_000_000_000) return;
          const words = sentExpectedGot(
            [payment, status],
            `a date from ${before - roundedMs} to ${after + roundedMs}, as the clock was then`,
          );
          expect(date >= before - roundedMs && date <= after + roundedMs, words).toBe(true);
        }),
      { allAtOnce: true },
    );
  },
);

check(
  'gateway.deadlines.completes-holds-only',
  'deposits nothing on the date of an order that waits or that only verifies a card',
  async ({ gateway, control, skip }) => {
    const now = await control.now();
    const date = wholeSeconds(now, 10 * minuteMs);
    const { threeDSCardPan: pan } = gateway.settings;
    const told = {
      preAuth: true,
      autocompletionDate: dateTimeOf(date),
      sessionTimeoutSecs: 86_400,
    };
    const asked = [
      { ...told, features: 'VERIFY' },
      ...(pan === undefined ? [] : [{ ...told, pan }]),
    ];
    // Nobody has paid these, and their parameters are not all shown. Parts 4.1 and 4.2.
    const { autocompletionDate } = told;
    const unpaid = registrations.map((operation) =>
      taken(gateway.ask(operation, anOrder({ autocompletionDate }))),
    );
    const sent = await Promise.all([...asked.map((part) => instantly(gateway, part)), ...unpaid]);
    const orders = sent.flatMap((answer) => (answer && orderNamedIn(answer)) ?? []);
    if (orders.length === 0) return skip('autocompletionDate is not offered for such orders');
    const first = await Promise.all(orders.map((order) => readStatus(gateway, order)));

    await control.moveClockTo(new Date(date.getTime() + 12 * hourMs));

    for (const [index, order] of orders.entries()) {
      const [was, status] = [first[index], await readStatus(gateway, order)];
      const wasPaid = was !== undefined && reportsPaid(was);
      const words = sentExpectedGot(
        [...(was ? [was] : []), status],
        'nothing deposited by the date',
      );
      expect(standingIn(status).deposited, words).toBe(0);
      if (!wasPaid) expect(reportsPaid(status), words).toBe(false);
    }
  },
);

/** Seconds that are no whole minutes, hours or days. */
const lifetimes = [97, 3_697, 91_897] as const;
/** Orders of no such lifetime, paid beside the others: the first is to be over, the last can still be paid. */
const [overSeconds, openSeconds] = [60, 50 * 86_400];
const beforeEndMs = 20_000;

check(
  'gateway.deadlines.lifetime-to-the-second',
  'pays an order until the seconds of its sessionTimeoutSecs are over, and not after them',
  async ({ gateway, control }) => {
    await forEvery(
      [
        ...lifetimes.map((seconds) => ({ operation: 'instantPayment.do', seconds }) as const),
        ...registrations.map((operation) => ({ operation, seconds: 97 }) as const),
      ],
      ({ operation, seconds }) => `${seconds} seconds by ${operation}`,
      async ({ operation, seconds }) =>
        control.aside(async (own) => {
          const make = await makerOf(gateway, operation);
          if (make === undefined) return;
          const before = (await own.now()).getTime();
          const made = await Promise.all([seconds, seconds, overSeconds, openSeconds].map(make));
          const after = (await own.now()).getTime();
          const [early, late, over, open] = made;
          if (!early || !late || !over || !open) return;

          await own.moveClockTo(new Date(before + seconds * 1000 - beforeEndMs));
          const attempts = [await early.pay()];
          const isInTime = (await own.now()).getTime() < before + seconds * 1000;
          const first = await readStatus(gateway, early);
          await own.moveClockTo(new Date(after + seconds * 1000 + 1_000));
          for (const order of [late, over, open]) attempts.push(await order.pay());

          const last = await readStatus(gateway, late);
          // Part 4.1 does not show the parameter: a registration may make nothing of it.
          const isKept = !reportsPaid(await readStatus(gateway, over));
          if (!isKept || !reportsPaid(await readStatus(gateway, open))) return;
          const paid = [reportsPaid(first) || !isInTime, reportsPaid(last)];
          const words = sentExpectedGot(
            [...attempts, first, last],
            `an order of ${seconds} seconds paid ${beforeEndMs / 1000} seconds before they are over, and none after them`,
          );
          expect(paid, words).toEqual([true, false]);
        }),
      { allAtOnce: true },
    );
  },
);

/** Midnights of which some begin more than a day; the first is an hour ahead or more. */
const midnights: readonly { readonly of: string; readonly next: (from: Date) => number }[] = [
  { of: 'any day', next: (from) => Math.ceil(from.getTime() / dayMs) * dayMs },
  {
    of: 'the first of a month',
    next: (from) => Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1),
  },
  { of: 'New Year', next: (from) => Date.UTC(from.getUTCFullYear() + 1, 0, 1) },
];

check(
  'gateway.deadlines.lifetime-to-the-second',
  'pays an order that is registered shortly before midnight as long as one that is registered after it',
  async ({ gateway, control }) => {
    await forEvery(
      midnights.slice(0, repeated(midnights.length, 1)),
      ({ of }) => `the midnight of ${of}`,
      ({ next }) =>
        control.aside(async (own) => {
          const midnight = next(new Date((await own.now()).getTime() + hourMs));
          const [early, late] = [midnight - 10 * minuteMs, midnight + 5 * minuteMs];
          await own.moveClockBetween(new Date(early), new Date(early + minuteMs));
          const orders = await Promise.all(registrations.map((one) => newOrder(gateway, {}, one)));
          await own.moveClockBetween(new Date(late), new Date(late + minuteMs));
          const since = (await own.now()).getTime();
          const others = await Promise.all(registrations.map((one) => newOrder(gateway, {}, one)));

          for (const order of orders) await payWithCard(gateway, order);
          const across = await Promise.all(orders.map((order) => readStatus(gateway, order)));
          // The default lifetime may be that of the merchant's settings: one of the next day tells whether it is shorter.
          await own.moveClockTo(new Date(since + 17 * minuteMs));
          for (const order of others) await payWithCard(gateway, order);
          const within = await Promise.all(others.map((order) => readStatus(gateway, order)));

          for (const [index, usual] of within.entries()) {
            const status = across[index];
            if (status === undefined || !reportsPaid(usual)) continue;
            const words = sentExpectedGot(
              [usual, status],
              'both orders paid within their lifetime',
            );
            expect(reportsPaid(status), words).toBe(true);
          }
        }),
      { allAtOnce: true },
    );
  },
);

interface PayableOrder {
  readonly mdOrder: string;
  readonly pay: () => Promise<Exchange>;
}

/** Makes orders of so many seconds that wait to be paid; each is undefined where there is none. */
async function makerOf(
  gateway: GatewayClient,
  operation: 'instantPayment.do' | (typeof registrations)[number],
): Promise<((sessionTimeoutSecs: number) => Promise<PayableOrder | undefined>) | undefined> {
  if (operation !== 'instantPayment.do') {
    return async (sessionTimeoutSecs) => {
      const answer = await taken(gateway.ask(operation, anOrder({ sessionTimeoutSecs })));
      const order = answer && orderNamedIn(answer);
      return order && { ...order, pay: () => payWithCard(gateway, order) };
    };
  }
  const credential = await reusable(gateway);
  if (credential === undefined) return undefined;
  const { bindingId, clientId } = credential;
  // Its customer is yet to enter the CVC.
  return async (sessionTimeoutSecs) => {
    const asked = anOrder({ bindingId, clientId, sessionTimeoutSecs });
    const answer = await taken(gateway.ask(operation, asked));
    const order = answer && orderNamedIn(answer);
    if (order === undefined || reportsPaid(await readStatus(gateway, order))) return undefined;
    return { ...order, pay: () => payByBinding(gateway, order, credential) };
  };
}

/** What may be tried with an order that waits to be paid; undefined where it cannot be. */
type Touch = (
  gateway: GatewayClient,
  order: { readonly mdOrder: string },
) => Promise<Exchange | undefined>;

const touches: Readonly<Record<string, Touch>> = {
  'a card that is declined': (gateway, order) =>
    paidWith(gateway, order, gateway.settings.declinedCardPan),
  'a card that needs 3DS 2': (gateway, order) =>
    paidWith(gateway, order, gateway.settings.threeDSCardPan),
  'no card at all': (gateway, order) => payWithCard(gateway, order, { $PAN: undefined }),
  'both steps of 3DS 2': async (gateway, order) => {
    const { threeDSCardPan: $PAN } = gateway.settings;
    const first = await paidWith(gateway, order, $PAN);
    const threeDSServerTransId = first && memberOf(first.answer.json, 'threeDSServerTransId');
    if (threeDSServerTransId === undefined) return undefined;
    return payWithCard(gateway, order, { $PAN, threeDSServerTransId });
  },
  'a look at its status': (gateway, order) => readStatus(gateway, order),
  'the credential of another customer': async (gateway, order) => {
    const credential = await reusable(gateway);
    return credential && payByBinding(gateway, order, credential);
  },
  'a charge on it': (gateway, { mdOrder: originalMdOrder }) => {
    const charge = { originalMdOrder, orderNumber: anOrderNumber(), tii: 'IPD', amount: 5_00 };
    return gateway.ask('industryPractice/paymentOrder.do', charge);
  },
};

check(
  'gateway.deadlines.lifetime-from-registration',
  'does not pay an order later because of what was tried with it meanwhile',
  async ({ gateway, control }) => {
    await forEvery(
      registrations,
      (operation) => `orders of ${operation}`,
      (operation) =>
        control.aside(async (own) => {
          const tried = Object.entries(touches);
          const [left, ...orders] = await Promise.all(
            [undefined, ...tried].map(() => newOrder(gateway, {}, operation)),
          );
          if (left === undefined) return;
          const now = await own.now();
          await own.moveClockTo(new Date(now.getTime() + 1_000_000));
          const attempts = await Promise.all(
            tried.map(async ([what, touch], index) => {
              const order = orders[index];
              const attempt = order && (await touch(gateway, order));
              // Where the bank asks nothing, a card for 3DS has paid.
              return attempt && !reportsPaid(await readStatus(gateway, order))
                ? [{ what, order, attempt }]
                : [];
            }),
          );

          // The lifetime where nothing else is agreed. Part 8.
          await own.moveClockTo(new Date(now.getTime() + 1_201_000));
          await payWithCard(gateway, left);
          // A merchant may have agreed on more.
          if (reportsPaid(await readStatus(gateway, left))) return;
          for (const { what, order, attempt } of attempts.flat()) {
            const late = await payWithCard(gateway, order);
            const status = await readStatus(gateway, order);
            const words = sentExpectedGot(
              [attempt, late, status],
              `the order unpaid after ${what}, as its lifetime is over`,
            );
            expect(reportsPaid(status), words).toBe(false);
          }
        }),
      { allAtOnce: true },
    );
  },
);

async function paidWith(
  gateway: GatewayClient,
  order: { readonly mdOrder: string },
  $PAN: string | undefined,
): Promise<Exchange | undefined> {
  return $PAN === undefined ? undefined : payWithCard(gateway, order, { $PAN });
}

async function heldUntil(
  gateway: GatewayClient,
  moments: Readonly<Record<Hold['at'], Date>>,
): Promise<readonly HeldOrder[]> {
  const ground = { gateway, credential: await reusable(gateway) };
  const all = await Promise.all(
    holds.map(async (hold): Promise<HeldOrder[]> => {
      const { name, at, isCrossed = false, later } = hold;
      const part = later?.part(ground);
      if (later !== undefined && part === undefined) return [];
      const date = { preAuth: true, amount: heldAmount, [name]: dateTimeOf(moments[at]) };
      const both = names.map((one) => [one, dateTimeOf(moments[one === name ? at : 'later'])]);
      // Whether an order may have both is not said.
      const answer =
        (isCrossed
          ? await instantly(gateway, { ...date, ...Object.fromEntries(both) })
          : undefined) ?? (await instantly(gateway, { ...date, ...part }));
      const order = answer && orderNamedIn(answer);
      if (order === undefined) return [];
      if (later !== undefined && !(await isHeldBy(ground, order, later))) return [];
      return [{ ...hold, ...order }];
    }),
  );
  return all.flat();
}

/** Whether an order is held that was not so far; whether it can still be paid is not shown. */
async function isHeldBy(
  ground: Ground,
  order: { readonly mdOrder: string },
  { pay }: Later,
): Promise<boolean> {
  if (reportsPaid(await readStatus(ground.gateway, order))) return false;
  await pay(ground, order);
  const { isPaid, deposited } = standingIn(await readStatus(ground.gateway, order));
  return isPaid && deposited === 0;
}

async function expectAsFirst(
  gateway: GatewayClient,
  { mdOrder, first, name }: Pick<WatchedOrder, 'mdOrder' | 'first' | 'name'>,
): Promise<void> {
  const status = await readStatus(gateway, { mdOrder });
  const words = sentExpectedGot([first, status], `as it was, for its ${name} has not come`);
  expect(stateIn(status), words).toBe(stateIn(first));
}

/** An instant payment of its own; undefined where it is refused. */
async function instantly(gateway: GatewayClient, part: Parameters): Promise<Exchange | undefined> {
  const instant = await validGatewayRequest(gateway, 'instantPayment.do');
  if (isNotOffered(instant)) return undefined;
  const own = { orderNumber: anOrderNumber(), amount: usualAmount };
  const answer = await instant.send({ ...instant.parameters, ...own, ...part });
  return isGatewaySuccess(answer) ? answer : undefined;
}

/** How an order stands, and what of its money is deposited. */
function stateIn(status: Exchange): string {
  const { deposited } = standingIn(status);
  return `orderStatus ${String(memberOf(status.answer.json, 'orderStatus'))}, deposited ${deposited}`;
}

/** A moment as dates of orders are written, in UTC. Document 3, part 4.4. */
function dateTimeOf(moment: Date): string {
  return moment.toISOString().slice(0, 19);
}

function wholeSeconds(from: Date, laterMs: number): Date {
  return new Date(Math.floor((from.getTime() + laterMs) / 1000) * 1000);
}

/** Noon of a day on which a clock set to summer time by now is not, or the other way round. */
function inOtherHalf(now: Date): Date {
  const isSummer = now.getUTCMonth() >= 3 && now.getUTCMonth() <= 9;
  const [month, years] = isSummer ? [0, 1] : [6, now.getUTCMonth() > 9 ? 1 : 0];
  return new Date(Date.UTC(now.getUTCFullYear() + years, month, 15, 12));
}
