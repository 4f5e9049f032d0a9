import { setTimeout as sleep } from 'node:timers/promises';
import { aClientId } from '../../fixtures/builders/gateway.ts';
import { check, expect } from '../../fixtures/check.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import type { GatewayClient, Parameters } from '../../fixtures/clients/gateway.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { noServerError } from '../../fixtures/every-answer.ts';
import {
  mayPayWithoutCvc,
  orderNamedIn,
  paymentOutcomeOf,
  payByBinding,
} from '../../fixtures/worlds/gateway-credentials.ts';
import {
  besidesThePlain,
  bindingsIn,
  type TestCredential,
  isNotOffered,
  isPaid,
  type NotOffered,
  payWithCard,
  statusOf,
  storedCredential,
  validGatewayRequest,
} from '../../fixtures/worlds/gateway.ts';
import { paid, unpaid } from './outcomes.ts';

// Document 3, part 4.4: instantPayment.do with bindingId. Its answer is not shown, so it may name no
// order.

check(
  'gateway.instant-payment.pan-overrides-binding',
  'pays with the card whose pan stands beside a bindingId',
  async ({ gateway, declinedCardPan, skip }) => {
    const { card } = gateway.settings;
    const credential = await storedCredential(gateway);
    if (isNotOffered(credential)) return skip(credential.missing);
    const approved = await byBinding(gateway, credential, { pan: card.pan });
    if (isNotOffered(approved)) return skip(approved.missing);
    const id = 'gateway.instant-payment.pan-overrides-binding';
    const plain = await validGatewayRequest(gateway, 'instantPayment.do');
    if (isNotOffered(plain)) return skip(plain.missing);
    await besidesThePlain(approved, () => plain.send(), 'gateway.instant-payment.succeeds');
    expect(approved).toGoWell();
    const order = orderNamedIn(approved);
    if (order === undefined) return skip(namesNoOrder);
    expect(await statusOf(gateway, order)).toShow(paid(id));

    const before = await credentialFacts(gateway, credential);
    // Whatever comes with it: a merchant who pays for the customer has no cvc to send.
    for (const part of [{}, { cvc: undefined, tii: 'U' }, { cvc: undefined }, { tii: 'F' }]) {
      const declined = await byBinding(gateway, credential, { pan: declinedCardPan, ...part });

      if (isNotOffered(declined)) return skip(declined.missing);
      expect(await paymentOutcomeOf(gateway, declined)).toShow(unpaid(id));
    }
    const after = await credentialFacts(gateway, credential);
    const words = sentExpectedGot(after.list, 'the stored card as it was');
    expect(after.facts, words).toEqual(before.facts);
  },
);

/** What a list shows of a stored card. */
async function credentialFacts(gateway: GatewayClient, { clientId, bindingId }: TestCredential) {
  const list = await gateway.ask('getBindings.do', { clientId, bindingType: 'C' });
  const listed = bindingsIn(list).find((one) => memberOf(one, 'bindingId') === bindingId);
  const facts = ['bindingId', 'maskedPan', 'expiryDate'].map((name) => memberOf(listed, name));
  return { list, facts };
}

for (const [id, because, customer] of [
  ['gateway.instant-payment.binding-of-other-client', 'of another customer', aClientId],
  ['gateway.instant-payment.binding-without-client', 'without clientId', () => undefined],
] as const) {
  check(id, `pays no order ${because} by a stored credential`, async ({ gateway, skip }) => {
    const credential = await storedCredential(gateway);
    if (isNotOffered(credential)) return skip(credential.missing);
    const own = await byBinding(gateway, credential);
    if (isNotOffered(own)) return skip(own.missing);
    if (!(await isPaidBy(gateway, own))) return skip(notPaidByBinding);

    const foreign = await byBinding(gateway, credential, { clientId: customer() });

    if (isNotOffered(foreign)) return skip(foreign.missing);
    expect(await paymentOutcomeOf(gateway, foreign)).toShow(unpaid(id));
  });
}

check(
  'gateway.instant-payment.binding-needs-cvc',
  'does not pay by a stored credential at once without cvc',
  async ({ gateway, skip }) => {
    const [credential, isPermitted] = await Promise.all([
      storedCredential(gateway),
      mayPayWithoutCvc(gateway),
    ]);
    if (isNotOffered(credential)) return skip(credential.missing);
    if (isPermitted !== false) return skip('the merchant may pay without a CVC, or it is unclear');
    const whole = await byBinding(gateway, credential);
    if (isNotOffered(whole)) return skip(whole.missing);

    const payment = await byBinding(gateway, credential, { cvc: undefined });

    if (isNotOffered(payment)) return skip(payment.missing);
    expect(await paymentOutcomeOf(gateway, payment)).toShow(
      unpaid('gateway.instant-payment.binding-needs-cvc'),
    );
    if (!(await isPaidBy(gateway, whole))) return skip(notPaidByBinding);
  },
);

