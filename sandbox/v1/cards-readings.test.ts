import { expect, test } from 'vitest';

import { type Body, inside, itemsOf } from '../testing.ts';
import { isSuccess, type Issued, of, type TestV1, triedWith } from './testing.ts';

// Readings of document 1 about cards that the usual sandbox does not take.

async function entry({ ask }: TestV1, accountNumber: string): Promise<Body> {
  const data = inside(await ask('getAccountData', { accountNumber }), 'accountData');
  return itemsOf(data, 'cards')[0] ?? {};
}

async function cardData({ ask }: TestV1, card: Issued): Promise<Body> {
  return inside(await ask('getCardData', { cardIdentification: of(card) }), 'cardData');
}

test('a product is found by the first digits of its number', async () => {
  const { register, issue, call, creation, sandbox } = await triedWith({ productNumber: 'by-bin' });
  const customer = await register();
  const bin = sandbox.environment['V1_CARD_BIN'];
  const cardIdentification = { cardNumber: `${bin}1234567890` };
  expect((await issue(customer, { cardIdentification })).cardNumber).toMatch(
    new RegExp(`^${bin}\\d{10}$`),
  );
  const other = { cardIdentification: { cardNumber: '1234560000000000' } };
  expect(isSuccess(await call('createVirtualCard', creation(customer.accountNumber, other)))).toBe(
    false,
  );
});

test.for([
  ['YYYY-MM-DD', '9099-12-31'],
  ['MM/YY', '12/99'],
] as const)('cards expire on a date written %s', async ([expiryDateForm, expiryDate]) => {
  const v1 = await triedWith({ expiryDateForm });
  const card = await v1.funded();
  const data = await v1.ask('getCardData', { cardIdentification: of(card) });
  expect(inside(data, 'cardData')).toMatchObject({ expiryDate });
  expect(await entry(v1, card.accountNumber)).toMatchObject({ expiryDate });
  expect(card.expDate).toBe('909912');
});

test('a new PIN or an unlocked card clears the count of wrong entries', async () => {
  const { funded, ask, control, history } = await triedWith(
    { denialsAfterValidate: 'cleared' },
    { denialsAfterNewPin: 'cleared' },
  );
  const card = await funded();
  const cardIdentification = of(card);
  const denials = async (): Promise<unknown> => {
    const { cardData } = await ask('getCardData', { cardIdentification });
    return inside({ cardData }, 'cardData')['pinDenialCounter'];
  };
  for (const [operation, more] of [
    ['validateCard', {}],
    ['generatePin', { pinValue: '4071' }],
    ['changePin', { newPinData: '8071' }],
  ] as const) {
    await control('POST', `/cards/${card.cardNumber}/pin-denials`);
    expect(await denials()).toBe(1);
    await ask(operation, { cardIdentification, ...more });
    expect(await denials()).toBe(0);
  }
  expect(await history(card)).toEqual([]);
});

test('half of a number is its first half, and fractions of seconds are shown', async () => {
  const v1 = await triedWith({ halfNumber: 'first-half', resultDateTime: 'local-milliseconds' });
  const body = v1.creation((await v1.register()).accountNumber, {
    deliveryMethod: 'HALF_AND_HALF',
  });
  const card = inside(await v1.ask('createVirtualCard', body), 'virtualCardIdentification');
  expect(card['cardNumber']).toMatch(/^\d{8}\*{8}$/);
  expect(card['cardNumberMask']).toBe(card['cardNumber']);
  const { cardNumber } = await v1.funded();
  const answer = await v1.ask('validateCard', { cardIdentification: { cardNumber } });
  expect(answer['localTransactionDate']).toMatch(/^2026-11-21T09:00:\d\d\.\d{3}$/);
});

test('card data shows a masked number, or none', async () => {
  const masking = await triedWith({ numberInCardData: 'masked' });
  const masked = await cardData(masking, await masking.funded());
  expect(masked['cardNumber']).toMatch(/^\d{6}\*+\d{4}$/);
  expect(masked['cardNumber']).toBe(masked['cardNumberMask']);
  const silent = await triedWith({ numberInCardData: 'absent' });
  expect(await cardData(silent, await silent.funded())).not.toHaveProperty('cardNumber');
});

test('card data tells the state in a word, and nothing of the account', async () => {
  const v1 = await triedWith({ statusInCardData: 'card-status', accountsInCardData: 'absent' });
  const card = await v1.funded();
  const data = await cardData(v1, card);
  expect(data).toMatchObject({ cardStatus: 'ACTIVE', cardId: card.cardId });
  expect(data).not.toHaveProperty('accounts');
  expect(data).not.toHaveProperty('hotCardStatus');
  await v1.ask('blockCard', { cardIdentification: of(card) });
  expect((await cardData(v1, card))['cardStatus']).toBe('BLOCKED');
});
