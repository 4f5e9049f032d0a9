import type { Cell } from './side-by-side.ts';

/** What is known about a target and a requirement. A waived failure is still a failure. */
type Standing = 'kept' | 'broken' | 'observed' | 'unknown';

export function standingOf({ verdict }: Pick<Cell, 'verdict'>): Standing {
  if (verdict === 'passed') return 'kept';
  if (verdict === 'failed' || verdict === 'waived') return 'broken';
  return verdict === 'observed' ? 'observed' : 'unknown';
}
