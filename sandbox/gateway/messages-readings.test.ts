import { expect, test } from 'vitest';
import { gatewayPaths } from '../rules/gateway-parameters.ts';
import { anOrder, expectError, isSuccess, testGateway, form } from './testing.ts';

// Readings of document 3 about requests and answers of every kind.

const formType = { 'Content-Type': 'application/x-www-form-urlencoded' };

test('what may stand empty need not be sent', async () => {
  const { order, ask, call, card } = await testGateway({
    gatewayChoices: { emptyMandatory: 'none-or-unsent' },
  });
  const unsent = { TEXT: undefined, language: undefined };
  await ask('paymentorder', card(await order(), unsent));
  await ask('paymentorder', card(await order(), { TEXT: '', language: '' }));
  expectError(await call('paymentorder', card(await order(), { MDORDER: undefined })), 4);
});

test('what is asked may be looked at before who asks', async () => {
  const { call } = await testGateway({
    gatewayChoices: {
      checkedFirst: 'parameters',
      accessError: { status: 401, repeatsMessage: false },
    },
  });
  expectError(await call('register', { ...anOrder(), amount: undefined, password: 'wrong' }), 4);
  expect(await call('register', { ...anOrder(), password: 'wrong' })).toMatchObject({
    status: 401,
  });
});

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

test('industry practice takes the words and the form of other operations', async () => {
  const { send, paid, env } = await testGateway({
    gatewayChoices: { practiceLogin: 'either', practiceMediaTypes: 'form-or-json' },
  });
  const answer = await send('POST', `/payment${gatewayPaths.industryPractice}`, {
    ...anOrder(),
    userName: env['GATEWAY_USER_NAME'],
    password: env['GATEWAY_PASSWORD'],
    originalMdOrder: await paid(),
    tii: 'IPI',
  });
  expect(isSuccess(answer), answer.text).toBe(true);
});
