/** Something that was done to a state, and that a target has acknowledged. */
export type Done<State> = (before: State) => State;

/**
 * Whether some order of what was done leads from a state to another: the search is exact, for up to eight
 * at once. `keyOf` tells states apart.
 */
export function isExplained<State>(
  start: State,
  done: readonly Done<State>[],
  seen: State,
  keyOf: (state: State) => string = JSON.stringify,
): boolean {
  const wanted = keyOf(seen);
  const tried = new Set<string>();
  const leads = (state: State, left: number): boolean => {
    const key = `${left} ${keyOf(state)}`;
    if (tried.has(key)) return false;
    tried.add(key);
    if (left === 0) return keyOf(state) === wanted;
    return done.some(
      (one, place) => (left & (1 << place)) !== 0 && leads(one(state), left & ~(1 << place)),
    );
  };
  return leads(start, (1 << done.length) - 1);
}
