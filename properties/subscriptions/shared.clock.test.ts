import { aCustomerId, aSubscription, terms } from '../../fixtures/builders/subscriptions.ts';
import { check, expect } from '../../fixtures/check.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import {
  billedSubscription,
  expectCharges,
  expectStatus,
  lookOnceCharged,
  paidOf,
  paymentsSince,
} from '../../fixtures/worlds/subscription-charges.ts';

// Document 3, parts 2.2 and 4.8: the service charges the credential that is bound, which belongs to one customer.

check(
  'subscriptions.shared.each-keeps-its-own',
  'charges each of several customers with one card, and with one id at two merchants, by a credential of their own',
  async ({ subscriptions, initialPayment, control, gateway, session, skip }) => {
    const { otherMerchant } = session.target;
    const { customerId, ...inCommon } = {
      ...aSubscription({ description: 'A box', phone: '+37129999999', amount: 27_01 }),
      ...terms({ value: 5, unit: 'DAYS' }),
    };
    const own = { as: subscriptions, asked: gateway };
    // Whoever looks for the first or for the last of them finds another than the one that is declined.
    const parties = [];
    for (const { as, asked, of } of [
      otherMerchant === undefined
        ? { ...own, of: aCustomerId() }
        : {
            as: subscriptions.as(otherMerchant),
            asked: gateway.as({ login: otherMerchant }),
            of: customerId,
          },
      { ...own, of: customerId },
      { ...own, of: aCustomerId() },
    ]) {
      const part = { ...inCommon, customerId: of };
      const billed = await billedSubscription(as, initialPayment, part, control);
      // What another merchant may do is its own affair.
      if ('missing' in billed && as !== subscriptions) continue;
      if ('missing' in billed) return skip(billed.missing);
      parties.push({ as, asked, billed });
    }
    const bindings = parties.flatMap(({ billed }) => billed.start.bindingId ?? []);
    const declined = bindings.at(-2) ?? '';
    if (bindings.length < parties.length) return skip('an active subscription shows no bindingId');
    const exchanges = parties.map(({ billed }) => billed.start.exchange);
    const apart = sentExpectedGot(exchanges, 'a credential of its own for each customer');
    expect(new Set(bindings).size, apart).toBe(parties.length);

    await control.decideCharges(declined, 'declined');
    const due = Math.max(...parties.map(({ billed }) => billed.next.moment));

    for (const { as, asked, billed } of parties) {
      const standing = await lookOnceCharged(control, as, billed, due);
      if (billed.start.bindingId !== declined) {
        expectStatus(standing, 'ACTIVE');
        expectCharges(standing, billed, 1);
        continue;
      }
      const news = paymentsSince(billed.start.payments, standing.payments);
      const words = sentExpectedGot(standing.exchange, 'no payment by the credential of another');
      expect((await paidOf(asked, news)) ?? 0, words).toBe(0);
    }
  },
);
