import { refused } from '../../fixtures/clients/v2.ts';
import fc from 'fast-check';
import { addDays } from '../../fixtures/builders/days.ts';
import { aTransfer } from '../../fixtures/builders/v2.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect, forAll } from '../../fixtures/check.ts';
import { repeated } from '../../fixtures/repeated.ts';
import { approved, pair, promised, type TestCard, textAt } from '../../fixtures/worlds/v2.ts';
import {
  dayCounted,
  expectListed,
  transfersPerAnswer,
} from '../../fixtures/worlds/v2-transfers.ts';
import { filterPlan, transferPlan } from '../arbitraries/v2.ts';
import { asSent, carryOut, expectedOf, threeCards } from './transfer-runs.ts';

// Document 2, part 4, rule 5: the list of transfers, all made on one day.

const least = {
  accepted: 300,
  depth: 15,
  reached: {
    'a list of something': 10,
    'a list of nothing': 5,
    'a transfer on the first day': 3,
    'a transfer on the last day': 3,
    'transfers that are approved': 1,
    'transfers that are declined': 1,
  },
} as const;

check(
  'v2.transfer-list.equals-the-model',
  'lists what fits any filter, and nothing else',
  async ({ v2 }) => {
    const plans = fc.array(transferPlan(3), { minLength: 1, maxLength: 6 });
    const filters = fc.array(filterPlan(3, { min: -1, max: 1 }), { minLength: 1, maxLength: 4 });
    const perAnswer = await transfersPerAnswer(v2);
    await forAll(
      [plans, filters],
      async (transfers, asked) => {
        const cards = await threeCards(v2);
        const made: Made[] = [];
        for (const plan of transfers) made.push(await carryOut(v2, cards, plan, 0));

        const countedUnder = async (one: Made): Promise<string> =>
          dayCounted(v2, (cards[one.known.from] as TestCard).number, one.exchange);
        const [first, last] = [made[0], made.at(-1)] as [Made, Made];
        const today = await countedUnder(first);
        // Midnight passed meanwhile: which transfer belongs to which day is not known here.
        if (today !== (await countedUnder(last))) return;

        const known = made.map((one) => one.known);
        for (const filter of asked) {
          const list = await v2.listTransfers(asSent(filter, cards, today));
          // Whether a period may reach into days to come is not shown.
          if (Math.max(filter.start ?? 0, filter.end ?? 0) > 0 && refused(list)) continue;
          expectListed(list, expectedOf(known, filter), perAnswer);
        }
      },
      { least },
    );
  },
);

check(
  'v2.transfer-list.equals-the-model',
  'lists the same in whatever order the filters are sent',
  async ({ v2 }) => {
    const { from, to } = await pair(v2);
    const carriedOut = await v2.createTransfer(aTransfer(from, to, minorUnits(10_00)));
    approved(carriedOut, 'v2.transfer-creation.answers-201');
    await v2.createTransfer(aTransfer(from, to, minorUnits(from.balance)));
    const day = await dayCounted(v2, from.number, carriedOut);
    const filters = [
      ['cardNumberFltr', from.number],
      ['periodStartFltr', addDays(day, -1)],
      ['periodEndFltr', day],
      ['statusFltr', 'approved'],
    ] as const;
    const ids = [textAt(carriedOut, 'id')];

    const asShown = await v2.listTransfers(Object.fromEntries(filters));
    expect(promised(asShown, 'v2.transfer-list.answers-200')).toListExactly('transfers', ids);

    const orders = filters.flatMap((_, first) => {
      const turned = [...filters.slice(first), ...filters.slice(0, first)];
      return [turned.toReversed(), turned];
    });
    for (const order of orders.slice(0, repeated(orders.length, 1))) {
      expect(await v2.listTransfers(Object.fromEntries(order))).toListExactly('transfers', ids);
    }
  },
);

type Made = Awaited<ReturnType<typeof carryOut>>;
