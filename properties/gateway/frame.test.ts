import { aClientId, anOrderNumber } from '../../fixtures/builders/gateway.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import {
  type GatewayClient,
  type GatewayOperation,
  gatewayOperations,
  isGatewaySuccess,
  type Parameters,
} from '../../fixtures/clients/gateway.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { gatewayRequests } from '../../fixtures/fields/gateway-requests.ts';
import { valuesFor } from '../../fixtures/fields/parameters.ts';
import { expectHarmless, expectOnlyChanged } from '../../fixtures/expect-facts.ts';
import type { Change } from '../../fixtures/operations/operation.ts';
import { inSmokeOnly } from '../../fixtures/repeated.ts';
import type { RequirementId } from '../../fixtures/requirements/index.ts';
import type { Exchange } from '../../fixtures/transcript/exchange.ts';
import { orderNamedIn, paidToStore } from '../../fixtures/worlds/gateway-credentials.ts';
import {
  changesOf,
  changesOfRefused,
  charges,
  type Deed,
  followUps,
  nameOfDeed,
  parametersIn,
  payments,
  registrations,
  worldFor,
} from '../../fixtures/worlds/gateway-deeds.ts';
import {
  type Beside,
  besides,
  factsOf,
  type SmallWorld,
  smallWorld,
  viewOf,
} from '../../fixtures/worlds/gateway-facts.ts';
import { reportsPaid } from '../../fixtures/worlds/gateway-orders.ts';
import { forgerOf, standingIn } from '../../fixtures/worlds/gateway-sameness.ts';
import {
  categories,
  isNotOffered,
  mayNotStore,
  newOrder,
  payWithCard,
  statusOf,
  storedCredential,
  storingOrder,
} from '../../fixtures/worlds/gateway.ts';
import { textAt } from '../../fixtures/worlds/set-up.ts';

// Document 3, parts 2 to 4: an operation changes what its clause names, of what the request names, and
// nothing else. What each may change stands in fixtures/operations/gateway.ts.

const groups: readonly (readonly [RequirementId, string, readonly Deed[]])[] = [
  [
    'gateway.frame.registrations',
    'changes no order and no credential that there is',
    registrations,
  ],
  ['gateway.frame.payments', 'changes the order that is paid, and no other', payments],
  ['gateway.frame.charges', 'changes no earlier order and no credential', charges],
  ['gateway.frame.follow-ups', 'leaves the original order of a charge as it is', followUps],
];

/** The same, each where another order stands in another way. */
function amongOthers<Row extends object>(rows: readonly Row[]): (Row & { beside?: Beside })[] {
  return rows.map((row, place) => ({ ...row, ...besideAt(place) }));
}

function besideAt(place: number): { beside?: Beside } {
  const beside = besides[place % besides.length];
  return beside === undefined ? {} : { beside };
}

for (const [id, behaviour, deeds] of groups) {
  check(id, behaviour, async ({ gateway }) => {
    await forEvery(amongOthers(deeds), nameOfDeed, async (deed) => {
      const world = await smallWorld(gateway, deed);
      const parameters = world && (await parametersOf(world, deed));
      if (world === undefined || parameters === undefined) return;
      const before = await factsOf(world);

      const act = await gateway.ask(deed.operation, parameters);

      const isSubject = orderNamedIn(act)?.mdOrder === world.subject.mdOrder;
      const may = isGatewaySuccess(act)
        ? changesOf({ ...deed, ...(isSubject ? { mayMoveSubject: true } : {}) }, world)
        : changesOfRefused(deed, world);
      expectOnlyChanged(before, await factsOf(world), { acts: [act], told: nameOfDeed(deed), may });
    });
  });
}

check(
  'gateway.frame.payments',
  'leaves a paid order as it is when its card is stored again for another cardholder',
  async ({ gateway, skip }) => {
    let isJudged = false;
    await forEvery(categories, String, async (category) => {
      const clientId = aClientId();
      const first = await paidToStore(gateway, clientId, category);
      const again = await storingOrder(gateway, category, clientId);
      if (isNotOffered(first) || isNotOffered(again)) return;
      isJudged = true;
      const before = await statusOf(gateway, first);

      const payment = { TEXT: 'BERTA TWO' };
      const act = await payWithCard(gateway, { mdOrder: textAt(again, 'orderId') }, payment);

      const after = await statusOf(gateway, first);
      const words = sentExpectedGot([before, act, after], 'the first order as it was');
      expect(paymentIn(after), words).toEqual(paymentIn(before));
    });
    if (!isJudged) skip(mayNotStore);
  },
);

/** What a status shows but the credential: what storing a card again comes to is not shown. Part 2.2. */
function paymentIn({ answer }: Exchange): Readonly<Record<string, string>> {
  const shown = [...viewOf(answer.json)];
  return Object.fromEntries(shown.filter(([path]) => !path.startsWith('bindingInfo.')));
}

check(
  'gateway.frame.follow-ups',
  'leaves a paid order paid whose delayed charge is declined',
  async ({ gateway, control, skip }) => {
    const credential = await storedCredential(gateway);
    if (isNotOffered(credential)) return skip(credential.missing);
    const { bindingId, order } = credential;
    const before = await statusOf(gateway, order);
    await control.decideCharges(bindingId, 'declined');

    const terms = { originalMdOrder: order.mdOrder, tii: 'IPD', amount: 5_00 };
    const orderNumber = anOrderNumber();
    const charge = await gateway.ask('industryPractice/paymentOrder.do', { ...terms, orderNumber });

    const after = await statusOf(gateway, order);
    const words = sentExpectedGot([before, charge, after], 'the original order as it was');
    expect(standingIn(after), words).toEqual(standingIn(before));
  },
);

