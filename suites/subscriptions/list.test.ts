import { randomInt } from 'node:crypto';
import { aCustomerId } from '../../fixtures/builders/subscriptions.ts';
import { check, expect } from '../../fixtures/check.ts';
import { type Exchange, inShort, memberOf, succeeded } from '../../fixtures/transcript/exchange.ts';
import { isSubscriptionSuccess, subscriptionIn } from '../../fixtures/clients/subscriptions.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { fieldsOf } from '../../fixtures/fields/subscriptions.ts';
import { fieldsToSortBy } from '../../fixtures/fields/subscriptions-requests.ts';
import { inSmokeOnly } from '../../fixtures/repeated.ts';
import {
  activeSubscription,
  detailsOf,
  newSubscription,
  promised,
  type TestSubscription,
} from '../../fixtures/worlds/subscriptions.ts';
import {
  expectListed,
  expectListedInAnyOrder,
  expectShown,
  expectSuccess,
  idsIn,
  itemsIn,
  momentOf,
} from './expectations.ts';
import { fiveOf, inTwoStatuses, twoInTime } from './populations.ts';

// Document 3, part 4.8, rule 2: list. A list is of the whole merchant, so that each check looks at
// the subscriptions of a customer of its own.

check('subscriptions.list.succeeds', 'lists by every filter at once', async ({ subscriptions }) => {
  expectSuccess(await subscriptions.list(everyFilter()));
});

check(
  'subscriptions.list.everything-is-optional',
  'lists without any filter',
  async ({ subscriptions }) => {
    const answer = await subscriptions.list();

    if (!succeeded(answer)) {
      const filtered = await subscriptions.list(everyFilter());
      promised(filtered, 'subscriptions.list.succeeds');
    }
    expectSuccess(answer);
  },
);

check(
  'subscriptions.list.default-page',
  'lists page 0 where none is asked for',
  async ({ subscriptions }) => {
    const { customerId, all } = await fiveOf(subscriptions);

    const answer = await subscriptions.list({ customerId });

    expectListedInAnyOrder(answer, all);
    expectShown(answer, { page: 0 });
  },
);

check(
  'subscriptions.list.default-size',
  'lists 20 of 21 where no size is asked for',
  async ({ subscriptions }) => {
    const customerId = aCustomerId();
    await Promise.all(
      Array.from({ length: 21 }, () => newSubscription(subscriptions, { customerId })),
    );

    const answer = await subscriptions.list({ customerId });

    expectShown(answer, { size: 20 });
    expect(itemsIn(answer).length, sentExpectedGot(answer, '20 items')).toBe(20);
  },
);

check(
  'subscriptions.list.default-sort',
  'lists the newest first where no order is asked for',
  async ({ subscriptions, skip }) => {
    const { customerId, older, newer, between } = await twoInTime(subscriptions);
    if (between === undefined) return skip(notApart);

    const answer = await subscriptions.list({ customerId });

    expectListed(answer, [newer, older]);
  },
);

for (const status of ['INITIATED', 'CANCELLED'] as const) {
  check(
    'subscriptions.list.statuses',
    `lists those that are ${status}`,
    async ({ subscriptions }) => {
      const { customerId, ...by } = await inTwoStatuses(subscriptions);

      const answer = await subscriptions.list({ customerId, statuses: [status] });

      expectListed(answer, [by[status]]);
    },
  );
}

check(
  'subscriptions.list.statuses',
  'lists those that are ACTIVE',
  async ({ subscriptions, initialPayment, skip }) => {
    const { customerId } = await inTwoStatuses(subscriptions);
    const active = await activeSubscription(subscriptions, initialPayment, { customerId });
    if ('missing' in active) return skip(active.missing);

    const answer = await subscriptions.list({ customerId, statuses: ['ACTIVE'] });

    expectListed(answer, [active]);
  },
);

check(
  'subscriptions.list.several-statuses',
  'lists those in either of two statuses',
  async ({ subscriptions }) => {
    const { customerId, INITIATED, CANCELLED } = await inTwoStatuses(subscriptions);

    const answer = await subscriptions.list({ customerId, statuses: ['CANCELLED', 'INITIATED'] });

    expectListedInAnyOrder(answer, [INITIATED, CANCELLED]);
  },
);

check(
  'subscriptions.list.customer-id',
  'lists those of the customer and of no other',
  async ({ subscriptions }) => {
    const customerId = aCustomerId();
    const own = await newSubscription(subscriptions, { customerId });
    await newSubscription(subscriptions);
    await newSubscription(subscriptions, { customerId: `${customerId}-2` });

    const answer = await subscriptions.list({ customerId });

    expectListed(answer, [own]);
  },
);

