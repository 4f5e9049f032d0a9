import { anOrderNumber } from '../../fixtures/builders/gateway.ts';
import { check, expect } from '../../fixtures/check.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import {
  type GatewayClient,
  gatewayAnswerSummary,
  isGatewaySuccess,
} from '../../fixtures/clients/gateway.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import {
  orderNamedIn,
  paymentOutcomeOf,
  payByBinding,
} from '../../fixtures/worlds/gateway-credentials.ts';
import { amountsIn, inWords, settledOrder } from '../../fixtures/worlds/gateway-orders.ts';
import {
  categories,
  chargeRequest,
  type TestCredential,
  isNotOffered,
  newOrder,
  originalOrder,
  payWithCard,
  promised,
  statusOf,
  storedCredential,
  validGatewayRequest,
} from '../../fixtures/worlds/gateway.ts';
import { paid, unpaid } from './outcomes.ts';

// Document 3, parts 3.1 and 4: operations that name an order or a stored credential, in the states
// in which the checks of those operations do not try them.

check(
  'gateway.payment-order-binding.paid-order',
  'does not pay a two-phase order that is held again by a stored credential',
  async ({ gateway, skip }) => {
    const credential = await storedCredential(gateway);
    if (isNotOffered(credential)) return skip(credential.missing);
    const { clientId } = credential;
    const { order, status } = await settledOrder(gateway, { clientId }, 'registerPreAuth.do');

    await payByBinding(gateway, order, credential);

    const after = await statusOf(gateway, order);
    expect(after).toShow(paid('gateway.payment-order-binding.paid-order'));
    expect(amountsIn(after)).toEqual(amountsIn(status));
    expect(operationsOf(after)).toBe(operationsOf(status));
  },
);

check(
  'gateway.order-state.after-decline',
  'is asked to pay an order by a stored credential after a decline',
  async ({ gateway, declinedCardPan: $PAN, observe, skip }) => {
    const credential = await storedCredential(gateway);
    if (isNotOffered(credential)) return skip(credential.missing);
    const order = await newOrder(gateway, { clientId: credential.clientId });
    await payWithCard(gateway, order, { $PAN });

    await payByBinding(gateway, order, credential);

    observe(`by a stored credential: ${inWords(await statusOf(gateway, order))}`);
  },
);

check(
  'gateway.industry-practice.unpaid-original',
  'charges nothing on a two-phase order that was never paid',
  async ({ gateway }) => {
    const [unpaidOne, paidOne] = await Promise.all([
      newOrder(gateway, {}, 'registerPreAuth.do'),
      originalOrder(gateway),
    ]);
    promised(await charged(gateway, paidOne), 'gateway.industry-practice.succeeds');

    const answer = await charged(gateway, unpaidOne);

    const id = 'gateway.industry-practice.unpaid-original';
    expect(await paymentOutcomeOf(gateway, answer)).toShow(unpaid(id));
    expect(await statusOf(gateway, unpaidOne)).toShow(unpaid(id));
  },
);

check(
  'gateway.industry-practice.held-original',
  'is asked to charge on a two-phase order that is held',
  async ({ gateway, observe }) => {
    const held = await originalOrder(gateway, {}, 'registerPreAuth.do');

    const seen: string[] = [];
    for (const tii of ['IPI', 'IPD'] as const)
      seen.push(`${tii}: ${gatewayAnswerSummary(await charged(gateway, held, tii))}`);
    observe(seen.join('; '));
  },
);

check(
  'gateway.industry-practice.held-counts-as-paid',
  'carries out at least one practice on an order that is held',
  async ({ gateway }) => {
    const held = await originalOrder(gateway, {}, 'registerPreAuth.do');
    const answers: Exchange[] = [];
    for (const tii of ['IPI', 'IPD', 'IPN', 'IPA'] as const) {
      answers.push(await charged(gateway, held, tii));
      if (answers.some(isGatewaySuccess)) return;
    }

    const usual = await charged(gateway, await originalOrder(gateway));
    const words = sentExpectedGot([...answers, usual], 'one of them carried out, as IPI is');
    expect(isGatewaySuccess(usual), words).toBe(false);
  },
);

