import type { Page } from 'playwright-core';
import { anOrder } from '../../fixtures/builders/gateway.ts';
import { check, expect } from '../../fixtures/check.ts';
import type { GatewayClient } from '../../fixtures/clients/gateway.ts';
import { isPaid, newOrder } from '../../fixtures/worlds/gateway.ts';
import {
  arrivesAt,
  cardFieldsOn,
  isAskedForMore,
  leadsTo,
  noBrowser,
  openPage,
  pay,
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

/** Pays on the page as a customer does, or says why that cannot be done. */
async function payOnPage(
  page: Page,
  { settings }: GatewayClient,
  formUrl: string,
): Promise<string | undefined> {
  const isOpen = await page.goto(formUrl).then(
    (response) => response?.ok() === true,
    () => false,
  );
  if (!isOpen) return noPage;
  const fields = await cardFieldsOn(page);
  if (fields === undefined) return noFields;
  return pay(page, fields, settings.card).then(
    () => undefined,
    () => notFilledIn,
  );
}
