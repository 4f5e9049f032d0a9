import { uniqueNumber } from '../../fixtures/builders/faker.ts';
import { aCustomerId, aSubscription, terms } from '../../fixtures/builders/subscriptions.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import {
  isSubscriptionSuccess,
  type SubscriptionsClient,
} from '../../fixtures/clients/subscriptions.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import type { Exchange } from '../../fixtures/transcript/exchange.ts';
import {
  activeSubscription,
  type InitialPayment,
  promised,
} from '../../fixtures/worlds/subscriptions.ts';
import {
  billedSubscription,
  dayMs,
  expectCharges,
  expectStatus,
  isCharged,
  lookAt,
  lookOnceCharged,
  paidOf,
  type SubscriptionView,
} from '../../fixtures/worlds/subscription-charges.ts';
import {
  cancelled,
  createdIn,
  likenessIn,
  listedOf,
} from '../../fixtures/worlds/subscription-sameness.ts';

// Document 3, parts 2.1, 2.3 and 4.8: what is taken at all lives on, however long or short its values are.

/** An address of so many characters. */
const addressOf = (length: number, path: string): string =>
  `https://shop.example/${path}/`.padEnd(length, 'a');

/**
 * The longest values that the document shows, of orders too where it shows none of subscriptions, and the shortest. Of a
 * customer of this run alone: lists are asked for.
 */
const extremes: readonly {
  readonly told: string;
  readonly part: () => Readonly<Record<string, unknown>>;
}[] = [
  {
    told: 'the longest orderNumber',
    part: () => ({ orderNumber: `sub-${uniqueNumber(9)}`.padEnd(36, 'x') }),
  },
  {
    told: 'the shortest orderNumber',
    part: () => ({ orderNumber: uniqueNumber(9).slice(-1) }),
  },
  {
    told: 'the longest texts',
    part: () => ({
      customerId: aCustomerId().padEnd(255, 'x'),
      description: 'd'.repeat(598),
      email: `${uniqueNumber(9)}${'e'.repeat(19)}@example.com`,
      phone: '+12345678901234567890',
      successUrl: addressOf(512, 'subscribed'),
      failUrl: addressOf(512, 'failed'),
    }),
  },
  {
    told: 'the shortest values',
    part: () => ({
      amount: 1,
      description: 'd',
      phone: '1234567',
      ...terms({ value: 1, unit: 'DAYS' }),
    }),
  },
];

check(
  'subscriptions.size.lives-as-any-other',
  'pays, charges, updates, lists and cancels what has the longest or the shortest values as any other',
  async ({ subscriptions, initialPayment, control, gateway, skip }) => {
    const usual = terms({ value: 5, unit: 'DAYS' });
    const plain = await billedSubscription(subscriptions, initialPayment, usual, control);
    if ('missing' in plain) return skip(plain.missing);
    await forEvery(
      extremes,
      ({ told }) => told,
      ({ told, part }) =>
        control.aside(async (own) => {
          const created = await createdWith(subscriptions, part());
          if (created === undefined) return;
          const { act, body } = created;
          const subject = createdIn(act);
          const {
            customerId,
            successUrl: _success,
            failUrl: _fail,
            orderNumber: _,
            ...shown
          } = body;
          const paid = await paidAtOnce(subscriptions, initialPayment, subject);
          if (paid?.next === undefined || paid.bindingId === undefined) return;
          await own.decideCharges(paid.bindingId, 'approved');

          let standing = paid;
          for (const count of [1, 2]) {
            const { next } = standing;
            if (next === undefined) return;
            standing = await lookOnceCharged(own, subscriptions, subject, next.moment);
            // Where none is charged, that is what is broken.
            if (standing.status !== 'ACTIVE') isCharged(await lookAt(subscriptions, plain), plain);
            expectStatus(standing, 'ACTIVE');
            expectCharges(standing, { start: paid }, count);
            if (count > 1) continue;
            const update = { subscriptionId: subject.subscriptionId, amount: 7_77 };
            promised(await subscriptions.update(update), 'subscriptions.update.succeeds');
          }
          const words = sentExpectedGot(
            standing.exchange,
            `two charges that were paid, of ${told}`,
          );
          const charges = standing.payments.slice(paid.payments.length);
          expect((await paidOf(gateway, charges)) ?? 2, words).toBe(2);
          const asSent = sentExpectedGot([act, standing.exchange], 'what was sent, and 777');
          expect(likenessIn(standing.exchange), asSent).toMatchObject({ ...shown, amount: 7_77 });
          const { list, ids } = await listedOf(subscriptions, customerId);
          const listed = sentExpectedGot([act, list], 'the one subscription of its customer');
          expect(ids, listed).toEqual([subject.subscriptionId]);
          await cancelled(subscriptions, subject);
          expectStatus(await lookAt(subscriptions, subject), 'CANCELLED');
        }),
      { allAtOnce: true },
    );
  },
);

