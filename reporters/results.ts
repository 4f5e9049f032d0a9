import type { TestError } from 'vitest';
import { type Reporter, type TestCase, type TestModule, type TestResult } from 'vitest/node';
import { deviationOf, type ErrorLike, isDefect } from '../fixtures/deviation.ts';
import type { Failure, SecondAttempt } from '../fixtures/failure.ts';
import { textOf } from '../fixtures/failure-text.ts';
import { visible } from '../fixtures/transcript/masking.ts';
import type { CheckRecord } from '../fixtures/record.ts';
import type { Conformance } from './conformance.ts';
import { type RequirementId, requirements } from '../fixtures/requirements/index.ts';
import type { CheckVerdict } from './check-verdict.ts';
import { sourceOf } from './own-files.ts';

/** What became of one check, as a plain value. This file alone knows what a vitest result is. */
export interface CheckResult {
  readonly requirement: RequirementId;
  /** Which sandbox was asked, in the proof. */
  readonly variant?: string;
  /** The behaviour that was looked for. */
  readonly name: string;
  /** Relative to the project's folder. */
  readonly file: string;
  readonly verdict: CheckVerdict;
  /** Why it is not simply passed: the failure in words, the note of a skip, what was observed. */
  readonly reason?: string;
  /** What went wrong, where it failed or could not be decided. */
  readonly failure?: Failure;
  readonly durationMs: number;
  readonly requests: number;
  /** Of a failed check: what was sent and received. */
  readonly exchanges?: CheckRecord['exchanges'] & {};
  readonly judged: CheckRecord['judged'];
  readonly breaches: CheckRecord['breaches'];
  readonly requestIds: readonly string[];
  /** The operations that it asked; absent where that is not known. */
  readonly asked?: readonly string[];
  /** Of one that passed: the last request and its answer, in one line. */
  readonly evidence?: string;
  /** Of what stands for a whole part of a run: how its checks of each operation came out. */
  readonly operations?: Conformance['operations'];
  /** For the last look at the reports; no report ever holds them. */
  readonly secrets?: CheckRecord['secrets'];
  readonly dialect?: CheckRecord['dialect'];
  readonly states?: CheckRecord['states'];
  readonly moves?: CheckRecord['moves'];
  readonly windows?: CheckRecord['windows'];
  readonly latencies?: CheckRecord['latencies'];
  readonly generated?: CheckRecord['generated'];
  readonly reproductions?: CheckRecord['reproductions'];
  /** It failed and, tried once more, passed. */
  readonly inconsistent?: SecondAttempt;
}

/** What came out of a run, growing while it runs. */
export interface RunResults {
  readonly checks: readonly CheckResult[];
  /** What went wrong with the suite itself, as sentences: files not loaded, uncaught errors. */
  readonly crashes: readonly string[];
}

export interface RunListeners {
  /** A file was loaded: the requirements of its checks, one entry for each check that will run. */
  onPlanned?(ids: readonly RequirementId[]): void;
  onCheck?(check: CheckResult): void;
}

/** A vitest reporter that gathers plain results. */
export function resultsReporter(listeners: RunListeners): {
  harvest: RunResults;
  reporter: Reporter;
  /** What comes from now on is heard by nobody. */
  close(): void;
} {
  const checks: CheckResult[] = [];
  const crashes: string[] = [];
  const taken = new Set<string>();
  let isClosed = false;

  const take = (test: TestCase): void => {
    if (isClosed) return;
    const check = resultOf(test);
    if (check === undefined || taken.has(test.id)) return;
    taken.add(test.id);
    checks.push(check);
    for (const error of defectsOf(test)) crashes.push(`${check.requirement}: ${placed(error)}`);
    listeners.onCheck?.(check);
  };

  return {
    harvest: { checks, crashes },
    close: () => (isClosed = true),
    reporter: {
      onTestModuleCollected(module) {
        if (isClosed) return;
        listeners.onPlanned?.(
          [...module.children.allTests()].flatMap((test) => {
            const record = test.meta().conformance;
            return record === undefined || test.options.mode === 'skip' ? [] : [record.requirement];
          }),
        );
      },
      onTestCaseResult: take,
      onTestRunEnd(modules, unhandledErrors) {
        if (isClosed) return;
        for (const module of modules) {
          for (const test of module.children.allTests()) take(test);
          crashes.push(...crashesOf(module));
        }
        const defects = unhandledErrors.filter((error) => !isHeardElsewhere(error, checks));
        crashes.push(...defects.map((error) => `an uncaught error: ${placed(error)}`));
      },
    },
  };
}

/** The part of a vitest test that a result is made from. */
export type FinishedTest = Pick<TestCase, 'name' | 'meta' | 'result' | 'diagnostic'> & {
  readonly module: Pick<TestModule, 'relativeModuleId'>;
};

