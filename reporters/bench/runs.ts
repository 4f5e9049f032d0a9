import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Conformance } from '../conformance.ts';
import { chart, median, megabytes, ratio, seconds, table } from './figures.ts';
import {
  type BusySecond,
  type Cost,
  npmStart,
  run,
  runWatched,
  withFolder,
  withSandbox,
} from './processes.ts';

/** The same generated values in every run, so that runs differ by what is measured only. */
const seed = ['--seed', '1'];
const rounds = 3;

/** Wall time of `npm start` as a user waits for it, npm itself included. */
export async function benchStart(): Promise<string> {
  return await withFolder(async (output) => {
    const ways = [
      { name: 'nightly, with the Allure report (wanted: 8 s or less)', options: [] },
      { name: 'nightly, without it (wanted: 5 s or less)', options: ['--no-allure'] },
      {
        name: 'smoke, without it (wanted: 2.5 s or less)',
        options: ['--profile', 'smoke', '--no-allure'],
      },
    ];
    const costs = await inTurn(ways, ({ options }) =>
      npmStart([...seed, '--output', output, ...options]),
    );
    const times = costs.map((all) => median(all.map(({ ms }) => ms)));
    return resultOf(costs.flat(), [
      ['wall time', '', '/ nightly'],
      ...ways.map(({ name }, index) => [
        name,
        seconds(times[index] ?? Number.NaN),
        ratio(times[index] ?? Number.NaN, times[0] ?? Number.NaN),
      ]),
    ]);
  });
}

/** A nightly run against a sandbox in another process, which lets every request wait or not. */
export async function benchLatency(): Promise<string> {
  return await withFolder(async (output) => {
    const ways = [
      { name: 'without latency', options: ['--latency', '0'] },
      { name: '50 ms for each request', options: ['--latency', '50'] },
    ];
    const costs = await inTurn(ways, ({ options }) =>
      withSandbox(options, (target) =>
        run('start', [...seed, '--no-allure', '--output', output], target),
      ),
    );
    const [near = Number.NaN, far = Number.NaN] = costs.map((all) =>
      median(all.map(({ ms }) => ms)),
    );
    return resultOf(costs.flat(), [
      ['without latency', seconds(near)],
      ['50 ms for each request', seconds(far)],
      ['ratio (wanted: 4 or less)', ratio(far, near)],
    ]);
  });
}

export async function benchMemory(): Promise<string> {
  return await withFolder(async (output) => {
    const options = [...seed, '--no-allure', '--output', output];
    const ways = [
      { name: 'nightly', options },
      { name: 'ten times the cases', options: [...options, '--runs-factor', '10'] },
    ];
    const costs = await inTurn(ways, (way) => run('start', way.options));
    const [usual = Number.NaN, tenfold = Number.NaN] = costs.map((all) =>
      median(all.map(({ peakBytes }) => peakBytes)),
    );
    return resultOf(costs.flat(), [
      ['nightly (wanted: less than 400 MB)', megabytes(usual)],
      ['ten times the cases', megabytes(tenfold)],
      ['ratio (wanted: 1.3 or less)', ratio(tenfold, usual)],
    ]);
  });
}

/** A nightly run second by second; a worker that waits could have asked meanwhile. */
export async function benchWorkers(): Promise<string> {
  return await withFolder(async (output) => {
    const cost = await runWatched('start', [...seed, '--no-allure', '--output', output]);
    const ofWorkers = [...Map.groupBy(cost.busy, ({ worker }) => worker)];
    const length = Math.max(0, ...cost.busy.map(({ second }) => second)) + 1;
    const step = Math.ceil(length / mostBars);
    const rows = ofWorkers.map(([worker, seen]) => [
      `worker ${worker}`,
      chart(inSteps(seen, length, step)),
      percent(mean(seen)),
    ]);
    const whole = `a bar is ${step} s`.padEnd(Math.ceil(length / step));
    return resultOf([cost], [...rows, ['all of them', whole, percent(mean(cost.busy))]]);
  });
}

const mostBars = 60;

/** From the start of the run on, nothing where the worker was not there. */
function inSteps(
  seen: readonly BusySecond[],
  length: number,
  step: number,
): (number | undefined)[] {
  const byStep = Map.groupBy(seen, ({ second }) => Math.floor(second / step));
  return Array.from({ length: Math.ceil(length / step) }, (_, index) => {
    const some = byStep.get(index);
    return some && mean(some);
  });
}

function mean(seen: readonly BusySecond[]): number {
  return seen.reduce((sum, { busy }) => sum + busy, 0) / seen.length;
}

function percent(part: number): string {
  return `${Math.round(100 * part)} %`;
}

