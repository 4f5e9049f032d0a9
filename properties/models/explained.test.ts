import { expect, test } from 'vitest';
import { type Done, isExplained } from './explained.ts';

const set =
  (name: string, value: number): Done<Record<string, number>> =>
  (before) => ({ ...before, [name]: value });

test('what one order explains is explained', () => {
  const done = [set('a', 1), set('a', 2), set('b', 3)];

  expect(isExplained({ a: 0, b: 0 }, done, { a: 1, b: 3 })).toBe(true);
  expect(isExplained({ a: 0, b: 0 }, done, { a: 2, b: 3 })).toBe(true);
});

test('what was lost, or was never done, is not', () => {
  const done = [set('a', 1), set('b', 3)];

  expect(isExplained({ a: 0, b: 0 }, done, { a: 1, b: 0 })).toBe(false);
  expect(isExplained({ a: 0, b: 0 }, done, { a: 2, b: 3 })).toBe(false);
});

test('nothing done leaves the start', () => {
  expect(isExplained({ a: 0 }, [], { a: 0 })).toBe(true);
  expect(isExplained({ a: 0 }, [], { a: 1 })).toBe(false);
});
