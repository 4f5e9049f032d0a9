import { createCalendar } from '../../../sandbox/calendar.ts';
import { documentRules, type Rules } from '../../../sandbox/rules/index.ts';
import { createWallClock } from '../../../sandbox/wall-clock.ts';
import { type Fault, type Tampering, fault } from '../fault.ts';
import { inAnswer, withRules } from '../tampering.ts';

// Document 1, part 8: how the windows of limits follow each other.

const { v1AllowedValues, v1WindowStart, v1LimitsAfter } = documentRules;

type WindowStart = Rules['v1WindowStart'];
type Cycle = Parameters<WindowStart>[0];
type WallClock = Parameters<WindowStart>[2];
type CycleType = Cycle['type'];

const types = [0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 12] as const;
const secondMs = 1_000;
const hourMs = 3_600_000;
const dayMs = 86_400_000;

export const v1CycleFaults: readonly Fault[] = [
  ...types.flatMap((type) => [
    fault(
      `v1.cycle-${type}.holds`,
      'one-second-early',
      `begins the windows of type ${type} one second early`,
      windowsOf(
        type,
        (cycle, moment, wall) => v1WindowStart(cycle, moment + secondMs, wall) - secondMs,
      ),
    ),
    fault(
      `v1.cycle-${type}.turns`,
      'one-second-late',
      `begins the windows of type ${type} one second late`,
      windowsOf(
        type,
        (cycle, moment, wall) => v1WindowStart(cycle, moment - secondMs, wall) + secondMs,
      ),
    ),
    fault(
      `v1.cycle-${type}.can-be-set`,
      'ignored',
      `keeps the old cycleType of a limit that is given ${type}`,
      keepsCycleType(type),
    ),
    // Then no day is seen to turn either, from which windows could be foreseen.
    fault(
      `v1.cycle-${type}.turns`,
      'never',
      `never starts a new window, of type ${type} or any other`,
      withRules({ v1WindowStart: () => 0 }),
    ),
  ]),

  fault(
    'v1.limits.other-cycle-type',
    'taken',
    'accepts any cycleType for a card limit',
    withRules({
      v1AllowedValues: (operation, path) =>
        operation === 'changeCardLimit' && path.endsWith('.cycleType')
          ? undefined
          : v1AllowedValues(operation, path),
    }),
  ),
  fault(
    'v1.cycle-0.turns',
    'last-24-hours',
    'counts what was used in the last 24 hours',
    windowsOf(0, (_cycle, moment) => moment - dayMs + 1),
  ),
  fault(
    'v1.cycle-0.turns',
    'leap-day-forgotten',
    'treats the day after 29 February as the same day',
    windowsOf(0, (cycle, moment, wall) => {
      const today = new Date(wall.of(moment));
      const yesterday = new Date(wall.of(moment) - dayMs);
      const isAfterLeapDay = today.getUTCDate() === 1 && yesterday.getUTCDate() === 29;
      return v1WindowStart(cycle, isAfterLeapDay ? moment - dayMs : moment, wall);
    }),
  ),
  fault(
    'v1.cycle-0.holds',
    'afternoon',
    'also starts a new window at noon',
    windowsOf(0, (cycle, moment, wall) => {
      const noon = v1WindowStart(cycle, moment, wall) + 43_200_000;
      return moment < noon ? noon - 43_200_000 : noon;
    }),
  ),

  ...([0, 2] as const).flatMap((type) => [
    fault(
      `v1.cycle-${type}.holds`,
      'late-after-a-clock-change',
      `begins the windows of type ${type} an hour late on the day after the clocks change`,
      inMadrid(type, besideChanges(-dayMs, hourMs)),
    ),
    fault(
      `v1.cycle-${type}.turns`,
      'early-after-a-clock-change',
      `begins the windows of type ${type} an hour early on the day after the clocks change`,
      inMadrid(type, besideChanges(-dayMs, -hourMs)),
    ),
  ]),

  fault(
    'v1.cycle-1.holds',
    'calendar',
    'begins weeks on Monday, wherever they should begin',
    as(1, 2),
  ),
  fault(
    'v1.cycle-1.turns',
    'time-of-day',
    'begins weeks at the time of day at which the first one began',
    windowsOf(1, ({ anchor }, moment) => everyDays(7, anchor, moment)),
  ),
  fault(
    'v1.cycle-1.turns',
    'eight-days',
    'counts eight days for a week',
    windowsOf(1, ({ anchor }, moment, wall) =>
      everyDays(8, v1WindowStart(aDay, anchor, wall), moment),
    ),
  ),

  fault(
    'v1.cycle-2.holds',
    'sunday',
    'begins calendar weeks on Sunday',
    windowsOf(2, (cycle, moment, wall) => v1WindowStart(cycle, moment + dayMs, wall) - dayMs),
  ),
  fault(
    'v1.cycle-2.turns',
    'anchored',
    'begins calendar weeks on the day of the first one',
    as(2, 1),
  ),

  fault('v1.cycle-3.holds', 'calendar', 'begins months on the first day', as(3, 4)),
  fault(
    'v1.cycle-3.holds',
    'thirty-days',
    'counts thirty days for a month',
    windowsOf(3, ({ anchor }, moment) => everyDays(30, anchor, moment)),
  ),
  fault(
    'v1.cycle-3.turns',
    'thirty-one-days',
    'counts thirty-one days for a month',
    windowsOf(3, ({ anchor }, moment) => everyDays(31, anchor, moment)),
  ),
  fault(
    'v1.cycle-3.holds',
    'twenty-eighth',
    'begins months that should begin later on the 28th',
    windowsOf(3, ({ anchor, ...cycle }, moment, wall) => {
      const daysAfter = Math.max(0, dayOf(anchor, wall).date.getUTCDate() - 28);
      return v1WindowStart({ ...cycle, anchor: anchor - daysAfter * dayMs }, moment, wall);
    }),
  ),
  fault(
    'v1.cycle-3.holds',
    'two-days-before-the-end',
    'begins months that lack the day two days before their last',
    windowsOf(3, (cycle, moment, wall) => {
      const next = v1WindowStart(cycle, moment + 2 * dayMs, wall);
      const isSameDay = isOnDayOf(cycle.anchor, next, wall);
      return isSameDay ? v1WindowStart(cycle, moment, wall) : next - 2 * dayMs;
    }),
  ),
  fault(
    'v1.cycle-3.turns',
    'late-before-a-clock-change',
    'begins months an hour late on the day before the clocks change',
    windowsOf(3, besideChanges(dayMs, hourMs)),
  ),
  fault(
    'v1.cycle-3.turns',
    'stops-at-a-shorter-month',
    'begins no more months after one that lacks the day',
    windowsOf(3, (cycle, moment, wall) => {
      let start = cycle.anchor;
      for (;;) {
        const next = v1WindowStart(cycle, start + 32 * dayMs, wall);
        if (next > moment || !isOnDayOf(start, next, wall)) return start;
        start = next;
      }
    }),
  ),

  fault(
    'v1.cycle-4.turns',
    'anchored',
    'begins calendar months on the day of the first one',
    as(4, 3),
  ),
  fault(
    'v1.cycle-4.holds',
    'thirty-days',
    'starts a new calendar month after thirty days',
    windowsOf(4, (cycle, moment, wall) => {
      const start = v1WindowStart(cycle, moment, wall);
      return moment < start + 30 * dayMs ? start : start + 30 * dayMs;
    }),
  ),
  fault(
    'v1.cycle-4.holds',
    'leap-day-forgotten',
    'begins March on 29 February',
    windowsOf(4, (cycle, moment, wall) => {
      const { isLeapDay, date } = dayOf(moment, wall);
      if (isLeapDay) return v1WindowStart(aDay, moment, wall);
      const start = v1WindowStart(cycle, moment, wall);
      return date.getUTCMonth() === 2 && dayOf(start - 1, wall).isLeapDay ? start - dayMs : start;
    }),
  ),

  fault(
    'v1.cycle-5.holds',
    'calendar',
    'begins quarters in January, April, July and October',
    as(5, 6),
  ),
  fault(
    'v1.cycle-5.turns',
    'four-months',
    'counts four months for a quarter',
    windowsOf(5, (cycle, moment, wall) => everyMonths(4, cycle, moment, wall)),
  ),
  fault(
    'v1.cycle-5.holds',
    'afternoon',
    'begins quarters a day early where the first one began in the afternoon',
    windowsOf(5, (cycle, moment, wall) => {
      const early = isAfternoon(cycle.anchor, wall) ? dayMs : 0;
      return v1WindowStart(cycle, moment + early, wall) - early;
    }),
  ),
  fault(
    'v1.cycle-5.turns',
    'afternoon',
    'begins quarters a day late where the first one began in the afternoon',
    windowsOf(5, (cycle, moment, wall) => {
      const late = isAfternoon(cycle.anchor, wall) ? dayMs : 0;
      const first = v1WindowStart(cycle, cycle.anchor, wall);
      const start = v1WindowStart(cycle, moment - late, wall);
      return start <= first ? first : start + late;
    }),
  ),

  fault(
    'v1.cycle-6.turns',
    'anchored',
    'begins calendar quarters on the day of the first one',
    as(6, 5),
  ),
  fault(
    'v1.cycle-6.turns',
    'four-months',
    'counts four months for a calendar quarter',
    windowsOf(6, (cycle, moment, wall) =>
      everyMonths(
        4,
        { ...cycle, anchor: v1WindowStart({ ...cycle, type: 8 }, moment, wall) },
        moment,
        wall,
      ),
    ),
  ),
  fault(
    'v1.cycle-6.holds',
    'shifted',
    'begins calendar quarters in February, May, August and November',
    windowsOf(6, (cycle, moment, wall) => {
      const year = v1WindowStart({ ...cycle, type: 8 }, moment, wall);
      return everyMonths(3, { ...cycle, anchor: year - dayMs * 335 }, moment, wall);
    }),
  ),

  fault(
    'v1.cycle-7.holds',
    'calendar',
    'begins years on 1 January, wherever they should begin',
    as(7, 8),
  ),
  fault(
    'v1.cycle-7.holds',
    'leap-day-forgotten',
    'counts 365 days for every year',
    windowsOf(7, ({ anchor }, moment) => everyDays(365, anchor, moment)),
  ),

  fault(
    'v1.cycle-8.turns',
    'anchored',
    'begins calendar years on the day of the first one',
    as(8, 7),
  ),
  fault(
    'v1.cycle-8.holds',
    'leap-day-forgotten',
    'starts a new calendar year after 365 days',
    windowsOf(8, (cycle, moment, wall) => {
      const start = v1WindowStart(cycle, moment, wall);
      return moment < start + 365 * dayMs ? start : start + 365 * dayMs;
    }),
  ),
  fault(
    'v1.cycle-8.holds',
    'april',
    'also begins calendar years in April',
    windowsOf(8, (cycle, moment, wall) => {
      const start = v1WindowStart(cycle, moment, wall);
      const april = wall.at(Date.UTC(new Date(wall.of(start)).getUTCFullYear(), 3, 1));
      return moment < april ? start : april;
    }),
  ),

  fault('v1.cycle-11.holds', 'calendar', 'begins hours at minute 0', as(11, 12)),
  fault(
    'v1.cycle-11.turns',
    'sixty-one-minutes',
    'counts sixty-one minutes for an hour',
    windowsOf(11, ({ anchor }, moment) => everyDays(61 / 1440, anchor, moment)),
  ),
  fault(
    'v1.cycle-12.turns',
    'anchored',
    'begins calendar hours at the minute of the first one',
    as(12, 11),
  ),

  ...types.map((type) =>
    fault(
      'v1.limits.hold-through-any-run',
      `windows-of-type-${type}`,
      `begins the windows of type ${type} two seconds late`,
      windowsOf(
        type,
        (cycle, moment, wall) => v1WindowStart(cycle, moment - 2 * secondMs, wall) + 2 * secondMs,
      ),
    ),
  ),
];

