import { gatewayRequests } from '../../fixtures/fields/gateway-requests.ts';
import { uniqueNumber } from '../../fixtures/builders/faker.ts';
import { aClientId } from '../../fixtures/builders/gateway.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import {
  type GatewayClient,
  type GatewayOperation,
  gatewayOperations,
  isGatewaySuccess,
  type Parameters,
} from '../../fixtures/clients/gateway.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { inSmokeOnly } from '../../fixtures/repeated.ts';
import { type Exchange, isUnset, memberOf } from '../../fixtures/transcript/exchange.ts';
import {
  orderThatStores,
  paidToStore,
  payByBinding,
} from '../../fixtures/worlds/gateway-credentials.ts';
import { reportsPaid } from '../../fixtures/worlds/gateway-orders.ts';
import {
  forgerOf,
  guesserOf,
  leavesPaid,
  likenessIn,
  orderOf,
  readStatus,
  standingIn,
} from '../../fixtures/worlds/gateway-sameness.ts';
import { reusable } from '../../fixtures/worlds/gateway-ways.ts';
import {
  credentialsOf,
  isNotOffered,
  newOrder,
  partOfOriginal,
  payWithCard,
  promised,
  type TestOrder,
  type ValidGatewayRequest,
  validGatewayRequest,
} from '../../fixtures/worlds/gateway.ts';

// Document 3, part 4: what was refused has not happened, so that it can be put right. A target that
// takes what a row has wrong is asked nothing more: whether it may is the affair of other requirements.

interface Mistake {
  readonly what: string;
  readonly spoil?: (parameters: Parameters) => Parameters;
  /** Who asks; undefined where nobody can ask so. */
  readonly by?: (gateway: GatewayClient) => GatewayClient | undefined;
}

const lacks = (name: string): Mistake => ({
  what: `without ${name}`,
  spoil: (parameters) => ({ ...parameters, [name]: undefined }),
});
const has = (name: string, value: () => unknown): Mistake => ({
  what: `with another ${name}`,
  spoil: (parameters) => ({ ...parameters, [name]: value() }),
});
const hasAll = (what: string, part: Parameters): Mistake => ({
  what,
  spoil: (parameters) => ({ ...parameters, ...part }),
});
const unknownId = (): string => `unknown-${uniqueNumber(9)}`;
/** Long over, whatever the clock of the target says. */
const past = '2001-01-01T00:00:00';
const byGuesser: Mistake = { what: 'with another password', by: guesserOf };
const byForger: Mistake = { what: 'with the signature of another body', by: forgerOf };

const registrations = ['register.do', 'registerPreAuth.do'] as const;

/** One row for each chain of mistakes that is made before the request is put right. */
const rows: readonly (readonly [GatewayOperation, readonly Mistake[]])[] = [
  ...[
    lacks('amount'),
    lacks('returnUrl'),
    has('amount', () => 'many'),
    has('amount', () => -15_00),
    has('currency', () => 'EUR'),
    has('returnUrl', () => 'shop.example/paid'),
    has('merchantLogin', () => 'nobody-of-that-name-api'),
    has('jsonParams', () => '{"name":'),
    byGuesser,
    // Part 4.1 does not show all parameters: a registration may make nothing of it.
    has('expirationDate', () => past),
    has('expirationDate', () => past),
  ].map((mistake, index) => [registrations[index % 2] ?? 'register.do', [mistake]] as const),
  ...[
    has('MDORDER', unknownId),
    lacks('$PAN'),
    lacks('$CVC'),
    lacks('YYYY'),
    lacks('TEXT'),
    has('MM', () => '13'),
    has('$CVC', () => '12'),
    has('jsonParams', () => '{"name":'),
    byGuesser,
  ].map((mistake) => ['paymentorder.do', [mistake]] as const),
  ...[
    lacks('amount'),
    lacks('pan'),
    has('amount', () => 'many'),
    has('currency', () => 'EUR'),
    byGuesser,
    has('expirationDate', () => past),
    hasAll('for two phases until a date that is over', { preAuth: true, autocompletionDate: past }),
    hasAll('for two phases and tii U', { preAuth: true, tii: 'U' }),
    hasAll('to store a card of nobody', { features: 'FORCE_CREATE_BINDING' }),
    hasAll('by a credential that there is not', { pan: undefined, bindingId: unknownId() }),
    hasAll('with a transaction of 3DS 2 that there is not', { threeDSServerTransId: unknownId() }),
  ].map((mistake) => ['instantPayment.do', [mistake]] as const),
  [
    'industryPractice/paymentOrder.do',
    [
      has('originalMdOrder', unknownId),
      lacks('originalMdOrder'),
      has('tii', () => 'XYZ'),
      has('amount', () => 'many'),
      byGuesser,
    ],
  ],
  [
    'paymentOrderBinding.do',
    [has('bindingId', unknownId), has('mdOrder', unknownId), lacks('bindingId'), byGuesser],
  ],
  ...(['recurrentPayment.do', 'installmentPayment.do'] as const).map(
    (operation) =>
      [
        operation,
        [has('bindingId', unknownId), lacks('bindingId'), has('amount', () => 'many'), byGuesser],
      ] as const,
  ),
  ...gatewayOperations
    .filter((operation) => operation in leavesPaid)
    .map((operation) => [operation, [byForger]] as const),
];

