import { anAmountOf, aRestriction, byNumber } from '../../fixtures/builders/v1.ts';
import { unknownIdLike } from '../../fixtures/builders/spoil.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect } from '../../fixtures/check.ts';
import { memberOf } from '../../fixtures/transcript/exchange.ts';
import {
  carriedOut,
  answerSummary,
  type V1Client,
  type V1Operation,
} from '../../fixtures/clients/v1.ts';
import type { RequirementId } from '../../fixtures/requirements/index.ts';
import {
  anException,
  learnExceptionForm,
  learnRestrictionForm,
} from '../../fixtures/dialect/v1.ts';
import { balanceOf, promised, type V1Card } from '../../fixtures/worlds/v1.ts';
import { fundedCard } from '../../fixtures/worlds/v1-funded.ts';
import { anotherPinFor } from '../../fixtures/worlds/v1-pin.ts';
import { issuedCard } from '../../fixtures/worlds/v1-orders.ts';
import { type NotOffered, promisedPlain, validRequest } from '../../fixtures/worlds/v1-requests.ts';
import { block, noBlockForm } from '../../fixtures/worlds/v1-states.ts';
import { expectUntouched } from './balances.ts';
import { textAt } from '../../fixtures/worlds/set-up.ts';

// Document 1, part 2.1: cardIdentification.

const noCardId = 'the answer to createVirtualCard shows no cardId';
const fiveEuros = minorUnits(5_00);

for (const operation of [
  'getCardLimits',
  'changeCardLimit',
  'getCardData',
  'blockCard',
  'validateCard',
  'creditCard',
  'debitCard',
  'getTransactions',
  'getCardBalance',
  'getTokenList',
  'generatePin',
  'changePin',
  'resetPinCounter',
  'generateCVC2',
  'deleteCardLimitException',
  'setGeoRestrictions',
  'getGeoRestrictions',
] as const) {
  check(
    'v1.identification.by-card-number',
    `finds a card by its number alone in ${operation}`,
    async ({ v1, skip }) => {
      // More than one: whatever was learned before may have been about the first.
      for (let card = 1; card <= 2; card += 1) {
        const request = await validRequest(v1, operation);
        if ('missing' in request) return skip(request.missing);

        const cardNumber = memberOf(request.body, 'cardIdentification.cardNumber');
        const answer = await request.send({ ...request.body, cardIdentification: { cardNumber } });

        expect(answer).toSucceed();
      }
    },
  );
}

/** What an operation takes besides the identification, once the card is made ready for it. */
type Preparation = (v1: V1Client, card: V1Card) => Promise<object | NotOffered>;

const nothing: Preparation = async () => ({});

const operations: readonly (readonly [RequirementId, V1Operation, Preparation])[] = [
  [
    'v1.identification.validate-card-by-card-id',
    'validateCard',
    async (v1, card) => ((await block(v1, card)) ? {} : { missing: noBlockForm }),
  ],
  [
    'v1.identification.debit-card-by-card-id',
    'debitCard',
    async (_v1, card) => anAmountOf(card, fiveEuros),
  ],
  [
    'v1.identification.generate-cvc2-by-card-id',
    'generateCVC2',
    async () => ({ deliveryMethod: 'WS' }),
  ],
  [
    'v1.identification.delete-card-limit-exception-by-card-id',
    'deleteCardLimitException',
    async (v1, card) => {
      const form = await learnExceptionForm(v1);
      if (form === undefined) return { missing: 'no deletable exception is known' };
      await form.prepare(card);
      return { limitException: anException() };
    },
  ],
  ['v1.identification.get-card-balance-by-card-id', 'getCardBalance', nothing],
  [
    'v1.identification.change-pin-by-card-id',
    'changePin',
    async (v1, card) => ({ newPinData: await anotherPinFor(v1, card) }),
  ],
  ['v1.identification.reset-pin-counter-by-card-id', 'resetPinCounter', nothing],
  [
    'v1.identification.set-geo-restrictions-by-card-id',
    'setGeoRestrictions',
    async (v1) => {
      const form = await learnRestrictionForm(v1);
      return form === undefined
        ? { missing: 'no known form of setGeoRestrictions is accepted' }
        : { restrictions: form.body([aRestriction('ENABLED')]) };
    },
  ],
  ['v1.identification.get-geo-restrictions-by-card-id', 'getGeoRestrictions', nothing],
];

for (const [id, operation, prepare] of operations) {
  check(id, `finds a card by its cardId in ${operation}`, async ({ v1, skip }) => {
    const card = await fundedCard(v1, minorUnits(50_00));
    const { cardId } = card;
    if (cardId === undefined) return skip(noCardId);
    const more = await prepare(v1, card);
    if ('missing' in more) return skip(more.missing);

    const answer = await v1.ask(operation, { ...more, cardIdentification: { cardId } });

    if (!carriedOut(answer)) await promisedPlain(v1, operation);
    expect(answer).toSucceed();
  });
}

check(
  'v1.identification.card-id-means-the-card',
  'takes a debit by cardId from that card and no other',
  async ({ v1, skip }) => {
    const [card, other] = await Promise.all([
      fundedCard(v1, minorUnits(50_00)),
      fundedCard(v1, minorUnits(50_00)),
    ]);
    const { cardId } = card;
    if (cardId === undefined) return skip(noCardId);

    const debit = { ...anAmountOf(card, fiveEuros), cardIdentification: { cardId } };
    promised(await v1.debitCard(debit), 'v1.identification.debit-card-by-card-id');

    await expectUntouched(v1, other);
    const paid = card.balance - (await balanceOf(v1, card));
    expect(paid, 'what the card with the cardId has paid').toBeGreaterThanOrEqual(fiveEuros);
  },
);

