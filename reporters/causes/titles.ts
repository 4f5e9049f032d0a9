import {
  type Act,
  asksForAChange,
  type Difference,
  type Failure,
  httpStatus,
} from '../../fixtures/failure.ts';
import {
  isWhatIsWrong,
  listsInWords,
  requestsShown,
  wordsIn,
  wordsOfAnAssertion,
} from '../../fixtures/failure-text.ts';
import type { Group } from './causes.ts';
import {
  answerInShort,
  isOfATargetThatIsGone,
  memberIn,
  membersOf,
  notifications,
  requestInShort,
  type Symptom,
  targetIsGone,
} from './symptoms.ts';

/**
 * A cause in one line. The first symptom is the one that shows it best; its values are told unless they
 * are `left out`, as they may be others in the next run.
 */
export function titleOf(group: Group, values: 'told' | 'left out' = 'told'): string {
  const { answer, symptoms } = group;
  const [first] = symptoms.filter(({ failure }) => failure !== undefined);
  if (first?.failure === undefined) return wordsOf({ message: symptoms[0]?.requirement.reason });
  if (answer === 'silence' && symptoms.some(isOfItsEnd)) return targetIsGone;
  const asked = (symptoms.find(isOf(group)) ?? first).judged;
  if (asked === undefined) return wordsOf(first.failure);
  const request = requestInShort(asked);
  const status = `HTTP ${asked.status}`;

  switch (answer) {
    case 'silence':
      return wordsOf(first.failure);
    case 'error':
      return `${request} answers ${status}`;
    case 'refusal':
      return `${request} ${refusalOf(first.failure, asked)}${promiseOf(symptoms, values)}`;
    case 'unusable':
      return `${request} answers ${status} ${shortOf(asked.got)}, which nobody can work with`;
    case 'lack':
      return lackOf(group, request) ?? valuesOf(group, first, values);
    case 'leniency':
      return `${leniencyOf(symptoms, request)}${promiseOf(symptoms, values)}`;
    case 'clause':
    case undefined:
      return valuesOf(group, first, values);
    default:
      return answer satisfies never;
  }
}

function isOfItsEnd({ failure }: Symptom): boolean {
  return failure !== undefined && isOfATargetThatIsGone(failure);
}

/** Which success it is matters to some, as one that is no success does to all. */
function refusalOf({ differences }: Failure, { status = 0, got }: Act): string {
  const wanted = differences.find(({ path }) => path === httpStatus)?.expected;
  return status < 300 && typeof wanted === 'number'
    ? `answers HTTP ${status} instead of ${wanted}`
    : `refuses what it must carry out: HTTP ${status} ${reasonIn(got) ?? shortOf(got)}`;
}

const reasons =
  /"(?:responseCode|errorCode|errorMessage|errorDesc|error|code|message)"\s*:\s*(?:"[^"]*"|-?\d+)/g;
const mostReasons = 2;

/** `{"responseCode":"96"}`: the members of a refusal that tell why; a code of a few characters is the same in each run. */
function reasonIn(got: string): string | undefined {
  const told = got.match(reasons)?.slice(0, mostReasons);
  const shown = told?.map((member) =>
    /^"\w*[cC]ode"\s*:\s*"?-?\w{1,4}"?$/.test(member) ? member : shortOf(member),
  );
  return shown && `{${shown.join(',')}}`;
}

/** What one requirement alone asks for is not in the request; its sentence stands below a title. */
function promiseOf(symptoms: readonly Symptom[], values: 'told' | 'left out'): string {
  const [only, ...others] = symptoms;
  return only === undefined || others.length > 0 ? '' : idOf(only, '', values);
}

/** Where one answer lacks much, what that is. */
function lackOf({ symptoms }: Group, request: string): string | undefined {
  const lacking = symptoms.flatMap(({ failure }) =>
    (failure?.differences ?? [])
      .filter((one) => !('got' in one))
      .slice(0, 1)
      .map(({ path }) => memberIn(path)),
  );
  const members = [...new Set(lacking)];
  const [first, second, ...others] = members;
  return others.length === 0
    ? undefined
    : `${request}: ${first}, ${second} and ${others.length} more are missing`;
}

function isOf({ operation }: Group): (symptom: Symptom) => boolean {
  return ({ judged }) => judged?.operation === operation && judged?.status !== undefined;
}

