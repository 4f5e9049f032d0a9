import { setTimeout as sleep } from 'node:timers/promises';
import { atOnce } from '../../fixtures/at-once.ts';
import { aCustomerId, aSubscription } from '../../fixtures/builders/subscriptions.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import {
  isSubscriptionSuccess,
  subscriptionIn,
  type SubscriptionsClient,
} from '../../fixtures/clients/subscriptions.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import {
  idsIn,
  inOrderOf,
  learnStatusOrder,
  type ListedSubscription,
  population,
  promisedList,
} from '../../fixtures/worlds/subscription-lists.ts';
import { fieldsToSortBy } from '../../fixtures/fields/subscriptions-requests.ts';
import { memberOf } from '../../fixtures/transcript/exchange.ts';
import { type InitialPayment, promised } from '../../fixtures/worlds/subscriptions.ts';
import type { ShownSortField } from '../arbitraries/subscriptions.ts';
import { fitting, isSorted } from '../models/subscription-list.ts';

// Document 3, part 4.8, rule 2: bounds however far and however they are written, filters in pairs, and what
// holds where an order is named in part. Generated filters stand in list.test.ts.

interface TwoGroups {
  readonly customerId: string;
  readonly known: readonly ListedSubscription[];
  /** A whole second after the first three were created and before the others; undefined where there is none. */
  readonly between: number | undefined;
}

/** Long enough that a whole second lies between, also where created is shown in seconds. */
const pauseMs = 2_200;

/** Six of one customer, in two groups; only read, so all checks look at the same. */
function twoGroups(
  subscriptions: SubscriptionsClient,
  initialPayment: InitialPayment,
): Promise<TwoGroups> {
  return subscriptions.learn('six subscriptions in two groups', async () => {
    const customerId = aCustomerId();
    const groupOf = (members: readonly (readonly [number, Becomes])[]) =>
      population(
        subscriptions,
        initialPayment,
        members.map(([amount, becomes]) => {
          const interval = { value: amount / 1_00, unit: 'WEEKS' };
          return { customerId, amount, interval, becomes };
        }),
      );
    const older = await groupOf([
      [9_00, 'ACTIVE'],
      [5_00, 'INITIATED'],
      [7_00, 'CANCELLED'],
    ]);
    await sleep(pauseMs);
    const newer = await groupOf([
      [4_00, 'ACTIVE'],
      [8_00, 'INITIATED'],
      [6_00, 'CANCELLED'],
    ]);
    const last = Math.max(...older.map(({ created }) => created));
    const first = Math.min(...newer.map(({ created }) => created));
    const middle = Math.floor((last + first) / 2_000) * 1_000;
    const between = first - last > 1_500 ? middle : undefined;
    return { customerId, known: [...older, ...newer], between };
  });
}

type Becomes = 'INITIATED' | 'ACTIVE' | 'CANCELLED';

/** Orders that are named in part, and what they come to. `statuses` as in list-order.test.ts. */
const halfNamed: readonly {
  readonly asked: object;
  readonly field: ShownSortField;
  readonly direction: 'ASC' | 'DESC';
}[] = [
  ...(['SUBSCRIPTION_ID', 'CREATED', 'AMOUNT', 'STATUS'] as const).map((field) => ({
    asked: { sortField: field },
    field,
    direction: 'DESC' as const,
  })),
  {
    asked: { sortField: 'NEXT_CHARGE_AT', statuses: ['ACTIVE'] },
    field: 'NEXT_CHARGE_AT',
    direction: 'DESC',
  },
  { asked: { sortDirection: 'ASC' }, field: 'CREATED', direction: 'ASC' },
  { asked: { sortDirection: 'DESC' }, field: 'CREATED', direction: 'DESC' },
];

