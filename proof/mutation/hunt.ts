import type { Answer, Ask } from './variant-runner.ts';
import { type Question, usualMood } from './variant.ts';
import type { Mutant } from './mutant.ts';

interface HuntOptions {
  readonly mutants: readonly Mutant[];
  /** Whose checks ask. */
  readonly requirements: readonly string[];
  /** Lawful moods, for what the usual one hides or does not reach. */
  readonly moods: readonly string[];
  readonly ask: Ask;
  readonly onRound: (round: string) => void;
}

export interface HuntResult {
  /** Those that no check notices. */
  readonly survivors: readonly Survivor[];
  /** Requirements whose checks do not pass without any mutant, so that they prove nothing. */
  readonly notGreen: readonly string[];
}

interface Survivor {
  readonly mutant: Mutant;
  /** How many requirements' checks reach its place, in the mood in which most of them do. */
  readonly reachedBy: number;
}

/** So many of a mutant's checks are asked in each round: most mutants are noticed by one of the first. */
const rounds = [4, 16, 64, Number.POSITIVE_INFINITY];

/** What another mood reached before is asked in the next one by so many only. */
const mostAgain = 16;

/**
 * Runs each mutant against the checks that reach its place until one notices: it fails, or it finds
 * nothing to ask any more, which the certificate says. Who reaches few places and is quick comes first.
 */
export async function hunt(options: HuntOptions): Promise<HuntResult> {
  const { mutants, requirements, moods, ask, onRound } = options;
  const alive = new Map(mutants.map((mutant) => [mutant.id, mutant]));
  const reachedBy = new Map<string, number>();
  const notGreen: string[] = [];

  for (const mood of new Set([usualMood, ...moods])) {
    if (alive.size === 0) break;
    onRound(`what the checks reach in the ${mood} mood: ${alive.size} mutants not noticed so far`);
    const clean = await ask(requirements.map((requirement) => ({ mood, requirement })));
    notGreen.push(
      ...clean.filter(isRed).map(({ question }) => `${question.requirement} (${mood})`),
    );
    const askers = clean.filter(({ verdict }) => verdict === 'passed').toSorted(byPromise);
    const askersOf = (id: string): string[] =>
      askers.flatMap(({ reached, question }) => (reached.has(id) ? [question.requirement] : []));
    const mostOf = (id: string): number => ((reachedBy.get(id) ?? 0) > 0 ? mostAgain : Infinity);
    const queues = new Map(
      [...alive.keys()].map((id) => [id, askersOf(id).slice(0, mostOf(id))] as const),
    );
    for (const [id, { length }] of queues) {
      reachedBy.set(id, Math.max(length, reachedBy.get(id) ?? 0));
    }

    for (const [index, most] of rounds.entries()) {
      const questions = [...alive.keys()].flatMap((mutant): Question[] =>
        (queues.get(mutant) ?? [])
          .slice(rounds[index - 1] ?? 0, most)
          .map((requirement) => ({ mutant, mood, requirement })),
      );
      if (questions.length === 0) continue;
      onRound(`${alive.size} mutants not noticed, ${questions.length} questions`);
      for (const { question, verdict } of await ask(questions)) {
        if (verdict === 'noticed' || verdict === 'withdrawn') alive.delete(question.mutant ?? '');
      }
    }
  }
  const survivors = [...alive].map(([id, mutant]) => ({
    mutant,
    reachedBy: reachedBy.get(id) ?? 0,
  }));
  return { survivors, notGreen };
}

function isRed({ verdict }: Answer): boolean {
  return verdict === 'noticed' || verdict === 'undecided';
}

/** Whose checks reach few places looks closely at each. */
function byPromise(a: Answer, b: Answer): number {
  return a.reached.size * a.ms - b.reached.size * b.ms;
}
