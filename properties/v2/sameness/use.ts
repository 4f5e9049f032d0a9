import { aTopUp, aTransfer } from '../../../fixtures/builders/v2.ts';
import { minorUnits } from '../../../fixtures/builders/values.ts';
import { expect } from '../../../fixtures/check.ts';
import type { V2Client } from '../../../fixtures/clients/v2.ts';
import { sentExpectedGot } from '../../../fixtures/expect.ts';
import { type Exchange, memberOf, succeeded } from '../../../fixtures/transcript/exchange.ts';
import {
  balanceOf,
  cardNow,
  limitUnitsIn,
  newCard,
  type TestCard,
} from '../../../fixtures/worlds/v2.ts';
import { rowsOf } from '../../law-rows.ts';

// Document 2, parts 2.2 and 8: what a card has spent of its limit of a day or of a month. Whether limits are enforced is not
// shown, so that a card to which nothing else happens says what is to be expected of the other.

type Interval = 'daily' | 'monthly';

/** What happens to a card that has spent a part of its limit of 40.00. */
interface Case {
  readonly told: string;
  readonly act: (v2: V2Client, two: Two) => Promise<unknown>;
  readonly start?: Start;
}

/** What was on a card at first, and what of it was spent, in cents. */
interface Start {
  readonly funds: number;
  readonly spent: number;
}

const limit = 40_00;
const usualStart: Start = { funds: 90_00, spent: 30_00 };

/** Two cards that have spent the same, of which something happens to the one, and one that is paid. */
interface Two {
  readonly card: TestCard;
  readonly alone: TestCard;
  readonly to: TestCard;
  readonly euro: number;
}

/** Changes that are wrong. */
const wrongChanges: readonly object[] = [
  {},
  { status: 'none' },
  { spendingLimits: [{ amount: -1, interval: 'daily' }] },
  { spendingLimits: [{ amount: 900, interval: 'monthly' }, { interval: 'daily' }] },
  { spendingLimits: 'none' },
  { status: 'blocked', resetPinCounter: true },
];

const encryptedPin = Buffer.alloc(256, 0x5a).toString('base64');

const cases: readonly Case[] = [
  {
    told: 'it was blocked and made active again',
    act: async (v2, { card: { id } }) => {
      for (const status of ['blocked', 'active']) await v2.patchCard(id, { status });
    },
  },
  {
    told: 'a new PIN and resetPinCounter',
    act: async (v2, { card: { id } }) => {
      await v2.patchCard(id, { pin: encryptedPin });
      await v2.patchCard(id, { resetPinCounter: true });
    },
  },
  {
    told: 'a top-up, and a transfer that it received',
    act: async (v2, { card, to }) => {
      await v2.createTopUp(aTopUp(card, minorUnits(21_00)));
      await v2.createTransfer(aTransfer(to, card, minorUnits(12_00)));
    },
  },
  {
    told: 'transfers that were declined, and reads',
    act: async (v2, { card, to }) => {
      await v2.createTransfer(aTransfer(card, to, minorUnits(900_00)));
      await v2.listTransfers({ cardNumberFltr: card.number });
      await v2.getCard(card.id);
    },
  },
  {
    told: 'changes that were refused',
    act: async (v2, { card, alone }) => {
      const limit = { spendingLimits: [{ amount: 900, interval: 'monthly' }] };
      await v2.withHeaders({ 'X-API-KEY': 'none' }).patchCard(card.id, limit);
      for (const change of wrongChanges) {
        const answer = await v2.patchCard(card.id, change);
        // What is taken all the same may have changed the limit, or the status.
        if (succeeded(answer)) await v2.patchCard(alone.id, change);
      }
    },
  },
  {
    told: 'it was paid back',
    act: (v2, { card, to }) => v2.createTransfer(aTransfer(to, card, minorUnits(30_00))),
  },
  {
    told: 'a second card of its cardholder',
    act: (v2, { card: { cardholder } }) =>
      v2.createCard({ productName: v2.productName, cardholder }),
  },
];

