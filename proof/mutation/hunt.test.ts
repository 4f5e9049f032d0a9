import { describe, expect, test } from 'vitest';
import type { Asker, Said } from './asking.ts';
import { hunt, type Fate } from './hunt.ts';
import type { Mutant } from './mutant.ts';
import type { MutantVariant } from './variant.ts';

// The hunt against a sandbox that is a table: which checks reach a mutant, and which one notices.

const requirements = ['a', 'b', 'c', 'd', 'e'].map((name) => `v2.card.${name}`);
const [first = '', second = ''] = requirements;

function mutant(id: string, more: Partial<Mutant> = {}): Mutant {
  const line = Number(id);
  return {
    id,
    file: 'sandbox/rules/cards.ts',
    location: { start: { line, column: 1 }, end: { line, column: 9 } },
    mutator: 'BooleanLiteral',
    original: 'true',
    replacement: 'false',
    ...more,
  };
}

type Verdict = Said['verdict'];

interface Table {
  /** The checks that reach it; all of them when absent. */
  readonly reachedBy?: readonly string[];
  /** The mood that reaches it. */
  readonly mood?: string;
  readonly verdicts?: Readonly<Record<string, Verdict>>;
  readonly hangs?: boolean;
  /** The mood, other than its own, in which it is noticed. */
  readonly noticedIn?: string;
  /** The checks that reach it there, where they are others than those of its own mood. */
  readonly reachedThereBy?: readonly string[];
  /** The requirement whose check finds nothing to ask any more. */
  readonly idleFor?: string;
  /** While one of these is active in the same sandbox, it is not run. */
  readonly hiddenBy?: readonly string[];
  /** While this one is active in the same sandbox, it is run and not noticed. */
  readonly maskedBy?: string;
}

function askerOf(table: Readonly<Record<string, Table>>): Asker & { readonly asked: string[] } {
  const asked: string[] = [];
  const reaches = ({ mood, requirement }: MutantVariant, id: string): boolean => {
    const { reachedBy = requirements, mood: own = 'usual', noticedIn } = table[id] ?? {};
    const { reachedThereBy = reachedBy } = table[id] ?? {};
    return (
      (own === mood && reachedBy.includes(requirement)) ||
      (noticedIn === mood && reachedThereBy.includes(requirement))
    );
  };
  return {
    asked,
    cpuSeconds: 0,
    ask: async (variants) =>
      variants.map((variant): Said => {
        const { mutants, requirement } = variant;
        asked.push(`${mutants.join('+')} ${requirement}`);
        const ran = mutants.filter((id) => {
          const { hiddenBy = [] } = table[id] ?? {};
          return reaches(variant, id) && !hiddenBy.some((other) => mutants.includes(other));
        });
        const verdicts = ran.map((id) => {
          const { verdicts, noticedIn = variant.mood, maskedBy = '' } = table[id] ?? {};
          if (mutants.includes(maskedBy)) return 'passed';
          return noticedIn === variant.mood ? (verdicts?.[requirement] ?? 'passed') : 'passed';
        });
        return {
          variant,
          verdict: verdicts.find((one) => one !== 'passed') ?? 'passed',
          ms: 10,
          reason: 'what the check says',
          isIdle: ran.some((id) => table[id]?.idleFor === requirement),
          reached: new Set(
            mutants.length > 0 ? [] : Object.keys(table).filter((id) => reaches(variant, id)),
          ),
          ran: new Set(ran),
          hung: ran.some((id) => table[id]?.hangs === true),
        };
      }),
  };
}

async function huntedIn(
  table: Readonly<Record<string, Table>>,
  {
    mutants = Object.keys(table).map((id) => mutant(id)),
    names = requirements,
    isJudged = () => true,
    earlier = () => undefined,
  }: {
    readonly mutants?: readonly Mutant[];
    readonly names?: readonly string[];
    readonly isJudged?: (mutant: Mutant) => boolean;
    readonly earlier?: (mutant: Mutant) => Fate | undefined;
  } = {},
): Promise<{ fates: ReadonlyMap<string, Fate>; asked: readonly string[] }> {
  const asker = askerOf(table);
  const { fates } = await hunt({
    mutants,
    requirements: names,
    moods: ['usual', 'terse'],
    asker,
    linesOf: () => [],
    statementOf: () => '',
    isJudged,
    earlier,
    onRound: () => {},
  });
  return { fates: new Map(fates.map((fate) => [fate.mutant.id, fate])), asked: asker.asked };
}

