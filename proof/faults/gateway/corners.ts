import { documentRules } from '../../../sandbox/rules/index.ts';
import { fault } from '../fault.ts';
import { isObject, memberAt, setMember, withRememberingRules, withRules } from '../tampering.ts';
import { read } from './later.ts';
import {
  inGatewayAnswer,
  jsonAnswer,
  onGateway,
  onGatewayInTime,
  withRulesAsked,
} from './tampering.ts';

// What goes wrong for another means, another card or another moment than the usual ones. Document 3.

const { gwAuthentication, gwIsPayable, gwOwnsBinding, gwSeesBinding, gwSeesOrder } = documentRules;
type PayableOrder = Parameters<typeof gwIsPayable>[0];

const lifetimeMs = 1_200_000;

export const gatewayCornerFaults: readonly Fault[] = [
  ...(['U', 'F'] as const).map((tii) =>
    fault(
      'gateway.payment-order-binding.other-client',
      `paid-for-others-with-${tii.toLowerCase()}`,
      `pays anybody's order with any credential of the merchant where tii is ${tii}`,
      withRulesAsked((asked) => ({
        gwOwnsBinding: (binding, owner, operation) =>
          (operation === 'paymentOrderBinding' && asked()?.parameters['tii'] === tii) ||
          gwOwnsBinding(binding, owner, operation),
      })),
    ),
  ),
  fault(
    'gateway.shared.each-keeps-its-own',
    'one-card-of-a-customer',
    'lists of the cards of a customer the one that was stored first',
    onGateway(() => async ({ operation }, send) => {
      const response = await send();
      const answer = await read(response);
      if (operation !== 'getBindings.do' || !isObject(answer)) return response;
      const { bindings } = answer;
      if (!Array.isArray(bindings)) return response;
      return jsonAnswer({ ...answer, bindings: (bindings as unknown[]).slice(0, 1) });
    }),
  ),
  fault(
    'gateway.deadlines.lifetime-from-registration',
    'begins-anew-on-the-page',
    'begins the lifetime of an order anew each time that its page is opened',
    withRulesAsked((asked) => {
      const opened = new WeakMap<PayableOrder, number>();
      return {
        gwIsPayable: (order, now) => {
          const isInTime = gwIsPayable(order, now);
          if (isInTime && asked()?.url.pathname.includes('/page') === true) opened.set(order, now);
          return isInTime || livesOn(order, now, opened.get(order));
        },
      };
    }),
  ),
  fault(
    'gateway.deadlines.lifetime-from-registration',
    'lives-on-when-looked-at',
    'lets an order live twice as long whose status was read',
    withRememberingRules(() => {
      const seen = new WeakSet<object>();
      return {
        gwSeesOrder: (order, login, operation) => {
          if (operation === 'getOrderStatusExtended') seen.add(order);
          return gwSeesOrder(order, login, operation);
        },
        gwIsPayable: (order, now) =>
          gwIsPayable(order, now) ||
          livesOn(order, now, seen.has(order) ? order.expiresAt : undefined),
      };
    }),
  ),
  fault(
    'gateway.persistence.as-time-passes',
    'closed-with-its-lifetime',
    'closes an order that a stored credential has paid when its lifetime is over',
    onGatewayInTime((now) => {
      const ends = new Map<string | undefined, number>();
      return async ({ operation, parameters }, send) => {
        if (operation === 'paymentOrderBinding.do')
          ends.set(parameters['mdOrder'], now() + lifetimeMs);
        const response = await send();
        const isOver = now() >= (ends.get(parameters['orderId']) ?? Number.POSITIVE_INFINITY);
        const answer = await read(response);
        return operation === 'getOrderStatusExtended.do' && isOver && isObject(answer)
          ? jsonAnswer({ ...answer, orderStatus: 6 })
          : response;
      };
    }),
  ),
  fault(
    'gateway.features.force-ssl-asks-nothing',
    'asked-of-stored-cards',
    'minds FORCE_SSL for card data only',
    withRulesAsked((asked) => ({
      gwAuthentication: (kind, features, by) =>
        gwAuthentication(
          kind,
          asked()?.operation === 'paymentOrderBinding.do'
            ? features.filter((feature) => feature !== 'FORCE_SSL')
            : features,
          by,
        ),
    })),
  ),
  fault(
    'gateway.isolation.as-elsewhere',
    'credential-in-one-call',
    'pays in one call by the credential of another merchant whose customer has the same name',
    withRules({
      gwSeesBinding: (binding, login, operation) =>
        operation === 'instantPayment' || gwSeesBinding(binding, login, operation),
      gwOwnsBinding: (binding, owner, operation) =>
        operation === 'instantPayment'
          ? binding.clientId === owner.clientId
          : gwOwnsBinding(binding, owner, operation),
    }),
  ),
  fault(
    'gateway.deadlines.dates-are-kept',
    'whole-units',
    'debits on an autocompletionDate whole units of the currency',
    inGatewayAnswer('getOrderStatusExtended.do', (answer) => {
      const path = 'paymentAmountInfo.depositedAmount';
      const amount = Number(memberAt(answer, path));
      setMember(answer, path, amount - (amount % 100));
    }),
  ),
];

/** Whether an order that is over is taken for one that lives for another lifetime from some moment. */
function livesOn({ status }: PayableOrder, now: number, from: number | undefined): boolean {
  return from !== undefined && [0, 5, 6].includes(status) && now < from + lifetimeMs;
}
