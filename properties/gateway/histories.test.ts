import {
  aClientId,
  anOrder,
  anOrderNumber,
  recurrentPlan,
  usualAmount,
} from '../../fixtures/builders/gateway.ts';
import { leadsBackTo } from '../../fixtures/builders/texts.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import {
  type GatewayClient,
  isGatewaySuccess,
  type Parameters,
} from '../../fixtures/clients/gateway.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import { listOf, orderNamedIn, payByBinding } from '../../fixtures/worlds/gateway-credentials.ts';
import { reportsPaid } from '../../fixtures/worlds/gateway-orders.ts';
import {
  likenessIn,
  orderOf,
  readStatus,
  shared,
  taken,
} from '../../fixtures/worlds/gateway-sameness.ts';
import { reusable } from '../../fixtures/worlds/gateway-ways.ts';
import {
  bindingsIn,
  isNotOffered,
  newOrder,
  payWithCard,
  validGatewayRequest,
} from '../../fixtures/worlds/gateway.ts';
import { addressesOf } from './pages.ts';

// Document 3, parts 3.1 and 4.5: an order that was paid in the end is paid, whatever was tried before.

/** How an order is registered and paid, and what is tried before it is. */
interface Row {
  readonly name: string;
  readonly operation: 'register.do' | 'registerPreAuth.do';
  readonly registration?: Parameters;
  readonly payment?: Parameters;
  /** What those before it have that this one has not. */
  readonly triedWith?: Parameters;
  /** Whether it is paid by a credential that its customer has, and not with card data as before. */
  readonly isByCredential?: boolean;
  /** Cards, one after the other. */
  readonly before: readonly ('a card that is declined' | 'a card that needs 3DS 2')[];
  /** What is charged on it afterwards. IPS is for an original payment that failed, which this one has not. */
  readonly tii: 'IPI' | 'IPD' | 'IPN' | 'IPS';
}

const declined = 'a card that is declined';
const asked = 'a card that needs 3DS 2';
const rows: readonly Row[] = [
  { name: 'in one phase', operation: 'register.do', before: [declined], tii: 'IPI' },
  { name: 'in two phases', operation: 'registerPreAuth.do', before: [declined], tii: 'IPD' },
  {
    name: 'to store its card',
    operation: 'register.do',
    registration: { features: 'FORCE_CREATE_BINDING' },
    before: [declined],
    tii: 'IPN',
  },
  {
    name: 'with tii CI',
    operation: 'register.do',
    payment: { tii: 'CI' },
    before: [asked],
    tii: 'IPD',
  },
  {
    name: 'to store its card for recurrent payments',
    operation: 'register.do',
    registration: { features: 'FORCE_CREATE_BINDING', jsonParams: recurrentPlan },
    before: [asked, declined],
    tii: 'IPS',
  },
  { name: 'in one phase', operation: 'register.do', before: [declined, declined], tii: 'IPS' },
  {
    name: 'without tii after tii CI',
    operation: 'register.do',
    triedWith: { tii: 'CI' },
    before: [declined],
    tii: 'IPD',
  },
  {
    name: 'that needs no credential after one that stores it',
    operation: 'register.do',
    payment: { bindingNotNeeded: true },
    triedWith: { bindingNotNeeded: false, tii: 'CI' },
    before: [declined, asked],
    tii: 'IPI',
  },
  ...([declined, asked] as const).map((card): Row => ({
    name: 'with tii CI after a payment that needs no credential',
    operation: 'register.do',
    payment: { tii: 'CI' },
    triedWith: { bindingNotNeeded: true, tii: undefined },
    before: [card],
    tii: 'IPN',
  })),
  {
    name: 'by a stored credential',
    operation: 'register.do',
    isByCredential: true,
    before: [declined],
    tii: 'IPD',
  },
];

check(
  'gateway.histories.paid-in-the-end',
  'shows an order that is paid after another attempt as one that was paid at once',
  async ({ gateway }) => {
    await forEvery(
      rows,
      ({ name, before, tii }) => `an order ${name} after ${before.join(' and ')}, and ${tii}`,
      async (row) => {
        const { declinedCardPan, threeDSCardPan } = gateway.settings;
        const cards = row.before.map((card) =>
          card === declined ? declinedCardPan : threeDSCardPan,
        );
        if (cards.includes(undefined)) return;
        const at = await paidAs(gateway, row);
        const after = await paidAs(
          gateway,
          row,
          cards.map(($PAN) => ({ $PAN })),
        );
        // Whether an order can be paid after an attempt that failed is not shown.
        if (at === undefined || after === undefined) return;

        const words = sentExpectedGot([...after.acts, at.status, after.status], 'the same of both');
        expect(shownIn(after.status, row), words).toEqual(shownIn(at.status, row));
        const lists = [at.list, ...after.acts, after.list];
        const stored = sentExpectedGot(lists, 'the same card stored, or none');
        expect(storedIn(after.list), stored).toEqual(storedIn(at.list));
        const wantedEnd = at.end === undefined || after.end === undefined ? after.end : at.end;
        const ends = sentExpectedGot(after.acts, `redirect to the ${wantedEnd}, like the other`);
        expect(after.end, ends).toBe(wantedEnd);
        const [isCharged, isToBe] = [after.charge, at.charge].map(isGatewaySuccess);
        const wanted = `${isToBe === true ? '' : 'not '}charged for ${row.tii}, like the other`;
        const charges = sentExpectedGot([at.charge, ...after.acts, after.charge], wanted);
        // What was paid once is not submitted again.
        if (isToBe === true || row.tii === 'IPS') expect(isCharged, charges).toBe(isToBe);
      },
    );
  },
);

