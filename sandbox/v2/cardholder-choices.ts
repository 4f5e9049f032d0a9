/** The open points of cardholders. Document 2. */
export interface V2CardholderChoices {
  // What they are asked for (part 2.1)
  /** A second cardholder with the phone number of another. */
  readonly repeatedPhone: 'accepted' | 'refused';
  /** Phone numbers that are not in the international form, such as +34600000001. */
  readonly otherPhones: 'accepted' | 'refused';
  /** Spaces, brackets and hyphens in a phone number. */
  readonly phoneForm: 'as-sent' | 'bare';
  /** A second cardholder with the e-mail address of another. */
  readonly repeatedEmail: 'accepted' | 'refused';
  readonly malformedEmail: 'accepted' | 'refused';
  readonly emailCase: 'as-sent' | 'lowered';
  /** First and last names: any text, or letters with what stands between them. */
  readonly nameCharacters: 'any' | 'letters';
  /** Spaces before and after names and lines of an address. */
  readonly outerSpaces: 'kept' | 'trimmed';
  readonly lowerCaseCountry: 'raised' | 'refused';
  /** Two letters that ISO 3166-1 leaves to its users, such as ZZ. */
  readonly unassignedCountries: 'accepted' | 'refused';
  /** Postal codes: any text, ten letters and digits at most, or what the country of the address has. */
  readonly postalCodes: 'any' | 'plausible' | 'of-the-country';
  readonly malformedDateOfBirth: 'dropped' | 'refused';
  /** Cardholders under 18. */
  readonly minors: 'accepted' | 'refused';
  /** Kinds of document in verification.idType. */
  readonly idTypes: 'any' | 'known';
  /** A second cardholder with the document of another. */
  readonly repeatedDocument: 'accepted' | 'refused';

  // How they are shown and changed (part 2.1)
  readonly unsentFields: 'absent' | 'null' | 'empty';
  readonly unsentStatus: 'active' | 'absent';
  readonly otherCardholderStatus: 'accepted' | 'refused';
  /** verification.documentId in answers, which many show by its last characters only. */
  readonly shownDocument: 'as-sent' | 'masked';
  readonly cardholderUpdate: 'none' | 'PATCH' | 'PUT';
  /** What an update does to lines of an address beside those that it sends. */
  readonly addressUpdate: 'merged' | 'replaced';
}

/** What deployed services suggest where document 2 is silent. */
export const usualV2CardholderChoices: V2CardholderChoices = {
  repeatedPhone: 'accepted',
  otherPhones: 'accepted',
  phoneForm: 'as-sent',
  repeatedEmail: 'accepted',
  malformedEmail: 'accepted',
  emailCase: 'as-sent',
  nameCharacters: 'any',
  outerSpaces: 'kept',
  lowerCaseCountry: 'refused',
  unassignedCountries: 'accepted',
  postalCodes: 'any',
  malformedDateOfBirth: 'refused',
  minors: 'accepted',
  idTypes: 'any',
  repeatedDocument: 'accepted',

  unsentFields: 'absent',
  unsentStatus: 'active',
  otherCardholderStatus: 'accepted',
  shownDocument: 'as-sent',
  cardholderUpdate: 'PATCH',
  addressUpdate: 'merged',
};
