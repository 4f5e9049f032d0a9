import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { readConfiguration } from './fixtures/target/configuration.ts';
import type { RunSettings } from './fixtures/target/run.ts';
import { problemWithNode } from './reporters/node-needed.ts';
import { fileOf } from './reporters/own-files.ts';

const problem = problemWithNode(process.versions.node);
if (problem !== undefined) throw new Error(problem);

const configuration = readConfiguration(process.env);

/** What a bare `vitest` runs with; `npm start` hands over its own. */
const run: RunSettings = {
  seed: 1,
  profile: 'nightly',
  ...(configuration.kind === 'target' ? { target: configuration.target } : {}),
};
const workers = Math.min(4, Math.max(1, availableParallelism()));

const conformance = {
  globals: false,
  pool: 'threads',
  isolate: false,
  maxWorkers: workers,
  // All who share a walk are under way at once, or the clock would wait for those who never come.
  maxConcurrency: 100_000,
  sequence: { concurrent: true },
  // Node takes the types off by itself and keeps what it compiled; no check replaces a module.
  experimental: { viteModuleRunner: false, nodeLoader: false },
  // As long as the requests of all of them take.
  testTimeout: 6 * 3_600_000,
  hookTimeout: 60_000,
} as const;

/** For the files whose checks share no walk. They wait for their target, not for the processor. */
const limits = {
  maxConcurrency: 24,
  // A check ends by its requests, each of which has a limit; only a defect of the suite gets here.
  testTimeout: 600_000,
};

/**
 * A target has one clock, and all checks that need it moved go through its time together, beside those that
 * wait for something else. It is one project for all, since a worker serves no other.
 */
const conformanceProject = {
  test: {
    ...conformance,
    name: 'conformance',
    provide: { run, workers, limits },
    include: [fileOf('{suites,properties/!(models)}/**/*.test.ts')],
    // The usual ones leave node_modules out, which is where the package stands.
    exclude: [],
    setupFiles: [fileOf('fixtures/before-checks.ts')],
    // A proof may ask of some files nothing.
    passWithNoTests: true,
  },
};

/** Where the project's own tests leave their result for a machine to read, if anywhere. */
const report = process.env['SELF_TEST_REPORT'];

/**
 * Who leaps over time comes before the walk of all others, and these, who wait most, before the rest. Of the
 * project's own tests, those that are whole runs begin before what is done in a moment.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const first = [
      /\.leap\.test\.ts$/,
      /what-waits\.test\.ts$/,
      /all-of-(v1|gateway)\.test\.ts$/,
      /(two-runs|hostile-targets|hostile\.browser|certify|true-pages|needs|preflight|page)\.test\.ts$/,
    ];
    const rankOf = ({ moduleId }: TestSpecification): number => {
      const rank = first.findIndex((name) => name.test(moduleId));
      return rank === -1 ? first.length : rank;
    };
    const asUsual = await super.sort.call(this, files);
    return asUsual.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}

const ownTests = {
  provide: { run: { seed: 1, profile: 'nightly' }, workers: 1 },
  pool: 'threads',
  isolate: false,
  // Some are a whole run, or prepare one: it takes as long as the machine is busy otherwise.
  testTimeout: 300_000,
  hookTimeout: 300_000,
} as const;
const proof = 'proof/prove.test.ts';

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
    projects: [
      conformanceProject,
      {
        test: {
          ...ownTests,
          name: 'self',
          include: ['{fixtures,reporters,sandbox,proof,properties/models}/**/*.test.ts'],
          exclude: [proof],
          // Many wait for a command that they started, so there is one more than processors.
          maxWorkers: workers + 1,
        },
      },
      {
        test: {
          ...ownTests,
          name: 'self: proof',
          include: [proof],
          maxWorkers: 1,
          // It keeps every processor busy by itself; beside it, whoever looks at a page would wait for minutes.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
