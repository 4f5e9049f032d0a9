import { aClientId } from '../../fixtures/builders/gateway.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import {
  type GatewayClient,
  isGatewaySuccess,
  type Parameters,
} from '../../fixtures/clients/gateway.ts';
import { bothShow, sentExpectedGot } from '../../fixtures/expect.ts';
import { type Exchange, isUnset, memberOf } from '../../fixtures/transcript/exchange.ts';
import {
  listOf,
  orderNamedIn,
  payByBinding,
  planOf,
  typeOf,
} from '../../fixtures/worlds/gateway-credentials.ts';
import { type SubjectState, smallWorld, viewOf } from '../../fixtures/worlds/gateway-facts.ts';
import { reportsPaid } from '../../fixtures/worlds/gateway-orders.ts';
import { reusable, ways } from '../../fixtures/worlds/gateway-ways.ts';
import {
  bindingsIn,
  categories,
  chargeOf,
  depositsShowLater,
  mayNotStore,
  newOrder,
  payWithCard,
  showsPaid,
  statusOf,
  type TestOrder,
} from '../../fixtures/worlds/gateway.ts';

// Document 3, parts 2.1, 2.2, 4.5 and 4.6: what is shown in two places is the same in both.

const amounts = [1, 7_00, 123_456];

check(
  'gateway.views.charge-answer',
  'shows of the order of a recurrent payment what its answer showed',
  async ({ gateway, skip }) => {
    const way = ways.find(({ makes }) => makes === 'recurrentPayment.do');
    const pay = await way?.prepare(gateway);
    if (pay === undefined) return skip('no recurrent credential is stored');
    await forEvery(
      amounts,
      (amount) => `a charge of ${amount}`,
      async (amount) => {
        const { acts, order } = await pay(amount, { description: `For ${amount}` });
        const [answer] = acts;
        if (order === undefined || answer === undefined) return;

        const status = await statusOf(gateway, order);

        const told = viewOf(answer.answer.json, 'orderStatus.');
        const shown = viewOf(status.answer.json);
        const isCleared = told.get('orderStatus') === '1' && shown.get('orderStatus') === '2';
        const isLater = isCleared && (await depositsShowLater(gateway));
        expectAgreement([answer, isLater ? withoutDeposit(told) : told], [status, shown]);
      },
    );
  },
);

/** What is shown of an order but what its deposit changes. Document 3, parts 2.1 and 3.1. */
function withoutDeposit(view: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const changed = [
    'orderStatus',
    'paymentAmountInfo.depositedAmount',
    'paymentAmountInfo.paymentState',
  ];
  return new Map([...view].filter(([path]) => !changed.includes(path)));
}

check(
  'gateway.views.charge-answer',
  'shows no charge as paid in its answer that the bank has declined',
  async ({ gateway, control }) => {
    await forEvery(
      [
        { operation: 'recurrentPayment.do', plan: planOf.RECURRENT },
        { operation: 'installmentPayment.do', plan: planOf.INSTALLMENT },
      ] as const,
      ({ operation }) => `a declined ${operation}`,
      async ({ operation, plan }) => {
        const credential = await reusable(gateway, plan);
        if (credential === undefined) return;
        await control.decideCharges(credential.bindingId, 'declined');

        const answer = await chargeOf(gateway, operation, credential);

        const order = orderNamedIn(answer);
        if (order === undefined) return;
        const status = await statusOf(gateway, order);
        const told = memberOf(answer.answer.json, 'orderStatus.orderStatus');
        const isToldPaid = ['1', '2'].includes(String(told));
        const words = sentExpectedGot([answer, status], 'paid in both or in neither');
        expect(isToldPaid && !reportsPaid(status), words).toBe(false);
        if (operation === 'recurrentPayment.do')
          expectAgreement(
            [answer, viewOf(answer.answer.json, 'orderStatus.')],
            [status, viewOf(status.answer.json)],
          );
      },
    );
  },
);

