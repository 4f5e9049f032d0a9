/** Points of answers and checks that document 1 leaves open, as teams settle them by custom. */
export interface V1CustomaryChoices {
  /** expiryDate in account and card data, whose form is not shown; a day is the last of the month. */
  readonly expiryDateForm: 'YYYYMM' | 'YYYY-MM-DD' | 'MM/YY';
  /** Names in getCustomerDetails that nobody sent at the registration. */
  readonly unsentNames: 'absent' | 'empty';
  /** cardStatus and accountStatus of the cards in account data. */
  readonly statusesInAccountData: 'codes' | 'words';
  /** authorizationIdResponse, which is optional, in results of operations that move no money. */
  readonly authorizationIdOfOthers: 'shown' | 'absent';
  /** An approved transfer once more within a minute: same cards, same amount. */
  readonly repeatedTransfer: 'carried-out' | 'denied';
  /** Which geographical rules can be changed; Spain, country 724, is where cards are issued. */
  readonly changeableGeoRules: 'all' | 'abroad';
}

/** What deployed services suggest. */
export const usualV1CustomaryChoices: V1CustomaryChoices = {
  expiryDateForm: 'YYYYMM',
  unsentNames: 'absent',
  statusesInAccountData: 'codes',
  authorizationIdOfOthers: 'shown',
  repeatedTransfer: 'carried-out',
  changeableGeoRules: 'all',
};
