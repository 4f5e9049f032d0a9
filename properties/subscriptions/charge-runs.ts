import { expect, reached } from '../../fixtures/check.ts';
import type { WalkingControl } from '../../fixtures/target/walk.ts';
import { type Exchange, succeeded } from '../../fixtures/transcript/exchange.ts';
import type { SubscriptionsClient } from '../../fixtures/clients/subscriptions.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import {
  amountOfPayment,
  billedSubscription,
  type BilledSubscription,
  expectCharges,
  expectStatus,
  goTo,
  lookAt,
  lookOnceCharged,
  mayBeDeclined,
  minuteMs,
  paymentsSince,
  type ShownMoment,
  type SubscriptionView,
} from '../../fixtures/worlds/subscription-charges.ts';
import type { InitialPayment } from '../../fixtures/worlds/subscriptions.ts';
import type { ChargeStep } from '../arbitraries/subscriptions.ts';
import { type Interval, lengthMs } from '../models/subscription.ts';

/** What a run needs to act upon a subscription. */
export interface ChargeRunSetUp {
  readonly subscriptions: SubscriptionsClient;
  readonly control: WalkingControl;
}

/** A subscription with what the model says of its charges. Document 3, part 3.2. */
interface ChargeHistory {
  readonly billed: BilledSubscription;
  /** Amounts that were in force since the last charge, the present one last. */
  amounts: readonly number[];
  interval: Interval;
  /** Charges that must have been made. */
  charges: number;
  /** How many more may have been made at once, one with each update of the interval. */
  mayHaveMore: number;
  /** The payments that were seen: among the later ones no order is promised. */
  seen: readonly object[];
  /** When the next one is due; for what was deactivated, when it would have been. */
  next: ShownMoment;
  isDeactivated: boolean;
}

/** A fresh subscription; undefined where its initial payment does not succeed any more. */
export async function beginHistory(
  { subscriptions, control }: ChargeRunSetUp,
  initialPayment: InitialPayment,
  { amount, interval }: { readonly amount: number; readonly interval: Interval },
): Promise<ChargeHistory | undefined> {
  const part = {
    amount,
    billingIntervalValue: interval.value,
    billingIntervalUnit: interval.unit,
  };
  const billed = await billedSubscription(subscriptions, initialPayment, part, control);
  if ('missing' in billed) return undefined;
  const { next, start } = billed;
  return {
    billed,
    amounts: [amount],
    interval,
    charges: 0,
    mayHaveMore: 0,
    seen: start.payments,
    next,
    isDeactivated: false,
  };
}

/** Does one step and judges what follows; false where the run cannot be followed any further. */
export async function takeStep(
  ground: ChargeRunSetUp,
  history: ChargeHistory,
  step: ChargeStep,
): Promise<boolean> {
  switch (step.do) {
    case 'wait until just before':
      return waitUntilJustBefore(ground, history);
    case 'wait until just after':
      return waitFor(ground, history);
    case 'wait for':
      // One after the other: what is made up for after several at once is not shown.
      for (let interval = 1; interval <= step.intervals; interval += 1) {
        if (!(await waitFor(ground, history))) return false;
      }
      return true;
    case 'update amount':
      return updateAmount(ground, history, step.amount);
    case 'update interval':
      return updateInterval(ground, history, step.interval);
    case 'deactivate':
      return deactivate(ground, history, step.force);
  }
}

async function waitUntilJustBefore(
  ground: ChargeRunSetUp,
  history: ChargeHistory,
): Promise<boolean> {
  const { subscriptions, control } = ground;
  await goTo(control, history.next.moment - minuteMs);
  const standing = await lookAt(subscriptions, history.billed);
  // The moment may have come while we looked.
  if ((await control.now()).getTime() >= history.next.moment) return false;
  expectMade(standing, history, history.charges);
  reached('looked just before a charge');
  return true;
}

