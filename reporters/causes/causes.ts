import { type Failure, wantedOf } from '../../fixtures/failure.ts';
import { type Api, apiOf } from '../../fixtures/requirements/requirement.ts';
import type { RequirementId } from '../../fixtures/requirements/index.ts';
import { fileOfClauses } from '../every-answer.ts';
import type {
  Cause,
  CheckEntry,
  Conformance,
  FailOn,
  OperationFigures,
  RequirementResult,
  RequirementVerdict,
} from '../conformance.ts';
import { apartByMember } from './apart.ts';
import {
  answerInShort,
  isCutShort,
  isOfATargetThatIsGone,
  memberIn,
  membersOf,
  requestInShort,
  type Symptom,
  symptomOf,
  symptomsIn,
  targetIsGone,
} from './symptoms.ts';
import { mostCommon, titleOf } from './titles.ts';

type Operations = Readonly<Record<string, OperationFigures>>;

/**
 * Joins what did not pass by what is behind it, in the order in which it is best mended: what most
 * others wait for comes first. Each requirement belongs to one cause at most; what was not exercised
 * for reasons of its own belongs to none.
 */
export function causesOf(
  results: readonly RequirementResult[],
  operations: Operations,
  { failOn = 'derived', inVain = {} }: Run = {},
): Cause[] {
  // A result of elsewhere may hold any text for an id.
  const isInVain = ({ id }: RequirementResult): boolean =>
    Object.keys(inVain).some((api) => id.startsWith(`${api}.`));
  const symptoms = symptomsIn(results.filter((one) => !isInVain(one)));
  const { groups, left } = groupedByAnswer(symptoms, operations);
  const byOperation = groupedByOperation(left, operations).flatMap(apartByMember);
  const apart = joinedByPromise([...groups, ...byOperation]);
  const all = joinedByOperation(apart);
  withFollowers(all, symptoms);
  const others = joinedByTitle(all, failOn)
    .map((group) => ({ cause: causeOf(group, failOn), weight: weightOf(group, failOn) }))
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ cause }) => cause);
  return [...causesInVain(results.filter(isInVain), inVain), ...others];
}

interface Run {
  readonly failOn?: FailOn;
  /** APIs that answer everything alike, and what. */
  readonly inVain?: Readonly<Partial<Record<Api, string>>>;
}

/** One for all APIs that give the same answer to everything. */
function causesInVain(
  results: readonly RequirementResult[],
  inVain: Run['inVain'] & {},
): readonly Cause[] {
  const byAnswer = Map.groupBy(results, ({ id }) => inVain[apiOf(id)]);
  return [...byAnswer].map(([answer, all]) => {
    const names = [...new Set(all.map(({ id }) => apiOf(id)))].join(', ');
    const ids = (wanted: RequirementVerdict): RequirementId[] =>
      all
        .filter(({ verdict, obstacle }) => verdict === wanted && obstacle !== 'unobservable')
        .toSorted((a, b) => directness(a) - directness(b))
        .map(({ id }) => id);
    return {
      title: `${names}: one answer, ${answer}`,
      failed: ids('failed'),
      inconclusive: ids('inconclusive'),
      notExercised: ids('not-exercised'),
    };
  });
}

/** What a check asked shows it best; then what a document says. */
function directness({ checks, level }: RequirementResult): number {
  const wasAsked = checks.some(({ asked = [] }) => asked.length > 0);
  return (wasAsked ? 0 : 2) + (level === 'must' ? 0 : 1);
}

/** Symptoms of one cause. */
export interface Group {
  /** What stands in the way, where it is one answer. */
  readonly answer?: 'silence' | 'error' | 'refusal' | 'lack' | 'unusable' | 'leniency' | 'clause';
  readonly operation?: string;
  readonly symptoms: Symptom[];
}

/**
 * What is told by one answer alone: there was none, it is a server error, it refuses what must be
 * taken, it lacks what others need, it takes what must be refused, it is not as every answer has to be.
 */
