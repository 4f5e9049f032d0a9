import type { GatewayStatusChoices } from '../gateway/status-choices.ts';
import { open, type Register } from './point.ts';

/** What document 3 leaves open about the gateway: what is shown of an order. */
export const gatewayStatusRegister: Register<GatewayStatusChoices> = {
  statusShape: open(['flat', 'nested'], 'document 3, part 4.6'),
  statusByNumber: open(['answered', 'refused'], 'gateway.order-status.request'),
  statusDetail: open(['full', 'short'], 'gateway.order-status.response'),
  unknownOrderLists: open(['empty', 'absent'], 'document 3, part 4.6'),
  orderStatusType: open(['number', 'text'], 'gateway.order-status.response'),
  otherStatuses: open(['below-ten', 'above-ten'], 'gateway.order-state.values'),
  retriableStatus: open(['as-registered', 'as-declined'], 'gateway.order-state.values'),
  paymentStates: open(['usual', 'other'], 'gateway.payment-amount-info.states'),
  totalAmount: open(['ordered', 'approved'], 'document 3, part 2.1'),
  depositedAmount: open(['net', 'gross'], 'document 3, part 2.1'),
  approvedLater: open(['lowered', 'kept'], 'document 3, part 2.1'),
  declinedOperations: open(['left-out', 'listed'], 'document 3, part 4.6'),
  completedOperations: open(['left-out', 'listed'], 'document 3, part 4.6'),
  actionCodeType: open(['as-error-code', 'number'], 'document 3, parts 4.5 and 4.6'),
  untriedActionCode: open(['shown', 'absent'], 'document 3, part 4.6'),
  approvedDescription: open(['empty', 'told'], 'document 3, part 4.6'),
  approvalCodes: open(['digits', 'letters'], 'document 3, part 4.6'),
  approvalCodeOfDeclined: open(['empty', 'zeros'], 'document 3, part 4.6'),
  maskStyle: open(['two-stars', 'stars', 'x', 'last-four', 'eight-digits'], 'document 3, part 4.6'),
  expiration: open(['YYYYMM', 'MM/YY'], 'document 3, part 4.6'),
  holderName: open(['as-sent', 'capitals'], 'document 3, part 4.6'),
  eci: open(['number', 'text'], 'document 3, part 4.6'),
  authDateTime: open(['milliseconds', 'text'], 'document 3, part 4.6'),
  attributes: open(['order-only', 'further-first'], 'document 3, part 4.6'),
  transactionAttributes: open(['empty', 'filled'], 'document 3, part 4.6'),
  furtherOrderParams: open(['none', 'payment-channel'], 'document 3, part 4.6'),
  noDescription: open(['absent', 'empty'], 'document 3, part 4.6'),
  unboundInfo: open(['customer', 'absent'], 'document 3, part 4.6'),
};
