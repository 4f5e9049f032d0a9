import { check, expect, forEvery } from '../../fixtures/check.ts';
import { subscriptionIn, type SubscriptionsClient } from '../../fixtures/clients/subscriptions.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import type { RequirementId } from '../../fixtures/requirements/index.ts';
import type { WalkingControl } from '../../fixtures/target/walk.ts';
import { memberOf } from '../../fixtures/transcript/exchange.ts';
import {
  billedSubscription,
  dayMs,
  expectCharges,
  expectStatus,
  goTo,
  lookAt,
  minuteMs,
  type SubscriptionView,
  triedToPay,
} from '../../fixtures/worlds/subscription-charges.ts';
import {
  abandoned,
  givenUp,
  type Made,
  paymentFailed,
  recovered,
  stillUnpaid,
  unpaid,
} from '../../fixtures/worlds/subscription-states.ts';
import {
  type InitialPayment,
  newSubscription,
  promised,
  type TestSubscription,
} from '../../fixtures/worlds/subscriptions.ts';

// Document 3, parts 3.2 and 4.8, rules 4 and 5: what is cancelled is so for good, whatever was planned before, and
// answers 422 to whoever changes it.

const everyTenDays = { billingIntervalValue: 10, billingIntervalUnit: 'DAYS' };

interface Ending {
  readonly state: 'INITIATED' | 'ACTIVE' | 'UNPAID' | 'PAYMENT_FAILED';
  readonly force: boolean;
  /** Milliseconds before the next charge is due; at once where absent. */
  readonly beforeMs?: number;
  /** How it came to its state, where that is not the usual way. */
  readonly past?: keyof typeof pasts;
  /** Whether the customer goes on to pay. */
  readonly isPaidLater?: boolean;
}

/** Ways to a state on which something may have been planned. */
const pasts = {
  'after its retries': givenUp,
  'after a retry that was paid': recovered,
  'as nobody paid': abandoned,
  'after a day': stillUnpaid,
} as const;

const endings: readonly Ending[] = [
  { state: 'INITIATED', force: true },
  { state: 'INITIATED', force: true, isPaidLater: true },
  { state: 'INITIATED', force: false },
  ...[true, false].flatMap((force): Ending[] => [
    { state: 'ACTIVE', force, beforeMs: 30 * minuteMs },
    { state: 'ACTIVE', force, beforeMs: 10_000 },
    { state: 'UNPAID', force },
    { state: 'PAYMENT_FAILED', force },
  ]),
  { state: 'PAYMENT_FAILED', force: true, past: 'after its retries' },
  { state: 'PAYMENT_FAILED', force: false, past: 'after its retries' },
  { state: 'PAYMENT_FAILED', force: true, past: 'as nobody paid' },
  { state: 'ACTIVE', force: true, past: 'after a retry that was paid' },
  { state: 'UNPAID', force: true, past: 'after a day' },
];

/** Behind the end of an order and the first retry, the end of the period, and everything. */
const stops = [1.1 * dayMs, 11 * dayMs, 366 * dayMs];

const byState = {
  INITIATED: 'subscriptions.state.cancelled-from-initiated',
  ACTIVE: 'subscriptions.state.cancelled-from-active',
  UNPAID: 'subscriptions.state.cancelled-from-unpaid',
  PAYMENT_FAILED: 'subscriptions.state.cancelled-from-payment-failed',
} as const satisfies Readonly<Record<string, RequirementId>>;

