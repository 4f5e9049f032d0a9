import { aCustomerId, aSubscription } from '../../fixtures/builders/subscriptions.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import { isSubscriptionSuccess } from '../../fixtures/clients/subscriptions.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { memberOf } from '../../fixtures/transcript/exchange.ts';
import {
  cancelled,
  expectCreated,
  likenessIn,
  readOf,
  unusualTerms,
} from '../../fixtures/worlds/subscription-sameness.ts';
import { idsIn } from '../../fixtures/worlds/subscription-lists.ts';
import { newSubscription, promised } from '../../fixtures/worlds/subscriptions.ts';

// Document 3, part 4.8: of a list each item counts, and in which order things stand does not.

/** Statuses that are asked for, and which of an INITIATED and a CANCELLED one they list. */
const rows: readonly (readonly [readonly string[], readonly ('initiated' | 'cancelled')[]])[] = [
  [['INITIATED', 'INITIATED'], ['initiated']],
  [['CANCELLED', 'CANCELLED', 'CANCELLED'], ['cancelled']],
  [['ACTIVE', 'INITIATED'], ['initiated']],
  [['ACTIVE', 'UNPAID', 'CANCELLED'], ['cancelled']],
  [['UNPAID', 'PAYMENT_FAILED', 'ACTIVE', 'INITIATED'], ['initiated']],
  [
    ['CANCELLED', 'INITIATED'],
    ['initiated', 'cancelled'],
  ],
  [
    ['INITIATED', 'CANCELLED', 'INITIATED'],
    ['initiated', 'cancelled'],
  ],
  [['ACTIVE', 'UNPAID', 'PAYMENT_FAILED'], []],
];

check(
  'subscriptions.items.each-status-counts',
  'lists by each item of statuses, once',
  async ({ subscriptions }) => {
    await forEvery(
      rows,
      ([statuses]) => `statuses ${statuses.join(', ')}`,
      async ([statuses, wanted]) => {
        const customerId = aCustomerId();
        const initiated = await newSubscription(subscriptions, { customerId });
        const ended = await newSubscription(subscriptions, { customerId });
        await cancelled(subscriptions, ended);
        const idOf = { initiated: initiated.subscriptionId, cancelled: ended.subscriptionId };

        // Whether a status may stand there twice is not shown.
        const isRepeated = new Set(statuses).size < statuses.length;
        const answer = await subscriptions.list({ customerId, statuses });
        if (isRepeated && !isSubscriptionSuccess(answer)) return;
        const list = promised(answer, 'subscriptions.list.succeeds');
        const ids = idsIn(list).toSorted();

        const words = sentExpectedGot(list, `each of ${wanted.join(' and ') || 'none'} once`);
        expect(ids, words).toEqual(wanted.map((one) => idOf[one]).toSorted());
        const total = Number(memberOf(list.answer.json, 'totalElements') ?? wanted.length);
        expect(total, words).toBe(wanted.length);
      },
    );
  },
);

check(
  'subscriptions.items.order-of-members',
  'creates and updates alike in whatever order members stand',
  async ({ subscriptions }) => {
    const turned = (body: object): object => Object.fromEntries(Object.entries(body).toReversed());
    await forEvery(
      [turned, (body: object) => ({ ...turned(body), ...subscriptionsLast(body) })],
      (_turn) => 'members in another order',
      async (turn) => {
        const usual = aSubscription({ ...unusualTerms, phone: '+37120000001' });
        const plain = await subscriptions.create(usual);
        await expectCreated(subscriptions, plain, 'with email and phone');
        const { userName: username, password } = subscriptions.settings.login;

        const answer = await subscriptions.create(turn({ ...usual, username, password }));

        await expectCreated(subscriptions, answer, 'with members in another order');
        const words = sentExpectedGot([plain, answer], 'the same as in another order');
        expect(likenessIn(answer), words).toEqual(likenessIn(plain));
        const subscriptionId = String(memberOf(answer.answer.json, 'subscription.subscriptionId'));
        const change = { subscriptionId, amount: 25_00, billingIntervalValue: 5 };
        const update = await subscriptions.update(turn(change));
        // Whether an INITIATED one can be updated is not shown.
        if (!isSubscriptionSuccess(update)) return;
        const details = await readOf(subscriptions, { subscriptionId });
        const wanted = { amount: 25_00, billingIntervalValue: 5, billingIntervalUnit: 'WEEKS' };
        expect(
          likenessIn(details),
          sentExpectedGot([update, details], 'the new terms'),
        ).toMatchObject(wanted);
      },
    );
  },
);

/** The terms of a request behind everything else of it. */
function subscriptionsLast(body: object): object {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name.startsWith('billing')));
}
