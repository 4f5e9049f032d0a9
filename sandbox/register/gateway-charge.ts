import type { GatewayChargeChoices } from '../gateway/charge-choices.ts';
import { open, type Register } from './point.ts';

/** What document 3 leaves open about the gateway: later charges and industry practice. */
export const gatewayChargeRegister: Register<GatewayChargeChoices> = {
  declinedCharge: open(
    ['success-and-status', 'no-success', 'code-zero'],
    'gateway.recurrent-payment.failure',
    'gateway.installment-payment.declined',
  ),
  refusedCharge: open(
    ['error-object', 'code-and-message', 'flag-and-code'],
    'document 3, parts 4.6 and 7',
    'gateway.recurrent-payment.failure',
  ),
  repeatedCharge: open(['refused', 'told-again'], 'document 3, parts 2.1 and 4.6'),
  installmentAnswer: open(['flat', 'as-recurrent'], 'gateway.installment-payment.response'),
  additionalParameters: open(['shown', 'left-out'], 'document 3, parts 2.2, 4.6 and 4.7'),
  chargeCurrency: open(['default', 'of-credential'], 'document 3, parts 4.1 and 4.6'),
  recurrentCurrency: open(['optional', 'demanded'], 'document 3, part 4.6'),
  recurringExpiry: open(
    ['unread', 'issuer-declines'],
    'gateway.binding.frequency-is-not-validated',
  ),
  recurringFrequency: open(['unread', 'issuer-declines'], 'document 3, parts 2.4 and 4.6'),
  planOfNoDays: open(['taken', 'refused'], 'document 3, parts 2.4 and 4.6'),
  installmentsMaximum: open(
    ['left-to-the-issuer', 'enforced', 'first-counts'],
    'document 3, parts 2.2, 4.6 and 4.7',
  ),
  installmentsTotal: open(
    ['left-to-the-issuer', 'issuer-declines', 'first-counts'],
    'document 3, parts 2.4 and 4.6',
  ),
  expiredCredential: open(['charged', 'declined'], 'document 3, part 4.6'),
  reauthorized: open(['paid', 'any'], 'gateway.industry-practice.ipa'),
  resubmittedAmount: open(['as-original', 'free'], 'gateway.industry-practice.ips'),
  practices: open(['free', 'one-of-a-kind'], 'gateway.industry-practice.ips'),
  heldOriginal: open(['taken', 'authorized-further'], 'gateway.industry-practice.held-original'),
  practiceErrorCodes: open(['five', 'as-elsewhere'], 'gateway.industry-practice.validation-code'),
  failedPractice: open(['order', 'message'], 'document 3, part 4.5'),
};
