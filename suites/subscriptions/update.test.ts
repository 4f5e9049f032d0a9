import { check, expect } from '../../fixtures/check.ts';
import { subscriptionRequests } from '../../fixtures/fields/subscriptions-requests.ts';
import { inShort } from '../../fixtures/transcript/exchange.ts';
import {
  activeSubscription,
  detailsOf,
  newSubscription,
  promised,
} from '../../fixtures/worlds/subscriptions.ts';
import { expectShown, expectSuccess, momentOf, shown } from './expectations.ts';

// Document 3, part 4.8, rule 5: update. Whether an INITIATED subscription takes one is not shown.

/** The terms that a subscription has before it is updated. */
const before = { amount: 9_90, billingIntervalValue: 2, billingIntervalUnit: 'WEEKS' } as const;

/** What promises the update from which a refused one differs. */
const updated = 'subscriptions.update.succeeds';

check(
  'subscriptions.update.succeeds',
  'updates an active subscription',
  async ({ subscriptions, initialPayment, skip }) => {
    const subscription = await activeSubscription(subscriptions, initialPayment, before);
    if ('missing' in subscription) return skip(subscription.missing);
    const { subscriptionId } = subscription;

    expectSuccess(
      await subscriptions.update({
        subscriptionId,
        amount: 20_00,
        billingIntervalValue: 3,
        billingIntervalUnit: 'MONTHS',
      }),
    );
  },
);

check(
  'subscriptions.update.succeeds',
  'updates an active subscription of a second merchant',
  async ({ subscriptions, initialPayment, otherMerchant, skip }) => {
    const other = subscriptions.as(otherMerchant);
    const subscription = await activeSubscription(other, initialPayment, before);
    if ('missing' in subscription) return skip(subscription.missing);
    const { subscriptionId } = subscription;

    expectSuccess(await other.update({ subscriptionId, amount: 20_00 }));

    expectShown(await detailsOf(other, subscription), { ...before, amount: 20_00 });
  },
);

const changes = [
  ['subscriptions.update.amount', { amount: 20_15 }],
  ['subscriptions.update.amount', { amount: 1 }],
  ['subscriptions.update.interval-value', { billingIntervalValue: 3 }],
  ['subscriptions.update.interval-unit', { billingIntervalUnit: 'DAYS' }],
  ['subscriptions.update.interval-unit', { billingIntervalUnit: 'MONTHS' }],
  ['subscriptions.update.interval-unit', { billingIntervalUnit: 'YEARS' }],
] as const;

for (const [id, change] of changes) {
  check(
    id,
    `shows ${JSON.stringify(change)} once it is updated`,
    async ({ subscriptions, initialPayment, skip }) => {
      const subscription = await activeSubscription(subscriptions, initialPayment, before);
      if ('missing' in subscription) return skip(subscription.missing);
      const { subscriptionId } = subscription;

      promised(await subscriptions.update({ subscriptionId, ...change }), updated);

      expectShown(await detailsOf(subscriptions, subscription), change);
    },
  );
}

check(
  'subscriptions.update.answers-the-members',
  'answers the id, the status and the terms that hold now',
  async ({ subscriptions, initialPayment, skip }) => {
    const subscription = await activeSubscription(subscriptions, initialPayment, before);
    if ('missing' in subscription) return skip(subscription.missing);
    const { subscriptionId } = subscription;

    const answer = await subscriptions.update({ subscriptionId, amount: 20_00 });

    expectShown(answer, { subscriptionId, status: 'ACTIVE', ...before, amount: 20_00 });
  },
);

for (const change of [
  { amount: 20_00 },
  { billingIntervalValue: 3 },
  { billingIntervalUnit: 'MONTHS' },
] as const) {
  check(
    'subscriptions.update.omitted-stays',
    `keeps the other terms when ${Object.keys(change).join()} alone is updated`,
    async ({ subscriptions, initialPayment, skip }) => {
      const subscription = await activeSubscription(subscriptions, initialPayment, before);
      if ('missing' in subscription) return skip(subscription.missing);
      const { subscriptionId } = subscription;

      promised(await subscriptions.update({ subscriptionId, ...change }), updated);

      expectShown(await detailsOf(subscriptions, subscription), { ...before, ...change });
    },
  );
}

