import { afterAll } from 'vitest';
import { aClientId, anOrder } from '../../fixtures/builders/gateway.ts';
import { check, expect } from '../../fixtures/check.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import type { GatewayClient } from '../../fixtures/clients/gateway.ts';
import { closeBrowser, noBrowser } from '../../fixtures/customer/browser.ts';
import { asksFor, look, payOn, type PageView, unclear } from '../../fixtures/customer/pay.ts';
import {
  arrivesAt,
  isAskedForMore,
  leadsTo,
  linksTo,
  newVisit,
  opens,
  press,
  shows,
  type Visit,
  wordsOn,
} from '../../fixtures/customer/visit.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import type { Tell } from '../../fixtures/happenings.ts';
import { inSmokeOnly, repeated } from '../../fixtures/repeated.ts';
import { orderNamedIn, payByBinding } from '../../fixtures/worlds/gateway-credentials.ts';
import { readStatus, standingIn, taken } from '../../fixtures/worlds/gateway-sameness.ts';
import { storedBy } from '../../fixtures/worlds/gateway-stored.ts';
import {
  isNotOffered,
  comesToBePaid,
  newOrder,
  type NotOffered,
  storedCredential,
  validGatewayRequest,
} from '../../fixtures/worlds/gateway.ts';
import { textAt } from '../../fixtures/worlds/set-up.ts';
// Document 3, part 4.1: the payment page at formUrl, as a customer meets it.

const moreIsAsked = 'the page asks for more than a card, and the order waits';
const noFields = 'the page asks for nothing that is not already filled in';

const shop = anOrder().returnUrl;

afterAll(closeBrowser);

check(
  'gateway.page.pays',
  'takes the test card on the page and pays the order',
  async ({ gateway, skip, onTestFinished, tell }) => {
    const order = await newOrder(gateway);
    const visit = await newVisit(onTestFinished, tell);
    if (visit === undefined) return skip(noBrowser);
    const reason = await opens(visit, order.formUrl);
    if (reason !== undefined) return skip(noPage(reason));

    const { missing } = await payOn(visit, gateway.settings.card, () => visit.isAt(shop));
    const isSentAway = await arrivesAt(visit, shop);
    const paid = await comesToBePaid(gateway, order);

    // A page that takes less than we know of a card may pay all the same.
    if (!paid && missing !== undefined) return skip(missing);
    if (!paid && !isSentAway && (await isAskedForMore(visit, order.formUrl)))
      return skip(moreIsAsked);
    expect(paid, 'the order is paid (orderStatus 1 or 2)').toBe(true);
  },
);

check(
  'gateway.page.returns',
  'leads to returnUrl after the payment',
  async ({ gateway, skip, onTestFinished, tell }) => {
    const order = await newOrder(gateway);
    const visit = await newVisit(onTestFinished, tell);
    if (visit === undefined) return skip(noBrowser);
    const reason = await opens(visit, order.formUrl);
    if (reason !== undefined) return skip(noPage(reason));

    const { missing } = await payOn(visit, gateway.settings.card, () => visit.isAt(shop));
    const isBack = (await arrivesAt(visit, shop)) || (await leadsTo(visit, shop));

    if (!(await comesToBePaid(gateway, order)))
      return skip(missing ?? 'the order was not paid on the page');
    expect(isBack, `the customer is at ${shop}, or a link leads there`).toBe(true);
  },
);

check(
  'gateway.page.cardholder-name',
  'shows the cardholderName of the registration',
  async ({ gateway, skip, onTestFinished, tell }) => {
    const visit = await newVisit(onTestFinished, tell);
    if (visit === undefined) return skip(noBrowser);
    const cardholderName = 'QUENTIN MAXIMILIAN ABERNATHY-FITZWILLIAM';
    const order = await newOrder(gateway, { cardholderName });

    const form = await cardFormAt(visit, order.formUrl);

    if (isNotOffered(form)) return skip(form.missing);
    expect(await shows(visit, cardholderName), `the page shows ${cardholderName}`).toBe(true);
  },
);

check(
  'gateway.page.holder-outside-ascii',
  'shows a cardholderName with accents where it shows one without',
  async ({ gateway, skip, onTestFinished, tell }) => {
    const visit = await newVisit(onTestFinished, tell);
    if (visit === undefined) return skip(noBrowser);
    const isShown: boolean[] = [];
    for (const cardholderName of ['JOSE ABERNATHY', 'JOSÉ MUÑOZ']) {
      const registered = await taken(gateway.ask('register.do', anOrder({ cardholderName })));
      if (registered === undefined) return skip(`the name ${cardholderName} is not taken`);
      const form = await cardFormAt(visit, textAt(registered, 'formUrl'));
      if (isNotOffered(form)) return skip(form.missing);
      isShown.push(await shows(visit, cardholderName));
    }

    if (isShown[0] !== true) return skip('the page shows no cardholderName');
    expect(isShown, 'which of the two names the page shows').toEqual([true, true]);
  },
);