function groupedByAnswer(
  symptoms: readonly Symptom[],
  operations: Operations,
): { readonly groups: Group[]; readonly left: Symptom[] } {
  const found = symptoms.map((symptom) => ({ symptom, key: answerKey(symptom) }));
  const byKey = Map.groupBy(
    found.filter(({ key }) => key !== undefined),
    ({ key }) => key?.text ?? '',
  );
  const groups = joinedWhereItIsGone(
    [...byKey.values()].flatMap((same): Group[] => {
      const [first] = same;
      if (first?.key === undefined) return [];
      const { answer, operation } = first.key;
      const own = operation === undefined ? {} : { operation };
      return [{ answer, ...own, symptoms: same.map(({ symptom }) => symptom) }];
    }),
  );
  const unexplained = withoutWhatClausesSay(
    found.flatMap(({ symptom, key }) => (key === undefined ? [symptom] : [])),
    groups,
  );
  const lacking = joinedWhereTheSameIsLacking(joinedWhereMuchIsLacking(groups));
  return joinedWhereNothingWorks(lacking, unexplained, operations);
}

/** What was under way when the target went away shows best what it went away at. */
function joinedWhereItIsGone(groups: readonly Group[]): Group[] {
  const isOf = ({ answer, symptoms: [first] }: Group, what: (one: Failure) => boolean): boolean =>
    answer === 'silence' && first?.failure !== undefined && what(first.failure);
  const gone = groups.find((group) => isOf(group, isOfATargetThatIsGone));
  if (gone === undefined) return [...groups];
  const cutShort = groups.filter((group) => isOf(group, isCutShort));
  gone.symptoms.unshift(...cutShort.flatMap(({ symptoms }) => symptoms));
  return groups.filter((group) => !cutShort.includes(group));
}

/** What a check looks for in an answer is the same where a clause asks it of every answer: it joins that. */
function withoutWhatClausesSay(symptoms: readonly Symptom[], groups: readonly Group[]): Symptom[] {
  const clauses = groups.filter(({ answer }) => answer === 'clause');
  return symptoms.filter((symptom) => {
    const { failure } = symptom;
    const said = clauses.find(
      ({ symptoms: [first] }) =>
        failure?.differences.length === 0 && failure.expected === first?.failure?.expected,
    );
    said?.symptoms.push(symptom);
    return said === undefined;
  });
}

/** An answer without so many of its members is another answer altogether. */
const muchLacking = 3;

/** What one and the same answer lacks is one thing where it is much. */
function joinedWhereMuchIsLacking(groups: readonly Group[]): Group[] {
  const lackedIn = Map.groupBy(
    groups.filter(({ answer }) => answer === 'lack'),
    ({ operation, symptoms: [first] }) => `${operation} ${first?.judged?.got}`,
  );
  const joined = [...lackedIn.values()].filter((alike) => alike.length >= muchLacking);
  const all = new Set(joined.flat());
  const ofMany = joined.flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [{ ...first, symptoms: [first, ...others].flatMap(({ symptoms }) => symptoms) }],
  );
  return [...groups.filter((group) => !all.has(group)), ...ofMany];
}

/** A member that is missing wherever a card is shown is missing once, whichever request shows it. */
function joinedWhereTheSameIsLacking(groups: readonly Group[]): Group[] {
  const lackedOf = Map.groupBy(
    groups.filter(({ answer }) => answer === 'lack'),
    ({ symptoms: [first] }) => `${resourceIn(first)} ${membersLackedBy(first)}`,
  );
  const ofOne = [...lackedOf.values()].flatMap((alike): Group[] => {
    const [first, ...others] = alike.toSorted((a, b) => wayTo(a) - wayTo(b));
    if (first === undefined) return [];
    return [{ ...first, symptoms: [first, ...others].flatMap(({ symptoms }) => symptoms) }];
  });
  return [...groups.filter(({ answer }) => answer !== 'lack'), ...ofOne];
}

/** How many requests it takes to be shown. */
function wayTo({ symptoms }: Group): number {
  return Math.min(
    ...symptoms.map(({ failure }) =>
      failure?.phase === 'judgement' ? (failure.story ?? failure.acts).length : 1_000,
    ),
  );
}

/** `/v2/cards`, of all requests about cards; an operation of its own where each has an address of its own. */
function resourceIn(symptom: Symptom | undefined): string {
  const [, path = ''] = symptom?.judged ? requestInShort(symptom.judged).split(' ') : [];
  return path.replace(/(\/\{id\}|\/)+$/, '');
}

