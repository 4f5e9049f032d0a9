import type { V2PracticeChoices } from '../v2/practice-choices.ts';
import { open, type Register } from './point.ts';

/** What document 2 leaves to the practice of those who implement it. */
export const v2PracticeRegister: Register<V2PracticeChoices> = {
  locationHeader: open(['absent', 'given'], 'document 2, parts 1 and 4'),
  compression: open(['none', 'gzip'], 'document 2, part 1', 'document 1, part 1'),
  memberCase: open(['exact', 'any'], 'document 2, part 4'),
  wordCase: open(['exact', 'any'], 'v2.card-status.other-spellings'),
  textCharacters: open(['any', 'storable'], 'document 2, part 2.1'),
  storedMoments: open(['as-created', 'whole-seconds'], 'document 2, parts 2.2 to 2.4'),
  smallestTransfer: open([1, 100], 'document 2, parts 2.4 and 3'),
  repeatedTransfer: open(['carried-out', 'declined'], 'document 2, parts 2.4 and 3'),
};
