import { join } from 'node:path';
import { type Api, apiOf } from '../fixtures/requirements/requirement.ts';
import { type RequirementId, requirements } from '../fixtures/requirements/index.ts';
import { otherRuns } from './attestation/output-files.ts';
import { lastRunIn } from './catalogue/catalogue.ts';
import type { Profile } from '../fixtures/target/profile.ts';
import type { FailOn, RequirementResult } from './conformance.ts';
import { isJudged } from './judged-levels.ts';

/** What a run did not pass, and how it asked. */
export interface NotPassed {
  readonly ids: readonly RequirementId[];
  /** So many recommendations were not met that are not among them. */
  readonly recommendations: number;
  readonly profile: Profile;
  readonly seed: number;
}

/** What the last run in a folder did not pass, or why that is not known. */
export function notPassedIn(
  output: string,
  wanted: readonly Api[] | undefined,
  failOn: FailOn = 'derived',
): NotPassed | { readonly problem: string } {
  const last = [output, join(output, otherRuns)]
    .flatMap((folder) => lastRunIn(folder) ?? [])
    .toSorted((a, b) => (a.run.startedAt < b.run.startedAt ? 1 : -1))[0];
  if (last === undefined) {
    return { problem: `--failed: there is no run result in ${output} (--output)` };
  }
  // What went wrong and passed on retry has failed too. What could not be asked for another reason than
  // the target is not asked again.
  const isOpen = ({ id, verdict }: RequirementResult): boolean =>
    Object.hasOwn(requirements, id) &&
    (verdict === 'failed' || verdict === 'inconclusive') &&
    wanted?.includes(apiOf(id)) !== false;
  const counts = ({ level }: RequirementResult): boolean =>
    isJudged(level, last.run.failOn) || isJudged(level, failOn);
  const open = last.requirements.filter(isOpen);
  const isUnmet = (one: RequirementResult): boolean => one.verdict === 'failed' && !counts(one);
  const { profile, seed } = last.run;
  return {
    ids: open.filter(counts).map(({ id }) => id),
    recommendations: open.filter(isUnmet).length,
    profile,
    seed,
  };
}
