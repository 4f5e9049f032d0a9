/** Points that document 1 leaves open and that teams settle by what their frameworks do. */
export interface V1PracticeChoices {
  /** The HTTP status of registerCustomer and createVirtualCard. */
  readonly creationStatus: 200 | 201;
  /** Optional members of an answer that have no value. */
  readonly absentOptionals: 'left-out' | 'null';
  /** Whether a movement that is denied has a transaction result beside its code. */
  readonly deniedResult: 'code-only' | 'transaction';
  /** Whether the balance in account data counts what is held. */
  readonly accountBalance: 'booked' | 'available';
  /** Where a history shows the fee of a movement. */
  readonly feeInHistory: 'in-its-item' | 'own-item';
  /** What a change of a limit does to dates and length about which it says nothing. */
  readonly unsentLimitMembers: 'kept' | 'reset';
  /** The status of an account that nobody has changed. */
  readonly activeAccountStatus: 0 | 1;
}

/** What deployed services suggest. */
export const usualV1PracticeChoices: V1PracticeChoices = {
  creationStatus: 200,
  absentOptionals: 'left-out',
  deniedResult: 'code-only',
  accountBalance: 'booked',
  feeInHistory: 'in-its-item',
  unsentLimitMembers: 'kept',
  activeAccountStatus: 0,
};
