/** The open points of cards and their states. Document 1. */
export interface V1CardChoices {
  // Creation (parts 2.5, 3 and 4)
  readonly productType: 'both' | '5C' | '16' | 'any';
  /** The productType that createVirtualCard answers. */
  readonly shownProductType: 'as-sent' | 'of-the-product';
  /** Whether createVirtualCard finds its product by the whole number or by its first digits. */
  readonly productNumber: 'whole' | 'by-bin';
  /** A second card of a customer. */
  readonly secondCard: 'issued' | 'refused';
  readonly cardExpiry: 'as-requested' | 'of-the-product';
  readonly expiryThisMonth: 'accepted' | 'refused';
  readonly defaultLimitAmount: 'zero-only' | 'any';
  /** Another currency in createVirtualCard. */
  readonly cardCurrency: 'refused' | 'ignored';
  /** How a card is delivered when the request does not say it. */
  readonly unsentCardDelivery: 'WS' | 'HALF_AND_HALF';
  /** `first-half` shows one half of the digits, as the SMS brings the other. */
  readonly halfNumber: 'masked' | 'absent' | 'first-half';

  // Card data (part 4)
  readonly cardData: 'wrapped' | 'flat' | 'list';
  /** The card number in getCardData, which many show in full to nobody. */
  readonly numberInCardData: 'full' | 'masked' | 'absent';
  /** How getCardData tells the state of a card. */
  readonly statusInCardData: 'hot-card-status' | 'card-status';
  /** The account of a card in getCardData. */
  readonly accountsInCardData: 'listed' | 'absent';
  /** expiryDate in account and card data, whose form is not shown; a day is the last of the month. */
  readonly expiryDateForm: 'YYYYMM' | 'YYYY-MM-DD' | 'MM/YY';

  // States (parts 3 and 4)
  readonly blockReason: 'optional' | 'demanded' | 'ignored';
  /** The hotCardStatus that a block leads to when the request names none. */
  readonly blockedStatus: 20 | 5 | 1;
  readonly blockBlocked: 'accepted' | 'refused';
  readonly blockResult: 'response-code' | 'transaction';
  readonly validateActive: 'accepted' | 'refused';
  /** The count of wrong PIN entries of a card that is unlocked. */
  readonly denialsAfterValidate: 'kept' | 'cleared';
  /** Balance, history, limits, tokens and restrictions of a blocked card. */
  readonly readsOfStopped: 'answered' | 'refused';
  /** getCardData of a blocked card. */
  readonly dataOfStopped: 'answered' | 'refused';
  /** Limits, restrictions and the PIN counter of a blocked card. */
  readonly changesOfStopped: 'accepted' | 'refused';
}

/** What deployed services suggest where document 1 is silent. */
export const usualV1CardChoices: V1CardChoices = {
  productType: 'both',
  shownProductType: 'as-sent',
  productNumber: 'whole',
  secondCard: 'issued',
  cardExpiry: 'as-requested',
  expiryThisMonth: 'accepted',
  defaultLimitAmount: 'zero-only',
  cardCurrency: 'refused',
  unsentCardDelivery: 'WS',
  halfNumber: 'masked',

  cardData: 'wrapped',
  numberInCardData: 'full',
  statusInCardData: 'hot-card-status',
  accountsInCardData: 'listed',
  expiryDateForm: 'YYYYMM',

  blockReason: 'optional',
  blockedStatus: 20,
  blockBlocked: 'accepted',
  blockResult: 'response-code',
  validateActive: 'accepted',
  denialsAfterValidate: 'kept',
  readsOfStopped: 'answered',
  dataOfStopped: 'answered',
  changesOfStopped: 'accepted',
};