check(
  'subscriptions.update.needs-id',
  'refuses an update without subscriptionId',
  async ({ subscriptions, initialPayment, skip }) => {
    const subscription = await activeSubscription(subscriptions, initialPayment);
    if ('missing' in subscription) return skip(subscription.missing);
    const { subscriptionId } = subscription;
    promised(await subscriptions.update({ subscriptionId, amount: 20_00 }), updated);

    const answer = await subscriptions.update({ amount: 30_00 });

    expect(answer).toBeRefused();
  },
);

check(
  'subscriptions.update.unknown',
  'answers 404 for a subscription that does not exist',
  async ({ subscriptions, initialPayment, skip }) => {
    const known = await activeSubscription(subscriptions, initialPayment, before);
    if ('missing' in known) return skip(known.missing);
    const { subscriptionId } = known;
    promised(await subscriptions.update({ subscriptionId, amount: 20_00 }), updated);

    const answer = await subscriptions.update({
      subscriptionId: crypto.randomUUID(),
      amount: 20_00,
    });

    expect(answer).toAnswer(404);
  },
);

check(
  'subscriptions.update.other-merchant',
  "answers 404 for another merchant's subscription",
  async ({ subscriptions, initialPayment, otherMerchant, skip }) => {
    const subscription = await activeSubscription(subscriptions, initialPayment, before);
    if ('missing' in subscription) return skip(subscription.missing);
    const { subscriptionId } = subscription;
    promised(await subscriptions.update({ subscriptionId, amount: 20_00 }), updated);

    const answer = await subscriptions.as(otherMerchant).update({ subscriptionId, amount: 30_00 });

    expect(answer).toAnswer(404);
    expectShown(await detailsOf(subscriptions, subscription), { ...before, amount: 20_00 });
  },
);

const wrongChanges = subscriptionRequests['subscriptions.update'].members
  .filter(({ isNeeded }) => !isNeeded)
  .flatMap(({ path, refusals }) =>
    refusals.flatMap(({ requirement, values }) =>
      values.map((value) => ({ requirement, change: { [path]: value } })),
    ),
  );

for (const { requirement, change } of wrongChanges) {
  check(
    requirement,
    `refuses an update to ${JSON.stringify(change)}`,
    async ({ subscriptions, initialPayment, skip }) => {
      const subscription = await activeSubscription(subscriptions, initialPayment, before);
      if ('missing' in subscription) return skip(subscription.missing);
      const { subscriptionId } = subscription;
      promised(await subscriptions.update({ subscriptionId, amount: 20_00 }), updated);

      const answer = await subscriptions.update({ subscriptionId, ...change });

      expect(answer).toBeRefused();
      expectShown(await detailsOf(subscriptions, subscription), { ...before, amount: 20_00 });
    },
  );
}

check(
  'subscriptions.update.when-effective',
  'updates the interval from two weeks to three months',
  async ({ subscriptions, initialPayment, observe, skip }) => {
    const subscription = await activeSubscription(subscriptions, initialPayment, before);
    if ('missing' in subscription) return skip(subscription.missing);
    const { subscriptionId } = subscription;
    const nextCharge = async (): Promise<number> =>
      momentOf(shown(await detailsOf(subscriptions, subscription), 'nextChargeAt'));
    const planned = await nextCharge();

    promised(
      await subscriptions.update({
        subscriptionId,
        billingIntervalValue: 3,
        billingIntervalUnit: 'MONTHS',
      }),
      updated,
    );

    observe((await nextCharge()) === planned ? 'nextChargeAt stays' : 'nextChargeAt moves');
  },
);

check(
  'subscriptions.update.initiated',
  'is asked to update an INITIATED subscription',
  async ({ subscriptions, observe }) => {
    const { subscriptionId } = await newSubscription(subscriptions);

    observe(inShort(await subscriptions.update({ subscriptionId, amount: 20_00 })));
  },
);
