/** The commands that move a card between its states. Document 1, part 3. */
export type StateCommand = 'blockCard' | 'validateCard';

/** The states of a card, which the document describes without naming them. */
export type V1CardState = 'in use' | 'blocked';

/** Where a command leads, whichever state it finds. Document 1, part 3. */
export function stateAfter(command: StateCommand): V1CardState {
  return command === 'blockCard' ? 'blocked' : 'in use';
}
