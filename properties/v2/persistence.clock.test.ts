import { lastMonthIn } from '../../fixtures/builders/days.ts';
import { check, expect } from '../../fixtures/check.ts';
import { expectOnlyChanged } from '../../fixtures/expect-facts.ts';
import { repeated } from '../../fixtures/repeated.ts';
import { factsOf } from '../../fixtures/worlds/v2-facts.ts';
import { dayCounted } from '../../fixtures/worlds/v2-transfers.ts';
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
