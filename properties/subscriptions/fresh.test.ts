import { uniqueNumber } from '../../fixtures/builders/faker.ts';
import { aCustomerId, aSubscription } from '../../fixtures/builders/subscriptions.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import type { SubscriptionsClient } from '../../fixtures/clients/subscriptions.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import type { Exchange } from '../../fixtures/transcript/exchange.ts';
import { idsOf, lookAt } from '../../fixtures/worlds/subscription-charges.ts';
import {
  cancelled,
  createdIn,
  expectAsBefore,
  expectCreated,
  likenessIn,
  readOf,
  unusualTerms,
} from '../../fixtures/worlds/subscription-sameness.ts';
import {
  type InitialPayment,
  newSubscription,
  promised,
  type TestSubscription,
} from '../../fixtures/worlds/subscriptions.ts';

// Document 3, parts 2.3 and 3.2: what is new is new, whatever was there before.

/** What may have become of a subscription. */
type Deed = (
  subscriptions: SubscriptionsClient,
  subscription: TestSubscription,
  pay: InitialPayment,
) => Promise<unknown>;

const update: Deed = (subscriptions, { subscriptionId }) =>
  subscriptions.update({ subscriptionId, amount: 77_00, billingIntervalUnit: 'YEARS' });
const cancel: Deed = (subscriptions, subscription) => cancelled(subscriptions, subscription);
/** What comes next comes once the payment has had its effects. */
const pay: Deed = async (subscriptions, subscription, by) => {
  if ((await by(subscription.mdOrder)) === undefined) await readOf(subscriptions, subscription);
};

const deeds: Readonly<Record<string, Deed>> = {
  created: async () => undefined,
  paid: pay,
  declined: (_subscriptions, { mdOrder }, by) => by(mdOrder, 'declined'),
  updated: update,
  'paid and updated': async (...world) => {
    await pay(...world);
    await update(...world);
  },
  cancelled: cancel,
  'paid and cancelled': async (...world) => {
    await pay(...world);
    await cancel(...world);
  },
};

/** Everything that a create can say, in other words than usual. */
const rich = () => ({
  amount: 55_55,
  billingIntervalValue: 9,
  billingIntervalUnit: 'DAYS',
  phone: '+37129999999',
  email: `rich-${uniqueNumber(9)}@example.com`,
  description: 'A box of another kind',
  orderNumber: `sub-${uniqueNumber(9)}`,
});

check(
  'subscriptions.fresh.shows-the-same',
  'shows a new subscription like the first one, whatever became of others',
  async ({ subscriptions, initialPayment, session }) => {
    const { otherMerchant } = session.target;
    await forEvery(
      Object.entries(deeds),
      ([name]) => `after another was ${name}`,
      async ([name, deed]) => {
        const usual = aSubscription(unusualTerms);
        const { email: _email, ...byPhone } = { ...usual, phone: '+37120000001' };
        const first = await subscriptions.create(usual);
        await expectCreated(subscriptions, first, 'of a new customer');
        const firstByPhone = await subscriptions.create(byPhone);
        await expectCreated(subscriptions, firstByPhone, 'with a phone alone');

        const { customerId } = usual;
        for (const part of [
          { ...rich(), customerId },
          { ...rich(), customerId: aCustomerId() },
        ]) {
          await deed(subscriptions, await newSubscription(subscriptions, part), initialPayment);
        }
        if (otherMerchant !== undefined) {
          await subscriptions.as(otherMerchant).create(aSubscription({ ...rich(), customerId }));
        }

        for (const [body, before] of [
          [usual, first],
          [byPhone, firstByPhone],
        ] as const) {
          const answer = await subscriptions.create(body);
          await expectCreated(subscriptions, answer, `after another was ${name}`);
          const details = await readOf(subscriptions, createdIn(answer));
          for (const shown of [answer, details]) {
            const words = sentExpectedGot([before, shown], 'the same as the first one');
            expect(likenessIn(shown), words).toEqual(likenessIn(before));
          }
        }
      },
    );
  },
);

check(
  'subscriptions.fresh.shows-the-same',
  'shows of a new subscription nothing that was sent with one that was refused',
  async ({ subscriptions }) => {
    // The same in all that are refused: what is left of one may come up in any subscription.
    const told = `t${uniqueNumber(9)}`;
    await forEvery(
      [
        { amount: undefined },
        { amount: 0 },
        { billingIntervalUnit: 'FORTNIGHTS' },
        { customerId: undefined },
        { successUrl: undefined },
      ],
      (part) => `after one with ${Object.keys(part).join()} ${String(Object.values(part)[0])}`,
      async (part) => {
        const named = {
          description: `For ${told}`,
          email: `${told}@example.com`,
          orderNumber: told,
        };
        const refusal = await subscriptions.create(aSubscription({ ...rich(), ...named, ...part }));
        const { email: _email, ...byPhone } = aSubscription({ phone: '+37120000001' });

        const created = await subscriptions.create(byPhone);
        await expectCreated(subscriptions, created, 'with a phone alone');

        for (const shown of [created, await readOf(subscriptions, createdIn(created))]) {
          const words = sentExpectedGot([refusal, shown], `nothing of ${told}`);
          expect(shown.answer.text.includes(told), words).toBe(false);
        }
      },
    );
  },
);

check(
  'subscriptions.fresh.live-apart',
  'leaves a subscription as it is whatever becomes of its twin, and activates it for itself',
  async ({ subscriptions, initialPayment }) => {
    await forEvery(
      Object.entries(deeds),
      ([name]) => `beside a twin that was ${name}`,
      async ([name, deed]) => {
        const body = aSubscription(unusualTerms);
        const twin = await newSubscription(subscriptions, body);
        const one = await newSubscription(subscriptions, body);
        const before = await readOf(subscriptions, one);

        await deed(subscriptions, twin, initialPayment);
        await expectAsBefore(subscriptions, one, before, `its twin was ${name}`);

        const left = await readOf(subscriptions, twin);
        if ((await initialPayment(one.mdOrder)) !== undefined) return;
        await expectActive(subscriptions, one, twin);
        await expectAsBefore(subscriptions, twin, left, 'its twin was paid');
      },
    );
  },
);

/** Active, with a credential that is bound and with payments that are no others'. Parts 2.3 and 3.2. */
async function expectActive(
  subscriptions: SubscriptionsClient,
  one: TestSubscription,
  twin: TestSubscription,
): Promise<void> {
  const [shown, others] = await Promise.all([one, twin].map((each) => lookAt(subscriptions, each)));
  if (shown === undefined || others === undefined) return;
  const exchange: Exchange = promised(shown.exchange, 'subscriptions.details.succeeds');
  const wanted = { ...unusualTerms, status: 'ACTIVE', bindingId: 'set' };
  const words = sentExpectedGot(exchange, 'an ACTIVE subscription with a bindingId');
  expect(likenessIn(exchange), words).toMatchObject(wanted);
  const theirs = idsOf(others.payments);
  const shared = idsOf(shown.payments).filter((id) => theirs.includes(id));
  expect(shared, sentExpectedGot(exchange, 'payments of its own')).toEqual([]);
}
