import { atOnce } from '../../fixtures/at-once.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { uniqueNumber } from '../../fixtures/builders/faker.ts';
import { anOrder } from '../../fixtures/builders/gateway.ts';
import { aCustomerId, aSubscription } from '../../fixtures/builders/subscriptions.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import { isGatewaySuccess } from '../../fixtures/clients/gateway.ts';
import { isSubscriptionSuccess, subscriptionIn } from '../../fixtures/clients/subscriptions.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { repeated } from '../../fixtures/repeated.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import { statusOf } from '../../fixtures/worlds/gateway.ts';
import { itemsIn } from '../../fixtures/worlds/subscription-facts.ts';
import { triedToPay } from '../../fixtures/worlds/subscription-charges.ts';
import {
  activeSubscription,
  detailsOf,
  newSubscription,
  promised,
} from '../../fixtures/worlds/subscriptions.ts';
import { type Done, isExplained } from '../models/explained.ts';
import { expectViewsToAgree } from './views.ts';

// Document 3, part 4.8: requests at the same time come to what some order of them comes to.

type Terms = Readonly<Record<string, unknown>>;

const start = { amount: 9_90, billingIntervalValue: 2, billingIntervalUnit: 'WEEKS' };

/** What is asked at the same time: terms of an update, a deactivation, or details, which settle nothing. */
const bursts: readonly (readonly (Terms | 'deactivate' | 'details')[])[] = [
  [{ amount: 20_01 }, { billingIntervalValue: 7 }, { billingIntervalUnit: 'DAYS' }],
  [
    { amount: 20_01, billingIntervalValue: 3 },
    { amount: 20_02, billingIntervalUnit: 'MONTHS' },
    { billingIntervalValue: 5, billingIntervalUnit: 'YEARS' },
    { amount: 20_03 },
    { amount: 20_04, billingIntervalValue: 9, billingIntervalUnit: 'DAYS' },
    { billingIntervalValue: 11 },
  ],
  // One that is refused undoes nothing, whether it comes first or in between.
  [{ billingIntervalValue: 0 }, { amount: 20_01 }, { amount: 20_02 }],
  [{ amount: 20_01 }, { billingIntervalValue: 0 }, { billingIntervalValue: 0 }],
  [{ amount: 20_01 }, 'deactivate', { billingIntervalValue: 7 }],
  // With no update behind it, which might hide what the one before it has undone.
  [{ amount: 20_01 }, 'deactivate'],
  ['deactivate', 'deactivate', { amount: 20_01 }, 'deactivate'],
  // What was read in between is not what is shown later.
  [20_01, 20_02, 20_03, 20_04, 20_05].flatMap((amount) => [{ amount }, 'details'] as const),
  [20_01, 20_02, 20_03].flatMap((amount) => ['details', { amount }] as const),
];

check(
  'subscriptions.overlap.commands-have-an-order',
  'shows what updates and deactivations at the same time come to in some order',
  async ({ subscriptions, initialPayment }) => {
    await forEvery(bursts, inWords, async (burst) => {
      const subject = await activeSubscription(subscriptions, initialPayment, start);
      if ('missing' in subject) return;
      const { subscriptionId } = subject;

      const acts = await atOnce(
        () =>
          burst.map((one) => {
            if (one === 'details')
              return subscriptions.details({ subscriptionUuid: subscriptionId });
            return one === 'deactivate'
              ? subscriptions.deactivate({ subscriptionId, force: true })
              : subscriptions.update({ subscriptionId, ...one });
          }),
        { requests: burst.length, ask: () => detailsOf(subscriptions, subject) },
      );

      const details = promised(
        await detailsOf(subscriptions, subject),
        'subscriptions.details.succeeds',
      );
      const done = burst.filter((_one, place) => isDone(acts[place]));
      const ends = done.filter((one) => one === 'deactivate').length;
      const isCancelled = memberOf(subscriptionIn(details), 'status') === 'CANCELLED';
      const once = burst.includes('deactivate') ? 1 : 0;
      const told = sentExpectedGot(acts, `${once} deactivations acknowledged, each other one 422`);
      expect(ends, told).toBe(once);
      expect(isCancelled, sentExpectedGot([...acts, details], 'CANCELLED if deactivated')).toBe(
        once === 1,
      );
      const updates = done.filter((one) => one !== 'deactivate' && one !== 'details').map(updating);
      const words = sentExpectedGot(
        [...acts, details],
        'terms that some order of the updates leaves',
      );
      expect(isExplained(start, updates, termsIn(details)), words).toBe(true);
      await expectViewsToAgree(subscriptions, subject, 'after requests at the same time');
    });
  },
);

/** At the same moment, and when the payment is surely under way. */
const besidePayments = [0, 15].flatMap((pauseMs) =>
  (
    [
      { amount: 20_01 },
      { billingIntervalValue: 7, billingIntervalUnit: 'MONTHS' },
      'deactivate',
    ] as const
  ).map((command) => ({ command, pauseMs })),
);

check(
  'subscriptions.overlap.payment-beside-commands',
  'carries out a command for good that is sent at the same time as the initial payment is made',
  async ({ subscriptions, initialPayment }) => {
    await forEvery(besidePayments, inWords, async ({ command, pauseMs }) => {
      const subject = await newSubscription(subscriptions, start);
      const { subscriptionId, mdOrder } = subject;

      const commandIt = async (): Promise<Exchange> => {
        if (pauseMs > 0) await sleep(pauseMs);
        return command === 'deactivate'
          ? subscriptions.deactivate({ subscriptionId, force: true })
          : subscriptions.update({ subscriptionId, ...command });
      };
      const [isTried, act] = await atOnce(() => [triedToPay(initialPayment, mdOrder), commandIt()]);

      if (!isTried || !isDone(act)) return;
      const wanted = command === 'deactivate' ? { status: 'CANCELLED' } : { ...start, ...command };
      // What is worked off later may overwrite it.
      for (const pauseMs of [0, 150]) {
        await sleep(pauseMs);
        const details = await detailsOf(subscriptions, subject);
        const words = sentExpectedGot([act, details], JSON.stringify(wanted));
        expect(subscriptionIn(details), words).toMatchObject(wanted);
      }
    });
  },
);

