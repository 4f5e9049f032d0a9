import { expect, test } from 'vitest';

import { itemsOf, triedWith } from '../testing.ts';

// Readings of document 2 about lists that the usual sandbox does not take.

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

test('days that are yet to come are no period', async () => {
  const { card, list } = await triedWith({ futureFilterDays: 'refused', zone: 'Pacific/Auckland' });
  const { number } = await card();
  const status = async (days: Record<string, string>): Promise<number> =>
    (await list({ cardNumberFltr: String(number), ...days })).status;
  expect(await status({ periodEndFltr: '2026-11-22' })).toBe(200);
  expect(await status({ periodEndFltr: '2026-11-23' })).toBe(400);
  expect(await status({ periodStartFltr: '2026-11-23' })).toBe(400);
});

test('a list without a period covers the last 30 days', async () => {
  const { card, transfer, list, control } = await triedWith({ unsentFilterPeriod: 'last-30-days' });
  const [one, other] = [await card(100), await card()];
  await transfer(one, other, 5);
  const listed = async (more: Record<string, string> = {}): Promise<number> =>
    itemsOf((await list({ cardNumberFltr: String(one['number']), ...more })).body, 'transfers')
      .length;
  await control('PUT', '/clock', { now: '2026-12-21T22:00:00Z' });
  expect(await listed()).toBe(1);
  await control('PUT', '/clock', { now: '2026-12-22T22:00:00Z' });
  expect(await listed()).toBe(0);
  expect(await listed({ periodStartFltr: '2026-11-21' })).toBe(1);
  expect(await listed({ periodEndFltr: '2026-11-21' })).toBe(1);
});
