import { atOnce } from '../../fixtures/at-once.ts';
import { otherExpiry, unknownNumberLike } from '../../fixtures/builders/card-numbers.ts';
import { aTopUp, aTransfer } from '../../fixtures/builders/v2.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect } from '../../fixtures/check.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import type { V2Client } from '../../fixtures/clients/v2.ts';
import { inSmokeOnly, repeated } from '../../fixtures/repeated.ts';
import { type Exchange, memberOf, succeeded } from '../../fixtures/transcript/exchange.ts';
import { leavesNoFee, meetsAFee } from '../../fixtures/worlds/v2-fees.ts';
import {
  bringInto,
  cardIn,
  fundedWithin,
  limitUnitsPerEuro,
  newCard,
  promised,
  type TestCard,
} from '../../fixtures/worlds/v2.ts';
import { total } from '../models/ledger.ts';

// Document 2, part 8: whether transfers count against a daily limit is not shown. Where one does, all of
// a day do, and no more than a day's. This is asked among those who wait for the clock, so that it is one day while it is asked.

const notCounted =
  'a transfer above a daily limit is approved here; which operations count is not shown';
const notWithin =
  'a transfer within its spending limits is declined here, so that it is not they that stop one';

interface Payer {
  readonly card: TestCard;
  readonly pays: (cents: number) => Promise<Exchange>;
}

/** A card with 90.00 EUR that a daily limit of 40.00 has stopped once; or why there is none. */
async function payerWithin(v2: V2Client): Promise<Payer | { readonly missing: string }> {
  const [card, to] = await Promise.all([fundedWithin(v2, 40, minorUnits(90_00)), newCard(v2)]);
  if (card === undefined) return { missing: 'a top-up counts against the spending limits here' };
  const pays = (cents: number): Promise<Exchange> =>
    v2.createTransfer(aTransfer(card, to, minorUnits(cents)));
  return isApproved(await pays(40_01)) ? { missing: notCounted } : { card, pays };
}

check(
  'v2.bound.limits-count-up',
  'stops a transfer that exceeds a daily limit with earlier ones, once it has stopped one alone',
  async ({ v2, control, skip }) => {
    const payer = await payerWithin(v2);
    if ('missing' in payer) return skip(payer.missing);
    const { card, pays } = payer;
    const start = await control.now();

    // Up to the limit nothing stands in the way, so that it was the limit that did.
    for (const cents of [24_36, 15_64])
      if (!isApproved(made(await pays(cents)))) return skip(notWithin);

    const between = [
      () => v2.getCard(card.id),
      () => v2.createTopUp(aTopUp(card, minorUnits(5_00))),
      () => v2.patchCard(card.id, { resetPinCounter: true }),
      () => v2.patchCard(card.id, { pin: Buffer.alloc(256, 0x5a).toString('base64') }),
      () => v2.createCard({ productName: v2.productName, cardholder: card.cardholder }),
      async () => {
        for (const status of ['blocked', 'active'] as const)
          promised(await v2.patchCard(card.id, { status }), 'v2.card-status.follows-the-table');
      },
    ];
    for (const [turn, act] of between.slice(0, repeated(between.length, 1)).entries()) {
      await act();
      const transfer = await pays(1_00 + turn);
      // Had much time passed, another day might have begun.
      const hasPassed = (await control.now()).getTime() - start.getTime();
      if (hasPassed > 60_000) return skip('the clock has run on meanwhile');
      expect(transfer).toMoveNothing();
    }
  },
);

if (!inSmokeOnly()) {
  check(
    'v2.bound.limits-count-up',
    'holds transfers that are under way together to a daily limit, once it has stopped one alone',
    async ({ v2, control, skip }) => {
      const payer = await payerWithin(v2);
      if ('missing' in payer) return skip(payer.missing);
      const { card, pays } = payer;
      const start = await control.now();

      const amounts = [15_00, 15_01, 15_02, 15_03, 15_04, 15_05];
      const transfers = await atOnce(() => amounts.map(pays), {
        requests: amounts.length,
        ask: () => v2.getCard(card.id),
      });

      // Had much time passed, another day might have begun.
      const hasPassed = (await control.now()).getTime() - start.getTime();
      if (hasPassed > 60_000) return skip('the clock has run on meanwhile');
      const approved = transfers.filter(isApproved);
      const spent = approved.map(({ answer }) => Number(memberOf(answer.json, 'amount')));
      const about = sentExpectedGot(transfers, 'no more than 40.00 EUR of them approved together');
      expect(total(spent), about).toBeLessThanOrEqual(40_00);
    },
  );
}

