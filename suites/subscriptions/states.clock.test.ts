import { aSubscription } from '../../fixtures/builders/subscriptions.ts';
import { check, expect } from '../../fixtures/check.ts';
import type { WalkingControl } from '../../fixtures/target/walk.ts';
import { repeated } from '../../fixtures/repeated.ts';
import { type Exchange, succeeded } from '../../fixtures/transcript/exchange.ts';
import type { SubscriptionsClient } from '../../fixtures/clients/subscriptions.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import {
  billedSubscription,
  type BilledSubscription,
  chargeDeclined,
  dayMs,
  expectCharges,
  expectPeriodKept,
  expectStatus,
  goTo,
  isCharged,
  lookAt,
  lookOnceCharged,
  lookOnceRetried,
  noNextCharge,
  onceCharged,
  paidOf,
  type ShownMoment,
  type SubscriptionView,
  triedToPay,
  untilChargedLateMs,
} from '../../fixtures/worlds/subscription-charges.ts';
import {
  abandoned,
  givenUp,
  paymentFailed,
  recovered,
} from '../../fixtures/worlds/subscription-states.ts';
import {
  type InitialPayment,
  newSubscription,
  promised,
  type TestSubscription,
} from '../../fixtures/worlds/subscriptions.ts';

// Document 3, parts 3.2 and 4.8, rule 4: the states of a subscription that come with time.

const everyTenDays = { billingIntervalValue: 10, billingIntervalUnit: 'DAYS' };
const everyThirtyDays = { billingIntervalValue: 30, billingIntervalUnit: 'DAYS' };
/** Long enough for retries to come and go before the next interval. */
const everyHundredDays = { billingIntervalValue: 100, billingIntervalUnit: 'DAYS' };

check(
  'subscriptions.state.cancelled-from-unpaid',
  'cancels a subscription that is UNPAID',
  async ({ subscriptions, initialPayment, control, skip }) => {
    const billed = await withDecliningCard(subscriptions, initialPayment, control);
    if ('missing' in billed) return skip(billed.missing);
    const { status } = await lookOnceCharged(control, subscriptions, billed, billed.next.moment);
    if (status !== 'UNPAID') return skip('a declined charge does not make the subscription UNPAID');

    await deactivates(subscriptions, billed, true);

    expectStatus(await lookAt(subscriptions, billed), 'CANCELLED');
  },
);

check(
  'subscriptions.state.unpaid-while-retry-is-pending',
  'shows UNPAID between a declined charge and the retry that is approved, the second time as well',
  async ({ subscriptions, initialPayment, control, skip }) => {
    const billed = await withDecliningCard(subscriptions, initialPayment, control);
    if ('missing' in billed) return skip(billed.missing);

    const recovered = await expectUnpaidUntilRetried(subscriptions, control, billed, billed.next);
    if (recovered === undefined) {
      return skip('no declined charge is observed to be retried within 90 days');
    }

    if (recovered.next === undefined) return;
    await control.decideCharges(billed.bindingId, 'declined');
    await expectUnpaidUntilRetried(subscriptions, control, billed, recovered.next);
  },
);

check(
  'subscriptions.state.unpaid-while-retry-is-pending',
  'shows UNPAID once a retry is declined as well, until another one is approved',
  async ({ subscriptions, initialPayment, control, skip }) => {
    const billed = await withDecliningCard(subscriptions, initialPayment, control);
    if ('missing' in billed) return skip(billed.missing);
    const declined = await lookOnceCharged(control, subscriptions, billed, billed.next.moment);
    if (declined.next === undefined) return skip('what is UNPAID shows no nextChargeAt');

    const again = onceCharged(declined.next.moment);
    await goTo(control, again);
    const declinedAgain = await lookAt(subscriptions, billed);
    await control.decideCharges(billed.bindingId, 'approved');
    // Before the next interval, so that what is paid is the charge that was declined.
    const most = billed.next.moment + 90 * dayMs;
    await control.moveClockBetween(new Date(Math.min(again + 40 * dayMs, most)), new Date(most));

    const later = await lookAt(subscriptions, billed);
    const [before, after] = [declinedAgain, later].map(({ payments }) => JSON.stringify(payments));
    if (later.status !== 'ACTIVE' || before === after) {
      return skip('no charge that was declined twice is observed to be retried');
    }
    expectStatus(declined, 'UNPAID');
    expectStatus(declinedAgain, 'UNPAID');
  },
);

