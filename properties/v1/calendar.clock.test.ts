import { inject } from 'vitest';
import { dayIn } from '../../fixtures/builders/days.ts';
import {
  aCardOrder,
  anAmountOf,
  aP2pTransfer,
  asRegistrationRequest,
  byNumber,
  cashLimitName,
  euro,
} from '../../fixtures/builders/v1.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import { carriedOut, type V1Client } from '../../fixtures/clients/v1.ts';
import {
  historyOf,
  learnAccountLimitName,
  learnArrestPath,
  learnHistoryForm,
} from '../../fixtures/dialect/v1.ts';
import { learnOrderTerms } from '../../fixtures/dialect/v1-order-terms.ts';
import { newRegistration } from '../../fixtures/dialect/v1-registration.ts';
import { learnTime, noAnchor, noZone } from '../../fixtures/dialect/v1-time.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { amountMoved } from '../../fixtures/fields/v1-items.ts';
import type { WalkingControl } from '../../fixtures/target/walk.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import {
  canLimit,
  lastingCard,
  lastsTo,
  limitCalled,
  noKnownLimit,
  setCashLimit,
  shownDateTime,
  transfer,
} from '../../fixtures/worlds/v1-limits.ts';
import { accountLimitOf } from '../../fixtures/worlds/v1-small-world.ts';
import { cardIn, newCustomer, promised, type V1Card } from '../../fixtures/worlds/v1.ts';
import { aside, beginRun, nextVisit, value } from '../../suites/v1/cycle-windows.ts';
import { wallOf } from '../../suites/v1/dates.ts';
import { momentOf } from '../models/windows.ts';
import { expectShown, type Place, placesTold, seenBy, type View, views } from './balance-views.ts';
import { itemsOf } from './movement-runs.ts';

// Document 1, parts 2.7, 2.8, 4 and 8: what a date or a long time may not make a difference to.

const isShort = inject('run').profile === 'smoke';
const dayMs = 86_400_000;

/** Clocks may be set meanwhile, and an answer takes a while. */
const slackMs = 3_600_000 + 300_000;

/** Ends of months and New Year, at hours of the morning, noon, the afternoon, before and after midnight, from one year's end on. */
const moments = [
  [0, 31, '06:07:08'],
  [1, 1, '12:34:56'],
  [1, 28, '15:16:17'],
  [1, 29, '00:20:21'],
  [1, 30, '23:45:46'],
  [1, 31, '11:12:13'],
  [2, 28, '14:15:16'],
  [2, 29, '12:05:06'],
  [3, 1, '09:08:07'],
  [3, 31, '13:30:31'],
] as const;

/** When these are next, in their order: month 0 is the December before, and a day that is missing the next one. */
function nextMoments(now: number): Date[] {
  const next = new Date(now + dayMs).getUTCFullYear() + 1;
  // About a New Year on a Monday each day belongs to the year of its week.
  const year = new Date(Date.UTC(next, 0, 1)).getUTCDay() === 1 ? next + 1 : next;
  const dates = moments.map(([month, day, time]) => {
    const date = new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
    return new Date(`${date}T${time}Z`);
  });
  return (isShort ? dates.slice(0, 2) : dates)
    .filter((date) => date.getTime() > now + 60_000)
    .toSorted((one, other) => one.getTime() - other.getTime());
}

/** Movements beside the credits, by turns: each is listed as it was, too. */
const ways: readonly ((
  v1: V1Client,
  pair: { readonly card: V1Card; readonly partner: V1Card | undefined },
  amount: number,
) => Promise<Exchange | undefined>)[] = [
  async (v1, { card }, amount) => v1.debitCard(anAmountOf(card, minorUnits(amount))),
  async (v1, { card, partner }, amount) =>
    partner && v1.p2pTransfer(aP2pTransfer(card, partner, minorUnits(amount))),
  async (v1, { card, partner }, amount) =>
    partner && v1.p2pTransfer(aP2pTransfer(partner, card, minorUnits(amount))),
];

