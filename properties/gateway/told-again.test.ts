import { aClientId, anOrderNumber } from '../../fixtures/builders/gateway.ts';
import { check } from '../../fixtures/check.ts';
import { expectToldAlike } from '../../fixtures/told-again.ts';
import type { Exchange } from '../../fixtures/transcript/exchange.ts';
import { listOf, paidToStore, payByBinding } from '../../fixtures/worlds/gateway-credentials.ts';
import { readStatus } from '../../fixtures/worlds/gateway-sameness.ts';
import {
  bindingsIn,
  isNotOffered,
  newOrder,
  payWithCard,
  storedCredential,
} from '../../fixtures/worlds/gateway.ts';

// Document 3, parts 2.1 and 2.2: what is told again is told alike, shown here on one order and one customer;
// fixtures/told-again.ts looks at all other answers of the run in the same way.

check(
  'gateway.told.one-order',
  'shows the same of an order before and after its payment, and after a charge on it',
  async ({ gateway }) => {
    const order = await newOrder(gateway, { description: 'Two tickets' });
    const acts = [await readStatus(gateway, order)];
    await payWithCard(gateway, order);
    acts.push(await readStatus(gateway, order));
    const orderNumber = anOrderNumber();
    const charge = { originalMdOrder: order.mdOrder, orderNumber, tii: 'IPI', amount: 5_00 };
    await gateway.ask('industryPractice/paymentOrder.do', charge);
    acts.push(await readStatus(gateway, order));

    expectToldAlike(acts);
  },
);

check(
  'gateway.told.one-credential',
  'shows the same of the credentials of a customer before and after one has paid',
  async ({ gateway, skip }) => {
    const clientId = aClientId();
    const credential = await storedCredential(gateway, 'COMMON', clientId);
    if (isNotOffered(credential)) return skip(credential.missing);
    const listed = async (): Promise<Exchange[]> => [
      await listOf(gateway, clientId, 'C'),
      await listOf(gateway, clientId, 'R'),
    ];
    const acts = await listed();
    await paidToStore(gateway, clientId, 'RECURRENT');
    await payByBinding(gateway, await newOrder(gateway, { clientId }), credential);
    acts.push(...(await listed()));

    if (acts.flatMap(bindingsIn).length === 0) return skip('no list shows a stored credential');
    expectToldAlike(acts);
  },
);
