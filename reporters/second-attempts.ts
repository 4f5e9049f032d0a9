import { runChecks, sharesAWalk } from './vitest-run.ts';
import type { Act } from '../fixtures/failure.ts';
import { apiOf } from '../fixtures/requirements/requirement.ts';
import type { RequirementId } from '../fixtures/requirements/index.ts';
import type { RunSettings } from '../fixtures/target/run.ts';
import type { CheckResult } from './results.ts';

interface Options {
  readonly settings: RunSettings;
  /** Whether a failure of a requirement counts against the target. */
  readonly counts: (id: RequirementId) => boolean;
  readonly mask: (check: CheckResult) => CheckResult;
  readonly signal: AbortSignal;
  /** So many checks are tried again. */
  readonly onBegin?: (count: number) => void;
}

/**
 * A target on which more than this fails is not one that fails now and then, and trying all of it
 * again, one after the other, would take longer than the run.
 */
const mostSecondAttempts = 40;

/**
 * Tries each check that failed, each that lost a request on the way, and each in whose answers a clause was broken, once
 * more: alone, in a fresh world, before the clock moves on. What walked through time tries again on its way. A second
 * attempt that passes makes a failed one *inconsistent*, and stands for one that lost a request, which says nothing;
 * one that could not ask, was not made, or could not be made at the same moments, leaves the first as it was.
 */
export async function withSecondAttempts(
  checks: readonly CheckResult[],
  { settings, counts, mask, signal, onBegin }: Options,
): Promise<readonly CheckResult[]> {
  const again = worthASecondAttempt(besidesThoseInVain(checks), counts);
  if (again.length === 0 || signal.aborted) return checks;
  onBegin?.(again.length);

  const second = new Map<string, CheckResult>();
  const wanted = again.map(({ requirement, name, file }) => ({ requirement, name, file }));
  await runChecks({
    settings: { ...settings, again: wanted },
    signal,
    onCheck: (check) => second.set(keyOf(check), mask(check)),
  });
  return checks.map((check) => {
    const attempt = second.get(keyOf(check));
    return attempt === undefined ? check : joined(check, attempt);
  });
}

/** An API of which nothing works that checks stand on does not fail now and then. */
function besidesThoseInVain(checks: readonly CheckResult[]): readonly CheckResult[] {
  const inVain = new Set(
    checks.flatMap(({ requirement, failure }) =>
      failure?.inVain === undefined ? [] : [apiOf(requirement)],
    ),
  );
  return checks.filter(({ requirement }) => !inVain.has(apiOf(requirement)));
}

/** Whole requirements, those with the fewest doubtful checks first, as all of these must pass. */
function worthASecondAttempt(
  checks: readonly CheckResult[],
  counts: Options['counts'],
): readonly CheckResult[] {
  const doubtful = new Map<RequirementId, Set<CheckResult>>();
  const doubt = (id: RequirementId, check: CheckResult): void => {
    if (counts(id)) doubtful.set(id, (doubtful.get(id) ?? new Set()).add(check));
  };
  for (const check of checks.filter(({ file }) => !sharesAWalk(file))) {
    if (check.verdict === 'failed' || lostARequest(check)) doubt(check.requirement, check);
    for (const { requirement } of check.breaches) doubt(requirement, check);
  }

  const again = new Set<CheckResult>();
  for (const ofOne of [...doubtful.values()].toSorted((a, b) => a.size - b.size)) {
    if (new Set([...again, ...ofOne]).size > mostSecondAttempts) break;
    for (const check of ofOne) again.add(check);
  }
  return [...again];
}

function joined(first: CheckResult, second: CheckResult): CheckResult {
  const requests = first.requests + second.requests;
  const requestIds = [...first.requestIds, ...second.requestIds];
  const breaches = first.breaches.map((breach) => {
    const cameAgain = second.breaches.some(({ requirement }) => requirement === breach.requirement);
    return cameAgain || !wasAsked(second) ? breach : { ...breach, cameOnce: true as const };
  });
  const common = { ...first, requests, requestIds, breaches };
  if (lostARequest(first) && wasAsked(second)) {
    const brokenFirst = new Set(breaches.map(({ requirement }) => requirement));
    const brokenNow = second.breaches.filter(({ requirement }) => !brokenFirst.has(requirement));
    return { ...second, requests, requestIds, breaches: [...breaches, ...brokenNow] };
  }
  if (first.verdict !== 'failed' || second.verdict !== 'passed') return common;

  const note = `passed on the second attempt, alone, with ${second.requests} requests`;
  const act = twinOf(first, second);
  return { ...common, inconsistent: { note, ...(act === undefined ? {} : { act }) } };
}

/** A connection that was reset, a server that was too busy once: what was sent and not answered. */
function lostARequest({ verdict, failure }: CheckResult): boolean {
  const last = failure?.acts.at(-1);
  return verdict === 'inconclusive' && last !== undefined && last.got === '';
}

/** What the second attempt sent and got where the first one failed, as far as that can be told. */
function twinOf({ failure }: CheckResult, { exchanges = [] }: CheckResult): Act | undefined {
  const judged = failure?.acts.at(-1);
  if (judged === undefined) return undefined;
  const twin = exchanges.findLast(
    ({ method, path }) => method === judged.method && withoutIds(path) === withoutIds(judged.path),
  );
  if (twin === undefined) return undefined;
  const { text: _, ...act } = twin;
  return act;
}

/** Each attempt has a world of its own, whose ids are its own as well. */
function withoutIds(path: string): string {
  return path
    .replace(/\?.*$/, '')
    .split('/')
    .map((part) => (/\d/.test(part) && !/^v\d$/.test(part) ? '…' : part))
    .join('/');
}

function wasAsked({ verdict }: CheckResult): boolean {
  return verdict === 'passed' || verdict === 'failed' || verdict === 'observed';
}

function keyOf({ requirement, name, file }: CheckResult): string {
  return `${requirement}\n${name}\n${file}`;
}
