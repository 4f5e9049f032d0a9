import { expect, test } from 'vitest';

import { itemsOf, type Body } from '../testing.ts';
import { testSubscriptions } from './testing.ts';

// Readings of document 3, part 4.8, about what follows one upon another.

test('a deactivation is effective when the paid period ends, and force comes before', async () => {
  const { ask, active, read, moveTo } = testSubscriptions({
    choices: { cancelledVisible: 'effective-at-period-end' },
  });
  const [one, other] = [await active(), await active({}, '2026-11-21T09:02:00Z')];
  for (const { subscriptionId } of [one, one, other]) {
    expect(await ask('deactivate', { subscriptionId })).toMatchObject({
      status: 200,
      body: { subscriptionId, status: 'CANCELLED' },
    });
  }
  expect(await read(one)).toMatchObject({ status: 'ACTIVE' });
  const { subscriptionId } = one;
  expect(await ask('update', { subscriptionId, amount: 900 })).toMatchObject({
    status: 200,
    body: { status: 'ACTIVE', amount: 900 },
  });
  expect(await ask('deactivate', { subscriptionId, force: true })).toMatchObject({ status: 200 });
  expect(await read(one)).toMatchObject({ status: 'CANCELLED' });
  expect(await ask('deactivate', { subscriptionId })).toMatchObject({ status: 422 });
  expect(await read(other)).toMatchObject({ status: 'ACTIVE' });
  moveTo('2027-01-21T12:00:00Z');
  expect(await read(other)).toMatchObject({ status: 'CANCELLED' });
  expect(await ask('deactivate', { subscriptionId: other['subscriptionId'] })).toMatchObject({
    status: 422,
  });
});

test('an initial payment can be made for a day', async () => {
  const { create, pay, read, moveTo } = testSubscriptions({
    choices: { checkoutLifetime: 86_400 },
  });
  const [paid, abandoned] = [await create(), await create()];
  moveTo('2026-11-22T08:59:00Z');
  pay(paid);
  expect(await read(paid)).toMatchObject({ status: 'ACTIVE' });
  moveTo('2026-11-22T09:01:00Z');
  expect(await read(abandoned)).toMatchObject({ status: 'PAYMENT_FAILED' });
});

test('an unpaid subscription has some days of grace', async () => {
  const { active, charges, read, moveTo } = testSubscriptions({
    choices: { activeTillOfUnpaid: 'retry' },
  });
  const subscription = await active();
  charges(subscription, 'declined');
  moveTo('2026-12-21T12:00:00Z');
  const { status, activeTill, nextChargeAt } = await read(subscription);
  expect(status).toBe('UNPAID');
  expect(activeTill).toBe(nextChargeAt);
  expect(activeTill).not.toBe(subscription['activeTill']);
});

test('lists are filtered and sorted as databases do it', async () => {
  const { ask, create } = testSubscriptions({
    choices: { customerFilter: 'case-blind', idOrder: 'last-group-first' },
  });
  const created = [await create({ customerId: 'ab-1' }), await create({ customerId: 'AB-1' })];
  await create({ customerId: 'ab-2' });
  const { body } = await ask('list', {
    customerId: 'Ab-1',
    sortField: 'SUBSCRIPTION_ID',
    sortDirection: 'ASC',
  });
  const idOf = ({ subscriptionId }: Body): string => String(subscriptionId);
  const lastGroup = (id: string): string => id.split('-').at(-1) ?? '';
  const ids = itemsOf(body, 'items').map(idOf);
  expect(ids.toSorted()).toEqual(created.map(idOf).toSorted());
  expect(ids.map(lastGroup)).toEqual(ids.map(lastGroup).toSorted());
});
