import { expect, test } from 'vitest';

import { itemsOf } from '../testing.ts';
import { firstPayment, testSubscriptions } from './testing.ts';

// Readings of document 3, part 4.8, about what is shown of subscriptions and when they are charged.

test('UPDATED is when the merchant changed something', async () => {
  const { ask, create, active, moveTo } = testSubscriptions({ choices: { updatedBy: 'merchant' } });
  const first = await create();
  moveTo('2026-11-21T09:00:30Z');
  const second = await create();
  const order = async (): Promise<unknown[]> => {
    const { body } = await ask('list', { sortField: 'UPDATED', sortDirection: 'ASC' });
    return itemsOf(body, 'items').map(({ subscriptionId }) => subscriptionId);
  };
  const third = await active();
  const ids = [first, second, third].map(({ subscriptionId }) => subscriptionId);
  expect(await order()).toEqual(ids);
  moveTo('2026-11-21T09:02:00Z');
  await ask('update', { subscriptionId: ids[0], amount: 2 });
  expect(await order()).toEqual([ids[1], ids[2], ids[0]]);
});

test('empty texts are none', async () => {
  const { create } = testSubscriptions({ choices: { emptyTexts: 'unsent' } });
  expect(await create({ phone: '', description: '' })).toMatchObject({
    phone: null,
    description: null,
  });
});

test('nothing is paid for once nothing is tried any more', async () => {
  const { active, charges, read, moveTo } = testSubscriptions({
    choices: { activeTillOfFailed: 'null', retries: 1 },
  });
  const subscription = await active();
  charges(subscription, 'declined');
  moveTo('2026-12-21T10:00:00Z');
  expect(await read(subscription)).toMatchObject({
    status: 'UNPAID',
    activeTill: subscription['activeTill'],
  });
  moveTo('2026-12-23T10:00:00Z');
  expect(await read(subscription)).toMatchObject({ status: 'PAYMENT_FAILED', activeTill: null });
});

test('charges are due at full minutes', async () => {
  const { active, payments, read, moveTo } = testSubscriptions({
    choices: { chargeMoments: 'full-minutes' },
  });
  const subscription = await active({}, firstPayment.replace('00.000', '07.250'));
  const { activeTill, nextChargeAt } = subscription;
  expect(Date.parse(String(activeTill))).toBe(Date.parse('2026-12-21T09:01:07.250Z'));
  expect(Date.parse(String(nextChargeAt))).toBe(Date.parse('2026-12-21T09:02:00Z'));
  moveTo('2026-12-21T09:01:59Z');
  expect(await payments(subscription)).toHaveLength(1);
  moveTo('2026-12-21T09:02:00Z');
  expect(await payments(subscription)).toHaveLength(2);
  const { activeTill: next } = await read(subscription);
  expect(Date.parse(String(next))).toBe(Date.parse('2027-01-21T09:01:07.250Z'));
});

test('each subscription has a credential of its own', async () => {
  const { active, core } = testSubscriptions({ choices: { credentialOwner: 'subscription' } });
  const [one, other] = [await active(), await active({}, '2026-11-21T09:02:00Z')];
  expect(one['bindingId']).not.toBe(other['bindingId']);
  const owners = [...core.store.bindings.values()].map(({ clientId }) => clientId);
  expect(new Set(owners).size).toBe(2);
  expect(owners).not.toContain('C-1');
});
