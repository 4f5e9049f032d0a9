import { aSubscription } from '../../fixtures/builders/subscriptions.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import { isSubscriptionSuccess } from '../../fixtures/clients/subscriptions.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import type { Exchange } from '../../fixtures/transcript/exchange.ts';
import { lookAt, triedToPay } from '../../fixtures/worlds/subscription-charges.ts';
import { likenessIn, unusualTerms } from '../../fixtures/worlds/subscription-sameness.ts';
import type { Ground } from '../../fixtures/worlds/small-subscriptions.ts';
import { newSubscription } from '../../fixtures/worlds/subscriptions.ts';

// Document 3, part 3.2: what is ACTIVE in the end is as what was paid at once, whatever came before. How it
// is charged afterwards stands in histories.clock.test.ts.

/** What comes before the payment that succeeds; an update is to the terms that it has. */
const histories: readonly (readonly ('declined' | 'updated')[])[] = [
  ['declined'],
  ['declined', 'declined'],
  ['updated', 'declined'],
];

check(
  'subscriptions.histories.paid-in-the-end',
  'shows what is active after other attempts as what was paid at once',
  async ({ subscriptions, initialPayment }) => {
    const ground = { subscriptions, initialPayment };
    const own = aSubscription();
    const likeness = { customerId: own.customerId, email: own.email };
    const plain = paidAfter(ground, likeness, []);
    await forEvery(
      histories,
      (history) => history.join(', '),
      async (history) => {
        const [at, after] = await Promise.all([plain, paidAfter(ground, likeness, history)]);
        // Whether there is another attempt after a declined one is not shown.
        if (at === undefined || after === undefined) return;
        const told = `the same as without ${history.join(', ')}`;
        expect(likenessIn(after), sentExpectedGot([at, after], told)).toEqual(likenessIn(at));
      },
    );
  },
);

/** Details of a subscription that is ACTIVE in the end; undefined where it is not. */
async function paidAfter(
  { subscriptions, initialPayment }: Ground,
  likeness: object,
  history: (typeof histories)[number],
): Promise<Exchange | undefined> {
  const subject = await newSubscription(subscriptions, { ...likeness, ...unusualTerms });
  const { subscriptionId, mdOrder } = subject;
  for (const event of history) {
    if (event === 'declined') {
      if (!(await triedToPay(initialPayment, mdOrder, 'declined'))) return undefined;
    } else if (
      !isSubscriptionSuccess(await subscriptions.update({ subscriptionId, ...unusualTerms }))
    )
      return undefined;
  }
  if (!(await triedToPay(initialPayment, mdOrder))) return undefined;
  const { status, exchange } = await lookAt(subscriptions, subject);
  return status === 'ACTIVE' ? exchange : undefined;
}
