import { uniqueNumber } from '../../fixtures/builders/faker.ts';
import { aSubscription } from '../../fixtures/builders/subscriptions.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { memberOf } from '../../fixtures/transcript/exchange.ts';
import { expectStatus, lookAt } from '../../fixtures/worlds/subscription-charges.ts';
import {
  cancelled,
  createdIn,
  expectAsBefore,
  likenessIn,
  listedOf,
  readOf,
} from '../../fixtures/worlds/subscription-sameness.ts';
import { anyOtherCurrency, promised } from '../../fixtures/worlds/subscriptions.ts';

// Document 3, part 2.3: a subscription is known by its id. What else two have in common makes neither of
// them the other.

const members = [
  'customerId',
  'amount',
  'currency',
  'email',
  'phone',
  'description',
  'successUrl',
  'failUrl',
  'billingIntervalValue',
  'billingIntervalUnit',
] as const;
type Member = (typeof members)[number];

/**
 * What two subscriptions may have in common. Each member stands in two rows, and no other one in both of them: whoever
 * is known by it is told apart by any other in one of the two.
 */
const common: readonly (readonly Member[])[] = [
  ['customerId', 'amount', 'currency', 'email'],
  ['customerId', 'phone', 'description', 'successUrl'],
  ['amount', 'phone', 'billingIntervalValue', 'billingIntervalUnit'],
  ['currency', 'description', 'billingIntervalValue', 'failUrl'],
  ['email', 'successUrl', 'billingIntervalUnit', 'failUrl'],
  members.filter((name) => name !== 'description'),
];

check(
  'subscriptions.shared.each-keeps-its-own',
  'shows, pays, lists and cancels each of two subscriptions that have something in common for itself',
  async ({ subscriptions, initialPayment }) => {
    await forEvery(
      common,
      (shared) => `two subscriptions with the same ${shared.join(', ')}`,
      async (shared) => {
        const one = whole({ amount: 31_01 });
        const other = whole({
          amount: 47_03,
          currency: await anyOtherCurrency(subscriptions),
          billingIntervalValue: 5,
          billingIntervalUnit: 'MONTHS',
        });
        const alike = { ...other, ...Object.fromEntries(shared.map((name) => [name, one[name]])) };
        const create = async (body: object) =>
          promised(await subscriptions.create(body), 'subscriptions.create.succeeds');
        const first = await create(one);
        const kept = createdIn(first);
        const before = await readOf(subscriptions, kept);
        const second = await create(alike);
        const added = createdIn(second);

        const acts = [first, second];
        const names = acts.map((act) => [
          createdIn(act).subscriptionId,
          createdIn(act).mdOrder,
          memberOf(act.answer.json, 'checkoutUrl'),
        ]);
        const apart = sentExpectedGot(
          acts,
          'an id, an order and a checkoutUrl of its own for each',
        );
        expect(new Set(names.flat()).size, apart).toBe(6);
        if ((await initialPayment(added.mdOrder)) !== undefined) return;
        const paid = await lookAt(subscriptions, added);
        expectStatus(paid, 'ACTIVE');
        const asSent = sentExpectedGot([...acts, paid.exchange], 'the second as it was sent');
        expect(likenessIn(paid.exchange), asSent).toMatchObject(shownOf(alike));
        await expectAsBefore(subscriptions, kept, before, 'another was created and paid');

        if ((await initialPayment(kept.mdOrder)) !== undefined) return;
        const both = await lookAt(subscriptions, kept);
        expectStatus(both, 'ACTIVE');
        const still = sentExpectedGot([...acts, both.exchange], 'the first as it was sent');
        expect(likenessIn(both.exchange), still).toMatchObject(shownOf(one));
        await cancelled(subscriptions, added);
        await expectAsBefore(subscriptions, kept, both.exchange, 'the other was cancelled');
        const isOneCustomer = alike.customerId === one.customerId;
        const { list, ids } = await listedOf(subscriptions, String(one.customerId));
        const wanted = [kept, ...(isOneCustomer ? [added] : [])].map((each) => each.subscriptionId);
        const listed = sentExpectedGot([...acts, list], 'what is of the customer, and no other');
        expect(ids, listed).toEqual(wanted.toSorted());
      },
    );
  },
);

/** A subscription with every member, none of which it has in common with another. Part 4.8, rule 1. */
function whole(part: Readonly<Partial<Record<Member, unknown>>>): Record<Member, unknown> {
  const own = uniqueNumber(9);
  return {
    ...aSubscription({ billingIntervalValue: 3, billingIntervalUnit: 'WEEKS' }),
    phone: `+371${own}`,
    description: `Box ${own}`,
    successUrl: `https://shop.example/subscribed/${own}`,
    failUrl: `https://shop.example/failed/${own}`,
    ...part,
  };
}

/** What details show of what was sent: the addresses are no members of a subscription. */
function shownOf({ successUrl: _success, failUrl: _fail, ...shown }: Record<string, unknown>) {
  return shown;
}
