import type { Route } from 'playwright-core';
import { afterAll } from 'vitest';
import {
  aClientId,
  anOrder,
  installmentPlan,
  recurrentPlan,
} from '../../fixtures/builders/gateway.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import type { GatewayClient, Parameters } from '../../fixtures/clients/gateway.ts';
import { answerBank } from '../../fixtures/customer/bank.ts';
import { closeBrowser, noBrowser } from '../../fixtures/customer/browser.ts';
import { payOn } from '../../fixtures/customer/pay.ts';
import { arrivesAt, leadsTo, newVisit, opens, type Visit } from '../../fixtures/customer/visit.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { inSmokeOnly } from '../../fixtures/repeated.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import {
  hasCredential,
  listOf,
  orderNamedIn,
  payByBinding,
  typeOf,
} from '../../fixtures/worlds/gateway-credentials.ts';
import {
  amountsIn,
  askedFor3DS,
  asksForAuthentication,
  needsCardFor3DS,
} from '../../fixtures/worlds/gateway-orders.ts';
import {
  likenessIn,
  orderOf,
  readStatus,
  shared,
  standingIn,
  taken,
} from '../../fixtures/worlds/gateway-sameness.ts';
import { bindingIdsIn, storedBy, usedBy } from '../../fixtures/worlds/gateway-stored.ts';
import { reusable } from '../../fixtures/worlds/gateway-ways.ts';
import {
  type Category,
  comesToBePaid,
  isNotOffered,
  isPaid,
  newOrder,
  payWithCard,
  type TestOrder,
  type ValidGatewayRequest,
  validGatewayRequest,
} from '../../fixtures/worlds/gateway.ts';
import {
  addressesOf,
  addressOfBankIn,
  bankOf,
  noBank,
  payAt,
  transactionIn,
  turns,
} from './pages.ts';

// Document 3, parts 4.1, 4.3 and 4.4: what is paid on the page of the gateway, and at the payer's bank, is as
// what is paid by the merchant.

afterAll(closeBrowser);

const notPaidOnPage = 'an order cannot be paid on its page in a way that we can tell';

check(
  'gateway.page.stores',
  'stores a card that pays on the page of an order that is to store it',
  async ({ gateway, skip, onTestFinished, tell }) => {
    const clientId = aClientId();
    const part = { clientId, features: 'FORCE_CREATE_BINDING', ...addressesOf('kept') };
    const registered = await taken(gateway.ask('register.do', anOrder(part)));
    if (registered === undefined) return skip('the merchant may store no credentials');
    const visit = await newVisit(onTestFinished, tell);
    if (visit === undefined) return skip(noBrowser);
    const formUrl = String(memberOf(registered.answer.json, 'formUrl'));
    // A list that is kept from before shows none later either. Asked as it is: nothing else is paid in between.
    await gateway.ask('getBindings.do', { clientId, bindingType: 'C' });

    await payAt(visit, gateway, formUrl);

    if (!(await comesToBePaid(gateway, orderOf(registered)))) return skip(notPaidOnPage);
    expect(await hasCredential(gateway, clientId), 'a credential is stored').toBe(true);
    const used = await chargedBy(gateway, 'COMMON', clientId);
    if (used === undefined || isPaidIn(used)) return;
    // By a stored card nothing may be paid in any case.
    const twin = await storedBy(gateway, 'COMMON', aClientId());
    const usual = twin && (await chargedBy(gateway, 'COMMON', twin.clientId));
    if (twin === undefined || usual === undefined || !isPaidIn(usual)) return;
    const words = sentExpectedGot([registered, used], 'a payment, as by one stored by the API');
    expect(isPaidIn(used), words).toBe(true);
  },
);

check(
  'gateway.page.stores',
  'stores a card that is verified on the page, as one that the merchant verifies',
  async ({ gateway, skip, onTestFinished, tell }) => {
    if (inSmokeOnly()) return;
    const begin = async (clientId: string): Promise<Exchange | undefined> => {
      const part = { clientId, features: 'VERIFY', language: 'en', ...addressesOf('verified') };
      return taken(gateway.ask('register.do', anOrder(part)));
    };
    const [usual, clientId] = [aClientId(), aClientId()];
    const [byMerchant, onPage] = [await begin(usual), await begin(clientId)];
    if (byMerchant === undefined || onPage === undefined) return skip('VERIFY is not offered');
    const payment = await payWithCard(gateway, orderOf(byMerchant));
    if (!(await hasCredential(gateway, usual))) return skip('a verification stores no credential');
    const visit = await newVisit(onTestFinished, tell);
    if (visit === undefined) return skip(noBrowser);

    await payAt(visit, gateway, String(memberOf(onPage.answer.json, 'formUrl')));

    if (!(await arrivesAt(visit, addressesOf('verified').returnUrl))) return skip(notPaidOnPage);
    const words = sentExpectedGot([payment, onPage], 'a stored credential, as by the merchant');
    expect(await hasCredential(gateway, clientId), words).toBe(true);
  },
);

