import { describe, expect, test } from 'vitest';
import { anchoredTypes, type Cycle, cycleTypes, momentOf, usedIn, windowAt } from './windows.ts';

/** Type, zone, anchor, what the wall clock shows, and there the first moments of this window and the next. */
const windows: readonly (readonly [Cycle['type'], string, string, string, string, string])[] = [
  [0, 'UTC', '', '2026-12-31T23:59:59', '2026-12-31T00:00', '2027-01-01T00:00'],
  [0, 'UTC', '', '2027-01-01T00:00:00', '2027-01-01T00:00', '2027-01-02T00:00'],
  [0, '+13:00', '', '2027-02-28T23:59:59', '2027-02-28T00:00', '2027-03-01T00:00'],
  [0, '-03:30', '', '2028-02-28T12:00:00', '2028-02-28T00:00', '2028-02-29T00:00'],
  [0, 'Europe/Madrid', '', '2027-03-28T12:00:00', '2027-03-28T00:00', '2027-03-29T00:00'],
  [1, 'UTC', '2026-12-23T10:20:30', '2026-12-29T23:59:59', '2026-12-23T00:00', '2026-12-30T00:00'],
  [1, 'UTC', '2026-12-23T10:20:30', '2027-02-24T00:00:00', '2027-02-24T00:00', '2027-03-03T00:00'],
  [1, 'UTC', '2026-12-23T10:20:30', '2026-12-22T23:59:59', '2026-12-16T00:00', '2026-12-23T00:00'],
  [2, 'UTC', '', '2027-01-03T23:59:59', '2026-12-28T00:00', '2027-01-04T00:00'],
  [2, 'UTC', '', '2027-01-04T00:00:00', '2027-01-04T00:00', '2027-01-11T00:00'],
  [2, '+05:45', '', '2028-02-29T00:00:00', '2028-02-28T00:00', '2028-03-06T00:00'],
  [
    3,
    'UTC',
    '2027-01-15T10:20:30',
    '2027-02-15T10:20:29',
    '2027-01-15T10:20:30',
    '2027-02-15T10:20:30',
  ],
  [
    3,
    'UTC',
    '2027-01-15T10:20:30',
    '2027-02-15T10:20:30',
    '2027-02-15T10:20:30',
    '2027-03-15T10:20:30',
  ],
  [
    3,
    'UTC',
    '2027-01-31T10:20:30',
    '2027-03-01T00:00:00',
    '2027-02-28T10:20:30',
    '2027-03-31T10:20:30',
  ],
  [
    3,
    'Europe/Madrid',
    '2027-01-15T10:20:30',
    '2027-04-01T00:00:00',
    '2027-03-15T10:20:30',
    '2027-04-15T10:20:30',
  ],
  [4, 'UTC', '', '2028-02-29T23:59:59', '2028-02-01T00:00', '2028-03-01T00:00'],
  [4, 'UTC', '', '2027-02-28T23:59:59', '2027-02-01T00:00', '2027-03-01T00:00'],
  [4, '-03:30', '', '2026-11-30T23:59:59', '2026-11-01T00:00', '2026-12-01T00:00'],
  [5, 'UTC', '2026-12-10T00:00:00', '2027-03-09T23:59:59', '2026-12-10T00:00', '2027-03-10T00:00'],
  [5, 'UTC', '2026-12-10T00:00:00', '2026-12-09T23:59:59', '2026-09-10T00:00', '2026-12-10T00:00'],
  [6, 'UTC', '', '2027-03-31T23:59:59', '2027-01-01T00:00', '2027-04-01T00:00'],
  [6, 'UTC', '', '2026-12-31T23:59:59', '2026-10-01T00:00', '2027-01-01T00:00'],
  [6, '+13:00', '', '2027-07-01T00:00:00', '2027-07-01T00:00', '2027-10-01T00:00'],
  [
    7,
    'UTC',
    '2028-01-20T10:20:30',
    '2029-01-20T10:20:29',
    '2028-01-20T10:20:30',
    '2029-01-20T10:20:30',
  ],
  [
    7,
    'UTC',
    '2028-02-29T10:20:30',
    '2029-03-01T00:00:00',
    '2029-02-28T10:20:30',
    '2030-02-28T10:20:30',
  ],
  [8, 'UTC', '', '2028-12-31T23:59:59', '2028-01-01T00:00', '2029-01-01T00:00'],
  [8, '+13:00', '', '2027-01-01T00:00:00', '2027-01-01T00:00', '2028-01-01T00:00'],
  [
    11,
    'UTC',
    '2026-12-31T21:23:45',
    '2027-01-01T00:23:44',
    '2026-12-31T23:23:45',
    '2027-01-01T00:23:45',
  ],
  [
    11,
    'UTC',
    '2026-12-31T21:23:45',
    '2026-12-31T21:23:44',
    '2026-12-31T20:23:45',
    '2026-12-31T21:23:45',
  ],
  [12, 'UTC', '', '2026-12-31T23:59:59', '2026-12-31T23:00', '2027-01-01T00:00'],
  [12, '-03:30', '', '2027-02-28T23:00:00', '2027-02-28T23:00', '2027-03-01T00:00'],
];

test.for(windows)('type %d in %s from "%s" at %s lasts from %s to %s', (row) => {
  const [type, zone, anchor, wall, start, end] = row;

  const window = windowAt({ type, zone, anchor }, momentOf(zone, wall));

  expect(window).toEqual({ start: momentOf(zone, start), end: momentOf(zone, end) });
});

describe.for(cycleTypes)('windows of type %d', (type) => {
  const cycle = { type, zone: 'America/St_Johns', anchor: '2026-12-10T00:00:00' };
  const start = momentOf('UTC', '2026-12-01T00:00');

  test('hold every moment once', () => {
    let window = windowAt(cycle, start);
    for (let count = 0; count < 40; count += 1) {
      const next = windowAt(cycle, window.end);

      expect(next.start).toBe(window.end);
      expect(windowAt(cycle, window.end - 1)).toEqual(window);
      window = next;
    }
  });

  test(`${anchoredTypes.includes(type) ? 'follow' : 'ignore'} the anchor`, () => {
    const other = { ...cycle, anchor: '2026-12-13T11:22:33' };

    const moment = momentOf('UTC', '2028-05-05T05:05:05');

    const isSame = windowAt(cycle, moment).start === windowAt(other, moment).start;
    expect(isSame).toBe(!anchoredTypes.includes(type));
  });
});

test('what was used is the sum of what lies in the window, its first moment included', () => {
  const movements = [99, 100, 150, 199, 200].map((moment) => ({ moment, amount: moment }));

  expect(usedIn({ start: 100, end: 200 }, movements)).toBe(100 + 150 + 199);
  expect(usedIn({ start: 201, end: 300 }, movements)).toBe(0);
});
