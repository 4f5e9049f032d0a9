import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Conformance } from './conformance.ts';
import { emptyCells, nameOf } from './matrix.ts';
import { start, temporaryFolder } from './testing.ts';

describe('a short run against the embedded sandbox', () => {
  const path = temporaryFolder(afterAll);
  let result: Conformance;

  beforeAll(async () => {
    const args = ['--profile', 'smoke', '--no-allure'];
    await start('certify.ts', args, { folder: path }).ended;
    const file = join(path, 'reports', 'conformance.json');
    result = JSON.parse(readFileSync(file, 'utf8')) as Conformance;
  }, 600_000);

  test('tries each operation in each state of what it names', () => {
    expect(emptyCells(result.states).map(nameOf)).toEqual([]);
  });

  test('measures every property', () => {
    const root = fileURLToPath(new URL('..', import.meta.url));
    const written = globSync('properties/**/*.test.ts', { cwd: root }).filter((file) =>
      readFileSync(join(root, file), 'utf8').includes('await forAll('),
    );

    expect([...new Set(result.generators.map(({ file }) => file))]).toEqual(written.toSorted());
  });

  test('generates enough for each of them', () => {
    const tooLittle = result.requirements
      .flatMap(({ checks }) => checks)
      .filter(({ reason }) => /too little (was generated|came of it)/.test(reason ?? ''));

    expect(tooLittle).toEqual([]);
  });
});
