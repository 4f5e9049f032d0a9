import { BeyondTheWalk, type WalkingControl } from '../../fixtures/target/walk.ts';
import { SetUpFailed } from '../../fixtures/transcript/exchange.ts';
import type { V1Client } from '../../fixtures/clients/v1.ts';
import { learnTime, setLimitFrom, type TargetTime } from '../../fixtures/dialect/v1-time.ts';
import { promised } from '../../fixtures/worlds/v1.ts';
import {
  lastingCard,
  lastsTo,
  type Pair,
  setCashLimit,
  transferred,
} from '../../fixtures/worlds/v1-limits.ts';
import {
  anchoredTypes,
  type Cycle,
  type CycleType,
  momentOf,
  wallAt,
  windowAt,
} from '../../properties/models/windows.ts';

// How checks foresee the windows of a limit on a target whose clock they move.

/** What a check of windows stands on. */
export interface WindowSetUp {
  readonly v1: V1Client;
  readonly control: WalkingControl;
  readonly time: TargetTime;
}

/** A moment inside a window: a day of the year and what the wall clock shows. */
export interface WindowVisit {
  readonly month: number;
  readonly day: number;
  readonly wall: string;
  /** In leap years only, in others only, or in any. */
  readonly years?: 'leap' | 'common';
}

/** The end of a window, by every reading of what the document leaves open. */
export interface WindowEnd {
  readonly earliest: number;
  readonly latest: number;
}

/** Whether the document leaves open when a window ends; clocks are set by less than half a day. */
export function isLeftOpen({ earliest, latest }: WindowEnd): boolean {
  return latest - earliest > dayMs / 2;
}

/** Runs of windows begin at this part of a second, so that a target may cut it off or keep it. */
const partOfSecondMs = 300;

/**
 * From when on a window of a type has begun by every reading; `lateMs` is how long it took to set the
 * limit, with which an anchored run may begin.
 */
export function firstMomentOf(type: CycleType, { latest }: WindowEnd, lateMs: number): number {
  return anchoredTypes.includes(type) ? latest + partOfSecondMs + 100 + lateMs : latest;
}

/**
 * Goes to the next of each of some visits that lies some days ahead, to all at the same time; `isAhead`
 * may ask for more. Answers how many windows were judged in all.
 */
export async function visitAll(
  ground: WindowSetUp,
  visits: readonly WindowVisit[],
  judge: (ground: WindowSetUp, wall: string) => Promise<number>,
  isAhead: (wall: string, least: number) => boolean = () => true,
): Promise<number> {
  const least = (await ground.control.now()).getTime() + 3 * dayMs;
  const judging = visits.map((visit) =>
    aside(ground, (own) => judge(own, nextOf(ground, visit, least, isAhead))),
  );
  return sumOf(judging);
}

/** When a visit is due next, as far as the zone is known. */
export async function nextVisit(ground: WindowSetUp, visit: WindowVisit): Promise<string> {
  const least = (await ground.control.now()).getTime() + 3 * dayMs;
  return nextOf(ground, visit, least, () => true);
}

/** What waits for moments of its own, at the same time as others. */
export function aside<T>(
  { v1, control }: WindowSetUp,
  body: (own: WindowSetUp) => Promise<T>,
): Promise<T> {
  return control.aside(async (other) => {
    const time = await learnTime(v1, other);
    if (time === undefined) throw new Error('time was known before');
    return body({ v1, control: other, time });
  });
}

/** All of them have an end of their own, also where one of them meets a breach. */
export async function sumOf(judging: readonly Promise<number>[]): Promise<number> {
  const ended = await Promise.allSettled(judging);
  const broken = ended.find((one) => one.status === 'rejected' && !isBeyond(one.reason));
  if (broken?.status === 'rejected') throw broken.reason;
  const judged = ended.map((one) => (one.status === 'fulfilled' ? one.value : 0));
  const total = judged.reduce((sum, count) => sum + count, 0);
  // What lies beyond the walk is a loss only where nothing else was judged.
  if (total === 0) for (const one of ended) if (one.status === 'rejected') throw one.reason;
  return total;
}

