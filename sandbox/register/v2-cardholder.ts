import type { V2CardholderChoices } from '../v2/cardholder-choices.ts';
import { open, type Register } from './point.ts';

/** What document 2 leaves open about cardholders. */
export const v2CardholderRegister: Register<V2CardholderChoices> = {
  repeatedPhone: open(['accepted', 'refused'], 'document 2, part 2.1'),
  otherPhones: open(['accepted', 'refused'], 'document 2, part 2.1'),
  phoneForm: open(['as-sent', 'bare'], 'document 2, part 2.1'),
  repeatedEmail: open(['accepted', 'refused'], 'document 2, part 2.1'),
  malformedEmail: open(['accepted', 'refused'], 'v2.cardholder-creation.malformed-email'),
  emailCase: open(['as-sent', 'lowered'], 'document 2, part 2.1'),
  nameCharacters: open(['any', 'letters'], 'document 2, part 2.1'),
  outerSpaces: open(['kept', 'trimmed'], 'document 2, part 2.1'),
  lowerCaseCountry: open(['refused', 'raised'], 'document 2, part 2.1'),
  unassignedCountries: open(['accepted', 'refused'], 'document 2, part 2.1'),
  postalCodes: open(['any', 'plausible', 'of-the-country'], 'document 2, part 2.1'),
  malformedDateOfBirth: open(['refused', 'dropped'], 'document 2, part 2.1'),
  minors: open(['accepted', 'refused'], 'document 2, part 2.1'),
  idTypes: open(['any', 'known'], 'v2.cardholder.id-type-values'),
  repeatedDocument: open(['accepted', 'refused'], 'document 2, part 2.1'),
  unsentFields: open(['absent', 'empty', 'null'], 'document 2, part 2.1'),
  unsentStatus: open(['active', 'absent'], 'v2.cardholder.status-values'),
  otherCardholderStatus: open(['accepted', 'refused'], 'v2.cardholder.status-values'),
  shownDocument: open(['as-sent', 'masked'], 'document 2, part 2.1'),
  cardholderUpdate: open(
    ['PATCH', 'none', 'PUT'],
    'v2.cardholder.update-schema',
    'v2.cardholder-update.method-and-path',
  ),
  addressUpdate: open(['merged', 'replaced'], 'document 2, parts 2.1 and 4'),
};
