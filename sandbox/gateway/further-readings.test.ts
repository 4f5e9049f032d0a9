import { expect, test } from 'vitest';

import { inside } from '../testing.ts';
import { gatewaySettings } from './settings.ts';
import { anOrder, expectError, form, isSuccess, testGateway, aShop } from './testing.ts';

// Readings of document 3 that services take which stand behind others.

const threeDS = gatewaySettings(0).cards.threeDS.pan;
const formType = { 'Content-Type': 'application/x-www-form-urlencoded' };

test('forms are read as servlets read them', async () => {
  const { send, env, status, call } = await testGateway({
    gatewayChoices: { addressParameters: 'read', surroundingSpaces: 'trimmed' },
  });
  const login = { userName: env['GATEWAY_USER_NAME'], password: env['GATEWAY_PASSWORD'] };
  const path = `/payment/rest/register.do?${form({ ...login, amount: 1 })}`;
  const asked = form({ ...anOrder(), description: ' shoes ' });
  const answer = await send('POST', path, asked, formType);
  expect(isSuccess(answer), answer.text).toBe(true);
  expect(await status(String(answer.body['orderId']))).toMatchObject({
    amount: 1500,
    orderDescription: 'shoes',
  });
  expect(isSuccess(await send('POST', path, asked, { ...formType, 'X-Hash': 'x' }))).toBe(false);
  expectError(await call('register', { ...anOrder(), returnUrl: ' ' }), 4);
});

test('values are minded as typed languages and databases mind them', async () => {
  const { call, ask, stored, order } = await testGateway({
    gatewayChoices: {
      jsonTypes: 'strict',
      largestAmount: 2_147_483_647,
      orderNumberCase: 'the-same',
    },
  });
  const bindingId = await stored('C-1', 'RI');
  const charge = { ...anOrder(), bindingId };
  for (const wrong of [{ amount: '1500' }, { orderNumber: 12 }, { currency: 978 }]) {
    expect(isSuccess(await call('recurrentPayment', { ...charge, ...wrong }))).toBe(false);
  }
  await ask('recurrentPayment', { ...charge, currency: '978' });

  expectError(await call('register', { ...anOrder(), amount: 2_147_483_648 }), 5);
  await order({ amount: 2_147_483_647, orderNumber: 'Shop-A' });
  expectError(await call('register', { ...anOrder(), orderNumber: 'shop-a' }), 1);
});

test('OPTIONS and wrong signatures are answered before the gateway', async () => {
  const { send, call } = await testGateway({
    gatewayChoices: { optionsMethod: 'answered', wrongSignature: 'forbidden' },
  });
  const options = await send('OPTIONS', '/payment/rest/register.do');
  expect(options.status).toBe(204);
  expect(options.headers.get('allow')).toContain('POST');
  expect((await send('GET', '/payment/rest/register.do')).status).toBe(405);

  const wrong = { 'X-Hash': 'wrong', 'X-Signature': 'wrong' };
  expect((await call('register', anOrder(), wrong)).status).toBe(403);
  expect((await call('register', { ...anOrder(), password: 'wrong' })).status).toBe(200);
});

test('answers are written as serializers write them', async () => {
  const { order, call, card, status, paid, bindings, stored, env } = await testGateway({
    gatewayChoices: {
      unsetMembers: 'null',
      orderStatusType: 'text',
      storedMoments: 'seconds',
      maskStyle: 'last-four',
      declinedPayment: 'code-and-message',
    },
  });
  const mdOrder = await paid();
  const shown = await status(mdOrder);
  expect(shown).toMatchObject({ orderStatus: '2', orderDescription: null, refundedDate: null });
  for (const moment of [shown['date'], shown['authDateTime'], shown['depositedDate']]) {
    expect(Number(moment) % 1_000).toBe(0);
  }
  expect(inside(shown, 'cardAuthInfo')['maskedPan']).toMatch(/^\*{12}\d{4}$/);
  await stored('C-1');
  expect(await bindings('C-1')).toMatchObject([{ maskedPan: expect.stringMatching(/^\*{12}/) }]);

  const declined = await call(
    'paymentorder',
    card(await order(), { $PAN: env['GATEWAY_DECLINED_CARD_PAN'] }),
  );
  expectError(declined, 2);
});

test('3DS wants to reach the payer, and begins once', async () => {
  const { order, call, ask, card, status } = await testGateway({
    gatewayChoices: { threeDSContact: 'demanded', repeatedFirstStep: 'same-transaction' },
  });
  const mdOrder = await order();
  expectError(await call('paymentorder', card(mdOrder, { $PAN: threeDS })), 4);
  expect(await status(mdOrder)).toMatchObject({ orderStatus: 0 });
  const payment = card(mdOrder, { $PAN: threeDS, email: 'ana@shop.example' });
  const { threeDSServerTransId } = await ask('paymentorder', payment);
  expect(await ask('paymentorder', payment)).toMatchObject({ threeDSServerTransId });
  expect(await ask('paymentorder', { ...payment, threeDSServerTransId })).toHaveProperty('acsUrl');
  await ask('paymentorder', card(await order()));
});

test('the address of a payment page does not tell the order', async () => {
  const { ask } = await testGateway({ gatewayChoices: { formUrl: 'opaque' } });
  const { orderId, formUrl } = await ask('register', anOrder());
  expect(formUrl).not.toContain(orderId);
  const page = await fetch(String(formUrl));
  expect(page.status).toBe(200);
  expect(await page.text()).toContain(String(orderId));
  expect((await fetch(`${String(formUrl)}x`)).status).toBe(404);
});

test('the notification of a hold may come last', async () => {
  const told: string[] = [];
  const dynamicCallbackUrl = await aShop((asked) =>
    told.push(asked.searchParams.get('operation') ?? ''),
  );
  const { paid } = await testGateway({
    gatewayChoices: { onePhaseCallbacks: 'hold-and-debit', callbackQueue: 'out-of-order' },
    callbackPauseMs: 50,
  });
  await paid({ dynamicCallbackUrl });
  await expect.poll(() => told).toEqual(['deposited', 'approved']);
});
