/** Points that document 1 leaves open where operations meet each other. */
export interface V1CombinedChoices {
  /** A card limit above the one of the card product, with which it began. */
  readonly limitAboveProduct: 'accepted' | 'refused';
  /** A limit below what was used of it already in the window that is running. */
  readonly limitBelowUsed: 'accepted' | 'refused';
  /** Whether what is used under an exception counts against the limit once the exception is over. */
  readonly usesUnderException: 'counted' | 'apart';
  /** What is arrested or held by a preAuthorization, in the balance of a card. */
  readonly heldInCardBalance: 'deducted' | 'counted';
  /** Whether geographical rules deny debits; all terminals stand in Spain, country 724. */
  readonly geoEffect: 'remembered' | 'restrict';
  /** The tokens that are listed for a plasticNumber. */
  readonly tokensOfPlastic: 'all' | 'of-the-plastic';
  /** Cards that are blocked, lost or stolen, in account data. */
  readonly stoppedCardsOfAccount: 'listed' | 'left-out';
  /** Whether capitals and small letters make two customer numbers of one. */
  readonly customerNumberCase: 'exact' | 'any';
}

/** What deployed services suggest. */
export const usualV1CombinedChoices: V1CombinedChoices = {
  limitAboveProduct: 'accepted',
  limitBelowUsed: 'accepted',
  usesUnderException: 'counted',
  heldInCardBalance: 'deducted',
  geoEffect: 'remembered',
  tokensOfPlastic: 'all',
  stoppedCardsOfAccount: 'listed',
  customerNumberCase: 'exact',
};
