import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { withoutDotEnv } from '../../fixtures/target/dot-env.ts';
import { variables } from '../../fixtures/target/variables.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What a run of a program cost. */
export interface Cost {
  readonly ms: number;
  readonly exitStatus: number | null;
  /** What it printed, for when it failed. */
  readonly output: string;
}

/** How busy a worker was in a second of a run. */
export interface BusySecond {
  readonly second: number;
  readonly worker: number;
  /** From 0 to 1. */
  readonly busy: number;
}

/** The same, and the most memory that a process of the run had. */
interface CostWithMemory extends Cost {
  readonly peakBytes: number;
}

type Environment = Readonly<Record<string, string>>;

/** A target that happens to be set here, or in `.env`, must not decide what is measured. */
function nothingSet(): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !settings.has(name));
  return { ...Object.fromEntries(others), [withoutDotEnv]: '1' };
}
const settings: ReadonlySet<string> = new Set(variables);

/** `npm start`, as a user at a terminal would type it. */
export async function npmStart(options: readonly string[]): Promise<Cost> {
  return await costOf('npm', ['start', '--silent', '--', ...options], nothingSet());
}

/** What a script of package.json runs, without npm around it. */
export async function run(
  script: string,
  options: readonly string[],
  target: Environment = {},
): Promise<CostWithMemory> {
  return await withFolder(async (folder) => {
    const peaks = join(folder, 'peaks');
    const notesPeaks = new URL('peak-memory.ts', import.meta.url).href;
    const words = ['--import', notesPeaks, ...wordsOf(script), ...options];
    const environment = { ...nothingSet(), ...target, BENCH_PEAKS: peaks };
    const cost = await costOf(process.execPath, words, environment);
    return { ...cost, peakBytes: peakIn(peaks) };
  });
}

/** The same without the memory: how busy its workers were instead. */
export async function runWatched(
  script: string,
  options: readonly string[],
): Promise<Cost & { readonly busy: readonly BusySecond[] }> {
  return await withFolder(async (folder) => {
    const file = join(folder, 'busy');
    const notesWorkers = new URL('busy-workers.ts', import.meta.url).href;
    const words = ['--import', notesWorkers, ...wordsOf(script), ...options];
    const cost = await costOf(process.execPath, words, { ...nothingSet(), BENCH_BUSY: file });
    return { ...cost, busy: existsSync(file) ? busyIn(readFileSync(file, 'utf8')) : [] };
  });
}

function busyIn(text: string): BusySecond[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [when = 0, worker = 0, busy = 0] = line.split(' ').map(Number);
      return { second: Math.floor(when / 1_000), worker, busy };
    });
}

/** `node --option program.ts` without `node`. */
function wordsOf(script: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  return (scripts[script] ?? '').split(' ').slice(1);
}

/** A folder for reports that will not be read. */
export async function withFolder<T>(body: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    return await body(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A sandbox in a process of its own, while `body` runs; the body gets its settings. */
export async function withSandbox<T>(
  options: readonly string[],
  body: (target: Environment) => Promise<T>,
): Promise<T> {
  const program = join(root, 'sandbox/main.ts');
  const child = spawn(
    process.execPath,
    [program, '--port', '0', '--fresh', '--no-workbench', ...options],
    {
      env: nothingSet(),
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  try {
    return await body(await settingsPrintedBy(child));
  } finally {
    const gone = once(child, 'exit');
    if (child.kill('SIGTERM')) await gone;
  }
}

async function costOf(
  command: string,
  words: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Cost> {
  const begin = performance.now();
  const child = spawn(command, words, {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    // npm is a script on Windows, which only a shell finds.
    shell: command === 'npm' && process.platform === 'win32',
  });
  const printed = Promise.all([text(child.stdout), text(child.stderr)]);
  const [exitStatus] = (await once(child, 'exit')) as [number | null];
  const ms = performance.now() - begin;
  return { ms, exitStatus, output: (await printed).join('') };
}

/** The `KEY=value` lines that the sandbox prints once it serves. */
async function settingsPrintedBy(child: ChildProcess): Promise<Environment> {
  const printed: Record<string, string> = {};
  if (child.stdout !== null) {
    for await (const line of createInterface(child.stdout)) {
      const end = line.indexOf('=');
      printed[line.slice(0, end)] = line.slice(end + 1);
      // It is the last one.
      if (printed['CONTROL_TOKEN'] !== undefined) return printed;
    }
  }
  throw new Error('the sandbox did not start');
}

/** Each process notes its peak when it ends, and so does each of its threads. */
function peakIn(file: string): number {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return Math.max(...lines.map((line) => Number(line) * 1024));
}
