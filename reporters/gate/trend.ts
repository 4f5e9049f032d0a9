import { appendFileSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { visible } from '../../fixtures/transcript/masking.ts';
import type { Conformance } from '../conformance.ts';
import { outcomeWithExtent } from '../outcome.ts';
import { recommendationsIn } from '../verdict.ts';
import { trendPage } from './trend-page.ts';

// One line for each run in `history.jsonl`, and the page that shows the last of them.

const count = z.int().nonnegative();

const pastRun = z.object({
  id: z.string().max(100),
  startedAt: z.iso.datetime(),
  target: z.string().max(200),
  /** What was asked, where it was not everything: runs of another selection are another trend. */
  selection: z.string().max(300).default(''),
  failOn: z.string().max(20).default('derived'),
  verdict: z.enum(['conformant', 'not-conformant', 'inconclusive']),
  /** The verdict in words, with its extent; lines of earlier versions have none. */
  outcome: z.string().max(60).exactOptional(),
  complete: z.boolean(),
  counts: z.object({
    passed: count,
    failed: count,
    waived: count,
    inconclusive: count,
    notExercised: count,
    notConfigured: count,
    observed: count,
  }),
  suite: z.string().max(100),
  profile: z.string().max(40),
  seed: count,
  requests: count,
  seconds: z.number().nonnegative(),
  /** The requirements that fail the run, and those that could not be decided. */
  red: z.array(z.string().max(200)).max(5_000).default([]),
  undecided: z.array(z.string().max(200)).max(5_000).default([]),
});

/** A run as the page shows it. */
export type PastRun = z.output<typeof pastRun>;

const fileName = 'history.jsonl';
const mostRuns = 30;
/** Of all targets, profiles and selections together. */
const mostLines = 10 * mostRuns;
const longestLine = 256 * 1024;
/** A file that grew beyond this was not written here. */
const largestFileBytes = 4 * 1024 * 1024;
/** Of a target that fails everything, so many are enough to see it. */
const mostRed = 200;

/** Adds a run to the folder's history, from which the oldest ones of its kind drop out. */
export function noteInHistory(folder: string, conformance: Conformance): void {
  // What was broken off says nothing about the rest.
  if (!conformance.run.complete) return;
  const path = join(folder, fileName);
  const own = asPastRun(conformance);
  const line = `${JSON.stringify(own)}\n`;
  const lines = linesIn(path);
  const alike = lines.flatMap((one, at) => (isOfTrend(pastRunIn(one), own) ? [at] : []));
  if (lines.length < mostLines && alike.length < mostRuns) {
    // A line that was cut off must not take the next one with it.
    const isCutOff = lines.length > 0 && !readFileSync(path, 'utf8').endsWith('\n');
    appendFileSync(path, isCutOff ? `\n${line}` : line);
    return;
  }
  const dropped = new Set(alike.slice(0, Math.max(0, alike.length + 1 - mostRuns)));
  const kept = lines
    .filter((_, at) => !dropped.has(at))
    .slice(1 - mostLines)
    .map((one) => `${one.slice(0, longestLine)}\n`);
  // Renamed into place: a run that is broken off leaves the old history or the new one.
  writeFileSync(`${path}.new`, [...kept, line].join(''));
  renameSync(`${path}.new`, path);
}

/** Writes `trend.html` from the folder's history, the trend of the last run first, and answers its path. */
export function writeTrend(folder: string): string {
  const lines = linesIn(join(folder, fileName)).slice(-mostLines);
  const runs = lines.flatMap((line) => pastRunIn(line) ?? []);
  const path = join(folder, 'trend.html');
  writeFileSync(path, trendPage(trendsIn(runs), lines.length - runs.length));
  return path;
}

/** Runs of one target, profile and selection. */
function trendsIn(runs: readonly PastRun[]): PastRun[][] {
  const trends = Map.groupBy(runs.toReversed(), keyOf);
  return [...trends.values()].map((one) => one.slice(0, mostRuns).toReversed());
}

function keyOf({ target, profile, selection, failOn }: PastRun): string {
  return JSON.stringify([target, profile, selection, failOn]);
}

function isOfTrend(run: PastRun | undefined, other: PastRun): boolean {
  return run !== undefined && keyOf(run) === keyOf(other);
}

function asPastRun(conformance: Conformance): PastRun {
  const { target, suite, run, verdict, counts, requirements } = conformance;
  const advised = new Set(recommendationsIn(conformance));
  const { apis = [], only = [] } = run.selection ?? {};
  const words = [...apis.map((api) => `--api ${api}`), ...only.map((id) => `--only ${id}`)];
  return {
    id: run.id,
    startedAt: run.startedAt,
    target: visible(target.name).slice(0, 200),
    selection: visible(words.join(' ')).slice(0, 300),
    failOn: run.failOn,
    verdict,
    outcome: outcomeWithExtent(conformance),
    complete: run.complete,
    // Red is what fails a run.
    counts: { ...counts, failed: counts.failed - advised.size },
    suite: suite.version,
    profile: run.profile,
    seed: run.seed,
    requests: run.requests,
    seconds: (Date.parse(run.finishedAt) - Date.parse(run.startedAt)) / 1000,
    red: requirements
      .filter((one) => one.verdict === 'failed' && !advised.has(one))
      .slice(0, mostRed)
      .map(({ id }) => id),
    undecided: requirements
      .filter(({ verdict: one }) => one === 'inconclusive')
      .slice(0, mostRed)
      .map(({ id }) => id),
  };
}

function linesIn(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isFile() !== true || found.size > largestFileBytes) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');
}

function pastRunIn(line: string): PastRun | undefined {
  try {
    return pastRun.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
