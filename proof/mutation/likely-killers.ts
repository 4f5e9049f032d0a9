import type { Mutant } from './mutant.ts';

/** Guesses which requirements' checks notice a mutant, so that most are asked a few questions only. */
export interface Killer {
  /** The requirements, most promising first. */
  of(mutant: Mutant, among: ReadonlySet<string>): string[];
  /** What the checks of a requirement take, in milliseconds. */
  cost(requirement: string): number;
  /** A mutant was killed, or not; its neighbours probably fare alike. */
  learn(mutant: Mutant, by: string, isKilled: boolean): void;
}

/** Lines between two mutants that still count as neighbours. */
const neighbourhood = 12;

/** What is mutated says more than what stands around it. */
const ownWeight = 3;

/** What a guess is made from. */
interface Clues {
  readonly mutants: readonly Mutant[];
  /** By mutant, the requirements whose checks reach its place. */
  readonly reach: ReadonlyMap<string, { readonly open: ReadonlySet<string> }>;
  /** By requirement, what its checks take, in milliseconds. */
  readonly costs: ReadonlyMap<string, number>;
  readonly linesOf: (file: string) => readonly string[];
  /** What a requirement says. */
  readonly statementOf: (requirement: string) => string;
}

/**
 * What speaks for a requirement: its checks killed neighbours of the mutant, it shares words with what
 * is mutated and with the lines there, its checks reach few other places, they killed many others, and
 * they are quick.
 */
export function likelyKillers({ mutants, reach, costs, linesOf, statementOf }: Clues): Killer {
  const breadth = countOf([...reach.values()].flatMap(({ open }) => [...open]));
  const words = new Map<string, ReadonlySet<string>>();
  const wordsOfRequirement = (id: string): ReadonlySet<string> => {
    const known = words.get(id) ?? new Set([id, statementOf(id)].flatMap(wordsOf));
    words.set(id, known);
    return known;
  };
  const frequency = countOf([...breadth.keys()].flatMap((id) => [...wordsOfRequirement(id)]));
  const kills = new Map<string, { readonly line: number; readonly by: string }[]>();
  const tried = new Map<string, number>();
  const successes = new Map<string, number>();
  const wordsOfMutant = new Map(
    mutants.map((mutant) => [
      mutant.id,
      { own: new Set(wordsOf(mutant.original)), around: wordsAt(mutant, linesOf) },
    ]),
  );
  const cost = (requirement: string): number => Math.max(5, costs.get(requirement) ?? 50);

  const promise = (mutant: Mutant, nearby: ReadonlyMap<string, number>, id: string): number => {
    const { own, around } = wordsOfMutant.get(mutant.id) ?? {};
    let shared = 0;
    for (const word of wordsOfRequirement(id)) {
      const weight = own?.has(word) === true ? ownWeight : around?.has(word) === true ? 1 : 0;
      shared += weight / (frequency.get(word) ?? 1);
    }
    const narrow = 10 / (breadth.get(id) ?? 1);
    const luck = (1 + (successes.get(id) ?? 0)) / (3 + (tried.get(id) ?? 0));
    return (luck * (narrow + 3 * shared + 2 * (nearby.get(id) ?? 0) + 0.1)) / Math.sqrt(cost(id));
  };

  return {
    cost,
    of(mutant, among) {
      const nearby = new Map<string, number>();
      for (const { line, by } of kills.get(mutant.file) ?? []) {
        const distance = Math.abs(line - mutant.location.start.line);
        if (distance > neighbourhood) continue;
        nearby.set(by, (nearby.get(by) ?? 0) + 1 / (1 + distance));
      }
      const promises = new Map([...among].map((id) => [id, promise(mutant, nearby, id)]));
      return [...among].toSorted((a, b) => (promises.get(b) ?? 0) - (promises.get(a) ?? 0));
    },
    learn({ file, location }, by, isKilled) {
      tried.set(by, (tried.get(by) ?? 0) + 1);
      if (!isKilled) return;
      successes.set(by, (successes.get(by) ?? 0) + 1);
      const known = kills.get(file);
      const one = { line: location.start.line, by };
      if (known === undefined) kills.set(file, [one]);
      else known.push(one);
    },
  };
}

/** The words of a mutant's line and of the two around it, and of its file's name. */
function wordsAt(
  { file, location }: Mutant,
  linesOf: (file: string) => readonly string[],
): ReadonlySet<string> {
  const { line } = location.start;
  const around = linesOf(file).slice(Math.max(0, line - 2), line + 1);
  return new Set([file, ...around].flatMap(wordsOf));
}

/** `billingAddress.postalCode` and `billing-address` have words in common, as `NONE` and `none` have. */
function wordsOf(text: string): string[] {
  return [...text.matchAll(/[A-Z]?[a-z]+|[A-Z]+|\d+/g)].map(([word]) => word.toLowerCase());
}

function countOf(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
