import fc from 'fast-check';
import { check, expect, forAll, reached } from '../../fixtures/check.ts';
import type { WalkingControl } from '../../fixtures/target/walk.ts';
import { succeeded } from '../../fixtures/transcript/exchange.ts';
import type { SubscriptionsClient } from '../../fixtures/clients/subscriptions.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import {
  billedSubscription,
  chargeDeclined,
  expectCharges,
  goTo,
  lookAt,
  paidOf,
  type SubscriptionView,
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
