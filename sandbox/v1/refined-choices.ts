/** Points of answers that document 1 does not show, as teams settle them. */
export interface V1RefinedChoices {
  /** The card number in getCardData, which many show in full to nobody. */
  readonly numberInCardData: 'full' | 'masked' | 'absent';
  /** How getCardData tells the state of a card. */
  readonly statusInCardData: 'hot-card-status' | 'card-status';
  /** The account of a card in getCardData. */
  readonly accountsInCardData: 'listed' | 'absent';
  /** The exceptions of limits in getCardLimits. */
  readonly exceptionsOfCardLimits: 'when-any' | 'always' | 'never';
  /** getGeoRestrictions where no rule restricts the card. */
  readonly emptyGeoList: 'empty-list' | 'absent';
  /** getAllowedMccList where no code is allowed. */
  readonly emptyMccList: 'empty-list' | 'absent';
  /** Amounts of debits in a history, whose direction is told beside them. */
  readonly historyAmounts: 'unsigned' | 'signed';
}

/** What deployed services suggest. */
export const usualV1RefinedChoices: V1RefinedChoices = {
  numberInCardData: 'full',
  statusInCardData: 'hot-card-status',
  accountsInCardData: 'listed',
  exceptionsOfCardLimits: 'when-any',
  emptyGeoList: 'empty-list',
  emptyMccList: 'empty-list',
  historyAmounts: 'unsigned',
};
