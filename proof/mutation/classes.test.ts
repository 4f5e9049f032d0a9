import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import {
  classified,
  comparedFates,
  type Judgement,
  keysOf,
  readJudgements,
  staleEntries,
  namesIn,
  notAskedFor,
  withKilled,
} from './classes.ts';
import { figuresOf } from './figures.ts';
import type { Fate, Status } from './hunt.ts';
import type { Mutant } from './mutant.ts';

function mutant(id: string, line: number, original = 'a && b'): Mutant {
  return {
    id,
    file: 'sandbox/rules/cards.ts',
    location: { start: { line, column: 1 }, end: { line, column: 9 } },
    mutator: 'LogicalOperator',
    original,
    replacement: 'a || b',
  };
}

function fate(id: string, status: Status, line = Number(id), original?: string): Fate {
  return { mutant: mutant(id, line, original), status, ranBy: ['v2.card.id-is-a-string'] };
}

const key = 'rules/cards.ts LogicalOperator: a && b => a || b';
const equivalent: Judgement = {
  class: 'equivalent',
  because: 'nobody can tell them apart',
  mutants: [key],
};

test('a mutant keeps its name when lines move', () => {
  expect(keysOf([mutant('1', 10)]).get('1')).toBe(keysOf([mutant('7', 300)]).get('7'));
});

test('the same change at two places of a file has two names', () => {
  expect([...keysOf([mutant('1', 10), mutant('2', 20)]).values()]).toEqual([key, `${key} (2)`]);
});

test('what was found out about a survivor is found again', () => {
  const fates = [fate('1', 'Killed', 1, 'x && y'), fate('2', 'Survived')];

  expect(classified(fates, [equivalent])).toMatchObject([{ key, judgement: equivalent }]);
});

test('where a check has nothing to ask any more, what it says is the reason', () => {
  const idle = { ...fate('2', 'Survived'), idle: 'no form of it is taken' };
  const [one] = classified([idle], []);

  expect(one?.judgement).toMatchObject({
    class: 'not specified',
    because: expect.stringContaining('no form of it is taken'),
  });
  expect(classified([{ ...idle, status: 'Killed' }], [])).toEqual([]);
  expect(classified([idle], [equivalent])[0]?.judgement).toEqual(equivalent);
});

test('an entry that no survivor answers to is stale, but only where its file was asked', () => {
  expect(staleEntries([fate('1', 'Killed')], [equivalent])).toEqual([key]);
  expect(staleEntries([fate('1', 'Survived')], [equivalent])).toEqual([]);
  expect(staleEntries([], [equivalent])).toEqual([]);
});

test('two runs are compared by what both asked, whatever numbers it has', () => {
  const before = [fate('1', 'Killed'), fate('2', 'Survived', 2, 'c && d'), fate('3', 'Ignored')];
  const now = [
    fate('7', 'Survived'),
    fate('8', 'NoCoverage', 9, 'c && d'),
    fate('9', 'Killed', 9, 'e && f'),
  ];

  const { mutants, different } = comparedFates(before, now);

  expect(mutants).toBe(2);
  expect(different.map(({ fate: { mutant } }) => mutant.id)).toEqual(['7']);
});

test('whom a later run killed is dead, and whom it only ran is not one that nobody runs', () => {
  const fates = [
    fate('1', 'Survived'),
    fate('2', 'NoCoverage', 2, 'c && d'),
    fate('3', 'Killed', 3, 'e && f'),
  ];
  const later: Fate[] = [
    { ...fate('7', 'Killed'), killedBy: 'v2.card.ids-differ' },
    { ...fate('8', 'Survived', 2, 'c && d'), ranBy: ['v2.card.ids-differ'] },
    { ...fate('9', 'Ignored', 5, 'e && f'), reason: notAskedFor },
  ];

  expect(namesIn(fates).alive.size).toBe(2);
  expect(withKilled(fates, later)).toMatchObject([
    { mutant: { id: '7' }, status: 'Killed', killedBy: 'v2.card.ids-differ' },
    { mutant: { id: '8' }, status: 'Survived', ranBy: [expect.any(String), 'v2.card.ids-differ'] },
    { mutant: { id: '9', location: { start: { line: 5 } } }, status: 'Killed' },
  ]);
});

test('mutants of code that is gone are gone, and new ones are there once they were asked', () => {
  const later: Fate[] = [
    fate('1', 'Survived', 1, 'g && h'),
    { ...fate('2', 'Ignored', 2, 'i && j'), reason: notAskedFor },
  ];

  expect(withKilled([fate('1', 'Killed')], later)).toEqual([later[0]]);
});

test('an entry may leave out text', () => {
  const entry = { ...equivalent, mutants: ['rules/cards.ts LogicalOperator: a … => a || b'] };
  const others = { ...equivalent, mutants: ['rules/cards.ts LogicalOperator: b … => a || b'] };

  expect(classified([fate('2', 'Survived')], [others, entry])).toMatchObject([
    { judgement: entry },
  ]);
});

test('the score leaves out what is equivalent, and counts whoever nobody looked at', () => {
  const fates = [
    fate('1', 'Killed', 1, 'x && y'),
    fate('2', 'Survived'),
    fate('3', 'NoCoverage', 3, 'c && d'),
    fate('4', 'Ignored', 4, 'e && f'),
    fate('5', 'Timeout', 5, 'g && h'),
  ];
  const run = { on: '2026-11-21', seconds: 1, cpuSeconds: 2 };

  expect(figuresOf(fates, classified(fates, [equivalent]), run)).toMatchObject({
    mutants: 4,
    equivalent: 1,
    unclassified: 1,
    rawScore: 50,
    score: 66.6,
  });
});

test('the judgements that are kept can be read, each mutant once', () => {
  const all = readJudgements(fileURLToPath(new URL('survivors', import.meta.url)));
  const names = all.flatMap(({ mutants }) => mutants);

  expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
});
