import { aCustomerId, aSubscription, terms } from '../../fixtures/builders/subscriptions.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import { type GatewayClient, isGatewaySuccess } from '../../fixtures/clients/gateway.ts';
import { isSubscriptionSuccess } from '../../fixtures/clients/subscriptions.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { inSmokeOnly } from '../../fixtures/repeated.ts';
import { expectOnlyChanged } from '../../fixtures/expect-facts.ts';
import type { Change } from '../../fixtures/operations/operation.ts';
import { memberOf } from '../../fixtures/transcript/exchange.ts';
import { askedStatusOf } from '../../fixtures/worlds/gateway.ts';
import { reportsPaid } from '../../fixtures/worlds/gateway-orders.ts';
import { isOfSubject, pairOf } from '../../fixtures/worlds/small-subscriptions.ts';
import {
  amountOfPayment,
  type BilledSubscription,
  billedSubscription,
  chargeDeclined,
  dayMs,
  expectCharges,
  goTo,
  identityOf,
  isCharged,
  lookAt,
  lookOnceCharged,
  mayBeDeclined,
  minuteMs,
  momentExpected,
  onceCharged,
  orderOfPayment,
  paidOf,
  paidSubscription,
  paymentsSince,
  type SubscriptionView,
  untilChargedLateMs,
} from '../../fixtures/worlds/subscription-charges.ts';
import { factsOf } from '../../fixtures/worlds/subscription-facts.ts';
import {
  cancelled,
  createdIn,
  expectAsBefore,
  likenessIn,
  readOf,
} from '../../fixtures/worlds/subscription-sameness.ts';
import { anyOtherCurrency, promised } from '../../fixtures/worlds/subscriptions.ts';
import type { Interval } from '../models/subscription.ts';
import { expectViewsToAgree } from './views.ts';

// Document 3, parts 2.3, 3.2 and 4.8: what a charge moves, of whom it takes what, and what it leaves alone.

type Decide = 'approved' | 'declined';

/** What happens to a subscription one after the other, and what each charge may change of it. */
const life: readonly {
  readonly told: string;
  readonly update?: object;
  readonly decide?: Decide;
  readonly may: readonly string[];
}[] = [
  { told: 'a charge', may: ['nextChargeAt', 'activeTill', 'payments'] },
  {
    told: 'a charge after an update of all terms',
    update: { amount: 4_56, billingIntervalValue: 3, billingIntervalUnit: 'WEEKS' },
    may: ['nextChargeAt', 'activeTill', 'payments'],
  },
  {
    told: 'a charge that is declined',
    decide: 'declined',
    may: ['nextChargeAt', 'activeTill', 'payments', 'status'],
  },
  {
    told: 'what follows once charges are approved again',
    decide: 'approved',
    may: ['nextChargeAt', 'activeTill', 'payments', 'status'],
  },
];

check(
  'subscriptions.frame.charges-change-nothing-else',
  'changes nothing of any subscription by charges but when the next one is due and what was paid',
  async ({ subscriptions, initialPayment, control, skip }) => {
    const ground = { subscriptions, initialPayment };
    const begin = (part: object) =>
      billedSubscription(
        subscriptions,
        initialPayment,
        { ...part, billingIntervalValue: 10, billingIntervalUnit: 'DAYS' },
        control,
      );
    const world = await pairOf(ground, begin, { neighbour: 'ACTIVE' });
    if ('missing' in world) return skip(world.missing);
    const { subject, customers } = world;
    const { subscriptionId } = subject;
    const { bindingId, payments } = await lookAt(subscriptions, subject);
    if (bindingId === undefined) return skip('an active subscription shows no bindingId');

    for (const { told, update, decide, may } of life) {
      if (update !== undefined) {
        const updated = await subscriptions.update({ subscriptionId, ...update });
        promised(updated, 'subscriptions.update.succeeds');
      }
      if (decide !== undefined) await control.decideCharges(bindingId, decide);
      const before = await factsOf(customers);
      const { next } = await lookAt(subscriptions, subject);
      const now = (await control.now()).getTime();

      await lookOnceCharged(control, subscriptions, subject, next?.moment ?? now + 30 * dayMs);

      const after = await factsOf(customers);
      const isMeant = (change: Change): boolean => isOfSubject(change) && may.includes(change.kind);
      expectOnlyChanged(before, after, { acts: [], told, may: isMeant });
      await expectViewsToAgree(subscriptions, subject, `after ${told}`);
    }

    const end = await lookAt(subscriptions, subject);
    const [activation, ...first] = [...payments.slice(0, 1), ...end.payments.slice(0, 1)].map(
      identityOf,
    );
    const words = sentExpectedGot(end.exchange, 'the activation payment first');
    expect(first, words).toEqual(activation === undefined ? [] : [activation]);
  },
);

