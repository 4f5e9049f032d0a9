import type { RequirementId } from '../../../fixtures/requirements/index.ts';
import { type Fault, type Tampering, fault } from '../fault.ts';
import {
  changedBody,
  type GatewayOperation,
  onGateway,
  refusal,
  refusesWhen,
} from './tampering.ts';

// Document 3, parts 1, 4, 5 and 7: what goes wrong with an operation whatever it is about.

/** Requirement that a valid request succeeds, that a stranger's does not, and the operation. */
const rows: readonly (readonly [RequirementId, RequirementId, GatewayOperation])[] = [
  ['gateway.register.succeeds', 'gateway.authentication.register-needs-credentials', 'register.do'],
  [
    'gateway.register-pre-auth.succeeds',
    'gateway.authentication.register-pre-auth-needs-credentials',
    'registerPreAuth.do',
  ],
  [
    'gateway.payment-order.succeeds',
    'gateway.authentication.payment-order-needs-credentials',
    'paymentorder.do',
  ],
  [
    'gateway.instant-payment.succeeds',
    'gateway.authentication.instant-payment-needs-credentials',
    'instantPayment.do',
  ],
  [
    'gateway.industry-practice.succeeds',
    'gateway.authentication.industry-practice-needs-credentials',
    'industryPractice/paymentOrder.do',
  ],
  [
    'gateway.get-bindings.succeeds',
    'gateway.authentication.get-bindings-needs-credentials',
    'getBindings.do',
  ],
  [
    'gateway.payment-order-binding.succeeds',
    'gateway.authentication.payment-order-binding-needs-credentials',
    'paymentOrderBinding.do',
  ],
  [
    'gateway.recurrent-payment.succeeds',
    'gateway.authentication.recurrent-payment-needs-credentials',
    'recurrentPayment.do',
  ],
  [
    'gateway.installment-payment.succeeds',
    'gateway.authentication.installment-payment-needs-credentials',
    'installmentPayment.do',
  ],
  [
    'gateway.order-status.succeeds',
    'gateway.authentication.order-status-needs-credentials',
    'getOrderStatusExtended.do',
  ],
];

/**
 * Operations that a merchant may have to do without, or whose form is found out by trying, and how
 * often they are asked on the way to a request that is judged.
 */
const onOffer: Partial<Record<GatewayOperation, number>> = {
  'instantPayment.do': 1,
  'getBindings.do': 2,
};

export const gatewayOperationFaults: readonly Fault[] = [
  ...rows.map(([succeeds, , operation]) =>
    operation in onOffer
      ? fault(succeeds, 'refused', `refuses ${operation} after some successes`, tiresOf(operation))
      : fault(succeeds, 'refused', `refuses every ${operation}`, refusesWhen(operation)),
  ),
  fault(
    'gateway.instant-payment.succeeds',
    'absent',
    'answers HTTP 404 to every instantPayment.do',
    onGateway(
      () => async (asked, send) =>
        asked.operation === 'instantPayment.do' ? new Response('', { status: 404 }) : send(),
    ),
  ),
  ...rows.map(([, needsCredentials, operation]) =>
    fault(needsCredentials, 'let-in', `lets anybody call ${operation}`, letsIn(operation)),
  ),
  fault(
    'gateway.get-bindings.takes-binding-type',
    'refused',
    'refuses bindingType after the first list',
    tiresOf('getBindings.do'),
  ),
  fault(
    'gateway.response.body-is-json',
    'html',
    'answers every order status with an HTML page',
    onGateway(
      () => async (asked, send) =>
        asked.operation === 'getOrderStatusExtended.do'
          ? new Response('<html></html>', { status: 200 })
          : send(),
    ),
  ),
  fault(
    'gateway.errors.no-server-error',
    'crash',
    'answers long requests with HTTP 500',
    onGateway(
      () => async (asked, send) =>
        asked.text.length > 1_500 ? new Response('oops', { status: 500 }) : send(),
    ),
  ),
  fault(
    'gateway.errors.no-server-error',
    'status',
    'answers every order status with HTTP 500',
    onGateway(
      () => async (asked, send) =>
        asked.operation === 'getOrderStatusExtended.do'
          ? new Response('oops', { status: 500 })
          : send(),
    ),
  ),
];

/** Carries an operation out a few times for the same customer, and refuses it from then on. */
function tiresOf(operation: GatewayOperation): Tampering {
  const patience = onOffer[operation] ?? 0;
  return onGateway(() => {
    const times = new Map<string, number>();
    return async (asked, send) => {
      if (asked.operation !== operation) return send();
      const { clientId = '', bindingType = '' } = asked.parameters;
      const key = `${clientId} ${bindingType}`;
      const before = times.get(key) ?? 0;
      times.set(key, before + 1);
      return before >= patience ? refusal() : send();
    };
  });
}

/** Puts the first password that anything was asked with in the place of any other. */
function letsIn(operation: GatewayOperation): Tampering {
  return onGateway(() => {
    let first: string | undefined;
    return async (asked, send) => {
      const { password } = asked.parameters;
      if (password !== 'not-the-password') first ??= password;
      if (asked.operation !== operation || password === first) return send();
      return send({ body: changedBody(asked, { password: first ?? password }) });
    };
  });
}
