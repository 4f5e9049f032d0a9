import type { Page } from 'playwright-core';
import { anOrder } from '../../fixtures/builders/gateway.ts';
import { check, expect } from '../../fixtures/check.ts';
import { type Exchange, memberOf } from '../../fixtures/clients/exchange.ts';
import type { GatewayClient } from '../../fixtures/clients/gateway.ts';
import {
  isNotOffered,
  isPaid,
  newOrder,
  type NotOffered,
  storedCredential,
  validGatewayRequest,
} from '../../fixtures/worlds/gateway.ts';
import {
  arrivesAt,
  asksFor,
  type CardFields,
  cardFieldsOn,
  isAskedForMore,
  leadsTo,
  noBrowser,
  opens,
  openPage,
  pay,
  press,
  shows,
} from './browser.ts';

// Document 3, part 4.1: the payment page at formUrl, as a customer meets it.

const noPage = 'the page at formUrl cannot be opened';
const noFields = 'the page has no fields for a card that we can tell';
const notFilledIn = 'the fields of the page cannot be filled in';
const moreIsAsked = 'the page asks for more than a card, and the order waits';

const shop = anOrder().returnUrl;

check(
  'gateway.page.pays',
  'takes the test card on the page and pays the order',
  async ({ gateway, skip, onTestFinished }) => {
    const order = await newOrder(gateway);
    const page = await openPage(shop, onTestFinished);
    if (page === undefined) return skip(noBrowser);
    const visit = await payOnPage(page, gateway, order.formUrl);
    if (visit !== undefined) return skip(visit);

    const isSentAway = await arrivesAt(page, shop);
    const paid = await isPaid(gateway, order);

    if (!paid && !isSentAway && (await isAskedForMore(page, order.formUrl)))
      return skip(moreIsAsked);
    expect(paid, 'the order is paid (orderStatus 1 or 2)').toBe(true);
  },
);

check(
  'gateway.page.returns',
  'leads to returnUrl after the payment',
  async ({ gateway, skip, onTestFinished }) => {
    const order = await newOrder(gateway);
    const page = await openPage(shop, onTestFinished);
    if (page === undefined) return skip(noBrowser);
    const visit = await payOnPage(page, gateway, order.formUrl);
    if (visit !== undefined) return skip(visit);

    const isBack = (await arrivesAt(page, shop)) || (await leadsTo(page, shop));

    if (!(await isPaid(gateway, order))) return skip('the order was not paid on the page');
    expect(isBack, `the customer is at ${shop}, or a link leads there`).toBe(true);
  },
);

check(
  'gateway.page.cardholder-name',
  'shows the cardholderName of the registration',
  async ({ gateway, skip, onTestFinished }) => {
    const page = await openPage(shop, onTestFinished);
    if (page === undefined) return skip(noBrowser);
    const cardholderName = 'QUENTIN ABERNATHY';
    const order = await newOrder(gateway, { cardholderName });

    const form = await cardFormAt(page, order.formUrl);

    if (isNotOffered(form)) return skip(form.missing);
    expect(await shows(page, cardholderName), `the page shows ${cardholderName}`).toBe(true);
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
  async ({ gateway, skip, onTestFinished }) => {
    const visit = await visitWithWayBack(gateway, onTestFinished);
    if (isNotOffered(visit)) return skip(visit.missing);
    const { page, formUrl } = visit;
    const { backToShopUrl, backToShopName } = toShop;

    const isLink = await leadsTo(page, backToShopUrl);
    const isPressed = !isLink && (await press(page, backToShopName));
    const isThere = isPressed && (await arrivesAt(page, backToShopUrl));

    // It may ask whether the customer means it, or lead there in another window.
    if (isPressed && !isThere && page.url().startsWith(new URL(formUrl).origin))
      return skip('the button leads to no other page that we can tell');
    expect(isLink || isThere, `the page leads to ${backToShopUrl}`).toBe(true);
  },
);

check(
  'gateway.page.back-to-shop-name',
  'labels the button with backToShopName',
  async ({ gateway, skip, onTestFinished }) => {
    const visit = await visitWithWayBack(gateway, onTestFinished);
    if (isNotOffered(visit)) return skip(visit.missing);
    const { page } = visit;
    const { backToShopUrl, backToShopName } = toShop;

    const isNamed = await shows(page, backToShopName);

    if (!isNamed && !(await leadsTo(page, backToShopUrl)))
      return skip('the page has no button back to the shop that we can tell');
    expect(isNamed, `the page shows "${backToShopName}"`).toBe(true);
  },
);

// Document 3, part 4.4: bindingId.

check(
  'gateway.instant-payment.binding-page',
  'asks for the CVC and for no card number where a stored credential is to pay',
  async ({ gateway, skip, onTestFinished }) => {
    const page = await openPage(shop, onTestFinished);
    if (page === undefined) return skip(noBrowser);
    const [instant, credential] = await Promise.all([
      validGatewayRequest(gateway, 'instantPayment.do'),
      storedCredential(gateway),
    ]);
    if (isNotOffered(instant)) return skip(instant.missing);
    if (isNotOffered(credential)) return skip(credential.missing);
    const { bindingId, clientId } = credential;
    const { amount } = instant.parameters;
    const payment = await instant.send({ amount, returnUrl: shop, bindingId, clientId });
    const address = pageNamedIn(payment, gateway);
    if (address === undefined) return skip('the answer names no page of the gateway');
    if (!(await opens(page, address))) return skip(noPage);

    const asked = { code: await asksFor(page, 'code'), number: await asksFor(page, 'number') };

    if (!asked.code && !asked.number) return skip(noFields);
    expect(asked, 'what the page asks for').toEqual({ code: true, number: false });
  },
);

/** Pays on the page as a customer does, or says why that cannot be done. */
async function payOnPage(
  page: Page,
  { settings }: GatewayClient,
  formUrl: string,
): Promise<string | undefined> {
  const fields = await cardFormAt(page, formUrl);
  if (isNotOffered(fields)) return fields.missing;
  return pay(page, fields, settings.card).then(
    () => undefined,
    () => notFilledIn,
  );
}

/** The open page of an order whose registration names the shop to go back to. Part 2.4. */
async function visitWithWayBack(
  gateway: GatewayClient,
  atTheEnd: Parameters<typeof openPage>[1],
): Promise<{ readonly page: Page; readonly formUrl: string } | NotOffered> {
  const page = await openPage(shop, atTheEnd);
  if (page === undefined) return { missing: noBrowser };
  const { formUrl } = await newOrder(gateway, { jsonParams: toShop });
  const form = await cardFormAt(page, formUrl);
  return isNotOffered(form) ? form : { page, formUrl };
}

/** The fields for a card on the page of an order, or why there are none. */
async function cardFormAt(page: Page, formUrl: string): Promise<CardFields | NotOffered> {
  if (!(await opens(page, formUrl))) return { missing: noPage };
  return (await cardFieldsOn(page)) ?? { missing: noFields };
}

/** The page of the gateway where the customer goes on; the document does not name its member. */
function pageNamedIn({ answer }: Exchange, { settings }: GatewayClient): string | undefined {
  const { hostname } = new URL(settings.baseUrl);
  return ['formUrl', 'redirect', 'acsUrl']
    .map((name) => memberOf(answer.json, name))
    .filter((address) => typeof address === 'string')
    .find((address) => URL.parse(address)?.hostname === hostname);
}
