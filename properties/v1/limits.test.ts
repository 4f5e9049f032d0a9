import { atOnce } from '../../fixtures/at-once.ts';
import fc from 'fast-check';
import { unknownNumberLike } from '../../fixtures/builders/card-numbers.ts';
import { anAmountOf, byNumber, cashLimitName } from '../../fixtures/builders/v1.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect, forAll, forEvery, reached } from '../../fixtures/check.ts';
import { carriedOut, type V1Client } from '../../fixtures/clients/v1.ts';
import {
  blockCard,
  changeLimit,
  learnAccountLimitName,
  learnAccountStatus,
} from '../../fixtures/dialect/v1.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { inSmokeOnly, repeated } from '../../fixtures/repeated.ts';
import { limitsIn } from '../../fixtures/fields/v1-items.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import { anotherCardOf, balanceOf, newCard, type V1Card } from '../../fixtures/worlds/v1.ts';
import {
  canLimit,
  learnLongCycle,
  learnWhetherDebitsCount,
  limitCalled,
  limitedPair,
  noKnownLimit,
  type Pair,
  setCashLimit,
  transfer,
  transferred,
} from '../../fixtures/worlds/v1-limits.ts';
import { amountInRoom, limitSteps, limitValue } from '../arbitraries/v1.ts';
import { carryOut, deedIn, type DeedName } from '../../fixtures/worlds/v1-deeds.ts';
import { expectOnlyChanged } from '../../fixtures/expect-facts.ts';
import type { Facts } from '../../fixtures/operations/operation.ts';
import { fundedCard } from '../../fixtures/worlds/v1-funded.ts';
import { factsOf } from '../../fixtures/worlds/v1-looks.ts';
import { total } from '../models/ledger.ts';

// Document 1, part 8: what follows for a limit within one window that does not end meanwhile.

check(
  'v1.limits.hold-through-any-run',
  'approves what fits and denies what does not, through any run within a window',
  async ({ v1, skip }) => {
    if (!(await canLimit(v1))) return skip(noKnownLimit);
    const debitsCount = await learnWhetherDebitsCount(v1);
    await forAll(
      [limitValue, limitSteps],
      async (value, steps) => {
        const pair = await limitedPair(v1, value * 3);
        if (pair === undefined) return;
        let room = value * 3;
        const moved = new Set<number>();

        for (const { kind, amount: plan } of steps) {
          let amount = amountInRoom(plan, room);
          if (kind === 'transfer') {
            if (amount === room) reached('all of the room');
            if (amount === room + 1) reached('one more than the room');
            let answer = await transfer(v1, pair, amount);
            // The same once more may be taken for a mistake, whatever the limit; another amount is none.
            if (moved.has(amount) && amount <= room && !carriedOut(answer)) {
              if (amount === 1) continue;
              amount -= 1;
              answer = await transfer(v1, pair, amount);
            }
            // Whatever the limit, less than a euro may be too little for a transfer.
            if (amount < 1_00 && amount <= room && !carriedOut(answer)) continue;
            if (amount > room) expect(answer).toBeDenied();
            else expect(answer).toSucceed();
            if (amount <= room) {
              room -= amount;
              moved.add(amount);
            }
          } else if (kind === 'credit') {
            await v1.creditCard(anAmountOf(pair.from, minorUnits(amount)));
          } else if (debitsCount !== undefined) {
            const debited = await v1.debitCard(
              anAmountOf(pair.from, minorUnits(Math.min(amount, 5_00))),
            );
            if (debitsCount && carriedOut(debited)) room -= Math.min(amount, 5_00);
          }
        }
      },
      {
        share: 0.5,
        least: {
          accepted: 80,
          refused: 12,
          reached: { 'all of the room': 6, 'one more than the room': 10 },
        },
      },
    );
  },
);

/** Amounts of transfers that follow each other, each another one, and what they come to. */
const manyAmounts = Array.from({ length: repeated(52, 4) }, (_, turn) => 1_01 + turn);

check(
  'v1.limits.hold-through-any-run',
  'still counts the first of many transfers within a window',
  async ({ v1, skip }) => {
    if (!(await canLimit(v1))) return skip(noKnownLimit);
    const sum = total(manyAmounts);
    const pair = await limitedPair(v1, sum + 50);
    if (pair === undefined) return skip(noKnownLimit);
    // That each of them is carried out is asked elsewhere.
    for (const amount of manyAmounts) await transferred(v1, pair, amount);

    const answer = await transfer(v1, pair, 1_00);

    const words = `a denial, as ${manyAmounts.length} transfers came to ${sum} of ${sum + 50}`;
    expect(carriedOut(answer), sentExpectedGot(answer, words)).toBe(false);
  },
);