check(
  'subscriptions.overlap.creates-are-kept',
  'keeps each of the subscriptions that are created at the same time',
  async ({ subscriptions }) => {
    const customerId = aCustomerId();
    const different = [1_01, 2_02, 3_03, 4_04, 5_05].map((amount) =>
      aSubscription({ customerId, amount }),
    );
    // Two are alike in all that they say: each is asked for, and neither has an orderNumber.
    const alike = aSubscription({ customerId, amount: 6_06 });
    const bodies = [...different, alike, alike];

    const acts = await atOnce(() => bodies.map((body) => subscriptions.create(body)));

    for (const one of acts) promised(one, 'subscriptions.create.succeeds');
    const list = promised(
      await subscriptions.list({ customerId, sortField: 'AMOUNT', sortDirection: 'ASC' }),
      'subscriptions.list.succeeds',
    );
    const wanted = acts.map((one, place) => summary(subscriptionIn(one), bodies[place]?.email));
    const inOneOrder = (all: readonly (readonly unknown[])[]): unknown[] =>
      all.toSorted(byAmountAndId);
    const words = sentExpectedGot([...acts, list], `each with what it was created with`);
    expect(
      inOneOrder(itemsIn(list).map((item) => summary(item, memberOf(item, 'email')))),
      words,
    ).toEqual(inOneOrder(wanted));
    for (const its of [(one: Exchange) => memberOf(subscriptionIn(one), 'mdOrder'), checkoutOf]) {
      const own = acts.map(its);
      const about = sentExpectedGot(acts, 'an order and a checkoutUrl of its own for each');
      expect(own, about).toEqual([...new Set(own)]);
    }
    const amounts = wanted.map(([, amount]) => amount);
    expect(amounts, words).toEqual(bodies.map(({ amount }) => amount));
  },
);

check(
  'subscriptions.overlap.order-number-once',
  'creates no second subscription of one orderNumber at the same time',
  async ({ subscriptions }) => {
    const [customerId, orderNumber] = [aCustomerId(), crypto.randomUUID()];
    const body = aSubscription({ customerId, orderNumber });

    const acts = await atOnce(() => [1, 2, 3, 4].map(() => subscriptions.create(body)));

    const list = promised(await subscriptions.list({ customerId }), 'subscriptions.list.succeeds');
    const words = sentExpectedGot([...acts, list], 'one subscription of that orderNumber');
    // What is asked for again in all its members may be answered with what there is.
    const ids = new Set(
      acts
        .filter(isSubscriptionSuccess)
        .map((one) => memberOf(subscriptionIn(one), 'subscriptionId')),
    );
    expect(ids.size, words).toBeLessThanOrEqual(1);
    expect(itemsIn(list).length, words).toBe(ids.size);
  },
);

check(
  'subscriptions.overlap.order-number-once',
  'has one order of a number that a create and a register.do name at the same time',
  async ({ subscriptions, gateway }) => {
    const own = gateway.as({ login: subscriptions.settings.login });
    for (let time = 1; time <= repeated(4); time += 1) {
      const orderNumber = `sub-${uniqueNumber(9)}`;
      const [created, registered] = await atOnce(() => [
        subscriptions.create(aSubscription({ orderNumber })),
        own.ask('register.do', anOrder({ orderNumber, amount: 21_00 })),
      ]);

      const ofSubscription = memberOf(subscriptionIn(created), 'mdOrder');
      const ofMerchant = memberOf(registered.answer.json, 'orderId');
      if (!isSubscriptionSuccess(created) || !isGatewaySuccess(registered)) continue;
      if (typeof ofSubscription !== 'string' || typeof ofMerchant !== 'string') continue;
      const statuses = await Promise.all(
        [ofSubscription, ofMerchant].map((mdOrder) => statusOf(own, { mdOrder })),
      );
      // That the order of a subscription has its number is asked elsewhere.
      const numbers = statuses.map(({ answer }) => memberOf(answer.json, 'orderNumber'));
      const areTwo = ofSubscription !== ofMerchant && numbers.every((one) => one === orderNumber);
      const message = sentExpectedGot(
        [created, registered, ...statuses],
        'one order of the number',
      );
      expect(areTwo, message).toBe(false);
    }
  },
);

function isDone(exchange: Exchange | undefined): boolean {
  return exchange !== undefined && isSubscriptionSuccess(exchange);
}

function updating(change: Terms | 'deactivate'): Done<Terms> {
  return (before) => (change === 'deactivate' ? before : { ...before, ...change });
}

function termsIn(details: Exchange): Terms {
  return Object.fromEntries(
    Object.keys(start).map((name) => [name, memberOf(subscriptionIn(details), name)]),
  );
}

function checkoutOf({ answer }: Exchange): unknown {
  return memberOf(answer.json, 'checkoutUrl');
}

function summary(shown: unknown, email: unknown): readonly unknown[] {
  return [memberOf(shown, 'subscriptionId'), memberOf(shown, 'amount'), email];
}

function byAmountAndId(...rows: [readonly unknown[], readonly unknown[]]): number {
  const [one = '', other = ''] = rows.map(([id, amount]) => `${String(amount)} ${String(id)}`);
  return one < other ? -1 : 1;
}

function inWords(row: unknown): string {
  return JSON.stringify(row);
}
