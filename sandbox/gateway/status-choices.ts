/** What document 3 leaves open about the gateway: what is shown of an order. */
export interface GatewayStatusChoices {
  // Order status (parts 2.1, 3.1 and 4.6)
  /** Its members at the top of the response, or in orderStatus as in that of recurrentPayment.do. */
  readonly statusShape: 'flat' | 'nested';
  readonly statusByNumber: 'answered' | 'refused';
  readonly statusDetail: 'full' | 'short';
  readonly unknownOrderLists: 'empty' | 'absent';
  /** Part 4.6 has an integer in the answer to a charge, and shows no answer of the status. */
  readonly orderStatusType: 'number' | 'text';
  /** Values of orderStatus other than 1 and 2. */
  readonly otherStatuses: 'below-ten' | 'above-ten';
  /** What the status is called of an order whose payment was declined and can be tried again. */
  readonly retriableStatus: 'as-registered' | 'as-declined';

  // Amounts and operations (parts 2.1 and 4.6)
  /** Values of paymentState other than DEPOSITED. */
  readonly paymentStates: 'usual' | 'other';
  /** totalAmount: what was ordered, or what was approved of it. */
  readonly totalAmount: 'ordered' | 'approved';
  /** depositedAmount after a refund. */
  readonly depositedAmount: 'net' | 'gross';
  /** approvedAmount once less than that was deposited, or all of it was given back. */
  readonly approvedLater: 'lowered' | 'kept';
  /** Attempts that were declined, among the operations of an order. */
  readonly declinedOperations: 'left-out' | 'listed';
  /** Deposits of what was on hold, and refunds, among the operations of an order. */
  readonly completedOperations: 'left-out' | 'listed';

  // Payments (part 4.6)
  /** actionCode, for which no part has a type. */
  readonly actionCodeType: 'as-error-code' | 'number';
  readonly untriedActionCode: 'shown' | 'absent';
  /** actionCodeDescription of a payment that was approved. */
  readonly approvedDescription: 'empty' | 'told';
  readonly approvalCodes: 'digits' | 'letters';
  /** approvalCode of a payment that was not approved. */
  readonly approvalCodeOfDeclined: 'empty' | 'zeros';
  /** `eight-digits` shows all that names the issuer, which are eight digits by now. */
  readonly maskStyle: 'stars' | 'two-stars' | 'x' | 'last-four' | 'eight-digits';
  /** cardAuthInfo.expiration; part 2.2 has a form for the one of a credential only. */
  readonly expiration: 'YYYYMM' | 'MM/YY';
  readonly holderName: 'as-sent' | 'capitals';
  readonly eci: 'number' | 'text';
  readonly authDateTime: 'milliseconds' | 'text';

  // Further members (parts 2.2 and 4.6)
  /** "Holding mdOrder": alone, or behind others. */
  readonly attributes: 'order-only' | 'further-first';
  /** transactionAttributes, an array whose items are not shown. */
  readonly transactionAttributes: 'empty' | 'filled';
  /** What stands in merchantOrderParams behind the merchant's own, once a payment was attempted. */
  readonly furtherOrderParams: 'none' | 'payment-channel';
  /** orderDescription of an order without a description. */
  readonly noDescription: 'absent' | 'empty';
  /** bindingInfo of a customer's order that has nothing to do with a stored credential. */
  readonly unboundInfo: 'customer' | 'absent';
}

/** What deployed services suggest where document 3 is silent. */
export const usualGatewayStatusChoices: GatewayStatusChoices = {
  statusShape: 'flat',
  statusByNumber: 'answered',
  statusDetail: 'full',
  unknownOrderLists: 'empty',
  orderStatusType: 'number',
  otherStatuses: 'below-ten',
  retriableStatus: 'as-registered',

  paymentStates: 'usual',
  totalAmount: 'ordered',
  depositedAmount: 'net',
  approvedLater: 'lowered',
  declinedOperations: 'left-out',
  completedOperations: 'left-out',

  actionCodeType: 'as-error-code',
  untriedActionCode: 'shown',
  approvedDescription: 'empty',
  approvalCodes: 'digits',
  approvalCodeOfDeclined: 'empty',
  maskStyle: 'two-stars',
  expiration: 'YYYYMM',
  holderName: 'as-sent',
  eci: 'number',
  authDateTime: 'milliseconds',

  attributes: 'order-only',
  transactionAttributes: 'empty',
  furtherOrderParams: 'none',
  noDescription: 'absent',
  unboundInfo: 'customer',
};
