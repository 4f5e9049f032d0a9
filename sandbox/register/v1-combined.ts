import type { V1CombinedChoices } from '../v1/combined-choices.ts';
import { open, type Register } from './point.ts';

/** What document 1 leaves open where its operations meet each other. */
export const v1CombinedRegister: Register<V1CombinedChoices> = {
  limitAboveProduct: open(['accepted', 'refused'], 'document 1, part 4'),
  limitBelowUsed: open(['accepted', 'refused'], 'document 1, parts 2.6 and 4'),
  usesUnderException: open(['counted', 'apart'], 'document 1, parts 2.6 and 4'),
  heldInCardBalance: open(['deducted', 'counted'], 'v1.get-card-balance.response'),
  geoEffect: open(['remembered', 'restrict'], 'document 1, part 4'),
  tokensOfPlastic: open(['all', 'of-the-plastic'], 'v1.identification.plastic-number'),
  stoppedCardsOfAccount: open(['listed', 'left-out'], 'document 1, part 2.5'),
  customerNumberCase: open(['exact', 'any'], 'document 1, part 4'),
};
