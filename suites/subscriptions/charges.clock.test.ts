import { check, expect } from '../../fixtures/check.ts';
import type { WalkingControl } from '../../fixtures/target/walk.ts';
import { type Exchange, memberOf, succeeded } from '../../fixtures/transcript/exchange.ts';
import type { GatewayClient } from '../../fixtures/clients/gateway.ts';
import { isGatewaySuccess } from '../../fixtures/clients/gateway.ts';
import type { SubscriptionsClient } from '../../fixtures/clients/subscriptions.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { inSmokeOnly } from '../../fixtures/repeated.ts';
import { statusOf } from '../../fixtures/worlds/gateway.ts';
import {
  amountOfPayment,
  billedSubscription,
  type BilledSubscription,
  chargeDeclined,
  dayMs,
  expectCharges,
  expectStatus,
  goTo,
  identityOf,
  idsOf,
  isCharged,
  lookAt,
  lookOnceCharged,
  mayBeDeclined,
  minuteMs,
  momentExpected,
  noNextCharge,
  onceCharged,
  orderOfPayment,
  paidSubscription,
  type ShownMoment,
  spanInWords,
  type SubscriptionView,
  untilChargedLateMs,
} from '../../fixtures/worlds/subscription-charges.ts';
import {
  anyOtherCurrency,
  newSubscription,
  promised,
} from '../../fixtures/worlds/subscriptions.ts';
import { type Interval, oneIntervalAfter } from '../../properties/models/subscription.ts';
import { aSubscription, terms } from '../../fixtures/builders/subscriptions.ts';
import { unpaid } from '../../fixtures/worlds/subscription-states.ts';

// Document 3, parts 2.3, 3.2 and 4.8: charging at the billing interval. Runs of everything at once
// stand in properties/subscriptions/charges.clock.test.ts.

const intervals: readonly Interval[] = [
  { value: 10, unit: 'DAYS' },
  { value: 2, unit: 'WEEKS' },
  { value: 1, unit: 'MONTHS' },
  { value: 1, unit: 'YEARS' },
];
/** Longer than the card may be charged, for all that is known: nobody has its charges approved. */
const twoYears: Interval = { value: 2, unit: 'YEARS' };
const threeDays: Interval = { value: 3, unit: 'DAYS' };
const everyThreeDays = terms(threeDays);
/** Long enough for a retry to come before the next interval. */
const thirtyDays: Interval = { value: 30, unit: 'DAYS' };

for (const interval of intervals) {
  check(
    'subscriptions.charge.at-next-charge-at',
    `charges when nextChargeAt has come, and not before, every ${inWords(interval)}`,
    async ({ subscriptions, initialPayment, control, skip }) => {
      // In the middle of an hour, so that a charge an hour late is none that is made at full hours.
      if (interval === intervals[0]) await control.moveClockTo(nextHalfHour(await control.now()));
      const billed = await billedSubscription(
        subscriptions,
        initialPayment,
        terms(interval),
        control,
      );
      if ('missing' in billed) return skip(billed.missing);
      const due = billed.next.moment;

      await goTo(control, due - 10_000);
      const before = await lookAt(subscriptions, billed);
      // A slow run may get there only when the moment has come.
      const isInTime = (await control.now()).getTime() < due;
      const after = await lookOnceCharged(control, subscriptions, billed, due);

      if (isInTime) expectCharges(before, billed, 0);
      if (mayBeDeclined(after, billed)) return skip(chargeDeclined);
      expectStatus(after, 'ACTIVE');
      expectCharges(after, billed, 1);
    },
  );
}

