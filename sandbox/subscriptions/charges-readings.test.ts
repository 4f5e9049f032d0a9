import { expect, test } from 'vitest';
import { itemsOf, type Body } from '../testing.ts';
import { testSubscriptions, firstPayment } from './testing.ts';

// Readings of document 3, part 4.8, about charges and their moments.

test('charges are listed otherwise', async () => {
  const { active, charges, moveTo, payments, read } = testSubscriptions({
    choices: {
      chargesOrder: 'newest-first',
      retriedCharge: 'one-item',
      nextChargeOfUnpaid: 'null',
    },
  });
  const subscription = await active();
  const states = async (): Promise<unknown[]> =>
    (await payments(subscription)).map(({ status, created }) => [
      status,
      String(created).slice(0, 10),
    ]);
  moveTo('2026-12-22T00:00:00Z');
  charges(subscription, 'declined');
  moveTo('2027-01-22T12:00:00Z');
  expect(await read(subscription)).toMatchObject({ status: 'UNPAID', nextChargeAt: null });
  expect(await states()).toEqual([
    ['SUCCEEDED', '2026-11-21'],
    ['FAILED', '2027-01-22'],
    ['SUCCEEDED', '2026-12-21'],
  ]);
  charges(subscription, 'approved');
  moveTo('2027-01-23T12:00:00Z');
  expect(await read(subscription)).toMatchObject({
    status: 'ACTIVE',
    nextChargeAt: expect.any(String),
  });
  expect(await states()).toEqual([
    ['SUCCEEDED', '2026-11-21'],
    ['SUCCEEDED', '2027-01-23'],
    ['SUCCEEDED', '2026-12-21'],
  ]);
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

test('charges are due at midnight', async () => {
  const { active, payments, moveTo } = testSubscriptions({
    choices: { chargeMoments: 'once-a-day' },
  });
  const subscription = await active();
  const { activeTill, nextChargeAt } = subscription;
  expect(Date.parse(String(activeTill))).toBe(Date.parse('2026-12-21T09:01:00Z'));
  expect(Date.parse(String(nextChargeAt))).toBe(Date.parse('2026-12-22T00:00:00Z'));
  moveTo('2026-12-21T23:59:59Z');
  expect(await payments(subscription)).toHaveLength(1);
  moveTo('2026-12-22T00:00:00Z');
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
