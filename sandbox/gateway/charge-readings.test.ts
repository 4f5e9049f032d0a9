import { expect, test } from 'vitest';

import { inside, itemsOf } from '../testing.ts';
import { testPage } from './page-testing.ts';
import { anOrder, expectError, isSuccess, testGateway } from './testing.ts';

// Readings of document 3 about charges, and what is shown of what is over.

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

test('operations are also what completes a payment', async () => {
  const { order, paid, ask, card, status } = await testGateway({
    gatewayChoices: { completedOperations: 'listed', approvedLater: 'kept' },
  });
  const held = await order({}, 'registerPreAuth');
  await ask('paymentorder', card(held));
  const amounts = async (mdOrder: string): Promise<unknown[]> =>
    itemsOf(await status(mdOrder), 'operations').map(({ amount }) => amount);
  expect(await amounts(held)).toEqual([1500]);
  await ask('deposit', { orderId: held, amount: 900 });
  await ask('refund', { orderId: held, amount: 200 });
  expect(await amounts(held)).toEqual([1500, 900, 200]);
  expect(await amounts(await paid())).toEqual([1500]);
});

test('an instant payment is answered as an industry practice payment is', async () => {
  const { env, ask, status } = await testGateway({
    gatewayChoices: { instantAnswer: 'as-practice' },
  });
  const { mdOrder, orderId, ...rest } = await ask('instantPayment', {
    amount: 1500,
    pan: env['GATEWAY_CARD_PAN'],
    cvc: env['GATEWAY_CARD_CVC'],
    expiry: env['GATEWAY_CARD_EXPIRY'],
  });
  expect(orderId).toBeUndefined();
  expect(rest).toMatchObject({
    actionCode: '0',
    approvalCode: expect.any(String),
    rrn: expect.any(String),
  });
  expect(await status(String(mdOrder))).toMatchObject({ orderStatus: 2 });
});

test('who comes to the page of what is over is sent back to the shop', async () => {
  const { get, order, send, core } = await testPage({ closedPage: 'return-address' });
  const { order: paid, url } = order();
  expect((await get(url)).status).toBe(200);
  const { pan } = core.gateway.cards.approved;
  const { location } = await send(paid, {
    action: 'pay',
    pan,
    expiry: '12/99',
    cvc: '123',
    holder: 'Ana Costa',
  });
  expect(location).toMatch(/^http/);
  expect(await get(url)).toMatchObject({ status: 303, location });
});

test('what may stand empty need not be sent', async () => {
  const { order, ask, call, card } = await testGateway({
    gatewayChoices: { emptyMandatory: 'none-or-unsent' },
  });
  const unsent = { TEXT: undefined, language: undefined };
  await ask('paymentorder', card(await order(), unsent));
  await ask('paymentorder', card(await order(), { TEXT: '', language: '' }));
  expectError(await call('paymentorder', card(await order(), { MDORDER: undefined })), 4);
});
