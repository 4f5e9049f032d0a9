import { describe, expect, test } from 'vitest';
import type { Conformance } from '../conformance.ts';
import { certificationOf } from './fullness.ts';
import { aCheck, ids, judged } from '../testing.ts';

/** Every requirement of the small catalogue that can be seen. */
const everyCheck = [ids.must, ids.otherMust, ids.unique, ids.derived, ids.advisory, ids.open].map(
  (requirement) =>
    aCheck({
      requirement,
      verdict: requirement === ids.open ? 'observed' : 'passed',
      judged: { [ids.must]: 1, [ids.otherMust]: 1 },
      requestIds: ['a', 'b'].map((id) => `${requirement}-${id}`),
    }),
);
const full = (): Conformance => judged(everyCheck, { run: { profile: 'certification' } });

describe('a certification', () => {
  test('is full when all that can be seen was exercised, whatever is open or unobservable', () => {
    expect(certificationOf(full())).toEqual({ extent: 'full', reasons: [] });
  });

  test('is full of a target that fails: what it keeps is another question', () => {
    const failing = verdictOn(full(), ids.must, 'failed');

    expect(certificationOf(failing).extent).toBe('full');
  });

  test('is full without what was not configured, an open point or an advisory one', () => {
    const result = verdictOn(
      verdictOn(verdictOn(full(), ids.derived, 'not-configured'), ids.open, 'not-exercised'),
      ids.advisory,
      'not-exercised',
    );

    expect(certificationOf(result).extent).toBe('full');
  });

  const runs: readonly (readonly [string, Partial<Conformance['run']>, string])[] = [
    [
      'under another profile',
      { profile: 'nightly' },
      'The profile was nightly; a full certification needs --profile certification.',
    ],
    ['that was stopped', { complete: false }, 'The run was not completed.'],
    [
      'of a selection',
      { selection: { apis: ['v2'], only: ['v2.card', 'v2.limits'] } },
      'Only a selection was run: --api v2 --only v2.card,v2.limits.',
    ],
    [
      'that is a shard',
      { shard: { index: 1, count: 3, judged: {}, breaches: [], requestIds: [] } },
      'This is shard 1 of 3, not merged with the others.',
    ],
  ];
  test.for(runs)('is partial after a run %s', ([, run, reason]) => {
    const result = { ...full(), run: { ...full().run, ...run } };

    expect(certificationOf(result)).toEqual({ extent: 'partial', reasons: [reason] });
  });

  test('is partial when nothing was configured', () => {
    const result = { ...full(), target: { ...full().target, apis: {} } };

    expect(certificationOf(result).reasons).toEqual(['No API was configured.']);
  });

  test.for([
    [ids.must, 'not-exercised'],
    [ids.must, 'inconclusive'],
    [ids.derived, 'not-exercised'],
  ] as const)('is partial when %s is %s', ([id, verdict]) => {
    expect(certificationOf(verdictOn(full(), id, verdict))).toEqual({
      extent: 'partial',
      reasons: [`1 must or derived requirement was not exercised: ${id}.`],
    });
  });

  test('names a few of many that were not exercised', () => {
    const result = [ids.must, ids.otherMust, ids.unique, ids.derived].reduce(
      (before, id) => verdictOn(before, id, 'not-exercised'),
      full(),
    );

    expect(certificationOf(result).reasons).toEqual([
      `4 must and derived requirements were not exercised: ${ids.must}, ${ids.otherMust}, ${ids.unique} and 1 more.`,
    ]);
  });
});

function verdictOn(
  result: Conformance,
  id: string,
  verdict: Conformance['requirements'][number]['verdict'],
): Conformance {
  return {
    ...result,
    requirements: result.requirements.map((one) => (one.id === id ? { ...one, verdict } : one)),
  };
}