check(
  'gateway.views.practice-answer',
  'shows of the order of an industry practice payment what its answer showed',
  async ({ gateway }) => {
    const way = ways.find(({ makes }) => makes === 'industryPractice/paymentOrder.do');
    const pay = await way?.prepare(gateway);
    await forEvery(
      amounts,
      (amount) => `a charge of ${amount}`,
      async (amount) => {
        const { acts, order } = (await pay?.(amount)) ?? { acts: [], order: undefined };
        const [answer] = acts;
        if (order === undefined || answer === undefined) return;

        const status = await statusOf(gateway, order);

        const { json } = answer.answer;
        const shown = [
          ['actionCode', memberOf(json, 'actionCode')],
          ['cardAuthInfo.approvalCode', memberOf(json, 'approvalCode')],
        ] as const;
        const view = new Map(
          shown.flatMap(([path, value]) =>
            isUnset(value) ? [] : [[path, asShown(path, value)] as const],
          ),
        );
        const ofOrder = new Map(
          [...viewOf(status.answer.json)].map(([path, value]) => [path, asShown(path, value)]),
        );
        expectAgreement([answer, view], [status, ofOrder]);
      },
    );
  },
);

/** How many digits an actionCode has is not shown: 000 is 0. */
function asShown(path: string, value: unknown): string {
  return path === 'actionCode' ? String(value).replace(/^0+(?=\d)/, '') : String(value);
}

const states: readonly SubjectState[] = [
  'registered',
  'registered (two-phase)',
  'paid',
  'held (two-phase)',
  'payment declined',
];

check(
  'gateway.views.status-by-number',
  'shows an order by its orderNumber as by its orderId',
  async ({ gateway, skip }) => {
    const known = await newOrder(gateway);
    const ask = (orderNumber: string): Promise<Exchange> =>
      gateway.ask('getOrderStatusExtended.do', { orderNumber });
    if (!isGatewaySuccess(await ask(known.orderNumber)))
      return skip('no status can be asked for by orderNumber');
    await forEvery(
      states,
      (state) => `order ${state}`,
      async (state) => {
        const world = await smallWorld(gateway, { state });
        if (world === undefined) return;
        const { subject } = world;

        const looks = await betweenLooks(gateway, subject, () => ask(subject.orderNumber));

        if (looks === undefined) return;
        const { byId, seen } = looks;
        expectAgreement([byId, viewOf(byId.answer.json)], [seen, viewOf(seen.answer.json)]);
      },
    );
  },
);

/** What becomes of an order between two looks at it; undefined where it is not on offer. */
interface Move {
  readonly name: string;
  readonly operation?: 'registerPreAuth.do';
  readonly act: (
    gateway: GatewayClient,
    order: TestOrder,
    customer: { readonly bindingId: string } | undefined,
  ) => Promise<Exchange | undefined>;
}

const moves: readonly Move[] = [
  { name: 'paid by card', act: (gateway, order) => payWithCard(gateway, order) },
  {
    name: 'held',
    operation: 'registerPreAuth.do',
    act: (gateway, order) => payWithCard(gateway, order),
  },
  {
    name: 'paid by the stored credential',
    act: async (gateway, order, customer) => customer && payByBinding(gateway, order, customer),
  },
  {
    name: 'declined, and then paid',
    act: async (gateway, order) => {
      const { declinedCardPan: $PAN } = gateway.settings;
      if ($PAN === undefined) return undefined;
      await payWithCard(gateway, order, { $PAN });
      await seenByNames(gateway, order);
      return payWithCard(gateway, order);
    },
  },
  {
    name: 'declined',
    act: async (gateway, order) => {
      const { declinedCardPan: $PAN } = gateway.settings;
      return $PAN === undefined ? undefined : payWithCard(gateway, order, { $PAN });
    },
  },
];

check(
  'gateway.views.status-by-number',
  'shows an order under each of its names as it is now, also where it was asked for before',
  async ({ gateway, skip }) => {
    const known = await newOrder(gateway);
    if ((await seenByNames(gateway, known)).length < 2)
      return skip('a status can be asked for in one way only');
    const credential = await reusable(gateway);
    await forEvery(
      moves,
      ({ name }) => `an order that was ${name}`,
      async ({ operation = 'register.do' as const, act }) => {
        const order = await newOrder(gateway, { clientId: credential?.clientId }, operation);
        await seenByNames(gateway, order);

        const moved = await act(gateway, order, credential);

        if (moved === undefined) return;
        const looks = await betweenLooks(gateway, order, () => seenByNames(gateway, order));
        for (const status of looks?.seen ?? []) {
          const byId = looks?.byId as Exchange;
          expectAgreement([byId, viewOf(byId.answer.json)], [status, viewOf(status.answer.json)]);
        }
      },
    );
  },
);

