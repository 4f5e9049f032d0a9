import { check, expect, forEvery } from '../../fixtures/check.ts';
import {
  isSubscriptionSuccess,
  type SubscriptionsClient,
} from '../../fixtures/clients/subscriptions.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import type { WalkingControl } from '../../fixtures/target/walk.ts';
import { expectOnlyChanged } from '../../fixtures/expect-facts.ts';
import type { Exchange } from '../../fixtures/transcript/exchange.ts';
import { factsOf } from '../../fixtures/worlds/subscription-facts.ts';
import {
  type Ground,
  isOfSubject,
  pairOf,
  type SmallWorld,
} from '../../fixtures/worlds/small-subscriptions.ts';
import {
  amountOfPayment,
  type BilledSubscription,
  billedSubscription,
  dayMs,
  identityOf,
  idsOf,
  isCharged,
  lookAt,
  lookOnceCharged,
  minuteMs,
  triedToPay,
} from '../../fixtures/worlds/subscription-charges.ts';
import {
  type Made,
  madeIn,
  paymentFailed,
  type StateAtOnce,
} from '../../fixtures/worlds/subscription-states.ts';
import { newSubscription, promised, statusOf } from '../../fixtures/worlds/subscriptions.ts';
import { expectViewsToAgree } from './views.ts';

// Document 3, parts 2.3 and 3.2: what is shown of a subscription stays as time passes, but for what
// charges move.

/** The next charge lies far behind the end of it. */
const everyThreeYears = { billingIntervalValue: 3, billingIntervalUnit: 'YEARS' };

/** What is cancelled has nothing to wait for: the end of what was paid comes as well. */
const everyTenDays = { billingIntervalValue: 10, billingIntervalUnit: 'DAYS' };

const stops = [
  ['a second', 1_000],
  ['an hour', 60 * minuteMs],
  ['a day', dayMs],
  ['31 days', 31 * dayMs],
  ['a year', 366 * dayMs],
] as const;

type Maker = (
  ground: Ground & { readonly control: WalkingControl },
  terms: Readonly<Record<string, unknown>>,
) => Promise<Made>;

const madeAtOnce =
  (state: StateAtOnce): Maker =>
  ({ subscriptions, initialPayment }, terms) =>
    madeIn(state, subscriptions, initialPayment, terms);

/** Ways of coming to a state: what was planned on the way may still be at work. */
const makers = {
  INITIATED: madeAtOnce('INITIATED'),
  ACTIVE: madeAtOnce('ACTIVE'),
  CANCELLED: madeAtOnce('CANCELLED'),
  PAYMENT_FAILED: ({ subscriptions, initialPayment, control }, terms) =>
    paymentFailed(subscriptions, initialPayment, control, terms),
  'ACTIVE at the second attempt': async ({ subscriptions, initialPayment }, terms) => {
    const subject = await newSubscription(subscriptions, terms);
    const { mdOrder } = subject;
    const isTried =
      (await triedToPay(initialPayment, mdOrder, 'declined')) &&
      (await triedToPay(initialPayment, mdOrder));
    const isActive = isTried && (await statusOf(subscriptions, subject)) === 'ACTIVE';
    return isActive ? subject : { missing: 'needs an order that takes a second attempt' };
  },
} satisfies Readonly<Record<string, Maker>>;

/** What time alone may change: nothing, while no charge is due; else what is not paid may fail. */
const mayPass: Readonly<Record<string, readonly string[]>> = {
  INITIATED: ['status', 'payments', 'activeTill', 'nextChargeAt'],
  ACTIVE: [],
  'ACTIVE at the second attempt': [],
  // When the paid period ends of what was cancelled, and what is kept of it, is not shown.
  CANCELLED: ['activeTill', 'nextChargeAt', 'bindingId', 'payments'],
  PAYMENT_FAILED: ['status', 'payments', 'activeTill', 'nextChargeAt'],
};