check(
  'gateway.page.leads-on-alike',
  'leads to the same address of the shop when an order is held as when it is debited',
  async ({ gateway, skip, onTestFinished, tell }) => {
    const visit = await newVisit(onTestFinished, tell);
    if (visit === undefined) return skip(noBrowser);
    const ends: boolean[] = [];
    for (const operation of ['register.do', 'registerPreAuth.do'] as const) {
      const addresses = addressesOf(operation);
      const order = await newOrder(gateway, addresses, operation);
      await payAt(visit, gateway, order.formUrl);
      if (!(await comesToBePaid(gateway, order))) return skip(notPaidOnPage);
      const isBack = await arrivesAt(visit, addresses.returnUrl);
      if (!isBack && !visit.isAt(addresses.failUrl)) return skip('the page leads to no address');
      ends.push(isBack);
    }

    expect(ends[1], `two phases lead to the returnUrl: ${ends[0]}`).toBe(ends[0]);
  },
);

/** Orders that are paid by the merchant; what was tried before is told by the card. */
const paidOnes = [
  { name: 'in one phase', operation: 'register.do', isDeclinedFirst: false },
  { name: 'in two phases', operation: 'registerPreAuth.do', isDeclinedFirst: false },
  { name: 'after a declined card', operation: 'register.do', isDeclinedFirst: true },
] as const;

check(
  'gateway.page.leads-on-alike',
  'leads who comes to the page of a paid order to the same address of the shop, however it was paid',
  async ({ gateway, skip, onTestFinished, tell }) => {
    const { declinedCardPan } = gateway.settings;
    const visit = await newVisit(onTestFinished, tell);
    if (visit === undefined) return skip(noBrowser);
    const ends: { readonly name: string; readonly isBack: boolean; readonly isLost: boolean }[] =
      [];
    for (const { name, operation, isDeclinedFirst } of paidOnes) {
      if (isDeclinedFirst && declinedCardPan === undefined) continue;
      const addresses = addressesOf(`later-${name.replaceAll(' ', '-')}`);
      const order = await newOrder(gateway, addresses, operation);
      if (isDeclinedFirst) await payWithCard(gateway, order, { $PAN: declinedCardPan });
      await payWithCard(gateway, order);
      if (!(await isPaid(gateway, order))) continue;

      // It may lead to the shop at once, where nobody answers.
      await opens(visit, order.formUrl);
      const isBack = await leadsTo(visit, addresses.returnUrl);
      ends.push({ name, isBack, isLost: await leadsTo(visit, addresses.failUrl) });
    }

    const [usual, ...others] = ends;
    if (usual === undefined || others.length === 0) return skip('the test card pays no orders');
    if (!usual.isBack) return skip('the page of a paid order leads to no returnUrl');
    for (const { name, isBack, isLost } of others) {
      const words = `whether an order paid ${name} leads to returnUrl, and to failUrl`;
      expect({ isBack, isLost }, words).toEqual({ isBack: true, isLost: usual.isLost });
    }
  },
);

check(
  'gateway.page.leads-on-from-the-bank',
  'leads to the same address of the shop after the bank as where no bank asks',
  async ({ gateway, threeDSCardPan, skip, onTestFinished, tell }) => {
    const { card } = gateway.settings;
    const visit = await newVisit(onTestFinished, tell);
    if (visit === undefined) return skip(noBrowser);
    const ends: boolean[] = [];
    for (const [name, pan] of Object.entries({ plain: card.pan, asked: threeDSCardPan })) {
      const addresses = addressesOf(name);
      const order = await newOrder(gateway, { language: 'en', ...addresses });
      await payAt(visit, gateway, order.formUrl, pan);
      if (pan === threeDSCardPan && !(await answerBank(visit, 'confirm'))) return skip(noBank);
      if (!(await comesToBePaid(gateway, order))) return skip(notPaidOnPage);
      const isBack = await arrivesAt(visit, addresses.returnUrl);
      if (!isBack && !visit.isAt(addresses.failUrl)) return skip('the page leads to no address');
      ends.push(isBack);
    }

    expect(ends[1], `the way from the bank leads to the returnUrl: ${ends[0]}`).toBe(ends[0]);
    // Who has sent the payer to the bank is nothing to the shop.
    const addresses = addressesOf('sent');
    const order = await newOrder(gateway, { language: 'en', ...addresses });
    const bank = await bankOf(gateway, order, { $PAN: threeDSCardPan });
    if (bank === undefined || (await opens(visit, bank)) !== undefined) return;
    if ((await answerBank(visit, 'confirm')) !== true) return;
    if (!(await comesToBePaid(gateway, order))) return;
    const isBack = await arrivesAt(visit, addresses.returnUrl);
    if (!isBack && !visit.isAt(addresses.failUrl)) return;
    expect(isBack, `whom the merchant has sent: ${ends[0]}`).toBe(ends[0]);
  },
);

