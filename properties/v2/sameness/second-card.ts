import { atOnce } from '../../../fixtures/at-once.ts';
import { aTopUp, aTransfer } from '../../../fixtures/builders/v2.ts';
import { minorUnits } from '../../../fixtures/builders/values.ts';
import { expect } from '../../../fixtures/check.ts';
import type { V2Client } from '../../../fixtures/clients/v2.ts';
import { sentExpectedGot } from '../../../fixtures/expect.ts';
import { repeated } from '../../../fixtures/repeated.ts';
import {
  type Exchange,
  isUnset,
  memberOf,
  succeeded,
} from '../../../fixtures/transcript/exchange.ts';
import { feeOf } from '../../../fixtures/worlds/v2-fees.ts';
import { isSameNumber } from '../../../fixtures/worlds/v2-as-shown.ts';
import { limitsIn } from '../../../fixtures/worlds/v2-card-facts.ts';
import {
  balanceIn,
  balancesOf,
  bringInto,
  cardNow,
  limitUnitsIn,
  newCard,
  readCard,
  type TestCard,
  textAt,
} from '../../../fixtures/worlds/v2.ts';
import { type LawRow, rowsOf } from '../../law-rows.ts';

// Document 2, parts 2.2, 3 and 8: a second card of a cardholder. Whether there may be one, whether it has the
// account of the first one, and whether the two may pay each other is not shown.

type Row = LawRow<V2Client>;

/** A further card of the cardholder of this one, where it may have one. */
export async function another(
  v2: V2Client,
  { cardholder }: TestCard,
): Promise<TestCard | undefined> {
  const issued = await v2.createCard({ productName: v2.productName, cardholder });
  return succeeded(issued) ? readCard(v2, textAt(issued, 'id'), cardholder) : undefined;
}

const isApproved = ({ answer }: Exchange): boolean =>
  memberOf(answer.json, 'status') === 'approved';

export const paysNoMoreThanItHolds: Row = {
  name: 'transfers between the two, of more and of less than there is',
  ask: async (v2) => {
    const first = await newCard(v2);
    const second = await another(v2, first);
    if (second === undefined) return;
    const both = [first, second] as const;
    await v2.createTopUp(aTopUp(first, minorUnits(30_00)));
    const accounts = await Promise.all(both.map((card) => cardNow(v2, card)));
    const [one, other] = accounts.map((shown) => textAt(shown, 'account.accountNumber'));

    let before = await balancesOf(v2, both);
    for (const [from, to] of [both, both.toReversed()]) {
      for (const more of [1_00, -10_00]) {
        const held = Number(before[from === first ? 0 : 1]);
        const amount = held + more;
        if (amount <= 0 || from === undefined || to === undefined) continue;
        const transfer = await v2.createTransfer(aTransfer(from, to, minorUnits(amount)));
        const about = sentExpectedGot(transfer, `declined, as the account holds ${held}`);
        if (more > 0) expect(isApproved(transfer), about).toBe(false);

        const moved = isApproved(transfer) && one !== other ? amount : 0;
        const fee = await feeOf(v2, transfer);
        const [paid, got] = [-moved - fee, one === other ? -fee : moved];
        const gained = from === first ? [paid, got] : [got, paid];
        const wanted = before.map((balance, place) => balance + Number(gained[place]));
        const words = `balances of ${wanted.join(' and ')}`;
        before = await balancesOf(v2, both);
        expect(before, sentExpectedGot(transfer, words)).toEqual(wanted);
      }
    }

    // Part 1: only EUR is available, between the two as well.
    const inEuro = aTransfer(first, second, minorUnits(1_00));
    const foreign = await v2.createTransfer({ ...inEuro, currency: 'USD' });
    const about = sentExpectedGot(foreign, 'no transfer in another currency');
    expect(isApproved(foreign), about).toBe(false);
  },
};

export const overdrawsNothingTogether: Row = {
  name: 'transfers of both at the same time, of more than there is for both',
  ask: async (v2) => {
    // Each pays another, so that the two have nothing but their account in common.
    const [first, ...paid] = await Promise.all([newCard(v2), newCard(v2), newCard(v2)]);
    const second = await another(v2, first);
    if (second === undefined) return;
    const funded = await v2.createTopUp(aTopUp(first, minorUnits(30_00)));
    const both = [first, second] as const;
    const before = await balancesOf(v2, both);

    // Any two of them are more than there is.
    const transfers = await atOnce(() =>
      Array.from({ length: repeated(8, 2) }, (_, place) => {
        const [card, to] = [both[place % 2] as TestCard, paid[place % 2] as TestCard];
        return v2.createTransfer(aTransfer(card, to, minorUnits(20_00 + place)));
      }),
    );

    const after = await balancesOf(v2, both);
    const least = Math.min(0, ...before);
    const about = sentExpectedGot([funded, ...transfers], 'no balance below zero');
    expect(Math.min(...after), about).toBeGreaterThanOrEqual(least);
  },
};

