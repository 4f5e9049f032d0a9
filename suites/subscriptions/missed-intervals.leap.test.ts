import { check } from '../../fixtures/check.ts';
import {
  billedSubscription,
  chargeDeclined,
  expectCharges,
  goTo,
  isCharged,
  lookAt,
} from '../../fixtures/worlds/subscription-charges.ts';
import { type Interval, lengthMs } from '../../properties/models/subscription.ts';
import { terms } from '../../fixtures/builders/subscriptions.ts';

// Document 3, parts 3.2 and 4.8: charging where time leaps over several intervals. Nobody else may
// stop the clock on the way, so this walks alone.

const threeDays: Interval = { value: 3, unit: 'DAYS' };
const everyThreeDays = terms(threeDays);

check(
  'subscriptions.charge.every-interval',
  'leaves out no interval when time goes over five at once',
  async ({ subscriptions, initialPayment, control, skip }) => {
    const billed = await billedSubscription(subscriptions, initialPayment, everyThreeDays, control);
    if ('missing' in billed) return skip(billed.missing);

    await goTo(control, billed.next.moment + 4.5 * lengthMs(threeDays));
    const after = await lookAt(subscriptions, billed);

    if (!isCharged(after, billed)) return skip(chargeDeclined);
    expectCharges(after, billed, 5);
  },
);
