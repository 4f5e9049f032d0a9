/** Points that document 2 leaves open and on which careful teams differ from quick ones. */
export interface V2CarefulChoices {
  /** A second cardholder with the document of another. */
  readonly repeatedDocument: 'accepted' | 'refused';
  /** verification.documentId in answers, which many show by its last characters only. */
  readonly shownDocument: 'as-sent' | 'masked';
  /** The cvc of a card: always the same, or as good for one use as it is for one read. */
  readonly shownCvc: 'fixed' | 'dynamic';
  /**
   * Reissue of a card in use: for any reason, or as damaged, and as expired from its last month on;
   * one that is lost or stollen is to be called so first.
   */
  readonly reissueOfUsable: 'for-any-reason' | 'damaged-or-due';
  /** Cents above which a transfer is declined, whatever the card may spend. */
  readonly largestTransfer: number;
  /** A spending limit below what was spent of it already. */
  readonly limitsBelowSpent: 'accepted' | 'refused';
  /** What was spent of a limit before it was changed. */
  readonly spentAfterLimitChange: 'kept' | 'cleared';
  /** An approved top-up once more within a minute: same card, same amount. */
  readonly repeatedTopUp: 'carried-out' | 'declined';
  /** A list of transfers of more than a year. */
  readonly longFilterPeriods: 'answered' | 'refused';
}

/** What deployed services suggest. */
export const usualV2CarefulChoices: V2CarefulChoices = {
  repeatedDocument: 'accepted',
  shownDocument: 'as-sent',
  shownCvc: 'fixed',
  reissueOfUsable: 'for-any-reason',
  largestTransfer: Number.MAX_SAFE_INTEGER,
  limitsBelowSpent: 'accepted',
  spentAfterLimitChange: 'kept',
  repeatedTopUp: 'carried-out',
  longFilterPeriods: 'answered',
};
