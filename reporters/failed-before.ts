import { join } from 'node:path';
import { type Api, apiOf } from '../fixtures/requirements/requirement.ts';
import { type RequirementId, requirements } from '../fixtures/requirements/index.ts';
import { otherRuns } from './attestation/output-files.ts';
import { lastRunIn } from './catalogue/catalogue.ts';
import type { RequirementResult } from './conformance.ts';
import { isJudged } from './judged-levels.ts';

/** What the last run in a folder did not pass, or why that is not known. */
export function notPassedIn(
  output: string,
  wanted: readonly Api[] | undefined,
): { readonly ids: readonly RequirementId[] } | { readonly problem: string } {
  const last = [output, join(output, otherRuns)]
    .flatMap((folder) => lastRunIn(folder) ?? [])
    .toSorted((a, b) => (a.run.startedAt < b.run.startedAt ? 1 : -1))[0];
  if (last === undefined) {
    return { problem: `--failed: there is no result of a run in ${output} (--output)` };
  }
  // What went wrong and passed on retry has failed too. What could not be asked for another reason than
  // the target is not asked again.
  const isOpen = ({ id, level, verdict }: RequirementResult): boolean =>
    Object.hasOwn(requirements, id) &&
    (verdict === 'failed' || verdict === 'inconclusive') &&
    isJudged(level, last.run.failOn) &&
    wanted?.includes(apiOf(id)) !== false;
  return { ids: last.requirements.filter(isOpen).map(({ id }) => id) };
}
