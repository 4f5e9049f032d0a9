import { apiOf } from '../../fixtures/requirements/requirement.ts';
import { fileOfClauses } from '../every-answer.ts';
import type { RequirementId } from '../../fixtures/requirements/index.ts';
import type {
  Comparison,
  Conformance,
  RequirementResult,
  RequirementVerdict,
} from '../conformance.ts';
import { plain } from '../certificate/text.ts';
import { readConformance } from './reading.ts';

/** What differs between two results of, as a rule, the same target. */
export function comparisonOf(earlier: Conformance, later: Conformance): Comparison {
  const before = new Map(earlier.requirements.map((one) => [one.id, one]));
  const known = new Set(later.requirements.map(({ id }) => id));
  const pairs = later.requirements.map((now): Pair => ({ was: before.get(now.id), now }));
  const idsWhere = (isSo: (pair: Pair) => boolean): RequirementId[] =>
    pairs.filter(isSo).map(({ now }) => now.id);

  const changes = {
    newlyFailing: idsWhere(
      ({ was, now }) => isFailing(now) && (was === undefined || !isFailing(was)),
    ),
    fixed: idsWhere(({ was, now }) => isFailing(was) && now.verdict === 'passed'),
    newlyNotExercised: idsWhere(
      ({ was, now }) => isExercised(was) && !isExercised(now) && wasSelected(now),
    ),
    drifted: pairs.flatMap(driftOf),
    lostChecks: losesChecksOnlyByItself(earlier, later) ? pairs.flatMap(lossOf) : [],
    added: later.requirements.map(({ id }) => id).filter((id) => !before.has(id)),
    removed: earlier.requirements.map(({ id }) => id).filter((id) => !known.has(id)),
  };
  return {
    earlier: {
      id: earlier.run.id,
      startedAt: earlier.run.startedAt,
      verdict: earlier.verdict,
      suite: `${earlier.suite.name} ${earlier.suite.version}`,
      target: earlier.target.name,
    },
    notComparable: reservationsAbout(earlier, later),
    identical: Object.values(changes).every((list) => list.length === 0),
    ...changes,
  };
}

/** What was asked otherwise explains changes that are none of the target's. */
function reservationsAbout(earlier: Conformance, later: Conformance): string[] {
  const differing = (what: string, of: (conformance: Conformance) => string): string[] => {
    const [before, now] = [of(earlier), of(later)];
    return before === now ? [] : [`the ${what} differ: ${before} before, ${now} now`];
  };
  return [
    ...differing('profiles', ({ run }) => run.profile),
    ...differing('APIs asked', ({ target, run, requirements }) =>
      Object.keys(target.apis)
        .filter((api) => run.selection?.apis?.some((one) => one === api) !== false)
        .filter((api) => !isLeftOut(api, requirements))
        .join(', '),
    ),
    ...differing('selections', ({ run }) => run.selection?.only?.join(', ') ?? 'everything'),
    ...differing('levels that count', ({ run }) => `${run.failOn} and above`),
    ...[earlier, later].flatMap(({ run }) =>
      run.complete ? [] : [`the run of ${run.startedAt} was cut short`],
    ),
  ].map((line) => plain(line, 400));
}

/** The earlier result of `--compare`, or why it cannot be used. */
export function readEarlier(file: string): Conformance | { readonly problem: string } {
  const read = readConformance(file);
  if ('problem' in read) return { problem: `--compare: ${read.problem}` };
  return read.conformance;
}

interface Pair {
  readonly was: RequirementResult | undefined;
  readonly now: RequirementResult;
}

/** A waived failure is still a failure: waiving it changes nothing about a target. */
function isFailing(result: RequirementResult | undefined): boolean {
  return result?.verdict === 'failed' || result?.verdict === 'waived';
}

const exercised: ReadonlySet<RequirementVerdict> = new Set([
  'passed',
  'failed',
  'waived',
  'observed',
]);

function isExercised(result: RequirementResult | undefined): boolean {
  return result !== undefined && exercised.has(result.verdict);
}

