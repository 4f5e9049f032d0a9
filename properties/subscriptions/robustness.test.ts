import fc from 'fast-check';
import { uniqueNumber } from '../../fixtures/builders/faker.ts';
import { aCustomerId, aSubscription } from '../../fixtures/builders/subscriptions.ts';
import { check, expect, forAll } from '../../fixtures/check.ts';
import {
  type SubscriptionOperation,
  subscriptionOperations,
  subscriptionPath,
  type SubscriptionsClient,
} from '../../fixtures/clients/subscriptions.ts';
import { noServerErrorButOfLists } from '../../fixtures/every-answer.ts';
import { newSubscription } from '../../fixtures/worlds/subscriptions.ts';
import { answersAnyValue, anyBody, anyValue } from '../robustness.ts';

// Document 3, part 7: no request, however wrong, brings a server error.

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
      [fc.tuple(fc.constantFrom(...subscriptionOperations), fc.constantFrom(...members)), anyValue],
      answersAnyValue({
        clause: noServerErrorButOfLists,
        valid: (operation) => valid[operation](),
        send: (operation, body) => subscriptions.ask(operation, body as object),
      }),
      { share: 4, least: { commands: 128 } },
    );
  },
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

        expect(answer).toKeep(noServerErrorButOfLists);
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
