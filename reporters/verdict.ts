import {
  type Api,
  apiOf,
  type Level,
  type Requirement,
} from '../fixtures/requirements/requirement.ts';
import type { RequirementId } from '../fixtures/requirements/index.ts';
import type { Profile } from '../fixtures/target/run.ts';
import type {
  CheckEntry,
  Conformance,
  CountName,
  ExitStatus,
  RequirementResult,
  RequirementVerdict,
  Verdict,
} from './conformance.ts';
import { judgedOverTheRun } from './every-answer.ts';
import type { CheckResult } from './results.ts';

/** Whom a run asked. */
export interface TargetFacts {
  readonly name: string;
  readonly apis: Readonly<Partial<Record<Api, string>>>;
  readonly controlPlane: boolean;
  /** What to set to have the other APIs asked. */
  readonly notConfigured: Readonly<Partial<Record<Api, string>>>;
}

/** How a run went. */
export interface RunFacts {
  readonly startedAt: Date;
  readonly finishedAt: Date;
  readonly seed: number;
  readonly profile: Profile;
  /** The APIs of `--api` and the requirements of `--only`; all when absent. */
  readonly apis?: readonly Api[];
  readonly only?: ReadonlySet<RequirementId>;
  /** APIs that did not answer before the first check, and how that showed. */
  readonly unreachable: Readonly<Partial<Record<Api, string>>>;
  readonly stopped?: 'interrupted' | 'bail';
  readonly crashes: readonly string[];
}

export interface Evidence {
  readonly suite: Conformance['suite'];
  readonly catalogue: readonly (readonly [RequirementId, Requirement])[];
  readonly target: TargetFacts;
  readonly run: RunFacts;
  readonly checks: readonly CheckResult[];
}

/** What the evidence means. The same evidence always gives the same value. */
export function conformanceOf({ suite, catalogue, target, run, checks }: Evidence): Conformance {
  const entries = entriesByRequirement(checks);
  const results = catalogue.map(([id, requirement]): RequirementResult => {
    const { document, section, level, statement } = requirement;
    const obstacle = obstacleTo(id, requirement, target, run);
    const own = obstacle === undefined ? (entries.get(id) ?? []) : [];
    const judgement = obstacle ?? judge(own, level, run);
    return { id, document, section, level, statement, ...judgement, checks: own };
  });

  const verdict = overall(results, run);
  return {
    schemaVersion: 1,
    suite,
    target: { name: target.name, apis: target.apis, controlPlane: target.controlPlane },
    run: {
      startedAt: run.startedAt.toISOString(),
      finishedAt: run.finishedAt.toISOString(),
      seed: run.seed,
      profile: run.profile,
      complete: run.stopped === undefined && run.crashes.length === 0,
      requests: checks.reduce((total, check) => total + check.requests, 0),
      exitStatus: exitStatusOf(verdict, run),
      crashes: run.crashes,
    },
    verdict,
    counts: countsOf(results),
    requirements: results,
  };
}

/** Whether a failure on this level makes a target not conformant. */
export function isJudged(level: Level, profile: Profile): boolean {
  return (
    level === 'must' || level === 'derived' || (level === 'advisory' && profile === 'certification')
  );
}

type Judgement = Pick<RequirementResult, 'verdict' | 'reason' | 'observation'>;

/** Why a requirement was not even looked at; whatever was selected, it stays in the report. */
function obstacleTo(
  id: RequirementId,
  { level, unobservable }: Requirement,
  target: TargetFacts,
  run: RunFacts,
): Judgement | undefined {
  const api = apiOf(id);
  const skipped = (reason: string): Judgement => ({ verdict: 'not-exercised', reason });

  if (target.apis[api] === undefined) {
    const fix = target.notConfigured[api];
    const reason = `${api} is not configured${fix === undefined ? '' : `: ${fix}`}`;
    return { verdict: 'not-configured', reason };
  }
  if (unobservable !== undefined) return skipped(`cannot be seen from outside: ${unobservable}`);
  if (run.apis?.includes(api) === false) return skipped('not selected by --api');
  if (run.only?.has(id) === false) return skipped('not selected by --only');
  const silence = run.unreachable[api];
  if (silence === undefined) return undefined;
  return level === 'open' ? skipped(silence) : { verdict: 'inconclusive', reason: silence };
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

function whyNothingRan({ stopped, crashes }: RunFacts): string {
  if (stopped !== undefined) return 'the run was stopped before its turn';
  if (crashes.length > 0) return 'a part of the suite did not run: see run.crashes';
  return 'no check that ran looks at it';
}

function overall(results: readonly RequirementResult[], run: RunFacts): Verdict {
  const judged = results.filter(({ level }) => isJudged(level, run.profile));
  if (judged.some(({ verdict }) => verdict === 'failed')) return 'not-conformant';

  const undecided = judged.some(({ verdict }) => verdict === 'inconclusive');
  const executed = results.some(({ verdict }) => executedVerdicts.has(verdict));
  return undecided || !executed || run.stopped !== undefined || run.crashes.length > 0
    ? 'inconclusive'
    : 'conformant';
}

const executedVerdicts: ReadonlySet<RequirementVerdict> = new Set(['passed', 'failed', 'observed']);

function exitStatusOf(verdict: Verdict, { stopped }: RunFacts): ExitStatus {
  if (stopped === 'interrupted') return 130;
  return verdict === 'conformant' ? 0 : verdict === 'not-conformant' ? 1 : 3;
}

/** The checks of each requirement by file and name, the clause over the whole run last. */
function entriesByRequirement(
  checks: readonly CheckResult[],
): ReadonlyMap<RequirementId, readonly CheckEntry[]> {
  const entries = new Map<RequirementId, CheckEntry[]>();
  for (const check of checks.toSorted(byFileAndName)) {
    const { requirement, name, file, verdict, reason, durationMs } = check;
    const entry = { name, file, verdict, ...(reason === undefined ? {} : { reason }), durationMs };
    entries.set(requirement, [...(entries.get(requirement) ?? []), entry]);
  }
  for (const [requirement, entry] of judgedOverTheRun(checks)) {
    entries.set(requirement, [...(entries.get(requirement) ?? []), entry]);
  }
  return entries;
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
