import { check, expect, forAll, reached } from '../../fixtures/check.ts';
import { succeeded } from '../../fixtures/transcript/exchange.ts';
import type { SubscriptionsClient } from '../../fixtures/clients/subscriptions.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { expectStatus, lookAt, triedToPay } from '../../fixtures/worlds/subscription-charges.ts';
import {
  type InitialPayment,
  newSubscription,
  type TestSubscription,
} from '../../fixtures/worlds/subscriptions.ts';
import { subscriptionLife } from '../arbitraries/subscriptions.ts';
import {
  statesAfter,
  statusesOf,
  type SubscriptionEvent,
  type SubscriptionState,
} from '../models/subscription.ts';

// Document 3, part 3.2: the life of a subscription. Single steps stand in suites/subscriptions.

check(
  'subscriptions.state.through-any-run',
  'is in a status of the state table after any run of payments, updates and deactivations',
  async ({ subscriptions, initialPayment }) => {
    await forAll(
      [subscriptionLife(6)],
      async (run) => {
        const subscription = await newSubscription(subscriptions);
        let state: SubscriptionState = 'initiated';

        for (const event of run) {
          reached(`${event} when ${state}`);
          if (state === 'cancelled') reached('something when cancelled');
          const didHappen = await happen(subscriptions, initialPayment, subscription, state, event);
          if (didHappen) state = await stateSeen(subscriptions, subscription, state, event);
        }
      },
      {
        share: 0.5,
        least: {
          accepted: 40,
          depth: 8,
          reached: { 'payment when initiated': 1, 'something when cancelled': 1 },
          otherwise: 'without the control plane or the gateway the initial payments cannot be made',
        },
      },
    );
  },
);

/** Has an event happen; whether there is a way to do so. What the document refuses must be refused. */
async function happen(
  subscriptions: SubscriptionsClient,
  initialPayment: InitialPayment,
  { subscriptionId, mdOrder }: TestSubscription,
  state: SubscriptionState,
  event: SubscriptionEvent,
): Promise<boolean> {
  switch (event) {
    case 'payment':
      return triedToPay(initialPayment, mdOrder, 'approved');
    case 'decline':
      return triedToPay(initialPayment, mdOrder, 'declined');
    case 'update': {
      const updated = await subscriptions.update({ subscriptionId, amount: 7_00 });
      if (state === 'cancelled') expect(updated).toAnswer(422);
      return true;
    }
    case 'deactivate':
    case 'force': {
      const force = event === 'force';
      const deactivated = await subscriptions.deactivate({ subscriptionId, force });
      if (state === 'cancelled') expect(deactivated).toAnswer(422);
      // What was deactivated and does not show it yet may count as cancelled already.
      else if (state !== 'ending') {
        const words = sentExpectedGot(deactivated, 'success (HTTP 2xx)');
        expect(succeeded(deactivated), words).toBe(true);
      }
      return true;
    }
  }
}

/** The state in which the subscription is now, which must be one that the event leads to. */
async function stateSeen(
  subscriptions: SubscriptionsClient,
  subscription: TestSubscription,
  state: SubscriptionState,
  event: SubscriptionEvent,
): Promise<SubscriptionState> {
  const allowed = statesAfter(state, event);
  const standing = await lookAt(subscriptions, subscription);
  expectStatus(standing, ...allowed.flatMap((one) => statusesOf[one]));
  return allowed.find((one) => statusesOf[one].includes(String(standing.status))) ?? state;
}