export const isAccountedForTogether: Row = {
  name: 'top-ups of both and a transfer from one of them at the same time',
  ask: async (v2) => {
    const [first, to] = await Promise.all([newCard(v2), newCard(v2)]);
    const second = await another(v2, first);
    if (second === undefined) return;
    const both = [first, second] as const;
    for (const card of both) await v2.createTopUp(aTopUp(card, minorUnits(20_00)));
    const shown = await Promise.all(both.map((card) => cardNow(v2, card)));
    const accounts = shown.map((one) => textAt(one, 'account.accountNumber'));
    const before = shown.map(balanceIn);

    const sent = [
      [0, v2.createTopUp(aTopUp(first, minorUnits(5_01)))],
      [1, v2.createTopUp(aTopUp(second, minorUnits(6_02)))],
      [0, v2.createTransfer(aTransfer(first, to, minorUnits(7_04)))],
      [1, v2.createTopUp(aTopUp(second, minorUnits(8_08)))],
      [1, v2.createTransfer(aTransfer(second, to, minorUnits(9_16)))],
    ] as const;
    const answers = await Promise.all(sent.map(([, answer]) => answer));
    const movements = await Promise.all(
      answers.map(async (answer, place) => ({
        of: sent[place]?.[0] ?? 0,
        answer,
        fee: await feeOf(v2, answer),
      })),
    );

    const wanted = accounts.map((account, place) => {
      const gained = movements
        .filter(({ of, answer }) => isApproved(answer) && accounts[of] === account)
        .map(({ answer, fee }) => {
          const amount = Number(memberOf(answer.answer.json, 'amount'));
          return answer.operation === 'createTopUp' ? amount : -amount - fee;
        });
      return gained.reduce((sum, one) => sum + one, Number(before[place]));
    });
    const acts = movements.map(({ answer }) => answer);
    const about = sentExpectedGot(acts, `balances of ${wanted.join(' and ')}`);
    expect(await balancesOf(v2, both), about).toEqual(wanted);
  },
};

/** By whichever of the two it came: part 2.2 has a balance of the account, and no other. */
export const spendsWhatItsAccountShows: Row = {
  name: 'a transfer from one of the two of all that came by the other one',
  ask: async (v2) => {
    const [first, alone, to] = await Promise.all([newCard(v2), newCard(v2), newCard(v2)]);
    const second = await another(v2, first);
    if (second === undefined) return;
    for (const [turn, [filled, payer]] of [
      [first, second] as const,
      [second, first] as const,
    ].entries()) {
      const amount = minorUnits(30_00 + turn);
      for (const card of [filled, alone]) await v2.createTopUp(aTopUp(card, amount));
      const shown = await Promise.all([filled, payer, alone].map((card) => cardNow(v2, card)));
      const [one, other] = shown.map((card) => textAt(card, 'account.accountNumber'));
      if (one !== other) return;
      const [, held = 0, heldAlone = 0] = shown.map(balanceIn);
      // What a new card holds is not shown: where it is something, two have more of it than one.
      const all = minorUnits(Math.min(held, heldAlone));

      const answer = await v2.createTransfer(aTransfer(payer, to, all));

      // The same of a card that has its account for itself.
      const usual = await v2.createTransfer(aTransfer(alone, to, all));
      if (!isApproved(usual)) return;
      const words = 'approved, as of an only card: it is all that its account shows';
      expect(isApproved(answer), sentExpectedGot([...shown, usual, answer], words)).toBe(true);
    }
  },
};

export const isActiveWhateverBecameOfTheFirst = rowsOf(
  ['blocked', 'lost', 'stollen'] as const,
  (status) => `a second card when the first one is ${status}`,
  async (v2: V2Client, status) => {
    const first = await newCard(v2);
    await bringInto(v2, first, status);
    const issued = await v2.createCard({
      productName: v2.productName,
      cardholder: first.cardholder,
    });
    if (!succeeded(issued)) return;

    expect(issued).toAnswer(201, { status: 'active' });
    const shown = await v2.getCard(textAt(issued, 'id'));
    expect(shown).toAnswer(200, { status: 'active' });
    const date = memberOf(shown.answer.json, 'blockingDate');
    expect(isUnset(date), sentExpectedGot(shown, 'no blockingDate: it was never blocked')).toBe(
      true,
    );
  },
);