check(
  'v1.calendar.transactions-show-the-moment',
  'lists movements with the moment at which they happened, whenever the history is read',
  async ({ v1, control, skip }) => {
    if ((await learnHistoryForm(v1)) === undefined) return skip(noHistory);
    const now = (await control.now()).getTime();
    const [card, partner] = await Promise.all([
      lastingCard(v1, now, isShort ? 0 : 20_00),
      isShort ? undefined : lastingCard(v1, now, 20_00),
    ]);
    const pair = { card, partner };
    let usual: { readonly zone: number; readonly apart: number } | undefined;
    /** What is written as the moment of each amount. */
    const listed = new Map<number, unknown>();

    for (const [index, moment] of nextMoments(now).entries()) {
      if (!lastsTo(card, moment.getTime() + 40 * dayMs)) break;
      await control.moveClockTo(moment);
      const amount = 1_01 + index;
      const credited = promised(
        await v1.creditCard(anAmountOf(card, minorUnits(amount))),
        'v1.credit-card.succeeds',
      );
      const beside = ways[index % ways.length];
      const other = 2_31 + index;
      const moved = isShort ? undefined : await beside?.(v1, pair, other);
      const history = await historyOf(v1, card);
      const told = wallOf(shownDateTime(credited));
      const shown = momentOfItem(history, amount);
      const writtenOther = writtenOfItem(history, other);
      if (moved !== undefined && carriedOut(moved) && !Number.isNaN(wallOf(writtenOther))) {
        listed.set(other, writtenOther);
      }
      for (const [moment, written, exchange] of [
        [told, shownDateTime(credited), credited],
        [shown, writtenOfItem(history, amount), history as Exchange],
      ] as const) {
        if (usual === undefined || !Number.isNaN(moment)) continue;
        const about = sentExpectedGot(exchange, 'a moment, as before, and not one that is none');
        expect(typeof written === 'string' && written !== '', about).toBe(false);
      }
      if (Number.isNaN(told) || Number.isNaN(shown)) continue;
      listed.set(amount, writtenOfItem(history, amount));
      // Part 2.7 does not say that this date-time is more than the business day of the transaction.
      if (told % dayMs === 0) continue;
      // In which zone either is written is open, and that it is the same each time is not.
      usual ??= { zone: told - moment.getTime(), apart: shown - told };
      const zone = told - moment.getTime();
      const about = sentExpectedGot(credited, `the same distance from ${moment.toISOString()}`);
      expect(isAbout(zone, usual.zone), about).toBe(true);
      const passed = (await control.now()).getTime() - moment.getTime();
      const ofAZone = `a whole number of quarters of an hour from ${moment.toISOString()}`;
      expect(isOfAZone(zone, passed), sentExpectedGot(credited, ofAZone)).toBe(true);
      const words = `authorizationDate as near to localTransactionDate as for the first movement`;
      const aboutItem = sentExpectedGot([credited, history as Exchange], words);
      expect(isAbout(shown - told, usual.apart), aboutItem).toBe(true);
    }

    if (listed.size === 0) return skip('no movement shows when it happened');
    await control.moveClockTo(new Date((await control.now()).getTime() + 33.4 * dayMs));
    const later = (await historyOf(v1, card)) as Exchange;
    for (const [amount, written] of listed) {
      const then = writtenOfItem(later, amount);
      // How far back a history reaches is open.
      if (Number.isNaN(wallOf(then))) continue;
      const words = `the movement of ${amount} at ${String(written)}, as it was listed, and not at ${String(then)}`;
      expect(isSameMoment(then, written), sentExpectedGot(later, words)).toBe(true);
    }
  },
);

const noHistory = 'no known form of getTransactions is accepted';

/** The authorizationDate under which an amount is listed; NaN where it is not. */
function momentOfItem(history: Exchange | undefined, amount: number): number {
  return wallOf(writtenOfItem(history, amount));
}

/** The same as it is written. */
function writtenOfItem(history: Exchange | undefined, amount: number): unknown {
  return memberOf(itemOf(history, amount), 'authorizationDate');
}

/** One moment, by the same clock or, where each is written with an offset, by two. */
function isSameMoment(one: unknown, other: unknown): boolean {
  return [wallOf, instantOf].some((of) => Math.abs(of(one) - of(other)) < 60_000);
}

function instantOf(dateTime: unknown): number {
  return Date.parse(String(dateTime));
}

function itemOf(history: Exchange | undefined, amount: number): object | undefined {
  return itemsOf(history).find((one) => amountMoved(one) === amount);
}

