import fc from 'fast-check';
import { withValue } from '../../fixtures/builders/spoil.ts';
import { aFullCardholder, aTopUp, aTransfer } from '../../fixtures/builders/v2.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect, forAll } from '../../fixtures/check.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import type { Exchange } from '../../fixtures/transcript/exchange.ts';
import { type CardAtHand, fundedCards } from '../../fixtures/worlds/v2.ts';

// Document 2, part 7: no request, however wrong, brings a server error.

/** Any JSON there is, weighted to what commonly hurts. */
const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(
      null,
      '',
      0,
      -1,
      1e308,
      Number.MAX_SAFE_INTEGER,
      'x'.repeat(5_000),
      JSON.parse('{"__proto__":{"admin":true}}'),
      '\u0000',
      '\ud800',
      "' OR 1=1 --",
      [[[[[]]]]],
    ),
  },
);

check(
  'v2.errors.no-server-error',
  'answers wrong bodies without a server error',
  async ({ v2 }) => {
    const cards = await fundedCards(v2, [minorUnits(10_00), minorUnits(10_00)]);
    const [from, to] = cards as [CardAtHand, CardAtHand];
    const operations = [
      ['createCardholder', 'POST', '/v2/cardholders', aFullCardholder()],
      [
        'createCard',
        'POST',
        '/v2/cards',
        { productName: v2.productName, cardholder: from.cardholder },
      ],
      ['createTopUp', 'POST', '/v2/topups', aTopUp(from, minorUnits(1))],
      ['createTransfer', 'POST', '/v2/transfers', aTransfer(from, to, minorUnits(1))],
      // Nothing stands beside the member: two commands at once would be refused unread.
      ['patchCard', 'PATCH', `/v2/cards/${encodeURIComponent(to.id)}`, {}],
    ] as const;
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
      [fc.nat({ max: operations.length - 1 }), fc.constantFrom('', ...paths), anyValue],
      async (which, path, value) => {
        const [operation, method, address, body] = operations[which] as (typeof operations)[number];
        const spoiled = path === '' ? value : withValue(body, path, value);

        const answer = await v2.send({
          operation,
          method,
          path: address,
          body: JSON.stringify(spoiled),
        });

        expectNoServerError(answer);
      },
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
        expectNoServerError(await v2.send({ operation, method: 'GET', path }));
      },
      { share: 2, least: { commands: 64 } },
    );
  },
);

function expectNoServerError(exchange: Exchange): void {
  expect(exchange.answer.status, sentExpectedGot(exchange, 'no HTTP 5xx')).toBeLessThan(500);
}
