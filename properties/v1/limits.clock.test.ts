import fc from 'fast-check';
import { anAmountOf, byNumber, cashLimitName } from '../../fixtures/builders/v1.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect, forAll, reached } from '../../fixtures/check.ts';
import { carriedOut } from '../../fixtures/clients/v1.ts';
import { learnLimitForm } from '../../fixtures/dialect/v1.ts';
import { learnTime, noAnchor, noZone, setLimitFrom } from '../../fixtures/dialect/v1-time.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import {
  lastingCard,
  lastsTo,
  learnWhetherDebitsCount,
  limitCalled,
  noKnownLimit,
  type Pair,
  setCashLimit,
  transfer,
} from '../../fixtures/worlds/v1-limits.ts';
import { aside, endOf, firstMomentOf, type WindowSetUp } from '../../suites/v1/cycle-windows.ts';
import {
  amountInRoom,
  type AnchorPlan,
  anchorPlan,
  limitHistory,
  limitValue,
  type TimedLimitStep,
} from '../arbitraries/v1.ts';
import {
  anchoredTypes,
  type CycleType,
  cycleTypes,
  momentOf,
  type Movement,
  usedIn,
  wallAt,
  type Window,
} from '../models/windows.ts';

// Document 1, part 8: what follows for the windows of every cycleType from any run of movements.

/**
 * Histories of one type begin on several days, of every part of a week and a month, so that few of them meet at one
 * end of a window. Not on any day, so that some do, which spares the clock stops.
 */
const daysAhead = fc.integer({ min: 0, max: 14 }).map((times) => times * 27);

for (const cycleType of cycleTypes) {
  check(
    'v1.limits.hold-through-any-run',
    `approves what fits and denies what does not, over windows of type ${cycleType}`,
    async ({ v1, control, skip }) => {
      const now = (await control.now()).getTime();
      const debitsCount = await learnWhetherDebitsCount(v1, now);
      const time = await learnTime(v1, control);
      if (time === undefined) return skip(noZone);
      if (anchoredTypes.includes(cycleType) && !(await time.isAnchored())) return skip(noAnchor);
      const ground = { v1, control, time };
      const atLeast = isOfYears(cycleType) ? 1 : 3;

      await forAll(
        // Fewer steps where each may take a year.
        [daysAhead, limitValue, anchorPlan, limitHistory(isOfYears(cycleType) ? 1 : 3)],
        (days, value, anchor, steps) =>
          aside(ground, async (own) => {
            const history = await beginHistory(own, cycleType, value, anchor, days);
            if (history === undefined) return;
            for (const step of steps) {
              if (!(await takeStep(own, history, step, debitsCount))) return;
            }
          }),
        // About a hundred histories of all types together, on the same way through time.
        {
          share: (isOfYears(cycleType) ? 5 : 11) / 32,
          allAtOnce: true,
          least: {
            depth: 8,
            reached: {
              'in the last second': atLeast,
              'in the first second of the next': atLeast,
              'one more than the room': atLeast,
              'all of the room': atLeast,
            },
            otherwise: 'no window could be predicted, or no card is valid to its end',
          },
        },
      );
    },
  );
}

