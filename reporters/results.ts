import { stripVTControlCharacters } from 'node:util';
import type { TestError } from 'vitest';
import { type Reporter, type TestCase, type TestModule, type TestResult } from 'vitest/node';
import { visible } from '../fixtures/transcript/masking.ts';
import type { CheckRecord } from '../fixtures/record.ts';
import { type RequirementId, requirements } from '../fixtures/requirements/index.ts';

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
  /** Why it is not simply passed: the failure's message, the note of a skip, what was observed. */
  readonly reason?: string;
  readonly durationMs: number;
  readonly requests: number;
  /** Of a failed check: what was sent and received, as masked HTTP text. */
  readonly exchanges?: string;
  readonly judged: CheckRecord['judged'];
  readonly breaches: CheckRecord['breaches'];
  readonly requestIds: readonly string[];
  /** For the last look at the reports; no report ever holds them. */
  readonly secrets?: CheckRecord['secrets'];
  readonly dialect?: CheckRecord['dialect'];
  readonly states?: CheckRecord['states'];
  readonly generated?: CheckRecord['generated'];
  readonly reproductions?: CheckRecord['reproductions'];
  /** It failed and, tried once more, passed: both attempts as messages. */
  readonly inconsistent?: Attempts;
}

export interface Attempts {
  readonly first: string;
  readonly second: string;
}

export type CheckVerdict = 'passed' | 'failed' | 'inconclusive' | 'not-exercised' | 'observed';

/** What came out of a run, growing while it runs. */
export interface Harvest {
  readonly checks: readonly CheckResult[];
  /** What went wrong with the suite itself, as sentences: files not loaded, uncaught errors. */
  readonly crashes: readonly string[];
}

export interface HarvestListeners {
  /** A file was loaded: the requirements of its checks, one entry for each check that will run. */
  onPlanned?(ids: readonly RequirementId[]): void;
  onCheck?(check: CheckResult): void;
}

/** A vitest reporter that gathers plain results. */
export function harvestReporter(listeners: HarvestListeners): {
  harvest: Harvest;
  reporter: Reporter;
} {
  const checks: CheckResult[] = [];
  const crashes: string[] = [];
  const taken = new Set<string>();

  const take = (test: TestCase): void => {
    const check = resultOf(test);
    if (check === undefined || taken.has(test.id)) return;
    taken.add(test.id);
    checks.push(check);
    listeners.onCheck?.(check);
  };

  return {
    harvest: { checks, crashes },
    reporter: {
      onTestModuleCollected(module) {
        listeners.onPlanned?.(
          [...module.children.allTests()].flatMap((test) => {
            const record = test.meta().conformance;
            return record === undefined || test.options.mode === 'skip' ? [] : [record.requirement];
          }),
        );
      },
      onTestCaseResult: take,
      onTestRunEnd(modules, unhandledErrors) {
        for (const module of modules) {
          for (const test of module.children.allTests()) take(test);
          crashes.push(...crashesOf(module));
        }
        crashes.push(...unhandledErrors.map((error) => `an uncaught error: ${textOf(error)}`));
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
  const outcome = outcomeOf(test.result(), record);
  if (outcome === undefined) return undefined;
  const { requirement, variant, requests, exchanges, judged, breaches, requestIds } = record;
  const { secrets, dialect, states, generated, reproductions } = record;

  return {
    requirement,
    ...(variant === undefined ? {} : { variant }),
    name: variant === undefined ? test.name : test.name.replace(` [${variant}]`, ''),
    file: record.file ?? test.module.relativeModuleId,
    ...outcome,
    durationMs: Math.round(test.diagnostic()?.duration ?? 0),
    requests,
    ...(exchanges === undefined ? {} : { exchanges }),
    judged,
    breaches,
    requestIds,
    ...(secrets === undefined ? {} : { secrets }),
    ...(dialect === undefined ? {} : { dialect }),
    ...(states === undefined ? {} : { states }),
    ...(generated === undefined ? {} : { generated }),
    ...(reproductions === undefined ? {} : { reproductions }),
  };
}

type Outcome = Pick<CheckResult, 'verdict' | 'reason' | 'inconsistent'>;

function outcomeOf(result: TestResult, record: CheckRecord): Outcome | undefined {
  const isOpen = requirements[record.requirement].level === 'open';
  const { observation } = record;

  switch (result.state) {
    case 'pending':
      return undefined;
    case 'skipped':
      if (record.failedFirst !== undefined) {
        const note = visible(result.note ?? 'the run was cut short');
        return {
          verdict: 'failed',
          reason: `${visible(record.failedFirst)}\n  again     could not be tried again: ${note}`,
        };
      }
      return result.note === undefined || result.note === noteOfACancelledRun
        ? undefined
        : { verdict: 'not-exercised', reason: visible(result.note) };
    case 'passed':
      if (!isOpen && record.failedFirst !== undefined) {
        const first = visible(record.failedFirst);
        const second = 'passed at the second attempt, in a fresh world, later on the same walk';
        return { verdict: 'failed', reason: first, inconsistent: { first, second } };
      }
      if (!isOpen) return { verdict: 'passed' };
      return observation === undefined
        ? { verdict: 'not-exercised', reason: 'nothing was observed' }
        : { verdict: 'observed', reason: visible(observation) };
    case 'failed': {
      const [error] = result.errors;
      const reason = error === undefined ? 'it failed without an error' : messageOf(error);
      if (error !== undefined && couldNotAsk(error)) return { verdict: 'inconclusive', reason };
      // A property that tried nothing of interest has shown nothing, whatever passed; nor has a check
      // that needs a moment to which this run does not go.
      if (error?.name === 'NotInteresting' || error?.name === 'BeyondTheWalk')
        return { verdict: 'not-exercised', reason };
      if (!isOpen) return { verdict: 'failed', reason };
      return observation === undefined
        ? { verdict: 'not-exercised', reason: `it could not be observed: ${reason}` }
        : { verdict: 'observed', reason: visible(observation) };
    }
  }
}

/** What vitest notes on tests that a cancelled run cut short or never started. */
const noteOfACancelledRun = 'The test run was aborted by the user.';

/** A check that vitest stopped after its time limit is a defect of the suite, not of the target. */
function couldNotAsk({ name, message }: TestError): boolean {
  return (
    name === 'Inconclusive' || name === 'SetUpFailed' || message.startsWith('Test timed out in ')
  );
}

const longestMessage = 8_000;

/** The message, with the difference that vitest's own matchers keep apart from it, in colours. */
function messageOf({ message, diff }: TestError): string {
  const text = diff === undefined ? message : `${message}\n${stripVTControlCharacters(diff)}`;
  const plain = visible(text).trimEnd();
  return plain.length <= longestMessage ? plain : `${plain.slice(0, longestMessage)} …`;
}

function crashesOf(module: TestModule): string[] {
  const name = module.relativeModuleId;
  const suites = [...module.children.allSuites()];
  return [
    ...module.errors().map((error) => `${name} could not be loaded: ${textOf(error)}`),
    ...suites.flatMap((suite) =>
      suite.errors().map((error) => `${name}, ${suite.name}: ${textOf(error)}`),
    ),
  ];
}

function textOf({ name, message, stack }: Partial<TestError>): string {
  const where = stack?.split('\n').find((line) => /^\s*(at|❯) /.test(line)) ?? '';
  return visible(
    `${name ?? 'Error'}: ${message ?? 'without a message'}${where === '' ? '' : ` (${where.trim()})`}`,
  );
}
