import type { RequirementId } from '../fixtures/requirements/index.ts';
import type { RequirementResult } from './conformance.ts';

/**
 * What has to be asked so that a failure can show again: a clause over every answer fails by an answer that a check
 * of another requirement got, which its own check may never get.
 */
export function toAskAgain({
  id,
  checks,
}: Pick<RequirementResult, 'id' | 'checks'>): readonly RequirementId[] {
  const failed = checks.filter(({ verdict }) => verdict === 'failed');
  const byItself = failed.some(({ seenIn }) => seenIn === undefined || seenIn.includes(id));
  const [elsewhere] = byItself ? [] : failed.flatMap(({ seenIn = [] }) => seenIn);
  return elsewhere === undefined ? [id] : [id, elsewhere];
}
