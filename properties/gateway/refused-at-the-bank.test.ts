import { afterAll } from 'vitest';
import { anOrder } from '../../fixtures/builders/gateway.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import type { GatewayClient } from '../../fixtures/clients/gateway.ts';
import { answerBank } from '../../fixtures/customer/bank.ts';
import { closeBrowser, noBrowser } from '../../fixtures/customer/browser.ts';
import { newVisit, opens, type Visit } from '../../fixtures/customer/visit.ts';
import { inSmokeOnly } from '../../fixtures/repeated.ts';
import { needsCardFor3DS } from '../../fixtures/worlds/gateway-orders.ts';
import { taken } from '../../fixtures/worlds/gateway-sameness.ts';
import { isPaid, payWithCard } from '../../fixtures/worlds/gateway.ts';
import { textAt } from '../../fixtures/worlds/set-up.ts';
import { addressesOf, bankOf, payAt, turns } from './pages.ts';

// Document 3, part 4.4: FORCE_FULL_TDS wants a result of Y, whatever was tried before.

afterAll(closeBrowser);

interface Ground {
  readonly gateway: GatewayClient;
  readonly visit: Visit;
  readonly order: { readonly mdOrder: string; readonly formUrl: string };
  readonly threeDSCardPan: string;
}

/** What is done with an order; false where there is nothing to do it with. */
type Act = (ground: Ground) => Promise<boolean>;

const byPage: Act = async ({ gateway, visit, order, threeDSCardPan }) =>
  (await payAt(visit, gateway, order.formUrl, threeDSCardPan)) === undefined;

const byTheMerchant: Act = async ({ gateway, visit, order, threeDSCardPan: $PAN }) => {
  const bank = await bankOf(gateway, order, { $PAN });
  return bank !== undefined && (await opens(visit, bank)) === undefined;
};

const declined: Act = async ({ gateway, order }) => {
  const { declinedCardPan: $PAN } = gateway.settings;
  if ($PAN !== undefined) await payWithCard(gateway, order, { $PAN });
  return $PAN !== undefined;
};

const declinedOnPage: Act = async ({ gateway, visit, order }) => {
  const { declinedCardPan: pan } = gateway.settings;
  if (pan !== undefined) await payAt(visit, gateway, order.formUrl, pan);
  return pan !== undefined;
};

const withoutCard: Act = async ({ gateway, order }) => {
  await payWithCard(gateway, order, { $PAN: undefined });
  return true;
};

const refusedBefore =
  (ask: Act): Act =>
  async (ground) =>
    (await ask(ground)) && (await answerBank(ground.visit, 'refuse')) === true;

/** What was tried with an order before its payer comes to the bank, and how that is. */
const rows: readonly {
  readonly tried: string;
  readonly try: Act;
  readonly comes: Act;
  readonly operation?: 'registerPreAuth.do';
}[] = [
  { tried: 'a card that is declined', try: declined, comes: byPage },
  {
    tried: 'two cards that are declined, in two phases',
    try: twice(declined),
    comes: byTheMerchant,
    operation: 'registerPreAuth.do',
  },
  { tried: 'a card that is declined on its page', try: declinedOnPage, comes: byTheMerchant },
  { tried: 'a refusal at the bank', try: refusedBefore(byTheMerchant), comes: byTheMerchant },
  { tried: 'a payment without a card', try: withoutCard, comes: byTheMerchant },
];

check(
  'gateway.page.refused-at-the-bank',
  'leaves an order unpaid whose payer refuses at the bank, whatever was tried before',
  async ({ gateway, skip, onTestFinished, tell }) => {
    if (inSmokeOnly()) return;
    const { threeDSCardPan } = gateway.settings;
    if (threeDSCardPan === undefined) return skip(needsCardFor3DS);
    const visit = await newVisit(onTestFinished, tell);
    if (visit === undefined) return skip(noBrowser);
    const inTurn = turns();
    await forEvery(
      rows,
      ({ tried }) => `an order after ${tried}`,
      inTurn(async ({ tried, try: attempt, comes, operation = 'register.do' as const }) => {
        const shop = addressesOf(tried.replaceAll(/\W+/g, '-'));
        const part = { features: 'FORCE_FULL_TDS', language: 'en', ...shop };
        const registered = await taken(gateway.ask(operation, anOrder(part)));
        if (registered === undefined) return;
        const order = {
          mdOrder: textAt(registered, 'orderId'),
          formUrl: textAt(registered, 'formUrl'),
        };
        const ground = { gateway, visit, order, threeDSCardPan };
        // An attempt may be the last one of its order, so that nobody comes to the bank any more.
        if (!(await attempt(ground)) || (await isPaid(gateway, order))) return;
        if (!(await comes(ground)) || (await answerBank(visit, 'refuse')) !== true) return;

        expect(await isPaid(gateway, order), 'an order that is paid').toBe(false);
      }),
    );
  },
);

function twice(act: Act): Act {
  return async (ground) => (await act(ground)) && act(ground);
}
