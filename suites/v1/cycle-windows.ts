import type { ControlClient } from '../../fixtures/clients/control.ts';
import { SetUpFailed } from '../../fixtures/clients/exchange.ts';
import type { V1Client } from '../../fixtures/clients/v1.ts';
import { setLimitFrom, type TargetTime } from '../../fixtures/target/dialect/v1-time.ts';
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
  type CycleType,
  momentOf,
  wallAt,
  windowAt,
} from '../../properties/models/windows.ts';

// How checks foresee the windows of a limit on a target whose clock they move.

/** What a check of windows stands on. */
export interface Ground {
  readonly v1: V1Client;
  readonly control: ControlClient;
  readonly time: TargetTime;
}

/** A moment inside a window: a day of the year and what the wall clock shows. */
export interface Visit {
  readonly month: number;
  readonly day: number;
  readonly wall: string;
  /** In leap years only, in others only, or in any. */
  readonly years?: 'leap' | 'common';
}

/** The end of a window, by both readings where the distance from UTC changes within an anchored one. */
export interface End {
  readonly earliest: number;
  readonly latest: number;
}

/** Runs of windows begin at this part of a second, so that a target may cut it off or keep it. */
const partOfSecondMs = 300;

/**
 * From when on a window of a type has begun by every reading; `lateMs` is how long it took to set the
 * limit, with which an anchored run may begin.
 */
export function firstMomentOf(type: CycleType, { latest }: End, lateMs: number): number {
  return anchoredTypes.includes(type) ? latest + partOfSecondMs + 100 + lateMs : latest;
}

/**
 * The wall times of some visits, each its next one that lies some days ahead when its turn comes,
 * nearest first; `isAhead` may ask for more.
 */
export async function* upcoming(
  { control, time }: Ground,
  visits: readonly Visit[],
  isAhead: (wall: string, least: number) => boolean = () => true,
): AsyncGenerator<string> {
  let remaining = visits;
  while (remaining.length > 0) {
    const least = (await control.now()).getTime() + 3 * dayMs;
    const isFit = (wall: string): boolean =>
      momentOf(time.zone(), wall) >= least && isAhead(wall, least);
    const [next] = remaining
      .map((visit) => ({ visit, wall: nextOf(visit, new Date(least).getUTCFullYear(), isFit) }))
      .toSorted((a, b) => a.wall.localeCompare(b.wall));
    if (next === undefined) return;
    remaining = remaining.filter((visit) => visit !== next.visit);
    yield next.wall;
  }
}

/**
 * The end of the window of a moment, with the distance from UTC that holds there. `anchor` and `zone`
 * are the wall time at which an anchored run began and the distance at that place.
 */
export async function endOf(
  { time }: Pick<Ground, 'time'>,
  type: CycleType,
  moment: number,
  { anchor, zone }: { readonly anchor: string; readonly zone: string },
): Promise<End | undefined> {
  const endIn = (there: string): number =>
    windowAt({ type, anchor, zone: there }, momentOf(there, wallAt(zone, moment))).end;
  // Hours are the same everywhere but for the parts of one that few zones are away from UTC.
  if (type === 11 || type === 12) return { earliest: endIn(zone), latest: endIn(zone) };

  const there = await time.zoneBefore(endIn(time.zone()));
  if (there === undefined) return undefined;
  const ends = anchoredTypes.includes(type) ? [endIn(there), endIn(zone)] : [endIn(there)];
  return { earliest: Math.min(...ends), latest: Math.max(...ends) };
}

/** The value of every limit here, in minor units. */
export const value = 7_35;

/** Cards that are good until a moment, or `undefined` where cards do not last so long. */
export async function newPair(ground: Ground, until: number): Promise<Pair | undefined> {
  const now = (await ground.control.now()).getTime();
  const from = await lastingCard(ground.v1, now, 10 * value);
  const to = await ground.time.receiver(now, until);
  return lastsTo(from, until) && lastsTo(to, until) ? { from, to } : undefined;
}

/** Gives the payer a limit of a type whose windows are aligned to the calendar. */
export async function setCalendarLimit(
  { v1 }: Ground,
  { from }: Pair,
  cycleType: CycleType,
): Promise<void> {
  const changed = await setCashLimit(v1, from, { value, cycleType });
  if (changed !== undefined) promised(changed, `v1.cycle-${cycleType}.can-be-set`);
}

/** A run of anchored windows that begins at a wall time, with the limit of the first used up. */
export async function beginRun(
  ground: Ground,
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
  const begun = performance.now();
  await time.moveTo(start + partOfSecondMs);
  if (!(await setLimitFrom(v1, pair, { value, cycleType }, time.dateTime(start, zone)))) {
    throw new SetUpFailed('  no limit could be set', `v1.cycle-${cycleType}.can-be-set`);
  }
  const lateMs = Math.ceil(performance.now() - begun);
  // Not in the first second, which a target that is a second late takes for the window before.
  await time.moveTo(start + 2_000 + lateMs);
  await transferred(v1, pair, value);
  return { pair, start, zone, lateMs };
}

function nextOf(
  { month, day, wall, years }: Visit,
  first: number,
  isFit: (wall: string) => boolean,
): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  for (let year = first; ; year += 1) {
    const text = `${year}-${two(month)}-${two(day)}T${wall}`;
    const isLeap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
    if ((years === undefined || isLeap === (years === 'leap')) && isFit(text)) return text;
  }
}

const dayMs = 86_400_000;
