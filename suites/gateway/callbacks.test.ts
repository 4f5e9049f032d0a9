import { afterAll } from 'vitest';
import { aClientId, anOrder } from '../../fixtures/builders/gateway.ts';
import { check, expect } from '../../fixtures/check.ts';
import {
  type GatewayClient,
  isGatewaySuccess,
  type Parameters,
} from '../../fixtures/clients/gateway.ts';
import { answerBank } from '../../fixtures/customer/bank.ts';
import { closeBrowser, noBrowser } from '../../fixtures/customer/browser.ts';
import { payOn } from '../../fixtures/customer/pay.ts';
import { newVisit, opens } from '../../fixtures/customer/visit.ts';
import type { Exchange } from '../../fixtures/transcript/exchange.ts';
import {
  orderNamedIn,
  payByBinding,
  paymentOutcomeOf,
} from '../../fixtures/worlds/gateway-credentials.ts';
import { reportsPaid } from '../../fixtures/worlds/gateway-orders.ts';
import { reusable, ways } from '../../fixtures/worlds/gateway-ways.ts';
import {
  cannotRegister,
  comesToBePaid,
  isNotOffered,
  newOrder,
  paidOrder,
  payWithCard,
  promised,
  statusOf,
  type TestOrder,
  validGatewayRequest,
} from '../../fixtures/worlds/gateway.ts';
import {
  handshakeByte,
  listen,
  type Listener,
  listenForTls,
  noneCame,
  type Notification,
  ofOtherKinds,
} from './listener.ts';
import { inSmokeOnly, repeated } from '../../fixtures/repeated.ts';
import { textAt } from '../../fixtures/worlds/set-up.ts';

// Document 3, part 6: notifications go to the address in the order, if the merchant has them activated.

afterAll(closeBrowser);

check(
  'gateway.callback.to-dynamic-url',
  'notifies the payment of each order to the address of that order',
  async ({ gateway, skip, onTestFinished, tell }) => {
    const { addressOf, notifications, wait } = await listen(gateway, skip, onTestFinished, tell);
    // Of one customer: whose order it is decides nothing about where it is told.
    const clientId = aClientId();
    const [one, other] = await Promise.all(
      ['/one', '/other'].map((path) =>
        paidOrder(gateway, { clientId, dynamicCallbackUrl: addressOf(path) }),
      ),
    );

    const cameTo = (path: string) => notifications.filter((each) => each.path === path);
    await wait(() => notifications.length > 0);
    if (notifications.length === 0) return skip(noneCame);
    // Where one came, those of a merchant are activated, and the other has more time.
    await wait(() => cameTo('/one').length > 0 && cameTo('/other').length > 0, 8_000);

    expect(new Set(notifications.map(({ path }) => path))).toEqual(new Set(['/one', '/other']));
    expect(cameTo('/one').some((each) => isAbout(each, other))).toBe(false);
    expect(cameTo('/other').some((each) => isAbout(each, one))).toBe(false);
  },
);

check(
  'gateway.callback.to-dynamic-url',
  'notifies an order to its address, whatever another merchant registers and pays under its number',
  async ({ gateway, otherMerchant, skip, onTestFinished, tell }) => {
    const { addressOf, notifications, wait } = await listen(gateway, skip, onTestFinished, tell);
    const other = gateway.as({ login: otherMerchant });
    const orders: { readonly path: string; readonly order: TestOrder }[] = [];
    for (const [path, theirs] of [
      ['/of-one-number', addressOf('/theirs')],
      ['/without-theirs', undefined],
    ] as const) {
      const order = await newOrder(gateway, { dynamicCallbackUrl: addressOf(path) });
      const { orderNumber } = order;
      const part = { orderNumber, dynamicCallbackUrl: theirs };
      // Whether they may is the affair of other requirements.
      const registered = await other.ask('register.do', anOrder(part));
      const namesake = orderNamedIn(registered);
      if (!isGatewaySuccess(registered) || namesake === undefined) return skip(cannotRegister);
      orders.push({ path, order });
      // What is told of one of them first is told of the other all the same.
      if (theirs !== undefined) await payWithCard(other, namesake);
    }
    await paidOrder(gateway, { dynamicCallbackUrl: addressOf('/alone') });
    for (const { order } of orders)
      promised(await payWithCard(gateway, order), 'gateway.payment-order.succeeds');

    const paths = () => new Set(notifications.map(({ path }) => path));
    await wait(() => notifications.length > 0);
    if (notifications.length === 0) return skip(noneCame);
    await wait(() => orders.every(({ path }) => paths().has(path)), 8_000);

    const wanted = new Set(['/alone', ...orders.map(({ path }) => path)]);
    const came = paths();
    // Whether notifications of the other merchant are activated is not known.
    came.delete('/theirs');
    expect(came, 'where notifications came').toEqual(wanted);
  },
);

