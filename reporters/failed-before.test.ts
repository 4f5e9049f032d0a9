import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeConformanceJson } from './conformance-json.ts';
import type { Conformance } from './conformance.ts';
import { asBefore, notPassedIn } from './failed-before.ts';
import { placeFor } from './report-place.ts';
import type { CheckResult } from './results.ts';
import { aCheck, aTarget, ids, judged, temporaryFolder } from './testing.ts';
import type { TargetFacts } from './verdict.ts';

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

test('a last run of another target is told', () => {
  const folder = temporaryFolder();
  writeConformanceJson(folder, judged(mixed, { run: { seed: 7 } }));
  const before = notPassedIn(folder, undefined);
  if ('problem' in before) throw new Error(before.problem);

  expect(asBefore(before, before.target)).toBe(
    'As in the last run: profile nightly, seed 7, unless --profile or --seed says otherwise.',
  );
  expect(asBefore(before, 'another')).toContain('run, which was of Reimplementation 3: profile');
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

describe('when lesser runs lie beside a fuller one', () => {
  test('all of what is still open is asked again', () => {
    const folder = heldBy(judged(mixed));
    lesserRun(folder, 22, [aCheck()]);

    expect(notPassedIn(folder, undefined)).toMatchObject({ ids: [ids.otherMust, ids.derived] });

    lesserRun(folder, 23, [
      aCheck({ requirement: ids.otherMust }),
      aCheck({ requirement: ids.unique, verdict: 'failed', reason: 'no' }),
    ]);

    expect(notPassedIn(folder, undefined)).toMatchObject({ ids: [ids.unique, ids.derived] });

    lesserRun(folder, 24, [aCheck({ requirement: ids.derived })]);
    expect(notPassedIn(folder, undefined)).toMatchObject({ ids: [ids.unique] });
    lesserRun(folder, 25, [aCheck({ requirement: ids.unique })]);
    expect(notPassedIn(folder, undefined)).toMatchObject({
      ids: [],
      redBefore: '2026-11-21T09:00:00.000Z',
    });
  });

  test('those of another target say nothing about it', () => {
    const folder = heldBy(judged(mixed));
    const another = { target: { ...aTarget, name: 'another' } };
    lesserRun(folder, 22, [aCheck({ verdict: 'failed', reason: 'no' })], another);

    expect(notPassedIn(folder, undefined)).toMatchObject({ ids: [ids.must] });
  });
});

test('without a run nothing is known', () => {
  expect(notPassedIn(temporaryFolder(), undefined)).toMatchObject({
    problem: expect.stringMatching(/^--failed: there is no run result in /),
  });
});

function heldBy(result: Conformance): string {
  const folder = temporaryFolder();
  writeConformanceJson(folder, result);
  writeFileSync(join(folder, 'certificate.html'), '');
  return folder;
}

/** Asks no more than what it has checks of. */
function lesserRun(
  folder: string,
  day: number,
  checks: readonly CheckResult[],
  { target = aTarget }: { target?: TargetFacts } = {},
): void {
  const only = checks.map(({ requirement }) => requirement);
  const run = {
    startedAt: new Date(`2026-11-${day}T09:00:00Z`),
    only: new Set(only),
    selection: { only },
  };
  const result = judged(checks, { run, target });
  const place = placeFor(folder, 'a part');
  writeConformanceJson(place.folder, result);
  place.settle(result);
}
