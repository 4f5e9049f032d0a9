import { sep } from 'node:path';
import { styleText } from 'node:util';
import { inOneLine } from '../fixtures/failure-text.ts';
import { apiOf, type Level, levels } from '../fixtures/requirements/requirement.ts';
import { toAskAgain } from './asked-again.ts';
import { called, outputOption } from './called.ts';
import { sentenceOf, sizeOf } from './causes/causes.ts';
import { checkToShow, lastBeforeTheEnd, targetIsGone } from './causes/symptoms.ts';
import { comparisonBlock } from './gate/comparison.ts';
import type { Cause, Conformance, RequirementResult, RequirementVerdict } from './conformance.ts';
import { requirementVerdicts } from './conformance.ts';
import { type Outcome, outcomeOf, extentInShort } from './outcome.ts';
import { folded } from './screen.ts';
import type { WrittenScript } from './repro/write.ts';
import { selectionOf } from './selection.ts';
import { linkInto } from './site/address.ts';
import { isAllowed, isJudged, recommendationsIn } from './verdict.ts';
import { fileOfClauses } from './every-answer.ts';
import { brokenInShort, brokenWaivers, fateOf } from './waivers/waivers.ts';
import { inLines } from './what-is-wrong.ts';

interface Options {
  readonly colour: boolean;
  /** So many characters fit on a line; without limit when absent. */
  readonly columns?: number;
  /** Paths of what was written, in the order of their use to a reader. */
  readonly reports: readonly string[];
  /** The scripts that show a failure again, by requirement. */
  readonly scripts?: ReadonlyMap<string, WrittenScript>;
  /** Of `--output`, where one was given. */
  readonly output?: string;
  /** What the doctor expected to be exercised. */
  readonly foretold?: ReadonlySet<string>;
  /** What the first look showed that may explain a failure. */
  readonly hints?: readonly string[];
  /** Why something was not asked, where that was said at the beginning. */
  readonly told?: readonly string[];
}

/** What a terminal shows when a run is over: causes first, the verdict last. */
export function summaryOf(
  conformance: Conformance,
  {
    colour,
    columns,
    reports,
    scripts = new Map(),
    output,
    foretold = new Set(),
    hints = [],
    told = [],
  }: Options,
): string {
  const paint: Paint = (style, text) =>
    colour ? styleText(style, text, { validateStream: false }) : text;
  const { requirements, run } = conformance;
  const judged = requirements.filter(
    ({ verdict, level }) => verdict === 'failed' && isJudged(level, run.failOn),
  );
  const advisory = recommendationsIn(conformance);
  const allowed = judged.filter((requirement) => isAllowed(requirement, run));
  const { grave, light } = causesByWeight(conformance);
  const view: View = { conformance, paint, scripts, ...(output === undefined ? {} : { output }) };
  const explained = new Set(grave.flatMap(idsOf));
  const selected = selectedOf(conformance);
  const silences = selected
    .filter(({ obstacle, verdict }) => obstacle === 'silent' && verdict === 'inconclusive')
    .map(({ reason = '' }) => reason);
  const unexplained = selected.filter(({ id }) => !explained.has(id));

  const inCauses = (wanted: RequirementVerdict): number =>
    selected.filter(({ id, verdict }) => verdict === wanted && explained.has(id)).length;

  const blocks = [
    causeLines(grave, view),
    foretoldBlock(conformance, foretold, paint),
    ...grave.slice(0, mostCausesTold).map((cause) => causeBlock(cause, view)),
    furtherCauses(grave),
    recommendationsBlock(light, advisory.length, view),
    waiversBlock(conformance, paint),
    reasonsBlock('Could not be decided (inconclusive)', unexplained, 'inconclusive', paint, {
      told,
      inCauses: inCauses('inconclusive'),
    }),
    reasonsBlock('Not exercised', unexplained, 'not-exercised', paint, {
      told: [...told, ...silences],
      inCauses: inCauses('not-exercised'),
    }),
    notConfiguredLine(selected, paint),
    crashBlock(run.crashes, paint),
    conformance.comparison === undefined ? '' : comparisonBlock(conformance.comparison, paint),
    countsBlock(selected, paint),
    runLine(conformance, new Set(selected.map(({ id }) => apiOf(id)))),
    reportsLine(reports),
    judged.length === 0 ? '' : hints.map((hint) => paint('yellow', `Note: ${hint}`)).join('\n'),
    verdictLine(conformance, { advisory: advisory.length, allowed: allowed.length }, paint),
  ];
  const text = blocks.filter((block) => block !== '').join('\n\n');
  return columns === undefined ? text : folded(text, columns);
}

