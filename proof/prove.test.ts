import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faults } from './faults/index.ts';
import { requirementEntries } from '../fixtures/requirements/index.ts';
import { moods } from '../sandbox/moods.ts';
import type { MoodProof } from './moods-proof.ts';
import type { Proof } from './proof.ts';
import { start, temporaryFolder } from '../reporters/testing.ts';
import { canFail } from '../fixtures/requirements/requirement.ts';

// The quick proof: every fault against the checks of the requirement that it breaks, and every
// check against every lawful mood. What is asserted here one by one is one run of `npm run prove`.

interface Result extends Proof {
  readonly moods: readonly MoodProof[];
  readonly crashes: readonly string[];
}

let result: Result;
let status: number | null;
let output = '';

const folder = temporaryFolder(afterAll);

beforeAll(async () => {
  const file = join(folder, 'proof.json');
  const run = await start('../proof/prove.ts', ['--moods', '--json', file], { folder }).ended;
  status = run.status;
  output = `${run.stdout}\n${run.stderr}`;
  result = JSON.parse(readFileSync(file, 'utf8')) as Result;
}, 1_500_000);

describe('a fault is caught', () => {
  test.for(faults)('$id', ({ id }) => {
    const proof = result.faults.find((one) => one.id === id);

    expect(proof?.instead).toBeUndefined();
    expect(proof?.caught).toBe(true);
  });
});

describe('a judged requirement has a fault', () => {
  const judged = requirementEntries.filter(([, requirement]) => canFail(requirement));

  test.for(judged.map(([id]) => ({ id })))('$id', ({ id }) => {
    expect(result.withoutFault).not.toContain(id);
  });
});

describe('a lawful mood is conformant', () => {
  test.for(Object.keys(moods).map((name) => ({ name })))('$name', ({ name }) => {
    const proof = result.moods.find((mood) => mood.name === name);

    expect(proof?.falseAlarms).toEqual([]);
    expect(proof?.conformant).toBe(true);
  });
});

test('every check can fail', () => {
  expect(result.neverFailed).toEqual([]);
});

test('every check passes on the clean sandbox', () => {
  expect(result.notGreenWhenClean).toEqual([]);
});

test('the command says so, too', () => {
  expect(result.crashes).toEqual([]);
  expect(output).toContain('PROVED: a breach of any judged requirement is caught');
  expect(status).toBe(0);
});
