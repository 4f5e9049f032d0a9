import { afterAll } from 'vitest';
import { aClientId, anOrder } from '../../fixtures/builders/gateway.ts';
import { leadsBackTo } from '../../fixtures/builders/texts.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import type { GatewayClient, Parameters } from '../../fixtures/clients/gateway.ts';
import { closeBrowser, noBrowser } from '../../fixtures/customer/browser.ts';
import { look, payOn, unclear } from '../../fixtures/customer/pay.ts';
import {
  leadsTo,
  linksTo,
  newVisit,
  opens,
  reads,
  shows,
  type Visit,
} from '../../fixtures/customer/visit.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import type { GatewayTarget } from '../../fixtures/target/target.ts';
import type { Exchange } from '../../fixtures/transcript/exchange.ts';
import { shared, taken } from '../../fixtures/worlds/gateway-sameness.ts';
import { textAt } from '../../fixtures/worlds/set-up.ts';
import { turns } from './pages.ts';

// Document 3, parts 2.4 and 4.1: what the page of an order shows of its shop and its customer, it shows whenever
// it comes, and as it was sent.

afterAll(closeBrowser);

const noPage = 'the page of an order does not open, or asks for no card in a way that we can tell';

/** What an order has its page show. */
interface Sight {
  readonly backToShopUrl: string;
  readonly backToShopName: string;
  readonly cardholderName: string;
}

const plain: Sight = {
  backToShopUrl: 'https://shop.example/basket/17',
  backToShopName: 'Return to Tintagel',
  cardholderName: 'QUENTIN ABERNATHY',
};

type Card = GatewayTarget['card'];

/** A kind of order, with what its customer gets wrong before the page comes again. */
interface Kind {
  readonly name: string;
  readonly operation: 'register.do' | 'registerPreAuth.do';
  readonly part: () => Parameters;
  readonly when: string;
  /** The card as it is entered; undefined where there is none for that. */
  readonly mistaken: (target: GatewayTarget) => Card | undefined;
}

const ofOnePhase: Kind = {
  name: 'in one phase',
  operation: 'register.do',
  part: () => ({}),
  when: 'with a code to put right',
  mistaken: ({ card }) => ({ ...card, cvc: card.cvc.slice(1) }),
};
const kinds: readonly Kind[] = [
  ofOnePhase,
  {
    name: 'in two phases',
    operation: 'registerPreAuth.do',
    part: () => ({}),
    when: 'with a number to put right',
    mistaken: ({ card }) => ({ ...card, pan: card.pan.slice(0, 8) }),
  },
  {
    name: 'that is to store its card',
    operation: 'register.do',
    part: () => ({ clientId: aClientId(), features: 'FORCE_CREATE_BINDING' }),
    when: 'after a card that is declined',
    mistaken: ({ card, declinedCardPan }) =>
      declinedCardPan === undefined ? undefined : { ...card, pan: declinedCardPan },
  },
];

check(
  'gateway.page.every-rendition',
  'shows the way back to the shop and the cardholder whenever the page comes',
  async ({ gateway, skip, onTestFinished, tell }) => {
    const visit = await newVisit(onTestFinished, tell);
    if (visit === undefined) return skip(noBrowser);
    const inTurn = turns();
    let missing: string | undefined = noPage;
    let usual: Shown | undefined;
    await forEvery(
      kinds,
      ({ name }) => `an order ${name}`,
      inTurn(async (kind) => {
        const returnUrl = `https://shop.example/paid/${kinds.indexOf(kind)}`;
        const registered = await registeredAs(gateway, kind, plain, returnUrl);
        if (registered === undefined) return;
        const formUrl = textAt(registered, 'formUrl');
        const first = await shownAt(visit, formUrl, plain);
        if (first === undefined) return;
        missing = undefined;
        usual ??= first;
        expectAlike(registered, first, { wanted: usual, when: kind.name });
        expectAlike(registered, await shownAt(visit, formUrl, plain), {
          wanted: first,
          when: 'opened again',
        });
        const card = kind.mistaken(gateway.settings);
        if (card === undefined) return;
        await payOn(visit, card, () => visit.isAt(returnUrl));
        // The page may lead on, or be one of the bank.
        const later = await shownOn(visit, plain);
        // Who has got something wrong may have to enter the name anew.
        expectAlike(registered, later, { wanted: { ...first, holder: false }, when: kind.when });
      }),
    );
    if (missing !== undefined) skip(missing);
  },
);

