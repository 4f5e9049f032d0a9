import { aTopUp, aTransfer } from '../../fixtures/builders/v2.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check } from '../../fixtures/check.ts';
import { expectToldAlike } from '../../fixtures/told-again.ts';
import type { Exchange } from '../../fixtures/transcript/exchange.ts';
import { fundedCards } from '../../fixtures/worlds/v2.ts';

// Document 2, parts 2 and 3: what is told again is told alike, shown here on two cards and what they move;
// fixtures/told-again.ts looks at all other answers of the run in the same way.

/** In cents: what is there, and what is far from being there. */
const amounts = [1_00, 49_99, 999_99, 2_500_00, 10_000_00, 1_000_000_00];

check(
  'v2.told.one-transfer',
  'lists transfers of small and large amounts with what their creation told',
  async ({ v2 }) => {
    const [from, to] = await fundedCards(v2, [minorUnits(90_00), minorUnits(10_00)]);
    if (from === undefined || to === undefined) return;
    const acts: Exchange[] = [];
    for (const amount of amounts)
      acts.push(await v2.createTransfer(aTransfer(from, to, minorUnits(amount))));

    for (const { number } of [from, to])
      acts.push(await v2.listTransfers({ cardNumberFltr: number }));

    expectToldAlike(acts);
  },
);

check(
  'v2.told.one-card',
  'shows of each of two cards the same cardholder and product once it was topped up and blocked',
  async ({ v2 }) => {
    const acts: Exchange[] = [];
    for (const card of await fundedCards(v2, [minorUnits(90_00), minorUnits(10_00)])) {
      acts.push(await v2.getCard(card.id));
      await v2.createTopUp(aTopUp(card, minorUnits(5_00)));
      acts.push(await v2.patchCard(card.id, { status: 'blocked' }), await v2.getCard(card.id));
    }

    expectToldAlike(acts);
  },
);
