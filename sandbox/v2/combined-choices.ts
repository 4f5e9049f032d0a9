import type { MovementDecision } from '../choices.ts';

/** Points that document 2 leaves open where operations meet each other. */
export interface V2CombinedChoices {
  /** What was spent of the limits of a card before its reissue. */
  readonly spentAfterReissue: 'kept' | 'cleared';
  /** Spending limits above those of a new card. */
  readonly limitsAboveDefault: 'accepted' | 'refused';
  /** A transfer between two cards of one cardholder. */
  readonly transferWithinCardholder: MovementDecision;
  /** Days of a period that are yet to come. */
  readonly futureFilterDays: 'accepted' | 'refused';
}

/** What deployed services suggest. */
export const usualV2CombinedChoices: V2CombinedChoices = {
  spentAfterReissue: 'kept',
  limitsAboveDefault: 'accepted',
  transferWithinCardholder: 'approve',
  futureFilterDays: 'accepted',
};