check('gateway.frame.reads', 'shows the same whenever it is asked', async ({ gateway }) => {
  const states = [
    'registered',
    'registered (two-phase)',
    'paid',
    'held (two-phase)',
    'payment declined',
  ] as const;
  await forEvery(
    amongOthers(states.map((state) => ({ state }))),
    ({ state }) => state,
    async ({ state, ...beside }) => {
      const world = await smallWorld(gateway, { state, ...beside });
      if (world === undefined) return;
      const first = await factsOf(world);

      const second = await factsOf(world);

      expectOnlyChanged(first, second, { acts: [], told: `reading again (order ${state})` });
    },
  );
});

check(
  'gateway.frame.refused-requests',
  'changes nothing and leaves every order unpaid when it refuses a request',
  async ({ gateway }) => {
    const isNumberKnown = await canAskByNumber(gateway);
    const askUnpaid = async (
      operation: GatewayOperation,
      valid: Parameters,
      part: Parameters,
      asker: GatewayClient = gateway,
    ): Promise<Exchange> => {
      const number = numbered(operation, part);
      const act = await asker.ask(operation, { ...valid, ...number, ...part });
      const { orderNumber } = number;
      if (isGatewaySuccess(act) || !isNumberKnown || orderNumber === undefined) return act;
      const status = await gateway.ask('getOrderStatusExtended.do', { orderNumber });
      const unpaid = sentExpectedGot([act, status], 'no order that is paid');
      expect(reportsPaid(status), unpaid).toBe(false);
      return act;
    };
    await forEvery(
      gatewayOperations,
      (operation) => operation,
      async (operation) => {
        await expectHarmless({
          told: `requests for ${operation} that are wrong in one thing each`,
          make: async () => {
            const beside = besideAt(gatewayOperations.indexOf(operation));
            const world = await smallWorld(gateway, { ...worldFor(operation), ...beside });
            const valid = world && (await parametersIn(world, operation));
            if (world === undefined || valid === undefined) return undefined;
            const [asTaken, asRefused] = [changesOf, changesOfRefused].map((of) =>
              of({ operation }, world),
            );
            const forger = inSmokeOnly() ? undefined : forgerOf(gateway);
            const wrong: readonly (readonly [Parameters, GatewayClient?])[] = [
              ...wrongPartsOf(operation, valid).map((part) => [part] as const),
              ...(forger === undefined ? [] : [[{}, forger] as const]),
            ];
            const requests = wrong.map(([part, asker]) => ({
              ...(asker === undefined ? {} : { told: `${operation} with another signature` }),
              send: async () => [await askUnpaid(operation, valid, part, asker)],
              may: (answers: readonly Exchange[]) => (change: Change) =>
                asRefused?.(change) === true ||
                (answers.some(isGatewaySuccess) && asTaken?.(change) === true),
            }));
            return { facts: () => factsOf(world), requests };
          },
        });
      },
    );
  },
);

async function parametersOf(
  world: SmallWorld,
  { operation, part }: Deed,
): Promise<Parameters | undefined> {
  const parameters = await parametersIn(world, operation);
  const changed = part?.(world) ?? {};
  // What the settings lack cannot be sent: a declined card, or a credential.
  const isThere = ['$PAN', 'bindingId'].every((name) => !(name in changed) || changed[name]);
  return parameters === undefined || !isThere ? undefined : { ...parameters, ...changed };
}

/** Parameters that make a request wrong, one thing each, as far as the document has them. */
function wrongPartsOf(operation: GatewayOperation, valid: Parameters): readonly Parameters[] {
  const { rules } = gatewayRequests[operation];
  return [
    ...rules
      .filter(({ isTaken }) => !isTaken)
      .flatMap((rule) => {
        const start = valid[rule.name];
        const values = valuesFor(rule, typeof start === 'string' ? start.slice(0, 10) : '');
        return values.map((value) => ({ [rule.name]: value }));
      }),
    { userName: 'nobody-of-that-name-api', username: 'nobody-of-that-name-api' },
    ...['amount', 'cvc', '$CVC', 'tii']
      .filter((name) => name in valid)
      .map((name) => ({ [name]: '-1' })),
    ...['MDORDER', 'mdOrder', 'originalMdOrder', 'bindingId', 'clientId']
      .filter((name) => name in valid)
      .map((name) => ({ [name]: 'of-nobody' })),
  ];
}

/** An orderNumber that nobody has used, for operations that have an order paid under it. */
function numbered(
  operation: GatewayOperation,
  part: Parameters,
): { readonly orderNumber?: string } {
  return paying.includes(operation) && !('orderNumber' in part)
    ? { orderNumber: anOrderNumber() }
    : {};
}

const paying: readonly GatewayOperation[] = [
  'instantPayment.do',
  'industryPractice/paymentOrder.do',
  'recurrentPayment.do',
  'installmentPayment.do',
];

/** Whether the status of an order can be asked for by its orderNumber; part 4.6 does not show it. */
async function canAskByNumber(gateway: GatewayClient): Promise<boolean> {
  const { orderNumber } = await newOrder(gateway);
  return isGatewaySuccess(await gateway.ask('getOrderStatusExtended.do', { orderNumber }));
}
