import {
  aClientId,
  anOrder,
  anOrderNumber,
  installmentPlan,
  recurrentPlan,
} from '../../fixtures/builders/gateway.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import {
  type GatewayClient,
  isGatewaySuccess,
  type Parameters,
} from '../../fixtures/clients/gateway.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import { listOf, orderNamedIn } from '../../fixtures/worlds/gateway-credentials.ts';
import { reportsPaid } from '../../fixtures/worlds/gateway-orders.ts';
import { orderOf, readStatus, taken } from '../../fixtures/worlds/gateway-sameness.ts';
import {
  bindingsIn,
  isNotOffered,
  payWithCard,
  validGatewayRequest,
} from '../../fixtures/worlds/gateway.ts';

// Document 3, parts 4.2, 4.4 and 4.6: a payment in two phases is one in one phase, but for its money.

/** What has a card stored, or might, and the list in which that shows. */
interface Row {
  readonly name: string;
  readonly type: 'C' | 'R' | 'I';
  readonly registration: Parameters;
  readonly payment?: Parameters;
}

const stores = { features: 'FORCE_CREATE_BINDING' };
const common: readonly Row[] = [
  { name: 'a common credential', type: 'C', registration: stores },
  { name: 'a verification', type: 'C', registration: { features: 'VERIFY' } },
  { name: 'tii CI', type: 'C', registration: {}, payment: { tii: 'CI' } },
  { name: 'tii RI', type: 'R', registration: {}, payment: { tii: 'RI' } },
];
/** Made by jsonParams, which are not among the parameters of registerPreAuth.do that are shown. */
const planned: readonly Row[] = [
  { name: 'a recurrent one', type: 'R', registration: { ...stores, jsonParams: recurrentPlan } },
  {
    name: 'one for installments',
    type: 'I',
    registration: { ...stores, jsonParams: installmentPlan },
  },
];

/** Has a customer pay such an order in one phase or in two; undefined where that is refused. */
type Payer = (row: Row, clientId: string, isHeld: boolean) => Promise<Paid | undefined>;

interface Paid {
  readonly act: Exchange;
  readonly order: { readonly mdOrder: string };
}

const registeredAndPaid =
  (gateway: GatewayClient): Payer =>
  async ({ registration, payment }, clientId, isHeld) => {
    if (isHeld && !(await mindsFeatures(gateway))) return undefined;
    const operation = isHeld ? 'registerPreAuth.do' : 'register.do';
    const registered = await taken(gateway.ask(operation, anOrder({ clientId, ...registration })));
    if (registered === undefined) return undefined;
    const order = orderOf(registered);
    const act = await taken(payWithCard(gateway, order, payment));
    return act && { act, order };
  };

/** The parameters of registerPreAuth.do are not all shown: who misses a clientId knows it and the feature. */
async function mindsFeatures(gateway: GatewayClient): Promise<boolean> {
  const answers = await gateway.learn('features of registerPreAuth.do', async () => [
    await gateway.ask('registerPreAuth.do', anOrder(stores)),
    await gateway.ask('registerPreAuth.do', anOrder({ ...stores, clientId: aClientId() })),
  ]);
  const [without, withClient] = answers.map(isGatewaySuccess);
  return without === false && withClient === true;
}

const inOneCall =
  (gateway: GatewayClient): Payer =>
  async ({ registration, payment }, clientId, isHeld) => {
    const instant = await validGatewayRequest(gateway, 'instantPayment.do');
    if (isNotOffered(instant)) return undefined;
    const own = { orderNumber: anOrderNumber(), clientId, preAuth: isHeld };
    const sent = { ...instant.parameters, ...own, ...registration, ...payment };
    const act = await taken(instant.send(sent));
    const order = act && orderNamedIn(act);
    return act && order && { act, order };
  };

check(
  'gateway.alike.phases',
  'stores and shows of a payment in two phases what it does of one in one phase',
  async ({ gateway }) => {
    await forEvery(
      [
        ...common.map((row) => ({ how: 'registered and paid', payer: registeredAndPaid, row })),
        ...[...common, ...planned].map((row) => ({ how: 'in one call', payer: inOneCall, row })),
      ],
      ({ how, row }) => `${row.name}, ${how}`,
      async ({ payer, row }) => {
        const pay = payer(gateway);
        const clients = [aClientId(), aClientId()] as const;
        const [held, deposited] = [
          await pay(row, clients[0], true),
          await pay(row, clients[1], false),
        ];
        if (held === undefined || deposited === undefined) return;

        const seen = [
          await seenOf(gateway, held, clients[0], row.type),
          await seenOf(gateway, deposited, clients[1], row.type),
        ] as const;

        const acts = [held.act, ...seen[0].acts, deposited.act, ...seen[1].acts];
        const stored = sentExpectedGot(acts, 'as many credentials of either, and alike');
        expect(seen[0].stored, stored).toEqual(seen[1].stored);
        const words = sentExpectedGot(acts, 'the same card, amount and currency');
        expect(seen[0].shown, words).toEqual(seen[1].shown);
      },
    );
  },
);

/** Features that ask for 3DS or do without it, and the card that tells. Part 4.4. */
const ofAuthentication = ['FORCE_TDS', 'FORCE_FULL_TDS'].flatMap((feature) => [
  { how: 'in one call', payer: inOneCall, feature },
  { how: 'registered and paid', payer: registeredAndPaid, feature },
]);

check(
  'gateway.features.by-every-operation',
  'holds nothing without 3DS where FORCE_TDS lets nothing be debited without it',
  async ({ gateway }) => {
    await forEvery(
      ofAuthentication,
      ({ how, feature }) => `${feature}, ${how}`,
      async ({ payer, feature }) => {
        const paidWith = async (features: string, isHeld: boolean): Promise<Seen | undefined> => {
          const row: Row = { name: feature, type: 'C', registration: { features } };
          const paid = await payer(gateway)(row, aClientId(), isHeld);
          return paid && { act: paid.act, status: await readStatus(gateway, paid.order) };
        };
        // What fails in one phase fails in two.
        const debited = await paidWith(feature, false);
        if (debited !== undefined && reportsPaid(debited.status)) return;

        const held = await paidWith(feature, true);

        if (held === undefined) return;
        const acts = [debited, held].flatMap((one) => one && [one.act, one.status]);
        const words = sentExpectedGot(
          acts.filter((one) => one !== undefined),
          'not paid either',
        );
        expect(reportsPaid(held.status), words).toBe(false);
      },
    );
  },
);

interface Seen {
  readonly act: Exchange;
  readonly status: Exchange;
}

/** What an order is about and who has paid it, however far its money has got. */
const compared = [
  'amount',
  'currency',
  'cardAuthInfo.maskedPan',
  'cardAuthInfo.expiration',
  'cardAuthInfo.cardholderName',
];

async function seenOf(
  gateway: GatewayClient,
  { order }: Paid,
  clientId: string,
  type: Row['type'],
): Promise<{
  readonly acts: readonly Exchange[];
  readonly stored: readonly unknown[];
  readonly shown: readonly unknown[];
}> {
  const list = await listOf(gateway, clientId, type);
  const status = await readStatus(gateway, order);
  const stored = bindingsIn(list).map((one) =>
    ['bindingCategory', 'maskedPan', 'expiryDate'].map((name) => memberOf(one, name)),
  );
  const shown = compared.map((path) => memberOf(status.answer.json, path) ?? null);
  return { acts: [status, list], stored, shown };
}
