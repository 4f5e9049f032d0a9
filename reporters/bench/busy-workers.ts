import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import { isMainThread, type Worker } from 'node:worker_threads';

// Loaded before a measured program: notes for each of its threads, second by second, for what part of that
// time its event loop was at work. `when`, in milliseconds since the program began, `worker`, `busy`.

const file = process.env['BENCH_BUSY'];
const everyMs = 1_000;

if (file !== undefined && isMainThread) {
  let begun = 0;
  subscribe('worker_threads', (message) => {
    begun += 1;
    watch((message as { readonly worker: Worker }).worker, begun, file);
  });
}

function watch(worker: Worker, name: number, file: string): void {
  const loop = worker.performance;
  let before = loop.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = loop.eventLoopUtilization();
    const { utilization } = loop.eventLoopUtilization(now, before);
    before = now;
    appendFileSync(file, `${Math.round(performance.now())} ${name} ${utilization.toFixed(3)}\n`);
  }, everyMs);
  timer.unref();
  worker.once('exit', () => clearInterval(timer));
}