/** Clocks of two zones differ by quarters of an hour, and one may show whole minutes alone. */
function isOfAZone(apart: number, passed: number): boolean {
  const quarterMs = 900_000;
  const minuteMs = 60_000;
  const beyond = (((apart + minuteMs) % quarterMs) + quarterMs) % quarterMs;
  return beyond <= passed + 2 * minuteMs;
}

function isAbout(one: number, other: number): boolean {
  return Math.abs(one - other) <= slackMs;
}

check(
  'v1.agreement.shows-every-movement',
  'shows each movement wherever the balance is read, at any hour of a day',
  async ({ v1, control, skip }) => {
    const now = (await control.now()).getTime();
    const [card, other] = [await lastingCard(v1, now, 60_00), await lastingCard(v1, now, 40_00)];
    const visited = nextMoments(now).filter((moment) => lastsTo(card, moment.getTime() + dayMs));
    const [first] = visited;
    if (first === undefined) return skip('no card is valid until the first of these moments');
    // What is shown at all is learned in the morning, whenever the run begins: at an hour that is treated apart it would hide that.
    await control.moveClockTo(first);
    const told: { readonly view: View; readonly places: readonly Place[] }[] = [];
    for (const view of views) {
      told.push({ view, places: await placesTold(view, v1, card, other) });
    }
    const showing = told.filter(({ places }) => places.length > 0);
    if (showing.length === 0) return skip('no other answer shows what an account holds');

    for (const [index, moment] of visited.entries()) {
      await control.moveClockTo(moment);
      const amount = anAmountOf(card, minorUnits(2_03 + index));
      const moved = index % 3 === 2 ? await v1.debitCard(amount) : await v1.creditCard(amount);
      for (const { view, places } of showing) {
        const name = `a movement at ${moment.toISOString()}`;
        expectShown(places, await seenBy(view, v1, card), { name, moved });
      }
    }
  },
);

check(
  'v1.calendar.results-show-one-time',
  'shows the same time in the results of all operations, a month later too',
  async ({ v1, control, skip }) => {
    const now = (await control.now()).getTime();
    const [card, to, path] = await Promise.all([
      lastingCard(v1, now, 50_00),
      lastingCard(v1, now, 0),
      learnArrestPath(v1),
    ]);
    await control.moveClockTo(new Date(now + 40.3 * dayMs));

    const cardIdentification = byNumber(card);
    const { accountNumber } = card;
    const arrest = { accountNumber, amount: 1_00, currency: euro };
    const credited = await v1.creditCard(anAmountOf(card, minorUnits(2_03)));
    const others = await Promise.all([
      v1.debitCard(anAmountOf(card, minorUnits(1_07))),
      transfer(v1, { from: card, to }, 1_11),
      v1.validateCard({ cardIdentification }),
      v1.resetPinCounter({ cardIdentification }),
      v1.ask('changeAccountArrestAmount', arrest, path),
    ]);

    const told = wallOf(shownDateTime(credited));
    if (Number.isNaN(told)) return skip('a credit shows no localTransactionDate');
    for (const other of others) {
      const shown = wallOf(shownDateTime(other));
      if (!carriedOut(other) || Number.isNaN(shown)) continue;
      const words = `localTransactionDate ${shownDateTime(credited)}, as that of the credit`;
      expect(isAbout(shown, told), sentExpectedGot([credited, other], words)).toBe(true);
    }
  },
);

/** Those whose windows have a number in the calendar, which comes again: hours, days, weeks, months. */
const numbered = [12, 0, 2, 4, 6] as const;

check(
  'v1.limits.each-window-begins-at-zero',
  'leaves the whole limit a year later to the minute, and no more than that',
  async ({ v1, control, skip }) => {
    if (!(await canLimit(v1))) return skip(noKnownLimit);
    const now = (await control.now()).getTime();
    // In the middle of an hour and a day wherever the target stands, and of a month and a quarter.
    const year = new Date(now + dayMs).getUTCFullYear() + 1;
    const start = Date.UTC(year, 1, 15, 12, 20);
    const to = await lastingCard(v1, now, 0);
    let judged = 0;
    await forEvery(
      numbered,
      (type) => `cycleType ${type}`,
      async (cycleType) => {
        const seen = await control.aside((own) =>
          aYearLater({ v1, control: own, to, start }, cycleType),
        );
        judged += seen;
      },
      { allAtOnce: true },
    );
    if (judged === 0) return skip('no card is valid for a year');
  },
);

