import { expect, test } from 'vitest';
import { usualChoices } from '../choices.ts';
import { inside, itemsOf, testSandbox } from '../testing.ts';
import { showMoment } from './moments.ts';
import { aSubscription, testSubscriptions } from './testing.ts';

// Readings of document 3, part 4.8, about requests and answers.

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

test('texts and ids are taken otherwise', async () => {
  const { ask, create } = testSubscriptions({
    choices: { unsentMembers: 'empty', contacts: 'normalised', malformedId: 'invalid' },
  });
  expect(await create({ email: 'Ana@Shop.example', phone: '+34 (600) 12-34' })).toMatchObject({
    email: 'ana@shop.example',
    phone: '+346001234',
    description: '',
  });
  expect(await ask('details', { subscriptionUuid: 'unknown' })).toMatchObject({ status: 400 });
  const subscriptionUuid = '00000000-0000-4000-8000-000000000000';
  expect(await ask('details', { subscriptionUuid })).toMatchObject({ status: 404 });
});

test('empty texts are none', async () => {
  const { create } = testSubscriptions({ choices: { emptyTexts: 'unsent' } });
  expect(await create({ phone: '', description: '' })).toMatchObject({
    phone: null,
    description: null,
  });
});

test('moments are without the zeros at their end, and can be sent back', async () => {
  const { ask, create, core } = testSubscriptions({ choices: { dateTime: 'trimmed' } });
  const shown = (text: string): string => showMoment(Date.parse(text), core);
  expect(shown('2026-11-21T09:00:10.000Z')).toBe('2026-11-21T09:00:10+00:00');
  expect(shown('2026-11-21T09:00:10.120Z')).toBe('2026-11-21T09:00:10.12+00:00');
  expect(shown('2026-11-21T09:00:10.005Z')).toBe('2026-11-21T09:00:10.005+00:00');
  const { created, subscriptionId } = await create();
  const { body } = await ask('list', { createdFrom: created, createdTo: created });
  expect(itemsOf(body, 'items')).toMatchObject([{ subscriptionId, created }]);
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

test('other errors win', async () => {
  const { ask, create } = testSubscriptions({
    choices: { checkedFirst: 'members', updateChecks: 'subscription-first' },
  });
  const { subscriptionId } = await create();
  expect(await ask('list', { password: 'wrong', page: 'x' })).toMatchObject({ status: 400 });
  expect(await ask('list', { password: 'wrong' })).toMatchObject({ status: 401 });
  await ask('deactivate', { subscriptionId });
  expect(await ask('update', { subscriptionId, amount: 0 })).toMatchObject({ status: 422 });
});
