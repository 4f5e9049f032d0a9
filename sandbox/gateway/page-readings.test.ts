import { expect, test } from 'vitest';
import { testPage } from './page-testing.ts';
import { anOrder, testGateway } from './testing.ts';

// Readings of document 3 about the payment page.

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

test('customers return to the very address that was sent', async () => {
  const { order, ask, card } = await testGateway({ gatewayChoices: { returnQuery: 'as-sent' } });
  const returnUrl = 'https://shop.test';
  const { redirect } = await ask('paymentorder', card(await order({ returnUrl })));
  expect(redirect).toBe(returnUrl);
});

test('the page has a button, and stays when a card was declined', async () => {
  const { core, order, get, send } = await testPage({
    shopButton: 'button',
    declinedOnPage: 'stays',
  });
  const jsonParams = { backToShopUrl: 'https://shop.test/?a=1', backToShopName: 'Home' };
  const asked = order({ jsonParams });
  const { text } = await get(asked.url);
  expect(text).toMatch(/action="https:\/\/shop\.test\/"[^]*name="a" value="1"[^]*>Home<\/button>/);

  const typed = { action: 'pay', expiry: '12/99', cvc: '123', holder: 'Ana Costa' };
  const { pan } = core.gateway.cards.declined;
  const declined = await send(asked.order, { ...typed, pan });
  expect(declined).toMatchObject({ status: 200, location: undefined });
  expect(declined.text).toContain('role="alert"');
  const approved = await send(asked.order, { ...typed, pan: core.gateway.cards.approved.pan });
  expect(approved.status).toBe(303);
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
