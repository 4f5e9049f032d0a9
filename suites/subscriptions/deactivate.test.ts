import { check, expect } from '../../fixtures/check.ts';
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

const noOther = 'needs a second merchant (OTHER_MERCHANT_USER_NAME, OTHER_MERCHANT_PASSWORD)';