check(
  'v1.limits.hold-concurrently',
  'approves no more than the limit when transfers are sent at once',
  async ({ v1, skip }) => {
    if (!(await canLimit(v1))) return skip(noKnownLimit);
    const amounts = fc.array(fc.integer({ min: 1, max: 15_00 }), { minLength: 3, maxLength: 8 });
    await forAll(
      [limitValue, amounts],
      async (value, burst) => {
        const pair = await limitedPair(v1, value);
        if (pair === undefined) return;
        const before = await balanceOf(v1, pair.to);

        if (total(burst) > value) reached('a burst above the limit');
        const answers = await atOnce(() => burst.map((amount) => transfer(v1, pair, amount)));

        const approved = burst.filter((_, index) => {
          const answer = answers[index];
          return answer !== undefined && carriedOut(answer);
        });
        const sum = total(approved);
        expect(sum, `${approved.join(' + ')} with a limit of ${value}`).toBeLessThanOrEqual(value);
        const received = (await balanceOf(v1, pair.to)) - before;
        expect(received, `received with a limit of ${value}`).toBeLessThanOrEqual(value);
      },
      {
        share: 0.5,
        least: { accepted: 80, refused: 10, depth: 12, reached: { 'a burst above the limit': 4 } },
      },
    );
  },
);

check(
  'v1.limits.hold-concurrently',
  'holds a transfer to the limit of before or of after while it is changed',
  async ({ v1, skip }) => {
    if (!(await canLimit(v1))) return skip(noKnownLimit);
    const pair = await limitedPair(v1, 50_00);
    if (pair === undefined) return skip(noKnownLimit);
    const cycleType = await learnLongCycle(v1);
    for (let turn = 0; turn < repeated(3, 1); turn += 1) {
      const value = turn % 2 === 0 ? 60_00 : 50_00;
      const transfers: Exchange[] = [];
      const change = setCashLimit(v1, pair.from, { value, cycleType });
      // One after the other, so that one of them comes while the change is under way.
      for (let time = 0; time < repeated(4); time += 1)
        transfers.push(await transfer(v1, pair, 61_00 + 10 * turn + time));
      await change;
      const words = 'a denial each time, as with a limit of 50.00 and with one of 60.00';
      expect(transfers.some(carriedOut), sentExpectedGot(transfers, words)).toBe(false);
    }
  },
);

/** A change of other limits than the one that is looked at, to values that hold nothing back. */
type Other = (v1: V1Client, card: V1Card) => Promise<Exchange | undefined>;

const otherLimits: Readonly<Record<string, Other>> = {
  ...Object.fromEntries(
    ['LMTP0109', 'LMTP0110', 'LMTP0108', 'LMTP0112', 'LMTP0111'].map((name): [string, Other] => [
      `a change of ${name}`,
      (v1, card) => changeLimit(v1, card, { name, value: 1_000_00, cycleType: 4 }),
    ]),
  ),
  'a change of a limit of the account': async (v1, { accountNumber }) => {
    const name = await learnAccountLimitName(v1);
    const limit = { name, value: 9_000_00 };
    return name === undefined ? undefined : v1.changeAccountLimit({ accountNumber, limit });
  },
};

/** What concerns the card and its account, and not the limit that is looked at. */
const besides: readonly (readonly string[])[] = [
  ['blockCard', 'validateCard', 'resetPinCounter', 'getCardLimits'],
  ['generatePin', 'changePin', 'generateCVC2', 'setGeoRestrictions', 'createVirtualCard'],
  ['creditCard', 'setAllowedMccList', 'setAllowedBeneficiaries', 'changeAccountArrestAmount'],
  Object.keys(otherLimits),
];