function leniencyOf(symptoms: readonly Symptom[], request: string): string {
  const requests = new Set(
    symptoms.flatMap(({ judged }) => (judged === undefined ? [] : [requestInShort(judged)])),
  );
  const who = requests.size === 1 ? request : `${request} and ${requests.size - 1} more`;
  return `${who} carry out what must be refused`.replace(
    requests.size === 1 ? 'carry' : '\0',
    'carries',
  );
}

function valuesOf(
  { operation, symptoms }: Group,
  first: Symptom,
  values: 'told' | 'left out',
): string {
  const { failure, judged } = first;
  if (failure === undefined) return 'no reason is known';
  if (failure.compares !== undefined) return comparisonOf(failure, values);
  const members = memberTold(first, symptoms);
  const shown = values === 'told' ? differenceIn(symptoms, members) : undefined;
  const what =
    members === undefined
      ? wordsFor(first, values)
      : (shown ?? `${members} is not what it must be`);
  const act = acting(first, operation);
  if (act === undefined) {
    if (judged === undefined) return what;
    const where = operation === notifications ? 'notifications after ' : '';
    return `${where}${requestInShort(judged)}: ${what}`;
  }
  const isAnswer = failure.acts.length > 0;
  if (isAnswer && act === judged && !asksForAChange(judged)) {
    const promised = isOfAList(first) ? idOf(first, what, values) : promiseOf(symptoms, values);
    return `${afterWhat(first)}${requestInShort(judged)}: ${what}${promised}`;
  }
  const request = requestInShort(act);
  const isItsOwn = isAnswer
    ? act === judged || judged?.operation === operation
    : !asksForAChange(act);
  const promise = isAnswer ? '' : idOf(first, what, values);
  const more = promise || promiseUnless(what, symptoms, values);
  return isItsOwn
    ? `${request}: ${what}${members === undefined ? more : promise}`
    : `after ${request}: ${what}${more}`;
}

/** What two answers tell differently, or what was changed by what may not change it. */
function comparisonOf(
  { compares, acts, sent, differences }: Failure,
  values: 'told' | 'left out',
): string {
  const [first] = differences;
  const [before, after] = [acts[0], acts.at(-1)];
  const member = first === undefined ? 'something' : memberIn(first.path);
  const [expected, got] = [
    inShort(withoutItemsOf(first?.expected, first?.got)),
    inShort(withoutItemsOf(first?.got, first?.expected)),
  ];
  const isTold = values === 'told' && expected !== undefined && got !== undefined;
  const more = differences.length > 1 ? `, and ${differences.length - 1} more` : '';

  if (compares === 'two answers' && before !== undefined && after !== undefined) {
    const [one, other] = [requestInShort(before), requestInShort(after)];
    return isTold
      ? `${one} shows ${member} as ${expected}, ${other} as ${got}${more}`
      : `${one} and ${other} disagree about ${member}`;
  }
  const isOfOne = acts.every(({ operation }) => operation === after?.operation);
  const who = after !== undefined && isOfOne ? requestInShort(after) : (sent ?? 'a reading');
  const change = isTold ? `: was ${expected}, is ${got}${more}` : '';
  return `${who} changes what it may not: ${member}${change}`;
}

/** Of two lists only what differs is worth a title; one item alone needs no brackets. */
function withoutItemsOf(list: unknown, other: unknown): unknown {
  if (!Array.isArray(list) || !Array.isArray(other)) return list;
  const own: unknown[] = list.filter((item) => !other.includes(item));
  return own.length === 1 ? own[0] : own;
}

/** A value that fits a title; nothing where it does not. */
function inShort(value: unknown): string | undefined {
  if (value === undefined) return 'absent';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= longestValue ? text : undefined;
}

/** The same, where it is not said already. */
function promiseUnless(
  what: string,
  symptoms: readonly Symptom[],
  values: 'told' | 'left out',
): string {
  const [only] = symptoms;
  return only === undefined || what === wordsAbout(only) ? '' : promiseOf(symptoms, values);
}

/** Which ids a list has says nothing to whoever does not know what they are of. */
function isOfAList({ failure }: Symptom): boolean {
  return failure?.differences.some(({ expected }) => Array.isArray(expected)) === true;
}

/** What was seen elsewhere, on a page or in a notification, is in no request: only a requirement says what it is. */
function idOf(symptom: Symptom, said: string, values: 'told' | 'left out'): string {
  return values === 'left out' || said === wordsAbout(symptom)
    ? ''
    : ` (${symptom.requirement.id})`;
}

