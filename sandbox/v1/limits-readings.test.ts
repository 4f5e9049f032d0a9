import { expect, test } from 'vitest';

import { itemsOf } from '../testing.ts';
import { isSuccess, of, triedWith } from './testing.ts';

// Readings of document 1 about card limits that the usual sandbox does not take.

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

test('limits of cards are shown as those of customers', async () => {
  const { funded, ask } = await triedWith({ cardLimitMembers: 'customer-limit' });
  const { limits } = await ask('getCardLimits', { cardIdentification: of(await funded()) });
  expect(itemsOf({ limits }, 'limits')[0]).toEqual({
    limitName: 'LMTP0107',
    limitType: 'AMOUNT',
    value: 250_000,
    currentValue: 0,
  });
});

test('limits of cards may be named as in exceptions', async () => {
  const { funded, ask } = await triedWith({ cardLimitMembers: 'limit-record-with-limit-name' });
  const { limits } = await ask('getCardLimits', { cardIdentification: of(await funded()) });
  expect(itemsOf({ limits }, 'limits')[0]).toMatchObject({ limitName: 'LMTP0107', cycleType: 0 });
  expect(itemsOf({ limits }, 'limits')[0]).not.toHaveProperty('name');
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

test.for([
  ['when-any', undefined, 1],
  ['always', 0, 1],
  ['never', undefined, undefined],
] as const)(
  'limits of cards show their exceptions %s',
  async ([exceptionsOfCardLimits, before, after]) => {
    const v1 = await triedWith({ exceptionsOfCardLimits });
    const card = await v1.funded();
    const shown = async (): Promise<number | undefined> => {
      const limit = await v1.limit(card);
      const isThere = Object.hasOwn(limit, 'limitExceptions');
      return isThere ? itemsOf(limit, 'limitExceptions').length : undefined;
    };
    expect(await shown()).toBe(before);
    await v1.ask('addCardLimitException', {
      cardIdentification: of(card),
      limitException: {
        limitName: 'LMTP0107',
        startDate: '2026-11-21T00:00:00',
        endDate: '2026-11-22T00:00:00',
      },
    });
    expect(await shown()).toBe(after);
  },
);
