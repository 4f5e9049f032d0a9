import { fork } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Profile } from '../../fixtures/target/run.ts';
import type { Job, Told } from './ask.ts';
import { folderVariable, needless, type Note } from './embedded.ts';
import { type MutantVariant, readVariant, variantName } from './variant.ts';

/** What the checks of one requirement said about one variant, all of them together. */
export interface Said {
  readonly variant: MutantVariant;
  /** `undecided`: the checks could not ask, or what they need could not be set up. */
  readonly verdict: 'passed' | 'failed' | 'undecided';
  /** All its checks together. */
  readonly ms: number;
  readonly reason: string;
  /** It passed, but one of them found nothing to ask, as `reason` says. */
  readonly isIdle: boolean;
  /** Mutants whose place was reached; only where none is active. */
  readonly reached: ReadonlySet<string>;
  /** Active mutants that were run. */
  readonly ran: ReadonlySet<string>;
  readonly hung: boolean;
}

/** Has checks ask variants of the mutated sandbox. */
export interface Asker {
  ask(variants: readonly MutantVariant[]): Promise<readonly Said[]>;
  /** Processor time of all that was asked, in seconds. */
  readonly cpuSeconds: number;
}

interface AskerOptions {
  /** Where the mutated sandbox is, as `sandbox.js`; everything else there is the asker's. */
  readonly folder: string;
  readonly profile: Profile;
  readonly signal: AbortSignal;
  readonly onRound: (round: string) => void;
}

/** So many share one start of vitest, which takes a second: more of them only fill the memory. */
const mostAtATime = 12_000;

/** Nothing at all happens for this long only when a mutant keeps both threads busy, or its checks waiting. */
const silenceMs = 180_000;

const program = fileURLToPath(new URL('ask.ts', import.meta.url));

export function askerIn(options: AskerOptions): Asker {
  let cpuSeconds = 0;
  // Whoever asks begins with every check, without a mutant.
  const filesOf = new Map<string, Set<string>>();

  const ask = async (variants: readonly MutantVariant[]): Promise<Said[]> => {
    const said: Said[] = [];
    for (let at = 0; at < variants.length; at += mostAtATime) {
      if (options.signal.aborted) break;
      const outcome = await askOnce(variants.slice(at, at + mostAtATime), filesOf, options);
      cpuSeconds += outcome.cpuSeconds;
      said.push(...outcome.said);
      said.push(...(await afterSilence(outcome)));
    }
    return said;
  };

  /** Whoever was under way when nothing happened any more is asked again, in the end each alone. */
  const afterSilence = async ({ underWay, notAsked }: Outcome): Promise<Said[]> => {
    if (underWay.length === 0 && notAsked.length === 0) return [];
    if (underWay.length === 1 && notAsked.length === 0) return underWay.map(neverEnding);
    options.onRound(`nothing happened for a while; ${underWay.length} were under way`);
    const said = notAsked.length === 0 ? [] : await ask(notAsked);
    const half = Math.ceil(underWay.length / 2);
    for (const part of [underWay.slice(0, half), underWay.slice(half)]) {
      if (part.length > 0) said.push(...(await ask(part)));
    }
    return said;
  };

  return {
    ask,
    get cpuSeconds() {
      return cpuSeconds;
    },
  };
}

interface Outcome {
  readonly said: readonly Said[];
  readonly underWay: readonly MutantVariant[];
  readonly notAsked: readonly MutantVariant[];
  readonly cpuSeconds: number;
}

type Answers = Pick<Said, 'verdict' | 'ms' | 'reason' | 'isIdle'>;

async function askOnce(
  variants: readonly MutantVariant[],
  filesOf: Map<string, Set<string>>,
  { folder, profile, signal, onRound }: AskerOptions,
): Promise<Outcome> {
  const names = new Map(variants.map((variant) => [variantName(variant), variant]));
  const requirements = [...new Set(variants.map(({ requirement }) => requirement))];
  const files = requirements.every((id) => filesOf.has(id))
    ? [...new Set(requirements.flatMap((id) => [...(filesOf.get(id) ?? [])]))]
    : undefined;
  const job: Job = {
    profile,
    ...(files === undefined ? {} : { files }),
    variants: Object.fromEntries(
      Map.groupBy(names.keys(), (name) => names.get(name)?.requirement ?? ''),
    ),
  };
  for (const name of ['notes', 'killed']) {
    rmSync(join(folder, name), { recursive: true, force: true });
    mkdirSync(join(folder, name), { recursive: true });
  }
  writeFileSync(join(folder, 'job.json'), JSON.stringify(job));

  const learnFile = ({ began, file }: { began: string; file: string }): void => {
    const { requirement = '' } = names.get(began) ?? {};
    filesOf.set(requirement, (filesOf.get(requirement) ?? new Set()).add(file));
  };
  const heard = hearing();
  const crashes: string[] = [];
  let cpuSeconds = 0;
  const isOver = await inAProcess(
    join(folder, 'job.json'),
    { ...process.env, [folderVariable]: folder },
    signal,
    (told) => {
      if ('crash' in told) crashes.push(told.crash.split('\n', 1).join());
      else if ('cpuSeconds' in told) ({ cpuSeconds } = told);
      else {
        if ('began' in told && files === undefined) learnFile(told);
        heard.hear(told);
      }
    },
  );

  // A mutant may throw where nobody waits for it, such as while it sends a notification.
  for (const [crash, { length }] of Map.groupBy(crashes, String))
    onRound(`${length} times ${crash}`);

  const isUnderWay = (name: string): boolean => !isOver && heard.isUnderWay(name);
  const noted = notesIn(join(folder, 'notes'));
  const said = [...heard.answers()].flatMap(([name, answer]): Said[] => {
    const variant = names.get(name);
    if (variant === undefined || isUnderWay(name)) return [];
    const one = { ...answer, ...(noted.get(name) ?? unseen), variant };
    // The check cannot tell a mutant from a target that is gone; here nothing else is gone.
    const isSilent = answer.verdict === 'undecided' && answer.reason.includes('no answer within');
    return [isSilent ? { ...one, verdict: 'failed', hung: true } : one];
  });
  const missing =
    isOver || signal.aborted ? [] : [...names.keys()].filter((name) => !heard.isAnswered(name));
  return {
    said,
    cpuSeconds,
    underWay: variantsOf([...names.keys()].filter(isUnderWay)),
    notAsked: variantsOf(missing.filter((name) => !isUnderWay(name))),
  };
}

