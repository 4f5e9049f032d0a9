import { expect, test } from 'vitest';

import { isSuccess, of, triedWith } from './testing.ts';

// Readings of document 1 about histories that the usual sandbox does not take.

test('a history covers a year at most', async () => {
  const { call, funded } = await triedWith({ longHistoryPeriods: 'refused' });
  const cardIdentification = of(await funded(1));
  const isAnswered = async (period?: object): Promise<boolean> =>
    isSuccess(await call('getTransactions', { cardIdentification, period }));
  expect(await isAnswered()).toBe(true);
  expect(await isAnswered({ start: '2025-11-21', end: '2026-11-21' })).toBe(true);
  expect(await isAnswered({ start: '2025-11-19', end: '2026-11-21' })).toBe(false);
  expect(await isAnswered({ start: '2020-01-01' })).toBe(false);
  expect(await isAnswered({ end: '2026-11-21' })).toBe(true);
});

test('histories list what moved nothing, and the latest items only', async () => {
  const v1 = await triedWith({
    inquiriesInHistory: 'listed',
    historyAtMost: 20,
    unsentHistoryPeriod: 'last-30-days',
    utrnnoOfTransfer: 'shared',
  });
  const [one, other] = [await v1.funded(100), await v1.funded()];
  await v1.transfer(one, other, 7);
  const [paid] = await v1.history(one);
  expect(await v1.history(other)).toMatchObject([{ utrnno: paid?.['utrnno'], amount: 7 }]);

  await v1.ask('getCardBalance', { cardIdentification: of(other) });
  await v1.ask('generatePin', { cardIdentification: of(other) });
  expect(await v1.history(other)).toMatchObject([
    { operationDirection: 'NOOP', amount: 0 },
    { operationDirection: 'NOOP', amount: 0 },
    { operationDirection: 'CREDIT' },
  ]);

  for (let i = 0; i < 20; i += 1) await v1.credit(other, 1_000 + i);
  const listed = await v1.history(other);
  expect(listed).toHaveLength(20);
  expect(listed[0]).toMatchObject({ amount: 1_019 });
  await v1.moveTo('2026-12-25T09:00:00Z');
  expect(await v1.history(other, { period: undefined })).toEqual([]);
  expect(await v1.history(other)).toHaveLength(20);
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

test('debits are negative in a history', async () => {
  const { funded, debit, transfer, history } = await triedWith({
    historyAmounts: 'signed',
    historyOrder: 'oldest-first',
  });
  const [card, other] = [await funded(100), await funded()];
  await debit(card, 20);
  await transfer(card, other, 30);
  expect(await history(card)).toMatchObject([
    { operationDirection: 'CREDIT', amount: 100, amountInAccountCurrency: 100 },
    { operationDirection: 'DEBIT', amount: -20, amountInAccountCurrency: -20, requestAmount: 20 },
    { operationDirection: 'DEBIT', amount: -30, amountInAccountCurrency: -30, requestAmount: 30 },
  ]);
  expect(await history(other)).toMatchObject([{ operationDirection: 'CREDIT', amount: 30 }]);
});