check(
  'subscriptions.state.unpaid-while-retry-is-pending',
  'is UNPAID no longer once the order of a retry is paid',
  async ({ subscriptions, gateway, initialPayment, control, skip }) => {
    const billed = await withDecliningCard(subscriptions, initialPayment, control);
    if ('missing' in billed) return skip(billed.missing);
    const declined = await lookOnceCharged(control, subscriptions, billed, billed.next.moment);
    if (declined.status !== 'UNPAID')
      return skip('a declined charge does not make the subscription UNPAID');
    await control.decideCharges(billed.bindingId, 'approved');

    await goTo(control, billed.next.moment + 90 * dayMs);

    const later = await lookOnceRetried(subscriptions, billed);
    const paid = await paidOf(gateway, later.payments);
    if (paid === undefined || paid <= billed.start.payments.length)
      return skip('no retry of a declined charge is observed to be paid within 90 days');
    const words = sentExpectedGot(later.exchange, 'a status other than UNPAID');
    expect(later.status === 'UNPAID', words).toBe(false);
  },
);

check(
  'subscriptions.state.unpaid-while-retry-is-pending',
  'is UNPAID no longer, or retried, however many charges in a row were declined',
  async ({ subscriptions, initialPayment, control, skip }) => {
    const billed = await withDecliningCard(subscriptions, initialPayment, control, everyTenDays);
    if ('missing' in billed) return skip(billed.missing);
    await goTo(control, billed.next.moment + 60 * dayMs);
    const declined = await lookAt(subscriptions, billed);
    if (declined.status !== 'UNPAID') return;
    await control.decideCharges(billed.bindingId, 'approved');

    // Several times the billing interval, whatever the days between two retries.
    await goTo(control, billed.next.moment + 120 * dayMs);

    const later = await lookOnceRetried(subscriptions, billed);
    await expectNothingOverdue(control, later, [declined.exchange]);
  },
);

check(
  'subscriptions.state.unpaid-while-retry-is-pending',
  'is UNPAID no longer, or shows a charge to come, once its interval was updated',
  async ({ subscriptions, initialPayment, control, skip }) => {
    const billed = await withDecliningCard(subscriptions, initialPayment, control, everyTenDays);
    if ('missing' in billed) return skip(billed.missing);
    const declined = await lookOnceCharged(control, subscriptions, billed, billed.next.moment);
    if (declined.status !== 'UNPAID')
      return skip('a declined charge does not make the subscription UNPAID');
    const { subscriptionId } = billed;
    const interval = { billingIntervalValue: 20, billingIntervalUnit: 'DAYS' };
    const updated = await subscriptions.update({ subscriptionId, ...interval });
    // Whether it can be updated then is not said.
    if (!succeeded(updated)) return skip('what is UNPAID is not updated');
    await control.decideCharges(billed.bindingId, 'approved');

    await goTo(control, billed.next.moment + 60 * dayMs);

    const later = await lookOnceRetried(subscriptions, billed);
    await expectNothingOverdue(control, later, [declined.exchange, updated]);
  },
);

/** Moves out of UNPAID are not shown: who gives up shows no charge to come. What is shown does come. */
async function expectNothingOverdue(
  control: WalkingControl,
  later: SubscriptionView,
  before: readonly Exchange[],
): Promise<void> {
  const { moment } = later.next ?? { moment: Infinity };
  const isOverdue = later.status === 'UNPAID' && moment < (await control.now()).getTime();
  const words = 'a retry, or no nextChargeAt that is over';
  expect(isOverdue, sentExpectedGot([...before, later.exchange], words)).toBe(false);
}

