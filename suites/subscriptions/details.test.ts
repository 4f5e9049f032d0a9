import { check, expect } from '../../fixtures/check.ts';
import { inSmokeOnly } from '../../fixtures/repeated.ts';
import { type Exchange, inShort, memberOf } from '../../fixtures/transcript/exchange.ts';
import {
  isSubscriptionSuccess,
  paymentsIn,
  subscriptionIn,
} from '../../fixtures/clients/subscriptions.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import {
  activeSubscription,
  detailsOf,
  newSubscription,
  promised,
} from '../../fixtures/worlds/subscriptions.ts';
import { expectSuccess } from './expectations.ts';

// Document 3, part 4.8, rule 3: details.

check(
  'subscriptions.details.succeeds',
  'shows a subscription that was created',
  async ({ subscriptions }) => {
    const subscription = await newSubscription(subscriptions);

    const answer = await detailsOf(subscriptions, subscription);

    expectSuccess(answer, { subscriptionId: subscription.subscriptionId });
  },
);

check(
  'subscriptions.details.needs-uuid',
  'refuses details without subscriptionUuid',
  async ({ subscriptions }) => {
    const subscription = await newSubscription(subscriptions);
    promised(await detailsOf(subscriptions, subscription), succeeds);

    const answer = await subscriptions.details({});

    expect(answer).toBeRefused();
  },
);

check(
  'subscriptions.details.unknown',
  'answers 404 to details of a subscription that does not exist',
  async ({ subscriptions }) => {
    promised(await detailsOf(subscriptions, await newSubscription(subscriptions)), succeeds);

    const answer = await detailsOf(subscriptions, { subscriptionId: crypto.randomUUID() });

    expect(answer).toAnswer(404);
  },
);

check(
  'subscriptions.details.other-merchant',
  "answers 404 to details of another merchant's subscription",
  async ({ subscriptions, otherMerchant }) => {
    const subscription = await newSubscription(subscriptions);
    promised(await detailsOf(subscriptions, subscription), succeeds);

    const answer = await detailsOf(subscriptions.as(otherMerchant), subscription);

    expect(answer).toAnswer(404);
  },
);

check(
  'subscriptions.details.other-merchant',
  "shows nothing of another merchant's subscription, whatever is sent beside its id",
  async ({ subscriptions, otherMerchant }) => {
    const other = subscriptions.as(otherMerchant);
    const { subscriptionId, customerId, mdOrder } = await newSubscription(subscriptions);
    const own = await newSubscription(other);

    for (const beside of [
      { customerId },
      { mdOrder },
      { subscriptionId },
      { subscriptionId: own.subscriptionId },
      { merchantLogin: otherMerchant.userName },
    ]) {
      const answer = await other.details({ subscriptionUuid: subscriptionId, ...beside });

      // Members that are not listed may be refused, or lead to one of its own.
      const shown = memberOf(subscriptionIn(answer), 'subscriptionId');
      const words = sentExpectedGot(answer, 'nothing of the subscription');
      expect(isSubscriptionSuccess(answer) && shown === subscriptionId, words).toBe(false);
    }
  },
);

