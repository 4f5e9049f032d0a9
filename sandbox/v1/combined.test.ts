import { expect, test } from 'vitest';

import { inside, itemsOf, type Body } from '../testing.ts';
import { isSuccess, of, type Issued, type TestV1, triedWith } from './testing.ts';

// What operations of document 1 do to each other where it is silent.

async function cardsOf(v1: TestV1, { accountNumber }: Issued): Promise<Body[]> {
  const { accountData } = await v1.ask('getAccountData', { accountNumber, returnCardNumber: true });
  return itemsOf(inside({ accountData }, 'accountData'), 'cards');
}

test.for([
  ['usual', 250_000],
  ['generous', 500_000],
] as const)('the limits of the product are the highest: %s', async ([productLimits, highest]) => {
  const { funded, changeLimit } = await triedWith({
    productLimits,
    limitAboveProduct: 'refused',
    unknownCardLimit: 'created',
  });
  const card = await funded();
  const change = async (value: number, name = 'LMTP0107'): Promise<boolean> =>
    isSuccess(await changeLimit(card, { name, value }));
  expect(await change(highest + 1)).toBe(false);
  expect(await change(5)).toBe(true);
  expect(await change(highest)).toBe(true);
  expect(await change(highest + 1, 'OWN')).toBe(true);
  expect(isSuccess(await changeLimit(card, { name: 'LMTP0107', cycleType: 1 }))).toBe(true);
});

test('a limit does not fall below what was used', async () => {
  const v1 = await triedWith({ limitBelowUsed: 'refused' });
  const card = await v1.funded(1_000);
  await v1.transfer(card, await v1.funded(), 600);
  const change = async (value: number): Promise<boolean> =>
    isSuccess(await v1.changeLimit(card, { name: 'LMTP0107', value }));
  expect(await change(599)).toBe(false);
  expect(await change(600)).toBe(true);

  const { accountNumber } = card;
  const ofAccount = (value: number) =>
    v1.call('changeAccountLimit', { accountNumber, limit: { name: 'OWN', value } });
  expect(isSuccess(await ofAccount(599))).toBe(false);
  expect(isSuccess(await ofAccount(600))).toBe(true);
  await v1.moveTo('2026-11-22T09:00:00Z');
  expect(await change(599)).toBe(true);
});

test('what was used is forgotten when the cycle changes', async () => {
  const v1 = await triedWith({ limitChange: 'new-cycle-begins-anew' });
  const card = await v1.funded(1_000);
  await v1.transfer(card, await v1.funded(), 600);
  await v1.changeLimit(card, { name: 'LMTP0107', value: 900, cycleType: 0 });
  expect(await v1.limit(card)).toMatchObject({ currentValue: 600 });
  await v1.changeLimit(card, { name: 'LMTP0107', cycleType: 4 });
  expect(await v1.limit(card)).toMatchObject({ value: 900, currentValue: 0 });
});

test('a limit of nothing is none', async () => {
  const v1 = await triedWith({
    zeroLimit: 'unlimited',
    limitAboveProduct: 'refused',
    limitBelowUsed: 'refused',
    accountLimits: 'restrict',
  });
  const [card, other] = [await v1.funded(900_000), await v1.funded()];
  const { accountNumber } = card;
  expect(isSuccess(await v1.changeLimit(card, { name: 'LMTP0107', value: 0 }))).toBe(false);
  await v1.ask('changeAccountLimit', { accountNumber, limit: { name: 'OWN', value: 0 } });
  expect(isSuccess(await v1.transfer(card, other, 250_000))).toBe(true);

  const open = await triedWith({ zeroLimit: 'unlimited' });
  const free = await open.funded(900_000);
  expect(isSuccess(await open.changeLimit(free, { name: 'LMTP0107', value: 0 }))).toBe(true);
  expect(isSuccess(await open.transfer(free, await open.funded(), 900_000))).toBe(true);
});

