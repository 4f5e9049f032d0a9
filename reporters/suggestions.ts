import { closest, distance } from 'fastest-levenshtein';

/** The word that was most likely meant; `undefined` when none is near. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  if (candidates.length === 0) return undefined;
  const found = closest(word, [...candidates]);
  return distance(word, found) <= Math.max(2, Math.floor(word.length * 0.4)) ? found : undefined;
}

/** ` (did you mean x?)`, or nothing. */
export function suggestion(word: string, candidates: readonly string[]): string {
  const found = nearest(word, candidates);
  return found === undefined ? '' : ` (did you mean ${found}?)`;
}
