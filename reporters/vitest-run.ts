import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { apiOf } from '../fixtures/requirements/requirement.ts';
import type { RunSettings } from '../fixtures/target/run.ts';
import type { Harvest, HarvestListeners } from './results.ts';

interface RunOptions extends HarvestListeners {
  readonly settings: RunSettings;
  /** So many files of checks will be loaded. */
  onFilesKnown?(count: number): void;
  /** Ends the run early: what is under way is cut short and counts as not run. */
  readonly signal?: AbortSignal;
}

/** How long a run that was told to stop may take to do so, before its results are used as they are. */
const graceMs = 3_000;

/** Runs the checks in this process, in vitest's worker threads, and returns what came out. */
export async function runChecks(options: RunOptions): Promise<Harvest> {
  const { settings, signal } = options;
  const ownHandlers = new Set([...process.listeners('SIGINT'), ...process.listeners('SIGTERM')]);
  const [{ startVitest }, { harvestReporter }] = await Promise.all([
    import('vitest/node'),
    import('./results.ts'),
  ]);
  const { harvest, reporter } = harvestReporter(options);
  const spoken = new Spoken();

  const stopped = Promise.withResolvers<'stopped'>();
  const run = startVitest(
    'test',
    foldersOf(settings),
    {
      root: fileURLToPath(new URL('..', import.meta.url)),
      project: ['conformance', 'clock'],
      watch: false,
      configLoader: 'native',
      reporters: [
        {
          ...reporter,
          onInit(vitest) {
            removeVitestsHandlers(ownHandlers);
            // The projects have a value of their own, for whoever starts vitest without this.
            for (const project of vitest.projects) project.provide('run', settings);
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

/** Parts of the paths of the checks that are asked for; none when all are. */
function foldersOf({ only }: RunSettings): string[] {
  const apis = new Set(only?.map(apiOf));
  return [...apis].flatMap((api) => [`suites/${api}/`, `properties/${api}/`]);
}

/** What vitest prints on its own: of interest only when nothing else came out of the run. */
class Spoken extends Writable {
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
