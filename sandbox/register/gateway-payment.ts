import type { GatewayPaymentChoices } from '../gateway/payment-choices.ts';
import { open, type Register } from './point.ts';

/** What document 3 leaves open about the gateway: paying an order with a card. */
export const gatewayPaymentRegister: Register<GatewayPaymentChoices> = {
  cardMonth: open(['12', '09'], 'document 3, parts 4.3 and 4.4'),
  unknownCard: open(['approved', 'declined', 'refused'], 'document 3, parts 4.3 and 4.4'),
  expiredCard: open(['declined', 'refused'], 'document 3, parts 4.3 and 4.4'),
  luhn: open(['checked', 'unchecked'], 'document 3, parts 4.3 and 4.4'),
  wrongCvc: open(['approved', 'declined'], 'gateway.payment-order.wrong-cvc'),
  needlessCvc: open(['ignored', 'refused'], 'document 3, parts 4.3 and 4.4'),
  tokenAndCard: open(['token-counts', 'refused'], 'gateway.payment-order.se-token'),
  tokenUses: open(['any', 'once'], 'document 3, parts 4.3 and 4.4'),
  partialAuthorization: open(['whole', 'half'], 'gateway.features.partial-authorization'),
  declinedAttempt: open(
    ['order-stays-open', 'order-is-declined'],
    'gateway.order-state.values',
    'gateway.order-state.after-decline',
  ),
  attemptsAllowed: open([5, 1, 100], 'gateway.order-state.after-decline'),
  declinedPayment: open(
    ['info', 'info-and-code', 'code-and-message'],
    'gateway.payment-order.declined-answer',
  ),
  paidAgain: open(['refused', 'told-again'], 'document 3, part 4.3'),
  redirect: open(['shop', 'gateway'], 'document 3, part 4.3'),
  withoutFailUrl: open(['return-url', 'own-page'], 'document 3, parts 4.1 and 4.3'),
  threeDSWaiting: open([5, 0], 'document 3, parts 4.3 and 4.4'),
  threeDSSecondStep: open(['challenge', 'frictionless'], 'document 3, parts 4.3 and 4.4'),
  repeatedFirstStep: open(['new-transaction', 'same-transaction'], 'document 3, part 4.3'),
  threeDSContact: open(['unasked', 'demanded'], 'document 3, part 4.3'),
  threeDSAddresses: open(['any-text', 'full'], 'gateway.instant-payment.three-ds-parameters'),
  threeDSSDK: open(['as-browsers', 'with-key'], 'gateway.payment-order.three-ds-sdk'),
  is3DSVer2: open(['when-true', 'always'], 'gateway.payment-order.three-ds'),
  lackOf3DS: open(
    ['declined', 'refused'],
    'gateway.features.force-tds',
    'gateway.features.force-full-tds',
  ),
  without3DS: open(['approved', 'declined'], 'gateway.features.force-ssl'),
  opposedFeatures: open(['ssl-counts', 'refused'], 'document 3, part 4.4'),
  forced3DSOfCredentials: open(['as-of-cards', 'without'], 'document 3, part 4.4'),
  forced3DSOfMerchant: open(['without', 'refused'], 'document 3, parts 4.4 and 4.7'),
  instantExpiry: open(['demanded', 'optional'], 'gateway.instant-payment.expiry'),
  instantReturnUrl: open(['optional', 'demanded'], 'document 3, part 4.4'),
  instantAnswer: open(
    ['order-status', 'short', 'success-and-data', 'as-practice'],
    'gateway.instant-payment.response',
  ),
  instantBindingWithoutCvc: open(['page', 'declined'], 'gateway.instant-payment.binding'),
  unnamedClient: open(['refused', 'owner-of-credential'], 'document 3, parts 4.1 and 4.4'),
  verifiedStatus: open([3, 2], 'gateway.order-state.values'),
  verifiedAmount: open(['nothing', 'approved'], 'document 3, parts 2.1 and 4.4'),
};