check(
  'subscriptions.state.each-period-anew',
  'shows UNPAID, and then ACTIVE, in each of five periods whose charge is declined once',
  async ({ subscriptions, initialPayment, control, skip }) => {
    const billed = await withDecliningCard(subscriptions, initialPayment, control, everyThirtyDays);
    if ('missing' in billed) return skip(billed.missing);
    const told: Exchange[] = [];
    let { next }: { next: ShownMoment | undefined } = billed;

    for (let period = 1; period <= repeated(5); period += 1) {
      if (next === undefined) return skip(noNextCharge);
      await control.decideCharges(billed.bindingId, 'declined');
      const declined = await lookOnceCharged(control, subscriptions, billed, next.moment);
      // A retry that is pending stays so, whatever becomes of the amount. Whether it can be updated then is not said.
      if (period === 3)
        told.push(
          await subscriptions.update({ subscriptionId: billed.subscriptionId, amount: 7_77 }),
        );
      await control.decideCharges(billed.bindingId, 'approved');
      await goTo(control, next.moment + 20 * dayMs);
      const later = await lookOnceRetried(subscriptions, billed);

      told.push(declined.exchange, later.exchange);
      const statuses = [declined.status, later.status];
      // When a charge is retried is not shown: it has to be as in the first period.
      if (period === 1 && statuses.join() !== 'UNPAID,ACTIVE')
        return skip('no declined charge is observed to be retried within 20 days');
      const words = sentExpectedGot(told, 'UNPAID, and ACTIVE once it is paid, in each period');
      expect(statuses, words).toEqual(['UNPAID', 'ACTIVE']);
      ({ next } = later);
    }
  },
);

/** How it stands once what was declined is paid; undefined where no retry pays it. */
async function expectUnpaidUntilRetried(
  subscriptions: SubscriptionsClient,
  control: WalkingControl,
  subject: WithBinding,
  next: ShownMoment,
): Promise<SubscriptionView | undefined> {
  const declined = await lookOnceCharged(control, subscriptions, subject, next.moment);
  await control.decideCharges(subject.bindingId, 'approved');

  await goTo(control, next.moment + 90 * dayMs);

  // Long before the next interval, so what has changed is the payment that was declined.
  const later = await lookAt(subscriptions, subject);
  const [before, after] = [declined, later].map(({ payments }) => JSON.stringify(payments));
  if (later.status !== 'ACTIVE' || before === after) return undefined;
  expectStatus(declined, 'UNPAID');
  return later;
}

for (const [how, make] of [
  ['since its initial payment was declined', paymentFailed],
  ['since no retry of a charge was paid', givenUp],
  ['since nobody has tried to pay it', abandoned],
] as const) {
  check(
    'subscriptions.state.cancelled-from-payment-failed',
    `cancels a subscription that is PAYMENT_FAILED ${how}`,
    async ({ subscriptions, initialPayment, control, skip }) => {
      const subscription = await make(subscriptions, initialPayment, control);
      if ('missing' in subscription) return skip(subscription.missing);

      await deactivates(subscriptions, subscription, true);

      expectStatus(await lookAt(subscriptions, subscription), 'CANCELLED');
    },
  );
}

for (const force of [true, false]) {
  check(
    'subscriptions.state.cancelled-is-not-charged',
    `retries no declined charge after a deactivation with force ${force}`,
    async ({ subscriptions, initialPayment, control, skip }) => {
      const billed = await withDecliningCard(subscriptions, initialPayment, control);
      if ('missing' in billed) return skip(billed.missing);
      const declined = await lookOnceCharged(control, subscriptions, billed, billed.next.moment);
      if (declined.status !== 'UNPAID')
        return skip('a declined charge does not make the subscription UNPAID');
      await deactivates(subscriptions, billed, force);
      const cancelled = await lookAt(subscriptions, billed);
      // With force false what is unpaid may go on until its period is over.
      if (cancelled.status !== 'CANCELLED') return skip('what is UNPAID is not CANCELLED at once');
      await control.decideCharges(billed.bindingId, 'approved');

      await goTo(control, billed.next.moment + 30 * dayMs);

      const later = await lookAt(subscriptions, billed);
      const told = [declined.exchange, cancelled.exchange, later.exchange];
      const words = sentExpectedGot(told, 'no payment after those of before');
      expect(later.payments.length, words).toBe(cancelled.payments.length);
    },
  );

  check(
    'subscriptions.state.cancelled-is-not-charged',
    `charges no more after a deactivation with force ${force}`,
    async ({ subscriptions, initialPayment, control, skip }) => {
      const billed = await billedSubscription(subscriptions, initialPayment, everyTenDays);
      if ('missing' in billed) return skip(billed.missing);
      await deactivates(subscriptions, billed, force);

      await goTo(control, billed.next.moment + 25 * dayMs);

      expectCharges(await lookAt(subscriptions, billed), billed, 0);
    },
  );
}

