import { expect, test } from 'vitest';

import { aCardholder, balanceOf, inside, triedWith } from '../testing.ts';

// Where careful teams differ from quick ones, as document 2 lets them.

test('a document belongs to one cardholder', async () => {
  const { send } = await triedWith({ repeatedDocument: 'refused' });
  const create = async (verification?: object): Promise<number> =>
    (await send('POST', '/v2/cardholders', { ...aCardholder, verification })).status;
  expect(await create({ idType: 'passport', documentId: 'X1234567' })).toBe(201);
  expect(await create({ idType: 'passport', documentId: 'X1234567' })).toBe(422);
  expect(await create({ idType: 'passport', documentId: 'X1234568' })).toBe(201);
  expect([await create({ documentId: '' }), await create({ documentId: '' })]).toEqual([201, 201]);
  expect([await create(), await create()]).toEqual([201, 201]);
});

test.for([
  ['X1234567', '****4567'],
  ['1234', '****'],
  ['', ''],
] as const)('a document %j is shown as %j', async ([documentId, shown]) => {
  const { cardholder, send } = await triedWith({ shownDocument: 'masked' });
  const verification = { idType: 'passport', documentId };
  const created = await cardholder({ verification });
  const expected = { idType: 'passport', documentId: shown };
  expect(inside(created, 'verification')).toEqual(expected);
  const path = `/v2/cardholders/${String(created['id'])}`;
  const changed = await send('PATCH', path, { firstName: 'Eva' });
  expect(inside(changed.body, 'verification')).toEqual(expected);
});

test('a cvc changes from read to read', async () => {
  const { card, read } = await triedWith({ shownCvc: 'dynamic' });
  const issued = await card();
  const codes = new Set<unknown>();
  for (let reads = 0; reads < 8; reads += 1) {
    const { cvc, ...rest } = await read(issued);
    expect(cvc).toMatch(/^\d{3}$/);
    expect({ ...rest, cvc: issued['cvc'] }).toEqual(issued);
    codes.add(cvc);
  }
  expect(codes.size).toBeGreaterThan(1);
});

test.for([
  ['active', 'damaged', 200],
  ['active', 'lost', 409],
  ['active', 'expired', 409],
  ['blocked', 'stolen', 409],
  ['lost', 'lost', 200],
  ['stollen', 'damaged', 200],
] as const)('a card that is %s is reissued as %s: %i', async ([status, reissueCard, answer]) => {
  const { card, patch, read } = await triedWith({ reissueOfUsable: 'damaged-or-due' });
  const issued = await card();
  await patch(issued, { status });
  const before = await read(issued);
  expect((await patch(issued, { reissueCard })).status).toBe(answer);
  if (answer === 409) expect(await read(issued)).toEqual(before);
});

test('a card in its last month is reissued as expired', async () => {
  const { card, patch, control } = await triedWith({ reissueOfUsable: 'damaged-or-due' });
  const issued = await card();
  await control('PUT', '/clock', { now: '2029-10-31T12:00:00Z' });
  expect((await patch(issued, { reissueCard: 'expired' })).status).toBe(409);
  await control('PUT', '/clock', { now: '2029-11-01T12:00:00Z' });
  const { status, body } = await patch(issued, { reissueCard: 'expired' });
  expect([status, body['expiryDate']]).toEqual([200, '203211']);
});

test('a transfer of more than 5,000 euros is declined', async () => {
  const { card, patch, transfer, read } = await triedWith({ largestTransfer: 5_000_00 });
  const [one, other] = [await card(9_000_00), await card()];
  await patch(one, { spendingLimits: [{ amount: 9_000_00, interval: 'daily' }] });
  expect((await transfer(one, other, 5_000_01)).body).toMatchObject({ status: 'declined' });
  expect((await transfer(one, other, 5_000_00)).body).toMatchObject({ status: 'approved' });
  expect(balanceOf(await read(one))).toBe(4_000_00);
});

test.for(['calendar', 'rolling'] as const)(
  'a limit is not set below what was spent: %s',
  async (limitWindows) => {
    const { card, patch, transfer } = await triedWith({
      limitsBelowSpent: 'refused',
      limitWindows,
    });
    const [one, other] = [await card(100), await card()];
    await transfer(one, other, 60);
    const limit = async (amount: number, interval: string): Promise<number> =>
      (await patch(one, { spendingLimits: [{ amount, interval }] })).status;
    expect([await limit(59, 'daily'), await limit(59, 'monthly')]).toEqual([422, 422]);
    expect([await limit(60, 'daily'), await limit(60, 'monthly')]).toEqual([200, 200]);
    expect((await transfer(one, other, 1)).body).toMatchObject({ status: 'declined' });
  },
);

test.for(['calendar', 'rolling'] as const)(
  'a limit begins anew when it is changed: %s',
  async (limitWindows) => {
    const choices = { spentAfterLimitChange: 'cleared', limitWindows } as const;
    const { card, patch, transfer } = await triedWith(choices);
    const [one, other] = [await card(1_000), await card()];
    const status = async (amount: number): Promise<unknown> =>
      (await transfer(one, other, amount)).body['status'];
    const limit = (amount: number, interval: string): unknown =>
      patch(one, { spendingLimits: [{ amount, interval }] });
    await limit(200, 'monthly');
    await limit(100, 'daily');
    expect([await status(90), await status(20)]).toEqual(['approved', 'declined']);
    await limit(100, 'daily');
    expect([await status(100), await status(1)]).toEqual(['approved', 'declined']);
    await limit(100, 'daily');
    expect([await status(11), await status(10)]).toEqual(['declined', 'approved']);
  },
);

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

test('a list covers a year at most', async () => {
  const { card, list } = await triedWith({ longFilterPeriods: 'refused' });
  const { number } = await card();
  const status = async (period: Record<string, string>): Promise<number> =>
    (await list({ cardNumberFltr: String(number), ...period })).status;
  expect(await status({})).toBe(200);
  expect(await status({ periodStartFltr: '2025-11-21', periodEndFltr: '2026-11-21' })).toBe(200);
  expect(await status({ periodStartFltr: '2025-11-19', periodEndFltr: '2026-11-21' })).toBe(400);
  expect(await status({ periodStartFltr: '2000-01-01' })).toBe(400);
  expect(await status({ periodEndFltr: '2026-11-21' })).toBe(200);
});

test.for([
  ['ES', '28001', 201],
  ['ES', '28001-1234', 422],
  ['US', '28001-1234', 201],
  ['GB', 'SW1A 1AA', 201],
  ['GB', '28001', 422],
  ['LV', 'LV-1010', 201],
  ['JP', '100-0001', 201],
  ['JP', '100/0001', 422],
] as const)('%s has the postal code %s: %i', async ([country, postalCode, status]) => {
  const { send } = await triedWith({ postalCodes: 'of-the-country' });
  const sent = { ...aCardholder, billingAddress: { country, postalCode } };
  expect((await send('POST', '/v2/cardholders', sent)).status).toBe(status);
});