/** Intervals that can be told in a larger or a smaller unit as well, or nearly; some were updated to them. */
const convertible: readonly (Interval & { readonly isUpdated?: boolean })[] = [
  { value: 7, unit: 'DAYS' },
  { value: 14, unit: 'DAYS' },
  { value: 12, unit: 'MONTHS' },
  { value: 14, unit: 'DAYS', isUpdated: true },
  { value: 4, unit: 'WEEKS' },
  { value: 28, unit: 'DAYS' },
  { value: 30, unit: 'DAYS' },
  { value: 52, unit: 'WEEKS' },
  { value: 365, unit: 'DAYS' },
  { value: 24, unit: 'MONTHS' },
  { value: 1, unit: 'WEEKS' },
  { value: 1, unit: 'YEARS' },
];

check(
  'subscriptions.frame.charges-change-nothing-else',
  'shows after a charge the interval of before, in its unit, whatever else it could be told in',
  async ({ subscriptions, initialPayment, control }) => {
    await forEvery(
      convertible,
      ({ value, unit, isUpdated = false }) =>
        `every ${value} ${unit}${isUpdated ? ', as it was updated' : ''}`,
      ({ isUpdated = false, ...interval }) =>
        control.aside(async (own) => {
          const first = isUpdated ? { value: 9, unit: 'DAYS' } : interval;
          const billed = await billedSubscription(subscriptions, initialPayment, terms(first), own);
          if ('missing' in billed) return;
          const { subscriptionId } = billed;
          if (isUpdated) {
            const updated = await subscriptions.update({ subscriptionId, ...terms(interval) });
            promised(updated, 'subscriptions.update.succeeds');
          }
          const start = await lookAt(subscriptions, billed);
          if (start.next === undefined) return;

          const charged = await lookOnceCharged(own, subscriptions, billed, start.next.moment);

          if (!isCharged(charged, { start, isApproved: false })) return;
          const but = ['status', 'activeTill', 'nextChargeAt'];
          const told = `every ${interval.value} ${interval.unit}, and all else as before`;
          const words = sentExpectedGot([start.exchange, charged.exchange], told);
          expect(likenessIn(charged.exchange, but), words).toEqual(likenessIn(start.exchange, but));
          // How long an interval may be is not shown.
          const value = interval.value === 1 ? 2 : 1;
          const updated = await subscriptions.update({
            subscriptionId,
            billingIntervalValue: value,
          });
          promised(updated, 'subscriptions.update.succeeds');
          const wanted = terms({ ...interval, value });
          for (const shown of [updated, await readOf(subscriptions, billed)]) {
            const inUnit = sentExpectedGot(shown, `every ${value} ${interval.unit}`);
            expect(likenessIn(shown), inUnit).toMatchObject(wanted);
          }
        }),
      { allAtOnce: true },
    );
  },
);

