import { check, expect } from '../../fixtures/check.ts';
import type { Exchange } from '../../fixtures/transcript/exchange.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { BeyondTheWalk } from '../../fixtures/target/walk.ts';
import { carriedOut } from '../../fixtures/clients/v1.ts';
import type { RequirementId } from '../../fixtures/requirements/index.ts';
import { learnTime, noAnchor, noZone, withinTheSecond } from '../../fixtures/dialect/v1-time.ts';
import type { V1Card } from '../../fixtures/worlds/v1.ts';
import {
  balancesOfPair,
  lastingCard,
  lastsTo,
  type Pair,
  transfer,
  transferred,
} from '../../fixtures/worlds/v1-limits.ts';
import { type CycleType, momentOf, windowAt } from '../../properties/models/windows.ts';
import { expectUntouched } from './balances.ts';
import {
  aside,
  beginRun,
  type WindowEnd,
  endOf,
  firstMomentOf,
  type WindowSetUp,
  isLeftOpen,
  midnightsBesideChanges,
  monthsBeforeChanges,
  newPair,
  setLimit,
  sumOf,
  value,
  type WindowVisit,
  visitAll,
} from './cycle-windows.ts';

// Document 1, part 8: the windows of every cycleType, to the second on both sides of their ends.

type CalendarType = 0 | 2 | 4 | 6 | 8 | 12;
type AnchoredType = 1 | 3 | 5 | 7 | 11;

/** Requirements, cycleType and what a window is, and moments whose windows are looked at. */
const calendarCycles: readonly (readonly [
  { holds: RequirementId; turns: RequirementId },
  CalendarType,
  string,
  readonly WindowVisit[],
])[] = [
  [
    { holds: 'v1.cycle-0.holds', turns: 'v1.cycle-0.turns' },
    0,
    'day',
    [
      { month: 12, day: 31, wall: '12:00:00' },
      { month: 1, day: 30, wall: '12:00:00' },
      { month: 2, day: 28, wall: '12:00:00', years: 'common' },
      { month: 2, day: 29, wall: '12:00:00', years: 'leap' },
    ],
  ],
  [
    { holds: 'v1.cycle-2.holds', turns: 'v1.cycle-2.turns' },
    2,
    'calendar week',
    [
      { month: 12, day: 31, wall: '12:00:00' },
      { month: 1, day: 15, wall: '12:00:00' },
      { month: 2, day: 28, wall: '12:00:00' },
    ],
  ],
  [
    { holds: 'v1.cycle-4.holds', turns: 'v1.cycle-4.turns' },
    4,
    'calendar month',
    [
      { month: 12, day: 5, wall: '12:00:00' },
      { month: 2, day: 5, wall: '12:00:00', years: 'common' },
      { month: 2, day: 5, wall: '12:00:00', years: 'leap' },
      { month: 6, day: 5, wall: '12:00:00' },
    ],
  ],
  [
    { holds: 'v1.cycle-6.holds', turns: 'v1.cycle-6.turns' },
    6,
    'calendar quarter',
    [
      { month: 2, day: 5, wall: '12:00:00' },
      { month: 5, day: 5, wall: '12:00:00' },
      { month: 8, day: 5, wall: '12:00:00' },
      { month: 11, day: 5, wall: '12:00:00' },
    ],
  ],
  [
    { holds: 'v1.cycle-8.holds', turns: 'v1.cycle-8.turns' },
    8,
    'calendar year',
    [
      { month: 7, day: 5, wall: '12:00:00', years: 'common' },
      { month: 7, day: 5, wall: '12:00:00', years: 'leap' },
    ],
  ],
  [
    { holds: 'v1.cycle-12.holds', turns: 'v1.cycle-12.turns' },
    12,
    'calendar hour',
    [
      { month: 12, day: 31, wall: '23:30:00' },
      { month: 1, day: 15, wall: '14:30:00' },
      { month: 2, day: 28, wall: '23:30:00', years: 'common' },
    ],
  ],
];