check(
  'gateway.callback.to-dynamic-url',
  'notifies each of two orders with its own query, where their addresses differ in nothing else',
  async ({ gateway, skip, onTestFinished, tell }) => {
    const { addressOf, notifications, wait } = await listen(gateway, skip, onTestFinished, tell);
    for (const shop of ['1', '2'])
      await paidOrder(gateway, { dynamicCallbackUrl: addressOf(`/shops?shop=${shop}`) });

    const shops = () => new Set(notifications.map(({ members }) => members.get('shop')));
    await wait(() => notifications.length > 0);
    if (notifications.length === 0) return skip(noneCame);
    await wait(() => shops().size > 1, 8_000);

    expect(shops(), 'shop in the queries of the notifications').toEqual(new Set(['1', '2']));
  },
);

/** So many orders are paid at the same time; of the last four, two each share an address. */
const together = 8;
const addressNumbers = Array.from({ length: together }, (_, index) =>
  index < together / 2 ? index : index - (index % 2),
);

check(
  'gateway.callback.each-order',
  'notifies each of the orders that are paid at the same time to its address, with its query',
  async ({ gateway, skip, onTestFinished, tell }) => {
    const { addressOf, notifications, wait } = await listen(gateway, skip, onTestFinished, tell);
    const orders = await Promise.all(
      addressNumbers.map((number) => {
        const address = addressOf(`/order-${number}?shop=box${number}&to=a%20b`);
        return newOrder(gateway, { dynamicCallbackUrl: address });
      }),
    );

    const payments = await Promise.all(orders.map((order) => payWithCard(gateway, order)));

    for (const payment of payments) promised(payment, 'gateway.payment-order.succeeds');
    const at = (number: number) => notifications.filter(({ path }) => path === `/order-${number}`);
    // What a notification says is not shown: where it names no order, one is told of by as many as they are.
    const toldOf = () =>
      orders.filter((order, index) => {
        const came = at(addressNumbers[index] ?? index);
        const sharing = orders.filter(
          (_one, place) => addressNumbers[place] === addressNumbers[index],
        );
        const areNamed = came.some((each) => sharing.some((one) => isAbout(each, one)));
        return areNamed ? came.some((each) => isAbout(each, order)) : came.length >= sharing.length;
      });
    await wait(() => notifications.length > 0);
    if (notifications.length === 0) return skip(noneCame);
    await wait(() => toldOf().length === together, 8_000);
    expect(toldOf().length, 'orders of which a notification came').toBe(together);
    for (const number of new Set(addressNumbers)) {
      const own = orders.filter((_order, index) => addressNumbers[index] === number);
      for (const { path, members } of at(number)) {
        const ids = [members.get('mdOrder'), members.get('orderNumber')];
        const known = [
          own.map(({ mdOrder }) => mdOrder),
          own.map(({ orderNumber }) => orderNumber),
        ];
        const others = ids.filter((id, place) => id !== undefined && !known[place]?.includes(id));
        expect(others, `mdOrder and orderNumber at ${path} that are not of its order`).toEqual([]);
      }
    }
    for (const { path, members } of notifications) {
      const query = [members.get('shop'), members.get('to')];
      expect(query, `the query of ${path}`).toEqual([path.replace('/order-', 'box'), 'a b']);
    }
  },
);

