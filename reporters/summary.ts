import { styleText } from 'node:util';
import { type Level, levels } from '../fixtures/requirements/requirement.ts';
import { comparisonBlock } from './gate/comparison.ts';
import type {
  AppliedWaiver,
  Conformance,
  RequirementResult,
  RequirementVerdict,
  Verdict,
} from './conformance.ts';
import { requirementVerdicts } from './conformance.ts';
import { isAllowed, isJudged, recommendationsIn } from './verdict.ts';

interface Options {
  readonly colour: boolean;
  /** Paths of what was written, in the order of their use to a reader. */
  readonly reports: readonly string[];
  /** The scripts that show a failure again: paths by requirement. */
  readonly scripts?: ReadonlyMap<string, string>;
  /** What the doctor expected to be exercised. */
  readonly foretold?: ReadonlySet<string>;
  /** What the first look showed that may explain a failure. */
  readonly hints?: readonly string[];
}

/** What a terminal shows when a run is over: details first, the verdict last. */
export function summaryOf(
  conformance: Conformance,
  { colour, reports, scripts = new Map(), foretold = new Set(), hints = [] }: Options,
): string {
  const paint: Paint = (style, text) =>
    colour ? styleText(style, text, { validateStream: false }) : text;
  const { requirements, run } = conformance;
  const failed = requirements.filter(({ verdict }) => verdict === 'failed');
  const advisory = recommendationsIn(conformance);
  const judged = failed.filter((requirement) => !advisory.includes(requirement));
  const allowed = judged.filter((requirement) => isAllowed(requirement, run));

  const blocks = [
    foretoldBlock(conformance, foretold, paint),
    ...judged.map((requirement) =>
      failureBlock(requirement, conformance, paint, scripts.get(requirement.id)),
    ),
    advisoryBlock(advisory, conformance, paint),
    waiversBlock(conformance.waivers, paint),
    reasonsBlock('Could not be decided (inconclusive)', requirements, 'inconclusive', paint),
    reasonsBlock('Not exercised', requirements, 'not-exercised', paint),
    reasonsBlock('Not configured', requirements, 'not-configured', paint),
    crashBlock(run.crashes, paint),
    conformance.comparison === undefined ? '' : comparisonBlock(conformance.comparison, paint),
    countsBlock(requirements, paint),
    runLine(conformance),
    reports.length === 0 ? '' : `Reports: ${reports.join(', ')}`,
    judged.length === 0 ? '' : hints.map((hint) => paint('yellow', `Note: ${hint}`)).join('\n'),
    verdictLine(conformance, { advisory: advisory.length, allowed: allowed.length }, paint),
  ];
  return blocks.filter((block) => block !== '').join('\n\n');
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
  const noun = fewer.length === 1 ? 'requirement' : 'requirements';
  return paint(
    'yellow',
    `${fewer.length} ${noun} fewer were exercised than foretold: ${shown.join('; ')}${rest}`,
  );
}

type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow';
type Paint = (style: Style, text: string) => string;

/** The command that runs one requirement again with the same generated values. */
export function rerunCommand(id: string, { seed, profile, failOn }: Conformance['run']): string {
  const depth = profile === 'nightly' ? '' : ` --profile ${profile}`;
  const level = failOn === 'advisory' ? ' --fail-on advisory' : '';
  return `npm start -- --only ${id} --seed ${seed}${depth}${level}`;
}

const mostChecksShown = 2;
const mostLinesShown = 12;

function failureBlock(
  requirement: RequirementResult,
  { run }: Conformance,
  paint: Paint,
  script?: string,
): string {
  const { id, document, section, level, statement, checks } = requirement;
  const failed = checks.filter(({ verdict }) => verdict === 'failed');
  const more = failed.length - mostChecksShown;
  const { inconsistent } = requirement;
  return [
    `${headingOf(requirement, run, paint)} ${paint('bold', id)} (document ${document}, part ${section}, ${level})`,
    `  ${statement}`,
    ...failed
      .slice(0, mostChecksShown)
      .flatMap(({ name, reason = '' }) => [`  - ${name}`, indented(beginningOf(reason), '    ')]),
    ...(more > 0 ? [`  and ${more} more of its checks failed`] : []),
    ...(inconsistent === undefined ? [] : [`  once more, alone: ${inconsistent.second}`]),
    ...(script === undefined ? [] : [`  shown by: bash ${script}`]),
    `  again: ${rerunCommand(id, run)}`,
  ].join('\n');
}

function headingOf(requirement: RequirementResult, run: Conformance['run'], paint: Paint): string {
  if (!isJudged(requirement.level, run.failOn)) return paint('yellow', 'BREACHED');
  if (requirement.inconsistent === undefined) return paint('red', 'FAILED');
  return isAllowed(requirement, run)
    ? paint('yellow', 'INCONSISTENT (allowed)')
    : paint('red', 'INCONSISTENT');
}

