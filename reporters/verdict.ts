import {
  type Api,
  apiOf,
  type Level,
  type Requirement,
} from '../fixtures/requirements/requirement.ts';
import type { RequirementId } from '../fixtures/requirements/index.ts';
import { sumOfLatencies } from '../fixtures/coverage/latencies.ts';
import { sumOfMoves } from '../fixtures/coverage/moves.ts';
import { sumOf } from '../fixtures/coverage/states.ts';
import { sumOfWindows } from '../fixtures/coverage/windows.ts';
import { documents } from '../fixtures/requirements/documents.ts';
import type { Profile } from '../fixtures/target/profile.ts';
import { causesOf } from './causes/causes.ts';
import { checkToShow } from './causes/symptoms.ts';
import { comparisonOf } from './gate/comparison.ts';
import type {
  AppliedWaiver,
  CheckEntry,
  Conformance,
  CountName,
  DialectEntry,
  ExitStatus,
  FailOn,
  Obstacle,
  OperationFigures,
  RequirementResult,
  RequirementVerdict,
  ShardFacts,
  Verdict,
  Waiver,
} from './conformance.ts';
import { judgedOverTheRun } from './every-answer.ts';
import type { SecondAttempt } from '../fixtures/failure.ts';
import { textOf, textOfSecond } from '../fixtures/failure-text.ts';
import { isJudged } from './judged-levels.ts';
import type { CheckResult } from './results.ts';
import { applyWaivers, brokenWaivers } from './waivers/waivers.ts';

export { isJudged } from './judged-levels.ts';

/** Whom a run asked. */
export interface TargetFacts {
  readonly name: string;
  readonly version?: string;
  readonly digest?: string;
  readonly apis: Readonly<Partial<Record<Api, string>>>;
  readonly controlPlane: boolean;
  /** What to set to have the other APIs asked. */
  readonly notConfigured: Readonly<Partial<Record<Api, string>>>;
}

/** How a run went. */
export interface RunFacts {
  readonly id: string;
  readonly startedAt: Date;
  readonly finishedAt: Date;
  readonly seed: number;
  readonly profile: Profile;
  /** The APIs of `--api` and the requirements of `--only`; all when absent. */
  readonly apis?: readonly Api[];
  readonly only?: ReadonlySet<RequirementId>;
  /** The words of `--api` and `--only`. */
  readonly selection?: NonNullable<Conformance['run']['selection']>;
  readonly shard?: ShardFacts;
  /** The target's clock at the end. */
  readonly targetClock?: Date;
  readonly machine: string;
  readonly customer?: string;
  readonly laboratory?: string;
  readonly catalogue?: string;
  /** How long the result may be relied upon. */
  readonly validDays: number;
  readonly allowInconsistent: boolean;
  /** Of `--fail-on`. */
  readonly failOn: FailOn;
  /** APIs that did not answer before the first check, and how that showed. */
  readonly unreachable: Readonly<Partial<Record<Api, string>>>;
  /** APIs of which only the first thing was asked, and why. */
  readonly inVain?: Readonly<Partial<Record<Api, string>>>;
  readonly stopped?: 'interrupted' | 'bail';
  readonly crashes: readonly string[];
}

export interface Evidence {
  readonly suite: Conformance['suite'];
  readonly catalogue: readonly (readonly [RequirementId, Requirement])[];
  readonly target: TargetFacts;
  readonly run: RunFacts;
  readonly checks: readonly CheckResult[];
  readonly waivers?: readonly Waiver[];
  /** An earlier result to compare with. */
  readonly earlier?: Conformance;
}

const dayMs = 24 * 60 * 60 * 1000;

