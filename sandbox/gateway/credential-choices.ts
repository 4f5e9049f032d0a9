/** What document 3 leaves open about the gateway: stored credentials. */
export interface GatewayCredentialChoices {
  // Storing (parts 2.2, 4.3 and 4.4)
  readonly bindingIdStyle: 'uuid' | 'digits';
  readonly repeatedCredential: 'same' | 'new';
  readonly bindingNotNeededAgainstFeature: 'refused' | 'not-stored';
  /** "false: may store". */
  readonly bindingNotNeededFalse: 'stores' | 'leaves-it';
  readonly recurrentSchedule: 'demanded' | 'optional';
  readonly installmentPlanMissing: 'at-registration' | 'at-payment';
  /** References to an original payment without a tii for which they are passed. */
  readonly needlessReferences: 'ignored' | 'refused';
  /** A registered order to store a credential, paid with one that is stored. */
  readonly storingOrderByBinding: 'paid' | 'refused';

  // Lists (parts 2.2 and 4.6)
  readonly noBindings: 'empty-list' | 'code-2';
  readonly bindingOrder: 'newest-first' | 'oldest-first' | 'last-used-first';
  readonly bindingPaymentWay: 'CARD' | 'TOKEN_PAY';
  readonly bindingPaymentSystem: 'CARD' | 'VISA';
  readonly displayLabel: 'last-four' | 'mask' | 'brand';
  /** maskedPan of a credential: like that of a payment, or what is kept of the number alone. */
  readonly credentialMask: 'as-payments' | 'last-four';
  /** Stored credentials whose card has expired. */
  readonly expiredBindings: 'listed' | 'left-out';
  /** What getBindings lists without bindingType. */
  readonly bindingsWithoutType: 'all' | 'common';
  /** Another bindingType than the three. */
  readonly otherBindingType: 'refused' | 'all';

  // Paying by them (parts 4.6 and 4.7)
  /** A holder who pays without a CVC: asked for it, refused, or believed. */
  readonly bindingCvc: 'demanded' | 'optional' | 'asked-on-page';
  /** A CVC for a payment with a stored credential that the merchant initiates. */
  readonly needlessBindingCvc: 'ignored' | 'refused';
  /** Part 4.6 shows F and U for paying with a stored credential. */
  readonly bindingInitiators: 'all' | 'common-only';
  /** paymentOrderBinding.do without a tii. */
  readonly bindingWithoutTii: 'paid' | 'refused';
  readonly otherCategory: 'refused' | 'accepted';
}

/** What deployed services suggest where document 3 is silent. */
export const usualGatewayCredentialChoices: GatewayCredentialChoices = {
  bindingIdStyle: 'uuid',
  repeatedCredential: 'same',
  bindingNotNeededAgainstFeature: 'refused',
  bindingNotNeededFalse: 'leaves-it',
  recurrentSchedule: 'optional',
  installmentPlanMissing: 'at-registration',
  needlessReferences: 'ignored',
  storingOrderByBinding: 'paid',

  noBindings: 'empty-list',
  bindingOrder: 'newest-first',
  bindingPaymentWay: 'CARD',
  bindingPaymentSystem: 'CARD',
  displayLabel: 'last-four',
  credentialMask: 'as-payments',
  expiredBindings: 'listed',
  bindingsWithoutType: 'all',
  otherBindingType: 'refused',

  bindingCvc: 'optional',
  needlessBindingCvc: 'ignored',
  bindingInitiators: 'all',
  bindingWithoutTii: 'paid',
  otherCategory: 'refused',
};
