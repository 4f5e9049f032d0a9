import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeConformanceJson } from './conformance-json.ts';
import { notPassedIn } from './failed-before.ts';
import { aCheck, ids, judged, temporaryFolder } from './testing.ts';

const mixed = [
  aCheck({ verdict: 'failed', reason: 'no' }),
  aCheck({ requirement: ids.otherMust, verdict: 'inconclusive', reason: 'no answer' }),
  aCheck({
    requirement: ids.derived,
    verdict: 'failed',
    reason: 'no',
    inconsistent: { note: 'passed, alone' },
  }),
  aCheck({ requirement: ids.advisory, verdict: 'failed', reason: 'no' }),
  aCheck({ requirement: ids.unique }),
];

test('what failed, could not be decided or was inconsistent is not passed; recommendations are counted', () => {
  const folder = temporaryFolder();
  writeConformanceJson(folder, judged(mixed));

  expect(notPassedIn(folder, undefined)).toMatchObject({
    ids: [ids.must, ids.otherMust, ids.derived],
    recommendations: 1,
  });
  expect(notPassedIn(folder, ['v1'])).toMatchObject({ ids: [], recommendations: 0 });
});

test('it is told how the last run asked', () => {
  const folder = temporaryFolder();
  writeConformanceJson(folder, judged(mixed, { run: { profile: 'smoke', seed: 7 } }));

  expect(notPassedIn(folder, undefined)).toMatchObject({ profile: 'smoke', seed: 7 });
});

test('recommendations are asked again where they are to count from now on', () => {
  const folder = temporaryFolder();
  writeConformanceJson(folder, judged(mixed));

  expect(notPassedIn(folder, undefined, 'advisory')).toMatchObject({
    ids: expect.arrayContaining([ids.advisory]),
    recommendations: 0,
  });
});

test('recommendations are where they count', () => {
  const folder = temporaryFolder();
  writeConformanceJson(folder, judged(mixed, { run: { failOn: 'advisory' } }));

  expect(notPassedIn(folder, undefined)).toMatchObject({
    ids: expect.arrayContaining([ids.advisory]),
  });
});

test('the last run may lie beside the fuller one', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'partial'));
  writeConformanceJson(folder, judged(mixed));
  const later = { startedAt: new Date('2026-11-22T09:00:00Z'), selection: { only: [ids.must] } };
  writeConformanceJson(
    join(folder, 'partial'),
    judged([aCheck({ verdict: 'failed', reason: 'no' })], { run: later }),
  );

  expect(notPassedIn(folder, undefined)).toMatchObject({ ids: [ids.must] });
});

test('without a run nothing is known', () => {
  expect(notPassedIn(temporaryFolder(), undefined)).toMatchObject({
    problem: expect.stringMatching(/^--failed: there is no run result in /),
  });
});