for (const [interval, becomes] of [
  [
    { value: 5, unit: 'DAYS' },
    { value: 5, unit: 'WEEKS' },
  ],
  [
    { value: 5, unit: 'WEEKS' },
    { value: 20, unit: 'DAYS' },
  ],
] as const) {
  check(
    'subscriptions.charge.at-next-charge-at',
    `charges when nextChargeAt has come, and not before, once every ${inWords(interval)} was updated to every ${inWords(becomes)}`,
    async ({ subscriptions, initialPayment, control, skip }) => {
      const billed = await billedSubscription(
        subscriptions,
        initialPayment,
        terms(interval),
        control,
      );
      if ('missing' in billed) return skip(billed.missing);
      const { subscriptionId, next: old } = billed;
      const update = { subscriptionId, ...terms(becomes) };
      promised(await subscriptions.update(update), 'subscriptions.update.succeeds');
      // When it takes effect is not shown: it may be charged at once.
      await control.letPass((await control.now()).getTime(), 2 * untilChargedLateMs);
      const updated = await lookAt(subscriptions, billed);
      const next = updated.next?.moment;
      if (updated.status !== 'ACTIVE' || next === undefined) return skip(noNextCharge);

      const lookAtTheOld = async (): Promise<SubscriptionView> => {
        await goTo(control, onceCharged(old.moment, untilChargedLateMs));
        return lookAt(subscriptions, billed);
      };
      if (old.moment + dayMs < next) expectCharges(await lookAtTheOld(), { start: updated }, 0);
      const after = await lookOnceCharged(control, subscriptions, billed, next);

      if (mayBeDeclined(after, billed)) return skip(chargeDeclined);
      expectStatus(after, 'ACTIVE');
      expectCharges(after, { start: updated }, 1);
      if (next + dayMs > old.moment || old.moment + dayMs > (after.next?.moment ?? 0)) return;
      expectCharges(await lookAtTheOld(), { start: updated }, 1);
    },
  );
}

/**
 * Now, or the tenth of a month to come: neither the first nor the last days of a month, and no month before one of
 * thirty days, in which thirty days pass between two charges as well.
 */
function amidAMonth(now: Date): Date {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const isFit = (inMonth: number): boolean =>
    new Date(Date.UTC(year, inMonth + 2, 0)).getUTCDate() !== 30;
  if (day >= 6 && day <= 24 && isFit(month)) return now;
  const first = day < 6 ? month : month + 1;
  return new Date(Date.UTC(year, isFit(first) ? first : first + 1, 10, 12));
}

function nextHalfHour(now: Date): Date {
  const half = 30 * minuteMs;
  return new Date(Math.ceil((now.getTime() - half) / (2 * half)) * 2 * half + half);
}

for (const interval of [...intervals, twoYears]) {
  check(
    'subscriptions.charge.next-charge-moves-on',
    `is charged next one interval later, every ${inWords(interval)}`,
    async ({ subscriptions, initialPayment, control, skip }) => {
      // Near the end of a month several days are one month later, and some months have thirty days.
      if (interval.unit === 'MONTHS') await control.moveClockTo(amidAMonth(await control.now()));
      const billed = await billedSubscription(
        subscriptions,
        initialPayment,
        terms(interval),
        interval === twoYears ? undefined : control,
      );
      if ('missing' in billed) return skip(billed.missing);

      const after = await lookOnceCharged(control, subscriptions, billed, billed.next.moment);

      if (!isCharged(after, billed)) return skip(chargeDeclined);
      const { earliest, latest } = oneIntervalAfter(billed.next, interval);
      const words = momentExpected(after.exchange, 'nextChargeAt', spanInWords(earliest, latest));
      const next = after.next?.moment ?? Number.NaN;
      expect(next >= earliest && next <= latest, words).toBe(true);
    },
  );
}

check(
  'subscriptions.charge.at-next-charge-at',
  'charges each of three when its own nextChargeAt has come, and not when another falls due earlier that day',
  async ({ subscriptions, initialPayment, control, skip }) => {
    const midnight = Math.ceil((await control.now()).getTime() / dayMs) * dayMs;
    const { customerId } = aSubscription();
    const begin = async (hour: number, part: object) => {
      const [from, to] = [hour, hour + 4].map((one) => new Date(midnight + one * 60 * minuteMs));
      if (from !== undefined && to !== undefined) await control.moveClockBetween(from, to);
      const whole = { ...terms({ value: 6, unit: 'DAYS' }), ...part };
      return billedSubscription(subscriptions, initialPayment, whole, control);
    };
    const early = await begin(1, { customerId });
    if ('missing' in early) return skip(early.missing);
    const late = await begin(15, { customerId });
    if ('missing' in late) return skip(late.missing);
    const ofAnother = await begin(15, {});
    if ('missing' in ofAnother) return skip(ofAnother.missing);
    const first = Math.min(late.next.moment, ofAnother.next.moment);
    // Where all is charged at night, they are due at the same moment.
    if (first < early.next.moment + 3 * untilChargedLateMs) return skip(dueTogether);

    const charged = await lookOnceCharged(control, subscriptions, early, early.next.moment);
    const before = [];
    for (const one of [late, ofAnother])
      before.push({ one, view: await lookAt(subscriptions, one) });
    const isInTime = (await control.now()).getTime() < first;
    const last = Math.max(late.next.moment, ofAnother.next.moment);
    await lookOnceCharged(control, subscriptions, late, last);

    if (mayBeDeclined(charged, early)) return skip(chargeDeclined);
    expectCharges(charged, early, 1);
    if (isInTime) for (const { one, view } of before) expectCharges(view, one, 0);
    for (const one of [early, late, ofAnother]) {
      const after = await lookAt(subscriptions, one);
      if (mayBeDeclined(after, one)) return skip(chargeDeclined);
      expectCharges(after, one, 1);
    }
  },
);

