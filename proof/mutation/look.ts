import type { Asker } from './asking.ts';
import type { Mutant } from './mutant.ts';
import { type MutantVariant, usualMood } from './variant.ts';

interface LookOptions {
  readonly requirements: readonly string[];
  /** The lawful moods that reach what the usual one does not. */
  readonly moods: readonly string[];
  readonly asker: Asker;
  readonly onRound: (round: string) => void;
}

/** What the checks do while no mutant is active. */
export interface Reach {
  /** By mutant, the mood in which it is reached and the requirements whose checks reach it. */
  readonly reach: ReadonlyMap<
    string,
    { readonly mood: string; readonly open: ReadonlySet<string> }
  >;
  /** The requirements whose checks reach a mutant in a mood. */
  readonly reachedIn: (mood: string, mutant: string) => ReadonlySet<string>;
  /** What a requirement's checks take, in milliseconds. */
  readonly costs: ReadonlyMap<string, number>;
  /** Requirements whose checks do not pass, with the mood. */
  readonly notGreen: readonly string[];
  /** Requirements whose checks find nothing to ask even so, with the mood. */
  readonly idle: ReadonlySet<string>;
}

/** A requirement in a mood, as `notGreen` and `idle` name it. */
export function inMood({ requirement, mood }: MutantVariant): string {
  return `${requirement} (${mood})`;
}

/** Runs every check without any mutant, and sees which places it reaches. */
export async function look(
  { requirements, moods, asker, onRound }: LookOptions,
  asked: readonly Mutant[],
): Promise<Reach> {
  const reach = new Map<string, { readonly mood: string; readonly open: Set<string> }>();
  const reached = new Map<string, Map<string, ReadonlySet<string>>>();
  const costs = new Map<string, number>();
  const notGreen: string[] = [];
  const idle = new Set<string>();

  for (const mood of new Set([usualMood, ...moods])) {
    const missing = new Set(asked.map(({ id }) => id).filter((id) => !reach.has(id)));
    onRound(
      `what the checks reach in the ${mood} mood: ${missing.size} mutants not reached so far`,
    );
    const here = new Map<string, ReadonlySet<string>>();
    reached.set(mood, here);
    const said = await asker.ask(
      requirements.map((requirement) => ({ mutants: [], mood, requirement })),
    );
    for (const { variant, verdict, isIdle, ms, reached: ids } of said) {
      const { requirement } = variant;
      if (isIdle) idle.add(inMood(variant));
      if (verdict !== 'passed') notGreen.push(inMood(variant));
      if (verdict !== 'passed') continue;
      if (mood === usualMood) costs.set(requirement, ms);
      here.set(requirement, ids);
      for (const id of ids) {
        if (!missing.has(id)) continue;
        const known = reach.get(id) ?? { mood, open: new Set() };
        known.open.add(requirement);
        reach.set(id, known);
      }
    }
  }
  if (asked.length > 0 && costs.size === 0) throw new Error('no check passes without a mutant');
  const reachedIn = (mood: string, mutant: string): ReadonlySet<string> =>
    new Set(
      [...(reached.get(mood) ?? [])].flatMap(([requirement, ids]) =>
        ids.has(mutant) ? [requirement] : [],
      ),
    );
  return { reach, reachedIn, costs, notGreen, idle };
}
