import { describe, expect, test } from 'vitest';
import { requirements } from '../../fixtures/requirements/index.ts';
import { comparable } from './comparable.ts';
import type { Conformance, Waiver } from '../conformance.ts';
import { mergeOf } from './merging.ts';
import type { CheckResult } from '../results.ts';
import { shardFactsOf } from './shard.ts';
import { textOf } from '../../fixtures/failure-text.ts';
import { aCheck, aJudgement, ids, judged } from '../testing.ts';
import type { RunFacts } from '../verdict.ts';

const catalogue = Object.values(ids).map((id) => [id, requirements[id]] as const);
const suite = judged([]).suite;

describe('parts of a run', () => {
  const checks = [
    aCheck({
      name: 'a',
      judged: { [ids.must]: 4 },
      requestIds: ['1', '2'],
      dialect: { 'v1 changeCardLimit': 'with limit', 'v1 blockCard': 'hotCardStatus 20' },
      states: [aCell(3)],
    }),
    aCheck({ name: 'b', requirement: ids.derived, generated: figures }),
    aCheck({ name: 'c', requirement: ids.open, verdict: 'observed', reason: 'balance 0' }),
    aCheck({
      name: 'd',
      judged: { [ids.must]: 2, [ids.otherMust]: 1 },
      requestIds: ['3'],
      dialect: { 'v1 changeCardLimit': 'with limit', 'v1 blockCard': 'no form is accepted' },
      states: [aCell(1)],
    }),
    aCheck({ name: 'e', requirement: ids.advisory, verdict: 'not-exercised', reason: 'no card' }),
  ];

  test.for([1, 2, 3, 5, 7])('%i of them make the result of one run', (count) => {
    const whole = judged(checks);

    const merged = mergedOf(cut(checks, count));

    expect(comparable(merged)).toEqual(comparable(whole));
    expect(merged.run.requests).toBe(whole.run.requests);
    expect(merged.states).toEqual([aCell(4)]);
    expect(merged.generators).toEqual(whole.generators);
    expect(merged.dialect).toContainEqual({
      what: 'v1 blockCard',
      form: 'hotCardStatus 20; or no form is accepted',
    });
    expect(resultFor(ids.must, merged).checks.at(-1)?.name).toBe('over 6 answers of the whole run');
  });

  test('are the same in any order', () => {
    const parts = cut(checks, 3);

    expect(comparable(mergedOf(parts.toReversed()))).toEqual(comparable(mergedOf(parts)));
  });

  test('last from the first start to the last end, and are as valid as one run', () => {
    const [one = judged([]), two = judged([])] = cut(checks, 2);
    const later = {
      ...two,
      run: {
        ...two.run,
        startedAt: '2026-11-21T08:59:00.000Z',
        finishedAt: '2026-11-21T09:05:00.000Z',
        validUntil: '2027-02-19T09:05:00.000Z',
        machine: 'another',
      },
    };

    expect(mergedOf([one, later]).run).toMatchObject({
      id: 'the whole',
      startedAt: '2026-11-21T08:59:00.000Z',
      finishedAt: '2026-11-21T09:05:00.000Z',
      validUntil: '2027-02-19T09:05:00.000Z',
      machine: 'node v24.21.0 on linux x64, another',
    });
    expect(mergedOf([one, later]).run).not.toHaveProperty('shard');
  });

  test('fail when one of them does', () => {
    const failed = aCheck({ requirement: ids.derived, name: 'x', verdict: 'failed', reason: 'no' });

    const merged = mergedOf(cut([...checks, failed], 3));

    expect(merged).toMatchObject({ verdict: 'not-conformant', run: { exitStatus: 1 } });
    expect(resultFor(ids.derived, merged)).toMatchObject({ verdict: 'failed', reason: 'no' });
  });

  test('are inconclusive when one of them was cut short or broke down', () => {
    const stopped = mergedOf(cut(checks, 2, { 2: { stopped: 'interrupted' } }));
    const broken = mergedOf(cut(checks, 2, { 1: { crashes: ['a file could not be loaded'] } }));

    expect(stopped).toMatchObject({ verdict: 'inconclusive', run: { complete: false } });
    expect(stopped.run.exitStatus).toBe(3);
    expect(broken.run).toMatchObject({ exitStatus: 2, crashes: ['a file could not be loaded'] });
  });

  test('that all executed nothing are inconclusive', () => {
    expect(mergedOf(cut([], 2))).toMatchObject({ verdict: 'inconclusive', run: { exitStatus: 3 } });
  });

  test('keep the reasons why something was not looked at', () => {
    const run = { only: new Set([ids.must]), selection: { only: [ids.must] } };

    const merged = mergedOf(cut([aCheck()], 2, { 1: run, 2: run }));

    expect(comparable(merged)).toEqual(comparable(judged([aCheck()], { run })));
    expect(resultFor(ids.derived, merged).reason).toBe('not selected by --only');
  });
});