const dueTogether = 'what is paid at different hours of a day is due at one moment';

check(
  'subscriptions.charge.beside-a-longer-one',
  'charges every 3 DAYS beside an older subscription of a year',
  async ({ subscriptions, initialPayment, control, skip }) => {
    const aYear: Interval = { value: 1, unit: 'YEARS' };
    const older = await billedSubscription(subscriptions, initialPayment, terms(aYear), control);
    if ('missing' in older) return skip(older.missing);
    const billed = await billedSubscription(subscriptions, initialPayment, everyThreeDays, control);
    if ('missing' in billed) return skip(billed.missing);

    const after = await lookOnceCharged(control, subscriptions, billed, billed.next.moment);

    if (mayBeDeclined(after, billed)) return skip(chargeDeclined);
    expectCharges(after, billed, 1);
  },
);

check(
  'subscriptions.charge.once-per-interval',
  'charges once in each of three intervals',
  async ({ subscriptions, initialPayment, control, skip }) => {
    const billed = await billedSubscription(subscriptions, initialPayment, everyThreeDays, control);
    if ('missing' in billed) return skip(billed.missing);

    let { next }: { next: ShownMoment | undefined } = billed;
    for (const count of [1, 2, 3]) {
      if (next === undefined) return skip(noNextCharge);
      const early = await lookOnceCharged(control, subscriptions, billed, next.moment);
      if (!isCharged(early, billed)) return skip(chargeDeclined);
      expectCharges(early, billed, count);

      await goTo(control, next.moment + 1.5 * dayMs);
      const late = await lookAt(subscriptions, billed);
      expectCharges(late, billed, count);
      next = late.next;
    }
  },
);

for (const amount of [18_15, 1_234_56]) {
  check(
    'subscriptions.charge.amount',
    `lists charges of ${amount} for a subscription of ${amount}`,
    async ({ subscriptions, initialPayment, control, skip }) => {
      const part = { ...everyThreeDays, amount };
      const billed = await billedSubscription(subscriptions, initialPayment, part, control);
      if ('missing' in billed) return skip(billed.missing);

      const charged = await chargedOnce(subscriptions, control, billed);

      if (charged === undefined) return skip(chargeDeclined);
      const listed = amountOfPayment(charged.payments.at(-1));
      if (listed === undefined) return skip(noAmount);
      const words = sentExpectedGot(charged.exchange, `a charge of ${amount}`);
      expect(listed, words).toBe(amount);
    },
  );

  check(
    'subscriptions.charge.amount',
    `registers orders of ${amount} for the charges of a subscription of ${amount}`,
    async ({ subscriptions, initialPayment, control, gateway, skip }) => {
      const part = { ...everyThreeDays, amount };
      const billed = await billedSubscription(subscriptions, initialPayment, part, control);
      if ('missing' in billed) return skip(billed.missing);

      const charged = await chargedOnce(subscriptions, control, billed);

      if (charged === undefined) return skip(chargeDeclined);
      const missing = await expectOrderOf(gateway, charged, 'amount', amount);
      if (missing !== undefined) return skip(missing);
    },
  );
}

