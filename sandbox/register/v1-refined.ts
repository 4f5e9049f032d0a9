import type { V1RefinedChoices } from '../v1/refined-choices.ts';
import { open, type Register } from './point.ts';

/** What document 1 leaves open about answers that it does not show. */
export const v1RefinedRegister: Register<V1RefinedChoices> = {
  numberInCardData: open(['full', 'masked', 'absent'], 'v1.get-card-data.response'),
  statusInCardData: open(['hot-card-status', 'card-status'], 'v1.get-card-data.response'),
  accountsInCardData: open(['listed', 'absent'], 'v1.get-card-data.response'),
  exceptionsOfCardLimits: open(['when-any', 'always', 'never'], 'v1.get-card-limits.response'),
  emptyGeoList: open(['empty-list', 'absent'], 'v1.get-geo-restrictions.response'),
  emptyMccList: open(['empty-list', 'absent'], 'v1.get-allowed-mcc-list.response'),
  historyAmounts: open(['unsigned', 'signed'], 'document 1, part 2.8'),
};