for (const operation of ['debitCard', 'validateCard', 'getCardBalance', 'changePin'] as const) {
  check(
    'v1.identification.unknown-card-id',
    `does nothing in ${operation} for a cardId that no card bears`,
    async ({ v1, skip }) => {
      const card = await fundedCard(v1, minorUnits(50_00));
      const { cardId } = card;
      if (cardId === undefined) return skip(noCardId);
      const [byCardId, , prepare] = operations.find(([, name]) => name === operation) ?? [
        'v1.identification.debit-card-by-card-id' as const,
        operation,
        nothing,
      ];
      const more = await prepare(v1, card);
      if ('missing' in more) return skip(more.missing);
      const askWith = (sent: string) =>
        v1.ask(operation, { ...more, cardIdentification: { cardId: sent } });

      const answer = await askWith(unknownIdLike(cardId));

      if (operation === 'getCardBalance') expect(answer).toFindNothing();
      else expect(answer).toBeDenied();
      promised(await askWith(cardId), byCardId);
    },
  );
}

check(
  'v1.identification.flagged-mandatory-members',
  'is sent a number, an id, and both',
  async ({ v1, observe, skip }) => {
    const card = await fundedCard(v1, fiveEuros);
    const { cardId } = card;
    if (cardId === undefined) return skip(noCardId);
    const { cardNumber } = byNumber(card);

    const seen = await Promise.all(
      [
        ['cardNumber alone', { cardNumber }] as const,
        ['cardId alone', { cardId }] as const,
        ['both', { cardNumber, cardId }] as const,
      ].map(async ([what, cardIdentification]) => {
        return `${what}: ${answerSummary(await v1.getCardBalance({ cardIdentification }))}`;
      }),
    );

    observe(seen.join('; '));
  },
);

check('v1.identification.by-bar-code', 'is sent a barCode', async ({ v1, observe, skip }) => {
  const { issued } = await issuedCard(v1);
  const barCode = memberOf(issued.answer.json, 'virtualCardIdentification.barCode');
  if (typeof barCode !== 'string') return skip('the answer to createVirtualCard shows no barCode');

  observe(answerSummary(await v1.getCardBalance({ cardIdentification: { barCode } })));
});

for (const [id, member] of [
  ['v1.identification.by-mask-and-phone', 'phoneNumber'],
  ['v1.identification.by-mask-and-cardholder', 'cardholderId'],
] as const) {
  check(id, `is sent a cardNumberMask and a ${member}`, async ({ v1, observe, skip }) => {
    const { issued, customer } = await issuedCard(v1);
    const cardNumberMask = memberOf(issued.answer.json, 'virtualCardIdentification.cardNumberMask');
    if (typeof cardNumberMask !== 'string') {
      return skip('the answer to createVirtualCard shows no cardNumberMask');
    }
    const { customerNumber } = customer;
    const details = await v1.getCustomerDetails({ customerNumber });
    const value =
      member === 'phoneNumber' ? customer.phone : memberOf(details.answer.json, 'customerId');

    const cardIdentification = { cardNumberMask, [member]: value };
    observe(answerSummary(await v1.getCardBalance({ cardIdentification })));
  });
}

check(
  'v1.identification.by-external-card-id',
  'is sent an externalCardId',
  async ({ v1, observe }) => {
    const { cardId } = await fundedCard(v1, fiveEuros);

    const cardIdentification = { externalCardId: cardId ?? '1' };
    observe(answerSummary(await v1.generatePin({ cardIdentification })));
  },
);

check(
  'v1.identification.contradiction',
  'is sent the number of one card and the cardId of another',
  async ({ v1, observe, skip }) => {
    const [card, { cardId }] = await Promise.all([
      fundedCard(v1, fiveEuros),
      fundedCard(v1, fiveEuros),
    ]);
    if (cardId === undefined) return skip(noCardId);

    const cardIdentification = { ...byNumber(card), cardId };
    observe(answerSummary(await v1.getCardBalance({ cardIdentification })));
  },
);

check('v1.identification.plastic-number', 'is sent a plasticNumber', async ({ v1, observe }) => {
  const card = await fundedCard(v1, fiveEuros);

  const cardIdentification = { ...byNumber(card), plasticNumber: 1 };
  observe(answerSummary(await v1.getTokenList({ cardIdentification })));
});

check('v1.identification.expiry-beside-number', 'is sent an expDate', async ({ v1, observe }) => {
  const card = await fundedCard(v1, fiveEuros);

  const cardIdentification = { ...byNumber(card), expDate: card.expDate };
  observe(answerSummary(await v1.getCardBalance({ cardIdentification })));
});

check(
  'v1.identification.other-attributes',
  'is sent other attributes beside the number',
  async ({ v1, observe }) => {
    const { issued, customer } = await issuedCard(v1);
    const cardNumber = textAt(issued, 'virtualCardIdentification.cardNumber');
    const attributes = {
      cardLastDigitMask: cardNumber.slice(-4),
      customerId: memberOf(
        (await v1.getCustomerDetails({ customerNumber: customer.customerNumber })).answer.json,
        'customerId',
      ),
      customerNumber: customer.customerNumber,
      cvv2: memberOf(issued.answer.json, 'virtualCardIdentification.cvv2') ?? '123',
      token: '4810000000000001',
      cardTypeCode: '1',
      email: 'somebody@example.com',
      institutionId: v1.settings.institutionId,
    };

    const taken = await Promise.all(
      Object.entries(attributes).map(async ([name, value]) => {
        const cardIdentification = { cardNumber, [name]: value };
        return carriedOut(await v1.getCardBalance({ cardIdentification })) ? name : undefined;
      }),
    );

    const names = taken.filter((name) => name !== undefined);
    observe(`accepted: ${names.join(', ') || 'none'}`);
  },
);
