import { expect, test } from 'vitest';

import { inside, itemsOf } from '../testing.ts';
import { testGateway } from './testing.ts';

// Readings of document 3 about the words and numbers in which the gateway speaks of orders.

test('texts are in the language of the request', async () => {
  const { env, order, ask, card, status } = await testGateway({
    gatewayChoices: { textLanguage: 'of-request' },
  });
  const declined = { $PAN: env['GATEWAY_DECLINED_CARD_PAN'] };
  const orderId = await order({ language: 'en' });
  const told = async (language: string): Promise<unknown> =>
    (await ask('paymentorder', card(orderId, { ...declined, language })))['info'];
  const [german, english] = [await told('de'), await told('en')];
  expect(german).not.toBe(english);
  const inGerman = await ask('getOrderStatusExtended', { orderId, language: 'de' });
  const { actionCodeDescription } = await status(orderId);
  expect(inGerman['actionCodeDescription']).not.toBe(actionCodeDescription);
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

test('the status of an order has what the gateway knows of its payment', async () => {
  const { order, paid, stored, status, ask } = await testGateway({
    gatewayChoices: {
      furtherOrderParams: 'payment-channel',
      transactionAttributes: 'filled',
      unboundInfo: 'absent',
    },
  });
  const channel = { name: 'payment_channel', value: 'card' };
  const jsonParams = JSON.stringify({ table: '7' });
  const [untried, tried] = [
    await status(await order({ clientId: 'C-1', jsonParams })),
    await status(await paid({ clientId: 'C-1', jsonParams })),
  ];
  const own = { name: 'table', value: '7' };
  expect(untried).toMatchObject({ merchantOrderParams: [own], transactionAttributes: [] });
  expect(tried).toMatchObject({ merchantOrderParams: [own, channel] });
  expect(itemsOf(tried, 'transactionAttributes')).toHaveLength(1);
  for (const shown of [untried, tried]) expect(shown).not.toHaveProperty('bindingInfo');

  const bindingId = await stored('C-1', 'RI');
  const charge = { orderNumber: 'P-1', amount: 1500, language: 'en', bindingId };
  const charged = inside(await ask('recurrentPayment', charge), 'orderStatus');
  expect(charged).toMatchObject({ merchantOrderParams: [channel], bindingInfo: { bindingId } });
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
