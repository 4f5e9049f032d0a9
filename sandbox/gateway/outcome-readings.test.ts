import { constants, publicEncrypt, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';

import { inside, itemsOf } from '../testing.ts';
import {
  anOrder,
  expectError,
  isSuccess,
  plan,
  startOfTests,
  testGateway,
  aShop,
} from './testing.ts';

// Readings of document 3 about what is told of payments, and what later ones come to.

test('an order says that its last payment was declined, and can be paid', async () => {
  const { env, order, ask, card, status } = await testGateway({
    gatewayChoices: {
      retriableStatus: 'as-declined',
      declinedOperations: 'listed',
      approvalCodeOfDeclined: 'zeros',
      approvedDescription: 'told',
    },
  });
  const mdOrder = await order();
  const declined = { $PAN: env['GATEWAY_DECLINED_CARD_PAN'] };
  expect(await status(mdOrder)).toMatchObject({ orderStatus: 0, operations: [] });
  await ask('paymentorder', card(mdOrder, declined));
  expect(await status(mdOrder)).toMatchObject({
    orderStatus: 6,
    paymentAmountInfo: { paymentState: 'DECLINED', depositedAmount: 0 },
    operations: [{ amount: 1500, authCode: '000000' }],
    cardAuthInfo: { approvalCode: '000000' },
  });
  await ask('paymentorder', card(mdOrder));
  const paid = await status(mdOrder);
  expect(paid).toMatchObject({ orderStatus: 2, paymentAmountInfo: { paymentState: 'DEPOSITED' } });
  expect(paid['actionCodeDescription']).toMatch(/./);
  expect(itemsOf(paid, 'operations')).toHaveLength(2);
});

test('the status stands inside orderStatus, as in the answer of a recurrent payment', async () => {
  const { order, status } = await testGateway({ gatewayChoices: { statusShape: 'nested' } });

  const shown = await status(await order());

  expect(shown).toEqual({ success: true, orderStatus: expect.objectContaining({ amount: 1500 }) });
});

test('a payment in one phase is held until the bank has cleared it', async () => {
  const { order, ask, card, status, moveTo } = await testGateway({
    gatewayChoices: { deposits: 'a-moment-later' },
  });
  const mdOrder = await order();
  await ask('paymentorder', card(mdOrder));
  expect(await status(mdOrder)).toMatchObject({
    orderStatus: 1,
    paymentAmountInfo: { approvedAmount: 1500, depositedAmount: 0 },
  });
  await moveTo(new Date(startOfTests.getTime() + 60_000).toISOString());
  expect(await status(mdOrder)).toMatchObject({
    orderStatus: 2,
    paymentAmountInfo: { approvedAmount: 1500, depositedAmount: 1500 },
  });
});

test('what was approved stays so when less is deposited', async () => {
  const { order, ask, card, status } = await testGateway({
    gatewayChoices: { approvedLater: 'kept' },
  });
  const [part, none] = [await order({}, 'registerPreAuth'), await order({}, 'registerPreAuth')];
  for (const mdOrder of [part, none]) await ask('paymentorder', card(mdOrder));
  await ask('deposit', { orderId: part, amount: 900 });
  await ask('reverse', { orderId: none });
  expect(inside(await status(part), 'paymentAmountInfo')).toMatchObject({
    approvedAmount: 1500,
    depositedAmount: 900,
  });
  expect(inside(await status(none), 'paymentAmountInfo')).toMatchObject({
    approvedAmount: 1500,
    depositedAmount: 0,
  });
});

test('without a failUrl the page of the gateway tells that nothing was paid', async () => {
  const { env, order, ask, card } = await testGateway({
    gatewayChoices: { withoutFailUrl: 'own-page' },
  });
  const declined = { $PAN: env['GATEWAY_DECLINED_CARD_PAN'] };
  const [without, withOne] = [await order(), await order({ failUrl: 'https://shop.test/no' })];
  const pay = async (mdOrder: string, more = {}): Promise<string> =>
    String((await ask('paymentorder', card(mdOrder, more)))['redirect']);
  expect(await pay(without, declined)).toContain('/payment/page');
  expect(await pay(withOne, declined)).toContain('https://shop.test/no');
  expect(await pay(without)).toContain('https://shop.test/ok');
});

test('a token is for one request', async () => {
  const { env, send, order, ask, call, card } = await testGateway({
    gatewayChoices: { tokenUses: 'once' },
  });
  const [key] = itemsOf((await send('GET', '/payment/se/keys.do')).body, 'keys');
  const [pan, expiry] = [env['GATEWAY_CARD_PAN'], env['GATEWAY_CARD_EXPIRY']];
  const text = ['2026-11-21T09:00:00Z', randomUUID(), pan, '123', expiry, ''].join('/');
  const padding = constants.RSA_PKCS1_PADDING;
  const seToken = publicEncrypt(
    { key: String(key?.['keyValue']), padding },
    Buffer.from(text),
  ).toString('base64');
  const untold = { $PAN: undefined, $CVC: undefined, $EXPIRY: undefined, seToken };
  await ask('paymentorder', card(await order(), untold));
  expectError(await call('paymentorder', card(await order(), untold)), 5);
});

test('banks decline what is above a plan, and what is charged to expired cards', async () => {
  const { ask, stored, status, moveTo } = await testGateway({
    gatewayChoices: { installmentsTotal: 'issuer-declines', expiredCredential: 'declined' },
  });
  const installments = await stored('C-1', 'II');
  const recurrent = await stored('C-1', 'RI');
  const charged = async (
    operation: 'installmentPayment' | 'recurrentPayment',
    more: object,
  ): Promise<unknown> => {
    const answer = await ask(operation, { ...anOrder(), language: 'en', ...more });
    const orderId =
      operation === 'recurrentPayment' ? inside(answer, 'data')['orderId'] : answer['orderId'];
    return (await status(String(orderId)))['orderStatus'];
  };
  const total = Number(plan.totalInstallmentAmount);
  const one = { bindingId: installments };
  expect(await charged('installmentPayment', { ...one, amount: total - 500 })).toBe(2);
  expect(await charged('installmentPayment', { ...one, amount: 501 })).toBe(6);
  expect(await charged('installmentPayment', { ...one, amount: 500 })).toBe(2);
  expect(await charged('recurrentPayment', { bindingId: recurrent })).toBe(2);
  await moveTo('2099-01-01T00:00:00Z');
  expect(await charged('recurrentPayment', { bindingId: recurrent })).toBe(6);
});

test('notifications have a checksum', async () => {
  const received: URL[] = [];
  const dynamicCallbackUrl = await aShop((asked) => received.push(asked));
  const { call, card, order } = await testGateway({
    gatewayChoices: { callbackSigning: 'checksum' },
  });
  const mdOrder = await order({ dynamicCallbackUrl });
  expect(isSuccess(await call('paymentorder', card(mdOrder)))).toBe(true);
  await expect.poll(() => received).toHaveLength(1);
  const told = received[0]?.searchParams;
  expect(told?.get('mdOrder')).toBe(mdOrder);
  expect(told?.get('checksum')).toMatch(/^[\dA-F]{64}$/);
});
