import type { GatewayMessageChoices, GatewayErrorForm } from '../gateway/message-choices.ts';
import { open, type Register } from './point.ts';

/** What document 3 leaves open about the gateway: the form of requests and answers. */
export const gatewayMessageRegister: Register<GatewayMessageChoices> = {
  unreadableBody: open([400, 200], 'gateway.errors.malformed-json'),
  otherMethods: open([405, 404], 'gateway.service.get'),
  optionsMethod: open(['as-others', 'answered'], 'document 3, parts 1 and 7'),
  mediaTypes: open(
    ['declared', 'any'],
    'gateway.service.json-for-form',
    'gateway.service.form-for-json',
  ),
  repeatedParameters: open(
    ['first-counts', 'last-counts', 'refused'],
    'gateway.register.repeated-parameter',
  ),
  addressParameters: open(['ignored', 'read'], 'gateway.service.parameters-in-the-address'),
  surroundingSpaces: open(['kept', 'trimmed'], 'document 3, parts 1 and 4'),
  jsonTypes: open(['coerced', 'strict'], 'document 3, part 4.6'),
  emptyOptional: open(['unsent', 'refused'], 'document 3, parts 1 and 4'),
  emptyMandatory: open(['none', 'refused', 'none-or-unsent'], 'gateway.service.empty-mandatory'),
  unknownParameters: open(['ignored', 'refused'], 'gateway.register.unknown-parameter'),
  overlong: open(['refused', 'stored'], 'document 3, part 8'),
  otherLanguage: open(['refused', 'default'], 'gateway.register.other-language'),
  requestError: open<GatewayErrorForm>(
    [
      { status: 200, repeatsMessage: false },
      { status: 200, repeatsMessage: true },
    ],
    'document 3, parts 4.1, 5 and 7',
  ),
  codeType: open(['text', 'number', 'two-digits'], 'document 3, parts 4.1, 5 and 7'),
  errorCodes: open(['detailed', 'coarse'], 'gateway.errors.codes'),
  messageOnSuccess: open(['absent', 'shown'], 'document 3, parts 4.1, 5 and 7'),
  defaultLanguage: open(['en', 'es', 'de'], 'gateway.register.error-message-language'),
  textLanguage: open(['of-order', 'of-request'], 'document 3, parts 4.1, 4.3 and 4.6'),
  contentType: open(
    ['application/json', 'application/json; charset=utf-8'],
    'gateway.response.content-type',
  ),
  unsetMembers: open(['absent', 'null'], 'document 3, parts 4.1, 5 and 7'),
};
