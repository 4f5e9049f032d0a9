/** The open points of the history of a card. Document 1. */
export interface V1HistoryChoices {
  // How it is asked for (part 4)
  /** How a history is asked for: no parameter is shown, so it may be one that nobody knows, or none. */
  readonly historyRequest: 'period' | 'month' | 'card-only';
  readonly historyPeriod: 'optional' | 'demanded';
  /** What a history without a period covers. */
  readonly unsentHistoryPeriod: 'everything' | 'last-30-days';
  /** A history of more than a year. */
  readonly longHistoryPeriods: 'answered' | 'refused';
  /** How many items one answer lists, the latest ones. */
  readonly historyAtMost: 100000 | 20;

  // What it lists (parts 2.8 and 4)
  readonly historyWrapper: 'list' | 'list-in-object' | 'items';
  readonly historyOrder: 'newest-first' | 'oldest-first';
  /** The history of a card without movements. */
  readonly emptyHistory: 'empty-list' | 'absent';
  readonly successCode: 0 | -1;
  /** Amounts of debits in a history, whose direction is told beside them. */
  readonly historyAmounts: 'unsigned' | 'signed';
  /** Listed as NOOP, or in the direction that was asked for with the fee it would have cost. */
  readonly declinedInHistory: 'listed' | 'listed-as-asked' | 'left-out';
  /** Balance inquiries, PIN changes and unlocking, which move nothing. */
  readonly inquiriesInHistory: 'left-out' | 'listed';
  /** Where a history shows the fee of a movement. */
  readonly feeInHistory: 'in-its-item' | 'own-item';
  /** The terminal and merchant of an item of the history. */
  readonly acceptorInHistory: 'as-sent' | 'own';
  /** utrnno on the two sides of a transfer. */
  readonly utrnnoOfTransfer: 'one-each' | 'shared';
}

/** What deployed services suggest where document 1 is silent. */
export const usualV1HistoryChoices: V1HistoryChoices = {
  historyRequest: 'period',
  historyPeriod: 'optional',
  unsentHistoryPeriod: 'everything',
  longHistoryPeriods: 'answered',
  historyAtMost: 100000,

  historyWrapper: 'list',
  historyOrder: 'newest-first',
  emptyHistory: 'empty-list',
  successCode: -1,
  historyAmounts: 'unsigned',
  declinedInHistory: 'left-out',
  inquiriesInHistory: 'left-out',
  feeInHistory: 'in-its-item',
  acceptorInHistory: 'as-sent',
  utrnnoOfTransfer: 'one-each',
};
