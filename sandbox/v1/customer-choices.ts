/** The open points of customers and accounts. Document 1. */
export interface V1CustomerChoices {
  // Registration (parts 2.4 and 4)
  /** Another productName than the one customer template. */
  readonly otherTemplate: 'refused' | 'taken';
  readonly customerParameters: 'identifiers' | 'all';
  readonly repeatedParameter: 'last-counts' | 'refused';
  /** Parameters of a registration that the document does not know. */
  readonly unknownParameter: 'ignored' | 'refused';
  /** What a number is denied for that has its customer, and so its account, already. */
  readonly repeatedCustomer: 'customer exists' | 'second account';
  /** mobile_phone and email of another customer at a registration. */
  readonly repeatedContacts: 'accepted' | 'refused';
  /** Names, mobile_phone and email of a registration: any text, or what looks like one. */
  readonly personParameters: 'any' | 'plausible';
  readonly startToday: 'accepted' | 'refused';
  /** A start_date before 1990: it is a past date, and no document says how far back one may lie. */
  readonly startLongAgo: 'accepted' | 'refused';
  readonly otherInstitution: 'ignored' | 'refused';
  /** A country_code of letters. */
  readonly alphabeticCountry: 'refused' | 'taken';

  // Customers (parts 2.4 and 4)
  readonly customerIds: 'own' | 'customer-number';
  /** By which of the two an account names its customer. */
  readonly customerOfAccount: 'customer-id' | 'customer-number';
  /** Whether capitals and small letters make two customer numbers of one. */
  readonly customerNumberCase: 'exact' | 'any';
  readonly customerName: 'first-name-first' | 'surname-first';
  /** The names of a customer as they were sent, or in capitals as embossers want them. */
  readonly customerNames: 'as-sent' | 'capitals';
  /** Names in getCustomerDetails that nobody sent at the registration. */
  readonly unsentNames: 'absent' | 'empty' | 'dash';
  readonly customerStatus: 'code' | 'word';
  /** What kind of customer it is: known, or left empty. */
  readonly entityOfCustomer: 'told' | 'null';
  /** Limits in getCustomerInfo: none, one of the customer's own, or that and those of the account. */
  readonly customerLimits: 'absent' | 'empty' | 'of-the-account' | 'one';
  /** Whether getCustomerInfo lists accounts, and their balances, both of which are optional. */
  readonly customerAccounts: 'with-balances' | 'without-balances' | 'absent';
  /** The accountNumber of another customer in getCustomerInfo. */
  readonly accountOfAnother: 'refused' | 'ignored' | 'no-accounts';

  // Accounts (parts 2.5 and 4)
  readonly cardEntries: 'as-listed' | 'as-in-the-example' | 'with-account-status';
  /** Cards that are blocked, lost or stolen, in account data. */
  readonly stoppedCardsOfAccount: 'listed' | 'left-out';
  readonly accountCardOrder: 'oldest-first' | 'newest-first';
  /** cardStatus and accountStatus of the cards in account data. */
  readonly statusesInAccountData: 'codes' | 'words';
  /** The optional members of accountData. */
  readonly accountOptionals: 'shown' | 'absent';
  readonly accountBalances: 'list' | 'list-in-object' | 'plain';
  /** Whether the balance in account data counts what is held. */
  readonly accountBalance: 'booked' | 'available';
  /** Whether an available balance counts the credit limit. */
  readonly availableBalance: 'own-funds' | 'with-credit';
  /** What exceedBalance is: how far an account may be overdrawn, or how far it is. */
  readonly exceedBalance: 'credit-limit' | 'overdrawn';
  /** Cents by which an account may be overdrawn. */
  readonly creditLimit: number;
  /** accountId in getAccountBalances. */
  readonly accountId: 'ignored' | 'compared';

  // Their states, arrests and limits (parts 2.5 and 4)
  readonly accountStatuses: 'any' | 'one-digit';
  /** The status of an account that nobody has changed. */
  readonly activeAccountStatus: 0 | 1;
  /** Whether an account goes from one status to another only by way of the active one. */
  readonly accountTransitions: 'any' | 'through-active';
  /** The same status once more. */
  readonly sameAccountStatus: 'accepted' | 'refused';
  /** Whether the front end has an account status of its own beside the back office. */
  readonly statusInFe: 'same' | 'apart';
  /** Whether an account whose status is not 0 pays, and is paid. */
  readonly stoppedAccount: 'pays' | 'denies' | 'denies-credits-too';
  readonly arrest: 'set' | 'added';
  readonly arrestOverBalance: 'accepted' | 'refused';
  /** Whether holdBalance counts what is arrested. */
  readonly arrestInHold: 'counted' | 'apart';
  readonly accountLimits: 'restrict' | 'remembered';
  /** The name of the one limit with which an account begins, if it has one. */
  readonly initialAccountLimit: string;
  readonly newAccountLimit: 'created' | 'refused';
}

/** What deployed services suggest where document 1 is silent. */
export const usualV1CustomerChoices: V1CustomerChoices = {
  otherTemplate: 'refused',
  customerParameters: 'identifiers',
  repeatedParameter: 'refused',
  unknownParameter: 'ignored',
  repeatedCustomer: 'customer exists',
  repeatedContacts: 'accepted',
  personParameters: 'any',
  startToday: 'accepted',
  startLongAgo: 'accepted',
  otherInstitution: 'refused',
  alphabeticCountry: 'refused',

  customerIds: 'own',
  customerOfAccount: 'customer-id',
  customerNumberCase: 'exact',
  customerName: 'first-name-first',
  customerNames: 'as-sent',
  unsentNames: 'absent',
  customerStatus: 'code',
  entityOfCustomer: 'told',
  customerLimits: 'of-the-account',
  customerAccounts: 'with-balances',
  accountOfAnother: 'refused',

  cardEntries: 'with-account-status',
  stoppedCardsOfAccount: 'listed',
  accountCardOrder: 'oldest-first',
  statusesInAccountData: 'codes',
  accountOptionals: 'shown',
  accountBalances: 'list',
  accountBalance: 'booked',
  availableBalance: 'own-funds',
  exceedBalance: 'credit-limit',
  creditLimit: 0,
  accountId: 'ignored',

  accountStatuses: 'any',
  activeAccountStatus: 0,
  accountTransitions: 'any',
  sameAccountStatus: 'accepted',
  statusInFe: 'same',
  stoppedAccount: 'pays',
  arrest: 'set',
  arrestOverBalance: 'accepted',
  arrestInHold: 'counted',
  accountLimits: 'remembered',
  initialAccountLimit: '',
  newAccountLimit: 'created',
};
