import { expect, test } from 'vitest';
import { likelyKillers } from './likely-killers.ts';
import type { Mutant } from './mutant.ts';

const mutant = (id: string, line: number): Mutant => ({
  id,
  file: 'sandbox/rules/cards.ts',
  location: { start: { line, column: 1 }, end: { line, column: 2 } },
  mutator: 'BooleanLiteral',
  original: 'true',
  replacement: 'false',
});

const one = mutant('1', 1);
const two = mutant('2', 2);
const lines = ['expiryDate: (today) => today,', '', '', 'pin: () => true,'];
const statements: Readonly<Record<string, string>> = {
  'v2.list.orders': 'A list takes the order ASC and DESC.',
};

function killersWith(open: readonly string[], costs: Readonly<Record<string, number>> = {}) {
  const reach = new Map([one, two].map(({ id }) => [id, { open: new Set(open) }]));
  return likelyKillers({
    mutants: [one, two],
    reach,
    costs: new Map(Object.entries(costs)),
    linesOf: () => lines,
    statementOf: (id) => statements[id] ?? '',
  });
}

test('a requirement that speaks of what the line speaks of comes first', () => {
  const open = ['v2.list.sorts', 'v2.card.expiry-date-is-a-month'];

  expect(killersWith(open).of(one, new Set(open))[0]).toBe('v2.card.expiry-date-is-a-month');
});

test('a requirement that says what is mutated comes first', () => {
  const open = ['v2.list.sorts', 'v2.list.orders'];
  const literal = { ...one, original: "'DESC'" };
  const reach = new Map([[literal.id, { open: new Set(open) }]]);
  const killers = likelyKillers({
    mutants: [literal],
    reach,
    costs: new Map(),
    linesOf: () => ["sorts: ['ASC', 'DESC'],"],
    statementOf: (id) => statements[id] ?? '',
  });

  expect(killers.of(literal, new Set(open))).toEqual(['v2.list.orders', 'v2.list.sorts']);
});

test('of two that are alike, the quicker one comes first', () => {
  const open = ['v2.list.sorts', 'v2.list.pages'];
  const killers = killersWith(open, { 'v2.list.sorts': 900, 'v2.list.pages': 10 });

  expect(killers.of(one, new Set(open))).toEqual(['v2.list.pages', 'v2.list.sorts']);
});

test('what killed a neighbour comes first', () => {
  const open = ['v2.list.sorts', 'v2.list.pages', 'v2.list.ends'];
  const killers = killersWith(open);
  killers.learn(two, 'v2.list.ends', true);

  expect(killers.of(one, new Set(open))[0]).toBe('v2.list.ends');
});

test('what was asked in vain comes last', () => {
  const open = ['v2.list.sorts', 'v2.list.pages'];
  const killers = killersWith(open);
  killers.learn(two, 'v2.list.sorts', false);

  expect(killers.of(one, new Set(open))[0]).toBe('v2.list.pages');
});

test('only those that were not asked yet are named', () => {
  expect(
    killersWith(['v2.list.sorts', 'v2.list.pages']).of(one, new Set(['v2.list.pages'])),
  ).toEqual(['v2.list.pages']);
});
