import { documentRules, type Rules } from '../../../sandbox/rules/index.ts';
import { type Fault, fault } from '../fault.ts';
import { withBody, withRules } from '../tampering.ts';
import { onSubscriptions } from './tampering.ts';

// Document 3, parts 2.3 and 3.2: days and months that are counted in a wrong way.

const { subAfterIntervals } = documentRules;
type After = Rules['subAfterIntervals'];

export const subscriptionCalendarFaults: readonly Fault[] = [
  fault(
    'subscriptions.calendar.one-reading',
    'february-of-the-first-year',
    'takes the length of February from the year in which the period begins',
    withRules({
      subAfterIntervals: (start, interval, count, monthEnd) => {
        const end = new Date(subAfterIntervals(start, interval, count, monthEnd));
        const isLeapDay = end.getUTCMonth() === 1 && end.getUTCDate() === 29;
        const isOfMonths = interval.unit === 'MONTHS' || interval.unit === 'YEARS';
        const isOtherYear = new Date(start).getUTCFullYear() !== end.getUTCFullYear();
        return end.getTime() - (isOfMonths && isLeapDay && isOtherYear ? dayMs : 0);
      },
    }),
  ),
  fault(
    'subscriptions.calendar.one-reading',
    'leap-day-unknown',
    'counts days past 29 February as if it was not there',
    withRules({
      subAfterIntervals: (start, interval, count, monthEnd) => {
        const end = subAfterIntervals(start, interval, count, monthEnd);
        const isOfDays = interval.unit === 'DAYS' || interval.unit === 'WEEKS';
        return isOfDays && isPastLeapDay(start, end) ? end + dayMs : end;
      },
    }),
  ),
  fault(
    'subscriptions.calendar.one-reading',
    'thirty-first-once',
    'takes the last day of a short month from the 31st, and from the 30th some of the next',
    withRules({
      subAfterIntervals: (start, interval, count) => {
        const isLong = new Date(start).getUTCDate() === 31;
        return subAfterIntervals(start, interval, count, isLong ? 'clamped' : 'rolled-over');
      },
    }),
  ),
  fault(
    'subscriptions.calendar.one-reading',
    'begun-anew-by-an-update',
    'forgets the last day of a month as the day of charges once the amount is updated',
    onSubscriptions(() => {
      const updated = new Set<unknown>();
      return async ({ operation, body }, send) => {
        if (operation === 'update') updated.add(body['subscriptionId']);
        const response = await send();
        if (operation !== 'details' || !updated.has(body['subscriptionUuid'])) return response;
        const text = await response.text();
        return withBody(response, text.replace(/("nextChargeAt":"\d{4}-03-)31/, '$128'));
      };
    }),
  ),
  fault(
    'subscriptions.calendar.one-reading',
    'day-of-the-office',
    'takes the day of an hour further east and the time of day of UTC',
    withRules({
      subAfterIntervals: (start, interval, count, monthEnd) => {
        const end = subAfterIntervals(start, interval, count, monthEnd);
        const isNextDay = new Date(start).getUTCHours() === 23;
        return interval.unit === 'MONTHS' && isNextDay ? end + dayMs : end;
      },
    }),
  ),
];

function isPastLeapDay(...[start, end]: [Parameters<After>[0], number]): boolean {
  const year = new Date(end).getUTCFullYear();
  const leapDay = Date.UTC(year, 1, 29);
  return new Date(leapDay).getUTCDate() === 29 && start < leapDay && end > leapDay + dayMs;
}

const dayMs = 86_400_000;