function membersLackedBy(symptom: Symptom | undefined): string {
  const lacking = symptom?.failure?.differences.find((one) => !('got' in one));
  return memberIn(lacking?.path ?? '');
}

interface AnswerKey {
  readonly answer: Group['answer'] & {};
  readonly operation?: string;
  readonly text: string;
}

function answerKey({ requirement, failure, judged }: Symptom): AnswerKey | undefined {
  if (failure === undefined) return undefined;
  if (judged?.status === undefined) {
    if (failure.phase !== 'act') return undefined;
    const words = isOfATargetThatIsGone(failure)
      ? targetIsGone
      : withoutRequest(failure.message ?? '');
    return { answer: 'silence', text: `silence ${words}` };
  }
  const { operation = judged.path, status } = judged;
  const keyed = (answer: AnswerKey['answer'], ...more: readonly unknown[]): AnswerKey => ({
    answer,
    operation,
    text: [answer, operation, ...more].join('\n'),
  });

  const wanted = wantedOf(failure);
  // A request that is refused in vain may be answered so: what it has changed is what is wrong.
  if (failure.compares === 'before and after') return undefined;
  if (status >= 500) return keyed('error', status);
  if (wanted === 'success') return keyed('refusal', status, answerInShort(judged));
  if (wanted === 'refusal') {
    const [, subject] = requirement.id.split('.');
    const { text: _, ...rest } = keyed('leniency');
    return { ...rest, text: `leniency ${requirement.document} ${subject}` };
  }
  const [lacking] = failure.differences.filter((one) => !('got' in one));
  if (lacking !== undefined && lacking.path !== '') return keyed('lack', memberIn(lacking.path));
  if (failure.phase === 'world') return keyed('unusable', status);
  // It says nothing of what an operation is for, so nothing that is wrong after it has to do with it.
  return isOfAClause(requirement, failure)
    ? { answer: 'clause', operation, text: `clause ${failure.expected}` }
    : undefined;
}

/** Asked of every answer, and of no member of it. */
function isOfAClause({ checks }: RequirementResult, failure: Failure): boolean {
  const check = checks.find(({ failures = [] }) => failures.includes(failure));
  return check?.file === fileOfClauses && failure.differences.length === 0;
}

/** `POST /v2/cards: the connection was reset` is the same silence as that of another request. */
function withoutRequest(message: string): string {
  return message.replace(/^[A-Z]+ \S+: /, '').replaceAll(/\d+/g, '…');
}

/** Fewer than one in so many checks of an operation pass: it does not work at all. */
const fewPass = 10;

/**
 * An operation that stops others and never works explains whatever else its answers are blamed for,
 * however differently these look.
 */
function joinedWhereNothingWorks(
  groups: readonly Group[],
  unexplained: readonly Symptom[],
  operations: Operations,
): { readonly groups: Group[]; readonly left: Symptom[] } {
  const stops = ({ answer, operation = '', symptoms }: Group): boolean => {
    const { passed = 0, notPassed = 0 } = operations[operation] ?? {};
    const stopping = symptoms.filter(({ failure }) => failure?.phase === 'world').length;
    return answer !== 'leniency' && stopping > 0 && passed * fewPass < notPassed;
  };
  const heads = new Map<string, Group>();
  for (const group of groups.toSorted((a, b) => b.symptoms.length - a.symptoms.length)) {
    const { operation } = group;
    if (operation !== undefined && stops(group) && !heads.has(operation))
      heads.set(operation, group);
  }
  const kept: Group[] = [];
  for (const group of groups) {
    const head = heads.get(group.operation ?? '');
    if (head === undefined || head === group) kept.push(group);
    else head.symptoms.push(...group.symptoms);
  }
  const left = unexplained.filter((symptom) => {
    const head = symptom.failure && heads.get(symptom.judged?.operation ?? '');
    head?.symptoms.push(symptom);
    return head === undefined;
  });
  return { groups: kept, left };
}

/**
 * Values that are not what they must be are joined by the operation that most of them came after and
 * that few checks get by without noticing: the fewest operations that explain them all.
 */
function groupedByOperation(symptoms: readonly Symptom[], operations: Operations): Group[] {
  let left = symptoms.filter((symptom) => !isWaiting(symptom));
  const groups: Group[] = [];
  while (left.length > 0) {
    const suspect = mostSuspicious(left, operations);
    const isOurs = (one: Symptom): boolean =>
      suspect === undefined ? one === left[0] : one.operations.includes(suspect);
    const own = suspect === undefined ? {} : { operation: suspect };
    groups.push({ ...own, symptoms: left.filter(isOurs) });
    left = left.filter((one) => !isOurs(one));
  }
  return groups;
}

