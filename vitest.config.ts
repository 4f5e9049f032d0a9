import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
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
const walkers = '{suites,properties}/**/*.clock.test.ts';
const leapers = '{suites,properties}/**/*.leap.test.ts';
const walk = 'suites/walk-through-time.test.ts';

/** All who share a walk are under way at once, or the clock would wait for those who never come. */
const walking = {
  ...conformance,
  maxConcurrency: 100_000,
  // As long as the requests of all of them take.
  testTimeout: 6 * 3_600_000,
  passWithNoTests: true,
} as const;

const conformanceProjects = [
  {
    test: {
      ...conformance,
      name: 'conformance',
      include: [checks],
      exclude: [walkers, leapers, walk],
    },
  },
  /** A target has one clock, and all checks that need it moved go through its time together. */
  { test: { ...walking, name: 'walk', include: [walk, leapers] } },
  /** The same checks file by file, for a proof, in which each variant of the sandbox has a clock. */
  { test: { ...walking, name: 'clock', include: [walkers, leapers] } },
];

/** Where the project's own tests leave their result for a machine to read, if anywhere. */
const report = process.env['SELF_TEST_REPORT'];

/**
 * Who leaps over time comes before the walk of all others, and these, who wait most, before the rest; so
 * does the proof, which takes longest of the project's own tests.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const first = [/\.leap\.test\.ts$/, /walk-through-time\.test\.ts$/, /\/prove\.test\.ts$/];
    const rankOf = ({ moduleId }: TestSpecification): number => {
      const rank = first.findIndex((name) => name.test(moduleId));
      return rank === -1 ? first.length : rank;
    };
    const asUsual = await super.sort.call(this, files);
    return asUsual.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
    projects: [
      ...conformanceProjects,
      {
        test: {
          name: 'self',
          provide: { run: { seed: 1, profile: 'nightly' }, workers: 1 },
          include: ['{fixtures,reporters,sandbox,proof,properties/models}/**/*.test.ts'],
          pool: 'threads',
          isolate: false,
          // Many wait for a command that they started, so there is one more than processors.
          maxWorkers: workers + 1,
          // Some are a whole run, which takes as long as the machine is busy otherwise.
          testTimeout: 300_000,
        },
      },
    ],
  },
});
