import type { V2CustomaryChoices } from '../v2/customary-choices.ts';
import { open, type Register } from './point.ts';

/** What document 2 leaves to the custom of those who implement it. */
export const v2CustomaryRegister: Register<V2CustomaryChoices> = {
  repeatedEmail: open(['accepted', 'refused'], 'document 2, part 2.1'),
  emptyOptionalTexts: open(['as-sent', 'unsent'], 'document 2, part 2.1'),
  addressUpdate: open(['merged', 'replaced'], 'document 2, parts 2.1 and 4'),
};
