import type { GatewayFurtherChoices } from '../gateway/further-choices.ts';
import { open, type Register } from './point.ts';

/** What document 3 leaves open about the gateway where it meets other systems. */
export const gatewayFurtherRegister: Register<GatewayFurtherChoices> = {
  addressParameters: open(['ignored', 'read'], 'gateway.service.parameters-in-the-address'),
  surroundingSpaces: open(['kept', 'trimmed'], 'document 3, parts 1 and 4'),
  jsonTypes: open(['coerced', 'strict'], 'document 3, part 4.6'),
  largestAmount: open([Number.MAX_SAFE_INTEGER, 2_147_483_647], 'document 3, parts 2.1 and 4.1'),
  orderNumberCase: open(['told-apart', 'the-same'], 'document 3, part 2.1'),
  optionsMethod: open(['as-others', 'answered'], 'document 3, parts 1 and 7'),
  wrongSignature: open(['as-credentials', 'forbidden'], 'gateway.signature.answer'),
  unsetMembers: open(['absent', 'null'], 'document 3, parts 4.1, 5 and 7'),
  orderStatusType: open(['number', 'text'], 'gateway.order-status.response'),
  storedMoments: open(['milliseconds', 'seconds'], 'document 3, part 4.6'),
  threeDSContact: open(['unasked', 'demanded'], 'document 3, part 4.3'),
  repeatedFirstStep: open(['new-transaction', 'same-transaction'], 'document 3, part 4.3'),
  callbackQueue: open(['in-order', 'out-of-order'], 'document 3, part 6'),
};
