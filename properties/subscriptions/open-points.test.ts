import { aCustomerId, aSubscription } from '../../fixtures/builders/subscriptions.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import { isSubscriptionSuccess } from '../../fixtures/clients/subscriptions.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import type { Ground } from '../../fixtures/worlds/small-subscriptions.ts';
import { triedToPay } from '../../fixtures/worlds/subscription-charges.ts';
import {
  activeSubscription,
  detailsOf,
  newSubscription,
  statusOf,
} from '../../fixtures/worlds/subscriptions.ts';

// What document 3 leaves open about subscriptions is the choice of the target: but it has one choice,
// whoever the customer is and however often it is asked.

interface OpenPoint {
  readonly told: string;
  /** Asks once, of what nobody has asked before; how it was answered, in words that can be compared. */
  readonly ask: (ground: Ground) => Promise<{ readonly act: Exchange; readonly seen: unknown }>;
}

const points: readonly OpenPoint[] = [
  createWith('a malformed email', { email: 'nobody at example' }),
  createWith('an unknown currency', { currency: 1 }),
  createWith('a phone of six digits', { phone: '123456' }),
  createWith('a unit in small letters', { billingIntervalUnit: 'months' }),
  createWith('an amount with a fraction', { amount: 10.5 }),
  listWith('an unknown sortField', { sortField: 'SHOE_SIZE' }),
  listWith('an unknown status', { statuses: ['ASLEEP'] }),
  listWith('size 0', { size: 0 }),
  listWith('page -1', { page: -1 }),
  listWith('size 100000', { size: 100_000 }),
  listWith('a bare day', { createdFrom: '2020-02-29' }),
  listWith('no statuses', { statuses: [] }),
  {
    told: 'an update of what is INITIATED',
    async ask({ subscriptions }) {
      const { subscriptionId } = await newSubscription(subscriptions);
      const act = await subscriptions.update({ subscriptionId, amount: 20_00 });
      return { act, seen: isSubscriptionSuccess(act) };
    },
  },
  {
    told: 'an update of nothing',
    async ask({ subscriptions }) {
      const { subscriptionId } = await newSubscription(subscriptions);
      const act = await subscriptions.update({ subscriptionId });
      return { act, seen: isSubscriptionSuccess(act) };
    },
  },
  {
    told: 'the status after a deactivation without force',
    async ask({ subscriptions, initialPayment }) {
      const subject = await newSubscription(subscriptions);
      await triedToPay(initialPayment, subject.mdOrder);
      await detailsOf(subscriptions, subject);
      const { subscriptionId } = subject;
      const act = await subscriptions.deactivate({ subscriptionId });
      return { act, seen: await statusOf(subscriptions, subject) };
    },
  },
  {
    told: 'whether nextChargeAt is null once it is cancelled',
    async ask({ subscriptions, initialPayment }) {
      const active = await activeSubscription(subscriptions, initialPayment);
      const subject = 'missing' in active ? await newSubscription(subscriptions) : active;
      const { subscriptionId } = subject;
      await subscriptions.deactivate({ subscriptionId, force: true });
      const act = await detailsOf(subscriptions, subject);
      return { act, seen: memberOf(act.answer.json, 'nextChargeAt') == null };
    },
  },
];

check(
  'subscriptions.open.has-one-answer',
  'settles what is open in one way for every customer',
  async ({ subscriptions, initialPayment }) => {
    const ground = { subscriptions, initialPayment };
    await forEvery(
      points,
      ({ told }) => told,
      async ({ told, ask }) => {
        const [first, ...others] = [await ask(ground), await ask(ground), await ask(ground)];
        for (const { act, seen } of others) {
          const wanted = `${told}: ${String(first?.seen)}, as the first time`;
          const acts = first === undefined ? [act] : [first.act, act];
          expect(seen, sentExpectedGot(acts, wanted)).toBe(first?.seen);
        }
      },
    );
  },
);

function createWith(told: string, part: object): OpenPoint {
  return {
    told: `a create with ${told}`,
    async ask({ subscriptions }) {
      const act = await subscriptions.create(aSubscription({ ...part }));
      return { act, seen: isSubscriptionSuccess(act) };
    },
  };
}

function listWith(told: string, filter: object): OpenPoint {
  return {
    told: `a list with ${told}`,
    async ask({ subscriptions }) {
      const { customerId } = await newSubscription(subscriptions, { customerId: aCustomerId() });
      const act = await subscriptions.list({ customerId, ...filter });
      const [total, size] = ['totalElements', 'size'].map((one) => memberOf(act.answer.json, one));
      return {
        act,
        seen: isSubscriptionSuccess(act) ? `${Number(total)} by ${Number(size)}` : false,
      };
    },
  };
}
