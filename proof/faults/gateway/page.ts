import { documentRules } from '../../../sandbox/rules/index.ts';
import { type Fault, fault, type Tampering } from '../fault.ts';
import {
  isObject,
  memberAt,
  type Members,
  type PathSend,
  read,
  setMember,
  withBody,
  withRememberingRules,
  withRules,
} from '../tampering.ts';
import { depositIfHeld, listOfNone, spoilsLater } from './spoiling.ts';
import {
  changedBody,
  type GatewayRequest,
  jsonAnswer,
  onGateway,
  refusal,
  withParameters,
} from './tampering.ts';

// Document 3, part 4.1: the payment page at formUrl.

const { gwShopButton, gwShownHolder } = documentRules;

const shop = 'https://shop.example/paid';

export const gatewayPageFaults: readonly Fault[] = [
  fault(
    'gateway.page.pays',
    'pretends',
    'sends the customer back to the shop without a payment',
    onGateway(
      () => async (asked, send) =>
        isSubmitted(asked.url, asked.text)
          ? new Response(null, { status: 303, headers: { Location: shop } })
          : send(),
    ),
  ),
  fault(
    'gateway.page.pays',
    'thanks',
    'thanks the customer for a payment without making it',
    onGateway(
      () => async (asked, send) => (isSubmitted(asked.url, asked.text) ? thanks() : send()),
    ),
  ),
  fault(
    'gateway.page.returns',
    'stays',
    'keeps the customer on a page without a way back',
    onGateway(() => async (asked, send) => {
      const response = await send();
      return isSubmitted(asked.url, asked.text) && response.status === 303 ? thanks() : response;
    }),
  ),
  fault(
    'gateway.page.returns',
    'elsewhere',
    'sends the customer to an address that was not given',
    withRules({ gwReturnUrl: () => 'http://127.0.0.1:9/' }),
  ),
  fault(
    'gateway.page.cardholder-name',
    'not-shown',
    'leaves the cardholder field of the page empty',
    withRules({ gwShownHolder: () => '' }),
  ),
  fault(
    'gateway.page.cardholder-name',
    'cut-off',
    'shows as much of the cardholderName as fits on a card',
    withRules({ gwShownHolder: (cardholderName = '') => cardholderName.slice(0, 26) }),
  ),
  fault(
    'gateway.page.back-to-shop',
    'no-button',
    'has no button back to the shop',
    withRules({ gwShopButton: () => undefined }),
  ),
  fault(
    'gateway.page.back-to-shop',
    'elsewhere',
    'leads to a page of the shop other than backToShopUrl',
    withRules({
      gwShopButton: (jsonParams, usualName) => {
        const button = gwShopButton(jsonParams, usualName);
        return button === undefined ? undefined : { ...button, address: shop };
      },
    }),
  ),
  ...(['registerPreAuth.do', 'instantPayment.do'] as const).map((operation) =>
    fault(
      'gateway.page.back-to-shop',
      `not-by-${operation === 'instantPayment.do' ? 'instant-payment' : 'pre-authorisation'}`,
      `has no button back to the shop where ${operation} made the order`,
      withParameters(operation, ({ parameters }) => ({ ...parameters, jsonParams: '{}' })),
    ),
  ),
  fault(
    'gateway.page.back-to-shop-unnamed',
    'needs-a-name',
    'has no button back to the shop where it has no name',
    withRules({
      gwShopButton: (jsonParams, usualName) =>
        jsonParams['backToShopName'] === undefined
          ? undefined
          : gwShopButton(jsonParams, usualName),
    }),
  ),
  fault(
    'gateway.page.holder-outside-ascii',
    'letters-lost',
    'loses the letters of a name that are outside ASCII',
    withRules({
      gwShownHolder: (name) => gwShownHolder(name?.replaceAll(/[^\x20-\x7e]/g, '?')),
    }),
  ),
  fault(
    'gateway.page.back-to-shop-name',
    'usual-name',
    'labels the button back to the shop with a default text',
    withRules({
      gwShopButton: (jsonParams, usualName) => {
        const button = gwShopButton(jsonParams, usualName);
        return button === undefined ? undefined : { ...button, name: usualName };
      },
    }),
  ),
  fault(
    'gateway.page.each-its-own',
    'first-address-of-a-label',
    'leads back where the first order led whose button had the same label',
    withRememberingRules(() => {
      const addresses = new Map<string, string>();
      return {
        gwShopButton: (jsonParams, usualName) => {
          const button = gwShopButton(jsonParams, usualName);
          if (button === undefined) return undefined;
          const address = addresses.get(button.name) ?? button.address;
          addresses.set(button.name, address);
          return { ...button, address };
        },
      };
    }),
  ),
  fault(
    'gateway.page.each-its-own',
    'language-of-the-last',
    'takes the language that was named last for that of the store',
    onGateway(() => {
      let last: string | undefined;
      return async (asked, send) => {
        const { language } = asked.parameters;
        if (asked.operation !== 'register.do') return send();
        last = language ?? last;
        return last === undefined || last === language
          ? send()
          : send({ body: changedBody(asked, { language: last }) });
      };
    }),
  ),
  fault(
    'gateway.page.each-its-own',
    'name-of-the-last',
    'shows on the page of an order without a cardholder the name from the page that was shown before',
    withRememberingRules(() => {
      let before = '';
      return {
        gwShownHolder: (name) => {
          before = gwShownHolder(name) || before;
          return before;
        },
      };
    }),
  ),
  fault(
    'gateway.page.each-its-own',
    'first-label-of-an-address',
    'labels the button as on the page of the first order that led there',
    withRememberingRules(() => {
      const labels = new Map<string, string>();
      return {
        gwShopButton: (jsonParams, usualName) => {
          const button = gwShopButton(jsonParams, usualName);
          if (button === undefined) return undefined;
          const name = labels.get(button.address) ?? button.name;
          labels.set(button.address, name);
          return { ...button, name };
        },
      };
    }),
  ),
  fault(
    'gateway.page.each-its-own',
    'first-holder-of-a-customer',
    'shows the cardholderName of the first order of a customer on the pages of all',
    onGateway(() => {
      const holders = new Map<string, string>();
      return async (asked, send) => {
        const { clientId, cardholderName } = asked.parameters;
        if (clientId === undefined || cardholderName === undefined) return send();
        const holder = holders.get(clientId) ?? cardholderName;
        holders.set(clientId, holder);
        return send({ body: changedBody(asked, { cardholderName: holder }) });
      };
    }),
  ),
  fault(
    'gateway.page.every-rendition',
    'no-way-back-from-mistakes',
    'has no way back to the shop while something is to be put right',
    onGateway(() => async ({ url, text }, send) => {
      const response = await send();
      return isSubmitted(url, text) && response.status === 422
        ? withPage(response, (html) => html.replaceAll('/basket/17', '/'))
        : response;
    }),
  ),
  fault(
    'gateway.page.every-rendition',
    'name-for-one-phase',
    'shows the cardholderName on the pages of orders in one phase alone',
    withOrders((orderOf) => async ({ url }, send) => {
      const response = await send();
      const { operation, cardholderName = '' } = orderOf(url.searchParams.toString());
      return operation === 'registerPreAuth.do'
        ? withPage(response, (html) => html.replaceAll(cardholderName, ''))
        : response;
    }),
  ),
  fault(
    'gateway.page.texts-as-sent',
    'label-escaped-twice',
    'escapes the label of the button back to the shop twice',
    withRules({
      gwShopButton: (jsonParams, usualName) => {
        const button = gwShopButton(jsonParams, usualName);
        return button && { ...button, name: button.name.replaceAll('&', '&amp;') };
      },
    }),
  ),
  fault(
    'gateway.page.texts-as-sent',
    'address-without-query',
    'leads back to the shop without the query of the address',
    withRules({
      gwShopButton: (jsonParams, usualName) => {
        const button = gwShopButton(jsonParams, usualName);
        return button && { ...button, address: button.address.replace(/\?[^#]*/, '') };
      },
    }),
  ),
  fault(
    'gateway.instant-payment.binding-page',
    'whole-card',
    'asks for full card data where a stored credential is to pay',
    withRules({ gwPageAsks: () => 'card' }),
  ),
  fault(
    'gateway.instant-payment.binding-page',
    'whole-card-after-a-slip',
    'asks for full card data once a security code was mistyped',
    onGateway(() => async ({ url, text }, send) => {
      const response = await send();
      return isSubmitted(url, text) && response.status === 422 ? wholeCard(text) : response;
    }),
  ),
  fault(
    'gateway.page.stores',
    'own-box-only',
    'stores no card that pays on the page, whatever the order is to do',
    forgetsCardsOf(isSubmitted),
  ),
  fault(
    'gateway.page.stores',
    'not-when-verified',
    'stores no card that is verified on the page',
    forgetsCardsOf(isSubmitted, ({ features }) => features === 'VERIFY'),
  ),
  fault(
    'gateway.page.stores',
    'list-of-before',
    'keeps an empty list of credentials until the merchant pays another order',
    onGateway(() => {
      const lists = new Map<string, Response>();
      return async ({ operation, parameters }, send) => {
        if (operation === 'paymentorder.do' || operation === 'instantPayment.do') lists.clear();
        if (operation !== 'getBindings.do') return send();
        const key = `${parameters['clientId']} ${parameters['bindingType']}`;
        const response = lists.get(key) ?? (await send());
        lists.set(key, response.clone());
        return response;
      };
    }),
  ),
  fault(
    'gateway.tii.ci',
    'lost-at-the-bank',
    'stores no card whose payer was asked by the bank',
    forgetsCardsOf(isAnswered),
  ),
  fault(
    'gateway.page.leads-on-alike',
    'held-is-no-debit',
    'leads the customer to failUrl whose payment is held',
    withOrders((orderOf) => async ({ url, text }, send) => {
      const response = await send();
      const { operation, failUrl } = orderOf(text);
      return isSubmitted(url, text) && operation === 'registerPreAuth.do'
        ? leadsTo(failUrl)
        : response;
    }),
  ),
  ...(
    [
      ['redirect-of-a-hold', 'paymentorder.do', 'with card data'],
      ['redirect-of-a-credential', 'paymentOrderBinding.do', 'by a stored credential'],
    ] as const
  ).map(([slug, operation, how]) =>
    fault(
      'gateway.page.leads-on-alike',
      slug,
      `redirects to its failUrl whose payment ${how} is held`,
      withOrders((orderOf) => async (asked, send) => {
        const response = await send();
        const { MDORDER, mdOrder = MDORDER } = asked.parameters;
        const { operation: by, returnUrl, failUrl } = orderOf(`mdOrder=${mdOrder}`);
        if (asked.operation !== operation || by !== 'registerPreAuth.do') return response;
        return failUrl === undefined
          ? response
          : withPage(response, (json) => json.replaceAll(String(returnUrl), failUrl));
      }),
    ),
  ),
  fault(
    'gateway.page.leads-on-alike',
    'redirect-of-a-decline',
    'redirects to its returnUrl whose payment in two phases is declined',
    withOrders((orderOf) => async ({ operation, parameters }, send) => {
      const response = await send();
      const { operation: by, returnUrl, failUrl } = orderOf(`mdOrder=${parameters['MDORDER']}`);
      return operation === 'paymentorder.do' && by === 'registerPreAuth.do' && failUrl !== undefined
        ? withPage(response, (json) => json.replaceAll(failUrl, String(returnUrl)))
        : response;
    }),
  ),
  fault(
    'gateway.page.leads-on-alike',
    'held-is-open',
    'leads who comes back to the page of a held order to its failUrl',
    withOrders((orderOf) => async ({ url }, send) => {
      const response = await send();
      const { operation, returnUrl, failUrl } = orderOf(url.search);
      return operation === 'registerPreAuth.do' && failUrl !== undefined
        ? withPage(response, (html) => html.replaceAll(String(returnUrl), failUrl))
        : response;
    }),
  ),
  fault(
    'gateway.page.leads-on-alike',
    'once-declined',
    'leads who comes back to the page of an order to its failUrl where a card was declined before',
    onGateway(() => {
      const orders = new Map<unknown, GatewayRequest['parameters']>();
      const declined = new Set<string>();
      return async ({ operation, parameters, url }, send) => {
        const response = await send();
        const { MDORDER = '' } = parameters;
        if (operation?.startsWith('register') === true)
          orders.set(memberAt(await read(response), 'orderId'), parameters);
        const isPayment = operation === 'paymentorder.do';
        if (isPayment && String(memberAt(await read(response), 'info')).includes('declined'))
          declined.add(MDORDER);
        const mdOrder = url.searchParams.get('mdOrder') ?? '';
        const { returnUrl = '', failUrl = '' } = orders.get(mdOrder) ?? {};
        return declined.has(mdOrder)
          ? withPage(response, (html) => html.replaceAll(returnUrl, failUrl))
          : response;
      };
    }),
  ),
  fault(
    'gateway.page.leads-on-from-the-bank',
    'bank-means-failure',
    'leads a payer to failUrl who confirmed at the bank',
    withOrders((orderOf) => async ({ url, text }, send) => {
      const response = await send();
      const isConfirmed = isAnswered(url, text) && text.includes('confirm');
      return isConfirmed ? leadsTo(orderOf(text)['failUrl']) : response;
    }),
  ),
  fault(
    'gateway.page.leads-on-from-the-bank',
    'only-from-the-page',
    'leads a payer to failUrl who confirmed at the bank, and whom the merchant has sent there',
    withOrders((orderOf) => {
      const sent = new Set<string | null>();
      return async ({ url, text, operation, parameters }, send) => {
        const { MDORDER } = parameters;
        if (operation === 'paymentorder.do' && MDORDER !== undefined) sent.add(MDORDER);
        const response = await send();
        const isConfirmed = isAnswered(url, text) && text.includes('confirm');
        return isConfirmed && sent.has(new URLSearchParams(text).get('mdOrder'))
          ? leadsTo(orderOf(text)['failUrl'])
          : response;
      };
    }),
  ),
  fault(
    'gateway.page.stores',
    'pays-nothing',
    'declines what a customer pays by a card that was stored on a page',
    withOrders((orderOf) => {
      const clients = new Set<string | undefined>();
      return async ({ url, text, operation, parameters }, send) => {
        if (isSubmitted(url, text)) clients.add(orderOf(text)['clientId']);
        const { clientId } = orderOf(`mdOrder=${parameters['mdOrder']}`);
        const isByCredential = operation === 'paymentOrderBinding.do' && clientId !== undefined;
        return isByCredential && clients.has(clientId) ? refusal() : send();
      };
    }),
  ),
  fault(
    'gateway.page.as-by-the-merchant',
    'charges-none',
    'charges no card that was stored on a page by its schedule',
    withOrders((orderOf) => {
      const clients = new Set<string | undefined>();
      const credentials = new Set<unknown>();
      return async ({ url, text, operation, parameters }, send) => {
        if (isSubmitted(url, text)) clients.add(orderOf(text)['clientId']);
        if (operation === 'recurrentPayment.do' && credentials.has(parameters['bindingId']))
          return refusal();
        const response = await send();
        const { clientId } = parameters;
        if (operation !== 'getBindings.do' || !clients.has(clientId)) return response;
        const bindings = memberAt(await read(response), 'bindings');
        for (const one of Array.isArray(bindings) ? bindings : [])
          credentials.add(memberAt(one, 'bindingId'));
        return response;
      };
    }),
  ),
  fault(
    'gateway.page.as-by-the-merchant',
    'asks-the-bank-with-force-ssl',
    'sends the payer of an order with FORCE_SSL from its page to the bank',
    withOrders((orderOf) => async ({ url, text }, send) => {
      const isAsked = isSubmitted(url, text) && orderOf(text)['features'] === 'FORCE_SSL';
      return isAsked && !text.includes('bank=') ? pageOfBank(text) : send();
    }),
  ),
  fault(
    'gateway.page.as-by-the-merchant',
    'verification-is-charged',
    'charges a verification that is made on the page',
    spoilsPaidOnPage((answer) => {
      if (String(answer['orderStatus']) !== '3') return;
      answer['orderStatus'] = 2;
      setMember(answer, 'paymentAmountInfo.depositedAmount', Number(answer['amount']));
    }),
  ),
  fault(
    'gateway.page.as-by-the-merchant',
    'declined-pays',
    'has a card that is declined pay on the page',
    spoilsPaidOnPage((answer) => {
      if (!['0', '6'].includes(String(answer['orderStatus']))) return;
      answer['orderStatus'] = 2;
      setMember(answer, 'paymentAmountInfo.depositedAmount', Number(answer['amount']));
    }),
  ),
  fault(
    'gateway.page.as-by-the-merchant',
    'held-is-debited',
    'debits an order in two phases that is paid on its page',
    spoilsPaidOnPage(depositIfHeld),
  ),
  fault(
    'gateway.page.twice-is-once',
    'second-click-fails',
    'leads to failUrl who sends the payment of an order again',
    withOrders((orderOf) => {
      const sent = new Set<string>();
      return async ({ url, text }, send) => {
        const isAgain = isSubmitted(url, text) && sent.has(text);
        if (isSubmitted(url, text)) sent.add(text);
        return isAgain ? leadsTo(orderOf(text)['failUrl']) : send();
      };
    }),
  ),
  fault(
    'gateway.page.twice-is-once',
    'page-has-the-last-word',
    'shows an order as declined that was paid before its page was sent',
    onGateway(() => {
      const paidOnes = new Set<string | null | undefined>();
      const sent = new Set<string | null | undefined>();
      return async (asked, send) => {
        const { operation, parameters, url, text } = asked;
        if (operation === 'paymentorder.do') paidOnes.add(parameters['MDORDER']);
        const { mdOrder } = parameters;
        if (isSubmitted(url, text) && paidOnes.has(mdOrder)) sent.add(mdOrder);
        const response = await send();
        const isMeant =
          operation === 'getOrderStatusExtended.do' && sent.has(parameters['orderId']);
        const answer = isMeant ? await read(response) : undefined;
        return isObject(answer) ? jsonAnswer({ ...answer, orderStatus: 6 }) : response;
      };
    }),
  ),
  fault(
    'gateway.page.refused-at-the-bank',
    'any-answer-will-do',
    'takes a payer who refuses at the bank for one who confirms',
    onGateway(() => async ({ url, text }, send) => {
      return isAnswered(url, text) ? send({ body: text.replace('refuse', 'confirm') }) : send();
    }),
  ),
  fault(
    'gateway.page.refused-at-the-bank',
    'after-a-decline',
    'takes a payer who refuses at the bank for one who confirms once another card was declined',
    onGateway(() => {
      const tried = new Set<string | undefined>();
      return async ({ url, text, operation, parameters }, send) => {
        if (operation === 'paymentorder.do') {
          const response = await send();
          const isBegun = memberAt(await read(response), 'is3DSVer2') === true;
          if (!isBegun) tried.add(parameters['MDORDER']);
          return response;
        }
        const mdOrder = new URLSearchParams(text).get('mdOrder') ?? undefined;
        return isAnswered(url, text) && tried.has(mdOrder)
          ? send({ body: text.replace('refuse', 'confirm') })
          : send();
      };
    }),
  ),
  fault(
    'gateway.page.refused-at-the-bank',
    'the-second-time',
    'takes a payer who refuses at the bank a second time for one who confirms',
    onGateway(() => {
      const refused = new Set<string | null>();
      return async ({ url, text }, send) => {
        if (!isAnswered(url, text) || !text.includes('refuse')) return send();
        const mdOrder = new URLSearchParams(text).get('mdOrder');
        if (refused.has(mdOrder)) return send({ body: text.replace('refuse', 'confirm') });
        refused.add(mdOrder);
        return send();
      };
    }),
  ),
  fault(
    'gateway.page.refused-at-the-bank',
    'led-to-return-url',
    'leads a payer to returnUrl who refused at the bank',
    withOrders((orderOf) => async ({ url, text }, send) => {
      const response = await send();
      const isRefused = isAnswered(url, text) && text.includes('refuse');
      return isRefused ? leadsTo(orderOf(text)['returnUrl']) : response;
    }),
  ),
  fault(
    'gateway.page.each-at-the-bank',
    'one-of-a-customer',
    'keeps what waits for the bank by customer, so that only one payment of each can be confirmed',
    withOrders((orderOf) => {
      const answered = new Set<string | undefined>();
      return async ({ url, text }, send) => {
        const { clientId } = orderOf(text);
        if (!isAnswered(url, text) || clientId === undefined) return send();
        const isSecond = answered.has(clientId);
        answered.add(clientId);
        return isSecond ? thanks() : send();
      };
    }),
  ),
  fault(
    'gateway.alike.three-ds',
    'deposited-in-the-second-step',
    'deposits what is only to be held once the bank has confirmed',
    spoilsLater({
      marks: secondSteps,
      status: depositIfHeld,
    }),
  ),
  fault(
    'gateway.alike.three-ds',
    'not-stored',
    'stores no card whose payer was asked by the bank',
    spoilsLater({
      marks: (asked, _answer, known) =>
        secondSteps(asked).map((order) => asked.parameters['clientId'] ?? known.clientOf(order)),
      bindings: listOfNone,
    }),
  ),
];

type Meddling = (asked: GatewayRequest, send: PathSend) => Promise<Response>;

/** What an order was registered with, and by which operation. */
type Registered = Readonly<Record<string, string | undefined>>;

/** Meddles with pages, of whose orders it knows the registration. */
function withOrders(make: (orderOf: (form: string) => Registered) => Meddling): Tampering {
  return onGateway(() => {
    const orders = new Map<unknown, Registered>();
    const meddle = make((form) => orders.get(new URLSearchParams(form).get('mdOrder')) ?? {});
    return async (asked, send) => {
      const { operation, parameters } = asked;
      if (operation?.startsWith('register') !== true) return meddle(asked, send);
      const response = await send();
      orders.set(memberAt(await read(response), 'orderId'), { ...parameters, operation });
      return response;
    };
  });
}

/** Lists no credentials of a customer of whom such a form was sent. */
function forgetsCardsOf(
  isForm: (url: URL, text: string) => boolean,
  isMeant: (order: Registered) => boolean = () => true,
): Tampering {
  return withOrders((orderOf) => {
    const clients = new Set<string | undefined>();
    return async ({ url, text, operation, parameters }, send) => {
      if (isForm(url, text) && isMeant(orderOf(text))) clients.add(orderOf(text)['clientId']);
      const isList = operation === 'getBindings.do' && clients.has(parameters['clientId']);
      return isList ? jsonAnswer({ errorCode: '0', bindings: [] }) : send();
    };
  });
}

/** The same page with other HTML. */
async function withPage(response: Response, change: (html: string) => string): Promise<Response> {
  const { status, headers } = response;
  return new Response(change(await response.text()), { status, headers });
}

function leadsTo(address: string | undefined): Response {
  return new Response(null, { status: 303, headers: { Location: address ?? shop } });
}

function isAnswered({ pathname }: URL, text: string): boolean {
  return pathname === '/payment/page/challenge' && text.includes('action=');
}

/** The form of a page that has forgotten what it knew of the card. */
function wholeCard(form: string): Response {
  const mdOrder = new URLSearchParams(form).get('mdOrder') ?? '';
  const field = (name: string, label: string): string =>
    `<p><label>${label} <input name="${name}"></label></p>`;
  return new Response(
    `<!doctype html><title>Pay</title><form method="post" action="/payment/page">
      <input type="hidden" name="mdOrder" value="${mdOrder}">
      ${field('pan', 'Card number')}${field('expiry', 'Expiry date (MM/YY)')}${field('cvc', 'CVC')}
      <button name="action" value="pay">Pay</button></form>`,
    { status: 422, headers: { 'Content-Type': 'text/html' } },
  );
}

function isSubmitted({ pathname }: URL, text: string): boolean {
  return pathname === '/payment/page' && text.includes('action=pay');
}

/** Shows orders in another way whose form was sent from their page. */
function spoilsPaidOnPage(change: (status: Members) => void): Tampering {
  return onGateway(() => {
    const submitted = new Set<string | null>();
    return async ({ url, text, operation, parameters }, send) => {
      if (isSubmitted(url, text)) submitted.add(new URLSearchParams(text).get('mdOrder'));
      const response = await send();
      const isShown = submitted.has(parameters['orderId'] ?? null);
      if (operation !== 'getOrderStatusExtended.do' || !isShown) return response;
      const answer = await read(response);
      if (!isObject(answer)) return response;
      change(answer);
      return withBody(response, JSON.stringify(answer));
    };
  });
}

/** A page of the bank, behind whose button the payment goes on. */
function pageOfBank(form: string): Response {
  const hidden = [...new URLSearchParams(form)].map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
  );
  return new Response(
    `<!doctype html><title>Your bank</title><form method="post" action="/payment/page">
      ${hidden.join('')}<button name="bank" value="yes">Confirm</button></form>`,
    { headers: { 'Content-Type': 'text/html' } },
  );
}

function thanks(): Response {
  return new Response('<!doctype html><title>Thank you</title><p>Thank you.</p>', {
    headers: { 'Content-Type': 'text/html' },
  });
}

/** The order of a payment that goes on after the first step of 3DS 2. */
function secondSteps({ parameters }: GatewayRequest): readonly (string | undefined)[] {
  const { threeDSServerTransId, threeDSVer2MdOrder, MDORDER } = parameters;
  return threeDSServerTransId === undefined ? [] : [threeDSVer2MdOrder ?? MDORDER];
}