/** A registration, and the card that pays the order. */
interface Registered {
  readonly name: string;
  readonly operation?: 'registerPreAuth.do';
  readonly part: Parameters;
  /** Whether it is about a customer whose card may be stored. */
  readonly isStored?: boolean;
  readonly isFor3DS?: boolean;
  /** Whether the card is one that is declined. */
  readonly isDeclined?: boolean;
}

const toStore = { features: 'FORCE_CREATE_BINDING' };
const registeredKinds: readonly Registered[] = [
  { name: 'with FORCE_SSL', part: { features: 'FORCE_SSL' }, isFor3DS: true },
  { name: 'with FORCE_TDS', part: { features: 'FORCE_TDS' } },
  { name: 'with FORCE_FULL_TDS', part: { features: 'FORCE_FULL_TDS' } },
  { name: 'to verify a cardholder', part: { features: 'VERIFY' } },
  {
    name: 'in two phases, to store its card with a schedule',
    operation: 'registerPreAuth.do',
    part: { ...toStore, amount: 29, jsonParams: recurrentPlan },
    isStored: true,
  },
  {
    name: 'to store its card with a plan',
    part: { ...toStore, amount: 1_999_99, jsonParams: installmentPlan },
    isStored: true,
  },
  { name: 'with a card that is declined', part: {}, isDeclined: true },
  {
    name: 'in two phases, to store a card that is declined',
    operation: 'registerPreAuth.do',
    part: toStore,
    isStored: true,
    isDeclined: true,
  },
];

check(
  'gateway.page.as-by-the-merchant',
  'treats an order that is paid on its page as one that the merchant pays',
  async ({ gateway, skip, onTestFinished, tell }) => {
    if (inSmokeOnly()) return;
    const { card, threeDSCardPan, declinedCardPan } = gateway.settings;
    const visit = await newVisit(onTestFinished, tell);
    if (visit === undefined) return skip(noBrowser);
    // There is one customer, who pays one order after the other.
    let last: Promise<unknown> = Promise.resolve();
    const inTurn = <T>(pay: () => Promise<T>): Promise<T> => {
      const turn = last.then(pay);
      last = turn.catch(() => undefined);
      return turn;
    };
    await forEvery(
      registeredKinds,
      ({ name }) => `an order ${name}`,
      async ({ name, operation, part, isStored, isFor3DS, isDeclined }) => {
        const usualPan = isFor3DS === true ? threeDSCardPan : card.pan;
        const pan = isDeclined === true ? declinedCardPan : usualPan;
        if (pan === undefined) return;
        const begin = async (): Promise<(Begun & { readonly act: Exchange }) | undefined> => {
          const clientId = aClientId();
          const own = { language: 'en', ...(isStored === true ? { clientId } : {}) };
          const sent = anOrder({ ...own, ...addressesOf(name.replaceAll(' ', '-')), ...part });
          const act = await taken(gateway.ask(operation ?? 'register.do', sent));
          const order = act && orderOf(act);
          return (
            act &&
            order && { act, clientId, order, pay: ($PAN) => payWithCard(gateway, order, { $PAN }) }
          );
        };
        const [byMerchant, onPage] = [await begin(), await begin()];
        if (byMerchant === undefined || onPage === undefined) return;
        const payment = await byMerchant.pay(pan);
        if (asksForAuthentication(payment)) return;
        const usual = await standingOf(gateway, byMerchant);
        // A page may authenticate its customer where the merchant, who has no page, cannot.
        const isToAuthenticate = /FORCE_(?:FULL_)?TDS/.test(String(part['features']));
        if (isToAuthenticate && !usual.isPaid) return;

        const isTold = await inTurn(async () => {
          const { formUrl } = onPage.act.answer.json as { readonly formUrl?: string };
          await payAt(visit, gateway, String(formUrl), pan);
          if (!usual.isPaid || (await comesToBePaid(gateway, onPage.order))) return true;
          // The page may want to know more than we can tell, of this order as of any other. Who has to
          // confirm something for this one alone is authenticated, where the merchant's payment was not.
          if ((await answerBank(visit, 'confirm')) !== true) return false;
          if (!(await comesToBePaid(gateway, onPage.order))) return false;
          const plain = await newOrder(gateway, { language: 'en', ...addressesOf('plain') });
          await payAt(visit, gateway, plain.formUrl);
          const isAlways = !(await comesToBePaid(gateway, plain));
          const words = sentExpectedGot([payment, onPage.act], 'nothing to be confirmed');
          expect(isAlways, words).toBe(true);
          return false;
        });
        if (!isTold) return;

        const standing = await standingOf(gateway, onPage);
        const words = sentExpectedGot([payment, onPage.act], 'the same as by the merchant');
        expect(standing, words).toEqual(usual);
        await expectChargedAlike(gateway, [byMerchant, onPage], usual.stored, [payment]);
      },
    );
  },
);