type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow';
type Paint = (style: Style, text: string) => string;

interface View {
  readonly conformance: Conformance;
  readonly paint: Paint;
  readonly scripts: ReadonlyMap<string, WrittenScript>;
  readonly output?: string;
}

/** What `--api` and `--only` left out is of no interest. */
function selectedOf({ requirements, run }: Conformance): RequirementResult[] {
  const { apis, only } = run.selection ?? {};
  const found = only && selectionOf(only);
  const wanted = found !== undefined && 'ids' in found ? found.ids : undefined;
  return requirements.filter(
    ({ id, obstacle }) =>
      obstacle !== 'not-selected' &&
      apis?.includes(apiOf(id)) !== false &&
      wanted?.has(id) !== false &&
      (only === undefined || obstacle !== 'unobservable'),
  );
}

function idsOf({ failed, inconclusive, notExercised }: Cause): readonly string[] {
  return [...failed, ...inconclusive, ...notExercised];
}

/** Causes of what counts, and those of nothing but recommendations. */
function causesByWeight({ causes, requirements, run }: Conformance): {
  readonly grave: readonly Cause[];
  readonly light: readonly Cause[];
} {
  const counting = new Set<string>(
    requirements.filter(({ level }) => isJudged(level, run.failOn)).map(({ id }) => id),
  );
  const isGrave = ({ failed, inconclusive }: Cause): boolean =>
    [...failed, ...inconclusive].some((id) => counting.has(id));
  return {
    grave: causes.filter(isGrave),
    light: causes.filter((cause) => !isGrave(cause) && cause.failed.length > 0),
  };
}

const mostCauseLines = 12;
const mostCausesTold = 4;

/** A line for each cause, the one to mend first on top; those that are not told below have their sentence here. */
function causeLines(causes: readonly Cause[], { conformance, paint }: View): string {
  const lines = causes.slice(0, mostCauseLines).map((cause, index) => {
    const line = paint(headingOf(cause)[0], causeLine(cause, conformance));
    const sentence = index < mostCausesTold ? undefined : sentenceOf(cause, conformance);
    return sentence === undefined ? line : `${line}\n    ${paint('dim', sentence)}`;
  });
  const more = causes.length - lines.length;
  return [...lines, ...(more > 0 ? [`and ${more} more causes`] : [])].join('\n');
}

function causeLine(cause: Cause, conformance: Conformance): string {
  const size = sizeOf(cause);
  const who = size === 1 ? '1 requirement has this cause' : `${size} requirements have one cause`;
  const parts = partsOf(cause, conformance);
  const isAllFailed = parts.length === 1 && cause.failed.length > 0;
  return `${who}${isAllFailed ? '' : ` (${parts.join(', ')})`}: ${cause.title}`;
}

/** `8 failed`, `2 recommendations`: in the words of the last line, which counts the same. */
function partsOf(
  { failed, inconclusive, notExercised }: Cause,
  conformance: Conformance,
): readonly string[] {
  const advisory = new Set<string>(recommendationsIn(conformance).map(({ id }) => id));
  const advised = failed.filter((id) => advisory.has(id)).length;
  const firm = failed.length - advised;
  return [
    ...(firm > 0 ? [`${firm} failed`] : []),
    ...(advised > 0 ? [counted(advised, 'recommendation')] : []),
    ...(inconclusive.length > 0 ? [`${inconclusive.length} inconclusive`] : []),
    ...(notExercised.length > 0 ? [`${notExercised.length} not exercised`] : []),
  ];
}

function furtherCauses(causes: readonly Cause[]): string {
  const more = causes.length - mostCausesTold;
  if (more <= 0) return '';
  return `The other ${more === 1 ? 'cause is' : `${more} causes are`} in certificate.html; read on now or once these are fixed.`;
}

function causeBlock(cause: Cause, view: View): string {
  const { paint } = view;
  const { failed, inconclusive, notExercised } = cause;
  const [style, heading] = headingOf(cause);
  const [first = inconclusive.find((id) => isTold(id, view))] = failed;
  const isFirst = (id: string): boolean => id === first;
  const undecided = inconclusive.some(isFirst) ? 'also not decided' : 'not decided';
  return [
    // The line below begins with the id.
    `${paint(style, heading)} ${paint('bold', cause.title.replace(` (${first})`, ''))}`,
    ...(cause.title === targetIsGone ? underWayLines(view) : []),
    ...(first === undefined ? [] : failureLines(first, view)),
    ...alsoFailedLines(failed.slice(1), view),
    ...alsoLine(
      undecided,
      inconclusive.filter((id) => !isFirst(id)),
      view,
    ),
    ...alsoLine('not exercised', notExercised, view),
  ].join('\n');
}

