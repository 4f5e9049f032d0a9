import { expect, test } from 'vitest';
import { endOfIntervals, readingNames } from './billing-days.ts';

const monthly = { value: 1, unit: 'MONTHS' } as const;
const yearly = { value: 1, unit: 'YEARS' } as const;

/** The days on which the first periods end, by the reading. */
function daysFrom(from: string, interval: Parameters<typeof endOfIntervals>[2]) {
  const start = Date.parse(`${from}T10:00:00Z`);
  return (reading: string): string[] =>
    [1, 2, 3].map((count) =>
      new Date(endOfIntervals(reading, start, interval, count)).toISOString().slice(0, 10),
    );
}

test.each([
  ['the last day instead', ['2027-02-28', '2027-03-31', '2027-04-30']],
  ['so many days into the next month', ['2027-03-03', '2027-03-31', '2027-05-01']],
  ['the first of the next month', ['2027-03-01', '2027-03-31', '2027-05-01']],
  ['the last day instead, and so on from there', ['2027-02-28', '2027-03-28', '2027-04-28']],
  ['last days stay last', ['2027-02-28', '2027-03-31', '2027-04-30']],
])('a month after the 31st: %s', (reading, days) => {
  expect(daysFrom('2027-01-31', monthly)(reading)).toEqual(days);
});

test('the last of February stays last in one reading alone', () => {
  expect(daysFrom('2027-02-28', monthly)('last days stay last')[0]).toBe('2027-03-31');
  expect(daysFrom('2027-02-28', monthly)('the last day instead')[0]).toBe('2027-03-28');
});

test('a year after 29 February is the 28th or the first of March', () => {
  const ends = readingNames.map((reading) => daysFrom('2028-02-29', yearly)(reading)[0]);
  expect(new Set(ends)).toEqual(new Set(['2029-02-28', '2029-03-01']));
});

test('days that every month has are the same in each reading', () => {
  const ends = readingNames.map((reading) => daysFrom('2027-12-15', monthly)(reading).join());
  expect(new Set(ends)).toEqual(new Set(['2028-01-15,2028-02-15,2028-03-15']));
});

test('weeks go on through a leap day', () => {
  const [reading = ''] = readingNames;
  expect(daysFrom('2028-02-25', { value: 1, unit: 'WEEKS' })(reading)[0]).toBe('2028-03-03');
});
