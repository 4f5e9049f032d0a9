import { check, expect } from '../../fixtures/check.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import type { RequirementId } from '../../fixtures/requirements/index.ts';
import { memberOf } from '../../fixtures/transcript/exchange.ts';
import { subscriptionIn, type SubscriptionsClient } from '../../fixtures/clients/subscriptions.ts';
import { aSubscription } from '../../fixtures/builders/subscriptions.ts';
import { isPaid } from '../../fixtures/worlds/gateway.ts';
import { expectStatus, lookAt, triedToPay } from '../../fixtures/worlds/subscription-charges.ts';
import {
  activeSubscription,
  type InitialPayment,
  newSubscription,
  promised,
  type TestSubscription,
} from '../../fixtures/worlds/subscriptions.ts';
import { expectSuccess } from './expectations.ts';

// Document 3, part 3.2: the states of a subscription. Those that take time stand in states.clock.test.ts.

check(
  'subscriptions.state.created-is-initiated',
  'answers a create with an INITIATED subscription',
  async ({ subscriptions }) => {
    const created = promised(
      await subscriptions.create(aSubscription()),
      'subscriptions.create.succeeds',
    );

    const words = sentExpectedGot(created, 'success (HTTP 2xx) with status INITIATED');
    expect(memberOf(subscriptionIn(created), 'status'), words).toBe('INITIATED');
  },
);

check(
  'subscriptions.state.created-is-initiated',
  'shows a created subscription as INITIATED',
  async ({ subscriptions }) => {
    const subscription = await newSubscription(subscriptions);

    expectStatus(await lookAt(subscriptions, subscription), 'INITIATED');
  },
);

check(
  'subscriptions.state.paid-is-active',
  'makes a subscription active whose initial payment succeeds',
  async ({ subscriptions, initialPayment, skip }) => {
    const subscription = await newSubscription(subscriptions);
    const impossible = await initialPayment(subscription.mdOrder);
    if (impossible !== undefined) return skip(impossible.missing);

    expectStatus(await lookAt(subscriptions, subscription), 'ACTIVE');
  },
);

check(
  'subscriptions.state.paid-is-active',
  'makes a subscription active that is paid after two attempts that were declined',
  async ({ subscriptions, initialPayment, gateway, skip }) => {
    const subscription = await newSubscription(subscriptions);
    const { mdOrder } = subscription;
    for (const outcome of ['declined', 'declined'] as const) {
      if (!(await triedToPay(initialPayment, mdOrder, outcome))) return skip(noDecline);
    }
    const { status } = await lookAt(subscriptions, subscription);
    // What is PAYMENT_FAILED need not be paid any more: how to leave that is not shown.
    if (status !== 'INITIATED') return skip('a declined attempt ends the initial payment');
    await triedToPay(initialPayment, mdOrder);
    if (!(await isPaid(gateway, { mdOrder }))) return skip('the order takes no second attempt');

    expectStatus(await lookAt(subscriptions, subscription), 'ACTIVE');
  },
);

const noDecline = 'needs a way to have the initial payment declined';

type SetUp = (
  subscriptions: SubscriptionsClient,
  initialPayment: InitialPayment,
) => Promise<TestSubscription | { readonly missing: string }>;

const worlds: readonly {
  readonly status: string;
  readonly requirement:
    | 'subscriptions.state.cancelled-from-initiated'
    | 'subscriptions.state.cancelled-from-active';
  readonly make: SetUp;
}[] = [
  {
    status: 'INITIATED',
    requirement: 'subscriptions.state.cancelled-from-initiated',
    make: (subscriptions) => newSubscription(subscriptions),
  },
  {
    status: 'ACTIVE',
    requirement: 'subscriptions.state.cancelled-from-active',
    make: (subscriptions, initialPayment) => activeSubscription(subscriptions, initialPayment),
  },
];

for (const { status, requirement, make } of worlds) {
  check(
    requirement,
    `cancels a subscription that is ${status}`,
    async ({ subscriptions, initialPayment, skip }) => {
      const subscription = await make(subscriptions, initialPayment);
      if ('missing' in subscription) return skip(subscription.missing);

      const { subscriptionId } = subscription;

      expectSuccess(await subscriptions.deactivate({ subscriptionId, force: true }));

      expectStatus(await lookAt(subscriptions, subscription), 'CANCELLED');
    },
  );

  for (const force of [true, false]) {
    check(
      'subscriptions.state.cancelled-refuses-deactivate',
      `refuses to deactivate with force ${force} what was cancelled when ${status}`,
      async ({ subscriptions, initialPayment, skip }) => {
        const subscription = await make(subscriptions, initialPayment);
        if ('missing' in subscription) return skip(subscription.missing);
        const { subscriptionId } = subscription;
        await cancels(subscriptions, subscription, requirement);

        expect(await subscriptions.deactivate({ subscriptionId, force })).toAnswer(422);
        expectStatus(await lookAt(subscriptions, subscription), 'CANCELLED');
      },
    );
  }

  check(
    'subscriptions.state.cancelled-is-final',
    `keeps cancelled what was cancelled when ${status}`,
    async ({ subscriptions, initialPayment, skip }) => {
      const subscription = await make(subscriptions, initialPayment);
      if ('missing' in subscription) return skip(subscription.missing);
      const { subscriptionId, mdOrder } = subscription;
      await cancels(subscriptions, subscription, requirement);

      await subscriptions.update({ subscriptionId, amount: 5_00 });
      await subscriptions.deactivate({ subscriptionId, force: true });
      await triedToPay(initialPayment, mdOrder);

      expectStatus(await lookAt(subscriptions, subscription), 'CANCELLED');
    },
  );
}

check(
  'subscriptions.state.cancelled-refuses-update',
  'refuses an update that it took before the cancellation',
  async ({ subscriptions, initialPayment, skip }) => {
    const active = await activeSubscription(subscriptions, initialPayment);
    if ('missing' in active) return skip(active.missing);
    const change = { subscriptionId: active.subscriptionId, amount: 5_00 };
    promised(await subscriptions.update(change), 'subscriptions.update.succeeds');
    await cancels(subscriptions, active, 'subscriptions.state.cancelled-from-active');

    expect(await subscriptions.update({ ...change, amount: 6_00 })).toAnswer(422);

    const { exchange } = await lookAt(subscriptions, active);
    const words = sentExpectedGot(exchange, 'amount 500');
    expect(memberOf(subscriptionIn(exchange), 'amount'), words).toBe(5_00);
  },
);

check(
  'subscriptions.state.cancelled-refuses-update',
  'refuses to update a subscription that was cancelled before its initial payment',
  async ({ subscriptions }) => {
    const subscription = await newSubscription(subscriptions);
    await cancels(subscriptions, subscription, 'subscriptions.state.cancelled-from-initiated');

    const { subscriptionId } = subscription;
    expect(await subscriptions.update({ subscriptionId, amount: 5_00 })).toAnswer(422);
  },
);

/** Cancels at once, as is promised. Document 3, parts 3.2 and 4.8, rule 4. */
async function cancels(
  subscriptions: SubscriptionsClient,
  { subscriptionId }: TestSubscription,
  by: RequirementId,
): Promise<void> {
  promised(await subscriptions.deactivate({ subscriptionId, force: true }), by);
}
