import { aCustomerId } from '../../fixtures/builders/subscriptions.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import {
  isSubscriptionSuccess,
  type SubscriptionsClient,
} from '../../fixtures/clients/subscriptions.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import { idsIn, promisedList } from '../../fixtures/worlds/subscription-lists.ts';
import { newSubscription, promised } from '../../fixtures/worlds/subscriptions.ts';
import { repeated } from '../../fixtures/repeated.ts';

// Document 3, part 4.8, rule 2: lists of more than a page, also while they grow. Short ones stand in
// list.test.ts.

/** A size that may be too large: then it may be refused, or the largest one taken in its place. */
const large = 120;

/** More than a page of 20, and more than 100; sizes of pages, of which the default is 20. */
const lists: readonly (readonly [number, readonly (number | undefined)[]])[] = [
  [103, [undefined, 50, 29, large]],
  [27, [undefined, 2, 7, 25]],
];

check(
  'subscriptions.list.long-lists-are-whole',
  'lists each of many subscriptions once, on pages of the default size, of others and of the largest',
  async ({ subscriptions }) => {
    await forEvery(
      lists,
      ([most]) => String(most),
      async ([most, sizes]) => {
        const length = repeated(most, 3);
        const customerId = aCustomerId();
        const all = await Promise.all(
          Array.from({ length }, (_, place) =>
            newSubscription(subscriptions, { customerId, amount: 1_00 + place }),
          ),
        );

        for (const size of sizes) {
          const pages = await pagesOf(subscriptions, customerId, { size, length });
          // How large a size may be is not shown.
          if (pages === undefined) continue;
          const [taken, ...others] = pages.map(sizeIn);
          const sized = sentExpectedGot(pages, 'size as on the first page');
          expect([...new Set(others)], sized).toEqual(others.length === 0 ? [] : [taken]);
          const words = sentExpectedGot(pages, `${length} subscriptions, by their amounts`);
          expect(pages.flatMap(idsIn), words).toEqual(
            all.map(({ subscriptionId }) => subscriptionId),
          );
          expect(pages.map(totalIn), words).toEqual(pages.map(() => length));
          expect(pages.map(pagesIn), words).toEqual(pages.map(() => pages.length));
        }
        const half = await promisedList(subscriptions, {
          customerId,
          amountFrom: 1_00 + Math.floor(length / 2),
          size: 1,
        });
        const wanted = length - Math.floor(length / 2);
        expect(totalIn(half), sentExpectedGot(half, `totalElements ${wanted}`)).toBe(wanted);
      },
    );
  },
);

/** Fields in which subscriptions of one customer and one amount do not differ, and a direction for each. */
const ties = [
  ['AMOUNT', 'ASC'],
  ['AMOUNT', 'DESC'],
  ['CUSTOMER_ID', 'ASC'],
  ['STATUS', 'DESC'],
] as const;

check(
  'subscriptions.list.pages-partition',
  'lists each of thirteen once that do not differ in what they are sorted by',
  async ({ subscriptions }) => {
    const customerId = aCustomerId();
    const length = repeated(13, 3);
    const all = await Promise.all(
      Array.from({ length }, () => newSubscription(subscriptions, { customerId, amount: 4_44 })),
    );
    const wanted = all.map(({ subscriptionId }) => subscriptionId).toSorted();
    for (const [sortField, sortDirection] of ties.slice(0, repeated(ties.length, 1))) {
      const size = length > 10 ? 4 : 2;
      const pages = await Promise.all(
        Array.from({ length: Math.ceil(length / size) }, (_, page) =>
          promisedList(subscriptions, { customerId, sortField, sortDirection, size, page }),
        ),
      );

      const words = sentExpectedGot(pages, `each of the ${length} subscriptions once`);
      expect(pages.flatMap(idsIn).toSorted(), words).toEqual(wanted);
    }
  },
);

check(
  'subscriptions.list.pages-while-it-grows',
  'lists each subscription once that was there before others came behind it',
  async ({ subscriptions }) => {
    const customerId = aCustomerId();
    const create = (amount: number) => newSubscription(subscriptions, { customerId, amount });
    const first = await Promise.all([1_01, 1_02, 1_03, 1_04, 1_05].map(create));

    const pages: Exchange[] = [];
    for (const page of [0, 1, 2]) {
      pages.push(await pageOf(subscriptions, customerId, page));
      await create(9_00 + page);
    }

    const seen = pages.flatMap(idsIn).slice(0, first.length);
    const words = sentExpectedGot(pages, 'first those that were there from the beginning');
    expect(seen, words).toEqual(first.map(({ subscriptionId }) => subscriptionId));
  },
);

