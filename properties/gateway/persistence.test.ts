import { anOrder, anOrderNumber } from '../../fixtures/builders/gateway.ts';
import { check, forEvery } from '../../fixtures/check.ts';
import { expectOnlyChanged } from '../../fixtures/expect-facts.ts';
import { repeated } from '../../fixtures/repeated.ts';
import type { Exchange } from '../../fixtures/transcript/exchange.ts';
import { listOf, payByBinding } from '../../fixtures/worlds/gateway-credentials.ts';
import { factsOf, type SmallWorld, smallWorld } from '../../fixtures/worlds/gateway-facts.ts';
import {
  chargeOf,
  isNotOffered,
  newOrder,
  payWithCard,
  validGatewayRequest,
} from '../../fixtures/worlds/gateway.ts';

// Document 3, parts 2.1, 2.2 and 3.1: what is there stays, whatever is asked about others.

/** Further requests about other orders, of strangers and of the same customer, one after the other. */
const others: readonly ((world: SmallWorld) => Promise<Exchange>)[] = [
  ({ gateway, customer: { clientId } }) => gateway.ask('register.do', anOrder({ clientId })),
  async ({ gateway }) => payWithCard(gateway, await newOrder(gateway, { amount: 31_00 })),
  async ({ gateway, customer: { clientId, bindingId = 'of-nobody' } }) =>
    payByBinding(gateway, await newOrder(gateway, { clientId, amount: 32_00 }), { bindingId }),
  ({ gateway }) => gateway.ask('register.do', anOrder({ amount: undefined })),
  ({ gateway, neighbour: { bindingId = 'of-nobody' } }) =>
    chargeOf(gateway, 'recurrentPayment.do', { bindingId }),
  async ({ gateway, neighbour: { clientId } }) =>
    payWithCard(gateway, await newOrder(gateway, { clientId }, 'registerPreAuth.do'), {
      bindingNotNeeded: true,
      $PAN: gateway.settings.declinedCardPan,
    }),
  async ({ gateway, orders }) =>
    gateway.ask('industryPractice/paymentOrder.do', {
      originalMdOrder: orders[2]?.mdOrder,
      orderNumber: anOrderNumber(),
      tii: 'IPN',
      amount: 3_00,
    }),
  async ({ gateway, subject }) => {
    const instant = await validGatewayRequest(gateway, 'instantPayment.do');
    if (isNotOffered(instant)) return gateway.ask('register.do', anOrder());
    // One more under a number that is in use.
    return instant.send({ ...instant.parameters, orderNumber: subject.orderNumber });
  },
  ({ gateway }) => listOf(gateway, 'of-nobody', 'C'),
];

const worlds = [
  { state: 'paid', category: 'RECURRENT' },
  { state: 'held (two-phase)', category: 'COMMON' },
  { state: 'payment declined', category: 'INSTALLMENT' },
] as const;

check(
  'gateway.persistence.other-requests',
  'keeps orders and credentials through fifty requests about others',
  async ({ gateway }) => {
    await forEvery(
      worlds,
      ({ state, category }) => `order ${state}, cards stored as ${category}`,
      async (wanted) => {
        const world = await smallWorld(gateway, wanted);
        if (world === undefined) return;
        const before = await factsOf(world);

        const acts: Exchange[] = [];
        for (let count = 0; count < repeated(50); count += 1) {
          const ask = others[count % others.length];
          if (ask !== undefined) acts.push(await ask(world));
        }

        expectOnlyChanged(before, await factsOf(world), {
          acts: acts.slice(-3),
          told: `${acts.length} requests about others`,
        });
      },
    );
  },
);
