import { aSubscription } from '../../fixtures/builders/subscriptions.ts';
import { check } from '../../fixtures/check.ts';
import { expectToldAlike } from '../../fixtures/told-again.ts';
import { cancelled, createdIn, readOf } from '../../fixtures/worlds/subscription-sameness.ts';
import { promised } from '../../fixtures/worlds/subscriptions.ts';

// Document 3, part 2.3: what is told again is told alike, shown here on one subscription;
// fixtures/told-again.ts looks at all other answers of the run in the same way.

check(
  'subscriptions.told.the-same-throughout',
  'shows the same of a subscription before and after its payment, an update and its end',
  async ({ subscriptions, initialPayment }) => {
    const body = aSubscription({ phone: '+37120000001', description: 'Tea of the month' });
    const answer = promised(await subscriptions.create(body), 'subscriptions.create.succeeds');
    const one = createdIn(answer);
    const { subscriptionId, mdOrder } = one;
    const acts = [answer];
    const look = async (): Promise<number> => acts.push(await readOf(subscriptions, one));

    const { customerId } = body;
    const deeds: readonly (() => Promise<unknown>)[] = [
      () => initialPayment(mdOrder),
      () => subscriptions.update({ subscriptionId, amount: 25_00, billingIntervalValue: 2 }),
      async () => acts.push(await subscriptions.list({ customerId })),
      () => cancelled(subscriptions, one),
    ];
    for (const deed of deeds) {
      await deed();
      await look();
    }

    expectToldAlike(acts);
  },
);
