import { expect, test } from 'vitest';
import { fileURLToPath } from 'node:url';
import { readExcuses, withoutExcused } from './excuses.ts';
import { type Mutant, namesOf, textOf } from './mutant.ts';

function mutant(id: string, original: string, more: Partial<Mutant> = {}): Mutant {
  const line = Number(id);
  return {
    id,
    file: 'sandbox/rules/cards.ts',
    location: { start: { line, column: 1 }, end: { line, column: 9 } },
    mutator: 'BooleanLiteral',
    original,
    replacement: 'false',
    ...more,
  };
}

const twins = [mutant('1', 'true'), mutant('2', 'true'), mutant('3', 'isLost')];
const names = [...namesOf(twins).values()];

test('mutants of one text have different names, which stay when lines move', () => {
  const moved = twins.map((one) => ({ ...one, location: mutant('70', '').location }));

  expect(new Set(names).size).toBe(3);
  expect([...namesOf(moved).values()]).toEqual(names);
});

test('a mutant reads as its place, its name and the change', () => {
  expect(textOf(mutant('7', 'isLost\n  && isOld'), 'abcde')).toBe(
    'rules/cards.ts:7  abcde  isLost && isOld => false',
  );
});

test('whoever has an excuse is not asked, and a name that nobody has is stale', () => {
  const [first = '', , third = ''] = names;
  const ignored = mutant('4', 'isOpen', { ignored: 'a wording' });
  const excuses = {
    'rules/cards.ts': { 'equivalent: nobody can tell': first, 'not shown': `${third} 00000` },
    'rules/other.ts': { 'of a file that is not looked at': '11111' },
  };

  expect(withoutExcused([...twins, ignored], excuses)).toEqual({
    asked: [twins[1]],
    equivalent: 1,
    notSpecified: 1,
    leftAlone: 1,
    stale: ['rules/cards.ts 00000'],
  });
});

test('the excuses can be read', () => {
  const folder = fileURLToPath(new URL('survivors', import.meta.url));

  expect(Object.keys(readExcuses(folder)).length).toBeGreaterThan(50);
});
