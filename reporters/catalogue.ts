import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiOf, type Requirement } from '../fixtures/requirements/requirement.ts';
import { requirementEntries } from '../fixtures/requirements/index.ts';
import type { Conformance, RequirementResult } from './conformance.ts';
import type { KnownFault } from './proof.ts';
import { requirementsUnder } from './selection.ts';

/** Every requirement on a line of its own, part by part: `npm start -- list`. */
export function listOfRequirements(): string {
  const parts = Map.groupBy(
    requirementEntries,
    ([id, { document, section }]) => `Document ${document} (${apiOf(id)}), part ${section}`,
  );
  const longest = Math.max(...requirementEntries.map(([id]) => id.length));
  return [...parts]
    .map(([heading, entries]) =>
      [
        heading,
        ...entries.map(
          ([id, { level, statement }]) =>
            `  ${id.padEnd(longest)}  ${level.padEnd(8)}  ${statement}`,
        ),
      ].join('\n'),
    )
    .join('\n\n');
}

interface Knowledge {
  readonly faults: readonly KnownFault[];
  /** The last result in the output folder, if there is one: it knows the checks. */
  readonly lastRun?: Conformance;
}

/** Everything about one requirement, or the list of those below a prefix: `npm start -- explain ID`. */
export function explanationOf(wanted: string, knowledge: Knowledge): string {
  return requirementEntries
    .filter(([id]) => requirementsUnder(wanted).includes(id))
    .map(([id, requirement]) => explain(id, requirement, knowledge))
    .join('\n\n');
}

/** The last result that was written to a folder. */
export function lastRunIn(folder: string): Conformance | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, 'conformance.json'), 'utf8')) as Conformance;
  } catch {
    return undefined;
  }
}

function explain(id: string, requirement: Requirement, { faults, lastRun }: Knowledge): string {
  const { document, section, level, statement, records, unobservable } = requirement;
  const proof = faults.filter(({ breaks }) => breaks === id);
  const last = lastRun?.requirements.find((result) => result.id === id);

  return [
    id,
    `  ${statement}`,
    `  document ${document}, part ${section}; ${meaningOf[level]}`,
    ...(records === undefined ? [] : [`  recorded: ${records}`]),
    ...(unobservable === undefined ? [] : [`  no check: ${unobservable}`]),
    ...proof.map((fault) => `  proved by fault ${fault.id}: ${fault.what}`),
    ...(last === undefined ? [] : lastRunLines(last)),
    ...(unobservable === undefined ? [`  alone: npm start -- --only ${id}`] : []),
  ].join('\n');
}

const meaningOf: Readonly<Record<Requirement['level'], string>> = {
  must: 'must: the document says so',
  derived: 'derived: it follows from what the document says',
  advisory: 'advisory: no document says so; judged only under --profile certification',
  open: 'open: the document does not say; recorded, never judged',
};

function lastRunLines({ verdict, reason, observation, checks }: RequirementResult): string[] {
  const remark = observation ?? reason?.trim().split('\n')[0];
  return [
    `  last run: ${verdict}${remark === undefined ? '' : `, ${remark}`}`,
    ...checks.map(({ file, name }) => `  checked in ${file}: ${name}`),
  ];
}
