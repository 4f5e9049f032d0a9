import fc from 'fast-check';
import { terms } from '../../fixtures/builders/subscriptions.ts';
import { check, expect, forAll, forEvery, reached } from '../../fixtures/check.ts';
import { inSmokeOnly } from '../../fixtures/repeated.ts';
import type { WalkingControl } from '../../fixtures/target/walk.ts';
import { succeeded } from '../../fixtures/transcript/exchange.ts';
import type { SubscriptionsClient } from '../../fixtures/clients/subscriptions.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import {
  type BilledSubscription,
  billedSubscription,
  chargeDeclined,
  dayMs,
  expectCharges,
  expectStatus,
  goTo,
  lookAt,
  lookOnceCharged,
  mayBeDeclined,
  minuteMs,
  paidOf,
  type SubscriptionView,
  untilChargedLateMs,
} from '../../fixtures/worlds/subscription-charges.ts';
import {
  chargeAmount,
  chargeLife,
  declineStep,
  shortInterval,
} from '../arbitraries/subscriptions.ts';
import { lengthMs, mostCharges } from '../models/subscription.ts';
import { beginHistory, takeStep } from './charge-runs.ts';

// Document 3, parts 3.2 and 4.8: what is charged through any run. Single charges stand in
// suites/subscriptions/charges.clock.test.ts.

check(
  'subscriptions.charge.through-any-run',
  'charges once per interval, the amount in force, and nothing after a deactivation',
  async ({ subscriptions, initialPayment, control }) => {
    await forAll(
      [chargeAmount, shortInterval, chargeLife(6)],
      (amount, interval, run) =>
        control.aside(async (own) => {
          const ground = { subscriptions, control: own };
          const history = await beginHistory(ground, initialPayment, { amount, interval });
          if (history === undefined) return;
          for (const step of run) {
            if (!(await takeStep(ground, history, step))) return;
          }
        }),
      {
        share: 0.375,
        allAtOnce: true,
        least: {
          accepted: 48,
          depth: 7,
          reached: {
            'looked just before a charge': 1,
            'one charge': 2,
            'no charge after a deactivation': 3,
          },
          otherwise: chargeDeclined,
        },
      },
    );
  },
);

check(
  'subscriptions.charge.through-any-run',
  'is paid no more often than there are intervals, whatever charges are declined, and not after a cancellation',
  async ({ subscriptions, initialPayment, control, gateway }) => {
    const steps = fc.array(declineStep, { minLength: 3, maxLength: 7 });
    await forAll(
      [chargeAmount, shortInterval, steps],
      (amount, interval, run) =>
        control.aside(async (own) => {
          const begun = (await own.now()).getTime();
          const part = {
            amount,
            billingIntervalValue: interval.value,
            billingIntervalUnit: interval.unit,
          };
          const billed = await billedSubscription(subscriptions, initialPayment, part);
          if ('missing' in billed) return;
          const { subscriptionId, start } = billed;
          const { bindingId } = start;
          if (bindingId === undefined) return;
          let whenCancelled: SubscriptionView | undefined;

          for (const step of run) {
            reached(whenCancelled === undefined ? step.do : `${step.do} when cancelled`);
            switch (step.do) {
              case 'decline':
                await control.decideCharges(bindingId, 'declined');
                break;
              case 'approve':
                await control.decideCharges(bindingId, 'approved');
                break;
              case 'update amount':
                await subscriptions.update({ subscriptionId, amount: step.amount });
                break;
              case 'wait for':
                await pass(own, step.intervals * lengthMs(interval));
                break;
              case 'cancel':
                whenCancelled ??= await cancelled(subscriptions, billed);
                break;
            }
          }

          const end = await lookAt(subscriptions, billed);
          const elapsed = (await own.now()).getTime() - begun;
          const most = mostCharges(elapsed, interval);
          const paid = await paidOf(gateway, end.payments.slice(start.payments.length));
          if (paid !== undefined) {
            reached('payments that could be counted');
            const words = sentExpectedGot(end.exchange, `at most ${most} charges that were paid`);
            expect(paid, words).toBeLessThanOrEqual(most);
          }
          if (whenCancelled !== undefined) expectCharges(end, { start: whenCancelled }, 0);
        }),
      {
        share: 0.25,
        allAtOnce: true,
        least: {
          accepted: 32,
          depth: 6,
          reached: { 'payments that could be counted': 2, decline: 1 },
          otherwise: 'payments show no order that the gateway knows',
        },
      },
    );
  },
);

/** What has become of a subscription before it is looked at: each of these leaves it ACTIVE. */
type Step =
  | { readonly do: 'decline' | 'approve' }
  | { readonly do: 'update'; readonly change: object }
  /** Until the next charge is due, or so long. */
  | { readonly do: 'come to the charge' }
  | { readonly do: 'wait'; readonly timeMs: number };