/** Waits for the next charge, and a while longer. */
async function waitFor(
  { subscriptions, control }: ChargeRunSetUp,
  history: ChargeHistory,
): Promise<boolean> {
  const { billed, next, interval, charges } = history;
  const standing = await lookOnceCharged(control, subscriptions, billed, next.moment);

  if (history.isDeactivated) {
    reached('no charge after a deactivation');
    expectMade(standing, history, charges);
    // Who charges ahead of a period waits for its end, which the charge that was due does not tell.
    const now = (await control.now()).getTime();
    if (standing.till === undefined || standing.till.moment <= now) {
      expectStatus(standing, 'CANCELLED');
    }
    history.next = { ...next, moment: next.moment + lengthMs(interval) };
    return true;
  }
  // A charge that was declined without our doing, such as of a card that has expired.
  if (mayBeDeclined(standing, billed)) return false;
  expectMade(standing, history, charges + 1);
  expectAmount(standing, history);
  reached('one charge');
  history.amounts = history.amounts.slice(-1);
  if (standing.next === undefined) return false;
  history.next = standing.next;
  return true;
}

async function updateAmount(
  { subscriptions }: ChargeRunSetUp,
  history: ChargeHistory,
  amount: number,
): Promise<boolean> {
  if (history.isDeactivated) return true;
  const { subscriptionId } = history.billed;
  expectSuccess(await subscriptions.update({ subscriptionId, amount }));
  reached('another amount');
  history.amounts = [...history.amounts, amount];
  return true;
}

/**
 * Whether the running period changes is not shown, or is charged for at once, so what nextChargeAt says then is
 * followed.
 */
async function updateInterval(
  { subscriptions, control }: ChargeRunSetUp,
  history: ChargeHistory,
  interval: Interval,
): Promise<boolean> {
  if (history.isDeactivated) return true;
  const { subscriptionId } = history.billed;
  const { value, unit } = interval;
  expectSuccess(
    await subscriptions.update({
      subscriptionId,
      billingIntervalValue: value,
      billingIntervalUnit: unit,
    }),
  );
  const { next } = await lookAt(subscriptions, history.billed);
  const now = (await control.now()).getTime();
  if (next === undefined || next.moment < now + 2 * minuteMs) return false;
  history.interval = interval;
  history.next = next;
  history.mayHaveMore += 1;
  reached('another interval');
  return true;
}

async function deactivate(
  { subscriptions, control }: ChargeRunSetUp,
  history: ChargeHistory,
  force: boolean,
): Promise<boolean> {
  if (history.isDeactivated) return true;
  // A charge may fall due while this is asked.
  const now = (await control.now()).getTime();
  if (history.next.moment < now + minuteMs / 2) return false;
  const { subscriptionId } = history.billed;
  expectSuccess(await subscriptions.deactivate({ subscriptionId, force }));
  reached(`deactivated with force ${force}`);
  history.isDeactivated = true;
  return true;
}

/** So many charges, and those that may have been made at once; they are counted from then on. */
function expectMade(standing: SubscriptionView, history: ChargeHistory, count: number): void {
  const { billed, mayHaveMore } = history;
  const made = standing.payments.length - billed.start.payments.length;
  const areLawful = made > count && made <= count + mayHaveMore;
  if (!areLawful) expectCharges(standing, billed, count);
  history.charges = made;
  history.mayHaveMore = 0;
}

/**
 * The charge that came last is of the amount in force, where payments show amounts, or of one that was so since
 * the charge before: from which moment on an update counts is not shown.
 */
function expectAmount(standing: SubscriptionView, history: ChargeHistory): void {
  const { amounts, seen } = history;
  history.seen = standing.payments;
  for (const payment of paymentsSince(seen, standing.payments)) {
    const shown = amountOfPayment(payment);
    if (shown === undefined) continue;
    const words = sentExpectedGot(standing.exchange, `a charge of ${amounts.join(' or ')}`);
    expect(amounts, words).toContain(shown);
  }
}

function expectSuccess(exchange: Exchange): void {
  expect(succeeded(exchange), sentExpectedGot(exchange, 'success (HTTP 2xx)')).toBe(true);
}