/**
 * By the measure that Ochiai proposed: how many failed after it, against how many did not. What the
 * sentence of a requirement names counts twice: that is what it is about.
 */
function mostSuspicious(left: readonly Symptom[], operations: Operations): string | undefined {
  const candidates = new Set(left.flatMap((symptom) => symptom.operations));
  let best: string | undefined;
  let most = 0;
  for (const operation of candidates) {
    const after = left.filter((symptom) => symptom.operations.includes(operation));
    const failed = after.length;
    const passed = operations[operation]?.passed ?? 0;
    const named = after.filter((symptom) => symptom.named.includes(operation)).length;
    const judged = after.filter((symptom) => symptom.judged?.operation === operation).length;
    const about = after.filter(({ requirement }) => isAbout(requirement, operation)).length;
    const measure = (failed + named) / Math.sqrt(left.length * (failed + passed));
    // Of those that nothing else tells apart, the one that a requirement is about, or whose answer was wrong.
    const exact = measure * (1 + (2 * about + judged) * 1e-6);
    if (exact > most) [best, most] = [operation, exact];
  }
  return best;
}

/**
 * What could not be set up belongs to the requirement that promises what was missing, where that is
 * broken: no answer stood in the way, it is only seen at different places.
 */
function joinedByPromise(groups: readonly Group[]): Group[] {
  const homes = new Map<string, Group>();
  for (const group of groups) {
    const broken = group.symptoms.filter(({ failure }) => failure?.phase === 'judgement');
    for (const { requirement } of broken) homes.set(requirement.id, group);
  }
  const homeOf = (group: Group, { failure }: Symptom): Group => {
    const { answer } = group;
    const isOfAnswer = answer !== undefined && answer !== 'unusable' && answer !== 'lack';
    if (isOfAnswer || failure?.phase !== 'world') return group;
    return homes.get(failure.promise ?? '') ?? group;
  };
  const members = groups.flatMap((group) =>
    group.symptoms.map((symptom) => ({ symptom, home: homeOf(group, symptom) })),
  );
  const byHome = Map.groupBy(members, ({ home }) => home);
  return groups.flatMap((group) => {
    const symptoms = byHome.get(group)?.map(({ symptom }) => symptom) ?? [];
    return symptoms.length === 0 ? [] : [{ ...group, symptoms }];
  });
}

/** Whatever was told apart by the way to it and reads the same is the same to whoever mends it. */
function joinedByTitle(groups: readonly Group[], failOn: FailOn): Group[] {
  const titled = Map.groupBy(groups, (group) =>
    titleOf({ ...group, symptoms: inOrder(group, failOn) }, 'left out'),
  );
  return [...titled.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    return [{ ...first, symptoms: [first, ...others].flatMap(({ symptoms }) => symptoms) }];
  });
}

/**
 * What one operation takes, or answers in a way that others cannot use, is most often one thing with the
 * values that are wrong after it.
 */
function joinedByOperation(groups: readonly Group[]): Group[] {
  const heads = new Map<string, Group | undefined>();
  for (const group of groups) {
    const { answer, operation = '' } = group;
    // Of several that have nothing to do with each other it is no more one than another.
    if (answer === undefined) heads.set(operation, heads.has(operation) ? undefined : group);
  }
  return groups.filter((group) => {
    const head = heads.get(group.operation ?? '');
    const mayJoin = group.answer === 'leniency' || group.answer === 'unusable';
    const isOfOne = group.symptoms.every(({ judged }) => judged?.operation === group.operation);
    const showsValues = head?.symptoms.some(
      ({ failure }) => failure !== undefined && membersOf(failure).length > 0,
    );
    if (head === undefined || !mayJoin || !isOfOne || showsValues !== true) return true;
    head.symptoms.push(...group.symptoms);
    return false;
  });
}

