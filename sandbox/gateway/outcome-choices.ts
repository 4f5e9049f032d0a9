/** What document 3 leaves open about the gateway: what it tells of how payments went. */
export interface GatewayOutcomeChoices {
  // Order status (parts 2.1, 3.1 and 4.6)
  /** Its members at the top of the response, or in orderStatus as in that of recurrentPayment.do. */
  readonly statusShape: 'flat' | 'nested';
  /** When a payment by card in one phase is deposited: the bank may take a moment to clear it. */
  readonly deposits: 'at-once' | 'a-moment-later';
  /** What the status is called of an order whose payment was declined and can be tried again. */
  readonly retriableStatus: 'as-registered' | 'as-declined';
  /** approvedAmount once less than that was deposited, or all of it was given back. */
  readonly approvedLater: 'lowered' | 'kept';
  /** actionCodeDescription of a payment that was approved. */
  readonly approvedDescription: 'empty' | 'told';
  /** Attempts that were declined, among the operations of an order. */
  readonly declinedOperations: 'left-out' | 'listed';
  /** approvalCode of a payment that was not approved. */
  readonly approvalCodeOfDeclined: 'empty' | 'zeros';

  // Paying (parts 4.1 and 4.3)
  /** Where a customer goes who has not paid an order without failUrl. */
  readonly withoutFailUrl: 'return-url' | 'own-page';
  /** A token has a UUID of its own; whether it may come in a second request. */
  readonly tokenUses: 'any' | 'once';
  /** An instant payment by a stored credential that does not say whose it is: part 4.1 speaks of register.do. */
  readonly unnamedClient: 'refused' | 'owner-of-credential';

  // Later charges (parts 2.4 and 4.6)
  /**
   * "Sum of all installment payments": charges by which a plan comes to more than that, with or
   * without the payment that stored the credential.
   */
  readonly installmentsTotal: 'left-to-the-issuer' | 'issuer-declines' | 'first-counts';
  /** A charge by the merchant whose stored card has expired meanwhile. */
  readonly expiredCredential: 'charged' | 'declined';

  // Callbacks (part 6)
  /** "Payload, signing and retry rules: not shown." */
  readonly callbackSigning: 'none' | 'checksum';
}

/** What deployed services suggest where document 3 is silent. */
export const usualGatewayOutcomeChoices: GatewayOutcomeChoices = {
  statusShape: 'flat',
  deposits: 'at-once',
  retriableStatus: 'as-registered',
  approvedLater: 'lowered',
  approvedDescription: 'empty',
  declinedOperations: 'left-out',
  approvalCodeOfDeclined: 'empty',

  withoutFailUrl: 'return-url',
  tokenUses: 'any',
  unnamedClient: 'refused',

  installmentsTotal: 'left-to-the-issuer',
  expiredCredential: 'charged',

  callbackSigning: 'none',
};
