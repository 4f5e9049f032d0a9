import type { GatewayPageChoices } from '../gateway/page-choices.ts';
import { open, type Register } from './point.ts';

/** What document 3 leaves open about the gateway: the payment page. */
export const gatewayPageRegister: Register<GatewayPageChoices> = {
  formUrl: open(['query', 'path', 'opaque'], 'document 3, part 4.1'),
  returnQuery: open(['order-and-language', 'order', 'as-sent'], 'document 3, parts 1, 4.1 and 8'),
  cancelOnPage: open(['leaves-it', 'declines'], 'document 3, parts 1, 4.1 and 8'),
  closedPage: open(['state', 'return-address'], 'document 3, parts 1 and 4.1'),
  keepingOnPage: open(['absent', 'offered'], 'document 3, parts 1, 4.1 and 8'),
  shopButton: open(['link', 'button'], 'gateway.json-params.back-to-shop'),
  declinedOnPage: open(['leaves', 'stays'], 'document 3, parts 1, 4.1 and 8'),
};
