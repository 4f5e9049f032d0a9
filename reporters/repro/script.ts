import { asksForAChange, wantedOf } from '../../fixtures/failure.ts';
import { textOf } from '../../fixtures/failure-text.ts';
import {
  isSignature,
  type MadeValue,
  type Reproduction,
  type Sign,
  type SignatureStep,
  type Step,
  type Text,
} from '../../fixtures/reproduction/reproduction.ts';
import { secretLeftOut } from '../../fixtures/reproduction/templates.ts';
import { isSecret, type Variable } from '../../fixtures/target/variables.ts';
import type { Conformance, RequirementResult } from '../conformance.ts';
import { rerunCommand } from '../summary.ts';
import { commented, onOneLine, quoted } from './shell.ts';
import { asAddress, expansion, isLarge, latin1Word, nulFree, word } from './words.ts';

/** What all scripts have in common lies beside them. */
export const commonName = 'common.sh';

/** The failure of a requirement as a bash script. */
export function scriptFor(
  requirement: RequirementResult,
  reproduction: Reproduction,
  run: Conformance['run'],
): string {
  const { steps, made, clock } = reproduction;
  const signs = steps.some(signsIn);
  const usesTime = made.some(({ kind }) => kind === 'day' || kind === 'moment');
  const numbered = steps.map((step, index) => ({ step, number: index + 1 }));

  return [
    '#!/usr/bin/env bash',
    headOf(requirement, reproduction, run),
    '',
    'here=${BASH_SOURCE[0]}; here=${here%"${here##*/}"}',
    `. "\${here:-./}${commonName}" || exit 2`,
    ...(usesTime ? [`carry=${clock.carry}`] : []),
    '',
    settingsOf(reproduction, signs),
    ...(usesTime ? [timeOf(reproduction)] : []),
    ...(made.some(({ kind }) => kind === 'ranked-digits')
      ? [`run=$(digits ${8 - rankLength})`]
      : []),
    ...made.map(madeLine),
    '',
    ...groupsOf(numbered).map((group) => groupText(group, reproduction)),
    endOf(numbered, reproduction, whyUnsteady(requirement, reproduction)),
    '',
  ].join('\n');
}

/** At the head of a script that asks and leaves it to the reader what to think of the answers. */
export const judgesNothing = 'It always exits with 2 (or CANNOT_ASK).';

function headOf(
  requirement: RequirementResult,
  { behaviour, failure, remarks, steps, clock, signs: told }: Reproduction,
  run: Conformance['run'],
): string {
  const { id, document, section, level, statement } = requirement;
  const signs = steps.some(signsIn);
  const moves = steps.some(({ api, path }) => api === 'control' && path[0] === '/clock');
  return [
    commented(`${id} (document ${document}, part ${section}, ${level})`),
    commented(statement, '  '),
    '#',
    commented('The check that failed, and its message:'),
    commented(behaviour, '  '),
    commented(textOf(failure), '  '),
    '#',
    commented(`To run it again in the suite: ${rerunCommand(requirement, run)}`),
    commented(
      told.length === 0
        ? `${judgesNothing} ${whyUntold(failure)}`
        : 'It exits with 1 while the deviation shows, 0 when it is gone, 2 (or CANNOT_ASK) if it could not ask or cannot tell.',
    ),
    commented(
      'Answers are shown at their beginning; with FULL_ANSWERS=1 in the environment, as a whole.',
    ),
    commented(
      `Needs bash, curl${signs ? ', openssl' : ''} and awk, and ${commonName} beside it. Secrets come from the environment.`,
    ),
    ...(moves
      ? [
          commented(
            clock.carry === 'calendar'
              ? "It moves the target's clock, to another year with the same weekdays if the moments are past."
              : "It moves the target's clock.",
          ),
        ]
      : []),
    ...remarks.map((remark) => commented(`Note: ${remark}`)),
  ].join('\n');
}

function signsIn({ headers }: Step): boolean {
  return headers.some(([, value]) => isSignature(value));
}

const addressOf = {
  v1: 'V1_BASE_URL',
  v2: 'V2_BASE_URL',
  gateway: 'GATEWAY_BASE_URL',
  subscriptions: 'SUBSCRIPTIONS_BASE_URL',
  control: 'CONTROL_URL',
} as const satisfies Record<Step['api'], Variable>;

