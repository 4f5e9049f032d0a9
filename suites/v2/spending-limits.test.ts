import { limitsAsShown } from '../../fixtures/worlds/v2-as-shown.ts';
import { check, expect } from '../../fixtures/check.ts';
import { type Exchange, inShort, memberOf } from '../../fixtures/transcript/exchange.ts';
import { cardNow, limitUnitsPerEuro, newCard, promised } from '../../fixtures/worlds/v2.ts';

// Document 2, part 4, rule 3: the spending limits of a card. Whether a monthly limit may lie below
// the daily one, or a limit above its default, is not shown, so neither is asked for.

for (const euros of [1, 750, 1_000]) {
  check(
    'v2.spending-limits.can-be-set',
    `shows a daily limit of ${euros} euros`,
    async ({ v2 }) => {
      const card = await newCard(v2);
      const amount = euros * (await limitUnitsPerEuro(v2, card));

      const answer = await v2.patchCard(card.id, {
        spendingLimits: [{ amount, interval: 'daily' }],
      });

      expect(answer).toSucceed(withLimit('daily', amount));
      expect(await cardNow(v2, card)).toSucceed(withLimit('daily', amount));
    },
  );
}

check('v2.spending-limits.several-at-once', 'sets both limits in one request', async ({ v2 }) => {
  const card = await newCard(v2);
  const euro = await limitUnitsPerEuro(v2, card);

  const answer = await v2.patchCard(card.id, {
    spendingLimits: [
      { amount: 700 * euro, interval: 'daily' },
      { amount: 8_000 * euro, interval: 'monthly' },
    ],
  });

  expect(answer).toSucceed(withLimit('daily', 700 * euro));
  expect(await cardNow(v2, card)).toSucceed(withLimit('daily', 700 * euro));
  expect(await cardNow(v2, card)).toSucceed(withLimit('monthly', 8_000 * euro));
});

check(
  'v2.spending-limits.several-at-once',
  'sets one of two limits where the other is sent as it was',
  async ({ v2 }) => {
    const card = await newCard(v2);
    const euro = await limitUnitsPerEuro(v2, card);
    const daily = (euros: number) => ({ amount: euros * euro, interval: 'daily' });
    const monthly = (euros: number) => ({ amount: euros * euro, interval: 'monthly' });
    const set = await v2.patchCard(card.id, { spendingLimits: [daily(700), monthly(8_000)] });
    promised(set, 'v2.spending-limits.can-be-set');

    const first = await v2.patchCard(card.id, { spendingLimits: [daily(700), monthly(7_000)] });
    promised(first, 'v2.spending-limits.can-be-set');
    expect(await cardNow(v2, card)).toSucceed(withLimit('monthly', 7_000 * euro));
    const second = await v2.patchCard(card.id, { spendingLimits: [monthly(7_000), daily(600)] });
    promised(second, 'v2.spending-limits.can-be-set');
    expect(await cardNow(v2, card)).toSucceed(withLimit('daily', 600 * euro));
  },
);

for (const [sent, other, euros] of [
  ['daily', 'monthly', 900],
  ['monthly', 'daily', 9_000],
] as const) {
  check('v2.spending-limits.only-sent-ones-change', `leaves the ${other} limit`, async ({ v2 }) => {
    const card = await newCard(v2);
    const before = amountsOf(await cardNow(v2, card), other);
    const amount = euros * (await limitUnitsPerEuro(v2, card));

    const answer = await v2.patchCard(card.id, { spendingLimits: [{ amount, interval: sent }] });

    promised(answer, 'v2.spending-limits.can-be-set');
    expect(await cardNow(v2, card)).toSucceed(withLimit(other, ...before));
  });
}

check(
  'v2.spending-limits.one-per-interval',
  'replaces the limit of an interval',
  async ({ v2 }) => {
    const card = await newCard(v2);
    const euro = await limitUnitsPerEuro(v2, card);

    promised(
      await v2.patchCard(card.id, { spendingLimits: [{ amount: 800 * euro, interval: 'daily' }] }),
      'v2.spending-limits.can-be-set',
    );
    promised(
      await v2.patchCard(card.id, { spendingLimits: [{ amount: 600 * euro, interval: 'daily' }] }),
      'v2.spending-limits.can-be-set',
    );

    expect(await cardNow(v2, card)).toSucceed(withLimit('daily', 600 * euro));
  },
);

