import { aCustomerId, aSubscription } from '../../fixtures/builders/subscriptions.ts';
import { uniqueNumber } from '../../fixtures/builders/faker.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import {
  subscriptionIn,
  type SubscriptionOperation,
  subscriptionOperations,
  type SubscriptionsClient,
  isSubscriptionSuccess,
} from '../../fixtures/clients/subscriptions.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { momentExpected } from '../../fixtures/worlds/subscription-charges.ts';
import type { RequirementId } from '../../fixtures/requirements/index.ts';
import { fieldsOf, subscriptionMembers } from '../../fixtures/fields/subscriptions.ts';
import { noted } from '../../fixtures/worlds/gateway-orders.ts';
import { statusOf } from '../../fixtures/worlds/gateway.ts';
import {
  activeSubscription,
  detailsOf,
  type InitialPayment,
  newSubscription,
  promised,
} from '../../fixtures/worlds/subscriptions.ts';
import {
  expectListed,
  expectShown,
  expectUnset,
  itemsIn,
  momentOf,
  shown,
} from './expectations.ts';
import { setUpFailed } from '../../fixtures/worlds/set-up.ts';

// Document 3, parts 2.3 and 4.8: the fields of each answer. Every other answer of the run is looked
// at in the same way, see fixtures/every-answer.ts.

for (const operation of subscriptionOperations) {
  for (const field of fieldsOf[operation]) {
    const title = `${operation} shows ${field.path}: ${field.wanted}`;
    check(field.requirement, title, async ({ subscriptions, initialPayment, skip }) => {
      const samples = await samplesOf(subscriptions, initialPayment, operation);
      if ('missing' in samples) return skip(samples.missing);

      const isOfItems = field.path.startsWith('items[]');
      for (const sample of samples) {
        if (isOfItems && itemsIn(sample).length === 0) {
          throw setUpFailed(sample, 'items', 'subscriptions.list.customer-id');
        }
        expect(sample).toShow(field);
      }
    });
  }
}

// Where details shows the subscription, at the top or inside, is not shown.
for (const field of subscriptionMembers.fields) {
  const title = `subscriptions.details shows ${field.path}: ${field.wanted}`;
  check(field.requirement, title, async ({ subscriptions, initialPayment, skip }) => {
    const samples = await samplesOf(subscriptions, initialPayment, 'subscriptions.details');
    if ('missing' in samples) return skip(samples.missing);

    for (const sample of samples) {
      const problem = field.problemIn(subscriptionIn(sample));
      const expected = `${field.path}: ${field.wanted}`;
      expect(problem === undefined, sentExpectedGot(sample, expected, problem)).toBe(true);
    }
  });
}

check(
  'subscriptions.subscription.ids-differ',
  'gives each of six subscriptions an id of its own',
  async ({ subscriptions }) => {
    const made = await Promise.all(
      Array.from({ length: 6 }, () => subscriptions.create(aSubscription())),
    );

    for (const answer of made) promised(answer, 'subscriptions.create.succeeds');
    const ids = made.map((answer) => shown(answer, 'subscriptionId'));
    expect(new Set(ids).size, `six ids that differ, not ${ids.join(', ')}`).toBe(ids.length);
  },
);

/** Requirement, member, and what it is sent as. */
const kept = [
  ['subscriptions.subscription.keeps-customer-id', 'customerId', () => aCustomerId()],
  ['subscriptions.subscription.keeps-amount', 'amount', () => 12_34],
  ['subscriptions.subscription.keeps-currency', 'currency', () => aSubscription().currency],
  ['subscriptions.subscription.keeps-email', 'email', () => `kept-${uniqueNumber(9)}@example.com`],
  ['subscriptions.subscription.keeps-phone', 'phone', () => `371${uniqueNumber(8)}`],
  ['subscriptions.subscription.keeps-interval-value', 'billingIntervalValue', () => 3],
  ['subscriptions.subscription.keeps-interval-unit', 'billingIntervalUnit', () => 'WEEKS'],
  ['subscriptions.subscription.keeps-description', 'description', () => 'Tea of the month'],
] as const;

for (const [id, member, make] of kept) {
  check(id, `shows ${member} as it was sent`, async ({ subscriptions }) => {
    const value = make();
    const subscription = await newSubscription(subscriptions, { [member]: value });

    const details = await detailsOf(subscriptions, subscription);

    expectShown(details, { [member]: value });
  });
}

check(
  'subscriptions.list.item-email',
  'shows the email that was sent in an item',
  async ({ subscriptions }) => {
    const email = `listed-${uniqueNumber(9)}@example.com`;
    const subscription = await newSubscription(subscriptions, { email });

    const list = await subscriptions.list({ customerId: subscription.customerId });

    expectListed(list, [subscription]);
    const [item] = itemsIn(list);
    expect(memberOf(item, 'email'), sentExpectedGot(list, `items[0].email ${email}`)).toBe(email);
  },
);

check(
  'subscriptions.subscription.merchant-login-is-the-owners',
  'shows the login that created a subscription',
  async ({ subscriptions }) => {
    const subscription = await newSubscription(subscriptions);

    const details = await detailsOf(subscriptions, subscription);

    expectShown(details, { merchantLogin: subscriptions.settings.login.userName });
  },
);

