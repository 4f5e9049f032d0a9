import type { V2ListChoices } from '../v2/list-choices.ts';
import { open, type Register } from './point.ts';

/** What document 2 leaves open about lists. */
export const v2ListRegister: Register<V2ListChoices> = {
  listOrder: open(['newest-first', 'oldest-first', 'shuffled'], 'v2.transfer-list.ordering'),
  listedAtMost: open([1000, 20], 'v2.transfer-list.paging'),
  listOfStopped: open(['answered', 'refused'], 'v2.card-status.transfers-of-a-card-not-active'),
  listAfterReissue: open(['of-the-number', 'of-the-card'], 'v2.reissue.effect'),
  collectionReads: open(
    ['unknown-method', 'unknown-path', 'listed'],
    'v2.collections.cards',
    'v2.collections.top-ups',
    'v2.collections.cardholders',
  ),
  unknownFilterCard: open(['empty-list', 'refused'], 'v2.transfer-list.unknown-card'),
  unknownFilterStatus: open(
    ['refused', 'ignored', 'empty-list'],
    'v2.transfer-list.unknown-status',
  ),
  malformedFilterDay: open(['refused', 'ignored', 'empty-list'], 'v2.transfer-list.malformed-date'),
  emptyFilters: open(['malformed', 'unsent'], 'v2.transfer-list.malformed-date'),
  repeatedFilter: open(['refused', 'first-counts'], 'document 2, part 4'),
  reversedPeriod: open(['refused', 'empty-list'], 'v2.transfer-list.reversed-period'),
  unsentFilterPeriod: open(['everything', 'last-30-days'], 'document 2, part 4'),
  longFilterPeriods: open(['answered', 'refused'], 'document 2, part 4'),
  futureFilterDays: open(['accepted', 'refused'], 'document 2, part 4'),
};