/** What the evidence means. The same evidence always gives the same value. */
export function conformanceOf(evidence: Evidence): Conformance {
  const { suite, target, run, checks, earlier } = evidence;
  const judged = resultsOf(evidence);
  const { results, applied } = applyWaivers(
    judged,
    evidence.waivers ?? [],
    run.finishedAt,
    ({ level }) => isJudged(level, run.failOn),
  );
  const verdict = overall(results, applied, run);
  const operations = operationsIn(checks);

  const conformance: Conformance = {
    schemaVersion: 1,
    suite,
    documents,
    target: {
      name: target.name,
      ...(target.version === undefined ? {} : { version: target.version }),
      ...(target.digest === undefined ? {} : { digest: target.digest }),
      apis: target.apis,
      controlPlane: target.controlPlane,
      notConfigured: target.notConfigured,
    },
    run: {
      id: run.id,
      startedAt: run.startedAt.toISOString(),
      finishedAt: run.finishedAt.toISOString(),
      validUntil: new Date(run.finishedAt.getTime() + run.validDays * dayMs).toISOString(),
      seed: run.seed,
      profile: run.profile,
      ...(run.selection === undefined ? {} : { selection: run.selection }),
      ...(run.shard === undefined ? {} : { shard: run.shard }),
      ...(run.targetClock === undefined ? {} : { targetClock: run.targetClock.toISOString() }),
      ...(run.customer === undefined ? {} : { customer: run.customer }),
      ...(run.laboratory === undefined ? {} : { laboratory: run.laboratory }),
      ...(run.catalogue === undefined ? {} : { catalogue: run.catalogue }),
      machine: run.machine,
      allowInconsistent: run.allowInconsistent,
      failOn: run.failOn,
      complete: run.stopped === undefined && run.crashes.length === 0,
      requests: checks.reduce((total, check) => total + check.requests, 0),
      exitStatus: exitStatusOf(verdict, run),
      crashes: run.crashes,
    },
    verdict,
    counts: countsOf(results),
    dialect: dialectOf(checks),
    waivers: applied,
    operations,
    causes: causesOf(results, operations, run),
    states: sumOf(checks.flatMap(({ states = [] }) => states)),
    moves: sumOfMoves(checks.flatMap(({ moves = [] }) => moves)),
    windows: sumOfWindows(checks.flatMap(({ windows = [] }) => windows)),
    latencies: sumOfLatencies(checks.flatMap(({ latencies = [] }) => latencies)),
    generators: generatorsOf(checks),
    requirements: results,
  };
  return earlier === undefined
    ? conformance
    : { ...conformance, comparison: comparisonOf(earlier, conformance) };
}

function resultsOf({ catalogue, target, run, checks }: Evidence): RequirementResult[] {
  const entries = entriesByRequirement(checks);
  const attempts = attemptsByRequirement(checks);
  return catalogue.map(([id, requirement]): RequirementResult => {
    const { document, section, level, statement } = requirement;
    const hasFailed = entries.get(id)?.some(({ verdict }) => verdict === 'failed') === true;
    const obstacle = obstacleTo(id, requirement, target, run, hasFailed);
    const own = obstacle === undefined ? (entries.get(id) ?? []) : [];
    const judgement = obstacle ?? judge(own, level, run);
    const result = { id, document, section, level, statement, ...judgement, checks: own };
    const tried = judgement.verdict === 'failed' ? (attempts.get(id) ?? []) : [];
    // Beside the check that is shown, its own second attempt.
    const shown = checkToShow(result)?.reason;
    const inconsistent = tried.find(({ first }) => first === shown) ?? tried[0];
    return inconsistent === undefined ? result : { ...result, inconsistent };
  });
}

/** What any careful engineer would mend, and no verdict counts. */
export function recommendationsIn({ requirements, run }: Conformance): RequirementResult[] {
  return requirements.filter(
    ({ verdict, level }) => verdict === 'failed' && !isJudged(level, run.failOn),
  );
}

type Judgement = Pick<RequirementResult, 'verdict' | 'obstacle' | 'reason' | 'observation'>;

/** Why a requirement was not even looked at; whatever was selected, it stays in the report. */
function obstacleTo(
  id: RequirementId,
  { level, unobservable }: Requirement,
  target: TargetFacts,
  run: RunFacts,
  hasFailed: boolean,
): Judgement | undefined {
  const api = apiOf(id);
  const skipped = (obstacle: Obstacle, reason: string): Judgement => ({
    verdict: 'not-exercised',
    obstacle,
    reason,
  });

  if (target.apis[api] === undefined) {
    const fix = target.notConfigured[api];
    const reason = `${api} is not configured${fix === undefined ? '' : `: ${fix}`}`;
    return { verdict: 'not-configured', obstacle: 'not-configured', reason };
  }
  if (unobservable !== undefined)
    return skipped('unobservable', `cannot be seen from outside: ${unobservable}`);
  if (run.apis?.includes(api) === false) return skipped('not-selected', 'not selected by --api');
  if (run.only?.has(id) === false) return skipped('not-selected', 'not selected by --only');
  // What holds of one answer to everything is not shown to be kept, and what it breaks is broken.
  const answer = hasFailed ? undefined : run.inVain?.[api];
  const silence =
    run.unreachable[api] ??
    (answer === undefined ? undefined : `${api} answers ${answer}: nothing else was asked of it`);
  if (silence === undefined) return undefined;
  return level === 'open'
    ? skipped('silent', silence)
    : { verdict: 'inconclusive', obstacle: 'silent', reason: silence };
}

