import { aCustomerId, terms } from '../../fixtures/builders/subscriptions.ts';
import { check, expect } from '../../fixtures/check.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import {
  amountOfPayment,
  billedSubscription,
  type BilledSubscription,
  chargeDeclined,
  dayMs,
  expectCharges,
  expectStatus,
  idsOf,
  lookAt,
  lookOnceCharged,
  lookOnceRetried,
  mayBeDeclined,
  orderOfPayment,
  type SubscriptionView,
  triedToPay,
} from '../../fixtures/worlds/subscription-charges.ts';
import { cancelled } from '../../fixtures/worlds/subscription-sameness.ts';
import { newSubscription, promised } from '../../fixtures/worlds/subscriptions.ts';
import { statusOf } from '../../fixtures/worlds/gateway.ts';
import { memberOf } from '../../fixtures/transcript/exchange.ts';

// Document 3, part 3.2: subscriptions of one customer, with the same card, are charged each for itself.

check(
  'subscriptions.fresh.charged-apart',
  'charges a subscription beside ones that are cancelled, end with their period or were never paid, one that is charged at another time, and numbers like its own',
  async ({ subscriptions, initialPayment, control, skip }) => {
    const customerId = aCustomerId();
    const stem = crypto.randomUUID().replaceAll('-', '');
    const begin = (amount: number, days: number, numbered: string) =>
      billedSubscription(
        subscriptions,
        initialPayment,
        {
          ...terms({ value: days, unit: 'DAYS' }),
          customerId,
          amount,
          orderNumber: `${stem}${numbered}`,
        },
        control,
      );
    // Such as the orders of charges may have that are numbered by counting on from the initial one.
    const ended = await begin(11_11, 2, '-2');
    const kept = await begin(22_22, 2, '');
    const longer = await begin(33_33, 9, '_1');
    if ('missing' in ended) return skip(ended.missing);
    if ('missing' in kept) return skip(kept.missing);
    if ('missing' in longer) return skip(longer.missing);
    await cancelled(subscriptions, ended);
    const ending = await begin(55_55, 4, '-3');
    if ('missing' in ending) return skip(ending.missing);
    // What was never paid for is of no account either.
    const refused = await newSubscription(subscriptions, { customerId });
    await triedToPay(initialPayment, refused.mdOrder, 'declined');
    await cancelled(subscriptions, await newSubscription(subscriptions, { customerId }));
    const withItsPeriod = { subscriptionId: ending.subscriptionId, force: false };
    promised(await subscriptions.deactivate(withItsPeriod), 'subscriptions.deactivate.succeeds');
    // Alike in everything, so that who looks for charges that were made twice finds two; and paid for after one
    // with the same card was cancelled.
    const dropped = await begin(66_66, 2, '-4');
    if ('missing' in dropped) return skip(dropped.missing);
    const twin = await begin(22_22, 2, '-1');
    if ('missing' in twin) return skip(twin.missing);
    // After all of them were paid for, as each payment may be what has their card charged again.
    await cancelled(subscriptions, dropped);

    const { subscriptionId } = longer;
    // Not the interval: a new one may be charged at once.
    const update = { subscriptionId, amount: 44_44 };
    promised(await subscriptions.update(update), 'subscriptions.update.succeeds');

    const charged = await lookOnceCharged(control, subscriptions, kept, twin.next.moment);
    if (mayBeDeclined(charged, kept)) return skip(chargeDeclined);
    const alike = await lookAt(subscriptions, twin);
    for (const [standing, one] of [
      [charged, kept],
      [alike, twin],
    ] as const) {
      expectStatus(standing, 'ACTIVE');
      expectCharges(standing, one, 1);
    }
    const [over, later] = [await lookAt(subscriptions, ended), await lookAt(subscriptions, longer)];
    expectStatus(over, 'CANCELLED');
    expectCharges(over, ended, 0);
    expectCharges(await lookAt(subscriptions, ending), ending, 0);
    expectCharges(later, longer, 0);
    const theirs = idsOf([...over.payments, ...alike.payments, ...later.payments]);
    const shared = idsOf(charged.payments).filter((id) => theirs.includes(id));
    expect(shared, sentExpectedGot(charged.exchange, 'payments of its own')).toEqual([]);
  },
);