/** What stands in texts of shops and customers, and in addresses of shops. */
const sights: readonly Sight[] = [
  ['Tom & Co', "Mary O'Brien", '?cart=7&step=2'],
  ['Tom &amp; Co', 'Anne-Marie St. John', '?note=tea%20%26%20cakes'],
  [`Dot's "Tea"`, 'José Núñez', '?next=https%3A%2F%2Fa.example%2F%3Fb%3Dc'],
  ['50% Käse + 寿司', 'Łukasz Gęś', '?a=1&a=2#items'],
].map(([backToShopName = '', cardholderName = '', behind = '']) => ({
  backToShopName,
  cardholderName,
  backToShopUrl: `https://shop.example/basket/17${behind}`,
}));

check(
  'gateway.page.texts-as-sent',
  'shows names of the shop and the cardholder, and the address of the shop, as they were sent',
  async ({ gateway, skip, onTestFinished, tell }) => {
    const visit = await newVisit(onTestFinished, tell);
    if (visit === undefined) return skip(noBrowser);
    const inTurn = turns();
    let missing: string | undefined = noPage;
    const usually = shared(async () => {
      const registered = await registeredAs(gateway, ofOnePhase, plain);
      return registered && shownAt(visit, textAt(registered, 'formUrl'), plain);
    });
    await forEvery(
      sights,
      ({ backToShopName, cardholderName }) => `${backToShopName}, and ${cardholderName}`,
      inTurn(async (sight) => {
        const usual = await usually();
        const registered = await registeredAs(gateway, ofOnePhase, sight);
        const shown =
          registered && (await shownAt(visit, textAt(registered, 'formUrl'), sight, true));
        if (usual === undefined || registered === undefined || shown === undefined) return;
        missing = undefined;
        expectAlike(registered, shown, { wanted: usual, when: 'as plain ones' });
        const links = await linksTo(visit, sight.backToShopUrl);
        const words = sentExpectedGot(registered, `links to ${sight.backToShopUrl}`);
        const others = links.filter((link) => !leadsBackTo(sight.backToShopUrl, link));
        expect(others, words).toEqual([]);
      }),
    );
    if (missing !== undefined) skip(missing);
  },
);

/** Which of these a page shows. */
interface Shown {
  readonly shop: boolean;
  readonly label: boolean;
  readonly holder: boolean;
}

async function registeredAs(
  gateway: GatewayClient,
  kind: Kind,
  { cardholderName, ...jsonParams }: Sight,
  returnUrl = anOrder().returnUrl,
): Promise<Exchange | undefined> {
  const part = { cardholderName, jsonParams, language: 'en', returnUrl, ...kind.part() };
  return taken(gateway.ask(kind.operation, anOrder(part)));
}

async function shownAt(
  visit: Visit,
  formUrl: string,
  sight: Sight,
  isToTheLetter = false,
): Promise<Shown | undefined> {
  const reason = await opens(visit, formUrl);
  return reason === undefined ? shownOn(visit, sight, isToTheLetter) : undefined;
}

/** What is shown; undefined where the page does not ask for a card, or not any more. */
async function shownOn(
  visit: Visit,
  { backToShopUrl, backToShopName, cardholderName }: Sight,
  isToTheLetter = false,
): Promise<Shown | undefined> {
  if (unclear(visit, await look(visit)) !== undefined) return undefined;
  const read = isToTheLetter ? reads : shows;
  return {
    shop: await leadsTo(visit, backToShopUrl),
    label: await read(visit, backToShopName),
    holder: await read(visit, cardholderName),
  };
}

/** Whatever is usually shown, and may be more. */
function expectAlike(
  registered: Exchange,
  shown: Shown | undefined,
  { wanted, when }: { readonly wanted: Shown; readonly when: string },
): void {
  if (shown === undefined) return;
  const lacking = (['shop', 'label', 'holder'] as const).filter(
    (name) => wanted[name] && !shown[name],
  );
  const told = lacking.map((name) => names[name]).join(' and ');
  expect(told, sentExpectedGot(registered, `a page that shows the same, ${when}`)).toBe('');
}

const names = {
  shop: 'the way back to the shop is not there',
  label: 'backToShopName is not there',
  holder: 'cardholderName is not there',
};