check(
  'v2.spending-limits.one-per-interval',
  'shows one limit for an interval that was sent twice',
  async ({ v2 }) => {
    const card = await newCard(v2);
    const euro = await limitUnitsPerEuro(v2, card);

    promised(
      await v2.patchCard(card.id, { spendingLimits: [{ amount: 800 * euro, interval: 'daily' }] }),
      'v2.spending-limits.can-be-set',
    );
    await v2.patchCard(card.id, {
      spendingLimits: [700, 600].map((euros) => ({ amount: euros * euro, interval: 'daily' })),
    });

    // Which of the two counts, or whether they are refused, is not shown.
    const oneLimit = expect.toSatisfy(
      (limits) => amountsIn(limits, 'daily').length === 1,
      'one daily limit',
    );
    expect(await cardNow(v2, card)).toSucceed({ spendingLimits: oneLimit });
  },
);

for (const wrong of ['all', 900, true, { amount: 900, interval: 'daily' }]) {
  const title = `refuses spendingLimits ${JSON.stringify(wrong)}`;
  check('v2.spending-limits.needs-a-list', title, async ({ v2 }) => {
    const card = await newCard(v2);
    const before = await cardNow(v2, card);

    const answer = await v2.patchCard(card.id, { spendingLimits: wrong });

    expect(answer).toBeRefused();
    expect(await cardNow(v2, card)).toSucceed(limitsAsShown(before));
  });
}

for (const [id, item] of [
  ['v2.spending-limits.item-without-amount', { interval: 'daily' }],
  ['v2.spending-limits.item-without-interval', { amount: 900 }],
  ['v2.spending-limits.interval-of-wrong-type', { amount: 900, interval: '' }],
  ['v2.spending-limits.interval-of-wrong-type', { amount: 900, interval: true }],
  ['v2.spending-limits.interval-of-wrong-type', { amount: 900, interval: ['daily'] }],
  ['v2.spending-limits.interval-of-wrong-type', { amount: 900, interval: { daily: 1 } }],
  ['v2.spending-limits.amount-of-wrong-type', { amount: 'plenty', interval: 'daily' }],
  ['v2.spending-limits.amount-of-wrong-type', { amount: 900.5, interval: 'daily' }],
  ['v2.spending-limits.amount-of-wrong-type', { amount: [900], interval: 'daily' }],
] as const) {
  check(id, `keeps its limits when sent ${JSON.stringify(item)}`, async ({ v2 }) => {
    const card = await newCard(v2);
    const before = await cardNow(v2, card);

    await v2.patchCard(card.id, { spendingLimits: [item] });

    expect(await cardNow(v2, card)).toSucceed(limitsAsShown(before));
  });
}

check('v2.spending-limits.odd-amounts', 'is sent odd amounts', async ({ v2, observe }) => {
  const seen: string[] = [];
  for (const amount of [0, -1]) {
    const card = await newCard(v2);
    const answer = await v2.patchCard(card.id, { spendingLimits: [{ amount, interval: 'daily' }] });
    seen.push(`${amount}: ${inShort(answer)}`);
  }

  observe(seen.join('; '));
});

check(
  'v2.spending-limits.empty-list-changes-nothing',
  'keeps its limits when none is sent',
  async ({ v2 }) => {
    const card = await newCard(v2);
    const euro = await limitUnitsPerEuro(v2, card);
    promised(
      await v2.patchCard(card.id, { spendingLimits: [{ amount: 800 * euro, interval: 'daily' }] }),
      'v2.spending-limits.can-be-set',
    );
    const before = await cardNow(v2, card);

    await v2.patchCard(card.id, { spendingLimits: [] });

    expect(await cardNow(v2, card)).toSucceed(limitsAsShown(before));
  },
);

check('v2.spending-limits.empty-list', 'is sent an empty list', async ({ v2, observe }) => {
  const card = await newCard(v2);
  const before = await cardNow(v2, card);

  const answer = await v2.patchCard(card.id, { spendingLimits: [] });

  const limits = (exchange: Exchange): string =>
    JSON.stringify(memberOf(exchange.answer.json, 'spendingLimits'));
  const isSame = limits(before) === limits(await cardNow(v2, card));
  observe(`${inShort(answer)}, the limits are ${isSame ? 'unchanged' : 'changed'}`);
});

/** A card whose limits for an interval are exactly these amounts. */
function withLimit(interval: string, ...amounts: readonly unknown[]): object {
  return {
    spendingLimits: expect.toSatisfy(
      (limits) => JSON.stringify(amountsIn(limits, interval)) === JSON.stringify(amounts),
      `the ${interval} limit ${amounts.join(', ')}`,
    ),
  };
}

function amountsOf(card: Exchange, interval: string): unknown[] {
  return amountsIn(memberOf(card.answer.json, 'spendingLimits'), interval);
}

function amountsIn(limits: unknown, interval: string): unknown[] {
  if (!Array.isArray(limits)) return [];
  return limits
    .filter((limit) => memberOf(limit, 'interval') === interval)
    .map((limit: unknown) => memberOf(limit, 'amount'));
}
