import { expect, test } from 'vitest';

import { type Body, type TestSandbox, triedWith } from '../testing.ts';

// What operations of document 2 do to each other where it is silent.

/** A second card of the cardholder of another. */
async function secondCard(
  { sandbox, send, read }: TestSandbox,
  { cardholder }: Body,
): Promise<Body> {
  const productName = sandbox.environment['V2_PRODUCT_NAME'];
  return read((await send('POST', '/v2/cards', { productName, cardholder })).body);
}

test.for([
  ['lost', false],
  ['stolen', false],
  ['damaged', true],
  ['expired', true],
] as const)('a card that is %s gets what it needs', async ([reissueCard, keepsNumber]) => {
  const { card, patch, read } = await triedWith({ reissue: 'by-reason' });
  const issued = await card(5);
  await patch(issued, { status: keepsNumber ? 'blocked' : 'lost' });
  expect((await patch(issued, { reissueCard })).body['status']).toBe('active');
  const after = await read(issued);
  expect(after['number'] === issued['number']).toBe(keepsNumber);
  expect(after).toMatchObject({ id: issued['id'], account: issued['account'] });
});

test.for(['calendar', 'rolling'] as const)(
  'limits that are %s begin anew with a reissued card',
  async (limitWindows) => {
    const { card, patch, read, transfer } = await triedWith({
      limitWindows,
      spentAfterReissue: 'cleared',
    });
    const [one, other] = [await card(500_000), await card()];
    const status = async (source: Body): Promise<unknown> =>
      (await transfer(source, other, 60_000)).body['status'];
    expect(await status(one)).toBe('approved');
    expect(await status(one)).toBe('declined');
    await patch(one, { reissueCard: 'damaged' });
    const renewed = await read(one);
    expect(await status(renewed)).toBe('approved');
    expect(await status(renewed)).toBe('declined');
  },
);

test('the limits of a new card are the highest', async () => {
  const { card, patch } = await triedWith({ limitsAboveDefault: 'refused' });
  const issued = await card();
  const change = async (interval: string, amount: number): Promise<number> =>
    (await patch(issued, { spendingLimits: [{ amount, interval }] })).status;
  expect(await change('daily', 100_001)).toBe(422);
  expect(await change('monthly', 1_000_001)).toBe(422);
  expect(await change('daily', 5)).toBe(200);
  expect(await change('daily', 100_000)).toBe(200);
});

test('a limit of nothing is none', async () => {
  const { card, patch, transfer } = await triedWith({
    zeroLimit: 'unlimited',
    dailyOverMonthly: 'refused',
  });
  const [one, other] = [await card(5_000_000), await card()];
  const change = async (...amounts: number[]): Promise<number> =>
    (
      await patch(one, {
        spendingLimits: amounts.map((amount, index) => ({
          amount,
          interval: index === 0 ? 'daily' : 'monthly',
        })),
      })
    ).status;
  expect(await change(0)).toBe(422);
  expect(await change(0, 0)).toBe(200);
  expect((await transfer(one, other, 2_000_000)).body['status']).toBe('approved');
  expect(await change(1)).toBe(200);
  expect((await transfer(one, other, 1)).body['status']).toBe('declined');
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

test('days that are yet to come are no period', async () => {
  const { card, list } = await triedWith({ futureFilterDays: 'refused', zone: 'Pacific/Auckland' });
  const { number } = await card();
  const status = async (days: Record<string, string>): Promise<number> =>
    (await list({ cardNumberFltr: String(number), ...days })).status;
  expect(await status({ periodEndFltr: '2026-11-22' })).toBe(200);
  expect(await status({ periodEndFltr: '2026-11-23' })).toBe(400);
  expect(await status({ periodStartFltr: '2026-11-23' })).toBe(400);
});