check(
  'subscriptions.frame.changes-are-as-named',
  'changes nothing of what was charged before when the terms are updated',
  async ({ subscriptions, initialPayment, control, gateway, skip }) => {
    const billed = await billedSubscription(
      subscriptions,
      initialPayment,
      { ...terms({ value: 10, unit: 'DAYS' }), amount: 10_00 },
      control,
    );
    if ('missing' in billed) return skip(billed.missing);
    const charged = await lookOnceCharged(control, subscriptions, billed, billed.next.moment);
    if (!isCharged(charged, billed)) return skip(chargeDeclined);
    const { customerId, subscriptionId } = billed;
    const customers = [
      {
        name: 'customer 1',
        customerId,
        client: subscriptions,
        subscriptions: [{ name: 'subscription 1 of customer 1', subscriptionId }],
      },
    ];
    const orders = charged.payments.map(orderOfPayment).filter((one) => one !== undefined);
    const amountsOf = () =>
      Promise.all(
        orders.map(async (mdOrder) => {
          const status = await askedStatusOf(gateway, { mdOrder });
          return isGatewaySuccess(status) ? memberOf(status.answer.json, 'amount') : undefined;
        }),
      );
    const [before, amounts] = [await factsOf(customers), await amountsOf()];

    const updated = await subscriptions.update({ subscriptionId, amount: 20_00 });

    promised(updated, 'subscriptions.update.succeeds');
    expectOnlyChanged(before, await factsOf(customers), {
      acts: [updated],
      told: 'an update of the amount after a charge',
      may: ({ kind }) => kind !== 'payments',
    });
    const words = sentExpectedGot(updated, `orders of ${amounts.join(', ')}, as before`);
    expect(await amountsOf(), words).toEqual(amounts);
  },
);

check(
  'subscriptions.frame.charges-change-nothing-else',
  'leaves what is UNPAID, and what is cancelled, as it is when another subscription of the customer, with the same card, is charged',
  async ({ subscriptions, initialPayment, control, skip }) => {
    const customerId = aCustomerId();
    const begin = () =>
      billedSubscription(
        subscriptions,
        initialPayment,
        { ...terms({ value: 10, unit: 'DAYS' }), customerId },
        control,
      );
    const owing = await begin();
    if ('missing' in owing) return skip(owing.missing);
    const now = (await control.now()).getTime();
    await control.moveClockBetween(new Date(now + 2 * hourMs), new Date(now + 6 * hourMs));
    const ended = await begin();
    if ('missing' in ended) return skip(ended.missing);
    await cancelled(subscriptions, ended);
    const charged = await begin();
    if ('missing' in charged) return skip(charged.missing);
    // Where all that is due is charged in one run, the two may be due at one moment.
    if (charged.next.moment <= onceCharged(owing.next.moment, untilChargedLateMs))
      return skip('needs two subscriptions that are charged at different moments');
    const decide = async (decision: Decide): Promise<void> => {
      for (const { bindingId } of [owing.start, charged.start])
        if (bindingId !== undefined) await control.decideCharges(bindingId, decision);
    };
    await decide('declined');
    const before = await lookOnceCharged(control, subscriptions, owing, owing.next.moment);
    await decide('approved');
    const over = await readOf(subscriptions, ended);
    const due = onceCharged(charged.next.moment, untilChargedLateMs);
    // When a retry comes is not shown but where nextChargeAt shows it.
    if (before.status !== 'UNPAID' || before.next === undefined || before.next.moment <= due)
      return skip('needs what is UNPAID, and shows that its retry is later than the next charge');

    const other = await lookOnceCharged(control, subscriptions, charged, charged.next.moment);

    if (!isCharged(other, charged)) return skip(chargeDeclined);
    const after = await lookAt(subscriptions, owing);
    const words = sentExpectedGot(
      [before.exchange, other.exchange, after.exchange],
      'UNPAID, with the payments and the nextChargeAt of before',
    );
    const shown = ({ status, next, payments }: SubscriptionView) => ({
      status,
      next: next?.moment,
      payments: payments.length,
    });
    expect(shown(after), words).toEqual(shown(before));
    await expectAsBefore(subscriptions, ended, over, 'another one was charged');
  },
);

