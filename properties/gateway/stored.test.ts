import { aClientId, anOrder, anOrderNumber } from '../../fixtures/builders/gateway.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import {
  type GatewayClient,
  isGatewaySuccess,
  type Parameters,
} from '../../fixtures/clients/gateway.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import {
  listOf,
  paymentOutcomeOf,
  planOf,
  typeOf,
} from '../../fixtures/worlds/gateway-credentials.ts';
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
        const [payment] = storing.slice(-1);
        if (payment === undefined || !isGatewaySuccess(payment)) return;
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

const features = 'FORCE_CREATE_BINDING';
const usual: Row = {
  how: 'by an order of its own',
  category: 'COMMON',
  operation: 'register.do',
  part: { features },
};
const elsewhere: readonly Row[] = [
  ...rows,
  { ...usual, how: 'in one call', operation: 'instantPayment.do' },
  { ...usual, how: 'by a verification', part: { features: 'VERIFY' } },
  { ...usual, how: 'by an initial payment', part: {}, payment: { tii: 'CI' } },
];

check(
  'gateway.alike.stored',
  'stores no card that is declined in any way, where an order with FORCE_CREATE_BINDING stores none',
  async ({ gateway, declinedCardPan, skip }) => {
    const first = await declinedAs(gateway, usual, declinedCardPan);
    if (first === undefined || first.listed.length > 0)
      return skip('an order with FORCE_CREATE_BINDING stores the card of a declined payment');
    await forEvery(
      elsewhere,
      ({ how, category }) => `a ${category} credential, ${how}`,
      async (row) => {
        const declined = await declinedAs(gateway, row, declinedCardPan);
        if (declined === undefined) return;

        const words = sentExpectedGot(
          [...first.acts, ...declined.acts],
          'no credential of a card that is declined, as of the first',
        );
        expect(declined.listed, words).toEqual([]);
      },
    );
  },
);

check(
  'gateway.alike.stored',
  'lists a credential that was stored in any way, also where the list was read before',
  async ({ gateway }) => {
    await forEvery(
      elsewhere,
      ({ how, category }) => `a ${category} credential, ${how}`,
      async (row) => {
        const listed = async (clientId: string): Promise<Exchange> =>
          listOf(gateway, clientId, typeOf[row.category]);
        const [plain, readBefore] = [aClientId(), aClientId()];
        await storedAs(gateway, row, plain);
        const usually = await listed(plain);
        // Whether it is stored is the affair of other requirements.
        if (bindingIdsIn(usually).length === 0) return;
        const before = await listed(readBefore);
        const storing = await storedAs(gateway, row, readBefore);

        const after = await listed(readBefore);

        const words = sentExpectedGot([before, ...storing, after], 'the credential');
        expect(bindingIdsIn(after).length, words).toBe(bindingIdsIn(usually).length);
      },
    );
  },
);

/** What is listed after a card was declined that was to be stored; undefined where it was not declined. */
async function declinedAs(
  gateway: GatewayClient,
  row: Row,
  pan: string,
): Promise<{ readonly acts: readonly Exchange[]; readonly listed: readonly string[] } | undefined> {
  const clientId = aClientId();
  const acts = await storedAs(gateway, row, clientId, pan);
  const outcome = await outcomeOf(gateway, acts);
  if (outcome === undefined || reportsPaid(outcome)) return undefined;
  if (row.part['features'] === 'VERIFY') {
    // Nothing is charged, so that a bank may well verify a card whose payments it declines.
    const verified = await outcomeOf(gateway, await storedAs(gateway, row, aClientId()));
    const [is, wanted] = [outcome, verified].map((one) =>
      memberOf(one?.answer.json, 'orderStatus'),
    );
    if (wanted === undefined || is === wanted) return undefined;
  }
  const list = await listOf(gateway, clientId, typeOf[row.category]);
  return { acts: [...acts, outcome, list], listed: bindingIdsIn(list) };
}

async function outcomeOf(
  gateway: GatewayClient,
  acts: readonly Exchange[],
): Promise<Exchange | undefined> {
  const [first] = acts;
  return first && paymentOutcomeOf(gateway, first);
}

/** What was sent to have a card stored in such a way, the payment last; nothing where that is not on offer. */
async function storedAs(
  gateway: GatewayClient,
  { category, operation, part, payment }: Row,
  clientId: string,
  pan: string = gateway.settings.card.pan,
): Promise<readonly Exchange[]> {
  const sent = { clientId, jsonParams: planOf[category], ...part };
  if (operation === 'register.do') {
    const registered = await taken(gateway.ask(operation, anOrder(sent)));
    if (registered === undefined) return [];
    const order = orderOf(registered);
    return [registered, await payWithCard(gateway, order, { $PAN: pan, ...payment })];
  }
  const instant = await validGatewayRequest(gateway, operation);
  if (isNotOffered(instant)) return [];
  const own = { ...instant.parameters, pan, orderNumber: anOrderNumber(), ...sent };
  return [await instant.send(own)];
}
