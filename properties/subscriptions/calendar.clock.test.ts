import { terms } from '../../fixtures/builders/subscriptions.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import type { Exchange } from '../../fixtures/transcript/exchange.ts';
import {
  billedSubscription,
  dayMs,
  goTo,
  isCharged,
  lookOnceCharged,
  minuteMs,
  momentExpected,
  type ShownMoment,
  type SubscriptionView,
} from '../../fixtures/worlds/subscription-charges.ts';
import { endOfIntervals, readingNames } from '../models/billing-days.ts';
import type { Interval } from '../models/subscription.ts';

// Document 3, parts 2.3 and 3.2: intervals from the days at which calendars go wrong. What a target makes of a
// day that a month does not have is its choice, and one for all.

interface Row {
  readonly interval: Interval;
  /** Years from the next leap year, month from 0, and day on which it begins; the minute of the day, where it counts. */
  readonly from: readonly [number, number, number, minute?: number];
  readonly charges: number;
  /** Whether its amount, and nothing else, is updated before the first charge. */
  readonly isUpdated?: boolean;
}

const row = (
  [value, unit]: readonly [number, Interval['unit']],
  from: Row['from'],
  charges = 1,
): Row => ({ interval: { value, unit }, from, charges });

const [january, february, march, august, november, december] = [0, 1, 2, 7, 10, 11] as const;
const monthly = [1, 'MONTHS'] as const;
const yearly = [1, 'YEARS'] as const;

const rows: readonly Row[] = [
  // Into a short February, and out of it.
  ...[28, 29, 30, 31].map((day) => row(monthly, [-1, january, day], 2)),
  // Into one of 29 days, also from the year before it.
  ...[29, 30, 31].map((day) => row(monthly, [0, january, day], 2)),
  row([3, 'MONTHS'], [-1, november, 30]),
  row([2, 'MONTHS'], [-1, december, 31]),
  row([6, 'MONTHS'], [-1, august, 31]),
  row([13, 'MONTHS'], [-1, january, 31]),
  // Out of the leap day, and past it.
  row(monthly, [0, february, 29], 2),
  row(yearly, [0, february, 29]),
  row(yearly, [-1, february, 28]),
  row(yearly, [-1, march, 1]),
  row([12, 'MONTHS'], [-1, march, 1]),
  row([1, 'DAYS'], [0, february, 27], 3),
  row([1, 'WEEKS'], [0, february, 25], 2),
  row([30, 'DAYS'], [0, january, 31], 2),
  row([365, 'DAYS'], [-1, march, 1]),
  // Months of 30 days, and the turn of the year.
  row(monthly, [0, march, 31], 2),
  row(monthly, [0, december, 31], 2),
  row([52, 'WEEKS'], [-1, december, 31]),
  // What an update omits keeps its value, and with the interval the days of its charges. Part 4.8, rule 5.
  { ...row(monthly, [-1, january, 31], 2), isUpdated: true },
  // In the first and the last hour of a day of UTC, which lies in no month's end anywhere.
  ...[20, 23 * 60 + 30].map((minute) => row(monthly, [0, january, 14, minute], 0)),
];

/** How late each next charge is shown to be due behind the end of its period, by the reading. */
interface Explained {
  readonly interval: Interval;
  readonly lateMs: ReadonlyMap<string, number>;
  readonly due: number;
  /** Whether it began at another time of day than all others. */
  readonly isRare: boolean;
  readonly exchange: Exchange;
}

check(
  'subscriptions.calendar.one-reading',
  'charges across Februaries, leap days and ends of months as one reading of the calendar has it',
  async ({ subscriptions, initialPayment, control }) => {
    const leapYear = leapYearAfter(await control.now());
    const explained: Explained[] = [];
    await forEvery(
      rows,
      nameOf,
      ({ interval, from: [years, month, day, minute], charges, isUpdated = false }) =>
        control.aside(async (own) => {
          const from = Date.UTC(leapYear + years, month, day, 0, minute ?? hourOfOneDay * 60);
          const isRare = minute !== undefined;
          if ((await own.now()).getTime() > from) return;
          await goTo(own, from);
          const begin = (await own.now()).getTime();
          const subject = await billedSubscription(
            subscriptions,
            initialPayment,
            terms(interval),
            own,
          );
          if ('missing' in subject) return;
          const { subscriptionId } = subject;
          if (isUpdated) await subscriptions.update({ subscriptionId, amount: 21_00 });

          let standing: SubscriptionView = subject.start;
          for (let count = 1; ; count += 1) {
            const { next } = standing;
            if (next === undefined) return;
            explained.push(expectExplained(standing, next, { begin, interval, count, isRare }));
            if (count > charges) return;
            standing = await lookOnceCharged(own, subscriptions, subject, next.moment);
            if (!isCharged(standing, subject)) return;
          }
        }),
      { allAtOnce: true },
    );
    expectOneReading(explained);
  },
);

