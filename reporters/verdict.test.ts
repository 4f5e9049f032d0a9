import { describe, expect, test } from 'vitest';
import { type RequirementId, requirementEntries } from '../fixtures/requirements/index.ts';
import type { Conformance, RequirementResult, Waiver } from './conformance.ts';
import type { CheckVerdict } from './check-verdict.ts';
import type { CheckResult } from './results.ts';
import { aBreach, aCheck, aTarget, ids, judged, observed } from './testing.ts';

describe('the verdict on a requirement', () => {
  const table: readonly (readonly [CheckVerdict[], RequirementResult['verdict']])[] = [
    [['passed', 'passed'], 'passed'],
    [['passed', 'failed'], 'failed'],
    [['inconclusive', 'failed'], 'failed'],
    [['passed', 'inconclusive'], 'inconclusive'],
    [['passed', 'not-exercised'], 'passed'],
    [['not-exercised'], 'not-exercised'],
    [['inconclusive', 'not-exercised'], 'inconclusive'],
  ];
  for (const [verdicts, expected] of table) {
    test(`${expected}, of checks that are ${verdicts.join(' and ')}`, () => {
      const checks = verdicts.map((verdict) => aCheck({ verdict, reason: `because ${verdict}` }));

      expect(resultFor(ids.must, judged(checks))).toMatchObject({ verdict: expected });
    });
  }

  test('failed, although its own checks passed, when an answer of the run breaks it', () => {
    const other = aCheck({
      requirement: ids.derived,
      judged: { [ids.must]: 5 },
      breaches: [aBreach(ids.must, 'no Request-id')],
    });

    const result = resultFor(ids.must, judged([aCheck(), other]));

    expect(result).toMatchObject({ verdict: 'failed', reason: 'no Request-id' });
    expect(result.checks.map(({ name }) => name)).toEqual([
      'carries a Request-id',
      'over 5 answers of the whole run',
    ]);
  });

  test('carries the reason of the check that decided it', () => {
    const checks = [
      aCheck({ name: 'a' }),
      aCheck({ name: 'b', verdict: 'failed', reason: 'got 200' }),
    ];

    expect(resultFor(ids.must, judged(checks)).reason).toBe('got 200');
  });

  test('observed, with what was seen, on an open point', () => {
    const result = resultFor(
      ids.open,
      judged([observed('balance 0'), { ...observed('and EUR'), name: 'z' }]),
    );

    expect(result).toMatchObject({ verdict: 'observed', observation: 'balance 0; and EUR' });
  });

  test('not exercised on an open point that could not be asked', () => {
    const check = aCheck({ requirement: ids.open, verdict: 'inconclusive', reason: 'no answer' });

    expect(resultFor(ids.open, judged([check]))).toMatchObject({
      verdict: 'not-exercised',
      reason: 'no answer',
    });
  });
});

describe('why a requirement was not looked at', () => {
  test('the other parts of a run ask it', () => {
    const shard = { index: 1, count: 2, judged: {}, breaches: [], requestIds: [] };

    expect(resultFor(ids.must, judged([], { run: { shard } })).reason).toBe(
      'its checks are in another part of the run',
    );
  });

  test('no check that ran covers it', () => {
    expect(resultFor(ids.must, judged([]))).toMatchObject({
      verdict: 'not-exercised',
      reason: 'no check that ran covers it',
    });
  });

  test('nobody can see it', () => {
    expect(resultFor(ids.unobservable, judged([])).reason).toMatch(
      /^cannot be seen from outside: /,
    );
  });

  test('it was not selected, whatever was seen of it in passing', () => {
    const checks = [aCheck({ judged: { [ids.otherMust]: 1 } })];

    const conformance = judged(checks, { run: { only: new Set([ids.must]) } });

    expect(resultFor(ids.otherMust, conformance)).toMatchObject({
      verdict: 'not-exercised',
      reason: 'not selected by --only',
      checks: [],
    });
    expect(resultFor(ids.must, judged(checks, { run: { apis: ['v1'] } })).reason).toBe(
      'not selected by --api',
    );
  });

  test('its API is not configured', () => {
    const target = { ...aTarget, apis: {}, notConfigured: { v2: 'set V2_API_KEY' } };

    expect(resultFor(ids.must, judged([], { target }))).toMatchObject({
      verdict: 'not-configured',
      reason: 'v2 is not configured: set V2_API_KEY',
    });
  });

  test('its API did not answer', () => {
    const conformance = judged([], { run: { unreachable: { v2: 'connection refused' } } });

    expect(resultFor(ids.must, conformance)).toMatchObject({
      verdict: 'inconclusive',
      reason: 'connection refused',
    });
    expect(resultFor(ids.open, conformance).verdict).toBe('not-exercised');
    expect(resultFor(ids.unobservable, conformance).verdict).toBe('not-exercised');
    expect(conformance.run.exitStatus).toBe(3);
  });

  test('the run was stopped', () => {
    expect(resultFor(ids.must, judged([], { run: { stopped: 'interrupted' } })).reason).toBe(
      'the run was stopped before its turn',
    );
  });
});

