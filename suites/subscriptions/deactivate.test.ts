import { check, expect } from '../../fixtures/check.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import type { SubscriptionsClient } from '../../fixtures/clients/subscriptions.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { subscriptionRequests } from '../../fixtures/fields/subscriptions-requests.ts';
import {
  promised as promisedByGateway,
  statusOf as orderStatusOf,
  showsPaid,
} from '../../fixtures/worlds/gateway.ts';
import { expectPeriodKept, lookAt } from '../../fixtures/worlds/subscription-charges.ts';
import {
  activeSubscription,
  detailsOf,
  newSubscription,
  promised,
  statusOf,
} from '../../fixtures/worlds/subscriptions.ts';
import { expectShown, expectSuccess } from './expectations.ts';
import { setUpFailed } from '../../fixtures/worlds/set-up.ts';

// Document 3, part 4.8, rule 4: deactivate. From which states it leads where is part 3.2.

check(
  'subscriptions.deactivate.succeeds',
  'deactivates an active subscription',
  async ({ subscriptions, initialPayment, skip }) => {
    const subscription = await activeSubscription(subscriptions, initialPayment);
    if ('missing' in subscription) return skip(subscription.missing);
    const { subscriptionId } = subscription;

    expectSuccess(await subscriptions.deactivate({ subscriptionId }));
  },
);

check(
  'subscriptions.deactivate.succeeds',
  'deactivates an active subscription of a second merchant',
  async ({ subscriptions, initialPayment, otherMerchant, skip }) => {
    const other = subscriptions.as(otherMerchant);
    const subscription = await activeSubscription(other, initialPayment);
    if ('missing' in subscription) return skip(subscription.missing);
    const { subscriptionId } = subscription;

    expectSuccess(await other.deactivate({ subscriptionId, force: true }));

    expectShown(await detailsOf(other, subscription), { status: 'CANCELLED' });
  },
);

check(
  'subscriptions.deactivate.answers-cancelled',
  'answers CANCELLED for an active subscription, with force and without',
  async ({ subscriptions, initialPayment, skip }) => {
    for (const force of [true, false]) {
      const subscription = await activeSubscription(subscriptions, initialPayment);
      if ('missing' in subscription) return skip(subscription.missing);
      const { subscriptionId } = subscription;

      const answer = await subscriptions.deactivate({ subscriptionId, force });

      promised(answer, 'subscriptions.deactivate.succeeds');
      expectSuccess(answer, { status: 'CANCELLED' });
    }
  },
);

check(
  'subscriptions.deactivate.answers-the-id',
  'answers the id that it was sent',
  async ({ subscriptions }) => {
    const { subscriptionId } = await newSubscription(subscriptions);

    const answer = promised(await subscriptions.deactivate({ subscriptionId }), deactivated);

    expectSuccess(answer, { subscriptionId });
  },
);

check(
  'subscriptions.deactivate.needs-id',
  'refuses to deactivate without subscriptionId',
  async ({ subscriptions }) => {
    await deactivates(subscriptions);

    const answer = await subscriptions.deactivate({ force: true });

    expect(answer).toBeRefused();
  },
);

check(
  'subscriptions.deactivate.unknown',
  'answers 404 for a subscription that does not exist',
  async ({ subscriptions }) => {
    await deactivates(subscriptions);

    const answer = await subscriptions.deactivate({ subscriptionId: crypto.randomUUID() });

    expect(answer).toAnswer(404);
  },
);

check(
  'subscriptions.deactivate.other-merchant',
  "answers 404 for another merchant's subscription",
  async ({ subscriptions, otherMerchant }) => {
    await deactivates(subscriptions);
    const { subscriptionId } = await newSubscription(subscriptions);

    const answer = await subscriptions
      .as(otherMerchant)
      .deactivate({ subscriptionId, force: true });

    expect(answer).toAnswer(404);
  },
);

check(
  'subscriptions.deactivate.other-merchant-changes-nothing',
  "leaves a subscription as it was after another merchant's attempt",
  async ({ subscriptions, otherMerchant }) => {
    const subscription = await newSubscription(subscriptions);
    const { subscriptionId } = subscription;

    await subscriptions.as(otherMerchant).deactivate({ subscriptionId, force: true });

    expectShown(await detailsOf(subscriptions, subscription), { status: 'INITIATED' });
  },
);

check(
  'subscriptions.deactivate.force-cancels-at-once',
  'shows CANCELLED at once with force',
  async ({ subscriptions, initialPayment, skip }) => {
    const subscription = await activeSubscription(subscriptions, initialPayment);
    if ('missing' in subscription) return skip(subscription.missing);
    const { subscriptionId } = subscription;

    promised(
      await subscriptions.deactivate({ subscriptionId, force: true }),
      'subscriptions.deactivate.succeeds',
    );

    expectShown(await detailsOf(subscriptions, subscription), { status: 'CANCELLED' });
  },
);