describe('a clause over every answer', () => {
  const breach = aJudgement({ expected: 'a Request-id', got: 'none' });
  const reason = textOf(breach);

  test('is broken by one answer of one part', () => {
    const checks = [aCheck({ judged: { [ids.must]: 5 } }), aCheck({ breaches: [breach] })];

    const merged = mergedOf(cut(checks, 2));

    expect(comparable(merged)).toEqual(comparable(judged(checks)));
    expect(resultFor(ids.must, merged)).toMatchObject({
      verdict: 'failed',
      reason,
    });
  });

  test('names three breaches and the number of the others', () => {
    const many = Array.from({ length: 9 }, () => aCheck({ breaches: [breach] }));

    expect(resultFor(ids.must, mergedOf(cut(many, 2))).reason).toBe(
      `${reason}\n${reason}\n${reason}\n  and 6 more like these`,
    );
  });

  test('finds a Request-id that two parts saw, without telling it', () => {
    const checks = [aCheck({ requestIds: ['req-a', 'req-b'] }), aCheck({ requestIds: ['req-a'] })];

    const merged = mergedOf(cut(checks, 2));

    expect(resultFor(ids.unique, merged).verdict).toBe('failed');
    expect(resultFor(ids.unique, merged).reason).toMatch(
      /SHA-256 begins with [0-9a-f]{16}\) on 2 answers, seen in "part 1 of 2" and "part 2 of 2"/,
    );
    expect(JSON.stringify(merged)).not.toContain('req-a');
  });

  test('is kept when every Request-id is another', () => {
    const checks = [aCheck({ requestIds: ['req-a'] }), aCheck({ requestIds: ['req-b'] })];

    expect(resultFor(ids.unique, mergedOf(cut(checks, 2))).verdict).toBe('passed');
  });
});

describe('what failed and then passed', () => {
  const inconsistent = { note: 'passed' };
  const flaky = aCheck({ name: 'a', verdict: 'failed', reason: 'got 500', inconsistent });

  test('stays inconsistent', () => {
    const merged = mergedOf(cut([flaky, aCheck({ name: 'b' })], 2));

    expect(resultFor(ids.must, merged)).toMatchObject({
      verdict: 'failed',
      inconsistent: { first: 'got 500', second: 'passed', passed: inconsistent },
    });
  });

  test('has simply failed when another part saw it fail twice', () => {
    const merged = mergedOf(
      cut([flaky, aCheck({ name: 'b', verdict: 'failed', reason: 'got 500' })], 2),
    );

    expect(resultFor(ids.must, merged)).not.toHaveProperty('inconsistent');
  });
});

describe('an API that was silent', () => {
  const unreachable = { v2: 'v2 does not answer: ECONNREFUSED' };

  test('for every part is undecided as in one run', () => {
    const merged = mergedOf(cut([], 2, { 1: { unreachable }, 2: { unreachable } }));

    expect(comparable(merged)).toEqual(comparable(judged([], { run: { unreachable } })));
  });

  test('for one part leaves its requirements undecided, unless another part saw them fail', () => {
    const failed = aCheck({ requirement: ids.otherMust, verdict: 'failed', reason: 'no JSON' });

    const merged = mergedOf([aPart(1, 2, [aCheck(), failed]), aPart(2, 2, [], { unreachable })]);

    expect(resultFor(ids.must, merged)).toMatchObject({
      verdict: 'inconclusive',
      reason: unreachable.v2,
    });
    expect(resultFor(ids.otherMust, merged).verdict).toBe('failed');
  });
});

test('a waived failure is waived in the whole', () => {
  const waiver: Waiver = {
    requirement: ids.must,
    reason: 'fixed next week',
    owner: 'cards team',
    issue: 'https://issues.example/7',
    until: '2027-01-01',
  };
  const checks = [aCheck({ verdict: 'failed', reason: 'got 200' }), aCheck({ name: 'b' })];
  const parts = [1, 2].map((index) =>
    judged(index === 1 ? checks.slice(0, 1) : checks.slice(1), {
      waivers: [waiver],
      run: { shard: shardFactsOf({ index, count: 2 }, []) },
    }),
  );

  const merged = mergedOf(parts);

  expect(merged.waivers).toEqual([{ ...waiver, state: 'used' }]);
  expect(resultFor(ids.must, merged).verdict).toBe('waived');
});