for (const [{ holds, turns }, cycleType, window, visits] of calendarCycles) {
  check(
    holds,
    `counts what was transferred in the first seconds of a ${window} in its last second`,
    async ({ v1, control, skip }) => {
      const time = await learnTime(v1, control);
      if (time === undefined) return skip(noZone);
      const ground = { v1, control, time };

      const judged = await sumOf([
        visitAll(
          ground,
          visits,
          (own, wall) => calendarHolds(own, cycleType, wall),
          startsAhead(ground, cycleType),
        ),
        ...(cycleType === 0 || cycleType === 2
          ? [aside(ground, (own) => heldBesideChanges(own, cycleType))]
          : []),
      ]);

      if (judged === 0) return skip(nothingJudged);
    },
  );

  check(
    turns,
    `approves the whole limit again in the first second of the next ${window}`,
    async ({ v1, control, skip }) => {
      const time = await learnTime(v1, control);
      const judged =
        time === undefined ? 0 : await calendarTurns({ v1, control, time }, cycleType, visits);
      if (judged > 0) return;

      if (cycleType === 0 && (await beginsWithinADay({ v1, control }))) return;
      const later = await muchLater({ v1, control }, cycleType);
      if (later === undefined) return skip(time === undefined ? noZone : nothingJudged);
      expect(later).toSucceed();
    },
  );
}

/** Requirements, cycleType and what a window is, how many are walked through from which anchors. */
const anchoredCycles: readonly (readonly [
  { holds: RequirementId; turns: RequirementId },
  AnchoredType,
  string,
  number,
  readonly WindowVisit[],
])[] = [
  [
    { holds: 'v1.cycle-1.holds', turns: 'v1.cycle-1.turns' },
    1,
    'week',
    2,
    [
      // Whichever of them comes first, and in whatever year: no two of them are both a Monday.
      { month: 12, day: 20, wall: '10:20:30' },
      { month: 2, day: 24, wall: '10:20:30' },
    ],
  ],
  [
    { holds: 'v1.cycle-3.holds', turns: 'v1.cycle-3.turns' },
    3,
    'month',
    3,
    [
      { month: 1, day: 15, wall: '10:20:30', years: 'common' },
      { month: 1, day: 15, wall: '10:20:30', years: 'leap' },
      // Through months that lack the day, as far as the document says what then happens.
      { month: 1, day: 30, wall: '10:20:30', years: 'common' },
      { month: 7, day: 31, wall: '10:20:30' },
    ],
  ],
  [
    { holds: 'v1.cycle-5.holds', turns: 'v1.cycle-5.turns' },
    5,
    'quarter',
    2,
    // The document gives the day of a quarter and no time: its second is known only from midnight.
    [
      { month: 12, day: 10, wall: '00:00:00' },
      { month: 5, day: 20, wall: '15:20:00' },
    ],
  ],
  [
    { holds: 'v1.cycle-7.holds', turns: 'v1.cycle-7.turns' },
    7,
    'year',
    1,
    [
      { month: 1, day: 20, wall: '10:20:30', years: 'common' },
      { month: 1, day: 20, wall: '10:20:30', years: 'leap' },
    ],
  ],
  [
    { holds: 'v1.cycle-11.holds', turns: 'v1.cycle-11.turns' },
    11,
    'hour',
    3,
    [{ month: 12, day: 31, wall: '21:23:45' }],
  ],
];

for (const [{ holds, turns }, cycleType, window, count, visits] of anchoredCycles) {
  check(
    holds,
    `counts what was transferred in the first seconds of a ${window} in its last second`,
    async ({ v1, control, skip }) => {
      const time = await learnTime(v1, control);
      if (time === undefined) return skip(noZone);
      if (!(await time.isAnchored())) return skip(noAnchor);
      const ground = { v1, control, time };

      const judged = await visitAll(ground, visits, (own, wall) =>
        anchoredHolds(own, cycleType, count, wall),
      );

      if (judged === 0) return skip(nothingJudged);
    },
  );

  check(
    turns,
    `approves the whole limit again in the first second of the next ${window}`,
    async ({ v1, control, skip }) => {
      const time = await learnTime(v1, control);
      const isForeseen = time !== undefined && (await time.isAnchored());
      const judged = isForeseen
        ? await anchoredTurns({ v1, control, time }, cycleType, count, visits)
        : 0;
      if (judged > 0) return;

      const later = await muchLater({ v1, control }, cycleType);
      if (later === undefined) {
        return skip(time === undefined ? noZone : isForeseen ? nothingJudged : noAnchor);
      }
      expect(later).toSucceed();
    },
  );
}

