import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { TestProject, Vitest } from 'vitest/node';
import { type Api, apiOf, apis } from '../fixtures/requirements/requirement.ts';
import { requirementEntries } from '../fixtures/requirements/index.ts';
import type { RunSettings } from '../fixtures/target/run.ts';
import type { RunResults, RunListeners } from './results.ts';
import { checksForeseen, filesHolding } from './catalogue/files-of-checks.ts';
import { fileOf, root, sourceOf } from './own-files.ts';
import { built } from './packaging/built.ts';
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

/** How long a run that was told to stop may take to do so, before its workers are ended. */
const graceMs = 3_000;

/** How long that may take, before the results are used as they are. */
const lastGraceMs = 10_000;

/** Runs the checks in this process, in vitest's worker threads, and returns what came out. */
export async function runChecks(options: RunOptions): Promise<RunResults> {
  const { signal, part } = options;
  const { paths, together } = pathsOf(options.settings, part);
  // Without a path vitest would run everything. More parts than files leave some without work.
  if (paths.length === 0) return { checks: [], crashes: [] };
  const settings = { ...options.settings, together: together.map(fileOf) };
  const [{ startVitest }, { resultsReporter: harvestReporter }] = await Promise.all([
    import('vitest/node'),
    import('./results.ts'),
  ]);
  const harvesting = harvestReporter(options);
  const { harvest, reporter } = harvesting;
  const spoken = new VitestOutput();

  const signals = keepSignals();
  const stopped = Promise.withResolvers<void>();
  let isOver = false;
  const run = startVitest(
    'test',
    paths.map(fileOf),
    {
      root,
      project: 'conformance',
      watch: false,
      configLoader: 'native',
      reporters: [
        {
          ...reporter,
          onInit(vitest) {
            // The projects have a value of their own, for whoever starts vitest without this.
            for (const project of vitest.projects) {
              // So that it looks for no others.
              project.config.include = paths.map(fileOf);
              project.provide('run', settings);
              if (settings.workers !== undefined) {
                project.config.maxWorkers = settings.workers;
                project.provide('workers', settings.workers);
              }
              if (settings.again !== undefined) oneAfterTheOther(project);
              if (part === 'walk') {
                // One clock: who leaps over time does so before or after the walk of the others.
                project.config.maxWorkers = 1;
                project.provide('workers', 1);
              }
            }
            const stop = (): void => {
              void endRun(vitest, () => isOver).then(stopped.resolve);
            };
            if (signal?.aborted === true) stop();
            signal?.addEventListener('abort', stop, { once: true });
          },
          onTestRunStart(specifications) {
            if (!isOver) options.onFilesKnown?.(specifications.length);
          },
        },
      ],
    },
    {},
    { stdout: spoken, stderr: spoken },
  );
  await Promise.race([run, stopped.promise]).finally(() => {
    // A run that did not heed its end must not add to what is being written.
    isOver = true;
    harvesting.close();
    signals[Symbol.dispose]();
  });

  if (harvest.checks.length > 0 || harvest.crashes.length > 0 || signal?.aborted === true)
    return harvest;
  return spoken.text === '' ? harvest : { ...harvest, crashes: [spoken.text] };
}

/**
 * Ends a run. vitest forgets a wish to stop that comes before its run has begun, and a worker one that
 * comes while it starts: so it is told until it is over, and after a while its workers are ended.
 */
async function endRun(vitest: Vitest, isOver: () => boolean): Promise<void> {
  const tell = (): Promise<unknown> => vitest.cancelCurrentRun('keyboard-input').catch(() => {});
  const timeIsUp = AbortSignal.timeout(graceMs);
  const untilThen = once(timeIsUp, 'abort');

  while (!isOver() && !timeIsUp.aborted) {
    await Promise.race([tell(), untilThen]);
    await wait(50);
  }
  // Whoever tells vitest to stop while it is stopping has it end its workers.
  if (!isOver()) await Promise.race([tell(), wait(lastGraceMs, undefined, { ref: false })]);
}

/** Second attempts are made alone: what fails only beside others is told apart by that. */
function oneAfterTheOther(project: TestProject): void {
  project.config.maxWorkers = 1;
  project.config.maxConcurrency = 1;
  project.provide('limits', undefined);
}

/** Whether the checks of a file share a walk, on which they were tried again where they failed. */
export function sharesAWalk(file: string): boolean {
  return file.endsWith('.clock.test.ts');
}

const timeMover = /\.(clock|leap)\.test\.ts$/;

/** The one file from which vitest collects all checks that wait, for time to pass or for something else. */
const whatWaits = 'suites/what-waits.test.ts';

/** The file from which vitest collects all checks of an API that leave the clock alone. */
const allOf = (api: Api): string => `suites/all-of-${api}.test.ts`;

/**
 * Files that leave their worker idle for seconds: a browser is at work, a notification may yet come, or an
 * effect that never comes is given its time. `npm run bench -- --only workers` shows who else does.
 */
