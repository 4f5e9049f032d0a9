import { expect, test } from 'vitest';
import { inside } from '../testing.ts';
import { anOrder, expectError, isSuccess, testGateway, plan } from './testing.ts';

// Readings of document 3 about later charges.

test.each(['code-and-message', 'flag-and-code'] as const)(
  'a charge that is refused has %s',
  async (refusedCharge) => {
    const { call, stored, control } = await testGateway({
      gatewayChoices: { refusedCharge, declinedCharge: 'no-success' },
    });
    const unknown = await call('recurrentPayment', { ...anOrder(), bindingId: 'nobodys' });
    if (refusedCharge === 'code-and-message') expectError(unknown, 2);
    else {
      const errorMessage = expect.stringMatching(/./);
      expect(unknown.body).toEqual({ success: false, errorCode: '2', errorMessage });
    }

    const bindingId = await stored('C-1', 'RI');
    await control('PUT', `/bindings/${bindingId}`, { charges: 'declined' });
    const declined = await call('recurrentPayment', { ...anOrder(), bindingId });
    expect(declined.body).toMatchObject({
      success: false,
      errorCode: '2',
      errorMessage: expect.stringMatching(/./),
      orderStatus: { orderStatus: 6 },
    });
    expect(declined.body).not.toHaveProperty('error');
  },
);

test('a charge that was declined is no success, whatever its code', async () => {
  const { call, stored, control } = await testGateway({
    gatewayChoices: { declinedCharge: 'code-zero' },
  });
  for (const [operation, tii] of [
    ['recurrentPayment', 'RI'],
    ['installmentPayment', 'II'],
  ] as const) {
    const bindingId = await stored('C-1', tii);
    expect(isSuccess(await call(operation, { ...anOrder(), bindingId }))).toBe(true);
    await control('PUT', `/bindings/${bindingId}`, { charges: 'declined' });
    const declined = await call(operation, { ...anOrder(), bindingId });
    expect(declined.body).toMatchObject({ success: false, errorCode: '0' });
    expect(isSuccess(declined)).toBe(false);
  }
});

test('a charge is in the currency of its credential', async () => {
  const { ask, stored } = await testGateway({
    gatewayChoices: { chargeCurrency: 'of-credential' },
  });
  const bindingId = await stored('C-1', 'RI', { currency: '840' });
  const currencyOf = async (more: object): Promise<unknown> => {
    const charged = await ask('recurrentPayment', { ...anOrder(), bindingId, ...more });
    return inside(charged, 'orderStatus')['currency'];
  };
  expect(await currencyOf({})).toBe('840');
  expect(await currencyOf({ currency: '978' })).toBe('978');
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

test('other operations demand or answer otherwise', async () => {
  const { call, ask, card, order, stored, env } = await testGateway({
    gatewayChoices: {
      instantOrderNumber: 'demanded',
      instantReturnUrl: 'demanded',
      recurrentCurrency: 'demanded',
      heldOriginal: 'authorized-further',
      practiceErrorCodes: 'as-elsewhere',
      failedPractice: 'message',
      halfSigned: 'as-unsigned',
    },
  });
  const instant = {
    ...anOrder(),
    pan: env['GATEWAY_CARD_PAN'],
    cvc: env['GATEWAY_CARD_CVC'],
    expiry: env['GATEWAY_CARD_EXPIRY'],
  };
  expectError(await call('instantPayment', { ...instant, orderNumber: undefined }), 4);
  expectError(await call('instantPayment', { ...instant, returnUrl: undefined }), 4);
  await ask('instantPayment', instant);

  const charge = { ...anOrder(), bindingId: await stored('C-1', 'RI') };
  expect(isSuccess(await call('recurrentPayment', charge))).toBe(false);
  await ask('recurrentPayment', { ...charge, currency: '978' });

  const held = await order({}, 'registerPreAuth');
  await ask('paymentorder', card(held));
  const practice = { ...anOrder(), originalMdOrder: held };
  expectError(await call('industryPractice', { ...practice, tii: 'IPD' }), 7);
  await ask('industryPractice', { ...practice, tii: 'IPI' });

  expect(isSuccess(await call('register', anOrder(), { 'X-Hash': 'x' }))).toBe(true);
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

test.each(['installmentsMaximum', 'installmentsTotal'] as const)(
  'the payment that begins a plan counts for %s',
  async (point) => {
    const { ask, stored, status } = await testGateway({
      gatewayChoices: { [point]: 'first-counts' },
    });
    const bindingId = await stored('C-1', 'II');
    const statuses: unknown[] = [];
    for (let charge = 1; charge <= 3; charge += 1) {
      const { orderId } = await ask('installmentPayment', { ...anOrder(), bindingId });
      statuses.push((await status(String(orderId)))['orderStatus']);
    }
    expect(statuses).toEqual([2, 2, 6]);
  },
);
