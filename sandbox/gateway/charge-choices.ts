/** What document 3 leaves open about the gateway: later charges and industry practice. */
export interface GatewayChargeChoices {
  // Recurrent and installment charges (parts 2.4 and 4.6)
  /** "When both exist, success wins": `code-zero` has an errorCode of 0 beside no success. */
  readonly declinedCharge: 'success-and-status' | 'no-success' | 'code-zero';
  /** A charge that is not made. Part 4.6 shows no such answer, part 7 a code and its message. */
  readonly refusedCharge: 'error-object' | 'code-and-message' | 'flag-and-code';
  /** A charge that repeats, number and all, one that was made. */
  readonly repeatedCharge: 'refused' | 'told-again';
  readonly installmentAnswer: 'as-recurrent' | 'flat';
  readonly additionalParameters: 'shown' | 'left-out';
  /** The currency of a charge that names none: that of new orders, or that of the agreement. */
  readonly chargeCurrency: 'default' | 'of-credential';
  /** Part 4.6 has no column for what is required. */
  readonly recurrentCurrency: 'optional' | 'demanded';
  /** "Used by the issuing bank": charges after recurringExpiry. */
  readonly recurringExpiry: 'unread' | 'issuer-declines';
  /** "Used by the issuing bank": a second charge before recurringFrequency days are over. */
  readonly recurringFrequency: 'unread' | 'issuer-declines';
  /** The payment of an order with an instalment plan of no days between charges. */
  readonly planOfNoDays: 'taken' | 'refused';
  /** Where it is enforced, the payment that stored the credential may be one of them. */
  readonly installmentsMaximum: 'enforced' | 'left-to-the-issuer' | 'first-counts';
  /**
   * "Sum of all installment payments": charges by which a plan comes to more than that, with or
   * without the payment that stored the credential.
   */
  readonly installmentsTotal: 'left-to-the-issuer' | 'issuer-declines' | 'first-counts';
  /** A charge by the merchant whose stored card has expired meanwhile. */
  readonly expiredCredential: 'charged' | 'declined';

  // Industry practice (part 4.5)
  readonly reauthorized: 'paid' | 'any';
  readonly resubmittedAmount: 'as-original' | 'free';
  readonly practices: 'free' | 'one-of-a-kind';
  /** An original order that is on hold, which only increments and reauthorizations may follow. */
  readonly heldOriginal: 'taken' | 'authorized-further';
  /** Errors of validation; a 5 was "seen". */
  readonly practiceErrorCodes: 'five' | 'as-elsewhere';
  /** What a failure of processing has beside errorCode, actionCode and rrn. */
  readonly failedPractice: 'order' | 'message';
}

/** What deployed services suggest where document 3 is silent. */
export const usualGatewayChargeChoices: GatewayChargeChoices = {
  declinedCharge: 'success-and-status',
  refusedCharge: 'error-object',
  repeatedCharge: 'refused',
  installmentAnswer: 'flat',
  additionalParameters: 'shown',
  chargeCurrency: 'default',
  recurrentCurrency: 'optional',
  recurringExpiry: 'unread',
  recurringFrequency: 'unread',
  planOfNoDays: 'taken',
  installmentsMaximum: 'left-to-the-issuer',
  installmentsTotal: 'left-to-the-issuer',
  expiredCredential: 'charged',

  reauthorized: 'paid',
  resubmittedAmount: 'as-original',
  practices: 'free',
  heldOriginal: 'taken',
  practiceErrorCodes: 'five',
  failedPractice: 'order',
};