function isBeyond(reason: unknown): boolean {
  return reason instanceof BeyondTheWalk;
}

/** A moment at which a day begins, and the distance from UTC that holds there. */
interface Midnight {
  readonly moment: number;
  readonly zone: string;
}

/**
 * The midnights before and after clocks are set at which a window of a type begins, where the target
 * shows local time and leaves no doubt of it: forwards and back, each when its turn comes.
 */
export async function* midnightsBesideChanges(
  { control, time }: WindowSetUp,
  type: 0 | 2,
): AsyncGenerator<Midnight> {
  let foreseen = 0;
  for (let count = 0; count < 4 && foreseen < 2; count += 1) {
    const change = time.changeAfter((await control.now()).getTime() + 3 * dayMs);
    if (change === undefined) return;
    const day = wallAt(time.zone(), change - 1).toPlainDate();
    for (const date of [day, day.add({ days: 1 })]) {
      if (type === 2 && date.dayOfWeek !== 1) continue;
      const wall = `${date.toString()}T00:00:00`;
      const zone = await time.zoneBefore(momentOf(time.zone(), wall));
      if (zone === undefined) continue;
      const moment = momentOf(zone, wall);
      if (time.agreedZone(moment) !== zone) continue;
      if (date !== day) foreseen += 1;
      yield { moment, zone };
    }
    // What holds from then on is learned far from the change, where a target that errs there does not.
    await time.zoneBefore(change + 10 * dayMs);
  }
}

/** Wall times from which a month runs to the day before clocks are set, forwards and back. */
export async function* monthsBeforeChanges({ control, time }: WindowSetUp): AsyncGenerator<string> {
  let change: number | undefined = 0;
  for (let count = 0; count < 2; count += 1) {
    const least = (await control.now()).getTime() + 40 * dayMs;
    change = time.changeAfter(Math.max(change, least));
    if (change === undefined) return;
    const turn = wallAt(time.zone(), change - 1)
      .toPlainDate()
      .subtract({ days: 1 });
    const first = turn.subtract({ months: 1 });
    if (first.day !== turn.day) continue;
    const start = `${first.toString()}T10:20:30`;
    const end = `${turn.toString()}T10:20:30`;
    const zone = await time.zoneBefore(momentOf(time.zone(), start));
    const isCertain = [start, end].every(
      (wall) => zone !== undefined && time.agreedZone(momentOf(zone, wall)) === zone,
    );
    if (isCertain) yield start;
  }
}

/**
 * The end of the window of a moment, with the distance from UTC that holds at one edge of it; where
 * that changes within an anchored window, there are two readings. `anchor` and `zone` are the wall
 * time at which an anchored run began and the distance at that place.
 */
export async function endOf(
  { time }: Pick<WindowSetUp, 'time'>,
  type: CycleType,
  moment: number,
  { anchor, zone }: { readonly anchor: string; readonly zone: string },
  edge: keyof WindowEnd = 'earliest',
): Promise<WindowEnd | undefined> {
  const endIn = (there: string): WindowEnd =>
    readingsOf({ type, anchor, zone: there }, momentOf(there, wallAt(zone, moment)));
  // Hours are the same everywhere but for the parts of one that few zones are away from UTC.
  if (type === 11 || type === 12) return endIn(zone);

  const there = await time.zoneBefore(endIn(time.zone())[edge]);
  if (there === undefined) return undefined;
  const ends = anchoredTypes.includes(type) ? [endIn(there), endIn(zone)] : [endIn(there)];
  return {
    earliest: Math.min(...ends.map(({ earliest }) => earliest)),
    latest: Math.max(...ends.map(({ latest }) => latest)),
  };
}

/** The value of every limit here, in minor units. */
export const value = 7_35;

/**
 * Cards that are good until a moment, or `undefined` where cards do not last so long. Both are new:
 * others who are under way at the same time would change what a shared one holds.
 */