// Document 3, part 2.4: names in jsonParams that are about the page.

const toShop = {
  backToShopUrl: 'https://shop.example/basket/17',
  backToShopName: 'Return to Tintagel',
};

check(
  'gateway.page.back-to-shop',
  'has a button that leads to backToShopUrl',
  async ({ gateway, skip, onTestFinished, tell }) => {
    const visited = await visitWithWayBack(gateway, onTestFinished, tell);
    if (isNotOffered(visited)) return skip(visited.missing);
    const { visit, formUrl } = visited;
    const { backToShopUrl, backToShopName } = toShop;

    const isLink = await leadsTo(visit, backToShopUrl);
    const pressed = isLink ? undefined : await press(visit, backToShopName);
    if (pressed === 'cannot be pressed') return skip('the button cannot be pressed');
    const isThere = pressed === 'pressed' && (await arrivesAt(visit, backToShopUrl));

    // It may ask whether the customer means it, or lead there in another window.
    if (
      pressed === 'pressed' &&
      !isThere &&
      visit.whereabouts().startsWith(new URL(formUrl).origin)
    )
      return skip('the button does not lead to a recognisable page');
    expect(isLink || isThere, `the page leads to ${backToShopUrl}`).toBe(true);
  },
);

if (!inSmokeOnly()) {
  check(
    'gateway.page.back-to-shop',
    'leads to backToShopUrl from a page of two phases, and from one that asks for a CVC, as from others',
    async ({ gateway, skip, onTestFinished, tell }) => {
      const { backToShopUrl } = toShop;
      const visit = await visitWithLinkBack(gateway, onTestFinished, tell);
      if (isNotOffered(visit)) return skip(visit.missing);
      const order = { jsonParams: toShop, returnUrl: shop };
      const stored = await storedCredential(gateway);
      const { bindingId, clientId } = isNotOffered(stored) ? {} : stored;
      const begun = [
        await taken(gateway.ask('registerPreAuth.do', anOrder(order))),
        bindingId === undefined
          ? undefined
          : await taken(
              gateway.ask('instantPayment.do', anOrder({ ...order, bindingId, clientId })),
            ),
      ];

      for (const answer of begun) {
        const address = answer && pageNamedIn(answer, gateway);
        if (answer === undefined || address === undefined) continue;
        if ((await opens(visit, address)) !== undefined) continue;
        // Whatever is asked for, it is the gateway's page, and not one of the bank.
        if (!asksFor(await look(visit, ['code']), 'code')) continue;
        const words = sentExpectedGot(answer, `a page with a link to ${backToShopUrl}`);
        expect(await leadsTo(visit, backToShopUrl), words).toBe(true);
      }
    },
  );
}

check(
  'gateway.page.back-to-shop-unnamed',
  'leads to backToShopUrl without backToShopName as it does with one',
  async ({ gateway, skip, onTestFinished, tell }) => {
    const { backToShopUrl } = toShop;
    const visit = await visitWithLinkBack(gateway, onTestFinished, tell);
    if (isNotOffered(visit)) return skip(visit.missing);
    const { formUrl } = await newOrder(gateway, { jsonParams: { backToShopUrl } });

    const form = await cardFormAt(visit, formUrl);

    if (isNotOffered(form)) return skip(form.missing);
    const isLink = await leadsTo(visit, backToShopUrl);
    expect(isLink, `a link leads to ${backToShopUrl} without a name, too`).toBe(true);
  },
);

check(
  'gateway.page.back-to-shop-name',
  'labels the button with backToShopName',
  async ({ gateway, skip, onTestFinished, tell }) => {
    const visited = await visitWithWayBack(gateway, onTestFinished, tell);
    if (isNotOffered(visited)) return skip(visited.missing);
    const { visit } = visited;
    const { backToShopUrl, backToShopName } = toShop;

    const isNamed = await shows(visit, backToShopName);

    if (!isNamed && !(await leadsTo(visit, backToShopUrl)))
      return skip('the page has no recognisable button back to the shop');
    expect(isNamed, `the page shows "${backToShopName}"`).toBe(true);
  },
);

