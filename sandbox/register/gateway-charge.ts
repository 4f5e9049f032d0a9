import type { GatewayChargeChoices } from '../gateway/charge-choices.ts';
import { open, type Register } from './point.ts';

/** What document 3 leaves open about the gateway: charges, and what is shown of what is over. */
export const gatewayChargeRegister: Register<GatewayChargeChoices> = {
  refusedCharge: open(
    ['error-object', 'code-and-message', 'flag-and-code'],
    'document 3, parts 4.6 and 7',
    'gateway.recurrent-payment.failure',
  ),
  chargeCurrency: open(['default', 'of-credential'], 'document 3, parts 4.1 and 4.6'),
  completedOperations: open(['left-out', 'listed'], 'document 3, part 4.6'),
  closedPage: open(['state', 'return-address'], 'document 3, parts 1 and 4.1'),
};
