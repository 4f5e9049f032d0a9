import { expect, test } from 'vitest';
import { start, temporaryFolder } from '../testing.ts';

const run = (...words: string[]) => start('start.ts', words, { folder: temporaryFolder() }).ended;

test('a list takes filters', async () => {
  const { status, stdout } = await run('list', 'overdraft', '--api', 'v2', '--level=must,derived');

  expect(status).toBe(0);
  expect(stdout).toContain('v2.transfer-creation.overdraft-is-declined');
  expect(stdout).not.toContain('v1.');
});

test('a list output JSON is JSON, with every check that a run would make', async () => {
  const { status, stdout } = await run('list', '--json');

  const entries = JSON.parse(stdout) as Entry[];
  const idsOf = (ones: readonly Entry[]): string[] => ones.map(({ id }) => id);
  const unobservable = entries.filter((one) => one.unobservable !== undefined);
  expect(status).toBe(0);
  expect(unobservable.length).toBeGreaterThan(0);
  expect(idsOf(entries.filter(({ checks }) => checks.length === 0))).toEqual(idsOf(unobservable));

  const lists = entries.find(({ id }) => id === 'v2.money.is-conserved-concurrently');
  expect(lists).toMatchObject({
    tags: ['property', 'concurrency', 'money'],
    checks: [{ file: 'properties/v2/money-at-the-same-time.test.ts' }],
  });
});

interface Entry {
  readonly id: string;
  readonly unobservable?: string;
  readonly tags: readonly string[];
  readonly checks: readonly { readonly file: string; readonly name: string }[];
}

test('a list is narrowed by what the checks are', async () => {
  const { status, stdout } = await run('list', '--api', 'v2', '--tag', 'concurrency');

  expect(status).toBe(0);
  expect(stdout).toContain('v2.money.no-overdraft-concurrently');
  expect(stdout).not.toContain('v2.money.is-conserved ');
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
