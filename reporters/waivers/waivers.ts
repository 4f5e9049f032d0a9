import type {
  AppliedWaiver,
  RequirementResult,
  RequirementVerdict,
  Waiver,
} from '../conformance.ts';

// What waivers do to a result. How the file is read stands in waivers-file.ts.

/**
 * Results with their waivers applied: a failed requirement with a waiver that holds becomes
 * `waived`, its reason and checks stay; `counts` tells whose failures fail a run. Every waiver comes back with what became of it, in the order
 * of the file.
 */
export function applyWaivers(
  results: readonly RequirementResult[],
  waivers: readonly Waiver[],
  today: Date,
  counts: (result: RequirementResult) => boolean = () => true,
): { readonly results: RequirementResult[]; readonly applied: AppliedWaiver[] } {
  const verdicts = new Map(results.map(({ id, verdict }) => [id, verdict]));
  // Where a breach is a recommendation there is nothing to forgive, and nothing to prolong either.
  const needless = new Set(results.filter((one) => !counts(one)).map(({ id }) => id));
  const applied = waivers.map((waiver): AppliedWaiver => {
    const { requirement } = waiver;
    const state = needless.has(requirement)
      ? 'unused'
      : stateOf(waiver, verdicts.get(requirement), today);
    return { ...waiver, state };
  });

  const waived = new Set(
    applied.flatMap(({ requirement, state }) => (state === 'used' ? [requirement] : [])),
  );
  return {
    results: results.map((result) =>
      waived.has(result.id) ? { ...result, verdict: 'waived' } : result,
    ),
    applied,
  };
}

/** The waivers that fail a run. A part of one sees some checks of a requirement only, and cannot tell a stale waiver. */
export function brokenWaivers(
  applied: readonly AppliedWaiver[],
  { shard }: { readonly shard?: unknown },
): AppliedWaiver[] {
  return applied.filter(
    ({ state }) => state === 'expired' || (state === 'stale' && shard === undefined),
  );
}

/** `1 expired waiver`, `2 stale waivers`: what fails a run beside its failures. */
export function brokenInShort(broken: readonly AppliedWaiver[]): string[] {
  return [...Map.groupBy(broken, ({ state }) => state)].map(
    ([state, { length }]) => `${length} ${state} ${length === 1 ? 'waiver' : 'waivers'}`,
  );
}

/** What has become of a waiver, and how to mend one that fails the run. */
export function fateOf(
  { requirement, state, until }: AppliedWaiver,
  results: readonly RequirementResult[],
): string {
  const verdict = results.find(({ id }) => id === requirement)?.verdict;
  switch (state) {
    case 'used':
      return 'waived';
    case 'unused':
      return verdict === 'failed'
        ? 'not needed in this run: what is not met of it is a recommendation'
        : 'not needed in this run';
    case 'stale':
      return 'STALE: the requirement passes; remove the waiver';
    case 'expired':
      if (verdict === 'passed')
        return `EXPIRED on ${until}, and the requirement passes; remove the waiver`;
      return verdict === 'failed'
        ? `EXPIRED on ${until}; fix the target, or agree on a later day`
        : `EXPIRED on ${until}; the requirement was not judged in this run: remove the waiver, or agree on a later day`;
  }
}

/** The day comes first: whoever set it wants to hear of it, whatever this run looked at. */
function stateOf(
  waiver: Waiver,
  verdict: RequirementVerdict | undefined,
  today: Date,
): AppliedWaiver['state'] {
  if (hasExpired(waiver, today)) return 'expired';
  if (verdict === 'failed') return 'used';
  return verdict === 'passed' ? 'stale' : 'unused';
}

/** It holds to the end of its day, in UTC. */
function hasExpired({ until }: Waiver, today: Date): boolean {
  return today.toISOString().slice(0, 10) > until;
}
