import type { V1HistoryChoices } from '../v1/history-choices.ts';
import { open, type Register } from './point.ts';

/** What document 1 leaves open about the history of a card. */
export const v1HistoryRegister: Register<V1HistoryChoices> = {
  historyRequest: open(['period', 'month', 'card-only'], 'v1.get-transactions.request'),
  historyPeriod: open(['optional', 'demanded'], 'v1.get-transactions.request'),
  unsentHistoryPeriod: open(['everything', 'last-30-days'], 'v1.get-transactions.request'),
  longHistoryPeriods: open(['answered', 'refused'], 'v1.get-transactions.request'),
  historyAtMost: open([100000, 20], 'v1.get-transactions.request'),
  historyWrapper: open(['list', 'list-in-object', 'items'], 'v1.get-transactions.wrapper'),
  historyOrder: open(['newest-first', 'oldest-first'], 'v1.get-transactions.order'),
  emptyHistory: open(['empty-list', 'absent'], 'v1.get-transactions.empty-history'),
  successCode: open([-1, 0], 'v1.get-transactions.codes'),
  historyAmounts: open(['unsigned', 'signed'], 'document 1, part 2.8'),
  declinedInHistory: open(
    ['left-out', 'listed-as-asked', 'listed'],
    'v1.get-transactions.declined',
  ),
  inquiriesInHistory: open(['left-out', 'listed'], 'document 1, parts 2.8 and 4'),
  feeInHistory: open(['in-its-item', 'own-item'], 'v1.get-transactions.fees'),
  acceptorInHistory: open(['as-sent', 'own'], 'document 1, part 2.8'),
  utrnnoOfTransfer: open(['one-each', 'shared'], 'document 1, part 2.8'),
};
