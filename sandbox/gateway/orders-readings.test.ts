import { expect, test } from 'vitest';
import { inside } from '../testing.ts';
import { anOrder, expectError, isSuccess, testGateway } from './testing.ts';

// Readings of document 3 about orders.

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

test('a registration knows no bindingId', async () => {
  const { order, ask, call, card, stored } = await testGateway({
    gatewayChoices: { registeredBinding: 'ignored' },
  });
  const bindingId = await stored('C-1');
  await ask('paymentorder', card(await order({ clientId: 'C-1', bindingId })));
  const storing = { clientId: 'C-1', bindingId, features: 'FORCE_CREATE_BINDING' };
  expectError(await call('register', { ...anOrder(), ...storing }), 13);
});

test('registrations know what part 4.1 shows, and merchants have a lifetime of their own', async () => {
  const { order, call, ask, card, status, moveTo } = await testGateway({
    gatewayChoices: {
      furtherParameters: 'unknown',
      merchantLifetime: 3600,
      overdueOrder: 'as-it-was',
      formUrl: 'path',
    },
  });
  const open = await order({ sessionTimeoutSecs: 60, orderBundle: 'no cart' });
  await moveTo('2026-11-21T09:59:59Z');
  await ask('paymentorder', card(open));
  const { orderId, formUrl } = await ask('register', anOrder());
  expect((await fetch(String(formUrl))).status).toBe(200);
  await moveTo('2026-11-21T12:00:00Z');
  expectError(await call('paymentorder', card(String(orderId))), 7);
  expect(await status(String(orderId))).toMatchObject({ orderStatus: 0 });
});

test('values are minded more', async () => {
  const { call, order, env, moveTo, status } = await testGateway({
    gatewayChoices: {
      zeroTimeout: 'default',
      autoDates: 'refused',
      pairValues: 'texts',
      twoDigits: 'exactly',
      orderBundle: 'with-items',
      threeDSAddresses: 'full',
      overlongLogin: 'bad-value',
      accessError: { status: 401, repeatsMessage: false },
    },
  });
  const open = await order({
    sessionTimeoutSecs: 0,
    orderBundle: { cartItems: { items: [{ positionId: 1 }] } },
    shippingPayerData: { deliveryTimeframe: '02' },
  });
  for (const [wrong, code] of [
    [{ autoReverseDate: '2026-11-22T09:00:00' }, 13],
    [{ jsonParams: { installments: 3 } }, 5],
    [{ shippingPayerData: { deliveryTimeframe: 2 } }, 5],
    [{ orderBundle: {} }, 4],
    [{ userName: 'x'.repeat(51) }, 5],
    [{ password: 'x'.repeat(31) }, 5],
  ] as const) {
    expectError(await call('register', { ...anOrder(), ...wrong }), code);
  }
  const card = { pan: env['GATEWAY_CARD_PAN'], cvc: '123', expiry: env['GATEWAY_CARD_EXPIRY'] };
  const instant = { ...anOrder(), ...card };
  expectError(await call('instantPayment', { ...instant, threeDSVer2FinishUrl: 'here' }), 5);
  await moveTo('2026-11-21T09:19:59Z');
  expect(await status(open)).toMatchObject({ orderStatus: 0 });
});

test('dates that are not enabled are passed over', async () => {
  const { order, ask, card, status, moveTo } = await testGateway({
    gatewayChoices: { autoDates: 'passed-over' },
  });
  const held = await order({ autocompletionDate: '2026-11-21T10:00:00' }, 'registerPreAuth');
  await ask('paymentorder', card(held));
  await moveTo('2026-11-21T11:00:00Z');
  expect(await status(held)).toMatchObject({ orderStatus: 1 });
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

test('registrations are read otherwise', async () => {
  const { call, order, status } = await testGateway({
    gatewayChoices: {
      defaultCurrency: 'last',
      zeroAmount: 'accepted',
      otherLanguage: 'default',
      malformedIp: 'refused',
      callbackAddress: 'web',
      unknownParameters: 'refused',
    },
  });
  expect(await status(await order({ amount: 0, language: 'xx', ip: '::1' }))).toMatchObject({
    amount: 0,
    currency: '826',
  });
  for (const wrong of [{ ip: 'here' }, { dynamicCallbackUrl: 'x' }, { unheardOf: '1' }]) {
    expectError(await call('register', { ...anOrder(), ...wrong }), 5);
  }
});

test('a number that the gateway generates is that of the order', async () => {
  const { env, ask } = await testGateway({ gatewayChoices: { generatedNumbers: 'order-id' } });
  const answer = await ask('instantPayment', {
    amount: 1500,
    pan: env['GATEWAY_CARD_PAN'],
    cvc: env['GATEWAY_CARD_CVC'],
    expiry: env['GATEWAY_CARD_EXPIRY'],
  });
  const { orderId } = answer;
  const { orderNumber } = await ask('getOrderStatusExtended', { orderId });
  expect(orderNumber).toBe(orderId);
});
