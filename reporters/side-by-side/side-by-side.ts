import { type Level, levels } from '../../fixtures/requirements/requirement.ts';
import { partName } from '../certificate/parts.ts';
import { plain } from '../certificate/text.ts';
import {
  type Conformance,
  type RequirementResult,
  requirementVerdicts,
  type RequirementVerdict,
  type Verdict,
} from '../conformance.ts';
import { inStableWords } from '../gate/comparison.ts';
import { type Outcome, outcomeOf } from '../outcome.ts';
import { type Move, movesBetween } from './moves.ts';
import { standingOf } from './standing.ts';
import { warningsAbout } from './warnings.ts';

/** A result, and what its column is called. */
export interface NamedResult {
  readonly name: string;
  readonly conformance: Conformance;
}

/** Results of several targets or versions, joined by requirement: what matrix.json holds. */
export interface SideBySide {
  readonly schemaVersion: 1;
  /** In what respects the results are not comparable, as sentences. */
  readonly warnings: readonly string[];
  /** In the order in which they were named; every list of cells or forms below follows it. */
  readonly targets: readonly Column[];
  /** Every requirement that any of the results knows, in document order. */
  readonly requirements: readonly Row[];
  readonly dialect: readonly DialectRow[];
  /** From each to each other one. */
  readonly moves: readonly Move[];
}

export interface Column {
  readonly name: string;
  readonly target: string;
  readonly version?: string;
  readonly digest?: string;
  readonly apis: readonly string[];
  readonly controlPlane: boolean;
  readonly suite: string;
  readonly suiteDigest: string;
  readonly profile: string;
  readonly seed: number;
  readonly startedAt: string;
  readonly complete: boolean;
  readonly requests: number;
  readonly verdict: Verdict;
  /** The same in words; a run that only a waiver fails is `not accepted`. */
  readonly outcome: Outcome;
  /** Requirements by level and verdict; what there is none of is left out. */
  readonly counts: Readonly<Record<Level, Partial<Record<RequirementVerdict, number>>>>;
  readonly causes: readonly ColumnCause[];
}

interface ColumnCause {
  readonly title: string;
  readonly failed: readonly string[];
  readonly inconclusive: number;
  readonly notExercised: number;
  /** Of those that failed: so many are kept by another target here. */
  readonly keptElsewhere: number;
}

/**
 * `keeping`: one keeps it and another breaks it. `settling`: it is open, and they do not do the same.
 * `exercising`: nothing is known about it for some of them, which is no difference between targets.
 */
export type Difference = 'keeping' | 'settling' | 'exercising';

export interface Row {
  readonly id: string;
  readonly document: number;
  readonly section: string;
  readonly part: string;
  readonly level: Level;
  readonly statement: string;
  readonly difference?: Difference;
  readonly cells: readonly Cell[];
}

export interface Cell {
  /** `unlisted`: the catalogue of that suite does not have it. */
  readonly verdict: RequirementVerdict | 'unlisted';
  /** What is behind a failure, where it has others. */
  readonly cause?: string;
  readonly reason?: string;
  /** What the target does about an open point. */
  readonly observation?: string;
  /** It failed, and passed when it was tried once more. */
  readonly inconsistent?: true;
}

interface DialectRow {
  readonly what: string;
  /** The form that each target takes; `null` where its run did not find out. */
  readonly forms: readonly (string | null)[];
  readonly differs: boolean;
}

/** Joins results. Their texts come from anywhere: each is made harmless and bounded here. */
export function sideBySide(results: readonly NamedResult[]): SideBySide {
  const read = results.map(readerOf);
  const rows = idsIn(results).flatMap((id) => rowOf(id, read));
  const requirements = rows.map(({ row }) => row);
  const dialect = dialectIn(results);
  const targets = results.map((one, at) => columnOf(one, at, requirements));
  return {
    schemaVersion: 1,
    warnings: warningsAbout(results),
    targets,
    requirements,
    dialect,
    moves: movesBetween(targets, rows, dialect),
  };
}

/** A row, and what its observations are compared by. */
export interface JoinedRow {
  readonly row: Row;
  readonly settled: readonly (string | undefined)[];
}

interface Reader {
  readonly results: ReadonlyMap<string, RequirementResult>;
  readonly causes: ReadonlyMap<string, string>;
  /** An observation without what is another value for each target or run. */
  readonly stable: (observation: string) => string;
}

function readerOf({ conformance }: NamedResult): Reader {
  const { requirements, causes, target } = conformance;
  const addresses = Object.values(target.apis).filter((address) => URL.canParse(address));
  return {
    results: new Map(requirements.map((one) => [one.id, one])),
    causes: new Map(causes.flatMap(({ title, failed }) => failed.map((id) => [id, title]))),
    stable: (observation) =>
      inStableWords(
        addresses.reduce((text, address) => text.replaceAll(address, '(address)'), observation),
      ),
  };
}

/** In the order of the first result; what only later ones know follows. */
function idsIn(results: readonly NamedResult[]): string[] {
  const all = results.flatMap(({ conformance }) => conformance.requirements.map(({ id }) => id));
  return [...new Set<string>(all)];
}