check(
  'gateway.put-right.succeeds-after-a-refusal',
  'carries out once what was refused before and is put right',
  async ({ gateway }) => {
    const common = await reusable(gateway);
    const byCommon: Mistake = { what: 'by a common credential', spoil: chargingBy(common) };
    await forEvery(
      [
        ...rows,
        ...(['recurrentPayment.do', 'installmentPayment.do'] as const).map(
          (operation) => [operation, common === undefined ? [] : [byCommon]] as const,
        ),
      ],
      ([operation, mistakes]) => `${operation} ${mistakes.map(({ what }) => what).join(', ')}`,
      async ([operation, mistakes]) => {
        const request = await validGatewayRequest(gateway, operation);
        if (isNotOffered(request)) return;
        // Where the number may be left out, one is sent, so that it is there to be used up.
        const orderNumber = `R${uniqueNumber(9)}`;
        const right =
          operation === 'instantPayment.do'
            ? { ...request.parameters, orderNumber }
            : request.parameters;
        const refusals: Exchange[] = [];
        for (const { spoil, by } of mistakes) {
          const asker = by === undefined ? gateway : by(gateway);
          if (asker === undefined) return;
          const answer = await request.send(spoil?.(right) ?? right, asker);
          if (isGatewaySuccess(answer)) return;
          refusals.push(answer);
        }

        const answer = await request.send(right);

        if (!isGatewaySuccess(answer)) {
          // Part 4.4 registers an order and pays it: what was refused may have been the payment.
          const isOfMerchant = mistakes.every(({ by }) => by === undefined);
          if (operation === 'instantPayment.do' && isOfMerchant && (await isOpen(orderNumber)))
            return;
          await promisePlain(gateway, operation);
        }
        const words = (ones: readonly Exchange[], expected: string) =>
          sentExpectedGot([...refusals, ...ones], expected);
        expect(isGatewaySuccess(answer), words([answer], 'success once it is put right')).toBe(
          true,
        );
        const status = await readStatus(gateway, orderOf(answer, right));
        const { isPaid, approved } = standingIn(status);
        const isToBePaid = leavesPaid[operation] === true;
        const effect = isToBePaid ? 'an order that is paid' : 'an order that is not paid';
        expect(isPaid, words([answer, status], effect)).toBe(isToBePaid);
        const most = Number(right['amount'] ?? Number.POSITIVE_INFINITY);
        expect(approved <= most, words([answer, status], 'one payment')).toBe(true);
      },
    );

    async function isOpen(orderNumber: string): Promise<boolean> {
      const statusOf = (number: string): Promise<Exchange> =>
        gateway.ask('getOrderStatusExtended.do', { orderNumber: number });
      const status = await statusOf(orderNumber);
      if (isGatewaySuccess(status)) return !reportsPaid(status);
      // Where no status can be asked for by a number, it may be that of such an order.
      return !isGatewaySuccess(await statusOf((await newOrder(gateway)).orderNumber));
    }
  },
);

function chargingBy(
  credential: { readonly bindingId: string } | undefined,
): (parameters: Parameters) => Parameters {
  return (parameters) => ({ ...parameters, bindingId: credential?.bindingId });
}