interface Year {
  readonly v1: V1Client;
  readonly control: WalkingControl;
  readonly to: V1Card;
  readonly start: number;
}

/** Uses a limit up, and looks at it again a year later; how many were judged. */
async function aYearLater({ v1, control, to, start }: Year, cycleType: number): Promise<number> {
  const value = 20_00;
  const from = await lastingCard(v1, (await control.now()).getTime(), 90_00);
  const end = Date.UTC(new Date(start).getUTCFullYear() + 1, 1, 15, 12, 21);
  if (!lastsTo(from, end) || !lastsTo(to, end)) return 0;
  await control.moveClockTo(new Date(start));
  const changed = await setCashLimit(v1, from, { value, cycleType });
  if (changed === undefined || !carriedOut(changed)) return 0;
  promised(await transfer(v1, { from, to }, value), 'v1.limits.lmtp0107-allows');

  await control.moveClockTo(new Date(end));

  expect(await transfer(v1, { from, to }, value)).toSucceed();
  expect(await transfer(v1, { from, to }, 1_00)).toBeDenied();
  return 1;
}

check(
  'v1.limits.each-window-begins-at-zero',
  'leaves the whole limit of a day, whatever was used of it when it was one of a year',
  async ({ v1, control, skip }) => {
    if (!(await canLimit(v1))) return skip(noKnownLimit);
    // A year that ends within the month leaves its limit whole as well.
    await goAmidAYear(control);
    const now = (await control.now()).getTime();
    const [from, to] = await Promise.all([lastingCard(v1, now, 90_00), lastingCard(v1, now, 0)]);
    const pair = { from, to };
    const set = (cycleType: number): Promise<Exchange | undefined> =>
      setCashLimit(v1, from, { value: 20_00, cycleType });
    const ofYears = await set(8);
    if (ofYears === undefined || !carriedOut(ofYears)) return skip('no limit of a year is taken');
    promised(await transfer(v1, pair, 15_00), 'v1.limits.lmtp0107-allows');
    const ofDays = await set(0);
    // Whether the type of a cycle that was used can be changed is not said.
    if (ofDays === undefined || !carriedOut(ofDays)) return skip('it is not changed to a day');
    if (!lastsTo(from, now + 40 * dayMs)) return skip('no card is valid for a month');
    await control.letPass(now, 31 * dayMs);

    const answer = await transfer(v1, pair, 20_00);

    const words = '20.00 carried out, as nothing was used on this day';
    expect(carriedOut(answer), sentExpectedGot([ofYears, ofDays, answer], words)).toBe(true);
  },
);

/** Waits for a moment from the fifth day of a year to the fifth of its November, unless it is now. */
async function goAmidAYear(control: WalkingControl): Promise<void> {
  const now = await control.now();
  const year =
    now.getUTCFullYear() + (now < new Date(Date.UTC(now.getUTCFullYear(), 10, 5)) ? 0 : 1);
  const [first, last] = [new Date(Date.UTC(year, 0, 5)), new Date(Date.UTC(year, 10, 5))];
  if (now < first) await control.moveClockBetween(first, last);
}

/** Runs of months that begin on a day which one of them lacks, and how many months later it is there again. */
const shortened = [
  { cycleType: 3, visit: { month: 1, day: 31, wall: '10:20:30' }, months: 2 },
  { cycleType: 5, visit: { month: 11, day: 30, wall: '10:20:30' }, months: 6 },
] as const;

check(
  'v1.limits.day-returns-after-a-shorter-month',
  'begins a month and a quarter on their first day again after a month that lacks it',
  async ({ v1, control, skip }) => {
    const time = await learnTime(v1, control);
    if (time === undefined) return skip(noZone);
    if (!(await time.isAnchored())) return skip(noAnchor);
    await forEvery(
      shortened,
      ({ cycleType }) => `cycleType ${cycleType}`,
      async ({ cycleType, visit, months }) => {
        const ground = { v1, control, time };
        const wall = await nextVisit(ground, visit);
        await aside(ground, async (own) => {
          const run = await beginRun(
            own,
            cycleType,
            wall,
            (start) => start + (months * 31 + 2) * dayMs,
          );
          if (run === undefined) return;
          const [year = 0, month = 0, day = 0] = wall.slice(0, 10).split('-').map(Number);
          const noonOf = (days: number): Date => {
            const date = new Date(Date.UTC(year, month - 1 + months, day + days));
            return new Date(momentOf(run.zone, `${date.toISOString().slice(0, 10)}T12:00:00`));
          };
          // When the one that began in the shorter month did so is open: it is over by that day.
          await own.control.moveClockTo(noonOf(-1));
          await transfer(v1, run.pair, value);
          if (carriedOut(await transfer(v1, run.pair, value))) return;

          await own.control.moveClockTo(noonOf(1));

          expect(await transfer(v1, run.pair, value)).toSucceed();
        });
      },
      { allAtOnce: true },
    );
  },
);