if (!inSmokeOnly()) {
  check(
    'subscriptions.frame.changes-are-as-named',
    'retries what is UNPAID, as it does alone, once another subscription of the customer that is UNPAID is cancelled',
    async ({ subscriptions, initialPayment, control, skip }) => {
      const customerId = aCustomerId();
      const bills: BilledSubscription[] = [];
      for (const part of [{ customerId }, { customerId }, {}]) {
        const one = await billedSubscription(
          subscriptions,
          initialPayment,
          { ...terms({ value: 30, unit: 'DAYS' }), ...part },
          control,
        );
        if ('missing' in one) return skip(one.missing);
        bills.push(one);
      }
      const [owing, other, alone] = bills as [
        BilledSubscription,
        BilledSubscription,
        BilledSubscription,
      ];
      const decide = async (decision: Decide): Promise<void> => {
        for (const { start } of bills)
          if (start.bindingId !== undefined) await control.decideCharges(start.bindingId, decision);
      };
      await decide('declined');
      const due = Math.max(...bills.map(({ next }) => next.moment));
      await goTo(control, onceCharged(due, untilChargedLateMs));
      const views = await Promise.all(bills.map((one) => lookAt(subscriptions, one)));
      if (views.some(({ status }) => status !== 'UNPAID'))
        return skip('a declined charge does not make the subscription UNPAID');
      const ended = await cancelled(subscriptions, other);
      await decide('approved');

      await control.letPass(due, 20 * dayMs);

      const usual = await lookAt(subscriptions, alone);
      if (usual.status !== 'ACTIVE')
        return skip('no declined charge is observed to be retried within 20 days');
      const retried = await lookAt(subscriptions, owing);
      const acts = [ended, usual.exchange, retried.exchange];
      expect(retried.status, sentExpectedGot(acts, 'ACTIVE, as the one of another customer')).toBe(
        'ACTIVE',
      );
    },
  );
}

/**
 * What is asked for by the retry: which of two amounts, after an update meanwhile, is not shown (part 4.8, rule 5);
 * what was updated before the last charge that was approved is in force.
 */
const retries: readonly {
  readonly told: string;
  readonly before?: object;
  readonly change?: object;
  /** How much longer it is declined; how often that is tried is not said. */
  readonly declinedMs?: number;
  readonly owed: readonly number[];
  readonly later: number;
}[] = [
  { told: 'as it was', owed: [15_37], later: 15_37 },
  { told: 'updated meanwhile', change: { amount: 8_21 }, owed: [15_37, 8_21], later: 8_21 },
  { told: 'updated long before', before: { amount: 24_99 }, owed: [24_99], later: 24_99 },
  ...(inSmokeOnly()
    ? []
    : [0.4, 1.1, 3.1].map((days) => ({
        told: `declined for ${days} days more`,
        declinedMs: days * dayMs,
        owed: [15_37],
        later: 15_37,
      }))),
];

check(
  'subscriptions.charge.retries-ask-once',
  'takes the amount of the subscription, in its currency and no more, after one that was declined',
  async ({ subscriptions, initialPayment, control, gateway }) => {
    await forEvery(
      retries,
      ({ told }) => told,
      ({ before, change, declinedMs = 0, owed, later }) =>
        control.aside(async (own) => {
          const currency = await anyOtherCurrency(subscriptions);
          const part = { ...terms({ value: 40, unit: 'DAYS' }), amount: 15_37, currency };
          const billed = await billedSubscription(subscriptions, initialPayment, part, own);
          if ('missing' in billed) return;
          const { subscriptionId } = billed;
          let { start } = billed;
          if (before !== undefined) {
            const updated = await subscriptions.update({ subscriptionId, ...before });
            promised(updated, 'subscriptions.update.succeeds');
            start = await lookOnceCharged(own, subscriptions, billed, billed.next.moment);
            if (!isCharged(start, billed)) return;
          }
          const { bindingId, next } = start;
          if (bindingId === undefined || next === undefined) return;
          await own.decideCharges(bindingId, 'declined');
          const declined = await lookOnceCharged(own, subscriptions, billed, next.moment);
          // Whether what is UNPAID can be updated is not shown.
          const update = { subscriptionId, ...change };
          if (change !== undefined && !isSubscriptionSuccess(await subscriptions.update(update)))
            return;
          if (declinedMs > 0) await goTo(own, next.moment + declinedMs);
          await own.decideCharges(bindingId, 'approved');

          await goTo(own, next.moment + 35 * dayMs);

          const retried = await lookAt(subscriptions, billed);
          if (declined.status !== 'UNPAID' || retried.status !== 'ACTIVE') return;
          await expectPaid(gateway, retried, owed, { before: start, currency });
          const paid = await paidOf(gateway, retried.payments.slice(start.payments.length));
          const once = sentExpectedGot(retried.exchange, 'one payment that was paid');
          expect(paid ?? 1, once).toBe(1);
          if (retried.next === undefined) return;
          // An interval after the payment at the latest, and the night after that.
          const latest = new Date((await own.now()).getTime() + 41 * dayMs);
          const wanted = `${latest.toISOString()} at the latest`;
          const soon = momentExpected(retried.exchange, 'nextChargeAt', wanted);
          expect(retried.next.moment <= latest.getTime(), soon).toBe(true);
          const charged = await lookOnceCharged(own, subscriptions, billed, retried.next.moment);
          expectCharges(charged, { start: retried }, 1);
          await expectPaid(gateway, charged, [later], { before: retried, currency });
        }),
      { allAtOnce: true },
    );
  },
);

