/** The open points of movements, fees and balances. Document 1. */
export interface V1MoneyChoices {
  // Movements (parts 2.7 and 4)
  readonly preAuthorization: 'books' | 'holds';
  /** Movements of nothing. */
  readonly zeroAmount: 'denied' | 'approved';
  /** Another currency in credits, debits and transfers. */
  readonly otherCurrency: 'denied' | 'ignored';
  /** An approved credit or debit once more within a minute: same card, amount and merchant. */
  readonly repeatedMovement: 'carried-out' | 'denied';
  readonly creditToStopped: 'approved' | 'denied';
  /** paymentSpecificData of a debit. */
  readonly paymentData: 'absent' | 'shown';

  // Transfers (part 4)
  readonly transferToSelf: 'approved' | 'denied';
  /** A transfer between two cards of one account. */
  readonly transferWithinAccount: 'approved' | 'denied';
  /** Cents below which a transfer is denied. */
  readonly smallestTransfer: 1 | 100;
  /** An approved transfer once more within a minute: same cards, same amount. */
  readonly repeatedTransfer: 'carried-out' | 'denied';
  /** expDate of the card that pays in p2pTransfer, which has to be sent and may be looked at. */
  readonly sourceExpiry: 'compared' | 'ignored';
  /** What a transfer answers. */
  readonly transferResult: 'full' | 'response-code';

  // Fees (parts 2.7, 4 and 8)
  /** Cents that a debit or a transfer costs. */
  readonly feeCents: number;
  readonly requestedFee: 'charged' | 'ignored';
  /** The optional fee amounts of a debit or transfer that costs nothing. */
  readonly unchargedFees: 'absent' | 'zeros';
  /** Amounts of fees, which are strings: cents, euros, or as ISO 8583 has them in element 28. */
  readonly feeTexts: 'cents' | 'euros' | 'iso-8583';

  // The balance of a card (part 4)
  /** `by-type` lists balances by their types, as part 2.4 has them. */
  readonly cardBalance: 'own-funds' | 'plain' | 'wrapped' | 'by-type';
  /** What is arrested or held by a preAuthorization, in the balance of a card. */
  readonly heldInCardBalance: 'deducted' | 'counted';
}

/** What deployed services suggest where document 1 is silent. */
export const usualV1MoneyChoices: V1MoneyChoices = {
  preAuthorization: 'books',
  zeroAmount: 'denied',
  otherCurrency: 'denied',
  repeatedMovement: 'carried-out',
  creditToStopped: 'denied',
  paymentData: 'absent',

  transferToSelf: 'denied',
  transferWithinAccount: 'approved',
  smallestTransfer: 1,
  repeatedTransfer: 'carried-out',
  sourceExpiry: 'compared',
  transferResult: 'full',

  feeCents: 0,
  requestedFee: 'ignored',
  unchargedFees: 'absent',
  feeTexts: 'cents',

  cardBalance: 'own-funds',
  heldInCardBalance: 'deducted',
};
