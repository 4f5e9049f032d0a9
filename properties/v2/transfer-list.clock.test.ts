import fc from 'fast-check';
import { refused } from '../../fixtures/clients/v2.ts';
import { check, expect, forAll } from '../../fixtures/check.ts';
import type { TestCard } from '../../fixtures/worlds/v2.ts';
import { dayCounted } from '../../fixtures/worlds/v2-transfers.ts';
import { type FilterPlan, filterPlan, transferPlan } from '../arbitraries/v2.ts';
import type { KnownTransfer } from '../models/transfer-list.ts';
import { asSent, carryOut, expectedOf, threeCards } from './transfer-runs.ts';

// Document 2, part 4, rule 5: the list of transfers, made on several days.

check(
  'v2.transfer-list.equals-the-model-over-days',
  'lists exactly what fits any period',
  async ({ v2, control }) => {
    const step = fc.record({
      daysLater: fc.integer({ min: 0, max: 3 }),
      transfer: transferPlan(3),
    });
    const steps = fc.array(step, { minLength: 1, maxLength: 5 });
    const filters = fc.array(filterPlan(3, { min: -1, max: 6 }), { minLength: 1, maxLength: 5 });
    await forAll(
      [steps, filters],
      (run, asked) =>
        control.aside(async (own) => {
          const cards = await threeCards(v2);
          const start = nextNoon(await own.now()).getTime();
          let day = 0;

          const made: Made[] = [];
          for (const { daysLater, transfer } of run) {
            day += daysLater;
            await own.moveClockTo(new Date(start + day * dayMs));
            made.push(await carryOut(v2, cards, transfer, day));
          }

          const [first] = made as [Made];
          const payer = cards[first.known.from] as TestCard;
          const offset = run[0]?.daysLater ?? 0;
          const firstDay = await dayCounted(v2, payer.number, first.exchange);
          const known = made.map((one) => ({ ...one.known, day: one.known.day - offset }));
          for (const filter of [...asked, ...aroundTheLastOf(known)]) {
            const list = await v2.listTransfers(asSent(filter, cards, firstDay));
            // Whether a period may reach into days to come is not shown.
            const { start = 0, end = 0 } = filter;
            if (Math.max(start, end) > day - offset && refused(list)) continue;
            expect(list).toListExactly('transfers', expectedOf(known, filter));
          }
        }),
      {
        share: 0.5,
        allAtOnce: true,
        least: {
          accepted: 150,
          depth: 15,
          reached: {
            'a list of something': 8,
            'a transfer on the first day': 12,
            'a transfer on the last day': 12,
            'one the day before': 12,
            'one the day after': 12,
          },
        },
      },
    );
  },
);

/** Periods that begin or end with a transfer, or one day too late or too early for it. */
function aroundTheLastOf(known: readonly KnownTransfer[]): FilterPlan[] {
  const last = known.at(-1);
  if (last === undefined) return [];
  const { from: card, day } = last;
  const filter = { card, status: undefined, start: undefined, end: undefined };
  return [
    { ...filter, start: day, end: day },
    { ...filter, start: day + 1 },
    { ...filter, end: day - 1 },
  ];
}

type Made = Awaited<ReturnType<typeof carryOut>>;

const dayMs = 86_400_000;

/** Noon in UTC, where every zone of the world is hours away from midnight or has all of them in one day. */
function nextNoon(now: Date): Date {
  const noon = new Date(now);
  noon.setUTCHours(12, 0, 0, 0);
  return noon <= now ? new Date(noon.getTime() + dayMs) : noon;
}
