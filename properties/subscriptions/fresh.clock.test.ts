import { aCustomerId } from '../../fixtures/builders/subscriptions.ts';
import { check, expect } from '../../fixtures/check.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import {
  billedSubscription,
  chargeDeclined,
  expectCharges,
  expectStatus,
  goTo,
  identityOf,
  lookAt,
  mayBeDeclined,
  minuteMs,
} from '../../fixtures/worlds/subscription-charges.ts';
import { cancelled } from '../../fixtures/worlds/subscription-sameness.ts';

// Document 3, part 3.2: subscriptions of one customer, with the same card, are charged each for itself.

check(
  'subscriptions.fresh.charged-apart',
  'charges a subscription beside one that is cancelled and one that is charged at another time',
  async ({ subscriptions, initialPayment, control, skip }) => {
    const customerId = aCustomerId();
    const begin = (amount: number, billingIntervalValue: number) =>
      billedSubscription(
        subscriptions,
        initialPayment,
        { customerId, amount, billingIntervalValue, billingIntervalUnit: 'DAYS' },
        control,
      );
    const ended = await begin(11_11, 2);
    const kept = await begin(22_22, 2);
    const longer = await begin(33_33, 9);
    if ('missing' in ended) return skip(ended.missing);
    if ('missing' in kept) return skip(kept.missing);
    if ('missing' in longer) return skip(longer.missing);
    await cancelled(subscriptions, ended);

    await goTo(control, kept.next.moment + minuteMs);

    const charged = await lookAt(subscriptions, kept);
    if (mayBeDeclined(charged, kept)) return skip(chargeDeclined);
    expectStatus(charged, 'ACTIVE');
    expectCharges(charged, kept, 1);
    const [over, later] = [await lookAt(subscriptions, ended), await lookAt(subscriptions, longer)];
    expectStatus(over, 'CANCELLED');
    expectCharges(over, ended, 0);
    expectCharges(later, longer, 0);
    const theirs = [...over.payments, ...later.payments].map(identityOf);
    const shared = charged.payments.map(identityOf).filter((id) => theirs.includes(id));
    expect(shared, sentExpectedGot(charged.exchange, 'payments of its own')).toEqual([]);
  },
);
