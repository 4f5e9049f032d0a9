/** What to do with a movement of money about which document 2 is silent. */
export type MovementDecision = 'approve' | 'decline' | 'refuse';

/** The statuses in which a card may be unusable. */
type StoppedStatus = 'blocked' | 'lost' | 'stollen';

const declined = { blocked: 'decline', lost: 'decline', stollen: 'decline' } as const;

/** The open points of top-ups and transfers. Document 2. */
export interface V2MoneyChoices {
  // Of and to cards that are not active (part 3)
  readonly transferFrom: Readonly<Record<StoppedStatus, MovementDecision>>;
  readonly transferTo: Readonly<Record<StoppedStatus, MovementDecision>>;
  readonly topUpOf: Readonly<Record<StoppedStatus, MovementDecision>>;
  readonly expiredCard: MovementDecision;

  // What is not carried out (parts 2.3, 2.4, 3 and 8)
  readonly zeroAmount: MovementDecision;
  readonly negativeAmount: 'decline' | 'refuse';
  /** Cents below which a transfer is declined. */
  readonly smallestTransfer: 1 | 100;
  /** Cents above which a transfer is declined, whatever the card may spend. */
  readonly largestTransfer: number;
  /** Cents above which a top-up is declined. */
  readonly largestTopUp: number;
  /** An approved transfer once more within a minute: same cards, same amount. */
  readonly repeatedTransfer: 'carried-out' | 'declined';
  /** An approved top-up once more within a minute: same card, same amount. */
  readonly repeatedTopUp: 'carried-out' | 'declined';
  readonly selfTransfer: MovementDecision;
  /** A transfer between two cards of one account. */
  readonly transferWithinAccount: MovementDecision;
  /** A transfer between two cards of one cardholder. */
  readonly transferWithinCardholder: MovementDecision;
  readonly unknownSource: 'decline' | 'refuse';
  readonly unknownDestination: 'decline' | 'refuse';
  readonly unknownTopUpCard: 'decline' | 'refuse';
  /** `approve` looks at no expiry date, as a test environment has nobody to protect. */
  readonly wrongExpiry: MovementDecision;
  readonly missingExpiry: MovementDecision;
  readonly otherCurrency: 'decline' | 'refuse';
  readonly missingCurrency: 'EUR' | 'refuse';

  // What it costs (part 2.4)
  /** What a source pays beside the amount of a transfer, which the transfer shows. */
  readonly transferFee: 'none' | 'one-percent' | 'one-percent-in-euros';

  // How it is shown (parts 2.3 and 2.4)
  /** What a movement shows that was declined for its currency. */
  readonly declinedCurrency: 'EUR' | 'as-sent';
  readonly numbersInMovements: 'full' | 'masked' | 'masked-in-lists';
  readonly declineWords: 'sentence' | 'code' | 'capitals';
  /** The rrn of a movement that was declined, and so has nothing to be retrieved. */
  readonly rrnOfDeclined: 'given' | 'empty';
}

/** What deployed services suggest where document 2 is silent. */
export const usualV2MoneyChoices: V2MoneyChoices = {
  transferFrom: declined,
  transferTo: declined,
  topUpOf: declined,
  expiredCard: 'decline',

  zeroAmount: 'refuse',
  negativeAmount: 'refuse',
  smallestTransfer: 1,
  largestTransfer: Number.MAX_SAFE_INTEGER,
  largestTopUp: Number.MAX_SAFE_INTEGER,
  repeatedTransfer: 'carried-out',
  repeatedTopUp: 'carried-out',
  selfTransfer: 'refuse',
  transferWithinAccount: 'approve',
  transferWithinCardholder: 'approve',
  unknownSource: 'refuse',
  unknownDestination: 'refuse',
  unknownTopUpCard: 'refuse',
  wrongExpiry: 'decline',
  missingExpiry: 'refuse',
  otherCurrency: 'refuse',
  missingCurrency: 'refuse',

  transferFee: 'none',

  declinedCurrency: 'EUR',
  numbersInMovements: 'full',
  declineWords: 'sentence',
  rrnOfDeclined: 'given',
};
