import { Temporal } from 'temporal-polyfill';

// What document 3 tells of the life of a subscription: parts 2.3, 3.2 and 4.8.

/** What happens to a subscription; `deactivate` does not say force. */
export type SubscriptionEvent = 'payment' | 'decline' | 'update' | 'deactivate' | 'force';

/**
 * How a subscription stands, as far as the document tells. Where a declined payment leads to is not shown
 * (`tried`), nor whether a payment after that activates it, and how soon (`paying`), nor what a deactivated one
 * shows until its period is over (`ending`).
 */
export type SubscriptionState =
  | 'initiated'
  | 'tried'
  | 'paying'
  | 'active'
  | 'ending'
  | 'cancelled';

/** The statuses that a state may be shown as. Document 3, part 3.2. */
export const statusesOf: Readonly<Record<SubscriptionState, readonly string[]>> = {
  initiated: ['INITIATED'],
  tried: ['INITIATED', 'UNPAID', 'PAYMENT_FAILED'],
  paying: ['INITIATED', 'UNPAID', 'PAYMENT_FAILED', 'ACTIVE'],
  active: ['ACTIVE'],
  ending: ['INITIATED', 'UNPAID', 'PAYMENT_FAILED', 'ACTIVE'],
  cancelled: ['CANCELLED'],
};

/** The states that an event may lead to. Document 3, part 3.2. */
export function statesAfter(
  state: SubscriptionState,
  event: SubscriptionEvent,
): readonly SubscriptionState[] {
  if (state === 'cancelled') return ['cancelled'];
  if (state === 'ending') return ['ending', 'cancelled'];
  switch (event) {
    case 'payment':
      // Whether an order takes a card after it has declined one is not shown.
      return state === 'tried' || state === 'paying' ? ['active', 'paying'] : ['active'];
    case 'decline':
      if (state === 'paying') return ['active', 'paying'];
      return state === 'active' ? ['active'] : ['tried'];
    case 'update':
      return state === 'paying' ? ['active', 'paying'] : [state];
    case 'deactivate':
      return ['ending', 'cancelled'];
    case 'force':
      return ['cancelled'];
  }
}

/** How often a subscription charges. Document 3, part 2.3. */
export interface Interval {
  readonly value: number;
  readonly unit: 'DAYS' | 'WEEKS' | 'MONTHS' | 'YEARS';
}

/** From and to, in milliseconds since 1970, both lawful. */
interface Span {
  readonly earliest: number;
  readonly latest: number;
}

/**
 * Where a moment one interval later may lie. The document names neither the calendar in which it
 * counts nor what becomes of a day that a month does not have: each reading is in the span.
 */
export function oneIntervalAfter(
  { moment, offset }: { readonly moment: number; readonly offset: string },
  { value, unit }: Interval,
): Span {
  const instant = Temporal.Instant.fromEpochMilliseconds(moment);
  const step = { [unit.toLowerCase()]: value } as Temporal.DurationLike;
  const isOfMonths = unit === 'MONTHS' || unit === 'YEARS';
  const starts = [offset, 'UTC'].map((zone) => instant.toZonedDateTimeISO(zone));
  const ends = starts.map((start) => start.add(step).epochMilliseconds);
  // Counted from a 31st, the end of February is followed by the end of March, or by the third; and who charges
  // once a day shows the midnight after it.
  const isNearMonthEnd = starts.some(({ day }) => day > 27 || day <= 4);
  const slack = isOfMonths && isNearMonthEnd ? 4 * dayMs : 0;
  // Where clocks are put forward or back meanwhile, a day is an hour shorter or longer; who charges at midnight alone
  // is a day off by that hour.
  const isAtMidnight = starts.some((start) => start.startOfDay().epochMilliseconds === moment);
  const clocks = isAtMidnight ? dayMs : hourMs;
  return {
    earliest: Math.min(...ends) - slack - clocks,
    latest: Math.max(...ends) + slack + clocks,
  };
}

/** The length of an interval of days or weeks in milliseconds, but for an hour in spring and autumn. */
export function lengthMs({ value, unit }: Interval): number {
  return value * (unit === 'WEEKS' ? 7 : 1) * dayMs;
}

/** The most charges that may have been paid in so long a time: one for each interval that ended. */
export function mostCharges(elapsedMs: number, shortest: Interval): number {
  return Math.floor((elapsedMs + hourMs) / lengthMs(shortest));
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
