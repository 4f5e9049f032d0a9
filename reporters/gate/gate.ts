import { appendFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { visible } from '../../fixtures/transcript/masking.ts';
import { comparisonBlock } from './comparison.ts';
import type { Conformance, RequirementResult } from '../conformance.ts';
import { type Outcome, outcomeOf } from '../outcome.ts';
import { rerunCommand } from '../summary.ts';
import { isJudged, recommendationsIn } from '../verdict.ts';
import { brokenWaivers, fateOf } from '../waivers/waivers.ts';

// What a CI server shows of a run: a job summary in Markdown and annotations, as GitHub reads them.
// Text of the target may be made to look like Markdown, HTML or a command; none of it gets through.

type Environment = Readonly<Record<string, string | undefined>>;

/** Tells the CI server what came out; nothing where there is none, or of a part of a run. */
export function writeGateReport(
  conformance: Conformance,
  env: Environment,
  write: (text: string) => void,
): void {
  if (conformance.run.shard !== undefined) return;
  const summaryFile = env['GITHUB_STEP_SUMMARY'];
  if (summaryFile !== undefined && summaryFile !== '') {
    appendFileSync(summaryFile, `${gateSummary(conformance)}\n`);
  }
  if (env['GITHUB_ACTIONS'] !== 'true') return;
  for (const annotation of annotations(conformance)) write(`${annotation}\n`);
}

/**
 * GitHub takes a line of output that begins with `::` for a command, wherever it came from. Between
 * the two lines that this answers it takes none.
 */
export function commandsOff(
  env: Environment,
): { readonly before: string; readonly after: string } | undefined {
  if (env['GITHUB_ACTIONS'] !== 'true') return undefined;
  const token = randomUUID();
  return { before: `::stop-commands::${token}\n`, after: `::${token}::\n` };
}

const outcomeWords: Readonly<Record<Outcome, string>> = {
  conformant: '✅ Conformant',
  'not conformant': '❌ Not conformant',
  'not accepted': '❌ Not accepted, for a waiver alone',
  inconclusive: '❔ Inconclusive',
};

/** GitHub drops a summary above 1 MiB as a whole. */
const largestSummaryBytes = 900_000;
const mostFailuresShown = 25;
const longestReason = 4_000;

/** The job summary in Markdown. */
export function gateSummary(conformance: Conformance): string {
  const { target, suite, run, requirements } = conformance;
  const failed = requirements.filter((one) => one.verdict === 'failed');
  const advisory = recommendationsIn(conformance);
  const counting = failed.filter((one) => !advisory.includes(one));
  const blocks = [
    `## ${outcomeWords[outcomeOf(conformance)]}: ${plain(target.name)}`,
    `${run.complete ? '' : '**The run is incomplete.** '}${plain(suite.name)} ${plain(suite.version)}, profile ${run.profile}, seed ${run.seed}, ${run.requests} requests in ${secondsOf(run)} s`,
    countsTable(conformance, advisory.length),
    ...crashes(run.crashes),
    ...failures('Failures', counting, conformance),
    ...failures(
      'Recommendations: expected by any careful engineer, but not met',
      advisory,
      conformance,
    ),
    ...undecided(requirements),
    ...waivers(conformance),
    ...comparison(conformance),
  ];
  return bounded(blocks);
}

/** Whole blocks as long as there is room. */
function bounded(blocks: readonly string[]): string {
  const kept: string[] = [];
  let bytes = 0;
  for (const block of blocks) {
    bytes += Buffer.byteLength(block) + 2;
    if (bytes > largestSummaryBytes) {
      return [...kept, 'There is no room for more: `conformance.json` has everything.'].join(
        '\n\n',
      );
    }
    kept.push(block);
  }
  return kept.join('\n\n');
}

function countsTable({ counts }: Conformance, recommendations: number): string {
  const columns = [
    ['passed', counts.passed],
    ['failed', counts.failed - recommendations],
    ['waived', counts.waived],
    ['inconclusive', counts.inconclusive],
    ['not exercised', counts.notExercised],
    ['not configured', counts.notConfigured],
    ['open points observed', counts.observed],
    ...(recommendations === 0 ? [] : [['recommendations', recommendations] as const]),
  ] as const;
  return [
    `| ${columns.map(([name]) => name).join(' | ')} |`,
    `|${columns.map(() => '--:').join('|')}|`,
    `| ${columns.map(([, count]) => count).join(' | ')} |`,
  ].join('\n');
}

function crashes(texts: readonly string[]): string[] {
  if (texts.length === 0) return [];
  const shown = texts.slice(0, 5).map(beginning).join('\n');
  return ['### The suite itself failed: this says nothing about the target', fenced(shown)];
}

function failures(
  title: string,
  failed: readonly RequirementResult[],
  { run }: Conformance,
): string[] {
  if (failed.length === 0) return [];
  const more = failed.length - mostFailuresShown;
  return [
    `### ${title}: ${failed.length}`,
    ...failed.slice(0, mostFailuresShown).map((one) => {
      const { id, document, section, level, statement, checks, reason = '', inconsistent } = one;
      const check = checks.find(({ verdict }) => verdict === 'failed');
      return [
        `#### ${plain(id)} (document ${document}, part ${plain(section)}, ${level})`,
        plain(statement),
        ...(check === undefined ? [] : [`Check: ${plain(check.name)}`]),
        ...(inconsistent === undefined ? [] : ['Inconsistent: it failed, then passed on retry.']),
        fenced(beginning(check?.reason ?? reason)),
        fenced(rerunCommand(one, run)),
      ].join('\n\n');
    }),
    ...(more > 0 ? [`… and ${more} more, in \`conformance.json\` and the reports.`] : []),
  ];
}

/** Grouped by the first line of the reason: a target that is down has one. */
function undecided(requirements: readonly RequirementResult[]): string[] {
  const affected = requirements.filter(({ verdict }) => verdict === 'inconclusive');
  if (affected.length === 0) return [];
  const groups = [...Map.groupBy(affected, ({ reason = '' }) => firstLineOf(reason))];
  const rows = groups
    .toSorted(([, a], [, b]) => b.length - a.length)
    .slice(0, 10)
    .map(([reason, members]) => `| ${members.length} | ${plain(reason)} |`);
  return [
    `### Could not be decided: ${affected.length}`,
    ['| requirements | why |', '|--:|---|', ...rows].join('\n'),
  ];
}

function waivers({ waivers: applied }: Conformance): string[] {
  if (applied.length === 0) return [];
  const rows = applied
    .slice(0, 100)
    .map(
      ({ requirement, state, owner, until, issue, reason }) =>
        `| ${[requirement, state, owner, until, issue, reason].map(plain).join(' | ')} |`,
    );
  return [
    '### Waivers',
    [
      '| requirement | state | owner | until | issue | reason |',
      '|---|---|---|---|---|---|',
      ...rows,
    ].join('\n'),
  ];
}

function comparison({ comparison: changes }: Conformance): string[] {
  if (changes === undefined) return [];
  return ['### Since the earlier run', fenced(comparisonBlock(changes))];
}

const mostAnnotations = 10;

/** Workflow commands that show failures beside the run: at most ten errors and ten warnings. */
export function annotations(conformance: Conformance): string[] {
  const { run, requirements, waivers: applied, counts, target } = conformance;
  const failed = requirements.filter(({ verdict }) => verdict === 'failed');
  const isCounted = ({ level, inconsistent }: RequirementResult): boolean =>
    isJudged(level, run.failOn) && !(run.allowInconsistent && inconsistent !== undefined);
  const errors = [
    ...run.crashes.map((crash) => command('error', 'the suite itself failed', crash)),
    ...brokenWaivers(applied, run).map((waiver) =>
      command(
        'error',
        `waiver of ${waiver.requirement}`,
        `${fateOf(waiver, requirements)} (owner ${waiver.owner}).`,
      ),
    ),
    ...failed.filter(isCounted).map((one) => command('error', one.id, messageOf(one, run))),
  ];
  const warnings = [
    ...(counts.inconclusive > 0
      ? [
          command(
            'warning',
            'inconclusive',
            `${counts.inconclusive} requirements of ${target.name} could not be decided.`,
          ),
        ]
      : []),
    ...failed
      .filter((one) => !isCounted(one))
      .map((one) => command('warning', one.id, messageOf(one, run))),
  ];
  return [...errors.slice(0, mostAnnotations), ...warnings.slice(0, mostAnnotations)];
}

function messageOf(one: RequirementResult, run: Conformance['run']): string {
  const { statement, reason = '' } = one;
  return `${statement}\n${beginning(reason)}\nagain: ${rerunCommand(one, run)}`;
}

/** By the rules of workflow commands: what could end a property or the line is escaped. */
function command(kind: 'error' | 'warning', title: string, message: string): string {
  return `::${kind} title=${oneLine(title).replaceAll(':', '%3A').replaceAll(',', '%2C')}::${oneLine(message)}`;
}

function oneLine(text: string): string {
  return visible(text).replaceAll('%', '%25').replaceAll('\n', '%0A');
}

/** Text on one line that Markdown and HTML make nothing of. */
function plain(text: string): string {
  const line = visible(text).replaceAll(/\s+/g, ' ').trim();
  const short = line.length > 300 ? `${line.slice(0, 300)} …` : line;
  return short.replaceAll(
    /[&<>"'`*_~[\]()#|\\!@:$]/g,
    (character) => `&#${character.charCodeAt(0)};`,
  );
}

/** As it is, between fences that are longer than any in it. */
function fenced(text: string): string {
  const content = visible(text).trimEnd();
  const longest = Math.max(2, ...[...content.matchAll(/`+/g)].map(([found]) => found.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${content}\n${fence}`;
}

function beginning(text: string): string {
  return text.length > longestReason ? `${text.slice(0, longestReason)} …` : text;
}

function firstLineOf(text: string): string {
  return text.trim().split('\n')[0] ?? '';
}

function secondsOf({ startedAt, finishedAt }: Conformance['run']): string {
  return ((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000).toFixed(1);
}