export const hasTheDefaultLimits: Row = {
  name: 'limits of a card that is issued after those of the first one were changed',
  ask: async (v2) => {
    const first = await newCard(v2);
    const asIssued = await cardNow(v2, first);
    const [fresh, euro] = [inWords(asIssued), limitUnitsIn(asIssued)];
    await limitTo(v2, first, 45 * euro);
    const second = await another(v2, first);
    if (second === undefined) return;
    const shown = await cardNow(v2, second);
    if (inWords(shown) === fresh || (await sharesLimits(v2, [first, second], euro))) return;
    const about = sentExpectedGot(shown, `the limits of a new card, ${fresh}`);
    expect(inWords(shown), about).toBe(fresh);
  },
};

export const countsForItself = rowsOf(
  ['before', 'after'] as const,
  (moment) => `a second card, issued ${moment} the first one has spent of its daily limit`,
  async (v2: V2Client, moment) => {
    const [first, alone, to] = await Promise.all([newCard(v2), newCard(v2), newCard(v2)]);
    const euro = limitUnitsIn(await cardNow(v2, first));
    const allow = async (card: TestCard): Promise<void> => {
      await v2.createTopUp(aTopUp(card, minorUnits(90_00)));
      await limitTo(v2, card, 40 * euro);
    };
    const second = moment === 'before' ? await another(v2, first) : undefined;
    const isFirst = moment === 'before';
    if (isFirst && (second === undefined || (await sharesLimits(v2, [first, second], euro))))
      return;
    for (const card of [first, second, alone]) if (card !== undefined) await allow(card);
    const pay = (from: TestCard, cents: number) =>
      v2.createTransfer(aTransfer(from, to, minorUnits(cents)));
    // The same of cards that have nothing to do with each other.
    const others = [await pay(first, 30_00), await pay(alone, 30_02)];
    if (!others.every(isApproved)) return;
    const next = second ?? (await another(v2, first));
    if (next === undefined) return;
    if (!isFirst) {
      if (await sharesLimits(v2, [first, next], euro)) return;
      await allow(next);
    }

    const paid = await pay(next, 30_01);

    const words = 'approved, as another card of another cardholder is';
    expect(isApproved(paid), sentExpectedGot([...others, paid], words)).toBe(true);

    const [usual, beyond] = [await pay(alone, 10_01), await pay(next, 10_01)];
    const wanted = 'declined beyond its limit, as another card of another cardholder is';
    const about = sentExpectedGot([usual, beyond], wanted);
    if (!isApproved(usual)) expect(isApproved(beyond), about).toBe(false);
  },
);

export const isUsedWhateverBecomesOfTheFirst = rowsOf(
  ['blocked', 'lost', 'stollen'] as const,
  (status) => `movements of a second card before and after the first one becomes ${status}`,
  async (v2: V2Client, status) => {
    const [first, other] = await Promise.all([newCard(v2), newCard(v2)]);
    const second = await another(v2, first);
    if (second === undefined) return;
    const use = async (cents: number): Promise<Exchange[]> => [
      await v2.createTopUp(aTopUp(second, minorUnits(10_00 + cents))),
      await v2.createTransfer(aTransfer(second, other, minorUnits(4_00 + cents))),
      await v2.createTransfer(aTransfer(other, second, minorUnits(3_00 + cents))),
    ];
    const before = await use(1);
    await bringInto(v2, first, status);

    const after = await use(2);

    for (const [place, answer] of after.entries()) {
      const usual = before[place];
      if (usual === undefined || !isApproved(usual)) continue;
      const words = 'approved, as it was before, for this card is active';
      expect(isApproved(answer), sentExpectedGot([usual, answer], words)).toBe(true);
    }
  },
);

/** How it is masked is not shown, but it is not the number of another card. */
export const isNamedWhereItsMoneyMoves: Row = {
  name: 'the cards that top-ups and transfers of the two show',
  ask: async (v2) => {
    const [first, other] = await Promise.all([newCard(v2), newCard(v2)]);
    const second = await another(v2, first);
    if (second === undefined) return;
    const known = [first, second, other];
    const pairs = [
      [undefined, first],
      [undefined, second],
      [second, other],
      [other, second],
      [first, other],
    ] as const;
    for (const [turn, [from, to]] of pairs.entries()) {
      const amount = minorUnits((from === undefined ? 20_00 : 2_00) + turn);
      const moved = await (from === undefined
        ? v2.createTopUp(aTopUp(to, amount))
        : v2.createTransfer(aTransfer(from, to, amount)));
      if (!succeeded(moved)) continue;
      for (const [path, card] of [
        ['sourceCard', from],
        ['destinationCard', to],
      ] as const) {
        const shown = memberOf(moved.answer.json, `${path}.cardNumber`);
        if (card === undefined || typeof shown !== 'string') continue;
        const isOwn = isSameNumber(card.number, shown);
        const isOfAnother = !isOwn && known.some(({ number }) => isSameNumber(number, shown));
        const about = sentExpectedGot(moved, `the number that was sent in ${path}, masked or not`);
        expect(isOfAnother, about).toBe(false);
      }
    }
  },
};

