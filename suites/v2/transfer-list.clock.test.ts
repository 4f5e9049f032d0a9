import { aTransfer } from '../../fixtures/builders/v2.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect } from '../../fixtures/check.ts';
import { inSmokeOnly } from '../../fixtures/repeated.ts';
import { listWith } from '../../fixtures/worlds/v2-as-shown.ts';
import { dayCounted } from '../../fixtures/worlds/v2-transfers.ts';
import { approved, pair, promised } from '../../fixtures/worlds/v2.ts';

// Document 2, part 4, rule 5: GET /transfers, where time must pass. What a reissue does is not shown of the
// card; a transfer that was made before is no part of it, and is what it was.

for (const reissueCard of inSmokeOnly() ? [] : (['damaged', 'expired'] as const)) {
  check(
    'v2.transfer-list.items-are-transfers',
    `lists a transfer as it was created, once its source is reissued as ${reissueCard}`,
    async ({ v2, control }) => {
      const { from, to } = await pair(v2);
      const transfer = await v2.createTransfer(aTransfer(from, to, minorUnits(10_00)));
      approved(transfer, 'v2.transfer-creation.answers-201');
      // What a list covers that is asked for without a period is not shown.
      const day = await dayCounted(v2, to.number, transfer);

      // Into another month, so that a new expiryDate is another one.
      await control.moveClockTo(new Date((await control.now()).getTime() + 62 * dayMs));
      await v2.patchCard(from.id, { reissueCard });

      const list = await v2.listTransfers({
        cardNumberFltr: to.number,
        periodStartFltr: day,
        periodEndFltr: day,
      });
      promised(list, 'v2.transfer-list.answers-200');
      expect(list).toShowAs(transfer, listWith(transfer, 'destinationCard'));
    },
  );
}

const dayMs = 86_400_000;