check(
  'subscriptions.state.initiated-is-not-charged',
  'charges nothing while the initial payment is missing',
  async ({ subscriptions, control }) => {
    const subscription = await newSubscription(subscriptions, everyTenDays);

    await pass(control, 35 * dayMs);

    const { exchange, payments } = await lookAt(subscriptions, subscription);
    const words = sentExpectedGot(exchange, 'no payment but the activation payment, if that');
    expect(payments.length, words).toBeLessThanOrEqual(1);
  },
);

check(
  'subscriptions.state.initiated-is-not-charged',
  'charges nothing while the initial payment is missing, where the customer has a card from another subscription',
  async ({ subscriptions, initialPayment, control, skip }) => {
    const paid = await billedSubscription(subscriptions, initialPayment, everyTenDays, control);
    if ('missing' in paid) return skip(paid.missing);
    const { customerId } = paid;
    const subscription = await newSubscription(subscriptions, { ...everyTenDays, customerId });

    const { exchange, status, bindingId, payments } = await lookOnceCharged(
      control,
      subscriptions,
      subscription,
      paid.next.moment + 2 * dayMs,
    );
    const words = sentExpectedGot(exchange, 'nothing but the activation payment, if that');
    expect(payments.length, words).toBeLessThanOrEqual(1);
    const unbound = sentExpectedGot(exchange, 'no bindingId, and neither ACTIVE nor UNPAID');
    expect({ bindingId, isCharged: status === 'ACTIVE' || status === 'UNPAID' }, unbound).toEqual({
      bindingId: undefined,
      isCharged: false,
    });
  },
);

check(
  'subscriptions.create.order-number-is-unique',
  'answers 400 to an orderNumber whose order was never paid and has ended',
  async ({ subscriptions, control }) => {
    const orderNumber = crypto.randomUUID();
    const created = await subscriptions.create(aSubscription({ orderNumber }));
    promised(created, 'subscriptions.create.succeeds');

    await pass(control, 2 * dayMs);

    expect(await subscriptions.create(aSubscription({ orderNumber }))).toAnswer(400);
  },
);

check(
  'subscriptions.state.payment-failed',
  'is asked for the status after a declined initial payment',
  async ({ subscriptions, initialPayment, control, observe, skip }) => {
    const declined = await newSubscription(subscriptions);
    if (!(await triedToPay(initialPayment, declined.mdOrder, 'declined'))) {
      return skip('needs a way to have the initial payment declined');
    }
    const unpaid = await newSubscription(subscriptions);
    const atOnce = (await lookAt(subscriptions, declined)).status;
    await pass(control, 31 * dayMs);

    const later = (await lookAt(subscriptions, declined)).status;
    const never = (await lookAt(subscriptions, unpaid)).status;

    observe(
      `declined: ${String(atOnce)}; a month later: ${String(later)}; never tried: ${String(never)}`,
    );
  },
);

check(
  'subscriptions.state.unpaid',
  'is asked for the status after declined charges',
  async ({ subscriptions, initialPayment, control, observe, skip }) => {
    const recovering = await withDecliningCard(subscriptions, initialPayment, control);
    if ('missing' in recovering) return skip(recovering.missing);
    const failing = await withDecliningCard(subscriptions, initialPayment, control);
    if ('missing' in failing) return skip(failing.missing);
    const { moment } = failing.next;
    const declined = (await lookOnceCharged(control, subscriptions, failing, moment)).status;
    await control.decideCharges(recovering.bindingId, 'approved');

    await pass(control, 90 * dayMs);

    const recovered = (await lookAt(subscriptions, recovering)).status;
    const failed = (await lookAt(subscriptions, failing)).status;
    observe(
      `declined: ${String(declined)}; approved later: ${String(recovered)}; declined for 90 days: ${String(failed)}`,
    );
  },
);