check(
  'subscriptions.charge.currency',
  'registers the order of a charge in the currency of the subscription, whatever another one of the customer has',
  async ({ subscriptions, initialPayment, control, gateway, skip }) => {
    const currency = await anyOtherCurrency(subscriptions);
    const { customerId, currency: usual } = aSubscription();
    const begin = (part: object) => {
      const whole = { ...everyThreeDays, customerId, ...part };
      return billedSubscription(subscriptions, initialPayment, whole, control);
    };
    const beside = await begin({ currency: usual });
    const billed = await begin({ currency });
    if ('missing' in billed) return skip(billed.missing);
    if ('missing' in beside) return skip(beside.missing);

    const charged = await chargedOnce(subscriptions, control, billed);

    if (charged === undefined) return skip(chargeDeclined);
    const missing = await expectOrderOf(gateway, charged, 'currency', currency);
    if (missing !== undefined) return skip(missing);
    const [first, last] = await Promise.all(
      [charged.payments[0], charged.payments.at(-1)].map((one) => currencyShown(gateway, one)),
    );
    if (first !== undefined && last !== undefined) {
      const words = sentExpectedGot(
        last.status,
        `currency ${first.currency}, as of the first order`,
      );
      expect(last.currency, words).toBe(first.currency);
    }
    const chargedToo = await lookAt(subscriptions, beside);
    if (isCharged(chargedToo, beside)) {
      await expectOrderOf(gateway, chargedToo, 'currency', usual);
    }
  },
);

check(
  'subscriptions.update.charges-the-new-amount',
  'lists charges of the new amount after an update',
  async ({ subscriptions, initialPayment, control, skip }) => {
    const part = { ...everyThreeDays, amount: 12_34 };
    const billed = await billedSubscription(subscriptions, initialPayment, part, control);
    if ('missing' in billed) return skip(billed.missing);
    // Of several before a charge it is the last that counts.
    await updateAmount(subscriptions, billed, 99_10);
    await updateAmount(subscriptions, billed, 56_78);

    const charged = await chargedOtherwise(subscriptions, control, billed, 12_34);

    if (charged === undefined) return skip(chargeDeclined);
    const amount = amountOfPayment(charged.payments.at(-1));
    if (amount === undefined) return skip(noAmount);
    const words = sentExpectedGot(charged.exchange, 'a charge of 5678');
    expect(amount, words).toBe(56_78);
  },
);

check(
  'subscriptions.update.charges-the-new-amount',
  'registers orders of the new amount after an update',
  async ({ subscriptions, initialPayment, control, gateway, skip }) => {
    const part = { ...everyThreeDays, amount: 12_34 };
    const billed = await billedSubscription(subscriptions, initialPayment, part, control);
    if ('missing' in billed) return skip(billed.missing);
    await updateAmount(subscriptions, billed, 56_78);

    const charged = await chargedOtherwise(subscriptions, control, billed, 12_34);

    if (charged === undefined) return skip(chargeDeclined);
    const missing = await expectOrderOf(gateway, charged, 'amount', 56_78);
    if (missing !== undefined) return skip(missing);
  },
);

check(
  'subscriptions.update.charges-the-new-amount',
  'lists charges, and registers their orders, of an amount that was updated before the initial payment',
  async ({ subscriptions, initialPayment, control, gateway, skip }) => {
    const subscription = await newSubscription(subscriptions, {
      ...everyThreeDays,
      amount: 12_34,
    });
    const { subscriptionId } = subscription;
    const updated = await subscriptions.update({ subscriptionId, amount: 56_78 });
    if (!succeeded(updated)) {
      return skip(mayBeRefused('INITIATED'));
    }
    const billed = await paidSubscription(subscriptions, initialPayment, subscription, control);
    if ('missing' in billed) return skip(billed.missing);

    const charged = await chargedOtherwise(subscriptions, control, billed, 12_34);

    if (charged === undefined) return skip(chargeDeclined);
    const amount = amountOfPayment(charged.payments.at(-1));
    const words = sentExpectedGot([updated, charged.exchange], 'a charge of 5678');
    if (amount !== undefined) expect(amount, words).toBe(56_78);
    const missing = await expectOrderOf(gateway, charged, 'amount', 56_78);
    if (missing !== undefined && amount === undefined) return skip(missing);
  },
);