describe('the verdict on the target', () => {
  const advisoryBreach = aCheck({ requirement: ids.advisory, verdict: 'failed' });

  const table: readonly (readonly [
    because: string,
    checks: readonly CheckResult[],
    run: Parameters<typeof judged>[1],
    verdict: Conformance['verdict'],
    exitStatus: number,
  ])[] = [
    ['everything passed', [aCheck()], {}, 'conformant', 0],
    ['a must failed', [aCheck({ verdict: 'failed' })], {}, 'not-conformant', 1],
    [
      'what follows from a must failed',
      [aCheck({ requirement: ids.derived, verdict: 'failed' })],
      {},
      'not-conformant',
      1,
    ],
    ['an expectation was not met', [aCheck(), advisoryBreach], {}, 'conformant', 0],
    [
      'an expectation was not met in a certification',
      [aCheck(), advisoryBreach],
      { run: { profile: 'certification' } },
      'conformant',
      0,
    ],
    [
      'an expectation was not met and is to count',
      [aCheck(), advisoryBreach],
      { run: { failOn: 'advisory' } },
      'not-conformant',
      1,
    ],
    [
      'an expectation could not be asked',
      [aCheck(), aCheck({ requirement: ids.advisory, verdict: 'inconclusive' })],
      { run: { profile: 'certification' } },
      'conformant',
      0,
    ],
    [
      'an expectation that is to count could not be asked',
      [aCheck(), aCheck({ requirement: ids.advisory, verdict: 'inconclusive' })],
      { run: { failOn: 'advisory' } },
      'inconclusive',
      3,
    ],
    [
      'a waiver of a recommendation has expired',
      [aCheck(), advisoryBreach],
      { waivers: [anExpiredWaiver(ids.advisory)] },
      'conformant',
      0,
    ],
    [
      'a waiver of an expectation that is to count has expired',
      [aCheck(), advisoryBreach],
      { run: { failOn: 'advisory' }, waivers: [anExpiredWaiver(ids.advisory)] },
      'not-conformant',
      1,
    ],
    ['a must could not be asked', [aCheck({ verdict: 'inconclusive' })], {}, 'inconclusive', 3],
    [
      'one failed and another could not be asked',
      [
        aCheck({ verdict: 'failed' }),
        aCheck({ requirement: ids.derived, verdict: 'inconclusive' }),
      ],
      {},
      'not-conformant',
      1,
    ],
    ['only open points were seen', [observed('0')], {}, 'conformant', 0],
    ['everything skipped itself', [aCheck({ verdict: 'not-exercised' })], {}, 'inconclusive', 3],
    ['nothing ran', [], {}, 'inconclusive', 3],
    [
      'the suite itself failed',
      [aCheck()],
      { run: { crashes: ['x.test.ts could not be loaded'] } },
      'inconclusive',
      2,
    ],
    [
      'it was stopped by hand',
      [aCheck()],
      { run: { stopped: 'interrupted' } },
      'inconclusive',
      130,
    ],
    [
      'it was stopped by hand after a failure',
      [aCheck({ verdict: 'failed' })],
      { run: { stopped: 'interrupted' } },
      'not-conformant',
      130,
    ],
    [
      'it stopped at the first failure',
      [aCheck({ verdict: 'failed' })],
      { run: { stopped: 'bail' } },
      'not-conformant',
      1,
    ],
  ];
  for (const [because, checks, run, verdict, exitStatus] of table) {
    test(`${verdict} (${exitStatus}), because ${because}`, () => {
      const conformance = judged(checks, run);

      expect(conformance.verdict).toBe(verdict);
      expect(conformance.run.exitStatus).toBe(exitStatus);
    });
  }

  test('is complete only when nothing stopped it', () => {
    expect(judged([aCheck()]).run.complete).toBe(true);
    expect(judged([aCheck()], { run: { stopped: 'bail' } }).run.complete).toBe(false);
    expect(judged([aCheck()], { run: { crashes: ['x'] } }).run.complete).toBe(false);
  });
});

describe('the whole value', () => {
  test('holds every requirement of the catalogue in document order, whatever was selected', () => {
    const { requirements } = judged([], {
      catalogue: requirementEntries,
      run: { only: new Set() },
    });

    expect(requirements.map(({ id }) => id)).toEqual(requirementEntries.map(([id]) => id));
  });

  test('counts each requirement once', () => {
    const { counts, requirements } = judged([
      aCheck(),
      aCheck({ requirement: ids.derived, verdict: 'failed' }),
      aCheck({ requirement: ids.advisory, verdict: 'inconclusive' }),
      observed('0'),
    ]);

    expect(counts).toEqual({
      passed: 1,
      failed: 1,
      waived: 0,
      inconclusive: 1,
      notExercised: 3,
      notConfigured: 0,
      observed: 1,
    });
    expect(Object.values(counts).reduce((a, b) => a + b)).toBe(requirements.length);
  });

  test('is the same in whatever order the checks came', () => {
    const checks = [
      aCheck({ name: 'b' }),
      aCheck({ name: 'B' }),
      aCheck({ name: 'a', file: 'suites/v2/z.test.ts' }),
      aCheck({ requirement: ids.derived }),
    ];

    const forwards = judged(checks);

    expect(judged(checks.toReversed())).toEqual(forwards);
    expect(resultFor(ids.must, forwards).checks.map(({ name }) => name)).toEqual(['B', 'b', 'a']);
  });

  test('says what was asked, when and how', () => {
    expect(judged([aCheck(), aCheck({ requests: 4 })])).toMatchObject({
      schemaVersion: 1,
      suite: { name: 'suite', version: '1.0.0' },
      target: {
        name: 'Reimplementation 3',
        apis: { v2: 'https://sandbox.example' },
        controlPlane: false,
      },
      run: {
        startedAt: '2026-11-21T09:00:00.000Z',
        finishedAt: '2026-11-21T09:00:04.200Z',
        seed: 42,
        profile: 'nightly',
        complete: true,
        requests: 7,
      },
    });
  });
});

function resultFor(id: string, { requirements }: Conformance): RequirementResult {
  const found = requirements.find((requirement) => requirement.id === id);
  if (found === undefined) throw new Error(`${id} is not in the result`);
  return found;
}

/** Its last day was before the run of these tests. */
function anExpiredWaiver(requirement: RequirementId): Waiver {
  return { requirement, reason: 'later', owner: 'team', issue: 'http://t/8', until: '2026-01-31' };
}
