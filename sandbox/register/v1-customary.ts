import type { V1CustomaryChoices } from '../v1/customary-choices.ts';
import { open, type Register } from './point.ts';

/** What document 1 leaves to the custom of those who implement it. */
export const v1CustomaryRegister: Register<V1CustomaryChoices> = {
  expiryDateForm: open(
    ['YYYYMM', 'YYYY-MM-DD', 'MM/YY'],
    'document 1, part 2.5',
    'v1.get-card-data.response',
  ),
  unsentNames: open(['absent', 'empty'], 'document 1, part 2.4'),
  statusesInAccountData: open(['codes', 'words'], 'document 1, part 2.5'),
  authorizationIdOfOthers: open(['shown', 'absent'], 'document 1, part 2.7'),
  repeatedTransfer: open(['carried-out', 'denied'], 'document 1, parts 4 and 7'),
  changeableGeoRules: open(['all', 'abroad'], 'document 1, part 4'),
};