/** Parameters with values that gateways refuse, and some take: those of all operations that make an order. */
const wrongs: readonly (readonly [name: string, value: string])[] = [
  ['currency', '999'],
  ['currency', '97'],
  ['amount', ''],
  ['amount', '0'],
  ['amount', '15.5'],
  ['amount', '1500000000000000000000'],
  ['returnUrl', ''],
  ['returnUrl', 'x'.repeat(600)],
  ['failUrl', 'no address'],
  ['dynamicCallbackUrl', 'no address'],
  ['language', 'xyz'],
  ['description', 'x'.repeat(700)],
  ['email', 'nobody'],
  ['phone', 'none'],
  ['clientId', 'x'.repeat(300)],
  ['features', 'NO_SUCH_FEATURE'],
  ['jsonParams', '[1'],
  ['orderBundle', '{"cartItems":'],
  ['paymentFacilitator', '{"subMerchants":[{}]}'],
  ['billingPayerData', '[]'],
  ['feeInput', '-5'],
  ['sessionTimeoutSecs', 'soon'],
  ['autocompletionDate', 'soon'],
  ['autoReverseDate', past],
  ['preAuth', 'perhaps'],
  ['tii', 'XYZ'],
  ['mcc', 'x'],
  ['externalScaExemptionIndicator', 'NONE'],
  ['pan', '4111'],
  ['expiry', '209913'],
  ['cvc', '12'],
  ['bindingId', 'unknown'],
];

const makers = [
  'register.do',
  'registerPreAuth.do',
  'instantPayment.do',
  'recurrentPayment.do',
  'installmentPayment.do',
] as const;

check(
  'gateway.put-right.succeeds-after-a-refusal',
  'makes an order under a number that was sent with one mistake after the other and refused each time',
  async ({ gateway }) => {
    if (inSmokeOnly()) return;
    await forEvery(
      makers,
      (operation) => operation,
      async (operation) => {
        const begun = await validGatewayRequest(gateway, operation);
        if (isNotOffered(begun)) return;
        let request: ValidGatewayRequest = begun;
        let orderNumber = `R${uniqueNumber(9)}`;
        let refusals: Exchange[] = [];
        for (const [name, value] of wrongsOf(operation)) {
          const answer = await request.send({
            ...request.parameters,
            orderNumber,
            [name]: value,
          });
          if (!isGatewaySuccess(answer) && isUnset(orderIn(answer))) {
            refusals.push(answer);
            continue;
          }
          // Who takes it, or has made an order of it, has used the number, and what was to be charged.
          orderNumber = `R${uniqueNumber(9)}`;
          refusals = [];
          if (!isCharge(operation)) continue;
          const another = await validGatewayRequest(gateway, operation);
          if (isNotOffered(another)) return;
          request = another;
        }

        const answer = await request.send({ ...request.parameters, orderNumber });

        if (!isGatewaySuccess(answer)) {
          // A payment at once may have failed when its order was there already.
          if (!isRegistration(operation) && (await isKnown(orderNumber))) return;
          await promisePlain(gateway, operation);
        }
        const words = sentExpectedGot([...refusals, answer], 'success once it is put right');
        expect(isGatewaySuccess(answer), words).toBe(true);
      },
    );

    async function isKnown(orderNumber: string): Promise<boolean> {
      const statusOf = (number: string): Promise<Exchange> =>
        gateway.ask('getOrderStatusExtended.do', { orderNumber: number });
      if (isGatewaySuccess(await statusOf(orderNumber))) return true;
      // Where no status can be asked for by a number, it may be that of such an order.
      return !isGatewaySuccess(await statusOf((await newOrder(gateway)).orderNumber));
    }
  },
);

/** Charges of a credential are shown with few parameters. Parts 4.6 and 4.7. */
function wrongsOf(operation: GatewayOperation): typeof wrongs {
  const ofCharges = ['amount', 'currency', 'bindingId'];
  return isCharge(operation) ? wrongs.filter(([name]) => ofCharges.includes(name)) : wrongs;
}

function isCharge(operation: GatewayOperation): boolean {
  return operation === 'recurrentPayment.do' || operation === 'installmentPayment.do';
}

