/** The open points of lists. Document 2. */
export interface V2ListChoices {
  // Lists (part 4, rules 5 and 6)
  readonly listOrder: 'newest-first' | 'oldest-first' | 'shuffled';
  /** How many transfers one answer lists. */
  readonly listedAtMost: 1000 | 20;
  /** The transfers of a card that is blocked, lost or stollen. */
  readonly listOfStopped: 'answered' | 'refused';
  /** Whether a card that got a new number still has its earlier transfers. */
  readonly listAfterReissue: 'of-the-number' | 'of-the-card';
  readonly collectionReads: 'unknown-path' | 'unknown-method' | 'listed';

  // Filters (part 4)
  readonly unknownFilterCard: 'empty-list' | 'refused';
  readonly unknownFilterStatus: 'ignored' | 'empty-list' | 'refused';
  readonly malformedFilterDay: 'ignored' | 'empty-list' | 'refused';
  /** Optional query parameters without a value. */
  readonly emptyFilters: 'malformed' | 'unsent';
  /** A query parameter that is sent twice. */
  readonly repeatedFilter: 'refused' | 'first-counts';
  readonly reversedPeriod: 'empty-list' | 'refused';
  /** What a list of transfers covers that is asked for without a period. */
  readonly unsentFilterPeriod: 'everything' | 'last-30-days';
  /** A list of transfers of more than a year. */
  readonly longFilterPeriods: 'answered' | 'refused';
  /** Days of a period that are yet to come. */
  readonly futureFilterDays: 'accepted' | 'refused';
}

/** What deployed services suggest where document 2 is silent. */
export const usualV2ListChoices: V2ListChoices = {
  listOrder: 'newest-first',
  listedAtMost: 1000,
  listOfStopped: 'answered',
  listAfterReissue: 'of-the-number',
  collectionReads: 'unknown-method',

  unknownFilterCard: 'empty-list',
  unknownFilterStatus: 'refused',
  malformedFilterDay: 'refused',
  emptyFilters: 'malformed',
  repeatedFilter: 'refused',
  reversedPeriod: 'refused',
  unsentFilterPeriod: 'everything',
  longFilterPeriods: 'answered',
  futureFilterDays: 'accepted',
};