for (const [changes, interval, chargedBefore] of [
  [[{ billingIntervalValue: 5 }, { amount: 5_55 }], { value: 5, unit: 'DAYS' }, 0],
  [[{ billingIntervalUnit: 'WEEKS' }, { amount: 5_55 }], { value: 3, unit: 'WEEKS' }, 0],
  [[{ billingIntervalValue: 2 }, { billingIntervalUnit: 'WEEKS' }], { value: 2, unit: 'WEEKS' }, 2],
  [
    [{ billingIntervalValue: 1 }, { billingIntervalUnit: 'MONTHS' }],
    { value: 1, unit: 'MONTHS' },
    0,
  ],
] as const) {
  check(
    'subscriptions.update.charges-at-the-new-interval',
    `charges every ${inWords(interval)} once it was every 3 DAYS, ${chargedBefore} times, and ${updatesInWords(changes)}`,
    async ({ subscriptions, initialPayment, control, skip }) => {
      const billed = await billedSubscription(
        subscriptions,
        initialPayment,
        everyThreeDays,
        control,
      );
      if ('missing' in billed) return skip(billed.missing);
      let before: SubscriptionView = billed.start;
      for (let charges = 1; charges <= chargedBefore; charges += 1) {
        if (before.next === undefined) return skip(noNextCharge);
        before = await lookOnceCharged(control, subscriptions, billed, before.next.moment);
        if (!isCharged(before, billed)) return skip(chargeDeclined);
      }
      const { subscriptionId } = billed;
      for (const change of changes) {
        const updated = await subscriptions.update({ subscriptionId, ...change });
        expect(succeeded(updated), sentExpectedGot(updated, 'success (HTTP 2xx)')).toBe(true);
      }

      let last: ShownMoment | undefined;
      let standing = await lookAt(subscriptions, billed);
      for (let charges = 1; charges <= 2; charges += 1) {
        last = standing.next;
        if (last === undefined) return skip(noNextCharge);
        standing = await lookOnceCharged(control, subscriptions, billed, last.moment);
        if (!isCharged(standing, { ...billed, start: before })) return skip(chargeDeclined);
        // From when on it counts is not shown: a whole period may follow that is as long as the old ones, or the new.
        const paidAt = { ...billed.next, moment: billed.next.moment - 3 * dayMs };
        const counted = { from: paidAt, by: interval };
        expectNextAfterOneOf(standing, last, [threeDays, interval], counted);
      }

      if (last === undefined) return skip(noNextCharge);
      const { earliest, latest } = oneIntervalAfter(last, interval);
      const words = momentExpected(
        standing.exchange,
        'nextChargeAt',
        spanInWords(earliest, latest),
      );
      const next = standing.next?.moment ?? Number.NaN;
      expect(next >= earliest && next <= latest, words).toBe(true);
    },
  );
}

check(
  'subscriptions.update.charges-at-the-new-interval',
  'charges every 45 DAYS once it was every 30 DAYS, and was updated before the initial payment',
  async ({ subscriptions, initialPayment, control, skip }) => {
    const subscription = await newSubscription(subscriptions, terms(thirtyDays));
    const { subscriptionId } = subscription;
    const updated = await subscriptions.update({ subscriptionId, billingIntervalValue: 45 });
    if (!succeeded(updated)) return skip(mayBeRefused('INITIATED'));
    const billed = await paidSubscription(subscriptions, initialPayment, subscription, control);
    if ('missing' in billed) return skip(billed.missing);

    const charged = await lookOnceCharged(control, subscriptions, billed, billed.next.moment);

    if (!isCharged(charged, billed)) return skip(chargeDeclined);
    // The initial payment and this one were made after the update.
    expectNextAfterOneOf(charged, billed.next, [{ value: 45, unit: 'DAYS' }]);
  },
);