function orderIn({ answer: { json } }: Exchange): unknown {
  return memberOf(json, 'orderId') ?? memberOf(json, 'mdOrder');
}

function isRegistration(operation: GatewayOperation): boolean {
  return registrations.some((one) => one === operation);
}

/** A customer's own credential, and one of somebody else. */
interface Means {
  readonly own: string;
  readonly another: string;
}

/** A payment that is to be refused, of an order that is then paid in another way. */
interface Detour {
  readonly what: string;
  readonly ask: (
    gateway: GatewayClient,
    order: { readonly mdOrder: string },
    means: Means,
  ) => Promise<Exchange>;
  readonly payer: 'by card' | 'by its own credential';
}

const byBinding = (part: Parameters, idOf: (means: Means) => string): Detour['ask'] => {
  return (gateway, order, means) => payByBinding(gateway, order, { bindingId: idOf(means) }, part);
};
const detours: readonly Detour[] = [
  ...(['by card', 'by its own credential'] as const).flatMap((payer): Detour[] => [
    {
      what: 'by the credential of another customer',
      ask: byBinding({}, ({ another }) => another),
      payer,
    },
    { what: 'by a credential that there is not', ask: byBinding({}, unknownId), payer },
  ]),
  { what: 'for no known tii', ask: byBinding({ tii: 'XYZ' }, ({ own }) => own), payer: 'by card' },
  {
    what: 'without a card',
    ask: (gateway, order) => payWithCard(gateway, order, { $PAN: undefined }),
    payer: 'by its own credential',
  },
  {
    what: 'with a CVC of two digits',
    ask: (gateway, order) => payWithCard(gateway, order, { $CVC: '12' }),
    payer: 'by its own credential',
  },
  // Of the merchant's own payments none is in two phases, and two are not for such a credential. Part 4.7.
  ...['U', 'R', 'I'].map((tii): Detour => ({
    what: `by its own credential for tii ${tii}`,
    ask: byBinding({ tii }, ({ own }) => own),
    payer: 'by card',
  })),
  {
    what: 'by its own credential with a CVC of two digits',
    ask: byBinding({ cvc: '12' }, ({ own }) => own),
    payer: 'by card',
  },
];

check(
  'gateway.put-right.succeeds-after-a-refusal',
  'pays an order in another way that shows nothing of a payment which was refused',
  async ({ gateway, skip }) => {
    const [mine, theirs] = [await reusable(gateway), await reusable(gateway)];
    if (mine === undefined || theirs === undefined) return skip('no credential is stored');
    const { clientId } = mine;
    const means = { own: mine.bindingId, another: theirs.bindingId };
    await forEvery(
      detours.map((detour, index) => ({
        ...detour,
        operation: registrations[index % 2] ?? 'register.do',
      })),
      ({ what, payer, operation }) => `an order of ${operation} ${payer}, after a payment ${what}`,
      async ({ ask, payer, operation }) => {
        const begin = (): Promise<TestOrder> => newOrder(gateway, { clientId }, operation);
        const pay = (order: TestOrder): Promise<Exchange> =>
          payer === 'by card'
            ? payWithCard(gateway, order)
            : payByBinding(gateway, order, { bindingId: means.own });
        const order = await begin();
        const before = await readStatus(gateway, order);
        const refused = await ask(gateway, order, means);
        const after = await readStatus(gateway, order);
        // What counts as an attempt may be the last one: that is told by the order.
        if (isGatewaySuccess(refused) || !alike(likenessIn(before), likenessIn(after))) return;

        const payment = await pay(order);

        const status = await readStatus(gateway, order);
        if (!reportsPaid(status)) {
          // Such a card or credential may pay no such order in any case.
          const twin = await begin();
          await pay(twin);
          if (!reportsPaid(await readStatus(gateway, twin))) return;
        }
        const words = sentExpectedGot(
          [refused, after, payment, status],
          'an order that is paid, as one is of which no payment was refused',
        );
        expect(reportsPaid(status), words).toBe(true);
      },
    );
  },
);

