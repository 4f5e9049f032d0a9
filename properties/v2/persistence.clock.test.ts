import { lastMonthIn } from '../../fixtures/builders/days.ts';
import { check, expect } from '../../fixtures/check.ts';
import { expectOnlyChanged } from '../../fixtures/expect-facts.ts';
import { repeated } from '../../fixtures/repeated.ts';
import { aCardholder, aTransfer } from '../../fixtures/builders/v2.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { type Exchange, succeeded } from '../../fixtures/transcript/exchange.ts';
import { newCard, pair, promised } from '../../fixtures/worlds/v2.ts';
import { factsOf } from '../../fixtures/worlds/v2-facts.ts';
import { dayCounted, idsIn } from '../../fixtures/worlds/v2-transfers.ts';
import { lastingWorld } from './lasting.ts';

// Document 2, parts 2 and 3: nothing wears off. A new card is good for more than a year everywhere; what
// a list covers that is asked for without a period is not shown.

const secondMs = 1_000;
const dayMs = 86_400_000;
const later = [
  ['a second', secondMs],
  ['an hour', 3_600 * secondMs],
  ['a day', dayMs],
  ['31 days', 31 * dayMs],
  // Thirds of a year: some of them lie in summer, and some in winter.
  ['four months', 122 * dayMs],
  ['eight months', 244 * dayMs],
  ['a year', 366 * dayMs],
] as const;

check(
  'v2.persistence.survives-time',
  'shows what was set a second, an hour, a day, some months and a year later',
  async ({ v2, control }) => {
    const world = await lastingWorld(v2);
    const day =
      world.transfer === undefined
        ? undefined
        : await dayCounted(v2, world.other.number, world.transfer);
    const period = day === undefined ? {} : { periodStartFltr: day, periodEndFltr: day };
    const before = await factsOf(v2, world, period);
    const start = (await control.now()).getTime();

    // The last one, where there are to be few.
    for (const [told, ms] of later.slice(-repeated(later.length, 1))) {
      await control.letPass(start, ms);

      expectOnlyChanged(before, await factsOf(v2, world, period), { acts: [], told });
    }
    const idle = world.cardholders.find(({ name }) => name === 'cardholder without a card');
    if (idle !== undefined) {
      const asked = { productName: v2.productName, cardholder: idle.id };
      expect(await v2.createCard(asked)).toAnswer(201, { status: 'active' });
    }
    // What becomes of a card that expires is not shown.
    if (world.first.expiryDate <= lastMonthIn(await control.now())) return;
    for (const status of ['active', 'blocked', 'lost']) {
      const changed = await v2.patchCard(world.first.id, { status });
      expect(changed).toSucceed({ status });
    }
  },
);

/** Days between a birth and the request that tells of it, from a day to a long life. */
const ages = [1, 400, 18 * 365 + 10, 90 * 365];

check(
  'v2.persistence.ages-go-with-the-clock',
  'accepts a cardholder of an age that was accepted before, a month and two years later',
  async ({ v2, control }) => {
    const start = (await control.now()).getTime();
    const bornBefore = async (days: number): Promise<Exchange> => {
      const now = (await control.now()).getTime();
      const dateOfBirth = new Date(now - days * dayMs).toISOString().slice(0, 10);
      return v2.createCardholder({ ...aCardholder(), dateOfBirth });
    };
    const first = new Map<number, Exchange>();
    for (const days of ages) first.set(days, await bornBefore(days));

    for (const later of [31, 2 * 366].slice(-repeated(2, 1))) {
      await control.letPass(start, later * dayMs);
      for (const [days, before] of first) {
        const after = await bornBefore(days);
        const words = `HTTP ${before.answer.status}, as for one who was ${days} days old before`;
        const about = sentExpectedGot([before, after], words);
        expect(after.answer.status, about).toBe(before.answer.status);
      }
    }
  },
);

check(
  'v2.persistence.survives-time',
  'gives a new card no number that another one had, and no transfer, months after a reissue',
  async ({ v2, control, skip }) => {
    const { from, to } = await pair(v2);
    const transfer = await v2.createTransfer(aTransfer(from, to, minorUnits(1_00)));
    if (!succeeded(transfer)) return skip('no transfer is carried out');
    const reissued = await v2.patchCard(from.id, { reissueCard: 'lost' });
    if (!succeeded(reissued)) return skip('no card is reissued');
    const start = (await control.now()).getTime();

    for (const days of [100, 370].slice(-repeated(2, 1))) {
      await control.letPass(start, days * dayMs);
      for (let time = 1; time <= 2; time += 1) {
        const { number } = await newCard(v2);
        const list = await v2.listTransfers({ cardNumberFltr: number });
        promised(list, 'v2.transfer-list.answers-200');
        const words = sentExpectedGot([reissued, list], 'no transfer of a new card');
        expect({ isOld: number === from.number, ids: idsIn(list) }, words).toEqual({
          isOld: false,
          ids: [],
        });
      }
    }
  },
);
