import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { textOf } from '../../fixtures/failure-text.ts';
import type { Reproduction } from '../../fixtures/reproduction/reproduction.ts';
import type { RequirementId } from '../../fixtures/requirements/index.ts';
import { aCheck, aJudgement, ids, judged, temporaryFolder } from '../testing.ts';
import { bash, got, sandboxWith } from './testing.ts';
import { removeRepros, scriptsIn, writeRepros } from './write.ts';

test('each failed requirement has a script that can be run, the shortest that there is', () => {
  const folder = temporaryFolder();
  const conformance = judged([
    aCheck({ requirement: ids.must, verdict: 'failed', reason: 'no' }),
    aCheck({ requirement: ids.derived }),
  ]);

  const paths = writeRepros(folder, conformance, [
    aReproduction(ids.must, 3),
    aReproduction(ids.must, 2),
    aReproduction(ids.derived, 1),
  ]);

  expect(paths).toEqual([join(folder, 'repro', `${ids.must}.sh`)]);
  const [path = ''] = paths;
  expect(statSync(path).mode & 0o777).toBe(0o755);
  const script = readFileSync(path, 'utf8');
  expect(script.startsWith('#!/usr/bin/env bash\n')).toBe(true);
  expect(script.match(/^ask \d/gm)).toHaveLength(2);
  expect(script).toContain(
    `# To run it again in the suite: npm start -- --only ${ids.must} --seed 42`,
  );
});

test('a script that leaves it to the reader what to think of the answers is known for it', () => {
  const folder = temporaryFolder();
  const conformance = judged([aCheck({ verdict: 'failed', reason: 'no' })]);
  const silent = aReproduction(ids.must, 1);
  const judging: Reproduction = {
    ...silent,
    signs: [{ kind: 'rule', step: 0, rule: 'refused' }],
  };

  for (const [reproduction, isJudging] of [
    [silent, false],
    [judging, true],
  ] as const) {
    writeRepros(folder, conformance, [reproduction]);

    expect(scriptsIn(folder).get(ids.must)).toMatchObject({ isJudging });
  }
});

test('a script is named by its whole path where its folder is far from here', () => {
  const folder = temporaryFolder();
  const conformance = judged([aCheck({ verdict: 'failed', reason: 'no' })]);
  writeRepros(folder, conformance, [aReproduction(ids.must, 1)]);

  for (const way of [folder, relative(process.cwd(), folder)]) {
    expect(scriptsIn(way).get(ids.must)?.path).toBe(join(folder, 'repro', `${ids.must}.sh`));
  }
});

test('scripts of an earlier run are replaced, and nothing else is removed', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'repro'));
  writeFileSync(join(folder, 'repro', `${ids.derived}.sh`), 'old');
  writeFileSync(join(folder, 'repro', 'notes.txt'), 'mine');

  const paths = writeRepros(folder, judged([aCheck()]), []);

  expect(paths).toEqual([]);
  expect(existsSync(join(folder, 'repro', `${ids.derived}.sh`))).toBe(false);
  expect(readFileSync(join(folder, 'repro', 'notes.txt'), 'utf8')).toBe('mine');
  rmSync(join(folder, 'repro', 'notes.txt'));
  removeRepros(folder);
  expect(existsSync(join(folder, 'repro'))).toBe(false);
});

test('what is secret is taken out of the text of a script once more', () => {
  const folder = temporaryFolder();
  const conformance = judged([aCheck({ verdict: 'failed', reason: 'no' })]);
  const failure = aJudgement({ expected: 'the canary' });
  const leaking = { ...aReproduction(ids.must, 1), failure };

  const [path = ''] = writeRepros(folder, conformance, [leaking], (text) =>
    text.replaceAll('canary', '***'),
  );

  expect(readFileSync(path, 'utf8')).not.toContain('canary');
});

test('checks of the suite leave behind what shows their failure, and that of every answer', async () => {
  const fault = 'v2.response.request-id-is-present.left-out-of-refusals';
  const sandbox = await sandboxWith(fault);
  const found = await reproductionsOf(
    sandbox.environment,
    'v2.card-status.lost-to-blocked-is-refused',
  );

  const broken = found.find(({ failure }) => failure.requirement === ids.must);
  if (broken === undefined) throw new Error('the breach has no reproduction');
  const conformance = judged([
    aCheck({ requirement: ids.must, verdict: 'failed', reason: textOf(broken.failure) }),
  ]);
  const [path = ''] = writeRepros(temporaryFolder(), conformance, [broken]);
  const ended = await bash(readFileSync(path, 'utf8'), sandbox.environment);

  expect(ended.output).toContain('expected  a Request-id header');
  expect(got(ended)).toMatch(/^got {7}HTTP 4\d\d/);
});

/** What the checks of a requirement leave behind; vitest runs in a process of its own. */
async function reproductionsOf(
  environment: Readonly<Record<string, string>>,
  only: string,
): Promise<readonly Reproduction[]> {
  const program = `
    const { readConfiguration } = await import('./fixtures/target/configuration.ts');
    const { runChecks } = await import('./reporters/vitest-run.ts');
    const { target } = readConfiguration(process.env);
    const settings = { seed: 1, profile: 'smoke', target, only: [${JSON.stringify(only)}] };
    const { checks } = await runChecks({ settings });
    console.log('found ' + JSON.stringify(checks.flatMap((check) => check.reproductions ?? [])));
    process.exit(0);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    env: { PATH: process.env['PATH'] ?? '', ...environment },
    cwd: join(import.meta.dirname, '../..'),
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  child.stderr.on('data', (chunk) => (output += String(chunk)));
  await once(child, 'close');
  const found = /^found (.*)$/m.exec(output)?.[1];
  if (found === undefined) throw new Error(output);
  return JSON.parse(found) as Reproduction[];
}

function aReproduction(requirement: RequirementId, steps: number): Reproduction {
  return {
    behaviour: 'carries a Request-id',
    failure: aJudgement({ requirement, expected: 'a Request-id header' }),
    steps: Array.from({ length: steps }, () => ({
      api: 'v2',
      operation: 'getCard',
      method: 'GET',
      path: ['/v2/cards/1'],
      headers: [],
      captures: [],
      isJudged: true,
      status: 200,
      wentWell: true,
    })),
    story: [],
    signs: [],
    isOfOverlap: false,
    leftOut: 0,
    made: [],
    settings: [],
    clock: { start: '2026-11-21T09:00:00.000Z', carry: 'elapsed' },
    remarks: [],
  };
}