check(
  'v1.limits.value-alone-begins-nothing-anew',
  'keeps startDate and what was used when the value alone is changed, as when the cycleType is named again',
  async ({ v1, control, skip }) => {
    const form = await learnLimitForm(v1);
    const now = (await control.now()).getTime();
    const [from, to] = await Promise.all([lastingCard(v1, now, 200_00), lastingCard(v1, now, 0)]);
    const pair = { from, to };
    const limitOf = async (): Promise<readonly [object, Exchange]> => {
      const shown = await v1.getCardLimits({ cardIdentification: byNumber(from) });
      return [limitCalled(cashLimitName, shown) ?? {}, shown];
    };
    const [cycleType, minutesMs] = [7, 600_000];
    const set = await setCashLimit(v1, from, { value: 50_00, cycleType });
    if (form === undefined || set === undefined || !carriedOut(set)) return skip(noKnownLimit);
    if (!carriedOut(await transfer(v1, pair, 30_00))) return skip('no transfer is carried out');
    const [first] = await limitOf();

    await control.letPass(now, minutesMs);
    const named = await setCashLimit(v1, from, { value: 60_00, cycleType });
    if (named === undefined || !carriedOut(named)) return;
    const [before, shownBefore] = await limitOf();
    // Whether a change keeps what was used is open, but not whether it does so by what it leaves out.
    if (carriedOut(await transfer(v1, pair, 31_00))) return skip('a change forgets what was used');
    await control.letPass(now, 2 * minutesMs);
    const alone = await form.ask(v1, from, { name: cashLimitName, value: 70_00 });

    if (!carriedOut(alone)) return;
    const [after, shownAfter] = await limitOf();
    const isSame = (name: string, one: object, other: object): boolean =>
      memberOf(one, name) === memberOf(other, name);
    // Where what is left out becomes what it was at first, all of it begins anew.
    const isKept = ['cycleType', 'cycleLength', 'endDate'].every((name) =>
      isSame(name, before, after),
    );
    if (!isKept || memberOf(after, 'cycleType') !== cycleType) return;
    const acts = [shownBefore, alone, shownAfter];
    if (isSame('startDate', first, before)) {
      const words = `the startDate as it was, ${String(memberOf(before, 'startDate'))}`;
      expect(isSame('startDate', before, after), sentExpectedGot(acts, words)).toBe(true);
    }
    const answer = await transfer(v1, pair, 41_00);
    const words = 'a denial, since 30.00 of 70.00 are used';
    expect(carriedOut(answer), sentExpectedGot([...acts, answer], words)).toBe(false);
  },
);

/** A limit with what is known of its use. */
interface History {
  readonly cycleType: CycleType;
  readonly value: number;
  readonly pair: Pair;
  readonly anchor: string;
  readonly zone: string;
  readonly movements: Movement[];
  /** How long it took to set the limit, with which the run may begin. */
  readonly lateMs: number;
  /** The window that is running; its end is found out when somebody wants to get there. */
  window: Window;
  /** Where the clock was set to last, and when we did it. */
  moment: number;
  setAt: number;
}

async function beginHistory(
  { v1, control, time }: WindowSetUp,
  cycleType: CycleType,
  value: number,
  plan: AnchorPlan,
  daysAhead: number,
): Promise<History | undefined> {
  const hourMs = 3_600_000;
  // The same for all types, whose histories are drawn alike: they begin at one stop of the clock. Not a whole
  // number of hours, so that none begins where a window ends.
  const thisHour = Math.floor((await control.now()).getTime() / hourMs) * hourMs;
  let start = thisHour + 37.4 * hourMs + daysAhead * dayMs;
  let wall = '';
  if (anchoredTypes.includes(cycleType)) {
    wall = anchorAfter(wallAt(time.zone(), start).toString(), plan, cycleType);
    start = momentOf(time.zone(), wall);
  }
  const zone = await time.zoneBefore(start);
  if (zone === undefined) return undefined;
  if (wall !== '') start = momentOf(zone, wall);
  const now = (await control.now()).getTime();
  const from = await lastingCard(v1, now, 1_000_00);
  const to = await time.receiver(now, start + (isOfYears(cycleType) ? 370 : 40) * dayMs);
  const pair = { from, to };

  // Some part of a second after the anchor: a target may cut it off or keep it.
  const { at: begun } = await control.moveClockTo(new Date(start + 300));
  if (wall !== '' && !(await time.isStillAt(zone))) return undefined;
  if (wall === '') {
    const changed = await setCashLimit(v1, from, { value, cycleType });
    if (changed === undefined || !carriedOut(changed)) return undefined;
  } else if (!(await setLimitFrom(v1, pair, { value, cycleType }, time.dateTime(start, zone)))) {
    return undefined;
  }
  return {
    cycleType,
    value,
    pair,
    anchor: wall,
    zone,
    movements: [],
    lateMs: Math.ceil(performance.now() - begun),
    window: { start, end: Number.POSITIVE_INFINITY },
    moment: start + 300,
    setAt: begun,
  };
}

/** How long a transfer may be remembered as one that is not to be made twice. */
const repeatedWithinMs = 3_600_000;