const mostUnderWay = 8;

/** One of these is what the target went away at, or it went away by itself. */
function underWayLines({ conformance }: View): string[] {
  const acts = lastBeforeTheEnd(conformance.requirements);
  if (acts.length === 0) return [];
  const more = acts.length - mostUnderWay;
  return [
    '  the last requests that it took and did not answer:',
    ...acts
      .slice(0, mostUnderWay)
      .map((act) => `    ${inOneLine(act).replace(/ → no answer$/, '')}`),
    ...(more > 0 ? [`    and ${more} more`] : []),
  ];
}

/** Nothing failed where all that has a cause could not be decided. */
function headingOf({ failed }: Cause): readonly [Style, string] {
  return failed.length > 0 ? ['red', 'FAILED'] : ['yellow', 'NOT DECIDED'];
}

/** Whether a check says what it saw: an API that was not asked further has none. */
function isTold(id: string, { conformance }: View): boolean {
  const requirement = conformance.requirements.find((one) => one.id === id);
  return requirement !== undefined && checkToShow(requirement)?.reason !== undefined;
}

const mostNamed = 3;
const mostIds = 40;
/** Many sentences are to be run over with the eye: a line each. */
const longestNamed = 80;

function cutTo(length: number, sentence: string): string {
  if (sentence.length <= length) return sentence;
  const words = sentence.slice(0, length).replace(/[\s,;:]+\S*$/, '');
  return `${words} …`;
}

/** What failed is named to the last, as one of them may say most to whoever mends it. */
function alsoFailedLines(ids: readonly string[], view: View): string[] {
  if (ids.length <= mostNamed) return alsoLine('also failed', ids, view);
  const { requirements, run } = view.conformance;
  const named = ids.slice(0, mostIds).map((id) => {
    const requirement = requirements.find((one) => one.id === id);
    if (requirement === undefined) return `    ${view.paint('dim', id)}`;
    const { statement } = requirement;
    return `    ${view.paint('dim', id)}${remarkOn(requirement, run)}: ${cutTo(longestNamed, statement)}`;
  });
  const more = ids.length - named.length;
  return [
    `  also failed: ${ids.length}`,
    ...named,
    ...(more > 0 ? [`    and ${more} more, in conformance.json`] : []),
  ];
}

/** A few are told by their sentences; many by their number, and some of their ids. */
function alsoLine(label: string, ids: readonly string[], { conformance, paint }: View): string[] {
  if (ids.length === 0) return [];
  if (ids.length > mostNamed)
    return [`  ${label}: ${ids.length} (${ids.slice(0, mostNamed).join(', ')}, …)`];
  const statementOf = (id: string): string =>
    conformance.requirements.find((one) => one.id === id)?.statement ?? '';
  return [
    `  ${label}: ${ids.length}`,
    ...ids.map((id) => `    ${paint('dim', id)}: ${statementOf(id)}`),
  ];
}

/** A run that was stopped, and a part of one, leave out what they say they leave out. */
function foretoldBlock(
  { requirements, run }: Conformance,
  foretold: ReadonlySet<string>,
  paint: Paint,
): string {
  if (!run.complete || run.shard !== undefined) return '';
  const fewer = requirements.filter(
    ({ id, verdict }) => verdict === 'not-exercised' && foretold.has(id),
  );
  if (fewer.length === 0) return '';
  const groups = [...Map.groupBy(fewer, reasonInShort)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  );
  const shown = groups.slice(0, mostExamples).map(([reason, all]) => `${all.length} × ${reason}`);
  const rest = groups.length > mostExamples ? '; and others, listed below' : '';
  return paint(
    'yellow',
    `${fewer.length} fewer ${fewer.length === 1 ? 'requirement was' : 'requirements were'} exercised than expected: ${shown.join('; ')}${rest}`,
  );
}

