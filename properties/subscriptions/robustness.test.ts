import fc from 'fast-check';
import { uniqueNumber } from '../../fixtures/builders/faker.ts';
import { withValue } from '../../fixtures/builders/spoil.ts';
import { aCustomerId, aSubscription } from '../../fixtures/builders/subscriptions.ts';
import { check, expect, forAll } from '../../fixtures/check.ts';
import type { Exchange } from '../../fixtures/transcript/exchange.ts';
import {
  type SubscriptionOperation,
  subscriptionOperations,
  subscriptionPath,
  type SubscriptionsClient,
} from '../../fixtures/clients/subscriptions.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { newSubscription } from '../../fixtures/worlds/subscriptions.ts';

// Document 3, part 7: no request, however wrong, brings a server error.

/** Any JSON there is, weighted to what commonly hurts. */
const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(
      null,
      '',
      0,
      -1,
      0.5,
      1e308,
      Number.MAX_SAFE_INTEGER,
      'x'.repeat(5_000),
      JSON.parse('{"__proto__":{"admin":true}}'),
      '\u0000',
      '\ud800',
      "' OR 1=1 --",
      '2026-02-30T25:61:61Z',
      '+275760-09-13T00:00:00Z',
      'constructor',
      [],
      ['constructor'],
      [null],
      [[[[[]]]]],
    ),
  },
);

/** Every member of part 4.8, whether or not the operation has it. */
const members = [
  'username',
  'password',
  'customerId',
  'amount',
  'currency',
  'billingIntervalValue',
  'billingIntervalUnit',
  'successUrl',
  'failUrl',
  'email',
  'phone',
  'orderNumber',
  'description',
  'statuses',
  'amountFrom',
  'amountTo',
  'createdFrom',
  'createdTo',
  'sortField',
  'sortDirection',
  'page',
  'size',
  'subscriptionUuid',
  'subscriptionId',
  'force',
  'noSuchMember',
];

check(
  'subscriptions.errors.no-server-error',
  'answers wrong members without a server error',
  async ({ subscriptions }) => {
    const valid = await validBodies(subscriptions);
    await forAll(
      [fc.constantFrom(...subscriptionOperations), fc.constantFrom(...members), anyValue],
      async (operation, member, value) => {
        const answer = await subscriptions.ask(
          operation,
          withValue(valid[operation](), member, value),
        );

        expectNoServerError(answer);
      },
      { share: 4, least: { commands: 128 } },
    );
  },
);

/** Bodies that are no JSON, or JSON of another kind than an object. */
const anyBody = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)),
  fc.constantFrom('', '{', '{"username":', '[]', 'null', '42', '"', '<a/>', '\u0000', '{"a":1}{}'),
);

const mediaTypes = [
  'application/json;charset=UTF-8',
  'application/json',
  'application/x-www-form-urlencoded',
  'text/plain',
];

check(
  'subscriptions.errors.no-server-error',
  'answers wrong bodies without a server error',
  async ({ subscriptions }) => {
    await forAll(
      [fc.constantFrom(...subscriptionOperations), fc.constantFrom(...mediaTypes), anyBody],
      async (operation, type, body) => {
        const answer = await subscriptions.send({
          operation,
          method: 'POST',
          path: subscriptionPath(operation),
          headers: { 'Content-Type': type },
          body,
        });

        expectNoServerError(answer);
      },
      { share: 2, least: { commands: 64 } },
    );
  },
);

/** Bodies with which each operation is carried out. */
async function validBodies(
  subscriptions: SubscriptionsClient,
): Promise<Readonly<Record<SubscriptionOperation, () => object>>> {
  const { subscriptionId } = await newSubscription(subscriptions);
  const customerId = aCustomerId();
  return {
    'subscriptions.create': () => aSubscription({ orderNumber: `sub-${uniqueNumber(9)}` }),
    'subscriptions.list': () => ({ customerId }),
    'subscriptions.details': () => ({ subscriptionUuid: subscriptionId }),
    'subscriptions.deactivate': () => ({ subscriptionId }),
    'subscriptions.update': () => ({ subscriptionId }),
  };
}

function expectNoServerError(exchange: Exchange): void {
  expect(exchange.answer.status, sentExpectedGot(exchange, 'no HTTP 5xx')).toBeLessThan(500);
}
