import { expect, test } from 'vitest';

import { aCardholder, balanceOf, inside, triedWith } from '../testing.ts';

// What teams settle by custom where document 2 is silent.

test('an expiry date is not looked at', async () => {
  const { card, transfer, read } = await triedWith({
    wrongExpiry: 'approve',
    missingExpiry: 'approve',
  });
  const [one, other] = [await card(100), await card()];
  const { number: cardNumber, expiryDate } = one;
  const wrong = await transfer(one, other, 5, { sourceCard: { cardNumber, expiryDate: '203001' } });
  expect(wrong.body).toMatchObject({ status: 'approved', sourceCard: { expiryDate: '203001' } });
  const none = await transfer(one, other, 5, { sourceCard: { cardNumber } });
  expect(none.body).toMatchObject({ status: 'approved', sourceCard: { expiryDate } });
  expect(balanceOf(await read(other))).toBe(10);
  const malformed = { sourceCard: { cardNumber, expiryDate: '1/30' } };
  expect((await transfer(one, other, 5, malformed)).status).toBe(422);
});

test('an e-mail address belongs to one cardholder', async () => {
  const { send } = await triedWith({ repeatedEmail: 'refused' });
  const create = async (more: object): Promise<number> =>
    (await send('POST', '/v2/cardholders', { ...aCardholder, ...more })).status;
  expect(await create({ email: 'ana@example.test' })).toBe(201);
  expect(await create({ email: 'Ana@example.test' })).toBe(422);
  expect(await create({ email: 'eva@example.test' })).toBe(201);
  expect([await create({}), await create({})]).toEqual([201, 201]);
});

test('optional texts that are empty count as not sent', async () => {
  const { cardholder } = await triedWith({ emptyOptionalTexts: 'unsent' });
  const created = await cardholder({
    email: '',
    dateOfBirth: '',
    billingAddress: { country: 'ES', postalCode: '28001', city: '', line1: 'Calle Mayor 1' },
    verification: { idType: 'passport', documentId: '' },
  });
  for (const name of ['email', 'dateOfBirth']) expect(created).not.toHaveProperty(name);
  expect(inside(created, 'verification')).toEqual({ idType: 'passport' });
  expect(inside(created, 'billingAddress')).toEqual({
    country: 'ES',
    postalCode: '28001',
    line1: 'Calle Mayor 1',
  });
});

test('an address is replaced as a whole', async () => {
  const { cardholder, send } = await triedWith({ addressUpdate: 'replaced' });
  const billingAddress = { country: 'ES', postalCode: '28001', city: 'Madrid' };
  const path = `/v2/cardholders/${String((await cardholder({ billingAddress }))['id'])}`;
  const named = await send('PATCH', path, { firstName: 'Eva' });
  expect(named.body).toMatchObject({ firstName: 'Eva', billingAddress });
  const moved = await send('PATCH', path, { billingAddress: { line1: 'Calle Mayor 1' } });
  expect(inside(moved.body, 'billingAddress')).toEqual({
    country: 'ES',
    postalCode: '28001',
    line1: 'Calle Mayor 1',
  });
});
