import { expect, test } from 'vitest';
import { usualChoices } from '../choices.ts';
import { itemsOf, type Body } from '../testing.ts';
import { testSubscriptions, aSubscription, type TestSubscriptions } from './testing.ts';

// Readings of document 3, parts 3.2 and 4.8, about states and what leads to them.

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

test('each subscription has a credential of its own', async () => {
  const { active, core } = testSubscriptions({ choices: { credentialOwner: 'subscription' } });
  const [one, other] = [await active(), await active({}, '2026-11-21T09:02:00Z')];
  expect(one['bindingId']).not.toBe(other['bindingId']);
  const owners = [...core.store.bindings.values()].map(({ clientId }) => clientId);
  expect(new Set(owners).size).toBe(2);
  expect(owners).not.toContain('C-1');
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

test('who never tried to pay has not failed', async () => {
  const { create, pay, read, moveTo } = testSubscriptions({
    choices: { abandonedCheckout: 'stays-initiated' },
  });
  const [abandoned, tried] = [await create(), await create()];
  pay(tried, 'declined');
  moveTo('2026-11-21T12:00:00Z');
  expect(await read(abandoned)).toMatchObject({ status: 'INITIATED' });
  expect(await read(tried)).toMatchObject({ status: 'PAYMENT_FAILED' });
});

test('what is asked for again is what was declined', async () => {
  const { ask, active, charges, moveTo, payments } = testSubscriptions({
    choices: { retriedAmount: 'as-declined' },
  });
  const subscription = await active();
  charges(subscription, 'declined');
  moveTo('2026-12-21T12:00:00Z');
  const { subscriptionId } = subscription;
  await ask('update', { subscriptionId, amount: 900 });
  charges(subscription, 'approved');
  moveTo('2027-01-22T12:00:00Z');
  const amounts = (await payments(subscription)).map(({ amount }) => amount);
  expect(amounts).toEqual([1_500, 1_500, 1_500, 900]);
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

test('an update to more than the gateway takes is refused', async () => {
  const { ask, create } = testSubscriptions({
    mood: {
      ...usualChoices,
      gateway: { ...usualChoices.gateway, largestAmount: 2_147_483_647 },
    },
  });
  const { subscriptionId } = await create();
  const update = { subscriptionId, amount: 2_147_483_648 };
  expect(await ask('update', update)).toMatchObject({ status: 400 });
  expect(await ask('create', { ...aSubscription, amount: 2_147_483_648 })).toMatchObject({
    status: 400,
  });
});

test('what is changed or cancelled reaches the gateway', async () => {
  const { ask, create, active, payments, pay, core } = testSubscriptions({
    choices: { initialAmount: 'as-updated', credentialOfCancelled: 'disabled' },
  });
  const subscription = await create();
  const { subscriptionId, mdOrder } = subscription;
  await ask('update', { subscriptionId, amount: 900 });
  pay(subscription);
  expect(core.store.orders.get(String(mdOrder))?.depositedAmount).toBe(900);
  expect(await payments(subscription)).toMatchObject([{ amount: 900 }]);

  const other = await active({ customerId: 'C-9' });
  const twin = await active({ customerId: 'C-9' });
  const binding = core.store.bindings.get(String(other['bindingId']));
  await ask('deactivate', { subscriptionId: other['subscriptionId'] });
  expect(other['bindingId']).toBe(twin['bindingId']);
  expect(binding?.isActive).toBe(true);
  await ask('deactivate', { subscriptionId });
  const [first] = [...core.store.bindings.values()];
  expect(first?.isActive).toBe(false);
});

async function sorted(
  { ask }: TestSubscriptions,
  sortField: string,
  sortDirection: 'ASC' | 'DESC' = 'ASC',
): Promise<unknown[]> {
  return idsOf((await ask('list', { sortField, sortDirection })).body);
}

function idsOf(body: Body): unknown[] {
  return itemsOf(body, 'items').map(({ subscriptionId }) => subscriptionId);
}
