import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, sep } from 'node:path';
import { expect, test } from 'vitest';
import { emptyOutputFolder, problemWithOutputFolder } from './output-folder.ts';
import { temporaryFolder } from './testing.ts';
import { removedBeforeARun } from './written-files.ts';

test('is made, with every folder above it, and left empty', () => {
  const folder = join(temporaryFolder(), 'a', 'b');

  expect(problemWithOutputFolder(folder)).toBeUndefined();
  expect(readdirSync(folder)).toEqual([]);
});

test('loses the results of an earlier run, and nothing else', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'allure-report'));
  for (const name of [
    'conformance.json',
    'junit.xml',
    'badge.svg',
    'notes.txt',
    'allure-report/index.html',
  ]) {
    writeFileSync(join(folder, name), '');
  }

  expect(problemWithOutputFolder(folder)).toBeUndefined();
  expect(readdirSync(folder)).toContain('conformance.json');
  emptyOutputFolder(folder);
  expect(readdirSync(folder)).toEqual(['allure-report', 'notes.txt']);
  expect(existsSync(join(folder, 'allure-report', 'index.html'))).toBe(false);
});

test('cannot be on a full disk, and keeps what is there', ({ skip }) => {
  // The one device of every Linux that is always full.
  if (!existsSync('/dev/full')) return skip('there is no /dev/full here');
  const folder = temporaryFolder();
  symlinkSync('/dev/full', join(folder, `.written-${process.pid}`));
  writeFileSync(join(folder, 'conformance.json'), 'of an earlier run');

  expect(problemWithOutputFolder(folder)).toContain('ENOSPC');
  expect(readdirSync(folder)).toEqual(['conformance.json']);
});

test('cannot be a file, nor lie below one', () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');

  expect(problemWithOutputFolder(file)).toBe(
    `the output folder ${file} (--output) cannot be written to: ${file} is a file, not a folder`,
  );
  expect(problemWithOutputFolder(join(file, 'below'))).toContain(`: ${file} is a file, not a`);
});

test('is not judged by the formatter, wherever in the clone it lies', () => {
  const { ignorePatterns } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../.oxfmtrc.json'), 'utf8'),
  ) as { ignorePatterns: string[] };
  const formatted = removedBeforeARun
    .filter((name) => /\.(html|json)$/.test(name))
    .map((name) => name.split(sep)[0]);

  expect(formatted).toContain('conformance.json');
  expect(ignorePatterns).toEqual(expect.arrayContaining(formatted.map((name) => `**/${name}`)));
});
