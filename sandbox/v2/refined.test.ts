import { expect, test } from 'vitest';

import { aCardholder, inside, itemsOf, triedWith } from '../testing.ts';

// Checks and defaults about which document 2 is silent.

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

test.for([
  [{ phoneNumber: '+34 (600) 000-001' }, 201],
  [{ phoneNumber: '600000001' }, 422],
  [{ phoneNumber: '+34abc' }, 422],
  [{ firstName: 'Ana María', lastName: "O'Neill-Łoś" }, 201],
  [{ firstName: 'Ana 2' }, 422],
  [{ lastName: 'x_y' }, 422],
  [{ billingAddress: { country: 'GB', postalCode: 'SW1A 1AA' } }, 201],
  [{ billingAddress: { country: 'GB', postalCode: 'SW1A/1AA' } }, 422],
  [{ billingAddress: { country: 'ES', postalCode: '28001280012' } }, 422],
] as const)('members of a cardholder are looked at: %j', async ([member, status]) => {
  const { send } = await triedWith({
    otherPhones: 'refused',
    nameCharacters: 'letters',
    postalCodes: 'plausible',
  });
  const sent = { ...aCardholder, ...member };
  expect((await send('POST', '/v2/cardholders', sent)).status).toBe(status);
});

test('spaces around names and lines are not kept', async () => {
  const { cardholder, send } = await triedWith({ outerSpaces: 'trimmed' });
  const created = await cardholder({
    firstName: ' Ana María ',
    lastName: '  ',
    billingAddress: { country: 'ES', postalCode: ' 28001', city: 'Madrid\t' },
  });
  expect(created).toMatchObject({ firstName: 'Ana María', lastName: '  ' });
  expect(inside(created, 'billingAddress')).toMatchObject({ postalCode: '28001', city: 'Madrid' });
  const path = `/v2/cardholders/${String(created['id'])}`;
  expect((await send('GET', path)).body).toEqual(created);
  expect((await send('PATCH', path, { firstName: 'Eva ' })).body['firstName']).toBe('Eva');
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