const nothingJudged =
  'no window could be judged: cards are not valid to its end, or its end could not be predicted, or each answer took longer than a second';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const minuteMs = 60_000;

/** For how long a card must be good, at the least, to see all windows of a run. */
const lengths = {
  1: 15 * dayMs,
  3: 154 * dayMs,
  5: 186 * dayMs,
  7: 367 * dayMs,
  11: dayMs,
} as const;

/** How long a window is at the most, with an hour more where clocks are set back. */
const longestMs: Readonly<Record<CycleType, number>> = {
  0: dayMs + hourMs,
  1: 7 * dayMs + hourMs,
  2: 7 * dayMs + hourMs,
  3: 31 * dayMs + hourMs,
  4: 31 * dayMs + hourMs,
  5: 92 * dayMs + hourMs,
  6: 92 * dayMs + hourMs,
  7: 366 * dayMs + hourMs,
  8: 366 * dayMs + hourMs,
  11: hourMs,
  12: 2 * hourMs,
};

/** Sees a window hold that is aligned to the calendar; how many. */
async function calendarHolds(
  ground: WindowSetUp,
  cycleType: CalendarType,
  wall: string,
): Promise<number> {
  const { v1, control, time } = ground;
  const zone = await time.zoneBefore(startOf(ground, cycleType, wall));
  if (zone === undefined) return 0;
  const { start } = windowAt({ type: cycleType, anchor: '', zone }, momentOf(zone, wall));
  const pair = await newPair(ground, roughEnd(ground, cycleType, wall));
  if (pair === undefined) return 0;
  await control.moveClockTo(new Date(start + 2_000));
  await setLimit(ground, pair, cycleType);
  await transferred(v1, pair, value);
  const end = await endOf(ground, cycleType, start + 2_000, { anchor: '', zone });

  return end !== undefined && (await isHeldUntil(ground, pair, end)) ? 1 : 0;
}

/** Sees windows hold that run from a moment of their own; how many of so many. */
async function anchoredHolds(
  ground: WindowSetUp,
  cycleType: AnchoredType,
  count: number,
  wall: string,
): Promise<number> {
  const { v1, control } = ground;
  const run = await beginRun(ground, cycleType, wall, (start) => start + lengths[cycleType]);
  if (run === undefined) return 0;
  const { pair, start, zone, lateMs } = run;
  let moment = start;
  for (let judged = 0; judged < count; judged += 1) {
    const end = await endOf(ground, cycleType, moment, { anchor: wall, zone });
    if (end === undefined || !(await isHeldUntil(ground, pair, end))) return judged;
    // After an end that the document leaves open, it is not known when the next one is.
    if (judged + 1 === count || isLeftOpen(end)) return judged + 1;
    // Whether the next window has begun is another requirement, so some time is left for it.
    moment = end.latest + 2_000 + lateMs;
    await control.moveClockTo(new Date(moment));
    if (!carriedOut(await transfer(v1, pair, value))) return judged + 1;
  }
  return count;
}

/** Sees windows turn that are aligned to the calendar; how many. */
function calendarTurns(
  ground: WindowSetUp,
  cycleType: CalendarType,
  visits: readonly WindowVisit[],
): Promise<number> {
  return sumOf([
    visitAll(ground, visits, (own, wall) => calendarTurn(own, cycleType, wall)),
    ...(cycleType === 0 || cycleType === 2
      ? [aside(ground, (own) => turnsBesideChanges(own, cycleType))]
      : []),
  ]);
}