check(
  'subscriptions.list.half-named-order',
  'lists in the order that is left to it where only a field or only a direction is named',
  async ({ subscriptions, initialPayment }) => {
    const { customerId, known } = await twoGroups(subscriptions, initialPayment);
    const statuses = await learnStatusOrder(subscriptions, initialPayment);
    await forEvery(halfNamed, inWords, async ({ asked, field, direction }) => {
      const list = await promisedList(subscriptions, { customerId, ...asked });

      const seen = inOrderOf(idsIn(list), known);
      const words = sentExpectedGot(list, `by ${field}, ${direction}`);
      expect(isSorted(seen, field, direction, statuses), words).toBe(true);
    });
    // When something was changed last is not shown, so that one list tells of the other.
    const [half, whole] = [
      await promisedList(subscriptions, { customerId, sortField: 'UPDATED' }),
      await promisedList(subscriptions, {
        customerId,
        sortField: 'UPDATED',
        sortDirection: 'DESC',
      }),
    ];
    const latest = [half, whole].map((list) =>
      idsIn(list)
        .slice(0, known.length / 2)
        .toSorted(),
    );
    const words =
      'the same three first as by UPDATED, DESC: all of these were changed after the others';
    expect(latest[0], sentExpectedGot([whole, half], words)).toEqual(latest[1]);
  },
);

/** One would be 6.50 in 32 bits, which some cost more than; the last are beside what one costs. */
const oddAmounts = [-1, 0, 2 ** 31, 10 ** 12, 2 ** 53 - 1, 2 ** 32 + 6_50, 6_99.5, 7_00.5];

check(
  'subscriptions.list.far-bounds',
  'lists what lies within bounds far from any amount, or with fractions of one',
  async ({ subscriptions, initialPayment }) => {
    const { customerId, known } = await twoGroups(subscriptions, initialPayment);
    const rows = oddAmounts.flatMap((amount) => [{ amountFrom: amount }, { amountTo: amount }]);
    await forEvery(rows, inWords, async (filter: AmountFilter) => {
      const list = await subscriptions.list({ customerId, ...filter });

      // How large a bound may be is not shown, nor whether it may be negative or a fraction.
      if (!isSubscriptionSuccess(list)) return;
      const wanted = fitting(known, { ...anything, ...filter });
      const words = sentExpectedGot(list, `${wanted.length} of ${known.length}`);
      expect(idsIn(list).toSorted(), words).toEqual(wanted.toSorted());
    });
  },
);

interface AmountFilter {
  readonly amountFrom?: number;
  readonly amountTo?: number;
}

/** Of east and west of Greenwich, and one of a day that has begun nowhere else. */
const offsets = ['Z', '+00:00', '+05:30', '-08:00', '-03:30', '+14:00'];

check(
  'subscriptions.list.moments-in-any-zone',
  'lists from a moment on, and up to it, in whatever zone that is written',
  async ({ subscriptions, initialPayment, skip }) => {
    const { customerId, known, between } = await twoGroups(subscriptions, initialPayment);
    if (between === undefined) return skip(notApart);
    const rows = [
      ...offsets.map((offset) => momentIn(offset, between)),
      ...['.0+05:30', '.000-08:00', '.123456+14:00'].map((ending) => momentIn(ending, between)),
    ].flatMap((moment) => [{ createdFrom: moment }, { createdTo: moment }]);
    await forEvery(rows, inWords, async (filter: object) => {
      const list = await subscriptions.list({ customerId, ...filter });

      // In which of its forms ISO 8601 is taken is not shown.
      if (!isSubscriptionSuccess(list)) return;
      const isFrom = 'createdFrom' in filter;
      const wanted = known.filter(({ created }) => created > between === isFrom);
      const words = sentExpectedGot(list, `those created ${isFrom ? 'later' : 'earlier'}`);
      expect(idsIn(list).toSorted(), words).toEqual(idsOf(wanted));
    });
  },
);

