import type { V2RefinedChoices } from '../v2/refined-choices.ts';
import { open, type Register } from './point.ts';

/** What document 2 leaves to the checks and defaults of those who implement it. */
export const v2RefinedRegister: Register<V2RefinedChoices> = {
  unsentFilterPeriod: open(['everything', 'last-30-days'], 'document 2, part 4'),
  otherPhones: open(['accepted', 'refused'], 'document 2, part 2.1'),
  nameCharacters: open(['any', 'letters'], 'document 2, part 2.1'),
  outerSpaces: open(['kept', 'trimmed'], 'document 2, part 2.1'),
  postalCodes: open(['any', 'plausible', 'of-the-country'], 'document 2, part 2.1'),
  otherReissueReason: open(['accepted', 'refused'], 'v2.reissue.effect'),
  furtherLimits: open(['none', 'yearly'], 'v2.card.limit-intervals'),
};