const fallbacks: Readonly<Partial<Record<Variable, Variable>>> = {
  SUBSCRIPTIONS_USER_NAME: 'GATEWAY_USER_NAME',
  SUBSCRIPTIONS_PASSWORD: 'GATEWAY_PASSWORD',
};

function settingsOf({ steps, settings, made }: Reproduction, signs: boolean): string {
  const addresses = [...new Set(steps.map(({ api }) => addressOf[api]))];
  const moves = made.some(({ kind }) => kind === 'moment');
  const others = [
    ...settings,
    ...(signs ? (['GATEWAY_SIGNING_KEY_FILE'] as const) : []),
    ...(moves ? (['CONTROL_URL', 'CONTROL_TOKEN'] as const) : []),
  ];
  const lines = [...new Set([...addresses, ...others])].flatMap((variable) => {
    const isBase = addresses.includes(variable as (typeof addresses)[number]);
    const fallback = isBase && variable !== 'CONTROL_URL' ? 'BASE_URL' : fallbacks[variable];
    return [
      ...(fallback === undefined
        ? []
        : [`: "${expansion(`${variable}:=${expansion(`${fallback}:-`)}`)}"`]),
      `need ${variable} ${quoted(`${variable}${fallback === undefined ? '' : ` or ${fallback}`}`)}`,
    ];
  });
  const hidden = settings.filter(isSecret).map((variable) => `"$${variable}"`);
  return [...lines, `secrets=(${hidden.join(' ')})`].join('\n');
}

/** The target's clock where it can be asked, else that of this machine. */
function timeOf({ clock, made }: Reproduction): string {
  const lines = [
    `start=${quoted(clock.start)}`,
    'if [ -n "${CONTROL_URL:-}" ] && [ -n "${CONTROL_TOKEN:-}" ]; then',
    '  curl -sS --max-time 60 -H "Authorization: Bearer $CONTROL_TOKEN" \\',
    '    -o "$work/clock" "${CONTROL_URL%/}/clock" || unable "The clock of the target could not be asked."',
    '  now=$(value_at "$work/clock" now)',
    'else',
    '  now=$(date -u +%Y-%m-%dT%H:%M:%S.000Z)',
    'fi',
  ];
  const [first] = made.flatMap((one) => (one.kind === 'moment' ? [one.literal] : [])).toSorted();
  if (clock.carry !== 'calendar' || first === undefined) return lines.join('\n');
  // Cards and the like are to be made in the year in which they are used.
  return [
    ...lines,
    `years=$(years_until ${quoted(first)})`,
    'if [ "$years" -gt 0 ] || [[ "$start" > "$now" ]]; then',
    '  curl -sS --max-time 600 -X PUT -H "Authorization: Bearer $CONTROL_TOKEN" \\',
    '    -H \'Content-Type: application/json\' -o "$work/clock" \\',
    '    --data-binary "{\\"now\\":\\"$(carry_moment "$start")\\"}" "${CONTROL_URL%/}/clock" ||',
    '    unable "The clock of the target could not be moved."',
    'fi',
  ].join('\n');
}

function madeLine(value: MadeValue): string {
  const { variable } = value;
  switch (value.kind) {
    case 'digits':
    case 'letters':
      return `${variable}=$(${value.kind} ${value.length})`;
    case 'ranked-digits':
      return `${variable}=${expansion('run')}${String(value.rank).padStart(rankLength, '0')}`;
    case 'card-number':
      return `${variable}=$(card_number ${value.prefix} ${value.length} ${value.off})`;
    case 'amount': {
      const [high, low] = value.digits;
      return `${variable}=$((${high} * ${10 ** low.length} + 10#${low}))`;
    }
    case 'day':
    case 'moment':
      return `${variable}=$(carry_${value.kind} ${quoted(value.literal)})`;
  }
}

/** Nobody sends a thousand requests by hand. */
const rankLength = 3;

interface Numbered {
  readonly step: Step;
  readonly number: number;
}

