import { otherExpiry, unknownNumberLike } from '../../../fixtures/builders/card-numbers.ts';
import { aCardholder, aTopUp, aTransfer } from '../../../fixtures/builders/v2.ts';
import { without, withValue } from '../../../fixtures/builders/spoil.ts';
import { minorUnits } from '../../../fixtures/builders/values.ts';
import { expect } from '../../../fixtures/check.ts';
import type { V2Client } from '../../../fixtures/clients/v2.ts';
import { sentExpectedGot } from '../../../fixtures/expect.ts';
import { v2Requests } from '../../../fixtures/fields/v2-requests.ts';
import { expectSame } from '../../../fixtures/expect-facts.ts';
import { type Exchange, memberOf, succeeded } from '../../../fixtures/transcript/exchange.ts';
import { feeOf } from '../../../fixtures/worlds/v2-fees.ts';
import { cardFacts, limitsIn } from '../../../fixtures/worlds/v2-card-facts.ts';
import {
  balancesOf,
  bringInto,
  cardIn,
  fundedCard,
  newCard,
  newCardholder,
  pair,
} from '../../../fixtures/worlds/v2.ts';
import type { TestCard } from '../../../fixtures/worlds/v2.ts';
import { type LawRow, rowsOf } from '../../law-rows.ts';

// Document 2, parts 3 and 4: what was refused leaves nothing behind that stands in the way of the right request.

type Row = LawRow<V2Client>;
type Creation = keyof typeof v2Requests;

/** What is asked, and where its effect is to be seen. */
interface Asked {
  readonly body: object;
  /** More that is wrong, beside what is missing. */
  readonly wrong: readonly object[];
  readonly cards: readonly TestCard[];
  /** By how much the balance of each card changes. */
  readonly moved: readonly number[];
}

const requests: Readonly<Record<Creation, (v2: V2Client) => Promise<Asked>>> = {
  createCardholder: async () => {
    const body = aCardholder();
    const wrong = (
      [
        ['billingAddress.country', 'Spain'],
        ['billingAddress.postalCode', ''],
        ['phoneNumber', 'none'],
        ['email', 'nobody'],
        ['dateOfBirth', '1990-02-30'],
        ['status', 'none'],
      ] as const
    ).map(([path, value]) => withValue(body, path, value));
    return { body, wrong, cards: [], moved: [] };
  },
  createCard: async (v2) => {
    const body = { productName: v2.productName, cardholder: await newCardholder(v2) };
    const wrong = [
      { ...body, productName: 'none' },
      { ...body, cardholder: 'none' },
    ];
    return { body, wrong, cards: [], moved: [] };
  },
  createTopUp: async (v2) => {
    const card = await newCard(v2);
    const body = aTopUp(card, minorUnits(12_34));
    const wrong = [
      { ...body, currency: 'USD' },
      { ...body, amount: -12_34 },
      { ...body, amount: 0.5 },
    ];
    return { body, wrong, cards: [card], moved: [12_34] };
  },
  createTransfer: async (v2) => {
    const [{ from, to }, blocked, lost] = await Promise.all([
      pair(v2),
      cardIn(v2, 'blocked'),
      cardIn(v2, 'lost'),
    ]);
    // Twice as much is more than the source holds: whoever keeps it back for one that failed has too little left.
    const amount = Math.ceil(from.balance * 0.6);
    const body = aTransfer(from, to, minorUnits(amount));
    const unknown = { number: unknownNumberLike(to.number) };
    const wrong = [
      { ...body, currency: 'USD' },
      { ...body, amount: from.balance + 1 },
      { ...body, amount: -12_34 },
      { ...body, amount: 0.5 },
      ...[blocked, lost, unknown].map((other) => aTransfer(from, other, minorUnits(amount))),
      aTransfer({ ...from, expiryDate: otherExpiry(from.expiryDate) }, to, minorUnits(amount)),
    ];
    return { body, wrong, cards: [from, to], moved: [-amount, amount] };
  },
};