/** What is far longer than a run, and more than 31 bits hold as seconds. */
const longIntervals = [
  { value: 30_000, unit: 'DAYS' },
  { value: 4_000, unit: 'WEEKS' },
  { value: 900, unit: 'MONTHS' },
  { value: 75, unit: 'YEARS' },
] as const;

check(
  'subscriptions.size.long-intervals-are-long',
  'charges nothing for a month of what is charged every several decades, and shows no charge before them',
  async ({ subscriptions, initialPayment, control }) => {
    await forEvery(
      longIntervals,
      ({ value, unit }) => `every ${value} ${unit}`,
      (interval) =>
        control.aside(async (own) => {
          // How long an interval may be is not shown.
          const created = await subscriptions.create(aSubscription(terms(interval)));
          if (!isSubscriptionSuccess(created)) return;
          const subject = createdIn(created);
          if ((await initialPayment(subject.mdOrder)) !== undefined) return;
          const paid = await lookAt(subscriptions, subject);
          if (paid.status !== 'ACTIVE') return;
          const begun = (await own.now()).getTime();
          await own.letPass(begun, 31 * dayMs);

          const later = await lookAt(subscriptions, subject);

          const words = `no charge, and none to come for ${interval.value} ${interval.unit}`;
          const about = sentExpectedGot([created, paid.exchange, later.exchange], words);
          expect(later.payments.length, about).toBe(paid.payments.length);
          const { next = paid.next } = later;
          expect((next?.moment ?? Infinity) - begun, about).toBeGreaterThan(40 * 365 * dayMs);
        }),
      { allAtOnce: true },
    );
  },
);

/** With all of the values, or with those that are taken: how long they may be is not shown of most. */
async function createdWith(
  subscriptions: SubscriptionsClient,
  part: Readonly<Record<string, unknown>>,
): Promise<{ readonly act: Exchange; readonly body: Body } | undefined> {
  const ask = async (values: object) => {
    const body: Body = { ...aSubscription(), ...terms({ value: 5, unit: 'DAYS' }), ...values };
    const act = await subscriptions.create(body);
    return isSubscriptionSuccess(act) ? { act, body } : undefined;
  };
  const whole = await ask(part);
  const entries = Object.entries(part);
  if (whole !== undefined || entries.length === 1) return whole;
  const taken = await Promise.all(entries.map(([name, value]) => ask({ [name]: value })));
  const left = entries.filter((_entry, place) => taken[place] !== undefined);
  return left.length === 0 ? undefined : ask(Object.fromEntries(left));
}

type Body = ReturnType<typeof aSubscription> & Readonly<Record<string, unknown>>;

/** How it stands once its initial payment was made; undefined where that cannot be done. Part 3.2. */
async function paidAtOnce(
  subscriptions: SubscriptionsClient,
  initialPayment: InitialPayment,
  subject: ReturnType<typeof createdIn>,
): Promise<SubscriptionView | undefined> {
  if ((await initialPayment(subject.mdOrder)) !== undefined) return undefined;
  const paid = await lookAt(subscriptions, subject);
  // Where none is activated, that is what is broken.
  if (paid.status !== 'ACTIVE') await activeSubscription(subscriptions, initialPayment);
  expectStatus(paid, 'ACTIVE');
  return paid;
}