check(
  'subscriptions.deactivate.force-is-optional',
  'deactivates without force, and with force false',
  async ({ subscriptions }) => {
    const [one, other] = await Promise.all([
      newSubscription(subscriptions),
      newSubscription(subscriptions),
    ]);
    await deactivates(subscriptions);

    expectSuccess(await subscriptions.deactivate({ subscriptionId: one.subscriptionId }));
    expectSuccess(
      await subscriptions.deactivate({ subscriptionId: other.subscriptionId, force: false }),
    );
  },
);

const ofForce = subscriptionRequests['subscriptions.deactivate'].members.flatMap(
  ({ path, refusals }) => (path === 'force' ? refusals : []),
);

for (const { requirement, values } of ofForce) {
  check(
    requirement,
    `refuses to deactivate with force ${values.map((one) => JSON.stringify(one)).join(' or ')}`,
    async ({ subscriptions }) => {
      const subscription = await newSubscription(subscriptions);
      const { subscriptionId } = subscription;

      for (const force of values) {
        expect(await subscriptions.deactivate({ subscriptionId, force })).toBeRefused();
      }

      expectShown(await detailsOf(subscriptions, subscription), { status: 'INITIATED' });
      promised(
        await subscriptions.deactivate({ subscriptionId, force: true }),
        'subscriptions.state.cancelled-from-initiated',
      );
    },
  );
}

check(
  'subscriptions.deactivate.when-visible',
  'deactivates an active subscription without force',
  async ({ subscriptions, initialPayment, observe, skip }) => {
    const subscription = await activeSubscription(subscriptions, initialPayment);
    if ('missing' in subscription) return skip(subscription.missing);
    const { subscriptionId } = subscription;

    promised(
      await subscriptions.deactivate({ subscriptionId }),
      'subscriptions.deactivate.succeeds',
    );

    observe(`details show ${String(await statusOf(subscriptions, subscription))} at once`);
  },
);

for (const force of [false, true]) {
  check(
    'subscriptions.deactivate.paid-order-stays-paid',
    `leaves the order of the initial payment paid, with force ${force}`,
    async ({ subscriptions, gateway, initialPayment, skip }) => {
      const own = gateway.as({ login: subscriptions.settings.login });
      const subscription = await activeSubscription(subscriptions, initialPayment);
      if ('missing' in subscription) return skip(subscription.missing);
      const { subscriptionId } = subscription;
      const before = await orderStatusOf(own, subscription);
      // An active subscription has a paid order, which is in status 1 or 2. Parts 3.1 and 3.2.
      if (!showsPaid(before)) {
        throw setUpFailed(before, 'orderStatus 1 or 2', 'gateway.order.paid-when-paid');
      }

      promised(
        await subscriptions.deactivate({ subscriptionId, force }),
        'subscriptions.deactivate.succeeds',
      );

      const after = promisedByGateway(
        await orderStatusOf(own, subscription),
        'gateway.order-status.succeeds',
      );
      if (showsPaid(after)) return;
      // Whoever ends it at once may give the money back, which what is shown of it must tell.
      const [held, returned] = ['depositedAmount', 'refundedAmount'].map((name) =>
        amountIn(after, name),
      );
      if (held === undefined || returned === undefined) {
        return skip('an order status shows no amounts, and its answer is not shown (part 4.6)');
      }
      const expected = 'orderStatus 1 or 2, or amounts of money that was given back';
      expect(held === 0 || returned > 0, sentExpectedGot(after, expected)).toBe(true);
    },
  );
}

for (const [how, part] of [
  ['force false', { force: false }],
  ['no force', {}],
] as const) {
  check(
    'subscriptions.deactivate.keeps-the-period',
    `leaves the end of the paid period where it was, with ${how}`,
    async ({ subscriptions, initialPayment, skip }) => {
      const everyTenDays = { billingIntervalValue: 10, billingIntervalUnit: 'DAYS' };
      const subscription = await activeSubscription(subscriptions, initialPayment, everyTenDays);
      if ('missing' in subscription) return skip(subscription.missing);
      const { subscriptionId } = subscription;
      const before = await lookAt(subscriptions, subscription);

      promised(
        await subscriptions.deactivate({ subscriptionId, ...part }),
        'subscriptions.deactivate.succeeds',
      );

      const missing = expectPeriodKept(before, await lookAt(subscriptions, subscription));
      if (missing !== undefined) return skip(missing);
    },
  );
}

/** What promises that an INITIATED subscription can be deactivated. */
const deactivated = 'subscriptions.state.cancelled-from-initiated';

/** A deactivation from which a refused one differs. */
async function deactivates(subscriptions: SubscriptionsClient): Promise<void> {
  const { subscriptionId } = await newSubscription(subscriptions);
  promised(await subscriptions.deactivate({ subscriptionId, force: true }), deactivated);
}

/** An amount of an order in minor units, undefined where none is shown. Document 3, part 2.1. */
function amountIn({ answer }: Exchange, name: string): number | undefined {
  const amount = memberOf(answer.json, `paymentAmountInfo.${name}`) ?? undefined;
  return amount === undefined ? undefined : Number(amount);
}