/**
 * What is seen between two looks at an order that show the same; undefined where there are none, as what is
 * paid may be cleared a moment later.
 */
async function betweenLooks<Seen>(
  gateway: GatewayClient,
  order: Pick<TestOrder, 'mdOrder'>,
  look: () => Promise<Seen>,
): Promise<{ readonly byId: Exchange; readonly seen: Seen } | undefined> {
  let byId = await statusOf(gateway, order);
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const seen = await look();
    const next = await statusOf(gateway, order);
    const [before, after] = [byId, next].map(({ answer }) =>
      JSON.stringify([...viewOf(answer.json)]),
    );
    if (before === after) return { byId, seen };
    byId = next;
  }
  return undefined;
}

/** The status of an order in each way in which it can be asked for; which there are is not shown. */
async function seenByNames(
  gateway: GatewayClient,
  { mdOrder, orderNumber }: TestOrder,
): Promise<readonly Exchange[]> {
  const names: readonly Parameters[] = [{ orderId: mdOrder }, { mdOrder }, { orderNumber }];
  const seen: Exchange[] = [];
  for (const name of names) {
    const status = await gateway.ask('getOrderStatusExtended.do', name);
    const isSeen = isGatewaySuccess(status) && status.answer.json !== undefined;
    if (isSeen && !isUnset(memberOf(status.answer.json, 'orderStatus'))) seen.push(status);
  }
  return seen;
}

check(
  'gateway.views.credential',
  'names in an order status a credential that is listed for its customer',
  async ({ gateway }) => {
    await forEvery(
      categories,
      (category) => `cards stored as ${category}`,
      async (category) => {
        const world = await smallWorld(gateway, { category });
        if (world?.customer.bindingId === undefined) return;
        const { customer, neighbour, orders } = world;
        const { bindingId = '' } = customer;
        const order = await newOrder(gateway, { clientId: customer.clientId });
        if (category === 'COMMON') await payByBinding(gateway, order, { bindingId });
        else await payWithCard(gateway, order, { bindingNotNeeded: true });

        for (const [of, who] of [
          [orders[1], customer],
          [orders[2], neighbour],
          [order, customer],
        ] as const) {
          if (of === undefined) continue;
          const status = await statusOf(gateway, of);
          const list = await listOf(gateway, who.clientId, typeOf[category]);
          const [shownClient, shownBinding] = ['clientId', 'bindingId'].map((name) =>
            memberOf(status.answer.json, `bindingInfo.${name}`),
          );
          if (!isUnset(shownClient))
            expect(shownClient, sentExpectedGot(status, 'its clientId')).toBe(who.clientId);
          const ids = bindingsIn(list).map((one) => memberOf(one, 'bindingId'));
          if (!isUnset(shownBinding))
            expect(ids, sentExpectedGot([status, list], 'the same bindingId')).toContain(
              shownBinding,
            );
        }
      },
    );
  },
);

check(
  'gateway.views.credential',
  'names no credential of another customer in the status of an order that it could not pay',
  async ({ gateway, skip }) => {
    const [theirs, clientId] = [await reusable(gateway), aClientId()];
    if (theirs === undefined) return skip(mayNotStore);
    const order = await newOrder(gateway, { clientId });
    const attempt = await payByBinding(gateway, order, theirs);
    if (showsPaid(await statusOf(gateway, order)))
      return skip('the order of one customer is paid by the credential of another');

    const payment = await payWithCard(gateway, order, { bindingNotNeeded: true });

    const status = await statusOf(gateway, order);
    if (!showsPaid(status)) return skip('an order is not paid after an attempt that failed');
    const words = sentExpectedGot([attempt, payment, status], 'no credential of another customer');
    expect(memberOf(status.answer.json, 'bindingInfo.bindingId'), words).not.toBe(theirs.bindingId);
  },
);

type View = readonly [Exchange, ReadonlyMap<string, string>];

/** What both show is the same; either may show less. */
function expectAgreement([one, first]: View, [other, second]: View): void {
  const both = [...first.keys()].filter((path) => second.has(path));
  const shownBy = (view: ReadonlyMap<string, string>) =>
    Object.fromEntries(both.map((path) => [path, view.get(path)]));
  const same = bothShow([one, other], 'the same in both answers');
  expect(shownBy(second), same).toEqual(shownBy(first));
}
