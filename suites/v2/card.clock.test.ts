import { aTopUp, aTransfer } from '../../fixtures/builders/v2.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect } from '../../fixtures/check.ts';
import { reasonOfTopUp, reasonOfTransfer } from '../../fixtures/fields/v2.ts';
import { inSmokeOnly } from '../../fixtures/repeated.ts';
import { fundedCard, newCard } from '../../fixtures/worlds/v2.ts';

// Document 2, part 2.2: how long a card is good for. What becomes of its money in the very month of
// its expiryDate and afterwards is not shown.

check(
  'v2.card.moves-money-until-it-expires',
  'approves a top-up and a transfer in the month before expiryDate',
  async ({ v2, control, skip }) => {
    const [from, to] = await Promise.all([fundedCard(v2, minorUnits(20_00)), newCard(v2)]);
    const [expiry = ''] = [from.expiryDate, to.expiryDate].toSorted();
    const [year, month] = [Number(expiry.slice(0, 4)), Number(expiry.slice(4))];
    // In the middle of the month, so that it is the same one in every zone.
    const before = new Date(Date.UTC(year, month - 2, 15));
    if (before <= (await control.now())) return skip('a new card expires as soon as next month');

    await control.moveClockTo(before);

    const topUp = await v2.createTopUp(aTopUp(from, minorUnits(10_00)));
    const transfer = await v2.createTransfer(aTransfer(from, to, minorUnits(5_00)));
    expect(topUp).toAnswer(201, { status: 'approved' });
    expect(transfer).toAnswer(201, { status: 'approved' });
  },
);

// Whether an expired card declines is not shown, only that what is declined has a reason.
const movements = [
  ['v2.top-up.status-message-gives-the-reason', 'top-up', reasonOfTopUp],
  ['v2.transfer.status-message-gives-the-reason', 'transfer', reasonOfTransfer],
] as const;

for (const [id, what, reason] of inSmokeOnly() ? [] : movements) {
  check(
    id,
    `gives a reason where it declines a ${what} of expired cards`,
    async ({ v2, control }) => {
      const [from, to] = await Promise.all([fundedCard(v2, minorUnits(20_00)), newCard(v2)]);
      const [, expiry = ''] = [from.expiryDate, to.expiryDate].toSorted();

      await control.moveClockTo(
        new Date(Date.UTC(Number(expiry.slice(0, 4)), Number(expiry.slice(4)) + 1, 15)),
      );

      const answer = await (what === 'top-up'
        ? v2.createTopUp(aTopUp(from, minorUnits(10_00)))
        : v2.createTransfer(aTransfer(from, to, minorUnits(5_00))));
      expect(answer).toShow(reason);
    },
  );
}