/** An order, and what it has in common with one before it. Amount and returnUrl are those of all. */
interface Neighbour {
  readonly common: string;
  readonly backToShopUrl: string;
  readonly backToShopName?: string;
  readonly cardholderName?: string;
  /** Whether it is of the one customer who has several orders. */
  readonly isOfCustomer?: boolean;
}

const basket = (number: number): string => `https://shop.example/baskets/${number}`;
const neighbours: readonly Neighbour[] = [
  {
    common: 'nothing',
    backToShopUrl: basket(1),
    backToShopName: 'Return to Tintagel',
    cardholderName: 'QUENTIN ABERNATHY',
    isOfCustomer: true,
  },
  {
    common: 'backToShopName',
    backToShopUrl: basket(2),
    backToShopName: 'Return to Tintagel',
    cardholderName: 'ROWENA PENHALIGON',
  },
  {
    common: 'clientId',
    backToShopUrl: basket(3),
    backToShopName: 'Off to Avalon',
    cardholderName: 'ISOLDE NANCARROW',
    isOfCustomer: true,
  },
  {
    common: 'backToShopUrl',
    backToShopUrl: basket(2),
    backToShopName: 'Back to Camelot',
    cardholderName: 'MORGAN TREVANION',
  },
  {
    common: 'cardholderName',
    backToShopUrl: basket(4),
    backToShopName: 'Home to Lyonesse',
    cardholderName: 'MORGAN TREVANION',
  },
  { common: 'no cardholderName', backToShopUrl: basket(7), backToShopName: 'Onward to Lothian' },
  { common: 'nothing', backToShopUrl: basket(5), cardholderName: 'GARETH BOSCAWEN' },
  { common: 'no backToShopName', backToShopUrl: basket(6), cardholderName: 'ELAINE TREGENZA' },
];

check(
  'gateway.page.each-its-own',
  'shows on the page of an order its own shop and cardholder, whatever it has in common with others',
  async ({ gateway, skip, onTestFinished, tell }) => {
    const visit = await newVisit(onTestFinished, tell);
    if (visit === undefined) return skip(noBrowser);
    const customer = aClientId();
    const orders = neighbours.slice(0, repeated(neighbours.length, 3));
    const formUrls: string[] = [];
    for (const { backToShopUrl, backToShopName, cardholderName, isOfCustomer } of orders) {
      const jsonParams = { backToShopUrl, backToShopName };
      const clientId = isOfCustomer === true ? customer : aClientId();
      const part = { language: 'en', clientId, cardholderName, jsonParams };
      formUrls.push((await newOrder(gateway, part)).formUrl);
    }

    const pages: Page[] = [];
    for (const [index, order] of orders.entries()) {
      const form = await cardFormAt(visit, formUrls[index] ?? '');
      if (isNotOffered(form)) return skip(form.missing);
      pages.push(await pageOf(visit, order, orders));
    }

    const isAnyShown = { shop: false, label: false, holder: false };
    for (const name of namesOfShown) isAnyShown[name] = pages.some(({ own }) => own[name] === true);
    if (!Object.values(isAnyShown).includes(true))
      return skip('no page shows a way back to the shop or a cardholder');
    for (const { order, own, strange } of pages) {
      const which = `the page of an order that has ${order.common} in common with one before`;
      expect(strange, `addresses and names of other orders on ${which}`).toEqual([]);
      const lacking = namesOfShown.filter((name) => isAnyShown[name] && own[name] === false);
      expect(lacking, `what others show of their own, and not ${which}`).toEqual([]);
    }
  },
);

check(
  'gateway.page.each-its-own',
  'comes in the language of the store where none is named, whatever another order has named',
  async ({ gateway, skip, onTestFinished, tell }) => {
    if (inSmokeOnly()) return;
    const visit = await newVisit(onTestFinished, tell);
    if (visit === undefined) return skip(noBrowser);
    const plain = await newOrder(gateway);
    const others: { language: string; named: string; after: string }[] = [];
    for (const language of ['lt', 'el', 'es']) {
      const { formUrl: named } = await newOrder(gateway, { language });
      const { formUrl: after } = await newOrder(gateway);
      others.push({ language, named, after });
    }
    // Those with a language come last: a browser may be remembered by the one that it has seen.
    const words = new Map<string, string>();
    const inOrder = [
      plain.formUrl,
      ...others.map(({ after }) => after),
      ...others.map(({ named }) => named),
    ];
    for (const formUrl of inOrder) {
      if ((await opens(visit, formUrl)) !== undefined) return skip('the page cannot be opened');
      words.set(formUrl, await wordsOn(visit));
    }
    for (const { language, named, after } of others) {
      // Pages may come in one language only, or in that of the store.
      if (words.get(named) === words.get(plain.formUrl)) continue;
      const which = `the page of an order without a language, after one in ${language}`;
      expect(words.get(after), which).not.toBe(words.get(named));
    }
  },
);

