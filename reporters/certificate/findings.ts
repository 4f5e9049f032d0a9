import { labelsBefore, type Line, linesOfAll, linesOfSecond } from '../../fixtures/failure-text.ts';
import { checkToShow } from '../causes/symptoms.ts';
import type { CheckEntry, Conformance, RequirementResult } from '../conformance.ts';
import { diagramOf } from '../story/diagram.ts';
import { rerunCommand } from '../summary.ts';
import type { Block, Finding } from './block.ts';
import { counted, plain } from './text.ts';

/** So many are shown with their messages; of the rest the ids and the first lines. */
const mostFindings = 120;
const mostChecks = 2;
const mostLines = 10;
/** A message cuts an answer around what is judged, and is not cut again. */
const longestLine = 800;

/** What shows that these were not met: sent, expected, got, and how to run it again. */
export function findingsOf(
  affected: readonly RequirementResult[],
  { run }: Conformance,
): readonly Block[] {
  if (affected.length === 0) return [];
  const findings = affected.slice(0, mostFindings).map((one): Finding => {
    const { id, document, section, level, statement, verdict } = one;
    const [failure] = failedChecks(one).flatMap(({ failures = [] }) => failures);
    const diagram = failure?.story === undefined ? undefined : diagramOf(failure);
    return {
      id,
      place: `document ${document}, part ${section}, ${level}`,
      statement: plain(statement),
      checks: evidenceOf(one),
      ...(verdict === 'waived' ? {} : { again: rerunCommand(one, run) }),
      ...(diagram === undefined ? {} : { diagram }),
    };
  });
  const rest = affected.slice(mostFindings);
  return [
    { kind: 'findings', findings },
    ...(rest.length === 0
      ? []
      : [
          {
            kind: 'table' as const,
            caption: `${counted(rest.length, 'more requirement')}; conformance.json holds the messages`,
            columns: [
              { heading: 'Requirement', share: 4 },
              { heading: 'Statement', share: 6 },
            ],
            rows: rest.map(({ id, statement }) => [id, plain(statement, 160)]),
            folded: true,
          },
        ]),
  ];
}

/** What its first checks saw, in bounded lines. */
export function evidenceOf(requirement: RequirementResult): Finding['checks'] {
  const { inconsistent } = requirement;
  const failed = failedChecks(requirement);
  if (inconsistent !== undefined) {
    return [
      { name: 'first attempt', lines: failed[0] === undefined ? [] : linesOf(failed[0]) },
      { name: 'second attempt, alone', lines: beginningOf(linesOfSecond(inconsistent.passed)) },
    ];
  }
  const shown = failed
    .slice(0, mostChecks)
    .map((check) => ({ name: plain(check.name), lines: linesOf(check) }));
  const more = failed.length - shown.length;
  return more === 0
    ? shown
    : [...shown, { name: `and ${counted(more, 'more check')} of it failed`, lines: [] }];
}

/** The one that shows it best comes first, as in the terminal. */
function failedChecks(requirement: RequirementResult): readonly CheckEntry[] {
  const best = checkToShow(requirement);
  const failed = requirement.checks.filter(({ verdict }) => verdict === 'failed');
  return failed.toSorted((a, b) => Number(b === best) - Number(a === best));
}

function linesOf({ failures = [], moreFailures, reason }: CheckEntry): readonly Line[] {
  const lines = failures.length > 0 ? linesOfAll(failures, moreFailures) : textLines(reason);
  return beginningOf(lines);
}

function textLines(reason = 'it failed'): readonly Line[] {
  return [{ label: '', text: reason }];
}

/** What is wrong is never left out for what led there. */
function beginningOf(lines: readonly Line[]): readonly Line[] {
  const before = lines.filter(({ label }) => labelsBefore.includes(label));
  const tooMany = Math.min(lines.length - mostLines, before.length - 1);
  const counts = new Set(tooMany > 0 ? before.slice(0, tooMany + 1) : []);
  const kept = lines.flatMap((line) => {
    if (!counts.has(line)) return [line];
    return line === before[0] ? [inOne([...counts])] : [];
  });
  const shown = kept.slice(0, mostLines).map(({ label, text }) => ({
    label,
    text: plain(text, longestLine),
  }));
  const more = kept.length - shown.length;
  return more === 0 ? shown : [...shown, { label: '', text: `… (${counted(more, 'more line')})` }];
}

function inOne(lines: readonly Line[]): Line {
  const total = lines.reduce((sum, { requests = 1 }) => sum + requests, 0);
  const isOfRequests = lines.every(({ label }) => label === 'before');
  return { label: 'before', text: counted(total, isOfRequests ? 'more request' : 'more step') };
}
