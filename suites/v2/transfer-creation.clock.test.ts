import { aTransfer } from '../../fixtures/builders/v2.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect } from '../../fixtures/check.ts';
import { fundedCard, newCard } from '../../fixtures/worlds/v2.ts';

// Document 2, parts 2.4 and 4: POST /transfers, where time must pass. A card shows and is sent its
// expiry as YYYYMM, so months below ten begin with a zero.

check(
  'v2.transfer-creation.answers-201',
  'transfers from cards that expire in months of one digit and of two',
  async ({ v2, control }) => {
    const to = await newCard(v2);
    const first = await fundedCard(v2, minorUnits(10_00));
    const transfer = await v2.createTransfer(aTransfer(first, to, minorUnits(1_00)));
    expect(transfer).toAnswer(201, { status: 'approved' });

    // Nine months on at most; most cards expire in the month of the year in which they were issued.
    const month = Number(first.expiryDate.slice(4));
    const now = await control.now();
    const later = now.getUTCMonth() + (month < 10 ? 10 : 13) - month;
    await control.moveClockTo(new Date(Date.UTC(now.getUTCFullYear(), later, 15)));
    const [from, receiver] = await Promise.all([fundedCard(v2, minorUnits(10_00)), newCard(v2)]);

    expect(await v2.createTransfer(aTransfer(from, receiver, minorUnits(1_00)))).toAnswer(201, {
      status: 'approved',
    });
  },
);