check(
  'gateway.page.twice-is-once',
  'leads nobody to failUrl who pays an order with two clicks',
  async ({ gateway, skip, onTestFinished, tell }) => {
    const visit = await newVisit(onTestFinished, tell);
    if (visit === undefined) return skip(noBrowser);
    const addresses = addressesOf('twice');
    const order = await newOrder(gateway, addresses);
    const ends: string[] = [];
    // What a page sends goes to the gateway twice at the same time, as with a second click.
    await visit
      .page()
      .context()
      .route('**', async (route) => {
        const isForm = route.request().method() === 'POST' && ends.length === 0;
        if (!isForm) return route.fallback();
        const both = [route.fetch({ maxRedirects: 0 }), route.fetch({ maxRedirects: 0 })];
        const [first, second] = await Promise.all(both);
        ends.push(...[first, second].map((one) => one?.headers()['location'] ?? 'a page'));
        return second === undefined ? route.abort() : route.fulfill({ response: second });
      });

    await payAt(visit, gateway, order.formUrl);

    if (!(await comesToBePaid(gateway, order))) return skip(notPaidOnPage);
    const failures = ends.filter((address) => address.startsWith(addresses.failUrl));
    expect(failures, 'where both clicks lead although the order is paid').toEqual([]);
    expectPaidOnce(order, await readStatus(gateway, order));
  },
);

/** What comes twice at the same time for one order. */
const doubles = ['two clicks at its bank', 'a payment by the merchant beside that on its page'];

check(
  'gateway.page.twice-is-once',
  'takes the amount of an order once that is confirmed twice, or paid by the merchant meanwhile',
  async ({ gateway, skip, onTestFinished, tell }) => {
    if (inSmokeOnly()) return;
    const visit = await newVisit(onTestFinished, tell);
    if (visit === undefined) return skip(noBrowser);
    const inTurn = turns();
    await forEvery(
      doubles,
      (what) => `an order with ${what}`,
      inTurn(async (what: string) => {
        const atBank = what === doubles[0];
        const { card, threeDSCardPan } = gateway.settings;
        const pan = atBank ? threeDSCardPan : card.pan;
        if (pan === undefined) return;
        const order = await newOrder(gateway, { language: 'en', ...addressesOf('doubled') });
        if (atBank) await payAt(visit, gateway, order.formUrl, pan);
        let isDoubled = false;
        const double = async (route: Route): Promise<void> => {
          if (route.request().method() !== 'POST' || isDoubled) return route.fallback();
          isDoubled = true;
          const send = () => route.fetch({ maxRedirects: 0 });
          const [response] = await Promise.all([
            send(),
            atBank ? send() : payWithCard(gateway, order),
          ]);
          return route.fulfill({ response });
        };
        await visit.page().context().route('**', double);

        if (atBank) await answerBank(visit, 'confirm');
        else await payAt(visit, gateway, order.formUrl, pan);

        await visit.page().context().unroute('**', double);
        if (!isDoubled || !(await comesToBePaid(gateway, order))) return;
        expectPaidOnce(order, await readStatus(gateway, order));
      }),
    );
  },
);

check(
  'gateway.page.twice-is-once',
  'leaves an order as the merchant has paid it whose page was open before and is sent then',
  async ({ gateway, skip, onTestFinished, tell }) => {
    if (inSmokeOnly()) return;
    const { card, declinedCardPan: pan } = gateway.settings;
    if (pan === undefined) return skip('needs a card that is declined (GATEWAY_DECLINED_CARD_PAN)');
    const visit = await newVisit(onTestFinished, tell);
    if (visit === undefined) return skip(noBrowser);
    const order = await newOrder(gateway, { language: 'en', ...addressesOf('opened') });
    if ((await opens(visit, order.formUrl)) !== undefined) return skip(notPaidOnPage);
    const payment = await payWithCard(gateway, order);
    const paid = await readStatus(gateway, order);
    if (!standingIn(paid).isPaid) return skip('an order is not paid whose page is open');

    await payOn(visit, { ...card, pan }, () => visit.isAtShop());

    const after = await readStatus(gateway, order);
    const words = sentExpectedGot(
      [payment, paid, after],
      'as it was paid, whatever its page sends',
    );
    expect(standingIn(after), words).toEqual(standingIn(paid));
  },
);

/** What is approved and deposited of an order is no more than its amount. Part 2.1. */
function expectPaidOnce({ amount }: TestOrder, status: Exchange): void {
  for (const [name, shown = 0] of Object.entries(amountsIn(status))) {
    const words = sentExpectedGot(status, `${name} no more than ${amount}`);
    expect(shown, words).toBeLessThanOrEqual(amount);
  }
}

