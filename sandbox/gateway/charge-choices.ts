/** What document 3 leaves open about the gateway: charges, and what is shown of what is over. */
export interface GatewayChargeChoices {
  // Later charges (part 4.6)
  /** A charge that is not made. Part 4.6 shows no such answer, part 7 a code and its message. */
  readonly refusedCharge: 'error-object' | 'code-and-message' | 'flag-and-code';
  /** The currency of a charge that names none: that of new orders, or that of the agreement. */
  readonly chargeCurrency: 'default' | 'of-credential';

  // Order status (part 4.6)
  /** Deposits of what was on hold, and refunds, among the operations of an order. */
  readonly completedOperations: 'left-out' | 'listed';

  // The payment page (parts 1 and 4.1)
  /** What is at the formUrl of an order that cannot be paid any more: its state, or the way back. */
  readonly closedPage: 'state' | 'return-address';
}

/** What deployed services suggest where document 3 is silent. */
export const usualGatewayChargeChoices: GatewayChargeChoices = {
  refusedCharge: 'error-object',
  chargeCurrency: 'default',

  completedOperations: 'left-out',

  closedPage: 'state',
};
