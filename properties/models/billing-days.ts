import type { Interval } from './subscription.ts';

// On which days periods of months and years may end. Document 3, part 2.3 does not show what becomes of a
// day that a month does not have, so there are several readings, of which a target has one.

/** A day of the calendar; the month counts from 0 and may lie beyond December. */
interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Where a day lands whose month is shorter. */
type Landing = (day: Day) => Day;

const onTheLast: Landing = (day) => ({ ...day, day: Math.min(day.day, lengthOf(day)) });
const overflowing: Landing = (day) => (day.day > lengthOf(day) ? inCalendar(day) : day);
const onTheFirst: Landing = (day) =>
  day.day > lengthOf(day) ? { ...day, month: day.month + 1, day: 1 } : day;

/** The end of so many periods of so many months, counted from the first day or each from the one before. */
type Reading = (from: Day, months: number, count: number) => Day;

const fromTheFirst =
  (land: Landing): Reading =>
  (from, months, count) =>
    land({ ...from, month: from.month + months * count });

const eachFromTheOneBefore =
  (land: Landing): Reading =>
  (from, months, count) => {
    let day = from;
    for (let period = 0; period < count; period += 1) {
      day = inCalendar(land({ ...day, month: day.month + months }));
    }
    return day;
  };

/** Who begins on the last day of a month goes on so. */
const lastStaysLast: Landing = (day) => ({ ...day, day: lengthOf(day) });
const keepsTheLast =
  (otherwise: Reading): Reading =>
  (from, months, count) =>
    from.day === lengthOf(from)
      ? fromTheFirst(lastStaysLast)(from, months, count)
      : otherwise(from, months, count);

const readings: Readonly<Record<string, Reading>> = {
  'the last day instead': fromTheFirst(onTheLast),
  'so many days into the next month': fromTheFirst(overflowing),
  'the first of the next month': fromTheFirst(onTheFirst),
  'the last day instead, and so on from there': eachFromTheOneBefore(onTheLast),
  'so many days into the next month, and so on from there': eachFromTheOneBefore(overflowing),
  'the first of the next month, and so on from there': eachFromTheOneBefore(onTheFirst),
  'last days stay last': keepsTheLast(fromTheFirst(onTheLast)),
  'last days stay last, others go on from where they are': keepsTheLast(
    eachFromTheOneBefore(onTheLast),
  ),
};

export const readingNames: readonly string[] = Object.keys(readings);

/**
 * The moment at which so many intervals end that began at a moment, in one reading; the time of day is kept.
 * Days and weeks are the same in each.
 */
export function endOfIntervals(
  reading: string,
  from: number,
  { value, unit }: Interval,
  count: number,
): number {
  if (unit === 'DAYS' || unit === 'WEEKS') {
    return from + count * value * (unit === 'WEEKS' ? 7 : 1) * dayMs;
  }
  const date = new Date(from);
  const start = {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth(),
    day: date.getUTCDate(),
  };
  const months = value * (unit === 'YEARS' ? 12 : 1);
  const end = readings[reading]?.(start, months, count) ?? start;
  return from + utcOf(end) - utcOf(start);
}

function lengthOf({ year, month }: Day): number {
  return new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
}

function inCalendar(day: Day): Day {
  const date = new Date(utcOf(day));
  return { year: date.getUTCFullYear(), month: date.getUTCMonth(), day: date.getUTCDate() };
}

function utcOf({ year, month, day }: Day): number {
  return Date.UTC(year, month, day);
}

const dayMs = 86_400_000;
