import { expect, test } from 'vitest';
import { inside } from '../testing.ts';
import { anOrder, expectError, plan, testGateway } from './testing.ts';

// Readings of document 3 about stored credentials.

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

test('stored credentials are read otherwise', async () => {
  const { ask, call, order, stored, bindings, moveTo } = await testGateway({
    gatewayChoices: {
      recurringExpiry: 'issuer-declines',
      bindingInitiators: 'common-only',
      needlessBindingCvc: 'refused',
      bindingPaymentSystem: 'VISA',
      expiredBindings: 'left-out',
    },
  });
  const common = await stored('C-1');
  const mdOrder = await order({ clientId: 'C-1' });
  expectError(
    await call('paymentOrderBinding', { mdOrder, bindingId: common, cvc: '123', tii: 'U' }),
    13,
  );
  await ask('paymentOrderBinding', { mdOrder, bindingId: common, cvc: '123', tii: 'F' });
  expect(await bindings('C-1')).toMatchObject([{ paymentSystem: 'VISA' }]);

  const jsonParams = { ...plan, recurringExpiry: '20261122' };
  const recurrent = await stored('C-2', 'RI', { jsonParams });
  const again = await order({ clientId: 'C-2' });
  expectError(
    await call('paymentOrderBinding', { mdOrder: again, bindingId: recurrent, tii: 'R' }),
    5,
  );
  const charge = async (): Promise<unknown> =>
    inside(await ask('recurrentPayment', { ...anOrder(), bindingId: recurrent }), 'orderStatus')[
      'actionCode'
    ];
  await moveTo('2026-11-22T23:00:00Z');
  expect(await charge()).toBe('0');
  await moveTo('2026-11-23T01:00:00Z');
  expect(await charge()).toBe('116');
  await stored('C-2', 'RI', { jsonParams: plan });
  expect(await charge()).toBe('0');

  await moveTo('2057-01-01T00:00:00Z');
  expect(await bindings('C-1')).toEqual([]);
});

test('a payment with a stored credential may have to say who initiates it', async () => {
  const { ask, call, order, stored } = await testGateway({
    gatewayChoices: { bindingWithoutTii: 'refused', codeType: 'two-digits' },
  });
  const bindingId = await stored('C-1');
  const mdOrder = await order({ clientId: 'C-1' });
  const { body } = await call('paymentOrderBinding', { mdOrder, bindingId, cvc: '123' });
  expect(body).toMatchObject({ errorCode: '04' });
  await ask('paymentOrderBinding', { mdOrder, bindingId, cvc: '123', tii: 'F' });
});

test('who pays by a stored credential without its CVC is asked for it', async () => {
  const { ask, call, order, status, stored } = await testGateway({
    gatewayChoices: { bindingCvc: 'asked-on-page' },
  });
  const bindingId = await stored('C-1');
  const mdOrder = await order({ clientId: 'C-1' });
  const { redirect } = await ask('paymentOrderBinding', { mdOrder, bindingId, tii: 'F' });
  expect(await status(mdOrder)).toMatchObject({ orderStatus: 0 });
  const page = await (await fetch(String(redirect))).text();
  expect(page).toContain('name="cvc"');
  expect(page).not.toContain('name="pan"');

  await ask('paymentOrderBinding', { mdOrder, bindingId, cvc: '123', tii: 'F' });
  expect(await status(mdOrder)).toMatchObject({ orderStatus: 2 });
  expectError(await call('paymentOrderBinding', { mdOrder, bindingId, tii: 'F' }), 7);
});

test('a credential shows the end of its number, an order all that names the issuer', async () => {
  const { env, paid, status, stored, bindings } = await testGateway({
    gatewayChoices: {
      credentialMask: 'last-four',
      displayLabel: 'brand',
      maskStyle: 'eight-digits',
    },
  });
  const pan = env['GATEWAY_CARD_PAN'] ?? '';
  await stored('C-1');
  const [credential] = await bindings('C-1');
  const last = pan.slice(-4);
  expect(credential).toMatchObject({ maskedPan: `************${last}` });
  expect(credential?.['displayLabel']).toMatch(new RegExp(`^[A-Z][a-z]+ ${last}$`));
  expect(inside(await status(await paid()), 'cardAuthInfo')).toMatchObject({
    maskedPan: `${pan.slice(0, 8)}****${last}`,
  });
});