check(
  'gateway.instant-payment.binding-only',
  'has an order with bindingId paid by no card',
  async ({ gateway, skip }) => {
    const credential = await storedCredential(gateway);
    if (isNotOffered(credential)) return skip(credential.missing);
    // Without its CVC the order waits for the payer.
    const begun = await byBinding(gateway, credential, { cvc: undefined });
    if (isNotOffered(begun)) return skip(begun.missing);
    const order = orderNamedIn(begun);
    if (order === undefined) return skip(namesNoOrder);
    if (await isPaid(gateway, order)) return skip('the order is paid at once');

    await payWithCard(gateway, order);

    expect(await statusOf(gateway, order)).toShow(unpaid('gateway.instant-payment.binding-only'));
    await payByBinding(gateway, order, credential);
    if (!(await isPaid(gateway, order))) return skip('the order cannot be paid any more');
  },
);

check(
  'gateway.instant-payment.binding-only',
  'has an order with bindingId paid by no card after its payer was declined',
  async ({ gateway, control, skip }) => {
    const credential = await storedCredential(gateway);
    if (isNotOffered(credential)) return skip(credential.missing);
    const begun = await byBinding(gateway, credential, { cvc: undefined });
    if (isNotOffered(begun)) return skip(begun.missing);
    const order = orderNamedIn(begun);
    if (order === undefined) return skip(namesNoOrder);
    const { answer } = await statusOf(gateway, order);
    if (String(memberOf(answer.json, 'orderStatus')) !== '0')
      return skip('the order does not wait for a payer');
    await control.payOrder(order.mdOrder, 'declined');

    await payWithCard(gateway, order);

    expect(await statusOf(gateway, order)).toShow(unpaid('gateway.instant-payment.binding-only'));
  },
);

check(
  'gateway.instant-payment.binding-only',
  'has an order with bindingId paid by no card that names it by threeDSVer2MdOrder',
  async ({ gateway, skip }) => {
    const [credential, byCard] = await Promise.all([
      storedCredential(gateway),
      validGatewayRequest(gateway, 'instantPayment.do'),
    ]);
    if (isNotOffered(credential)) return skip(credential.missing);
    if (isNotOffered(byCard)) return skip(byCard.missing);
    const begun = await byBinding(gateway, credential, { cvc: undefined });
    if (isNotOffered(begun)) return skip(begun.missing);
    const order = orderNamedIn(begun);
    if (order === undefined) return skip(namesNoOrder);
    if (await isPaid(gateway, order)) return skip('the order is paid at once');

    const { clientId } = credential;
    await byCard.send({ ...byCard.parameters, clientId, threeDSVer2MdOrder: order.mdOrder });

    expect(await statusOf(gateway, order)).toShow(unpaid('gateway.instant-payment.binding-only'));
    await payByBinding(gateway, order, credential);
    if (!(await isPaid(gateway, order))) return skip('the order cannot be paid any more');
  },
);

check(
  'gateway.order.unpaid-until-paid',
  'shows an order that lives for a second as unpaid when that is over',
  async ({ gateway, skip }) => {
    const credential = await storedCredential(gateway);
    if (isNotOffered(credential)) return skip(credential.missing);
    const begun = await byBinding(gateway, credential, { cvc: undefined, sessionTimeoutSecs: 1 });
    if (isNotOffered(begun)) return skip(begun.missing);
    const order = orderNamedIn(begun);
    if (order === undefined) return skip(namesNoOrder);
    if (await isPaid(gateway, order)) return skip('the order is paid at once');

    await sleep(2000);

    const status = await statusOf(gateway, order);
    expect(status).toKeep(noServerError);
    expect(status).toShow(unpaid('gateway.order.unpaid-until-paid'));
  },
);

const namesNoOrder = 'the answer of instantPayment.do, which is not shown, names no order';
const notPaidByBinding =
  'an instant payment by a stored credential is not paid at once: the payer may see a page first (part 4.4)';

/** An instant payment by a stored credential, with the CVC of its card. */
async function byBinding(
  gateway: GatewayClient,
  { bindingId, clientId }: TestCredential,
  part: Parameters = {},
): Promise<Exchange | NotOffered> {
  const instant = await validGatewayRequest(gateway, 'instantPayment.do');
  if (isNotOffered(instant)) return instant;
  return instant.send({ ...instant.parameters, pan: undefined, bindingId, clientId, ...part });
}

/** Whether the order of an answer is paid, as far as anybody can tell. */
async function isPaidBy(gateway: GatewayClient, payment: Exchange): Promise<boolean> {
  const order = orderNamedIn(payment);
  return order !== undefined && isPaid(gateway, order);
}
