import { uniqueNumber } from '../../fixtures/builders/faker.ts';
import { without } from '../../fixtures/builders/spoil.ts';
import { aCustomerId, aSubscription } from '../../fixtures/builders/subscriptions.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import {
  isSubscriptionSuccess,
  type SubscriptionsClient,
} from '../../fixtures/clients/subscriptions.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import type { Exchange } from '../../fixtures/transcript/exchange.ts';
import { lookAt } from '../../fixtures/worlds/subscription-charges.ts';
import {
  cancelled,
  createdIn,
  expectAsBefore,
  expectCreated,
  likenessIn,
  listedOf,
  readOf,
  unusualTerms,
} from '../../fixtures/worlds/subscription-sameness.ts';
import { newSubscription } from '../../fixtures/worlds/subscriptions.ts';
import { expectViewsToAgree } from './views.ts';

// Document 3, part 4.8: what an optional member is not about is as it is without it.

/** Optional members of a create. That each is taken is the affair of other requirements. */
const optional: Readonly<Record<string, () => Readonly<Record<string, unknown>>>> = {
  phone: () => ({ phone: '+37120000001' }),
  'phone in place of email': () => ({ phone: '37120000001', email: undefined }),
  orderNumber: () => ({ orderNumber: `sub-${uniqueNumber(9)}` }),
  description: () => ({ description: 'Tea of the month' }),
  all: () => ({
    phone: '+37120000001',
    orderNumber: `sub-${uniqueNumber(9)}`,
    description: 'Tea of the month',
  }),
};

check(
  'subscriptions.optional.create-does-the-same',
  'creates and activates with optional members as without them',
  async ({ subscriptions, initialPayment }) => {
    await forEvery(
      Object.entries(optional),
      ([what]) => `a create with ${what}`,
      async ([what, part]) => {
        const more = part();
        const usual = aSubscription(unusualTerms);
        const plain = await subscriptions.create(usual);
        const rich = await subscriptions.create({ ...usual, ...more });
        if (!isSubscriptionSuccess(plain) || !isSubscriptionSuccess(rich)) return;

        const but = Object.keys(more);
        const words = (ones: Exchange[]) => sentExpectedGot(ones, `the same as without ${what}`);
        expect(likenessIn(rich, but), words([plain, rich])).toEqual(likenessIn(plain, but));
        const [one, other] = [createdIn(plain), createdIn(rich)];
        const { customerId } = usual;
        const agree = (when: string) =>
          expectViewsToAgree(subscriptions, { ...other, customerId }, `with ${what}, ${when}`);
        await agree('when created');
        for (const { mdOrder } of [one, other]) {
          if ((await initialPayment(mdOrder)) !== undefined) return;
        }
        const before = await lookAt(subscriptions, one);
        const after = await lookAt(subscriptions, other);
        const both = [before.exchange, after.exchange];
        expect(likenessIn(after.exchange, but), words(both)).toEqual(
          likenessIn(before.exchange, but),
        );
        const apart = Math.abs((after.next?.moment ?? 0) - (before.next?.moment ?? 0));
        // The moments of charges may be full hours.
        expect(apart < 7_200_000, words(both)).toBe(true);
        await agree('when paid');
      },
    );
  },
);

/** Requests that are refused, whatever else is in them. */
const wrong: readonly (readonly [string, (body: object) => object])[] = [
  ['amount 0', (body) => ({ ...body, amount: 0 })],
  ['no customerId', (body) => without(body, 'customerId')],
  ['billingIntervalValue 0', (body) => ({ ...body, billingIntervalValue: 0 })],
  ['no failUrl', (body) => without(body, 'failUrl')],
  ['no password', (body) => ({ ...body, password: undefined })],
];

/** A create that is wrong without optional members and with them, and what is wrong. */
interface Mistaken {
  readonly what: string;
  readonly pairs: (usual: object) => readonly (readonly [string, object, object])[];
}

function besideMistakes([what, part]: readonly [string, () => object]): Mistaken {
  return {
    what,
    pairs: (usual) =>
      wrong.map(([mistake, spoil]) => [mistake, spoil(usual), spoil({ ...usual, ...part() })]),
  };
}

/** What a contact alone is refused for; beside another one it is as wrong. Part 4.8, rule 1. */
const besideContacts: Mistaken = {
  what: 'another contact',
  pairs: (usual) =>
    (
      [
        ...['200001', '3712000000A', '371200000013712000001', '++37120000001', 'call me'].map(
          (phone) => [{ phone, email: undefined }, { email: 'ana@example.com' }] as const,
        ),
        [{ email: 'not an address' }, { phone: '+37120000001' }],
      ] as const
    ).map(([contact, beside]) => [
      JSON.stringify(contact),
      { ...usual, ...contact },
      { ...usual, ...contact, ...beside },
    ]),
};

