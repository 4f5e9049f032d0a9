import { aCardOrder, anAmountOf, byNumber, cashLimitName } from '../../fixtures/builders/v1.ts';
import { type CardNumber, minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { memberOf } from '../../fixtures/transcript/exchange.ts';
import { carriedOut } from '../../fixtures/clients/v1.ts';
import type { RequirementId } from '../../fixtures/requirements/index.ts';
import { anAccountLimit, changeLimit, learnAccountLimitName } from '../../fixtures/dialect/v1.ts';
import { learnOrderTerms } from '../../fixtures/dialect/v1-order-terms.ts';
import { textAt } from '../../fixtures/worlds/set-up.ts';
import { inSmokeOnly } from '../../fixtures/repeated.ts';
import { balanceOf, newCard, promised, promisedRefusal } from '../../fixtures/worlds/v1.ts';
import { fundedCard } from '../../fixtures/worlds/v1-funded.ts';
import {
  balancesOfPair,
  canLimit,
  changeCashLimit,
  learnLongCycle,
  learnWhetherDebitsCount,
  limitCalled,
  limitedPair,
  noKnownLimit,
  noLimitForm,
  type Pair,
  pairAsIssued,
  setCashLimit,
  transfer,
  transferred,
} from '../../fixtures/worlds/v1-limits.ts';
import { expectUntouched } from './balances.ts';
import { expectLimit } from './limit-records.ts';
import { promisedPlain } from '../../fixtures/worlds/v1-requests.ts';

// Document 1, part 8: the limits of a card, above all LMTP0107, within one window. The windows
// here do not end while a check looks.

for (const [id, name] of [
  ['v1.limits.lmtp0111', 'LMTP0111'],
  ['v1.limits.lmtp0112', 'LMTP0112'],
  ['v1.limits.lmtp0108', 'LMTP0108'],
  ['v1.limits.lmtp0110', 'LMTP0110'],
  ['v1.limits.lmtp0109', 'LMTP0109'],
] as const satisfies readonly (readonly [RequirementId, string])[]) {
  check(id, `shows ${name} of a fresh card`, async ({ v1, observe }) => {
    const card = await newCard(v1);

    const limit = limitCalled(name, await v1.getCardLimits({ cardIdentification: byNumber(card) }));

    const shown = (member: string): string =>
      JSON.stringify(memberOf(limit, member)) ?? 'not shown';
    observe(
      limit === undefined
        ? 'not shown'
        : `value ${shown('value')}, cycleType ${shown('cycleType')}`,
    );
  });
}

check('v1.limits.lmtp0107-can-be-changed', 'changes LMTP0107', async ({ v1, skip }) => {
  const card = await newCard(v1);

  const changed = await changeCashLimit(v1, card, { value: 432_10, cycleType: 0 });

  if (changed === undefined) return skip(noLimitForm);
  expect(changed).toSucceed();
  const shown = await v1.getCardLimits({ cardIdentification: byNumber(card) });
  if (memberOf(limitCalled(cashLimitName, shown), 'value') === undefined) return;
  expectLimit(shown, cashLimitName, { value: 432_10 });
});

/** A limit of 50.00 of which 10.00 was used: what is judged otherwise from the moment of the change. */
const changesOfUsed = [
  // Above the new value by itself, and within the old one.
  { name: 'lowered', value: 30_00, amount: 30_01, isWithin: false },
  // Within the new value whether or not what was used still counts, and above the old one.
  { name: 'raised', value: 100_00, amount: 60_00, isWithin: true },
] as const;

check(
  'v1.limits.lmtp0107-can-be-changed',
  'judges by the new value what comes after a change of a limit that was used',
  async ({ v1, skip }) => {
    if (!(await canLimit(v1))) return skip(noKnownLimit);
    await forEvery(
      changesOfUsed,
      ({ name }) => name,
      async ({ name, value, amount, isWithin }) => {
        const pair = await limitedPair(v1, 50_00);
        if (pair === undefined) return;
        await transferred(v1, pair, 10_00);
        const cycleType = await learnLongCycle(v1);
        const changed = await setCashLimit(v1, pair.from, { value, cycleType });
        // Whether a limit can be changed as often as one likes is not said.
        if (changed === undefined || !carriedOut(changed)) return;

        const answer = await transfer(v1, pair, amount);

        if (isWithin && !carriedOut(answer)) await promisedPlain(v1, 'p2pTransfer');
        const words = `${amount} ${isWithin ? 'carried out' : 'denied'} under a limit ${name} to ${value}`;
        expect(carriedOut(answer), sentExpectedGot([changed, answer], words)).toBe(isWithin);
      },
    );
  },
);

check(
  'v1.limits.lmtp0107-holds',
  'denies more than the limit that a card was issued with',
  async ({ v1, skip }) => {
    const pair = await pairAsIssued(v1);
    if (pair === undefined) return skip('no limit is shown of a new card, or none is reached');
    const { shown, value } = pair;
    const held = await balancesOfPair(v1, pair);

    const above = await transfer(v1, pair, value + 1);

    const words = `a denial of ${value + 1}, as the limit of the new card is ${value}`;
    expect(carriedOut(above), sentExpectedGot([shown, above], words)).toBe(false);
    await expectUnmoved(v1, pair, held);
    // Other limits may be lower, and what they hold back tells nothing more.
    const most = await transfer(v1, pair, value);
    if (!carriedOut(most)) return;
    const more = await transfer(v1, pair, 1_00);
    if (!carriedOut(more)) return;
    // The window may have ended between the two; then it has just begun.
    const again = await transfer(v1, pair, value);
    const about = sentExpectedGot([shown, most, more, again], `no more than ${value} in a window`);
    expect(carriedOut(again), about).toBe(false);
  },
);

for (const [because, before, amount] of [
  ['one minor unit above it at once', [], 50_01],
  ['one more after all of it', [50_00], 1],
  ['two more after all but one', [20_00, 29_99], 2],
  ['far above it', [], 80_00],
] as const) {
  check('v1.limits.lmtp0107-holds', `denies a transfer of ${because}`, async ({ v1, skip }) => {
    const pair = await limitedPair(v1, 50_00);
    if (pair === undefined) return skip(noKnownLimit);
    for (const used of before) await transferred(v1, pair, used);
    const held = await balancesOfPair(v1, pair);

    const answer = await transfer(v1, pair, amount);

    expect(answer).toBeDenied();
    await expectUnmoved(v1, pair, held);
  });
}

check(
  'v1.limits.lmtp0107-holds',
  'denies what is above it to a card that only ever received a transfer',
  async ({ v1, skip }) => {
    const [giver, from, to, cycleType] = await Promise.all([
      fundedCard(v1, minorUnits(90_00)),
      newCard(v1),
      newCard(v1),
      learnLongCycle(v1),
    ]);
    const changed = await setCashLimit(v1, from, { value: 50_00, cycleType });
    if (changed === undefined) return skip(noKnownLimit);
    promised(changed, 'v1.limits.lmtp0107-can-be-changed');
    await transferred(v1, { from: giver, to: from }, 80_00);
    const pair = { from, to };
    await transferred(v1, pair, 30_00);
    const held = await balancesOfPair(v1, pair);

    const answer = await transfer(v1, pair, 20_01);

    expect(answer).toBeDenied();
    await expectUnmoved(v1, pair, held);
  },
);

check(
  'v1.limits.lmtp0107-holds',
  'counts what was transferred though as much came back, or was paid in',
  async ({ v1, skip }) => {
    const pair = await limitedPair(v1, 50_00);
    if (pair === undefined) return skip(noKnownLimit);
    const { from, to } = pair;
    await transferred(v1, pair, 40_00);
    const back = await transfer(v1, { from: to, to: from }, 40_00);
    const paidIn = await v1.creditCard(anAmountOf(from, minorUnits(40_00)));

    const answer = await transfer(v1, pair, 10_01);

    const words = 'a denial of 10.01 more than the 40.00 of 50.00 that were used';
    expect(carriedOut(answer), sentExpectedGot([back, paidIn, answer], words)).toBe(false);
  },
);

check(
  'v1.limits.lmtp0107-holds',
  'counts what went to another card of the same account',
  async ({ v1, skip }) => {
    const pair = await limitedPair(v1, 50_00);
    if (pair === undefined) return skip(noKnownLimit);
    const { accountNumber } = pair.from;
    const terms = await learnOrderTerms(v1);
    const issued = await v1.createVirtualCard(aCardOrder(v1.settings, { accountNumber, ...terms }));
    if (!carriedOut(issued)) return skip('an account has one card only');
    const number = textAt(issued, 'virtualCardIdentification.cardNumber') as CardNumber;
    const within = await transfer(v1, { ...pair, to: { ...pair.to, number } }, 40_00);
    if (!carriedOut(within)) return skip('no transfer is made within an account');
    if (!inSmokeOnly()) {
      expect(await transfer(v1, { ...pair, to: { ...pair.to, number } }, 10_01)).toBeDenied();
    }
    const held = await balancesOfPair(v1, pair);

    const answer = await transfer(v1, pair, 10_01);

    expect(answer).toBeDenied();
    await expectUnmoved(v1, pair, held);
  },
);

for (const [because, before, amount] of [
  ['all of it at once', [], 50_00],
  ['what is left of it', [20_00, 28_77], 1_23],
  ['all but one', [], 49_99],
] as const) {
  check(
    'v1.limits.lmtp0107-allows',
    `carries out a transfer of ${because}`,
    async ({ v1, skip }) => {
      const pair = (await canLimit(v1)) ? await limitedPair(v1, 50_00, changeCashLimit) : undefined;
      if (pair === undefined) return skip(noKnownLimit);
      for (const used of before) await transferred(v1, pair, used);
      const held = await balanceOf(v1, pair.to);

      const answer = await transfer(v1, pair, amount);

      if (!carriedOut(answer)) await promisedPlain(v1, 'p2pTransfer');
      expect(answer).toSucceed();
      expect(await v1.getAccountData({ accountNumber: pair.to.accountNumber })).toSucceed({
        accountData: { balance: held + amount },
      });
    },
  );
}

check(
  'v1.limits.declined-does-not-count',
  'leaves the limit as it was when a transfer is above it',
  async ({ v1, skip }) => {
    const pair = await limitedPair(v1, 50_00);
    if (pair === undefined) return skip(noKnownLimit);
    await transferred(v1, pair, 10_00);

    promisedRefusal(await transfer(v1, pair, 40_01), 'v1.limits.lmtp0107-holds');

    expect(await transfer(v1, pair, 40_00)).toSucceed();
  },
);

check(
  'v1.limits.declined-does-not-count',
  'leaves the limit as it was when there is not enough money',
  async ({ v1, skip }) => {
    const pair = await poorPair(v1);
    if (pair === undefined) return skip(noKnownLimit);
    const { from, richer, value } = pair;
    if (carriedOut(await transfer(v1, pair, value))) {
      return skip('an account may be overdrawn so far that nothing is declined');
    }

    promised(await v1.creditCard(anAmountOf(from, minorUnits(richer))), 'v1.credit-card.succeeds');

    expect(await transfer(v1, pair, value)).toSucceed();
  },
);

check(
  'v1.limits.credit-does-not-count',
  'carries out all of it after a credit',
  async ({ v1, skip }) => {
    const pair = await limitedPair(v1, 50_00);
    if (pair === undefined) return skip(noKnownLimit);

    await v1.creditCard(anAmountOf(pair.from, minorUnits(50_00)));

    expect(await transfer(v1, pair, 50_00)).toSucceed();
  },
);

check(
  'v1.limits.receiving-does-not-count',
  'carries out all of it after a transfer to the card',
  async ({ v1, skip }) => {
    const [pair, giver] = await Promise.all([
      limitedPair(v1, 50_00),
      fundedCard(v1, minorUnits(70_00)),
    ]);
    if (pair === undefined) return skip(noKnownLimit);

    await transferred(v1, { from: giver, to: pair.from }, 50_00);

    expect(await transfer(v1, pair, 50_00)).toSucceed();
  },
);

check(
  'v1.limits.purchase-limit-leaves-transfers',
  'carries out a transfer above the limit of purchases',
  async ({ v1, skip }) => {
    const pair = await limitedPair(v1, 50_00);
    if (pair === undefined) return skip(noKnownLimit);
    const limit = { name: 'LMTP0110', value: 10_00, cycleType: 0 };
    const changed = await changeLimit(v1, pair.from, limit);
    if (changed === undefined || !carriedOut(changed)) return skip('LMTP0110 is not changed');

    expect(await transfer(v1, pair, 20_00)).toSucceed();
  },
);

check(
  'v1.limits.concerns-one-card',
  'carries out all of it after another card used up its own',
  async ({ v1, skip }) => {
    const [pair, others] = await Promise.all([limitedPair(v1, 50_00), limitedPair(v1, 50_00)]);
    if (pair === undefined || others === undefined) return skip(noKnownLimit);

    await transferred(v1, others, 50_00);

    expect(await transfer(v1, pair, 50_00)).toSucceed();
    expect(await transfer(v1, others, 1)).toBeDenied();
  },
);

check(
  'v1.limits.account-limit-concerns-one-account',
  'carries out a transfer of an account whose neighbour has a limit of one',
  async ({ v1, skip }) => {
    const name = await learnAccountLimitName(v1);
    if (name === undefined) return skip('no known name of an account limit is accepted');
    const [limited, from, to] = await Promise.all([
      fundedCard(v1, minorUnits(70_00)),
      fundedCard(v1, minorUnits(70_00)),
      newCard(v1),
    ]);
    const limit = { ...anAccountLimit(name), value: 1 };

    await v1.changeAccountLimit({ accountNumber: limited.accountNumber, limit });

    expect(await transfer(v1, { from, to }, 50_00)).toSucceed();
  },
);

check(
  'v1.limits.hold-concurrently',
  'stays within it when eight transfers come at once',
  async ({ v1, skip }) => {
    const pair = await limitedPair(v1, 50_00);
    if (pair === undefined) return skip(noKnownLimit);
    const before = await balanceOf(v1, pair.to);

    const burst = Array.from({ length: 8 }, () => transfer(v1, pair, 20_00));
    const approved = (await Promise.all(burst)).filter(carriedOut).length;

    expect(approved, `${approved} of 8 transfers of 20.00 with a limit of 50.00`).toBeLessThan(3);
    const received = (await balanceOf(v1, pair.to)) - before;
    expect(received, 'what was received, in minor units').toBeLessThanOrEqual(50_00);
  },
);

check('v1.limits.debits', 'is asked for a transfer after a debit', async ({ v1, observe }) => {
  const counts = await learnWhetherDebitsCount(v1);

  if (counts === undefined) observe('it cannot be seen');
  else observe(counts ? 'debits consume LMTP0107' : 'debits do not consume LMTP0107');
});

check(
  'v1.limits.current-value',
  'shows a limit of which some was used',
  async ({ v1, observe, skip }) => {
    const pair = await limitedPair(v1, 50_00);
    if (pair === undefined) return skip(noKnownLimit);
    await transferred(v1, pair, 20_00);

    const shown = await v1.getCardLimits({ cardIdentification: byNumber(pair.from) });

    const value = memberOf(limitCalled(cashLimitName, shown), 'currentValue');
    if (value === undefined) observe('not shown');
    else if (value === 20_00) observe('what was used');
    else observe(value === 30_00 ? 'what is left' : 'neither what was used nor what is left');
  },
);

async function expectUnmoved(
  v1: Parameters<typeof transfer>[0],
  { from, to }: Pair,
  held: Awaited<ReturnType<typeof balancesOfPair>>,
): Promise<void> {
  await expectUntouched(v1, { ...from, balance: held.from }, { ...to, balance: held.to });
}

/** A pair whose limit is larger than what the payer holds, by what it takes to make it richer. */
async function poorPair(
  v1: Parameters<typeof transfer>[0],
): Promise<(Pair & { readonly value: number; readonly richer: number }) | undefined> {
  const [from, to] = await Promise.all([newCard(v1), newCard(v1)]);
  const held = await balanceOf(v1, from);
  const value = held + 500_00;
  const cycleType = await learnLongCycle(v1);
  const changed = await setCashLimit(v1, from, { value, cycleType });
  return changed === undefined || !carriedOut(changed)
    ? undefined
    : { from, to, value, richer: 600_00 };
}
