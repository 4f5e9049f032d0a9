import { expect, test } from 'vitest';

import { itemsOf } from '../testing.ts';
import { isSuccess, of, triedWith } from './testing.ts';

// Readings of document 1 about movements, fees and balances that the usual sandbox does not take.

test('the expiry date of the card that pays is not looked at', async () => {
  const { funded, transfer } = await triedWith({ sourceExpiry: 'ignored' });
  const [card, other] = [await funded(100), await funded()];
  const withExpiry = (expDate: unknown): object => ({
    sourceCardIdentification: { ...of(card), expDate },
  });
  expect(isSuccess(await transfer(card, other, 5, withExpiry('203001')))).toBe(true);
  expect(isSuccess(await transfer(card, other, 5, withExpiry('01/30')))).toBe(false);
  expect(isSuccess(await transfer(card, other, 5, withExpiry(undefined)))).toBe(false);
});

test.for([
  ['euros', '0.15', '0.00'],
  ['iso-8583', 'D00000015', 'D00000000'],
] as const)('fees are written as %s', async ([feeTexts, issuerFeeAmount, acquirerFeeAmount]) => {
  const { funded, debit, balance } = await triedWith({
    feeTexts,
    feeCents: 15,
    unchargedFees: 'zeros',
  });
  const card = await funded(100);
  expect((await debit(card, 10)).body).toMatchObject({ issuerFeeAmount, acquirerFeeAmount });
  expect(await balance(card)).toBe(75);
});

test('a credit or debit is not repeated within a minute', async () => {
  const { funded, credit, debit, balance, moveTo } = await triedWith({
    repeatedMovement: 'denied',
  });
  const card = await funded(100);
  const at = (merchantIdentification: string): object => ({
    cardAcceptorParameters: {
      terminalIdentification: 'T1',
      merchantIdentification,
      merchantType: '5411',
    },
  });
  expect(isSuccess(await credit(card, 100))).toBe(false);
  expect(isSuccess(await debit(card, 10, at('M1')))).toBe(true);
  expect(isSuccess(await debit(card, 10, at('M1')))).toBe(false);
  expect(isSuccess(await debit(card, 10, at('M2')))).toBe(true);
  await moveTo('2026-11-21T09:01:30Z');
  expect(isSuccess(await debit(card, 10, at('M1')))).toBe(true);
  expect(isSuccess(await credit(card, 100))).toBe(true);
  expect(await balance(card)).toBe(170);
});

test('a transfer of less than a euro is denied', async () => {
  const { funded, transfer, debit, balance } = await triedWith({ smallestTransfer: 100 });
  const [card, other] = [await funded(300), await funded()];
  expect(isSuccess(await transfer(card, other, 99))).toBe(false);
  expect(isSuccess(await transfer(card, other, 100))).toBe(true);
  expect(isSuccess(await debit(card, 1))).toBe(true);
  expect([await balance(card), await balance(other)]).toEqual([199, 100]);
});

test('the balance of a card is listed by types', async () => {
  const { ask, funded } = await triedWith({ cardBalance: 'by-type', creditLimit: 30 });
  const answer = await ask('getCardBalance', { cardIdentification: of(await funded(100)) });
  expect(itemsOf(answer, 'balances')).toEqual([
    { type: 'AVAILABLE', value: 130 },
    { type: 'OWN_FUNDS', value: 100 },
  ]);
});

test('the balance of a card counts what is held', async () => {
  const { funded, ask } = await triedWith({ heldInCardBalance: 'counted' });
  const { accountNumber, ...card } = await funded(100);
  await ask('changeAccountArrestAmount', { accountNumber, amount: 30, currency: 978 });
  const balance = await ask('getCardBalance', { cardIdentification: of(card) });
  expect(balance).toMatchObject({ balance: 100, ownFunds: 100 });
  const ofAccount = await ask('getAccountBalanceFromBo', { accountNumber });
  expect(ofAccount).toMatchObject({ availableBalance: 70, holdBalance: 30 });
});

test('a transfer is not repeated within a minute', async () => {
  const { funded, transfer, balance, moveTo } = await triedWith({ repeatedTransfer: 'denied' });
  const [card, other, third] = [await funded(100), await funded(), await funded()];
  expect(isSuccess(await transfer(card, other, 10))).toBe(true);
  expect(isSuccess(await transfer(card, other, 10))).toBe(false);
  expect(isSuccess(await transfer(card, other, 11))).toBe(true);
  expect(isSuccess(await transfer(card, third, 10))).toBe(true);
  await moveTo('2026-11-21T09:01:01Z');
  expect(isSuccess(await transfer(card, other, 10))).toBe(true);
  expect(await balance(card)).toBe(59);
});
