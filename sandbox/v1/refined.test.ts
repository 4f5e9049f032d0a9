import { expect, test } from 'vitest';

import { inside, itemsOf, type Body } from '../testing.ts';
import { of, type Issued, type TestV1, triedWith } from './testing.ts';

// Answers that document 1 does not show.

async function cardData({ ask }: TestV1, card: Issued): Promise<Body> {
  return inside(await ask('getCardData', { cardIdentification: of(card) }), 'cardData');
}

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

test.for([
  ['when-any', undefined, 1],
  ['always', 0, 1],
  ['never', undefined, undefined],
] as const)(
  'limits of cards show their exceptions %s',
  async ([exceptionsOfCardLimits, before, after]) => {
    const v1 = await triedWith({ exceptionsOfCardLimits });
    const card = await v1.funded();
    const shown = async (): Promise<number | undefined> => {
      const limit = await v1.limit(card);
      const isThere = Object.hasOwn(limit, 'limitExceptions');
      return isThere ? itemsOf(limit, 'limitExceptions').length : undefined;
    };
    expect(await shown()).toBe(before);
    await v1.ask('addCardLimitException', {
      cardIdentification: of(card),
      limitException: {
        limitName: 'LMTP0107',
        startDate: '2026-11-21T00:00:00',
        endDate: '2026-11-22T00:00:00',
      },
    });
    expect(await shown()).toBe(after);
  },
);

test('lists that hold nothing are left out', async () => {
  const { ask, funded } = await triedWith({ emptyGeoList: 'absent', emptyMccList: 'absent' });
  const card = await funded();
  const { accountNumber } = card;
  const cardIdentification = of(card);
  const geo = (): Promise<Body> => ask('getGeoRestrictions', { cardIdentification });
  const mcc = (): Promise<Body> => ask('getAllowedMccList', { accountNumber });
  expect([await geo(), await mcc()]).toEqual([{ responseCode: '00' }, { responseCode: '00' }]);

  const rule = { countryId: 620, regionId: 1, transactionGroupId: 2, status: 'ENABLED' };
  await ask('setGeoRestrictions', { cardIdentification, restrictions: { restriction: [rule] } });
  await ask('setAllowedMccList', { accountNumber, mccList: [5411] });
  expect([await geo(), await mcc()]).toEqual([{ restrictions: [rule] }, { mccList: [5411] }]);
});

test('debits are negative in a history', async () => {
  const { funded, debit, transfer, history } = await triedWith({
    historyAmounts: 'signed',
    historyOrder: 'oldest-first',
  });
  const [card, other] = [await funded(100), await funded()];
  await debit(card, 20);
  await transfer(card, other, 30);
  expect(await history(card)).toMatchObject([
    { operationDirection: 'CREDIT', amount: 100, amountInAccountCurrency: 100 },
    { operationDirection: 'DEBIT', amount: -20, amountInAccountCurrency: -20, requestAmount: 20 },
    { operationDirection: 'DEBIT', amount: -30, amountInAccountCurrency: -30, requestAmount: 30 },
  ]);
  expect(await history(other)).toMatchObject([{ operationDirection: 'CREDIT', amount: 30 }]);
});