/** Cycle types, and days after which another window is running, wherever it began. */
const later = [
  [0, 2],
  [12, 0.2],
  [11, 0.2],
  [2, 8],
  [4, 32],
  [3, 32],
] as const;

check(
  'v1.limits.current-value-begins-anew',
  'shows nothing as used of a limit whose window is over',
  async ({ v1, control, skip }) => {
    if (!(await canLimit(v1))) return skip(noKnownLimit);
    const now = (await control.now()).getTime();
    const to = await lastingCard(v1, now, 0);
    await forEvery(
      later,
      ([cycleType]) => `cycleType ${cycleType}`,
      ([cycleType, days]) =>
        control.aside(async (own) => {
          const limit = { value: 50_00, cycleType };
          const from = await lastingCard(v1, now, 90_00);
          const changed = await setCashLimit(v1, from, limit);
          if (changed === undefined || !carriedOut(changed)) return;
          const { accountNumber } = from;
          const name = isShort ? undefined : await learnAccountLimitName(v1);
          const ofAccount = { ...accountLimitOf(name ?? '', 90_00), cycleType };
          if (name !== undefined) await v1.changeAccountLimit({ accountNumber, limit: ofAccount });
          const current = async () => {
            const cards = await v1.getCardLimits({ cardIdentification: byNumber(from) });
            const currentOf = (limit: string, shown: Exchange) =>
              ({ shown, count: memberOf(limitCalled(limit, shown), 'currentValue') }) as const;
            if (name === undefined) return [currentOf(cashLimitName, cards)];
            const accounts = await v1.getAccountLimits({ accountNumber });
            return [currentOf(cashLimitName, cards), currentOf(name, accounts)];
          };
          const unused = await current();
          promised(await transfer(v1, { from, to }, 20_00), 'v1.limits.lmtp0107-allows');
          const used = await current();

          await own.moveClockTo(new Date((await own.now()).getTime() + days * dayMs));

          const anew = await current();
          for (const [place, before] of unused.entries()) {
            const moved = Number(used[place]?.count) - Number(before.count);
            // Whether it counts up or down, or is something else, is not shown.
            if (Math.abs(moved) !== 20_00) continue;
            const acts = [used[place]?.shown, anew[place]?.shown].flatMap((one) => one ?? []);
            const words = `currentValue ${String(before.count)}, as nothing of the new window is used`;
            expect(anew[place]?.count, sentExpectedGot(acts, words)).toBe(before.count);
          }
        }),
      { allAtOnce: true },
    );
  },
);

check(
  'v1.consistency.same-answer-each-time',
  'refuses a card order for a month that is over by then as one for a month that was over before',
  async ({ v1, control, skip }) => {
    const [{ accountNumber }, { productType }] = await Promise.all([
      newCustomer(v1),
      learnOrderTerms(v1),
    ]);
    const order = (expDate: string) =>
      v1.createVirtualCard(aCardOrder(v1.settings, { accountNumber, productType, expDate }));
    const now = (await control.now()).getTime();
    const refused = await order(monthAt(now - 64 * dayMs));
    if (carriedOut(refused)) return skip('a card may be ordered for a month that is over');
    const over = monthAt(now + 100 * dayMs);
    promised(await order(over), 'v1.create-virtual-card.succeeds');

    await control.moveClockTo(new Date(now + 164.6 * dayMs));

    expect(await order(over)).toBeDenied();
  },
);

