import { type Api, apiOf } from '../fixtures/requirements/requirement.ts';
import { type RequirementId, requirements } from '../fixtures/requirements/index.ts';
import type { Profile } from '../fixtures/target/profile.ts';
import { visible } from '../fixtures/transcript/masking.ts';
import type { FailOn, RequirementResult } from './conformance.ts';
import { toAskAgain } from './asked-again.ts';
import { isJudged } from './judged-levels.ts';
import { newestOf, resultsIn } from './newest-results.ts';

/** What a run did not pass, and how it asked. */
export interface NotPassed {
  readonly ids: readonly RequirementId[];
  /** So many recommendations were not met that are not among them. */
  readonly recommendations: number;
  /** The name of the target that was asked. */
  readonly target: string;
  readonly profile: Profile;
  readonly seed: number;
  /** When the fuller run began whose reports in the folder are red, whatever has passed since. */
  readonly redBefore?: string;
}

/** How it is asked again, of a target with this name. */
export function asBefore({ target, profile, seed }: NotPassed, now: string): string {
  const ofAnother = target === now ? '' : `, which was of ${visible(target)}`;
  return `As in the last run${ofAnother}: profile ${profile}, seed ${seed}, unless --profile or --seed says otherwise.`;
}

/** What the last run in a folder did not pass, with what a fuller one before it did not; or why that is not known. */
export function notPassedIn(
  output: string,
  wanted: readonly Api[] | undefined,
  failOn: FailOn = 'derived',
): NotPassed | { readonly problem: string } {
  const all = resultsIn(output);
  const newest = newestOf(all);
  const found = all.filter(({ target }) => target.name === newest?.target.name);
  const last = newestOf(found);
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
  const { profile, seed, startedAt } = last.run;
  const red = found.find(
    ({ run, verdict }) => run.startedAt < startedAt && verdict !== 'conformant',
  );
  return {
    ids: [...new Set(open.filter(counts).flatMap(toAskAgain))].filter((id) =>
      Object.hasOwn(requirements, id),
    ),
    recommendations: open.filter(isUnmet).length,
    target: last.target.name,
    profile,
    seed,
    ...(red === undefined ? {} : { redBefore: red.run.startedAt }),
  };
}