/** The command that runs one requirement again with the same generated values. */
export function rerunCommand(
  one: Pick<RequirementResult, 'id' | 'checks'>,
  { seed, profile, failOn }: Conformance['run'],
  output?: string,
): string {
  const depth = profile === 'nightly' ? '' : ` --profile ${profile}`;
  const level = failOn === 'advisory' ? ' --fail-on advisory' : '';
  return called(
    'certify',
    `--only ${toAskAgain(one).join(',')} --seed ${seed}${depth}${level}${outputOption(output)}`,
  );
}

/** Where it goes by another name, that is asked for its answers. */
function whyTwo(one: Pick<RequirementResult, 'id' | 'checks'>): string {
  const [, other] = toAskAgain(one);
  return other === undefined ? '' : `      # an answer to ${other} showed it`;
}

const mostLinesShown = 20;

/** A requirement with the check that shows best that it is not kept. */
function failureLines(id: string, { conformance, paint, scripts, output }: View): string[] {
  const { requirements, run } = conformance;
  const requirement = requirements.find((one) => one.id === id);
  if (requirement === undefined) return [];
  const { document, section, level, statement, inconsistent } = requirement;
  const shown = checkToShow(requirement);
  const script = scripts.get(id);
  const link = linkInto(run.catalogue, id);
  return [
    `  ${paint('bold', id)} (document ${document}, part ${section}, ${level})${remarkOn(requirement, run)}`,
    `  ${statement}`,
    ...(shown === undefined
      ? []
      : [`  - ${shown.name}`, indented(inLines(shown, mostLinesShown), '    ')]),
    ...(inconsistent === undefined ? [] : [`  once more, alone: ${inconsistent.second}`]),
    ...(script === undefined
      ? []
      : [`  ${script.isJudging ? 'shown by' : 'its requests'}: bash ${script.path}`]),
    `  again: ${rerunCommand(requirement, run, output)}${whyTwo(requirement)}`,
    ...(link === undefined ? [] : [`  see: ${link}`]),
  ];
}

function remarkOn(requirement: RequirementResult, run: Conformance['run']): string {
  if (requirement.inconsistent === undefined) return '';
  return isAllowed(requirement, run) ? ' INCONSISTENT (allowed)' : ' INCONSISTENT';
}

function waiversBlock({ waivers, requirements }: Conformance, paint: Paint): string {
  if (waivers.length === 0) return '';
  return [
    `${paint('bold', 'Waivers')}: ${waivers.length}`,
    ...waivers.map((waiver) => {
      const { requirement, state, owner, until, issue } = waiver;
      const style = state === 'used' || state === 'unused' ? 'dim' : 'red';
      return `  ${requirement}: ${paint(style, fateOf(waiver, requirements))} (${owner}, until ${until}, ${issue})`;
    }),
  ].join('\n');
}

/** What no document says, a line for each cause; one that breaks what counts too was told above. */
function recommendationsBlock(
  causes: readonly Cause[],
  breached: number,
  { paint, conformance }: View,
): string {
  if (breached === 0) return '';
  const heading = `RECOMMENDATIONS: ${breached} ${breached === 1 ? 'expectation' : 'expectations'} of any careful engineer not met (advisory)`;
  const statementOf = (id: string): string =>
    conformance.requirements.find((one) => one.id === id)?.statement ?? '';
  if (causes.length === 0)
    return paint(
      'yellow',
      `${heading}; ${breached === 1 ? 'its cause is' : 'their causes are'} listed above`,
    );
  const more = causes.length - mostCauseLines;
  return [
    paint('yellow', paint('bold', heading)),
    'No document says so, and the verdict does not count it; --fail-on advisory would.',
    ...causes
      .slice(0, mostCauseLines)
      .flatMap(({ title, failed: [first = '', ...others] }) => [
        `  ${title}`,
        `      ${paint('dim', `${first}${others.length > 0 ? ` and ${others.length} more` : ''}`)}: ${statementOf(first)}`,
      ]),
    ...(more > 0 ? [`  and ${more} more, in certificate.html`] : []),
  ].join('\n');
}

const mostReasons = 8;
const mostExamples = 3;

/** Grouped by reason: a target that is down has one reason, not three hundred. */
/** What a reader has seen before: reasons, and how many requirements of this verdict have a cause. */
interface StandingAbove {
  readonly told?: readonly string[];
  readonly inCauses?: number;
}

