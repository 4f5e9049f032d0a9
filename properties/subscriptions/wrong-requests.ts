import { aSubscription } from '../../fixtures/builders/subscriptions.ts';
import { subscriptionRequests } from '../../fixtures/fields/subscriptions-requests.ts';
import type { SubscriptionOperation } from '../../fixtures/clients/subscriptions.ts';
import type { TestSubscription } from '../../fixtures/worlds/subscriptions.ts';

/** A request, and what is special about it. */
export interface Request {
  readonly operation: SubscriptionOperation;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A valid request of an operation about a subscription. */
export function validRequest(
  operation: SubscriptionOperation,
  { subscriptionId, customerId }: TestSubscription,
): Request {
  switch (operation) {
    case 'subscriptions.create':
      return { operation, body: aSubscription({ customerId }) };
    case 'subscriptions.list':
      return { operation, body: { customerId } };
    case 'subscriptions.details':
      return { operation, body: { subscriptionUuid: subscriptionId } };
    case 'subscriptions.deactivate':
      return { operation, body: { subscriptionId, force: true } };
    case 'subscriptions.update':
      return {
        operation,
        body: {
          subscriptionId,
          amount: 77_77,
          billingIntervalValue: 7,
          billingIntervalUnit: 'DAYS',
        },
      };
  }
}

/**
 * Requests that the document has refused, each invalid in one thing. Document 3, part 4.8. What only a
 * careful engineer would refuse is left out: it may lawfully be carried out.
 */
export function wrongRequests(
  operation: SubscriptionOperation,
  subject: TestSubscription,
): readonly Request[] {
  const { body } = validRequest(operation, subject);
  const invalid = subscriptionRequests[operation].members.flatMap(({ path, refusals }) =>
    refusals
      .filter(({ level }) => level !== 'advisory')
      .flatMap(({ values }) => values.map((value) => ({ ...body, [path]: value }))),
  );
  const others =
    operation === 'subscriptions.create'
      ? [{ ...body, email: undefined, phone: undefined }]
      : idMembers
          .filter((name) => Object.hasOwn(body, name))
          .map((name) => ({ ...body, [name]: crypto.randomUUID() }));
  return [...invalid, ...others].map((wrong) => ({ operation, body: wrong }));
}

const idMembers = ['subscriptionId', 'subscriptionUuid'] as const;

/** A request for who reads a failure. */
export function inWords({ operation, body }: Request): string {
  return `${operation.replace('subscriptions.', '')} ${JSON.stringify(body)}`;
}
