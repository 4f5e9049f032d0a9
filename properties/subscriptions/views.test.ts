import { aCustomerId, aSubscription } from '../../fixtures/builders/subscriptions.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import { subscriptionIn } from '../../fixtures/clients/subscriptions.ts';
import { bothShow } from '../../fixtures/expect.ts';
import { inSmokeOnly } from '../../fixtures/repeated.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import type { Ground } from '../../fixtures/worlds/small-subscriptions.ts';
import { factsShown } from '../../fixtures/worlds/subscription-facts.ts';
import { cancelled, createdIn, readOf } from '../../fixtures/worlds/subscription-sameness.ts';
import { triedToPay } from '../../fixtures/worlds/subscription-charges.ts';
import {
  detailsOf,
  newSubscription,
  promised,
  type TestSubscription,
} from '../../fixtures/worlds/subscriptions.ts';
import { answersAsShown, expectItemsAsDetails, expectViewsToAgree } from './views.ts';

// Document 3, part 4.8: what can be read in two places is the same in both, right after each change.

const steps = {
  paid: async ({ initialPayment }: Ground, { mdOrder }: TestSubscription) => {
    await triedToPay(initialPayment, mdOrder);
  },
  declined: async ({ initialPayment }: Ground, { mdOrder }: TestSubscription) => {
    await triedToPay(initialPayment, mdOrder, 'declined');
  },
  updated: ({ subscriptions }: Ground, subject: TestSubscription) =>
    answersAsShown(subscriptions, subject, 'update', {
      amount: 77_77,
      billingIntervalValue: 5,
      billingIntervalUnit: 'WEEKS',
    }),
  'updated again': ({ subscriptions }: Ground, subject: TestSubscription) =>
    answersAsShown(subscriptions, subject, 'update', { amount: 5_01 }),
  deactivated: ({ subscriptions }: Ground, subject: TestSubscription) =>
    answersAsShown(subscriptions, subject, 'deactivate', { force: true }),
  'deactivated without force': ({ subscriptions }: Ground, { subscriptionId }: TestSubscription) =>
    subscriptions.deactivate({ subscriptionId }),
} as const;

const lives: readonly (readonly (keyof typeof steps)[])[] = [
  ['paid', 'updated', 'updated again'],
  ['paid', 'deactivated'],
  ['updated', 'paid', 'deactivated without force'],
  ['declined', 'updated', 'deactivated'],
];

check(
  'subscriptions.views.agree-after-each-change',
  'shows the same in details, in lists and in the answer, whatever was just done',
  async ({ subscriptions, initialPayment }) => {
    const ground = { subscriptions, initialPayment };
    await forEvery(
      lives,
      (life) => life.join(', '),
      async (life) => {
        const subject = await newSubscription(subscriptions);
        let foundBy = await expectViewsToAgree(subscriptions, subject, 'when created');
        for (const step of life) {
          await steps[step](ground, subject);
          foundBy = await expectViewsToAgree(subscriptions, subject, `when ${step}`, foundBy);
        }
      },
    );
  },
);

check(
  'subscriptions.views.create-equals-details',
  'shows in details what create has answered',
  async ({ subscriptions }) => {
    const sent = [
      aSubscription({ description: 'Первая', phone: '+37120000001' }),
      aSubscription({ email: undefined, phone: '37120000002' }),
    ];
    for (const body of sent) {
      const created = promised(await subscriptions.create(body), 'subscriptions.create.succeeds');
      const subscriptionId = String(memberOf(subscriptionIn(created), 'subscriptionId'));
      const details = promised(
        await detailsOf(subscriptions, { subscriptionId }),
        'subscriptions.details.succeeds',
      );

      const [first, later] = [created, details].map((one) =>
        factsShown(one, 'it').filter(({ kind }) => kind !== 'payments'),
      );
      const words = bothShow([created, details], 'the same as create has answered');
      expect(later, words).toEqual(first);
    }
  },
);

/**
 * Subscriptions of which each has what the one before it or behind it lacks, from the lowest amount to the highest.
 * Document 3, parts 2.3 and 4.8, rule 1.
 */
const neighbours: readonly Neighbour[] = [
  { email: 'a', becomes: 'INITIATED' },
  { phone: '+37120000001', becomes: 'ACTIVE' },
  { phone: '+37120000002', email: 'b', description: 'Tea', becomes: 'INITIATED' },
  { phone: '+37120000003', description: 'Coffee', becomes: 'CANCELLED' },
  { phone: '+37120000004', isOfAnother: true, becomes: 'INITIATED' },
  { email: 'c', becomes: 'ACTIVE' },
  { phone: '+37120000005', billingIntervalUnit: 'YEARS', becomes: 'INITIATED' },
];

interface Neighbour {
  readonly email?: string;
  readonly phone?: string;
  readonly description?: string;
  readonly billingIntervalUnit?: string;
  readonly isOfAnother?: boolean;
  readonly becomes: 'INITIATED' | 'ACTIVE' | 'CANCELLED';
}

check(
  'subscriptions.list.item-equals-details',
  'shows in each item of a page what its details show, whatever the items before and behind it have',
  async ({ subscriptions, initialPayment }) => {
    const [customerId, another] = [aCustomerId(), aCustomerId()];
    const lowest = 31_01;
    const made: { readonly subscriptionId: string }[] = [];
    const some = inSmokeOnly() ? neighbours.slice(0, 4) : neighbours;
    for (const [index, { email, becomes, isOfAnother, ...part }] of some.entries()) {
      const body = aSubscription({
        ...part,
        customerId: isOfAnother === true ? another : customerId,
        amount: lowest + index,
        email: email === undefined ? undefined : `${email}.${customerId}@example.com`,
      });
      const created = promised(await subscriptions.create(body), 'subscriptions.create.succeeds');
      const one = createdIn(created);
      // Where nobody can pay, it stays as it is.
      if (becomes === 'ACTIVE') await initialPayment(one.mdOrder);
      if (becomes === 'CANCELLED') await cancelled(subscriptions, one);
      made.push(one);
    }
    const all = await Promise.all(made.map((one) => readOf(subscriptions, one)));

    for (const [told, filter] of pagesOf({ customerId, lowest })) {
      const read = async (): Promise<Exchange> =>
        promised(await subscriptions.list(filter), 'subscriptions.list.succeeds');
      await expectItemsAsDetails(read, all, told);
    }
  },
);

/** Pages on which some of them stand, in each order. Document 3, part 4.8, rule 2. */
function pagesOf({
  customerId,
  lowest,
}: {
  readonly customerId: string;
  readonly lowest: number;
}): readonly (readonly [string, object])[] {
  const byAmount = { customerId, sortField: 'AMOUNT' };
  const downwards = [
    'from the highest amount to the lowest',
    { ...byAmount, sortDirection: 'DESC' },
  ] as const;
  if (inSmokeOnly()) return [downwards];
  const amounts = { amountFrom: lowest, amountTo: lowest + neighbours.length };
  return [
    downwards,
    ['from the lowest amount to the highest', { ...byAmount, sortDirection: 'ASC' }],
    ['in the usual order', { customerId }],
    ['among those of all customers', amounts],
    ...[0, 1, 2].map(
      (page) =>
        [`on page ${page} of two`, { ...byAmount, sortDirection: 'DESC', size: 2, page }] as const,
    ),
  ];
}