function groupsOf(steps: readonly Numbered[]): Numbered[][] {
  const groups: Numbered[][] = [];
  for (const one of steps) {
    const last = groups.at(-1);
    const { together } = one.step;
    if (last !== undefined && together !== undefined && last[0]?.step.together === together)
      last.push(one);
    else groups.push([one]);
  }
  return groups;
}

function groupText(group: readonly Numbered[], reproduction: Reproduction): string {
  const standsOn = (one: Numbered): boolean => isStoodOn(one, reproduction);
  if (group.length === 1) return group.map((one) => stepText(one, standsOn(one))).join('');
  return [
    '# These go out at the same time.',
    ...group.map(bodyText),
    // Which of them goes well is for the target to choose; what follows was judged by the choice.
    ...group.map((one) => askText(one, false, 'ask_soon')),
    'ask_now',
    ...group.map(takeText),
  ]
    .filter((text) => text !== '')
    .join('\n')
    .concat('\n');
}

function stepText(one: Numbered, mustGoWell: boolean): string {
  return [besideText(one), bodyText(one), askText(one, mustGoWell), takeText(one)]
    .filter((text) => text !== '')
    .join('\n')
    .concat('\n');
}

function besideText({ step: { isBeside } }: Numbered): string {
  return isBeside === true
    ? '# The suite asked this before; it may have nothing to do with it.'
    : '';
}

function bodyText({ step: { body, encoding }, number }: Numbered): string {
  if (body === undefined) return '';
  const file = `"$work/${number}.body"`;
  const write = encoding === undefined ? word : latin1Word;
  const pieces = nulFree(body);
  if (pieces.length === 1) return `printf %s ${write(pieces[0] ?? [])} > ${file}`;
  const lines = pieces.map((piece) => `printf %s ${write(piece)}`);
  return `{ ${lines.join(String.raw`; printf '\000'; `)}; } > ${file}`;
}

/**
 * Whether the deviation means nothing without this step. Of what is judged as a whole, a step that is
 * refused may be what mends it.
 */
function isStoodOn(
  { step, number }: Numbered,
  { signs, steps }: Pick<Reproduction, 'signs' | 'steps'>,
): boolean {
  const isJudgedAsAWhole = signs.some(({ kind }) => kind === 'alike');
  const isTheAct = signs.every(({ kind }) => kind === 'member') && number - 1 === actOf(steps);
  return (
    step.wentWell &&
    !step.isJudged &&
    (step.captures.length > 0 || (step.isBeside !== true && !isJudgedAsAWhole && !isTheAct))
  );
}

/** The last change before what is read and judged: it may be what is mended by its refusal. */
function actOf(steps: readonly Step[]): number {
  const judged = steps.findIndex(({ isJudged }) => isJudged);
  const isReading = judged !== -1 && !changes(steps[judged] as Step);
  return isReading ? steps.slice(0, judged).findLastIndex(changes) : -1;
}

function changes({ api, method, operation }: Step): boolean {
  return api !== 'control' && asksForAChange({ method, operation });
}

function askText({ step, number }: Numbered, mustGoWell: boolean, ask = 'ask'): string {
  const { api, operation, method, path, headers, body, status } = step;
  const sent = body === undefined ? '' : `  ${beginningOf(shownIn(body))}`;
  const told = onOneLine(`${method} ${shownIn(path)} (${operation})${sent}`);
  const names = headers.map(([name]) => name.toLowerCase());
  const options = [
    ...(method === 'HEAD'
      ? ['--head']
      : [`-X ${/^[A-Z]+$/.test(method) ? method : quoted(method)}`]),
    ...headers.map(([name, value]) => `-H ${headerWord(name, value, number)}`),
    ...(body === undefined
      ? []
      : [
          ...(names.includes('content-type') ? [] : ["-H 'Content-Type:'"]),
          ...(isLarge(body) ? ["-H 'Expect:'"] : []),
          `--data-binary "@$work/${number}.body"`,
        ]),
    `"${expansion(`${addressOf[api]}%/`)}"${word(path.map(asAddress))}`,
  ];
  const chosen = step.wentWell ? 'as-well' : 'as-refused';
  const usual = step.together === undefined ? 'any' : chosen;
  const role = `${api}:${step.isJudged ? 'judged' : mustGoWell ? 'well' : usual}`;
  return [`${ask} ${number} ${status} ${role} ${quoted(told)}`, ...options].join(' \\\n  ');
}