const namesOfShown = ['shop', 'label', 'holder'] as const;

interface Page {
  readonly order: Neighbour;
  /** Which of its own it shows; undefined where there is none to be shown. */
  readonly own: Readonly<Record<(typeof namesOfShown)[number], boolean | undefined>>;
  /** The addresses of others to which it leads, and the names of others that it shows. */
  readonly strange: readonly string[];
}

/** What the open page of an order shows. */
async function pageOf(visit: Visit, order: Neighbour, orders: readonly Neighbour[]): Promise<Page> {
  const { backToShopUrl, backToShopName: label, cardholderName } = order;
  const others = new Set(orders.map((one) => one.backToShopUrl));
  others.delete(backToShopUrl);
  const strange: string[] = [];
  for (const address of others) {
    const links = await linksTo(visit, address);
    if (links.length > 0) strange.push(address);
  }
  for (const { cardholderName: name = '', isOfCustomer = false } of orders) {
    // A gateway may know a customer by an earlier order.
    const isElsewhere =
      name !== '' && name !== cardholderName && !(isOfCustomer && order.isOfCustomer);
    if (isElsewhere && (await shows(visit, name))) strange.push(name);
  }
  return {
    order,
    own: {
      // Whether one without a label has a button is asked elsewhere.
      shop: label === undefined ? undefined : await leadsTo(visit, backToShopUrl),
      label: label === undefined ? undefined : await shows(visit, label),
      holder: cardholderName === undefined ? undefined : await shows(visit, cardholderName),
    },
    strange,
  };
}

// Document 3, part 4.4: bindingId.

check(
  'gateway.instant-payment.binding-page',
  'asks for the CVC and for no card number where a stored credential is to pay',
  async ({ gateway, skip, onTestFinished, tell }) => {
    const visit = await newVisit(onTestFinished, tell);
    if (visit === undefined) return skip(noBrowser);
    const [instant, credential] = await Promise.all([
      validGatewayRequest(gateway, 'instantPayment.do'),
      storedCredential(gateway),
    ]);
    if (isNotOffered(instant)) return skip(instant.missing);
    if (isNotOffered(credential)) return skip(credential.missing);
    const { bindingId, clientId } = credential;
    const payment = await instant.send(anOrder({ returnUrl: shop, bindingId, clientId }));
    const address = pageNamedIn(payment, gateway);
    if (address === undefined) return skip('the answer names no page of the gateway');
    const reason = await opens(visit, address);
    if (reason !== undefined) return skip(noPage(reason));

    const sight = await look(visit, ['code']);
    const asked = { code: asksFor(sight, 'code'), number: asksFor(sight, 'number') };

    if (!asked.code && !asked.number) return skip(unclear(visit, sight) ?? noFields);
    expect(asked, 'what the page asks for').toEqual({ code: true, number: false });
    // One who mistypes it is asked for it again, and for nothing else.
    const { card } = gateway.settings;
    const mistyped = { ...card, cvc: card.cvc.slice(1) };
    const { filledIn } = await payOn(visit, mistyped, () => visit.isAt(shop));
    expect(filledIn, 'what the page asks for, one after the other').not.toContain('number');
  },
);

check(
  'gateway.instant-payment.binding-page-pays',
  'pays on the page that asks for the CVC by the credential of its order, as by the API',
  async ({ gateway, skip, onTestFinished, tell }) => {
    if (inSmokeOnly()) return;
    const visit = await newVisit(onTestFinished, tell);
    if (visit === undefined) return skip(noBrowser);
    const credential = await storedCredential(gateway);
    if (isNotOffered(credential)) return skip(credential.missing);
    const { bindingId, clientId } = credential;
    // The one that the customer has stored last is another one.
    await storedBy(gateway, 'INSTALLMENT', clientId);
    let isAnyPaid = false;
    for (const preAuth of [false, true]) {
      const begin = () => {
        const own = { returnUrl: shop, language: 'en', bindingId, clientId, preAuth };
        return taken(gateway.ask('instantPayment.do', anOrder(own)));
      };
      const [byApi, onPage] = [await begin(), await begin()];
      const [usual, order] = [byApi && orderNamedIn(byApi), onPage && orderNamedIn(onPage)];
      const address = onPage && pageNamedIn(onPage, gateway);
      if (onPage === undefined || usual === undefined) continue;
      if (order === undefined || address === undefined) continue;
      await payByBinding(gateway, usual, credential);
      const first = standingIn(await readStatus(gateway, usual));
      if (!first.isPaid || (await opens(visit, address)) !== undefined) continue;

      await payOn(visit, gateway.settings.card, () => visit.isAt(shop));

      if (!(await comesToBePaid(gateway, order))) continue;
      isAnyPaid = true;
      const status = await readStatus(gateway, order);
      const named = memberOf(status.answer.json, 'bindingInfo.bindingId') ?? bindingId;
      const words = sentExpectedGot([onPage, status], `paid by ${bindingId}, as by the API`);
      expect([standingIn(status), named], words).toEqual([first, bindingId]);
    }
    if (!isAnyPaid) skip('no order is paid on a page that asks for the CVC');
  },
);