/** How an order comes to be held by a card and by other means. Document 3, parts 4.2, 4.4 and 4.6. */
const holds: Readonly<
  Record<string, (gateway: GatewayClient, part: Parameters) => Promise<Exchange | undefined>>
> = {
  'with card data': async (gateway, part) => {
    const order = await newOrder(gateway, part, 'registerPreAuth.do');
    await payWithCard(gateway, order);
    return statusOf(gateway, order);
  },
  'by a stored credential': async (gateway, part) => {
    const credential = await reusable(gateway);
    if (credential === undefined) return undefined;
    const { clientId } = credential;
    const order = await newOrder(gateway, { ...part, clientId }, 'registerPreAuth.do');
    await payByBinding(gateway, order, credential);
    return statusOf(gateway, order);
  },
  'in one call': async (gateway, part) => {
    const instant = await validGatewayRequest(gateway, 'instantPayment.do');
    if (isNotOffered(instant)) return undefined;
    return paymentOutcomeOf(
      gateway,
      await instant.send({ ...instant.parameters, ...anOrder(part), preAuth: true }),
    );
  },
};

check(
  'gateway.callback.by-every-means',
  'notifies orders that are held with card data, by a stored credential and in one call',
  async ({ gateway, skip, onTestFinished, tell }) => {
    const { addressOf, notifications, wait } = await listen(gateway, skip, onTestFinished, tell);
    const means = Object.entries(holds);
    const held = await Promise.all(
      means.slice(0, repeated(means.length, 2)).map(async ([name, hold], index) => {
        const status = await hold(gateway, { dynamicCallbackUrl: addressOf(`/hold-${index}`) });
        return status !== undefined && reportsPaid(status)
          ? [{ name, path: `/hold-${index}` }]
          : [];
      }),
    );

    await expectEachNotified(held.flat(), { notifications, wait, skip });
  },
);

check(
  'gateway.callback.by-every-means',
  'notifies orders that are paid with card data, by a stored credential and in one call',
  async ({ gateway, skip, onTestFinished, tell }) => {
    const { addressOf, notifications, wait } = await listen(gateway, skip, onTestFinished, tell);
    const means = ways.filter(
      ({ makes, isOnePhase }) =>
        isOnePhase && (makes === 'register.do' || makes === 'instantPayment.do'),
    );
    const paid = await Promise.all(
      means.slice(0, repeated(means.length, 2)).map(async ({ name, prepare }, index) => {
        const payer = await prepare(gateway);
        const dynamicCallbackUrl = addressOf(`/means-${index}`);
        const payment = await payer?.(17_00 + index, { dynamicCallbackUrl });
        const isPaid =
          payment?.order !== undefined && reportsPaid(await statusOf(gateway, payment.order));
        return isPaid ? [{ name, path: `/means-${index}` }] : [];
      }),
    );

    await expectEachNotified(paid.flat(), { notifications, wait, skip });
  },
);

/** What is tried with an order before it is paid; undefined where there is no such card. */
const failures: Readonly<
  Record<string, (settings: GatewayClient['settings']) => Parameters | undefined>
> = {
  'after a declined card': ({ declinedCardPan: $PAN }) =>
    $PAN === undefined ? undefined : { $PAN },
  'after a mistyped code': () => ({ $CVC: '12' }),
  'after a first step of 3DS 2': ({ threeDSCardPan: $PAN }) =>
    $PAN === undefined ? undefined : { $PAN },
};

