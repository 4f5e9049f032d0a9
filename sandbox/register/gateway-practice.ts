import type { GatewayPracticeChoices } from '../gateway/practice-choices.ts';
import { open, type Register } from './point.ts';

/** What document 3 leaves open about the gateway: in which words and numbers it speaks of orders. */
export const gatewayPracticeRegister: Register<GatewayPracticeChoices> = {
  textLanguage: open(['of-order', 'of-request'], 'document 3, parts 4.1, 4.3 and 4.6'),
  generatedNumbers: open(['serial', 'order-id'], 'document 3, part 4.4'),
  furtherOrderParams: open(['none', 'payment-channel'], 'document 3, part 4.6'),
  transactionAttributes: open(['empty', 'filled'], 'document 3, part 4.6'),
  unboundInfo: open(['customer', 'absent'], 'document 3, part 4.6'),
  credentialMask: open(['as-payments', 'last-four'], 'document 3, part 2.2'),
};
