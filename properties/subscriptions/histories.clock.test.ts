import { aCustomerId, terms } from '../../fixtures/builders/subscriptions.ts';
import { check } from '../../fixtures/check.ts';
import type { GatewayClient } from '../../fixtures/clients/gateway.ts';
import {
  type BilledSubscription,
  billedSubscription,
  chargeDeclined,
  expectCharges,
  expectStatus,
  goTo,
  lookAt,
  lookOnceCharged,
  mayBeDeclined,
  minuteMs,
  triedToPay,
} from '../../fixtures/worlds/subscription-charges.ts';
import type { Ground } from '../../fixtures/worlds/small-subscriptions.ts';
import { askedStatusOf, isNotOffered, storedCredential } from '../../fixtures/worlds/gateway.ts';
import { reportsPaid } from '../../fixtures/worlds/gateway-orders.ts';
import { newSubscription } from '../../fixtures/worlds/subscriptions.ts';
import type { WalkingControl } from '../../fixtures/target/walk.ts';

// Document 3, parts 3.2 and 4.8: what was paid in the end is charged, by the credential that was bound then,
// whatever the customer did before and since.

const everyNineDays = terms({ value: 9, unit: 'DAYS' });

check(
  'subscriptions.histories.paid-in-the-end',
  'charges what was paid late, after a declined attempt, as what was paid at once',
  async ({ subscriptions, initialPayment, gateway, control, skip }) => {
    const ground = { subscriptions, initialPayment };
    const subject = await paidAtLast({ ...ground, gateway }, control);
    if (subject === undefined) return skip('an order that was declined once is not paid later');

    const standing = await lookOnceCharged(control, subscriptions, subject, subject.next.moment);
    if (mayBeDeclined(standing, subject)) return skip(chargeDeclined);
    expectStatus(standing, 'ACTIVE');
    expectCharges(standing, subject, 1);
  },
);

/** A subscription whose initial payment succeeded at a second attempt near the end of its order, if it does. */
async function paidAtLast(
  { subscriptions, initialPayment, gateway }: Ground & { readonly gateway: GatewayClient },
  control: WalkingControl,
): Promise<BilledSubscription | undefined> {
  const created = await newSubscription(subscriptions, everyNineDays);
  if (!(await triedToPay(initialPayment, created.mdOrder, 'declined'))) return undefined;
  // Where a declined attempt is the end of it, whatever its order comes to (part 3.2).
  if ((await lookAt(subscriptions, created)).status !== 'INITIATED') return undefined;
  // An order may be paid for twenty minutes (part 8), unless the service has given it less.
  await goTo(control, (await control.now()).getTime() + 18 * minuteMs);
  if (!(await triedToPay(initialPayment, created.mdOrder))) return undefined;
  const start = await lookAt(subscriptions, created);
  const { next, bindingId } = start;
  if (start.status !== 'ACTIVE' && reportsPaid(await askedStatusOf(gateway, created)))
    expectStatus(start, 'ACTIVE');
  if (start.status !== 'ACTIVE' || next === undefined) return undefined;
  if (bindingId !== undefined) await control.decideCharges(bindingId, 'approved');
  return { ...created, start, next, isApproved: bindingId !== undefined };
}

check(
  'subscriptions.charge.by-the-bound-credential',
  'charges the credential that was bound, and none that the customer has stored since',
  async ({ subscriptions, initialPayment, gateway, control, skip }) => {
    const customerId = aCustomerId();
    const part = { ...everyNineDays, customerId };
    const billed = await billedSubscription(subscriptions, initialPayment, part, control);
    if ('missing' in billed) return skip(billed.missing);
    const other = await storedCredential(gateway, 'COMMON', customerId);
    if (isNotOffered(other)) return skip(other.missing);
    const { bindingId } = billed.start;
    // What storing a card again comes to is not shown. Part 2.2.
    if (bindingId === undefined || other.bindingId === bindingId)
      return skip('the card is stored once only');
    await control.decideCharges(other.bindingId, 'declined');

    const standing = await lookOnceCharged(control, subscriptions, billed, billed.next.moment);
    expectStatus(standing, 'ACTIVE');
    expectCharges(standing, billed, 1);
  },
);
