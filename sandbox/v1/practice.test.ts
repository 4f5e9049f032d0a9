import { expect, test } from 'vitest';

import { inside, itemsOf } from '../testing.ts';
import { isSuccess, of, triedWith } from './testing.ts';

// What frameworks and card systems do about which document 1 is silent.

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

test('the balance of account data leaves out what is held', async () => {
  const { funded, ask, balance } = await triedWith({ accountBalance: 'available' });
  const card = await funded(100);
  const { accountNumber } = card;
  await ask('changeAccountArrestAmount', { accountNumber, amount: 30, currency: 978 });
  expect(await balance(card)).toBe(70);
  const { cardData } = await ask('getCardData', { cardIdentification: of(card) });
  expect(itemsOf(inside({ cardData }, 'cardData'), 'accounts')).toMatchObject([{ balance: 70 }]);
});

test('a fee is an item of the history', async () => {
  const { funded, debit, history, balance } = await triedWith({
    feeInHistory: 'own-item',
    feeCents: 15,
    historyOrder: 'oldest-first',
  });
  const card = await funded(100);
  await debit(card, 20);
  expect(await history(card)).toMatchObject([
    { operationDirection: 'CREDIT', amount: 100 },
    { operationDirection: 'DEBIT', amount: 20, feIssuerFeeAmount: 0 },
    { operationDirection: 'DEBIT', amount: 15, feIssuerFeeAmount: 0 },
  ]);
  expect(await balance(card)).toBe(65);
});

test('a history is asked for by its card alone', async () => {
  const { funded, history } = await triedWith({ historyRequest: 'card-only' });
  const period = { start: '2000-01-01', end: '2000-01-02' };
  expect(await history(await funded(100), { period })).toHaveLength(1);
});

test('a limit that is set anew begins anew', async () => {
  const { funded, changeLimit, limit, moveTo } = await triedWith({ unsentLimitMembers: 'reset' });
  const card = await funded();
  await changeLimit(card, { name: 'LMTP0107', value: 5, cycleLength: 2 });
  expect(await limit(card)).toMatchObject({ value: 5, cycleLength: 2 });
  await moveTo('2026-11-23T09:00:00Z');
  await changeLimit(card, { name: 'LMTP0107', value: 6 });
  expect(await limit(card)).toMatchObject({
    value: 6,
    cycleLength: 1,
    cycleType: 0,
    startDate: expect.stringMatching(/^2026-11-23T09:00/),
  });
});

test('accounts begin in status 1', async () => {
  const { funded, ask, debit } = await triedWith({
    activeAccountStatus: 1,
    stoppedAccount: 'denies',
  });
  const card = await funded(100);
  const { accountNumber } = card;
  const { accountData } = await ask('getAccountData', { accountNumber });
  expect(itemsOf(inside({ accountData }, 'accountData'), 'cards')).toMatchObject([
    { accountStatus: '1' },
  ]);
  expect(isSuccess(await debit(card, 1))).toBe(true);
  await ask('changeAccountStatus', { accountNumber, accountStatus: 0 });
  expect(isSuccess(await debit(card, 1))).toBe(false);
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