check(
  'gateway.callback.by-every-means',
  'notifies orders that are held or paid in the end, after what failed before',
  async ({ gateway, skip, onTestFinished, tell }) => {
    const { addressOf, notifications, wait } = await listen(gateway, skip, onTestFinished, tell);
    const cameTo = (path: string) => notifications.filter((each) => each.path === path).length;
    const kinds = Object.entries(failures);
    for (const operation of ['register.do', 'registerPreAuth.do'] as const) {
      const usual = `/${operation}`;
      await paidOrder(gateway, { dynamicCallbackUrl: addressOf(usual) }, operation);
      const tried = await Promise.all(
        kinds.slice(0, repeated(kinds.length, 1)).map(async ([name, failure], index) => {
          const part = failure(gateway.settings);
          if (part === undefined) return [];
          const path = `${usual}/${index}`;
          const order = await newOrder(gateway, { dynamicCallbackUrl: addressOf(path) }, operation);
          await payWithCard(gateway, order, part);
          // Where the bank asks nothing, a card for 3DS has paid.
          return reportsPaid(await statusOf(gateway, order)) ? [] : [{ name, path, order }];
        }),
      );
      // Those of the failures, where they are activated.
      await wait(() => tried.flat().every(({ path }) => cameTo(path) > 0), 1_000);
      const paid = await Promise.all(
        tried.flat().map(async ({ name, path, order }) => {
          const before = cameTo(path);
          await payWithCard(gateway, order);
          const isPaid = reportsPaid(await statusOf(gateway, order));
          return isPaid ? [{ name, path, before }] : [];
        }),
      );

      const orders = [{ name: 'at once', path: usual }, ...paid.flat()];
      await expectEachNotified(orders, { notifications, wait, skip });
    }
  },
);

/** What the customer does on the page of an order. */
const onThePage = [
  { name: 'on its page', operation: 'register.do', isAtBank: false },
  { name: 'on its page, in two phases', operation: 'registerPreAuth.do', isAtBank: false },
  { name: 'on its page, and confirmed at the bank', operation: 'register.do', isAtBank: true },
] as const;

check(
  'gateway.callback.by-every-means',
  'notifies orders that their customer pays on the page, or confirms at the bank',
  async ({ gateway, skip, onTestFinished, tell }) => {
    if (inSmokeOnly()) return;
    const { addressOf, notifications, wait } = await listen(gateway, skip, onTestFinished, tell);
    const visit = await newVisit(onTestFinished, tell);
    if (visit === undefined) return skip(noBrowser);
    const { card, threeDSCardPan } = gateway.settings;
    for (const operation of ['register.do', 'registerPreAuth.do'] as const) {
      const usual = `/${operation}`;
      await paidOrder(gateway, { dynamicCallbackUrl: addressOf(usual) }, operation);
      const orders = [{ name: 'by the merchant', path: usual }];
      for (const [index, { name, isAtBank, ...one }] of onThePage.entries()) {
        const pan = isAtBank ? threeDSCardPan : card.pan;
        if (one.operation !== operation || pan === undefined) continue;
        const path = `/page-${index}`;
        const part = { language: 'en', dynamicCallbackUrl: addressOf(path) };
        const order = await newOrder(gateway, part, operation);
        if ((await opens(visit, order.formUrl)) !== undefined) continue;
        await payOn(visit, { ...card, pan }, () => visit.isAtShop());
        if (isAtBank) await answerBank(visit, 'confirm');
        if (await comesToBePaid(gateway, order)) orders.push({ name, path });
      }

      await expectEachNotified(orders, { notifications, wait, skip });
    }
  },
);

