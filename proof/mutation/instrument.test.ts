import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { instrument } from './instrument.ts';
import type { Mutant } from './mutant.ts';
import { mutatedSandbox } from './mutated-sandbox.ts';

// A sandbox of three files, whose `startSandbox` answers at once what its rules say.

const sources = {
  'server.ts': `
    import { allowed, decide } from './rules.ts';
    export const startSandbox = (text: string) => [allowed.join(), decide(text)];`,
  'rules.ts': `
    export const allowed: readonly string[] = ['daily'];
    class Refusal extends Error {}
    export function decide(text: string, choices = { style: 'plain' }): string {
      if (text === 'never') throw new Refusal('malformed', 'say something else');
      if (text === 'for ever') for (let step = 0; step < 1; step += 1) decide('');
      return choices.style === 'plain' ? 'plain' : 'fine';
    }
    export function limit(sum: number, fields: any, objections: any, choices: any): string {
      fields.allowOnly(['amount']);
      const { zero } = choices;
      if (sum === 0 && zero === 'refused') objections.add(zero, 'nothing to pay');
      if (sum > 99 || choices.largest === 'small') return 'too much';
      if (choices.limits === 'not-enforced') return 'any sum';
      return sum > 10 ? 'beyond the limit' : 'within';
    }
    export function tell(choices: any): string {
      switch (choices.words) {
        case 'long':
          return 'a long word';
      }
      return choices.words ?? 'no word';
    }`,
  'choices.ts': `export const usualChoices = { name: 'usual' };`,
  'moods.ts': `export const moods = { terse: { name: 'terse' } };`,
};

let folder = '';
let script = '';
let mutants: readonly Mutant[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mutants-'));
  script = join(folder, 'sandbox.js');
  for (const [name, text] of Object.entries(sources)) {
    const file = join(folder, 'sandbox', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  mutants = await instrument(folder, ['sandbox/rules.ts'], script);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function found(mutator: string, original: string, replacement?: string): Mutant {
  const mutant = mutants.find(
    (one) =>
      one.mutator === mutator &&
      one.original === original &&
      (replacement === undefined || one.replacement === replacement),
  );
  if (mutant === undefined) throw new Error(`${original} has no ${mutator}`);
  return mutant;
}

/** What `startSandbox` says with this mutant active. */
function said(text: string, mutant?: string, mood = 'usual') {
  const mutated = mutatedSandbox(script, { ...(mutant === undefined ? {} : { mutant }), mood });
  const start = mutated.start as unknown as (text: string) => readonly string[];
  return { mutated, answer: () => start(text) };
}

describe('the script', () => {
  test('is the sandbox as it was while no mutant is active', () => {
    expect(said('hello').answer()).toEqual(['daily', 'plain']);
  });

  test('has tables and constants evaluated with the mutant active', () => {
    const { id } = found('StringLiteral', "'daily'");

    expect(said('hello', id).answer()).toEqual(['', 'plain']);
    expect(said('hello').answer()).toEqual(['daily', 'plain']);
  });

  test('says which places were reached while no mutant was active', () => {
    const { id } = found('ConditionalExpression', "text === 'never'", 'false');
    const clean = said('hello');
    const active = said('hello', id);
    clean.answer();
    active.answer();

    expect(clean.mutated.reached.has(id)).toBe(true);
    expect(active.mutated.reached.size).toBe(0);
  });

  test('stops what goes on for ever', () => {
    const { id } = found('AssignmentOperator', 'step += 1');
    const endless = said('for ever', id);

    expect(endless.answer).toThrow('the mutant never ends');
    expect(endless.mutated.isEndless()).toBe(true);
  });

  test('takes another mood', () => {
    expect(said('hello', undefined, 'terse').mutated.choices).toEqual({ name: 'terse' });
    expect(() => said('hello', undefined, 'sad')).toThrow('no mood');
  });
});

describe('nobody asks about', () => {
  test('the wording of an error, but about which error it is', () => {
    expect(found('StringLiteral', "'say something else'").ignored).toContain('wording');
    expect(found('StringLiteral', "'malformed'").ignored).toBeUndefined();
  });

  test('which lawful choice is taken', () => {
    expect(found('EqualityOperator', "choices.style === 'plain'").ignored).toContain('lawful');
    expect(found('EqualityOperator', "text === 'never'").ignored).toBeUndefined();
    expect(found('ArrayDeclaration', "['amount']").ignored).toContain('lawful');
    expect(found('CallExpression', "fields.allowOnly(['amount']);").ignored).toContain('lawful');
  });

  test.for([
    ["'fine'", 'a branch'],
    ["'nothing to pay'", 'a branch that something else decides too'],
    ["'any sum'", 'what ends the matter'],
    ["'within'", 'what comes after it'],
    ["'a long word'", 'a case'],
  ] as const)('%s, which only some of the lawful choices run: %s', ([text]) => {
    expect(found('StringLiteral', text).ignored).toContain('lawful choices');
  });
});

test.for([
  ["'too much'", 'something else leads there as well'],
  ["'no word'", 'no choice is asked'],
] as const)('somebody asks about %s: %s', ([text]) => {
  expect(found('StringLiteral', text).ignored).toBeUndefined();
});

test('somebody asks about what else decides beside a choice', () => {
  expect(found('EqualityOperator', 'sum === 0').ignored).toBeUndefined();
  expect(found('EqualityOperator', 'sum > 99', 'sum >= 99').ignored).toBeUndefined();
});
