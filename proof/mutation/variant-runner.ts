import { fork } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { folderVariable, type SandboxTrace } from './embedded.ts';
import { type Question, variantName } from './variant.ts';

/**
 * What checks say, from the least to the most: they were not asked, for the mutant was already killed;
 * they pass; they find nothing to ask (`withdrawn`); they could not ask; they fail.
 */
const verdicts = ['spared', 'passed', 'withdrawn', 'undecided', 'noticed'] as const;
export type Verdict = (typeof verdicts)[number];

/** What the checks of one requirement say about a sandbox, all of them together. */
export interface Answer {
  readonly question: Question;
  readonly verdict: Verdict;
  readonly ms: number;
  readonly reason: string;
  /** The mutants whose place was reached; only where none is active. */
  readonly reached: ReadonlySet<string>;
}

/** Has checks ask the mutated sandbox. */
export type Ask = (questions: readonly Question[]) => Promise<readonly Answer[]>;

/** What `run-checks.ts` tells while it happens. */
export type Told =
  | {
      readonly variant: string;
      readonly verdict: Verdict;
      readonly ms: number;
      readonly reason: string;
    }
  | { readonly crash: string };

interface AskOptions {
  /** Where the mutated sandbox is, as `sandbox.js`; everything else there belongs to those who ask. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly onRound: (round: string) => void;
}

/** So many share one start of vitest, which takes seconds: more of them only fill the memory. */
const mostAtATime = 12_000;

/** Nothing at all happens for this long only when a mutant keeps a thread busy. */
const silenceMs = 180_000;

export function askIn(options: AskOptions): Ask {
  const ask = async (questions: readonly Question[]): Promise<Answer[]> => {
    const answers: Answer[] = [];
    for (let at = 0; at < questions.length && !options.signal.aborted; at += mostAtATime) {
      const portion = questions.slice(at, at + mostAtATime);
      const { said, isOver } = await askOnce(portion, options);
      answers.push(...said);
      if (!isOver) answers.push(...(await afterSilence(portion, said)));
    }
    return answers;
  };

  /** Who was not answered is asked again in halves, in the end alone. */
  const afterSilence = async (
    asked: readonly Question[],
    said: readonly Answer[],
  ): Promise<Answer[]> => {
    const answered = new Set(said.map(({ question }) => question));
    const left = asked.filter((question) => !answered.has(question));
    const [only] = left;
    if (asked.length === 1 && only !== undefined) return [neverEnding(only)];
    options.onRound(`nothing happened for a while; ${left.length} questions are asked again`);
    const half = Math.ceil(left.length / 2);
    return [...(await ask(left.slice(0, half))), ...(await ask(left.slice(half)))];
  };
  return ask;
}

async function askOnce(
  questions: readonly Question[],
  { folder, signal, onRound }: AskOptions,
): Promise<{ readonly said: readonly Answer[]; readonly isOver: boolean }> {
  const byName = new Map(questions.map((question) => [variantName(question), question]));
  const byRequirement = Map.groupBy(byName.keys(), (name) => byName.get(name)?.requirement ?? '');
  for (const name of ['notes', 'killed']) mkdirSync(join(folder, name), { recursive: true });
  const job = join(folder, 'job.json');
  writeFileSync(job, JSON.stringify(Object.fromEntries(byRequirement)));

  const answers = new Map<string, Omit<Answer, 'question' | 'reached'>>();
  const crashes: string[] = [];
  const isOver = await inAProcess(job, folder, signal, (told) => {
    if ('crash' in told) crashes.push(told.crash.split('\n', 1).join());
    else answers.set(told.variant, together(answers.get(told.variant), told));
  });
  // A mutant may throw where nobody waits for it, such as while it sends a notification.
  for (const [crash, { length }] of Map.groupBy(crashes, String)) {
    onRound(`${length} times ${crash}`);
  }
  const reached = reachedIn(join(folder, 'notes'));
  const said = [...answers].flatMap(([name, answer]): Answer[] => {
    const question = byName.get(name);
    return question === undefined
      ? []
      : [{ ...answer, question, reached: reached.get(name) ?? new Set() }];
  });
  return { said, isOver };
}

type VariantVerdict = Omit<Answer, 'question' | 'reached'>;

/** Of several checks of one requirement, the one that says most speaks for all. */
function together(
  before: VariantVerdict | undefined,
  { verdict, ms, reason }: VariantVerdict,
): VariantVerdict {
  if (before === undefined) return { verdict, ms, reason };
  const isMore = verdicts.indexOf(verdict) > verdicts.indexOf(before.verdict);
  return { ...(isMore ? { verdict, reason } : before), ms: before.ms + ms };
}

/** True once the process has ended by itself; false when it was ended because nothing happened. */
async function inAProcess(
  job: string,
  folder: string,
  signal: AbortSignal,
  onTold: (told: Told) => void,
): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const child = fork(fileURLToPath(new URL('run-checks.ts', import.meta.url)), [job], {
    env: { ...process.env, [folderVariable]: folder },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: ['--max-old-space-size=4096'],
  });
  const kill = (): void => void child.kill('SIGKILL');
  let isSilent = false;
  let complaint = '';
  const watch = setTimeout(() => {
    isSilent = true;
    kill();
  }, silenceMs);
  signal.addEventListener('abort', kill, { once: true });
  child.stderr?.on('data', (chunk) => {
    if (complaint.length < 10_000) complaint += String(chunk);
  });
  child.on('message', (told: Told) => {
    watch.refresh();
    onTold(told);
  });
  child.on('error', reject);
  child.on('exit', (status) => {
    if (status === 0 || isSilent || signal.aborted) resolve(!isSilent);
    else reject(new Error(`the checks could not be run: ${complaint}`));
  });
  try {
    return await promise;
  } finally {
    clearTimeout(watch);
    signal.removeEventListener('abort', kill);
  }
}

/** What the sandboxes without a mutant left behind, by variant: several checks each had one. */
function reachedIn(folder: string): ReadonlyMap<string, ReadonlySet<string>> {
  const reached = new Map<string, Set<string>>();
  for (const file of globSync(join(folder, '*.jsonl'))) {
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      if (line === '') continue;
      const note = JSON.parse(line) as SandboxTrace;
      reached.set(note.variant, new Set([...(reached.get(note.variant) ?? []), ...note.reached]));
    }
  }
  return reached;
}

function neverEnding(question: Question): Answer {
  const reason = 'it never ended';
  return { question, verdict: 'noticed', ms: silenceMs, reason, reached: new Set() };
}