/** Where nothing that was seen says what is wrong. */
function wordsAbout({ requirement: { id } }: Symptom): string {
  return `${id} is not kept`;
}

function wordsFor(symptom: Symptom, values: 'told' | 'left out'): string {
  const { failure } = symptom;
  const { message, because, expected, differences = [] } = failure ?? {};
  // They say nothing to whoever has not seen the check.
  if (wordsOfAnAssertion.test(message ?? because ?? '')) return wordsAbout(symptom);
  const [only] = differences;
  const isTold = values === 'told' && message === undefined && because === undefined;
  const got = isTold && only?.path === '' ? JSON.stringify(only.got) : undefined;
  const isShort = got !== undefined && got.length <= longestValue;
  const but = only !== undefined && isWhatIsWrong(only) ? 'found' : 'got';
  return `${wordsOf(failure ?? {})}${isShort && expected !== undefined ? `, ${but} ${got}` : ''}`;
}

/** `account.balance is 4998 instead of 4999`, where it can be said in a few characters. */
function differenceIn(
  symptoms: readonly Symptom[],
  member: string | undefined,
): string | undefined {
  // The first that can be pointed at: what shows it best may tell it in words.
  const found = symptoms.flatMap(({ failure }) =>
    (failure?.differences ?? []).map((one) => ({ failure, one })),
  );
  const { failure, one } = found.find(({ one: { path } }) => memberIn(path) === member) ?? {};
  if (member === undefined || one === undefined) return undefined;
  if (JSON.stringify(one.got) === JSON.stringify(one.expected)) return undefined;
  const ofList = listsInWords(one, 'left out');
  if (ofList !== undefined) return `${member} ${ofList}`;
  if (!('got' in one)) return `${member} is missing`;
  if (!('expected' in one)) return `${member} is there and must not be`;
  const got = JSON.stringify(one.got);
  const expected = formIn(one, failure) ?? JSON.stringify(one.expected);
  const isShort = got.length <= longestValue && expected.length <= longestValue;
  return isShort ? `${member} is ${got} instead of ${expected}` : undefined;
}

/** `an integer`: what a member should be, where that is told in words; what else they say is told below. */
function formIn(one: Difference, failure: Failure | undefined): string | undefined {
  return wordsIn(one, failure ?? {})
    ?.replace(/[;,(].*$/s, '')
    .trim();
}

const longestValue = 40;

/** What a reading came after, as that may be what is wrong with it. */
function afterWhat({ failure, judged }: Symptom): string {
  const before = (failure === undefined ? [] : requestsShown(failure)).filter(
    (act) => act.exchange !== judged?.exchange && act.operation !== 'control',
  );
  const last = before.findLast(asksForAChange);
  return last === undefined ? '' : `after ${requestInShort(last)}, `;
}

function acting({ failure, judged }: Symptom, operation: string | undefined): Symptom['judged'] {
  if (judged?.operation === operation) return judged;
  // Whoever reads a title looks for its request below.
  return failure && requestsShown(failure).findLast((act) => act.operation === operation);
}

/** The member that most of them are about: of the one that shows the cause, or of more than every second one. */
function memberTold(first: Symptom, symptoms: readonly Symptom[]): string | undefined {
  const membersIn = ({ failure }: Symptom): string[] => (failure ? membersOf(failure) : []);
  const member = mostCommon(symptoms.flatMap(membersIn));
  if (member === undefined || membersIn(first).includes(member)) return member;
  const about = symptoms.filter((one) => membersIn(one).includes(member));
  return 2 * about.length > symptoms.length ? member : mostCommon(membersIn(first));
}

/** The member that most of them are about; a whole value has no name. */
export function mostCommon(members: readonly string[]): string | undefined {
  const named = members.filter((member) => member !== '' && member !== httpStatus);
  const counted = [...Map.groupBy(named, (member) => member)];
  return counted.toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0];
}

type Words = { readonly [Part in 'message' | 'because' | 'expected' | 'got']?: string | undefined };

/** What a failure says in one line. */
function wordsOf({ message, because, expected, got }: Words): string {
  const [line = ''] = (
    message ??
    because ??
    (expected && `expected ${expected}`) ??
    got ??
    'it failed'
  )
    .trim()
    .split('\n');
  return line.length > longestWords ? `${line.slice(0, longestWords)} …` : line;
}

const longestWords = 80;

function shortOf(text: string): string {
  const short = answerInShort({ got: text, method: '', path: '', sent: '' });
  return short.length > 60 ? `${short.slice(0, 60)} …` : short;
}
