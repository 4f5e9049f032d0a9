import { addDays, dayIn } from '../../fixtures/builders/days.ts';
import { aTopUp, aTransfer } from '../../fixtures/builders/v2.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import { refused, type TransferFilter, type V2Client } from '../../fixtures/clients/v2.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { inSmokeOnly, repeated } from '../../fixtures/repeated.ts';
import type { WalkingControl } from '../../fixtures/target/walk.ts';
import { type Exchange, isUnset, memberOf, succeeded } from '../../fixtures/transcript/exchange.ts';
import {
  dayCounted,
  expectListed,
  idsIn,
  transfersPerAnswer,
} from '../../fixtures/worlds/v2-transfers.ts';
import {
  cardNow,
  fundedCard,
  newCard,
  newCardholder,
  readCard,
  type TestCard,
  textAt,
} from '../../fixtures/worlds/v2.ts';
import { dayMs, type Era, eras, hourMs, minuteMs, secondMs, wallMoment } from './calendar-days.ts';

// Document 2, parts 2 and 4, rule 5: days, hours and years that are easily taken for others. The zone of dates
// and that in which days are counted are not shown, so both are learned: they may be any, but stay the same.

check(
  'v2.calendar.lists-follow-the-days',
  'lists transfers by their days at the ends of days, months and years',
  async ({ v2, control }) => {
    let counted: Promise<number> | undefined;
    const perAnswer = () => (counted ??= transfersPerAnswer(v2));
    await forEvery(
      eras,
      ({ name }) => name,
      (era) => control.aside((own) => followTheDays(v2, own, era, perAnswer)),
      { allAtOnce: true },
    );
  },
);

interface Made {
  readonly id: string;
  readonly status: string;
  readonly day: string;
  readonly exchange: Exchange;
  /** Where the zone in which days are counted may lie, in milliseconds from UTC. */
  readonly zone: Range;
}

interface Range {
  readonly least: number;
  readonly most: number;
}

async function followTheDays(
  v2: V2Client,
  own: WalkingControl,
  era: Era,
  perAnswer: () => Promise<number>,
): Promise<void> {
  const { moments, arrive } = await setOut(own, era);
  const [from, to] = await Promise.all([
    inSmokeOnly() ? newCard(v2) : fundedCard(v2, minorUnits(50_00)),
    newCard(v2),
  ]);
  const offset = inSmokeOnly() ? 0 : await wallOffset(v2, own, from);

  const made: Made[] = [];
  const expectThose = (filter: Filter): Promise<void> =>
    expectFiltered(v2, [from, to], made, filter, perAnswer);
  for (const [turn, moment] of moments.entries()) {
    await arrive(moment - offset);
    const one = await transferNow(v2, own, { from, to, turn, since: moment - offset });
    // A card may have expired meanwhile, or be stopped by whatever is not shown.
    if (one === undefined) continue;
    made.push(one);
    if (inSmokeOnly()) continue;
    // Asked now, and once more when others were made on the same day.
    await expectThose({ ...(turn % 2 === 0 ? { start: one.day } : {}), end: one.day });
  }
  // Whoever makes none here is told so elsewhere.
  if (made.length === 0) return;
  expectOneZone(made);
  expectQuarterOfAnHour(made);
  for (const filter of filtersAbout(made)) await expectThose(filter);
}

/** On the way to the first moment that is still to come, from a day before it on. */
async function setOut(own: WalkingControl, { moments }: Era) {
  const now = await own.now();
  const all = moments(dayIn(now.toISOString()));
  const [first = 0] = all;
  const start = first - dayMs - hourMs;
  if (start > now.getTime()) await own.moveClockTo(new Date(start));
  const arrive = (moment: number) => own.moveClockTo(new Date(moment));
  return { moments: all.slice(-repeated(all.length, 1)), arrive };
}