check(
  'v1.limits.use-lasts-through-other-requests',
  'still counts what was used of a limit, whatever else is asked',
  async ({ v1, skip }) => {
    if (!(await canLimit(v1))) return skip(noKnownLimit);
    await forEvery(
      besides,
      (names) => names.join(', '),
      async (names) => {
        const pair = await limitedPair(v1, 50_00);
        if (pair === undefined) return;
        const { from, to } = pair;
        await transferred(v1, pair, 40_00);
        const world = [from, to].map((card) => ({ customer: card.customer, cards: [card] }));

        const acts: Exchange[] = [];
        for (const name of names) {
          const ofOther = await otherLimits[name]?.(v1, from);
          if (ofOther !== undefined) acts.push(ofOther);
          if (name in otherLimits) continue;
          const deed = await deedIn(v1, world, name as DeedName);
          if (deed !== undefined) acts.push(await carryOut(v1, deed));
        }

        const answer = await transfer(v1, pair, 10_01);
        const words = 'a denial, since 40.00 of 50.00 are used';
        expect(carriedOut(answer), sentExpectedGot([...acts, answer], words)).toBe(false);
      },
    );
  },
);

/** What stands in the way of a transfer, and is taken away again. */
interface Obstacle {
  readonly name: string;
  /** Undefined where it cannot be set or taken away. */
  readonly set: (v1: V1Client, pair: Pair) => Promise<Exchange | undefined>;
  readonly lift: (v1: V1Client, pair: Pair) => Promise<Exchange | undefined>;
}

const blocked = (who: 'from' | 'to'): Obstacle => ({
  name: who === 'from' ? 'the payer is blocked' : 'the payee is blocked',
  set: (v1, pair) => blockCard(v1, pair[who]),
  lift: (v1, pair) => v1.validateCard({ cardIdentification: byNumber(pair[who]) }),
});
const ofMonth =
  (value: number): Obstacle['set'] =>
  (v1, { from }) =>
    changeLimit(v1, from, { name: 'LMTP0109', value, cycleType: 4 });
const ofAccount =
  (value: number): Obstacle['set'] =>
  async (v1, { from: { accountNumber } }) => {
    const name = await learnAccountLimitName(v1);
    const limit = { name, value };
    return name === undefined ? undefined : v1.changeAccountLimit({ accountNumber, limit });
  };
const obstacles: readonly Obstacle[] = [
  blocked('from'),
  blocked('to'),
  { name: 'LMTP0109 is used up', set: ofMonth(1), lift: ofMonth(1_000_00) },
  { name: 'a limit of the account is used up', set: ofAccount(1), lift: ofAccount(9_000_00) },
];

check(
  'v1.limits.declined-does-not-count',
  'leaves the limit as it was when something else stands in the way of a transfer',
  async ({ v1, skip }) => {
    if (!(await canLimit(v1))) return skip(noKnownLimit);
    await forEvery(
      obstacles,
      ({ name }) => name,
      async ({ set, lift }) => {
        const afterwards = async (...amounts: readonly number[]): Promise<Exchange[]> => {
          const pair = await limitedPair(v1, 50_00);
          if (pair === undefined || (await set(v1, pair)) === undefined) return [];
          const acts: Exchange[] = [];
          for (const amount of amounts) acts.push(await transfer(v1, pair, amount));
          // Whether any of these stands in the way is not said.
          if (acts.some(carriedOut)) return [];
          const lifted = await lift(v1, pair);
          if (lifted === undefined || !carriedOut(lifted)) return [];
          return [...acts, lifted, await transfer(v1, pair, 50_00)];
        };

        const acts = await afterwards(30_00, 20_00);

        const answer = acts.at(-1);
        if (answer === undefined) return;
        const twins = carriedOut(answer) ? [] : await afterwards();
        const words = 'carried out, as nothing of the limit of 50.00 is used';
        const isUsual = !twins.slice(-1).some(carriedOut);
        expect(carriedOut(answer) || isUsual, sentExpectedGot(acts, words)).toBe(true);
      },
    );
  },
);

