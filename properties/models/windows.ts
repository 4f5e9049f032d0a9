import { Temporal } from 'temporal-polyfill';

/** Every way in which the windows of a limit follow each other. Document 1, part 8. */
export const cycleTypes = [0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 12] as const;
export type CycleType = (typeof cycleTypes)[number];

/** Those that run from a moment of their own; the others are aligned to the calendar. */
export const anchoredTypes: readonly CycleType[] = [1, 3, 5, 7, 11];

/** How the windows of one limit follow each other. */
export interface Cycle {
  readonly type: CycleType;
  /** What the wall clock showed when the first window began, without a zone; calendar types ignore it. */
  readonly anchor: string;
  /** Where the wall clock hangs: a zone by name, or a distance from UTC such as `+01:00`. */
  readonly zone: string;
}

/** From the first moment of a window to the first of the next, in milliseconds since 1970. */
export interface Window {
  readonly start: number;
  readonly end: number;
}

/** An approved movement that uses up a limit; minor units. */
export interface Movement {
  readonly moment: number;
  readonly amount: number;
}

/** The window into which a moment falls. Document 1, part 8. */
export function windowAt(cycle: Cycle, moment: number): Window {
  const { type, anchor, zone } = cycle;
  if (type === 11) return hourFromAnchor(cycle, moment);
  if (type === 12) return hourOfTheClock(cycle, moment);

  const turn = turnsOf(seriesOf(type, anchor, wallAt(zone, moment)), zone);
  let index = 0;
  while (turn(index) > moment) index -= 1;
  while (turn(index + 1) <= moment) index += 1;
  return { start: turn(index), end: turn(index + 1) };
}

/** What was used within a window: summed up anew each time, from what was approved. */
export function usedIn({ start, end }: Window, movements: readonly Movement[]): number {
  return movements
    .filter(({ moment }) => moment >= start && moment < end)
    .reduce((sum, { amount }) => sum + amount, 0);
}

/** What the wall clock of a place shows, without a zone. */
export function wallAt(zone: string, moment: number): Temporal.PlainDateTime {
  return Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(zone).toPlainDateTime();
}

/** When the wall clock of a place shows this. */
export function momentOf(zone: string, wall: Temporal.PlainDateTime | string): number {
  return Temporal.PlainDateTime.from(wall).toZonedDateTime(zone).epochMilliseconds;
}

/** The moments at which windows begin, counted from the first of a series that is near. */
function turnsOf({ first, step, near }: Series, zone: string): (index: number) => number {
  // Always so many steps from the first, so that the 31st is the 31st again after a shorter month.
  return (index) => momentOf(zone, first.add(times(step, near + index)));
}

interface Step {
  readonly months?: number;
  readonly days?: number;
}

/** Where windows begin to be counted, how far they are apart, and how many lie before a moment. */
interface Series {
  readonly first: Temporal.PlainDateTime;
  readonly step: Step;
  readonly near: number;
}

function seriesOf(
  type: Exclude<CycleType, 11 | 12>,
  anchor: string,
  wall: Temporal.PlainDateTime,
): Series {
  const day = wall.toPlainDate().toPlainDateTime();
  const days = (first: Temporal.PlainDateTime, length: number): Series => ({
    first,
    step: { days: length },
    near: Math.floor(first.until(wall, { largestUnit: 'days' }).days / length),
  });
  const months = (first: Temporal.PlainDateTime, length: number): Series => ({
    first,
    step: { months: length },
    near: Math.floor(first.until(wall, { largestUnit: 'months' }).months / length),
  });
  switch (type) {
    case 0:
      return days(day, 1);
    case 1:
      return days(Temporal.PlainDate.from(anchor).toPlainDateTime(), 7);
    case 2:
      return days(day.subtract({ days: day.dayOfWeek - 1 }), 7);
    case 3:
      return months(Temporal.PlainDateTime.from(anchor), 1);
    case 4:
      return months(day.with({ day: 1 }), 1);
    case 5:
      return months(Temporal.PlainDateTime.from(anchor), 3);
    case 6:
      return months(day.with({ day: 1, month: Math.ceil(day.month / 3) * 3 - 2 }), 3);
    case 7:
      return months(Temporal.PlainDateTime.from(anchor), 12);
    case 8:
      return months(day.with({ day: 1, month: 1 }), 12);
  }
}

function times({ months = 0, days = 0 }: Step, count: number): Temporal.DurationLike {
  return { months: months * count, days: days * count };
}

/** Every 3600 seconds, whatever the wall clock shows. */
function hourFromAnchor({ anchor, zone }: Cycle, moment: number): Window {
  const first = momentOf(zone, anchor);
  const start = first + Math.floor((moment - first) / hourMs) * hourMs;
  return { start, end: start + hourMs };
}

function hourOfTheClock({ zone }: Cycle, moment: number): Window {
  const { minute, second, millisecond } = wallAt(zone, moment);
  const start = moment - (minute * 60_000 + second * 1_000 + millisecond);
  return { start, end: start + hourMs };
}

const hourMs = 3_600_000;
