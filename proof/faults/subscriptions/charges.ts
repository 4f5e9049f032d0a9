import { randomUUID } from 'node:crypto';
import { type BillingInterval, documentRules, type Rules } from '../../../sandbox/rules/index.ts';
import { type Fault, fault, type Tampering } from '../fault.ts';
import {
  type Members,
  onPath,
  throughEuros,
  withBody,
  withRememberingRules,
  withRules,
} from '../tampering.ts';
import {
  onSubscriptions,
  paysInEuros,
  rememberingInSubscriptionAnswer,
  subscriptionOf,
} from './tampering.ts';

// Document 3, parts 2.3, 3.2 and 4.8: what is charged, when, and how it is listed.

const { subAfterIntervals, subMayBeCharged, subNextChargeAt, subStatusAfterCharge } = documentRules;

export const subscriptionChargeFaults: readonly Fault[] = [
  fault(
    'subscriptions.details.charges-follow',
    'newest-first',
    'lists the newest charge before earlier ones',
    inDetails((details) => {
      const [activation, ...charges] = paymentsOf(details);
      details['payments'] = [activation, ...charges.toReversed()];
    }),
  ),
  fault(
    'subscriptions.details.charges-follow',
    'last-only',
    'lists only the last charge',
    inDetails((details) => {
      const [activation, ...charges] = paymentsOf(details);
      details['payments'] = [activation, ...charges.slice(-1)];
    }),
  ),
  fault(
    'subscriptions.details.charges-follow',
    'listed-twice',
    'lists the last charge twice',
    inDetails((details) => {
      const [activation, ...charges] = paymentsOf(details);
      details['payments'] = [activation, ...charges, ...charges.slice(-1)];
    }),
  ),
  fault(
    'subscriptions.details.activation-first',
    'latest-fifty',
    'lists the fifty latest payments alone',
    inDetails((details) => {
      details['payments'] = paymentsOf(details).slice(-50);
    }),
  ),
  fault(
    'subscriptions.details.activation-first',
    'latest-thousand',
    'lists the thousand latest payments alone',
    inDetails((details) => {
      details['payments'] = paymentsOf(details).slice(-1_000);
    }),
  ),
  fault(
    'subscriptions.details.activation-first',
    'last-once-cancelled',
    'lists the payments of what is cancelled from the last to the first',
    inDetails((details) => {
      if (details['status'] === 'CANCELLED') details['payments'] = paymentsOf(details).toReversed();
    }),
  ),
  fault(
    'subscriptions.update.charges-the-new-amount',
    'that-of-the-creation',
    'keeps charging the original amount',
    withRules({ subChargeAmount: ({ atCreation }) => atCreation }),
  ),
  fault(
    'subscriptions.update.charges-the-new-amount',
    'first-of-several',
    'charges the first of several new amounts and shows the last',
    onSubscriptions(() => {
      const amounts = new Map<unknown, readonly [first: unknown, last: unknown]>();
      return async (asked, send) => {
        const { subscriptionId, subscriptionUuid, amount } = asked.body;
        const id = subscriptionId ?? subscriptionUuid;
        const isUpdate = asked.operation === 'update' && amount !== undefined;
        const first = isUpdate ? (amounts.get(id)?.[0] ?? amount) : undefined;
        if (isUpdate) amounts.set(id, [first, amount]);
        const response = await send(
          isUpdate ? { body: JSON.stringify({ ...asked.body, amount: first }) } : {},
        );
        const known = amounts.get(id);
        if (!response.ok || known === undefined || asked.operation === 'deactivate')
          return response;
        const answer = (await response.json()) as Members;
        subscriptionOf(answer)['amount'] = known[1];
        return withBody(response, JSON.stringify(answer));
      };
    }),
  ),
  fault(
    'subscriptions.update.charges-at-the-new-interval',
    'until-the-next-update',
    'takes an interval back that was updated once something else is',
    onSubscriptions(() => {
      const intervals = new Map<unknown, Members>();
      return async (asked, send) => {
        const { subscriptionId, billingIntervalValue, billingIntervalUnit, amount } = asked.body;
        const first = intervals.get(subscriptionId);
        const isOther = billingIntervalValue === undefined && billingIntervalUnit === undefined;
        if (asked.operation === 'update' && isOther && amount !== undefined && first !== undefined)
          return send({ body: JSON.stringify({ ...asked.body, ...first }) });
        const response = await send();
        if (asked.operation !== 'create' || !response.ok) return response;
        const answer = (await response.json()) as Members;
        const interval = { billingIntervalValue, billingIntervalUnit };
        intervals.set(subscriptionOf(answer)['subscriptionId'], interval);
        return withBody(response, JSON.stringify(answer));
      };
    }),
  ),
  fault(
    'subscriptions.update.charges-at-the-new-interval',
    'counted-on',
    'goes on counting when another interval begins, so its first period is several times as long',
    withRememberingRules(() => {
      let changed: BillingInterval | undefined;
      return {
        subIntervalInForce: ({ ofLastPeriod, now }) => {
          const isSame = ofLastPeriod.value === now.value && ofLastPeriod.unit === now.unit;
          changed = isSame ? undefined : now;
          return now;
        },
        subAfterIntervals: (start, interval, count, monthEnd) =>
          subAfterIntervals(start, interval, count + (interval === changed ? 1 : 0), monthEnd),
      };
    }),
  ),
  fault(
    'subscriptions.update.charges-at-the-new-interval',
    'counted-on-while-unpaid',
    'goes on counting when another interval is agreed while it is UNPAID',
    withRememberingRules(() => {
      let isLate = false;
      let changed: BillingInterval | undefined;
      return {
        subStatusAfterCharge: (before, outcome) => {
          isLate = before === 'UNPAID';
          return subStatusAfterCharge(before, outcome);
        },
        subIntervalInForce: ({ ofLastPeriod, now }) => {
          const isSame = ofLastPeriod.value === now.value && ofLastPeriod.unit === now.unit;
          changed = isLate && !isSame ? now : undefined;
          return now;
        },
        subAfterIntervals: (start, interval, count, monthEnd) =>
          subAfterIntervals(start, interval, count + (interval === changed ? 1 : 0), monthEnd),
      };
    }),
  ),
  fault(
    'subscriptions.update.charges-at-the-new-interval',
    'cut-short',
    'lets the first period of another interval end a day early, and the others follow it',
    withRememberingRules(() => {
      const changed = new Set<BillingInterval>();
      return {
        subIntervalInForce: ({ ofLastPeriod, now }) => {
          const isSame = ofLastPeriod.value === now.value && ofLastPeriod.unit === now.unit;
          if (!isSame) changed.add(now);
          return isSame ? ofLastPeriod : now;
        },
        subAfterIntervals: (start, interval, count, monthEnd) =>
          subAfterIntervals(start, interval, count, monthEnd) -
          (changed.has(interval) ? 24 * hourMs : 0),
      };
    }),
  ),
  fault(
    'subscriptions.update.charges-the-new-amount',
    'half-way',
    'charges the mean of the old and the new amount',
    withRules({ subChargeAmount: ({ atCreation, now }) => Math.round((atCreation + now) / 2) }),
  ),
  ...(
    [
      ['old-interval', 'the interval', ({ ofLastPeriod }) => ofLastPeriod],
      [
        'old-value',
        'the value of the interval',
        ({ ofLastPeriod, now }) => ({ value: ofLastPeriod.value, unit: now.unit }),
      ],
      [
        'old-unit',
        'the unit of the interval',
        ({ ofLastPeriod, now }) => ({ value: now.value, unit: ofLastPeriod.unit }),
      ],
    ] satisfies readonly (readonly [string, string, Rules['subIntervalInForce']])[]
  ).map(([slug, what, subIntervalInForce]) =>
    fault(
      'subscriptions.update.charges-at-the-new-interval',
      slug,
      `shows an update of ${what} but charges as before`,
      withRules({ subIntervalInForce }),
    ),
  ),

  fault(
    'subscriptions.charge.at-next-charge-at',
    'never',
    'never charges',
    withRules({ subMayBeCharged: () => false }),
  ),
  fault(
    'subscriptions.charge.at-next-charge-at',
    'early',
    'charges an hour before nextChargeAt',
    inDetails((details) => moveNextCharge(details, hourMs)),
  ),
  fault(
    'subscriptions.charge.at-next-charge-at',
    'late',
    'charges an hour after nextChargeAt',
    inDetails((details) => moveNextCharge(details, -hourMs)),
  ),
  fault(
    'subscriptions.charge.at-next-charge-at',
    'still-on-the-timetable',
    'charges when it was to before an update of the unit, and shows a later nextChargeAt until then',
    rememberingInSubscriptionAnswer(['update', 'details'], () => {
      const updated = new Set<unknown>();
      return (answer, { operation, body }) => {
        const { subscriptionId, payments, nextChargeAt } = answer;
        if (operation === 'update' && body['billingIntervalUnit'] !== undefined)
          updated.add(subscriptionId);
        const isFirst = Array.isArray(payments) && payments.length === 1;
        if (!isFirst || !updated.has(subscriptionId)) return;
        const later = Date.parse(String(nextChargeAt)) + 30 * 24 * hourMs;
        answer['nextChargeAt'] = new Date(later).toISOString();
      };
    }),
  ),
  ...(
    [
      [
        'regular-one-beside-the-retry',
        'a retry',
        (answer: Members) => answer['status'] === 'UNPAID',
      ],
      [
        'timer-of-older-terms',
        'an update of the interval to every 45',
        ({ billingIntervalValue }: Members) => billingIntervalValue === 45,
      ],
    ] as const
  ).map(([slug, what, isBegin]) =>
    fault(
      'subscriptions.charge.at-next-charge-at',
      slug,
      `charges a day before nextChargeAt after ${what}`,
      rememberingInSubscriptionAnswer(['update', 'details'], () => {
        const begun = new Set<unknown>();
        return (answer, { operation }) => {
          const { subscriptionId, status, nextChargeAt, billingIntervalValue } = answer;
          if (isBegin(answer)) begun.add(subscriptionId);
          const isLater = status === 'ACTIVE' && billingIntervalValue === 30;
          if (operation !== 'details' || !isLater || !begun.has(subscriptionId)) return;
          const later = Date.parse(String(nextChargeAt)) + 24 * hourMs;
          answer['nextChargeAt'] = new Date(later).toISOString();
        };
      }),
    ),
  ),
  fault(
    'subscriptions.charge.at-next-charge-at',
    'all-of-the-day',
    'charges with one subscription of a customer what else of theirs falls due later that day',
    rememberingInSubscriptionAnswer('details', () => {
      const daysDue = new Map<unknown, string>();
      const charged = new Set<string>();
      return (answer) => {
        const { subscriptionId, customerId, nextChargeAt } = answer;
        const payments = paymentsOf(answer);
        const day = String(nextChargeAt).slice(0, 10);
        const theirs = (one?: string): string => `${String(customerId)} ${String(one)}`;
        if (payments.length > 1) charged.add(theirs(daysDue.get(subscriptionId)));
        else if (charged.has(theirs(day)))
          answer['payments'] = [...payments, { mdOrder: randomUUID() }];
        else daysDue.set(subscriptionId, day);
      };
    }),
  ),
  fault(
    'subscriptions.charge.beside-a-longer-one',
    'in-their-order',
    'skips a charge that is due before that of an older subscription',
    chargesInTheirOrder(),
  ),
  fault(
    'subscriptions.charge.once-per-interval',
    'twice',
    'charges twice in an interval',
    withRules({ subChargesPerInterval: () => 2 }),
  ),
  fault(
    'subscriptions.charge.once-per-interval',
    'sometimes-twice',
    'charges twice in every third interval',
    everyThird(2),
  ),
  fault(
    'subscriptions.charge.every-interval',
    'sometimes-not',
    'skips every third interval',
    everyThird(0),
  ),
  fault(
    'subscriptions.charge.every-interval',
    'every-second',
    'charges only in every second interval',
    everySecondInterval(),
  ),
  fault(
    'subscriptions.charge.next-charge-moves-on',
    'two-intervals',
    'moves on by two intervals after a charge',
    everySecondInterval(),
  ),
  fault(
    'subscriptions.charge.next-charge-moves-on',
    'a-day-more',
    'moves on by a day too many after a charge',
    withRules({
      subAfterIntervals: (start, interval, count, monthEnd) =>
        subAfterIntervals(start, interval, count, monthEnd) + (count - 1) * 24 * hourMs,
    }),
  ),
  fault(
    'subscriptions.charge.next-charge-moves-on',
    'thirty-days',
    'counts a month as thirty days',
    withRules({
      subAfterIntervals: (start, interval, count, monthEnd) =>
        interval.unit === 'MONTHS'
          ? start + count * interval.value * 30 * 24 * hourMs
          : subAfterIntervals(start, interval, count, monthEnd),
    }),
  ),
  fault(
    'subscriptions.charge.amount',
    'a-cent-more',
    'charges one cent more than the amount',
    withRules({ subChargeAmount: ({ now }) => now + 1 }),
  ),
  fault(
    'subscriptions.charge.amount',
    'whole-units',
    'charges no minor units',
    withRules({ subChargeAmount: ({ now }) => now - (now % 100) }),
  ),
  fault(
    'subscriptions.charge.amount',
    'through-euros',
    'charges the amount truncated by floating-point euros',
    withRules({ subChargeAmount: ({ now }) => throughEuros(now) }),
  ),
  fault(
    'subscriptions.charge.currency',
    'euros',
    'charges every subscription in euros',
    paysInEuros(),
  ),

  fault(
    'subscriptions.charge.through-any-run',
    'twice',
    'charges twice in an interval',
    withRules({ subChargesPerInterval: () => 2 }),
  ),
  fault(
    'subscriptions.charge.through-any-run',
    'cancelled-too',
    'charges cancelled subscriptions',
    withRules({ subMayBeCharged: () => true }),
  ),
  fault(
    'subscriptions.charge.through-any-run',
    'sometimes-not',
    'skips every third interval',
    everyThird(0),
  ),
  fault(
    'subscriptions.charge.through-any-run',
    'amount-of-the-creation',
    'keeps charging the original amount',
    withRules({ subChargeAmount: ({ atCreation }) => atCreation }),
  ),
];