async function calendarTurn(
  ground: WindowSetUp,
  cycleType: CalendarType,
  wall: string,
): Promise<number> {
  const { v1, control, time } = ground;
  const isShort = cycleType === 12;
  const zone = isShort ? await time.zoneBefore(momentOf(time.zone(), wall)) : time.zone();
  if (zone === undefined) return 0;
  const end = await endOf(ground, cycleType, momentOf(zone, wall), { anchor: '', zone });
  if (end === undefined) return 0;
  const pair = await usedUpBefore(ground, cycleType, end, isShort ? hourMs / 2 : 2 * hourMs);
  if (pair === undefined) return 0;

  await control.moveClockTo(new Date(firstMomentOf(cycleType, end, 0)));

  expect(await transfer(v1, pair, value)).toSucceed();
  return 1;
}

/** Sees windows turn at midnights beside which clocks are set; how many. */
async function turnsBesideChanges(ground: WindowSetUp, cycleType: 0 | 2): Promise<number> {
  const { v1, control, time } = ground;
  let judged = 0;
  for await (const { moment, zone } of midnightsBesideChanges(ground, cycleType)) {
    const end = { earliest: moment, latest: moment };
    // Within the hour by which a day begins early where clocks are set too soon or too late.
    const pair = await usedUpBefore(ground, cycleType, end, hourMs / 2);
    if (pair === undefined) continue;

    await control.moveClockTo(new Date(moment));

    if (!(await time.isStillAt(zone))) continue;
    expect(await transfer(v1, pair, value)).toSucceed();
    judged += 1;
  }
  return judged;
}

/** Sees windows hold that begin at midnights beside which clocks are set; how many. */
async function heldBesideChanges(ground: WindowSetUp, cycleType: 0 | 2): Promise<number> {
  const { v1, control, time } = ground;
  let judged = 0;
  for await (const { moment, zone } of midnightsBesideChanges(ground, cycleType)) {
    const noon = moment + dayMs / 2;
    const pair = await newPair(ground, noon);
    if (pair === undefined) continue;
    await control.moveClockTo(new Date(moment + 2_000));
    if (!(await time.isStillAt(zone))) continue;
    await setLimit(ground, pair, cycleType);
    await transferred(v1, pair, value);

    if (await isHeldUntil(ground, pair, { earliest: noon, latest: noon })) judged += 1;
  }
  return judged;
}

/** A pair whose limit is used up so long before a window ends; `undefined` where cards do not last. */
async function usedUpBefore(
  ground: WindowSetUp,
  cycleType: CalendarType,
  { earliest, latest }: WindowEnd,
  leadMs: number,
): Promise<Pair | undefined> {
  const { v1, control } = ground;
  const pair = await newPair(ground, latest);
  if (pair === undefined) return undefined;
  await control.moveClockTo(new Date(earliest - leadMs));
  await setLimit(ground, pair, cycleType);
  await transferred(v1, pair, value);
  expect(await transfer(v1, pair, 1)).toBeDenied();
  return pair;
}

/** Sees windows turn that run from a moment of their own, so many from each; how many in all. */
function anchoredTurns(
  ground: WindowSetUp,
  cycleType: AnchoredType,
  count: number,
  visits: readonly WindowVisit[],
): Promise<number> {
  const beforeChanges = async (own: WindowSetUp): Promise<number> => {
    let judged = 0;
    for await (const wall of monthsBeforeChanges(own)) {
      judged += await turnsFrom(own, cycleType, wall, 1);
    }
    return judged;
  };
  return sumOf([
    ...(cycleType === 3 ? [aside(ground, beforeChanges)] : []),
    visitAll(ground, visits, (own, wall) => turnsFrom(own, cycleType, wall, count)),
  ]);
}

async function turnsFrom(
  ground: WindowSetUp,
  cycleType: AnchoredType,
  wall: string,
  count: number,
): Promise<number> {
  const { v1, control } = ground;
  const run = await beginRun(ground, cycleType, wall, (start) => start + lengths[cycleType]);
  if (run === undefined) return 0;
  const { pair, start, zone, lateMs } = run;
  expect(await transfer(v1, pair, 1)).toBeDenied();

  let moment = start;
  for (let index = 0; ; index += 1) {
    const isFurther = index >= count;
    // A second year is seen where the cards are good for it, and the clock comes to its end.
    if (isFurther && (cycleType !== 7 || index > count)) return index;
    const end = await endOf(ground, cycleType, moment, { anchor: wall, zone }, 'latest');
    if (end === undefined) return index;
    moment = firstMomentOf(cycleType, end, lateMs);
    if (isFurther && !(lastsTo(pair.from, moment) && lastsTo(pair.to, moment))) return index;
    try {
      await control.moveClockTo(new Date(moment));
    } catch (error) {
      if (isFurther && error instanceof BeyondTheWalk) return index;
      throw error;
    }
    expect(await transfer(v1, pair, value)).toSucceed();
  }
}

