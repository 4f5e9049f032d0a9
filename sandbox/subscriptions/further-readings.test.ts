import { expect, test } from 'vitest';

import { usualChoices } from '../choices.ts';
import { inside, itemsOf, testSandbox } from '../testing.ts';
import { aSubscription, testSubscriptions } from './testing.ts';

// Readings of document 3, part 4.8 that frameworks and billing services take.

test('answers are written as frameworks write them', async () => {
  const { ask, create, core } = testSubscriptions({
    choices: { contentType: 'application/json', errorWords: 'reason-phrase', wordCase: 'any' },
  });
  expect(await create({ billingIntervalUnit: 'weeks' })).toMatchObject({
    billingIntervalUnit: 'WEEKS',
  });
  const list = await ask('list', {
    statuses: ['initiated'],
    sortField: 'amount',
    sortDirection: 'asc',
  });
  expect(list).toMatchObject({ status: 200, type: 'application/json', body: { totalElements: 1 } });
  expect(await ask('create', { ...aSubscription, amount: 0 })).toEqual({
    status: 400,
    type: 'application/json',
    body: { status: 400, error: 'Bad Request', message: expect.stringContaining('amount') },
  });
  const { orderNumber } = [...core.store.orders.values()][0] ?? {};
  expect(await ask('create', { ...aSubscription, orderNumber })).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('order with this number') },
  });
});

test('checkoutUrl leads to the payment page', async () => {
  const { subscriptions } = usualChoices;
  const { send, sandbox } = await testSandbox({
    choices: { ...usualChoices, subscriptions: { ...subscriptions, checkoutUrl: 'redirect' } },
  });
  const { body } = await send('POST', '/v1/subscriptions', {
    username: sandbox.environment['SUBSCRIPTIONS_USER_NAME'],
    password: sandbox.environment['SUBSCRIPTIONS_PASSWORD'],
    ...aSubscription,
  });
  const { pathname } = new URL(String(body['checkoutUrl']));
  const page = await send('GET', pathname);
  expect(page.status).toBe(200);
  expect(page.text).toContain(String(inside(body, 'subscription')['mdOrder']));
  expect(await send('GET', `${pathname}0`)).toMatchObject({ status: 404 });
});

test('lists end before createdTo, and equal ones are sorted by their ids', async () => {
  const { ask, create } = testSubscriptions({
    choices: { createdTo: 'exclusive', equalOnes: 'by-id', dateTime: 'seconds' },
  });
  const created = [await create(), await create(), await create()];
  const ids = created.map(({ subscriptionId }) => String(subscriptionId));
  const { body } = await ask('list', { sortField: 'AMOUNT', sortDirection: 'ASC' });
  expect(itemsOf(body, 'items').map(({ subscriptionId }) => subscriptionId)).toEqual(
    ids.toSorted(),
  );
  const moment = created[2]?.['created'];
  const total = async (filter: object): Promise<unknown> =>
    (await ask('list', filter)).body['totalElements'];
  expect(await total({ createdTo: created[0]?.['created'] })).toBe(0);
  expect(await total({ createdFrom: created[0]?.['created'] })).toBe(3);
  expect(await total({ createdFrom: moment, createdTo: moment })).toBe(0);
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