for (const [id, because, customer] of [
  ['gateway.instant-payment.binding-of-other-client', 'of another customer', aClientId],
  ['gateway.instant-payment.binding-without-client', 'without clientId', () => undefined],
] as const) {
  check(
    id,
    `pays no order ${because} by a stored credential whose CVC is entered on a page`,
    async ({ gateway, skip, onTestFinished, tell }) => {
      if (inSmokeOnly()) return;
      const credential = await storedCredential(gateway);
      if (isNotOffered(credential)) return skip(credential.missing);
      const { bindingId } = credential;
      const beginFor = (clientId: string | undefined) =>
        taken(
          gateway.ask(
            'instantPayment.do',
            anOrder({ returnUrl: shop, language: 'en', bindingId, clientId }),
          ),
        );
      if ((await beginFor(credential.clientId)) === undefined)
        return skip('no order waits for the CVC of a stored credential');

      const foreign = await beginFor(customer());

      const order = foreign && orderNamedIn(foreign);
      const address = foreign && pageNamedIn(foreign, gateway);
      if (foreign === undefined || order === undefined || address === undefined) return;
      const visit = await newVisit(onTestFinished, tell);
      if (visit === undefined) return skip(noBrowser);
      if ((await opens(visit, address)) !== undefined) return;
      // Who is asked for a whole card pays with no credential of anybody.
      if (asksFor(await look(visit, ['code']), 'number')) return;
      await payOn(visit, gateway.settings.card, () => visit.isAt(shop));
      const isPaidThen = await comesToBePaid(gateway, order);
      const status = await readStatus(gateway, order);
      const words = sentExpectedGot([foreign, status], 'an order that is not paid');
      expect(isPaidThen, words).toBe(false);
    },
  );
}

/** The open page of an order whose registration names the shop to go back to. Part 2.4. */
async function visitWithWayBack(
  gateway: GatewayClient,
  atTheEnd: Parameters<typeof newVisit>[0],
  tell: Tell,
): Promise<{ readonly visit: Visit; readonly formUrl: string } | NotOffered> {
  const visit = await newVisit(atTheEnd, tell);
  if (visit === undefined) return { missing: noBrowser };
  const { formUrl } = await newOrder(gateway, { jsonParams: toShop });
  const form = await cardFormAt(visit, formUrl);
  return isNotOffered(form) ? form : { visit, formUrl };
}

/** The same where a link of the page is what leads back, and no button without an address. */
async function visitWithLinkBack(
  ...asked: Parameters<typeof visitWithWayBack>
): Promise<Visit | NotOffered> {
  const visited = await visitWithWayBack(...asked);
  if (isNotOffered(visited)) return visited;
  return (await leadsTo(visited.visit, toShop.backToShopUrl))
    ? visited.visit
    : { missing: 'no link of the page leads to backToShopUrl' };
}

/** What the page of an order asks for, or why that is not a whole card. */
async function cardFormAt(visit: Visit, formUrl: string): Promise<PageView | NotOffered> {
  const reason = await opens(visit, formUrl);
  if (reason !== undefined) return { missing: noPage(reason) };
  const sight = await look(visit);
  const missing = unclear(visit, sight);
  return missing === undefined ? sight : { missing };
}

function noPage(reason: string): string {
  return `the page cannot be opened: ${reason}`;
}

/** The page of the gateway where the customer goes on; the document does not name its member. */
function pageNamedIn({ answer }: Exchange, { settings }: GatewayClient): string | undefined {
  const { hostname } = new URL(settings.baseUrl);
  return ['formUrl', 'redirect', 'acsUrl']
    .map((name) => memberOf(answer.json, name))
    .filter((address) => typeof address === 'string')
    .find((address) => URL.parse(address)?.hostname === hostname);
}
