import type { TestResult } from 'vitest/node';
import { describe, expect, test } from 'vitest';
import type { CheckRecord } from '../fixtures/record.ts';
import { type FinishedTest, resultOf } from './results.ts';
import { ids } from './testing.ts';

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
    });
  });

  test('it failed, with the first message and the exchanges', () => {
    const result = failed({ message: 'first' }, { message: 'second' });

    expect(resultOf(finished(result, { exchanges: 'GET /v2' }))).toMatchObject({
      verdict: 'failed',
      reason: 'first',
      exchanges: 'GET /v2',
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

  for (const name of ['Inconclusive', 'SetUpFailed']) {
    test(`${name} is no failure`, () => {
      const result = failed({ name, message: 'no answer' });

      expect(resultOf(finished(result))).toMatchObject({
        verdict: 'inconclusive',
        reason: 'no answer',
      });
    });
  }

  test('a check that vitest stopped is no failure of the target', () => {
    const result = failed({ message: 'Test timed out in 600000ms.' });

    expect(resultOf(finished(result))?.verdict).toBe('inconclusive');
  });

  test('it needs a moment to which this run does not go', () => {
    const result = failed({ name: 'BeyondTheWalk', message: 'needs the clock at 2040-01-01' });

    expect(resultOf(finished(result))).toMatchObject({
      verdict: 'not-exercised',
      reason: 'needs the clock at 2040-01-01',
    });
  });

  describe('it failed and was tried again on its way through time', () => {
    const failedFirst = 'expected  a refusal';

    test('and passed, which is inconsistent', () => {
      expect(resultOf(finished(passed, { failedFirst }))).toMatchObject({
        verdict: 'failed',
        reason: failedFirst,
        inconsistent: {
          first: failedFirst,
          second: expect.stringContaining('passed at the second attempt') as string,
        },
      });
    });

    test('and failed, with the first message', () => {
      const result = failed({ message: failedFirst }, { message: 'another' });

      expect(resultOf(finished(result, { failedFirst }))).toMatchObject({
        verdict: 'failed',
        reason: failedFirst,
      });
      expect(resultOf(finished(result, { failedFirst }))).not.toHaveProperty('inconsistent');
    });

    test('and could not be exercised any more, so the first verdict stands and says so', () => {
      expect(
        resultOf(finished(skipped('no card is valid that long'), { failedFirst })),
      ).toMatchObject({
        verdict: 'failed',
        reason: `${failedFirst}\n  again     could not be tried again: no card is valid that long`,
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
    expect(open(failed({ name: 'Inconclusive', message: 'no answer' }))).toMatchObject({
      verdict: 'inconclusive',
    });
  });
});

const passed: TestResult = { state: 'passed', errors: undefined };

function skipped(note: string | undefined): TestResult {
  return { state: 'skipped', errors: undefined, note };
}

function failed(...errors: { name?: string; message: string; diff?: string }[]): TestResult {
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