export const succeedsAfterRefusals = rowsOf(
  Object.keys(requests) as Creation[],
  (operation) => operation,
  async (v2: V2Client, operation) => {
    const asked = await refusedOf(v2, operation);
    if (asked === undefined) return;
    const { body, cards, moved, acts } = asked;

    const answer = await v2[operation](body);

    const part = cards.length > 0 ? { status: 'approved' } : {};
    expect(answer).toAnswer(201, part);
    const now = await balancesOf(v2, cards);
    const gained = now.map((balance, place) => balance - (cards[place]?.balance ?? 0));
    const fee = await feeOf(v2, answer);
    const wanted = moved.map((amount) => (amount < 0 ? amount - fee : amount));
    expect(gained, sentExpectedGot([...acts, answer], 'its effect, once')).toEqual(wanted);
  },
);

/** What is asked, once everything wrong was refused: who takes what is not right has done it, so that it is left out. */
async function refusedOf(
  v2: V2Client,
  operation: Creation,
): Promise<(Asked & { readonly acts: readonly Exchange[] }) | undefined> {
  const stranger = v2.withHeaders({ 'X-API-KEY': 'none' });
  const taken = new Set<number>();
  for (;;) {
    const asked = await requests[operation](v2);
    const missing = v2Requests[operation].members
      .filter(({ needs }) => needs !== undefined)
      .map(({ path }) => without(asked.body, path));
    const acts: Exchange[] = [await stranger[operation](asked.body)];
    if (acts.some(isDone)) return undefined;
    const before = taken.size;
    for (const [place, bad] of [...missing, ...asked.wrong].entries()) {
      if (taken.has(place)) continue;
      const act = await v2[operation](bad);
      if (isDone(act)) taken.add(place);
      acts.push(act);
    }
    if (taken.size === before) return { ...asked, acts };
  }
}

function isDone(exchange: Exchange): boolean {
  return succeeded(exchange) && memberOf(exchange.answer.json, 'status') !== 'declined';
}

export const paysOnceThereIsEnough: Row = {
  name: 'a transfer that was larger than the balance',
  ask: async (v2) => {
    const [from, to] = await Promise.all([fundedCard(v2, minorUnits(20_00)), newCard(v2)]);
    const amount = minorUnits(from.balance + 5_00);
    const body = aTransfer(from, to, amount);
    const declined = await v2.createTransfer(body);
    const topUp = await v2.createTopUp(aTopUp(from, minorUnits(amount + 10_00)));
    if (isDone(declined) || !isDone(topUp)) return;

    const answer = await v2.createTransfer(body);

    expect(answer).toAnswer(201, { status: 'approved' });
    const words = 'the balances of source and destination after one transfer';
    const about = sentExpectedGot([declined, topUp, answer], words);
    const wanted = [from.balance + 10_00 - (await feeOf(v2, answer)), to.balance + amount];
    expect(await balancesOf(v2, [from, to]), about).toEqual(wanted);
  },
};

export const paysOnceTheCardIsActive = rowsOf(
  ['source', 'destination'] as const,
  (side) => `a transfer of which the ${side} was blocked`,
  async (v2: V2Client, side) => {
    const { from, to } = await pair(v2);
    const [stopped, amount] = [side === 'source' ? from : to, Math.ceil(from.balance * 0.6)];
    const body = aTransfer(from, to, minorUnits(amount));
    await bringInto(v2, stopped, 'blocked');
    const declined = await v2.createTransfer(body);
    // The outcome of a transfer from a blocked card is not shown, nor that of one to it.
    if (isDone(declined)) return;
    await bringInto(v2, stopped, 'active', 'blocked');

    const answer = await v2.createTransfer(body);

    expect(answer).toAnswer(201, { status: 'approved' });
    const words = 'the balances of source and destination after one transfer';
    const about = sentExpectedGot([declined, answer], words);
    const wanted = [from.balance - amount - (await feeOf(v2, answer)), to.balance + amount];
    expect(await balancesOf(v2, [from, to]), about).toEqual(wanted);
  },
);

