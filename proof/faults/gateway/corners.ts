import { documentRules } from '../../../sandbox/rules/index.ts';
import { fault } from '../fault.ts';
import { isObject, withRules } from '../tampering.ts';
import { read } from './later.ts';
import { jsonAnswer, onGateway, withRulesAsked } from './tampering.ts';

// What goes wrong for another means, another card or another moment than the usual ones. Document 3.

const { gwAuthentication, gwOwnsBinding, gwSeesBinding } = documentRules;

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
];