check(
  'v1.service.cards-are-usable-at-once',
  'moves money by new cards of every month ahead, early in a year and late',
  async ({ v1, control }) => {
    const now = (await control.now()).getTime();
    const { productType } = await learnOrderTerms(v1);
    const year = new Date(now + dayMs).getUTCFullYear();
    // In the middle of a month: it is the same one wherever the target stands.
    const visits = [
      Date.UTC(year, 9, 14, 12),
      Date.UTC(year + 1, 1, 14, 12),
      Date.UTC(year + 1, 9, 14, 12),
    ]
      .filter((moment) => moment > now + dayMs)
      .slice(0, 2);
    for (const moment of visits) {
      await control.moveClockTo(new Date(moment));
      await forEvery(
        isShort ? [10] : [1, 4, 8, 10, 14],
        (months) => `a card that expires in ${months} months, on ${new Date(moment).toISOString()}`,
        async (months) => {
          const { accountNumber } = await newCustomer(v1);
          const expDate = monthAt(moment + months * 30.4 * dayMs);
          const order = aCardOrder(v1.settings, { accountNumber, productType, expDate });
          const issued = await v1.createVirtualCard(order);
          // Which months are taken is the affair of other requirements.
          if (!carriedOut(issued)) return;

          const card = cardIn(issued);
          const moved = [
            await v1.creditCard(anAmountOf(card, minorUnits(7_00))),
            await v1.debitCard(anAmountOf(card, minorUnits(2_00))),
          ];

          const words = sentExpectedGot([issued, ...moved], 'both carried out');
          expect(moved.every(carriedOut), words).toBe(true);
        },
      );
    }
  },
);

check(
  'v1.range.every-value-alike',
  'lets a card that expires in December pay in that year, as those of the months around it',
  async ({ v1, control, skip }) => {
    if (isShort) return;
    const now = (await control.now()).getTime();
    const { productType } = await learnOrderTerms(v1);
    const year = new Date(now + dayMs).getUTCFullYear() + 1;
    const cards = await Promise.all(
      [10, 11, 12].map(async (month) => {
        const { accountNumber } = await newCustomer(v1);
        const expDate = monthAt(Date.UTC(year, month, 14));
        return v1.createVirtualCard(
          aCardOrder(v1.settings, { accountNumber, productType, expDate }),
        );
      }),
    );
    if (!cards.every(carriedOut)) return skip('cards are not issued for more than a year');

    await control.moveClockTo(new Date(Date.UTC(year, 1, 14, 12)));

    const [before, asked, after] = await Promise.all(
      cards.map((card) => v1.creditCard(anAmountOf(cardIn(card), minorUnits(7_00)))),
    );
    if (before === undefined || asked === undefined || after === undefined) return;
    if (!carriedOut(before) || !carriedOut(after)) return skip('cards do not last to their months');
    const words = sentExpectedGot([before, after, asked], 'success, as by the months around it');
    expect(carriedOut(asked), words).toBe(true);
  },
);

/** The month of a moment, wherever the target stands. */
function monthAt(moment: number): string {
  return new Date(moment).toISOString().slice(0, 7).replace('-', '');
}

check(
  'v1.calendar.what-has-passed-is-past',
  'registers customers from a day that was still to come, once it has passed',
  async ({ v1, control }) => {
    const now = (await control.now()).getTime();
    const start_date = dayIn(new Date(now + 20 * dayMs).toISOString());
    const plain = await newRegistration(v1);
    promised(
      await v1.registerCustomer(asRegistrationRequest(plain)),
      'v1.register-customer.succeeds',
    );

    await control.moveClockTo(new Date(now + 23 * dayMs));

    const later = { ...(await newRegistration(v1)), start_date };
    expect(await v1.registerCustomer(asRegistrationRequest(later))).toSucceed();
  },
);

check(
  'v1.register-customer.past-start-date',
  'registers nobody from a day to come of the same year',
  async ({ v1, control }) => {
    // At the end of a year no day of it is to come.
    await goAmidAYear(control);
    const now = (await control.now()).getTime();
    const register = async (distance: number): Promise<Exchange> => {
      const start_date = dayIn(new Date(now + distance * dayMs).toISOString());
      return await v1.registerCustomer(
        asRegistrationRequest(await newRegistration(v1, { start_date })),
      );
    };

    const answer = await register(40);

    expect(answer).toBeDenied();
    promised(await register(-2), 'v1.register-customer.succeeds');
  },
);
