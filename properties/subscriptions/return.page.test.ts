import { afterAll } from 'vitest';
import { uniqueNumber } from '../../fixtures/builders/faker.ts';
import { aCustomerId, aSubscription } from '../../fixtures/builders/subscriptions.ts';
import { leadsBackTo } from '../../fixtures/builders/texts.ts';
import { check, expect } from '../../fixtures/check.ts';
import { isSubscriptionSuccess } from '../../fixtures/clients/subscriptions.ts';
import { closeBrowser, noBrowser } from '../../fixtures/customer/browser.ts';
import { payOn } from '../../fixtures/customer/pay.ts';
import { newVisit, opens } from '../../fixtures/customer/visit.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { readOf } from '../../fixtures/worlds/subscription-sameness.ts';
import { newSubscription } from '../../fixtures/worlds/subscriptions.ts';

// Document 3, part 4.8: the customer returns from the payment page to the address that was sent.

afterAll(closeBrowser);

check(
  'subscriptions.text.addresses-lead-back',
  'leads from its page to successUrl with its query',
  async ({ subscriptions, gateway, skip, onTestFinished, tell }) => {
    const visit = await newVisit(onTestFinished, tell);
    if (visit === undefined) return skip(noBrowser);
    const successUrl = 'https://shop.example/done?shop=7&cart=a%20b';
    const customerId = aCustomerId();
    const orderNumber = `sub-${uniqueNumber(9)}`;
    const subject = await newSubscription(subscriptions, { customerId, successUrl, orderNumber });
    // Another one of the same customer leads elsewhere, and so does what is refused for its orderNumber.
    const elsewhere = { customerId, successUrl: 'https://shop.example/elsewhere?shop=8' };
    await newSubscription(subscriptions, elsewhere);
    const again = await subscriptions.create(aSubscription({ ...elsewhere, orderNumber }));
    if (isSubscriptionSuccess(again)) return skip('an orderNumber is taken twice');
    if ((await opens(visit, subject.checkoutUrl)) !== undefined)
      return skip('the page of the checkout cannot be opened');

    await payOn(visit, gateway.settings.card, () => visit.isAtShop());

    // The page may want to know more than we can tell, or have the customer go back by a link.
    if (!visit.isAtShop()) return skip('the customer is not led back to the shop');
    const arrived = visit.lastAddress() ?? '';
    const words = sentExpectedGot(
      [again, await readOf(subscriptions, subject)],
      `at ${successUrl}`,
      arrived,
    );
    expect(leadsBackTo(successUrl, arrived), words).toBe(true);
  },
);