/** More than a table holds that is made for sixteen or 32. */
const many = 35;

if (!inSmokeOnly()) {
  check(
    'v2.bound.limits-count-up',
    'adds up many transfers of a day, once a daily limit has stopped one alone',
    async ({ v2, control, skip }) => {
      const payer = await payerWithin(v2);
      if ('missing' in payer) return skip(payer.missing);
      const start = await control.now();
      const sent = Array.from({ length: many }, (_, turn) => 80 + turn);
      const transfers = await Promise.all(sent.map(payer.pays));

      const more = await payer.pays(40_01 - total(sent));

      // Had much time passed, another day might have begun.
      const hasPassed = (await control.now()).getTime() - start.getTime();
      if (hasPassed > 60_000) return skip('the clock has run on meanwhile');
      if (!transfers.map(made).every(isApproved)) return skip(notWithin);
      const about = sentExpectedGot(
        more,
        `declined, as ${many} transfers before it leave one cent less`,
      );
      expect(isApproved(more), about).toBe(false);
    },
  );
}

if (!inSmokeOnly()) {
  check(
    'v2.bound.limits-count-up',
    'stops a transfer of one cent more than a daily limit, once it stops one of twice as much',
    async ({ v2, skip }) => {
      const within = (euros: number) => fundedWithin(v2, euros, minorUnits(90_00));
      const [strict, other, free, to] = await Promise.all([
        within(40),
        within(40),
        within(200),
        newCard(v2),
      ]);
      if (strict === undefined || other === undefined || free === undefined)
        return skip('a top-up counts against the spending limits here');
      const pays = (from: TestCard, cents: number): Promise<Exchange> =>
        v2.createTransfer(aTransfer(from, to, minorUnits(cents)));
      const [far, twin] = [await pays(other, 80_00), await pays(free, 80_00)];
      if (!isApproved(made(twin))) return skip(notWithin);
      if (isApproved(made(far))) return skip(notCounted);

      expect(await pays(strict, 40_01)).toMoveNothing();
    },
  );
}

const dayMs = 86_400_000;
const hourMs = 3_600_000;

if (!inSmokeOnly()) {
  check(
    'v2.bound.limits-count-up',
    'begins no day more than once in twenty hours, once a daily limit has stopped a transfer',
    async ({ v2, control, skip }) => {
      const [card, to] = await Promise.all([fundedWithin(v2, 40, minorUnits(200_00)), newCard(v2)]);
      if (card === undefined) return skip('a top-up counts against the spending limits here');
      const pays = (cents: number): Promise<Exchange> =>
        v2.createTransfer(aTransfer(card, to, minorUnits(cents)));
      if (!isApproved(made(await pays(39_00)))) return skip(notWithin);
      if (isApproved(await pays(38_00))) return skip(notCounted);
      const start = (await control.now()).getTime();

      const tries: Exchange[] = [];
      for (const hours of [2, 8, 16]) {
        const earliest = start + hours * hourMs;
        await control.moveClockBetween(new Date(earliest), new Date(earliest + 3 * hourMs));
        tries.push(await pays(35_00 + hours));
      }

      const hasPassed = (await control.now()).getTime() - start;
      if (hasPassed > 22 * hourMs) return skip('the clock has run on meanwhile');
      // Wherever a day begins, and if it is the last 24 hours: what fits once more is of another day.
      const about = sentExpectedGot(tries, 'one of them approved at the most');
      expect(tries.filter(isApproved).length, about).toBeLessThanOrEqual(1);
    },
  );
}