describe('a mutant', () => {
  test('that a check notices is killed by its requirement', async () => {
    const { fates } = await huntedIn({ 1: { verdicts: { [second]: 'failed' } } });

    expect(fates.get('1')).toMatchObject({ status: 'Killed', killedBy: second });
  });

  test('that no check notices survives once every check that reaches it has run it', async () => {
    const { fates } = await huntedIn({ 1: { reachedBy: [first, second] } });

    expect(fates.get('1')?.status).toBe('Survived');
    expect(fates.get('1')?.ranBy.toSorted()).toEqual([first, second]);
  });

  test('that never answers is timed out', async () => {
    const { fates } = await huntedIn({ 1: { verdicts: { [first]: 'failed' }, hangs: true } });

    expect(fates.get('1')?.status).toBe('Timeout');
  });

  test('that no check reaches is not run', async () => {
    const { fates, asked } = await huntedIn({ 1: { reachedBy: [] } });

    expect(fates.get('1')?.status).toBe('NoCoverage');
    expect(asked.filter((one) => one.startsWith('1 '))).toEqual([]);
  });

  test('that leaves checks undecided is told apart from a survivor', async () => {
    const { fates } = await huntedIn({ 1: { verdicts: { [first]: 'undecided' } } });

    expect(fates.get('1')).toMatchObject({
      status: 'RuntimeError',
      reason: 'what the check says',
    });
  });

  test('that leaves a check nothing to ask survives with what the check says', async () => {
    const { fates } = await huntedIn({ 1: { idleFor: first }, 2: {} });

    expect(fates.get('1')).toMatchObject({ status: 'Survived', idle: 'what the check says' });
    expect(fates.get('2')?.idle).toBeUndefined();
  });

  test('that only another mood reaches is asked in that mood', async () => {
    const { fates } = await huntedIn({ 1: { mood: 'terse', verdicts: { [first]: 'failed' } } });

    expect(fates.get('1')).toMatchObject({ status: 'Killed', mood: 'terse' });
  });

  test('that only another mood shows is killed there', async () => {
    const { fates } = await huntedIn({
      1: { noticedIn: 'terse', verdicts: { [first]: 'failed' } },
    });

    expect(fates.get('1')).toMatchObject({ status: 'Killed', mood: 'terse' });
  });

  test('that only a check of another mood reaches is killed there', async () => {
    const { fates } = await huntedIn({
      1: {
        reachedBy: [second],
        noticedIn: 'terse',
        reachedThereBy: [first],
        verdicts: { [first]: 'failed' },
      },
    });

    expect(fates.get('1')).toMatchObject({ status: 'Killed', killedBy: first, mood: 'terse' });
  });

  test('that nobody judged is asked by every check in the other moods', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `v2.card.n${index}`);
    const crowd = Object.fromEntries(
      names.map((noticing, index): [string, Table] => [
        String(index * 50 + 1),
        {
          reachedBy: [first],
          noticedIn: 'terse',
          reachedThereBy: names,
          verdicts: { [noticing]: 'failed' },
        },
      ]),
    );
    const killedOf = ({ fates }: Awaited<ReturnType<typeof huntedIn>>): number =>
      [...fates.values()].filter(({ status }) => status === 'Killed').length;
    const options = { names: [first, ...names] };

    expect(killedOf(await huntedIn(crowd, { ...options, isJudged: () => false }))).toBe(40);
    expect(killedOf(await huntedIn(crowd, options))).toBeLessThan(40);
  });

  test('that an earlier hunt killed is asked by its killer first', async () => {
    const table = { 1: { verdicts: { [second]: 'failed' as const } } };
    const killed =
      (by: string) =>
      (one: Mutant): Fate => ({
        mutant: one,
        status: 'Killed',
        ranBy: [],
        killedBy: by,
      });

    const { fates, asked } = await huntedIn(table, { earlier: killed(second) });
    const { fates: wrongly } = await huntedIn(table, { earlier: killed(first) });

    expect(asked.filter((one) => one.startsWith('1 '))).toEqual([`1 ${second}`]);
    expect(fates.get('1')).toMatchObject({ status: 'Killed', killedBy: second });
    expect(wrongly.get('1')).toMatchObject({ status: 'Killed', killedBy: second });
  });

  test('that nobody asks about is ignored with the reason', async () => {
    const { fates, asked } = await huntedIn(
      { 1: {} },
      { mutants: [mutant('1', { ignored: 'a wording' })] },
    );

    expect(fates.get('1')).toMatchObject({ status: 'Ignored', reason: 'a wording' });
    expect(asked.filter((one) => one.startsWith('1 '))).toEqual([]);
  });
});