function variantsOf(names: readonly string[]): MutantVariant[] {
  return names.map(readVariant).filter((variant) => variant !== undefined);
}

interface Hearing {
  hear(told: Extract<Told, { began: string } | { variant: string }>): void;
  /** Some check of the variant has begun and not ended. */
  isUnderWay(variant: string): boolean;
  isAnswered(variant: string): boolean;
  /** What all checks of each variant said together. */
  answers(): ReadonlyMap<string, Answers>;
}

/** Puts together what the checks of each variant say one by one. */
export function hearing(): Hearing {
  const answers = new Map<string, Answers>();
  const spared = new Set<string>();
  const running = new Map<string, number>();
  const count = (variant: string, step: number): void => {
    running.set(variant, (running.get(variant) ?? 0) + step);
  };
  return {
    hear(told) {
      if ('began' in told) {
        count(told.began, 1);
        return;
      }
      const { variant, verdict, ms, reason, isIdle } = told;
      count(variant, -1);
      if (reason.startsWith(needless)) spared.add(variant);
      answers.set(variant, together(answers.get(variant), { verdict, ms, reason, isIdle }));
    },
    isUnderWay: (variant) => (running.get(variant) ?? 0) > 0,
    isAnswered: (variant) => answers.has(variant),
    // Where one check of several killed it, the others were spared, and that is an answer.
    answers: () =>
      new Map(
        [...answers].filter(([name, { verdict }]) => verdict === 'failed' || !spared.has(name)),
      ),
  };
}

/** Of several checks of one requirement, one that fails is enough; undecided is worse than passed. */
function together(before: Answers | undefined, now: Answers): Answers {
  if (before === undefined) return now;
  const worse = rank(now) > rank(before) ? now : before;
  return { ...worse, ms: before.ms + now.ms };
}

function rank({ verdict, isIdle }: Answers): number {
  return ['passed', 'idle', 'undecided', 'failed'].indexOf(isIdle ? 'idle' : verdict);
}

/** True once the process has ended by itself; false when it was ended because nothing happened. */
async function inAProcess(
  job: string,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
  onTold: (told: Told) => void,
): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const child = fork(program, [job], {
    env,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: ['--max-old-space-size=4096'],
  });
  const kill = (): void => void child.kill('SIGKILL');
  let lastSign = performance.now();
  let isSilent = false;
  let complaint = '';
  child.stderr?.on('data', (chunk) => {
    if (complaint.length < 10_000) complaint += String(chunk);
  });
  const watch = setInterval(() => {
    if (performance.now() - lastSign < silenceMs) return;
    isSilent = true;
    kill();
  }, 1_000);
  signal.addEventListener('abort', kill, { once: true });

  child.on('message', (told: Told) => {
    lastSign = performance.now();
    try {
      onTold(told);
    } catch (error) {
      kill();
      reject(error instanceof Error ? error : new Error(String(error)));
    }
  });
  child.on('error', reject);
  child.on('exit', (status) => {
    if (status === 0 || isSilent || signal.aborted) resolve(!isSilent);
    else reject(new Error(`the checks could not be run: ${complaint}`));
  });
  try {
    return await promise;
  } finally {
    clearInterval(watch);
    signal.removeEventListener('abort', kill);
  }
}

type Noted = Pick<Said, 'reached' | 'ran' | 'hung'>;

const unseen: Noted = { reached: new Set(), ran: new Set(), hung: false };

/** What the sandboxes left behind, by variant: several checks each had one of their own. */
function notesIn(folder: string): Map<string, Noted> {
  const noted = new Map<string, Noted>();
  for (const file of globSync(join(folder, '*.jsonl'))) {
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      if (line === '') continue;
      const note = JSON.parse(line) as Note;
      const before = noted.get(note.variant) ?? unseen;
      noted.set(note.variant, {
        reached: new Set([...before.reached, ...note.reached]),
        ran: new Set([...before.ran, ...note.ran]),
        hung: before.hung || note.hung,
      });
    }
  }
  return noted;
}

function neverEnding(variant: MutantVariant): Said {
  return {
    variant,
    verdict: 'failed',
    ms: silenceMs,
    reason: 'it never came to an end',
    isIdle: false,
    reached: new Set(),
    ran: new Set(variant.mutants),
    hung: true,
  };
}