check(
  'v2.bound.limits-let-pass-again',
  'lets exactly what a daily limit leaves pass again, once it is raised and once its day is over',
  async ({ v2, control, skip }) => {
    const [card, to] = await Promise.all([fundedWithin(v2, 40, minorUnits(300_00)), newCard(v2)]);
    if (card === undefined) return skip('a top-up counts against the spending limits here');
    const pays = (cents: number): Promise<Exchange> =>
      v2.createTransfer(aTransfer(card, to, minorUnits(cents)));
    // A new card tells it, whose limits are those that are promised.
    const euro = await limitUnitsPerEuro(v2, to);
    const start = await control.now();
    // Up to the limit nothing stands in the way, and behind it the limit does: of an amount that was taken
    // before, as a cent may be less than the least.
    for (const cents of [24_36, 15_64])
      if (!isApproved(made(await pays(cents)))) return skip(notWithin);
    if (isApproved(await pays(14_00))) return skip(notCounted);
    // Lowered below what was spent: it may be refused, and may begin anew, but more than it is never within it.
    const lowered = { interval: 'daily', amount: 30 * euro };
    if (succeeded(await v2.patchCard(card.id, { spendingLimits: [lowered] })))
      expect(await pays(30_01)).toMoveNothing();

    // Where limits are in cents or less, they need not be of whole euros.
    const cents = euro === 1 ? 0 : 37;
    const raised = { interval: 'daily', amount: 60 * euro + (cents * euro) / 100 };
    promised(
      await v2.patchCard(card.id, { spendingLimits: [raised] }),
      'v2.spending-limits.can-be-set',
    );
    // Whether what was spent before still counts once the limit is another is not shown; only where it does not is
    // there room for so much. What is left then is another amount, as the same one may count as a repetition.
    const isCleared = isApproved(await pays(29_00));
    const left = isCleared ? 31_00 + cents : 20_00 + cents;
    const afterwards = [await pays(left + 1), await pays(left), await pays(1)] as const;
    // Had much time passed, another day might have begun.
    const hasPassed = (await control.now()).getTime() - start.getTime();
    if (hasPassed > 60_000) return skip('the clock has run on meanwhile');
    expectOnly(afterwards);

    // Two days are over wherever days begin, and a window of 24 hours is; a month after that a day has the
    // same number, and a year later a month has too.
    const days = new Date(start.getTime() + 2 * dayMs);
    const month = new Date(aMonthAfter(days));
    for (const later of [days.getTime(), month.getTime(), aYearAfter(month)]) {
      if (isExpired(card, later)) return;
      await control.moveClockTo(new Date(later));
      const isFirst = later === days.getTime();
      const left = 60_00 + cents - (isFirst ? await spentInVain(v2, card, to) : 0);
      expectOnly([await pays(left + 1), await pays(left), await pays(1)]);
    }
  },
);

/** Asks for transfers that most targets do not carry out. How much of the limit those have spent that were. */
async function spentInVain(v2: V2Client, card: TestCard, to: TestCard): Promise<number> {
  if (inSmokeOnly()) return 0;
  const stopped = await Promise.all(
    (['blocked', 'lost', 'stollen'] as const).map((status) => cardIn(v2, status)),
  );
  const mistaken = { ...card, expiryDate: otherExpiry(card.expiryDate) };
  const unknown = { number: unknownNumberLike(to.number) };
  const stranger = v2.withHeaders({ 'X-API-KEY': 'none' });
  const orders = [
    ...[...stopped, unknown].map((other) => [v2, card, other] as const),
    [v2, mistaken, to] as const,
    [stranger, card, to] as const,
  ];
  let spent = 0;
  const pay = async (...[by, from, other]: (typeof orders)[number]): Promise<void> => {
    const amount = 3_00 + spent + 1;
    const transfer = await by.createTransfer(aTransfer(from, other, minorUnits(amount)));
    if (isApproved(transfer)) spent += amount;
  };
  for (const order of orders) await pay(...order);
  await bringInto(v2, card, 'blocked');
  await pay(v2, card, to);
  await bringInto(v2, card, 'active', 'blocked');
  return spent;
}

/** The limit of a month, in cents. */
const ofMonth = 30_00;

interface PayerOfMonth {
  readonly card: TestCard;
  readonly pays: (cents: number) => Promise<Exchange>;
  /** What has been tried by either of the two. */
  readonly acts: readonly Exchange[];
}

