import { atOnce } from '../../fixtures/at-once.ts';
import { unknownNumberLike } from '../../fixtures/builders/card-numbers.ts';
import { aCustomerId, terms } from '../../fixtures/builders/subscriptions.ts';
import type { CardNumber } from '../../fixtures/builders/values.ts';
import { check, expect } from '../../fixtures/check.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
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
  noNextCharge,
  triedToPay,
} from '../../fixtures/worlds/subscription-charges.ts';
import type { Ground } from '../../fixtures/worlds/small-subscriptions.ts';
import {
  askedStatusOf,
  isNotOffered,
  payWithCard,
  storedCredential,
} from '../../fixtures/worlds/gateway.ts';
import { reportsPaid } from '../../fixtures/worlds/gateway-orders.ts';
import {
  newSubscription,
  payInitially,
  type TestSubscription,
} from '../../fixtures/worlds/subscriptions.ts';
import type { Session } from '../../fixtures/target/session.ts';
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
  const declined = await lookAt(subscriptions, created);
  // An order may be paid for twenty minutes (part 8), unless the service has given it less.
  await goTo(control, (await control.now()).getTime() + 18 * minuteMs);
  if (!(await triedToPay(initialPayment, created.mdOrder))) return undefined;
  const start = await lookAt(subscriptions, created);
  const { next, bindingId } = start;
  // Where a declined attempt is the end of it, that is so whatever its order comes to (part 3.2).
  const isLeft = declined.status === 'INITIATED' && start.status !== 'ACTIVE';
  if (isLeft && reportsPaid(await askedStatusOf(gateway, created))) expectStatus(start, 'ACTIVE');
  if (start.status !== 'ACTIVE' || next === undefined) return undefined;
  if (bindingId !== undefined) await control.decideCharges(bindingId, 'approved');
  return { ...created, start, next, isApproved: bindingId !== undefined };
}

check(
  'subscriptions.histories.paid-in-the-end',
  'charges the card that has paid in the end, and not the one that was declined before',
  async ({ subscriptions, gateway, control, skip }) => {
    if (gateway.settings.declinedCardPan === undefined) return skip(needsDeclinedCard);
    const pay = payInitially.bind(undefined, gateway);
    const [atOnce, atLast] = [
      await newSubscription(subscriptions, everyNineDays),
      await newSubscription(subscriptions, everyNineDays),
    ];
    await pay(atLast.mdOrder, 'declined');
    for (const { mdOrder } of [atOnce, atLast]) {
      const unpaid = await pay(mdOrder, 'approved');
      // Whether an order may be paid once it was declined is not shown.
      if (unpaid !== undefined) return skip(unpaid.missing);
    }
    const [twin, subject] = [
      await lookAt(subscriptions, atOnce),
      await lookAt(subscriptions, atLast),
    ];
    if (twin.status !== 'ACTIVE' || subject.status !== 'ACTIVE') return skip(noneActive);
    if (twin.next === undefined || subject.next === undefined) return skip(noNextCharge);

    const due = Math.max(twin.next.moment, subject.next.moment);
    // Nobody has told the bank what to do: it does with one card what it does with the same card again.
    const charged = await lookOnceCharged(control, subscriptions, atOnce, due);
    if (charged.status !== 'ACTIVE') return skip(chargeDeclined);
    const standing = await lookOnceCharged(control, subscriptions, atLast, due);
    expectStatus(standing, 'ACTIVE');
    const words = sentExpectedGot([charged.exchange, standing.exchange], 'as many payments');
    expect(standing.payments.length - subject.payments.length, words).toBe(
      charged.payments.length - twin.payments.length,
    );
  },
);

const needsDeclinedCard = 'needs a card whose payments are declined (GATEWAY_DECLINED_CARD_PAN)';
const noneActive = 'no order of a subscription is paid by paymentorder.do once it was declined';

check(
  'subscriptions.histories.paid-in-the-end',
  'charges once at each interval what was paid several times at the same moment',
  async ({ subscriptions, initialPayment, control, skip }) => {
    const created = await newSubscription(subscriptions, everyNineDays);
    // All but one are refused, or are that one again.
    await atOnce(() => [1, 2, 3].map(() => triedToPay(initialPayment, created.mdOrder)));
    const start = await lookAt(subscriptions, created);
    const { next, bindingId } = start;
    if (start.status !== 'ACTIVE' || next === undefined)
      return skip('an order that is paid several times at once is not paid');
    if (bindingId !== undefined) await control.decideCharges(bindingId, 'approved');
    const subject = { ...created, start, next, isApproved: bindingId !== undefined };

    let standing = await lookOnceCharged(control, subscriptions, subject, next.moment);
    if (mayBeDeclined(standing, subject)) return skip(chargeDeclined);
    expectStatus(standing, 'ACTIVE');
    expectCharges(standing, subject, 1);
    if (standing.next === undefined) return;
    standing = await lookOnceCharged(control, subscriptions, subject, standing.next.moment);
    expectCharges(standing, subject, 2);
  },
);

