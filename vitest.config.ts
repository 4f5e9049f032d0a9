import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { readConfiguration } from './fixtures/target/configuration.ts';
import type { RunSettings } from './fixtures/target/run.ts';

if (Number(process.versions.node.split('.')[0]) < 24) {
  throw new Error(
    'run this with npm (npm start, npm test, npx vitest): it brings the Node it needs',
  );
}

const configuration = readConfiguration(process.env);

/** What a bare `vitest` runs with; `npm start` hands over its own. */
const run: RunSettings = {
  seed: 1,
  profile: 'nightly',
  ...(configuration.kind === 'target' ? { target: configuration.target } : {}),
};
const workers = Math.min(4, Math.max(1, availableParallelism()));

/** Checks wait for their target, not for the processor, so many are under way in each worker. */
const conformance = {
  globals: false,
  pool: 'threads',
  isolate: false,
  maxWorkers: workers,
  maxConcurrency: 24,
  sequence: { concurrent: true },
  // A check ends by its requests, each of which has a limit; only a defect of the suite gets here.
  testTimeout: 600_000,
  hookTimeout: 60_000,
  provide: { run, workers },
} as const;

const checks = '{suites,properties/!(models)}/**/*.test.ts';
const checksThatMoveTheClock = '{suites,properties}/**/*.clock.test.ts';

/**
 * A target has one clock, so what moves it runs after all else and one at a time. The embedded
 * sandbox is started anew for each such check: there nothing needs to wait.
 */
const conformanceProjects =
  configuration.kind === 'embedded'
    ? [{ test: { ...conformance, name: 'conformance', include: [checks] } }]
    : [
        {
          test: {
            ...conformance,
            name: 'conformance',
            include: [checks],
            exclude: [checksThatMoveTheClock],
          },
        },
        {
          test: {
            ...conformance,
            name: 'clock',
            include: [checksThatMoveTheClock],
            maxWorkers: 1,
            sequence: { concurrent: false, groupOrder: 1 },
          },
        },
      ];

/** Where the project's own tests leave their result for a machine to read, if anywhere. */
const report = process.env['SELF_TEST_REPORT'];

export default defineConfig({
  test: {
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
    projects: [
      ...conformanceProjects,
      {
        test: {
          name: 'self',
          provide: { run: { seed: 1, profile: 'nightly' }, workers: 1 },
          include: ['{fixtures,reporters,properties/models}/**/*.test.ts'],
          pool: 'threads',
          isolate: false,
          testTimeout: 60_000,
        },
      },
    ],
  },
});