check(
  'subscriptions.update.charges-at-the-new-interval',
  'charges every 75 DAYS once it was every 30 DAYS, and was updated while UNPAID',
  async ({ subscriptions, initialPayment, control, skip }) => {
    const longer: Interval = { value: 75, unit: 'DAYS' };
    const billed = await unpaid(subscriptions, initialPayment, control, terms(thirtyDays));
    if ('missing' in billed) return skip(billed.missing);
    const { subscriptionId, start, next } = billed;
    const updated = await subscriptions.update({ subscriptionId, ...terms(longer) });
    if (!succeeded(updated)) return skip(mayBeRefused('UNPAID'));
    if (start.bindingId !== undefined) await control.decideCharges(start.bindingId, 'approved');
    await control.letPass(next.moment, 20 * dayMs);
    const recovered = await lookAt(subscriptions, billed);
    if (recovered.status !== 'ACTIVE' || recovered.next === undefined) {
      return skip('no declined charge is observed to be retried within 20 days');
    }
    // Periods may be counted from the charge that was due, or from the retry, whenever it was.
    const retriedBy = { ...next, moment: (await control.now()).getTime() };
    const { earliest } = oneIntervalAfter(next, thirtyDays);
    const { latest } = oneIntervalAfter(retriedBy, longer);
    const told = [updated, recovered.exchange];
    const words = momentExpected(told, 'nextChargeAt', spanInWords(earliest, latest));
    const { moment } = recovered.next;
    expect(moment >= earliest && moment <= latest, words).toBe(true);

    const charged = await lookOnceCharged(control, subscriptions, billed, moment);

    if (!isCharged(charged, { ...billed, start: recovered })) return skip(chargeDeclined);
    // The retry and this one were made after the update.
    expectNextAfterOneOf(charged, recovered.next, [longer]);
  },
);

function mayBeRefused(status: string): string {
  return `whether an ${status} subscription can be updated is not shown (part 4.8)`;
}

/**
 * The next charge, where one is shown, comes one of some intervals after the last; or on the first day after it
 * to which another counts from the initial payment, by which a target may fix the days of all charges.
 */
function expectNextAfterOneOf(
  { exchange, next }: SubscriptionView,
  last: ShownMoment,
  intervals: readonly Interval[],
  counted?: { readonly from: ShownMoment; readonly by: Interval },
): void {
  if (next === undefined) return;
  const { moment } = next;
  const spans = intervals.map((each) => oneIntervalAfter(last, each));
  if (counted !== undefined) spans.push(firstAfter(last, counted.from, counted.by));
  const isAfterOne = spans.some(({ earliest, latest }) => moment >= earliest && moment <= latest);
  const due = new Date(last.moment).toISOString().slice(0, 10);
  const wanted = `${intervals.map(inWords).join(' or ')} after ${due}`;
  expect(isAfterOne, momentExpected(exchange, 'nextChargeAt', wanted)).toBe(true);
}

/** The first of the days that an interval counts from a payment on which is later than the last charge. */
function firstAfter(
  last: ShownMoment,
  from: ShownMoment,
  { value, unit }: Interval,
): ReturnType<typeof oneIntervalAfter> {
  let periods = 1;
  const spanOf = () => oneIntervalAfter(from, { value: periods * value, unit });
  while (spanOf().latest <= last.moment) periods += 1;
  return spanOf();
}

function updatesInWords(changes: readonly object[]): string {
  const parts = changes.map((change) => JSON.stringify(change));
  return `${parts.join(' and then ')} were updated`;
}

/** Days of charges, a part of which a list may show; those of years stand apart, since a card may not last as long. */
const longLists = [
  {
    days: 120,
    title:
      'lists the activation payment first, however many charges have followed, also once it is cancelled',
  },
  { days: 1_100, title: 'lists the activation payment first after three years of daily charges' },
] as const;

for (const { days, title } of longLists) {
  check(
    'subscriptions.details.activation-first',
    title,
    async ({ subscriptions, initialPayment, control, skip }) => {
      if (days > 365 && inSmokeOnly()) return;
      const daily: Interval = { value: 1, unit: 'DAYS' };
      const billed = await billedSubscription(subscriptions, initialPayment, terms(daily), control);
      if ('missing' in billed) return skip(billed.missing);
      const { mdOrder, start, next } = billed;
      const isActivation = (payment: object): boolean => Object.values(payment).includes(mdOrder);
      if (!start.payments.some(isActivation)) return skip('no payment names its order');

      await goTo(control, next.moment + days * dayMs);

      const { exchange, payments } = await lookAt(subscriptions, billed);
      if (payments.length <= start.payments.length) return skip(chargeDeclined);
      const words = sentExpectedGot(exchange, `the payment of order ${mdOrder} first`);
      expect(payments.findIndex(isActivation), words).toBe(0);
      // What is cancelled already may refuse it.
      await subscriptions.deactivate({ subscriptionId: billed.subscriptionId, force: true });
      const ended = await lookAt(subscriptions, billed);
      const first = sentExpectedGot(
        ended.exchange,
        `the payment of order ${mdOrder} first, also once it is cancelled`,
      );
      expect(ended.payments.findIndex(isActivation), first).toBe(0);
    },
  );
}

