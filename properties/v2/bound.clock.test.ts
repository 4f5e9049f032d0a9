import { aTransfer } from '../../fixtures/builders/v2.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect } from '../../fixtures/check.ts';
import { memberOf } from '../../fixtures/transcript/exchange.ts';
import {
  bringInto,
  cardNow,
  cardStatuses,
  fundedCards,
  newCard,
} from '../../fixtures/worlds/v2.ts';

// Document 2, part 3: what is refused for a card that is lost or stollen is so for good. What holds at once
// stands in bound.test.ts.

const final = ['lost', 'stollen'] as const;
const yearMs = 366 * 86_400_000;

check(
  'v2.bound.first-answer-binds',
  'answers about cards that are lost or stollen a year later as it has answered at once',
  async ({ v2, control }) => {
    const [cards, to] = await Promise.all([
      fundedCards(v2, [30_00, 31_00].map(minorUnits)),
      newCard(v2),
    ]);
    const rows = cards.map((card, index) => ({ card, status: final[index] ?? 'lost' }));
    const held: typeof rows = [];
    for (const row of rows) {
      await bringInto(v2, row.card, row.status);
      const paid = await v2.createTransfer(aTransfer(row.card, to, minorUnits(1_01)));
      // Whether such a card may pay is not shown.
      if (memberOf(paid.answer.json, 'status') !== 'approved') held.push(row);
    }

    await control.moveClockTo(new Date((await control.now()).getTime() + yearMs));

    for (const { card } of held) {
      const transfer = aTransfer(card, to, minorUnits(1_02));
      expect(await v2.createTransfer(transfer)).toMoveNothing();
    }
    for (const { card, status } of rows) {
      for (const next of cardStatuses) {
        expect(await v2.patchCard(card.id, { status: next })).toBeRefused();
      }
      expect(await cardNow(v2, card)).toSucceed({ status });
    }
  },
);
