import { afterAll } from 'vitest';
import { cardData } from '../../fixtures/builders/gateway.ts';
import { aSubscription, terms } from '../../fixtures/builders/subscriptions.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import type { GatewayClient } from '../../fixtures/clients/gateway.ts';
import { answerBank } from '../../fixtures/customer/bank.ts';
import { closeBrowser, noBrowser } from '../../fixtures/customer/browser.ts';
import { payOn } from '../../fixtures/customer/pay.ts';
import { newVisit, opens, type Visit } from '../../fixtures/customer/visit.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { inSmokeOnly } from '../../fixtures/repeated.ts';
import { comesToBePaid } from '../../fixtures/worlds/gateway.ts';
import { causesIn } from '../../fixtures/worlds/settle.ts';
import {
  billedSubscription,
  expectCharges,
  expectStatus,
  lookAt,
  lookOnceCharged,
  mayBeDeclined,
} from '../../fixtures/worlds/subscription-charges.ts';
import { likenessIn } from '../../fixtures/worlds/subscription-sameness.ts';
import { newSubscription, type TestSubscription } from '../../fixtures/worlds/subscriptions.ts';

// Document 3, parts 3.2 and 4.8: by whatever means the initial payment is made, its credential is bound and
// charged.

afterAll(closeBrowser);

interface Means {
  readonly what: string;
  readonly pay: (
    gateway: GatewayClient,
    subject: TestSubscription,
    visit: Visit,
  ) => Promise<unknown>;
  /** Whether it is made with another card than usual. */
  readonly isOtherCard?: (settings: GatewayClient['settings']) => boolean;
}

const means: readonly Means[] = [
  {
    what: 'on its page',
    pay: ({ settings }, subject, visit) => payAt(visit, subject, settings.card),
  },
  {
    what: 'on its page, and confirmed at the bank',
    pay: async ({ settings: { card, threeDSCardPan: pan } }, subject, visit) => {
      if (pan === undefined) return;
      await payAt(visit, subject, { ...card, pan });
      await answerBank(visit, 'confirm');
    },
    isOtherCard: ({ card, threeDSCardPan }) =>
      threeDSCardPan !== undefined && threeDSCardPan !== card.pan,
  },
  {
    what: 'with card data',
    // That its order can be paid without its page is not said.
    pay: (gateway, { mdOrder }) =>
      gateway.ask('paymentorder.do', { MDORDER: mdOrder, ...cardData(gateway.settings) }),
  },
];

check(
  'subscriptions.histories.paid-in-the-end',
  'shows and charges what was paid by any means as what was paid at once',
  async ({ subscriptions, initialPayment, gateway, control, skip, onTestFinished, tell }) => {
    if (inSmokeOnly()) return;
    const visit = await newVisit(onTestFinished, tell);
    if (visit === undefined) return skip(noBrowser);
    const { customerId, email } = aSubscription();
    const part = { customerId, email, ...terms({ value: 9, unit: 'DAYS' }) };
    const plain = await billedSubscription(subscriptions, initialPayment, part, control);
    if ('missing' in plain) return skip(plain.missing);
    // There is one customer, who pays one after the other.
    let last: Promise<unknown> = Promise.resolve();
    await forEvery(
      means,
      ({ what }) => `a subscription that is paid ${what}`,
      ({ what, pay, isOtherCard }) =>
        control.aside(async (own) => {
          const subject = await newSubscription(subscriptions, part);
          const turn = last.then(() => pay(gateway, subject, visit));
          last = turn.catch(() => undefined);
          await turn;
          // The page may want to know more than we can tell.
          if (!(await comesToBePaid(gateway, subject))) return visit.does(`has not paid ${what}`);
          // Details may take a moment to show it.
          causesIn(subscriptions.learn).payments.set(subject.mdOrder, 'approved');

          const start = await lookAt(subscriptions, subject);
          const both = [plain.start.exchange, start.exchange];
          const words = sentExpectedGot(both, `the same as of one that is not paid ${what}`);
          expect(likenessIn(start.exchange), words).toEqual(likenessIn(plain.start.exchange));
          const { next, bindingId } = start;
          if (bindingId !== undefined && isOtherCard?.(gateway.settings) === true) {
            // A credential is of one card. Part 2.2.
            const ofItsOwn = sentExpectedGot(both, 'another bindingId, as it is another card');
            expect(bindingId, ofItsOwn).not.toBe(plain.start.bindingId);
          }
          if (next === undefined) return;
          if (bindingId !== undefined) await own.decideCharges(bindingId, 'approved');
          const standing = await lookOnceCharged(own, subscriptions, subject, next.moment);
          const billed = { ...subject, start, next, isApproved: bindingId !== undefined };
          if (mayBeDeclined(standing, billed)) return;
          expectStatus(standing, 'ACTIVE');
          expectCharges(standing, billed, 1);
        }),
      { allAtOnce: true },
    );
  },
);

/** The customer at the checkout, with a card. */
async function payAt(
  visit: Visit,
  { checkoutUrl }: TestSubscription,
  card: GatewayClient['settings']['card'],
): Promise<void> {
  if ((await opens(visit, checkoutUrl)) !== undefined) return;
  await payOn(visit, card, () => visit.isAtShop());
}