/** An hour of UTC in which it is the same day nearly everywhere, from Hawaii to New Zealand. */
const hourOfOneDay = 10;

/** By which readings so many intervals have ended when the next charge is due, and not a day before. */
function expectExplained(
  { exchange }: SubscriptionView,
  next: ShownMoment,
  {
    begin,
    interval,
    count,
    isRare,
  }: {
    readonly begin: number;
    readonly interval: Interval;
    readonly count: number;
    readonly isRare: boolean;
  },
): Explained {
  const ends = readingNames.map(
    (reading) => [reading, endOfIntervals(reading, begin, interval, count)] as const,
  );
  const lateMs = new Map(
    ends
      .map(([reading, end]) => [reading, next.moment - end] as const)
      .filter(([, late]) => late >= -hourMs - minuteMs && late <= dayMs + 2 * hourMs),
  );
  const days = new Set(ends.map(([, end]) => new Date(end).toISOString().slice(0, 10)));
  const words = momentExpected(exchange, 'nextChargeAt', `${[...days].join(' or ')} (UTC)`);
  expect(lateMs.size > 0, words).toBe(true);
  return { interval, lateMs, due: next.moment, isRare, exchange };
}

/**
 * One reading of months and one of years by which every charge is as late as the others. What is due may wait for
 * a full hour, or for the night, as all periods end at one time of day; clocks are put forward and back, and who
 * counts from the last charge may be an hour later each time.
 */
function expectOneReading(all: readonly Explained[]): void {
  const usual = all.filter(({ isRare }) => !isRare);
  const isOne = readingNames.some((ofMonths) =>
    readingNames.some((ofYears) => {
      const lateOf = ({ interval: { unit }, lateMs }: Explained): number =>
        lateMs.get(unit === 'YEARS' ? ofYears : ofMonths) ?? Number.NaN;
      const late = usual.map(lateOf);
      const isAsLate = (one: number): boolean =>
        Math.max(one, ...late) - Math.min(one, ...late) <= mostApartMs;
      // Who ends all periods at one time of day is the later, the earlier in its day a period begins.
      const isInTime = (one: Explained): boolean =>
        isAsLate(lateOf(one)) || usual.some((other) => isOneTimeOfDay(one.due, other.due));
      return late.every(isAsLate) && all.filter(({ isRare }) => isRare).every(isInTime);
    }),
  );
  const exchanges = all.filter(({ lateMs, isRare }) => isRare || lateMs.size < readingNames.length);
  const words = sentExpectedGot(
    exchanges.map(({ exchange }) => exchange),
    'days that one reading of the calendar explains',
  );
  expect(isOne || all.length === 0, words).toBe(true);
}

/** Clocks may be put forward or back in between. */
function isOneTimeOfDay(one: number, other: number): boolean {
  const apart = Math.abs(one - other) % dayMs;
  return Math.min(apart, dayMs - apart) <= 2 * hourMs;
}

const hourMs = 60 * minuteMs;
const mostApartMs = 6 * hourMs;

function leapYearAfter(now: Date): number {
  let year = now.getUTCFullYear() + 1;
  while (new Date(Date.UTC(year, 1, 29)).getUTCDate() !== 29) year += 1;
  return year;
}

function nameOf({
  interval: { value, unit },
  from: [years, month, day, minute],
  isUpdated = false,
}: Row): string {
  const monthName = new Date(Date.UTC(2028, month)).toLocaleString('en', { month: 'long' });
  const year = years === 0 ? 'a leap year' : 'the year before a leap year';
  const time = minute === undefined ? '' : `, minute ${minute} of the day`;
  const updated = isUpdated ? ', of another amount before the first charge' : '';
  return `every ${value} ${unit} from ${day} ${monthName} of ${year}${time}${updated}`;
}
