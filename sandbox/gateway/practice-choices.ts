/** What document 3 leaves open about the gateway: in which words and numbers it speaks of orders. */
export interface GatewayPracticeChoices {
  // Answers (parts 4.1, 4.3 and 4.6)
  /** Part 4.1 has errorMessage in the language of the request, and is silent about other texts. */
  readonly textLanguage: 'of-order' | 'of-request';
  /** "Optional when the gateway generates it": a number of its own, or the one of the order. */
  readonly generatedNumbers: 'serial' | 'order-id';

  // Order status (part 4.6)
  /** What stands in merchantOrderParams behind the merchant's own, once a payment was attempted. */
  readonly furtherOrderParams: 'none' | 'payment-channel';
  /** transactionAttributes, an array whose items are not shown. */
  readonly transactionAttributes: 'empty' | 'filled';
  /** bindingInfo of a customer's order that has nothing to do with a stored credential. */
  readonly unboundInfo: 'customer' | 'absent';

  // Stored credentials (part 2.2)
  /** maskedPan of a credential: like that of a payment, or what is kept of the number alone. */
  readonly credentialMask: 'as-payments' | 'last-four';
}

/** What deployed services suggest where document 3 is silent. */
export const usualGatewayPracticeChoices: GatewayPracticeChoices = {
  textLanguage: 'of-order',
  generatedNumbers: 'serial',

  furtherOrderParams: 'none',
  transactionAttributes: 'empty',
  unboundInfo: 'customer',

  credentialMask: 'as-payments',
};
