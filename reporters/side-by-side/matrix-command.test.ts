import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { choicesCalled } from '../../sandbox/moods.ts';
import { startSandbox } from '../../sandbox/server.ts';
import { aFailure, aResult } from '../certificate/testing.ts';
import { certified } from '../testing/certified-run.ts';
import { type Ended, start, temporaryFolder } from '../testing.ts';
import type { SideBySide } from './side-by-side.ts';

describe('npm run matrix', () => {
  test('puts folders and files into one page and one JSON', async () => {
    const folder = withResults();

    const { status, stdout, stderr } = await matrix(
      folder,
      'old=a',
      'new=b/conformance.json',
      '--output',
      'out',
    );

    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(stdout).toContain('1 requirement met by some and broken by others');
    expect(stdout).toContain('  old → new: no longer met 1, newly met 0');
    expect(jsonIn(folder).targets.map(({ name, verdict }) => [name, verdict])).toEqual([
      ['old', 'conformant'],
      ['new', 'not-conformant'],
    ]);
    expect(readFileSync(join(folder, 'out', 'matrix.html'), 'utf8')).toContain('old → new');
  });

  test('warns where results do not compare, and writes all the same', async () => {
    const folder = withResults();
    write(folder, 'c', JSON.stringify(aResult({ run: { profile: 'smoke' } })));

    const { status, stdout } = await matrix(folder, 'a=a', 'c=c', '--output', 'out');

    expect(status).toBe(0);
    expect(stdout).toContain('Warning: The profiles differ. a: certification. c: smoke.');
  });

  test.for([
    ['none', [], /missing required argument/],
    ['what cannot be read', ['a=a', 'b=nowhere'], /^error: b: nowhere cannot be read/m],
    ['an unknown option', ['a=a', 'b=b', '--outptu', 'x'], /Did you mean --output/],
    ['a file as its folder', ['a=a', 'b=b', '--output', 'a/conformance.json'], /--output/],
  ] as const)('refuses %s with a sentence, and writes nothing', async ([, words, sentence]) => {
    const folder = withResults();

    const { status, stderr } = await matrix(folder, ...words);

    expect(stderr).toMatch(sentence);
    expect(status).toBe(2);
    expect(existsSync(join(folder, 'reports'))).toBe(false);
  });

  test('drives no terminal', async () => {
    const folder = withResults();

    const { stdout, stderr } = await matrix(folder, 'a\u001b[2J=a', 'b\u202e=b');

    expect(stdout + stderr).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
  });

  test('explains itself', async () => {
    const { status, stdout } = await matrix(temporaryFolder(), '--help');

    expect(status).toBe(0);
    expect(stdout).toContain('npm run matrix -- old=reports/last new=reports');
  });
});

test('two moods of the sandbox keep the same and settle open points differently', async () => {
  const [terse, strict] = [await resultsIn('terse'), await resultsIn('strict')];
  const folder = temporaryFolder();

  const { status } = await matrix(folder, `terse=${terse}`, `strict=${strict}`, '--output', 'out');

  const { requirements, warnings, moves } = jsonIn(folder);
  const differing = requirements.filter(({ difference }) => difference === 'keeping');
  expect(status).toBe(0);
  expect(differing).toEqual([]);
  expect(moves.map(({ settledDifferently }) => settledDifferently.length > 0)).toEqual([
    true,
    true,
  ]);
  expect(warnings).toEqual([`Only a selection was run for terse and strict: --only ${selection}.`]);
});

/** What is kept, and what is open. */
const selection = 'v2.card-status,v2.card-creation,v2.errors,v2.reissue';

async function resultsIn(mood: string): Promise<string> {
  const sandbox = await startSandbox({ choices: choicesCalled(mood) });
  onTestFinished(() => sandbox.close());
  const order = ['--only', selection, '--profile', 'smoke', '--seed', '7', '--no-allure'];
  return (await certified(order, sandbox.environment)).folder;
}

/** One that is conformant in `a`, one that is not in `b`. */
function withResults(): string {
  const folder = temporaryFolder();
  write(folder, 'a', JSON.stringify(aResult()));
  write(
    folder,
    'b',
    JSON.stringify(aResult({ verdict: 'not-conformant', requirements: [aFailure()] })),
  );
  return folder;
}

function write(folder: string, name: string, text: string): void {
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, 'conformance.json'), text);
}

function jsonIn(folder: string): SideBySide {
  return JSON.parse(readFileSync(join(folder, 'out', 'matrix.json'), 'utf8')) as SideBySide;
}

async function matrix(folder: string, ...words: readonly string[]): Promise<Ended> {
  return await start('side-by-side/matrix-command.ts', words, { folder }).ended;
}