/** Other windows for one cycleType; all others as the document has them. */
function windowsOf(type: CycleType, start: WindowStart): Tampering {
  return withRules({
    v1WindowStart: (cycle, moment, wall) =>
      (cycle.type === type ? start : v1WindowStart)(cycle, moment, wall),
  });
}

const madrid = createWallClock(createCalendar('Europe/Madrid'));

/** Other windows for one cycleType, of a target that lives in Madrid and shows its local time. */
function inMadrid(type: CycleType, start: WindowStart): Tampering {
  return {
    ...withRules({
      v1WindowStart: (cycle, moment) =>
        (cycle.type === type ? start : v1WindowStart)(cycle, moment, madrid),
    }),
    ...inAnswer('creditCard', (answer) => {
      const shown = Date.parse(`${String(answer['localTransactionDate'])}Z`);
      answer['localTransactionDate'] = new Date(madrid.of(shown)).toISOString().slice(0, 19);
    }),
  };
}

/**
 * Windows that begin so much later, or earlier, where European clocks are set between their beginning
 * and so long after it, or before it.
 */
function besideChanges(untilMs: number, lateMs: number): WindowStart {
  const offset = (moment: number): number => madrid.of(moment) - moment;

  return (cycle, moment, wall) => {
    const startAt = (at: number): number => v1WindowStart(cycle, at, wall);
    const shifted = (start: number): number =>
      offset(start) === offset(start + untilMs) ? start : start + lateMs;
    const start = startAt(moment);
    if (shifted(start) > moment) return shifted(startAt(start - 1));
    const next = startAt(moment + hourMs);
    return shifted(next) <= moment ? shifted(next) : shifted(start);
  };
}

