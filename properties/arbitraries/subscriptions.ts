import fc from 'fast-check';
import { fieldsToSortBy, type SortField } from '../../fixtures/fields/subscriptions-requests.ts';
import type { Interval, SubscriptionEvent } from '../models/subscription.ts';

/** What is done to a subscription that is charged; plans hold no moments, which the target gives. */
export type ChargeStep =
  | { readonly do: 'wait until just before' }
  | { readonly do: 'wait until just after' }
  | { readonly do: 'wait for'; readonly intervals: number }
  | { readonly do: 'update amount'; readonly amount: number }
  | { readonly do: 'update interval'; readonly interval: Interval }
  | { readonly do: 'deactivate'; readonly force: boolean };

/** The same where charges are declined and approved again. */
type DeclineStep =
  | { readonly do: 'decline' | 'approve' }
  | { readonly do: 'wait for'; readonly intervals: number }
  | { readonly do: 'update amount'; readonly amount: number }
  | { readonly do: 'cancel' };

/** Minor units. */
export const chargeAmount = fc.integer({ min: 1_00, max: 99_99 });

/** Days and weeks, whose length every calendar agrees on. */
export const shortInterval: fc.Arbitrary<Interval> = fc.oneof(
  fc.record({ value: fc.integer({ min: 1, max: 5 }), unit: fc.constant('DAYS' as const) }),
  fc.record({ value: fc.integer({ min: 1, max: 2 }), unit: fc.constant('WEEKS' as const) }),
);

const waitFor = fc.record({
  do: fc.constant('wait for' as const),
  intervals: fc.integer({ min: 1, max: 4 }),
});
const updateAmount = fc.record({ do: fc.constant('update amount' as const), amount: chargeAmount });

const chargeStep: fc.Arbitrary<ChargeStep> = fc.oneof(
  { weight: 2, arbitrary: fc.constant({ do: 'wait until just before' as const }) },
  { weight: 3, arbitrary: fc.constant({ do: 'wait until just after' as const }) },
  { weight: 2, arbitrary: waitFor },
  { weight: 2, arbitrary: updateAmount },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('update interval' as const),
      interval: shortInterval,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('deactivate' as const), force: fc.boolean() }),
  },
);

/**
 * So many steps at most, then another amount for two charges, of which the second is surely of that amount, and a
 * deactivation that two intervals follow.
 */
export function chargeLife(atMost: number): fc.Arbitrary<ChargeStep[]> {
  return fc
    .tuple(fc.array(chargeStep, { minLength: 2, maxLength: atMost }), updateAmount, fc.boolean())
    .map(([steps, update, force]) => [
      { do: 'wait until just before' },
      ...steps,
      update,
      { do: 'wait for', intervals: 2 },
      { do: 'deactivate', force },
      { do: 'wait for', intervals: 2 },
    ]);
}

export const declineStep: fc.Arbitrary<DeclineStep> = fc.oneof(
  { weight: 2, arbitrary: fc.constant({ do: 'decline' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'approve' as const }) },
  { weight: 3, arbitrary: waitFor },
  { weight: 1, arbitrary: updateAmount },
  { weight: 1, arbitrary: fc.constant({ do: 'cancel' as const }) },
);

/**
 * What happens to a subscription. Chosen alike, a deactivation would end most runs before anything
 * was paid, so payments and updates come first and often.
 */
const subscriptionEvent: fc.Arbitrary<SubscriptionEvent> = fc.oneof(
  { weight: 2, arbitrary: fc.constant('payment' as const) },
  { weight: 1, arbitrary: fc.constant('decline' as const) },
  { weight: 2, arbitrary: fc.constant('update' as const) },
  { weight: 1, arbitrary: fc.constant('deactivate' as const) },
  { weight: 1, arbitrary: fc.constant('force' as const) },
);

const firstEvent: fc.Arbitrary<SubscriptionEvent> = fc.oneof(
  { weight: 5, arbitrary: fc.constant('payment' as const) },
  { weight: 2, arbitrary: fc.constant('decline' as const) },
  { weight: 1, arbitrary: subscriptionEvent },
);

/**
 * The life of a subscription, so many events long at most. What is cancelled before it was paid for, or
 * goes on after a cancellation, would be rare.
 */
export function subscriptionLife(atMost: number): fc.Arbitrary<SubscriptionEvent[]> {
  const any = fc
    .tuple(firstEvent, fc.array(subscriptionEvent, { maxLength: atMost - 1 }))
    .map(([first, others]) => [first, ...others]);
  const cancelledEarly = fc
    .array(subscriptionEvent, { minLength: 1, maxLength: atMost - 3 })
    .map((others): SubscriptionEvent[] => ['force', 'payment', 'update', ...others]);
  return fc.oneof({ weight: 2, arbitrary: any }, { weight: 1, arbitrary: cancelledEarly });
}

/** What a list can be sorted by, but for UPDATED, which no answer shows. Document 3, part 4.8, rule 2. */
export type ShownSortField = Exclude<SortField, 'UPDATED'>;
const shownSortFields = fieldsToSortBy.filter((field) => field !== 'UPDATED');

/** A subscription to be made; amounts are few, so that some are equal. */
interface MemberPlan {
  readonly amount: number;
  readonly interval: Interval;
  readonly becomes: 'INITIATED' | 'ACTIVE' | 'CANCELLED';
}

export const memberPlan: fc.Arbitrary<MemberPlan> = fc.record({
  amount: fc.constantFrom(5_00, 5_01, 7_50, 9_99, 10_00, 100_00),
  // How long an interval may be is not shown.
  interval: fc
    .record({
      value: fc.integer({ min: 1, max: 12 }),
      unit: fc.constantFrom('DAYS', 'WEEKS', 'MONTHS', 'YEARS'),
    })
    .map(({ value, unit }) => ({ value: unit === 'YEARS' ? Math.ceil(value / 3) : value, unit })),
  becomes: fc.constantFrom('INITIATED', 'ACTIVE', 'CANCELLED'),
});

/** A question to the list of one customer. */
export interface ListPlan {
  readonly statuses: readonly string[] | undefined;
  readonly amountFrom: number | undefined;
  readonly amountTo: number | undefined;
  readonly sortField: ShownSortField;
  readonly sortDirection: 'ASC' | 'DESC';
}

const bound = fc.option(fc.constantFrom(5_00, 5_01, 7_50, 9_98, 10_00), { nil: undefined });

/** A range that ends before it begins is left out: what it lists is not shown. */
export const listPlan: fc.Arbitrary<ListPlan> = fc
  .record({
    statuses: fc.option(
      fc.subarray(['INITIATED', 'ACTIVE', 'CANCELLED', 'UNPAID'], { minLength: 1 }),
      { nil: undefined },
    ),
    amountFrom: bound,
    amountTo: bound,
    sortField: fc.constantFrom(...shownSortFields),
    sortDirection: fc.constantFrom('ASC' as const, 'DESC' as const),
  })
  .filter(({ amountFrom = 0, amountTo = Number.MAX_SAFE_INTEGER }) => amountFrom <= amountTo);