check(
  'subscriptions.list.moments-in-any-zone',
  'lists up to a tenth or a hundredth of a second what was created in it, and from its end what was not',
  async ({ subscriptions, initialPayment, skip }) => {
    const { customerId, known } = await twoGroups(subscriptions, initialPayment);
    const exact = known.filter(({ created }) => created % 1_000 >= 20);
    if (exact.length === 0) return skip('created shows no fraction of a second');
    const rows = exact.slice(0, 3).flatMap(({ subscriptionId, created }) =>
      [1, 2].map((digits) => {
        const step = 10 ** (3 - digits);
        const end = new Date((Math.floor(created / step) + 1) * step).toISOString();
        return { subscriptionId, end: `${end.slice(0, 20 + digits)}Z` };
      }),
    );
    await forEvery(rows, inWords, async ({ subscriptionId, end }) => {
      for (const [filter, isListed] of [
        [{ createdTo: end }, true],
        [{ createdFrom: end }, false],
      ] as const) {
        const list = await subscriptions.list({ customerId, ...filter });
        // In which of its forms ISO 8601 is taken is not shown.
        if (!isSubscriptionSuccess(list)) continue;
        const words = sentExpectedGot(list, `${isListed ? 'with' : 'without'} ${subscriptionId}`);
        expect(idsIn(list).includes(subscriptionId), words).toBe(isListed);
      }
    });
  },
);

check(
  'subscriptions.list.filters-together',
  'lists nothing of later than createdTo, whoever it is of and in whatever order',
  async ({ subscriptions, initialPayment, skip }) => {
    const { between } = await twoGroups(subscriptions, initialPayment);
    if (between === undefined) return skip(notApart);
    // Such that it stands on the first page by its amount, among those of everybody.
    const created = await subscriptions.create(aSubscription({ amount: 999_999_999 }));
    if (!isSubscriptionSuccess(created)) return skip('no amount is taken that nobody else has');
    const id = String(memberOf(subscriptionIn(created), 'subscriptionId'));
    const byAmount = { sortField: 'AMOUNT', sortDirection: 'DESC', size: 20 } as const;
    const all = await promisedList(subscriptions, byAmount);
    if (!idsIn(all).includes(id)) return skip('others have larger amounts');

    const list = await promisedList(subscriptions, {
      ...byAmount,
      createdTo: momentIn('Z', between),
    });

    const words = sentExpectedGot([created, list], `without ${id}, which was created later`);
    expect(idsIn(list), words).not.toContain(id);
  },
);

/** Each filter of a customer's subscriptions, and which of them it leaves. */
const filters = (
  between: string,
  moment: number,
): readonly (readonly [object, (one: ListedSubscription) => boolean])[] => [
  [{ createdFrom: between }, ({ created }) => created > moment],
  [{ createdTo: between }, ({ created }) => created < moment],
  [{ statuses: ['ACTIVE', 'INITIATED'] }, ({ status }) => /ACTIVE|INITIATED/.test(status)],
  [{ statuses: ['CANCELLED'] }, ({ status }) => status === 'CANCELLED'],
  [{ amountFrom: 6_00 }, ({ amount }) => amount >= 6_00],
  [{ amountTo: 7_00 }, ({ amount }) => amount <= 7_00],
];

check(
  'subscriptions.list.filters-together',
  'lists what fits both of two filters',
  async ({ subscriptions, initialPayment, skip }) => {
    const { customerId, known, between } = await twoGroups(subscriptions, initialPayment);
    if (between === undefined) return skip(notApart);
    const all = filters(momentIn('Z', between), between);
    const pairs = all.flatMap(([one, fitsOne], place) =>
      all.slice(place + 1).map(([other, fitsOther]) => ({
        filter: { ...one, ...other },
        fits: (each: ListedSubscription) => fitsOne(each) && fitsOther(each),
        isPair: Object.keys(one).join() !== Object.keys(other).join(),
      })),
    );
    // What was created both before and after a moment is a range that ends before it begins.
    const rows = pairs.filter(
      ({ filter, isPair }) => isPair && !('createdFrom' in filter && 'createdTo' in filter),
    );
    await forEvery(
      rows,
      ({ filter }) => inWords(filter),
      async ({ filter, fits }) => {
        const list = await promisedList(subscriptions, { customerId, ...filter });

        const wanted = known.filter(fits);
        const words = sentExpectedGot(list, `${wanted.length} that fit both`);
        expect(idsIn(list).toSorted(), words).toEqual(idsOf(wanted));
      },
    );
  },
);