/** The filter, and which of the amounts 200, 300 and 400 it lets through. */
const amountFilters = [
  ['subscriptions.list.amount-from-is-inclusive', { amountFrom: 3_00 }, [3_00, 4_00]],
  ['subscriptions.list.amount-from-is-inclusive', { amountFrom: 3_01 }, [4_00]],
  ['subscriptions.list.amount-to-is-inclusive', { amountTo: 3_00 }, [2_00, 3_00]],
  ['subscriptions.list.amount-to-is-inclusive', { amountTo: 2_99 }, [2_00]],
] as const;

for (const [id, filter, amounts] of amountFilters) {
  const wanted: readonly number[] = amounts;
  const title = `lists amounts ${wanted.join(' and ')} of 200, 300, 400 by ${JSON.stringify(filter)}`;
  check(id, title, async ({ subscriptions }) => {
    const customerId = aCustomerId();
    const all = await Promise.all(
      [2_00, 3_00, 4_00].map((amount) => newSubscription(subscriptions, { customerId, amount })),
    );

    const answer = await subscriptions.list({ customerId, ...filter });

    const fitting = all.filter(({ amount }) => wanted.includes(amount));
    expectListedInAnyOrder(answer, fitting);
  });
}

check(
  'subscriptions.list.created-from',
  'leaves out what was created before createdFrom',
  async ({ subscriptions, skip }) => {
    const { customerId, newer, between } = await twoInTime(subscriptions);
    if (between === undefined) return skip(notApart);

    const answer = await subscriptions.list({ customerId, createdFrom: between });

    expectListed(answer, [newer]);
  },
);

check(
  'subscriptions.list.created-to',
  'leaves out what was created after createdTo',
  async ({ subscriptions, skip }) => {
    const { customerId, older, between } = await twoInTime(subscriptions);
    if (between === undefined) return skip(notApart);

    const answer = await subscriptions.list({ customerId, createdTo: between });

    expectListed(answer, [older]);
    if (inSmokeOnly()) return;
    const createdFrom = '2020-01-01T00:00:00Z';
    const range = await subscriptions.list({ customerId, createdFrom, createdTo: between });
    expectListed(range, [older]);
  },
);

/** What a range is of, bounds with the subscription between them, and what these are called. */
const ranges = [
  ['amounts', ({ amount }) => [amount - 1, amount + 1], 'amountFrom', 'amountTo'],
  ['moments', () => ['2020-01-01T00:00:00Z', '2090-01-01T00:00:00Z'], 'createdFrom', 'createdTo'],
] as const satisfies readonly (readonly [
  string,
  (subscription: TestSubscription) => readonly unknown[],
  string,
  string,
])[];

for (const [what, boundsAround, from, to] of ranges) {
  check(
    'subscriptions.list.reversed-range-lists-nothing',
    `refuses a range of ${what} that ends before it begins, or lists nothing`,
    async ({ subscriptions }) => {
      const subscription = await newSubscription(subscriptions);
      const { customerId } = subscription;
      const [least, most] = boundsAround(subscription);
      const inOrder = await subscriptions.list({ customerId, [from]: least, [to]: most });
      expectListed(inOrder, [subscription]);

      const answer = await subscriptions.list({ customerId, [from]: most, [to]: least });

      if (succeeded(answer)) expectListed(answer, []);
      else expect(answer).toBeRefused();
    },
  );
}

check(
  'subscriptions.list.bare-day',
  'is asked for what was created from one day to another',
  async ({ subscriptions, observe }) => {
    const { customerId } = await newSubscription(subscriptions);

    const answer = await subscriptions.list({
      customerId,
      createdFrom: '2020-01-01',
      createdTo: '2090-01-01',
    });

    observe(`${inShort(answer)}${idsIn(answer).length > 0 ? ', with items' : ''}`);
  },
);

check(
  'subscriptions.list.total-elements',
  'counts five where five fit',
  async ({ subscriptions }) => {
    const { customerId } = await fiveOf(subscriptions);

    expectShown(await subscriptions.list({ customerId, size: 2 }), { totalElements: 5 });
  },
);

check(
  'subscriptions.list.total-elements',
  'lists and counts all of two customers where none is named',
  async ({ subscriptions, session }) => {
    const amount = randomInt(100_00, 9_999_99);
    const customerId = aCustomerId();
    const ours = [
      await newSubscription(subscriptions, { customerId, amount }),
      await newSubscription(subscriptions, { customerId, amount }),
      await newSubscription(subscriptions, { amount }),
    ];
    const { otherMerchant } = session.target;
    if (otherMerchant !== undefined)
      await newSubscription(subscriptions.as(otherMerchant), { customerId, amount });

    const list = promised(
      await subscriptions.list({ amountFrom: amount, amountTo: amount }),
      'subscriptions.list.succeeds',
    );

    const ids = idsIn(list);
    const words = sentExpectedGot(list, 'each of the three, and as many counted as listed');
    expect(ids, words).toEqual(
      expect.arrayContaining(ours.map(({ subscriptionId }) => subscriptionId)),
    );
    // Others may have chosen the amount as well, but hardly many.
    if (ids.length < 20) expect(totalOf(list) ?? ids.length, words).toBe(ids.length);
  },
);

