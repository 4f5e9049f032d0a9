import type { CardStatus } from '../../fixtures/worlds/v2.ts';

/**
 * What a change of status leads to. `open` where the document is silent: whether an active or
 * blocked card takes the status that it has. Document 2, part 3.
 */
export function statusChangeOutcome(
  from: CardStatus,
  to: CardStatus,
): 'changed' | 'refused' | 'open' {
  if (from === 'lost' || from === 'stollen') return 'refused';
  return from === to ? 'open' : 'changed';
}
