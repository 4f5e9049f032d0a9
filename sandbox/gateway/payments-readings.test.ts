import { constants, publicEncrypt, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { itemsOf } from '../testing.ts';
import { gatewaySettings } from './settings.ts';
import { anOrder, expectError, testGateway } from './testing.ts';

// Readings of document 3 about payments by card.

const threeDS = gatewaySettings(0).cards.threeDS.pan;

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

test.for([
  ['as-of-cards', 6],
  ['without', 2],
] as const)('3DS is forced of stored credentials %s', async ([forced3DSOfCredentials, paid]) => {
  const { order, card, stored, call, status } = await testGateway({
    gatewayChoices: { forced3DSOfCredentials, declinedAttempt: 'order-is-declined' },
  });
  const bindingId = await stored('C-1');
  const asked = { clientId: 'C-1', features: 'FORCE_TDS' };
  const [byCredential, byCard] = [await order(asked), await order(asked)];

  const payment = { bindingId, cvc: '123', ip: '::1', language: 'en' };
  await call('paymentOrderBinding', { ...payment, mdOrder: byCredential });
  await call('paymentorder', card(byCard));

  expect(await status(byCredential)).toMatchObject({ orderStatus: paid });
  expect(await status(byCard)).toMatchObject({ orderStatus: 6 });
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

test('3DS, features and tokens are read otherwise', async () => {
  const gateway = await testGateway({
    gatewayChoices: {
      lackOf3DS: 'refused',
      without3DS: 'declined',
      partialAuthorization: 'half',
      is3DSVer2: 'always',
      threeDSSDK: 'with-key',
      needlessReferences: 'refused',
      tokenAndCard: 'refused',
      paidAgain: 'told-again',
    },
  });
  const { call, ask, card, order, status, env, send } = gateway;
  const lacking = await order({ features: 'FORCE_TDS' });
  expectError(await call('paymentorder', card(lacking)), 13);
  expect(await status(lacking)).toMatchObject({ orderStatus: 0, actionCode: '-100' });

  const bare = await order({ features: 'FORCE_SSL' });
  await ask('paymentorder', card(bare, { $PAN: threeDS }));
  expect(await status(bare)).toMatchObject({ orderStatus: 0, actionCode: '-2006' });
  expect(await ask('paymentorder', card(bare))).toMatchObject({ is3DSVer2: false });
  expect(await ask('paymentorder', card(bare))).toMatchObject({ is3DSVer2: false });
  expectError(await call('paymentorder', card(bare, { $PAN: threeDS })), 7);
  expect(itemsOf(await status(bare), 'operations')).toHaveLength(1);

  const partial = await order({ features: 'PARTIAL_AUTHORIZATION', amount: 1501 });
  await ask('paymentorder', card(partial));
  expect(await status(partial)).toMatchObject({
    orderStatus: 2,
    amount: 1501,
    paymentAmountInfo: { approvedAmount: 751, depositedAmount: 751, totalAmount: 1501 },
  });

  const byApp = await order();
  const app = { $PAN: threeDS, threeDSSDK: 'true' };
  expect(await ask('paymentorder', card(byApp, app))).toHaveProperty('threeDSSDKKey');

  const references = { originalPaymentNetRefNum: '123' };
  expectError(await call('paymentorder', card(await order(), references)), 13);
  await ask('paymentorder', card(await order(), { ...references, tii: 'F' }));

  const [key] = itemsOf((await send('GET', '/payment/se/keys.do')).body, 'keys');
  const [pan, expiry] = [env['GATEWAY_CARD_PAN'], env['GATEWAY_CARD_EXPIRY']];
  const text = ['2026-11-21T09:00:00Z', randomUUID(), pan, '123', expiry, ''].join('/');
  const padding = constants.RSA_PKCS1_PADDING;
  const sealed = publicEncrypt({ key: String(key?.['keyValue']), padding }, Buffer.from(text));
  const seToken = sealed.toString('base64');
  expectError(await call('paymentorder', card(await order(), { seToken })), 13);
  const instant = { ...anOrder(), seToken, cvc: '123' };
  await ask('instantPayment', instant);
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
