import { aSubscription } from '../../fixtures/builders/subscriptions.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import { subscriptionIn, type SubscriptionsClient } from '../../fixtures/clients/subscriptions.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { inSmokeOnly } from '../../fixtures/repeated.ts';
import type { RequirementId } from '../../fixtures/requirements/index.ts';
import type { WalkingControl } from '../../fixtures/target/walk.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import {
  billedSubscription,
  dayMs,
  expectCharges,
  goTo,
  lookAt,
  lookOnceRetried,
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
import { payWithCard } from '../../fixtures/worlds/gateway.ts';

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
  /** What is asked of it then, whether it is taken or not. */
  readonly followed?: readonly (keyof typeof followers)[];
}

/** Ways to a state on which something may have been planned. */
const pasts = {
  'after its retries': givenUp,
  'after a retry that was paid': recovered,
  'as nobody paid': abandoned,
  'after a day': stillUnpaid,
} as const;

/**
 * Operations that may follow a deactivation, and are no reason to go on: what is only to end with its period may take an
 * update until then. Intervals become longer, so that nothing falls due at once.
 */
const followers = {
  'another amount': ({ subscriptions, subscriptionId }) =>
    subscriptions.update({ subscriptionId, amount: 20_01 }),
  'a longer interval': ({ subscriptions, subscriptionId }) =>
    subscriptions.update({ subscriptionId, billingIntervalValue: 14 }),
  'another unit': ({ subscriptions, subscriptionId }) =>
    subscriptions.update({ subscriptionId, billingIntervalUnit: 'WEEKS' }),
  'an update of nothing': ({ subscriptions, subscriptionId }) =>
    subscriptions.update({ subscriptionId }),
  'a wrong update': ({ subscriptions, subscriptionId }) =>
    subscriptions.update({ subscriptionId, amount: 0 }),
  'the same again': ({ subscriptions, subscriptionId }) =>
    subscriptions.deactivate({ subscriptionId, force: false }),
  'a wrong deactivation': ({ subscriptions, subscriptionId }) =>
    subscriptions.deactivate({ subscriptionId, force: 'later' }),
  'the same with force': ({ subscriptions, subscriptionId }) =>
    subscriptions.deactivate({ subscriptionId, force: true }),
  "another one of the customer's": ({ subscriptions, customerId }) =>
    subscriptions.create(aSubscription({ customerId, ...everyTenDays })),
} as const satisfies Readonly<Record<string, (ground: Following) => Promise<Exchange>>>;

interface Following {
  readonly subscriptions: SubscriptionsClient;
  readonly subscriptionId: string;
  readonly customerId: string;
}

/** After these the period may be longer, whose end is waited for. */
const ofIntervals: readonly string[] = ['a longer interval', 'another unit'];

