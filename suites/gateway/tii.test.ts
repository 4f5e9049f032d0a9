import { z } from 'zod';
import { aClientId } from '../../fixtures/builders/gateway.ts';
import { check, expect } from '../../fixtures/check.ts';
import { gatewayEnding, wentWell } from '../../fixtures/clients/gateway.ts';
import { fieldWhere } from '../../fixtures/shapes/field.ts';
import { listingAtLeast, paid, unpaid } from '../../fixtures/shapes/gateway-outcomes.ts';
import { listOf, payByBinding, planOf, typeOf } from '../../fixtures/worlds/gateway-credentials.ts';
import {
  isNotOffered,
  isPaid,
  newOrder,
  payWithCard,
  statusOf,
  storedCredential,
} from '../../fixtures/worlds/gateway.ts';

// Document 3, part 4.7: who initiates a payment, and with which data.

check('gateway.tii.empty', 'takes a payment with card data without tii', async ({ gateway }) => {
  const order = await newOrder(gateway);

  const payment = await payWithCard(gateway, order);

  expect(payment).toGoWell();
  expect(await statusOf(gateway, order)).toShow(paid('gateway.tii.empty'));
});

for (const [id, tii, category] of [
  ['gateway.tii.ci', 'CI', 'COMMON'],
  ['gateway.tii.ri', 'RI', 'RECURRENT'],
  ['gateway.tii.ii', 'II', 'INSTALLMENT'],
] as const) {
  check(id, `stores a credential of category ${category} for ${tii}`, async ({ gateway, skip }) => {
    const clientId = aClientId();
    const order = await newOrder(gateway, { clientId, jsonParams: planOf[category] });

    const payment = await payWithCard(gateway, order, { tii });
    // Storing needs a permission of the merchant. Part 4.4.
    if (!wentWell(payment)) return skip(`a payment with tii ${tii} is not taken`);

    expect(await statusOf(gateway, order)).toShow(paid(id));
    expect(await listOf(gateway, clientId, typeOf[category])).toShow(listingAtLeast(id, 1));
  });
}

for (const [id, tii, part] of [
  ['gateway.tii.f', 'F', {}],
  ['gateway.tii.u', 'U', { $CVC: undefined }],
  ['gateway.tii.r', 'R', {}],
  ['gateway.tii.i', 'I', {}],
] as const) {
  check(id, `is asked for a payment with card data and ${tii}`, async ({ gateway, observe }) => {
    const order = await newOrder(gateway, { clientId: aClientId() });

    const payment = await payWithCard(gateway, order, { tii, ...part });

    const isSettled = await isPaid(gateway, order);
    observe(`${gatewayEnding(payment)}, ${isSettled ? 'paid' : 'not paid'}`);
  });
}

check(
  'gateway.tii.u-one-phase',
  'does not pay a two-phase order with U',
  async ({ gateway, skip }) => {
    const credential = await storedCredential(gateway);
    if (isNotOffered(credential)) return skip(credential.missing);
    const { clientId } = credential;
    const [onePhase, twoPhase] = await Promise.all([
      newOrder(gateway, { clientId }),
      newOrder(gateway, { clientId }, 'registerPreAuth.do'),
    ]);
    const byMerchant = { tii: 'U', cvc: undefined };
    await payByBinding(gateway, onePhase, credential, byMerchant);
    expect(await statusOf(gateway, onePhase)).toShow(paid('gateway.payment-order-binding.tii-u'));

    await payByBinding(gateway, twoPhase, credential, byMerchant);

    expect(await statusOf(gateway, twoPhase)).toShow(unpaid('gateway.tii.u-one-phase'));
  },
);

check(
  'gateway.tii.no-cvc-for-u',
  'needs no CVC for a payment by stored credential with U',
  async ({ gateway, skip }) => {
    const credential = await storedCredential(gateway);
    if (isNotOffered(credential)) return skip(credential.missing);
    const order = await newOrder(gateway, { clientId: credential.clientId });

    const payment = await payByBinding(gateway, order, credential, { tii: 'U', cvc: undefined });

    expect(payment).toGoWell();
    expect(await statusOf(gateway, order)).toShow(paid('gateway.tii.no-cvc-for-u'));
  },
);

check(
  'gateway.tii.regular-stores-nothing',
  'names no stored credential for a payment without clientId',
  async ({ gateway }) => {
    const order = await newOrder(gateway);

    await payWithCard(gateway, order);

    const id = 'gateway.tii.regular-stores-nothing';
    const status = await statusOf(gateway, order);
    expect(status).toShow(paid('gateway.tii.empty'));
    expect(status).toShow(fieldWhere(id, 'bindingInfo.bindingId', 'none', z.literal('').nullish()));
  },
);

check('gateway.tii.unknown', 'pays nothing for an unknown tii', async ({ gateway }) => {
  const [regular, order] = await Promise.all([newOrder(gateway), newOrder(gateway)]);
  await payWithCard(gateway, regular);
  expect(await statusOf(gateway, regular)).toShow(paid('gateway.tii.empty'));

  await payWithCard(gateway, order, { tii: 'XX' });

  expect(await statusOf(gateway, order)).toShow(unpaid('gateway.tii.unknown'));
});
