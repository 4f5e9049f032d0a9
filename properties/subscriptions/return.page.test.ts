import { setTimeout as sleep } from 'node:timers/promises';
import type { Route } from 'playwright-core';
import { afterAll } from 'vitest';
import { uniqueNumber } from '../../fixtures/builders/faker.ts';
import { aCustomerId, aSubscription } from '../../fixtures/builders/subscriptions.ts';
import { leadsBackTo } from '../../fixtures/builders/texts.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import { isSubscriptionSuccess, subscriptionIn } from '../../fixtures/clients/subscriptions.ts';
import { closeBrowser, noBrowser } from '../../fixtures/customer/browser.ts';
import { payOn } from '../../fixtures/customer/pay.ts';
import { newVisit, opens, reads } from '../../fixtures/customer/visit.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { inSmokeOnly } from '../../fixtures/repeated.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import { amountsIn } from '../../fixtures/worlds/gateway-orders.ts';
import { comesToBePaid, isPaid, statusOf } from '../../fixtures/worlds/gateway.ts';
import { causesIn } from '../../fixtures/worlds/settle.ts';
import { lookAt } from '../../fixtures/worlds/subscription-charges.ts';
import { readOf } from '../../fixtures/worlds/subscription-sameness.ts';
import { newSubscription } from '../../fixtures/worlds/subscriptions.ts';

// Document 3, parts 1 and 4.8: what the customer pays on the payment page, and where it leads then.

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

check(
  'subscriptions.text.addresses-lead-back',
  'leads from its page to successUrl whoever pays after a card that was declined',
  async ({ subscriptions, gateway, declinedCardPan: pan, skip, onTestFinished, tell }) => {
    if (inSmokeOnly()) return;
    const visit = await newVisit(onTestFinished, tell);
    if (visit === undefined) return skip(noBrowser);
    const [successUrl, failUrl] = ['https://shop.example/done', 'https://shop.example/failed'];
    const subject = await newSubscription(subscriptions, { successUrl, failUrl });
    const { card } = gateway.settings;
    for (const one of [{ ...card, pan }, card]) {
      if ((await opens(visit, subject.checkoutUrl)) !== undefined)
        return skip('the page of the checkout cannot be opened');
      await payOn(visit, one, () => visit.isAtShop());
    }

    if (!(await comesToBePaid(gateway, subject)))
      return skip('an order ends with the first card that is declined');
    // The page may have the customer go back by a link.
    if (!visit.isAtShop()) return skip('the customer is not led back to the shop');
    const arrived = visit.lastAddress() ?? '';
    const words = sentExpectedGot(
      await readOf(subscriptions, subject),
      `at ${successUrl}`,
      arrived,
    );
    expect(leadsBackTo(successUrl, arrived), words).toBe(true);
  },
);

/** As people write minor units of a currency that has a hundred of them. */
const written = (amount: number): readonly string[] =>
  ['.', ','].map((point) => (amount / 100).toFixed(2).replace('.', point));

check(
  'subscriptions.flow.charges-what-the-page-shows',
  'charges the amount that its page shows, where that of the subscription was updated',
  async ({ subscriptions, gateway, skip, onTestFinished, tell }) => {
    const visit = await newVisit(onTestFinished, tell);
    if (visit === undefined) return skip(noBrowser);
    const [amount, later] = [51_67, 83_29];
    const subject = await newSubscription(subscriptions, { amount });
    const { subscriptionId } = subject;
    const updated = await subscriptions.update({ subscriptionId, amount: later });
    if (!isSubscriptionSuccess(updated)) return skip('what is INITIATED is not updated');
    if ((await opens(visit, subject.checkoutUrl)) !== undefined)
      return skip('the page of the checkout cannot be opened');
    const shown: number[] = [];
    for (const one of [amount, later])
      for (const words of written(one)) if (await reads(visit, words)) shown.push(one);
    if (shown.length !== 1) return skip('the page does not show one amount');

    await payOn(visit, gateway.settings.card, () => visit.isAtShop());

    const own = gateway.as({ login: subscriptions.settings.login });
    // The page may want to know more than we can tell.
    if (!(await comesToBePaid(own, subject))) return skip('the customer cannot pay on the page');
    const status = await statusOf(own, subject);
    const { approved, deposited } = amountsIn(status);
    const charged = deposited ?? approved ?? Number(memberOf(status.answer.json, 'amount'));
    if (Number.isNaN(charged)) return skip('an order status shows no amount');
    const words = sentExpectedGot([updated, status], `a payment of ${shown.join()}, as shown`);
    expect(charged, words).toBe(shown[0]);
  },
);

