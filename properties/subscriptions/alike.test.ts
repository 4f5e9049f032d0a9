import { isOfANeighbour, nearIds } from '../../fixtures/builders/near-ids.ts';
import { aCustomerId, aSubscription, terms } from '../../fixtures/builders/subscriptions.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import {
  isSubscriptionSuccess,
  type SubscriptionsClient,
} from '../../fixtures/clients/subscriptions.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import type { Exchange } from '../../fixtures/transcript/exchange.ts';
import { momentShown } from '../../fixtures/worlds/shown-moment.ts';
import { lookAt, momentExpected } from '../../fixtures/worlds/subscription-charges.ts';
import { madeIn, statesAtOnce } from '../../fixtures/worlds/subscription-states.ts';
import {
  expectAsBefore,
  expectCreated,
  likenessIn,
  listedOf,
  readOf,
  unusualTerms,
} from '../../fixtures/worlds/subscription-sameness.ts';
import {
  activeSubscription,
  newSubscription,
  promised,
} from '../../fixtures/worlds/subscriptions.ts';

// Document 3, parts 2.3 and 4.8: each value of a range is treated alike, zero is a value, and an id
// names one thing.

/** Minor units with all kinds of digits. */
const amounts = [1, 2, 9, 10, 99, 100, 101, 999, 1000, 12_345, 99_999, 250_050];

check(
  'subscriptions.alike.amounts',
  'keeps each amount, and is updated to it',
  async ({ subscriptions }) => {
    await forEvery(
      amounts,
      (amount) => `amount ${amount}`,
      async (amount) => {
        const answer = await subscriptions.create(aSubscription({ amount }));
        await expectCreated(subscriptions, answer, `with amount ${amount}`);
        const other = await newSubscription(subscriptions, { amount: amount + 7 });
        const { subscriptionId } = other;

        const update = await subscriptions.update({ subscriptionId, amount });

        // Whether an INITIATED one can be updated is not shown.
        const updated = isSubscriptionSuccess(update) ? [await readOf(subscriptions, other)] : [];
        for (const shown of [answer, ...updated]) {
          const words = sentExpectedGot(shown, `amount ${amount}`);
          expect(likenessIn(shown), words).toMatchObject({ amount });
        }
      },
    );
  },
);

/** Terms that no subscription has, or that a target may refuse. Parts 2.3 and 4.8. */
const wrongTerms: readonly Readonly<Record<string, unknown>>[] = [
  ...[0, -1, -12_34, 10.5].map((amount) => ({ amount })),
  ...[0, -1, 1.5].map((billingIntervalValue) => ({ billingIntervalValue })),
  { billingIntervalUnit: 'HOURS' },
];

check(
  'subscriptions.alike.terms',
  'is not updated to terms that no subscription is created with',
  async ({ subscriptions, initialPayment }) => {
    await forEvery(
      wrongTerms,
      (part) => JSON.stringify(part),
      async (part) => {
        const create = await subscriptions.create({ ...aSubscription(), ...part });
        if (isSubscriptionSuccess(create)) return;
        const active = await activeSubscription(subscriptions, initialPayment, unusualTerms);
        if ('missing' in active) return;
        const { subscriptionId } = active;

        const update = await subscriptions.update({ subscriptionId, ...part });

        // What cannot be read may be passed over.
        const details = await readOf(subscriptions, active);
        const words = sentExpectedGot([create, update, details], 'other terms than were refused');
        expect(likenessIn(details), words).not.toMatchObject(part);
      },
    );
  },
);

/** Days that an interval lasts at least and at most. */
const days = { DAYS: [1, 1], WEEKS: [7, 7], MONTHS: [28, 31], YEARS: [365, 366] } as const;
const units = Object.keys(days) as (keyof typeof days)[];

/** Each value from 1 to 30, of one unit or another, and those at which units are taken for others. */
const intervals = [
  ...Array.from({ length: 30 }, (_, index) => ({ value: index + 1, unit: units[index % 3] })),
  ...[12, 18, 36].map((value) => ({ value, unit: 'MONTHS' as const })),
  ...[31, 365].map((value) => ({ value, unit: 'DAYS' as const })),
  ...[1, 5].map((value) => ({ value, unit: 'YEARS' as const })),
].map(({ value, unit = 'DAYS' }) => ({ value, unit, isLong: false }));

/** Beyond January 2038, which some programs take for 1901. How long an interval may be is not shown. */
const longIntervals = [{ value: 20, unit: 'YEARS' as const, isLong: true }];

