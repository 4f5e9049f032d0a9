import { Writable } from 'node:stream';
import type { RequirementId } from '../../fixtures/requirements/index.ts';
import type { Api } from '../../fixtures/requirements/requirement.ts';
import type { RunSettings } from '../../fixtures/target/run.ts';
import { fileOf, root, sourceOf } from '../own-files.ts';
import { filesOfChecks } from '../vitest-run.ts';

/** One check as it would run. */
export interface CollectedCheck {
  readonly file: string;
  /** What it promises. */
  readonly name: string;
}

export type CollectedChecks = ReadonlyMap<RequirementId, readonly CollectedCheck[]>;

/**
 * The checks of some APIs, as vitest collects them: their files are loaded, as in a run, and nothing is
 * asked. That takes a few seconds, so only who shows checks should want it.
 */
export async function collectedChecks(apis: readonly Api[]): Promise<CollectedChecks> {
  const { createVitest } = await import('vitest/node');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const vitest = await createVitest(
    'test',
    {
      root,
      // What walks through time is collected file by file, as in a proof.
      project: ['conformance', 'clock'],
      watch: false,
      configLoader: 'native',
      reporters: [],
    },
    {},
    { stdout: silent, stderr: silent },
  );
  try {
    const run: RunSettings = { seed: 1, profile: 'nightly' };
    for (const project of vitest.projects) project.provide('run', run);
    const paths = filesOfChecks(apis).map(({ path }) => fileOf(path));
    // Checks that a loop makes are seen by loading a file, not by reading it.
    const { testModules } = await vitest.collect(paths, { staticParse: false });
    const found = testModules.flatMap((module) =>
      [...module.children.allTests()].flatMap((test) => {
        const { requirement } = test.meta().conformance ?? {};
        if (requirement === undefined) return [];
        return { requirement, check: { file: sourceOf(module.relativeModuleId), name: test.name } };
      }),
    );
    const byRequirement = Map.groupBy(found, ({ requirement }) => requirement);
    return new Map([...byRequirement].map(([id, ones]) => [id, ones.map(({ check }) => check)]));
  } finally {
    await vitest.close();
  }
}