for (const [size, totalPages] of [
  [2, 3],
  [5, 1],
  [4, 2],
] as const) {
  check(
    'subscriptions.list.total-pages',
    `counts ${totalPages} pages of five by ${size}`,
    async ({ subscriptions }) => {
      const { customerId } = await fiveOf(subscriptions);

      expectShown(await subscriptions.list({ customerId, size }), { totalPages });
    },
  );
}

// Whether sizes below 1 are taken is not shown; where they are, there are pages to count all the same.
for (const field of fieldsOf['subscriptions.list']) {
  if (field.requirement !== 'subscriptions.list.total-pages-is-a-number') continue;
  check(
    field.requirement,
    'counts the pages of five by 2, and by sizes 0 and -1 if it takes them',
    async ({ subscriptions }) => {
      const { customerId } = await fiveOf(subscriptions);

      const [usual, ...odd] = await Promise.all(
        [2, 0, -1].map((size) => subscriptions.list({ customerId, size })),
      );

      if (usual !== undefined) promised(usual, 'subscriptions.list.succeeds');
      expect(usual).toShow(field);
      for (const answer of odd.filter(succeeded)) expect(answer).toShow(field);
    },
  );
}

check(
  'subscriptions.list.size-holds',
  'lists no more than two of five by size 2',
  async ({ subscriptions }) => {
    const { customerId } = await fiveOf(subscriptions);

    const answer = promised(
      await subscriptions.list({ customerId, size: 2 }),
      'subscriptions.list.succeeds',
    );

    expect(itemsIn(answer).length, sentExpectedGot(answer, '2 items')).toBe(2);
  },
);

check(
  'subscriptions.list.beyond-the-last-page',
  'lists nothing on the page after the last, or says which page it lists instead',
  async ({ subscriptions }) => {
    const { customerId } = await fiveOf(subscriptions);
    // Where 32 bits end, with and without a sign, others begin anew.
    const high = [
      [4, 2 ** 30],
      [4, 2 ** 29],
      [16, 2 ** 28],
    ] as const;
    for (const [size, asked] of [[2, 3] as const, ...(inSmokeOnly() ? [] : high)]) {
      const beyond = await subscriptions.list({ customerId, size, page: asked });

      // How high a page may be is not said.
      if (asked > 3 && !isSubscriptionSuccess(beyond)) continue;
      const page = memberOf(beyond.answer.json, 'page');
      const totalPages = Math.ceil(5 / size);
      if (typeof page !== 'number' || page < 0 || page >= totalPages) {
        expectListed(beyond, []);
        expectShown(beyond, { totalElements: 5, totalPages });
        continue;
      }
      const instead = await subscriptions.list({ customerId, size, page });
      expect(idsIn(beyond)).toEqual(idsIn(instead));
    }
  },
);

check(
  'subscriptions.list.other-merchant',
  "keeps what is listed of two merchants' customers of the same name apart",
  async ({ subscriptions, otherMerchant }) => {
    const other = subscriptions.as(otherMerchant);
    const customerId = aCustomerId();
    const own = await newSubscription(subscriptions, { customerId });
    const others = await newSubscription(other, { customerId });

    for (const [as, ofThis] of [
      [subscriptions, own],
      [other, others],
    ] as const) {
      for (const filter of inSmokeOnly() ? [{}] : filtersOf(ofThis)) {
        const list = await as.list({ customerId, ...filter });
        expectListed(list, [ofThis]);
        expectShown(list, { totalElements: 1, totalPages: 1 });
      }
    }
    if (inSmokeOnly()) return;
    const ofOwn = (await newSubscription(subscriptions)).customerId;
    for (const filter of [...eachFilter, { customerId: ofOwn }]) {
      const list = promised(await other.list(filter), 'subscriptions.list.succeeds');
      const owners = itemsIn(list).map((item) => memberOf(item, 'merchantLogin'));
      const words = sentExpectedGot(list, `subscriptions of ${otherMerchant.userName} alone`);
      expect(
        owners.filter((owner) => owner !== otherMerchant.userName),
        words,
      ).toEqual([]);
    }
  },
);

