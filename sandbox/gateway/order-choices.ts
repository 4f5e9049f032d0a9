/** What document 3 leaves open about the gateway: orders: how they are registered, how long they last, and what becomes of them. */
export interface GatewayOrderChoices {
  // Registration (parts 2.4, 4.1, 4.4 and 8)
  readonly currencies: readonly string[];
  /** Which of the currencies is the default. */
  readonly defaultCurrency: 'first' | 'last';
  /** An amount of 0 for an order without VERIFY. */
  readonly zeroAmount: 'refused' | 'accepted';
  /** Minor units of the largest order; part 4.1 has an integer. */
  readonly largestAmount: number;
  readonly unknownFeature: 'ignored' | 'refused';
  readonly markup: 'accepted' | 'refused';
  /** An ip that is no address of IPv4 or IPv6. */
  readonly malformedIp: 'accepted' | 'refused';
  /** A dynamicCallbackUrl where nothing could be sent. */
  readonly callbackAddress: 'any-text' | 'web';
  /** What registrations make of parameters that part 4.1 does not show and part 4.4 does. */
  readonly furtherParameters: 'as-instant-payment' | 'unknown';
  /** A bindingId in a registration, where part 4.1 shows none. */
  readonly registeredBinding: 'only-means' | 'ignored';
  /** Values of free pairs that are numbers or truth values. */
  readonly pairValues: 'any' | 'texts';
  /** "Integer, 2 digits": 1 or 2 of them, or 2. */
  readonly twoDigits: 'at-most' | 'exactly';
  /** The cart, whose nested elements are not shown. */
  readonly orderBundle: 'any-object' | 'with-items';

  // Numbers (parts 2.1, 4.1 and 4.6)
  readonly mdOrderStyle: 'uuid' | 'hex' | 'digits';
  /** Whether order numbers are one that differ in nothing but their case. */
  readonly orderNumberCase: 'told-apart' | 'the-same';
  /** "Optional when the gateway generates it." */
  readonly instantOrderNumber: 'generated' | 'demanded';
  /** "Optional when the gateway generates it": a number of its own, or the one of the order. */
  readonly generatedNumbers: 'serial' | 'order-id';
  /** A registration that repeats in all of its parameters the one of an order that can be paid. */
  readonly repeatedRegistration: 'refused' | 'same-order';

  // Moments (parts 2.4, 4.1 and 4.4)
  /** How finely the moments of orders are stored. */
  readonly storedMoments: 'milliseconds' | 'seconds';
  /** Order lifetime in seconds from the merchant's settings; "or 1200". */
  readonly merchantLifetime: 'none' | 3600;
  /** A sessionTimeoutSecs of no second at all. */
  readonly zeroTimeout: 'refused' | 'default';
  /** Where the clock hangs that an expirationDate is read off. */
  readonly expirationZone: 'UTC' | 'local';
  readonly pastExpiration: 'refused' | 'over-at-once';
  /** What becomes of an order whose time is over: part 3.1 shows paid ones only. */
  readonly overdueOrder: 'declined' | 'as-it-was';
  /** "Need enabling": where they are not enabled, the two dates may be refused or passed over. */
  readonly autoDates: 'enabled' | 'refused' | 'passed-over';
  readonly pastAutoDate: 'refused' | 'ignored';

  // Holds and debits (parts 2.1, 3.1 and 4.2)
  /** When a payment by card in one phase is deposited: the bank may take a moment to clear it. */
  readonly deposits: 'at-once' | 'a-moment-later';
  readonly completionOperations: 'offered' | 'absent';
  readonly depositAboveHold: 'refused' | 'cut';
  readonly reversalOfDeposited: 'done' | 'refused';
}

/** What deployed services suggest where document 3 is silent. */
export const usualGatewayOrderChoices: GatewayOrderChoices = {
  currencies: ['978', '840', '036', '826'],
  defaultCurrency: 'first',
  zeroAmount: 'refused',
  largestAmount: Number.MAX_SAFE_INTEGER,
  unknownFeature: 'refused',
  markup: 'accepted',
  malformedIp: 'accepted',
  callbackAddress: 'any-text',
  furtherParameters: 'as-instant-payment',
  registeredBinding: 'only-means',
  pairValues: 'any',
  twoDigits: 'at-most',
  orderBundle: 'any-object',

  mdOrderStyle: 'uuid',
  orderNumberCase: 'told-apart',
  instantOrderNumber: 'generated',
  generatedNumbers: 'serial',
  repeatedRegistration: 'refused',

  storedMoments: 'milliseconds',
  merchantLifetime: 'none',
  zeroTimeout: 'refused',
  expirationZone: 'UTC',
  pastExpiration: 'refused',
  overdueOrder: 'declined',
  autoDates: 'enabled',
  pastAutoDate: 'refused',

  deposits: 'at-once',
  completionOperations: 'offered',
  depositAboveHold: 'refused',
  reversalOfDeposited: 'done',
};
