import { expect, test } from 'vitest';

import { balanceOf, type Body, inside, type TestSandbox, triedWith } from '../testing.ts';

// Readings of document 2 about top-ups and transfers that the usual sandbox does not take.

async function secondCard(
  { sandbox, send, read }: TestSandbox,
  { cardholder }: Body,
): Promise<Body> {
  const productName = sandbox.environment['V2_PRODUCT_NAME'];
  return read((await send('POST', '/v2/cards', { productName, cardholder })).body);
}

test('a transfer of more than 5,000 euros is declined', async () => {
  const { card, patch, transfer, read } = await triedWith({ largestTransfer: 5_000_00 });
  const [one, other] = [await card(9_000_00), await card()];
  await patch(one, { spendingLimits: [{ amount: 9_000_00, interval: 'daily' }] });
  expect((await transfer(one, other, 5_000_01)).body).toMatchObject({ status: 'declined' });
  expect((await transfer(one, other, 5_000_00)).body).toMatchObject({ status: 'approved' });
  expect(balanceOf(await read(one))).toBe(4_000_00);
});

test('a top-up is not repeated within a minute', async () => {
  const { card, topUp, read, control } = await triedWith({ repeatedTopUp: 'declined' });
  const [one, other] = [await card(), await card()];
  const status = async (of: typeof one, amount: number): Promise<unknown> =>
    (await topUp(of, amount)).body['status'];
  expect([await status(one, 10), await status(one, 10)]).toEqual(['approved', 'declined']);
  expect([await status(one, 11), await status(other, 10)]).toEqual(['approved', 'approved']);
  await control('PUT', '/clock', { now: '2026-11-21T22:01:30Z' });
  expect(await status(one, 10)).toBe('approved');
  expect(balanceOf(await read(one))).toBe(31);
});

test.for(['shared', 'own'] as const)(
  'nothing goes from a cardholder to itself, on an account that is %s',
  async (secondCardAccount) => {
    const v2 = await triedWith({ secondCardAccount, transferWithinCardholder: 'decline' });
    const one = await v2.card(100);
    const second = await secondCard(v2, one);
    const { body } = await v2.transfer(one, second, 1);
    expect(body).toMatchObject({ status: 'declined', statusMessage: 'Same cardholder.' });
    const { status } = await v2.transfer(one, await v2.card(), 1);
    expect(status).toBe(201);
  },
);

test('an expiry date is not looked at', async () => {
  const { card, transfer, read } = await triedWith({
    wrongExpiry: 'approve',
    missingExpiry: 'approve',
  });
  const [one, other] = [await card(100), await card()];
  const { number: cardNumber, expiryDate } = one;
  const wrong = await transfer(one, other, 5, { sourceCard: { cardNumber, expiryDate: '203001' } });
  expect(wrong.body).toMatchObject({ status: 'approved', sourceCard: { expiryDate: '203001' } });
  const none = await transfer(one, other, 5, { sourceCard: { cardNumber } });
  expect(none.body).toMatchObject({ status: 'approved', sourceCard: { expiryDate } });
  expect(balanceOf(await read(other))).toBe(10);
  const malformed = { sourceCard: { cardNumber, expiryDate: '1/30' } };
  expect((await transfer(one, other, 5, malformed)).status).toBe(422);
});

test('top-ups are limited, and filters without a value are none', async () => {
  const { card, topUp, read, list } = await triedWith({
    largestTopUp: 20_000_00,
    emptyFilters: 'unsent',
  });
  const issued = await card();
  expect((await topUp(issued, 20_000_01)).body).toMatchObject({
    status: 'declined',
    statusMessage: expect.stringMatching(/./),
  });
  await topUp(issued, 20_000_00);
  expect(inside(await read(issued), 'account')['balance']).toBe(20_000_00);
  const query = { cardNumberFltr: String(issued['number']), periodStartFltr: '', statusFltr: '' };
  expect((await list(query)).status).toBe(200);
});

test('small and repeated transfers are declined', async () => {
  const { card, transfer, control } = await triedWith({
    smallestTransfer: 100,
    repeatedTransfer: 'declined',
  });
  const [one, other] = [await card(5_000), await card()];
  const status = async (amount: number): Promise<unknown> =>
    (await transfer(one, other, amount)).body['status'];
  expect(await status(99)).toBe('declined');
  expect(await status(100)).toBe('approved');
  expect(await status(100)).toBe('declined');
  expect(await status(101)).toBe('approved');
  await control('PUT', '/clock', { now: '2026-11-21T22:05:00Z' });
  expect(await status(100)).toBe('approved');
});

test('a fee may be shown in euros, as text', async () => {
  const { card, transfer, read } = await triedWith({ transferFee: 'one-percent-in-euros' });
  const [one, other] = [await card(10_00), await card()];
  expect((await transfer(one, other, 50)).body).toMatchObject({
    status: 'approved',
    fees: { total: '0.01', currency: 'EUR' },
  });
  expect(balanceOf(await read(one))).toBe(9_49);
});

test('a transfer costs one percent, which its source must hold beside the amount', async () => {
  const { card, patch, transfer, read } = await triedWith({ transferFee: 'one-percent' });
  const [one, other] = [await card(10_00), await card()];
  expect((await transfer(one, other, 9_91)).body).toMatchObject({ status: 'declined', fee: 0 });
  expect((await transfer(one, other, 49)).body).toMatchObject({ status: 'approved', fee: 0 });
  expect((await transfer(one, other, 50)).body).toMatchObject({ status: 'approved', fee: 1 });
  expect([balanceOf(await read(one)), balanceOf(await read(other))]).toEqual([9_00, 99]);
  await patch(one, { spendingLimits: [{ amount: 5_00, interval: 'daily' }] });
  expect((await transfer(one, other, 4_00)).body).toMatchObject({ status: 'declined' });
  expect((await transfer(one, other, 3_96)).body).toMatchObject({ status: 'approved', fee: 4 });
  expect(balanceOf(await read(one))).toBe(5_00);
});
