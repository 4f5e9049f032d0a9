import { expect, test } from 'vitest';
import { seededRuns, stabilityOf, stabilityTable } from './stability.ts';
import { aBreach, aCheck } from '../reporters/testing.ts';

const passes = aCheck({ variant: 'mood:terse' });
const fails = aCheck({ variant: 'mood:terse', verdict: 'failed', reason: 'got HTTP 500' });

test('seeds that execute the same checks without an alarm are stable', () => {
  const runs = [1, 2].flatMap((seed) => seededRuns(seed, [passes]));

  expect(stabilityOf(runs)).toMatchObject({ stable: true, alarms: [], uneven: [] });
});

test('one red check is an alarm that names sandbox, seed and check', () => {
  const runs = [...seededRuns(1, [passes]), ...seededRuns(2, [fails])];

  const stability = stabilityOf(runs);

  expect(stability.stable).toBe(false);
  expect(stability.alarms).toEqual([expect.stringContaining('mood:terse, seed 2')]);
  expect(stabilityTable(stability)).toContain('got HTTP 500');
});

test('what could not be asked is an alarm too', () => {
  const undecided = aCheck({ variant: 'clean', verdict: 'inconclusive', reason: 'no answer' });

  expect(stabilityOf(seededRuns(1, [undecided])).stable).toBe(false);
});

test('advice that a lawful sandbox does not follow is no alarm, but on the clean one it is', () => {
  const unheeded = { requirement: 'v1.limits.other-cycle-type', verdict: 'failed' } as const;

  for (const [variant, stable] of [
    ['mood:pairs-1', true],
    ['clean', false],
  ] as const) {
    const checks = [aCheck({ variant }), aCheck({ variant, ...unheeded })];
    expect(stabilityOf(seededRuns(1, checks)).stable).toBe(stable);
  }
});

test('a breach of a clause over every answer is an alarm', () => {
  const breaches = [aBreach('v2.response.body-is-json', 'no JSON')];
  const check = aCheck({ variant: 'clean', breaches: [...breaches] });

  expect(stabilityOf(seededRuns(1, [check])).alarms).toHaveLength(1);
});

test('a seed with which fewer checks execute is uneven', () => {
  const skipped = aCheck({ variant: 'mood:terse', verdict: 'not-exercised' });
  const runs = [...seededRuns(1, [passes, passes]), ...seededRuns(2, [passes, skipped])];

  expect(stabilityOf(runs)).toMatchObject({ stable: false, alarms: [] });
  expect(stabilityOf(runs).uneven).toEqual(['mood:terse: 2, 1 checks executed']);
});

test('nothing executed is not stable', () => {
  expect(stabilityOf([]).stable).toBe(false);
});