/** One payment, and how its order is made: in two phases where `isHeld`. */
interface Led {
  readonly by: 'card data' | 'a stored credential' | 'one call';
  readonly isHeld?: boolean;
  readonly isDeclined?: boolean;
  readonly tii?: 'F' | 'U';
}

const [debited, refused]: readonly [Led, Led] = [
  { by: 'card data' },
  { by: 'card data', isDeclined: true },
];
const led: readonly Led[] = [
  { by: 'card data', isHeld: true },
  { by: 'a stored credential' },
  { by: 'a stored credential', isHeld: true },
  { by: 'a stored credential', tii: 'F' },
  { by: 'a stored credential', tii: 'U' },
  { by: 'one call' },
  { by: 'one call', isHeld: true },
  { by: 'card data', isHeld: true, isDeclined: true },
  { by: 'one call', isDeclined: true },
  { by: 'one call', isHeld: true, isDeclined: true },
];

check(
  'gateway.page.leads-on-alike',
  'redirects who has paid as one is redirected after a debit, and who has not as after a decline',
  async ({ gateway }) => {
    const credential = shared(() => reusable(gateway));
    const usual = { paid: await endOf(gateway, debited), unpaid: await endOf(gateway, refused) };
    await forEvery(
      led,
      ({ by, isHeld, isDeclined, tii }) =>
        `${isDeclined === true ? 'a declined' : 'a'} payment by ${by}${isHeld === true ? ' in two phases' : ''}${tii === undefined ? '' : ` with tii ${tii}`}`,
      async (row) => {
        const one = await endOf(gateway, row, credential);
        const like = one?.isPaid === true ? usual.paid : usual.unpaid;
        if (one === undefined || like === undefined || one.isPaid !== like.isPaid) return;
        // What does not lead to the address that is meant for it says nothing about others.
        if (like.end !== (one.isPaid ? 'returnUrl' : 'failUrl')) return;
        const words = sentExpectedGot(
          [...like.acts, ...one.acts],
          `redirect to the ${like.end}, like the first`,
        );
        expect(one.end ?? like.end, words).toBe(like.end);
      },
    );
  },
);

interface Ended {
  readonly acts: readonly Exchange[];
  readonly isPaid: boolean;
  /** Which address of its shop the answer leads to, if it tells. */
  readonly end: string | undefined;
}

/** Where a payment leads; undefined where there is none of its kind. */
async function endOf(
  gateway: GatewayClient,
  { by, isHeld = false, isDeclined = false, tii }: Led,
  credential: () => ReturnType<typeof reusable> = async () => undefined,
): Promise<Ended | undefined> {
  const { declinedCardPan, card } = gateway.settings;
  const pan = isDeclined ? declinedCardPan : card.pan;
  if (pan === undefined) return undefined;
  const addresses = addressesOf(anOrderNumber());
  const operation = isHeld ? 'registerPreAuth.do' : 'register.do';
  const acts: Exchange[] = [];
  if (by === 'one call') {
    const instant = await validGatewayRequest(gateway, 'instantPayment.do');
    if (isNotOffered(instant)) return undefined;
    const sent = { ...anOrder(addresses), ...instant.parameters, pan };
    acts.push(await instant.send({ ...sent, ...(isHeld ? { preAuth: true } : {}) }));
  } else {
    const stored = by === 'card data' ? undefined : await credential();
    if (by !== 'card data' && stored === undefined) return undefined;
    const clientId = stored?.clientId;
    const registered = await taken(gateway.ask(operation, anOrder({ clientId, ...addresses })));
    if (registered === undefined) return undefined;
    const order = orderOf(registered);
    acts.push(
      await (stored === undefined
        ? payWithCard(gateway, order, { $PAN: pan })
        : payByBinding(gateway, order, stored, { tii })),
    );
    return endIn(acts, addresses, await readStatus(gateway, order));
  }
  const [act] = acts;
  const order = act && orderNamedIn(act);
  return order && endIn(acts, addresses, await readStatus(gateway, order));
}