/** What could not be asked about follows what stopped it: where it asked that, or was told the same as one that did. */
function withFollowers(groups: readonly Group[], symptoms: readonly Symptom[]): void {
  const stopping = new Map(
    groups.flatMap((group) =>
      group.answer === undefined ||
      seldomInTheWay.has(group.answer) ||
      group.operation === undefined
        ? []
        : [[group.operation, group] as const],
    ),
  );
  const waiting = symptoms.filter(isWaiting);
  for (const alike of Map.groupBy(waiting, reasonOf).values()) {
    const operation = alike
      .flatMap((symptom) => symptom.operations)
      .find((name) => stopping.has(name));
    if (operation !== undefined) stopping.get(operation)?.symptoms.push(...alike);
  }
}

/** Whoever waits for something else has got it. */
const seldomInTheWay: ReadonlySet<Group['answer'] & {}> = new Set(['leniency', 'clause']);

/** It says nothing of its own: no answer was judged. */
function isWaiting({ requirement, failure }: Symptom): boolean {
  const isOfNoAnswer = failure === undefined || failure.phase === 'reach';
  return isOfNoAnswer && requirement.verdict !== 'failed';
}

function reasonOf({ requirement: { reason = '' } }: Symptom): string {
  return reason;
}

function causeOf(group: Group, failOn: FailOn): Cause {
  const { operation } = group;
  const ids = (verdict: RequirementVerdict): RequirementId[] =>
    inOrder(group, failOn)
      .filter(({ requirement }) => requirement.verdict === verdict)
      .map(({ requirement }) => requirement.id);
  return {
    title: titleOf({ ...group, symptoms: inOrder(group, failOn) }),
    ...(operation === undefined ? {} : { operation }),
    failed: ids('failed'),
    inconclusive: ids('inconclusive'),
    notExercised: ids('not-exercised'),
  };
}

/**
 * Those that show it best come first: what was asked at all; then what counts, failed each time it was tried, and is promised to the most of the others;
 * then what an answer of the operation itself shows, in the member that most of them are about, if possible in one that its own
 * id names, with values that fit a title, by example and after few requests. What a document says comes before what follows
 * from it, and that before a law.
 */
function inOrder({ operation, symptoms }: Group, failOn: FailOn): Symptom[] {
  const promises = Map.groupBy(symptoms, ({ failure }) => failure?.promise ?? '');
  const members = symptoms.flatMap(({ failure }) =>
    failure === undefined ? [] : membersOf(failure),
  );
  const common = mostCommon(members);
  const isOfSeveral = members.filter((member) => member === common).length > 1;
  const isOfTheMember = (failure: Failure): boolean =>
    common === undefined || !isOfSeveral || membersOf(failure).includes(common);
  const rank = ({ requirement, failure, judged }: Symptom): number =>
    (requirement.verdict === 'not-exercised' ? 20_000 : 0) +
    (countsFor(requirement, failOn) ? 0 : 10_000) +
    (failure?.phase === 'judgement' ? 0 : 5_000) -
    (failure !== undefined && isCutShort(failure) ? 12_000 - weightOfBody(failure) : 0) +
    (requirement.inconsistent === undefined ? 0 : 2_500) -
    Math.min(1_000, promises.get(requirement.id)?.length ?? 0) +
    (requirement.level === 'must' ? 0 : 250) +
    (isLaw(requirement) ? 250 : 0) +
    (judged?.operation === operation ? 0 : 500) +
    (isAbout(requirement, operation) ? 0 : 150) +
    (failure !== undefined && namesWhatIsWrong(requirement, failure) ? 0 : 200) +
    (failure !== undefined && wantedOf(failure) === 'refusal' ? 200 : 0) +
    (failure?.differences.length === 0 ? 600 : 0) +
    (failure === undefined || canBeTold(failure) ? 0 : 400) +
    (failure === undefined || isOfTheMember(failure) ? 0 : 300) +
    (failure?.rule === 'form' ? 0 : 120) +
    (failure?.counterexample === undefined ? 0 : 300) +
    (failure?.story ?? failure?.acts ?? []).length;
  return symptoms.toSorted((a, b) => rank(a) - rank(b));
}

/** Only checks for all inputs have failed. */
function isLaw({ checks }: RequirementResult): boolean {
  const failed = checks.filter(({ verdict }) => verdict === 'failed');
  return failed.length > 0 && failed.every(({ file }) => file.startsWith('properties/'));
}