check(
  'subscriptions.persistence.cancelled-for-good',
  'shows what was cancelled in any state as CANCELLED and uncharged a day, a period and a year later, and lets nobody change it',
  async ({ subscriptions, initialPayment, control }) => {
    await forEvery(
      endings,
      nameOf,
      (ending) =>
        control.aside(async (own) => {
          const { state, force, isPaidLater = false } = ending;
          const subject = await madeFor(ending, subscriptions, initialPayment, own);
          if (subject === undefined || 'missing' in subject) return;
          const { subscriptionId, mdOrder } = subject;
          promised(await subscriptions.deactivate({ subscriptionId, force }), byState[state]);
          if (isPaidLater) await triedToPay(initialPayment, mdOrder);
          // What is charged nevertheless shows once it is approved.
          const { bindingId } = await lookAt(subscriptions, subject);
          if (state === 'UNPAID' && force && bindingId !== undefined)
            await own.decideCharges(bindingId, 'approved');
          const start = await lookAt(subscriptions, subject);
          if (start.status === 'CANCELLED') await expectNoChange(subscriptions, subject, force);
          const now = (await own.now()).getTime();

          let standing = start;
          for (const [place, later] of stops.entries()) {
            const isOver = force || standing.status === 'CANCELLED';
            // Without force it may show once the period is over, and what is owed may be asked for until then.
            const isToBe = isOver || place > 0;
            // Who has paid for what is cancelled may get it back, as a payment of its own.
            const mayGrow = isPaidLater || (!isOver && state === 'UNPAID');
            const since = mayGrow ? undefined : standing;
            await own.letPass(now, later);
            standing = await expectEnded(subscriptions, subject, { since, isToBe });
          }
          await expectNoChange(subscriptions, subject, !force);
        }),
      { allAtOnce: true },
    );
  },
);

/** Whoever changes what is shown as CANCELLED is told that it is, and does not change it. Part 3.2. */
async function expectNoChange(
  subscriptions: SubscriptionsClient,
  subject: TestSubscription,
  force: boolean,
): Promise<void> {
  const { subscriptionId, amount } = subject;
  const update = await subscriptions.update({ subscriptionId, amount: amount + 1 });
  const deactivation = await subscriptions.deactivate({ subscriptionId, force });
  for (const answer of [update, deactivation]) expect(answer).toAnswer(422);
  const { status, exchange } = await lookAt(subscriptions, subject);
  const shown = { status, amount: memberOf(subscriptionIn(exchange), 'amount') };
  const words = sentExpectedGot([update, exchange], `CANCELLED, and amount ${amount}`);
  expect(shown, words).toEqual({ status: 'CANCELLED', amount });
}

/** A subscription in the state, at the moment at which it is to end; nothing where that was missed. */
async function madeFor(
  { state, beforeMs, past }: Ending,
  subscriptions: SubscriptionsClient,
  initialPayment: InitialPayment,
  control: WalkingControl,
): Promise<Made | undefined> {
  // With terms of its own, such as leave room for retries.
  if (past === 'after a retry that was paid')
    return recovered(subscriptions, initialPayment, control);
  if (past !== undefined) return pasts[past](subscriptions, initialPayment, control, everyTenDays);
  switch (state) {
    case 'INITIATED':
      return newSubscription(subscriptions, everyTenDays);
    case 'UNPAID':
      return unpaid(subscriptions, initialPayment, control, everyTenDays);
    case 'PAYMENT_FAILED':
      return paymentFailed(subscriptions, initialPayment, control, everyTenDays);
    case 'ACTIVE': {
      const billed = await billedSubscription(subscriptions, initialPayment, everyTenDays, control);
      if ('missing' in billed || beforeMs === undefined) return billed;
      const { moment } = billed.next;
      await goTo(control, moment - beforeMs);
      // A slow run may get there only when the moment has nearly come.
      return (await control.now()).getTime() < moment - beforeMs / 2 ? billed : undefined;
    }
  }
}

interface Expected {
  /** The view behind which nothing more is paid, if that is so. */
  readonly since: SubscriptionView | undefined;
  readonly isToBe: boolean;
}

async function expectEnded(
  subscriptions: SubscriptionsClient,
  subject: TestSubscription,
  { since, isToBe }: Expected,
): Promise<SubscriptionView> {
  const standing = await lookAt(subscriptions, subject);
  if (isToBe) expectStatus(standing, 'CANCELLED');
  if (since === undefined) return standing;
  // An activation payment that was never made may be listed only once its order has ended.
  const isListedSince = since.payments.length === 0 && standing.payments.length > 0;
  expectCharges(standing, { start: since }, isListedSince ? 1 : 0);
  return standing;
}

function nameOf({ state, force, beforeMs, past, isPaidLater }: Ending): string {
  const how = force ? 'with force' : 'without force';
  const when = beforeMs === undefined ? '' : ` ${beforeMs / 1_000} s before it is charged`;
  const before = past === undefined ? '' : ` ${past}`;
  return `${state}${before}, ${how}${when}${isPaidLater === true ? ', and paid then' : ''}`;
}