check(
  'gateway.callback.payments-only',
  'tells the address of an order of its payment, and of no credential that is stored',
  async ({ gateway, skip, onTestFinished, tell }) => {
    const { addressOf, notifications, wait } = await listen(gateway, skip, onTestFinished, tell);
    // The card of the last one is stored by then.
    const stores = { features: 'FORCE_CREATE_BINDING', clientId: aClientId() };
    const orders = { '/plain': { clientId: aClientId() }, '/storing': stores, '/again': stores };
    for (const [path, part] of Object.entries(orders)) {
      const order = anOrder({ dynamicCallbackUrl: addressOf(path), ...part });
      const answer = await gateway.ask('register.do', order);
      if (!isGatewaySuccess(answer)) return skip('the merchant may store no credentials');
      const payment = await payWithCard(gateway, { mdOrder: textAt(answer, 'orderId') });
      promised(payment, 'gateway.payment-order.succeeds');
    }

    const cameTo = (path: string) => notifications.filter((each) => each.path === path);
    await wait(() => Object.keys(orders).every((path) => cameTo(path).length > 0));
    if (cameTo('/plain').length === 0) return skip(noneCame);
    await wait(() => false, watchedForMs);

    for (const path of ['/storing', '/again']) {
      const others = ofOtherKinds(cameTo(path), cameTo('/plain'));
      const isMore = cameTo(path).length > cameTo('/plain').length;
      const told = others.map(({ text }) => text);
      expect(isMore ? told : [], `notifications at ${path} of no payment`).toEqual([]);
    }
  },
);

check(
  'gateway.callback.https',
  'notifies a payment to an address with https too',
  async ({ gateway, skip, onTestFinished, tell }) => {
    const [{ addressOf, notifications, wait }, secure] = await Promise.all([
      listen(gateway, skip, onTestFinished, tell),
      listenForTls(onTestFinished, tell),
    ]);
    const registered = await gateway.ask(
      'register.do',
      anOrder({ dynamicCallbackUrl: secure.address }),
    );
    if (!isGatewaySuccess(registered))
      return skip('an https address on this machine is not accepted');
    const order = { mdOrder: textAt(registered, 'orderId') };

    promised(await payWithCard(gateway, order), 'gateway.payment-order.succeeds');
    await paidOrder(gateway, { dynamicCallbackUrl: addressOf('/plain') });

    await wait(() => notifications.length > 0);
    if (notifications.length === 0) return skip(noneCame);
    // Where one came, those of a merchant are activated, and the other has more time.
    await wait(() => secure.firstBytes.length > 0, 8_000);
    expect(new Set(secure.firstBytes), 'how connections begin').toEqual(new Set([handshakeByte]));
  },
);

check(
  'gateway.callback.names-the-order',
  'names the order in every notification of a payment',
  async ({ gateway, skip, onTestFinished, tell }) => {
    const { addressOf, notifications, wait } = await listen(gateway, skip, onTestFinished, tell);
    const order = await paidOrder(gateway, { dynamicCallbackUrl: addressOf('/order') });

    await wait(() => notifications.length > 0);

    if (notifications.length === 0) return skip(noneCame);
    for (const each of notifications) {
      expect(isAbout(each, order), `mdOrder or orderNumber in ${namesIn(each)}`).toBe(true);
    }
  },
);

check(
  'gateway.callback.no-card-data',
  'tells no card number and no CVC in a notification',
  async ({ gateway, skip, onTestFinished, tell }) => {
    const { pan, cvc } = gateway.settings.card;
    const { addressOf, notifications, wait } = await listen(gateway, skip, onTestFinished, tell);
    const paths = ['/one', '/other'];
    await Promise.all(
      paths.map((path) => paidOrder(gateway, { dynamicCallbackUrl: addressOf(path) })),
    );

    await wait(() => paths.every((path) => notifications.some((each) => each.path === path)));

    if (notifications.length === 0) return skip(noneCame);
    const numbers = notifications.filter(({ text }) => text.includes(pan)).map(namesIn);
    expect(numbers, 'notifications with a full card number').toEqual([]);
    // Three digits may well be those of something else, but not for two orders under the same name.
    const [codes, others] = paths.map((path) => placesOf(cvc, notifications, path));
    const codesOfBoth = codes?.filter((name) => others?.includes(name)) ?? [];
    expect(codesOfBoth, 'members that hold the CVC').toEqual([]);
  },
);

check(
  'gateway.callback.payload',
  'notifies a payment',
  async ({ gateway, observe, skip, onTestFinished, tell }) => {
    const { addressOf, notifications, wait } = await listen(gateway, skip, onTestFinished, tell);
    await paidOrder(gateway, { dynamicCallbackUrl: addressOf('/order') });

    await wait(() => notifications.length > 0);

    const [first] = notifications;
    if (first === undefined) return skip(noneCame);
    observe(`${first.method} with ${namesIn(first)}`);
  },
);