/** Where a nightly run spends its time from the shell's point of view, and what it asks for its answers. */
export async function benchRequests(): Promise<string> {
  return await withFolder(async (output) => {
    const begin = Date.now();
    const cost = await run('start', [...seed, '--no-allure', '--output', output]);
    if (cost.exitStatus !== 0) return resultOf([cost], []);
    const { run: facts, requirements } = readRun(output);
    const started = Date.parse(facts.startedAt) - begin;
    const asked = Date.parse(facts.finishedAt) - Date.parse(facts.startedAt);
    const checks = requirements.flatMap(({ id, checks: own }) =>
      own.map(({ requests = 0, durationMs, name }) => ({ id, name, requests, durationMs })),
    );
    const perRequirement = [...Map.groupBy(checks, ({ id }) => id).values()].map((own) =>
      own.reduce((sum, { requests }) => sum + requests, 0),
    );
    return [
      table([
        ['phase', 'time', 'part'],
        ['until it asks: command, settings, sandbox', seconds(started), percent(started / cost.ms)],
        ['doctor and checks', seconds(asked), percent(asked / cost.ms)],
        ['reports', seconds(cost.ms - started - asked), percent(1 - (started + asked) / cost.ms)],
      ]),
      table([
        ['requests', ''],
        ['of the run', String(facts.requests)],
        ['per judged requirement', (facts.requests / perRequirement.length).toFixed(1)],
        ['of the requirement in the middle', String(median(perRequirement))],
      ]),
      table([
        ['the checks with the most requests', 'requests', 'time'],
        ...checks
          .toSorted((a, b) => b.requests - a.requests)
          .slice(0, 10)
          .map((one) => [one.id, String(one.requests), seconds(one.durationMs)]),
      ]),
    ].join('\n\n');
  });
}

/**
 * How time and memory grow with the generated cases, with workers, and with the latency of a target in another
 * process. Each once: what matters is the shape of a row, not its last digit.
 */
export async function benchGrowth(): Promise<string> {
  return await withFolder(async (output) => {
    const options = [...seed, '--no-allure', '--output', output];
    const cases = await rowsOf([1, 4, 16], async (times) => ({
      name: `${times} times the cases`,
      cost: await run('start', [...options, '--runs-factor', String(times)]),
    }));
    const workers = await rowsOf([1, 2, 4, 8], async (count) => ({
      name: `${count} worker${count === 1 ? '' : 's'}`,
      cost: await run('start', [...options, '--workers', String(count)]),
    }));
    const latencies = await rowsOf([0, 10, 50, 200], async (ms) => ({
      name: `${ms} ms of latency`,
      cost: await withSandbox(['--latency', String(ms)], (target) => run('start', options, target)),
    }));
    return [cases, workers, latencies].join('\n\n');

    async function rowsOf(
      steps: readonly number[],
      measure: (step: number) => Promise<{ name: string; cost: Awaited<ReturnType<typeof run>> }>,
    ): Promise<string> {
      const rows: string[][] = [['nightly', 'time', '/ first', 'memory', '/ first', 'requests']];
      let first: Awaited<ReturnType<typeof run>> | undefined;
      for (const step of steps) {
        const { name, cost } = await measure(step);
        if (cost.exitStatus !== 0) return resultOf([cost], []);
        first ??= cost;
        rows.push([
          name,
          seconds(cost.ms),
          ratio(cost.ms, first.ms),
          megabytes(cost.peakBytes),
          ratio(cost.peakBytes, first.peakBytes),
          String(readRun(output).run.requests),
        ]);
      }
      return table(rows);
    }
  });
}

/** The result that a run has left in its folder. */
function readRun(output: string): Conformance {
  return JSON.parse(readFileSync(join(output, 'conformance.json'), 'utf8')) as Conformance;
}

export async function benchProof(): Promise<string> {
  const cost = await run('prove', []);
  return resultOf([cost], [['wall time (wanted: less than 60 s)', seconds(cost.ms)]]);
}

/** Each way so many times, in turns, so that noise meets all of them. */
async function inTurn<Way, C extends Cost>(
  ways: readonly Way[],
  measure: (way: Way) => Promise<C>,
): Promise<readonly (readonly C[])[]> {
  const costs = ways.map((): C[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, way] of ways.entries()) costs[index]?.push(await measure(way));
  }
  return costs;
}

/** The figures; of runs that did not succeed none is worth anything, so what they said comes instead. */
function resultOf(costs: readonly Cost[], rows: readonly (readonly string[])[]): string {
  const failed = costs.find(({ exitStatus }) => exitStatus !== 0);
  if (failed === undefined) return table(rows);
  const lastWords = failed.output.trim().split('\n').slice(-12).join('\n  ');
  return `  not measured: a run ended with status ${failed.exitStatus}, and its last words were:\n  ${lastWords}`;
}
