import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Failure, onlyWords } from '../fixtures/failure.ts';
import { requirements } from '../fixtures/requirements/index.ts';
import type { RequirementId } from '../fixtures/requirements/index.ts';
import type { Conformance } from './conformance.ts';
import type { CheckResult } from './results.ts';
import { conformanceOf, type Evidence, type RunFacts, type TargetFacts } from './verdict.ts';

/** One requirement of each kind, as the tests of the reporters need them. */
export const ids = {
  must: 'v2.response.request-id-is-present',
  otherMust: 'v2.response.body-is-json',
  unique: 'v2.response.request-id-is-unique',
  derived: 'v2.cardholder.ids-differ',
  advisory: 'v2.errors.unknown-path-is-refused',
  open: 'v2.card.opening-balance',
  unobservable: 'v2.service.no-real-money',
} as const satisfies Record<string, RequirementId>;

/** Those alone: a catalogue that a test can count. */
const smallCatalogue: Evidence['catalogue'] = Object.values(ids).map((id) => [
  id,
  requirements[id],
]);

export function aCheck(part: Partial<CheckResult> = {}): CheckResult {
  return {
    requirement: ids.must,
    name: 'carries a Request-id',
    file: 'suites/v2/service.test.ts',
    verdict: 'passed',
    durationMs: 12,
    requests: 3,
    judged: {},
    breaches: [],
    requestIds: [],
    ...part,
  };
}

/** A failure of which nothing is known but words. */
export function aBreach(requirement: RequirementId, message: string): Failure {
  return { ...onlyWords('judgement', message), requirement };
}

/** A failure as checks tell it. */
export function aJudgement(part: Partial<Failure> = {}): Failure {
  return {
    requirement: ids.must,
    phase: 'judgement',
    acts: [
      { method: 'GET', path: '/v2/cards/c_7', sent: '', status: 500, got: '{"error":"oops"}' },
    ],
    expected: 'HTTP 200  {"status":"active"}',
    differences: [],
    ...part,
  };
}

/** A check of an open point, and what it saw. */
export function observed(reason: string): CheckResult {
  return aCheck({ requirement: ids.open, verdict: 'observed', reason });
}

export const aTarget: TargetFacts = {
  name: 'Reimplementation 3',
  apis: { v2: 'https://sandbox.example' },
  controlPlane: false,
  notConfigured: { v1: 'set V1_API_TOKEN' },
};

const aRun: RunFacts = {
  id: '6f2c6a52-6d0b-4c0e-9a53-0d7c1f0b8a11',
  machine: 'node v24.21.0 on linux x64',
  validDays: 90,
  allowInconsistent: false,
  failOn: 'derived',
  startedAt: new Date('2026-11-21T09:00:00.000Z'),
  finishedAt: new Date('2026-11-21T09:00:04.200Z'),
  seed: 42,
  profile: 'nightly',
  unreachable: {},
  crashes: [],
};

/** The conformance of a small catalogue, from whatever a test cares about. */
export function judged(
  checks: readonly CheckResult[],
  {
    run = {},
    ...part
  }: Partial<Omit<Evidence, 'run' | 'checks'>> & { run?: Partial<RunFacts> } = {},
): Conformance {
  return conformanceOf({
    suite: { name: 'suite', version: '1.0.0', digest: 'd1'.repeat(32) },
    catalogue: smallCatalogue,
    target: aTarget,
    run: { ...aRun, ...run },
    checks,
    ...part,
  });
}

/** An empty folder that is gone when the test is over, or the file, where that is `afterAll`. */
export function temporaryFolder(whenOver: (end: () => void) => void = onTestFinished): string {
  const path = mkdtempSync(join(tmpdir(), 'reporters-'));
  whenOver(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly seconds: number;
}

/** A command line of this project, running in a folder of its own, where no `.env` is. */
interface Running {
  readonly ended: Promise<Ended>;
  /** When this was printed on standard output. */
  printed(text: string): Promise<void>;
  kill(signal: 'SIGINT' | 'SIGTERM'): void;
}

const asNpmStarts = ['--import', join(import.meta.dirname, 'compile-cache.js')];

export function start(
  /** From here. */
  file: string,
  args: readonly string[],
  {
    folder,
    env = {},
  }: { readonly folder: string; readonly env?: Readonly<Record<string, string>> },
): Running {
  const startedAt = performance.now();
  const words = [...asNpmStarts, join(import.meta.dirname, file), ...args];
  const child = spawn(process.execPath, words, {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));

  const ended = once(child, 'close').then(([status]): Ended => {
    const seconds = (performance.now() - startedAt) / 1000;
    return { status: typeof status === 'number' ? status : null, stdout, stderr, seconds };
  });
  return {
    ended,
    async printed(text) {
      while (!stdout.includes(text)) await once(child.stdout, 'data');
    },
    kill: (signal) => void child.kill(signal),
  };
}

/** As the formatter has JSON: short lists on one line. */
export function formattedJson(value: object): string {
  const text = JSON.stringify(value, undefined, 2).replaceAll(
    /^(.*)\[\s+((?:(?:"[^"]*"|[\d.]+),?\s+)+)\](,?)$/gm,
    (list, before: string, inner: string, after: string) => {
      const line = `${before}[${inner.trim().replaceAll(/\s+/g, ' ')}]${after}`;
      return line.length <= 100 ? line : list;
    },
  );
  return `${text}\n`;
}
