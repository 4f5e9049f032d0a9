import type { GatewayCredentialChoices } from '../gateway/credential-choices.ts';
import { open, type Register } from './point.ts';

/** What document 3 leaves open about the gateway: stored credentials. */
export const gatewayCredentialRegister: Register<GatewayCredentialChoices> = {
  bindingIdStyle: open(['uuid', 'digits'], 'document 3, parts 2.2, 4.6 and 4.7'),
  repeatedCredential: open(['same', 'new'], 'gateway.binding.same-card-again'),
  bindingNotNeededAgainstFeature: open(['refused', 'not-stored'], 'document 3, parts 4.3 and 4.4'),
  bindingNotNeededFalse: open(['leaves-it', 'stores'], 'gateway.payment-order.default-binding'),
  recurrentSchedule: open(['optional', 'demanded'], 'document 3, parts 2.2, 4.6 and 4.7'),
  installmentPlanMissing: open(
    ['at-registration', 'at-payment'],
    'document 3, parts 2.2, 4.6 and 4.7',
  ),
  needlessReferences: open(['ignored', 'refused'], 'gateway.payment-order.original-references'),
  storingOrderByBinding: open(['paid', 'refused'], 'document 3, parts 4.4 and 4.6'),
  noBindings: open(['empty-list', 'code-2'], 'gateway.get-bindings.none'),
  bindingOrder: open(
    ['newest-first', 'oldest-first', 'last-used-first'],
    'document 3, parts 2.2, 4.6 and 4.7',
  ),
  bindingPaymentWay: open(['CARD', 'TOKEN_PAY'], 'document 3, parts 2.2, 4.6 and 4.7'),
  bindingPaymentSystem: open(['CARD', 'VISA'], 'document 3, part 2.2'),
  displayLabel: open(['last-four', 'mask', 'brand'], 'document 3, parts 2.2, 4.6 and 4.7'),
  credentialMask: open(['as-payments', 'last-four'], 'document 3, part 2.2'),
  expiredBindings: open(['listed', 'left-out'], 'document 3, part 4.6'),
  bindingsWithoutType: open(['all', 'common'], 'gateway.get-bindings.without-type'),
  otherBindingType: open(['refused', 'all'], 'gateway.get-bindings.other-type'),
  bindingCvc: open(['optional', 'demanded', 'asked-on-page'], 'gateway.tii.f'),
  needlessBindingCvc: open(['ignored', 'refused'], 'gateway.tii.u'),
  bindingInitiators: open(['all', 'common-only'], 'gateway.tii.r', 'gateway.tii.i'),
  bindingWithoutTii: open(['paid', 'refused'], 'document 3, parts 4.6 and 4.7'),
  otherCategory: open(
    ['refused', 'accepted'],
    'gateway.instant-payment.binding-categories',
    'gateway.payment-order-binding.categories',
    'gateway.recurrent-payment.common-credential',
    'gateway.recurrent-payment.installment-credential',
    'gateway.installment-payment.common-credential',
    'gateway.installment-payment.recurrent-credential',
  ),
};