/** Only a card that holds less than its limit leaves is declined for lack of money alone. */
const lackOfMoney: Case = {
  told: 'a transfer within the limit, for which there was too little money',
  start: { funds: 20_00, spent: 15_00 },
  act: async (v2, { card, alone, to }) => {
    // A card may have had something on it before.
    const tooMuch = minorUnits(Number(await balanceOf(v2, card)) + 1_00);
    await v2.createTransfer(aTransfer(card, to, tooMuch));
    for (const one of [card, alone]) await v2.createTopUp(aTopUp(one, minorUnits(60_00)));
  },
};

/**
 * What a change of a limit does to what was spent of it is not shown, and a target that counts anew then may do so
 * for all limits of the card. Where it goes on counting it does nothing to that of the other, so the other card is
 * sent the limit once more that is looked at.
 */
const changeOf = (interval: Interval): Case => ({
  told: `a change of its ${interval} limit`,
  act: async (v2, { card, alone, euro }) => {
    const own = interval === 'daily' ? 'monthly' : 'daily';
    const asBefore = { interval: own, amount: (limit / 100) * euro };
    await v2.patchCard(alone.id, { spendingLimits: [asBefore] });
    await v2.patchCard(card.id, { spendingLimits: [{ interval, amount: 900 * euro }] });
  },
});

/** Of a month one after the other, so that they take few requests. */
const allOfThem: Case = {
  told: `${cases.map(({ told }) => told).join(', ')}, and a change of its daily limit`,
  act: async (v2, two) => {
    for (const { act } of [...cases, changeOf('daily')]) await act(v2, two);
  },
};

export const useLasts = rowsOf(
  [
    ...[...cases, lackOfMoney, changeOf('monthly')].map((one) => ({
      ...one,
      interval: 'daily' as const,
    })),
    { ...allOfThem, interval: 'monthly' as const },
  ],
  ({ told, interval }) => `a ${interval} limit, after ${told}`,
  async (v2: V2Client, { told, act, interval, start = usualStart }) => {
    const two = await twoThatSpent(v2, interval, start);
    if (!two.haveSpent) return;
    await act(v2, two);

    await expectAlike(v2, two, { told, left: limit - start.spent });
  },
);

/** Two cards that may spend 40.00 a day or a month, and have spent some of it where that was approved. */
async function twoThatSpent(
  v2: V2Client,
  interval: Interval,
  { funds, spent }: Start,
): Promise<Two & { readonly haveSpent: boolean }> {
  const [card, alone, to] = await Promise.all([newCard(v2), newCard(v2), newCard(v2)]);
  const euro = limitUnitsIn(await cardNow(v2, card));
  const spendingLimits = [{ interval, amount: (limit / 100) * euro }];
  let haveSpent = true;
  for (const one of [card, alone]) {
    await v2.createTopUp(aTopUp(one, minorUnits(funds)));
    await v2.patchCard(one.id, { spendingLimits });
    const transfer = await v2.createTransfer(aTransfer(one, to, minorUnits(spent)));
    haveSpent &&= isApproved(transfer);
  }
  return { card, alone, to, euro, haveSpent };
}

/** More than is left is declined for the one if for the other, and what is left is approved. */
async function expectAlike(
  v2: V2Client,
  { card, alone, to }: Two,
  { told, left }: { readonly told: string; readonly left: number },
): Promise<void> {
  const tooMuch = left + 1;
  for (const cents of [tooMuch, left - 1_00]) {
    const answer = await v2.createTransfer(aTransfer(card, to, minorUnits(cents)));
    // Asked last: if the day is over for this one, it may have been over for the other.
    const wanted = await v2.createTransfer(aTransfer(alone, to, minorUnits(cents)));
    if (cents === tooMuch && isApproved(wanted)) return;
    const words = `${isApproved(wanted) ? 'approved' : 'declined'} after ${told}, as without it`;
    const about = sentExpectedGot([wanted, answer], words);
    expect(isApproved(answer), about).toBe(isApproved(wanted));
  }
}

function isApproved({ answer }: Exchange): boolean {
  return memberOf(answer.json, 'status') === 'approved';
}
