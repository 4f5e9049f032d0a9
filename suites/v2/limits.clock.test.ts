import { aTransfer } from '../../fixtures/builders/v2.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect } from '../../fixtures/check.ts';
import { leavesNoFee, meetsAFee } from '../../fixtures/worlds/v2-fees.ts';
import { fundedWithin, isDeclined, newCard } from '../../fixtures/worlds/v2.ts';

// Document 2, part 8: the day of a daily limit, where time must pass.

check(
  'v2.limits.within-the-limits-is-approved',
  'approves a transfer of a whole daily limit again on a later day',
  async ({ v2, control, skip }) => {
    const [from, to] = await Promise.all([fundedWithin(v2, 40, minorUnits(80_00)), newCard(v2)]);
    if (from === undefined) return skip('a top-up counts against the spending limits here');
    const transfer = aTransfer(from, to, minorUnits(40_00));
    const first = await v2.createTransfer(transfer);
    if (isDeclined(first) && (await meetsAFee(v2, first))) return skip(leavesNoFee);
    expect(first).toAnswer(201, { status: 'approved' });

    // Two days on is another day in every zone, and whether a day is one of the calendar or 24 hours.
    const start = await control.now();
    await control.moveClockTo(new Date(start.getTime() + 2 * 86_400_000));

    expect(await v2.createTransfer(transfer)).toAnswer(201, { status: 'approved' });
  },
);
