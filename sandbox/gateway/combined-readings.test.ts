import { expect, test } from 'vitest';

import { inside } from '../testing.ts';
import {
  anOrder,
  expectError,
  freshNumber,
  isSuccess,
  plan,
  testGateway,
  type Changed,
  aShop,
} from './testing.ts';

// Readings of document 3 about what meets in one order.

test('what is asked for again is there already', async () => {
  const { ask, call, card, status, stored } = await testGateway({
    gatewayChoices: { repeatedRegistration: 'same-order', repeatedCharge: 'told-again' },
  });
  const asked = anOrder();
  const { orderId, formUrl } = await ask('register', asked);
  expect(await ask('register', asked)).toMatchObject({ orderId, formUrl });
  expectError(await call('register', { ...asked, amount: 1600 }), 1);
  expectError(await call('registerPreAuth', asked), 1);
  await ask('paymentorder', card(String(orderId)));
  expectError(await call('register', asked), 1);

  const charge = { ...anOrder(), bindingId: await stored('C-1', 'RI') };
  const first = inside(await ask('recurrentPayment', charge), 'data')['orderId'];
  expect(inside(await ask('recurrentPayment', charge), 'data')['orderId']).toBe(first);
  expect(await status(String(first))).toMatchObject({ orderStatus: 2, amount: 1500 });
  expect(isSuccess(await call('recurrentPayment', { ...charge, amount: 1 }))).toBe(false);
});

test('features that contradict each other or the initiator are refused', async () => {
  const { call, order, card, stored, ask } = await testGateway({
    gatewayChoices: {
      opposedFeatures: 'refused',
      forced3DSOfMerchant: 'refused',
      storingOrderByBinding: 'refused',
    },
  });
  const both = { ...anOrder(), features: ['FORCE_SSL', 'FORCE_TDS'] };
  expectError(await call('register', both), 13);

  const forced = await order({ features: 'FORCE_TDS' });
  expectError(await call('paymentorder', card(forced, { tii: 'U' })), 13);

  const bindingId = await stored('C-1');
  const storing = await order({ clientId: 'C-1', features: 'FORCE_CREATE_BINDING' });
  const payment = { bindingId, cvc: '123', ip: '::1', language: 'en', tii: 'F' };
  expectError(await call('paymentOrderBinding', { ...payment, mdOrder: storing }), 13);
  const plain = await order({ clientId: 'C-1' });
  await ask('paymentOrderBinding', { ...payment, mdOrder: plain });
});

test('a registration knows no bindingId', async () => {
  const { order, ask, call, card, stored } = await testGateway({
    gatewayChoices: { registeredBinding: 'ignored' },
  });
  const bindingId = await stored('C-1');
  await ask('paymentorder', card(await order({ clientId: 'C-1', bindingId })));
  const storing = { clientId: 'C-1', bindingId, features: 'FORCE_CREATE_BINDING' };
  expectError(await call('register', { ...anOrder(), ...storing }), 13);
});

test('an amount is approved to verify a card, and codes of actions are numbers', async () => {
  const { order, ask, card, status } = await testGateway({
    gatewayChoices: { verifiedAmount: 'approved', verifiedStatus: 2, actionCodeType: 'number' },
  });
  const mdOrder = await order({ features: 'VERIFY' });
  await ask('paymentorder', card(mdOrder));
  expect(await status(mdOrder)).toMatchObject({
    errorCode: '0',
    actionCode: 0,
    paymentAmountInfo: { approvedAmount: 1500, depositedAmount: 0 },
  });
});

test('the bank counts the days between charges', async () => {
  const { stored, ask, moveTo } = await testGateway({
    gatewayChoices: { recurringFrequency: 'issuer-declines' },
  });
  const statusOf = async (bindingId: string): Promise<unknown> => {
    const charge = { ...anOrder(), bindingId };
    return inside(await ask('recurrentPayment', charge), 'orderStatus')['orderStatus'];
  };
  const { recurringExpiry } = plan;
  const jsonParams = { recurringFrequency: '28', recurringExpiry };
  const bindingId = await stored('C-1', 'RI', { jsonParams });
  expect(await statusOf(bindingId)).toBe(2);
  expect(await statusOf(bindingId)).toBe(6);
  await moveTo('2026-12-19T09:30:00Z');
  expect(await statusOf(bindingId)).toBe(2);

  const free = await stored('C-2', 'RI', { jsonParams: {} });
  expect([await statusOf(free), await statusOf(free)]).toEqual([2, 2]);
});

test('the credential that was used last is listed first', async () => {
  const { stored, bindings, ask, moveTo } = await testGateway({
    gatewayChoices: { bindingOrder: 'last-used-first' },
  });
  const recurrent = await stored('C-1', 'RI');
  const common = await stored('C-1');
  const ids = async (): Promise<unknown[]> =>
    (await bindings('C-1')).map(({ bindingId }) => bindingId);
  expect(await ids()).toEqual([common, recurrent]);
  await moveTo('2026-11-22T09:00:00Z');
  await ask('recurrentPayment', { ...anOrder(), bindingId: recurrent });
  expect(await ids()).toEqual([recurrent, common]);
});

test('customers return to the very address that was sent', async () => {
  const { order, ask, card } = await testGateway({ gatewayChoices: { returnQuery: 'as-sent' } });
  const returnUrl = 'https://shop.test';
  const { redirect } = await ask('paymentorder', card(await order({ returnUrl })));
  expect(redirect).toBe(returnUrl);
});

test('what verified a card is told as a hold and its end, or not at all', async () => {
  for (const [verificationCallbacks, expected] of [
    ['hold-and-cancellation', ['approved', 'reversed', 'deposited']],
    ['none', ['deposited']],
  ] as const) {
    const { gateway, told, dynamicCallbackUrl } = await listening({
      gatewayChoices: { verificationCallbacks },
    });
    await gateway.paid({ features: 'VERIFY', dynamicCallbackUrl });
    await expect.poll(() => told.length).toBe(expected.length - 1);
    await gateway.paid({ dynamicCallbackUrl });
    await expect.poll(() => told.toSorted()).toEqual(expected.toSorted());
  }
});

test('time is over for payments only, not for orders that nobody tried to pay', async () => {
  const { gateway, told, dynamicCallbackUrl } = await listening({
    gatewayChoices: { timeoutCallbacks: 'tried-orders' },
  });
  const { order, call, card, env, moveTo } = gateway;
  await order({ dynamicCallbackUrl });
  const orderNumber = freshNumber();
  const tried = await order({ dynamicCallbackUrl, orderNumber });
  await call('paymentorder', card(tried, { $PAN: env['GATEWAY_DECLINED_CARD_PAN'] }));
  const begun = await order({ dynamicCallbackUrl });
  await call('paymentorder', card(begun, { $PAN: env['GATEWAY_3DS_CARD_PAN'] }));
  await moveTo('2026-11-21T10:00:00Z');
  await expect
    .poll(() => told.toSorted())
    .toEqual(['declinedByTimeout', 'declinedByTimeout', 'deposited']);
});

/** A gateway and somebody who listens to its notifications. */
async function listening(changed: Changed): Promise<{
  readonly gateway: Awaited<ReturnType<typeof testGateway>>;
  readonly told: readonly string[];
  readonly dynamicCallbackUrl: string;
}> {
  const told: string[] = [];
  const dynamicCallbackUrl = await aShop((asked) =>
    told.push(asked.searchParams.get('operation') ?? ''),
  );
  return { gateway: await testGateway(changed), told, dynamicCallbackUrl };
}
