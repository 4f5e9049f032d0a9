import { expect, test } from 'vitest';
import type { Answer, Ask, Verdict } from './variant-runner.ts';
import { hunt, type HuntResult } from './hunt.ts';
import type { Mutant } from './mutant.ts';

// The hunt against a sandbox that is a table: which checks reach a mutant, and what they say.

const requirements = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `v2.card.${name}`);
const [first = '', second = ''] = requirements;
const last = requirements.at(-1) ?? '';

interface Row {
  /** The checks that reach it; all of them when absent. */
  readonly reachedBy?: readonly string[];
  /** The mood that reaches it. */
  readonly mood?: string;
  readonly says?: Readonly<Record<string, Verdict>>;
}

async function hunted(
  table: Readonly<Record<string, Row>>,
  clean: Readonly<Record<string, Verdict>> = {},
): Promise<HuntResult & { readonly asked: readonly string[] }> {
  const asked: string[] = [];
  const reaches = (id: string, mood: string, requirement: string): boolean => {
    const { mood: own = mood, reachedBy = requirements } = table[id] ?? {};
    return own === mood && reachedBy.includes(requirement);
  };
  const ask: Ask = async (questions) =>
    questions.map((question): Answer => {
      const { mutant, mood, requirement } = question;
      const ids = Object.keys(table).filter((id) => reaches(id, mood, requirement));
      if (mutant !== undefined) asked.push(`${mutant} ${requirement} ${mood}`);
      const says = mutant === undefined ? clean : (table[mutant]?.says ?? {});
      const verdict = says[requirement] ?? 'passed';
      return { question, verdict, ms: 1, reason: '', reached: new Set(ids) };
    });
  const mutants = Object.keys(table).map((id): Mutant => ({
    id,
    file: 'sandbox/rules/cards.ts',
    location: { start: { line: 1, column: 1 }, end: { line: 1, column: 9 } },
    mutator: 'BooleanLiteral',
    original: id,
    replacement: 'false',
  }));
  const outcome = await hunt({ mutants, requirements, moods: ['terse'], ask, onRound: () => {} });
  return { ...outcome, asked };
}

function idsOf({ survivors }: HuntResult): string[] {
  return survivors.map(({ mutant }) => mutant.id);
}

test('a mutant survives that no check notices, after each that reaches it has asked', async () => {
  const result = await hunted({ 1: { mood: 'usual' } });

  expect(result.survivors).toMatchObject([{ mutant: { id: '1' }, reachedBy: 6 }]);
  expect(result.asked.toSorted()).toEqual(requirements.map((id) => `1 ${id} usual`));
});

test.for(['noticed', 'withdrawn'] as const)('a check that says %s is enough', async (verdict) => {
  expect(idsOf(await hunted({ 1: { says: { [last]: verdict } } }))).toEqual([]);
});

test.for(['undecided', 'spared'] as const)('a check that says %s is none', async (verdict) => {
  expect(idsOf(await hunted({ 1: { says: { [last]: verdict } } }))).toEqual(['1']);
});

test('who is noticed is asked no more', async () => {
  const { asked } = await hunted({ 1: { says: { [first]: 'noticed' } } });

  expect(asked).toHaveLength(4);
});

test('what only another mood reaches is asked there', async () => {
  const { asked, survivors } = await hunted({ 1: { mood: 'terse', says: { [last]: 'noticed' } } });

  expect(survivors).toEqual([]);
  expect(asked).toContain(`1 ${last} terse`);
});

test('what no check reaches survives, and nobody is asked', async () => {
  const { asked, survivors } = await hunted({ 1: { reachedBy: [] } });

  expect(survivors).toMatchObject([{ reachedBy: 0 }]);
  expect(asked).toEqual([]);
});

test('a check that fails or cannot ask without a mutant is named and asks nothing', async () => {
  const table = { 1: { reachedBy: [first, second] } };
  const { asked, notGreen } = await hunted(table, { [first]: 'noticed', [second]: 'withdrawn' });

  expect(notGreen).toEqual([`${first} (usual)`, `${first} (terse)`]);
  expect(asked).toEqual([]);
});