/** Minor units that a single-precision number, 31 or 32 bits cannot tell from others. */
const amounts = [1, 16_777_217, 2 ** 31 - 1, 2 ** 32 + 1];

check(
  'subscriptions.size.charges-are-exact',
  'charges each amount that it takes as it is, however large',
  async ({ subscriptions, initialPayment, control, gateway }) => {
    await forEvery(
      amounts,
      (amount) => `amount ${amount}`,
      (amount) =>
        control.aside(async (own) => {
          const currency = await anyOtherCurrency(subscriptions);
          const body = aSubscription({ ...terms({ value: 5, unit: 'DAYS' }), amount, currency });
          const created = await subscriptions.create(body);
          // How large an amount may be, and how much the card pays, is not shown.
          if (!isSubscriptionSuccess(created)) return;
          const subject = createdIn(created);
          if ((await initialPayment(subject.mdOrder)) !== undefined) return;
          const start = await lookAt(subscriptions, subject);
          const { bindingId, next } = start;
          if (start.status !== 'ACTIVE' || bindingId === undefined || next === undefined) return;
          await own.decideCharges(bindingId, 'approved');

          const charged = await lookOnceCharged(own, subscriptions, subject, next.moment);
          if (!isCharged(charged, { start, isApproved: false })) return;
          await expectPaid(gateway, charged, [amount], { currency, initial: subject });
        }),
      { allAtOnce: true },
    );
  },
);

check(
  'subscriptions.fresh.merchants-apart',
  'charges the customers of two merchants who call them and their orders alike each by a credential and an order of their own',
  async ({ subscriptions, initialPayment, control, gateway, otherMerchant, skip }) => {
    const orderNumber = crypto.randomUUID();
    const inCommon = {
      ...aSubscription({ description: 'A box', phone: '+37129999999' }),
      ...terms({ value: 5, unit: 'DAYS' }),
    };
    const begin = (as: typeof subscriptions, part: object) =>
      billedSubscription(as, initialPayment, { ...inCommon, ...part }, control);
    const theirClient = subscriptions.as(otherMerchant);
    const own = await begin(subscriptions, { amount: 11_11, orderNumber });
    const theirOwn = await theirClient.create({ ...inCommon, amount: 22_22, orderNumber });
    // Whether a number is taken that another merchant has is the affair of another requirement.
    const theirs = isSubscriptionSuccess(theirOwn)
      ? await paidSubscription(
          theirClient,
          initialPayment,
          {
            ...inCommon,
            ...createdIn(theirOwn),
            checkoutUrl: String(memberOf(theirOwn.answer.json, 'checkoutUrl')),
            amount: 22_22,
          },
          control,
        )
      : await begin(theirClient, { amount: 22_22 });
    if ('missing' in own) return skip(own.missing);
    if ('missing' in theirs) return skip(theirs.missing);
    const { exchange, bindingId } = theirs.start;
    if (bindingId !== undefined) {
      const words = sentExpectedGot([own.start.exchange, exchange], 'a bindingId of its own');
      expect(bindingId, words).not.toBe(own.start.bindingId);
    }

    for (const [as, of, asked, amount] of [
      [subscriptions, own, gateway, 11_11],
      [theirClient, theirs, gateway.as({ login: otherMerchant }), 22_22],
    ] as const) {
      const charged = await lookOnceCharged(control, as, of, theirs.next.moment);
      if (mayBeDeclined(charged, of)) return skip('needs charges that are approved');
      expectCharges(charged, of, 1);
      await expectPaid(asked, charged, [amount]);
      await expectSeen(asked, charged, of);
    }
  },
);