check(
  'gateway.page.refused-at-the-bank',
  'leaves an order unpaid whose payer refuses at the bank, and leads on as with a declined card',
  async ({ gateway, threeDSCardPan, skip, onTestFinished, tell }) => {
    const { declinedCardPan } = gateway.settings;
    const visit = await newVisit(onTestFinished, tell);
    if (visit === undefined) return skip(noBrowser);
    const features = 'FORCE_FULL_TDS';
    const part = { features, language: 'en', ...addressesOf('refused') };
    const registered = await taken(gateway.ask('register.do', anOrder(part)));
    if (registered === undefined) return skip('FORCE_FULL_TDS is not offered');
    await payAt(
      visit,
      gateway,
      String(memberOf(registered.answer.json, 'formUrl')),
      threeDSCardPan,
    );

    if (!(await answerBank(visit, 'refuse'))) return skip(noBank);

    expect(await isPaid(gateway, orderOf(registered)), 'an order that is paid').toBe(false);
    if (declinedCardPan === undefined) return;
    const addresses = addressesOf('declined');
    const declined = await newOrder(gateway, { language: 'en', ...addresses });
    await payAt(visit, gateway, declined.formUrl, declinedCardPan);
    // A page may let its customer try again.
    if (!visit.isAt(addresses.failUrl)) return;
    expect(visit.isAt(part.returnUrl), `the payer is led to ${part.returnUrl}`).toBe(false);
  },
);

check(
  'gateway.page.each-at-the-bank',
  'pays each of two orders of one customer whose bank asks for both at the same time',
  async ({ gateway, threeDSCardPan, skip, onTestFinished, tell }) => {
    const visit = await newVisit(onTestFinished, tell);
    if (visit === undefined) return skip(noBrowser);
    const clientId = aClientId();
    const begun: { readonly order: TestOrder; readonly bank: string }[] = [];
    for (const name of ['first', 'second']) {
      const order = await newOrder(gateway, { clientId, language: 'en', ...addressesOf(name) });
      const missing = await payAt(visit, gateway, order.formUrl, threeDSCardPan);
      if (missing !== undefined) return skip(missing);
      begun.push({ order, bank: visit.whereabouts() });
    }

    const ends: boolean[] = [];
    for (const { order, bank } of begun) {
      // A page that comes late, or takes no press in time, says nothing about the other order.
      if ((await opens(visit, bank)) !== undefined) return skip(noBank);
      const isAnswered = await answerBank(visit, 'confirm');
      if (isAnswered !== true && (isAnswered === undefined || ends.length === 0))
        return skip(noBank);
      ends.push(await comesToBePaid(gateway, order));
    }

    if (!ends.includes(true)) return skip(noBank);
    expect(ends, 'which of the two orders are paid').toEqual([true, true]);
  },
);

check(
  'gateway.page.each-at-the-bank',
  'pays by the page of one order no other whose page was opened beside it',
  async ({ gateway, skip, onTestFinished, tell }) => {
    const visit = await newVisit(onTestFinished, tell);
    if (visit === undefined) return skip(noBrowser);
    const [one, other] = [
      await newOrder(gateway, { amount: 12_00, language: 'en', ...addressesOf('one') }),
      await newOrder(gateway, { amount: 13_00, language: 'en', ...addressesOf('other') }),
    ];
    const reason = await opens(visit, one.formUrl);
    if (reason !== undefined) return skip(`the page cannot be opened: ${reason}`);
    // The newest window is the one in front, until it is closed.
    await visit.page().context().newPage();
    await opens(visit, other.formUrl);
    await visit.page().close();

    await payOn(visit, gateway.settings.card, () => visit.isAtShop());

    const isOnePaid = await comesToBePaid(gateway, one);
    const isOtherPaid = await isPaid(gateway, other);
    if (!isOnePaid && !isOtherPaid) return skip(notPaidOnPage);
    expect({ isOnePaid, isOtherPaid }, 'the order is paid whose page it is').toEqual({
      isOnePaid: true,
      isOtherPaid: false,
    });
  },
);

/** Who pays an order while the bank asks about a card, and what the payer answers there then. */
const meanwhile: readonly {
  readonly what: string;
  readonly operation: 'register.do' | 'registerPreAuth.do';
  readonly isByCredential: boolean;
  readonly answer: 'confirm' | 'refuse';
}[] = [
  {
    what: 'paid with another card, and refused at the bank',
    operation: 'register.do',
    isByCredential: false,
    answer: 'refuse',
  },
  {
    what: 'held by a stored credential, and refused at the bank',
    operation: 'registerPreAuth.do',
    isByCredential: true,
    answer: 'refuse',
  },
  {
    what: 'held with another card, and confirmed at the bank',
    operation: 'registerPreAuth.do',
    isByCredential: false,
    answer: 'confirm',
  },
];