/** `undefined` for what is no check, was not selected, or did not get its turn. */
export function resultOf(test: FinishedTest): CheckResult | undefined {
  const record = test.meta().conformance;
  if (record === undefined) return undefined;
  const outcome = checkOutcomeOf(test.result(), record);
  if (outcome === undefined) return undefined;
  const {
    requirement,
    variant,
    requests,
    exchanges,
    judged,
    breaches,
    requestIds,
    asked,
    evidence,
  } = record;
  const { secrets, dialect, states, moves, windows, latencies, generated, reproductions } = record;

  return {
    requirement,
    ...(variant === undefined ? {} : { variant }),
    name: variant === undefined ? test.name : test.name.replace(` [${variant}]`, ''),
    file: sourceOf(record.file ?? test.module.relativeModuleId),
    ...outcome,
    durationMs: Math.round(test.diagnostic()?.duration ?? 0),
    requests,
    ...(exchanges === undefined ? {} : { exchanges }),
    judged,
    breaches,
    requestIds,
    asked,
    ...(evidence === undefined ? {} : { evidence }),
    ...(secrets === undefined ? {} : { secrets }),
    ...(dialect === undefined ? {} : { dialect }),
    ...(states === undefined ? {} : { states }),
    ...(moves === undefined ? {} : { moves }),
    ...(windows === undefined ? {} : { windows }),
    ...(latencies === undefined ? {} : { latencies }),
    ...(generated === undefined ? {} : { generated }),
    ...(reproductions === undefined ? {} : { reproductions }),
  };
}

type CheckOutcome = Pick<CheckResult, 'verdict' | 'reason' | 'failure' | 'inconsistent'>;

function checkOutcomeOf(result: TestResult, record: CheckRecord): CheckOutcome | undefined {
  const { requirement, observation, failure: failedFirst, waited = false } = record;
  const isOpen = requirements[requirement].level === 'open';

  switch (result.state) {
    case 'pending':
      return undefined;
    case 'skipped':
      if (failedFirst !== undefined) {
        const note = visible(result.note ?? 'the run was cut short');
        const failure = { ...failedFirst, again: `could not be tried again: ${note}` };
        return { ...failedWith(failure), verdict: meaningOf[failure.phase] };
      }
      return result.note === undefined || result.note === noteOfACancelledRun
        ? undefined
        : { verdict: 'not-exercised', reason: visible(result.note) };
    case 'passed':
      // What could not be asked at first was asked then, and nothing speaks against it.
      if (!isOpen && failedFirst?.phase === 'judgement') {
        if (waited) {
          const again =
            "passed on the second attempt, at other moments of the target's clock: not the same trial";
          return failedWith({ ...failedFirst, again });
        }
        const note = 'passed on the second attempt, in a fresh world, later on the same walk';
        return { ...failedWith(failedFirst), inconsistent: { note } };
      }
      if (!isOpen) return { verdict: 'passed' };
      return observation === undefined
        ? { verdict: 'not-exercised', reason: 'nothing was observed' }
        : { verdict: 'observed', reason: visible(observation) };
    case 'failed': {
      const [error = { message: 'it failed without an error' }] = result.errors;
      // What fails before a check has asked anything is noted by nobody.
      const failure = failedFirst ?? { ...deviationOf(error), requirement };
      const verdict = meaningOf[failure.phase];
      if (!isOpen || verdict === 'inconclusive') return { ...failedWith(failure), verdict };
      if (verdict === 'not-exercised') return { verdict, reason: textOf(failure) };
      return observation === undefined
        ? { verdict: 'not-exercised', reason: `it could not be observed: ${textOf(failure)}` }
        : { verdict: 'observed', reason: visible(observation) };
    }
  }
}

/**
 * A property that tried nothing of interest has shown nothing, whatever passed; nor has a check that
 * needs a moment to which this run does not go.
 */
const meaningOf: Readonly<Record<Failure['phase'], CheckVerdict>> = {
  reach: 'not-exercised',
  world: 'inconclusive',
  act: 'inconclusive',
  judgement: 'failed',
};

function failedWith(failure: Failure): CheckOutcome {
  return { verdict: 'failed', reason: textOf(failure), failure };
}

/** What vitest notes on tests that a cancelled run cut short or never started. */
const noteOfACancelledRun = 'The test run was aborted by the user.';

/** Mistakes of a check itself. */
export function defectsOf(test: Pick<TestCase, 'result'>): readonly TestError[] {
  const { state, errors = [] } = test.result();
  return state === 'failed' ? errors.slice(0, 1).filter(isDefect) : [];
}

function crashesOf(module: TestModule): string[] {
  const name = module.relativeModuleId;
  const suites = [...module.children.allSuites()];
  return [
    ...module.errors().map((error) => `${name} could not be loaded: ${placed(error)}`),
    ...suites.flatMap((suite) =>
      suite.errors().map((error) => `${name}, ${suite.name}: ${placed(error)}`),
    ),
  ];
}

/**
 * Of two set-ups that fail side by side a check may hear one alone, and tells of that. A breach that nobody
 * heard, or a set-up where every check got through, means that a check does not wait for what it asks.
 */
function isHeardElsewhere({ failure }: ErrorLike, checks: readonly CheckResult[]): boolean {
  return (
    failure !== undefined &&
    failure.phase !== 'judgement' &&
    checks.some(({ verdict }) => verdict === 'inconclusive')
  );
}

function placed({ name, message, stack }: Partial<TestError>): string {
  const lines = stack?.split('\n').filter((line) => /^\s*(at|❯) /.test(line)) ?? [];
  const ours = lines.find((line) => !/node:|node_modules/.test(line));
  const where = ours ?? lines[0] ?? '';
  return visible(
    `${name ?? 'Error'}: ${message ?? 'without a message'}${where === '' ? '' : ` (${where.trim()})`}`,
  );
}