for (const [id, operation, category] of [
  ['gateway.recurrent-payment.installment-credential', 'recurrentPayment.do', 'INSTALLMENT'],
  ['gateway.installment-payment.common-credential', 'installmentPayment.do', 'COMMON'],
] as const) {
  check(
    id,
    `is asked for ${operation} with a credential of category ${category}`,
    async ({ gateway, observe, skip }) => {
      const credential = await storedCredential(gateway, category);
      if (isNotOffered(credential)) return skip(credential.missing);

      const charge = await chargeRequest(gateway, operation, credential);
      observe(gatewayAnswerSummary(await gateway.ask(operation, charge)));
    },
  );
}

check(
  'gateway.installment-payment.declined',
  'is asked for an installment that will be declined',
  async ({ gateway, control, observe, skip }) => {
    const credential = await storedCredential(gateway, 'INSTALLMENT');
    if (isNotOffered(credential)) return skip(credential.missing);
    await control.decideCharges(credential.bindingId, 'declined');

    const operation = 'installmentPayment.do';
    const charge = await chargeRequest(gateway, operation, credential);
    observe(gatewayAnswerSummary(await gateway.ask(operation, charge)));
  },
);

for (const category of categories) {
  check(
    'gateway.payment-order-binding.categories',
    `is asked to pay by a credential of category ${category}`,
    async ({ gateway, observe, skip }) => {
      const credential = await storedCredential(gateway, category);
      if (isNotOffered(credential)) return skip(credential.missing);

      observe(`${category}: ${await paidByBinding(gateway, credential)}`);
    },
  );

  check(
    'gateway.instant-payment.binding-categories',
    `is asked for an instant payment by a credential of category ${category}`,
    async ({ gateway, observe, skip }) => {
      const credential = await storedCredential(gateway, category);
      if (isNotOffered(credential)) return skip(credential.missing);

      observe(`${category}: ${await paidAtOnce(gateway, credential)}`);
    },
  );
}

check(
  'gateway.payment-order-binding.categories',
  'is asked to pay by a credential whose charges are declined',
  async ({ gateway, control, observe, skip }) => {
    const credential = await storedCredential(gateway);
    if (isNotOffered(credential)) return skip(credential.missing);
    await control.decideCharges(credential.bindingId, 'declined');

    observe(`charges declined: ${await paidByBinding(gateway, credential)}`);
  },
);

check(
  'gateway.instant-payment.binding-categories',
  'is asked for an instant payment by a credential whose charges are declined',
  async ({ gateway, control, observe, skip }) => {
    const credential = await storedCredential(gateway);
    if (isNotOffered(credential)) return skip(credential.missing);
    await control.decideCharges(credential.bindingId, 'declined');

    observe(`charges declined: ${await paidAtOnce(gateway, credential)}`);
  },
);

/** How many operations the status of an order lists, where it lists them. */
function operationsOf({ answer }: Exchange): number | undefined {
  const operations = memberOf(answer.json, 'operations');
  return Array.isArray(operations) ? operations.length : undefined;
}

async function paidByBinding(gateway: GatewayClient, credential: TestCredential): Promise<string> {
  const order = await newOrder(gateway, { clientId: credential.clientId });
  const payment = await payByBinding(gateway, order, credential);
  return `${gatewayAnswerSummary(payment)}, ${inWords(await statusOf(gateway, order))}`;
}

async function paidAtOnce(
  gateway: GatewayClient,
  { bindingId, clientId }: TestCredential,
): Promise<string> {
  const instant = await validGatewayRequest(gateway, 'instantPayment.do');
  if (isNotOffered(instant)) return instant.missing;
  const { orderNumber, amount, returnUrl } = instant.parameters;
  const payment = await instant.send({ orderNumber, amount, returnUrl, bindingId, clientId });
  const order = orderNamedIn(payment);
  const outcome = order === undefined ? 'no order' : inWords(await statusOf(gateway, order));
  return `${gatewayAnswerSummary(payment)}, ${outcome}`;
}

function charged(
  gateway: GatewayClient,
  { mdOrder, amount }: { readonly mdOrder: string; readonly amount: number },
  tii: 'IPI' | 'IPD' | 'IPN' | 'IPA' = 'IPI',
): Promise<Exchange> {
  const charge = { originalMdOrder: mdOrder, orderNumber: anOrderNumber(), tii };
  // What is authorised again is what was authorised. Part 4.7.
  return gateway.ask('industryPractice/paymentOrder.do', {
    ...charge,
    amount: tii === 'IPA' ? amount : 5_00,
  });
}
