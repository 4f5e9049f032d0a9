import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { aCustomerId, aSubscription } from '../../fixtures/builders/subscriptions.ts';
import { check, expect } from '../../fixtures/check.ts';
import {
  isSubscriptionSuccess,
  subscriptionIn,
  type SubscriptionsClient,
} from '../../fixtures/clients/subscriptions.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { inSmokeOnly, repeated } from '../../fixtures/repeated.ts';
import { memberOf } from '../../fixtures/transcript/exchange.ts';
import { sortFields } from '../../fixtures/fields/subscriptions-requests.ts';
import {
  idsIn,
  inOrderOf,
  learnStatusOrder,
  type ListedSubscription,
  type MemberOfPopulation,
  population,
  promisedList,
} from '../../fixtures/worlds/subscription-lists.ts';
import {
  activeSubscription,
  detailsOf,
  type InitialPayment,
  newSubscription,
  promised,
  type TestSubscription,
} from '../../fixtures/worlds/subscriptions.ts';
import type { ShownSortField } from '../../properties/arbitraries/subscriptions.ts';
import { isSorted } from '../../properties/models/subscription-list.ts';
import { createdOf } from './populations.ts';

// Document 3, part 4.8, rule 2: what a list can be sorted by. A list is of the whole merchant, so each
// check lists what is its own: one customer, or an amount that hardly anybody else pays.

const directions = ['ASC', 'DESC'] as const;
const inIds = { ASC: 'asc', DESC: 'desc' } as const;
const inWords = { ASC: 'ascending', DESC: 'descending' };

/** Each member that an update has makes one. */
const ofTheInterval = {
  ASC: { billingIntervalValue: 2 },
  DESC: { billingIntervalUnit: 'WEEKS' },
} as const;

/** With `statuses`: by which charge a cancelled one is sorted, which it will not see, is not shown. */
const orders: readonly { field: ShownSortField; statuses?: readonly string[] }[] = [
  { field: 'SUBSCRIPTION_ID' },
  { field: 'CREATED' },
  { field: 'AMOUNT' },
  { field: 'STATUS' },
  { field: 'NEXT_CHARGE_AT', statuses: ['INITIATED', 'ACTIVE'] },
];

