import { aClientId } from '../../fixtures/builders/gateway.ts';
import { check, expect } from '../../fixtures/check.ts';
import { memberOf } from '../../fixtures/transcript/exchange.ts';
import { shownOfCredentialPayment } from '../../fixtures/fields/gateway.ts';
import { asksForAuthentication } from '../../fixtures/worlds/gateway-orders.ts';
import {
  besidesPaying,
  otherThan,
  payByBinding,
} from '../../fixtures/worlds/gateway-credentials.ts';
import {
  isNotOffered,
  newOrder,
  promised,
  promisedToShow,
  statusOf,
  storedCredential,
} from '../../fixtures/worlds/gateway.ts';
import { paid, unpaid } from './outcomes.ts';

// Document 3, part 4.6: paymentOrderBinding.do.

check(
  'gateway.payment-order-binding.pays',
  'pays an order by a stored credential of its customer',
  async ({ gateway, skip }) => {
    const credential = await storedCredential(gateway);
    if (isNotOffered(credential)) return skip(credential.missing);
    const order = await newOrder(gateway, { clientId: credential.clientId });

    const payment = await payByBinding(gateway, order, credential);

    expect(payment).toGoWell();
    expect(await statusOf(gateway, order)).toShow(paid('gateway.payment-order-binding.pays'));
  },
);

check(
  'gateway.payment-order-binding.members-of-a-success',
  'answers redirect, info and errorCode',
  async ({ gateway, skip }) => {
    const credential = await storedCredential(gateway);
    if (isNotOffered(credential)) return skip(credential.missing);
    const order = await newOrder(gateway, { clientId: credential.clientId });

    const payment = promised(
      await payByBinding(gateway, order, credential),
      'gateway.payment-order-binding.succeeds',
    );

    // With 3DS 2 the answer has another body. Part 4.3.
    if (asksForAuthentication(payment)) return skip('the payment asks for 3DS 2');
    for (const one of shownOfCredentialPayment) expect(payment).toShow(one);
  },
);

for (const [id, because, customer] of [
  ['gateway.payment-order-binding.other-client', 'of another customer', aClientId],
  ['gateway.payment-order-binding.order-without-client', 'without a customer', () => undefined],
] as const) {
  check(id, `pays no order ${because} by a stored credential`, async ({ gateway, skip }) => {
    const credential = await storedCredential(gateway);
    if (isNotOffered(credential)) return skip(credential.missing);
    const [own, foreign] = await Promise.all([
      newOrder(gateway, { clientId: credential.clientId }),
      newOrder(gateway, { clientId: customer() }),
    ]);
    promised(
      await payByBinding(gateway, own, credential),
      'gateway.payment-order-binding.succeeds',
    );
    promisedToShow(await statusOf(gateway, own), paid('gateway.payment-order-binding.pays'));

    await payByBinding(gateway, foreign, credential);

    expect(await statusOf(gateway, foreign)).toShow(unpaid(id));
  });
}

check(
  'gateway.payment-order-binding.unknown-binding',
  'pays nothing by a bindingId that does not exist',
  async ({ gateway, skip }) => {
    const credential = await storedCredential(gateway);
    if (isNotOffered(credential)) return skip(credential.missing);
    const { bindingId, clientId } = credential;
    const [known, order] = await Promise.all([
      newOrder(gateway, { clientId }),
      newOrder(gateway, { clientId }),
    ]);
    await payByBinding(gateway, known, credential);
    promisedToShow(await statusOf(gateway, known), paid('gateway.payment-order-binding.pays'));

    await payByBinding(gateway, order, { bindingId: otherThan(bindingId) });

    const id = 'gateway.payment-order-binding.unknown-binding';
    expect(await statusOf(gateway, order)).toShow(unpaid(id));
  },
);

check(
  'gateway.payment-order-binding.paid-order',
  'does not pay a paid order again by a stored credential',
  async ({ gateway, skip }) => {
    const credential = await storedCredential(gateway);
    if (isNotOffered(credential)) return skip(credential.missing);
    const order = await newOrder(gateway, { clientId: credential.clientId });
    promised(
      await payByBinding(gateway, order, credential),
      'gateway.payment-order-binding.succeeds',
    );
    const before = await statusOf(gateway, order);
    promisedToShow(before, paid('gateway.payment-order-binding.pays'));

    await payByBinding(gateway, order, credential);

    // How a second payment is answered is not shown; what counts is that nothing more was taken.
    const after = await statusOf(gateway, order);
    expect(after).toShow(paid('gateway.payment-order-binding.paid-order'));
    expect(moneyIn(after.answer.json)).toEqual(moneyIn(before.answer.json));
  },
);

check(
  'gateway.payment-order-binding.tii-f',
  'takes F for a common credential',
  async ({ gateway, skip }) => {
    const credential = await storedCredential(gateway);
    if (isNotOffered(credential)) return skip(credential.missing);
    const order = await newOrder(gateway, { clientId: credential.clientId });

    const payment = await payByBinding(gateway, order, credential, { tii: 'F' });

    await besidesPaying(gateway, credential, payment);
    expect(payment).toGoWell();
    expect(await statusOf(gateway, order)).toShow(paid('gateway.payment-order-binding.tii-f'));
  },
);

check(
  'gateway.payment-order-binding.tii-u',
  'takes U for a common credential',
  async ({ gateway, skip }) => {
    const credential = await storedCredential(gateway);
    if (isNotOffered(credential)) return skip(credential.missing);
    const order = await newOrder(gateway, { clientId: credential.clientId });

    // The merchant has no CVC to pass. Document 3, part 4.7.
    const payment = await payByBinding(gateway, order, credential, { tii: 'U', cvc: undefined });

    await besidesPaying(gateway, credential, payment);
    expect(payment).toGoWell();
    expect(await statusOf(gateway, order)).toShow(paid('gateway.payment-order-binding.tii-u'));
  },
);

/** What a status tells of the money that was taken, where it does. Document 3, parts 2.1 and 4.6. */
function moneyIn(status: unknown) {
  const operations = memberOf(status, 'operations');
  return {
    approved: memberOf(status, 'paymentAmountInfo.approvedAmount'),
    deposited: memberOf(status, 'paymentAmountInfo.depositedAmount'),
    operations: Array.isArray(operations) ? operations.length : undefined,
  };
}
