import { expect, test } from 'vitest';

import { itemsOf, type Body } from '../testing.ts';
import { firstPayment, testSubscriptions, type TestSubscriptions } from './testing.ts';

// Readings of document 3, part 4.8, about when charges are due and how lists are cut and sorted.

function idsOf(body: Body): unknown[] {
  return itemsOf(body, 'items').map(({ subscriptionId }) => subscriptionId);
}

async function sorted(
  { ask }: TestSubscriptions,
  sortField: string,
  sortDirection: 'ASC' | 'DESC' = 'ASC',
): Promise<unknown[]> {
  return idsOf((await ask('list', { sortField, sortDirection })).body);
}

test('charges are due at full hours', async () => {
  const { active, payments, moveTo } = testSubscriptions({
    choices: { chargeMoments: 'full-hours' },
  });
  const subscription = await active();
  const { activeTill, nextChargeAt } = subscription;
  expect(Date.parse(String(activeTill))).toBe(Date.parse('2026-12-21T09:01:00Z'));
  expect(Date.parse(String(nextChargeAt))).toBe(Date.parse('2026-12-21T10:00:00Z'));
  moveTo('2026-12-21T09:59:59Z');
  expect(await payments(subscription)).toHaveLength(1);
  moveTo('2026-12-21T10:00:00Z');
  expect(await payments(subscription)).toHaveLength(2);
});

test('periods are counted from the creation', async () => {
  const { active, payments, moveTo } = testSubscriptions({ choices: { periodsFrom: 'creation' } });
  const subscription = await active({}, firstPayment.replace('09:01', '09:15'));
  const { created, nextChargeAt } = subscription;
  expect(Date.parse(String(nextChargeAt))).toBe(
    Date.parse(String(created).replace('-11-', '-12-')),
  );
  moveTo('2026-12-21T09:00:30Z');
  expect(await payments(subscription)).toHaveLength(2);
});

test('the first period ends after the payment, however late that is', async () => {
  const { active } = testSubscriptions({
    choices: { periodsFrom: 'creation', checkoutLifetime: 86_400 },
  });
  const daily = { billingIntervalUnit: 'DAYS' };
  const { created, nextChargeAt } = await active(daily, '2026-11-22T08:59:00Z');
  expect(Date.parse(String(nextChargeAt))).toBe(Date.parse(String(created)) + 86_400_000);
});

test('moments in UTC end in the letter for it', async () => {
  const { ask, create } = testSubscriptions({ choices: { zeroOffset: 'Z' } });
  const { created, subscriptionId } = await create();
  expect(created).toMatch(/^2026-11-21T09:00:\d\d\.\d{3}Z$/);
  const { body } = await ask('list', { createdFrom: created, createdTo: created });
  expect(itemsOf(body, 'items')).toMatchObject([{ subscriptionId, created }]);
});

test('an id in capitals is the same id', async () => {
  const { ask, create } = testSubscriptions({ choices: { idCase: 'the-same' } });
  const { subscriptionId } = await create();
  const subscriptionUuid = String(subscriptionId).toUpperCase();
  expect(await ask('details', { subscriptionUuid })).toMatchObject({
    status: 200,
    body: { subscriptionId },
  });
});

test('behind the last page is the last page', async () => {
  const { ask, create } = testSubscriptions({ choices: { beyondLastPage: 'last' } });
  expect((await ask('list', { page: 3 })).body).toMatchObject({ items: [], page: 0 });
  const first = await create();
  for (const _ of [2, 3]) await create();
  const { body } = await ask('list', { page: 7, size: 2 });
  expect(body).toMatchObject({ page: 1, size: 2, totalElements: 3, totalPages: 2 });
  expect(idsOf(body)).toEqual([first['subscriptionId']]);
});

test('what is not charged again comes last in both directions', async () => {
  const tried = testSubscriptions({ choices: { withoutNextCharge: 'last' } });
  const unpaid = await tried.create();
  const paid = await tried.active();
  const ids = [paid['subscriptionId'], unpaid['subscriptionId']];
  expect(await sorted(tried, 'NEXT_CHARGE_AT', 'ASC')).toEqual(ids);
  expect(await sorted(tried, 'NEXT_CHARGE_AT', 'DESC')).toEqual(ids);
});

test('customers are sorted by letters and digits', async () => {
  const tried = testSubscriptions({ choices: { customerOrder: 'word-sort' } });
  const ids: unknown[] = [];
  for (const customerId of ['a-1', 'A2', 'a_3']) {
    ids.push((await tried.create({ customerId }))['subscriptionId']);
  }
  expect(await sorted(tried, 'CUSTOMER_ID')).toEqual(ids);
});

test('payments can be told by receipts', async () => {
  const { active, create, details } = testSubscriptions({
    choices: { paymentsList: 'transactions', paymentItem: 'receipt' },
  });
  const receiptsOf = async (subscription: Body): Promise<Body[]> =>
    itemsOf(await details(subscription), 'transactions');
  expect(await receiptsOf(await active())).toMatchObject([
    {
      amount: 1_500,
      result: 'SUCCEEDED',
      paidAt: expect.stringContaining(firstPayment.slice(0, 16)),
    },
  ]);
  expect(await receiptsOf(await create())).toMatchObject([{ result: 'CREATED', paidAt: null }]);
});

test('an update to what there was already is none', async () => {
  const tried = testSubscriptions({ choices: { unchangedUpdate: 'leaves-it' } });
  const first = await tried.create();
  tried.moveTo('2026-11-21T09:00:30Z');
  const second = await tried.create();
  const ids = [first['subscriptionId'], second['subscriptionId']];
  tried.moveTo('2026-11-21T09:01:00Z');
  await tried.ask('update', { subscriptionId: ids[0], amount: 1_500 });
  expect(await sorted(tried, 'UPDATED')).toEqual(ids);
  await tried.ask('update', { subscriptionId: ids[0], amount: 1_600 });
  expect(await sorted(tried, 'UPDATED')).toEqual(ids.toReversed());
});