/** A service may decline what it takes for a repetition, but says so. */
export const movesTheSameByEach: Row = {
  name: 'top-ups of the two, and transfers from them, of one amount right after each other',
  ask: async (v2) => {
    const [first, to] = await Promise.all([newCard(v2), newCard(v2)]);
    const second = await another(v2, first);
    if (second === undefined) return;
    const both = [first, second] as const;
    const shown = await Promise.all(both.map((card) => cardNow(v2, card)));
    const accounts = shown.map((card) => textAt(card, 'account.accountNumber'));
    const deeds = [
      { sign: 1, move: (card: TestCard) => v2.createTopUp(aTopUp(card, minorUnits(13_00))) },
      {
        sign: -1,
        move: (card: TestCard) => v2.createTransfer(aTransfer(card, to, minorUnits(4_00))),
      },
    ];

    const wanted: number[] = shown.map(balanceIn);
    const moved: Exchange[] = [];
    for (const { sign, move } of deeds) {
      for (const [place, card] of both.entries()) {
        const answer = await move(card);
        moved.push(answer);
        if (!isApproved(answer)) continue;
        const fee = sign < 0 ? await feeOf(v2, answer) : 0;
        const change = sign * Number(memberOf(answer.answer.json, 'amount')) - fee;
        for (const [index, account] of accounts.entries())
          if (account === accounts[place]) wanted[index] = Number(wanted[index]) + change;
      }
    }

    const about = sentExpectedGot(moved, `balances of ${wanted.join(' and ')}`);
    expect(await balancesOf(v2, both), about).toEqual(wanted);
    // Top-ups and transfers may be counted each for themselves.
    const ids = moved
      .filter(isApproved)
      .map(({ operation, answer }) => `${operation} ${String(memberOf(answer.json, 'id'))}`);
    expect(new Set(ids).size, sentExpectedGot(moved, 'each with an id of its own')).toBe(
      ids.length,
    );
  },
};

export const keepsItsOwnLimits: Row = {
  name: 'limits of each of the two, changed in turn',
  ask: async (v2) => {
    const first = await newCard(v2);
    const second = await another(v2, first);
    if (second === undefined) return;
    const asIssued = await cardNow(v2, first);
    const [before, euro] = [inWords(asIssued), limitUnitsIn(asIssued)];
    await limitTo(v2, second, 46 * euro);
    const mine = inWords(await cardNow(v2, second));
    const after = await cardNow(v2, first);
    // Where limits are kept by account, both have what was set for either.
    if (inWords(after) === mine) return;
    const about = sentExpectedGot(after, `the limits as they were, ${before}`);
    expect(inWords(after), about).toBe(before);
    await limitTo(v2, first, 47 * euro);
    const now = await cardNow(v2, second);
    expect(inWords(now), sentExpectedGot(now, `the limits as set, ${mine}`)).toBe(mine);
  },
};

export const everyFurtherCardIsNew: Row = {
  name: 'a third card and those after it, after the one before was limited, and blocked, lost or stolen',
  ask: async (v2) => {
    const first = await newCard(v2);
    const asIssued = await cardNow(v2, first);
    const [fresh, euro] = [inWords(asIssued), limitUnitsIn(asIssued)];
    let before = await another(v2, first);
    if (before === undefined || (await sharesLimits(v2, [first, before], euro))) return;
    for (const [turn, status] of (['blocked', 'lost', 'stollen'] as const).entries()) {
      await limitTo(v2, before, (45 - turn) * euro);
      await bringInto(v2, before, status);
      const next = await another(v2, first);
      // How many cards a cardholder may have is not shown.
      if (next === undefined) return;
      const shown = await cardNow(v2, next);
      expect(shown).toAnswer(200, { status: 'active' });
      const about = sentExpectedGot(shown, `the limits of a new card, ${fresh}`);
      expect(inWords(shown), about).toBe(fresh);
      before = next;
    }
  },
};

/** Whether limits belong to an account: what is set for one card is shown for the other. */
export async function sharesLimits(
  v2: V2Client,
  [first, second]: readonly [TestCard, TestCard],
  euro: number,
): Promise<boolean> {
  await limitTo(v2, second, 48 * euro);
  const shown = await Promise.all([first, second].map((card) => cardNow(v2, card)));
  const [one, other] = shown.map(inWords);
  return one === other;
}

async function limitTo(v2: V2Client, card: TestCard, amount: number): Promise<void> {
  await v2.patchCard(card.id, { spendingLimits: [{ amount, interval: 'daily' }] });
}

function inWords(shown: Exchange): string {
  const all = [...limitsIn(shown)].map(
    ([interval, amount]) => `${String(interval)} ${String(amount)}`,
  );
  return all.toSorted().join(', ');
}
