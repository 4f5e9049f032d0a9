import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { prepareOutputFolder } from './output-folder.ts';
import { temporaryFolder } from './testing.ts';

test('is made, with every folder above it, and left empty', () => {
  const folder = join(temporaryFolder(), 'a', 'b');

  expect(prepareOutputFolder(folder)).toBeUndefined();
  expect(readdirSync(folder)).toEqual([]);
});

test('loses the results of an earlier run, and nothing else', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'allure-report'));
  for (const name of ['conformance.json', 'junit.xml', 'notes.txt', 'allure-report/index.html']) {
    writeFileSync(join(folder, name), '');
  }

  expect(prepareOutputFolder(folder)).toBeUndefined();
  expect(readdirSync(folder)).toEqual(['allure-report', 'notes.txt']);
  expect(existsSync(join(folder, 'allure-report', 'index.html'))).toBe(false);
});

test('cannot be a file, nor lie below one', () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');

  expect(prepareOutputFolder(file)).toContain(`the output folder ${file} cannot be written to: `);
  expect(prepareOutputFolder(join(file, 'below'))).toContain('cannot be written to: ');
});