/** By its id, which is never renamed: `v2.top-up-creation` is about createTopUp. */
function isAbout({ id }: RequirementResult, operation: string | undefined): boolean {
  const [, subject = ''] = id.split('.');
  const name = (operation ?? '')
    .replace(/^.*[/.](?!do$)|\.do$/g, '')
    .replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const asNoun = name
    .replace(/^create-(.*)$/, '$1-creation')
    .replace(/^list-(.*?)s?$/, '$1-list')
    .replace(/^patch-(.*)$/, '$1-update');
  return subject === name || subject === asNoun;
}

/** A target goes away at an unusual body sooner than at a usual one, and most of these are short. */
function weightOfBody({ acts: [act] }: Failure): number {
  const sent = act?.sent ?? '';
  return sent === '' ? 1_000 : Math.min(1_000, sent.length);
}

const longestTold = 60;

/** A value of a few characters in the place of another one, and not two lists of objects. */
function canBeTold({ differences }: Failure): boolean {
  const isShort = (value: unknown): boolean =>
    value === undefined || JSON.stringify(value).length <= longestTold;
  return differences.some(
    ({ path, expected, got }) => path !== '' && isShort(expected) && isShort(got),
  );
}

/** `v2.card.number-mask-is-a-string` names numberMask, and so does a sentence with that word. */
function namesWhatIsWrong({ id, statement }: RequirementResult, failure: Failure): boolean {
  const [, ...words] = id.split('.');
  const sentence = statement.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const said = `-${[...words, ...sentence.split(/\W+/)].join('-')}-`;
  return membersOf(failure).some((member) => {
    const name = member
      .replace(/^.*\./, '')
      .replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return name !== '' && said.includes(`-${name}-`);
  });
}

function countsFor({ level }: RequirementResult, failOn: FailOn): boolean {
  return level === 'must' || level === 'derived' || failOn === level;
}

/** Failures that count weigh more than all that is only not known. */
function weightOf({ answer, symptoms }: Group, failOn: FailOn): number {
  const failed = symptoms.filter(
    ({ requirement }) => requirement.verdict === 'failed' && countsFor(requirement, failOn),
  );
  const stopped = symptoms.filter(({ requirement }) => requirement.verdict === 'inconclusive');
  const isInTheWay = answer !== undefined && !seldomInTheWay.has(answer) && stopped.length > 0;
  // What was read before and after a request shows which one it was.
  const isCaughtAtIt = failed.some(({ failure }) => failure?.compares === 'before and after');
  // What comes and goes is hard to look for; often it goes with what stays.
  const isFirm = failed.some(({ requirement }) => requirement.inconsistent === undefined);
  return (
    (failed.length > 0 || isInTheWay ? 1_000_000 : 0) +
    (isFirm || isInTheWay ? 500_000 : 0) +
    (isCaughtAtIt ? 5 : 0) +
    (failed.some(({ requirement }) => requirement.level === 'must') ? 3 : 0) +
    (failed.every(({ requirement }) => isLaw(requirement)) ? 0 : 1) +
    (isInTheWay ? 100 * stopped.length : 0) +
    10 * failed.length +
    symptoms.length
  );
}

/** What one check shows to be wrong, without anything that changes from run to run. */
export function deviationInShort(requirement: RequirementResult, check: CheckEntry): string {
  const symptom = symptomOf({ ...requirement, verdict: 'failed' }, [check]);
  const { answer, operation = symptom.judged?.operation } = answerKey(symptom) ?? {};
  const own = operation === undefined ? {} : { operation };
  const group = { ...(answer === undefined ? {} : { answer }), ...own, symptoms: [symptom] };
  const title = titleOf(group, 'left out');
  return title.replaceAll(/\b(?:[0-9a-f]{8}-[0-9a-f-]{20,}|\d{4,})\b/gi, '…');
}

/** What a target should do, by the requirement that shows a cause best: its title is short. */
export function sentenceOf(
  { failed, inconclusive }: Cause,
  { requirements }: Pick<Conformance, 'requirements'>,
): string | undefined {
  const [first] = [...failed, ...inconclusive];
  return requirements.find(({ id }) => id === first)?.statement;
}

/** The requirements of a cause. */
export function sizeOf({ failed, inconclusive, notExercised }: Cause): number {
  return failed.length + inconclusive.length + notExercised.length;
}