check(
  'subscriptions.optional.create-refuses-the-same',
  'refuses with optional members what it refuses without them',
  async ({ subscriptions }) => {
    await forEvery(
      [...Object.entries(optional).map(besideMistakes), besideContacts],
      ({ what }) => `a create with ${what}`,
      async ({ what, pairs }) => {
        const usual = aSubscription(unusualTerms);
        const taken: string[] = [];
        for (const [mistake, less, more] of pairs(usual)) {
          const plain = await subscriptions.create(less);
          // What is taken, such as an email of any form, is no mistake.
          if (isSubscriptionSuccess(plain)) {
            taken.push(createdIn(plain).subscriptionId);
            continue;
          }

          const rich = await subscriptions.create(more);

          const words = sentExpectedGot(
            [plain, rich],
            `a refusal, as without ${what}: there is ${mistake}`,
          );
          expect(isSubscriptionSuccess(rich), words).toBe(false);
        }
        const { list, ids } = await listedOf(subscriptions, usual.customerId);
        expect(ids, sentExpectedGot(list, 'nothing that was refused')).toEqual(taken.toSorted());
      },
    );
  },
);

interface Command {
  readonly what: string;
  readonly ask: (as: SubscriptionsClient, subscriptionId: string) => Promise<Exchange>;
}

const updates: readonly object[] = [
  {},
  { amount: 25_00 },
  { billingIntervalValue: 5 },
  { billingIntervalUnit: 'DAYS' },
  { amount: 25_00, billingIntervalValue: 5, billingIntervalUnit: 'DAYS' },
];

const commands: readonly Command[] = [
  ...[undefined, false, true].map((force) => ({
    what: `a deactivation with force ${String(force)}`,
    ask: (as: SubscriptionsClient, subscriptionId: string) =>
      as.deactivate({ subscriptionId, force }),
  })),
  ...updates.map((change) => ({
    what: `an update to ${JSON.stringify(change)}`,
    ask: (as: SubscriptionsClient, subscriptionId: string) =>
      as.update({ subscriptionId, ...change }),
  })),
];

check(
  'subscriptions.optional.commands-refuse-the-same',
  'answers 404 and 422 whatever optional members a command has',
  async ({ subscriptions, session }) => {
    const { otherMerchant } = session.target;
    await forEvery(
      commands,
      ({ what }) => what,
      async ({ what, ask }) => {
        const [alive, over] = await Promise.all([
          newSubscription(subscriptions, unusualTerms),
          newSubscription(subscriptions, unusualTerms),
        ]);
        await cancelled(subscriptions, over);
        const before = await Promise.all([alive, over].map((one) => readOf(subscriptions, one)));
        // An update without any change may be refused for that.
        const isRefused = expect.toSatisfy(
          (status) => (what.endsWith('{}') ? status >= 400 : false),
          'a refusal',
        );

        const missing = await ask(subscriptions, crypto.randomUUID());
        const ofCancelled = await ask(subscriptions, over.subscriptionId);
        const foreign =
          otherMerchant && (await ask(subscriptions.as(otherMerchant), alive.subscriptionId));

        const wanted = (status: number) => (what.endsWith('{}') ? isRefused : status);
        const words = (one: Exchange, status: number) => sentExpectedGot(one, `HTTP ${status}`);
        expect(missing.answer.status, words(missing, 404)).toEqual(wanted(404));
        expect(ofCancelled.answer.status, words(ofCancelled, 422)).toEqual(wanted(422));
        if (foreign) expect(foreign.answer.status, words(foreign, 404)).toEqual(wanted(404));
        for (const [index, one] of [alive, over].entries()) {
          await expectAsBefore(subscriptions, one, before[index] as Exchange, `${what}, refused`);
        }
      },
    );
  },
);

/** Filters that all subscriptions of a new customer fit, and the defaults of part 4.8, rule 2. */
const fitting: readonly object[] = [
  { statuses: ['INITIATED', 'ACTIVE', 'UNPAID', 'PAYMENT_FAILED', 'CANCELLED'] },
  { amountFrom: 1, amountTo: 99_999_999 },
  // Further away than the clock of a target is ever moved.
  { createdFrom: '2001-01-01T00:00:00Z' },
  { createdTo: '2099-01-01T00:00:00Z' },
  { sortField: 'CREATED' },
  { sortDirection: 'DESC' },
  { sortField: 'AMOUNT', sortDirection: 'ASC', page: 0, size: 3 },
  { statuses: ['INITIATED', 'CANCELLED'], amountFrom: 1, size: 5, sortField: 'STATUS' },
];

check(
  'subscriptions.optional.list-lists-the-same',
  'lists the same with members that leave nothing out',
  async ({ subscriptions }) => {
    await forEvery(
      fitting,
      (filter) => `a list with ${JSON.stringify(filter)}`,
      async (filter) => {
        const customerId = aCustomerId();
        const first = await subscriptions.create(aSubscription({ customerId, amount: 1 }));
        await expectCreated(subscriptions, first, 'with amount 1');
        await newSubscription(subscriptions, { customerId });
        await cancelled(subscriptions, await newSubscription(subscriptions, { customerId }));
        const all = await listedOf(subscriptions, customerId);

        const { list, ids } = await listedOf(subscriptions, customerId, filter);

        expect(ids, sentExpectedGot([all.list, list], 'the same items')).toEqual(all.ids);
      },
    );
  },
);
