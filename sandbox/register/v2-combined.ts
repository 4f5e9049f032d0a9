import type { V2CombinedChoices } from '../v2/combined-choices.ts';
import { open, type Register } from './point.ts';

/** What document 2 leaves open where its operations meet each other. */
export const v2CombinedRegister: Register<V2CombinedChoices> = {
  spentAfterReissue: open(['kept', 'cleared'], 'v2.reissue.effect'),
  limitsAboveDefault: open(['accepted', 'refused'], 'v2.spending-limits.odd-amounts'),
  transferWithinCardholder: open(['approve', 'decline', 'refuse'], 'document 2, parts 1 and 2.4'),
  futureFilterDays: open(['accepted', 'refused'], 'document 2, part 4'),
};