for (const sortDirection of directions) {
  check(
    `subscriptions.list.sort-customer-id-${inIds[sortDirection]}`,
    `lists by CUSTOMER_ID, ${inWords[sortDirection]}`,
    async ({ subscriptions, initialPayment }) => {
      const amount = randomInt(100_00, 9_999_99);
      const members = shuffled([1, 2, 3, 4, 5].map(aCustomerId)).map((customerId) => ({
        customerId,
        amount,
        interval: { value: 1, unit: 'MONTHS' },
        becomes: 'INITIATED' as const,
      }));
      const known = await population(subscriptions, initialPayment, members);

      // Of the usual size: how large a page may be is not shown, and few others have this very amount.
      const ofTheAmount = { amountFrom: amount, amountTo: amount };
      const list = await promisedList(subscriptions, {
        ...ofTheAmount,
        sortField: 'CUSTOMER_ID',
        sortDirection,
      });

      const seen = inOrderOf(idsIn(list), known);
      const words = sentExpectedGot(list, `5 of ours by CUSTOMER_ID, ${inWords[sortDirection]}`);
      expect(seen.length, words).toBe(5);
      expect(isSorted(seen, 'CUSTOMER_ID', sortDirection), words).toBe(true);
    },
  );

  for (const { field, statuses } of orders) {
    check(
      `subscriptions.list.sort-${sortFields[field]}-${inIds[sortDirection]}`,
      `lists by ${field}, ${inWords[sortDirection]}`,
      async ({ subscriptions, initialPayment }) => {
        const { customerId, known } = await mixedPopulation(subscriptions, initialPayment);

        const list = await promisedList(subscriptions, {
          customerId,
          ...(statuses === undefined ? {} : { statuses }),
          sortField: field,
          sortDirection,
        });

        const wanted = known.filter(({ status }) => statuses?.includes(status) ?? true);
        const seen = inOrderOf(idsIn(list), known);
        const words = sentExpectedGot(
          list,
          `${wanted.length} by ${field}, ${inWords[sortDirection]}`,
        );
        expect(seen.length, words).toBe(wanted.length);
        const statusOrder =
          field === 'STATUS' ? await learnStatusOrder(subscriptions, initialPayment) : undefined;
        expect(isSorted(seen, field, sortDirection, statusOrder), words).toBe(true);
        if (field === 'AMOUNT' && !inSmokeOnly())
          await listsAnyAmount(subscriptions, sortDirection);
      },
    );
  }

  check(
    `subscriptions.list.sort-updated-${inIds[sortDirection]}`,
    `lists by UPDATED, ${inWords[sortDirection]}`,
    async ({ subscriptions, initialPayment, skip }) => {
      const customerId = aCustomerId();
      const ids: string[] = [];
      while (ids.length < 3) {
        const active = await activeSubscription(subscriptions, initialPayment, { customerId });
        if ('missing' in active) return skip(active.missing);
        ids.push(active.subscriptionId);
      }
      // The last is updated never, the first last: the order of creation would be another one.
      const [first = '', second = '', last = ''] = ids;
      for (const update of [
        { subscriptionId: second, amount: 11_00 },
        { subscriptionId: first, ...ofTheInterval[sortDirection] },
      ]) {
        // Some targets tell moments apart by the second.
        await sleep(1_100);
        // Who only reads updates nothing.
        await detailsOf(subscriptions, { subscriptionId: last });
        const updated = await subscriptions.update(update);
        promised(updated, 'subscriptions.update.succeeds');
      }

      const list = await promisedList(subscriptions, {
        customerId,
        sortField: 'UPDATED',
        sortDirection,
      });

      const ascending = [last, second, first];
      const wanted = sortDirection === 'ASC' ? ascending : ascending.toReversed();
      const words = sentExpectedGot(list, `by UPDATED, ${inWords[sortDirection]}`);
      expect(idsIn(list), words).toEqual(wanted);
      if (inSmokeOnly()) return;
      const pages = await Promise.all(
        [0, 1].map((page) =>
          promisedList(subscriptions, {
            customerId,
            sortField: 'UPDATED',
            sortDirection,
            page,
            size: 2,
          }),
        ),
      );
      const onPages = sentExpectedGot(pages, `pages of 2 by UPDATED, ${inWords[sortDirection]}`);
      expect(pages.flatMap(idsIn), onPages).toEqual(wanted);

      await sleep(1_100);
      const deactivated = await subscriptions.deactivate({ subscriptionId: last, force: true });
      promised(deactivated, 'subscriptions.state.cancelled-from-active');
      const changed = await promisedList(subscriptions, {
        customerId,
        statuses: ['ACTIVE', 'CANCELLED'],
        sortField: 'UPDATED',
        sortDirection,
      });
      // What is cancelled is changed as well. Part 3.2.
      const after = [second, first, last];
      const inOrder = sentExpectedGot(
        [deactivated, changed],
        `by UPDATED, ${inWords[sortDirection]}, the deactivated one as the latest`,
      );
      expect(idsIn(changed), inOrder).toEqual(sortDirection === 'ASC' ? after : after.toReversed());
    },
  );
}

for (const [id, sortDirection] of [
  ['subscriptions.list.sort-created-asc', 'ASC'],
  ['subscriptions.list.sort-created-desc', 'DESC'],
] as const) {
  check(
    id,
    `lists by CREATED, ${inWords[sortDirection]}, when the first was changed last`,
    async ({ subscriptions, skip }) => {
      const customerId = aCustomerId();
      const older = await newSubscription(subscriptions, { customerId });
      // Some targets tell moments apart by the second.
      await sleep(1_100);
      const newer = await newSubscription(subscriptions, { customerId });
      const [before = 0, after = 0] = await Promise.all(
        [older, newer].map(createdOf(subscriptions)),
      );
      if (before >= after) {
        return skip('created is too coarse to show which is newer, which part 2.3 allows');
      }
      await sleep(1_100);
      const { subscriptionId } = older;
      const deactivated = await subscriptions.deactivate({ subscriptionId, force: true });
      promised(deactivated, 'subscriptions.state.cancelled-from-initiated');

      const list = await promisedList(subscriptions, {
        customerId,
        sortField: 'CREATED',
        sortDirection,
      });

      const ascending = [older.subscriptionId, newer.subscriptionId];
      const wanted = sortDirection === 'ASC' ? ascending : ascending.toReversed();
      const words = sentExpectedGot(list, `by CREATED, ${inWords[sortDirection]}`);
      expect(idsIn(list), words).toEqual(wanted);
    },
  );
}

