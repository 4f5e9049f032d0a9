import type { TestResult } from 'vitest/node';
import { describe, expect, test } from 'vitest';
import { type Deviation, onlyWords } from '../fixtures/failure.ts';
import { textOf } from '../fixtures/failure-text.ts';
import { Inconclusive } from '../fixtures/transcript/exchange.ts';
import type { CheckRecord } from '../fixtures/record.ts';
import { defectsOf, type FinishedTest, resultOf, resultsReporter } from './results.ts';
import { aJudgement, ids } from './testing.ts';

describe('what becomes of a check', () => {
  test('it passed', () => {
    expect(resultOf(finished(passed))).toEqual({
      requirement: ids.must,
      name: 'carries a Request-id',
      file: 'suites/v2/service.test.ts',
      verdict: 'passed',
      durationMs: 13,
      requests: 2,
      judged: {},
      breaches: [],
      requestIds: [],
      asked: [],
    });
  });

  test('it failed, with the first message and the exchanges', () => {
    const result = failed({ message: 'first' }, { message: 'second' });
    const exchanges = [{ method: 'GET', path: '/v2', sent: '', got: '', text: 'GET /v2' }];

    expect(resultOf(finished(result, { exchanges }))).toMatchObject({
      verdict: 'failed',
      reason: 'first',
      exchanges,
    });
  });

  test('a difference that vitest found is part of the message, without colours', () => {
    const result = failed({
      message: 'not equal',
      diff: '\u001b[32m- 1\u001b[39m\n\u001b[31m+ 2\u001b[39m',
    });

    expect(resultOf(finished(result))?.reason).toBe('not equal\n- 1\n+ 2');
  });

  test("a target's control characters are shown, not sent", () => {
    expect(resultOf(finished(failed({ message: 'got \u0007\u009b2J' })))?.reason).toBe(
      String.raw`got \u0007\u009b2J`,
    );
  });

  for (const phase of ['act', 'world'] as const) {
    test(`in the ${phase}, which is no failure of the target`, () => {
      const failure = { ...onlyWords(phase, 'no answer'), requirement: ids.must };

      expect(resultOf(finished(failed({ message: '' }), { failure }))).toMatchObject({
        verdict: 'inconclusive',
        reason: expect.stringContaining('no answer') as string,
        failure,
      });
    });
  }

  test('an error that no check has noted carries what went wrong', () => {
    const { failure } = new Inconclusive('no answer', { method: 'GET', path: '/v2', sent: '' });

    expect(resultOf(finished(failed({ message: '', failure })))).toMatchObject({
      verdict: 'inconclusive',
      failure: { ...failure, requirement: ids.must },
    });
  });

  test('a check that vitest stopped is no failure of the target', () => {
    const result = failed({ name: 'TestTimeoutError', message: 'Test timed out' });

    expect(resultOf(finished(result))?.verdict).toBe('inconclusive');
  });

  for (const name of ['TypeError', 'ReferenceError', 'RangeError', 'Error'])
    test(`a ${name} of the check itself is no failure of the target, but a crash`, () => {
      const result = failed({ name, message: 'list.map is not a function' });

      expect(resultOf(finished(result))).toMatchObject({
        verdict: 'inconclusive',
        reason: `the suite itself failed here: ${name}: list.map is not a function`,
      });
      expect(defectsOf(finished(result))).toEqual(result.errors);
    });

  test('what a check expected in vain is no crash', () => {
    const deviation = onlyWords('judgement', 'expected a list');

    expect(
      defectsOf(finished(failed({ name: 'AssertionError', message: 'expected 1 to be 2' }))),
    ).toEqual([]);
    expect(
      defectsOf(finished(failed({ name: 'TypeError', message: '', failure: deviation }))),
    ).toEqual([]);
  });

  test('it needs a moment to which this run does not go', () => {
    const failure = onlyWords('reach', 'needs the clock at 2040-01-01');
    const result = failed({ message: '', failure });

    expect(resultOf(finished(result))).toMatchObject({
      verdict: 'not-exercised',
      reason: 'needs the clock at 2040-01-01',
    });
  });

  describe('it failed and was tried again on its way through time', () => {
    const failure = aJudgement({ expected: 'a refusal' });
    const reason = textOf(failure);

    test('and passed, which is inconsistent', () => {
      expect(resultOf(finished(passed, { failure }))).toMatchObject({
        verdict: 'failed',
        reason,
        failure,
        inconsistent: {
          note: expect.stringContaining('passed on the second attempt') as string,
        },
      });
    });

    test('and passed at other moments, which is no more than failed', () => {
      const result = resultOf(finished(passed, { failure, waited: true }));

      expect(result).toMatchObject({
        verdict: 'failed',
        reason: `${reason}\n  again     passed on the second attempt, at other moments of the target's clock: not the same trial`,
      });
      expect(result).not.toHaveProperty('inconsistent');
    });

    test('and passed, where it could not be asked at first', () => {
      const silence = { ...onlyWords('act', 'no answer within 10000 ms'), requirement: ids.must };

      const result = resultOf(finished(passed, { failure: silence }));

      expect(result).toMatchObject({ verdict: 'passed' });
      expect(result).not.toHaveProperty('inconsistent');
    });

    test('and could be asked neither time, which says nothing about the target', () => {
      const silence = { ...onlyWords('act', 'no answer within 10000 ms'), requirement: ids.must };

      const result = resultOf(
        finished(skipped('no card is valid that long'), { failure: silence }),
      );

      expect(result).toMatchObject({ verdict: 'inconclusive' });
    });

    test('and failed, with the first failure', () => {
      const result = resultOf(finished(failed({ message: 'another' }), { failure }));

      expect(result).toMatchObject({ verdict: 'failed', reason, failure });
      expect(result).not.toHaveProperty('inconsistent');
    });

    test('and could not be exercised any more, so the first verdict stands and says so', () => {
      const result = resultOf(finished(skipped('no card is valid that long'), { failure }));

      expect(result).toMatchObject({
        verdict: 'failed',
        reason: `${reason}\n  again     could not be tried again: no card is valid that long`,
      });
    });
  });

  test('the file is the one in which it stands', () => {
    const file = 'suites/v1/cycles.clock.test.ts';

    expect(resultOf(finished(passed, { file }))?.file).toBe(file);
  });

  test('it skipped itself, with its reason', () => {
    expect(resultOf(finished(skipped('needs the control plane')))).toMatchObject({
      verdict: 'not-exercised',
      reason: 'needs the control plane',
    });
  });

  test('the variant that it ran against is no part of its name', () => {
    const { name, variant } =
      resultOf({
        ...finished(passed, { variant: 'fault:x.y' }),
        name: 'carries a Request-id [fault:x.y]',
      }) ?? {};

    expect({ name, variant }).toEqual({ name: 'carries a Request-id', variant: 'fault:x.y' });
  });

  const nothing: readonly (readonly [because: string, test: FinishedTest])[] = [
    ['was not selected', finished(skipped(undefined))],
    ['was cut short', finished(skipped('The test run was aborted by the user.'))],
    ['did not get its turn', finished({ state: 'pending', errors: undefined })],
    ['is no check', { ...finished(passed), meta: () => ({}) }],
  ];
  for (const [because, seen] of nothing) {
    test(`nothing, when it ${because}`, () => expect(resultOf(seen)).toBeUndefined());
  }
});