/** One cycleType taken for another. */
function as(type: CycleType, other: CycleType): Tampering {
  return windowsOf(type, (cycle, moment, wall) =>
    v1WindowStart({ ...cycle, type: other }, moment, wall),
  );
}

function keepsCycleType(type: CycleType): Tampering {
  return withRules({
    v1LimitsAfter: (before, changed) => {
      const known = before.find(({ name }) => name === changed.name)?.cycleType ?? 4;
      // A fresh limit has a type of its own, which then becomes another.
      const other = known === type ? ({ 0: 4, 4: 0 } as const)[known as 0 | 4] : known;
      return v1LimitsAfter(
        before,
        changed.cycleType === type ? { ...changed, cycleType: other } : changed,
      );
    },
  });
}

const aDay: Cycle = { type: 0, anchor: 0, quarterTurn: 'midnight' };

function everyDays(days: number, anchor: number, moment: number): number {
  const length = days * dayMs;
  return anchor + Math.floor((moment - anchor) / length) * length;
}

/** Windows of several months, counted in months from the anchor. */
function everyMonths(count: number, cycle: Cycle, moment: number, wall: WallClock): number {
  const month: Cycle = { ...cycle, type: 3 };
  const monthsOf = (at: number): number => {
    const { date } = dayOf(at, wall);
    return date.getUTCFullYear() * 12 + date.getUTCMonth();
  };
  let start = v1WindowStart(month, moment, wall);
  while ((monthsOf(start) - monthsOf(cycle.anchor)) % count !== 0) {
    start = v1WindowStart(month, start - 1, wall);
  }
  return start;
}

function isOnDayOf(anchor: number, moment: number, wall: WallClock): boolean {
  return dayOf(anchor, wall).date.getUTCDate() === dayOf(moment, wall).date.getUTCDate();
}

function isAfternoon(moment: number, wall: WallClock): boolean {
  return dayOf(moment, wall).date.getUTCHours() >= 12;
}

function dayOf(
  moment: number,
  wall: WallClock,
): { readonly date: Date; readonly isLeapDay: boolean } {
  const date = new Date(wall.of(moment));
  return { date, isLeapDay: date.getUTCMonth() === 1 && date.getUTCDate() === 29 };
}
