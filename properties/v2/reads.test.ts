import fc from 'fast-check';
import { asShown } from '../../fixtures/worlds/v2-as-shown.ts';
import { aTransfer } from '../../fixtures/builders/v2.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect, forAll } from '../../fixtures/check.ts';
import type { Exchange } from '../../fixtures/transcript/exchange.ts';
import type { V2Client } from '../../fixtures/clients/v2.ts';
import { approved, type TestCard, fundedCards } from '../../fixtures/worlds/v2.ts';

// Document 2, part 4: what GET does, which is to say nothing.

const reads = ['getCard', 'getCardholder', 'listTransfers', 'listTransfersByStatus'] as const;

check('v2.reads.change-nothing', 'shows the same after any run of reads', async ({ v2 }) => {
  const plans = fc.array(fc.tuple(fc.constantFrom(...reads), fc.nat({ max: 1 })), {
    minLength: 1,
    maxLength: 6,
  });
  await forAll(
    [plans],
    async (run) => {
      const cards = await fundedCards(v2, [minorUnits(10_00), minorUnits(10_00)]);
      const [from, to] = cards as [TestCard, TestCard];
      approved(
        await v2.createTransfer(aTransfer(from, to, minorUnits(3_00))),
        'v2.transfer-creation.answers-201',
      );
      const before = await snapshot(v2, cards);

      for (const [read, card] of run) await perform(v2, read, cards[card] as TestCard);

      const after = await snapshot(v2, cards);
      for (const [index, exchange] of after.entries()) {
        expect(exchange).toSucceed(asShown(before[index] ?? exchange));
      }
    },
    { share: 0.5, least: { accepted: 200, depth: 20 } },
  );
});

function perform(v2: V2Client, read: (typeof reads)[number], card: TestCard): Promise<Exchange> {
  const cardNumberFltr = card.number;
  switch (read) {
    case 'getCard':
      return v2.getCard(card.id);
    case 'getCardholder':
      return v2.getCardholder(card.cardholder);
    case 'listTransfers':
      return v2.listTransfers({ cardNumberFltr });
    case 'listTransfersByStatus':
      return v2.listTransfers({ cardNumberFltr, statusFltr: 'declined' });
  }
}

/** All that the API shows of the cards: what they are, whose they are, and what they were used for. */
async function snapshot(v2: V2Client, cards: readonly TestCard[]): Promise<Exchange[]> {
  const shown = await Promise.all(
    cards
      .map((card) => [
        v2.getCard(card.id),
        v2.getCardholder(card.cardholder),
        v2.listTransfers({ cardNumberFltr: card.number }),
      ])
      .flat(),
  );
  return shown;
}
