import { aSubscription } from '../../fixtures/builders/subscriptions.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import { subscriptionIn } from '../../fixtures/clients/subscriptions.ts';
import { bothShow } from '../../fixtures/expect.ts';
import { memberOf } from '../../fixtures/transcript/exchange.ts';
import type { Ground } from '../../fixtures/worlds/small-subscriptions.ts';
import { factsShown } from '../../fixtures/worlds/subscription-facts.ts';
import { triedToPay } from '../../fixtures/worlds/subscription-charges.ts';
import {
  detailsOf,
  newSubscription,
  promised,
  type TestSubscription,
} from '../../fixtures/worlds/subscriptions.ts';
import { answersAsShown, expectViewsToAgree } from './views.ts';

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