check(
  'subscriptions.shared.each-keeps-its-own',
  'pays by the page of one subscription no other of the customer whose page was opened beside it',
  async ({ subscriptions, gateway, skip, onTestFinished, tell }) => {
    if (inSmokeOnly()) return;
    const visit = await newVisit(onTestFinished, tell);
    if (visit === undefined) return skip(noBrowser);
    const { customerId, email } = aSubscription();
    const one = await newSubscription(subscriptions, { customerId, email, amount: 12_00 });
    const other = await newSubscription(subscriptions, { customerId, email, amount: 13_00 });
    if ((await opens(visit, one.checkoutUrl)) !== undefined)
      return skip('the page of the checkout cannot be opened');
    // The newest window is the one in front, until it is closed.
    await visit.page().context().newPage();
    await opens(visit, other.checkoutUrl);
    await visit.page().close();

    await payOn(visit, gateway.settings.card, () => visit.isAtShop());

    const own = gateway.as({ login: subscriptions.settings.login });
    const isOnePaid = await comesToBePaid(own, one);
    const isOtherPaid = await isPaid(own, other);
    // The page may want to know more than we can tell.
    if (!isOnePaid && !isOtherPaid) return skip('the customer cannot pay on the page');
    causesIn(subscriptions.learn).payments.set((isOnePaid ? one : other).mdOrder, 'approved');
    const views = [await lookAt(subscriptions, one), await lookAt(subscriptions, other)];
    const words = sentExpectedGot(
      views.map(({ exchange }) => exchange),
      'only the subscription activated on whose page was paid',
    );
    // Time may have passed since: what nobody pays may have failed, and what was paid may be charged.
    const areActivated = views.map(
      ({ status }) => status !== 'INITIATED' && status !== 'PAYMENT_FAILED',
    );
    expect(areActivated, words).toEqual([true, false]);
  },
);

/** How long after what the page sends a deactivation is sent, in milliseconds: what is looked at first may be settled later. */
const pauses = [0, 2, 4, 8];

check(
  'subscriptions.overlap.payment-beside-commands',
  'cancels for good what is deactivated while its customer pays on the page',
  async ({ subscriptions, gateway, skip, onTestFinished, tell }) => {
    if (inSmokeOnly()) return;
    const visit = await newVisit(onTestFinished, tell);
    if (visit === undefined) return skip(noBrowser);
    const context = visit.page().context();
    const { card } = gateway.settings;
    // There is one customer, who pays one after the other.
    let last: Promise<unknown> = Promise.resolve();
    await forEvery(
      pauses,
      (pauseMs) => `a deactivation ${pauseMs} ms after the payment`,
      async (pauseMs) => {
        const subject = await newSubscription(subscriptions);
        const { subscriptionId } = subject;
        let act: Exchange | undefined;
        const beside = async (route: Route): Promise<void> => {
          if (route.request().method() !== 'POST' || act !== undefined) return route.fallback();
          const [response, answer] = await Promise.all([
            route.fetch({ maxRedirects: 0 }),
            sleep(pauseMs).then(() => subscriptions.deactivate({ subscriptionId, force: true })),
          ]);
          act = answer;
          return route.fulfill({ response });
        };
        const pay = async (): Promise<void> => {
          await context.route('**', beside);
          if ((await opens(visit, subject.checkoutUrl)) === undefined)
            await payOn(visit, card, () => visit.isAtShop() || act !== undefined);
          await context.unroute('**', beside);
        };
        const turn = last.then(pay);
        last = turn.catch(() => undefined);
        await turn;

        if (act === undefined || !isSubscriptionSuccess(act)) return;
        // What is worked off later may undo it.
        for (const waitMs of [0, 150]) {
          await sleep(waitMs);
          const { exchange, status } = await lookAt(subscriptions, subject);
          const words = sentExpectedGot([act, exchange], 'status CANCELLED');
          expect(status, words).toBe('CANCELLED');
        }
      },
    );
  },
);

check(
  'subscriptions.state.cancelled-is-final',
  'stays CANCELLED if the customer pays on a page that was open before',
  async ({ subscriptions, gateway, skip, onTestFinished, tell }) => {
    if (inSmokeOnly()) return;
    const visit = await newVisit(onTestFinished, tell);
    if (visit === undefined) return skip(noBrowser);
    const subject = await newSubscription(subscriptions);
    if ((await opens(visit, subject.checkoutUrl)) !== undefined)
      return skip('the page of the checkout cannot be opened');
    const { subscriptionId } = subject;
    const cancelled = await subscriptions.deactivate({ subscriptionId, force: true });
    if (!isSubscriptionSuccess(cancelled)) return;

    await payOn(visit, gateway.settings.card, () => visit.isAtShop());

    // What becomes of the payment is not shown.
    const details = await readOf(subscriptions, subject);
    const words = sentExpectedGot([cancelled, details], 'status CANCELLED');
    expect(memberOf(subscriptionIn(details), 'status'), words).toBe('CANCELLED');
  },
);
