import { describe, expect, test } from 'vitest';
import { requirements } from '../../fixtures/requirements/index.ts';
import type { RequirementResult, RequirementVerdict, Waiver } from '../conformance.ts';
import { ids } from '../testing.ts';
import { applyWaivers, brokenWaivers, fateOf } from './waivers.ts';

const lastDay = '2026-11-21';
const duringIt = new Date('2026-11-21T23:59:59.999Z');
const afterIt = new Date('2026-11-22T00:00:00.000Z');

describe('a waiver of a requirement that failed', () => {
  test('makes it waived and leaves reason and checks, to the end of its last day', () => {
    const failed = aResult({ verdict: 'failed', reason: 'expected 200, got 500' });

    const { results, applied } = applyWaivers([failed], [aWaiver()], duringIt);

    expect(results).toEqual([{ ...failed, verdict: 'waived' }]);
    expect(applied).toEqual([{ ...aWaiver(), state: 'used' }]);
    expect(brokenWaivers(applied, {})).toEqual([]);
  });

  test('is expired from the next day on, and the failure stays', () => {
    const failed = aResult({ verdict: 'failed' });

    const { results, applied } = applyWaivers([failed], [aWaiver()], afterIt);

    expect(results).toEqual([failed]);
    expect(applied).toEqual([{ ...aWaiver(), state: 'expired' }]);
    expect(brokenWaivers(applied, {})).toEqual(applied);
  });

  test('leaves the failures of others alone', () => {
    const other = aResult({ id: ids.otherMust, verdict: 'failed' });

    const { results } = applyWaivers(
      [other, aResult({ verdict: 'failed' })],
      [aWaiver()],
      duringIt,
    );

    expect(results.map(({ verdict }) => verdict)).toEqual(['failed', 'waived']);
  });
});

test('a waiver of a requirement that passes is stale and fails the run', () => {
  const passed = aResult({ verdict: 'passed' });

  const { results, applied } = applyWaivers([passed], [aWaiver()], duringIt);

  expect(results).toEqual([passed]);
  expect(applied).toEqual([{ ...aWaiver(), state: 'stale' }]);
  expect(brokenWaivers(applied, {})).toEqual(applied);
  expect(brokenWaivers(applied, { shard: '1/2' })).toEqual([]);
});

describe('a waiver of a requirement that was not judged', () => {
  const unjudged: RequirementVerdict[] = ['inconclusive', 'not-exercised', 'not-configured'];

  test.for(unjudged)('is unused and changes nothing: %s', (verdict) => {
    const result = aResult({ verdict });

    const { results, applied } = applyWaivers([result], [aWaiver()], duringIt);

    expect(results).toEqual([result]);
    expect(applied).toEqual([{ ...aWaiver(), state: 'unused' }]);
    expect(brokenWaivers(applied, {})).toEqual([]);
  });

  test.for(unjudged)('is expired after its last day all the same: %s', (verdict) => {
    const { applied } = applyWaivers([aResult({ verdict })], [aWaiver()], afterIt);

    expect(applied.map(({ state }) => state)).toEqual(['expired']);
    expect(brokenWaivers(applied, {})).toHaveLength(1);
  });
});

test.for([
  ['failed', /; fix the target, or agree on a later day$/],
  ['passed', /, and the requirement passes; remove the waiver$/],
  ['not-exercised', /; the requirement was not judged in this run: remove the waiver, or /],
] as const)('what to do about an expired waiver of what %s', ([verdict, words]) => {
  expect(fateOf({ ...aWaiver(), state: 'expired' }, [aResult({ verdict })])).toMatch(words);
});

describe('a waiver of what would be a recommendation', () => {
  test.for(['failed', 'passed'] as const)('is unused, whatever the day: %s', (verdict) => {
    const result = aResult({ id: ids.advisory, verdict });
    const waiver = aWaiver({ requirement: ids.advisory });

    for (const day of [duringIt, afterIt]) {
      const { results, applied } = applyWaivers([result], [waiver], day, () => false);

      expect(results).toEqual([result]);
      expect(applied.map(({ state }) => state)).toEqual(['unused']);
    }
  });
});

test('waivers come back in the order of the file', () => {
  const waivers = [aWaiver({ requirement: ids.derived }), aWaiver()];
  const results = [aResult({ verdict: 'failed' }), aResult({ id: ids.derived, verdict: 'passed' })];

  const { applied } = applyWaivers(results, waivers, duringIt);

  expect(applied.map(({ requirement, state }) => [requirement, state])).toEqual([
    [ids.derived, 'stale'],
    [ids.must, 'used'],
  ]);
});

function aResult(part: Partial<RequirementResult> = {}): RequirementResult {
  const id = part.id ?? ids.must;
  const { document, section, level, statement } = requirements[id];
  const check = {
    name: 'carries it',
    file: 'suites/v2/service.test.ts',
    verdict: 'failed',
  } as const;
  return {
    id,
    document,
    section,
    level,
    statement,
    verdict: 'passed',
    checks: [{ ...check, durationMs: 3 }],
    ...part,
  };
}

function aWaiver(part: Partial<Waiver> = {}): Waiver {
  return {
    requirement: ids.must,
    reason: 'the old proxy strips it',
    owner: 'the card team',
    issue: 'https://tracker.example/7',
    until: lastDay,
    ...part,
  };
}