check(
  'v1.limits.each-card-for-itself',
  'lets a second card of an account transfer what its own limit leaves, whatever the first one used',
  async ({ v1, skip }) => {
    if (!(await canLimit(v1))) return skip(noKnownLimit);
    const pair = await limitedPair(v1, 50_00);
    if (pair === undefined) return skip(noKnownLimit);
    const second = await anotherCardOf(v1, pair.from);
    if (second === undefined) return skip('an account has one card only');
    // More than the first one has: neither the use of that nor its value is looked at.
    const limit = { value: 70_00, cycleType: await learnLongCycle(v1) };
    const changed = await setCashLimit(v1, second, limit);
    if (changed === undefined || !carriedOut(changed)) return skip(noKnownLimit);
    const alone = await limitedPair(v1, 70_00);
    if (alone === undefined) return skip(noKnownLimit);
    await transferred(v1, pair, 40_00);
    // What is carried out for a card whose account has no other is no matter of anything else.
    await transferred(v1, alone, 50_01);

    const answer = await transfer(v1, { from: second, to: pair.to }, 50_01);

    const words = 'carried out, as 70.00 of its own are unused';
    expect(carriedOut(answer), sentExpectedGot([changed, answer], words)).toBe(true);
    if (inSmokeOnly()) return;
    const more = await transfer(v1, pair, 15_00);
    const denied = 'a denial, since 40.00 of its own 50.00 are used';
    expect(carriedOut(more), sentExpectedGot([changed, answer, more], denied)).toBe(false);
  },
);

type Receiver = Pick<V1Card, 'number'>;

/** Who may be paid nothing, made of a new card; what each state does to that is not shown. */
const receivers: Readonly<Record<string, (v1: V1Client, card: V1Card) => Promise<Receiver>>> = {
  'a card that there is not': async (_v1, { number }) => ({ number: unknownNumberLike(number) }),
  'a card that is blocked': async (v1, card) => {
    await blockCard(v1, card);
    return card;
  },
  ...Object.fromEntries(
    [0, 1, 2].map((further) => [
      `a card whose account has the status ${further === 0 ? 'that is taken' : `${further} above`}`,
      async (v1: V1Client, card: V1Card) => {
        const status = await learnAccountStatus(v1, 'changeAccountStatus');
        const { accountNumber } = card;
        if (status !== undefined)
          await v1.changeAccountStatus({ accountNumber, accountStatus: status + further });
        return card;
      },
    ]),
  ),
};

if (!inSmokeOnly()) {
  check(
    'v1.limits.hold-through-any-run',
    'approves what fits after transfers that were denied for the sake of whoever was to be paid',
    async ({ v1, skip }) => {
      if (!(await canLimit(v1))) return skip(noKnownLimit);
      await forEvery(
        Object.entries(receivers),
        ([name]) => `a transfer to ${name}`,
        async ([, receiverFrom]) => {
          const [pair, card] = await Promise.all([limitedPair(v1, 50_00), newCard(v1)]);
          if (pair === undefined) return;
          const receiver = await receiverFrom(v1, card);
          const denied = await transfer(v1, { ...pair, to: { ...card, ...receiver } }, 28_00);
          if (carriedOut(denied)) return;

          const answer = await transfer(v1, pair, 29_00);

          const words = 'carried out, as all of 50.00 is unused';
          expect(carriedOut(answer), sentExpectedGot([denied, answer], words)).toBe(true);
        },
      );
    },
  );
}

check(
  'v1.frame.refusals-change-nothing',
  'leaves the money of who was to pay, and of the other, where a transfer is denied for the sake of the other',
  async ({ v1 }) => {
    await forEvery(
      Object.entries(receivers),
      ([name]) => `a transfer to ${name}`,
      async ([name, receiverFrom]) => {
        const [from, card] = await Promise.all([
          fundedCard(v1, minorUnits(90_00)),
          fundedCard(v1, minorUnits(20_00)),
        ]);
        const receiver = await receiverFrom(v1, card);
        const facts = async (): Promise<Facts> => [
          ...(await factsOf(v1, from, moneyLooks, 'the payer')),
          ...(await factsOf(v1, card, moneyLooks, 'the receiver')),
        ];
        const before = await facts();

        const denied = await transfer(v1, { from, to: { ...card, ...receiver } }, 28_00);

        if (carriedOut(denied)) return;
        expectOnlyChanged(before, await facts(), {
          acts: [denied],
          told: `a transfer to ${name}, which was denied`,
        });
      },
    );
  },
);

/** Where it is seen what an account holds, and what can be paid with its card. */
const moneyLooks = ['account', 'amounts', 'cardBalance'] as const;

