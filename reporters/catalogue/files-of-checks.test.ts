import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { filesHolding } from './files-of-checks.ts';

test('are those that are noted; `npm run regenerate` notes them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'files-of-checks-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const now = join(folder, 'now.json');
  const script = fileURLToPath(new URL('collect-files.ts', import.meta.url));

  spawnSync(process.execPath, [script, now], { stdio: 'inherit' });

  const noted = readFileSync(new URL('files-of-checks.txt', import.meta.url), 'utf8');
  expect(readFileSync(now, 'utf8')).toBe(noted);
});

const collected = { 'a.test.ts': ['v2.card.one'], 'b.test.ts': ['v2.card.one', 'v2.card.two'] };
const paths = ['a.test.ts', 'b.test.ts'];

test.for([
  ['v2.card.two', ['b.test.ts']],
  ['v2.card.one', ['a.test.ts', 'b.test.ts']],
  ['v2.card.new', ['a.test.ts', 'b.test.ts']],
] as const)('of %s no other file is loaded', ([id, wanted]) => {
  expect(filesHolding(paths, [id], collected)).toEqual(wanted);
});

test('a file that nobody noted is loaded', () => {
  expect(filesHolding([...paths, 'c.test.ts'], ['v2.card.two'], collected)).toEqual([
    'b.test.ts',
    'c.test.ts',
  ]);
});

test('what cannot be seen from outside has no file', () => {
  expect(filesHolding(paths, ['v1.service.no-real-money'], collected)).toEqual([]);
});
