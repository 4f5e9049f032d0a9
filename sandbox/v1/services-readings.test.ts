import { expect, test } from 'vitest';

import { type Body, itemsOf } from '../testing.ts';
import { isSuccess, of, triedWith } from './testing.ts';

// Readings of document 1 about PINs, tokens, restrictions, lists, terminals and orders that the usual sandbox does not take.

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

test('PINs are refused that say two things or nothing new', async () => {
  const { funded, ask, call } = await triedWith({
    bothPins: 'refused',
    repeatedPin: 'refused',
    changeOfNoPin: 'refused',
    byteArrays: 'numbers',
  });
  const cardIdentification = of(await funded());
  const change = async (newPinData: string): Promise<boolean> =>
    isSuccess(await call('changePin', { cardIdentification, newPinData }));
  expect(await change('4071')).toBe(false);
  const pinValue = '4071';
  const both = { cardIdentification, pinValue, encryptedPinValue: [12, 255] };
  expect(isSuccess(await call('generatePin', both))).toBe(false);
  const answer = await ask('generatePin', {
    cardIdentification,
    pinValue,
    pinDeliveryMethod: 'WS_ENCRYPTED',
  });
  expect(answer['encryptedPinValue']).toHaveLength(256);
  expect(await change('4071')).toBe(false);
  expect(await change('5071')).toBe(true);
});

test('rules that are not sent again are dropped', async () => {
  const { funded, ask } = await triedWith({ unsentGeoRules: 'dropped' });
  const cardIdentification = of(await funded());
  const rule = { countryId: 724, regionId: 1, transactionGroupId: 2, status: 'ENABLED' };
  for (const countryId of [724, 620]) {
    const restrictions = { restriction: [{ ...rule, countryId }] };
    await ask('setGeoRestrictions', { cardIdentification, restrictions });
  }
  expect(await ask('getGeoRestrictions', { cardIdentification })).toEqual({
    restrictions: [{ ...rule, countryId: 620 }],
  });
});

test('terminals and orders are shown otherwise', async () => {
  const v1 = await triedWith({
    atmCodes: 'texts',
    atmOfInstitution: 'terminal-counts',
    atmAtBalances: 'yes',
    atmListForm: 'list',
    orderDates: 'days',
  });
  const terminalId = v1.sandbox.environment['V1_ATM_TERMINAL_ID'];
  const asked = { terminalId, institutionId: 'other' };
  const atm = await v1.ask('getAtmStatusExt', asked);
  expect(itemsOf(atm, 'atmStatusList')).toMatchObject([
    { terminalId, linkStatus: '1', ejStateInfo: { status: '1' } },
  ]);
  expect(await v1.ask('getAccountBalances', asked)).toEqual(atm);
  expect(isSuccess(await v1.call('getAccountBalances', { institutionId: '2001' }))).toBe(false);

  const orderId = Number(v1.sandbox.environment['V1_ORDER_ID']);
  const { transactionList } = await v1.ask('getOrderDetails', { orderId });
  expect(itemsOf({ transactionList }, 'transactionList')[0]).toMatchObject({
    transactionDate: '2026-11-18',
  });
});

test('lists that hold nothing are left out', async () => {
  const { ask, funded } = await triedWith({ emptyGeoList: 'absent', emptyMccList: 'absent' });
  const card = await funded();
  const { accountNumber } = card;
  const cardIdentification = of(card);
  const geo = (): Promise<Body> => ask('getGeoRestrictions', { cardIdentification });
  const mcc = (): Promise<Body> => ask('getAllowedMccList', { accountNumber });
  expect([await geo(), await mcc()]).toEqual([{ responseCode: '00' }, { responseCode: '00' }]);

  const rule = { countryId: 620, regionId: 1, transactionGroupId: 2, status: 'ENABLED' };
  await ask('setGeoRestrictions', { cardIdentification, restrictions: { restriction: [rule] } });
  await ask('setAllowedMccList', { accountNumber, mccList: [5411] });
  expect([await geo(), await mcc()]).toEqual([{ restrictions: [rule] }, { mccList: [5411] }]);
});
