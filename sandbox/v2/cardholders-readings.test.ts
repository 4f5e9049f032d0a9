import { expect, test } from 'vitest';

import { aCardholder, inside, triedWith } from '../testing.ts';

// Readings of document 2 about cardholders that the usual sandbox does not take.

test('a document belongs to one cardholder', async () => {
  const { send } = await triedWith({ repeatedDocument: 'refused' });
  const create = async (verification?: object): Promise<number> =>
    (await send('POST', '/v2/cardholders', { ...aCardholder, verification })).status;
  expect(await create({ idType: 'passport', documentId: 'X1234567' })).toBe(201);
  expect(await create({ idType: 'passport', documentId: 'X1234567' })).toBe(422);
  expect(await create({ idType: 'passport', documentId: 'X1234568' })).toBe(201);
  expect([await create({ documentId: '' }), await create({ documentId: '' })]).toEqual([201, 201]);
  expect([await create(), await create()]).toEqual([201, 201]);
});

test.for([
  ['X1234567', '****4567'],
  ['1234', '****'],
  ['', ''],
] as const)('a document %j is shown as %j', async ([documentId, shown]) => {
  const { cardholder, send } = await triedWith({ shownDocument: 'masked' });
  const verification = { idType: 'passport', documentId };
  const created = await cardholder({ verification });
  const expected = { idType: 'passport', documentId: shown };
  expect(inside(created, 'verification')).toEqual(expected);
  const path = `/v2/cardholders/${String(created['id'])}`;
  const changed = await send('PATCH', path, { firstName: 'Eva' });
  expect(inside(changed.body, 'verification')).toEqual(expected);
});

test.for([
  ['ES', '28001', 201],
  ['ES', '28001-1234', 422],
  ['US', '28001-1234', 201],
  ['GB', 'SW1A 1AA', 201],
  ['GB', '28001', 422],
  ['LV', 'LV-1010', 201],
  ['JP', '100-0001', 201],
  ['JP', '100/0001', 422],
] as const)('%s has the postal code %s: %i', async ([country, postalCode, status]) => {
  const { send } = await triedWith({ postalCodes: 'of-the-country' });
  const sent = { ...aCardholder, billingAddress: { country, postalCode } };
  expect((await send('POST', '/v2/cardholders', sent)).status).toBe(status);
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

test('cardholders are looked at more closely', async () => {
  const { send } = await triedWith({
    blankRequiredTexts: 'refused',
    longTexts: 'refused',
    unassignedCountries: 'refused',
    phoneForm: 'bare',
    idTypes: 'known',
  });
  const create = (more: object) => send('POST', '/v2/cardholders', { ...aCardholder, ...more });
  for (const more of [
    { firstName: ' ' },
    { lastName: 'x'.repeat(256) },
    { billingAddress: { country: 'ZZ', postalCode: '1' } },
    { verification: { idType: 'library card', documentId: '1' } },
  ]) {
    expect((await create(more)).status, JSON.stringify(more)).toBe(422);
  }
  const taken = await create({
    phoneNumber: '+34 (600) 000-001',
    verification: { idType: 'passport', documentId: '1' },
  });
  expect(taken).toMatchObject({ status: 201, body: { phoneNumber: '+34600000001' } });
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
