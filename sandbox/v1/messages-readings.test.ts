import { expect, test } from 'vitest';

import { inside, itemsOf } from '../testing.ts';
import { isSuccess, of, triedWith } from './testing.ts';

// Readings of document 1 about requests, answers and denials that the usual sandbox does not take.

test('only movements of money have an identifier of their authorization', async () => {
  const { ask, funded, credit } = await triedWith({ authorizationIdOfOthers: 'absent' });
  const card = await funded();
  const reset = await ask('resetPinCounter', { cardIdentification: of(card) });
  const { accountNumber } = card;
  const arrest = { accountNumber, amount: 1, currency: 978 };
  for (const result of [reset, await ask('changeAccountArrestAmount', arrest)]) {
    expect(result).not.toHaveProperty('authorizationIdResponse');
    expect(result).toHaveProperty('rrn');
  }
  expect((await credit(card, 1)).body).toHaveProperty('authorizationIdResponse');
});

test('integers end where 32 bits do, longs do not', async () => {
  const { funded, credit, changeLimit } = await triedWith({ integers: '32-bit' });
  const card = await funded();
  expect(isSuccess(await credit(card, 2 ** 31))).toBe(false);
  expect(isSuccess(await credit(card, 2 ** 31 - 1))).toBe(true);
  expect(isSuccess(await changeLimit(card, { name: 'LMTP0107', value: 2 ** 40 }))).toBe(true);
});

test('texts are kept up to 255 characters, but a customer number is any text', async () => {
  const { call, register, registration, ask } = await triedWith({}, { longTexts: 'refused' });
  const { accountNumber } = await register();
  const long = 'x'.repeat(256);
  expect(isSuccess(await call('getAccountData', { accountNumber: long }))).toBe(false);
  await ask('getAccountData', { accountNumber });
  await ask('registerCustomer', registration({ customer_number: long }));
  expect(await ask('isCustomerExist', { customerNumber: long })).toEqual({ result: true });
});

test('creations answer 201, in answers that are compressed', async () => {
  const { call, registration, creation } = await triedWith(
    { creationStatus: 201 },
    { compression: 'gzip' },
  );
  const registered = await call('registerCustomer', registration());
  expect(registered.status).toBe(201);
  expect(registered.headers.get('content-encoding')).toBe('gzip');
  const accountNumber = String(registered.body['accountNumber']);
  expect((await call('createVirtualCard', creation(accountNumber))).status).toBe(201);
  expect((await call('getAccountData', { accountNumber })).status).toBe(200);
});

test('optional members without a value are null', async () => {
  const { funded, credit, ask } = await triedWith({
    absentOptionals: 'null',
    authorizationId: 'absent',
  });
  const card = await funded();
  expect((await credit(card, 5)).body).toMatchObject({
    responseCode: '00',
    rrn: expect.any(String),
    authorizationIdResponse: null,
    otp: null,
  });
  const { accountNumber } = card;
  const { accountData } = await ask('getAccountData', { accountNumber });
  const [listed] = itemsOf(inside({ accountData }, 'accountData'), 'cards');
  expect(listed).toMatchObject({ cardNumber: null, cardId: card.cardId });
});

test('a movement that is denied has a transaction result', async () => {
  const { funded, debit } = await triedWith({ deniedResult: 'transaction' });
  const denied = await debit(await funded(5), 6);
  expect(denied.status).toBe(500);
  expect(denied.body).toMatchObject({
    responseCode: '51',
    processingCode: '010000',
    systemTraceAuditNumber: expect.any(Number),
    rrn: expect.any(String),
  });
});

test('a request that cannot be carried out is a fault, or told by its code', async () => {
  const fault = await triedWith({ requestDenial: { status: 500, body: 'fault' } });
  expect(await fault.call('getAccountData', {})).toMatchObject({
    status: 500,
    body: { fault: { faultstring: 'accountNumber: missing member' } },
  });
  const form = { status: 200, body: 'response-code-and-message' } as const;
  const coded = await triedWith({ requestDenial: form });
  expect(await coded.call('getAccountData', {})).toMatchObject({
    status: 200,
    body: { responseCode: '30' },
  });
});

test('moments have an offset without a colon', async () => {
  const { funded, ask } = await triedWith(
    { resultDateTime: 'bare-offset' },
    { zone: 'Europe/Madrid' },
  );
  const { cardNumber } = await funded();
  const answer = await ask('validateCard', { cardIdentification: { cardNumber } });
  expect(answer['localTransactionDate']).toMatch(/^2026-11-21T10:00:\d\d\.\d{3}\+0100$/);
});