/** Payments with plans that lack what makes a credential of their kind. Parts 4.6 and 4.7. */
const halfPlans: readonly Parameters[] = [
  { jsonParams: { installments: '3' } },
  {
    jsonParams: { installments: '3', totalInstallmentAmount: '4500', recurringExpiry: '20991231' },
  },
  { jsonParams: { recurringFrequency: '28' } },
  { tii: 'II', jsonParams: { recurringFrequency: '28' } },
  { tii: 'II', jsonParams: { recurringFrequency: '28', recurringExpiry: '20991231' } },
  { tii: 'RI', jsonParams: { recurringExpiry: '20991231' } },
];

check(
  'gateway.put-right.succeeds-after-a-refusal',
  'stores a card with an order of which a payment with half a plan was refused',
  async ({ gateway, skip }) => {
    const usual = aClientId();
    const plain = await paidToStore(gateway, usual);
    if (isNotOffered(plain)) return skip(plain.missing);
    const kept = await numbersOf(gateway, usual);
    await forEvery(
      halfPlans,
      (plan) => JSON.stringify(plan),
      async (plan) => {
        const clientId = aClientId();
        const order = await orderThatStores(gateway, clientId);
        if (isNotOffered(order)) return;
        const before = await readStatus(gateway, order);
        const refused = await payWithCard(gateway, order, plan);
        const after = await readStatus(gateway, order);
        // Whether a plan that is refused is shown is not said; what counts as an attempt may be the last one.
        const [was, is] = [before, after].map((one) => ({
          ...likenessIn(one),
          merchantOrderParams: [],
        }));
        if (isGatewaySuccess(refused) || !alike(was ?? {}, is ?? {})) return;

        const payment = await payWithCard(gateway, order);

        const status = await readStatus(gateway, order);
        const words = sentExpectedGot([refused, payment, status], 'paid, as without the first one');
        expect(reportsPaid(status), words).toBe(true);
        const stored = await numbersOf(gateway, clientId);
        const listed = sentExpectedGot([refused, payment], 'a credential stored, as usual');
        expect(stored, listed).toEqual(kept);
      },
    );
  },
);

check(
  'gateway.put-right.succeeds-after-a-refusal',
  'follows an order up, once it is paid, under the orderNumber of a charge that was refused before',
  async ({ gateway }) => {
    await forEvery(
      ['IPI', 'IPD', 'IPN'],
      (tii) => `industryPractice/paymentOrder.do with tii ${tii}`,
      async (tii) => {
        const part = await partOfOriginal(gateway);
        const [original, other] = await Promise.all([
          newOrder(gateway, part),
          newOrder(gateway, part),
        ]);
        const follow = (order: TestOrder, orderNumber: string): Promise<Exchange> =>
          gateway.ask('industryPractice/paymentOrder.do', {
            originalMdOrder: order.mdOrder,
            orderNumber,
            tii,
            amount: 5_00,
          });
        const orderNumber = `R${uniqueNumber(9)}`;
        const refused = await follow(original, orderNumber);
        // What has an order of its own was tried, and keeps its number.
        const hasOrder = !isUnset(memberOf(refused.answer.json, 'mdOrder'));
        if (isGatewaySuccess(refused) || hasOrder) return;
        await Promise.all([original, other].map((order) => payWithCard(gateway, order)));
        const usual = await follow(other, `R${uniqueNumber(9)}`);
        if (!isGatewaySuccess(usual)) return;

        const answer = await follow(original, orderNumber);

        const words = sentExpectedGot([refused, usual, answer], 'success, as of the other order');
        expect(isGatewaySuccess(answer), words).toBe(true);
      },
    );
  },
);

/** How many common, recurrent and installment credentials a customer has. */
function numbersOf(gateway: GatewayClient, clientId: string): Promise<readonly number[]> {
  return Promise.all(
    (['C', 'R', 'I'] as const).map(
      async (type) => (await credentialsOf(gateway, clientId, [type])).length,
    ),
  );
}

function alike(one: Readonly<Record<string, unknown>>, other: typeof one): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Where a plain request fails as well, nothing is told of one that was put right. */
async function promisePlain(gateway: GatewayClient, operation: GatewayOperation): Promise<void> {
  const plain = await validGatewayRequest(gateway, operation);
  if (!isNotOffered(plain)) promised(await plain.send(), gatewayRequests[operation].succeeds);
}
