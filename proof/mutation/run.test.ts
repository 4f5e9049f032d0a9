import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { askIn } from './variant-runner.ts';
import { hunt, type HuntResult } from './hunt.ts';
import { instrument } from './instrument.ts';
import type { Mutant } from './mutant.ts';
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
let mutants: readonly Mutant[];
let hunted: HuntResult;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mutants-'));
  try {
    const all = await instrument(
      root,
      ['sandbox/rules/cardholders.ts'],
      join(folder, 'sandbox.js'),
    );
    mutants = all.filter(({ ignored }) => ignored === undefined);
    hunted = await hunt({
      mutants,
      requirements: ['v2.cardholder-creation.answers-201', 'v2.cardholder.keeps-country'],
      moods: [],
      ask: askIn({ folder, signal: new AbortController().signal, onRound: () => {} }),
      onRound: () => {},
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 300_000);

test('a mutant that a check notices does not survive', () => {
  expect(hunted.notGreen).toEqual([]);
  expect(hunted.survivors.length).toBeLessThan(mutants.length);
});

test('a mutant that none of the two requirements forbids survives, after a check has run it', () => {
  expect(hunted.survivors.filter(({ reachedBy }) => reachedBy > 0)).not.toEqual([]);
});