describe('mutants in one sandbox', () => {
  const many = [...requirements, ...Array.from({ length: 60 }, (_, index) => `v2.list.n${index}`)];

  test('are told apart where it fails', async () => {
    const last = many.at(-1) ?? '';
    const table = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [
        String(index * 50 + 1),
        { reachedBy: many, ...(index === 5 ? { verdicts: { [last]: 'failed' as const } } : {}) },
      ]),
    );

    const { fates, asked } = await huntedIn(table, { names: many });

    const all = [...fates.values()];
    expect(all.filter(({ status }) => status === 'Killed').map((one) => one.mutant.id)).toEqual([
      '251',
    ]);
    expect(all.filter(({ status }) => status === 'Survived')).toHaveLength(11);
    expect(asked.some((one) => one.includes('+'))).toBe(true);
  });

  test('do not hide behind one that leaves nothing to ask', async () => {
    const last = many.at(-1) ?? '';
    const table = {
      1: { reachedBy: many, idleFor: last },
      2: { reachedBy: many, verdicts: { [last]: 'failed' as const }, hiddenBy: ['1'] },
    };

    const { fates } = await huntedIn(table, { names: many });

    expect([...fates.values()].map(({ status }) => status)).toEqual(['Survived', 'Killed']);
  });

  test('that hide each other are asked apart', async () => {
    const table = {
      1: { reachedBy: many },
      2: { reachedBy: many, hiddenBy: ['1'] },
    };

    const { fates } = await huntedIn(table, { names: many });

    expect([...fates.values()].map(({ status, ranBy }) => [status, ranBy.length])).toEqual([
      ['Survived', many.length],
      ['Survived', many.length],
    ]);
  });

  test('are few enough that what one of them does is seen', async () => {
    const crowd = Array.from({ length: 40 }, (_, index) => String(index + 1));
    const noticing = many[20] ?? '';
    const table = Object.fromEntries(
      crowd.map((id) => [
        id,
        {
          reachedBy: many,
          // It is run and noticed by none as long as one of so many others is there too.
          ...(id === '1' ? { verdicts: { [noticing]: 'failed' as const }, maskedBy: '22' } : {}),
        },
      ]),
    );

    const { fates } = await huntedIn(table, { names: many });

    expect(fates.get('1')).toMatchObject({ status: 'Killed', killedBy: noticing });
  });

  test('of several groups that fail for one reason are all found', async () => {
    const some = Array.from({ length: 300 }, (_, index) => String(index + 1));
    const killed = some.filter((id) => Number(id) % 60 === 0);
    const last = many.at(-1) ?? '';
    const table = Object.fromEntries(
      some.map((id) => [
        id,
        {
          reachedBy: many,
          ...(killed.includes(id) ? { verdicts: { [last]: 'failed' as const } } : {}),
        },
      ]),
    );

    const { fates } = await huntedIn(table, { names: many });

    const found = [...fates.values()].filter(({ status }) => status === 'Killed');
    expect(found.map(({ mutant: { id } }) => id)).toEqual(killed);
  });
});
