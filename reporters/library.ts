import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Api } from '../fixtures/requirements/requirement.ts';
import type { Profile } from '../fixtures/target/profile.ts';
import { withoutDotEnv } from '../fixtures/target/dot-env.ts';
import { type Variable, variables } from '../fixtures/target/variables.ts';
import { lastingExpiry } from '../sandbox/gateway/settings.ts';
import { choicesCalled } from '../sandbox/moods.ts';
import { startSandbox as startEmbeddedSandbox } from '../sandbox/server.ts';
import type { Conformance, ExitStatus } from './conformance.ts';
import { fileOf } from './own-files.ts';

// For use inside somebody's own tests: import { certify, startSandbox } from 'card-service-conformance'.

export type { Api, Conformance, Profile };

/** Whom to ask, by the names that the environment has for it: BASE_URL, V2_API_KEY and so on. */
export type Settings = Readonly<Partial<Record<Variable | 'CERTIFICATE_KEY_FILE', string>>>;

/** The options of the command, under the same names. */
export interface CertifyOptions {
  /** All settings there are, those of the environment and of .env left aside. Absent: those of the command. */
  readonly settings?: Settings;
  /** Only these APIs. */
  readonly api?: readonly Api[];
  /** Only these requirements, by id or prefix. */
  readonly only?: readonly string[];
  readonly profile?: Profile;
  /** The folder for the reports; `reports` unless set. */
  readonly output?: string;
  /** Generates the same values again. */
  readonly seed?: number;
  /** Stops at the first non-conformance. */
  readonly bail?: boolean;
  /** A file of waivers, YAML. */
  readonly waivers?: string;
  /** An earlier conformance.json. */
  readonly compare?: string;
  /** `2/4` is the second of four parts; needs a seed. */
  readonly shard?: string;
  /** Unmet recommendations fail the run too. */
  readonly failOn?: 'advisory';
  /** A check that fails and passes on retry does not fail the run. */
  readonly allowInconsistent?: boolean;
  /** Days of validity of the result. */
  readonly validDays?: number;
  /** Whether the HTML report of Allure is written; it is, unless set to false. */
  readonly allure?: boolean;
  /** Ends the run early; what was found until then is reported, marked incomplete. */
  readonly signal?: AbortSignal;
}

/** What a run came to. */
export interface Certification {
  readonly verdict: Conformance['verdict'];
  /** That of the command: 0 conformant, 1 not, 3 inconclusive, 130 interrupted. */
  readonly status: Exclude<ExitStatus, 2>;
  /** Everything that conformance.json holds. */
  readonly conformance: Conformance;
  /** The folder with the reports. */
  readonly output: string;
  /** What the command printed, free of secrets. */
  readonly printed: string;
}

/**
 * Certifies a target. A run has a process of its own, so that no test runner around it matters. Rejects where
 * there is no verdict: settings are wrong, a disk is full, the suite failed; the error says which.
 */
export async function certify(options: CertifyOptions = {}): Promise<Certification> {
  const { output = 'reports', settings, signal } = options;
  const program = fileURLToPath(new URL(fileOf('command.ts'), import.meta.url));
  const child = spawn(process.execPath, [program, 'certify', ...wordsFor({ ...options, output })], {
    env: environmentFor(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
  }
  const stop = (): void => void child.kill('SIGINT');
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted === true) stop();
  const [status] = (await once(child, 'close')) as [number | null];
  signal?.removeEventListener('abort', stop);

  if (status !== 0 && status !== 1 && status !== 3 && status !== 130) {
    throw new Error(`there is no verdict:\n${printed.trim()}`);
  }
  const conformance = JSON.parse(
    readFileSync(join(output, 'conformance.json'), 'utf8'),
  ) as Conformance;
  return { verdict: conformance.verdict, status, conformance, output, printed };
}

/** The options as words of a command line. */
export function wordsFor(options: CertifyOptions): string[] {
  const { api, only, profile, output, seed, bail, waivers, compare, shard } = options;
  const { failOn, allowInconsistent, validDays, allure } = options;
  const valued = Object.entries({
    '--api': api?.join(','),
    '--only': only?.join(','),
    '--profile': profile,
    '--output': output,
    '--seed': seed,
    '--waivers': waivers,
    '--compare': compare,
    '--shard': shard,
    '--fail-on': failOn,
    '--valid-days': validDays,
  }).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
  const switches = Object.entries({
    '--bail': bail === true,
    '--allow-inconsistent': allowInconsistent === true,
    '--no-allure': allure === false,
  }).flatMap(([name, isOn]) => (isOn ? [name] : []));
  return [...valued, ...switches];
}

/** Without the traces of the test runner around, which the suite's own would take for its own. */
function environmentFor(settings: Settings | undefined): NodeJS.ProcessEnv {
  const around = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|JEST_|NODE_TEST_CONTEXT)/.test(name)),
  );
  if (settings === undefined) return around;
  const own: ReadonlySet<string> = new Set([...variables, 'CERTIFICATE_KEY_FILE']);
  const others = Object.entries(around).filter(([name]) => !own.has(name));
  return { ...Object.fromEntries(others), ...settings, [withoutDotEnv]: '' };
}

export interface SandboxOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number;
  readonly host?: string;
  /** How it behaves where the documents leave it open: `usual`, `strict`, `terse`, `mix-7`, `pairs-7` and so on. */
  readonly mood?: string;
  /** Milliseconds that each request waits before it is looked at. */
  readonly latencyMs?: number;
  /**
   * What it does wrong on purpose, by id. A single request goes wrong with the header `X-Sandbox-Fault`.
   */
  readonly fault?: readonly string[];
}

/** A running sandbox: all four APIs with a control plane, its state in memory. */
export interface Sandbox {
  readonly url: string;
  /** With which a client, or `certify`, finds it: addresses, credentials, test cards. */
  readonly settings: Settings;
  /** Ends it; again and again without harm. */
  close(): Promise<void>;
}

/** Starts a sandbox in this process; two of them share nothing. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { mood = 'usual', port, host, latencyMs, fault } = options;
  const choices = choicesCalled(mood);
  if (choices === undefined) throw new Error(`there is no mood "${mood}"`);
  const sandbox = await startEmbeddedSandbox({
    port,
    host,
    latencyMs,
    mood,
    choices,
    fault,
    faults: async () => (await import('../proof/faults/index.ts')).faults,
    origins: ['local'],
    workbench: true,
    gateway: { cardExpiry: lastingExpiry },
  });
  return { url: sandbox.url, settings: sandbox.environment, close: sandbox.close };
}