/** As a reader sees it: secrets and what is made up for a run stand there by their names. */
function shownIn(text: Text): string {
  return text.map((part) => (typeof part === 'string' ? part : `<${part.variable}>`)).join('');
}

const longestSent = 200;

function beginningOf(text: string): string {
  return text.length <= longestSent ? text : `${text.slice(0, longestSent)} …`;
}

function headerWord(name: string, value: Text | SignatureStep, number: number): string {
  if (!isSignature(value)) {
    // An empty header is sent only when it is written in this way.
    return value.every((part) => part === '') ? quoted(`${name};`) : word([`${name}: `, ...value]);
  }
  const file = `"$work/${number}.body"`;
  if (value.header === 'hash') return `${quoted(`${name}: `)}"$(hash_of ${file})"`;
  const key = value.otherKey === true ? '"$(other_key)"' : '"$GATEWAY_SIGNING_KEY_FILE"';
  const signature = `"$(signature_of ${file} ${value.form} ${key})"`;
  const [index, by] = value.flip ?? [];
  return `${quoted(`${name}: `)}${index === undefined ? signature : `"$(changed ${signature} ${index} ${by})"`}`;
}

function takeText({ step: { captures }, number }: Numbered): string {
  return captures
    .map(({ variable, path }) => `take ${variable} ${number} ${path.map(argument).join(' ')}`)
    .join('\n');
}

/** Names of members come from the target. */
function argument(name: string): string {
  return quoted(name.replaceAll('\0', ''));
}

/** What was expected, what this run got, and whether that deviates. */
function endOf(
  steps: readonly Numbered[],
  reproduction: Reproduction,
  unsteady: string | undefined,
): string {
  const { failure } = reproduction;
  const expected = failure.expected ?? `not: ${onOneLine(textOf(failure)).slice(0, 400)}`;
  return [
    'echo',
    `printf '%s\\n' ${quoted(`expected  ${onOneLine(expected)}`)}`,
    ...steps
      .filter(({ step }) => step.isJudged)
      .map(({ number }) =>
        [
          `got ${number}`,
          ...membersToTell(failure).map(
            ({ kind, names }) => `member ${number} ${kind} ${names.map(argument).join(' ')}`,
          ),
          `printf '          %s\\n' "$(answer ${number})"`,
        ].join('\n'),
      ),
    ...conclusionOf(reproduction, steps, unsteady),
  ].join('\n');
}

const mostMembers = 4;

/** The members that a failure is about, where they are in an answer itself. */
function membersToTell({ compares, differences }: Reproduction['failure']): readonly {
  readonly kind: 'lacking' | 'shown';
  readonly names: readonly string[];
}[] {
  if (compares === 'before and after') return [];
  return differences
    .filter(({ path }) => /^[A-Za-z_$][\w$-]*(\.[\w$-]+)*$/.test(path))
    .slice(0, mostMembers)
    .map((one) => ({
      kind: 'got' in one || compares !== undefined ? 'shown' : 'lacking',
      names: one.path.split('.'),
    }));
}

/** Why the deviation may be there although the requests do not show it; nothing where it would show. */
function whyUnsteady(
  { inconsistent }: RequirementResult,
  { isOfOverlap, leftOut, remarks, failure: { beside = [] } }: Reproduction,
): string | undefined {
  if (beside.some(({ by }) => by === 'customer'))
    return 'It does not show now, but a customer did something in a browser before, which a script does not do.';
  if (isOfOverlap)
    return 'It does not show now, but what is sent at the same time need not show it each time.';
  if (inconsistent !== undefined)
    return 'It does not show now, but it came and went in the suite too: it may hang on how much is going on.';
  if (remarks.includes(secretLeftOut))
    return 'It does not show now, but a request is not sent as in the suite: a secret was left out of it.';
  return leftOut > 0
    ? `It does not show now, but ${leftOut} of the requests that came before in the suite are not in this script.`
    : undefined;
}