check(
  'subscriptions.subscription.binding-id-null-before-payment',
  'shows no bindingId before the initial payment',
  async ({ subscriptions }) => {
    const created = promised(
      await subscriptions.create(aSubscription()),
      'subscriptions.create.succeeds',
    );

    const subscriptionId = String(shown(created, 'subscriptionId'));
    const details = await detailsOf(subscriptions, { subscriptionId });

    promised(details, 'subscriptions.details.succeeds');
    expectUnset(created, 'bindingId');
    expectUnset(details, 'bindingId');
  },
);

check(
  'subscriptions.subscription.binding-id-after-payment',
  'shows a bindingId once the initial payment is made',
  async ({ subscriptions, initialPayment, skip }) => {
    const subscription = await activeSubscription(subscriptions, initialPayment);
    if ('missing' in subscription) return skip(subscription.missing);

    const details = await detailsOf(subscriptions, subscription);

    promised(details, 'subscriptions.details.succeeds');
    const bindingId = shown(details, 'bindingId') ?? '';
    expect(bindingId, sentExpectedGot(details, 'bindingId, which is not empty')).not.toBe('');
  },
);

check(
  'subscriptions.subscription.md-order-is-an-order',
  'names an order of the gateway in mdOrder, of the amount of the subscription',
  async ({ subscriptions, gateway }) => {
    const own = gateway.as({ login: subscriptions.settings.login });
    await forEvery(
      initialAmounts,
      (part) => JSON.stringify(part),
      async (part) => {
        const { mdOrder, amount } = await newSubscription(subscriptions, part);

        const order = await statusOf(own, { mdOrder });

        expect(order).toGoWell({ amount });
      },
    );
  },
);

/** Amounts of which floating point makes others by way of major units, and terms that an amount is not multiplied with. */
const initialAmounts: readonly Readonly<Record<string, unknown>>[] = [
  {},
  ...[1, 29, 1_15, 18_15, 1_110_57].map((amount) => ({ amount })),
  { amount: 10_23, billingIntervalValue: 3, billingIntervalUnit: 'YEARS' },
];

check(
  'subscriptions.subscription.md-order-has-the-currency',
  'registers orders of initial payments in the currencies of their subscriptions',
  async ({ subscriptions, gateway, skip }) => {
    const own = gateway.as({ login: subscriptions.settings.login });
    promised(await subscriptions.create(aSubscription()), 'subscriptions.create.succeeds');

    // Which currencies a merchant has is not said, so those that are taken are looked at.
    const taken = await Promise.all(
      // That of Australia has three digits with its zero.
      [978, 840, 36].map(async (currency) => {
        const created = await subscriptions.create(aSubscription({ currency }));
        if (!isSubscriptionSuccess(created)) return [];
        const mdOrder = String(shown(created, 'mdOrder'));
        return [{ currency, order: await statusOf(own, { mdOrder }) }];
      }),
    );

    const told = taken.flat().filter(({ order }) => noted(order, 'currency') !== 'none');
    if (told.length === 0) {
      return skip('no order status shows a currency, whose answer is not shown (part 4.6)');
    }
    for (const { currency, order } of told) {
      const same = expect.toSatisfy((one) => Number(one) === currency, String(currency));
      expect(order).toGoWell({ currency: same });
    }
  },
);

check(
  'subscriptions.subscription.created-stays',
  'shows the same created after a payment, an update and a deactivation',
  async ({ subscriptions, initialPayment, skip }) => {
    const subscription = await newSubscription(subscriptions);
    const { subscriptionId } = subscription;
    const before = promised(
      await detailsOf(subscriptions, subscription),
      'subscriptions.details.succeeds',
    );

    const payment = await initialPayment(subscription.mdOrder);
    if (payment !== undefined) return skip(payment.missing);
    promised(
      await subscriptions.update({ subscriptionId, amount: 20_00 }),
      'subscriptions.update.succeeds',
    );
    promised(
      await subscriptions.deactivate({ subscriptionId, force: true }),
      'subscriptions.deactivate.succeeds',
    );

    const after = promised(
      await detailsOf(subscriptions, subscription),
      'subscriptions.details.succeeds',
    );
    expect(
      momentOf(shown(after, 'created')),
      sentExpectedGot(after, `created ${String(shown(before, 'created'))}`),
    ).toBe(momentOf(shown(before, 'created')));
  },
);

check(
  'subscriptions.subscription.next-charge-is-after-created',
  'charges an active subscription next after it was created',
  async ({ subscriptions, initialPayment, skip }) => {
    const subscription = await activeSubscription(subscriptions, initialPayment);
    if ('missing' in subscription) return skip(subscription.missing);

    const details = await detailsOf(subscriptions, subscription);

    promised(details, 'subscriptions.details.succeeds');
    if (shown(details, 'nextChargeAt') === null) return skip(noNextCharge);
    const created = shown(details, 'created');
    const words = momentExpected(details, 'nextChargeAt', `later than created, ${String(created)}`);
    expect(momentOf(shown(details, 'nextChargeAt')) > momentOf(created), words).toBe(true);
  },
);

