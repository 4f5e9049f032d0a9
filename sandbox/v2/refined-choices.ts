/** Points that document 2 leaves open and that teams settle by the checks and defaults they add. */
export interface V2RefinedChoices {
  /** What a list of transfers covers that is asked for without a period. */
  readonly unsentFilterPeriod: 'everything' | 'last-30-days';
  /** Phone numbers that are not in the international form, such as +34600000001. */
  readonly otherPhones: 'accepted' | 'refused';
  /** First and last names: any text, or letters with what stands between them. */
  readonly nameCharacters: 'any' | 'letters';
  /** Spaces before and after names and lines of an address. */
  readonly outerSpaces: 'kept' | 'trimmed';
  /** Postal codes: any text, ten letters and digits at most, or what the country of the address has. */
  readonly postalCodes: 'any' | 'plausible' | 'of-the-country';
  /** Reissue of a card that is lost or stollen, for a reason that is not its status. */
  readonly otherReissueReason: 'accepted' | 'refused';
  /** Limits that a new card carries beside those of the day and the month. */
  readonly furtherLimits: 'none' | 'yearly';
}

/** What deployed services suggest. */
export const usualV2RefinedChoices: V2RefinedChoices = {
  unsentFilterPeriod: 'everything',
  otherPhones: 'accepted',
  nameCharacters: 'any',
  outerSpaces: 'kept',
  postalCodes: 'any',
  otherReissueReason: 'accepted',
  furtherLimits: 'none',
};