function judge(entries: readonly CheckEntry[], level: Level, run: RunFacts): Judgement {
  const first = (verdict: CheckEntry['verdict']): CheckEntry | undefined =>
    entries.find((entry) => entry.verdict === verdict);
  const reasoned = (verdict: RequirementVerdict, entry: CheckEntry): Judgement => ({
    verdict,
    ...(entry.reason === undefined ? {} : { reason: entry.reason }),
  });

  const observed = entries.filter((entry) => entry.verdict === 'observed');
  if (observed.length > 0) {
    return { verdict: 'observed', observation: observed.map((entry) => entry.reason).join('; ') };
  }
  const failed = first('failed');
  if (failed !== undefined) return reasoned('failed', failed);
  const inconclusive = first('inconclusive');
  // What is never judged cannot be left undecided either.
  if (inconclusive !== undefined) {
    return reasoned(level === 'open' ? 'not-exercised' : 'inconclusive', inconclusive);
  }
  if (first('passed') !== undefined) return { verdict: 'passed' };
  const skipped = first('not-exercised');
  if (skipped !== undefined) return reasoned('not-exercised', skipped);
  return { verdict: 'not-exercised', reason: whyNothingRan(run) };
}

function whyNothingRan({ stopped, crashes, shard }: RunFacts): string {
  if (stopped !== undefined) return 'the run was stopped before its turn';
  if (crashes.length > 0) return 'a part of the suite did not run: see run.crashes';
  if (shard !== undefined) return 'its checks are in another part of the run';
  return 'no check that ran covers it';
}

function overall(
  results: readonly RequirementResult[],
  waivers: readonly AppliedWaiver[],
  run: RunFacts,
): Verdict {
  const judged = results.filter(({ level }) => isJudged(level, run.failOn));
  const failed = judged.filter((result) => result.verdict === 'failed' && !isAllowed(result, run));
  if (failed.length > 0 || brokenWaivers(waivers, run).length > 0) return 'not-conformant';

  const undecided = judged.some(({ verdict }) => verdict === 'inconclusive');
  const executed = results.some(({ verdict }) => executedVerdicts.has(verdict));
  return undecided || !executed || run.stopped !== undefined || run.crashes.length > 0
    ? 'inconclusive'
    : 'conformant';
}

/** Whether a failure is forgiven, because it did not come again and that is allowed. */
export function isAllowed(
  { inconsistent }: RequirementResult,
  { allowInconsistent }: Pick<RunFacts, 'allowInconsistent'>,
): boolean {
  return allowInconsistent && inconsistent !== undefined;
}

const executedVerdicts: ReadonlySet<RequirementVerdict> = new Set([
  'passed',
  'failed',
  'waived',
  'observed',
]);

function exitStatusOf(verdict: Verdict, { stopped, crashes }: RunFacts): ExitStatus {
  if (stopped === 'interrupted') return 130;
  // Whatever else was seen: a suite that failed in part has no verdict to give.
  if (crashes.length > 0) return 2;
  return verdict === 'conformant' ? 0 : verdict === 'not-conformant' ? 1 : 3;
}

type Attempts = RequirementResult['inconsistent'] & {};

/** Of each requirement whose failures all passed on the second attempt, both attempts of each. */
function attemptsByRequirement(checks: readonly CheckResult[]): Map<RequirementId, Attempts[]> {
  const attempts = new Map<RequirementId, (Attempts | undefined)[]>();
  const note = (id: RequirementId, first: string, passed: SecondAttempt | undefined): void => {
    const attempt = passed && { first, second: textOfSecond(passed), passed };
    attempts.set(id, [...(attempts.get(id) ?? []), attempt]);
  };
  for (const check of checks.toSorted(byFileAndName)) {
    const { requirement, verdict, inconsistent, breaches, reason = 'it failed' } = check;
    if (verdict === 'failed') note(requirement, reason, inconsistent);
    for (const breach of breaches) {
      const cameOnce = { note: 'it did not recur when the check was repeated' };
      note(breach.requirement, textOf(breach), breach.cameOnce && cameOnce);
    }
  }
  return new Map(
    [...attempts].flatMap(([id, all]) => {
      const passed = all.filter((one) => one !== undefined);
      return passed.length < all.length ? [] : [[id, passed] as const];
    }),
  );
}