check(
  'subscriptions.alike.intervals',
  'keeps each interval, and charges next when it is over',
  async ({ subscriptions, initialPayment }) => {
    await forEvery(
      [...intervals, ...longIntervals],
      ({ value, unit }) => `every ${value} ${unit}`,
      async ({ value, unit, isLong }) => {
        const interval = terms({ value, unit });
        if (isLong && !isSubscriptionSuccess(await subscriptions.create(aSubscription(interval))))
          return;
        const active = await activeSubscription(subscriptions, initialPayment, interval);
        if ('missing' in active) return;

        const { exchange, next } = await lookAt(subscriptions, active);

        const words = sentExpectedGot(exchange, `every ${value} ${unit}`);
        expect(likenessIn(exchange), words).toMatchObject(interval);
        const { created } = createdMomentIn(exchange);
        if (next === undefined || Number.isNaN(created)) return;
        const [least, most] = days[unit];
        const apart = (next.moment - created) / 86_400_000;
        const wanted = `${value} ${unit} after created, ${new Date(created).toISOString()}`;
        const due = momentExpected(exchange, 'nextChargeAt', wanted);
        // Twelve months are never as short as twelve times February.
        const shortest = unit === 'MONTHS' ? value * 30.4 - 3 : value * least;
        const longest = unit === 'MONTHS' ? value * 30.5 + 3 : value * most;
        expect(apart > shortest - 1 && apart < longest + 1, due).toBe(true);
      },
    );
  },
);

function createdMomentIn(exchange: Exchange): { readonly created: number } {
  const text = JSON.stringify(exchange.answer.json);
  const [, moment = ''] = /"created":"([^"]+)"/.exec(text) ?? [];
  return { created: momentShown(moment)?.moment ?? Number.NaN };
}

const commands: readonly ((
  as: SubscriptionsClient,
  subscriptionId: string,
) => Promise<Exchange>)[] = [
  (as, subscriptionId) => as.details({ subscriptionUuid: subscriptionId }),
  (as, subscriptionId) => as.update({ subscriptionId, amount: 25_00 }),
  (as, subscriptionId) => as.deactivate({ subscriptionId, force: true }),
];

check(
  'subscriptions.naming.another-id-is-another',
  'neither shows nor changes a subscription whose id differs in one character',
  async ({ subscriptions }) => {
    await forEvery(
      Object.entries(nearIds),
      ([what]) => what,
      async ([what, other]) => {
        const one = await newSubscription(subscriptions, unusualTerms);
        const next = await newSubscription(subscriptions);
        if (isOfANeighbour(what, [one.subscriptionId, next.subscriptionId])) return;
        const before = await readOf(subscriptions, one);

        for (const ask of commands) {
          const answer = await ask(subscriptions, other(one.subscriptionId));
          const words = sentExpectedGot(answer, `a refusal of an id with ${what}`);
          expect(isSubscriptionSuccess(answer), words).toBe(false);
        }

        await expectAsBefore(subscriptions, one, before, `requests with an id with ${what}`);
      },
    );
  },
);

check(
  'subscriptions.naming.others-are-missing',
  'answers 404 about a subscription of another merchant, whatever state it is in',
  async ({ subscriptions, initialPayment, otherMerchant }) => {
    const stranger = subscriptions.as(otherMerchant);
    await forEvery(statesAtOnce, String, async (state) => {
      const one = await madeIn(state, subscriptions, initialPayment);
      if ('missing' in one) return;

      for (const ask of commands) expect(await ask(stranger, one.subscriptionId)).toAnswer(404);
    });
  },
);

check(
  'subscriptions.zero.amount-to',
  'lists nothing that costs more than 0 with amountTo 0',
  async ({ subscriptions }) => {
    const customerId = aCustomerId();
    await newSubscription(subscriptions, { customerId, amount: 1 });
    await newSubscription(subscriptions, { customerId });
    const all = await listedOf(subscriptions, customerId, { amountFrom: 0 });
    expect(all.ids.length, sentExpectedGot(all.list, 'both from 0 on')).toBe(2);

    for (const filter of [{ amountTo: 0 }, { amountFrom: 0, amountTo: 0 }]) {
      const { list, ids } = await listedOf(subscriptions, customerId, filter);
      expect(ids, sentExpectedGot(list, 'nothing')).toEqual([]);
    }
  },
);

check(
  'subscriptions.zero.back-to-the-first',
  'shows the first terms again after an update there and back',
  async ({ subscriptions, initialPayment }) => {
    await forEvery(
      [
        { amount: 25_00 },
        { billingIntervalValue: 5 },
        { billingIntervalUnit: 'DAYS' },
        { amount: 25_00, billingIntervalValue: 5, billingIntervalUnit: 'YEARS' },
      ],
      (change) => `there and back: ${JSON.stringify(change)}`,
      async (change) => {
        const active = await activeSubscription(subscriptions, initialPayment, unusualTerms);
        if ('missing' in active) return;
        const { subscriptionId } = active;
        const names = Object.keys(change);
        const back = Object.fromEntries(
          Object.entries(unusualTerms).filter(([name]) => names.includes(name)),
        );

        for (const [sent, shown] of [
          [change, { ...unusualTerms, ...change }],
          [back, unusualTerms],
        ]) {
          const answer = await subscriptions.update({ subscriptionId, ...sent });
          promised(answer, 'subscriptions.update.succeeds');
          const details = await readOf(subscriptions, { subscriptionId });
          const words = sentExpectedGot([answer, details], JSON.stringify(shown));
          expect(likenessIn(details), words).toMatchObject(shown as object);
        }
      },
    );
  },
);
