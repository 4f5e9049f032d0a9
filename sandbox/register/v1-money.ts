import type { V1MoneyChoices } from '../v1/money-choices.ts';
import { open, type Register } from './point.ts';

/** What document 1 leaves open about movements, fees and balances. */
export const v1MoneyRegister: Register<V1MoneyChoices> = {
  preAuthorization: open(
    ['books', 'holds'],
    'v1.credit-card.pre-authorization',
    'v1.debit-card.pre-authorization',
    'v1.p2p-transfer.pre-authorization',
  ),
  zeroAmount: open(
    ['denied', 'approved'],
    'v1.credit-card.zero-amount',
    'v1.debit-card.zero-amount',
    'v1.p2p-transfer.zero-amount',
  ),
  otherCurrency: open(
    ['denied', 'ignored'],
    'v1.credit-card.other-currency',
    'v1.debit-card.other-currency',
    'v1.p2p-transfer.other-currency',
  ),
  repeatedMovement: open(['carried-out', 'denied'], 'document 1, parts 4 and 7'),
  creditToStopped: open(
    ['denied', 'approved'],
    'v1.blocked-card.p2p-transfer-to-it',
    'v1.blocked-card.credit-card',
  ),
  paymentData: open(['absent', 'shown'], 'document 1, part 2.7'),
  transferToSelf: open(['denied', 'approved'], 'v1.p2p-transfer.to-itself'),
  transferWithinAccount: open(['approved', 'denied'], 'document 1, part 4'),
  smallestTransfer: open([1, 100], 'document 1, part 4'),
  repeatedTransfer: open(['carried-out', 'denied'], 'document 1, parts 4 and 7'),
  sourceExpiry: open(['compared', 'ignored'], 'document 1, part 4'),
  transferResult: open(['full', 'response-code'], 'v1.p2p-transfer.response'),
  feeCents: open([0, 15], 'v1.get-transactions.fees'),
  requestedFee: open(['ignored', 'charged'], 'v1.debit-card.fee'),
  unchargedFees: open(['absent', 'zeros'], 'document 1, part 2.7'),
  feeTexts: open(['cents', 'euros', 'iso-8583'], 'document 1, part 2.7'),
  cardBalance: open(['own-funds', 'plain', 'wrapped', 'by-type'], 'v1.get-card-balance.response'),
  heldInCardBalance: open(['deducted', 'counted'], 'v1.get-card-balance.response'),
};
