import { writeLine } from './screen.ts';

/** A wish to stop: Ctrl-C, or the signal that a CI server sends. */
export interface Interruption extends Disposable {
  readonly happened: boolean;
  readonly signal: AbortSignal;
  readonly whenHappened: Promise<void>;
}

/** The first signal ends the run, with its reports; the second one ends the process, with these words. */
export function listenForInterruption(out: NodeJS.WriteStream, lastWords = 'Quit.'): Interruption {
  const controller = new AbortController();
  const { promise, resolve } = Promise.withResolvers<void>();

  const onSignal = (): void => {
    if (controller.signal.aborted) {
      writeLine(out, lastWords);
      process.exit(130);
    }
    writeLine(out, 'Stopping; the reports will be written. Press again to quit at once.');
    controller.abort();
    resolve();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  const orphaned = onceNpmIsGone(onSignal);

  return {
    get happened() {
      return controller.signal.aborted;
    },
    signal: controller.signal,
    whenHappened: promise,
    [Symbol.dispose]() {
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
      clearInterval(orphaned);
    },
  };
}

/** A signal to npm ends npm alone: whoever it started has another parent from then on, and is to stop as well. */
function onceNpmIsGone(stop: () => void): NodeJS.Timeout | undefined {
  if (process.env['npm_lifecycle_event'] === undefined) return undefined;
  const npm = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(timer);
    stop();
  }, 500);
  return timer.unref();
}
