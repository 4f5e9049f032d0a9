import { describe, expect, test } from 'vitest';
import { momentShown } from '../../fixtures/worlds/subscription-charges.ts';
import { lengthMs, mostCharges, oneIntervalAfter, statesAfter } from './subscription.ts';
import { fitting, isSorted, type KnownSubscription } from './subscription-list.ts';

describe('one interval later', () => {
  test.for([
    ['2026-11-21T09:00:00Z', 3, 'DAYS', '2026-11-24T09:00:00Z'],
    ['2026-11-21T09:00:00Z', 2, 'WEEKS', '2026-12-05T09:00:00Z'],
    ['2026-11-21T09:00:00Z', 1, 'MONTHS', '2026-12-21T09:00:00Z'],
    ['2028-02-15T09:00:00Z', 1, 'YEARS', '2029-02-15T09:00:00Z'],
  ] as const)('%s and %i %s is %s, give or take an hour', ([from, value, unit, to]) => {
    const span = oneIntervalAfter({ moment: Date.parse(from), offset: '+00:00' }, { value, unit });

    expect(span.earliest).toBe(Date.parse(to) - hourMs);
    expect(span.latest).toBe(Date.parse(to) + hourMs);
  });

  test.for(['2027-02-28', '2027-03-03', '2027-03-01'])('from 31 January may be %s', (day) => {
    const from = { moment: Date.parse('2027-01-31T09:00:00Z'), offset: '+00:00' };

    const { earliest, latest } = oneIntervalAfter(from, { value: 1, unit: 'MONTHS' });

    const moment = Date.parse(`${day}T09:00:00Z`);
    expect(earliest <= moment && moment <= latest).toBe(true);
  });
});

test('as many charges are possible as intervals have ended', () => {
  const interval = { value: 2, unit: 'WEEKS' } as const;

  expect(mostCharges(lengthMs(interval) - 2 * hourMs, interval)).toBe(0);
  expect(mostCharges(lengthMs(interval), interval)).toBe(1);
});

test('nothing leads out of CANCELLED', () => {
  for (const event of ['payment', 'decline', 'update', 'deactivate', 'force'] as const) {
    expect(statesAfter('cancelled', event)).toEqual(['cancelled']);
  }
});

describe('a list', () => {
  const [small, large] = [listed('a', 'INITIATED', 5), listed('b', 'ACTIVE', undefined)];

  test('holds both ends of a range of amounts', () => {
    const range = { statuses: undefined, amountFrom: 100, amountTo: 100 };

    expect(fitting([small], range)).toEqual(['a']);
    expect(fitting([small], { ...range, amountTo: 99 })).toEqual([]);
  });

  test('is sorted with those first or last that have no next charge', () => {
    for (const direction of ['ASC', 'DESC'] as const) {
      expect(isSorted([small, large], 'NEXT_CHARGE_AT', direction)).toBe(true);
      expect(isSorted([large, small], 'NEXT_CHARGE_AT', direction)).toBe(true);
      expect(isSorted([small, large, small], 'NEXT_CHARGE_AT', direction)).toBe(false);
    }
  });

  test('is sorted by status in the order of names, or in the one that the target has shown', () => {
    const cancelled = listed('c', 'CANCELLED', undefined);
    const shown = ['INITIATED', 'ACTIVE', 'CANCELLED'];

    expect(isSorted([large, cancelled, small], 'STATUS', 'ASC')).toBe(true);
    expect(isSorted([small, large, cancelled], 'STATUS', 'ASC')).toBe(false);
    expect(isSorted([small, large, cancelled], 'STATUS', 'ASC', shown)).toBe(true);
    expect(isSorted([cancelled, large, small], 'STATUS', 'DESC', shown)).toBe(true);
    expect(isSorted([large, cancelled, small], 'STATUS', 'ASC', shown)).toBe(false);
  });
});

test.for([
  ['2026-11-21T10:00:00Z', '+00:00'],
  ['2026-11-21T12:00+02:00', '+02:00'],
  ['2026-11-21T06:30:00,000-0330', '-03:30'],
  ['2026-11-21T12:00:00.000000+02', '+02:00'],
] as const)('%s is read', ([text, offset]) => {
  expect(momentShown(text)).toEqual({ moment: Date.parse('2026-11-21T10:00:00Z'), offset });
});

function listed(
  subscriptionId: string,
  status: string,
  nextChargeAt: number | undefined,
): KnownSubscription {
  return { subscriptionId, customerId: 'c', amount: 100, status, created: 0, nextChargeAt };
}

const hourMs = 3_600_000;
