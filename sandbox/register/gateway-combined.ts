import type { GatewayCombinedChoices } from '../gateway/combined-choices.ts';
import { open, type Register } from './point.ts';

/** What document 3 leaves open about the gateway where two of its parts meet in one order. */
export const gatewayCombinedRegister: Register<GatewayCombinedChoices> = {
  repeatedRegistration: open(['refused', 'same-order'], 'document 3, parts 2.1 and 4.1'),
  repeatedCharge: open(['refused', 'told-again'], 'document 3, parts 2.1 and 4.6'),
  opposedFeatures: open(['ssl-counts', 'refused'], 'document 3, part 4.4'),
  forced3DSOfMerchant: open(['without', 'refused'], 'document 3, parts 4.4 and 4.7'),
  storingOrderByBinding: open(['paid', 'refused'], 'document 3, parts 4.4 and 4.6'),
  registeredBinding: open(['only-means', 'ignored'], 'document 3, parts 4.1 and 4.4'),
  verifiedAmount: open(['nothing', 'approved'], 'document 3, parts 2.1 and 4.4'),
  recurringFrequency: open(['unread', 'issuer-declines'], 'document 3, parts 2.4 and 4.6'),
  actionCodeType: open(['as-error-code', 'number'], 'document 3, parts 4.5 and 4.6'),
  verificationCallbacks: open(
    ['hold', 'hold-and-cancellation', 'none'],
    'document 3, parts 4.4 and 6',
  ),
  timeoutCallbacks: open(['every-order', 'tried-orders'], 'document 3, part 6'),
};
