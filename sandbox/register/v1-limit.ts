import type { V1LimitChoices } from '../v1/limit-choices.ts';
import { open, type Register } from './point.ts';

/** What document 1 leaves open about card limits. */
export const v1LimitRegister: Register<V1LimitChoices> = {
  limitOperation: open(
    ['changeCardLimit', 'both', 'changeCardLimits'],
    'v1.change-card-limit.name',
  ),
  limitRequest: open(['one', 'both', 'list', 'beside'], 'v1.change-card-limit.request'),
  limitAnswer: open(['response-code', 'limit'], 'v1.change-card-limit.response'),
  limitsWrapper: open(['list', 'cardLimits', 'list-in-object'], 'v1.get-card-limits.response'),
  cardLimitMembers: open(
    ['limit-record', 'limit-record-with-limit-name', 'customer-limit'],
    'v1.get-card-limits.response',
  ),
  exceptionsOfCardLimits: open(['when-any', 'always', 'never'], 'v1.get-card-limits.response'),
  limitExceptionOperation: open(['offered', 'missing'], 'document 1, parts 2.6, 4 and 8'),
  missingException: open(['refused', 'accepted'], 'v1.delete-card-limit-exception.without-one'),
  productLimits: open(
    ['usual', 'generous'],
    'v1.limits.lmtp0111',
    'v1.limits.lmtp0112',
    'v1.limits.lmtp0108',
    'v1.limits.lmtp0110',
    'v1.limits.lmtp0109',
  ),
  limitUnit: open(['cents', 'euros'], 'document 1, part 2.6'),
  currentValue: open(['used', 'left'], 'v1.limits.current-value'),
  unknownCardLimit: open(['refused', 'created'], 'v1.change-card-limit.unknown-name'),
  limitAboveProduct: open(['accepted', 'refused'], 'document 1, part 4'),
  limitBelowUsed: open(['accepted', 'refused'], 'document 1, parts 2.6 and 4'),
  negativeLimit: open(['refused', 'as-zero'], 'v1.change-card-limit.negative-value'),
  zeroLimit: open(['blocks', 'refused', 'unlimited'], 'v1.change-card-limit.zero-value'),
  unsentLimitMembers: open(['kept', 'reset'], 'v1.change-card-limit.request'),
  cycleLength: open(['kept', 'one-only'], 'v1.change-card-limit.cycle-length'),
  monthCycle: open([4, 3], 'document 1, parts 2.6, 4 and 8'),
  limitAnchor: open(['start-date', 'moment-of-change', 'moment-of-creation'], 'v1.limits.anchor'),
  cycleMonthEnd: open(['clamped', 'rolled-over'], 'v1.limits.month-end', 'v1.limits.leap-day'),
  quarterTurn: open(['time-of-anchor', 'midnight'], 'document 1, parts 2.6, 4 and 8'),
  limitChange: open(
    ['keeps-used', 'begins-anew', 'new-cycle-begins-anew'],
    'v1.change-card-limit.used-amount',
  ),
  debitsAreCash: open(['no', 'yes', 'purchases'], 'v1.limits.debits'),
  monthLimitOfTransfers: open(['does-not-apply', 'applies'], 'document 1, parts 2.6, 4 and 8'),
  feesUnderLimits: open(['apart', 'counted'], 'document 1, parts 4 and 8'),
  usesUnderException: open(['counted', 'apart'], 'document 1, parts 2.6 and 4'),
};