/** Why nothing in the answers tells whether the deviation shows. */
function whyUntold({ beside = [] }: Reproduction['failure']): string {
  if (beside.some(({ by }) => by === 'target'))
    return 'It shows in what the shop is notified of, to which a script cannot listen: the requests above are what leads there.';
  if (beside.length > 0)
    return 'It shows on a page in a browser, which a script does not open: the requests above are what leads there.';
  return 'How the answers look does not tell it from what would be right: compare what was expected with what was got.';
}

/** Each sign shows the deviation, or answers that look alike show it together. */
function conclusionOf(
  { signs, failure }: Reproduction,
  steps: readonly Numbered[],
  unsteady: string | undefined,
): string[] {
  if (signs.length === 0) return [`cannot_tell ${quoted(whyUntold(failure))}`];
  const isTogether = signs.every(({ kind }) => kind === 'alike');
  const start = isTogether ? ['shown=1'] : ['shown=0'];
  const lines = signs.map((sign) => {
    const { number, step } = steps[sign.step] as Numbered;
    return `${isTogether ? 'all' : 'any'} ${signText(sign, number, step)}`;
  });
  const maybe =
    unsteady === undefined ? [] : [`[ "$shown" = 1 ] || cannot_tell ${quoted(unsteady)}`];
  const hanging = signs.some(isHanging) ? beforeOf(steps) : [];
  const only = hanging.length === 0 ? [] : ['if [ "$shown" = 1 ]; then', ...hanging, 'fi'];
  const seen = signs.flatMap((sign) => mustBeSeen(sign, steps));
  return [
    ...new Set(seen),
    ...start,
    ...lines,
    ...only,
    ...maybe,
    isTogether ? 'conclude alike' : 'conclude',
  ];
}

/** Whether what is right there may be another thing where an answer before is another. */
function isHanging(sign: Sign): boolean {
  if (sign.kind === 'rule')
    return !['has-request-id', 'json-type', 'no-server-error'].includes(sign.rule);
  if (sign.kind === 'member') return sign.isForm !== true;
  return sign.kind === 'status' || sign.kind === 'alike';
}

function beforeOf(steps: readonly Numbered[]): string[] {
  const last = steps.findLastIndex(({ step }) => step.isJudged);
  return steps.slice(0, last).flatMap(({ step, number }) => {
    const { isJudged, isBeside, api, status, outcome } = step;
    if (isJudged || isBeside || api === 'control') return [];
    const looks = outcome === undefined ? '' : ` ${argument(outcome.join('\n'))}`;
    return [`  as_before ${number} ${status}${looks}`];
  });
}

/** A member can be missed or found in an answer only; of one whose right value is known that is a value like others. */
function mustBeSeen(sign: Sign, steps: readonly Numbered[]): string[] {
  const isOfAnAnswer =
    sign.kind === 'lack' ||
    sign.kind === 'differ' ||
    (sign.kind === 'member' && sign.wanted === undefined);
  if (!isOfAnAnswer) return [];
  const asked = [sign.step, ...(sign.kind === 'differ' ? [sign.other.step] : [])];
  return asked.flatMap((index) => {
    const { number, step } = steps[index] as Numbered;
    return step.wentWell ? [`carried_out ${number} ${step.api}`] : [];
  });
}

function signText(sign: Sign, number: number, { api, status }: Step): string {
  switch (sign.kind) {
    case 'rule': {
      const { rule } = sign;
      // What is right instead of an error of the server may be more than a refusal.
      const mayBeMore = status >= 500 && wantedOf({ rule }) === 'refusal';
      return `${mayBeMore ? 'still_breaks' : 'breaks'} ${number} ${api} ${rule}`;
    }
    case 'status':
      return `other_status ${number} ${sign.expected}`;
    case 'member': {
      const { path, looks = '', wanted } = sign;
      return wanted === undefined
        ? `same_member ${number} ${argument(path)} ${status} ${argument(looks)}`
        : `other_member ${number} ${argument(path)} ${argument(wanted)}`;
    }
    case 'lack':
      return `lacks ${number} ${argument(sign.path)} ${status}`;
    case 'differ': {
      const { path, other } = sign;
      return `differ ${number} ${argument(path)} ${status} ${other.step + 1} ${argument(other.path)}`;
    }
    case 'alike':
      return `alike ${number} ${status} ${argument(sign.looks)}`;
  }
}
