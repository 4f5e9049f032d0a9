import type { V1CardChoices } from '../v1/card-choices.ts';
import { open, type Register } from './point.ts';

/** What document 1 leaves open about cards and their states. */
export const v1CardRegister: Register<V1CardChoices> = {
  productType: open(
    ['both', '5C', 'any', '16'],
    'v1.service.single-card-product',
    'v1.create-virtual-card.product-type',
    'v1.create-virtual-card.other-product-type',
  ),
  shownProductType: open(['as-sent', 'of-the-product'], 'v1.create-virtual-card.product-type'),
  productNumber: open(['whole', 'by-bin'], 'document 1, part 4'),
  secondCard: open(['issued', 'refused'], 'v1.service.second-card'),
  cardExpiry: open(['as-requested', 'of-the-product'], 'v1.create-virtual-card.expiry-of-the-card'),
  expiryThisMonth: open(['accepted', 'refused'], 'document 1, parts 2.5, 3 and 4'),
  defaultLimitAmount: open(['zero-only', 'any'], 'v1.create-virtual-card.other-amount'),
  cardCurrency: open(['refused', 'ignored'], 'v1.create-virtual-card.other-currency'),
  unsentCardDelivery: open(['WS', 'HALF_AND_HALF'], 'v1.create-virtual-card.no-delivery-method'),
  halfNumber: open(['masked', 'absent', 'first-half'], 'v1.create-virtual-card.half-and-half'),
  cardData: open(['wrapped', 'flat', 'list'], 'v1.get-card-data.response'),
  numberInCardData: open(['full', 'masked', 'absent'], 'v1.get-card-data.response'),
  statusInCardData: open(['hot-card-status', 'card-status'], 'v1.get-card-data.response'),
  accountsInCardData: open(['listed', 'absent'], 'v1.get-card-data.response'),
  expiryDateForm: open(
    ['YYYYMM', 'YYYY-MM-DD', 'MM/YY'],
    'document 1, part 2.5',
    'v1.get-card-data.response',
  ),
  blockReason: open(['optional', 'ignored', 'demanded'], 'v1.block-card.request'),
  blockedStatus: open([20, 5, 1], 'v1.card-state.names'),
  blockBlocked: open(['accepted', 'refused'], 'v1.card-state.block-twice'),
  blockResult: open(['response-code', 'transaction'], 'v1.block-card.response'),
  validateActive: open(['accepted', 'refused'], 'v1.card-state.validate-active'),
  denialsAfterValidate: open(['kept', 'cleared'], 'document 1, part 3'),
  readsOfStopped: open(
    ['answered', 'refused'],
    'v1.blocked-card.get-transactions',
    'v1.blocked-card.get-card-balance',
    'v1.blocked-card.get-card-limits',
    'v1.blocked-card.get-token-list',
    'v1.blocked-card.get-geo-restrictions',
  ),
  dataOfStopped: open(['answered', 'refused'], 'v1.blocked-card.get-card-data'),
  changesOfStopped: open(
    ['accepted', 'refused'],
    'v1.blocked-card.change-card-limit',
    'v1.blocked-card.delete-card-limit-exception',
    'v1.blocked-card.set-geo-restrictions',
    'v1.blocked-card.reset-pin-counter',
  ),
};
