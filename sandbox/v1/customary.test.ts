import { expect, test } from 'vitest';

import { inside, itemsOf, type Body } from '../testing.ts';
import { isSuccess, of, type TestV1, triedWith } from './testing.ts';

// What teams settle by custom where document 1 is silent.

async function entry({ ask }: TestV1, accountNumber: string): Promise<Body> {
  const data = inside(await ask('getAccountData', { accountNumber }), 'accountData');
  return itemsOf(data, 'cards')[0] ?? {};
}

test.for([
  ['YYYY-MM-DD', '9099-12-31'],
  ['MM/YY', '12/99'],
] as const)('cards expire on a date written %s', async ([expiryDateForm, expiryDate]) => {
  const v1 = await triedWith({ expiryDateForm });
  const card = await v1.funded();
  const data = await v1.ask('getCardData', { cardIdentification: of(card) });
  expect(inside(data, 'cardData')).toMatchObject({ expiryDate });
  expect(await entry(v1, card.accountNumber)).toMatchObject({ expiryDate });
  expect(card.expDate).toBe('909912');
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

test('rules about the country of issue cannot be changed', async () => {
  const { ask, funded } = await triedWith({ changeableGeoRules: 'abroad' });
  const cardIdentification = of(await funded());
  const rule = { countryId: 620, regionId: 1, transactionGroupId: 2, status: 'ENABLED' };
  await ask('setGeoRestrictions', {
    cardIdentification,
    restrictions: { restriction: [{ ...rule, countryId: 724 }, rule] },
  });
  const shown = await ask('getGeoRestrictions', { cardIdentification });
  expect(itemsOf(shown, 'restrictions')).toEqual([rule]);
});