check(
  'v1.limits.current-value-follows-the-use',
  'moves currentValue of a limit by what is transferred under it, and by nothing else',
  async ({ v1, skip }) => {
    if (!(await canLimit(v1))) return skip(noKnownLimit);
    const pair = await limitedPair(v1, 50_00);
    if (pair === undefined) return skip(noKnownLimit);
    const { from, to } = pair;
    const currentOf = async (): Promise<readonly [number, Exchange]> => {
      const shown = await v1.getCardLimits({ cardIdentification: byNumber(from) });
      return [Number(memberOf(limitCalled(cashLimitName, shown), 'currentValue')), shown];
    };
    const [unused] = await currentOf();
    await transferred(v1, pair, 5_00);
    let [wanted] = await currentOf();
    const sign = (wanted - unused) / 5_00;
    // Whether it counts up or down, or is something else, is not shown.
    if (sign !== 1 && sign !== -1) return skip('currentValue counts nothing that was used here');

    const second = inSmokeOnly() ? undefined : await anotherCardOf(v1, from);
    const pays = (amount: number) => transfer(v1, pair, amount);
    const steps: readonly (readonly [string, () => Promise<Exchange | undefined>, number?])[] = [
      ['a second transfer', () => pays(6_01), 6_01],
      ['a transfer of more than the limit leaves', () => pays(45_02), 45_02],
      ['a credit', () => v1.creditCard(anAmountOf(from, minorUnits(3_03)))],
      ['a transfer to the card', () => transfer(v1, { from: to, to: from }, 4_04)],
      ['a third transfer', () => pays(7_05), 7_05],
      ['a change of another limit', async () => otherLimits['a change of LMTP0110']?.(v1, from)],
      ['a block', () => blockCard(v1, from)],
      ['an unlock', () => v1.validateCard({ cardIdentification: byNumber(from) })],
      [
        'a transfer of another card of the account',
        async () => second && transfer(v1, { from: second, to }, 8_06),
      ],
      ['a last transfer', () => pays(9_07), 9_07],
    ];
    for (const [told, act, amount = 0] of steps.slice(0, repeated(steps.length))) {
      const answer = await act();
      if (answer === undefined) continue;
      if (carriedOut(answer)) wanted += sign * amount;
      const [shown, limits] = await currentOf();
      // What a block leaves readable is open.
      if (!carriedOut(limits)) continue;
      const words = `a currentValue of ${wanted} after ${told}`;
      expect(shown, sentExpectedGot([answer, limits], words)).toBe(wanted);
    }
  },
);

/** Transfers of so much each, until some are more than the card holds; the limits of a product allow more. */
const ladder = [30_00, 60_00, 120_00, 240_00, 480_00, 960_00];

check(
  'v1.limits.current-value-follows-the-use',
  'counts in no limit what was denied for want of money or for the sake of the other card',
  async ({ v1, skip }) => {
    const [from, to] = await Promise.all([fundedCard(v1, minorUnits(20_00)), newCard(v1)]);
    const currents = async (): Promise<readonly [ReadonlyMap<unknown, number>, Exchange]> => {
      const shown = await v1.getCardLimits({ cardIdentification: byNumber(from) });
      const limits = limitsIn(shown.answer.json).map(
        (limit) => [memberOf(limit, 'name'), Number(memberOf(limit, 'currentValue'))] as const,
      );
      return [new Map(limits), shown];
    };
    const [unused] = await currents();
    if (!carriedOut(await transfer(v1, { from, to }, 5_00))) return skip(noKnownLimit);
    const [used] = await currents();
    const signs = [...used].flatMap(([name, value]) => {
      const sign = (value - (unused.get(name) ?? Number.NaN)) / 5_00;
      return sign === 1 || sign === -1 ? [[name, sign] as const] : [];
    });
    // Whether it counts up or down, or is something else, is not shown.
    if (signs.length === 0) return skip('currentValue counts nothing that was used here');

    let counted = 0;
    const nobody = { ...to, number: unknownNumberLike(to.number) };
    const tried = [...ladder.map((amount) => [amount, to] as const), [1_01, nobody] as const];
    for (const [amount, receiver] of tried.slice(-repeated(tried.length, 2))) {
      const answer = await transfer(v1, { from, to: receiver }, amount);
      if (carriedOut(answer)) counted += amount;

      const [now, shown] = await currents();
      for (const [name, sign] of signs) {
        const wanted = (used.get(name) ?? 0) + sign * counted;
        const words = `a currentValue of ${wanted} in ${String(name)}`;
        expect(now.get(name), sentExpectedGot([answer, shown], words)).toBe(wanted);
      }
    }
  },
);