/** Nor may a card that was blocked and is active again be topped up less than one that never was. */
export const isToppedUpOnceItIsActive: Row = {
  name: 'a top-up of a card that was blocked',
  ask: async (v2) => {
    const card = await newCard(v2);
    const usual = await v2.createTopUp(aTopUp(card, minorUnits(10_01)));
    if (!isDone(usual)) return;
    for (const [turn, amount] of [10_02, 10_04].entries()) {
      await bringInto(v2, card, 'blocked');
      const whileBlocked = await v2.createTopUp(aTopUp(card, minorUnits(amount)));
      await bringInto(v2, card, 'active', 'blocked');

      // The same that was declined, or another one: once more may be taken for a repetition.
      const again = isDone(whileBlocked) ? amount + 6 + turn : amount;
      const answer = await v2.createTopUp(aTopUp(card, minorUnits(again)));

      const about = sentExpectedGot([usual, whileBlocked, answer], 'approved, as it was before');
      expect(isDone(answer), about).toBe(true);
    }
  },
};

/** Changes of which one part is good and one is not. */
const halves: readonly (readonly [string, object])[] = [
  [
    'a limit and one without an amount',
    limits({ interval: 'daily', amount: 5_00 }, { interval: 'monthly' }),
  ],
  [
    'one without an amount and a limit',
    limits({ interval: 'monthly' }, { interval: 'daily', amount: 5_00 }),
  ],
  [
    'a limit and one without an interval',
    limits({ interval: 'daily', amount: 5_00 }, { amount: 7_00 }),
  ],
  [
    'a limit and a text',
    limits({ interval: 'daily', amount: 5_00 }, { interval: 'monthly', amount: 'ten' }),
  ],
  ['a status and limits', { status: 'blocked', ...limits({ interval: 'daily', amount: 5_00 }) }],
  ['limits and a status', { ...limits({ interval: 'daily', amount: 5_00 }), status: 'blocked' }],
];

function limits(...spendingLimits: readonly object[]): object {
  return { spendingLimits };
}

export const halfRightChangesNothing = rowsOf(
  halves,
  ([name]) => name,
  async (v2: V2Client, [name, change]) => {
    const card = await newCard(v2);
    const before = await cardFacts(v2, card);

    const answer = await v2.patchCard(card.id, change);

    if (succeeded(answer)) return;
    const about = { acts: [answer], told: `a refused PATCH of ${name}`, as: 'before' };
    expectSame(before, await cardFacts(v2, card), about);
    const right = limits({ interval: 'daily', amount: 4_00 });
    const put = await v2.patchCard(card.id, right);
    expect(put).toAnswer(200);
    expect(limitsIn(put).get('daily'), sentExpectedGot([answer, put], '400 a day')).toBe(4_00);
  },
);

/** Limits that may be refused for what they hold, each beside one of the other interval that is good. */
const oddLimits: readonly (readonly [string, object, 'daily' | 'monthly'])[] = [
  ['a negative one', { interval: 'monthly', amount: -1 }, 'daily'],
  ['a negative one of a day', { interval: 'daily', amount: -1 }, 'monthly'],
  ['one of an interval that nobody knows', { interval: 'fortnightly', amount: 7_00 }, 'daily'],
  ['one without the name of an interval', { interval: '', amount: 7_00 }, 'monthly'],
  ['one of a fraction', { interval: 'monthly', amount: 7_00.5 }, 'daily'],
  ['one that no number holds exactly', { interval: 'daily', amount: 2 ** 60 }, 'monthly'],
  ['one of the same interval', { interval: 'daily', amount: 7_00 }, 'daily'],
];

/** One card for all of them: a change that is taken, which is not shown for any, is what the next one finds. */
export const oddBesideGoodChangesNothing: Row = {
  name: 'a limit beside others that may be refused for their values',
  ask: async (v2) => {
    const card = await newCard(v2);
    let before = await cardFacts(v2, card);
    for (const [turn, [name, odd, interval]] of oddLimits.entries()) {
      const good = { interval, amount: 5_00 - turn };

      const answer = await v2.patchCard(card.id, limits(good, odd));

      const after = await cardFacts(v2, card);
      const about = {
        acts: [answer],
        told: `a refused PATCH of a limit and ${name}`,
        as: 'before',
      };
      if (!succeeded(answer)) expectSame(before, after, about);
      before = after;
    }
  },
};
