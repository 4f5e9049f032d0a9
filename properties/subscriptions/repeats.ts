import { aSubscription } from '../../fixtures/builders/subscriptions.ts';
import { isSubscriptionSuccess, subscriptionIn } from '../../fixtures/clients/subscriptions.ts';
import { expect, sentExpectedGot } from '../../fixtures/expect.ts';
import type { RequirementId } from '../../fixtures/requirements/index.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import { factsOf } from '../../fixtures/worlds/subscription-facts.ts';
import type { Ground, SmallWorld } from '../../fixtures/worlds/small-subscriptions.ts';
import { detailsOf, newSubscription, promised } from '../../fixtures/worlds/subscriptions.ts';

/** A kind of request that can be sent again and again. */
export interface Repeat {
  readonly told: string;
  /** Sends the n-th, counted from 1, and judges it as if it were the first. */
  readonly send: (ground: Ground, world: SmallWorld, n: number) => Promise<void>;
  /** How often it takes to know; thirty times where absent. */
  readonly times?: number;
  /** What holds for what was there before all of them. */
  readonly last?: (ground: Ground, world: SmallWorld) => Promise<void>;
}

/** What the first look has shown, by what was looked at. */
const firstLooks = new WeakMap<object, string>();

export const updates: Repeat = {
  told: 'updates of one subscription',
  async send({ subscriptions }, { subject }, n) {
    const { subscriptionId } = subject;
    const change = termsOf(n);
    const updated = promised(
      await subscriptions.update({ subscriptionId, ...change }),
      'subscriptions.update.succeeds',
    );
    expectMembers(updated, n, change);
    if (isLookedAt(n)) expectMembers(await detailsOf(subscriptions, subject), n, change);
  },
};

export const creates: Repeat = {
  told: 'creates for one customer',
  async send({ subscriptions }, { subject: { customerId } }, n) {
    const sent = aSubscription({ customerId, ...termsOf(n), description: `Number ${n}` });
    const { successUrl: _success, failUrl: _fail, ...shown } = sent;
    const created = promised(await subscriptions.create(sent), 'subscriptions.create.succeeds');
    expectMembers(created, n, { ...shown, status: 'INITIATED' });
    if (!isLookedAt(n)) return;
    const subscriptionId = String(memberOf(subscriptionIn(created), 'subscriptionId'));
    expectMembers(await detailsOf(subscriptions, { subscriptionId }), n, shown);
  },
  async last({ subscriptions, initialPayment }, { neighbour }) {
    if ((await initialPayment(neighbour.mdOrder)) !== undefined) return;
    const details = await detailsOf(subscriptions, neighbour);
    const words = sentExpectedGot(details, 'ACTIVE once it is paid, however many came after it');
    expect(subscriptionIn(details), words).toMatchObject({ status: 'ACTIVE' });
  },
};

const looks: Repeat = {
  told: 'looks at everything',
  async send(_ground, { customers }, n) {
    const [customer] = customers;
    const first = firstLooks.get(customers) ?? JSON.stringify(await factsOf(customers));
    firstLooks.set(customers, first);
    const again = JSON.stringify(await factsOf(customers));
    expect(again, `what look ${n} at ${customer?.name} shows`).toBe(first);
  },
  times: 12,
};

const wrongUpdates: Repeat = {
  told: 'wrong updates, each followed by a right one',
  async send({ subscriptions }, { subject }, n) {
    const { subscriptionId } = subject;
    const change = termsOf(n);
    for (const wrong of [{ billingIntervalUnit: 'HOURS' }, { billingIntervalValue: 0 }]) {
      const refused = await subscriptions.update({ subscriptionId, ...change, ...wrong });
      if (isSubscriptionSuccess(refused)) return;
    }
    const updated = await subscriptions.update({ subscriptionId, ...change });
    expectTaken(updated, n, 'subscriptions.update.succeeds');
  },
  times: 12,
};

const wrongCreates: Repeat = {
  told: 'wrong creates, each followed by a right one',
  async send({ subscriptions }, { subject: { customerId } }, n) {
    const body = aSubscription({ customerId });
    for (const wrong of [{ amount: 0 }, { currency: undefined }]) {
      const refused = await subscriptions.create({ ...body, ...wrong });
      if (isSubscriptionSuccess(refused)) return;
    }
    expectTaken(await subscriptions.create(body), n, 'subscriptions.create.succeeds');
  },
  times: 12,
};

export const deactivations: Repeat = {
  told: 'deactivations for one customer',
  async send({ subscriptions }, { subject: { customerId } }, n) {
    const { subscriptionId } = await newSubscription(subscriptions, { customerId });
    const ended = await subscriptions.deactivate({ subscriptionId, force: true });
    expectTaken(ended, n, 'subscriptions.state.cancelled-from-initiated');
    const details = await detailsOf(subscriptions, { subscriptionId });
    expectMembers(details, n, { status: 'CANCELLED' });
    const again = await subscriptions.deactivate({ subscriptionId, force: true });
    const words = sentExpectedGot(again, `HTTP 422, at request ${n} of its kind`);
    expect(again.answer.status, words).toBe(422);
  },
  times: 12,
};

/** Requests of every kind that may change something, if only by mistake. Document 3, part 4.8. */
export const kindsOfChange = [updates, creates, wrongUpdates, wrongCreates, deactivations];

export const repeats: readonly Repeat[] = [...kindsOfChange, looks];

const units = ['DAYS', 'WEEKS', 'MONTHS', 'YEARS'] as const;

/** Other terms each time. */
function termsOf(n: number) {
  return {
    amount: 10_00 + 7 * n,
    // How long an interval may be is not shown.
    billingIntervalValue: n % units.length === 3 ? 1 : 1 + (n % 11),
    billingIntervalUnit: units[n % units.length],
  };
}

/** The second and third time, and around ten, twenty and thirty: what counts goes wrong there. */
function isLookedAt(n: number): boolean {
  return n <= 3 || n % 10 <= 1;
}

function expectMembers(exchange: Exchange, n: number, part: object): void {
  const words = sentExpectedGot(exchange, `${JSON.stringify(part)}, at request ${n} of its kind`);
  expect(subscriptionIn(exchange), words).toMatchObject(part);
}

/** What is taken the first time is taken again; that it is taken at all is promised elsewhere. */
function expectTaken(exchange: Exchange, n: number, by: RequirementId): void {
  if (n === 1) promised(exchange, by);
  const words = sentExpectedGot(exchange, `success (HTTP 2xx), at request ${n} of its kind`);
  expect(isSubscriptionSuccess(exchange), words).toBe(true);
}
