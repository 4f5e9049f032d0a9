import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requirementEntries } from '../fixtures/requirements/index.ts';
import { lastRunIn } from './catalogue/catalogue.ts';
import type { Conformance } from './conformance.ts';
import { emptyCells, nameOf } from './state-matrix.ts';
import { start, temporaryFolder } from './testing.ts';

// One short run of everything against the embedded sandbox, which all tests here look at.

const path = temporaryFolder(afterAll);
let folder = '';
let ended: Awaited<ReturnType<typeof start>['ended']>;
let result: Conformance;

beforeAll(async () => {
  ended = await start('start.ts', ['--profile', 'smoke'], { folder: path }).ended;
  folder = join(path, 'reports');
  const found = lastRunIn(folder);
  if (found === undefined) throw new Error(`there is no conformance.json: ${ended.stderr}`);
  result = found;
}, 600_000);

test('finds the sandbox conformant', () => {
  expect(ended.stderr).toBe('');
  expect(ended.stdout).toMatch(
    /embedded sandbox is CONFORMANT .*\n\nNo target was set: this is the embedded sandbox\.\n$/,
  );
  expect(ended.status).toBe(0);
  const { requirements, run, target } = result;
  expect(requirements.map(({ id }) => id)).toEqual(requirementEntries.map(([id]) => id));
  expect(run).toMatchObject({ profile: 'smoke', complete: true, exitStatus: 0, crashes: [] });
  expect(target.apis).toEqual({
    v1: 'embedded',
    v2: 'embedded',
    gateway: 'embedded',
    subscriptions: 'embedded',
  });
});

test('writes every report', () => {
  expect(readFileSync(join(folder, 'junit.xml'), 'utf8')).toContain('failures="0" errors="0"');
  expect(readdirSync(join(folder, 'allure-results')).length).toBeGreaterThan(100);
  const page = readFileSync(join(folder, 'allure-report', 'index.html'), 'utf8');
  expect(page.match(/(src|href)="https?:/g)).toBeNull();
  expect(page).not.toMatch(/gtag|googletagmanager/);
  expect(page).toContain('<title> embedded sandbox: conformant (partial) </title>');
});

test('tries each operation in each state of what it names', () => {
  expect(emptyCells(result.states).map(nameOf)).toEqual([]);
});

test('measures every property', () => {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const written = globSync('properties/**/*.test.ts', { cwd: root }).filter((file) =>
    /await forAll\(|= casesOf\(/.test(readFileSync(join(root, file), 'utf8')),
  );

  expect([...new Set(result.generators.map(({ file }) => file))]).toEqual(written.toSorted());
});

test('generates enough for each of them', () => {
  const tooLittle = result.requirements
    .flatMap(({ checks }) => checks)
    .filter(({ reason }) => /too little (was generated|came of it)/.test(reason ?? ''));

  expect(tooLittle).toEqual([]);
});
