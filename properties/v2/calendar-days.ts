import { addDays, dayIn } from '../../fixtures/builders/days.ts';
import { inExtendedForm } from '../../fixtures/worlds/shown-moment.ts';

// Moments that are easily taken for another day, hour or year, as a clock on the wall shows them where the
// target stands; each is written as if it were in UTC.

export const secondMs = 1_000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

export interface Era {
  readonly name: string;
  readonly moments: (today: string) => readonly number[];
}

const at = (day: string, time: string): number => Date.parse(`${day}T${time}Z`);

/** The year of the next one of a day of the year that is to come. */
function yearOfNext(today: string, monthAndDay: string): number {
  const year = Number(today.slice(0, 4));
  return `${year}-${monthAndDay}` > addDays(today, 2) ? year : year + 1;
}

function nextLeapYear(today: string): number {
  let year = yearOfNext(today, '02-28');
  while (dayIn(new Date(Date.UTC(year, 1, 29)).toISOString()) !== `${year}-02-29`) year += 1;
  return year;
}

const firstOfNextMonth = (today: string): string =>
  `${addDays(`${today.slice(0, 7)}-28`, 7).slice(0, 7)}-01`;

export const eras: readonly Era[] = [
  {
    name: 'around midnight',
    moments: (today) => {
      const day = addDays(today, 2);
      const next = addDays(day, 1);
      return [
        at(day, '12:00:00'),
        at(day, '23:59:30'),
        // Within the last second, of which a day has all.
        at(day, '23:59:59.100'),
        at(next, '00:00:10'),
        at(next, '00:10:00'),
        at(next, '00:50:00'),
      ];
    },
  },
  {
    name: 'around the end of a year',
    moments: (today) => {
      const year = yearOfNext(today, '12-31');
      return [
        at(`${year}-12-31`, '12:00:00'),
        at(`${year}-12-31`, '23:45:10'),
        at(`${year}-12-31`, '23:59:30'),
        at(`${year + 1}-01-01`, '00:00:10'),
        at(`${year + 1}-01-01`, '00:30:00'),
        // Nothing came shortly before.
        at(`${year + 1}-01-02`, '00:00:10'),
        at(`${year + 1}-01-02`, '12:00:00'),
      ];
    },
  },
  {
    name: 'around 29 February',
    moments: (today) => {
      const year = nextLeapYear(today);
      return [
        at(`${year}-02-28`, '23:59:30'),
        at(`${year}-02-29`, '00:00:10'),
        at(`${year}-02-29`, '12:00:00'),
        at(`${year}-02-29`, '23:59:30'),
        at(`${year}-03-01`, '00:30:00'),
      ];
    },
  },
  {
    name: 'around the end of a leap year',
    moments: (today) => {
      const year = nextLeapYear(today);
      return [
        at(`${year}-12-30`, '12:00:00'),
        at(`${year}-12-31`, '12:00:00'),
        at(`${year + 1}-01-01`, '12:00:00'),
      ];
    },
  },
  {
    name: 'around the end of a February of 28 days',
    moments: (today) => {
      const year = nextLeapYear(today) + 1;
      return [
        at(`${year}-02-28`, '23:59:30'),
        at(`${year}-03-01`, '00:00:10'),
        at(`${year}-03-01`, '12:00:00'),
      ];
    },
  },
  {
    name: 'around the end of a month',
    moments: (today) => {
      const first = firstOfNextMonth(today);
      return [
        at(addDays(first, -1), '12:00:00'),
        at(addDays(first, -1), '23:59:30'),
        at(first, '00:00:10'),
        at(addDays(first, 3), '12:00:00'),
        at(addDays(first, 8), '12:00:00'),
        at(addDays(first, 11), '12:00:00'),
      ].filter((moment) => moment > at(addDays(today, 1), '00:00:00'));
    },
  },
  {
    name: 'a year and 400 days apart',
    moments: (today) => {
      const day = addDays(today, 2);
      const yearLater = `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`.replace('02-29', '03-01');
      return [
        at(day, '12:00:00'),
        at(addDays(day, 1), '12:00:00'),
        at(yearLater, '12:00:00'),
        at(addDays(yearLater, 1), '12:00:00'),
        at(addDays(day, 402), '12:00:00'),
      ];
    },
  },
];

/** A date-time read as if it were in UTC; not a number where it is none that a day has. */
export function wallMoment(dateTime: string): number {
  const [, day = '', time] =
    /^(\d{4}-\d\d-\d\d)[T ]((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?)/.exec(
      inExtendedForm(dateTime),
    ) ?? [];
  return time !== undefined && addDays(day, 0) === day ? Date.parse(`${day}T${time}Z`) : Number.NaN;
}
