import type { V2MoneyChoices } from '../v2/money-choices.ts';
import { type NestedRegister, open } from './point.ts';

/** What document 2 leaves open about top-ups and transfers. */
export const v2MoneyRegister: NestedRegister<
  V2MoneyChoices,
  'transferFrom' | 'transferTo' | 'topUpOf'
> = {
  transferFrom: {
    blocked: open(
      ['decline', 'refuse', 'approve'],
      'v2.card-status.transfer-from-a-card-not-active',
    ),
    lost: open(['decline', 'refuse', 'approve'], 'v2.card-status.transfer-from-a-card-not-active'),
    stollen: open(
      ['decline', 'refuse', 'approve'],
      'v2.card-status.transfer-from-a-card-not-active',
    ),
  },
  transferTo: {
    blocked: open(['decline', 'approve', 'refuse'], 'v2.card-status.transfer-to-a-card-not-active'),
    lost: open(['decline', 'approve', 'refuse'], 'v2.card-status.transfer-to-a-card-not-active'),
    stollen: open(['decline', 'approve', 'refuse'], 'v2.card-status.transfer-to-a-card-not-active'),
  },
  topUpOf: {
    blocked: open(['decline', 'approve', 'refuse'], 'v2.card-status.top-up-of-a-card-not-active'),
    lost: open(['decline', 'refuse', 'approve'], 'v2.card-status.top-up-of-a-card-not-active'),
    stollen: open(['decline', 'refuse', 'approve'], 'v2.card-status.top-up-of-a-card-not-active'),
  },
  expiredCard: open(['decline', 'approve', 'refuse'], 'document 2, parts 2.3, 2.4, 3 and 8'),
  zeroAmount: open(
    ['refuse', 'decline', 'approve'],
    'v2.top-up-creation.zero-amount',
    'v2.transfer-creation.zero-amount',
  ),
  negativeAmount: open(['refuse', 'decline'], 'document 2, parts 2.3, 2.4, 3 and 8'),
  smallestTransfer: open([1, 100], 'document 2, parts 2.4 and 3'),
  largestTransfer: open([Number.MAX_SAFE_INTEGER, 5_000_00], 'document 2, parts 2.4 and 3'),
  largestTopUp: open([Number.MAX_SAFE_INTEGER, 20_000_00], 'document 2, part 3'),
  repeatedTransfer: open(['carried-out', 'declined'], 'document 2, parts 2.4 and 3'),
  repeatedTopUp: open(['carried-out', 'declined'], 'document 2, parts 2.3 and 3'),
  selfTransfer: open(['refuse', 'decline', 'approve'], 'v2.transfer-creation.to-itself'),
  transferWithinAccount: open(['approve', 'decline', 'refuse'], 'document 2, parts 2.4 and 3'),
  transferWithinCardholder: open(['approve', 'decline', 'refuse'], 'document 2, parts 1 and 2.4'),
  unknownSource: open(['refuse', 'decline'], 'document 2, parts 2.3, 2.4, 3 and 8'),
  unknownDestination: open(['refuse', 'decline'], 'document 2, parts 2.3, 2.4, 3 and 8'),
  unknownTopUpCard: open(['refuse', 'decline'], 'document 2, parts 2.3, 2.4, 3 and 8'),
  wrongExpiry: open(['decline', 'refuse', 'approve'], 'v2.transfer-creation.malformed-expiry'),
  missingExpiry: open(['refuse', 'decline', 'approve'], 'v2.transfer-creation.missing-expiry'),
  otherCurrency: open(['refuse', 'decline'], 'document 2, parts 2.3, 2.4, 3 and 8'),
  missingCurrency: open(['refuse', 'EUR'], 'v2.top-up-creation.missing-currency'),
  transferFee: open(['none', 'one-percent', 'one-percent-in-euros'], 'document 2, parts 2.4 and 3'),
  declinedCurrency: open(['EUR', 'as-sent'], 'document 2, parts 2.3, 2.4, 3 and 8'),
  numbersInMovements: open(
    ['full', 'masked', 'masked-in-lists'],
    'v2.top-up.card-number-form',
    'v2.transfer.card-number-form',
  ),
  declineWords: open(['sentence', 'code', 'capitals'], 'document 2, parts 2.3, 2.4, 3 and 8'),
  rrnOfDeclined: open(['given', 'empty'], 'document 2, parts 2.3 and 2.4'),
};