describe('what makes no run', () => {
  const [one = judged([]), two = judged([])] = cut([aCheck()], 2);
  const problemsOf = (...contents: readonly unknown[]): string => {
    const merged = merge(contents);
    return 'problems' in merged ? merged.problems.join('\n') : 'no problem';
  };

  test.for([
    ['a missing part', [one], 'part 2/2 is missing: run it with --shard 2/2'],
    ['the same part twice', [one, one, two], 'DIR2 is part 1/2, and so is DIR1'],
    ['a whole run', [one, judged([])], 'DIR2 is not part of a run: made without --shard'],
    ['another seed', [one, withRun(two, { seed: 7 })], 'DIR2 has the seed 7, and DIR1 has 42'],
    ['another profile', [one, withRun(two, { profile: 'smoke' })], 'the profile smoke'],
    [
      'another level that counts',
      [one, withRun(two, { failOn: 'advisory' })],
      'DIR2 has --fail-on advisory, and DIR1 has derived',
    ],
    [
      'another selection',
      [one, withRun(two, { selection: { apis: ['v2'] } })],
      'the selection {"apis":["v2"]}, and DIR1 has everything',
    ],
    ['another target', [one, { ...two, target: { ...two.target, name: 'B' } }], 'the target B'],
    [
      'another suite',
      [one, { ...two, suite: { ...two.suite, digest: 'ee'.repeat(32) } }],
      'DIR2 was made by suite 1.0.0 (eeeeeeeeeeee), but this is suite 1.0.0 (d1d1d1d1d1d1)',
    ],
    [
      'another catalogue',
      [one, { ...two, requirements: two.requirements.slice(1) }],
      "DIR2 does not hold the requirements of this suite's catalogue",
    ],
    ['nothing of ours', [one, { hello: 'world' }], 'DIR2 is not a result of this suite'],
    ['an impossible part', [one, withShard(two, 3, 2)], 'there is no such part'],
    ['a part of a million', [one, withShard(two, 2, 1e9)], 'DIR2 is not a result of this suite'],
  ] as const)('%s is told with its folder', ([, contents, words]) => {
    expect(problemsOf(...contents)).toContain(words);
  });

  test('is told all at once', () => {
    const other = withRun(two, { seed: 7, profile: 'smoke' });

    expect(problemsOf(one, other).split('\n')).toHaveLength(2);
  });

  test('cannot smuggle a requirement in, whatever it is called', () => {
    const hostile = JSON.parse(
      JSON.stringify(two).replace('"judged":{}', '"judged":{"__proto__":3,"constructor":2,"x":1}'),
    ) as unknown;

    const merged = merge([one, hostile]);

    if ('problems' in merged) throw new Error(merged.problems.join('\n'));
    expect(comparable(merged.conformance)).toEqual(comparable(mergedOf([one, two])));
  });
});

const figures = { cases: 5, commands: 9, accepted: 7, refused: 2, deepest: 3, reached: { all: 1 } };

function aCell(tried: number): Conformance['states'][number] {
  return {
    api: 'v2',
    subject: 'card',
    state: 'active',
    operation: 'GET /v2/cards/{id}',
    tried,
    allowed: tried,
    refused: 0,
    unjudged: 0,
  };
}

/** The results of the parts that the checks were dealt out to, one after the other. */
function cut(
  checks: readonly CheckResult[],
  count: number,
  runs: Readonly<Record<number, Partial<RunFacts>>> = {},
): Conformance[] {
  return Array.from({ length: count }, (_, at) => {
    const own = checks.filter((_check, place) => place % count === at);
    return aPart(at + 1, count, own, runs[at + 1]);
  });
}

function aPart(
  index: number,
  count: number,
  checks: readonly CheckResult[],
  run: Partial<RunFacts> = {},
): Conformance {
  return judged(checks, { run: { ...run, shard: shardFactsOf({ index, count }, checks) } });
}

function merge(contents: readonly unknown[]): ReturnType<typeof mergeOf> {
  const parts = contents.map((content, at) => ({
    from: `DIR${at + 1}`,
    // As it comes back from a file.
    content: JSON.parse(JSON.stringify(content)) as unknown,
  }));
  return mergeOf(parts, { suite, catalogue, id: 'the whole' });
}

function mergedOf(parts: readonly Conformance[]): Conformance {
  const merged = merge(parts);
  if ('problems' in merged) throw new Error(merged.problems.join('\n'));
  return merged.conformance;
}

function resultFor(id: string, { requirements: results }: Conformance) {
  const found = results.find((one) => one.id === id);
  if (found === undefined) throw new Error(`${id} is not in the result`);
  return found;
}

function withRun(conformance: Conformance, run: Partial<Conformance['run']>): Conformance {
  return { ...conformance, run: { ...conformance.run, ...run } };
}

function withShard(conformance: Conformance, index: number, count: number): Conformance {
  return withRun(conformance, { shard: { ...shardFactsOf({ index, count }, []) } });
}
