import { expect, test } from 'vitest';
import {
  checksToRun,
  filesOfChecks,
  filesThatWait,
  movesTheClock,
  sharesAWalk,
} from './vitest-run.ts';

test('knows by name which files wait, and these are there', () => {
  const files = new Set(filesOfChecks().map(({ path }) => path));

  expect([...filesThatWait].filter((file) => !files.has(file))).toEqual([]);
  // These wait together anyway.
  expect([...filesThatWait].filter(sharesAWalk)).toEqual([]);
});

test('foresees the checks of files that wait as those of any other', () => {
  const settings = {
    seed: 1,
    profile: 'nightly',
    only: ['gateway.page.leads-on-from-the-bank'],
  } as const;

  expect(checksToRun(settings)).toEqual(new Map([['gateway', 1]]));
});

test('tells whether the clock of the target is moved for what is asked', () => {
  expect(movesTheClock({ only: ['v2.card.id-is-a-string'] })).toBe(false);
  expect(movesTheClock({ only: ['v2.top-up.creation-date-follows-the-clock'] })).toBe(true);
});
