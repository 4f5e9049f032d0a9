import fc from 'fast-check';
import { aFullCardholder, aTopUp, aTransfer } from '../../fixtures/builders/v2.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect, forAll } from '../../fixtures/check.ts';
import { noServerError } from '../../fixtures/every-answer.ts';
import { type TestCard, fundedCards } from '../../fixtures/worlds/v2.ts';
import { answersAnyValue, anyValue } from '../robustness.ts';

// Document 2, part 7: no request, however wrong, brings a server error.

check(
  'v2.errors.no-server-error',
  'answers wrong bodies without a server error',
  async ({ v2 }) => {
    const cards = await fundedCards(v2, [minorUnits(10_00), minorUnits(10_00)]);
    const [from, to] = cards as [TestCard, TestCard];
    const operations = {
      createCardholder: ['POST', '/v2/cardholders', aFullCardholder()],
      createCard: [
        'POST',
        '/v2/cards',
        { productName: v2.productName, cardholder: from.cardholder },
      ],
      createTopUp: ['POST', '/v2/topups', aTopUp(from, minorUnits(1))],
      createTransfer: ['POST', '/v2/transfers', aTransfer(from, to, minorUnits(1))],
      // Nothing stands beside the member: two commands at once would be refused unread.
      patchCard: ['PATCH', `/v2/cards/${encodeURIComponent(to.id)}`, {}],
    } as const;
    const names = Object.keys(operations) as (keyof typeof operations)[];
    const paths = [
      'billingAddress',
      'billingAddress.country',
      'firstName',
      'dateOfBirth',
      'verification',
      'productName',
      'cardholder',
      'amount',
      'currency',
      'destinationCard',
      'destinationCard.cardNumber',
      'sourceCard',
      'sourceCard.expiryDate',
      'status',
      'spendingLimits',
      'pin',
      'resetPinCounter',
      'reissueCard',
      'noSuchMember',
    ];

    await forAll(
      [fc.tuple(fc.constantFrom(...names), fc.constantFrom('', ...paths)), anyValue],
      answersAnyValue({
        clause: noServerError,
        valid: (operation) => operations[operation][2],
        send: (operation, body) => {
          const [method, path] = operations[operation];
          return v2.send({ operation, method, path, body: JSON.stringify(body) });
        },
      }),
      { share: 4, least: { commands: 128 } },
    );
  },
);

check(
  'v2.errors.no-server-error',
  'answers wrong addresses without a server error',
  async ({ v2 }) => {
    const text = fc.oneof(
      fc.string({ maxLength: 30 }).map(encodeURIComponent),
      fc.constantFrom(
        '%00',
        '%ff',
        '%',
        '..%2f..',
        '%2e%2e',
        'a'.repeat(2_000),
        '%F0%9F%92%B3',
        '-1',
        '0',
      ),
    );
    const addresses = fc.oneof(
      text.map((id) => ['getCard', `/v2/cards/${id}`] as const),
      text.map((id) => ['getCardholder', `/v2/cardholders/${id}`] as const),
      fc
        .tuple(
          fc.constantFrom('cardNumberFltr', 'periodStartFltr', 'periodEndFltr', 'statusFltr', 'x'),
          text,
          text,
        )
        .map(
          ([name, value, card]) =>
            ['listTransfers', `/v2/transfers?cardNumberFltr=${card}&${name}=${value}`] as const,
        ),
    );
    await forAll(
      [addresses],
      async ([operation, path]) => {
        expect(await v2.send({ operation, method: 'GET', path })).toKeep(noServerError);
      },
      { share: 2, least: { commands: 64 } },
    );
  },
);
