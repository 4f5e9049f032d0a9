import type { Failure } from '../fixtures/failure.ts';
import { textOfAll } from '../fixtures/failure-text.ts';
import type { RequirementId } from '../fixtures/requirements/index.ts';
import type { CheckEntry } from './conformance.ts';
import type { CheckResult } from './results.ts';

const uniqueness: RequirementId = 'v2.response.request-id-is-unique';

/** Where the clauses are looked at, for those who follow the entry to its source. */
/** Where the clauses over every answer stand. */
export const fileOfClauses = 'fixtures/every-answer.ts';

/**
 * The clauses that hold for every answer, judged over all checks of a run: one entry for each
 * requirement that was looked at.
 */
export function judgedOverTheRun(
  checks: readonly CheckResult[],
): ReadonlyMap<RequirementId, CheckEntry> {
  const entries = new Map<RequirementId, CheckEntry>();
  const broken = Map.groupBy(
    checks.flatMap(({ requirement: of, breaches }) => breaches.map((breach) => ({ of, breach }))),
    ({ breach: { requirement } }) => requirement,
  );
  for (const [requirement, answers] of answersJudged(checks)) {
    const seen = broken.get(requirement) ?? [];
    const failures = seen.map(({ breach }) => breach);
    entries.set(requirement, { ...entry(answers, failures), ...seenIn(seen.map(({ of }) => of)) });
  }
  const requestIds = checks.flatMap((check) => check.requestIds);
  if (requestIds.length > 0) entries.set(uniqueness, entry(requestIds.length, repetitions(checks)));
  return entries;
}

function answersJudged(checks: readonly CheckResult[]): Map<RequirementId, number> {
  const total = new Map<RequirementId, number>();
  for (const { judged, breaches } of checks) {
    for (const [id, count] of Object.entries(judged)) {
      const requirement = id as RequirementId;
      total.set(requirement, (total.get(requirement) ?? 0) + count);
    }
    // What a check met while it was being set up was not looked for, and is a breach all the same.
    for (const { requirement } of breaches) total.set(requirement, total.get(requirement) ?? 0);
  }
  return total;
}

/** A failure for each value that came more than once. */
function repetitions(checks: readonly CheckResult[]): Failure[] {
  const carriers = new Map<string, string[]>();
  for (const { name, requestIds } of checks) {
    for (const requestId of requestIds) {
      const known = carriers.get(requestId);
      if (known === undefined) carriers.set(requestId, [name]);
      else known.push(name);
    }
  }
  return [...carriers].flatMap(([requestId, names]) => {
    if (names.length < 2) return [];
    const where = [...new Set(names)].slice(0, 2).map((name) => `"${name}"`);
    const failure: Failure = {
      requirement: uniqueness,
      phase: 'judgement',
      acts: [],
      expected: 'a different Request-id for every answer',
      got: `Request-id: ${requestId} on ${names.length} answers, seen in ${where.join(' and ')}`,
      differences: [],
    };
    return [failure];
  });
}

const mostFailures = 3;

/** Those alone may be asked again: the answer that broke the clause was got by a check of another requirement. */
function seenIn(requirements: readonly RequirementId[]): Pick<CheckEntry, 'seenIn'> {
  const first = [...new Set(requirements)].slice(0, mostFailures);
  return first.length === 0 ? {} : { seenIn: first };
}

function entry(answers: number, all: readonly Failure[]): CheckEntry {
  const name =
    answers === 0
      ? 'during the set-up of other checks'
      : `over ${answers} ${answers === 1 ? 'answer' : 'answers'} of the whole run`;
  if (all.length === 0) return { name, file: fileOfClauses, verdict: 'passed', durationMs: 0 };
  const failures = all.slice(0, mostFailures);
  const more = all.length - failures.length;
  return {
    name,
    file: fileOfClauses,
    verdict: 'failed',
    reason: textOfAll(failures, more),
    failures,
    ...(more === 0 ? {} : { moreFailures: more }),
    durationMs: 0,
  };
}
