import { aTopUp, aTransfer } from '../../fixtures/builders/v2.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import type { V2Client } from '../../fixtures/clients/v2.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { reasonOfTopUp, reasonOfTransfer } from '../../fixtures/fields/v2.ts';
import { inSmokeOnly, repeated } from '../../fixtures/repeated.ts';
import type { WalkingControl } from '../../fixtures/target/walk.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import { expectMoneyToFollow } from '../../fixtures/worlds/v2-movements.ts';
import { dayCounted, idsIn } from '../../fixtures/worlds/v2-transfers.ts';
import {
  cardIn,
  cardNow,
  cardStatuses,
  fundedCard,
  newCard,
  promised,
  textAt,
} from '../../fixtures/worlds/v2.ts';

// Document 2, part 2.2: how long a card is good for. What becomes of its money in the very month of
// its expiryDate and afterwards is not shown.

const issued = ['today', 'in a month of two digits, or of one, unlike today'] as const;

check(
  'v2.card.moves-money-until-it-expires',
  'approves top-ups and transfers up to the month before expiryDate',
  async ({ v2, control }) => {
    await forEvery(
      issued,
      (when) => `cards that are issued ${when}`,
      (when) =>
        control.aside(async (own) => {
          const { from, to, months } = await goodCards(v2, own, when);
          for (const [turn, month] of months.slice(-repeated(months.length, 1)).entries()) {
            await own.moveClockTo(month);

            const topUp = await v2.createTopUp(aTopUp(from, minorUnits(10_00 + turn)));
            const transfer = await v2.createTransfer(aTransfer(from, to, minorUnits(5_00 + turn)));
            expect(topUp).toAnswer(201, { status: 'approved' });
            expect(transfer).toAnswer(201, { status: 'approved' });
          }
        }),
      { allAtOnce: true },
    );
  },
);

// That a card pays until it expires is a recommendation. One that still does has not expired before.
if (!inSmokeOnly()) {
  check(
    'v2.persistence.survives-time',
    'stops no card for some months before one in which it still pays',
    async ({ v2, control }) => {
      await forEvery(
        issued,
        (when) => `cards that are issued ${when}`,
        (when) =>
          control.aside(async (own) => {
            const { from, to, months } = await goodCards(v2, own, when);
            const transfers: Exchange[] = [];
            for (const [turn, month] of months.entries()) {
              await own.moveClockTo(month);
              // The last one is the largest, so that no earlier one is too large.
              const order = aTransfer(from, to, minorUnits(5_00 + turn));
              transfers.push(await v2.createTransfer(order));
            }
            const last = transfers.at(-1);
            if (last === undefined || !isApproved(last)) return;

            const about = sentExpectedGot(transfers, 'each approved, as the last one is');
            expect(transfers.every(isApproved), about).toBe(true);
            if (when !== 'today') return;
            // A card pays and is paid by those of another age, each by its own expiryDate.
            const young = await fundedCard(v2, minorUnits(20_00));
            const across = [
              await v2.createTransfer(aTransfer(from, young, minorUnits(4_00))),
              await v2.createTransfer(aTransfer(young, to, minorUnits(4_01))),
            ];
            const words = 'each approved, as between cards of one age';
            expect(across.every(isApproved), sentExpectedGot([last, ...across], words)).toBe(true);

            // What a list covers that is asked for without a period is not shown.
            const day = await dayCounted(v2, young.number, across[0] ?? last);
            await own.moveClockTo(monthsAfter(from.expiryDate, 2));
            const list = await v2.listTransfers({
              cardNumberFltr: young.number,
              periodStartFltr: day,
              periodEndFltr: day,
            });
            const listed = idsIn(promised(list, 'v2.transfer-list.answers-200'));
            const missing = across
              .map((one) => textAt(one, 'id'))
              .filter((id) => !listed.includes(id));
            const both = 'both transfers, although the other card of each has expired';
            expect(missing, sentExpectedGot([...across, list], both)).toEqual([]);
          }),
        { allAtOnce: true },
      );
    },
  );
}

if (!inSmokeOnly()) {
  check(
    'v2.persistence.survives-time',
    'shows the status that a card had before it expired',
    async ({ v2, control }) => {
      await forEvery(
        cardStatuses,
        (status) => `a card that is ${status}`,
        (status) =>
          control.aside(async (own) => {
            const card = await cardIn(v2, status);
            for (const moment of [0, 2].map((months) => monthsAfter(card.expiryDate, months))) {
              await own.moveClockTo(moment);
              expect(await cardNow(v2, card)).toSucceed({ status });
            }
          }),
        { allAtOnce: true },
      );
    },
  );
}

if (!inSmokeOnly()) {
  check(
    'v2.card-status.follows-the-table',
    'reports a card lost that is shown active though it has expired',
    async ({ v2, control, skip }) => {
      const card = await newCard(v2);
      await control.moveClockTo(monthsAfter(card.expiryDate, 2));
      const shown = await cardNow(v2, card);
      if (memberOf(shown.answer.json, 'status') !== 'active')
        return skip('a card that has expired is shown in another status');

      const lost = await v2.patchCard(card.id, { status: 'lost' });

      const words = sentExpectedGot([shown, lost], 'lost, as any active card may become');
      expect(memberOf(lost.answer.json, 'status'), words).toBe('lost');
    },
  );
}

