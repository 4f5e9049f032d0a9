import { expect, test } from 'vitest';

import { aCardholder, inside, itemsOf, triedWith } from '../testing.ts';

// Readings of document 2 about refusals, answers and requests that the usual sandbox does not take.

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

test('each kind of resource is counted from 1', async () => {
  const { card } = await triedWith({ idStyle: 'counted' });
  expect(await card()).toMatchObject({ id: '1', cardholder: '1' });
  expect(await card()).toMatchObject({ id: '2', cardholder: '2' });
});

test('JSON is written otherwise', async () => {
  const [indented, escaped] = [
    await triedWith({ jsonText: 'indented' }),
    await triedWith({ jsonText: 'escaped' }),
  ];
  const sent = { ...aCardholder, lastName: 'Peña/Gil' };
  const first = await indented.send('POST', '/v2/cardholders', sent);
  expect(first.text).toContain('\n  "lastName": "Peña/Gil"');
  const second = await escaped.send('POST', '/v2/cardholders', sent);
  expect(second.text).toContain(String.raw`"lastName":"Pe\u00f1a\/Gil"`);
  expect(second.body['lastName']).toBe('Peña/Gil');
});

test('fractions of seconds are as long as they must be, or longer', async () => {
  const { card, topUp } = await triedWith({
    cardDateTime: 'trimmed',
    movementDateTime: 'utc-nanoseconds',
  });
  const issued = await card();
  expect(issued['creationDate']).toMatch(/^2026-11-21T22:00:\d\d(\.\d{0,2}[1-9])?$/);
  expect((await topUp(issued, 5)).body['creationDate']).toMatch(/T22:00:\d\d\.\d{9}Z$/);
});

test('what was created is told by its address, in answers that are compressed', async () => {
  const { send } = await triedWith({ locationHeader: 'given', compression: 'gzip' });
  const { body, headers } = await send('POST', '/v2/cardholders', aCardholder);
  expect(headers.get('content-encoding')).toBe('gzip');
  expect(headers.get('location')).toBe(`/v2/cardholders/${String(body['id'])}`);
  const read = await send('GET', headers.get('location') ?? '');
  expect(read.body).toEqual(body);
  expect(read.headers.get('location')).toBeNull();
  expect((await send('GET', '/v2/cardholders/none')).status).toBe(404);
});

test('names and words are taken in any case', async () => {
  const { send, card, patch, topUp, list } = await triedWith({
    memberCase: 'any',
    wordCase: 'any',
    unknownMembers: 'refused',
  });
  const { firstName, ...rest } = aCardholder;
  const created = await send('POST', '/v2/cardholders', { ...rest, FirstName: firstName });
  expect(created).toMatchObject({ status: 201, body: { firstName } });
  const issued = await card();
  expect((await topUp(issued, 5, { currency: 'eur' })).body).toMatchObject({ currency: 'EUR' });
  const limits = await patch(issued, { SpendingLimits: [{ amount: 7, Interval: 'DAILY' }] });
  expect(itemsOf(limits.body, 'spendingLimits')[0]).toEqual({ amount: 7, interval: 'daily' });
  expect((await patch(issued, { status: 'Blocked' })).body['status']).toBe('blocked');
  expect((await patch(issued, { status: 'frozen' })).status).toBe(422);
  expect((await patch(issued, { reissueCard: 'Lost' })).status).toBe(200);
  const cardNumberFltr = String(issued['number']);
  expect((await list({ cardNumberFltr, statusFltr: 'Approved' })).status).toBe(200);
});

test('texts are refused that not every database stores', async () => {
  const { send } = await triedWith({ textCharacters: 'storable' });
  for (const [lastName, status] of [
    ['Peña Łoś', 201],
    ['Gil\u0000', 422],
    ['Gil \u{1F4B3}', 422],
  ] as const) {
    expect((await send('POST', '/v2/cardholders', { ...aCardholder, lastName })).status).toBe(
      status,
    );
  }
});

test('fractions of seconds and full numbers are in the answers of creations only', async () => {
  const { send, cardholder, card, read, transfer, list, sandbox } = await triedWith({
    storedMoments: 'whole-seconds',
    numbersInMovements: 'masked-in-lists',
  });
  const { id } = await cardholder();
  const productName = sandbox.environment['V2_PRODUCT_NAME'];
  const issued = (await send('POST', '/v2/cards', { productName, cardholder: id })).body;
  expect(issued['creationDate']).toMatch(/^2026-11-21T22:00:\d\d\.\d{3}$/);
  expect((await read(issued))['creationDate']).toBe(String(issued['creationDate']).slice(0, 19));

  const [one, other] = [await card(500), await card()];
  const { body } = await transfer(one, other, 5);
  expect(body['creationDate']).toMatch(/\.\d{3}Z$/);
  expect(inside(body, 'sourceCard')['cardNumber']).toBe(one['number']);
  const listed = await list({ cardNumberFltr: String(one['number']) });
  expect(itemsOf(listed.body, 'transfers')).toMatchObject([
    {
      id: body['id'],
      creationDate: expect.stringMatching(/T22:00:\d\dZ$/),
      sourceCard: { cardNumber: one['numberMask'] },
      destinationCard: { cardNumber: other['numberMask'] },
    },
  ]);
});

test('ids, account numbers and moments have other forms', async () => {
  const { card, read, topUp, control } = await triedWith({
    idStyle: 'global',
    accountNumberStyle: 'twenty-digits',
    cardDateTime: 'shortest',
    movementDateTime: 'bare-offset',
    zone: 'Europe/Madrid',
  });
  const issued = await card();
  expect(issued['id']).toMatch(/^[A-Za-z0-9]+=+$/);
  expect((await read(issued))['id']).toBe(issued['id']);
  expect(inside(issued, 'account')['accountNumber']).toMatch(/^\d{20}$/);
  expect(issued['creationDate']).toMatch(/^2026-11-21T23:00(:\d\d)?(\.\d{3})?$/);
  await control('PUT', '/clock', { now: '2026-12-21T22:00:00Z' });
  expect((await topUp(issued, 5)).body['creationDate']).toMatch(
    /^2026-12-21T23:00:\d\d\.\d{3}\+0100$/,
  );
});

test('an error is said in the words of a framework', async () => {
  const { send } = await triedWith({ errorBody: 'framework' });
  expect(await send('GET', '/v2/cards/none')).toMatchObject({
    status: 404,
    body: { status: 404, error: 'Not Found', timestamp: expect.any(String) },
  });
});
