import { aClientId, anOrder, anOrderNumber } from '../../fixtures/builders/gateway.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import {
  type GatewayClient,
  isGatewaySuccess,
  type Parameters,
} from '../../fixtures/clients/gateway.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import type { Exchange } from '../../fixtures/transcript/exchange.ts';
import { hasCredential } from '../../fixtures/worlds/gateway-credentials.ts';
import { reportsPaid } from '../../fixtures/worlds/gateway-orders.ts';
import { likenessIn, orderOf, readStatus, taken } from '../../fixtures/worlds/gateway-sameness.ts';
import { payWithCard } from '../../fixtures/worlds/gateway.ts';

// Document 3, parts 3.1 and 4.5: an order that was paid in the end is paid, whatever was tried before.

/** How an order is registered and paid, and what is tried before it is. */
interface Row {
  readonly name: string;
  readonly operation: 'register.do' | 'registerPreAuth.do';
  readonly registration?: Parameters;
  readonly payment?: Parameters;
  readonly before: 'a card that is declined' | 'a card that needs 3DS 2';
  /** What is charged on it afterwards. */
  readonly tii: 'IPI' | 'IPD' | 'IPN';
}

const declined = 'a card that is declined';
const rows: readonly Row[] = [
  { name: 'in one phase', operation: 'register.do', before: declined, tii: 'IPI' },
  { name: 'in two phases', operation: 'registerPreAuth.do', before: declined, tii: 'IPD' },
  {
    name: 'to store its card',
    operation: 'register.do',
    registration: { features: 'FORCE_CREATE_BINDING' },
    before: declined,
    tii: 'IPN',
  },
  {
    name: 'with tii CI',
    operation: 'register.do',
    payment: { tii: 'CI' },
    before: 'a card that needs 3DS 2',
    tii: 'IPD',
  },
];

check(
  'gateway.histories.paid-in-the-end',
  'shows an order that is paid after another attempt as one that was paid at once',
  async ({ gateway }) => {
    await forEvery(
      rows,
      ({ name, before }) => `an order ${name} after ${before}`,
      async (row) => {
        const { declinedCardPan, threeDSCardPan } = gateway.settings;
        const $PAN = row.before === declined ? declinedCardPan : threeDSCardPan;
        if ($PAN === undefined) return;
        const at = await paidAs(gateway, row);
        const after = await paidAs(gateway, row, { $PAN });
        // Whether an order can be paid after an attempt that failed is not shown.
        if (at === undefined || after === undefined) return;

        const words = sentExpectedGot([...after.acts, at.status, after.status], 'the same of both');
        expect(ofAnybody(after.status), words).toEqual(ofAnybody(at.status));
        const stored = sentExpectedGot(after.acts, `stored: ${at.isStored}`);
        expect(after.isStored, stored).toBe(at.isStored);
        const charges = sentExpectedGot([...after.acts, at.charge, after.charge], 'both charged');
        if (isGatewaySuccess(at.charge)) expect(isGatewaySuccess(after.charge), charges).toBe(true);
      },
    );
  },
);

/** What a status shows of an order, whosever it is. */
function ofAnybody(status: Exchange): Readonly<Record<string, unknown>> {
  return { ...likenessIn(status), 'bindingInfo.clientId': undefined };
}

interface Outcome {
  readonly acts: readonly Exchange[];
  readonly status: Exchange;
  readonly isStored: boolean;
  /** What comes of a charge on it. */
  readonly charge: Exchange;
}

/** An order of a new customer that is paid in the end; undefined where it is not. */
async function paidAs(
  gateway: GatewayClient,
  { operation, registration, payment = {}, tii }: Row,
  tried?: Parameters,
): Promise<Outcome | undefined> {
  const clientId = aClientId();
  const registered = await taken(gateway.ask(operation, anOrder({ clientId, ...registration })));
  if (registered === undefined) return undefined;
  const order = orderOf(registered);
  const acts: Exchange[] = [];
  if (tried !== undefined) acts.push(await payWithCard(gateway, order, { ...payment, ...tried }));
  acts.push(await payWithCard(gateway, order, payment));
  const status = await readStatus(gateway, order);
  if (!reportsPaid(status)) return undefined;
  const charge = await gateway.ask('industryPractice/paymentOrder.do', {
    originalMdOrder: order.mdOrder,
    orderNumber: anOrderNumber(),
    tii,
    amount: 5_00,
  });
  return { acts, status, isStored: await hasCredential(gateway, clientId, ['C']), charge };
}