/** Each field and direction to sort by. */
const everyOrder = fieldsToSortBy.flatMap((sortField) =>
  (['ASC', 'DESC'] as const).map((sortDirection) => ({ sortField, sortDirection })),
);

check(
  'subscriptions.list.equals-the-model',
  'lists what fits a filter whatever it is sorted by',
  async ({ subscriptions, initialPayment, skip }) => {
    const { customerId, known, between } = await twoGroups(subscriptions, initialPayment);
    if (between === undefined) return skip(notApart);
    const [from, to, ...others] = filters(momentIn('Z', between), between);
    const rows = everyOrder.map((order, place) => ({
      order,
      asked: [from, to, others[place % others.length]].filter((one) => one !== undefined),
    }));
    await forEvery(
      rows,
      ({ order }) => inWords(order),
      async ({ order, asked }) => {
        for (const [filter, fits] of asked) {
          const list = await promisedList(subscriptions, { customerId, ...filter, ...order });

          const wanted = known.filter(fits);
          const words = sentExpectedGot(list, `${wanted.length} of ${known.length}`);
          expect(idsIn(list).toSorted(), words).toEqual(idsOf(wanted));
        }
      },
    );
  },
);

/** Two lists whose members read the same where they are written one behind the other. */
const readAlike = (
  customerId: string,
): readonly (readonly [CustomersFilter, CustomersFilter])[] => [
  [
    { customerId, amountFrom: 5, amountTo: 15_00 },
    { customerId, amountFrom: 51, amountTo: 5_00 },
  ],
  [
    { customerId, amountFrom: 5, amountTo: 50_01 },
    { customerId, amountFrom: 15, amountTo: 5_00 },
  ],
  [
    { customerId: `${customerId}1`, amountFrom: 5 },
    { customerId, amountFrom: 15 },
  ],
  [
    { customerId: `1${customerId}`, amountTo: 1_50 },
    { customerId, amountTo: 15_01 },
  ],
];

interface CustomersFilter extends AmountFilter {
  readonly customerId: string;
}

check(
  'subscriptions.list.filters-together',
  'lists for each of two requests what it is for, where their filters have the same digits in other places',
  async ({ subscriptions, initialPayment }) => {
    const { customerId, known } = await twoGroups(subscriptions, initialPayment);
    await forEvery(readAlike(customerId), inWords, async (pair) => {
      // At once, so that nothing changes in between: a list may be remembered until then.
      const lists = await atOnce(() => pair.map((filter) => subscriptions.list(filter)));

      for (const [place, list] of lists.entries()) {
        promised(list, 'subscriptions.list.succeeds');
        const filter = { ...anything, ...pair[place] };
        const ofCustomer = filter.customerId === customerId ? known : [];
        const wanted = fitting(ofCustomer, filter);
        const words = sentExpectedGot(
          lists,
          `${wanted.length} of ${known.length} by the ${place === 0 ? 'first' : 'second'}`,
        );
        expect(idsIn(list).toSorted(), words).toEqual(wanted.toSorted());
      }
    });
  },
);

const anything = { statuses: undefined, amountFrom: undefined, amountTo: undefined };
const notApart = 'created is too coarse to show which is newer, which part 2.3 allows';

/** A moment as clocks of an offset show it, in ISO 8601; a fraction of a second may stand before the offset. */
function momentIn(offset: string, moment: number): string {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(offset) ?? [];
  const minutesEast = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * (sign === '-' ? -1 : 1);
  const wall = new Date(moment + minutesEast * 60_000).toISOString();
  return `${wall.slice(0, 19)}${offset}`;
}

function idsOf(some: readonly ListedSubscription[]): string[] {
  return some.map(({ subscriptionId }) => subscriptionId).toSorted();
}

function inWords(row: object): string {
  return JSON.stringify(row);
}