/**
 * What comes of the whole limit once more after two windows, or where cards do not last so long after
 * one, wherever windows begin; `undefined` where they do not last even to that, or no limit holds.
 */
async function muchLater(
  { v1, control }: Pick<WindowSetUp, 'v1' | 'control'>,
  cycleType: CycleType,
): Promise<Exchange | undefined> {
  const now = (await control.now()).getTime();
  const from = await lastingCard(v1, now, 10 * value);
  const to = await lastingCard(v1, now, 0);
  const later = [2, 1]
    .map((count) => now + (count + 0.25) * longestMs[cycleType])
    .find((moment) => lastsTo(from, moment) && lastsTo(to, moment));
  if (later === undefined) return undefined;
  const pair = { from, to };
  await setLimit({ v1 }, pair, cycleType);
  await transferred(v1, pair, value);
  if (carriedOut(await transfer(v1, pair, 1))) return undefined;

  await control.moveClockTo(new Date(later));

  return transfer(v1, pair, value);
}

/**
 * Wherever a day begins: of two stretches of nearly a day, twelve hours apart, one has its first moment.
 * So the whole limit that was used up where they begin is approved again at the end of one of them at least;
 * false where no limit holds.
 */
async function beginsWithinADay(ground: Pick<WindowSetUp, 'v1' | 'control'>): Promise<boolean> {
  const { v1, control } = ground;
  const start = (await control.now()).getTime() + 10 * minuteMs;
  const [to, ...payers] = await Promise.all(
    [0, 10 * value, 10 * value].map((amount) => lastingCard(v1, start, amount)),
  );
  const pairs = payers.map((from) => ({ from, to: to as V1Card }));
  for (const [index, pair] of pairs.entries()) {
    await control.moveClockTo(new Date(start + index * 12 * hourMs));
    await setLimit(ground, pair, 0);
    await transferred(v1, pair, value);
    if (carriedOut(await transfer(v1, pair, 1))) return false;
  }

  const answers: Exchange[] = [];
  for (const [index, pair] of pairs.entries()) {
    await control.moveClockTo(new Date(start + index * 12 * hourMs + 23.75 * hourMs));
    answers.push(await transfer(v1, pair, value));
  }

  const words = 'one success at least, since a day begins in one of two stretches of 23.75 hours';
  expect(answers.some(carriedOut), sentExpectedGot(answers, words)).toBe(true);
  return true;
}

/** In the last second one more minor unit is denied and nothing moves; false if the second was missed. */
async function isHeldUntil(
  { v1, control }: WindowSetUp,
  pair: Parameters<typeof transfer>[1],
  { earliest }: WindowEnd,
): Promise<boolean> {
  const held = await balancesOfPair(v1, pair);

  const answer = await withinTheSecond(control, earliest - 1_000, () => transfer(v1, pair, 1));

  if (answer === undefined) return false;
  expect(answer).toBeDenied();
  await expectUntouched(v1, { ...pair.from, balance: held.from }, { ...pair.to, balance: held.to });
  return true;
}

/** Windows whose first second is still to come. */
function startsAhead(
  ground: WindowSetUp,
  type: CalendarType,
): (wall: string, least: number) => boolean {
  return (wall, least) => startOf(ground, type, wall) > least;
}

/** When the window of a wall time begins, as far as the zone is known. */
function startOf({ time }: WindowSetUp, type: CalendarType, wall: string): number {
  const zone = time.zone();
  return windowAt({ type, anchor: '', zone }, momentOf(zone, wall)).start;
}

function roughEnd({ time }: WindowSetUp, type: CalendarType, wall: string): number {
  const zone = time.zone();
  return windowAt({ type, anchor: '', zone }, momentOf(zone, wall)).end - dayMs;
}
