/** What document 3 leaves open about the gateway: callbacks. */
export interface GatewayCallbackChoices {
  // Callbacks (part 6: payload, signing and retry rules not shown)
  readonly callbackTransport: 'query' | 'form' | 'json';
  /** "Payload, signing and retry rules: not shown." */
  readonly callbackSigning: 'none' | 'checksum';
  /** Whether they say more about the order than which it is and what became of it. */
  readonly callbackDetails: 'none' | 'amount-and-date';
  /** What the members of a payload are called. */
  readonly callbackNames: 'usual' | 'other';
  /** How often a notification comes that was answered. */
  readonly callbackCopies: 1 | 2;
  /** How often a notification is tried that is not answered with 200. */
  readonly callbackAttempts: 1 | 3;
  /** Real milliseconds until a notification leaves. */
  readonly callbacksAfterMs: 0 | 300 | 1200;
  /** Whether the notification of a hold may come behind that of its debit. */
  readonly callbackQueue: 'in-order' | 'out-of-order';
  /** Payments that were declined; part 6 names only card-present ones. */
  readonly declineCallbacks: 'sent' | 'none';
  /** A payment in one phase: a debit, or a hold and then its debit. */
  readonly onePhaseCallbacks: 'debit' | 'hold-and-debit';
  /** What is told of a verification, which debits nothing. */
  readonly verificationCallbacks: 'hold' | 'hold-and-cancellation' | 'none';
  /** "Payment declined by timeout": whether there is one where no payment was attempted. */
  readonly timeoutCallbacks: 'every-order' | 'tried-orders';
}

/** What deployed services suggest where document 3 is silent. */
export const usualGatewayCallbackChoices: GatewayCallbackChoices = {
  callbackTransport: 'query',
  callbackSigning: 'none',
  callbackDetails: 'none',
  callbackNames: 'usual',
  callbackCopies: 1,
  callbackAttempts: 3,
  callbacksAfterMs: 0,
  callbackQueue: 'in-order',
  declineCallbacks: 'sent',
  onePhaseCallbacks: 'debit',
  verificationCallbacks: 'hold',
  timeoutCallbacks: 'every-order',
};