/** Each of them last, and each sort of them before and behind the other. */
const sequences: readonly (readonly (keyof typeof followers)[])[] = [
  ['a wrong update', 'another amount'],
  ['another amount', 'the same again'],
  ['the same again', 'a longer interval'],
  ['another unit'],
  ["another one of the customer's", 'an update of nothing'],
  ['another amount', 'a wrong deactivation'],
  ['an update of nothing', "another one of the customer's"],
  ['a longer interval', 'a wrong update'],
  ['another amount', 'the same with force'],
];

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
  ...(inSmokeOnly()
    ? []
    : [
        ...sequences.map((followed): Ending => ({ state: 'ACTIVE', force: false, followed })),
        { state: 'UNPAID', force: false, followed: ['another amount'] } as const,
      ]),
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
          const { state, force, isPaidLater = false, followed = [] } = ending;
          const subject = await madeFor(ending, subscriptions, initialPayment, own);
          if (subject === undefined || 'missing' in subject) return;
          const { subscriptionId, customerId, mdOrder } = subject;
          const ended = await subscriptions.deactivate({ subscriptionId, force });
          // Given up within that day, which may show only now.
          const isGivenUp = ending.past === 'after a day' && ended.answer.status === 422;
          if (isGivenUp && (await lookOnceRetried(subscriptions, subject)).status === 'CANCELLED')
            return;
          promised(ended, byState[state]);
          if (isPaidLater) await triedToPay(initialPayment, mdOrder);
          // What is charged nevertheless shows once it is approved.
          const { bindingId } = await lookAt(subscriptions, subject);
          if (state === 'UNPAID' && force && bindingId !== undefined)
            await own.decideCharges(bindingId, 'approved');
          const start = await lookAt(subscriptions, subject);
          if (start.status === 'CANCELLED') await expectNoChange(subscriptions, subject, force);
          const acts: Exchange[] = [];
          for (const name of followed)
            acts.push(await followers[name]({ subscriptions, subscriptionId, customerId }));
          const mayLast = followed.some((name) => ofIntervals.includes(name));
          const now = (await own.now()).getTime();

          let standing = start;
          for (const [place, later] of stops.entries()) {
            const isOver = force || standing.status === 'CANCELLED';
            // Without force it may show once the period is over, and what is owed may be asked for until then.
            const isToBe = isOver || place > (mayLast ? 1 : 0);
            // Who has paid for what is cancelled may get it back, as a payment of its own.
            const mayGrow = isPaidLater || (!isOver && state === 'UNPAID');
            const since = mayGrow ? undefined : standing;
            await own.letPass(now, later);
            standing = await expectEnded(subscriptions, subject, { since, isToBe, acts });
          }
          const shown = memberOf(subscriptionIn(standing.exchange), 'amount');
          const amount = followed.length > 0 && typeof shown === 'number' ? shown : subject.amount;
          await expectNoChange(subscriptions, { ...subject, amount }, !force);
        }),
      { allAtOnce: true },
    );
  },
);

check(
  'subscriptions.persistence.cancelled-for-good',
  'shows what was cancelled before it was paid as CANCELLED when its order is paid by card at the gateway all the same',
  async ({ subscriptions, gateway, control, skip }) => {
    const subject = await newSubscription(subscriptions, everyTenDays);
    const { subscriptionId, mdOrder } = subject;
    const ended = await subscriptions.deactivate({ subscriptionId, force: true });
    promised(ended, byState.INITIATED);
    const before = await lookAt(subscriptions, subject);
    if (before.status !== 'CANCELLED') return skip('what is INITIATED is not cancelled at once');

    const payment = await payWithCard(gateway, { mdOrder });

    const words = (last: SubscriptionView) =>
      sentExpectedGot([ended, payment, last.exchange], 'status CANCELLED');
    const after = await lookAt(subscriptions, subject);
    expect(after.status, words(after)).toBe('CANCELLED');
    const now = (await control.now()).getTime();
    await control.letPass(now, 11 * dayMs);
    const later = await lookAt(subscriptions, subject);
    expect(later.status, words(later)).toBe('CANCELLED');
    // Who has paid for what is cancelled may get it back, as a payment of its own.
    const most = after.payments.length + 1;
    expect(later.payments.length <= most, words(later)).toBe(true);
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
  /** What was asked of it since it was deactivated. */
  readonly acts: readonly Exchange[];
}

async function expectEnded(
  subscriptions: SubscriptionsClient,
  subject: TestSubscription,
  { since, isToBe, acts }: Expected,
): Promise<SubscriptionView> {
  const standing = await lookAt(subscriptions, subject);
  const words = sentExpectedGot([...acts, standing.exchange], 'status CANCELLED');
  if (isToBe) expect(standing.status, words).toBe('CANCELLED');
  if (since === undefined) return standing;
  // An activation payment that was never made may be listed only once its order has ended.
  const isListedSince = since.payments.length === 0 && standing.payments.length > 0;
  expectCharges(standing, { start: since }, isListedSince ? 1 : 0);
  return standing;
}

function nameOf({ state, force, beforeMs, past, isPaidLater, followed = [] }: Ending): string {
  const how = force ? 'with force' : 'without force';
  const when = beforeMs === undefined ? '' : ` ${beforeMs / 1_000} s before it is charged`;
  const before = past === undefined ? '' : ` ${past}`;
  const later = [...(isPaidLater === true ? ['paid'] : []), ...followed];
  const afterwards = later.length === 0 ? '' : `, and then ${later.join(' and ')}`;
  return `${state}${before}, ${how}${when}${afterwards}`;
}