describe('what becomes of a check on an open point', () => {
  const open = (result: TestResult, part: Partial<CheckRecord> = {}): unknown =>
    resultOf(finished(result, { requirement: ids.open, ...part }));

  test('it observed', () => {
    expect(open(passed, { observation: 'balance 0' })).toMatchObject({
      verdict: 'observed',
      reason: 'balance 0',
    });
  });

  test('it observed, then stumbled', () => {
    expect(open(failed({ message: 'oops' }), { observation: 'balance 0' })).toMatchObject({
      verdict: 'observed',
    });
  });

  test('it is never judged', () => {
    expect(open(failed({ message: 'oops' }))).toMatchObject({
      verdict: 'not-exercised',
      reason: 'it could not be observed: oops',
    });
    expect(open(passed)).toMatchObject({
      verdict: 'not-exercised',
      reason: 'nothing was observed',
    });
  });

  test('it could not ask', () => {
    expect(open(failed({ message: '', failure: onlyWords('act', 'no answer') }))).toMatchObject({
      verdict: 'inconclusive',
    });
  });
});

const passed: TestResult = { state: 'passed', errors: undefined };

function skipped(note: string | undefined): TestResult {
  return { state: 'skipped', errors: undefined, note };
}

function failed(
  ...errors: { name?: string; message: string; diff?: string; failure?: Deviation }[]
): TestResult {
  return {
    state: 'failed',
    errors: errors.map((error) => ({ name: 'AssertionError', stacks: [], ...error })),
  };
}

function finished(result: TestResult, part: Partial<CheckRecord> = {}): FinishedTest {
  const conformance: CheckRecord = {
    requirement: ids.must,
    requests: 2,
    judged: {},
    breaches: [],
    requestIds: [],
    asked: [],
    ...part,
  };
  return {
    name: 'carries a Request-id',
    module: { relativeModuleId: 'suites/v2/service.test.ts' },
    meta: () => ({ conformance }),
    result: () => result,
    diagnostic: () => ({
      slow: false,
      heap: undefined,
      duration: 12.6,
      startTime: 0,
      retryCount: 0,
      repeatCount: 0,
      flaky: false,
    }),
  };
}

describe('an error that no check has caught', () => {
  const alone = { name: 'SetUpFailed', message: 'no card', failure: onlyWords('world', 'no card') };
  const breach = {
    name: 'Failed',
    message: '1, not 2',
    failure: onlyWords('judgement', '1, not 2'),
  };
  const stopped = failed({ message: '', failure: onlyWords('world', 'no order') });

  test.for([
    ['a defect of the suite', { name: 'TypeError', message: 'no list' }, stopped, 1],
    ['a set-up beside one that a check has told of', alone, stopped, 0],
    ['a set-up where every check got through', alone, passed, 1],
    ['a breach that nobody waited for', breach, stopped, 1],
  ] as const)('%s', ([, error, result, crashes]) => {
    const { harvest, reporter } = resultsReporter({});
    reporter.onTestCaseResult?.({ ...finished(result), id: '1' } as never);

    reporter.onTestRunEnd?.([], [error], 'failed');

    expect(harvest.crashes).toHaveLength(crashes);
  });
});
