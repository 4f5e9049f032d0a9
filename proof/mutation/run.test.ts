import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import type { Hunted } from './hunt.ts';
import { huntIn } from './run.ts';
import { filesByScope, whyLeftOut } from './scope.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('every file of the sandbox has its place, or a reason why it is left out', () => {
  const mutated = [...filesByScope(root).values()].flat();
  const others = globSync('sandbox/**/*.ts', { cwd: root })
    .map((file) => file.replace('sandbox/', ''))
    .filter((file) => !file.endsWith('.test.ts') && !mutated.includes(`sandbox/${file}`));

  expect(others.filter((file) => whyLeftOut(file) === undefined)).toEqual([]);
  expect(new Set(mutated).size).toBe(mutated.length);
});

// One small file with two requirements: instrumented, bundled, asked and judged for real.
let hunted: Hunted;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mutants-'));
  try {
    hunted = await huntIn(root, 'v2', ['sandbox/rules/cardholders.ts'], {
      folder,
      signal: new AbortController().signal,
      onRound: () => {},
      moods: [],
      requirements: ['v2.cardholder-creation.answers-201', 'v2.cardholder.keeps-country'],
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 300_000);

test('a mutant that a check notices is killed', () => {
  expect(hunted.notGreen).toEqual([]);
  expect(hunted.fates.filter(({ status }) => status === 'Killed')).not.toEqual([]);
});

test('a mutant that none of the two requirements forbids survives, after a check has run it', () => {
  const survivors = hunted.fates.filter(({ status }) => status === 'Survived');

  expect(survivors).not.toEqual([]);
  expect(survivors.filter(({ ranBy }) => ranBy.length === 0)).toEqual([]);
});