check(
  'subscriptions.persistence.outlasts-time',
  'shows the same of a subscription after a second, an hour, a day, a month and a year',
  async ({ subscriptions, initialPayment, control }) => {
    await forEvery(
      keysOf(makers),
      String,
      (state) =>
        control.aside(async (own) => {
          const interval = state === 'CANCELLED' ? everyTenDays : everyThreeYears;
          const ground = { subscriptions, initialPayment };
          const world = await pairOf(
            ground,
            (part) => makers[state]({ ...ground, control: own }, { ...part, ...interval }),
            // So that a card of the customer is at hand by which what was not paid may not be charged.
            { neighbour: state === 'INITIATED' ? 'ACTIVE' : 'INITIATED' },
          );
          if ('missing' in world) return;
          const { subject } = world;
          const customers = withThisAlone(world);
          const { subscriptionId } = subject;
          if (state === 'ACTIVE') {
            // What was set later stays like what was there from the beginning.
            promised(
              await subscriptions.update({ subscriptionId, amount: 31_41 }),
              'subscriptions.update.succeeds',
            );
          }
          const before = (await factsOf(customers)).filter(isOfSubject);
          const start = (await own.now()).getTime();

          for (const [told, later] of stops) {
            await own.letPass(start, later);
            const after = (await factsOf(customers)).filter(isOfSubject);
            expectOnlyChanged(before, after, {
              acts: [],
              told: `${told}, when ${state}`,
              may: ({ kind }) => mayPass[state]?.includes(kind) === true,
            });
          }
          await expectViewsToAgree(subscriptions, subject, `a year later, when ${state}`);
        }),
      { allAtOnce: true },
    );
  },
);

/** When an order is still to be paid, an update, and a look at whether it still is. In minutes; part 2.1. */
const [updatedAfter, triedAfter] = [15, [19, 21, 25, 34]] as const;

check(
  'subscriptions.frame.updates-leave-the-initial-order',
  'lets an initial order be paid as long after an update as without one',
  async ({ subscriptions, initialPayment, control }) => {
    await forEvery(
      triedAfter,
      (minutes) => `paid ${minutes} minutes after it was created`,
      (minutes) =>
        control.aside(async (own) => {
          const start = (await own.now()).getTime();
          const [plain, updated] = await Promise.all([
            newSubscription(subscriptions, everyThreeYears),
            newSubscription(subscriptions, everyThreeYears),
          ]);
          await own.letPass(start, updatedAfter * minuteMs);
          const { subscriptionId } = updated;
          const update = await subscriptions.update({ subscriptionId, amount: 31_41 });
          if (!isSubscriptionSuccess(update)) return;
          await own.letPass(start, minutes * minuteMs);

          const states: unknown[] = [];
          for (const one of [plain, updated]) {
            await triedToPay(initialPayment, one.mdOrder);
            states.push(await statusOf(subscriptions, one));
          }

          const [without, after] = states;
          const words = `${String(without)}, as without an update`;
          expect(after, sentExpectedGot(update, words)).toBe(without);
        }),
      { allAtOnce: true },
    );
  },
);

/** What may become of a subscription that was charged. Document 3, parts 3.2 and 4.8. */
const deeds = {
  'a list by UPDATED': ({ subscriptions, subject: { customerId } }) =>
    subscriptions.list({ customerId, sortField: 'UPDATED' }),
  'an update': ({ subscriptions, subject: { subscriptionId } }) =>
    subscriptions.update({ subscriptionId, amount: 12_00, billingIntervalUnit: 'WEEKS' }),
  'a wrong update': ({ subscriptions, subject: { subscriptionId } }) =>
    subscriptions.update({ subscriptionId, amount: 0 }),
  'a deactivation with force': ({ subscriptions, subject: { subscriptionId } }) =>
    subscriptions.deactivate({ subscriptionId, force: true }),
  'a deactivation without force': ({ subscriptions, subject: { subscriptionId } }) =>
    subscriptions.deactivate({ subscriptionId, force: false }),
  'another charge': async (scene) => dueCharge(scene, 'approved'),
  'a charge that was declined': async (scene) => dueCharge(scene, 'declined'),
  'a retry that was approved': async ({ control, subject: { start } }) => {
    if (start.bindingId !== undefined) await control.decideCharges(start.bindingId, 'approved');
    await control.letPass((await control.now()).getTime(), 20 * dayMs);
  },
  'three months': async ({ control }) => {
    await control.letPass((await control.now()).getTime(), 91 * dayMs);
  },
} as const satisfies Readonly<Record<string, (scene: Charged) => Promise<Exchange | void>>>;

