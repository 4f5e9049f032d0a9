import fc from 'fast-check';
import { asShown } from '../../fixtures/worlds/v2-as-shown.ts';
import { aCardholder, aTransfer } from '../../fixtures/builders/v2.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect, forAll } from '../../fixtures/check.ts';
import type { Exchange } from '../../fixtures/transcript/exchange.ts';
import type { V2Client } from '../../fixtures/clients/v2.ts';
import { repeated } from '../../fixtures/repeated.ts';
import {
  approved,
  type TestCard,
  fundedCards,
  newCard,
  promised,
  textAt,
} from '../../fixtures/worlds/v2.ts';

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

check(
  'v2.reads.change-nothing',
  'shows a cardholder and a card whose id was asked for before there was one',
  async ({ v2 }) => {
    const [one, two] = [await newCard(v2), await newCard(v2)];
    const ahead = repeated(8, 3);
    const ids = {
      cardholders: idsAfter([one.cardholder, two.cardholder], ahead),
      cards: idsAfter([one.id, two.id], ahead),
    };
    await Promise.all([
      ...ids.cardholders.map((id) => v2.getCardholder(id)),
      ...ids.cards.map((id) => v2.getCard(id)),
    ]);

    for (let turn = 0; turn < repeated(3); turn += 1) {
      const created = await v2.createCardholder(aCardholder());
      promised(created, 'v2.cardholder-creation.answers-201');
      const cardholder = textAt(created, 'id');
      expect(await v2.getCardholder(cardholder)).toSucceed({ id: cardholder });
      const issued = await v2.createCard({ productName: v2.productName, cardholder });
      promised(issued, 'v2.card-creation.answers-201');
      const id = textAt(issued, 'id');
      expect(await v2.getCard(id)).toSucceed({ id });
    }
  },
);

/** The ids that come next where they are counted up: none where two that were made in turn do not tell. */
function idsAfter([one, two]: readonly [string, string], howMany: number): string[] {
  const [, start, before] = countedId.exec(one) ?? [];
  const [, same, count, end] = countedId.exec(two) ?? [];
  const step = Number(count) - Number(before);
  if (count === undefined || start !== same || !(step > 0 && step < 100)) return [];
  return Array.from({ length: howMany }, (_, turn) => {
    const next = String(Number(count) + turn + 1).padStart(count.length, '0');
    return `${same}${next}${end}`;
  });
}

/** Its last digits, and what stands around them. */
const countedId = /^(.*?)(\d{1,15})(\D*)$/;

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
