import { appendFileSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { visible } from '../../fixtures/transcript/masking.ts';
import type { Conformance } from '../conformance.ts';
import { recommendationsIn } from '../verdict.ts';
import { trendPage } from './trend-page.ts';

// One line for each run in `history.jsonl`, and the page that shows the last of them.

const count = z.int().nonnegative();

const pastRun = z.object({
  id: z.string().max(100),
  startedAt: z.iso.datetime(),
  target: z.string().max(200),
  verdict: z.enum(['conformant', 'not-conformant', 'inconclusive']),
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
});

/** A run as the page shows it. */
export type PastRun = z.output<typeof pastRun>;

const fileName = 'history.jsonl';
const mostRuns = 30;
const longestLine = 4_000;
/** A file that grew beyond this was not written here. */
const largestFileBytes = 4 * 1024 * 1024;

/** Adds a run to the folder's history, from which the oldest ones drop out. */
export function noteInHistory(folder: string, conformance: Conformance): void {
  const path = join(folder, fileName);
  const line = `${JSON.stringify(asPastRun(conformance))}\n`;
  const lines = linesIn(path);
  if (lines.length < mostRuns) {
    // A line that was cut off must not take the next one with it.
    const isCutOff = lines.length > 0 && !readFileSync(path, 'utf8').endsWith('\n');
    appendFileSync(path, isCutOff ? `\n${line}` : line);
    return;
  }
  const kept = lines.slice(1 - mostRuns).map((one) => `${one.slice(0, longestLine)}\n`);
  // Renamed into place: a run that is broken off leaves the old history or the new one.
  writeFileSync(`${path}.new`, [...kept, line].join(''));
  renameSync(`${path}.new`, path);
}

/** Writes `trend.html` from the folder's history and answers its path. */
export function writeTrend(folder: string): string {
  const lines = linesIn(join(folder, fileName)).slice(-mostRuns);
  const runs = lines.flatMap((line) => pastRunIn(line) ?? []);
  const path = join(folder, 'trend.html');
  writeFileSync(path, trendPage(runs, lines.length - runs.length));
  return path;
}

function asPastRun(conformance: Conformance): PastRun {
  const { target, suite, run, verdict, counts } = conformance;
  return {
    id: run.id,
    startedAt: run.startedAt,
    target: visible(target.name).slice(0, 200),
    verdict,
    complete: run.complete,
    // Red is what fails a run.
    counts: { ...counts, failed: counts.failed - recommendationsIn(conformance).length },
    suite: suite.version,
    profile: run.profile,
    seed: run.seed,
    requests: run.requests,
    seconds: (Date.parse(run.finishedAt) - Date.parse(run.startedAt)) / 1000,
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
