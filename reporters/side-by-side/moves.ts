import type { Column, JoinedRow, SideBySide } from './side-by-side.ts';
import { standingOf } from './standing.ts';

/** What changes for somebody whose client spoke to one target and is to speak to the other. */
export interface Move {
  readonly from: string;
  readonly to: string;
  /** Kept by the one and broken by the other: what a client can no longer rely on. */
  readonly stopsBeingKept: readonly string[];
  readonly beginsToBeKept: readonly string[];
  /** Open points, which no document decides: a client that knows one target only may stumble here. */
  readonly settledDifferently: readonly Change[];
  /** Kept by the one; the run of the other did not show whether it keeps it too. */
  readonly notShown: readonly string[];
  readonly dialect: readonly Change[];
}

interface Change {
  readonly what: string;
  readonly before: string;
  readonly now: string;
}

/** From each target to each other one, in the order of the targets. */
export function movesBetween(
  targets: readonly Column[],
  rows: readonly JoinedRow[],
  dialect: SideBySide['dialect'],
): Move[] {
  return targets.flatMap((from, before) =>
    targets.flatMap((to, now) =>
      from === to
        ? []
        : [{ from: from.name, to: to.name, ...changesFor(rows, dialect, [before, now]) }],
    ),
  );
}

type Pair = readonly [before: number, now: number];

function changesFor(
  rows: readonly JoinedRow[],
  dialect: SideBySide['dialect'],
  pair: Pair,
): Omit<Move, 'from' | 'to'> {
  const idsThatGo = (from: string, to: string): string[] =>
    rows.filter((one) => standingsIn(one, pair) === `${from} ${to}`).map(({ row }) => row.id);
  return {
    stopsBeingKept: idsThatGo('kept', 'broken'),
    beginsToBeKept: idsThatGo('broken', 'kept'),
    settledDifferently: rows.flatMap((one) => settlingOf(one, pair)),
    notShown: idsThatGo('kept', 'unknown'),
    dialect: dialect.flatMap(({ what, forms }) => changeOf(what, forms, pair)),
  };
}

function standingsIn({ row }: JoinedRow, pair: Pair): string {
  return pair
    .map((at) => {
      const cell = row.cells[at];
      return cell === undefined ? 'unknown' : standingOf(cell);
    })
    .join(' ');
}

/** Compared in stable words, shown as it was seen. */
function settlingOf({ row, settled }: JoinedRow, [first, second]: Pair): Change[] {
  const isKnown = settled[first] !== undefined && settled[second] !== undefined;
  if (!isKnown || settled[first] === settled[second]) return [];
  const [before = '', now = ''] = [first, second].map((at) => row.cells[at]?.observation);
  return [{ what: row.id, before, now }];
}

/** Only what is known of both has changed. */
function changeOf(
  what: string,
  values: readonly (string | null)[],
  [first, second]: Pair,
): Change[] {
  const [before, now] = [values[first] ?? null, values[second] ?? null];
  return before === null || now === null || before === now ? [] : [{ what, before, now }];
}