check(
  'subscriptions.details.charges-follow',
  'lists every charge once, behind the payments before it',
  async ({ subscriptions, initialPayment, control, skip }) => {
    const billed = await billedSubscription(subscriptions, initialPayment, everyThreeDays, control);
    if ('missing' in billed) return skip(billed.missing);

    let before: SubscriptionView = billed.start;
    for (let charge = 1; charge <= 3; charge += 1) {
      if (before.next === undefined) return skip(noNextCharge);
      const after = await lookOnceCharged(control, subscriptions, billed, before.next.moment);
      if (!isCharged(after, billed)) return skip(chargeDeclined);

      const [known, seen] = [before.payments.map(identityOf), after.payments.map(identityOf)];
      const words = sentExpectedGot(after.exchange, 'one payment more, behind those before it');
      expect(seen.slice(0, -1), words).toEqual(known);
      const [last] = idsOf(after.payments.slice(-1));
      if (last !== undefined) expect(known, words).not.toContain(last);
      before = after;
    }
  },
);

check(
  'subscriptions.charge.month-end',
  'is asked for the days of charges that go on from 31 January',
  async ({ subscriptions, initialPayment, control, observe, skip }) => {
    const { year, isOver } = await yearOf(control);
    await goTo(control, Date.UTC(isOver(0, 31) ? year + 1 : year, 0, 31, hourOfOneDay));

    const interval: Interval = { value: 1, unit: 'MONTHS' };
    const days = await daysOfCharges(subscriptions, initialPayment, control, interval, 3);

    if (days === undefined) return skip(chargeDeclined);
    observe(days);
  },
);

check(
  'subscriptions.charge.leap-day',
  'is asked for the days of charges that go on from 29 February',
  async ({ subscriptions, initialPayment, control, observe, skip }) => {
    const { year, isOver } = await yearOf(control);
    let leapYear = isOver(1, 29) ? year + 1 : year;
    while (new Date(Date.UTC(leapYear, 1, 29)).getUTCDate() !== 29) leapYear += 1;
    await goTo(control, Date.UTC(leapYear, 1, 29, hourOfOneDay));

    const interval: Interval = { value: 1, unit: 'YEARS' };
    const days = await daysOfCharges(subscriptions, initialPayment, control, interval, 2);

    if (days === undefined) return skip(chargeDeclined);
    observe(days);
  },
);

check(
  'subscriptions.charge.retries',
  'is asked how often it tries a charge within a year that is declined each time',
  async ({ subscriptions, initialPayment, control, observe, skip }) => {
    const interval: Interval = { value: 13, unit: 'MONTHS' };
    const billed = await billedSubscription(
      subscriptions,
      initialPayment,
      terms(interval),
      control,
    );
    if ('missing' in billed) return skip(billed.missing);
    const { bindingId } = billed.start;
    if (bindingId === undefined) return skip('an active subscription shows no bindingId');
    await control.decideCharges(bindingId, 'declined');

    await goTo(control, billed.next.moment + 365 * dayMs);

    const { payments } = await lookAt(subscriptions, billed);
    observe(`attempts listed: ${payments.length - billed.start.payments.length}`);
  },
);

const noAmount = 'payments show no amount';

/** An hour of UTC in which it is the same day nearly everywhere, from Hawaii to New Zealand. */
const hourOfOneDay = 10;

function inWords({ value, unit }: Interval): string {
  return `${value} ${unit}`;
}