check(
  'subscriptions.list.sort-amount-asc',
  'lists by AMOUNT as each update leaves it, whoever the customers are',
  async ({ subscriptions, skip }) => {
    const least = randomInt(1_000, 90_000) * 100;
    const [one, other] = (await Promise.all(
      [least, least + 50].map((amount) => newSubscription(subscriptions, { amount })),
    )) as [TestSubscription, TestSubscription];
    const ofBoth = { amountFrom: least, amountTo: least + 99 };
    const byAmount = { ...ofBoth, sortField: 'AMOUNT', sortDirection: 'ASC' };
    await promisedList(subscriptions, byAmount);

    // What others create meanwhile may be why a list is made anew: now and then nobody does.
    for (let turn = 1; turn <= repeated(12, 1); turn += 1) {
      const isMore = turn % 2 === 1;
      const { subscriptionId } = one;
      const amount = least + (isMore ? 99 : 1);
      const updated = await subscriptions.update({ subscriptionId, amount });
      if (!isSubscriptionSuccess(updated))
        return skip('nothing is updated before the first payment');

      const list = await promisedList(subscriptions, byAmount);

      const [first, second] = isMore ? [other, one] : [one, other];
      const words = sentExpectedGot([updated, list], 'both by the amounts that they have now');
      const seen = idsIn(list).filter((id) =>
        [one, other].some((our) => our.subscriptionId === id),
      );
      expect(seen, words).toEqual([first.subscriptionId, second.subscriptionId]);
    }
  },
);

/** Neither up nor down, and beyond what integers of 32 bits hold. */
const anyAmounts = [2 ** 31, 10_00, 2 ** 32 + 5_00, 9_99, 2 ** 31 - 1, 10 ** 12, 20_00];

/** How large an amount may be is not shown: what is refused is not looked for. */
async function listsAnyAmount(
  subscriptions: SubscriptionsClient,
  sortDirection: (typeof directions)[number],
): Promise<void> {
  const customerId = aCustomerId();
  const created = await Promise.all(
    anyAmounts.map(async (amount) => ({
      amount,
      answer: await subscriptions.create(aSubscription({ customerId, amount })),
    })),
  );
  const taken = created.filter(({ answer }) => isSubscriptionSuccess(answer));

  const list = await promisedList(subscriptions, {
    customerId,
    sortField: 'AMOUNT',
    sortDirection,
  });

  const ascending = taken
    .toSorted((one, other) => one.amount - other.amount)
    .map(({ answer }) => memberOf(subscriptionIn(answer), 'subscriptionId'));
  const words = sentExpectedGot(list, `${taken.length} by AMOUNT, ${inWords[sortDirection]}`);
  expect(idsIn(list), words).toEqual(sortDirection === 'ASC' ? ascending : ascending.toReversed());
}

interface Population {
  readonly customerId: string;
  readonly known: readonly ListedSubscription[];
}

/** Seven of one customer, of every kind, in an order that no field sorts by; only read, so all look at the same. */
function mixedPopulation(
  subscriptions: SubscriptionsClient,
  initialPayment: InitialPayment,
): Promise<Population> {
  return subscriptions.learn('seven subscriptions to sort', async () => {
    const customerId = aCustomerId();
    const known = await population(subscriptions, initialPayment, [
      memberOfCustomer(customerId, 9_00, 20, 'ACTIVE'),
      memberOfCustomer(customerId, 10_00, 1, 'INITIATED'),
      memberOfCustomer(customerId, 100_00, 9, 'ACTIVE'),
      memberOfCustomer(customerId, 8_50, 1, 'CANCELLED'),
      memberOfCustomer(customerId, 10_00, 100, 'ACTIVE'),
      memberOfCustomer(customerId, 1_00, 1, 'INITIATED'),
      {
        ...memberOfCustomer(customerId, 20_00, 3, 'ACTIVE'),
        ...(inSmokeOnly() ? {} : { updatedTo: 9_50 }),
      },
    ]);
    return { customerId, known };
  });
}

function memberOfCustomer(
  customerId: string,
  amount: number,
  days: number,
  becomes: MemberOfPopulation['becomes'],
): MemberOfPopulation {
  return { customerId, amount, interval: { value: days, unit: 'DAYS' }, becomes };
}

/** In an order that is neither up nor down. */
function shuffled<T>([first, second, ...others]: readonly T[]): T[] {
  return [second, ...others.toReversed(), first].filter((one) => one !== undefined);
}
