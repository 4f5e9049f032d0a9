import { expect, test } from 'vitest';
import { usualChoices } from '../choices.ts';
import { itemsOf, type Body } from '../testing.ts';
import { testSubscriptions, type TestSubscriptions } from './testing.ts';

// Readings of document 3, part 4.8, about lists.

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

test('lists are sorted otherwise', async () => {
  const { ask, create, active } = testSubscriptions({
    choices: { equalOnes: 'oldest-first', statusOrder: 'life-cycle', customerOrder: 'case-blind' },
  });
  await active({ customerId: 'b' });
  await create({ customerId: 'C' });
  await create({ customerId: 'a' });
  const customers = async (sortField: string, sortDirection: string): Promise<unknown[]> => {
    const { body } = await ask('list', { sortField, sortDirection });
    return itemsOf(body, 'items').map(({ customerId }) => customerId);
  };
  expect(await customers('CUSTOMER_ID', 'ASC')).toEqual(['a', 'b', 'C']);
  expect(await customers('STATUS', 'ASC')).toEqual(['C', 'a', 'b']);
  expect(await customers('AMOUNT', 'DESC')).toEqual(['b', 'C', 'a']);
});

test('filters are read otherwise', async () => {
  const { ask, create } = testSubscriptions({
    mood: { ...usualChoices, zone: 'Asia/Tokyo' },
    choices: { withoutZone: 'utc', emptyCustomer: 'unsent' },
  });
  await create();
  const total = async (filter: object): Promise<unknown> =>
    (await ask('list', filter)).body['totalElements'];
  expect(await total({ customerId: '' })).toBe(1);
  expect(await total({ createdFrom: '2026-11-21T09:00:00' })).toBe(1);
  expect(await total({ createdFrom: '2026-11-21T09:00:01' })).toBe(0);

  const strict = testSubscriptions({ choices: { withoutZone: 'refused' } });
  expect(await strict.ask('list', { createdFrom: '2026-11-21T09:00:00' })).toMatchObject({
    status: 400,
  });
  expect(await strict.ask('list', { createdFrom: '2026-11-21T09:00:00Z' })).toMatchObject({
    status: 200,
  });
});

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

test('a list has at most fifty of them', async () => {
  const { ask, create } = testSubscriptions({ choices: { largestSize: 50 } });
  await create();
  expect((await ask('list', { size: 60 })).body).toMatchObject({ size: 50, totalElements: 1 });
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
