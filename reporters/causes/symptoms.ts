import { type Act, asksForAChange, type Failure } from '../../fixtures/failure.ts';
import { isNamedBy } from '../../fixtures/requirements/named.ts';
import type { CheckEntry, RequirementResult } from '../conformance.ts';

/** One requirement that was not shown to be kept, by what of it says most about where to look. */
export interface Symptom {
  readonly requirement: RequirementResult;
  /** The failure that shows it best; absent where nothing could be asked. */
  readonly failure?: Failure;
  /** The request whose answer was judged. */
  readonly judged?: Act;
  /** The operations that may be behind it: the judged one, or what a reading came after. */
  readonly operations: readonly string[];
  /** Those among them that the sentence of the requirement names. */
  readonly named: readonly string[];
}

/** What did not pass, although the documents and the settings let it be asked. */
export function symptomsIn(results: readonly RequirementResult[]): Symptom[] {
  return results.flatMap((requirement) => {
    const { verdict, obstacle, checks } = requirement;
    const isOne = verdict === 'failed' || verdict === 'inconclusive' || verdict === 'not-exercised';
    if (!isOne || obstacle !== undefined) return [];
    return [symptomOf(requirement, checks)];
  });
}

/** What some checks of a requirement say. */
export function symptomOf(requirement: RequirementResult, checks: readonly CheckEntry[]): Symptom {
  const [failure] = failuresIn(requirement, checks);
  const asked = [...new Set(checks.flatMap((check) => check.asked ?? []))];
  if (failure === undefined) return { requirement, operations: asked, named: [] };
  const answered = failure.acts.at(-1);
  // What was seen elsewhere, on a page or in a notification, is no answer of the last request.
  const judged = answered ?? failure.story?.at(-1);
  const story = failure.story ?? failure.acts;
  // A check that names what was done knows best.
  const own = namesIn(
    answered !== undefined && asksForAChange(answered)
      ? [answered]
      : failure.acts.filter(asksForAChange),
  );
  const operations = isSeenInNotifications(failure)
    ? [notifications]
    : own.length > 0
      ? own
      : story.length > 0
        ? namesIn(story)
        : asked;
  const named = operations.filter((name) =>
    story.some((act) => act.operation === name && isNamedIn(requirement, act)),
  );
  return { requirement, failure, operations, named, ...(judged === undefined ? {} : { judged }) };
}

export const targetIsGone = 'the target stopped answering';

/** Whatever it was asked last: nobody is there any more. */
export function isOfATargetThatIsGone({ message = '' }: Failure): boolean {
  return message.startsWith(`${targetIsGone}: `) || message.endsWith(': connection refused');
}

/** Of a request that was under way when a target went away: it was taken, and not answered. */
export function isCutShort({ phase, message = '' }: Failure): boolean {
  return (
    phase === 'act' && /^[A-Z]+ \S+: (?:the connection was reset|no answer within )/.test(message)
  );
}

/**
 * The requests that were under way when a target went away, which no answer tells from the one that it went
 * away at. Those with an unusual body, most often a short one, come first, and readings last.
 */
export function lastBeforeTheEnd(results: readonly RequirementResult[]): readonly Act[] {
  const failures = results
    .flatMap(({ checks }) => checks)
    .flatMap((check) => check.failures ?? [])
    .filter(isCutShort);
  const acts = failures.flatMap(({ acts: [act] }) => act ?? []);
  const once = new Map(acts.map((act) => [`${act.method} ${act.path} ${act.sent}`, act]));
  const weightOf = ({ sent }: Act): number => sent.length || Number.POSITIVE_INFINITY;
  return [...once.values()].toSorted((a, b) => Math.sign(weightOf(a) - weightOf(b)) || 0);
}

/** What stands for an operation where the target called, and no answer was judged. */
export const notifications = 'notifications';

function isSeenInNotifications({ acts, beside = [] }: Failure): boolean {
  return acts.length === 0 && beside.some(({ by }) => by === 'target');
}

/** By its name, or as a request: `POST /transfers`. */
function isNamedIn(requirement: RequirementResult, act: Act): boolean {
  const request = requestInShort(act).replace(/ \/v\d+\//, ' /');
  return (
    isNamedBy(requirement, act.operation ?? request) || requirement.statement.includes(request)
  );
}

/** The check of a requirement whose failure shows best that it is not kept. */
export function checkToShow(requirement: RequirementResult): CheckEntry | undefined {
  const { verdict, checks } = requirement;
  const [failure] = failuresIn(requirement, checks);
  const ofVerdict = checks.filter((check) => check.verdict === verdict);
  const own = ofVerdict.find(({ failures = [] }) => failures.some((one) => one === failure));
  return own ?? ofVerdict[0];
}

function failuresIn(
  { verdict }: RequirementResult,
  checks: readonly CheckEntry[],
): readonly Failure[] {
  return checks
    .filter((check) => check.verdict === verdict)
    .flatMap(({ failures = [] }) => failures)
    .toSorted((a, b) => directness(a) - directness(b) || valuesIn(a) - valuesIn(b));
}

/**
 * The fewer requests it takes, the less there is to look through; what was judged comes before set-ups,
 * and a member that can be pointed at before words.
 */
function directness({ phase, story, acts, differences, counterexample }: Failure): number {
  return (
    (phase === 'judgement' ? 0 : 1000) +
    (differences.length === 0 ? 100 : 0) +
    (counterexample === undefined ? 0 : 50) +
    (story ?? acts).length
  );
}

/** Round amounts are easier on the eye than the largest ones. */
function valuesIn({ differences }: Failure): number {
  return JSON.stringify(differences).length;
}

function namesIn(acts: readonly Act[]): string[] {
  const names = acts.flatMap(({ operation }) => operation ?? []);
  return [...new Set(names.filter((name) => name !== 'control'))];
}

/** `POST /v2/cards/{id}`: a request without what differs from world to world. */
export function requestInShort({ method, path, operation }: RequestOfAct): string {
  const parts = path
    .replace(/[?#].*$/, '')
    .split('/')
    // Names of operations may have digits: p2pTransfer.
    .map((part) => (part !== operation && isId(part) ? '{id}' : part));
  return `${method} ${parts.join('/')}`;
}

type RequestOfAct = Pick<Act, 'method' | 'path' | 'operation'>;

function isId(part: string): boolean {
  return (/\d/.test(part) && !/^v\d+$/.test(part)) || /[*…]/.test(part);
}

const uuid = /[0-9a-f]{8}-[0-9a-f-]{20,}/gi;

/** An answer without what differs from world to world: digits, ids and masks. */
export function answerInShort({ got }: Act): string {
  return got
    .replaceAll(uuid, '…')
    .replaceAll(/[*…\d]+/g, '…')
    .slice(0, longestAnswer);
}

const longestAnswer = 200;

/** The members that differ, without the numbers of items: `transfers.amount`. */
export function membersOf({ differences }: Failure): string[] {
  return [...new Set(differences.map(({ path }) => memberIn(path)))];
}

export function memberIn(path: string): string {
  const names = path.split('.').filter((part) => !/^\d+$/.test(part));
  return names.join('.').replaceAll(uuid, '…');
}
