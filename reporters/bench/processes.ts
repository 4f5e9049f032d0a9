import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What a run of a program cost. */
export interface Cost {
  readonly ms: number;
  readonly exitStatus: number | null;
  /** The largest memory of each process of the run, added up. */
  readonly peakBytes: number;
  /** What it printed, for when it failed. */
  readonly output: string;
}

export type Environment = Readonly<Record<string, string>>;

/** Runs a program of this project as a process of its own, as somebody at a terminal would. */
export async function run(
  program: string,
  options: readonly string[],
  environment: Environment = {},
): Promise<Cost> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const peaks = join(folder, 'peaks');
  const measure = new URL('peak-memory.ts', import.meta.url).href;

  const begin = performance.now();
  const child = spawn(process.execPath, ['--import', measure, join(root, program), ...options], {
    cwd: root,
    env: { ...ownEnvironment(), ...environment, BENCH_PEAKS: peaks },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = Promise.all([textOf(child.stdout), textOf(child.stderr)]);
  await once(child, 'exit');
  const ms = performance.now() - begin;

  const cost = {
    ms,
    exitStatus: child.exitCode,
    peakBytes: peakIn(peaks),
    output: (await output).join(''),
  };
  rmSync(folder, { recursive: true, force: true });
  return cost;
}

/** A folder for reports that nobody wants to read. */
export async function withFolder<T>(body: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    return await body(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A sandbox in a process of its own, while `body` runs. */
export async function withSandbox<T>(
  options: readonly string[],
  body: (environment: Environment) => Promise<T>,
): Promise<T> {
  const program = join(root, 'fixtures/sandbox/main.ts');
  const child = spawn(process.execPath, [program, '--port', '0', ...options], {
    env: ownEnvironment(),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    return await body(await environmentOf(child));
  } finally {
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
}

/** The `KEY=value` lines that the sandbox prints before it serves. */
async function environmentOf(child: ChildProcess): Promise<Environment> {
  const environment: Record<string, string> = {};
  if (child.stdout === null) throw new Error('the sandbox has no output');
  for await (const line of createInterface(child.stdout)) {
    const end = line.indexOf('=');
    if (end > 0) environment[line.slice(0, end)] = line.slice(end + 1);
    if (environment['CONTROL_TOKEN'] !== undefined) return environment;
  }
  throw new Error('the sandbox did not start');
}

/** Settings of a target that happen to be set here must not decide what is measured. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) =>
      !/^(BASE_URL|(V1|V2|GATEWAY|SUBSCRIPTIONS|OTHER_MERCHANT|CONTROL)_\w+|CONCURRENCY|REQUESTS?_\w+)$/.test(
        name,
      ),
  );
  return Object.fromEntries(kept);
}

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const chunk of stream) text += String(chunk);
  return text;
}

/** Each process notes its peak when it ends, and each of its threads does too. */
function peakIn(file: string): number {
  const ofProcess = new Map<string, number>();
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    const [id = '', kilobytes = '0'] = line.split(' ');
    ofProcess.set(id, Math.max(ofProcess.get(id) ?? 0, Number(kilobytes) * 1024));
  }
  return [...ofProcess.values()].reduce((total, peak) => total + peak, 0);
}
