import { type Fault, fault } from '../fault.ts';
import { isSuccessful, read } from './later.ts';
import { onGateway, refusal } from './tampering.ts';

// What was asked, opened, stored or agreed on earlier decides what it has no part in, or does not decide what
// it should. Document 3, parts 2.1, 4 and 8.

const status = 'getOrderStatusExtended.do';

export const gatewayEarlierFaults: readonly Fault[] = [
  fault(
    'gateway.views.status-by-number',
    'as-told-before',
    'tells the status that an order had when it was first asked for by its orderNumber',
    onGateway(() => {
      const told = new Map<string, Response>();
      return async ({ operation, parameters }, send) => {
        const { orderNumber } = parameters;
        if (operation !== status || orderNumber === undefined) return send();
        const before = told.get(orderNumber);
        if (before !== undefined) return before.clone();
        const response = await send();
        if (isSuccessful(await read(response))) told.set(orderNumber, response.clone());
        return response;
      };
    }),
  ),
  fault(
    'gateway.put-right.succeeds-after-a-refusal',
    'bound-by-a-refusal',
    'binds an order to the credential of a payment that it refuses for its tii',
    onGateway(() => {
      const bound = new Set<string | undefined>();
      return async ({ operation, parameters }, send) => {
        const { mdOrder, MDORDER, tii } = parameters;
        if (operation === 'paymentorder.do' && bound.has(MDORDER)) return refusal();
        const response = await send();
        const isPayment = operation === 'paymentOrderBinding.do' && tii !== undefined;
        if (isPayment && !isSuccessful(await read(response))) bound.add(mdOrder);
        return response;
      };
    }),
  ),
];