/** How far the wall clock that cards show is from UTC, to a quarter of an hour. */
async function wallOffset(v2: V2Client, own: WalkingControl, card: TestCard): Promise<number> {
  const shown = wallMoment(textAt(await cardNow(v2, card), 'creationDate'));
  const quarter = 15 * minuteMs;
  const offset = Math.round((shown - (await own.now()).getTime()) / quarter) * quarter;
  return Math.abs(offset) <= 14 * hourMs ? offset : 0;
}

interface Payment {
  readonly from: TestCard;
  readonly to: TestCard;
  readonly turn: number;
  /** The moment at which the clock had arrived. */
  readonly since: number;
}

async function transferNow(
  v2: V2Client,
  own: WalkingControl,
  { from, to, turn, since }: Payment,
): Promise<Made | undefined> {
  // Every third one is larger than the balance.
  const amount = turn % 3 === 2 ? from.balance + 100_00 + turn : 1_01 + turn;
  const exchange = await v2.createTransfer(aTransfer(from, to, minorUnits(amount)));
  if (!succeeded(exchange)) return undefined;
  const after = (await own.now()).getTime();
  const day = await dayCounted(v2, from.number, exchange);
  const begin = Date.parse(`${day}T00:00:00Z`);
  const zone = { least: begin - after, most: begin + dayMs - since };
  return { id: textAt(exchange, 'id'), status: textAt(exchange, 'status'), day, exchange, zone };
}

/** All days are counted in one zone, whichever it is; it may have a summer time. */
function expectOneZone(made: readonly Made[]): void {
  const least = Math.max(-14 * hourMs, ...made.map(({ zone }) => zone.least));
  const most = Math.min(14 * hourMs, ...made.map(({ zone }) => zone.most));
  const exchanges = made.map(({ exchange }) => exchange);
  const days = made.map(({ day }) => day).join(', ');
  const words = `days that are counted in one zone, not ${days}`;
  expect(least < most + hourMs + minuteMs, sentExpectedGot(exchanges, words)).toBe(true);
}

/** Zones differ by quarters of an hour. */
const quarterMs = 15 * minuteMs;

/**
 * The days of transfers that show moments of one night, or of two in a row, differ from these by one zone,
 * which is no matter of minutes. In which minute a date is shown is the target's affair: the shown one counts.
 */
function expectQuarterOfAnHour(made: readonly Made[]): void {
  for (const [turn, { exchange: first }] of made.entries()) {
    const nights = made.slice(turn).filter(({ exchange }) => {
      const apart = shownMoment(exchange) - shownMoment(first);
      return apart >= 0 && apart < 2 * dayMs && !isWhenClocksAreSet(exchange);
    });
    const zones = nights.map(({ day, exchange }) => Date.parse(day) - shownMoment(exchange));
    const least = Math.max(...zones);
    const most = Math.min(...zones.map((zone) => zone + dayMs));
    const nearest = Math.ceil((least - secondMs) / quarterMs) * quarterMs;
    const shown = nights.map(({ day, exchange }) => `${dateOf(exchange)} on ${day}`).join(', ');
    const words = `days that are by a zone from the dates, not ${shown}`;
    const exchanges = nights.map(({ exchange }) => exchange);
    expect(nights.length < 2 || nearest < most, sentExpectedGot(exchanges, words)).toBe(true);
  }
}

/** Not a number where a date stands for its day, or is none. */
function shownMoment(transfer: Exchange): number {
  const moment = wallMoment(dateOf(transfer));
  return moment % dayMs === 0 ? Number.NaN : moment;
}

function dateOf({ answer }: Exchange): string {
  return String(memberOf(answer.json, 'creationDate'));
}

/** In these months clocks are set forth or back somewhere, so that two zones may count in one night. */
function isWhenClocksAreSet(transfer: Exchange): boolean {
  return [3, 4, 9, 10, 11].includes(Number(dateOf(transfer).slice(5, 7)));
}

interface Filter {
  readonly start?: string;
  readonly end?: string;
  readonly status?: string;
}

