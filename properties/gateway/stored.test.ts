import { aClientId, anOrder, anOrderNumber } from '../../fixtures/builders/gateway.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import type { GatewayClient, Parameters } from '../../fixtures/clients/gateway.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import type { Exchange } from '../../fixtures/transcript/exchange.ts';
import { listOf, planOf, typeOf } from '../../fixtures/worlds/gateway-credentials.ts';
import { reportsPaid } from '../../fixtures/worlds/gateway-orders.ts';
import { orderOf, taken } from '../../fixtures/worlds/gateway-sameness.ts';
import { bindingIdsIn, storedBy, usedBy } from '../../fixtures/worlds/gateway-stored.ts';
import {
  type Category,
  isNotOffered,
  payWithCard,
  validGatewayRequest,
} from '../../fixtures/worlds/gateway.ts';

// Document 3, parts 2.2, 4.4, 4.6 and 4.7: a stored credential is one, however it came to be stored.

/** A way in which a card is stored, besides by FORCE_CREATE_BINDING. */
interface Row {
  readonly how: string;
  readonly category: Category;
  readonly operation: 'register.do' | 'instantPayment.do';
  readonly part: Parameters;
  readonly payment?: Parameters;
}

const rows: readonly Row[] = [
  ...(['COMMON', 'RECURRENT'] as const).map((category): Row => {
    const part = { amount: 0, features: 'VERIFY' };
    return { how: 'by a verification about nothing', category, operation: 'register.do', part };
  }),
  {
    how: 'by a verification in one call',
    category: 'INSTALLMENT',
    operation: 'instantPayment.do',
    part: { features: 'VERIFY' },
  },
  {
    how: 'by an initial payment that is held',
    category: 'RECURRENT',
    operation: 'instantPayment.do',
    part: { preAuth: true, tii: 'RI' },
  },
  {
    how: 'by an initial payment',
    category: 'INSTALLMENT',
    operation: 'register.do',
    part: {},
    payment: { tii: 'II' },
  },
];

check(
  'gateway.alike.stored',
  'charges and pays by a credential that was stored in any way',
  async ({ gateway }) => {
    await forEvery(
      rows,
      ({ how, category }) => `a ${category} credential that was stored ${how}`,
      async (row) => {
        const clientId = aClientId();
        const storing = await storedAs(gateway, row, clientId);
        if (storing === undefined) return;
        const list = await listOf(gateway, clientId, typeOf[row.category]);
        const bindingId = bindingIdsIn(list).at(-1);
        // Whether it is stored is the affair of other requirements.
        if (bindingId === undefined) return;

        const outcome = await usedBy(gateway, row.category, { clientId, bindingId });

        if (!reportsPaid(outcome)) {
          // By such a credential nothing may be paid in any case.
          const twin = await storedBy(gateway, row.category, aClientId());
          if (twin?.bindingId === undefined) return;
          if (!reportsPaid(await usedBy(gateway, row.category, twin))) return;
        }
        const words = sentExpectedGot([...storing, list, outcome], 'a payment by the credential');
        expect(reportsPaid(outcome), words).toBe(true);
      },
    );
  },
);

/** What was sent to have a card stored in such a way; undefined where that is not taken. */
async function storedAs(
  gateway: GatewayClient,
  { category, operation, part, payment }: Row,
  clientId: string,
): Promise<readonly Exchange[] | undefined> {
  const sent = { clientId, jsonParams: planOf[category], ...part };
  if (operation === 'register.do') {
    const registered = await taken(gateway.ask(operation, anOrder(sent)));
    const act = registered && (await taken(payWithCard(gateway, orderOf(registered), payment)));
    return registered && act && [registered, act];
  }
  const instant = await validGatewayRequest(gateway, operation);
  if (isNotOffered(instant)) return undefined;
  const own = { ...instant.parameters, orderNumber: anOrderNumber(), ...sent };
  const act = await taken(instant.send(own));
  return act && [act];
}