check(
  'subscriptions.list.item-equals-details',
  'shows in an item what details shows',
  async ({ subscriptions, initialPayment, skip }) => {
    const subscription = await activeSubscription(subscriptions, initialPayment);
    if ('missing' in subscription) return skip(subscription.missing);
    const details = subscriptionIn(
      promised(await detailsOf(subscriptions, subscription), 'subscriptions.details.succeeds'),
    );

    const list = await subscriptions.list({ customerId: subscription.customerId });

    expectListed(list, [subscription]);
    const [item] = itemsIn(list);
    const wanted = comparable(details);
    expect(comparable(item), sentExpectedGot(list, `items[0] ${JSON.stringify(wanted)}`)).toEqual(
      wanted,
    );
  },
);

check(
  'subscriptions.list.largest-size',
  'is asked for pages of 100 and of 100000',
  async ({ subscriptions, observe }) => {
    const customerId = aCustomerId();
    const seen = await Promise.all(
      [100, 100_000].map(async (size) => {
        const answer = await subscriptions.list({ customerId, size });
        const taken = memberOf(answer.answer.json, 'size');
        return `${size}: ${inShort(answer)}${typeof taken === 'number' ? `, size ${taken}` : ''}`;
      }),
    );

    observe(seen.join('; '));
  },
);

check(
  'subscriptions.list.size-zero',
  'is asked for sizes 0 and -1 and for page -1 of five',
  async ({ subscriptions, observe }) => {
    const { customerId } = await fiveOf(subscriptions);
    const [none, less, page] = await Promise.all([
      subscriptions.list({ customerId, size: 0 }),
      subscriptions.list({ customerId, size: -1 }),
      subscriptions.list({ customerId, page: -1 }),
    ]);

    observe(`size 0: ${inShort(none)}; size -1: ${inShort(less)}; page -1: ${inShort(page)}`);
  },
);

check(
  'subscriptions.list.unknown-sort-field',
  'is asked to sort by SHOE_SIZE',
  async ({ subscriptions, observe }) => {
    const customerId = aCustomerId();

    observe(inShort(await subscriptions.list({ customerId, sortField: 'SHOE_SIZE' })));
  },
);

check(
  'subscriptions.list.unknown-status',
  'is asked for status ASLEEP',
  async ({ subscriptions, observe }) => {
    const { customerId } = await newSubscription(subscriptions);

    const answer = await subscriptions.list({ customerId, statuses: ['ASLEEP'] });

    observe(`${inShort(answer)}${idsIn(answer).length > 0 ? ', with items' : ''}`);
  },
);

const notApart =
  'created is too coarse to show which of two subscriptions is newer, which part 2.3 allows';

function totalOf({ answer }: Exchange): unknown {
  return memberOf(answer.json, 'totalElements');
}

/** What finds the one subscription of a customer as well. */
function filtersOf({ amount }: TestSubscription): readonly object[] {
  return [
    { size: 1 },
    { statuses: ['INITIATED'], sortField: 'UPDATED' },
    { amountFrom: amount, amountTo: amount, sortField: 'AMOUNT' },
    { createdFrom: '2020-01-01T00:00:00Z', createdTo: '2090-01-01T00:00:00Z' },
  ];
}

/** Each member of a list alone, such that most subscriptions fit. */
const eachFilter: readonly object[] = [
  ...['INITIATED', 'ACTIVE', 'CANCELLED'].map((status) => ({ statuses: [status] })),
  { amountFrom: 1 },
  { amountTo: 1_000_000_00 },
  { createdFrom: '2020-01-01T00:00:00Z' },
  { createdTo: '2090-01-01T00:00:00Z' },
  ...fieldsToSortBy.map((sortField) => ({ sortField })),
  { sortDirection: 'ASC' },
  { page: 1, size: 3 },
];

/** Every filter that a list has. Document 3, part 4.8, rule 2. */
function everyFilter(): object {
  return {
    statuses: ['INITIATED', 'ACTIVE', 'UNPAID', 'PAYMENT_FAILED', 'CANCELLED'],
    customerId: aCustomerId(),
    amountFrom: 1,
    amountTo: 1_000_00,
    createdFrom: '2020-01-01T00:00:00Z',
    createdTo: '2090-01-01T00:00:00Z',
    sortField: 'CREATED',
    sortDirection: 'DESC',
    page: 0,
    size: 20,
  };
}

/** What an item of a list shows, with moments in a form that can be compared. */
function comparable(subscription: unknown): object {
  const texts = [
    'subscriptionId',
    'merchantLogin',
    'customerId',
    'amount',
    'currency',
    'email',
    'status',
    'billingIntervalValue',
    'billingIntervalUnit',
  ];
  const moments = ['activeTill', 'created'];
  return Object.fromEntries([
    ...texts.map((name) => [name, memberOf(subscription, name) ?? null] as const),
    ...moments.map((name) => [name, momentOf(memberOf(subscription, name))] as const),
  ]);
}
