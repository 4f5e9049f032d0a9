import type { Conformance, RequirementResult } from '../conformance.ts';
import { rerunCommand } from '../summary.ts';
import type { Block, Finding, Line } from './block.ts';
import { counted, plain } from './text.ts';

/** So many are shown with their messages; of the rest the ids and the first lines. */
const mostFindings = 120;
const mostChecks = 2;
const mostLines = 10;

/** What shows that these were not met: sent, expected, got, and how to run it again. */
export function findingsOf(
  affected: readonly RequirementResult[],
  { run }: Conformance,
): readonly Block[] {
  if (affected.length === 0) return [];
  const findings = affected.slice(0, mostFindings).map((one): Finding => {
    const { id, document, section, level, statement, verdict } = one;
    return {
      id,
      place: `document ${document}, part ${section}, ${level}`,
      statement: plain(statement),
      checks: evidenceOf(one),
      ...(verdict === 'waived' ? {} : { again: rerunCommand(id, run) }),
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

function evidenceOf({ checks, inconsistent, reason = '' }: RequirementResult): Finding['checks'] {
  if (inconsistent !== undefined) {
    return [
      { name: 'first attempt', lines: linesOf(inconsistent.first) },
      { name: 'second attempt, alone', lines: linesOf(inconsistent.second) },
    ];
  }
  const failed = checks.filter(({ verdict }) => verdict === 'failed');
  if (failed.length === 0) return [{ name: 'message', lines: linesOf(reason) }];
  const shown = failed
    .slice(0, mostChecks)
    .map((check) => ({ name: plain(check.name), lines: linesOf(check.reason ?? '') }));
  const more = failed.length - shown.length;
  return more === 0
    ? shown
    : [...shown, { name: `and ${counted(more, 'more check')} of it failed`, lines: [] }];
}

/** A message line by line, its labels apart. */
function linesOf(message: string): readonly Line[] {
  const lines = message
    .slice(0, 20_000)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const shown = lines.slice(0, mostLines).map((line): Line => {
    const [, label, rest] = /^\s*([a-z]{3,9})\s{2,}(.*)$/.exec(line) ?? [];
    return label === undefined
      ? { label: '', text: plain(line) }
      : { label, text: plain(rest ?? '') };
  });
  return lines.length <= mostLines
    ? shown
    : [...shown, { label: '', text: `… (${counted(lines.length - mostLines, 'more line')})` }];
}
