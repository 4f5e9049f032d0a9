import { aTransfer } from '../../fixtures/builders/v2.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect } from '../../fixtures/check.ts';
import type { V2Client } from '../../fixtures/clients/v2.ts';
import { memberOf } from '../../fixtures/transcript/exchange.ts';
import { fundedCard, fundedWithin, newCard, type TestCard } from '../../fixtures/worlds/v2.ts';

// Document 2, part 8: whether transfers count against a daily limit is not shown. Where one does, all of
// a day do. This is asked among those who wait for the clock, so that it is one day while it is asked.

const notCounted =
  'a transfer above a daily limit is approved here; which operations count is not shown';

check(
  'v2.bound.limits-count-up',
  'stops a transfer that exceeds a daily limit with earlier ones, once it has stopped one alone',
  async ({ v2, control, skip }) => {
    const [first, second, free, to] = await Promise.all([
      fundedWithin(v2, 40, minorUnits(90_00)),
      fundedWithin(v2, 40, minorUnits(90_00)),
      fundedCard(v2, minorUnits(90_00)),
      newCard(v2),
    ]);
    if (first === undefined || second === undefined)
      return skip('a top-up counts against the spending limits here');
    if (await isApproved(v2, first, to, 40_01)) return skip(notCounted);
    // Without the limit nothing else stands in the way.
    if (!(await isApproved(v2, free, to, 40_01))) return skip(notCounted);
    const start = await control.now();

    const spent = [25_00, 15_00];
    for (const cents of spent)
      if (!(await isApproved(v2, second, to, cents))) return skip(notCounted);

    for (const cents of [1_00, 1_01, 40_00]) {
      const transfer = await v2.createTransfer(aTransfer(second, to, minorUnits(cents)));
      // At midnight in some zone another day begins.
      const elapsed = (await control.now()).getTime() - start.getTime();
      if (elapsed > 60_000) return skip('the clock ran on meanwhile');
      expect(transfer).toMoveNothing();
    }
  },
);

async function isApproved(
  v2: V2Client,
  from: TestCard,
  to: TestCard,
  cents: number,
): Promise<boolean> {
  const { answer } = await v2.createTransfer(aTransfer(from, to, minorUnits(cents)));
  return memberOf(answer.json, 'status') === 'approved';
}