function reasonsBlock(
  title: string,
  requirements: readonly RequirementResult[],
  verdict: RequirementVerdict,
  paint: Paint,
  { told = [], inCauses = 0 }: StandingAbove = {},
): string {
  const affected = requirements.filter((requirement) => requirement.verdict === verdict);
  if (affected.length === 0) return '';
  const groups = [...Map.groupBy(affected, reasonInShort)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  );
  const isMore = inCauses > 0 ? ' more' : '';
  const rest = groups.slice(mostReasons).reduce((total, [, members]) => total + members.length, 0);
  return [
    `${paint('bold', title)}: ${affected.length}${isMore}${inCauses > 0 ? `, beside ${inCauses} that the causes above are behind` : ''}`,
    ...groups.slice(0, mostReasons).map(([reason, members]) => {
      // Of what nobody can see, no example says more.
      const isPlain = ({ obstacle }: RequirementResult): boolean => obstacle === 'unobservable';
      if (members.every((one) => one.obstacle === 'silent' && told.includes(one.reason ?? ''))) {
        const silent = [...new Set(members.map(({ id }) => apiOf(id)))].join(', ');
        return `  ${members.length} × not asked of ${silent}, for the reason above`;
      }
      if (members.every(isPlain)) return `  ${members.length} × ${reason}`;
      const examples = members.slice(0, mostExamples).map(({ id }) => id);
      const dots = members.length > mostExamples ? ', …' : '';
      return `  ${members.length} × ${reason}\n      ${paint('dim', `${examples.join(', ')}${dots}`)}`;
    }),
    ...(rest > 0 ? [`  ${rest} more for other reasons`] : []),
  ].join('\n');
}

/** Which settings that would take is said where a run begins, and by the doctor. */
function notConfiguredLine(requirements: readonly RequirementResult[], paint: Paint): string {
  const affected = requirements.filter(({ verdict }) => verdict === 'not-configured');
  if (affected.length === 0) return '';
  const groups = [...Map.groupBy(affected, ({ id }) => apiOf(id))];
  const counts = groups.map(([api, members]) => `${api} ${members.length}`).join(', ');
  const doctor = called('certify', 'doctor');
  return `${paint('bold', 'Not configured')}: ${affected.length} (${counts}); ${doctor} says what to set`;
}

/** The first line, without what differs from requirement to requirement. */
function reasonInShort({ obstacle, reason = 'no reason was given' }: RequirementResult): string {
  if (obstacle === 'unobservable') return 'cannot be seen from outside';
  const [line = ''] = reason.trim().split('\n');
  return line.length > 160 ? `${line.slice(0, 160)} …` : line;
}

function crashBlock(crashes: readonly string[], paint: Paint): string {
  if (crashes.length === 0) return '';
  return [
    paint('red', paint('bold', 'THE SUITE ITSELF FAILED; this says nothing about the target:')),
    ...crashes.slice(0, 5).map((crash) => indented(crash, '  ')),
    ...(crashes.length > 5 ? [`  and ${crashes.length - 5} more`] : []),
  ].join('\n');
}

/** A row for each level, a column for each verdict that occurs, and what else is counted elsewhere. */
function countsBlock(requirements: readonly RequirementResult[], paint: Paint): string {
  const columns = requirementVerdicts.filter((verdict) =>
    requirements.some((requirement) => requirement.verdict === verdict),
  );
  const cells = (level: Level): string[] =>
    columns.map((verdict) => {
      const count = requirements.filter(
        (one) => one.level === level && one.verdict === verdict,
      ).length;
      return (count === 0 ? '·' : String(count)).padStart(verdict.length);
    });
  const checks = requirements.flatMap((one) => one.checks);
  const rules = checks.filter(({ file }) => file === fileOfClauses).length;
  const alsoJudged =
    rules > 0 ? `, and ${rules} ${rules === 1 ? 'is' : 'are'} judged by all answers` : '';
  const ran = checks.length - rules;
  // Where nothing was asked there is nothing to tell apart.
  const progress =
    ran === 0
      ? ''
      : ` Progress counts the ${counted(ran, 'check')}; a requirement may have several${alsoJudged}.`;
  return [
    `Requirements by level and verdict.${progress}`,
    paint('dim', ['level   ', ...columns].join('  ')),
    ...levels.map((level) => [level.padEnd(8), ...cells(level)].join('  ')),
  ].join('\n');
}

