import { expect, test } from 'vitest';

import { type Body, itemsOf, triedWith } from '../testing.ts';

// Readings of document 2 about cards, their states, limits and PINs that the usual sandbox does not take.

function limitsOf(card: Body): Body {
  const limits = itemsOf(card, 'spendingLimits');
  return Object.fromEntries(limits.map(({ interval, amount }) => [String(interval), amount]));
}

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

test('all limits of a card may begin anew when one is changed', async () => {
  const { card, patch, transfer } = await triedWith({ spentAfterLimitChange: 'all-cleared' });
  const [one, other] = [await card(1_000), await card()];
  await patch(one, { spendingLimits: [{ amount: 100, interval: 'daily' }] });
  await transfer(one, other, 90);

  await patch(one, { spendingLimits: [{ amount: 500, interval: 'monthly' }] });

  expect((await transfer(one, other, 100)).body['status']).toBe('approved');
});

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

test.for([
  ['first-six-last-four-x', /^\d{6}X{6}\d{4}$/],
  ['grouped', /^\d{4} \d\d\*\* \*{4} \d{4}$/],
] as const)('a number is masked %s', async ([maskStyle, form]) => {
  const { card } = await triedWith({ maskStyle });
  expect((await card())['numberMask']).toMatch(form);
});

test('a null beside a parameter counts as not sent', async () => {
  const { card, patch } = await triedWith({ nullCardParameters: 'unsent' });
  const issued = await card();
  expect((await patch(issued, { status: 'blocked', pin: null })).status).toBe(200);
  expect((await patch(issued, { status: 'active', reissueCard: 'lost' })).status).toBe(400);
});

test('a blocked card is blocked again', async () => {
  const { card, patch, control } = await triedWith({
    sameStatus: 'repeated',
    lostDirectly: 'sets-blocking-date',
  });
  const issued = await card();
  expect((await patch(issued, { status: 'active' })).body['blockingDate']).toBe('');
  const first = (await patch(issued, { status: 'blocked' })).body['blockingDate'];
  await control('PUT', '/clock', { now: '2026-11-22T10:00:00Z' });
  const second = (await patch(issued, { status: 'blocked' })).body['blockingDate'];
  expect(String(second) > String(first)).toBe(true);
});

test('limits are those of the last 24 hours and 30 days', async () => {
  const { card, transfer, control } = await triedWith({ limitWindows: 'rolling' });
  const [one, other] = [await card(500_000), await card()];
  const status = async (amount: number): Promise<unknown> =>
    (await transfer(one, other, amount)).body['status'];
  expect(await status(100_000)).toBe('approved');
  await control('PUT', '/clock', { now: '2026-11-22T10:00:00Z' });
  expect(await status(1)).toBe('declined');
  await control('PUT', '/clock', { now: '2026-11-22T23:00:00Z' });
  expect(await status(100_000)).toBe('approved');
});

test('only the day limit is about transfers', async () => {
  const { card, patch, transfer } = await triedWith({ limits: 'daily-only' });
  const [one, other] = [await card(5_000), await card()];
  await patch(one, { spendingLimits: [{ amount: 10, interval: 'monthly' }] });
  expect((await transfer(one, other, 11)).body['status']).toBe('approved');
  await patch(one, { spendingLimits: [{ amount: 20, interval: 'daily' }] });
  expect((await transfer(one, other, 11)).body['status']).toBe('declined');
});

test('a reissue begins anew with limits and keeps the list', async () => {
  const { card, patch, read, transfer, list } = await triedWith({
    limitsAfterReissue: 'defaults',
    listAfterReissue: 'of-the-card',
  });
  const [one, other] = [await card(500), await card()];
  const { id } = (await transfer(one, other, 5)).body;
  await patch(one, { spendingLimits: [{ amount: 7, interval: 'daily' }] });
  await patch(one, { reissueCard: 'damaged' });
  const after = await read(one);
  expect(limitsOf(after)).toEqual({ daily: 100_000, monthly: 1_000_000 });
  expect(after['number']).not.toBe(one['number']);
  const { body } = await list({ cardNumberFltr: String(after['number']) });
  expect(itemsOf(body, 'transfers').map((each) => each['id'])).toEqual([id]);
});

test('a new PIN clears the count of wrong entries', async () => {
  const { card, control, patch } = await triedWith({ denialsAfterNewPin: 'cleared' });
  const issued = await card();
  await control('POST', `/cards/${String(issued['number'])}/pin-denials`);
  const changed = await patch(issued, { pin: Buffer.alloc(256, 7).toString('base64') });
  expect(changed).toMatchObject({ status: 200, body: { pinDenialCounter: '0' } });
});

test.for([
  ['lost', 'lost'],
  ['stolen', 'stollen'],
  ['damaged', 'blocked'],
] as const)('a card reissued as %s is %s, and another one is issued', async ([reason, status]) => {
  const { send, card, read, patch } = await triedWith({
    reissue: 'another-card',
    collectionReads: 'listed',
  });
  const issued = await card(500);
  await patch(issued, { spendingLimits: [{ amount: 7, interval: 'daily' }] });
  expect((await patch(issued, { reissueCard: reason })).body).toMatchObject({
    id: issued['id'],
    status,
    account: issued['account'],
  });
  const [, another = {}] = itemsOf((await send('GET', '/v2/cards')).body, 'cards');
  expect(await read(another)).toMatchObject({
    status: 'active',
    cardholder: issued['cardholder'],
    account: issued['account'],
    spendingLimits: [{ amount: 7 }, {}],
  });
});

test.for([
  ['active', 'damaged', 200],
  ['blocked', 'lost', 200],
  ['lost', 'lost', 200],
  ['lost', 'damaged', 409],
  ['stollen', 'stolen', 200],
  ['stollen', 'lost', 409],
] as const)('a card that is %s is reissued as %s: %i', async ([status, reissueCard, answer]) => {
  const { card, patch, read } = await triedWith({ otherReissueReason: 'refused' });
  const issued = await card();
  await patch(issued, { status });
  expect((await patch(issued, { reissueCard })).status).toBe(answer);
  expect((await read(issued))['status']).toBe(answer === 200 ? 'active' : status);
});

test('a card carries a yearly limit besides', async () => {
  const { card, patch, transfer } = await triedWith({ furtherLimits: 'yearly' });
  const issued = await card(100);
  const intervals = (of: object): unknown[] =>
    itemsOf({ ...of }, 'spendingLimits').map(({ interval }) => interval);
  expect(intervals(issued)).toEqual(['daily', 'monthly', 'yearly']);
  const { body } = await patch(issued, { spendingLimits: [{ amount: 50, interval: 'daily' }] });
  expect(itemsOf(body, 'spendingLimits')).toEqual([
    { amount: 50, interval: 'daily' },
    { amount: 1_000_000, interval: 'monthly' },
    { amount: 12_000_000, interval: 'yearly' },
  ]);
  expect((await transfer(issued, await card(), 50)).body['status']).toBe('approved');
  expect((await transfer(issued, await card(), 1)).body['status']).toBe('declined');
});

test('the answer to a reissue shows the card as it was', async () => {
  const { card, patch, read } = await triedWith({ answerToReissue: 'card-before' });
  const issued = await card();
  await patch(issued, { status: 'lost' });
  const { numberMask } = issued;
  const { status, body } = await patch(issued, { reissueCard: 'lost' });
  expect([status, body]).toEqual([200, expect.objectContaining({ status: 'lost', numberMask })]);
  const after = await read(issued);
  expect(after['status']).toBe('active');
  expect(after['numberMask'] === numberMask).toBe(false);
});
