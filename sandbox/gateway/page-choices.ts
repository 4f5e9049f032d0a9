/** What document 3 leaves open about the gateway: the payment page. */
export interface GatewayPageChoices {
  // The payment page (parts 1, 2.4, 4.1 and 8)
  /** How formUrl names its order. */
  readonly formUrl: 'query' | 'path' | 'opaque';
  /** What is added to returnUrl and failUrl: nothing at all where they are as sent. */
  readonly returnQuery: 'order' | 'order-and-language' | 'as-sent';
  /** What a customer who leaves the page does to the order. */
  readonly cancelOnPage: 'declines' | 'leaves-it';
  /** What is at the formUrl of an order that cannot be paid any more: its state, or the way back. */
  readonly closedPage: 'state' | 'return-address';
  /** Whether customers can have their card kept although the order does not ask for it. */
  readonly keepingOnPage: 'offered' | 'absent';
  /** The return button: a link that looks like one, or a button. */
  readonly shopButton: 'link' | 'button';
  /** A customer whose card was declined while the order can still be paid. */
  readonly declinedOnPage: 'leaves' | 'stays';
}

/** What deployed services suggest where document 3 is silent. */
export const usualGatewayPageChoices: GatewayPageChoices = {
  formUrl: 'query',
  returnQuery: 'order-and-language',
  cancelOnPage: 'leaves-it',
  closedPage: 'state',
  keepingOnPage: 'absent',
  shopButton: 'link',
  declinedOnPage: 'leaves',
};