/** Another number of charges in each third interval that is charged. */
function everyThird(charges: number): Tampering {
  return withRememberingRules(() => {
    let count = 0;
    return {
      subChargesPerInterval: () => {
        count += 1;
        return count % 3 === 0 ? charges : 1;
      },
    };
  });
}

/** Waits for the charge that was planned first; those that come before it are left out. */
function chargesInTheirOrder(): Tampering {
  return withRememberingRules(() => {
    const planned: number[] = [];
    return {
      subNextChargeAt: (periodEnd) => {
        planned.push(periodEnd);
        return subNextChargeAt(periodEnd);
      },
      subMayBeCharged: (status) => {
        const earliest = planned.indexOf(Math.min(...planned));
        planned.splice(earliest, 1);
        return earliest === 0 && subMayBeCharged(status);
      },
    };
  });
}

function everySecondInterval(): Tampering {
  return withRules({
    subAfterIntervals: (start, interval, count, monthEnd) =>
      subAfterIntervals(start, interval, 2 * count - 1, monthEnd),
  });
}

/** Changes the answers of details in place. */
function inDetails(change: (details: Members) => void): Tampering {
  return onPath('/v1/subscriptions/details', () => async (_asked, send) => {
    const response = await send();
    if (!response.ok) return response;
    const details = (await response.json()) as Members;
    change(details);
    return withBody(response, JSON.stringify(details));
  });
}

function paymentsOf(details: Members): unknown[] {
  const payments = details['payments'];
  return Array.isArray(payments) ? (payments as unknown[]) : [];
}

function moveNextCharge(details: Members, byMs: number): void {
  const next = details['nextChargeAt'];
  if (typeof next !== 'string') return;
  details['nextChargeAt'] = new Date(Date.parse(next) + byMs).toISOString();
}

const hourMs = 3_600_000;