/** `1 check`, `2 checks`. */
function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function runLine({ target, run }: Conformance, asked: ReadonlySet<string>): string {
  const seconds = ((Date.parse(run.finishedAt) - Date.parse(run.startedAt)) / 1000).toFixed(1);
  const addresses = Object.entries(target.apis)
    .filter(([api]) => asked.has(api))
    .map(([api, address]) => `${api} ${address}`);
  const { shard } = run;
  const part =
    shard === undefined
      ? ''
      : `part ${shard.index} of ${shard.count}, to be joined with the others by ${called('merge')}; `;
  return `${addresses.join(', ')}; ${part}profile ${run.profile}, seed ${run.seed}, ${run.requests} requests in ${seconds} s`;
}

/** The folder once, and what is in it. */
function reportsLine(reports: readonly string[]): string {
  const [first] = reports;
  if (first === undefined) return '';
  const folder = first.slice(0, first.lastIndexOf(sep) + 1);
  const isOfAll = folder !== '' && reports.every((path) => path.startsWith(folder));
  if (!isOfAll || reports.length === 1) return `Reports: ${reports.join(', ')}`;
  return `Reports in ${folder}: ${reports.map((path) => path.slice(folder.length)).join(', ')}`;
}

const outcomeStyles: Readonly<Record<Outcome, Style>> = {
  conformant: 'green',
  'not conformant': 'red',
  'not accepted': 'red',
  inconclusive: 'yellow',
};

function verdictLine(
  conformance: Conformance,
  { advisory, allowed }: { readonly advisory: number; readonly allowed: number },
  paint: Paint,
): string {
  const { run, counts, waivers } = conformance;
  const outcome = outcomeOf(conformance);
  const failed = counts.failed - advisory - allowed;
  const met = conformance.requirements.filter(
    ({ verdict, level }) => verdict === 'passed' && !isJudged(level, run.failOn),
  ).length;
  const passed = counts.passed - met;
  const broken = brokenInShort(brokenWaivers(waivers, run));
  const remarks = [
    `${counted(passed, 'requirement')} passed`,
    `${failed} failed`,
    ...(counts.waived > 0 ? [`${counts.waived} waived`] : []),
    // Where they alone fail the run, they are told before.
    ...(outcome === 'not accepted' ? [] : broken),
    ...(allowed > 0 ? [`${allowed} inconsistent`] : []),
    ...(counts.inconclusive > 0 ? [`${counts.inconclusive} inconclusive`] : []),
    ...(met > 0 && advisory === 0 ? [`${counted(met, 'recommendation')} met`] : []),
    ...(advisory > 0
      ? [
          met > 0
            ? `${advisory} of ${counted(advisory + met, 'recommendation')} not met`
            : `${counted(advisory, 'recommendation')} not met`,
        ]
      : []),
    ...(counts.observed > 0
      ? [`${counts.observed} open ${counts.observed === 1 ? 'point' : 'points'} observed`]
      : []),
  ];
  const words = paint(outcomeStyles[outcome], paint('bold', outcomeInWords(conformance, broken)));
  const more = outcome === 'inconclusive' && run.complete ? ' could not be judged;' : '';
  return `${incomplete(run)}${words}:${more} ${remarks.join(', ')}`;
}

function incomplete({ complete, exitStatus, shard }: Conformance['run']): string {
  if (complete) return shard === undefined ? '' : `Part ${shard.index} of ${shard.count}: `;
  const why: Readonly<Record<number, string>> = {
    1: ', as the run was stopped at its first failure',
    130: ', as the run was interrupted',
  };
  return `INCOMPLETE${why[exitStatus] ?? ''}. `;
}

function outcomeInWords(conformance: Conformance, broken: readonly string[]): string {
  const { target, requirements, run } = conformance;
  const outcome = outcomeOf(conformance);
  switch (outcome) {
    case 'conformant':
      return `${target.name} is CONFORMANT${extentInShort(conformance)}`;
    case 'not conformant':
    case 'inconclusive':
      return `${target.name} is ${outcome.toUpperCase()}`;
    case 'not accepted': {
      const judged = requirements.filter(({ level }) => isJudged(level, run.failOn));
      const passed = judged.some(({ verdict }) => verdict === 'passed');
      const isAllMet = passed && !judged.some(({ verdict }) => unmet.has(verdict));
      const kept = isAllMet ? 'meets every judged requirement' : 'fails no requirement that counts';
      return `${target.name} ${kept}; the run is NOT ACCEPTED for ${broken.join(' and ')}`;
    }
  }
}

const unmet: ReadonlySet<RequirementVerdict> = new Set(['failed', 'waived', 'inconclusive']);

function indented(text: string, margin: string): string {
  return text
    .split('\n')
    .map((line) => `${margin}${line}`)
    .join('\n');
}