const meaningOfState: Readonly<Record<AppliedWaiver['state'], string>> = {
  used: 'waived',
  expired: 'EXPIRED: it fails the run again; prolong it or mend the target',
  stale: 'STALE: the requirement passes; take the waiver away',
  unused: 'not needed in this run',
};

function waiversBlock(waivers: readonly AppliedWaiver[], paint: Paint): string {
  if (waivers.length === 0) return '';
  return [
    `${paint('bold', 'Waivers')}: ${waivers.length}`,
    ...waivers.map(({ requirement, state, owner, until, issue }) => {
      const style = state === 'used' || state === 'unused' ? 'dim' : 'red';
      return `  ${requirement}: ${paint(style, meaningOfState[state])} (${owner}, until ${until}, ${issue})`;
    }),
  ].join('\n');
}

function advisoryBlock(
  breached: readonly RequirementResult[],
  conformance: Conformance,
  paint: Paint,
): string {
  if (breached.length === 0) return '';
  const heading = `RECOMMENDATIONS: ${breached.length} ${breached.length === 1 ? 'expectation' : 'expectations'} of any careful engineer not met (advisory)`;
  return [
    paint('yellow', paint('bold', heading)),
    'No document says so, and the verdict does not count it; --fail-on advisory would.',
    ...breached.map((requirement) => failureBlock(requirement, conformance, paint)),
  ].join('\n');
}

const mostReasons = 8;
const mostExamples = 3;

/** Grouped by reason: a target that is down has one reason, not three hundred. */
function reasonsBlock(
  title: string,
  requirements: readonly RequirementResult[],
  verdict: RequirementVerdict,
  paint: Paint,
): string {
  const affected = requirements.filter((requirement) => requirement.verdict === verdict);
  if (affected.length === 0) return '';
  const groups = [...Map.groupBy(affected, reasonInShort)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  );
  const rest = groups.slice(mostReasons).reduce((total, [, members]) => total + members.length, 0);
  return [
    `${paint('bold', title)}: ${affected.length}`,
    ...groups.slice(0, mostReasons).map(([reason, members]) => {
      const examples = members.slice(0, mostExamples).map(({ id }) => id);
      const dots = members.length > mostExamples ? ', …' : '';
      return `  ${members.length} × ${reason}\n      ${paint('dim', `${examples.join(', ')}${dots}`)}`;
    }),
    ...(rest > 0 ? [`  ${rest} more for other reasons`] : []),
  ].join('\n');
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

/** A row for each level, a column for each verdict that occurs. */
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
  return [
    paint('dim', ['level   ', ...columns].join('  ')),
    ...levels.map((level) => [level.padEnd(8), ...cells(level)].join('  ')),
  ].join('\n');
}

function runLine({ target, run }: Conformance): string {
  const seconds = ((Date.parse(run.finishedAt) - Date.parse(run.startedAt)) / 1000).toFixed(1);
  const addresses = Object.entries(target.apis).map(([api, address]) => `${api} ${address}`);
  return `${addresses.join(', ')}; profile ${run.profile}, seed ${run.seed}, ${run.requests} requests in ${seconds} s`;
}

const verdictWords: Readonly<Record<Verdict, readonly [Style, string]>> = {
  conformant: ['green', 'is CONFORMANT'],
  'not-conformant': ['red', 'is NOT CONFORMANT'],
  inconclusive: ['yellow', 'could not be judged: INCONCLUSIVE'],
};

function verdictLine(
  { target, verdict, run, counts }: Conformance,
  { advisory, allowed }: { readonly advisory: number; readonly allowed: number },
  paint: Paint,
): string {
  const [style, words] = verdictWords[verdict];
  const failed = counts.failed - advisory - allowed;
  const remarks = [
    `${counts.passed} passed`,
    `${failed} failed`,
    ...(counts.waived > 0 ? [`${counts.waived} waived`] : []),
    ...(allowed > 0 ? [`${allowed} inconsistent`] : []),
    ...(counts.inconclusive > 0 ? [`${counts.inconclusive} inconclusive`] : []),
    ...(advisory > 0
      ? [`${advisory} ${advisory === 1 ? 'recommendation' : 'recommendations'}`]
      : []),
    ...(counts.observed > 0 ? [`${counts.observed} open points observed`] : []),
    ...(run.complete ? [] : ['the run is INCOMPLETE']),
  ];
  return `${paint(style, paint('bold', `${target.name} ${words}`))} (${remarks.join(', ')})`;
}

function beginningOf(reason: string): string {
  const lines = reason.split('\n');
  if (lines.length <= mostLinesShown) return reason;
  return [...lines.slice(0, mostLinesShown), '  … (the reports hold the rest)'].join('\n');
}

function indented(text: string, margin: string): string {
  return text
    .split('\n')
    .map((line) => `${margin}${line}`)
    .join('\n');
}