function rowOf(id: string, readers: readonly Reader[]): JoinedRow[] {
  const found = readers.map(({ results }) => results.get(id));
  const known = found.find((one) => one !== undefined);
  if (known === undefined) return [];
  const { document, section, level, statement } = known;
  const cells = readers.map((reader, at) => cellOf(found[at], reader));
  const settled = readers.map(({ stable }, at) => {
    const { verdict, observation } = found[at] ?? {};
    return verdict === 'observed' ? stable(observation ?? '') : undefined;
  });
  const difference = differenceIn(cells, settled);
  const row = {
    id: plain(id, 200),
    document,
    section: plain(section, 20),
    part: plain(partName(document, section), 80),
    level,
    statement: plain(statement),
    ...(difference === undefined ? {} : { difference }),
    cells,
  };
  return [{ row, settled }];
}

function cellOf(result: RequirementResult | undefined, { causes }: Reader): Cell {
  if (result === undefined) return { verdict: 'unlisted' };
  const { id, verdict, reason, observation, inconsistent } = result;
  const cause = standingOf(result) === 'broken' ? causes.get(id) : undefined;
  return {
    verdict,
    ...(cause === undefined ? {} : { cause: plain(cause) }),
    ...(reason === undefined ? {} : { reason: plain(reason) }),
    ...(verdict !== 'observed' ? {} : { observation: plain(observation ?? reason ?? '') }),
    ...(inconsistent === undefined ? {} : { inconsistent: true }),
  };
}

function differenceIn(
  cells: readonly Cell[],
  settled: readonly (string | undefined)[],
): Difference | undefined {
  const standings = new Set(cells.map(standingOf));
  if (standings.has('kept') && standings.has('broken')) return 'keeping';
  if (new Set(settled.filter((one) => one !== undefined)).size > 1) return 'settling';
  return standings.has('unknown') && standings.size > 1 ? 'exercising' : undefined;
}

function columnOf({ name, conformance }: NamedResult, at: number, rows: readonly Row[]): Column {
  const { target, suite, run, verdict } = conformance;
  return {
    name,
    target: plain(target.name, 120),
    ...(target.version === undefined ? {} : { version: plain(target.version, 120) }),
    ...(target.digest === undefined ? {} : { digest: plain(target.digest, 200) }),
    apis: Object.keys(target.apis).map((api) => plain(api, 40)),
    controlPlane: target.controlPlane,
    suite: plain(`${suite.name} ${suite.version}`, 120),
    suiteDigest: plain(suite.digest, 64),
    profile: run.profile,
    seed: run.seed,
    startedAt: run.startedAt,
    complete: run.complete,
    requests: run.requests,
    verdict,
    outcome: outcomeOf(conformance),
    counts: countsIn(rows, at),
    causes: causesIn(conformance, rows),
  };
}

/** Counted anew: what a file says of itself may not agree with what is in it. */
function countsIn(rows: readonly Row[], at: number): Column['counts'] {
  const verdicts = (level: Level): Partial<Record<RequirementVerdict, number>> => {
    const own = rows.filter((row) => row.level === level).map(({ cells }) => cells[at]?.verdict);
    const counted = requirementVerdicts.map(
      (verdict) => [verdict, own.filter((one) => one === verdict).length] as const,
    );
    return Object.fromEntries(counted.filter(([, count]) => count > 0));
  };
  const [must, derived, advisory, open] = levels.map(verdicts);
  return { must: must ?? {}, derived: derived ?? {}, advisory: advisory ?? {}, open: open ?? {} };
}

function causesIn({ causes }: Conformance, rows: readonly Row[]): ColumnCause[] {
  const kept = new Set(
    rows.filter(({ difference }) => difference === 'keeping').map(({ id }) => id),
  );
  return causes
    .filter(({ failed }) => failed.length > 0)
    .map(({ title, failed, inconclusive, notExercised }) => {
      const ids = failed.map((id) => plain(id, 200));
      return {
        title: plain(title),
        failed: ids,
        inconclusive: inconclusive.length,
        notExercised: notExercised.length,
        keptElsewhere: ids.filter((id) => kept.has(id)).length,
      };
    });
}

function dialectIn(results: readonly NamedResult[]): DialectRow[] {
  const forms = results.map(({ conformance }) => formsOf(conformance));
  const points = new Set(forms.flatMap((one) => [...one.keys()]));
  return [...points].map((what) => {
    const taken = forms.map((one) => one.get(what) ?? null);
    const known = new Set(taken.filter((form) => form !== null));
    return { what, forms: taken, differs: known.size > 1 };
  });
}

/** Several forms for one point stand together. */
function formsOf({ dialect }: Conformance): Map<string, string> {
  const byPoint = Map.groupBy(dialect, ({ what }) => plain(what, 200));
  return new Map(
    [...byPoint].map(([what, entries]) => [
      what,
      plain(entries.map(({ form }) => form).join('; ')),
    ]),
  );
}
