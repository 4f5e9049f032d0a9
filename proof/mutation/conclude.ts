import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import {
  type Classified,
  classified,
  type comparedFates,
  readJudgements,
  staleEntries,
} from './classes.ts';
import { type Figures, figuresFile, figuresIn, figuresOf } from './figures.ts';
import type { Hunted } from './hunt.ts';
import { placeOf } from './mutant.ts';
import { overviewPage, scopePage } from './pages.ts';
import type { Scope } from './scope.ts';
import { strykerReport } from './stryker-report.ts';

/** What a run left, to be judged again when more is known about its survivors. */
export interface Run extends Hunted {
  /** Its day, `YYYY-MM-DD`. */
  readonly on: string;
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** What the run before it here said about the same mutants. */
  readonly before?: ReturnType<typeof comparedFates>;
}

/** The last run about a whole scope, if there was one here. */
export function readRun(root: string, scope: Scope): Run | undefined {
  const file = runFile(root, scope);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Run) : undefined;
}

/** Writes and prints what came out; false when something has to be done. */
export function conclude(
  root: string,
  scope: Scope,
  run: Run,
  { isWhole }: { readonly isWhole: boolean },
): boolean {
  const { fates, notGreen, on, seconds, cpuSeconds, before } = run;
  const judgements = readJudgements(join(root, 'proof/mutation/survivors'));
  const survivors = classified(fates, judgements);
  const stale = isWhole ? staleEntries(fates, judgements) : [];
  const figures = figuresOf(fates, survivors, {
    on,
    seconds,
    cpuSeconds: Math.round(cpuSeconds),
    ...(before === undefined
      ? {}
      : { again: { mutants: before.mutants, different: before.different.length } }),
  });

  mkdirSync(join(root, 'reports/mutation'), { recursive: true });
  const report = strykerReport(fates, (file) => readFileSync(join(root, file), 'utf8'));
  const name = isWhole ? scope : `${scope}-only`;
  writeFileSync(join(root, `reports/mutation/${name}.json`), JSON.stringify(report));
  if (isWhole) {
    writeFileSync(runFile(root, scope), JSON.stringify(run));
    writePages(root, scope, figures, survivors);
  }

  console.log(`\n${summaryOf(scope, figures)}`);
  const missing = survivors.filter(({ judgement }) => judgement?.class === 'missing check');
  const unknown = survivors.filter(({ judgement }) => judgement === undefined);
  show('a check is missing', missing.map(textOf));
  show('nobody looked at these', unknown.map(textOf));
  show('no survivor answers to these entries of proof/mutation/survivors', stale);
  show(
    'alive in this run or in the one before, not in both',
    (before?.different ?? []).map(textOf),
  );
  show('these pass not even without a mutant, and were not asked', notGreen);
  return missing.length + unknown.length + stale.length + notGreen.length === 0;
}

function runFile(root: string, scope: Scope): string {
  return join(root, `reports/mutation/${scope}-run.json`);
}

function writePages(
  root: string,
  scope: Scope,
  figures: Figures,
  survivors: readonly Classified[],
): void {
  const folder = join(root, 'docs/mutation');
  mkdirSync(folder, { recursive: true });
  const all = { ...figuresIn(folder), [scope]: figures };
  writeFileSync(join(folder, figuresFile), `${JSON.stringify(all, undefined, 2)}\n`);
  writeFileSync(join(root, 'docs/mutation.md'), overviewPage(all));
  writeFileSync(join(folder, `${scope}.md`), scopePage(scope, figures, survivors));
}

function summaryOf(scope: Scope, figures: Figures): string {
  const { mutants, killed, timeout, survived, noCoverage, undecided, rawScore, score } = figures;
  const { seconds, cpuSeconds } = figures;
  return [
    `${scope}: ${mutants} mutants: ${killed} killed, ${timeout} timed out, ${survived} survived,`,
    `${noCoverage} not run, ${undecided} undecided; raw score ${rawScore.toFixed(1)},`,
    `${score.toFixed(1)} without what is equivalent or not specified;`,
    `${seconds} s, ${cpuSeconds} s of ${availableParallelism()} processors`,
  ].join(' ');
}

function show(title: string, lines: readonly string[]): void {
  if (lines.length > 0) console.log(`\n${title} (${lines.length}):\n${lines.join('\n')}`);
}

/** The line, then the entry for the scope's file of survivors. */
function textOf({ fate, key }: Classified): string {
  const { mutant, ranBy, mood, status } = fate;
  const where = mood === undefined ? '' : `, ${mood} mood`;
  return `# ${placeOf(mutant)}, ${status}, run by the checks of ${ranBy.length}${where}\n- ${JSON.stringify(key)}`;
}
