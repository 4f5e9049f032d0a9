import type { RequirementId } from '../fixtures/requirements/index.ts';
import type { CheckEntry } from './conformance.ts';
import type { CheckResult } from './results.ts';

const uniqueness: RequirementId = 'v2.response.request-id-is-unique';

/** Where the clauses are looked at, for those who follow the entry to its source. */
const file = 'fixtures/every-answer.ts';

/**
 * The clauses that hold for every answer, judged over all checks of a run: one entry for each
 * requirement that was looked at.
 */
export function judgedOverTheRun(
  checks: readonly CheckResult[],
): ReadonlyMap<RequirementId, CheckEntry> {
  const entries = new Map<RequirementId, CheckEntry>();
  const messages = new Map<RequirementId, string[]>();

  for (const { breaches } of checks) {
    for (const { requirement, message } of breaches) {
      messages.set(requirement, [...(messages.get(requirement) ?? []), message]);
    }
  }
  for (const [requirement, answers] of answersJudged(checks)) {
    entries.set(requirement, entry(answers, messages.get(requirement) ?? []));
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

/** One message for each value that came more than once. */
function repetitions(checks: readonly CheckResult[]): string[] {
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
    return [
      `  expected  a different Request-id for every answer\n  got       Request-id: ${requestId} on ${names.length} answers, seen in ${where.join(' and ')}`,
    ];
  });
}

const mostMessages = 3;

function entry(answers: number, messages: readonly string[]): CheckEntry {
  const name =
    answers === 0
      ? 'during the set-up of other checks'
      : `over ${answers} ${answers === 1 ? 'answer' : 'answers'} of the whole run`;
  if (messages.length === 0) return { name, file, verdict: 'passed', durationMs: 0 };
  const more = messages.length - mostMessages;
  const reason = [
    ...messages.slice(0, mostMessages),
    ...(more > 0 ? [`  and ${more} more like these`] : []),
  ].join('\n');
  return { name, file, verdict: 'failed', reason, durationMs: 0 };
}