check(
  'gateway.callback.events',
  'notifies a hold, a debit and a decline',
  async ({ gateway, observe, skip, onTestFinished, tell }) => {
    const { declinedCardPan } = gateway.settings;
    const { addressOf, notifications, wait } = await listen(gateway, skip, onTestFinished, tell);
    const decline = async () => {
      if (declinedCardPan === undefined) return;
      const order = await newOrder(gateway, { dynamicCallbackUrl: addressOf('/decline') });
      await payWithCard(gateway, order, { $PAN: declinedCardPan });
    };
    const hold = addressOf('/hold');
    await Promise.all([
      paidOrder(gateway, { dynamicCallbackUrl: hold }, 'registerPreAuth.do'),
      paidOrder(gateway, { dynamicCallbackUrl: addressOf('/debit') }),
      decline(),
    ]);

    const came = (event: string) => notifications.some(({ path }) => path === `/${event}`);
    const tried = ['hold', 'debit', ...(declinedCardPan === undefined ? [] : ['decline'])];
    await wait(() => tried.every(came));

    observe(tried.map((event) => `${event}: ${came(event) ? 'notified' : 'nothing'}`).join('; '));
  },
);

check(
  'gateway.callback.retries',
  'notifies a merchant that answers 500',
  async ({ gateway, observe, skip, onTestFinished, tell }) => {
    const { addressOf, notifications, wait } = await listen(
      gateway,
      skip,
      onTestFinished,
      tell,
      500,
    );
    await paidOrder(gateway, { dynamicCallbackUrl: addressOf('/order') });

    await wait(() => notifications.length > 0);
    if (notifications.length === 0) return skip(noneCame);
    await wait(() => false, watchedForMs);

    observe(`${notifications.length} within ${watchedForMs / 1000} seconds of the first`);
  },
);

/** An order that is paid or held, and where it is to be notified; the first is by a card. */
interface Expected {
  readonly name: string;
  readonly path: string;
  /** How many notifications came there before that. */
  readonly before?: number;
}

/** Where the first is notified, such notifications are activated, and the others are notified too. */
async function expectEachNotified(
  orders: readonly Expected[],
  {
    notifications,
    wait,
    skip,
  }: Pick<Listener, 'notifications' | 'wait'> & { readonly skip: (note: string) => unknown },
): Promise<void> {
  const lacking = () =>
    orders.filter(
      ({ path, before = 0 }) => notifications.filter((each) => each.path === path).length <= before,
    );
  const [first] = orders;
  const isFirst = () => first !== undefined && !lacking().includes(first);
  await wait(isFirst);
  if (!isFirst()) return void skip(noneCame);
  await wait(() => lacking().length === 0, 8_000);

  expect(
    lacking().map(({ name }) => name),
    'paid, and not notified',
  ).toEqual([]);
}

const watchedForMs = 3_000;

/** Whatever its members are called; a short number may stand in a text by chance. */
function isAbout(
  { text, members }: Notification,
  order: { readonly mdOrder: string; readonly orderNumber: string } | undefined,
): boolean {
  if (order === undefined) return false;
  const ids = [order.mdOrder, order.orderNumber];
  const named = [...members].filter(([name]) => /order/i.test(name)).map(([, value]) => value);
  return ids.some((id) => named.includes(id) || (id.length >= 10 && text.includes(id)));
}

function namesIn({ members }: Notification): string {
  return [...members.keys()].toSorted().join(', ');
}

/** The names under which notifications at a path hold a value. */
function placesOf(wanted: string, all: readonly Notification[], path: string): string[] {
  return all
    .filter((each) => each.path === path)
    .flatMap(({ members }) => [...members])
    .flatMap(([name, value]) => (value === wanted ? [name] : []));
}