/** Each day alone, the day after, all that begin or end with a day, and between each two. */
function filtersAbout(made: readonly Made[]): readonly Filter[] {
  const days = [...new Set(made.map(({ day }) => day))];
  const [first = '', last = ''] = [days[0], days.at(-1)];
  if (inSmokeOnly()) return [{ start: last, end: last }];
  // What a list covers that has one end alone is not shown, where it would be long.
  const isShort = last <= addDays(first, 28);
  const between = days.flatMap((start, place) =>
    days.slice(place + 1).map((end) => ({ start, end })),
  );
  const around = [...new Set(days.flatMap((day) => [day, addDays(day, 1)]))];
  return [
    ...around.filter((day) => day <= last).map((day) => ({ start: day, end: day })),
    ...between.map((period, place) =>
      place % 2 === 0 ? period : { ...period, status: 'approved' },
    ),
    ...(isShort
      ? days.map((day, place) =>
          place % 2 === 0 ? { start: day } : { end: day, status: 'declined' },
        )
      : []),
    // Who goes by the values alone takes the second for the first.
    ...(isShort ? [{ start: last }, { end: last }] : []),
    { start: first, end: last },
    { start: first, end: last, status: 'declined' },
  ];
}

async function expectFiltered(
  v2: V2Client,
  [from, to]: readonly [TestCard, TestCard],
  made: readonly Made[],
  { start, end, status }: Filter,
  perAnswer: () => Promise<number>,
): Promise<void> {
  const wanted = made.filter(
    (one) =>
      (start === undefined || one.day >= start) &&
      (end === undefined || one.day <= end) &&
      (status === undefined || one.status === status),
  );
  const filter: TransferFilter = {
    cardNumberFltr: (made.length % 2 === 0 ? from : to).number,
    ...(start === undefined ? {} : { periodStartFltr: start }),
    ...(end === undefined ? {} : { periodEndFltr: end }),
    ...(status === undefined ? {} : { statusFltr: status }),
  };
  const list = await v2.listTransfers(filter);
  // How long a period may be is not shown: that of a month is asked for everywhere.
  const isLong = addDays(start ?? '9999-01-01', 31) < (end ?? made.at(-1)?.day ?? '');
  if (isLong && refused(list)) return;
  const ids = wanted.map(({ id }) => id);
  const held = idsIn(list).length;
  // Which part of a list that is cut comes first is not shown.
  if (held > 0 && held < ids.length && held === (await perAnswer()))
    return expectListed(list, ids, held);
  expect(list).toListExactly('transfers', ids);
}

check(
  'v2.calendar.dates-show-the-moment',
  'dates cards, top-ups and transfers by its clock at the ends of days, months and years',
  async ({ v2, control }) => {
    await forEvery(
      eras,
      ({ name }) => name,
      (era) => control.aside((own) => expectMoments(v2, own, era)),
      { allAtOnce: true },
    );
  },
);

/** How far the dates of one kind may be from the clock: a zone that is not shown, and an hour of summer time. */
type Offsets = Map<string, Range>;

async function expectMoments(v2: V2Client, own: WalkingControl, era: Era): Promise<void> {
  const { moments, arrive } = await setOut(own, era);
  const cardholder = await newCardholder(v2);
  const offsets: Offsets = new Map();
  const before = (await own.now()).getTime();
  const first = await v2.createCard({ productName: v2.productName, cardholder });
  const to = await readCard(v2, textAt(first, 'id'), cardholder);
  const shown = wallMoment(textAt(first, 'creationDate'));
  // A date-time may stand for a business day.
  const isByDay = shown % dayMs === 0;
  const now = (await own.now()).getTime();
  expectMoment(offsets, first, 'creationDate', [before, now], isByDay ? dayMs : 0);
  const quarter = 15 * minuteMs;
  const offset = isByDay ? 0 : Math.round((shown - before) / quarter) * quarter;

  // At noon no date is easily taken for another, but for the one that is a year later.
  const asked = moments.filter(
    (at, turn) => at % dayMs !== dayMs / 2 || turn === moments.length - 1,
  );
  for (const [turn, moment] of asked.entries()) {
    const start = moment - offset;
    await arrive(start);
    const [issued, holder] = await issuedTo(v2, turn % 2 === 1 ? cardholder : undefined);
    // No day is one on which none is issued.
    expect(issued).toAnswer(201, { status: 'active' });
    const card = await readCard(v2, textAt(issued, 'id'), holder);
    const answers = [
      [issued, 'creationDate'],
      [await v2.createTopUp(aTopUp(card, minorUnits(9_01 + turn))), 'creationDate'],
      [await v2.createTransfer(aTransfer(card, to, minorUnits(2_01 + turn))), 'creationDate'],
      [await v2.patchCard(card.id, { status: 'blocked' }), 'blockingDate'],
    ] as const;
    const end = (await own.now()).getTime();
    for (const [answer, date] of answers) {
      expectMoment(offsets, answer, date, [start, end], isByDay ? dayMs : 0);
    }
  }
}

