/** Points that document 2 leaves open and that teams settle by what their frameworks do. */
export interface V2PracticeChoices {
  /** Whether what was created is also told by its address. */
  readonly locationHeader: 'absent' | 'given';
  /** Answers to clients that can unpack them; document 1 as well. */
  readonly compression: 'none' | 'gzip';
  /** How the names of the members of a request are written. */
  readonly memberCase: 'exact' | 'any';
  /** How statuses, intervals, reasons and currencies are written in a request. */
  readonly wordCase: 'exact' | 'any';
  /** Texts that not every database stores: control characters, and what needs four bytes in UTF-8. */
  readonly textCharacters: 'any' | 'storable';
  /** Moments of creation as a read shows them, beside the answer of the creation itself. */
  readonly storedMoments: 'as-created' | 'whole-seconds';
  /** Cents below which a transfer is declined. */
  readonly smallestTransfer: 1 | 100;
  /** An approved transfer once more within a minute: same cards, same amount. */
  readonly repeatedTransfer: 'carried-out' | 'declined';
}

/** What deployed services suggest. */
export const usualV2PracticeChoices: V2PracticeChoices = {
  locationHeader: 'absent',
  compression: 'none',
  memberCase: 'exact',
  wordCase: 'exact',
  textCharacters: 'any',
  storedMoments: 'as-created',
  smallestTransfer: 1,
  repeatedTransfer: 'carried-out',
};
