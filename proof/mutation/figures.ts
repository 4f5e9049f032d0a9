import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type Classified, isAlive } from './classes.ts';
import type { Fate } from './hunt.ts';
import type { Scope } from './scope.ts';

/** What a run about one scope came to. */
export type Figures = z.infer<typeof figures>;

const count = z.int().min(0);

export const figures = z.strictObject({
  /** The day of the run, `YYYY-MM-DD`. */
  on: z.string(),
  /** All that were asked about, without the ignored ones. */
  mutants: count,
  killed: count,
  timeout: count,
  survived: count,
  /** Run by no check, in no mood. */
  noCoverage: count,
  /** Nothing worked any more, so that no check could decide. */
  undecided: count,
  ignored: count,
  /** Of those alive, those with which a check has nothing to ask any more, so that no certificate is full. */
  idle: count.optional(),
  /** Of those alive. */
  equivalent: count,
  notSpecified: count,
  missingCheck: count,
  unclassified: count,
  /** Detected of all, in per cent, with one decimal. */
  rawScore: z.number(),
  /** Without those that are equivalent or not specified. */
  score: z.number(),
  seconds: count,
  /** Processor time. */
  cpuSeconds: count,
  /** Of the mutants that the run before asked too, those that live in one of the two only. */
  again: z.strictObject({ mutants: count, different: count }).optional(),
});

/** Of every scope that was ever asked, the figures of the last time. */
export const allFigures = z.partialRecord(
  z.enum(['v1', 'v2', 'gateway', 'subscriptions', 'shared'] satisfies readonly Scope[]),
  figures,
);

/** The file, in the folder of the pages, in which they are kept. */
export const figuresFile = 'figures.json';

export function figuresIn(folder: string): z.infer<typeof allFigures> {
  const file = join(folder, figuresFile);
  return existsSync(file) ? allFigures.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
}

/** What other pages tell about a scope: detected, alive and why. Whoever was not looked at is missing a check. */
export function mutationFiguresIn(folder: string, scope: Scope) {
  const one = figuresIn(folder)[scope];
  if (one === undefined) return undefined;
  const { on, mutants, equivalent, notSpecified, rawScore, score } = one;
  return {
    on,
    mutants,
    killed: one.killed + one.timeout,
    survived: one.survived + one.noCoverage + one.undecided,
    equivalent,
    notSpecified,
    missingCheck: one.missingCheck + one.unclassified,
    score: rawScore,
    scoreOfSpecified: score,
  };
}

export function figuresOf(
  fates: readonly Fate[],
  survivors: readonly Classified[],
  run: Pick<Figures, 'on' | 'seconds' | 'cpuSeconds' | 'again'>,
): Figures {
  const by = Map.groupBy(fates, ({ status }) => status);
  const number = (status: Fate['status']): number => by.get(status)?.length ?? 0;
  const judged = Map.groupBy(survivors, ({ judgement }) => judgement?.class);
  const detected = number('Killed') + number('Timeout');
  const alive = fates.filter(isAlive).length;
  const excused =
    (judged.get('equivalent')?.length ?? 0) + (judged.get('not specified')?.length ?? 0);

  return {
    mutants: fates.length - number('Ignored'),
    killed: number('Killed'),
    timeout: number('Timeout'),
    survived: number('Survived'),
    noCoverage: number('NoCoverage'),
    undecided: number('RuntimeError'),
    ignored: number('Ignored'),
    idle: fates.filter((fate) => isAlive(fate) && fate.idle !== undefined).length,
    equivalent: judged.get('equivalent')?.length ?? 0,
    notSpecified: judged.get('not specified')?.length ?? 0,
    missingCheck: judged.get('missing check')?.length ?? 0,
    unclassified: judged.get(undefined)?.length ?? 0,
    rawScore: share(detected, detected + alive),
    score: share(detected, detected + alive - excused),
    ...run,
  };
}

function share(part: number, whole: number): number {
  return whole === 0 ? 100 : Math.floor((part / whole) * 1000) / 10;
}
