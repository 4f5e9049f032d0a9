import { check, expect } from '../../fixtures/check.ts';
import { inShort, succeeded } from '../../fixtures/transcript/exchange.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { paymentFailed, unpaid } from '../../fixtures/worlds/subscription-states.ts';

// Document 3, parts 3.2 and 4.8: what is asked of subscriptions in the states that come with declined
// payments. With force they are cancelled in states.clock.test.ts.

for (const [state, make, ids] of [
  [
    'UNPAID',
    unpaid,
    {
      deactivate: 'subscriptions.state.cancelled-from-unpaid',
      update: 'subscriptions.update.unpaid',
    },
  ],
  [
    'PAYMENT_FAILED',
    paymentFailed,
    {
      deactivate: 'subscriptions.state.cancelled-from-payment-failed',
      update: 'subscriptions.update.payment-failed',
    },
  ],
] as const) {
  check(
    ids.deactivate,
    `takes a deactivation without force of a subscription that is ${state}`,
    async ({ subscriptions, initialPayment, control, skip }) => {
      const subscription = await make(subscriptions, initialPayment, control);
      if ('missing' in subscription) return skip(subscription.missing);
      const { subscriptionId } = subscription;

      const deactivated = await subscriptions.deactivate({ subscriptionId });

      const words = sentExpectedGot(deactivated, 'success (HTTP 2xx)');
      expect(succeeded(deactivated), words).toBe(true);
    },
  );

  check(
    ids.update,
    `is asked to update a subscription that is ${state}`,
    async ({ subscriptions, initialPayment, control, observe, skip }) => {
      const subscription = await make(subscriptions, initialPayment, control);
      if ('missing' in subscription) return skip(subscription.missing);
      const { subscriptionId } = subscription;

      observe(inShort(await subscriptions.update({ subscriptionId, amount: 20_00 })));
    },
  );
}
