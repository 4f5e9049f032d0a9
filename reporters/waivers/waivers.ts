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

/** The waivers that fail a run, each as a sentence that tells the fix. */
export function brokenWaivers(applied: readonly AppliedWaiver[]): string[] {
  return applied.flatMap(({ requirement, state, until, owner, issue }) => {
    const about = `the waiver of ${requirement} (${owner}, ${issue})`;
    switch (state) {
      case 'expired':
        return [`${about} ended on ${until}: fix the target, or agree on another day`];
      case 'stale':
        return [`${about} is stale: the requirement passes, so remove it`];
      case 'used':
      case 'unused':
        return [];
    }
  });
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