check(
  'gateway.order-state.while-the-bank-asks',
  'leaves an order as it was paid by other means, whatever its payer answers at the bank then',
  async ({ gateway, skip, onTestFinished, tell }) => {
    if (inSmokeOnly()) return;
    const { threeDSCardPan: $PAN } = gateway.settings;
    if ($PAN === undefined) return skip(needsCardFor3DS);
    const visit = await newVisit(onTestFinished, tell);
    if (visit === undefined) return skip(noBrowser);
    const credential = shared(() => reusable(gateway));
    const inTurn = turns();
    await forEvery(
      meanwhile,
      ({ what }) => `an order ${what}`,
      inTurn(async ({ operation, isByCredential, answer }) => {
        const stored = isByCredential ? await credential() : undefined;
        if (isByCredential && stored === undefined) return;
        const part = { language: 'en', clientId: stored?.clientId, ...addressesOf('asked') };
        const order = await newOrder(gateway, part, operation);
        const bank = await bankOf(gateway, order, { $PAN });
        if (bank === undefined || (await opens(visit, bank)) !== undefined) return;
        const payment =
          stored === undefined
            ? await payWithCard(gateway, order)
            : await payByBinding(gateway, order, stored);
        const paid = await readStatus(gateway, order);
        // Whether another card may pay meanwhile is not shown.
        if (!standingIn(paid).isPaid) return;

        await answerBank(visit, answer);

        const after = await readStatus(gateway, order);
        const words = sentExpectedGot(
          [payment, paid, after],
          'as it was paid, whatever the payer says at the bank',
        );
        expect(likenessIn(after), words).toEqual(likenessIn(paid));
      }),
    );
  },
);

check(
  'gateway.tii.ci',
  'stores a card whose payer confirms the payment at the bank',
  async ({ gateway, threeDSCardPan: $PAN, skip, onTestFinished, tell }) => {
    const clientId = aClientId();
    const order = await newOrder(gateway, { clientId, language: 'en' });
    const address = await bankOf(gateway, order, { $PAN, tii: 'CI' });
    if (address === undefined) return skip(noBank);
    const visit = await newVisit(onTestFinished, tell);
    if (visit === undefined) return skip(noBrowser);
    await opens(visit, address);

    if (!(await answerBank(visit, 'confirm'))) return skip(noBank);

    if (!(await comesToBePaid(gateway, order))) return skip(notPaidOnPage);
    expect(await hasCredential(gateway, clientId, ['C']), 'a credential is stored').toBe(true);
  },
);

/** How an order is made and paid, by a card with 3DS as by one without. */
interface Kind {
  readonly name: string;
  readonly operation: 'register.do' | 'registerPreAuth.do' | 'instantPayment.do';
  readonly registration?: Parameters;
  readonly payment?: Parameters;
}

const storing = 'FORCE_CREATE_BINDING';
const kinds: readonly Kind[] = [
  { name: 'in one phase', operation: 'register.do' },
  { name: 'in two phases', operation: 'registerPreAuth.do', registration: { features: storing } },
  { name: 'at once', operation: 'instantPayment.do', payment: { features: storing } },
  { name: 'at once in two phases', operation: 'instantPayment.do', payment: { preAuth: true } },
  { name: 'to verify', operation: 'register.do', registration: { features: 'VERIFY' } },
  { name: 'to verify at once', operation: 'instantPayment.do', payment: { features: 'VERIFY' } },
  {
    name: 'to store its card with a schedule',
    operation: 'register.do',
    registration: { features: storing, jsonParams: recurrentPlan },
  },
  {
    name: 'to start a plan',
    operation: 'register.do',
    registration: { jsonParams: installmentPlan },
    payment: { tii: 'II' },
  },
  {
    name: 'without storing its card',
    operation: 'register.do',
    registration: { features: 'VERIFY' },
    payment: { bindingNotNeeded: true },
  },
];

check(
  'gateway.alike.three-ds',
  'shows an order whose payer confirms at the bank as one that is paid without 3DS 2',
  async ({ gateway, threeDSCardPan, skip, onTestFinished, tell }) => {
    const { card } = gateway.settings;
    const visit = await newVisit(onTestFinished, tell);
    if (visit === undefined) return skip(noBrowser);
    // One payer, who goes from bank to bank.
    let answered = Promise.resolve(true);
    const confirmAt = (bank: string): Promise<boolean> =>
      (answered = answered.then(async () => {
        await opens(visit, bank);
        return (await answerBank(visit, 'confirm')) === true;
      }));
    await forEvery(
      kinds,
      ({ name }) => `an order ${name}`,
      async (kind) => {
        const [plain, confirmed] = [await begun(gateway, kind), await begun(gateway, kind)];
        if (plain === undefined || confirmed === undefined) return;
        const acts = [await plain.pay(card.pan)];
        // A kind that the merchant may not ask for makes no order.
        if (plain.order.mdOrder === '') return;
        const usual = await standingOf(gateway, plain);

        const first = await confirmed.pay(threeDSCardPan);
        acts.push(first);
        if (!asksForAuthentication(first)) return;
        const second = await confirmed.pay(threeDSCardPan, transactionIn(first));
        acts.push(second);
        const bank = addressOfBankIn(second);
        if (bank !== undefined && !(await confirmAt(bank))) return;
        // How a payment goes on with 3DS 2 is not shown in full: it may not have been gone on with.
        if (usual.isPaid && !(await comesToBePaid(gateway, confirmed.order))) return;

        const words = sentExpectedGot(acts, 'the same as without 3DS 2');
        expect(await standingOf(gateway, confirmed), words).toEqual(usual);
        // Who was authenticated once is not when the merchant charges what was stored. Part 4.7.
        await expectChargedAlike(gateway, [plain, confirmed], usual.stored, acts);
      },
    );
  },
);

