import { expect, test } from 'vitest';

import { itemsOf } from '../testing.ts';
import { isSuccess, of, triedWith } from './testing.ts';

// Where careful teams differ from quick ones, as document 1 lets them.

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

test('a product is found by the first digits of its number', async () => {
  const { register, issue, call, creation, sandbox } = await triedWith({ productNumber: 'by-bin' });
  const customer = await register();
  const bin = sandbox.environment['V1_CARD_BIN'];
  const cardIdentification = { cardNumber: `${bin}1234567890` };
  expect((await issue(customer, { cardIdentification })).cardNumber).toMatch(
    new RegExp(`^${bin}\\d{10}$`),
  );
  const other = { cardIdentification: { cardNumber: '1234560000000000' } };
  expect(isSuccess(await call('createVirtualCard', creation(customer.accountNumber, other)))).toBe(
    false,
  );
});

test('contacts belong to one customer', async () => {
  const { call, registration } = await triedWith({ repeatedContacts: 'refused' });
  const register = async (mobile_phone?: string, email?: string): Promise<boolean> =>
    isSuccess(await call('registerCustomer', registration({ mobile_phone, email })));
  expect(await register('+34600000001', 'ana@example.test')).toBe(true);
  expect(await register('+34600000001', 'eva@example.test')).toBe(false);
  expect(await register('+34600000002', 'ANA@example.test')).toBe(false);
  expect(await register('+34600000002', 'eva@example.test')).toBe(true);
  expect([await register(), await register()]).toEqual([true, true]);
});

test.for([
  [{ surname: "O'Neill-Łoś", secondName: undefined }, true],
  [{ surname: 'Costa 2' }, false],
  [{ secondName: '<b>' }, false],
  [{ mobile_phone: '+34 600 000 001' }, true],
  [{ mobile_phone: '600000001' }, false],
  [{ email: undefined }, true],
  [{ email: 'ana' }, false],
] as const)('a person is looked at: %j', async ([changed, isTaken]) => {
  const { call, registration } = await triedWith({ personParameters: 'plausible' });
  expect(isSuccess(await call('registerCustomer', registration(changed)))).toBe(isTaken);
});

test('an account goes from one status to another through the active one', async () => {
  const { call, register } = await triedWith({ accountTransitions: 'through-active' });
  const { accountNumber } = await register();
  const change = async (accountStatus: number): Promise<boolean> =>
    isSuccess(await call('changeAccountStatus', { accountNumber, accountStatus }));
  expect(await change(3)).toBe(true);
  expect([await change(4), await change(3)]).toEqual([false, true]);
  expect([await change(0), await change(4)]).toEqual([true, true]);
});

test('beneficiaries are somebody', async () => {
  const { call, ask, funded } = await triedWith({ unknownBeneficiaries: 'refused' });
  const [card, other] = [await funded(), await funded()];
  const { accountNumber } = card;
  const set = async (...beneficiaries: readonly string[]): Promise<boolean> =>
    isSuccess(await call('setAllowedBeneficiaries', { accountNumber, beneficiaries }));
  const known = [other.accountNumber, other.cardNumber, other.cardId, other.customerNumber];
  expect(await set(...known)).toBe(true);
  expect(await set(other.accountNumber, 'NOBODY')).toBe(false);
  expect(await ask('getAllowedBeneficiaries', { accountNumber })).toEqual({ beneficiaries: known });
  expect(await set()).toBe(true);
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

test('fees use up limits as well', async () => {
  const { funded, transfer, changeLimit, limit } = await triedWith({
    feesUnderLimits: 'counted',
    feeCents: 15,
  });
  const [card, other] = [await funded(200), await funded()];
  await changeLimit(card, { name: 'LMTP0107', value: 100 });
  expect(isSuccess(await transfer(card, other, 86))).toBe(false);
  expect(isSuccess(await transfer(card, other, 85))).toBe(true);
  expect(await limit(card)).toMatchObject({ currentValue: 100 });
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

test('debits use up the limits of purchases', async () => {
  const { funded, debit, transfer, changeLimit, limit } = await triedWith({
    debitsAreCash: 'purchases',
  });
  const [card, other] = [await funded(100), await funded()];
  await changeLimit(card, { name: 'LMTP0110', value: 50 });
  expect(isSuccess(await transfer(card, other, 20))).toBe(true);
  expect(isSuccess(await debit(card, 51))).toBe(false);
  expect(isSuccess(await debit(card, 50))).toBe(true);
  expect(isSuccess(await debit(card, 1))).toBe(false);
  for (const [name, currentValue] of [
    ['LMTP0107', 20],
    ['LMTP0108', 50],
    ['LMTP0109', 0],
    ['LMTP0110', 50],
  ] as const) {
    expect(await limit(card, name)).toMatchObject({ currentValue });
  }
});
