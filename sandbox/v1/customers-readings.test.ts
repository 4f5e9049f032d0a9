import { expect, test } from 'vitest';

import { type Body, inside, itemsOf } from '../testing.ts';
import { isSuccess, type Issued, of, type TestV1, triedWith } from './testing.ts';

// Readings of document 1 about customers and accounts that the usual sandbox does not take.

async function cardsOf(v1: TestV1, { accountNumber }: Issued): Promise<Body[]> {
  const { accountData } = await v1.ask('getAccountData', { accountNumber, returnCardNumber: true });
  return itemsOf(inside({ accountData }, 'accountData'), 'cards');
}

async function entry({ ask }: TestV1, accountNumber: string): Promise<Body> {
  const data = inside(await ask('getAccountData', { accountNumber }), 'accountData');
  return itemsOf(data, 'cards')[0] ?? {};
}

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

test('a stopped account is not paid', async () => {
  const v1 = await triedWith({ stoppedAccount: 'denies-credits-too' });
  const [card, other] = [await v1.funded(100), await v1.funded(100)];
  const { accountNumber } = card;
  const all = async (): Promise<boolean[]> => {
    const movements = [
      await v1.credit(card, 1),
      await v1.debit(card, 2),
      await v1.transfer(card, other, 3),
      await v1.transfer(other, card, 4),
    ];
    return movements.map(isSuccess);
  };
  await v1.ask('changeAccountStatus', { accountNumber, accountStatus: 3 });
  expect(await all()).toEqual([false, false, false, false]);
  expect(isSuccess(await v1.credit(other, 5))).toBe(true);
  await v1.ask('changeAccountStatus', { accountNumber, accountStatus: 0 });
  expect(await all()).toEqual([true, true, true, true]);
});

test('account data leaves out cards that are blocked', async () => {
  const v1 = await triedWith({ stoppedCardsOfAccount: 'left-out' });
  const one = await v1.funded();
  const other = await v1.issue(one);
  const cardIdentification = of(one);
  await v1.ask('blockCard', { cardIdentification });
  expect(await cardsOf(v1, one)).toMatchObject([of(other)]);
  await v1.ask('validateCard', { cardIdentification });
  expect(await cardsOf(v1, one)).toMatchObject([of(one), of(other)]);
});

test('capitals make no other customer', async () => {
  const { ask, call, registration, issue } = await triedWith({ customerNumberCase: 'any' });
  const { accountNumber } = await ask('registerCustomer', registration({ customer_number: 'aB1' }));
  expect(isSuccess(await call('registerCustomer', registration({ customer_number: 'Ab1' })))).toBe(
    false,
  );
  expect(await ask('isCustomerExist', { customerNumber: 'AB1' })).toEqual({ result: true });
  const details = await ask('getCustomerDetails', { customerNumber: 'ab1' });
  expect(details).toMatchObject({ customerNumber: 'aB1' });
  const card = await issue({ customerNumber: 'aB1', accountNumber: String(accountNumber) });
  const { cardData } = await ask('getCardData', { cardIdentification: of(card) });
  expect(inside({ cardData }, 'cardData')).toMatchObject({ customerId: details['customerId'] });
});

test('names that were not sent are empty', async () => {
  const { ask, registration } = await triedWith({ unsentNames: 'empty' });
  const { customerNumber } = await ask('registerCustomer', registration({ secondName: undefined }));
  expect(await ask('getCustomerDetails', { customerNumber })).toMatchObject({
    firstName: 'Ana',
    secondName: '',
    surname: 'Costa',
  });
});

test('account data tells states in words', async () => {
  const v1 = await triedWith({ statusesInAccountData: 'words', cardEntries: 'as-listed' });
  const card = await v1.funded();
  const { accountNumber } = card;
  const words = { cardStatus: 'ACTIVE', accountStatus: 'ACTIVE' };
  expect(await entry(v1, accountNumber)).toMatchObject(words);
  await v1.ask('blockCard', { cardIdentification: of(card) });
  await v1.ask('changeAccountStatus', { accountNumber, accountStatus: 3 });
  const others = { cardStatus: 'BLOCKED', accountStatus: 'RESTRICTED' };
  expect(await entry(v1, accountNumber)).toMatchObject(others);
});

test('customers are shown otherwise', async () => {
  const { register, ask } = await triedWith({
    customerIds: 'customer-number',
    customerName: 'surname-first',
    codeInReads: 'shown',
  });
  const { customerNumber } = await register();
  expect(await ask('getCustomerDetails', { customerNumber })).toMatchObject({
    responseCode: '00',
    customerId: customerNumber,
  });
  expect(await ask('getCustomerInfo', { customerNumber })).toMatchObject({
    customerName: 'Costa Ana Maria',
  });
});

test('accounts are shown otherwise', async () => {
  const v1 = await triedWith({
    creditLimit: 30_000,
    availableBalance: 'with-credit',
    accountCardOrder: 'newest-first',
  });
  const { accountNumber, ...first } = await v1.funded(100);
  const second = await v1.issue({ accountNumber, customerNumber: first.customerNumber });
  expect(await v1.ask('getAccountBalanceFromBo', { accountNumber })).toMatchObject({
    availableBalance: 30_100,
  });
  const { accountData } = await v1.ask('getAccountData', { accountNumber, returnCardNumber: true });
  expect(itemsOf(inside({ accountData }, 'accountData'), 'cards')).toMatchObject([
    of(second),
    of(first),
  ]);
});

test('the front end has a status of its own', async () => {
  const { funded, ask, debit } = await triedWith({ statusInFe: 'apart', stoppedAccount: 'denies' });
  const card = await funded(100);
  const { accountNumber } = card;
  await ask('changeAccountStatusInFe', { accountNumber, accountStatus: 3 });
  const { accountData } = await ask('getAccountData', { accountNumber });
  expect(itemsOf(inside({ accountData }, 'accountData'), 'cards')).toMatchObject([
    { accountStatus: '0' },
  ]);
  expect(isSuccess(await debit(card, 1))).toBe(false);
  await ask('changeAccountStatusInFe', { accountNumber, accountStatus: 0 });
  expect(isSuccess(await debit(card, 1))).toBe(true);
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