/** A further card of a cardholder, if there may be one, or the first one of another. */
async function issuedTo(
  v2: V2Client,
  cardholder: string | undefined,
): Promise<readonly [Exchange, string]> {
  const issue = (to: string) => v2.createCard({ productName: v2.productName, cardholder: to });
  const further = cardholder === undefined ? undefined : await issue(cardholder);
  if (cardholder !== undefined && further !== undefined && succeeded(further))
    return [further, cardholder];
  const holder = await newCardholder(v2);
  return [await issue(holder), holder];
}

function expectMoment(
  offsets: Offsets,
  exchange: Exchange,
  date: string,
  [start, end]: readonly [number, number],
  lastsMs: number,
): void {
  const shown = memberOf(exchange.answer.json, date);
  if (!succeeded(exchange) || isUnset(shown)) return;
  const kind = `${exchange.operation.replace(/Card$/, '').replace(/^(?:get|patch|create)$/, 'card')} ${date}`;
  const known = offsets.get(kind) ?? { least: -14 * hourMs, most: 14 * hourMs };
  const moment = wallMoment(String(shown));
  // Seconds may be left out, or rounded.
  const [least, most] = [
    moment - end - 2 * secondMs,
    moment + lastsMs - start + minuteMs + 2 * secondMs,
  ];
  const isNear = least <= known.most + hourMs && most >= known.least - hourMs;
  const words = `${date} the moment of the clock, ${new Date(start).toISOString()} in UTC`;
  expect(isNear, sentExpectedGot(exchange, words)).toBe(true);
  offsets.set(kind, { least: Math.max(known.least, least), most: Math.min(known.most, most) });
}

/** Minutes of a day, at noon, in its last hour and in the first one of the next. */
const rareMinutes = [12 * 60 + 15, 23 * 60 + 45, 24 * 60 + 15];

check(
  'v2.calendar.dates-show-the-moment',
  'shows when a card was blocked in the first and the last hour of a day as at noon',
  async ({ v2, control }) => {
    await control.aside(async (own) => {
      const offset = await wallOffset(v2, own, await newCard(v2));
      const now = (await own.now()).getTime() + offset;
      const midnight = Math.ceil((now + hourMs) / dayMs) * dayMs;
      let usual: number | undefined;
      for (const minute of rareMinutes) {
        await own.moveClockTo(new Date(midnight + minute * minuteMs - offset));
        const card = await newCard(v2);

        const blocked = await v2.patchCard(card.id, { status: 'blocked' });

        const [made = 0, stopped = 0] = ['creationDate', 'blockingDate'].map((name) =>
          wallMoment(String(memberOf(blocked.answer.json, name))),
        );
        const late = stopped - made;
        // In which zone each of them is shown, and in which form, is not said.
        usual ??= late;
        if (!succeeded(blocked) || Number.isNaN(usual)) return;
        const words = sentExpectedGot(
          blocked,
          'a blockingDate as long after creationDate as at noon',
        );
        expect(Math.abs(late - usual) < 10 * minuteMs, words).toBe(true);
      }
    });
  },
);