export async function newPair(
  { v1, control }: WindowSetUp,
  until: number,
): Promise<Pair | undefined> {
  const now = (await control.now()).getTime();
  const [from, to] = await Promise.all([lastingCard(v1, now, 10 * value), lastingCard(v1, now, 0)]);
  return lastsTo(from, until) && lastsTo(to, until) ? { from, to } : undefined;
}

/** Gives the payer a limit of a type, wherever its windows begin. */
export async function setLimit(
  { v1 }: Pick<WindowSetUp, 'v1'>,
  { from }: Pair,
  cycleType: CycleType,
): Promise<void> {
  const changed = await setCashLimit(v1, from, { value, cycleType });
  if (changed !== undefined) promised(changed, `v1.cycle-${cycleType}.can-be-set`);
}

/** A run of anchored windows that begins at a wall time, with the limit of the first used up. */
export async function beginRun(
  ground: WindowSetUp,
  cycleType: CycleType,
  wall: string,
  until: (start: number) => number,
): Promise<{ pair: Pair; start: number; zone: string; lateMs: number } | undefined> {
  const { v1, time } = ground;
  const zone = await time.zoneBefore(momentOf(time.zone(), wall));
  if (zone === undefined) return undefined;
  const start = momentOf(zone, wall);
  const pair = await newPair(ground, until(start));
  if (pair === undefined) return undefined;
  const { at: begun } = await time.moveTo(start + partOfSecondMs);
  if (!(await setLimitFrom(v1, pair, { value, cycleType }, time.dateTime(start, zone)))) {
    throw new SetUpFailed('no limit could be set', `v1.cycle-${cycleType}.can-be-set`);
  }
  const lateMs = Math.ceil(performance.now() - begun);
  // Not in the first second, which a target that is a second late takes for the window before.
  await time.moveTo(start + 2_000 + lateMs);
  await transferred(v1, pair, value);
  return { pair, start, zone, lateMs };
}

/** The end of the window of a moment, where the distance from UTC is known. */
function readingsOf(cycle: Cycle, moment: number): WindowEnd {
  if (cycle.type === 3) return endsOfMonth(cycle, moment);
  const { end } = windowAt(cycle, moment);
  if (cycle.type !== 5 || cycle.anchor.endsWith('T00:00:00')) return { earliest: end, latest: end };

  // The document gives the day on which a quarter begins and no time: at the latest, it is over.
  const day = wallAt(cycle.zone, end).toPlainDate();
  return {
    earliest: momentOf(cycle.zone, `${day.toString()}T00:00:00`),
    latest: momentOf(cycle.zone, `${day.add({ days: 1 }).toString()}T00:00:01`),
  };
}

/**
 * Months begin on the day of the first. What a month that lacks it does is not shown, nor whether
 * later ones begin on that day again: only that the next month which has it finds another begun.
 */
function endsOfMonth(cycle: Cycle, moment: number): WindowEnd {
  const { anchor, zone } = cycle;
  const hasDay = (at: number): boolean => wallAt(zone, at).day === Number(anchor.slice(8, 10));
  let { end } = windowAt(cycle, momentOf(zone, anchor));
  let isSure = true;
  while (end <= moment) {
    isSure &&= hasDay(end);
    ({ end } = windowAt(cycle, end));
  }
  const latest = hasDay(end) ? end : windowAt(cycle, end).end;
  if (isSure && hasDay(end)) return { earliest: end, latest };

  const day = wallAt(zone, end).toPlainDate();
  const first = isSure ? day : day.with({ day: 1 });
  return { earliest: momentOf(zone, `${first.toString()}T00:00:00`), latest };
}

function nextOf(
  { time }: WindowSetUp,
  { month, day, wall, years }: WindowVisit,
  least: number,
  isAhead: (wall: string, least: number) => boolean,
): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  for (let year = new Date(least).getUTCFullYear(); ; year += 1) {
    const text = `${year}-${two(month)}-${two(day)}T${wall}`;
    const isLeap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
    // First, as other years may lack the day.
    const isOfItsKind = years === undefined || isLeap === (years === 'leap');
    if (!isOfItsKind || momentOf(time.zone(), text) < least) continue;
    if (isAhead(text, least)) return text;
  }
}

const dayMs = 86_400_000;
