import { aTransfer } from '../../fixtures/builders/v2.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect } from '../../fixtures/check.ts';
import { leavesNoFee, meetsAFee } from '../../fixtures/worlds/v2-fees.ts';
import { declined, fundedWithin, isDeclined, newCard } from '../../fixtures/worlds/v2.ts';

// Document 2, part 8: spending limits per card. What happens beyond them is not shown, nor which
// operations count: where a top-up does, nobody can tell what is left.

const topUpsCount =
  'a top-up counts against the spending limits here; which operations do is not shown';

check(
  'v2.limits.within-the-limits-is-approved',
  'approves transfers that together reach the daily limit of each of two cards',
  async ({ v2, skip }) => {
    const [card, other, to] = await Promise.all([
      fundedWithin(v2, 40, minorUnits(50_00)),
      fundedWithin(v2, 40, minorUnits(50_00)),
      newCard(v2),
    ]);
    if (card === undefined || other === undefined) return skip(topUpsCount);

    for (const [from, amount] of [
      [card, 25_00],
      [card, 15_00],
      [other, 40_00],
    ] as const) {
      const transfer = await v2.createTransfer(aTransfer(from, to, minorUnits(amount)));
      if (isDeclined(transfer) && (await meetsAFee(v2, transfer))) return skip(leavesNoFee);
      expect(transfer).toSucceed({ status: 'approved' });
    }
  },
);

check(
  'v2.limits.within-the-limits-is-approved',
  'approves a transfer of the whole daily limit after an overdraft was declined',
  async ({ v2, skip }) => {
    const [from, to] = await Promise.all([fundedWithin(v2, 40, minorUnits(50_00)), newCard(v2)]);
    if (from === undefined) return skip(topUpsCount);

    const overdraft = await v2.createTransfer(aTransfer(from, to, minorUnits(from.balance + 1)));
    const transfer = await v2.createTransfer(aTransfer(from, to, minorUnits(40_00)));

    declined(overdraft);
    if (isDeclined(transfer) && (await meetsAFee(v2, transfer))) return skip(leavesNoFee);
    expect(transfer).toSucceed({ status: 'approved' });
  },
);