/** How the subscription stands after its next charge; undefined where that was declined. */
async function chargedOnce(
  subscriptions: SubscriptionsClient,
  control: WalkingControl,
  billed: BilledSubscription,
): Promise<SubscriptionView | undefined> {
  const after = await lookOnceCharged(control, subscriptions, billed, billed.next.moment);
  return isCharged(after, billed) ? after : undefined;
}

/**
 * The same, or the charge after it where the first is of the old amount: a customer may have been told of that
 * one before the update, and from when on it counts is not shown.
 */
async function chargedOtherwise(
  subscriptions: SubscriptionsClient,
  control: WalkingControl,
  billed: BilledSubscription,
  old: number,
): Promise<SubscriptionView | undefined> {
  const first = await chargedOnce(subscriptions, control, billed);
  if (first?.next === undefined || amountOfPayment(first.payments.at(-1)) !== old) return first;
  const second = await lookOnceCharged(control, subscriptions, billed, first.next.moment);
  return second.payments.length > first.payments.length ? second : undefined;
}

/** Judges the order of the last charge; why that cannot be done, if it cannot. */
async function expectOrderOf(
  gateway: GatewayClient,
  { payments }: SubscriptionView,
  name: 'amount' | 'currency',
  value: number,
): Promise<string | undefined> {
  const mdOrder = orderOfPayment(payments.at(-1));
  if (mdOrder === undefined) return 'payments show no order';
  const status = await statusOf(gateway, { mdOrder });
  const shown = memberOf(status.answer.json, name) ?? '';
  if (!isGatewaySuccess(status) || shown === '') {
    return `the gateway shows no ${name} of the order of a charge`;
  }
  expect(Number(shown), sentExpectedGot(status, `${name} ${value}`)).toBe(value);
  return undefined;
}

/** How the status of the order of a payment writes its currency. */
async function currencyShown(
  gateway: GatewayClient,
  payment: object | undefined,
): Promise<{ readonly currency: string; readonly status: Exchange } | undefined> {
  const mdOrder = orderOfPayment(payment);
  if (mdOrder === undefined) return undefined;
  const status = await statusOf(gateway, { mdOrder });
  const shown = memberOf(status.answer.json, 'currency');
  const currency = typeof shown === 'number' || typeof shown === 'string' ? String(shown) : '';
  return isGatewaySuccess(status) && currency !== '' ? { currency, status } : undefined;
}

async function updateAmount(
  subscriptions: SubscriptionsClient,
  { subscriptionId }: BilledSubscription,
  amount: number,
): Promise<void> {
  const updated = await subscriptions.update({ subscriptionId, amount });
  expect(succeeded(updated), sentExpectedGot(updated, 'success (HTTP 2xx)')).toBe(true);
}

/** The days on which so many charges fall due, as they are shown; undefined if one is declined. */
async function daysOfCharges(
  subscriptions: SubscriptionsClient,
  initialPayment: Parameters<typeof billedSubscription>[1],
  control: WalkingControl,
  interval: Interval,
  count: number,
): Promise<string | undefined> {
  const billed = await billedSubscription(subscriptions, initialPayment, terms(interval), control);
  if ('missing' in billed) return undefined;
  let { next }: { next: ShownMoment | undefined } = billed;
  const days: string[] = [];
  while (next !== undefined && days.length < count) {
    days.push(dayOf(next));
    const after = await lookOnceCharged(control, subscriptions, billed, next.moment);
    if (!isCharged(after, billed)) return undefined;
    next = after.next;
  }
  return days.join(', ');
}

/** Month and day, so that every year brings the same words; February ends on its last day. */
function dayOf({ moment, offset }: ShownMoment): string {
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4));
  const wall = moment + (offset.startsWith('-') ? -minutes : minutes) * minuteMs;
  const isLast = new Date(wall + dayMs).getUTCDate() === 1;
  const [month, day] = new Date(wall).toISOString().slice(5, 10).split('-');
  return isLast ? `the last of month ${month}` : `${day} of month ${month}`;
}

/** The year on the target's clock, and whether that hour of a day in it is over. */
async function yearOf(
  control: WalkingControl,
): Promise<{ year: number; isOver: (month: number, day: number) => boolean }> {
  const now = await control.now();
  const year = now.getUTCFullYear();
  return { year, isOver: (month, day) => now.getTime() > Date.UTC(year, month, day, hourOfOneDay) };
}