/** A card with a monthly limit that has stopped its twin, and which has spent 25.00 of it; or why there is none. */
async function payerOfMonth(v2: V2Client): Promise<PayerOfMonth | { readonly missing: string }> {
  const within = () => fundedWithin(v2, 60, minorUnits(200_00));
  const [card, twin, to] = await Promise.all([within(), within(), newCard(v2)]);
  if (card === undefined || twin === undefined)
    return { missing: 'a top-up counts against the spending limits here' };
  const euro = await limitUnitsPerEuro(v2, to);
  const monthly = { interval: 'monthly', amount: (ofMonth / 100) * euro };
  for (const { id } of [card, twin]) {
    const limited = await v2.patchCard(id, { spendingLimits: [monthly] });
    if (!succeeded(limited))
      return { missing: 'the limit of a day must not exceed that of a month here' };
  }
  const pays = (cents: number, from = card): Promise<Exchange> =>
    v2.createTransfer(aTransfer(from, to, minorUnits(cents)));
  // The day allows it, so that it was the month that did not.
  const above = await pays(ofMonth + 1, twin);
  if (isApproved(above)) return { missing: notCounted };
  const first = await pays(25_00);
  if (!isApproved(made(first))) return { missing: notWithin };
  return { card, pays, acts: [above, first] };
}

/** Days after the first transfer, from and until, on which a month is looked at: fewer than any month has. */
const visits = [
  [2, 2],
  [6, 12],
  [20, 26],
] as const;

check(
  'v2.bound.limits-let-pass-again',
  'lets exactly a monthly limit pass, on any days of a month, and again in other months and another year',
  async ({ v2, control, skip }) => {
    // Where a month begins with the calendar or with the card, the first days of these are of one.
    await control.moveClockTo(nextTenth(await control.now()));
    const start = await control.now();
    const payer = await payerOfMonth(v2);
    if ('missing' in payer) return skip(payer.missing);
    const { card, pays } = payer;
    // Whether a fee counts against the limit as well is not shown.
    for (const paid of payer.acts.slice(-1))
      if (await meetsAFee(v2, paid)) return skip(leavesNoFee);

    let spent = 25_00;
    const begun: Exchange[] = [];
    for (const [earliest, latest] of inSmokeOnly() ? visits.slice(0, 1) : visits) {
      const [from, until] = [earliest, latest].map((days) => start.getTime() + days * dayMs);
      await control.moveClockBetween(new Date(from as number), new Date(until as number));
      const amount = spent < ofMonth ? ofMonth - spent + 1 : 6_00;
      const more = await pays(amount);
      // On which day a month begins is not shown.
      if (isApproved(more)) {
        begun.push(more);
        const about = sentExpectedGot(begun, 'no more than one month begun in 26 days');
        expect(begun.length, about).toBe(1);
        spent = amount;
      } else expect(more).toMoveNothing();
      const left = ofMonth - spent;
      if (left > 0) {
        const over = isApproved(more) ? await pays(left + 1) : more;
        expectOnly([over, await pays(left), await pays(1)]);
      }
      spent = ofMonth;
    }
    // The second of them is the same month of the next year, with nothing paid in between.
    const months = new Date(start.getTime() + 60 * dayMs);
    for (const later of [months.getTime(), aYearAfter(months)]) {
      if (isExpired(card, later)) return;
      await control.moveClockTo(new Date(later));
      expectOnly([await pays(ofMonth + 1), await pays(ofMonth), await pays(1)]);
    }
  },
);

