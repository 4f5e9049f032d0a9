import type { GatewayOrderChoices } from '../gateway/order-choices.ts';
import { open, type Register } from './point.ts';

/** What document 3 leaves open about the gateway: orders: how they are registered, how long they last, and what becomes of them. */
export const gatewayOrderRegister: Register<GatewayOrderChoices> = {
  currencies: open(
    [
      ['978', '840', '826'],
      ['978'],
      ['978', '036', '124', '392', '554', '756', '784', '826', '840', '986'],
    ],
    'document 3, parts 1 and 4',
  ),
  defaultCurrency: open(['first', 'last'], 'gateway.order.default-currency'),
  zeroAmount: open(['refused', 'accepted'], 'gateway.register.zero-amount'),
  largestAmount: open([Number.MAX_SAFE_INTEGER, 2_147_483_647], 'document 3, parts 2.1 and 4.1'),
  unknownFeature: open(['refused', 'ignored'], 'gateway.features.unknown'),
  markup: open(['accepted', 'refused'], 'gateway.register.description-with-markup'),
  malformedIp: open(['accepted', 'refused'], 'gateway.register.ip-malformed'),
  callbackAddress: open(['any-text', 'web'], 'document 3, part 4.1'),
  furtherParameters: open(
    ['as-instant-payment', 'unknown'],
    'gateway.register.remaining-parameters',
  ),
  registeredBinding: open(['only-means', 'ignored'], 'document 3, parts 4.1 and 4.4'),
  pairValues: open(['any', 'texts'], 'gateway.register.json-params'),
  twoDigits: open(
    ['at-most', 'exactly'],
    'gateway.payment-order.payer-data',
    'gateway.shipping-payer-data.indicator-values',
  ),
  orderBundle: open(['any-object', 'with-items'], 'gateway.instant-payment.order-bundle'),
  mdOrderStyle: open(['uuid', 'hex', 'digits'], 'document 3, parts 3.1, 4.1, 4.2 and 8'),
  orderNumberCase: open(['told-apart', 'the-same'], 'document 3, part 2.1'),
  instantOrderNumber: open(['generated', 'demanded'], 'document 3, part 4.4'),
  generatedNumbers: open(['serial', 'order-id'], 'document 3, part 4.4'),
  repeatedRegistration: open(['refused', 'same-order'], 'document 3, parts 2.1 and 4.1'),
  storedMoments: open(['milliseconds', 'seconds'], 'document 3, part 4.6'),
  merchantLifetime: open<'none' | 3600>(['none', 3600], 'gateway.limits.lifetime'),
  zeroTimeout: open(['refused', 'default'], 'gateway.limits.session-timeout'),
  expirationZone: open(['UTC', 'local'], 'gateway.instant-payment.expiration-date'),
  pastExpiration: open(['refused', 'over-at-once'], 'document 3, parts 3.1, 4.1, 4.2 and 8'),
  overdueOrder: open(['declined', 'as-it-was'], 'gateway.order-state.values'),
  autoDates: open(
    ['enabled', 'refused', 'passed-over'],
    'gateway.instant-payment.completion-dates',
  ),
  pastAutoDate: open(['refused', 'ignored'], 'document 3, parts 3.1, 4.1, 4.2 and 8'),
  deposits: open(['at-once', 'a-moment-later'], 'document 3, parts 2.1 and 3.1'),
  completionOperations: open(['offered', 'absent'], 'document 3, parts 3.1, 4.1, 4.2 and 8'),
  depositAboveHold: open(['refused', 'cut'], 'document 3, parts 3.1, 4.1, 4.2 and 8'),
  reversalOfDeposited: open(['done', 'refused'], 'document 3, parts 3.1, 4.1, 4.2 and 8'),
};