test('what is used under an exception counts apart', async () => {
  const v1 = await triedWith({ usesUnderException: 'apart' });
  const [card, other] = [await v1.funded(900_000), await v1.funded()];
  const cardIdentification = of(card);
  const limitException = {
    limitName: 'LMTP0107',
    startDate: '2026-11-21T00:00:00',
    endDate: '2026-11-21T12:00:00',
    value: 400_000,
  };
  await v1.transfer(card, other, 200_000);
  await v1.ask('addCardLimitException', { cardIdentification, limitException });
  expect(await v1.limit(card)).toMatchObject({ currentValue: 0 });
  expect(isSuccess(await v1.transfer(card, other, 400_000))).toBe(true);
  expect(isSuccess(await v1.transfer(card, other, 1))).toBe(false);
  await v1.ask('deleteCardLimitException', { cardIdentification, limitException });
  expect(await v1.limit(card)).toMatchObject({ currentValue: 200_000 });
  expect(isSuccess(await v1.transfer(card, other, 50_000))).toBe(true);
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

test('a list that was emptied lets nothing pass', async () => {
  const v1 = await triedWith({ allowedLists: 'restrict-when-empty' });
  const [card, other] = [await v1.funded(100), await v1.funded()];
  const { accountNumber } = card;
  const debit = async (merchantType = '5411'): Promise<boolean> => {
    const cardAcceptorParameters = {
      terminalIdentification: 'T1',
      merchantIdentification: 'M1',
      merchantType,
    };
    return isSuccess(await v1.debit(card, 1, { cardAcceptorParameters }));
  };
  expect(await debit()).toBe(true);
  await v1.ask('setAllowedMccList', { accountNumber, mccList: [5411] });
  expect([await debit(), await debit('5812')]).toEqual([true, false]);
  await v1.ask('setAllowedMccList', { accountNumber, mccList: [] });
  expect(await debit()).toBe(false);

  expect(isSuccess(await v1.transfer(card, other, 1))).toBe(true);
  await v1.ask('setAllowedBeneficiaries', { accountNumber, beneficiaries: [] });
  expect(isSuccess(await v1.transfer(card, other, 1))).toBe(false);
  await v1.ask('setAllowedBeneficiaries', { accountNumber, beneficiaries: [other.accountNumber] });
  expect(isSuccess(await v1.transfer(card, other, 1))).toBe(true);
  expect(isSuccess(await v1.credit(card, 1))).toBe(true);
});

test('geographical rules deny debits in their country', async () => {
  const v1 = await triedWith({ geoEffect: 'restrict' });
  const [card, other] = [await v1.funded(100), await v1.funded()];
  const set = async (countryId: number, more: object = {}): Promise<unknown> =>
    v1.ask('setGeoRestrictions', {
      cardIdentification: of(card),
      restrictions: {
        restriction: [
          { countryId, regionId: 1, transactionGroupId: 2, status: 'ENABLED', ...more },
        ],
      },
    });
  const debit = async (): Promise<boolean> => isSuccess(await v1.debit(card, 1));
  await set(620);
  await set(724, { startDate: '2026-11-22T00:00:00' });
  expect(await debit()).toBe(true);
  await v1.moveTo('2026-11-22T09:00:00Z');
  expect(await debit()).toBe(false);
  expect(isSuccess(await v1.transfer(card, other, 1))).toBe(true);
  await set(724, { status: 'DISABLED' });
  expect(await debit()).toBe(true);
});

test('tokens are those of a plastic', async () => {
  const { funded, ask } = await triedWith({ tokensOfPlastic: 'of-the-plastic' });
  const cardNumber = of(await funded());
  const tokens = async (more: object): Promise<number> =>
    itemsOf(await ask('getTokenList', { cardIdentification: { ...cardNumber, ...more } }), 'tokens')
      .length;
  expect(await tokens({})).toBe(1);
  expect(await tokens({ plasticNumber: 1 })).toBe(1);
  expect(await tokens({ plasticNumber: 2 })).toBe(0);
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
