import { subscriptionRequests } from '../../../fixtures/fields/subscriptions-requests.ts';
import { type Fault, fault } from '../fault.ts';
import { refusesSubscription, withMembers } from './tampering.ts';

// Document 3, part 4.8: values that are to be refused, taken for others or answered with another status.

export const subscriptionRequestFaults: readonly Fault[] = (
  ['create', 'update', 'deactivate'] as const
).flatMap((operation) =>
  subscriptionRequests[`subscriptions.${operation}`].members.flatMap(({ path, refusals }) =>
    refusals.flatMap(({ requirement, what = `no ${path}`, values, status, takenFor }) => [
      ...Object.entries(takenFor).map(([slug, change]) =>
        fault(
          requirement,
          slug,
          `takes ${what} in ${operation}: ${slug.replaceAll('-', ' ')}`,
          withMembers(operation, (body) => ({ [path]: change(body[path]) })),
        ),
      ),
      ...(status === undefined
        ? []
        : [
            fault(
              requirement,
              'another-status',
              `answers 422 to ${what} in ${operation}`,
              refusesSubscription(operation, ({ body }) => values.includes(body[path]), 422),
            ),
          ]),
    ]),
  ),
);
