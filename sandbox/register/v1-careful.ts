import type { V1CarefulChoices } from '../v1/careful-choices.ts';
import { open, type Register } from './point.ts';

/** What document 1 leaves to the care of those who implement it. */
export const v1CarefulRegister: Register<V1CarefulChoices> = {
  sourceExpiry: open(['compared', 'ignored'], 'document 1, part 4'),
  productNumber: open(['whole', 'by-bin'], 'document 1, part 4'),
  repeatedContacts: open(['accepted', 'refused'], 'document 1, part 4'),
  personParameters: open(['any', 'plausible'], 'document 1, part 4'),
  accountTransitions: open(['any', 'through-active'], 'v1.account-state.values'),
  unknownBeneficiaries: open(['accepted', 'refused'], 'document 1, part 4'),
  feeTexts: open(['cents', 'euros', 'iso-8583'], 'document 1, part 2.7'),
  longHistoryPeriods: open(['answered', 'refused'], 'v1.get-transactions.request'),
  repeatedMovement: open(['carried-out', 'denied'], 'document 1, parts 4 and 7'),
  feesUnderLimits: open(['apart', 'counted'], 'document 1, parts 4 and 8'),
  smallestTransfer: open([1, 100], 'document 1, part 4'),
};
