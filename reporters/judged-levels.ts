import type { Level } from '../fixtures/requirements/requirement.ts';
import type { FailOn } from './conformance.ts';

/** Whether a failure on this level makes a target not conformant; if not, it is a recommendation. */
export function isJudged(level: Level, failOn: FailOn): boolean {
  return level === 'must' || level === 'derived' || (level === 'advisory' && failOn === 'advisory');
}
