/** The open points of card limits. Document 1. */
export interface V1LimitChoices {
  // Operations (parts 2.6 and 4)
  readonly limitOperation: 'changeCardLimit' | 'changeCardLimits' | 'both';
  /** `beside` has the members of the limit beside cardIdentification. */
  readonly limitRequest: 'one' | 'list' | 'both' | 'beside';
  /** Whether a change of a card limit shows the limit. */
  readonly limitAnswer: 'response-code' | 'limit';
  readonly limitsWrapper: 'list' | 'list-in-object' | 'cardLimits';
  /** The limits of getCardLimits: as in part 2.6, or as the limits of a customer in part 2.4. */
  readonly cardLimitMembers: 'limit-record' | 'limit-record-with-limit-name' | 'customer-limit';
  /** The exceptions of limits in getCardLimits. */
  readonly exceptionsOfCardLimits: 'when-any' | 'always' | 'never';
  readonly limitExceptionOperation: 'offered' | 'missing';
  readonly missingException: 'accepted' | 'refused';

  // Values (parts 2.6 and 4)
  /** The limits with which a card begins. */
  readonly productLimits: 'usual' | 'generous';
  /** The unit of the values of limits; amounts are in cents. */
  readonly limitUnit: 'cents' | 'euros';
  readonly currentValue: 'used' | 'left';
  /** A change of a limit that the card does not have. */
  readonly unknownCardLimit: 'refused' | 'created';
  /** A card limit above the one of the card product, with which it began. */
  readonly limitAboveProduct: 'accepted' | 'refused';
  /** A limit below what was used of it already in the window that is running. */
  readonly limitBelowUsed: 'accepted' | 'refused';
  /** A limit below nothing. */
  readonly negativeLimit: 'refused' | 'as-zero';
  /** A limit of nothing. */
  readonly zeroLimit: 'blocks' | 'refused' | 'unlimited';
  /** What a change of a limit does to dates and length about which it says nothing. */
  readonly unsentLimitMembers: 'kept' | 'reset';

  // Windows (parts 2.6 and 8)
  /** Whether a cycleLength other than 1 is taken. */
  readonly cycleLength: 'kept' | 'one-only';
  readonly monthCycle: 4 | 3;
  /** Where windows that are not aligned to the calendar begin. */
  readonly limitAnchor: 'start-date' | 'moment-of-change' | 'moment-of-creation';
  /** Where a cycle that began on the 31st turns in a shorter month. */
  readonly cycleMonthEnd: 'clamped' | 'rolled-over';
  readonly quarterTurn: 'time-of-anchor' | 'midnight';
  /** What a change leaves of what was used; always, or where the cycle changes as well. */
  readonly limitChange: 'keeps-used' | 'begins-anew' | 'new-cycle-begins-anew';

  // What uses them up (parts 2.6, 4 and 8)
  /** Whether debits use up the limits of cash; `purchases` has them use up those of purchases. */
  readonly debitsAreCash: 'yes' | 'no' | 'purchases';
  readonly monthLimitOfTransfers: 'applies' | 'does-not-apply';
  /** Whether what a movement costs uses up limits as well. */
  readonly feesUnderLimits: 'apart' | 'counted';
  /** Whether what is used under an exception counts against the limit once the exception is over. */
  readonly usesUnderException: 'counted' | 'apart';
}

/** What deployed services suggest where document 1 is silent. */
export const usualV1LimitChoices: V1LimitChoices = {
  limitOperation: 'changeCardLimit',
  limitRequest: 'one',
  limitAnswer: 'response-code',
  limitsWrapper: 'list',
  cardLimitMembers: 'limit-record',
  exceptionsOfCardLimits: 'when-any',
  limitExceptionOperation: 'offered',
  missingException: 'refused',

  productLimits: 'usual',
  limitUnit: 'cents',
  currentValue: 'used',
  unknownCardLimit: 'refused',
  limitAboveProduct: 'accepted',
  limitBelowUsed: 'accepted',
  negativeLimit: 'refused',
  zeroLimit: 'blocks',
  unsentLimitMembers: 'kept',

  cycleLength: 'kept',
  monthCycle: 4,
  limitAnchor: 'start-date',
  cycleMonthEnd: 'clamped',
  quarterTurn: 'time-of-anchor',
  limitChange: 'keeps-used',

  debitsAreCash: 'no',
  monthLimitOfTransfers: 'does-not-apply',
  feesUnderLimits: 'apart',
  usesUnderException: 'counted',
};