for (const [told, make] of [
  ['is charged a second time', chargedTwice],
  ['is ACTIVE again by a retry', recovered],
] as const) {
  check(
    'subscriptions.deactivate.keeps-the-period',
    `leaves the end of the paid period where it was, without force, once it ${told}`,
    async ({ subscriptions, initialPayment, control, skip }) => {
      const subscription = await make(subscriptions, initialPayment, control);
      if ('missing' in subscription) return skip(subscription.missing);
      const before = await lookAt(subscriptions, subscription);

      await deactivates(subscriptions, subscription, false);

      const missing = expectPeriodKept(before, await lookAt(subscriptions, subscription));
      if (missing !== undefined) return skip(missing);
    },
  );
}

// It is INITIATED still, or PAYMENT_FAILED: both can be cancelled.
check(
  'subscriptions.deactivate.force-cancels-at-once',
  'cancels at once, with force, what nobody has paid until its order ended',
  async ({ subscriptions, control }) => {
    const subscription = await newSubscription(subscriptions);
    await control.letPass((await control.now()).getTime(), dayMs);

    await deactivates(subscriptions, subscription, true);

    expectStatus(await lookAt(subscriptions, subscription), 'CANCELLED');
  },
);

check(
  'subscriptions.deactivate.in-the-end-cancelled',
  'shows CANCELLED when the period is over in which it was deactivated',
  async ({ subscriptions, initialPayment, control, skip }) => {
    const billed = await billedSubscription(subscriptions, initialPayment, everyTenDays);
    if ('missing' in billed) return skip(billed.missing);
    const { next, till } = billed.start;
    await deactivates(subscriptions, billed, false);

    await goTo(
      control,
      onceCharged(Math.max(next?.moment ?? 0, till?.moment ?? 0), untilChargedLateMs),
    );

    expectStatus(await lookAt(subscriptions, billed), 'CANCELLED');
  },
);

check(
  'subscriptions.deactivate.in-the-end-cancelled',
  'shows CANCELLED an interval after what was never paid was deactivated',
  async ({ subscriptions, control }) => {
    const subscription = await newSubscription(subscriptions, everyTenDays);
    await deactivates(subscriptions, subscription, false);

    await pass(control, 11 * dayMs);

    expectStatus(await lookAt(subscriptions, subscription), 'CANCELLED');
  },
);

type WithBinding = BilledSubscription & { readonly bindingId: string };

/** An active subscription whose charges will be declined. */
async function withDecliningCard(
  subscriptions: SubscriptionsClient,
  initialPayment: InitialPayment,
  control: WalkingControl,
  interval = everyHundredDays,
): Promise<WithBinding | { readonly missing: string }> {
  const billed = await billedSubscription(subscriptions, initialPayment, interval);
  if ('missing' in billed) return billed;
  const { bindingId } = billed.start;
  if (bindingId === undefined) return { missing: 'an active subscription shows no bindingId' };
  await control.decideCharges(bindingId, 'declined');
  return { ...billed, bindingId };
}

/** Active, and charged in two periods after the first. */
async function chargedTwice(
  subscriptions: SubscriptionsClient,
  initialPayment: InitialPayment,
  control: WalkingControl,
): Promise<TestSubscription | { readonly missing: string }> {
  const billed = await billedSubscription(subscriptions, initialPayment, everyTenDays, control);
  if ('missing' in billed) return billed;
  let { next }: { next: ShownMoment | undefined } = billed;
  for (let charges = 1; charges <= 2; charges += 1) {
    if (next === undefined) return { missing: noNextCharge };
    const standing = await lookOnceCharged(control, subscriptions, billed, next.moment);
    if (!isCharged(standing, billed)) return { missing: chargeDeclined };
    ({ next } = standing);
  }
  return billed;
}

async function deactivates(
  subscriptions: SubscriptionsClient,
  { subscriptionId }: TestSubscription,
  force: boolean,
): Promise<void> {
  const deactivated = await subscriptions.deactivate({ subscriptionId, force });
  const words = sentExpectedGot(deactivated, 'success (HTTP 2xx)');
  expect(succeeded(deactivated), words).toBe(true);
}

async function pass(control: WalkingControl, lengthMs: number): Promise<void> {
  await goTo(control, (await control.now()).getTime() + lengthMs);
}