/** What may be taken for a sign that the customer is still about to pay. */
const touches: readonly (readonly [string, (ground: Touching) => Promise<unknown>])[] = [
  [
    'a look at its page',
    async ({ session, subject, subscriptions }) => {
      const address = new URL(subject.checkoutUrl, subscriptions.settings.baseUrl);
      const path = `${address.pathname}${address.search}`;
      const connection = session.connectionTo(address.origin);
      await connection.send({ operation: 'undocumented', method: 'GET', path });
    },
  ],
  ['a look at its details', ({ subscriptions, subject }) => lookAt(subscriptions, subject)],
  [
    'an update',
    ({ subscriptions, subject: { subscriptionId } }) =>
      subscriptions.update({ subscriptionId, amount: 20_01 }),
  ],
  [
    'a declined card',
    ({ initialPayment, subject }) => triedToPay(initialPayment, subject.mdOrder, 'declined'),
  ],
];

interface Touching extends Ground {
  readonly session: Session;
  readonly subject: TestSubscription;
}

check(
  'subscriptions.histories.lifetime-of-its-order',
  'is not activated after the lifetime of its order, whatever came shortly before its end',
  async ({ subscriptions, initialPayment, session, control, skip }) => {
    const created = await Promise.all(
      [undefined, ...touches].map(() => newSubscription(subscriptions, everyNineDays)),
    );
    const [left, ...touched] = created as [TestSubscription, ...TestSubscription[]];
    const begun = (await control.now()).getTime();
    await goTo(control, begun + 1_000_000);
    for (const [place, subject] of touched.entries())
      await touches[place]?.[1]({ subscriptions, initialPayment, session, subject });

    // The lifetime where nothing else is agreed. Part 8.
    await goTo(control, begun + 1_300_000);
    await triedToPay(initialPayment, left.mdOrder);
    const { status } = await lookAt(subscriptions, left);
    if (status === 'ACTIVE')
      return skip('the order of a subscription lives longer than by default');
    for (const [place, subject] of touched.entries()) {
      await triedToPay(initialPayment, subject.mdOrder);
      const late = await lookAt(subscriptions, subject);
      const words = `the status ${String(status)}, as without ${touches[place]?.[0]}`;
      expect(late.status === 'ACTIVE', sentExpectedGot(late.exchange, words)).toBe(false);
    }
  },
);

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

check(
  'subscriptions.charge.by-the-bound-credential',
  'charges each of two subscriptions of a customer by its own credential',
  async ({ subscriptions, initialPayment, gateway, control, skip }) => {
    const part = { ...everyNineDays, customerId: aCustomerId() };
    const first = await billedSubscription(subscriptions, initialPayment, part, control);
    if ('missing' in first) return skip(first.missing);
    const ground = { subscriptions, initialPayment, gateway };
    const second = await withAnotherCredential(ground, first);
    const [one, other] = [first.start.bindingId, second?.start.bindingId];
    if (second === undefined || one === undefined || other === undefined)
      return skip('needs two credentials of one customer that subscriptions are bound to');

    // The earlier of the two is charged while the later one is declined, and then the other way round.
    for (const [billed, approved, declined] of [
      [first, one, other],
      [second, other, one],
    ] as const) {
      await control.decideCharges(approved, 'approved');
      await control.decideCharges(declined, 'declined');
      const standing = await lookOnceCharged(control, subscriptions, billed, billed.next.moment);
      expectStatus(standing, 'ACTIVE');
      expectCharges(standing, billed, 1);
    }
  },
);

/** Another subscription of the customer with a credential of its own, charged later; nothing where a card is stored once. */
async function withAnotherCredential(
  { subscriptions, initialPayment, gateway }: Ground & { readonly gateway: GatewayClient },
  { customerId, start }: BilledSubscription,
): Promise<BilledSubscription | undefined> {
  const own = gateway.as({ login: subscriptions.settings.login });
  const $PAN = unknownNumberLike(gateway.settings.card.pan as CardNumber);
  for (const pay of [
    ({ mdOrder }: TestSubscription) => triedToPay(initialPayment, mdOrder),
    // A card may be stored once only, and that any other is taken is not said. Part 2.2.
    (subject: TestSubscription) => payWithCard(own, subject, { $PAN }),
  ]) {
    const subject = await newSubscription(subscriptions, {
      ...terms({ value: 14, unit: 'DAYS' }),
      customerId,
    });
    await pay(subject);
    const view = await lookAt(subscriptions, subject);
    const { status, next, bindingId } = view;
    if (status !== 'ACTIVE' || next === undefined || bindingId === undefined) continue;
    if (bindingId === start.bindingId) continue;
    return { ...subject, start: view, next, isApproved: true };
  }
  return undefined;
}
