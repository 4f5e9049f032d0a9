import type { Api } from '../../fixtures/requirements/requirement.ts';

/** A fault that was not caught on a day, and what was done so that it is. */
interface Missed {
  readonly fault: string;
  readonly became: string;
}

interface Day {
  /** What the clock of the machine said when the proof began: `YYYY-MM-DD hh:mm` in UTC, or the day alone. */
  readonly at: string;
  readonly proved: Readonly<Partial<Record<Api, number>>>;
  /** In the first run on that day; asked again on it, each is caught. */
  readonly missed: readonly Missed[];
}

/**
 * The proof on other days than the present one, as a check may learn less at the end of a month or a year:
 * `faketime '2027-02-28 12:00:00' npm run prove -- --only gateway`.
 */
const days: readonly Day[] = [
  {
    at: '2026-12-31 23:30',
    proved: { v1: 1360, gateway: 1202, subscriptions: 641 },
    missed: [
      {
        fault: 'v1.cycle-1.holds.calendar',
        became: 'no two of the weeks that are looked at begin on the same day of the week',
      },
      {
        fault: 'v1.limits.each-window-begins-at-zero.counted-until-new-year',
        became: 'a limit of a year is used amid the year',
      },
      {
        fault: 'v1.register-customer.past-start-date.year-alone',
        became: 'days to come are asked for amid a year, too',
      },
    ],
  },
  {
    at: '2027-01-15',
    proved: { v2: 566 },
    missed: [
      {
        fault: 'v2.top-up.status-message-gives-the-reason.empty-of-expired',
        became: 'the walk goes on until a card of three years has expired',
      },
      { fault: 'v2.transfer.status-message-gives-the-reason.empty-of-expired', became: 'the same' },
      { fault: 'v2.persistence.survives-time.months-as-text', became: 'the same' },
      { fault: 'v2.persistence.survives-time.listed-while-both-are-good', became: 'the same' },
      { fault: 'v2.persistence.survives-time.blocked-once-expired', became: 'the same' },
    ],
  },
  {
    at: '2027-01-31 03:00',
    proved: { v1: 1360 },
    missed: [{ fault: 'v1.cycle-1.holds.calendar', became: 'as above' }],
  },
  { at: '2027-02-28 12:00', proved: { gateway: 1202 }, missed: [] },
  { at: '2027-05-30 22:30', proved: { v2: 566, subscriptions: 641 }, missed: [] },
  { at: '2027-08-20 18:00', proved: { v1: 1360 }, missed: [] },
  {
    at: '2027-10-31 00:20',
    proved: { gateway: 1202 },
    missed: [
      {
        fault: 'gateway.instant-payment.order-number-is-optional.number-of-the-day',
        became: 'the year that passes ends on the same day of the month, leap day or not',
      },
    ],
  },
  {
    at: '2028-02-29 23:50',
    proved: { v1: 1360, v2: 566, subscriptions: 641 },
    missed: [
      {
        fault: 'v1.calendar.transactions-show-the-moment.year-of-the-week',
        became: 'a New Year on a Monday is left to the next one',
      },
      {
        fault: 'subscriptions.charge.next-charge-moves-on.thirty-days',
        became: 'months of thirty days are left out where a month is told from them',
      },
    ],
  },
];

export function daysLines(): string[] {
  const rows = days.flatMap(({ at, proved, missed }) => [
    ...Object.entries(proved).map(([api, faults]) => {
      const own = missed.filter(({ fault }) => fault.startsWith(`${api}.`));
      return `| ${at} | ${api} | ${faults} | ${faults - own.length} |  |`;
    }),
    ...missed.map(({ fault, became }) => `|  |  |  | ${fault} | ${became} |`),
  ]);
  return [
    '| clock at (UTC) | API | faults | caught in the first run | what became of the others |',
    '|---|---|---:|---|---|',
    ...rows,
  ];
}