/**
 * Where they show it, the last payment is of such an amount, and its order is paid. Later items are charges
 * (document 3, part 4.8, rule 3), in no order that is shown: `before` tells which are new.
 */
async function expectPaid(
  gateway: GatewayClient,
  { exchange, payments }: SubscriptionView,
  amounts: readonly number[],
  { before, currency, initial }: About = {},
): Promise<void> {
  const news = before === undefined ? [] : paymentsSince(before.payments, payments);
  // A charge that was declined may be listed beside the one that was not, before or behind it.
  const last = news.length === 1 ? news[0] : ((await firstPaid(gateway, news)) ?? payments.at(-1));
  const paid = amountOfPayment(last);
  const wanted = amounts.join(' or ');
  const words = sentExpectedGot(exchange, `a payment of ${wanted}`);
  if (paid !== undefined) expect(amounts, words).toContain(paid);
  const mdOrder = orderOfPayment(last);
  if (mdOrder === undefined) return;
  const status = await askedStatusOf(gateway, { mdOrder });
  const shown = memberOf(status.answer.json, 'amount') ?? '';
  if (!isGatewaySuccess(status) || shown === '') return;
  const ofOrder = sentExpectedGot(status, `a paid order of ${wanted}`);
  expect(amounts, ofOrder).toContain(Number(shown));
  expect(reportsPaid(status), ofOrder).toBe(true);
  const inCurrency = memberOf(status.answer.json, 'currency') ?? '';
  if (currency === undefined || inCurrency === '') return;
  const about = sentExpectedGot(status, `an order in the currency ${currency}`);
  expect(Number(inCurrency), about).toBe(currency);
  if (initial === undefined) return;
  // In which form is not shown; it is that of the order of the initial payment.
  const first = await askedStatusOf(gateway, initial);
  const form = memberOf(first.answer.json, 'currency') ?? '';
  const alike = sentExpectedGot([first, status], `the currency as ${JSON.stringify(form)}`);
  if (Number(form) === currency) expect(inCurrency, alike).toBe(form);
}

interface About {
  readonly before?: SubscriptionView;
  readonly currency?: number;
  /** The order of the initial payment. */
  readonly initial?: { readonly mdOrder: string };
}

/** Of several payments one whose order is paid. */
async function firstPaid(
  gateway: GatewayClient,
  payments: readonly object[],
): Promise<object | undefined> {
  for (const payment of payments) {
    if ((await paidOf(gateway, [payment])) === 1) return payment;
  }
  return undefined;
}

/** The order of a charge belongs to whom that of the initial payment belongs to. */
async function expectSeen(
  gateway: GatewayClient,
  { payments }: SubscriptionView,
  initial: { readonly mdOrder: string },
): Promise<void> {
  const mdOrder = orderOfPayment(payments.at(-1));
  if (mdOrder === undefined || !isGatewaySuccess(await askedStatusOf(gateway, initial))) return;
  const status = await askedStatusOf(gateway, { mdOrder });
  const words = sentExpectedGot(status, 'the order of a charge of the merchant who asks');
  expect(isGatewaySuccess(status), words).toBe(true);
}

const hourMs = 60 * minuteMs;
