/** What document 3 leaves open about the gateway where it meets other systems. */
export interface GatewayFurtherChoices {
  // Requests (parts 1, 4.1, 4.6 and 5)
  /** Parameters in the URL of an unsigned form, where the body lacks them. */
  readonly addressParameters: 'ignored' | 'read';
  /** Spaces around the values of a form. */
  readonly surroundingSpaces: 'kept' | 'trimmed';
  /** Numbers in place of texts and texts in place of numbers, in the bodies that are JSON. */
  readonly jsonTypes: 'coerced' | 'strict';
  /** Minor units of the largest order; part 4.1 has an integer. */
  readonly largestAmount: number;
  /** Whether order numbers are one that differ in nothing but their case. */
  readonly orderNumberCase: 'told-apart' | 'the-same';
  /** OPTIONS, which asks for nothing to be done. */
  readonly optionsMethod: 'as-others' | 'answered';

  // Answers (parts 4.1, 4.6 and 7)
  /** A wrong signature: as wrong credentials, or in the answer of what stands before the gateway. */
  readonly wrongSignature: 'as-credentials' | 'forbidden';
  /** Members for which there is no value. */
  readonly unsetMembers: 'absent' | 'null';
  /** Part 4.6 has an integer in the answer to a charge, and shows no answer of the status. */
  readonly orderStatusType: 'number' | 'text';
  /** How finely the moments of orders are stored. */
  readonly storedMoments: 'milliseconds' | 'seconds';

  // Paying (part 4.3)
  /** "For card-network 3DS payments phone or email is needed." */
  readonly threeDSContact: 'unasked' | 'demanded';
  /** The first step of 3DS 2, asked for again before the second. */
  readonly repeatedFirstStep: 'new-transaction' | 'same-transaction';

  // Callbacks (part 6)
  /** Whether the notification of a hold may come behind that of its debit. */
  readonly callbackQueue: 'in-order' | 'out-of-order';
}

/** What deployed services suggest where document 3 is silent. */
export const usualGatewayFurtherChoices: GatewayFurtherChoices = {
  addressParameters: 'ignored',
  surroundingSpaces: 'kept',
  jsonTypes: 'coerced',
  largestAmount: Number.MAX_SAFE_INTEGER,
  orderNumberCase: 'told-apart',
  optionsMethod: 'as-others',

  wrongSignature: 'as-credentials',
  unsetMembers: 'absent',
  orderStatusType: 'number',
  storedMoments: 'milliseconds',

  threeDSContact: 'unasked',
  repeatedFirstStep: 'new-transaction',

  callbackQueue: 'in-order',
};
