/** Points of cardholders that document 2 leaves open, as teams settle them by custom. */
export interface V2CustomaryChoices {
  /** A second cardholder with the e-mail address of another. */
  readonly repeatedEmail: 'accepted' | 'refused';
  /** Optional texts that are sent empty, as forms do. */
  readonly emptyOptionalTexts: 'as-sent' | 'unsent';
  /** What an update does to lines of an address beside those that it sends. */
  readonly addressUpdate: 'merged' | 'replaced';
}

/** What deployed services suggest. */
export const usualV2CustomaryChoices: V2CustomaryChoices = {
  repeatedEmail: 'accepted',
  emptyOptionalTexts: 'as-sent',
  addressUpdate: 'merged',
};
