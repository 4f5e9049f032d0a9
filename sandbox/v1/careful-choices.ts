/** Points that document 1 leaves open and on which careful teams differ from quick ones. */
export interface V1CarefulChoices {
  /** expDate of the card that pays in p2pTransfer, which has to be sent and may be looked at. */
  readonly sourceExpiry: 'compared' | 'ignored';
  /** Whether createVirtualCard finds its product by the whole number or by its first digits. */
  readonly productNumber: 'whole' | 'by-bin';
  /** mobile_phone and email of another customer at a registration. */
  readonly repeatedContacts: 'accepted' | 'refused';
  /** Names, mobile_phone and email of a registration: any text, or what looks like one. */
  readonly personParameters: 'any' | 'plausible';
  /** Whether an account goes from one status to another only by way of the active one. */
  readonly accountTransitions: 'any' | 'through-active';
  /** Beneficiaries that are no account, card or customer of the sandbox. */
  readonly unknownBeneficiaries: 'accepted' | 'refused';
  /** Amounts of fees, which are strings: cents, euros, or as ISO 8583 has them in element 28. */
  readonly feeTexts: 'cents' | 'euros' | 'iso-8583';
  /** A history of more than a year. */
  readonly longHistoryPeriods: 'answered' | 'refused';
  /** An approved credit or debit once more within a minute: same card, amount and merchant. */
  readonly repeatedMovement: 'carried-out' | 'denied';
  /** Whether what a movement costs uses up limits as well. */
  readonly feesUnderLimits: 'apart' | 'counted';
  /** Cents below which a transfer is denied. */
  readonly smallestTransfer: 1 | 100;
}

/** What deployed services suggest. */
export const usualV1CarefulChoices: V1CarefulChoices = {
  sourceExpiry: 'compared',
  productNumber: 'whole',
  repeatedContacts: 'accepted',
  personParameters: 'any',
  accountTransitions: 'any',
  unknownBeneficiaries: 'accepted',
  feeTexts: 'cents',
  longHistoryPeriods: 'answered',
  repeatedMovement: 'carried-out',
  feesUnderLimits: 'apart',
  smallestTransfer: 1,
};