/** What the second of two customers has stored is charged where that of the first is. */
async function expectChargedAlike(
  gateway: GatewayClient,
  [one, other]: readonly [Begun, Begun],
  stored: readonly string[],
  acts: readonly Exchange[],
): Promise<void> {
  for (const category of ['RECURRENT', 'INSTALLMENT'] as const) {
    if (!stored.includes(typeOf[category])) continue;
    const charged = await chargedBy(gateway, category, one.clientId);
    if (charged === undefined || !isPaidIn(charged)) continue;
    const charge = await chargedBy(gateway, category, other.clientId);
    if (charge === undefined) continue;
    const told = sentExpectedGot([...acts, charged, charge], 'charged as the first');
    expect(isPaidIn(charge), told).toBe(true);
  }
}

/** What comes of a payment or a charge by what a customer has stored in a category. */
async function chargedBy(
  gateway: GatewayClient,
  category: Category,
  clientId: string,
): Promise<Exchange | undefined> {
  const bindingId = bindingIdsIn(await listOf(gateway, clientId, typeOf[category])).at(-1);
  return bindingId === undefined ? undefined : usedBy(gateway, category, { clientId, bindingId });
}

function isPaidIn(status: Exchange): boolean {
  return standingIn(status).isPaid;
}

/** Features with which the payer of an order is authenticated, whoever it is. Part 4.4. */
const forcing = ['FORCE_TDS', 'FORCE_FULL_TDS'] as const;

check(
  'gateway.features.force-tds-each-time',
  'pays no order without 3DS 2 whose payer has confirmed another one with the same card',
  async ({ gateway, threeDSCardPan, skip, onTestFinished, tell }) => {
    const clientId = aClientId();
    const kindOf = (features: string, index: number): Kind => ({
      name: features,
      operation: index === 0 ? 'register.do' : 'registerPreAuth.do',
      registration: { features, clientId, language: 'en' },
    });
    const [kind = kindOf('FORCE_TDS', 0)] = forcing.map(kindOf);
    const first = await begun(gateway, kind);
    if (first === undefined) return skip('FORCE_TDS is not offered');
    const asked = await first.pay(threeDSCardPan);
    if (!asksForAuthentication(asked)) return skip('FORCE_TDS asks for no 3DS 2 in our words');
    const bank = addressOfBankIn(await first.pay(threeDSCardPan, transactionIn(asked)));
    const visit = await newVisit(onTestFinished, tell);
    if (visit === undefined) return skip(noBrowser);
    if (bank !== undefined) {
      await opens(visit, bank);
      if ((await answerBank(visit, 'confirm')) !== true) return skip(noBank);
    }
    if (!(await comesToBePaid(gateway, first.order))) return skip(noBank);

    const confirmed = await readStatus(gateway, first.order);
    const eciOf = ({ answer }: Exchange) =>
      memberOf(answer.json, 'cardAuthInfo.secureAuthInfo.eci');
    for (const next of forcing.map(kindOf)) {
      const second = await begun(gateway, next);
      if (second === undefined) continue;
      const payment = await second.pay(threeDSCardPan);
      const status = await readStatus(gateway, second.order);
      // A bank that knows its customer by now may have said so at once.
      const isTold = eciOf(status) !== undefined && eciOf(status) === eciOf(confirmed);
      if (isTold || memberOf(payment.answer.json, 'is3DSVer2') === true) continue;
      const words = sentExpectedGot([asked, confirmed, payment, status], '3DS 2, or no payment');
      expect(standingIn(status).isPaid, words).toBe(false);
    }
  },
);

check(
  'gateway.instant-payment.second-step-keeps-the-order',
  'keeps what the first step of 3DS 2 has said of the order where the second repeats nothing of it',
  async ({ gateway, skip, onTestFinished, tell }) => {
    const instant = await validGatewayRequest(gateway, 'instantPayment.do');
    if (isNotOffered(instant)) return skip(instant.missing);
    const visit = await newVisit(onTestFinished, tell);
    if (visit === undefined) return skip(noBrowser);
    const { features } = askedFor3DS(gateway.settings);
    const paidIn3DS = async (isRepeated: boolean) => {
      const clientId = aClientId();
      const terms = {
        clientId,
        description: 'Box of tea',
        features: [...(features === undefined ? [] : [features]), 'FORCE_CREATE_BINDING'],
      };
      const silent = { clientId: undefined, description: undefined, features: undefined };
      const steps = { first: terms, second: isRepeated ? terms : silent };
      const payment = await paidInTwoSteps(gateway, instant, visit, steps);
      if (payment === undefined) return undefined;
      const [status, list] = [
        await readStatus(gateway, payment.order),
        await listOf(gateway, clientId, 'C'),
      ];
      const description = memberOf(status.answer.json, 'orderDescription');
      const stored = bindingIdsIn(list).length;
      return { acts: [...payment.acts, status, list], facts: { description, stored } };
    };
    const whole = await paidIn3DS(true);
    // What a second step needs is not shown.
    const bare = await paidIn3DS(false);
    if (whole === undefined || bare === undefined) return skip(noSecondStep);

    const words = sentExpectedGot(bare.acts, `${JSON.stringify(whole.facts)}, as if repeated`);
    expect(bare.facts, words).toEqual(whole.facts);
  },
);

