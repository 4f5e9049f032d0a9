import { expect, test } from 'vitest';
import { redIn } from './red-requirements.ts';
import type { PastRun } from './trend.ts';

const nights = (...reds: readonly (readonly string[])[]): PastRun[] =>
  reds.map((red, at) => aNight(at + 1, { red: [...red] }));

test('what was never red is not named', () => {
  expect(redIn(nights([], []))).toEqual([]);
  expect(redIn([])).toEqual([]);
});

test('the first night is that of the present stretch', () => {
  expect(redIn(nights(['a'], [], ['a'], ['a']))).toEqual([
    {
      id: 'a',
      now: 'red',
      first: dayOf(3),
      last: dayOf(4),
      times: 3,
      runs: 4,
      isFlapping: true,
    },
  ]);
});

test('what is green again comes after what is red, with its last stretch', () => {
  const found = redIn(nights(['green'], ['green'], ['red'], ['red']));

  expect(
    found.map(({ id, now, first, last, isFlapping }) => [id, now, first, last, isFlapping]),
  ).toEqual([
    ['red', 'red', dayOf(3), dayOf(4), false],
    ['green', 'green', dayOf(1), dayOf(2), false],
  ]);
});

test('a night that could not decide neither ends a stretch nor makes it flap', () => {
  const runs = [
    aNight(1, { red: ['a'] }),
    aNight(2, { undecided: ['a'] }),
    aNight(3, { red: ['a'] }),
  ];

  expect(redIn(runs)).toMatchObject([{ now: 'red', first: dayOf(1), times: 2, isFlapping: false }]);
  expect(redIn(runs.slice(0, 2))).toMatchObject([{ now: 'not decided', first: dayOf(1) }]);
});

function aNight(day: number, part: Partial<PastRun>): PastRun {
  return { startedAt: dayOf(day), red: [], undecided: [], ...part } as PastRun;
}

function dayOf(day: number): string {
  return `2026-11-${String(day).padStart(2, '0')}T02:00:00.000Z`;
}