export const filesThatWait: ReadonlySet<string> = new Set([
  'properties/gateway/page-again.test.ts',
  'properties/gateway/page.test.ts',
  'properties/gateway/refused-at-the-bank.test.ts',
  'properties/subscriptions/frame.test.ts',
  'properties/subscriptions/fresh.test.ts',
  'properties/subscriptions/list-edges.test.ts',
  'properties/subscriptions/return.page.test.ts',
  'properties/subscriptions/states.test.ts',
  'properties/subscriptions/views.test.ts',
  'suites/gateway/callbacks.test.ts',
  'suites/gateway/instant-binding.test.ts',
  'suites/gateway/payment-page.test.ts',
  'suites/subscriptions/list-order.test.ts',
  'suites/subscriptions/list.test.ts',
  'suites/subscriptions/states.test.ts',
]);

/** The files that are asked for, and which of them one worker takes together. */
function pathsOf(
  settings: RunSettings,
  part: Part | undefined,
): { readonly paths: readonly string[]; readonly together: readonly string[] } {
  const { again, variants } = settings;
  if (again !== undefined)
    return { paths: [...new Set(again.map(({ file }) => file))], together: [] };
  const wanted = filesAsked(settings).filter(
    (path) => part === undefined || timeMover.test(path) === (part === 'walk'),
  );
  if (variants !== undefined) return { paths: wanted, together: [] };
  // A target of its own may be far away, and nothing is gained by waiting for one file after the other.
  if (part === 'still') {
    const asked = apis.filter((api) => wanted.some((path) => apiOfPath(path) === api));
    const waitsLong = (path: string): number => Number(filesThatWait.has(path));
    return {
      paths: asked.map(allOf),
      together: wanted.toSorted((a, b) => waitsLong(b) - waitsLong(a)),
    };
  }
  const waits = (path: string): boolean => sharesAWalk(path) || filesThatWait.has(path);
  // Whoever walks through time is waited for by all who do, so they get to a browser first.
  const together = wanted
    .filter(waits)
    .toSorted((a, b) => Number(sharesAWalk(b)) - Number(sharesAWalk(a)));
  const others = wanted.filter((path) => !waits(path));
  return { paths: together.length === 0 ? others : [whatWaits, ...others], together };
}

function filesAsked({ only, shard }: Pick<RunSettings, 'only' | 'shard'>): readonly string[] {
  const files = filesOfChecks(only?.map(apiOf));
  const ours = shard === undefined ? files.map(({ path }) => path) : shardOf(files, shard);
  return only === undefined ? ours : filesHolding(ours, only);
}

/** Whether a check of a run of some settings may move the target's clock. */
export function movesTheClock(settings: Pick<RunSettings, 'only' | 'shard'>): boolean {
  return filesAsked(settings).some((path) => timeMover.test(path));
}

/** How many checks a run of some settings has, by API, before any of its files is loaded. */
export function checksToRun({ only, shard }: RunSettings): ReadonlyMap<Api, number> {
  const files = filesOfChecks(only?.map(apiOf));
  const ours = shard === undefined ? files.map(({ path }) => path) : shardOf(files, shard);
  return checksForeseen(ours, only ?? requirementEntries.map(([id]) => id));
}

/** The files of checks of some APIs, with their size as a measure of their work: the same on every machine. */
export function filesOfChecks(
  of: readonly Api[] = apis,
): { readonly path: string; readonly size: number }[] {
  const wanted: ReadonlySet<string> = new Set(of);
  const written = built()?.sizes;
  return globSync(fileOf('{suites,properties}/*/**/*.test.ts'), { cwd: root }).flatMap((found) => {
    const path = sourceOf(found.replaceAll('\\', '/'));
    if (!wanted.has(apiOfPath(path))) return [];
    return [{ path, size: written?.[path] ?? sizeOf(path) }];
  });
}

/** `suites/v1/pin.test.ts` is of `v1`. */
function apiOfPath(path: string): string {
  return path.split('/')[1] ?? '';
}

function sizeOf(path: string): number {
  return readFileSync(join(root, path), 'utf8').replaceAll('\r', '').length;
}

/** What vitest prints on its own: of interest only when nothing else came out of the run. */
class VitestOutput extends Writable {
  text = '';

  override _write(chunk: unknown, _encoding: BufferEncoding, done: () => void): void {
    if (this.text.length < 10_000) this.text += String(chunk);
    done();
  }
}

/** vitest leaves the process on a signal, at once and without any report: it is not to hear of any. */
function keepSignals(): Disposable {
  const onAdded = (name: string | symbol, listener: (...args: unknown[]) => void): void => {
    if (name === 'SIGINT' || name === 'SIGTERM') queueMicrotask(() => process.off(name, listener));
  };
  process.on('newListener', onAdded);
  return { [Symbol.dispose]: () => process.off('newListener', onAdded) };
}