function dialectOf(checks: readonly CheckResult[]): DialectEntry[] {
  const forms = new Map<string, Set<string>>();
  for (const { dialect = {} } of checks) {
    for (const [what, form] of Object.entries(dialect)) {
      forms.set(what, (forms.get(what) ?? new Set()).add(form));
    }
  }
  // Every worker finds it out for itself; a target that answers them differently shows both.
  return [...forms]
    .toSorted(([a], [b]) => compare(a, b))
    .map(([what, found]) => ({ what, form: [...found].toSorted(compare).join('; or ') }));
}

/** How the checks that asked each operation came out. */
function operationsIn(checks: readonly CheckResult[]): Conformance['operations'] {
  const figures = new Map<string, OperationFigures>();
  const add = (operation: string, more: OperationFigures): void => {
    const { passed, notPassed } = figures.get(operation) ?? { passed: 0, notPassed: 0 };
    figures.set(operation, {
      passed: passed + more.passed,
      notPassed: notPassed + more.notPassed,
    });
  };
  for (const { verdict, asked = [], operations = {} } of checks) {
    const hasPassed = verdict === 'passed' || verdict === 'observed';
    const one = { passed: hasPassed ? 1 : 0, notPassed: hasPassed ? 0 : 1 };
    for (const operation of asked) add(operation, one);
    for (const [operation, more] of Object.entries(operations)) add(operation, more);
  }
  return Object.fromEntries([...figures].toSorted(([a], [b]) => compare(a, b)));
}

function generatorsOf(checks: readonly CheckResult[]): Conformance['generators'] {
  return checks
    .toSorted(byFileAndName)
    .flatMap(({ name, file, generated }) =>
      generated === undefined ? [] : [{ property: name, file, ...generated }],
    );
}

/** The checks of each requirement by file and name, the clause over the whole run last. */
function entriesByRequirement(
  checks: readonly CheckResult[],
): ReadonlyMap<RequirementId, readonly CheckEntry[]> {
  const entries = new Map<RequirementId, CheckEntry[]>();
  for (const check of checks.toSorted(byFileAndName)) {
    const { requirement } = check;
    const entry = entryOf(check);
    entries.set(requirement, [...(entries.get(requirement) ?? []), entry]);
  }
  for (const [requirement, entry] of judgedOverTheRun(checks)) {
    entries.set(requirement, [...(entries.get(requirement) ?? []), entry]);
  }
  return entries;
}

/** What reports show of a check. */
export function entryOf(check: CheckResult): CheckEntry {
  const { name, file, verdict, reason, failure, asked = [], durationMs, requests } = check;
  const hasPassed = verdict === 'passed' || verdict === 'observed';
  return {
    name,
    file,
    verdict,
    ...(reason === undefined ? {} : { reason }),
    ...(failure === undefined ? {} : { failures: [failure] }),
    ...(hasPassed || asked.length === 0 ? {} : { asked }),
    durationMs,
    requests,
  };
}

function byFileAndName(a: CheckResult, b: CheckResult): number {
  return compare(a.file, b.file) || compare(a.name, b.name);
}

/** By code points, not by a locale: the order is the same on every machine. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function countsOf(results: readonly RequirementResult[]): Conformance['counts'] {
  const counts = {
    passed: 0,
    failed: 0,
    waived: 0,
    inconclusive: 0,
    notExercised: 0,
    notConfigured: 0,
    observed: 0,
  };
  for (const { verdict } of results) counts[countName[verdict]] += 1;
  return counts;
}

const countName: Readonly<Record<RequirementVerdict, CountName>> = {
  passed: 'passed',
  failed: 'failed',
  waived: 'waived',
  inconclusive: 'inconclusive',
  'not-exercised': 'notExercised',
  'not-configured': 'notConfigured',
  observed: 'observed',
};
