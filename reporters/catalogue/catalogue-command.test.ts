import { expect, test } from 'vitest';
import { start, temporaryFolder } from '../testing.ts';

const run = (...words: string[]) => start('certify.ts', words, { folder: temporaryFolder() }).ended;

test('a list takes filters', async () => {
  const { status, stdout } = await run('list', 'overdraft', '--api', 'v2', '--level=must,derived');

  expect(status).toBe(0);
  expect(stdout).toContain('v2.transfer-creation.overdraft-is-declined');
  expect(stdout).not.toContain('v1.');
});

test('a list for programs is JSON', async () => {
  const { status, stdout } = await run('list', '--json', '--tag', 'unobservable');

  const entries = JSON.parse(stdout) as { unobservable?: string }[];
  expect(status).toBe(0);
  expect(entries.length).toBeGreaterThan(0);
  for (const { unobservable } of entries) expect(unobservable).toBeTypeOf('string');
});

test.for([
  [['list', '--tag', 'mony'], 'did you mean money?'],
  [['list', '--api', 'v3'], 'did you mean v1?'],
  [['list', '--levle', 'must'], 'Did you mean --level?'],
  [['explain'], 'explain needs the id of a requirement'],
  [['explain', 'v2.card.id-is-a-sting'], 'did you mean v2.card.id-is-a-string?'],
  [['--api', 'v2', 'list'], 'list must come first'],
] as const)('%s is refused with what was meant', async ([words, sentence]) => {
  const { status, stderr } = await run(...words);

  expect(status).toBe(2);
  expect(stderr).toContain(sentence);
});

test('both explain themselves', async () => {
  for (const command of ['list', 'explain']) {
    const { status, stdout } = await run(command, '--help');

    expect(status).toBe(0);
    expect(stdout).toContain('--json');
  }
});