check(
  'gateway.instant-payment.pre-auth',
  'holds the amount of a payment that goes on after 3DS 2',
  async ({ gateway, skip, onTestFinished, tell }) => {
    const instant = await validGatewayRequest(gateway, 'instantPayment.do');
    if (isNotOffered(instant)) return skip(instant.missing);
    const visit = await newVisit(onTestFinished, tell);
    if (visit === undefined) return skip(noBrowser);
    const { features } = askedFor3DS(gateway.settings);
    const terms = { preAuth: true, ...(features === undefined ? {} : { features }) };
    const steps = { first: terms, second: terms };
    const payment = await paidInTwoSteps(gateway, instant, visit, steps);
    if (payment === undefined) return skip(noSecondStep);

    const status = await readStatus(gateway, payment.order);

    const deposited = memberOf(status.answer.json, 'paymentAmountInfo.depositedAmount');
    if (typeof deposited !== 'number') return skip('no depositedAmount is shown');
    const words = sentExpectedGot(
      [...payment.acts, status],
      'nothing deposited, with preAuth true',
    );
    expect(deposited, words).toBe(0);
  },
);

interface Steps {
  readonly first: Parameters;
  readonly second: Parameters;
}

/** An instant payment that is paid by its second step, at the bank where that asks for it; undefined where it is not. */
async function paidInTwoSteps(
  gateway: GatewayClient,
  { send, parameters }: ValidGatewayRequest,
  visit: Visit,
  { first, second }: Steps,
) {
  const { pan } = askedFor3DS(gateway.settings);
  const sent = { ...anOrder(), ...parameters, language: 'en', pan };
  const begun = await send({ ...sent, ...first });
  const [order, transaction] = [orderNamedIn(begun), transactionIn(begun)];
  if (order === undefined || transaction === undefined) return undefined;
  const threeDSVer2MdOrder = order.mdOrder;
  const done = await send({ ...sent, ...second, ...transaction, threeDSVer2MdOrder });
  const bank = addressOfBankIn(done);
  if (bank !== undefined) {
    await opens(visit, bank);
    await answerBank(visit, 'confirm');
  }
  return (await comesToBePaid(gateway, order)) ? { acts: [begun, done], order } : undefined;
}

const noSecondStep = 'no instant payment with 3DS 2 is paid by a second step that we can tell';

interface Begun {
  readonly clientId: string;
  /** Set once the order is known, which an instant payment makes itself. */
  order: { readonly mdOrder: string };
  readonly pay: (pan: string, further?: Parameters) => Promise<Exchange>;
}

/** An order of a new customer that is about to be paid; undefined where there is none of its kind. */
async function begun(
  gateway: GatewayClient,
  { operation, registration, payment }: Kind,
): Promise<Begun | undefined> {
  const clientId = aClientId();
  if (operation !== 'instantPayment.do') {
    const registered = await taken(gateway.ask(operation, anOrder({ clientId, ...registration })));
    if (registered === undefined) return undefined;
    const order = orderOf(registered);
    const pay = ($PAN: string, further?: Parameters): Promise<Exchange> =>
      payWithCard(gateway, order, { $PAN, ...payment, ...further });
    return { clientId, order, pay };
  }
  const instant = await validGatewayRequest(gateway, operation);
  if (isNotOffered(instant)) return undefined;
  const sent = { ...anOrder(), ...instant.parameters, clientId, ...payment };
  const one: Begun = {
    clientId,
    order: { mdOrder: '' },
    pay: async (pan, further) => {
      const goesOn = further === undefined ? {} : { threeDSVer2MdOrder: one.order.mdOrder };
      const answer = await instant.send({ ...sent, pan, ...goesOn, ...further });
      one.order = orderNamedIn(answer) ?? one.order;
      return answer;
    },
  };
  return one;
}

async function standingOf(gateway: GatewayClient, { clientId, order }: Begun) {
  const types = ['C', 'R', 'I'] as const;
  const stored = await Promise.all(types.map((type) => hasCredential(gateway, clientId, [type])));
  const { isPaid: paid, ...amounts } = standingIn(await readStatus(gateway, order));
  return { isPaid: paid, ...amounts, stored: types.filter((_type, index) => stored[index]) };
}
