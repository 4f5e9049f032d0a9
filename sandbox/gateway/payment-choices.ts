/** What document 3 leaves open about the gateway: paying an order with a card. */
export interface GatewayPaymentChoices {
  // Cards (parts 4.3 and 4.4)
  /** The month in which the test cards expire, unless their expiry is set. */
  readonly cardMonth: '12' | '09';
  /** What comes of a card that is none of the test cards. */
  readonly unknownCard: 'approved' | 'declined' | 'refused';
  readonly expiredCard: 'declined' | 'refused';
  readonly luhn: 'checked' | 'unchecked';
  /** Another CVC than that of the test card. */
  readonly wrongCvc: 'approved' | 'declined';
  /** Merchants pass no CVC for payments that they initiate; what one that is passed comes to. */
  readonly needlessCvc: 'ignored' | 'refused';
  /** Card data beside the token that replaces it. */
  readonly tokenAndCard: 'token-counts' | 'refused';
  /** A token has a UUID of its own; whether it may come in a second request. */
  readonly tokenUses: 'any' | 'once';
  /** PARTIAL_AUTHORIZATION: whether the bank has less to give. */
  readonly partialAuthorization: 'whole' | 'half';

  // Attempts (parts 4.3 and 8)
  readonly declinedAttempt: 'order-stays-open' | 'order-is-declined';
  readonly attemptsAllowed: number;
  readonly declinedPayment: 'info' | 'info-and-code' | 'code-and-message';
  /** The payment of an order, asked for again with the card that has paid it. */
  readonly paidAgain: 'refused' | 'told-again';
  /** Where `redirect` leads: to the shop, or to the gateway's own page. */
  readonly redirect: 'shop' | 'gateway';
  /** Where a customer goes who has not paid an order without failUrl. */
  readonly withoutFailUrl: 'return-url' | 'own-page';

  // 3DS (parts 4.3 and 4.4)
  readonly threeDSWaiting: 0 | 5;
  readonly threeDSSecondStep: 'frictionless' | 'challenge';
  /** The first step of 3DS 2, asked for again before the second. */
  readonly repeatedFirstStep: 'new-transaction' | 'same-transaction';
  /** "For card-network 3DS payments phone or email is needed." */
  readonly threeDSContact: 'unasked' | 'demanded';
  /** Addresses of 3DS: any text within the length, or what a browser can be sent to. */
  readonly threeDSAddresses: 'any-text' | 'full';
  /** What a 3DS SDK is told beside what a browser needs. */
  readonly threeDSSDK: 'as-browsers' | 'with-key';
  /** is3DSVer2 in answers that are not about 3DS 2. */
  readonly is3DSVer2: 'when-true' | 'always';
  /** What "fails" is, for a card that lacks the 3DS which is forced. */
  readonly lackOf3DS: 'declined' | 'refused';
  /** What the bank of a 3DS card says to a payment that does without. */
  readonly without3DS: 'approved' | 'declined';
  /** FORCE_SSL beside a feature that forces 3DS. */
  readonly opposedFeatures: 'ssl-counts' | 'refused';
  /** What FORCE_TDS and FORCE_FULL_TDS do where a stored credential pays. */
  readonly forced3DSOfCredentials: 'as-of-cards' | 'without';
  /** A feature that forces 3DS, and an initiator whose payments are made without. */
  readonly forced3DSOfMerchant: 'without' | 'refused';

  // Instant payments (part 4.4)
  readonly instantExpiry: 'demanded' | 'optional';
  /** Part 4.4 does not say whether it is mandatory. */
  readonly instantReturnUrl: 'optional' | 'demanded';
  readonly instantAnswer: 'order-status' | 'short' | 'success-and-data' | 'as-practice';
  readonly instantBindingWithoutCvc: 'page' | 'declined';
  /** An instant payment by a stored credential that does not say whose it is: part 4.1 speaks of register.do. */
  readonly unnamedClient: 'refused' | 'owner-of-credential';

  // Verification (part 4.4)
  readonly verifiedStatus: 2 | 3;
  /** approvedAmount of an order that verified its payer and was about more than 0. */
  readonly verifiedAmount: 'nothing' | 'approved';
}

/** What deployed services suggest where document 3 is silent. */
export const usualGatewayPaymentChoices: GatewayPaymentChoices = {
  cardMonth: '12',
  unknownCard: 'approved',
  expiredCard: 'declined',
  luhn: 'checked',
  wrongCvc: 'approved',
  needlessCvc: 'ignored',
  tokenAndCard: 'token-counts',
  tokenUses: 'any',
  partialAuthorization: 'whole',

  declinedAttempt: 'order-stays-open',
  attemptsAllowed: 5,
  declinedPayment: 'info',
  paidAgain: 'refused',
  redirect: 'shop',
  withoutFailUrl: 'return-url',

  threeDSWaiting: 5,
  threeDSSecondStep: 'challenge',
  repeatedFirstStep: 'new-transaction',
  threeDSContact: 'unasked',
  threeDSAddresses: 'any-text',
  threeDSSDK: 'as-browsers',
  forced3DSOfCredentials: 'as-of-cards',
  is3DSVer2: 'when-true',
  lackOf3DS: 'declined',
  without3DS: 'approved',
  opposedFeatures: 'ssl-counts',
  forced3DSOfMerchant: 'without',

  instantExpiry: 'demanded',
  instantReturnUrl: 'optional',
  instantAnswer: 'order-status',
  instantBindingWithoutCvc: 'page',
  unnamedClient: 'refused',

  verifiedStatus: 3,
  verifiedAmount: 'nothing',
};
