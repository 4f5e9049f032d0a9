import fc from 'fast-check';
import { asShown } from '../../fixtures/worlds/v2-as-shown.ts';
import { check, expect, forAll, reached } from '../../fixtures/check.ts';
import { cardNow, limitUnitsPerEuro, newCard, promised } from '../../fixtures/worlds/v2.ts';

// Document 2, part 4, rule 3: updates of a card.

const parameters = {
  status: 'blocked',
  spendingLimits: [{ amount: 900, interval: 'daily' }],
  pin: Buffer.alloc(256, 0x5a).toString('base64'),
  resetPinCounter: true,
  reissueCard: 'damaged',
} as const;
const names = Object.keys(parameters) as (keyof typeof parameters)[];

check(
  'v2.card-update.takes-one-parameter',
  'refuses any two or more parameters, in any order, and changes nothing',
  async ({ v2 }) => {
    const several = fc.shuffledSubarray(names, { minLength: 2 });
    await forAll(
      [several],
      async (chosen) => {
        const card = await newCard(v2);
        const before = await cardNow(v2, card);

        reached(`${chosen.length} parameters`);
        const change = Object.fromEntries(chosen.map((name) => [name, parameters[name]]));
        const answer = await v2.patchCard(card.id, change);

        expect(answer).toBeRefused();
        expect(await cardNow(v2, card)).toSucceed(asShown(before));
      },
      { share: 0.75, least: { refused: 20, reached: { '2 parameters': 1 } } },
    );
  },
);

/** Percent of the default limit; a daily limit stays below the monthly one. */
const limitChange = fc.record(
  { daily: fc.integer({ min: 1, max: 100 }), monthly: fc.integer({ min: 10, max: 100 }) },
  { requiredKeys: [] },
);

check(
  'v2.spending-limits.only-sent-ones-change',
  'shows after any run of changes the limits that were sent last',
  async ({ v2 }) => {
    const changes = fc.array(
      limitChange.filter((change) => Object.keys(change).length > 0),
      { minLength: 1, maxLength: 4 },
    );
    await forAll(
      [changes],
      async (run) => {
        const card = await newCard(v2);
        const euro = await limitUnitsPerEuro(v2, card);
        const limits = new Map([
          ['daily', 1_000 * euro],
          ['monthly', 10_000 * euro],
        ]);

        for (const { daily, monthly } of run) {
          const sent = new Map<string, number>();
          reached(daily === undefined || monthly === undefined ? 'one limit' : 'both limits');
          if (daily !== undefined) sent.set('daily', daily * 10 * euro);
          if (monthly !== undefined) sent.set('monthly', monthly * 100 * euro);
          for (const [interval, amount] of sent) limits.set(interval, amount);
          const spendingLimits = [...sent].map(([interval, amount]) => ({ interval, amount }));

          promised(
            await v2.patchCard(card.id, { spendingLimits }),
            'v2.spending-limits.several-at-once',
          );

          const shown = [...limits].map(([interval, amount]) =>
            expect.objectContaining({ interval, amount }),
          );
          expect(await cardNow(v2, card)).toSucceed({
            spendingLimits: expect.arrayContaining(shown),
          });
        }
      },
      { least: { accepted: 130, reached: { 'one limit': 4, 'both limits': 4 } } },
    );
  },
);
