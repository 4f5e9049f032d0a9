import type { GatewayAccessChoices } from '../gateway/access-choices.ts';
import type { GatewayErrorForm } from '../gateway/message-choices.ts';
import { open, type Register } from './point.ts';

/** What document 3 leaves open about the gateway: who asks: credentials, signatures and permissions. */
export const gatewayAccessRegister: Register<GatewayAccessChoices> = {
  accessError: open<GatewayErrorForm>(
    [
      { status: 200, repeatsMessage: false },
      { status: 401, repeatsMessage: false },
      { status: 403, repeatsMessage: true },
      { status: 200, repeatsMessage: true },
    ],
    'gateway.authentication.answer',
    'gateway.signature.answer',
  ),
  wrongSignature: open(['as-credentials', 'forbidden'], 'gateway.signature.answer'),
  signedForm: open(['bytes', 'bytes-or-text', 'digest'], 'document 3, parts 4.1, 5 and 7'),
  halfSigned: open(
    ['refused', 'as-unsigned'],
    'gateway.signature.missing-hash',
    'gateway.signature.unsigned',
  ),
  alwaysSigned: open(['nothing', 'instant-payments'], 'gateway.signature.unsigned'),
  undemandedSignature: open(['checked', 'passed-over'], 'gateway.signature.answer'),
  checkedFirst: open(['access', 'parameters'], 'gateway.authentication.answer'),
  overlongLogin: open(['wrong-credentials', 'bad-value'], 'gateway.authentication.length-of-login'),
  practiceLogin: open(['username', 'either', 'userName'], 'gateway.industry-practice.member-names'),
  practiceMediaTypes: open(['form', 'form-or-json'], 'gateway.industry-practice.form-or-json'),
  specialPermissions: open(
    ['withheld', 'granted'],
    'gateway.json-params.moto',
    'gateway.register.other-merchant',
    'gateway.payment-order.mcc',
    'gateway.payment-order.mvv',
    'gateway.payment-order.exemption',
    'gateway.features.force-payment-way',
  ),
  withoutCvc: open(['nowhere', 'instant-payment'], 'document 3, part 4.4'),
};