check(
  'subscriptions.create.order-number-is-kept',
  'keeps its orderNumber for the order of the initial payment, however long it is, once charges were made',
  async ({ subscriptions, gateway, initialPayment, control, skip }) => {
    // Charges may have numbers that are made of the initial one, and no number is longer.
    const orderNumber = crypto.randomUUID();
    const part = { ...terms({ value: 2, unit: 'DAYS' }), orderNumber };
    const billed = await billedSubscription(subscriptions, initialPayment, part, control);
    if ('missing' in billed) return skip(billed.missing);
    const charged = await lookOnceCharged(control, subscriptions, billed, billed.next.moment);
    if (mayBeDeclined(charged, billed)) return skip(chargeDeclined);
    expectCharges(charged, billed, 1);

    const own = gateway.as({ login: subscriptions.settings.login });
    const mdOrder = orderOfPayment(charged.payments.at(-1));
    if (mdOrder === undefined) return skip('no payment names the order of a charge');
    const status = await statusOf(own, { mdOrder });

    const number = memberOf(status.answer.json, 'orderNumber');
    if ((number ?? '') === '') return skip('an order status shows no orderNumber');
    const words = `an orderNumber of its own, as ${orderNumber} is that of the initial payment`;
    expect(number, sentExpectedGot(status, words)).not.toBe(orderNumber);
  },
);

check(
  'subscriptions.fresh.charged-apart',
  'tries each of two subscriptions again whose charges by one card were declined',
  async ({ subscriptions, initialPayment, control, skip }) => {
    const { customerId, ...part } = {
      ...terms({ value: 30, unit: 'DAYS' }),
      customerId: aCustomerId(),
    };
    const both: BilledSubscription[] = [];
    for (const amount of [11_11, 22_22]) {
      const own = { ...part, customerId, amount };
      const billed = await billedSubscription(subscriptions, initialPayment, own);
      if ('missing' in billed) return skip(billed.missing);
      both.push(billed);
    }
    if (both.some(({ start }) => start.bindingId === undefined))
      return skip('an active subscription shows no bindingId');
    const decide = async (outcome: 'approved' | 'declined'): Promise<void> => {
      const bindings = new Set(both.flatMap(({ start: { bindingId } }) => bindingId ?? []));
      for (const bindingId of bindings) await control.decideCharges(bindingId, outcome);
    };
    const due = Math.max(...both.map(({ next: { moment } }) => moment));
    const standing = async (look = lookAt): Promise<SubscriptionView[]> =>
      Promise.all(both.map((billed) => look(subscriptions, billed)));
    const expectAlike = (views: readonly SubscriptionView[], status: string): boolean => {
      const statuses = views.map((one) => one.status);
      if (!statuses.includes(status)) return false;
      const words = sentExpectedGot(
        views.map(({ exchange }) => exchange),
        `${status}, one as the other`,
      );
      expect(statuses, words).toEqual([status, status]);
      return true;
    };

    await decide('declined');
    for (const billed of both) await lookOnceCharged(control, subscriptions, billed, due);
    if (!expectAlike(await standing(), 'UNPAID'))
      return skip('a declined charge does not make the subscription UNPAID');
    await decide('approved');
    // Before the next interval, so that what is paid is the charge that was declined.
    await control.letPass(due, 20 * dayMs);

    const later = await standing(lookOnceRetried);
    if (!expectAlike(later, 'ACTIVE'))
      return skip('no declined charge is observed to be retried within 20 days');
    for (const [place, { exchange, payments }] of later.entries()) {
      const { amount } = both[place] as BilledSubscription;
      const words = sentExpectedGot(exchange, `a payment of ${amount} as the last`);
      expect(amountOfPayment(payments.at(-1)) ?? amount, words).toBe(amount);
    }
  },
);