const decline: Step = { do: 'decline' };
const approve: Step = { do: 'approve' };
const comeToTheCharge: Step = { do: 'come to the charge' };
const wait = (timeMs: number): Step => ({ do: 'wait', timeMs });
const update = (change: object): Step => ({ do: 'update', change });
const retried = [decline, comeToTheCharge, approve, wait(20 * dayMs)];

const paths: readonly { readonly told: string; readonly steps: readonly Step[] }[] = [
  { told: 'a retry that was paid', steps: retried },
  { told: 'a retry in each of two periods', steps: [...retried, ...retried] },
  {
    told: 'retries that were declined for days',
    steps: [decline, comeToTheCharge, wait(2.3 * dayMs), approve, wait(20 * dayMs)],
  },
  {
    told: 'an update of the amount between a charge and its retry',
    steps: [decline, comeToTheCharge, update({ amount: 20_01 }), approve, wait(20 * dayMs)],
  },
  {
    told: 'an update of the interval between a charge and its retry',
    steps: [
      decline,
      comeToTheCharge,
      update({ billingIntervalValue: 45 }),
      approve,
      wait(20 * dayMs),
    ],
  },
  {
    told: 'an update of the interval after a retry',
    steps: [...retried, update({ billingIntervalValue: 45 })],
  },
  {
    told: 'an update of the interval and another one back',
    steps: [update({ billingIntervalValue: 45 }), update({ billingIntervalValue: 30 })],
  },
  {
    told: 'a charge, and an update of the amount and the unit',
    steps: [comeToTheCharge, update({ amount: 20_01, ...terms({ value: 3, unit: 'MONTHS' }) })],
  },
];

if (!inSmokeOnly()) {
  check(
    'subscriptions.charge.at-next-charge-at',
    'charges when each of the next two nextChargeAt has come, and not before, whatever came to it until then',
    async ({ subscriptions, initialPayment, control }) => {
      const thirtyDays = terms({ value: 30, unit: 'DAYS' });
      await forEvery(
        paths,
        ({ told }) => told,
        ({ steps }) =>
          control.aside(async (own) => {
            const billed = await billedSubscription(subscriptions, initialPayment, thirtyDays, own);
            if ('missing' in billed) return;
            for (const step of steps) await takes({ subscriptions, own }, billed, step);
            let before = await lookAt(subscriptions, billed);

            for (let period = 1; period <= 2; period += 1) {
              const now = (await own.now()).getTime();
              const due = before.next?.moment;
              // When a charge is retried, and an update takes effect, is not shown: what was announced then counts.
              if (before.status !== 'ACTIVE' || due === undefined || due < now + 6 * minuteMs)
                return;
              await own.moveClockBetween(new Date(due - 5 * minuteMs), new Date(due - 10_000));
              const early = await lookAt(subscriptions, billed);
              // A slow run may get there only when the moment has come.
              const isInTime = (await own.now()).getTime() < due;
              if (isInTime) expectCharges(early, { start: before }, 0);
              const after = await lookOnceCharged(own, subscriptions, billed, due);
              if (mayBeDeclined(after, billed)) return;
              expectStatus(after, 'ACTIVE');
              expectCharges(after, { start: before }, 1);
              before = after;
            }
          }),
        { allAtOnce: true },
      );
    },
  );
}

interface Walking {
  readonly subscriptions: SubscriptionsClient;
  readonly own: WalkingControl;
}

async function takes(
  { subscriptions, own }: Walking,
  billed: BilledSubscription,
  step: Step,
): Promise<void> {
  const { subscriptionId, start } = billed;
  const { bindingId } = start;
  switch (step.do) {
    case 'decline':
    case 'approve':
      if (bindingId === undefined) return;
      await own.decideCharges(bindingId, step.do === 'decline' ? 'declined' : 'approved');
      return;
    case 'come to the charge': {
      const { next } = await lookAt(subscriptions, billed);
      if (next !== undefined) await lookOnceCharged(own, subscriptions, billed, next.moment);
      return;
    }
    case 'wait':
      await own.letPass((await own.now()).getTime(), step.timeMs);
      return;
    case 'update':
      // Whether what is UNPAID can be updated is not shown, and a new interval may be charged at once.
      await subscriptions.update({ subscriptionId, ...step.change });
      await own.letPass((await own.now()).getTime(), 2 * untilChargedLateMs);
  }
}

async function cancelled(
  subscriptions: SubscriptionsClient,
  subscription: { readonly subscriptionId: string },
): Promise<SubscriptionView | undefined> {
  const { subscriptionId } = subscription;
  const before = await lookAt(subscriptions, subscription);
  // Declined often enough, it may have been cancelled by the service.
  if (before.status === 'CANCELLED') return before;
  const deactivated = await subscriptions.deactivate({ subscriptionId, force: true });
  const words = sentExpectedGot(deactivated, 'success (HTTP 2xx)');
  expect(succeeded(deactivated), words).toBe(true);
  return lookAt(subscriptions, subscription);
}

async function pass(control: WalkingControl, time: number): Promise<void> {
  await goTo(control, (await control.now()).getTime() + time);
}