/**
 * An interval and the days that it may last, counted from the creation a moment before the payment.
 * A day more or less is left for zones, and for services that charge at a certain time of day.
 */
const intervals = [
  [10, 'DAYS', 10, 10],
  [3, 'WEEKS', 21, 21],
  [2, 'MONTHS', 59, 62],
  [1, 'YEARS', 365, 366],
  [2, 'YEARS', 730, 731],
] as const;

for (const [value, unit, least, most] of intervals) {
  check(
    'subscriptions.subscription.next-charge-is-an-interval-away',
    `charges next ${value} ${unit} after the initial payment`,
    async ({ subscriptions, initialPayment, skip }) => {
      const subscription = await activeSubscription(subscriptions, initialPayment, {
        billingIntervalValue: value,
        billingIntervalUnit: unit,
      });
      if ('missing' in subscription) return skip(subscription.missing);

      const details = await detailsOf(subscriptions, subscription);

      promised(details, 'subscriptions.details.succeeds');
      if (shown(details, 'nextChargeAt') === null) return skip(noNextCharge);
      const [created, next] = ['created', 'nextChargeAt'].map((name) =>
        momentOf(shown(details, name)),
      ) as [number, number];
      const days = (next - created) / 86_400_000;
      const expected = `${value} ${unit} after created, ${String(shown(details, 'created'))}`;
      const words = momentExpected(details, 'nextChargeAt', expected);
      expect(days > least - 1 && days < most + 1, words).toBe(true);
    },
  );
}

check(
  'subscriptions.subscription.active-till',
  'shows activeTill beside nextChargeAt',
  async ({ subscriptions, initialPayment, observe, skip }) => {
    const subscription = await activeSubscription(subscriptions, initialPayment);
    if ('missing' in subscription) return skip(subscription.missing);

    const details = await detailsOf(subscriptions, subscription);
    const [till, next] = ['activeTill', 'nextChargeAt'].map((name) =>
      momentOf(shown(details, name)),
    );

    if (Number.isNaN(till)) return observe('activeTill is not shown');
    observe(till === next ? 'activeTill is nextChargeAt' : 'activeTill is a different moment');
  },
);

const noNextCharge = 'nextChargeAt is null, which part 2.3 allows';

interface Missing {
  readonly missing: string;
}

/**
 * Answers of an operation that show as much as it can show, fetched once per session: they depend on
 * nothing that a check does.
 */
function samplesOf(
  subscriptions: SubscriptionsClient,
  pay: InitialPayment,
  operation: SubscriptionOperation,
): Promise<readonly Exchange[] | Missing> {
  return subscriptions.learn(`samples of ${operation}`, async () => {
    const samples = await sampling[operation](subscriptions, pay);
    if ('missing' in samples) return samples;
    return samples.map((sample) => promised(sample, successOf[operation]));
  });
}

type Sampling = (
  subscriptions: SubscriptionsClient,
  pay: InitialPayment,
) => Promise<readonly Exchange[] | Missing>;

/** What promises that the samples are answers of success. */
const successOf: Readonly<Record<SubscriptionOperation, RequirementId>> = {
  'subscriptions.create': 'subscriptions.create.succeeds',
  'subscriptions.list': 'subscriptions.list.succeeds',
  'subscriptions.details': 'subscriptions.details.succeeds',
  'subscriptions.deactivate': 'subscriptions.state.cancelled-from-initiated',
  'subscriptions.update': 'subscriptions.update.succeeds',
};

const sampling: Readonly<Record<SubscriptionOperation, Sampling>> = {
  'subscriptions.create': async (subscriptions) => [await subscriptions.create(inFull())],
  'subscriptions.list': async (subscriptions, pay) => {
    const customerId = aCustomerId();
    await newSubscription(subscriptions, inFull({ customerId }));
    // Where there is no way to pay, the list shows one that was not.
    await activeSubscription(subscriptions, pay, inFull({ customerId }));
    return [await subscriptions.list({ customerId })];
  },
  'subscriptions.details': async (subscriptions, pay) => {
    const unpaid = await newSubscription(subscriptions, inFull());
    const paid = await activeSubscription(subscriptions, pay, inFull());
    return Promise.all(
      ('missing' in paid ? [unpaid] : [unpaid, paid]).map((one) => detailsOf(subscriptions, one)),
    );
  },
  'subscriptions.deactivate': async (subscriptions) => {
    const { subscriptionId } = await newSubscription(subscriptions);
    return [await subscriptions.deactivate({ subscriptionId })];
  },
  'subscriptions.update': async (subscriptions, pay) => {
    const subscription = await activeSubscription(subscriptions, pay);
    if ('missing' in subscription) return subscription;
    const { subscriptionId } = subscription;
    return [await subscriptions.update({ subscriptionId, amount: 20_00 })];
  },
};

/** A creation that sends whatever a subscription can show. */
function inFull(part: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  return aSubscription({ phone: '+371 20000001', description: 'Tea of the month', ...part });
}