function endIn(
  acts: readonly Exchange[],
  addresses: Readonly<Record<string, string>>,
  status: Exchange,
): Ended {
  const redirect = memberOf(acts.at(-1)?.answer.json, 'redirect');
  const [end] =
    Object.entries(addresses).find(([, address]) => leadsBackTo(address, String(redirect))) ?? [];
  return { acts: [...acts, status], isPaid: reportsPaid(status), end };
}

/** What a payment lacks, and the card that was tried before it. */
const incomplete = [
  ['$CVC', declined],
  ['$PAN', declined],
  ['MM', declined],
  ['$CVC', asked],
  ['YYYY', asked],
] as const;

check(
  'gateway.payment-order.validation-failure-pays-nothing',
  'pays no order after another attempt without what the first attempt needs',
  async ({ gateway }) => {
    await forEvery(
      incomplete,
      ([name, card]) => `without ${name} after ${card}`,
      async ([name, card]) => {
        const { declinedCardPan, threeDSCardPan } = gateway.settings;
        const $PAN = card === declined ? declinedCardPan : threeDSCardPan;
        if ($PAN === undefined) return;
        const [fresh, order] = await Promise.all([newOrder(gateway), newOrder(gateway)]);
        const atOnce = await payWithCard(gateway, fresh, { [name]: undefined });
        // A merchant may be permitted to leave it out.
        if (isGatewaySuccess(atOnce) || reportsPaid(await readStatus(gateway, fresh))) return;
        const tried = await payWithCard(gateway, order, { $PAN });

        const after = await payWithCard(gateway, order, { [name]: undefined });

        const status = await readStatus(gateway, order);
        const words = sentExpectedGot([atOnce, tried, after, status], 'an order that is not paid');
        expect(reportsPaid(status), words).toBe(false);
      },
    );
  },
);

/** What a status shows of an order, whosever it is. */
function ofAnybody(status: Exchange): Readonly<Record<string, unknown>> {
  return { ...likenessIn(status), 'bindingInfo.clientId': undefined };
}

/** The same, but for what a payer told with card data in vain: an order may keep it. */
function shownIn(status: Exchange, { isByCredential }: Row): Readonly<Record<string, unknown>> {
  const shown = ofAnybody(status);
  return isByCredential === true ? { ...shown, merchantOrderParams: undefined } : shown;
}

interface Outcome {
  readonly acts: readonly Exchange[];
  readonly status: Exchange;
  /** Which address of its shop the payment leads to, if it tells. */
  readonly end: string | undefined;
  /** The credentials of its customer. */
  readonly list: Exchange;
  /** What comes of a charge on it. */
  readonly charge: Exchange;
}

/** An order of a new customer that is paid in the end; undefined where it is not. */
async function paidAs(
  gateway: GatewayClient,
  { operation, registration, payment = {}, triedWith, isByCredential, tii }: Row,
  tried: readonly Parameters[] = [],
): Promise<Outcome | undefined> {
  const credential = isByCredential === true ? await reusable(gateway) : undefined;
  if (isByCredential === true && credential === undefined) return undefined;
  const clientId = credential?.clientId ?? aClientId();
  const shop = `https://shop.example/${clientId}`;
  const addresses = { returnUrl: `${shop}/paid`, failUrl: `${shop}/failed` };
  const sent = anOrder({ clientId, ...addresses, ...registration });
  const registered = await taken(gateway.ask(operation, sent));
  if (registered === undefined) return undefined;
  const order = orderOf(registered);
  const acts: Exchange[] = [];
  for (const card of tried)
    acts.push(await payWithCard(gateway, order, { ...payment, ...triedWith, ...card }));
  const last = await (credential === undefined
    ? payWithCard(gateway, order, payment)
    : payByBinding(gateway, order, credential, payment));
  acts.push(last);
  const redirect = memberOf(last.answer.json, 'redirect');
  const [end] =
    Object.entries(addresses).find(([, address]) => leadsBackTo(address, String(redirect))) ?? [];
  const status = await readStatus(gateway, order);
  if (!reportsPaid(status)) return undefined;
  const charge = await gateway.ask('industryPractice/paymentOrder.do', {
    originalMdOrder: order.mdOrder,
    orderNumber: anOrderNumber(),
    tii,
    amount: tii === 'IPS' ? usualAmount : 5_00,
  });
  const type = registration?.['jsonParams'] === undefined ? 'C' : 'R';
  return { acts, status, end, list: await listOf(gateway, clientId, type), charge };
}

/** The cards that a list shows, without what is each credential's own. Part 2.2. */
function storedIn(list: Exchange): readonly unknown[] {
  return bindingsIn(list).map((one) =>
    ['bindingCategory', 'maskedPan', 'expiryDate'].map((name) => memberOf(one, name)),
  );
}
