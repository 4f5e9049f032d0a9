import { setTimeout as sleep } from 'node:timers/promises';
import { aCustomerId } from '../../fixtures/builders/subscriptions.ts';
import type { SubscriptionsClient } from '../../fixtures/clients/subscriptions.ts';
import {
  detailsOf,
  newSubscription,
  promised,
  type TestSubscription,
} from '../../fixtures/worlds/subscriptions.ts';
import { momentOf, shown } from './expectations.ts';
import { setUpFailed } from '../../fixtures/worlds/set-up.ts';

// Subscriptions that checks of the list look at, document 3, part 4.8, rule 2.

/** Five subscriptions of a customer; they are only read, so all checks look at the same. */
export function fiveOf(subscriptions: SubscriptionsClient) {
  return subscriptions.learn('five subscriptions of a customer', async () => {
    const customerId = aCustomerId();
    const all = await Promise.all(
      Array.from({ length: 5 }, () => newSubscription(subscriptions, { customerId })),
    );
    return { customerId, all };
  });
}

interface TwoInTime {
  readonly customerId: string;
  readonly older: TestSubscription;
  readonly newer: TestSubscription;
  /** A moment after the one and before the other; undefined where `created` is too coarse for that. */
  readonly between: string | undefined;
}

/** Long enough that a whole second lies between, also where created is shown in seconds. */
const pauseMs = 2_200;

/** Two subscriptions of a customer, created one after the other; only read, as above. */
export function twoInTime(subscriptions: SubscriptionsClient): Promise<TwoInTime> {
  return subscriptions.learn('two subscriptions in time', async () => {
    const customerId = aCustomerId();
    const older = await newSubscription(subscriptions, { customerId });
    await sleep(pauseMs);
    const newer = await newSubscription(subscriptions, { customerId });
    const [before, after] = await Promise.all([older, newer].map(createdOf(subscriptions)));

    if (before === undefined || after === undefined)
      return { customerId, older, newer, between: undefined };
    const middle = Math.floor((before + after) / 2_000) * 1_000;
    const between = after - before > 1_500 ? withoutFraction(new Date(middle)) : undefined;
    return { customerId, older, newer, between };
  });
}

/** When a subscription was created, in milliseconds since 1970. Document 3, part 2.3. */
export function createdOf(subscriptions: SubscriptionsClient) {
  return async (subscription: TestSubscription): Promise<number> => {
    const details = promised(
      await detailsOf(subscriptions, subscription),
      'subscriptions.details.succeeds',
    );
    const created = momentOf(shown(details, 'created'));
    if (Number.isNaN(created)) {
      const promise = 'subscriptions.subscription.created-is-a-date-time';
      throw setUpFailed(details, 'created, a date-time', promise);
    }
    return created;
  };
}

function withoutFraction(moment: Date): string {
  return moment.toISOString().replace('.000', '');
}

/** Two subscriptions of a customer in statuses that no payment is needed for. */
export async function inTwoStatuses(subscriptions: SubscriptionsClient) {
  const customerId = aCustomerId();
  const [INITIATED, CANCELLED] = (await Promise.all(
    [1, 2].map(() => newSubscription(subscriptions, { customerId })),
  )) as [TestSubscription, TestSubscription];
  const { subscriptionId } = CANCELLED;
  promised(
    await subscriptions.deactivate({ subscriptionId, force: true }),
    'subscriptions.state.cancelled-from-initiated',
  );
  return { customerId, INITIATED, CANCELLED };
}