if (!inSmokeOnly()) {
  check(
    'subscriptions.details.other-merchant',
    "answers 404 to details of another merchant's subscription in each state, before its owner reads it and after",
    async ({ subscriptions, initialPayment, otherMerchant }) => {
      const other = subscriptions.as(otherMerchant);
      const active = await activeSubscription(subscriptions, initialPayment);
      const ended = await newSubscription(subscriptions);
      const some = [await newSubscription(subscriptions), ended];
      if (!('missing' in active)) some.push(active);
      await subscriptions.deactivate({ subscriptionId: ended.subscriptionId, force: true });
      for (const subscription of some) {
        const asks = [
          await detailsOf(other, subscription),
          promised(await detailsOf(subscriptions, subscription), succeeds),
          await detailsOf(other, subscription),
        ];
        const strangers = asks.filter((_ask, index) => index !== 1);
        const words = sentExpectedGot(asks, 'HTTP 404 for the other merchant, both times');
        expect(
          strangers.map(({ answer }) => answer.status),
          words,
        ).toEqual([404, 404]);
      }
    },
  );

  check(
    'subscriptions.details.other-merchant',
    "shows and changes nothing of another merchant's subscription by what else is its own",
    async ({ subscriptions, initialPayment, otherMerchant }) => {
      const other = subscriptions.as(otherMerchant);
      const orderNumber = crypto.randomUUID();
      const active = await activeSubscription(subscriptions, initialPayment, { orderNumber });
      const subscription =
        'missing' in active ? await newSubscription(subscriptions, { orderNumber }) : active;
      const { subscriptionId, customerId, mdOrder } = subscription;
      const before = await detailsOf(subscriptions, subscription);
      const bindingId = memberOf(subscriptionIn(before), 'bindingId');

      const acts: Exchange[] = [];
      const shown: Exchange[] = [];
      for (const id of [mdOrder, orderNumber, customerId, bindingId]) {
        if (typeof id !== 'string') continue;
        const asked = [
          await other.details({ subscriptionUuid: id }),
          await other.update({ subscriptionId: id, amount: 77_77 }),
          await other.deactivate({ subscriptionId: id, force: true }),
        ];
        acts.push(...asked);
        // An error may repeat what was asked for.
        const unasked = [subscriptionId, customerId].filter((own) => !id.includes(own));
        shown.push(
          ...asked.filter(({ answer }) => unasked.some((own) => answer.text.includes(own))),
        );
      }

      expect(shown.length, sentExpectedGot(shown, 'nothing of the subscription')).toBe(0);
      const after = await detailsOf(subscriptions, subscription);
      const words = sentExpectedGot([...acts, after], 'the subscription as it was');
      expect(standingIn(after), words).toEqual(standingIn(before));
    },
  );
}

/** What a change or a deactivation changes; members that no document has may count answers. */
const standing = ['status', 'amount', 'activeTill', 'nextChargeAt'] as const;

function standingIn(answer: Exchange): readonly unknown[] {
  return standing.map((name) => memberOf(subscriptionIn(answer), name));
}

check(
  'subscriptions.details.lists-payments',
  'lists a payment once the initial one is made',
  async ({ subscriptions, initialPayment, skip }) => {
    const subscription = await activeSubscription(subscriptions, initialPayment);
    if ('missing' in subscription) return skip(subscription.missing);

    const answer = await detailsOf(subscriptions, subscription);

    promised(answer, succeeds);
    const { length } = paymentsIn(answer);
    expect(length, sentExpectedGot(answer, 'a list of payments')).toBeGreaterThan(0);
  },
);

check(
  'subscriptions.details.activation-first',
  'lists the activation payment first',
  async ({ subscriptions, initialPayment, skip }) => {
    const subscription = await activeSubscription(subscriptions, initialPayment);
    if ('missing' in subscription) return skip(subscription.missing);
    const { mdOrder } = subscription;

    const answer = await detailsOf(subscriptions, subscription);

    // The shape of a payment is not shown. What tells it apart is the order that it pays.
    const isActivation = (payment: object): boolean => Object.values(payment).includes(mdOrder);
    const payments = paymentsIn(promised(answer, succeeds));
    const place = payments.findIndex(isActivation);
    if (place === -1) {
      return skip('no payment names its order, and the shape of a payment item is not shown');
    }
    expect(place, sentExpectedGot(answer, `the payment of order ${mdOrder} first`)).toBe(0);
  },
);

check(
  'subscriptions.details.payment-item',
  'shows the activation payment',
  async ({ subscriptions, initialPayment, observe, skip }) => {
    const subscription = await activeSubscription(subscriptions, initialPayment);
    if ('missing' in subscription) return skip(subscription.missing);

    const [payment] = paymentsIn(await detailsOf(subscriptions, subscription));

    observe(
      payment === undefined
        ? 'no payment is listed'
        : `members ${Object.keys(payment).toSorted().join(', ')}`,
    );
  },
);

check(
  'subscriptions.details.by-subscription-id',
  'is asked for details by subscriptionId',
  async ({ subscriptions, observe }) => {
    const { subscriptionId } = await newSubscription(subscriptions);

    observe(inShort(await subscriptions.details({ subscriptionId })));
  },
);

/** What promises the details from which refused ones differ. */
const succeeds = 'subscriptions.details.succeeds';