/** Which of the two pays, and which is paid. */
const ages = [
  ['old', 'young'],
  ['young', 'old'],
] as const;

if (!inSmokeOnly()) {
  check(
    'v2.transfer-creation.decline-moves-nothing',
    'moves nothing where it declines a transfer because one of the cards has expired',
    async ({ v2, control, skip }) => {
      const old = await fundedCard(v2, minorUnits(20_00));
      await control.moveClockTo(monthsAfter(old.expiryDate, -9));
      const cards = { old, young: await fundedCard(v2, minorUnits(20_00)) };
      await control.moveClockTo(monthsAfter(old.expiryDate, 2));

      const transfers = [];
      for (const [turn, [from, to]] of ages.entries()) {
        const order = aTransfer(cards[from], cards[to], minorUnits(4_00 + turn));
        transfers.push(await v2.createTransfer(order));
      }

      if (transfers.every(isApproved)) return skip('a card that has expired pays and is paid');
      const movements = transfers.map((answer, turn) => {
        const [from, to] = ages[turn] ?? ages[0];
        return { answer, amount: 4_00 + turn, from: cards[from], to: cards[to] };
      });
      await expectMoneyToFollow(v2, Object.values(cards), movements);
    },
  );
}

if (!inSmokeOnly()) {
  check(
    'v2.money.follows-the-answer',
    'moves what it approves to and from a card that has expired',
    async ({ v2, control }) => {
      const old = await fundedCard(v2, minorUnits(20_00));
      await control.moveClockTo(monthsAfter(old.expiryDate, -9));
      const young = await fundedCard(v2, minorUnits(20_00));
      await control.moveClockTo(monthsAfter(old.expiryDate, 2));

      const movements = [
        { to: old, amount: 1, answer: await v2.createTopUp(aTopUp(old, minorUnits(1))) },
        ...(await Promise.all(
          [
            { from: old, to: young, amount: 2 },
            { from: young, to: old, amount: 4 },
          ].map(async (movement) => ({
            ...movement,
            answer: await v2.createTransfer(
              aTransfer(movement.from, movement.to, minorUnits(movement.amount)),
            ),
          })),
        )),
      ];

      await expectMoneyToFollow(v2, [old, young], movements);
    },
  );
}

/** The middle of the month in which a card expires, or of another near it. */
function monthsAfter(expiry: string, months: number): Date {
  return new Date(Date.UTC(Number(expiry.slice(0, 4)), Number(expiry.slice(4)) - 1 + months, 15));
}

const isApproved = ({ answer }: Exchange): boolean =>
  memberOf(answer.json, 'status') === 'approved';

/** A card with money and one to pay, and months to come in which both are still good. */
async function goodCards(v2: V2Client, own: WalkingControl, when: (typeof issued)[number]) {
  if (when !== 'today') await own.moveClockTo(otherDigits(await own.now()));
  const [from, to] = await Promise.all([fundedCard(v2, minorUnits(50_00)), newCard(v2)]);
  const [expiry = ''] = [from.expiryDate, to.expiryDate].toSorted();
  const now = await own.now();
  return { from, to, months: monthsBefore(expiry).filter((month) => month > now) };
}

/**
 * Months in which a card is still good: the last one of the year before it expires, one of its last year
 * whose number has one digit, and the one before it expires. Each in the middle, so that it is the same one
 * in every zone.
 */
function monthsBefore(expiry: string): Date[] {
  const [year, month] = [Number(expiry.slice(0, 4)), Number(expiry.slice(4))];
  const last = Date.UTC(year, month - 2, 15);
  const moments = [Date.UTC(year - 1, 11, 15), Date.UTC(year, 1, 15), last];
  return [...new Set(moments)]
    .filter((moment) => moment <= last)
    .toSorted((a, b) => a - b)
    .map((moment) => new Date(moment));
}

/** The next November or March. */
function otherDigits(now: Date): Date {
  const isOfTwo = now.getUTCMonth() >= 9;
  return new Date(Date.UTC(now.getUTCFullYear() + (isOfTwo ? 1 : 0), isOfTwo ? 2 : 10, 15));
}

// Whether an expired card declines is not shown, only that what is declined has a reason.
const movements = [
  ['v2.top-up.status-message-gives-the-reason', 'top-up', reasonOfTopUp],
  ['v2.transfer.status-message-gives-the-reason', 'transfer', reasonOfTransfer],
] as const;

for (const [id, what, reason] of inSmokeOnly() ? [] : movements) {
  check(
    id,
    `gives a reason where it declines a ${what} of expired cards`,
    async ({ v2, control }) => {
      const [from, to] = await Promise.all([fundedCard(v2, minorUnits(20_00)), newCard(v2)]);
      const [, expiry = ''] = [from.expiryDate, to.expiryDate].toSorted();

      await control.moveClockTo(
        new Date(Date.UTC(Number(expiry.slice(0, 4)), Number(expiry.slice(4)) + 1, 15)),
      );

      const answer = await (what === 'top-up'
        ? v2.createTopUp(aTopUp(from, minorUnits(10_00)))
        : v2.createTransfer(aTransfer(from, to, minorUnits(5_00))));
      expect(answer).toShow(reason);
    },
  );
}
