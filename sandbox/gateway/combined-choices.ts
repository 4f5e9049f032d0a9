/** What document 3 leaves open about the gateway where two of its parts meet in one order. */
export interface GatewayCombinedChoices {
  // Numbers that come again (parts 2.1, 4.1 and 4.6)
  /** A registration that repeats in all of its parameters the one of an order that can be paid. */
  readonly repeatedRegistration: 'refused' | 'same-order';
  /** A charge that repeats, number and all, one that was made. */
  readonly repeatedCharge: 'refused' | 'told-again';

  // Features and initiators (parts 4.4 and 4.7)
  /** FORCE_SSL beside a feature that forces 3DS. */
  readonly opposedFeatures: 'ssl-counts' | 'refused';
  /** A feature that forces 3DS, and an initiator whose payments are made without. */
  readonly forced3DSOfMerchant: 'without' | 'refused';
  /** A registered order to store a credential, paid with one that is stored. */
  readonly storingOrderByBinding: 'paid' | 'refused';
  /** A bindingId in a registration, where part 4.1 shows none. */
  readonly registeredBinding: 'only-means' | 'ignored';

  // Verification (part 4.4)
  /** approvedAmount of an order that verified its payer and was about more than 0. */
  readonly verifiedAmount: 'nothing' | 'approved';

  // Later charges (parts 2.4 and 4.6)
  /** "Used by the issuing bank": a second charge before recurringFrequency days are over. */
  readonly recurringFrequency: 'unread' | 'issuer-declines';

  // Answers (parts 4.5 and 4.6)
  /** actionCode, for which no part has a type. */
  readonly actionCodeType: 'as-error-code' | 'number';

  // Callbacks (part 6)
  /** What is told of a verification, which debits nothing. */
  readonly verificationCallbacks: 'hold' | 'hold-and-cancellation' | 'none';
  /** "Payment declined by timeout": whether there is one where no payment was attempted. */
  readonly timeoutCallbacks: 'every-order' | 'tried-orders';
}

/** What deployed services suggest where document 3 is silent. */
export const usualGatewayCombinedChoices: GatewayCombinedChoices = {
  repeatedRegistration: 'refused',
  repeatedCharge: 'refused',

  opposedFeatures: 'ssl-counts',
  forced3DSOfMerchant: 'without',
  storingOrderByBinding: 'paid',
  registeredBinding: 'only-means',

  verifiedAmount: 'nothing',

  recurringFrequency: 'unread',

  actionCodeType: 'as-error-code',

  verificationCallbacks: 'hold',
  timeoutCallbacks: 'every-order',
};
