import type { GatewayCallbackChoices } from '../gateway/callback-choices.ts';
import { open, type Register } from './point.ts';

/** What document 3 leaves open about the gateway: callbacks. */
export const gatewayCallbackRegister: Register<GatewayCallbackChoices> = {
  callbackTransport: open(['query', 'form', 'json'], 'gateway.callback.payload'),
  callbackSigning: open(['none', 'checksum'], 'gateway.callback.payload'),
  callbackDetails: open(['none', 'amount-and-date'], 'gateway.callback.payload'),
  callbackNames: open(['usual', 'other'], 'gateway.callback.payload'),
  callbackCopies: open<1 | 2>([1, 2], 'gateway.callback.retries'),
  callbackAttempts: open([3, 1], 'gateway.callback.retries'),
  callbacksAfterMs: open([0, 300, 1200], 'document 3, part 6'),
  callbackQueue: open(['in-order', 'out-of-order'], 'document 3, part 6'),
  declineCallbacks: open(['sent', 'none'], 'gateway.callback.events'),
  onePhaseCallbacks: open(['debit', 'hold-and-debit'], 'gateway.callback.events'),
  verificationCallbacks: open(
    ['hold', 'hold-and-cancellation', 'none'],
    'document 3, parts 4.4 and 6',
  ),
  timeoutCallbacks: open(['every-order', 'tried-orders'], 'document 3, part 6'),
};
