import { type Api, apiOf } from '../../fixtures/requirements/requirement.ts';
import type { Conformance, RequirementResult } from '../conformance.ts';
import { isJudged } from '../judged-levels.ts';
import { mostTelling } from '../what-is-wrong.ts';
import { type OperationToBuild, operationsOf } from './operations.ts';

/** What to do next, and why that. */
export type Next =
  | {
      readonly kind: 'build';
      readonly operation: OperationToBuild;
      /** The operations that wait for it, directly or not. */
      readonly waiting: readonly string[];
      /** What the last run saw of it. */
      readonly seen?: string;
    }
  | {
      readonly kind: 'mend';
      readonly operation: OperationToBuild;
      readonly failing: readonly RequirementResult[];
    }
  | { readonly kind: 'laws'; readonly failing: readonly RequirementResult[] }
  | { readonly kind: 'nothing' };

/**
 * The operation to build or mend: first those that do not work and stand on what works, the one that
 * most others wait for; then those that work and are not right; then what is about several.
 */
export function nextOf(apis: readonly Api[], result: Conformance | undefined): Next {
  const verdicts = new Map(result?.requirements.map((one) => [one.id, one]));
  const operations = apis.flatMap(operationsOf);
  const verdictOf = ({ first }: OperationToBuild): string | undefined =>
    verdicts.get(first)?.verdict;
  // What was asked about at all had what it stands on, whatever came of it.
  const asked = operations.filter((one) => judged.has(verdictOf(one) ?? ''));
  const wentWell = usedOnTheWay(result);
  // What was only used, in a run of something else, worked where most that used it passed, or where what
  // failed came after it.
  const wasUsed = ({ name, first }: OperationToBuild): boolean => {
    const { passed = 0, notPassed = 0 } = result?.operations[name] ?? {};
    const worked = passed > notPassed || wentWell.has(name);
    return verdicts.get(first)?.obstacle === 'not-selected' && worked;
  };
  const failing = (result?.requirements ?? []).filter(
    ({ id, level, verdict }) =>
      verdict === 'failed' &&
      isJudged(level, result?.run.failOn ?? 'derived') &&
      apis.includes(apiOf(id)),
  );
  // Of a run that was stopped at a failure, what it had not come to is not known to be missing.
  const isUnreached = ({ first }: OperationToBuild): boolean =>
    result?.run.complete === false &&
    failing.length > 0 &&
    !judged.has(verdicts.get(first)?.verdict ?? '') &&
    verdicts.get(first)?.obstacle === undefined;
  const works = (operation: OperationToBuild): boolean =>
    worked.has(verdictOf(operation) ?? '') ||
    wasUsed(operation) ||
    asked.some(({ standsOn }) => standsOn.includes(operation.name));
  const missing = operations.filter(
    (one) => !works(one) && !isUnreached(one) && !isOutOfReach(verdicts.get(one.first)),
  );
  const ready = missing.filter((one) =>
    // What it stands on may be of no concern, or not be there to ask.
    operations.filter(({ name }) => one.standsOn.includes(name)).every(works),
  );
  const build = (ready.length > 0 ? ready : missing)
    .map((operation) => ({ operation, waiting: waitingFor(operation.name, operations) }))
    .toSorted((a, b) => b.waiting.length - a.waiting.length)[0];
  if (build !== undefined) {
    const last = verdicts.get(build.operation.first);
    const isSeen = last?.verdict === 'failed' || last?.verdict === 'inconclusive';
    const reason = isSeen ? mostTelling(last) : undefined;
    return { kind: 'build', ...build, ...(reason === undefined ? {} : { seen: reason }) };
  }

  const mend = operations
    .map((operation) => ({
      kind: 'mend' as const,
      operation,
      failing: failing.filter(({ id }) => id.startsWith(`${operation.subject}.`)),
    }))
    .filter((one) => one.failing.length > 0)
    .toSorted(
      (a, b) =>
        waitingFor(b.operation.name, operations).length -
        waitingFor(a.operation.name, operations).length,
    )[0];
  return mend ?? (failing.length > 0 ? { kind: 'laws', failing } : { kind: 'nothing' });
}

/** Operations that were answered with HTTP 2xx on the way to something that failed. */
function usedOnTheWay(result: Conformance | undefined): ReadonlySet<string> {
  const failures = (result?.requirements ?? [])
    .flatMap(({ checks }) => checks)
    .flatMap((one) => one.failures ?? []);
  const before = failures.flatMap(({ story, acts }) => (story ?? acts).slice(0, -1));
  return new Set(
    before.flatMap(({ operation, status = 0 }) =>
      operation !== undefined && status >= 200 && status < 300 ? [operation] : [],
    ),
  );
}

const worked: ReadonlySet<string> = new Set(['passed', 'waived', 'observed']);
const judged: ReadonlySet<string> = new Set([...worked, 'failed']);

/** Existing records of v1 for instance, which nobody has named: no building helps there. */
function isOutOfReach(result: RequirementResult | undefined): boolean {
  return (
    result?.verdict === 'not-configured' ||
    (result?.verdict === 'not-exercised' &&
      result.obstacle === undefined &&
      (result.reason ?? '').startsWith('needs '))
  );
}

function waitingFor(name: string, operations: readonly OperationToBuild[]): string[] {
  const waiting = new Set<string>();
  const add = (maker: string): void => {
    for (const one of operations) {
      if (!one.standsOn.includes(maker) || waiting.has(one.name)) continue;
      waiting.add(one.name);
      add(one.name);
    }
  };
  add(name);
  return [...waiting];
}