/** What may be asked between two pages of a list, and is another list. */
const between: readonly (readonly [string, (as: Asking) => Promise<unknown>])[] = [
  ['the first page of another merchant', ({ other, mine }) => other.list({ ...mine, page: 0 })],
  ['the first page of an empty list', ({ own, mine }) => own.list({ ...mine, amountFrom: 99_00 })],
  [
    'the first page of another customer',
    ({ own, mine }) => own.list({ ...mine, customerId: aCustomerId() }),
  ],
  [
    'the first page the other way round',
    ({ own, mine }) => own.list({ ...mine, sortDirection: 'DESC', page: 0 }),
  ],
  ['the first page of one item', ({ own, mine }) => own.list({ ...mine, size: 1, page: 0 })],
  ['the first page without a filter', ({ own }) => own.list({ ...byAmount, size: 2, page: 0 })],
];

interface Asking {
  readonly own: SubscriptionsClient;
  readonly other: SubscriptionsClient;
  readonly mine: object;
}

check(
  'subscriptions.list.pages-partition',
  'goes on with a list whatever other list was begun meanwhile',
  async ({ subscriptions, session }) => {
    const { otherMerchant } = session.target;
    // Without a second merchant its place is taken by the first, whose own page is no other list.
    const other = otherMerchant === undefined ? subscriptions : subscriptions.as(otherMerchant);
    const customerId = aCustomerId();
    const amounts = [1_01, 1_02, 1_03, 1_04];
    const [all] = await Promise.all(
      (other === subscriptions ? [subscriptions] : [subscriptions, other]).map((as) =>
        Promise.all(amounts.map((amount) => newSubscription(as, { customerId, amount }))),
      ),
    );
    const mine = { customerId, ...byAmount, size: 2 };

    for (const [told, ask] of between.slice(0, repeated(between.length, 1))) {
      const first = await promisedList(subscriptions, { ...mine, page: 0 });
      await ask({ own: subscriptions, other, mine });
      const second = await promisedList(subscriptions, { ...mine, page: 1 });

      const words = `the four subscriptions of the customer, with ${told} in between`;
      expect([first, second].flatMap(idsIn), sentExpectedGot([first, second], words)).toEqual(
        all?.map(({ subscriptionId }) => subscriptionId),
      );
    }
  },
);

/**
 * All pages of a list of such a length: of the size that the first one says, which is smaller where another is the
 * largest one. Nothing where a size that may be too large is refused.
 */
async function pagesOf(
  subscriptions: SubscriptionsClient,
  customerId: string,
  { size, length }: { readonly size: number | undefined; readonly length: number },
): Promise<readonly Exchange[] | undefined> {
  const body = { customerId, ...byAmount, ...(size === undefined ? {} : { size }) };
  const first = await subscriptions.list({ ...body, page: 0 });
  if (size === large && !isSubscriptionSuccess(first)) return undefined;
  promised(first, 'subscriptions.list.succeeds');
  const taken = sizeIn(first);
  const isUsable = size !== undefined && Number.isSafeInteger(taken) && Number(taken) > 0;
  const count = Math.ceil(length / (isUsable ? Number(taken) : (size ?? 20)));
  const others = Array.from({ length: count - 1 }, (_, place) =>
    promisedList(subscriptions, { ...body, page: place + 1 }),
  );
  return [first, ...(await Promise.all(others))];
}

function pageOf(
  subscriptions: SubscriptionsClient,
  customerId: string,
  page: number,
): Promise<Exchange> {
  return promisedList(subscriptions, { customerId, ...byAmount, size: 2, page });
}

const byAmount = { sortField: 'AMOUNT', sortDirection: 'ASC' };

function sizeIn({ answer }: Exchange): unknown {
  return memberOf(answer.json, 'size');
}

function pagesIn({ answer }: Exchange): unknown {
  return memberOf(answer.json, 'totalPages');
}

function totalIn({ answer }: Exchange): unknown {
  return memberOf(answer.json, 'totalElements');
}