// Of one card it may be something else that stops a transfer: it is the limit where exactly as much passes as that allows.
if (!inSmokeOnly()) {
  check(
    'v2.bound.limits-count-up',
    'holds each card to its own daily limit, the default one or one that was set, once it holds one to it',
    async ({ v2, control, skip }) => {
      const to = await newCard(v2);
      const euro = await limitUnitsPerEuro(v2, to);
      const start = await control.now();
      const asked: (readonly [Exchange, Exchange])[] = [];
      const rich = await holding(v2, 2 * beyondAnInteger, undefined);
      for (const limit of [defaultEuros, 40, 1_500]) {
        const card = await holding(
          v2,
          1.5 * limit,
          limit === defaultEuros ? undefined : limit * euro,
        );
        // How high a limit may be is not shown, nor that no top-up counts against it.
        if (card === undefined) continue;
        const pays = (cents: number): Promise<Exchange> =>
          v2.createTransfer(aTransfer(card, to, minorUnits(cents)));
        // How large a transfer may be is not shown.
        if (isApproved(await pays(60 * limit)))
          asked.push([await pays(40 * limit + 1), await pays(40 * limit)]);
      }

      const hasPassed = (await control.now()).getTime() - start.getTime();
      if (hasPassed > 60_000) return skip('the clock has run on meanwhile');
      if (!asked.some(([more, all]) => !isApproved(more) && isApproved(all)))
        return skip(notCounted);
      for (const [more, all] of asked) {
        expect(more).toMoveNothing();
        // What was approved although it is too much leaves nothing.
        if (!isApproved(more)) expect(all).toSucceed({ status: 'approved' });
      }
      if (rich === undefined) return;
      const far = minorUnits(beyondAnInteger * 100);
      expect(await v2.createTransfer(aTransfer(rich, to, far))).toMoveNothing();
    },
  );
}

/** As many euros are more cents than 32 bits hold. */
const beyondAnInteger = 25_000_000;

/** In whole euros. Document 2, part 2.2. */
const defaultEuros = 1_000;

/** A new card that holds so much more, and has the daily limit if one is given: `undefined` where either is not taken. */
async function holding(
  v2: V2Client,
  euros: number,
  limit: number | undefined,
): Promise<TestCard | undefined> {
  const card = await newCard(v2);
  // Not the same amount twice, which may be taken for a repetition.
  for (let part = 0; part < 3; part += 1)
    if (
      !isApproved(await v2.createTopUp(aTopUp(card, minorUnits(Math.ceil(euros / 3) * 100 + part))))
    )
      return undefined;
  if (limit === undefined) return card;
  const spendingLimits = [{ interval: 'daily', amount: limit }];
  return succeeded(await v2.patchCard(card.id, { spendingLimits })) ? card : undefined;
}

if (!inSmokeOnly()) {
  check(
    'v2.bound.limits-count-up',
    'still counts at a later hour of the third day of a month what was spent on its first',
    async ({ v2, control, skip }) => {
      await control.moveClockTo(nextFirst(await control.now()));
      const payer = await payerOfMonth(v2);
      if ('missing' in payer) return skip(payer.missing);
      const { pays, acts } = payer;
      const start = (await control.now()).getTime();

      await control.letPass(start, 2 * dayMs + 7 * hourMs);

      const transfer = await pays(10_00);
      const words = `no more than ${ofMonth} in a month, of which 2500 are spent`;
      expect(isApproved(transfer), sentExpectedGot([...acts, transfer], words)).toBe(false);
    },
  );
}

/** Noon of the first day of a month, which is the first day nearly everywhere. */
function nextFirst(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 12));
}

function nextTenth(now: Date): Date {
  const months = now.getUTCDate() < 10 ? 0 : 1;
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 10, 12));
}

/** From the month on in which it expires, a card may be good for nothing. */
function isExpired({ expiryDate }: TestCard, moment: number): boolean {
  return new Date(moment).toISOString().slice(0, 7).replace('-', '') >= expiryDate;
}

function aYearAfter(start: Date): number {
  const later = new Date(start);
  return later.setUTCFullYear(start.getUTCFullYear() + 1);
}

function aMonthAfter(start: Date): number {
  const later = new Date(start);
  return later.setUTCMonth(start.getUTCMonth() + 1);
}

/** Of what is too much by a cent, what is just allowed, and a cent more, the second alone is approved. */
function expectOnly([more, all, another]: readonly [Exchange, Exchange, Exchange]): void {
  expect(more).toMoveNothing();
  expect(all).toSucceed({ status: 'approved' });
  expect(another).toMoveNothing();
}

/** Answered as a transfer is, whether it is approved or not. */
function made(transfer: Exchange): Exchange {
  return promised(transfer, 'v2.transfer-creation.answers-201');
}

function isApproved({ answer }: Exchange): boolean {
  return memberOf(answer.json, 'status') === 'approved';
}
