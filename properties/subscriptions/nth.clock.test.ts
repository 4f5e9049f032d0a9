import { check, expect, forEvery } from '../../fixtures/check.ts';
import { terms } from '../../fixtures/builders/subscriptions.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { expectOnlyChanged } from '../../fixtures/expect-facts.ts';
import {
  amountOfPayment,
  billedSubscription,
  type BilledSubscription,
  expectCharges,
  goTo,
  isCharged,
  lookAt,
  minuteMs,
  momentExpected,
  onceCharged,
  type ShownMoment,
  spanInWords,
  type SubscriptionView,
  untilChargedLateMs,
} from '../../fixtures/worlds/subscription-charges.ts';
import type { WalkingControl } from '../../fixtures/target/walk.ts';
import { factsShown } from '../../fixtures/worlds/subscription-facts.ts';
import { type Interval, oneIntervalAfter } from '../models/subscription.ts';
import { expectViewsToAgree } from './views.ts';
import { repeated } from '../../fixtures/repeated.ts';

// Document 3, parts 2.3 and 3.2: the tenth charge of a subscription is as the first, also beside another
// one of the same customer. Single charges stand in suites/subscriptions/charges.clock.test.ts.

const rows: readonly { readonly interval: Interval; readonly charges: number; from?: number }[] = [
  { interval: { value: 1, unit: 'DAYS' }, charges: 33 },
  { interval: { value: 1, unit: 'MONTHS' }, charges: 13 },
  { interval: { value: 1, unit: 'MONTHS' }, charges: 13, from: 31 },
  { interval: { value: 2, unit: 'WEEKS' }, charges: 11 },
  { interval: { value: 6, unit: 'MONTHS' }, charges: 4 },
];

check(
  'subscriptions.nth.charge-is-as-the-first',
  'charges each of two subscriptions of a customer its own amount, once per interval, over and over',
  async ({ subscriptions, initialPayment, control }) => {
    const nameOf = ({ interval: { value, unit }, from }: (typeof rows)[number]): string =>
      `every ${value} ${unit}${from === undefined ? '' : ` from a ${from}st`}`;
    await forEvery(
      rows,
      nameOf,
      ({ interval, charges: most, from }) =>
        control.aside(async (own) => {
          const charges = repeated(most, 3);
          if (from !== undefined) await goTo(own, nextJanuary(await own.now(), from));
          const part = { ...terms(interval), amount: 18_15 };
          const subject = await billedSubscription(subscriptions, initialPayment, part, own);
          if ('missing' in subject) return;
          const { customerId, next: anchor } = subject;
          const beside = { ...part, customerId, amount: 7_29 };
          const other = await billedSubscription(subscriptions, initialPayment, beside, own);
          if ('missing' in other) return;

          let next: ShownMoment | undefined = anchor;
          for (let count = 1; count <= charges; count += 1) {
            await passCharge(own, next, interval);
            const standing = await lookAt(subscriptions, subject);
            if (!isCharged(standing, subject)) return;
            expectCharges(standing, subject, count);
            ({ next } = standing);
            if (next === undefined) return;
            expectInTime(standing, anchor, next, { interval, count });
          }

          // Where charges wait for a full hour, the other one may be an hour behind.
          await goTo(own, (await own.now()).getTime() + 120 * minuteMs);
          for (const [one, amount] of [
            [subject, 18_15],
            [other, 7_29],
          ] as const) {
            const end = await lookAt(subscriptions, one);
            expectCharges(end, one, charges);
            expectAmounts(end, one, amount);
            expectOnlyChanged(
              factsShown(one.start.exchange, 'it'),
              factsShown(end.exchange, 'it'),
              {
                acts: [end.exchange],
                told: `${charges} charges`,
                may: ({ kind }) => movedByCharges.includes(kind),
              },
            );
          }
          await expectViewsToAgree(subscriptions, subject, `after ${charges} charges`);
        }),
      { allAtOnce: true },
    );
  },
);

/** Goes on until a charge is made, but not to the next one. */
async function passCharge(
  control: WalkingControl,
  due: ShownMoment,
  interval: Interval,
): Promise<void> {
  const halfway = (due.moment + oneIntervalAfter(due, interval).earliest) / 2;
  await control.moveClockBetween(
    new Date(onceCharged(due.moment, untilChargedLateMs)),
    new Date(halfway),
  );
}

/** What charges that are made move of a subscription. */
const movedByCharges = ['nextChargeAt', 'activeTill', 'payments'];

/** So many intervals behind the first charge: who counts from the last one may be late each time. */
function expectInTime(
  { exchange }: SubscriptionView,
  anchor: ShownMoment,
  next: ShownMoment,
  { interval: { value, unit }, count }: { readonly interval: Interval; readonly count: number },
): void {
  const { earliest, latest } = oneIntervalAfter(anchor, { value: value * count, unit });
  const lateMs = count * 60 * minuteMs;
  const isInTime = next.moment >= earliest - lateMs && next.moment <= latest + lateMs;
  const wanted = `${spanInWords(earliest, latest + lateMs)}, after ${count} charges`;
  const words = momentExpected(exchange, 'nextChargeAt', wanted);
  expect(isInTime, words).toBe(true);
}

/** Every payment that shows an amount shows that of its subscription. */
function expectAmounts(
  { exchange, payments }: SubscriptionView,
  { start }: BilledSubscription,
  amount: number,
): void {
  const shown = payments.slice(start.payments.length).map((one) => amountOfPayment(one) ?? amount);
  const words = sentExpectedGot(exchange, `charges of ${amount}`);
  expect([...new Set(shown)], words).toEqual([amount]);
}

/** The next such day of a January, at a time of day that is the same day all over the world. */
function nextJanuary(now: Date, day: number): number {
  const inYear = (year: number): number => Date.UTC(year, 0, day, 11);
  const year = now.getUTCFullYear();
  return inYear(year) > now.getTime() ? inYear(year) : inYear(year + 1);
}
