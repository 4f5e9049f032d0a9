import type { Conformance } from '../conformance.ts';

/**
 * As much of a result as two runs of the same order on an unchanged target share: without numbers,
 * moments, durations, how many requests it took, and the messages of failures, which quote ids.
 */
export function comparable(conformance: Conformance): object {
  const {
    run,
    states,
    generators,
    requirements,
    comparison: _,
    operations: __,
    moves: _moves,
    windows: _windows,
    latencies: _latencies,
    ...rest
  } = conformance;
  const { complete, profile, seed, exitStatus, allowInconsistent, failOn, selection } = run;
  return {
    ...rest,
    causes: rest.causes.map(({ title: _title, ...cause }) => cause),
    run: { complete, profile, seed, exitStatus, allowInconsistent, failOn, selection },
    states: states.map(({ api, subject, state, operation }) => ({
      api,
      subject,
      state,
      operation,
    })),
    generators: generators.map(({ property, file, cases }) => ({ property, file, cases })),
    requirements: requirements.map(({ reason, inconsistent, checks, ...requirement }) => ({
      ...requirement,
      ...(quotesIds(requirement.verdict) ? {} : { reason: firstLine(reason) }),
      inconsistent: inconsistent !== undefined,
      checks: checks.map(({ name, file, verdict, ...check }) => ({
        name: name.replace(/^over \d+ answers?/, 'over the answers'),
        file,
        verdict,
        ...(quotesIds(verdict) ? {} : { reason: firstLine(check.reason) }),
      })),
    })),
  };
}

/** What could not be observed tells what was sent and got in the lines that follow. */
function firstLine(reason: string | undefined): string | undefined {
  return reason?.trim().split('\n')[0];
}

function quotesIds(verdict: string): boolean {
  return verdict === 'failed' || verdict === 'waived' || verdict === 'inconclusive';
}
