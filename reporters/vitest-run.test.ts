import { expect, test } from 'vitest';
import { checksToRun, filesOfChecks, filesThatWait, sharesAWalk } from './vitest-run.ts';

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