/** One step; false where the history cannot be followed any further. */
async function takeStep(
  ground: WindowSetUp,
  history: History,
  { when, kind, amount: plan }: TimedLimitStep,
  debitsCount: boolean | undefined,
): Promise<boolean> {
  const { v1 } = ground;
  const { pair, value, movements } = history;
  if (!(await goTo(ground, history, when))) return false;
  const room = value - usedIn(history.window, movements);
  let amount = amountInRoom(plan, room);
  const note = (): void => {
    movements.push({ moment: history.moment, amount });
  };

  if (kind === 'credit') {
    await v1.creditCard(anAmountOf(pair.from, minorUnits(amount)));
  } else if (kind === 'debit') {
    if (debitsCount === undefined) return true;
    const debited = await v1.debitCard(anAmountOf(pair.from, minorUnits(amount)));
    if (isTooLate(history)) return false;
    if (debitsCount && carriedOut(debited)) note();
  } else {
    let answer = await transfer(v1, pair, amount);
    // The same within minutes may be taken for a mistake, whatever the limit; another amount is none.
    const isRepeated = movements.some(
      (one) => one.amount === amount && history.moment - one.moment < repeatedWithinMs,
    );
    if (isRepeated && amount <= room && !carriedOut(answer)) {
      if (amount === 1) return false;
      amount -= 1;
      answer = await transfer(v1, pair, amount);
    }
    if (amount === room) reached('all of the room');
    if (amount === room + 1) reached('one more than the room');
    if (isTooLate(history)) return false;
    if (amount > room) {
      expect(answer).toBeDenied();
    } else {
      // Whatever the limit, less than a euro may be too little for a transfer.
      if (amount < 1_00 && !carriedOut(answer)) return true;
      expect(answer).toSucceed();
      note();
    }
  }
  return true;
}

async function goTo(
  ground: WindowSetUp,
  history: History,
  when: TimedLimitStep['when'],
): Promise<boolean> {
  const { cycleType, anchor, zone, pair, lateMs } = history;
  if (when === 'at once') return !isTooLate(history);
  // Where the clock stands already in the last second, the middle lies behind it.
  const isInLastSecond = history.window.end - history.moment <= 1_000;
  if (isInLastSecond && when !== 'in the first second of the next') return !isTooLate(history);

  if (!Number.isFinite(history.window.end)) {
    const end = await endOf(ground, cycleType, history.moment, { anchor, zone });
    // Two readings of an end leave no second to be judged.
    if (end === undefined || end.earliest !== end.latest) return false;
    history.window = { start: history.window.start, end: end.latest };
  }
  const { end } = history.window;
  if (!lastsTo(pair.from, end) || !lastsTo(pair.to, end)) return false;

  const now = history.moment + performance.now() - history.setAt;
  const next = firstMomentOf(cycleType, { earliest: end, latest: end }, lateMs);
  // Anywhere in the middle, to spare the clock stops.
  const part = (end - history.moment) / 5;
  const [earliest, latest] = {
    'in the middle': [Math.floor(history.moment + part), Math.floor(end - part)] as const,
    'in the last second': [end - 1_000, end - 1_000] as const,
    'in the first second of the next': [next, next] as const,
  }[when];
  if (earliest < now + 100) return false;
  const arrival = await ground.control.moveClockBetween(new Date(earliest), new Date(latest));
  const { moment } = arrival;
  history.moment = moment;
  history.setAt = arrival.at;
  reached(when);
  if (moment >= end) history.window = { start: end, end: Number.POSITIVE_INFINITY };
  return true;
}

/** Whether the second at which the clock was set may be over; only the last one of a window matters. */
function isTooLate({ window, moment, setAt }: History): boolean {
  return window.end - moment <= 1_000 && performance.now() - setAt > 900;
}

/** The first such wall time after another; weeks and quarters begin at midnight. */
function anchorAfter(after: string, plan: AnchorPlan, type: CycleType): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  const isMidnight = type === 1 || type === 5;
  const time = isMidnight ? [0, 0, 0] : [plan.hour, plan.minute, plan.second];
  const [year = 0, month = 0] = after.split('-').map(Number);
  const at = (months: number): string => {
    const day = new Date(Date.UTC(year, month - 1 + months, plan.day)).toISOString().slice(0, 10);
    return `${day}T${time.map(two).join(':')}`;
  };
  return at(0) > after ? at(0) : at(1);
}

function isOfYears(type: CycleType): boolean {
  return type === 7 || type === 8;
}

const dayMs = 86_400_000;
