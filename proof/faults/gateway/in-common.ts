import { type Fault, fault } from '../fault.ts';
import { isObject, memberAt, read, setMember, withBody } from '../tampering.ts';
import { changedBody, inGatewayAnswer, onGateway, refusesWhen } from './tampering.ts';

// Document 3, parts 2.1 and 8: what several have in common, and what becomes of values at the ends of their range.

export const gatewayInCommonFaults: readonly Fault[] = [
  fault(
    'gateway.shared.each-keeps-its-own',
    'form-there-is',
    'leads a customer to the payment form that there is for the same amount',
    onGateway(() => {
      const forms = new Map<string, unknown>();
      return async ({ operation, parameters: { clientId, amount } }, send) => {
        const response = await send();
        const answer = await read(response);
        if (operation !== 'register.do' || clientId === undefined || !isObject(answer))
          return response;
        const known = `${clientId} ${amount}`;
        const formUrl = forms.get(known) ?? answer['formUrl'];
        forms.set(known, formUrl);
        return withBody(response, JSON.stringify({ ...answer, formUrl }));
      };
    }),
  ),
  ...(
    [
      ['text-by-address', 'returnUrl', 'description'],
      ['customer-by-holder', 'cardholderName', 'clientId'],
      ['amount-by-parameters', 'jsonParams', 'amount'],
    ] as const
  ).map(([slug, by, name]) =>
    fault(
      'gateway.shared.each-keeps-its-own',
      slug,
      `takes ${name} from an earlier order with the same ${by}`,
      onGateway(() => {
        const known = new Map<string, string | undefined>();
        return async (asked, send) => {
          const { operation, parameters } = asked;
          const key = parameters[by];
          if (operation !== 'register.do' || key === undefined) return send();
          if (!known.has(key)) known.set(key, parameters[name]);
          return send({ body: changedBody(asked, { [name]: known.get(key) }) });
        };
      }),
    ),
  ),
  fault(
    'gateway.shared.each-keeps-its-own',
    'parameters-of-the-latest',
    'shows of a charge the additionalParameters of the latest one by the same credential',
    onGateway(() => {
      const latest = new Map<string | undefined, unknown>();
      const charged = new Map<unknown, string | undefined>();
      return async ({ operation, parameters, body }, send) => {
        const response = await send();
        const answer = await read(response);
        if (operation === 'recurrentPayment.do') {
          const { bindingId } = parameters;
          latest.set(bindingId, memberAt(body, 'additionalParameters.note'));
          charged.set(memberAt(answer, 'data.orderId'), bindingId);
        }
        const order = parameters['orderId'] ?? parameters['mdOrder'];
        if (operation !== 'getOrderStatusExtended.do' || !charged.has(order)) return response;
        const params = memberAt(answer, 'merchantOrderParams');
        for (const one of Array.isArray(params) ? (params as unknown[]) : []) {
          if (memberAt(one, 'name') === 'note')
            setMember(one, 'value', latest.get(charged.get(order)));
        }
        return withBody(response, JSON.stringify(answer));
      };
    }),
  ),
  fault(
    'gateway.shared.each-keeps-its-own',
    'with-the-one-before',
    'books a delayed charge with the amount of the one before after the same order',
    onGateway(() => {
      const before = new Map<string | undefined, number>();
      return async (asked, send) => {
        const { originalMdOrder, amount } = asked.parameters;
        if (asked.operation !== 'industryPractice/paymentOrder.do') return send();
        const sum = (before.get(originalMdOrder) ?? 0) + Number(amount);
        before.set(originalMdOrder, Number(amount));
        return send({ body: changedBody(asked, { amount: String(sum) }) });
      };
    }),
  ),
  fault(
    'gateway.shared.each-keeps-its-own',
    'credential-of-the-card',
    'shows of a charge the credential that was stored first of its card in the category',
    onGateway(() => {
      const first = new Map<string, unknown>();
      const types = new Map<unknown, string>();
      return async ({ operation, parameters }, send) => {
        const response = await send();
        const answer = await read(response);
        if (!isObject(answer)) return response;
        if (operation === 'getBindings.do') {
          const bindings = answer['bindings'];
          for (const one of Array.isArray(bindings) ? (bindings as unknown[]) : []) {
            const known = `${String(memberAt(one, 'maskedPan'))} ${parameters['bindingType']}`;
            types.set(memberAt(one, 'bindingId'), known);
            if (!first.has(known)) first.set(known, memberAt(one, 'bindingId'));
          }
        }
        const known = types.get(memberAt(answer, 'bindingInfo.bindingId'));
        if (operation !== 'getOrderStatusExtended.do' || known === undefined) return response;
        setMember(answer, 'bindingInfo.bindingId', first.get(known));
        return withBody(response, JSON.stringify(answer));
      };
    }),
  ),
  fault(
    'gateway.size.lives-as-any-other',
    'long-customers-unlisted',
    'lists no credential of a customer whose clientId has 255 characters',
    inGatewayAnswer('getBindings.do', (answer, { parameters }) => {
      if (parameters['clientId']?.length === 255) answer['bindings'] = [];
    }),
  ),
  fault(
    'gateway.size.lives-as-any-other',
    'letters-are-no-description',
    'charges nothing that is described by one letter',
    refusesWhen('recurrentPayment.do', ({ parameters }) => parameters['description']?.length === 1),
  ),
];