/** What was not requested this time is not missed. */
function wasSelected({ obstacle }: RequirementResult): boolean {
  return obstacle !== 'not-selected';
}

function driftOf({ was, now }: Pair): Comparison['drifted'][number][] {
  const [before, after] = [was?.observation, now.observation];
  if (before === undefined || after === undefined) return [];
  return inStableWords(before) === inStableWords(after) ? [] : [{ id: now.id, before, now: after }];
}

/**
 * An observation without what is another value at each run of an unchanged target: ids, moments,
 * masked card numbers. Amounts and counts stay, since a change of those is one of the target's ways.
 */
export function inStableWords(observation: string): string {
  return observation
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, '(id)')
    .replaceAll(
      /\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?/g,
      '(moment)',
    )
    .replaceAll(/…\d{4}\b/g, '(card)');
}

/** Whether nothing of an API was selected, by the ids of others for instance. */
function isLeftOut(api: string, requirements: readonly RequirementResult[]): boolean {
  const own = requirements.filter(({ id }) => apiOf(id) === api);
  return own.length > 0 && own.every(({ obstacle }) => obstacle === 'not-selected');
}

/** Fewer checks say something about the suite only where both runs were asked for the same. */
function losesChecksOnlyByItself(earlier: Conformance, later: Conformance): boolean {
  const ordered = ({ run }: Conformance): string =>
    JSON.stringify([run.profile, run.selection?.apis, run.selection?.only]);
  return (
    [earlier, later].every(({ run }) => run.complete && run.shard === undefined) &&
    ordered(earlier) === ordered(later)
  );
}

function lossOf({ was, now }: Pair): Comparison['lostChecks'][number][] {
  if (was === undefined || !isExercised(was) || !isExercised(now)) return [];
  const names = new Set(namesOfChecks(now));
  const checks = namesOfChecks(was).filter((name) => !names.has(name));
  return checks.length === 0 ? [] : [{ id: now.id, checks }];
}

/** What was judged over every answer is there only where there was something to judge. */
function namesOfChecks({ checks }: RequirementResult): string[] {
  return checks.filter(({ file }) => file !== fileOfClauses).map(({ name }) => name);
}

type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow';

/** What a terminal shows of it. */
export function comparisonBlock(
  comparison: Comparison,
  paint: (style: Style, text: string) => string = (_, text) => text,
): string {
  const { earlier, notComparable, identical, drifted, lostChecks } = comparison;
  const number = earlier.id === '' ? '' : ` ${earlier.id}`;
  const heading = `Compared with the run${number} of ${earlier.startedAt} (${earlier.target}, ${earlier.verdict}, ${earlier.suite})`;
  const warnings = notComparable.map((line) => paint('yellow', `  not comparable: ${line}`));
  if (identical) {
    const what = warnings.length === 0 ? 'nothing' : 'nothing that both runs asked';
    return [`${paint('bold', heading)}: ${what} has changed`, ...warnings].join('\n');
  }
  return [
    paint('bold', heading),
    ...warnings,
    ...list(paint('red', 'newly failing'), comparison.newlyFailing),
    ...list(paint('green', 'fixed'), comparison.fixed),
    ...list(paint('yellow', 'newly not judged'), comparison.newlyNotExercised),
    ...list(
      paint('yellow', 'behaves differently'),
      drifted.map(
        ({ id, before, now }) => `${id}\n        before  ${before}\n        now     ${now}`,
      ),
    ),
    ...list(
      paint('yellow', 'lost checks'),
      lostChecks.map(({ id, checks }) => `${id}: ${checks.map((name) => `"${name}"`).join(', ')}`),
    ),
    ...list('new in the catalogue', comparison.added),
    ...list('no longer in the catalogue', comparison.removed),
  ].join('\n');
}

const mostShown = 20;

function list(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const more = lines.length - mostShown;
  return [
    `  ${title}: ${lines.length}`,
    ...lines.slice(0, mostShown).map((line) => `      ${line}`),
    ...(more > 0 ? [`      and ${more} more: conformance.json names them`] : []),
  ];
}
