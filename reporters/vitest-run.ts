import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { type Api, apiOf, apis } from '../fixtures/requirements/requirement.ts';
import type { RunSettings } from '../fixtures/target/run.ts';
import type { RunResults, RunListeners } from './results.ts';
import { filesHolding } from './catalogue/files-of-checks.ts';
import { shardOf } from './shards/shard.ts';

/** The checks that leave the clock alone, and those that walk through time. */
export type Part = 'still' | 'walk';

interface RunOptions extends RunListeners {
  readonly settings: RunSettings;
  /** Both at the same time when absent, as embedded sandboxes have a clock each. */
  readonly part?: Part;
  /** So many files of checks will be loaded. */
  onFilesKnown?(count: number): void;
  /** Ends the run early: what is under way is cut short and counts as not run. */
  readonly signal?: AbortSignal;
}

export const root = fileURLToPath(new URL('..', import.meta.url));

/** How long a run that was told to stop may take to do so, before its results are used as they are. */
const graceMs = 3_000;

/** Runs the checks in this process, in vitest's worker threads, and returns what came out. */
export async function runChecks(options: RunOptions): Promise<RunResults> {
  const { signal, part } = options;
  const { paths, walk } = pathsOf(options.settings, part);
  // Without a path vitest would run everything. More parts than files leave some without work.
  if (paths.length === 0) return { checks: [], crashes: [] };
  const settings = { ...options.settings, walk };
  const ownHandlers = new Set([...process.listeners('SIGINT'), ...process.listeners('SIGTERM')]);
  const [{ startVitest }, { resultsReporter: harvestReporter }] = await Promise.all([
    import('vitest/node'),
    import('./results.ts'),
  ]);
  const { harvest, reporter } = harvestReporter(options);
  const spoken = new VitestOutput();

  const stopped = Promise.withResolvers<'stopped'>();
  const run = startVitest(
    'test',
    [...paths],
    {
      root,
      project: settings.variants === undefined ? ['conformance', 'walk'] : ['conformance', 'clock'],
      watch: false,
      configLoader: 'native',
      reporters: [
        {
          ...reporter,
          onInit(vitest) {
            removeVitestsHandlers(ownHandlers);
            // The projects have a value of their own, for whoever starts vitest without this.
            for (const project of vitest.projects) {
              project.provide('run', settings);
              if (settings.again !== undefined) oneAfterTheOther(project.config);
              // One clock: who leaps over time does so before or after the walk of the others.
              if (part === 'walk') project.config.maxWorkers = 1;
            }
            const stop = (): void => {
              void vitest.cancelCurrentRun('keyboard-input');
              setTimeout(() => stopped.resolve('stopped'), graceMs).unref();
            };
            if (signal?.aborted === true) stop();
            signal?.addEventListener('abort', stop, { once: true });
          },
          onTestRunStart(specifications) {
            options.onFilesKnown?.(specifications.length);
          },
        },
      ],
    },
    {},
    { stdout: spoken, stderr: spoken },
  );
  await Promise.race([run, stopped.promise]);

  if (harvest.checks.length > 0 || harvest.crashes.length > 0 || signal?.aborted === true)
    return harvest;
  return spoken.text === '' ? harvest : { ...harvest, crashes: [spoken.text] };
}

/** Second attempts are made alone: what fails only beside others is told apart by that. */
function oneAfterTheOther(config: TestProject['config']): void {
  config.maxWorkers = 1;
  config.maxConcurrency = 1;
}

/** Whether the checks of a file share a walk, on which they were tried again where they failed. */
export function sharesAWalk(file: string): boolean {
  return file.endsWith('.clock.test.ts');
}

const timeMover = /\.(clock|leap)\.test\.ts$/;

/** The one file from which vitest collects all checks that share a walk through time. */
const collector = 'suites/walk-through-time.test.ts';

/** The files that are asked for, and which of them share a walk. */
function pathsOf(
  { only, again, shard, variants }: RunSettings,
  part: Part | undefined,
): { readonly paths: readonly string[]; readonly walk: readonly string[] } {
  if (again !== undefined) return { paths: [...new Set(again.map(({ file }) => file))], walk: [] };
  const files = filesOfChecks(only?.map(apiOf));
  const ours = shard === undefined ? files.map(({ path }) => path) : shardOf(files, shard);
  const holding = only === undefined ? ours : filesHolding(ours, only);
  const wanted = holding.filter(
    (path) => part === undefined || timeMover.test(path) === (part === 'walk'),
  );
  if (variants !== undefined) return { paths: wanted, walk: [] };
  const walk = wanted.filter(sharesAWalk);
  const others = wanted.filter((path) => !sharesAWalk(path));
  return { paths: walk.length === 0 ? others : [collector, ...others], walk };
}

/** The files of checks of some APIs, with their size as a measure of their work: the same on every machine. */
export function filesOfChecks(
  of: readonly Api[] = apis,
): { readonly path: string; readonly size: number }[] {
  const wanted: ReadonlySet<string> = new Set(of);
  return globSync('{suites,properties}/*/**/*.test.ts', { cwd: root }).flatMap((found) => {
    const path = found.replaceAll('\\', '/');
    const [, api = ''] = path.split('/');
    if (!wanted.has(api)) return [];
    const text = readFileSync(join(root, path), 'utf8');
    return [{ path, size: text.replaceAll('\r', '').length }];
  });
}

/** What vitest prints on its own: of interest only when nothing else came out of the run. */
class VitestOutput extends Writable {
  text = '';

  override _write(chunk: unknown, _encoding: BufferEncoding, done: () => void): void {
    if (this.text.length < 10_000) this.text += String(chunk);
    done();
  }
}

/** vitest leaves the process on a signal, at once and without any report. */
function removeVitestsHandlers(ours: ReadonlySet<unknown>): void {
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    for (const handler of process.listeners(name)) {
      if (!ours.has(handler)) process.off(name, handler);
    }
  }
}
