import type { PastRun } from './trend.ts';

/** A requirement that failed in at least one of the runs of a trend. */
export interface RedRequirement {
  readonly id: string;
  readonly now: 'red' | 'green' | 'not decided';
  /** The first night of the present red stretch, or of the last one; when it was red last. */
  readonly first: string;
  readonly last: string;
  /** In how many of the runs. */
  readonly times: number;
  readonly runs: number;
  /** It became red again after it had been green. */
  readonly isFlapping: boolean;
}

/** What was red in these runs, oldest first: what is red now before what is green again, by its first night. */
export function redIn(runs: readonly PastRun[]): RedRequirement[] {
  const ids = [...new Set(runs.flatMap(({ red }) => red))];
  return ids
    .map((id) => redOf(id, runs))
    .toSorted(
      (a, b) =>
        Number(b.now === 'red') - Number(a.now === 'red') ||
        compare(a.first, b.first) ||
        compare(a.id, b.id),
    );
}

function redOf(id: string, runs: readonly PastRun[]): RedRequirement {
  const { undecided = [], red: last = [] } = runs.at(-1) ?? {};
  // What could not be decided interrupts nothing.
  const decided = runs.filter((run) => !run.undecided.includes(id));
  const isRed = decided.map(({ red }) => red.includes(id));
  const end = isRed.lastIndexOf(true);
  const begin = isRed.lastIndexOf(false, end) + 1;
  const stretches = isRed.filter((one, at) => one && isRed[at - 1] !== true).length;
  return {
    id,
    now: undecided.includes(id) ? 'not decided' : last.includes(id) ? 'red' : 'green',
    first: decided[begin]?.startedAt ?? '',
    last: decided[end]?.startedAt ?? '',
    times: isRed.filter(Boolean).length,
    runs: runs.length,
    isFlapping: stretches > 1,
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