interface Charged {
  readonly subscriptions: SubscriptionsClient;
  readonly control: WalkingControl;
  readonly subject: BilledSubscription;
}

const lives: readonly (readonly (keyof typeof deeds)[])[] = [
  ['a list by UPDATED', 'a deactivation with force', 'three months'],
  ['a deactivation without force', 'three months'],
  ['another charge', 'an update', 'another charge', 'a deactivation with force'],
  ['a charge that was declined', 'a deactivation with force', 'a wrong update'],
  ['a charge that was declined', 'a retry that was approved', 'a deactivation without force'],
  ['a charge that was declined', 'three months', 'a deactivation with force'],
];

check(
  'subscriptions.persistence.through-any-run',
  'lists the payments that it has listed in the order of before, with the same amounts, whatever becomes of the subscription',
  async ({ subscriptions, initialPayment, control }) => {
    await forEvery(
      lives,
      (life) => life.join(', '),
      (life) =>
        control.aside(async (own) => {
          const subject = await billedSubscription(
            subscriptions,
            initialPayment,
            everyTenDays,
            own,
          );
          if ('missing' in subject) return;
          const { subscriptionId, start } = subject;
          let view = start;
          for (const amount of [10_00, 11_00]) {
            await subscriptions.update({ subscriptionId, amount });
            if (view.next === undefined) return;
            view = await lookOnceCharged(own, subscriptions, subject, view.next.moment);
            if (!isCharged(view, subject)) return;
          }
          // The shape of an item is not shown: what has no id is not told from others.
          const known = view.payments;
          if (new Set(idsOf(known)).size < known.length) return;
          // What is listed before it is made need not be listed for good.
          const isPlanned = start.payments.length > 1;

          for (const deed of life) {
            const act = await deeds[deed]({ subscriptions, control: own, subject });

            const { exchange, payments } = await lookAt(subscriptions, subject);
            const wanted = isPlanned ? onlyOf(payments, known) : known;
            const acts = [view.exchange, ...(act === undefined ? [] : [act]), exchange];
            const words = sentExpectedGot(acts, `the payments of before as before, after ${deed}`);
            expect(onlyOf(known, payments).map(asMade), words).toEqual(wanted.map(asMade));
          }
        }),
      { allAtOnce: true },
    );
  },
);

/** Those of some payments that are among others, in their own order. */
function onlyOf(others: readonly object[], some: readonly object[]): readonly object[] {
  const ids = new Set(idsOf(others));
  return some.filter((payment) => ids.has(identityOf(payment)));
}

/** What does not change of a payment that was made, where it shows that. */
function asMade(payment: object): readonly unknown[] {
  return [identityOf(payment), amountOfPayment(payment)];
}

/** Waits for the next charge, with an outcome. */
async function dueCharge(
  { subscriptions, control, subject }: Charged,
  outcome: 'approved' | 'declined',
): Promise<void> {
  const { bindingId, next } = await lookAt(subscriptions, subject);
  if (bindingId !== undefined) await control.decideCharges(bindingId, outcome);
  if (next !== undefined) await lookOnceCharged(control, subscriptions, subject, next.moment);
}

/** The world of which no more is read than what is judged. */
function withThisAlone({ subject, customers }: SmallWorld): SmallWorld['customers'] {
  return customers.map((customer) => ({
    ...customer,
    subscriptions: customer.subscriptions.filter(
      ({ subscriptionId }) => subscriptionId === subject.subscriptionId,
    ),
  }));
}

function keysOf<Key extends string>(record: Readonly<Record<Key, unknown>>): Key[] {
  return Object.keys(record) as Key[];
}
