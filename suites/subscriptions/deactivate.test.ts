import { check, expect } from '../../fixtures/check.ts';
import { type Exchange, memberOf } from '../../fixtures/clients/exchange.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { statusOf as orderStatusOf } from '../../fixtures/worlds/gateway.ts';
import {
  activeSubscription,
  detailsOf,
  newSubscription,
  statusOf,
} from '../../fixtures/worlds/subscriptions.ts';
import { expectSuccess } from './expectations.ts';

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
  'subscriptions.deactivate.answers-cancelled',
  'answers CANCELLED for an active subscription, with force and without',
  async ({ subscriptions, initialPayment, skip }) => {
    for (const force of [true, false]) {
      const subscription = await activeSubscription(subscriptions, initialPayment);
      if ('missing' in subscription) return skip(subscription.missing);
      const { subscriptionId } = subscription;

      const answer = await subscriptions.deactivate({ subscriptionId, force });

      expectSuccess(answer, { status: 'CANCELLED' });
    }
  },
);

check(
  'subscriptions.deactivate.answers-the-id',
  'answers the id that it was sent',
  async ({ subscriptions }) => {
    const { subscriptionId } = await newSubscription(subscriptions);

    expectSuccess(await subscriptions.deactivate({ subscriptionId }), { subscriptionId });
  },
);

check(
  'subscriptions.deactivate.needs-id',
  'refuses to deactivate without subscriptionId',
  async ({ subscriptions }) => {
    const { subscriptionId } = await newSubscription(subscriptions);

    const answer = await subscriptions.deactivate({ force: true });

    expect(answer).toBeRefused();
    expectSuccess(await subscriptions.deactivate({ subscriptionId, force: true }));
  },
);

check(
  'subscriptions.deactivate.unknown',
  'answers 404 for a subscription that does not exist',
  async ({ subscriptions }) => {
    const answer = await subscriptions.deactivate({ subscriptionId: crypto.randomUUID() });

    expect(answer).toAnswer(404);
  },
);

check(
  'subscriptions.deactivate.other-merchant',
  "answers 404 for another merchant's subscription",
  async ({ subscriptions, session, skip }) => {
    const login = session.target.otherMerchant;
    if (login === undefined) return skip(noOther);
    const { subscriptionId } = await newSubscription(subscriptions);

    const answer = await subscriptions.as(login).deactivate({ subscriptionId, force: true });

    expect(answer).toAnswer(404);
    expectSuccess(await subscriptions.deactivate({ subscriptionId, force: true }));
  },
);

check(
  'subscriptions.deactivate.other-merchant-changes-nothing',
  "leaves a subscription as it was after another merchant's attempt",
  async ({ subscriptions, session, skip }) => {
    const login = session.target.otherMerchant;
    if (login === undefined) return skip(noOther);
    const subscription = await newSubscription(subscriptions);
    const { subscriptionId } = subscription;

    await subscriptions.as(login).deactivate({ subscriptionId, force: true });

    expectSuccess(await detailsOf(subscriptions, subscription), { status: 'INITIATED' });
  },
);

check(
  'subscriptions.deactivate.force-cancels-at-once',
  'shows CANCELLED at once with force',
  async ({ subscriptions, initialPayment, skip }) => {
    const subscription = await activeSubscription(subscriptions, initialPayment);
    if ('missing' in subscription) return skip(subscription.missing);
    const { subscriptionId } = subscription;

    expectSuccess(await subscriptions.deactivate({ subscriptionId, force: true }));

    expectSuccess(await detailsOf(subscriptions, subscription), { status: 'CANCELLED' });
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

    expectSuccess(await subscriptions.deactivate({ subscriptionId: one.subscriptionId }));
    expectSuccess(
      await subscriptions.deactivate({ subscriptionId: other.subscriptionId, force: false }),
    );
  },
);

check(
  'subscriptions.deactivate.when-visible',
  'deactivates an active subscription without force',
  async ({ subscriptions, initialPayment, observe, skip }) => {
    const subscription = await activeSubscription(subscriptions, initialPayment);
    if ('missing' in subscription) return skip(subscription.missing);
    const { subscriptionId } = subscription;

    expectSuccess(await subscriptions.deactivate({ subscriptionId }));

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
      if (!isOfPaid(before)) return skip('the status of an order does not show that it is paid');

      expectSuccess(await subscriptions.deactivate({ subscriptionId, force }));

      const after = await orderStatusOf(own, subscription);
      expect(after).toGoWell();
      if (isOfPaid(after)) return;
      // Whoever ends it at once may give the money back, which what is shown of it must tell.
      const [held, returned] = ['depositedAmount', 'refundedAmount'].map((name) =>
        amountIn(after, name),
      );
      if (held === undefined || returned === undefined) return skip('no such amounts are shown');
      const expected = 'orderStatus 1 or 2, or amounts of money that was given back';
      expect(held === 0 || returned > 0, sentExpectedGot(after, expected)).toBe(true);
    },
  );
}

const noOther = 'needs a second merchant (OTHER_MERCHANT_USER_NAME, OTHER_MERCHANT_PASSWORD)';

/** An order counts as paid when orderStatus is 1 or 2. Document 3, part 3.1. */
function isOfPaid({ answer }: Exchange): boolean {
  return ['1', '2'].includes(String(memberOf(answer.json, 'orderStatus')));
}

/** An amount of an order in minor units, undefined where none is shown. Document 3, part 2.1. */
function amountIn({ answer }: Exchange, name: string): number | undefined {
  const amount = memberOf(answer.json, `paymentAmountInfo.${name}`) ?? undefined;
  return amount === undefined ? undefined : Number(amount);
}
