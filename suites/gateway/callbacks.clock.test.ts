import { aClientId, anOrder } from '../../fixtures/builders/gateway.ts';
import { check, expect } from '../../fixtures/check.ts';
import {
  type GatewayClient,
  isGatewaySuccess,
  type Parameters,
} from '../../fixtures/clients/gateway.ts';
import { repeated } from '../../fixtures/repeated.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import { orderNamedIn, payByBinding } from '../../fixtures/worlds/gateway-credentials.ts';
import {
  amountsIn,
  asksForAuthentication,
  reportsPaid,
} from '../../fixtures/worlds/gateway-orders.ts';
import { taken } from '../../fixtures/worlds/gateway-sameness.ts';
import { reusable, ways } from '../../fixtures/worlds/gateway-ways.ts';
import {
  isNotOffered,
  newOrder,
  paidOrder,
  payWithCard,
  promised,
  statusOf,
  validGatewayRequest,
} from '../../fixtures/worlds/gateway.ts';
import { textAt } from '../../fixtures/worlds/set-up.ts';
import { astrayOf, listen, noneCame, ofOtherKinds } from './listener.ts';

// Document 3, part 6: notifications of what happens by itself, where those of its kind are activated.

const hourMs = 3_600_000;

check(
  'gateway.callback.debit-by-date',
  'notifies a debit on autocompletionDate as one that is made at once',
  async ({ gateway, control, skip, onTestFinished, tell }) => {
    const { addressOf, notifications, wait } = await listen(gateway, skip, onTestFinished, tell);
    const instant = await validGatewayRequest(gateway, 'instantPayment.do');
    if (isNotOffered(instant)) return skip(instant.missing);
    const now = await control.now();
    const held = await instant.send({
      ...instant.parameters,
      preAuth: true,
      autocompletionDate: dateTimeOf(new Date(now.getTime() + hourMs)),
      dynamicCallbackUrl: addressOf('/held'),
    });
    if (!isGatewaySuccess(held)) return skip('autocompletionDate is not offered');
    const order = orderNamedIn(held);
    if (order === undefined) return skip('the answer of instantPayment.do names no order');
    await paidOrder(gateway, { dynamicCallbackUrl: addressOf('/debited') });
    const cameTo = (path: string) => notifications.filter((each) => each.path === path);
    // The clock stays: were it moved by others meanwhile, the debit would be among what came before.
    await wait(() => cameTo('/debited').length > 0);
    await wait(() => cameTo('/held').length > 0, 1_000);
    if (cameTo('/debited').length === 0) return skip(noneCame);
    const before = cameTo('/held');
    if (ofOtherKinds(cameTo('/debited'), before).length === 0)
      return skip('notifications do not tell a debit from a hold');

    await control.moveClockTo(new Date(now.getTime() + 25 * hourMs));
    const { deposited } = amountsIn(await statusOf(gateway, order));
    if (deposited === 0) return skip('autocompletionDate is not offered');

    const news = () => ofOtherKinds(cameTo('/held'), before);
    await control.meanwhile(wait(() => news().length > 0));
    expect(news().length, 'notifications of the debit').toBeGreaterThan(0);
  },
);

check(
  'gateway.callback.to-dynamic-url',
  'notifies the end of each order to the address of that order, whichever was registered last',
  async ({ gateway, control, skip, onTestFinished, tell }) => {
    const { addressOf, notifications, wait } = await listen(gateway, skip, onTestFinished, tell);
    // Of those whose time is up at one moment, others may be told of first: they end before.
    await control.letPass((await control.now()).getTime(), 31 * 24 * hourMs);
    const paths = ['/first', '/second', '/third'];
    const orders: { readonly mdOrder: string; readonly address: string }[] = [];
    for (const path of paths) {
      const address = addressOf(path);
      const { mdOrder } = await newOrder(gateway, { dynamicCallbackUrl: address });
      orders.push({ mdOrder, address });
    }
    await newOrder(gateway);
    const cameTo = (path: string) => notifications.filter((each) => each.path === path).length;
    // What is told of the registration, if anything; the clock stays, since with it the end would come.
    await wait(() => paths.every((path) => cameTo(path) > 0), 500);
    const before = new Map(paths.map((path) => [path, cameTo(path)]));
    const now = await control.now();

    await control.letPass(now.getTime(), 31 * 24 * hourMs);

    const told = () => paths.filter((path) => cameTo(path) > (before.get(path) ?? 0));
    await control.meanwhile(wait(() => told().length > 0 || astrayOf(orders).length > 0));
    // Orders of others end at the same moment, and may be told of at the address of any of them.
    const astray = astrayOf(orders).map(({ address }) => address);
    expect(astray, 'addresses of other orders at which their end was told').toEqual([]);
    if (told().length === 0) return skip('no notification of a timeout arrived');
    await control.meanwhile(wait(() => told().length === paths.length, 8_000));
    expect(told(), 'addresses at which the end of their order was told').toEqual(paths);
  },
);

/** Lifetimes that an order is registered with, where they are taken: part 4.1 does not name them. */
const lifetimes: readonly {
  readonly path: string;
  readonly lasts: (now: Date) => Parameters;
}[] = [
  { path: '/usual', lasts: () => ({}) },
  { path: '/short', lasts: () => ({ sessionTimeoutSecs: 900 }) },
  { path: '/long', lasts: () => ({ sessionTimeoutSecs: 3 * 24 * 3_600 }) },
  {
    path: '/dated',
    // No zone is named, so a day and more from every moment that may be meant.
    lasts: (now) => ({ expirationDate: dateTimeOf(new Date(now.getTime() + 40 * hourMs)) }),
  },
];

check(
  'gateway.callback.timeout-after-a-decline',
  'notifies the end of orders whose card was declined as that of one that nobody tried to pay',
  async ({ gateway, declinedCardPan: $PAN, control, skip, onTestFinished, tell }) => {
    const { addressOf, notifications, wait } = await listen(gateway, skip, onTestFinished, tell);
    const begun = await control.now();
    const registered = await Promise.all(
      lifetimes.slice(0, repeated(lifetimes.length, 2)).map(async ({ path, lasts }) => {
        const part = { ...lasts(begun), dynamicCallbackUrl: addressOf(path) };
        const answer = await gateway.ask('register.do', anOrder(part));
        if (path === '/usual') promised(answer, 'gateway.register.succeeds');
        return isGatewaySuccess(answer) ? [{ path, mdOrder: textAt(answer, 'orderId') }] : [];
      }),
    );
    const tried = registered.flat();
    const left = await newOrder(gateway, { dynamicCallbackUrl: addressOf('/left') });
    const twin = await newOrder(gateway);
    for (const order of [...tried, twin]) await payWithCard(gateway, order, { $PAN });
    if (!(await isAsUntried(gateway, twin, left))) return skip('an order is declined from then on');
    await payWithCard(gateway, twin);
    if (!reportsPaid(await statusOf(gateway, twin)))
      return skip('an order ends with the first card that is declined');
    const cameTo = (path: string) => notifications.filter((each) => each.path === path).length;
    // Those of the decline, where they are activated; the clock stays, since with it the end would come.
    await wait(() => tried.every(({ path }) => cameTo(path) > 0), 1_000);
    const before = new Map(tried.map(({ path }) => [path, cameTo(path)]));
    const now = await control.now();

    await control.moveClockTo(new Date(now.getTime() + 31 * 24 * hourMs));

    await control.meanwhile(wait(() => cameTo('/left') > 0));
    if (cameTo('/left') === 0) return skip('no notification of a timeout arrived');
    const untold = () => tried.filter(({ path }) => cameTo(path) <= (before.get(path) ?? 0));
    await control.meanwhile(wait(() => untold().length === 0));
    const paths = untold().map(({ path }) => path);
    expect(paths, 'orders of whose end no notification came').toEqual([]);
  },
);

/** An order that nobody has paid yet, and its payment. */
interface Waiting {
  readonly mdOrder: string;
  readonly pay: () => Promise<Exchange>;
}

/** Makes an order that comes to wait for its payment; undefined where there is none such. */
type Make = (gateway: GatewayClient, part: Parameters) => Promise<Waiting | undefined>;

/** What is tried with an order; false where it cannot be. */
type Try = (gateway: GatewayClient, order: { readonly mdOrder: string }) => Promise<boolean>;

const declined: Try = async (gateway, order) => {
  const { declinedCardPan: $PAN } = gateway.settings;
  if ($PAN === undefined) return false;
  await payWithCard(gateway, order, { $PAN });
  return true;
};
const miscoded: Try = async (gateway, order) => {
  await payWithCard(gateway, order, { $CVC: '12' });
  return true;
};
const asked: Try = async (gateway, order) => {
  const { threeDSCardPan: $PAN } = gateway.settings;
  if ($PAN === undefined) return false;
  return asksForAuthentication(await payWithCard(gateway, order, { $PAN }));
};
const sentToTheBank: Try = async (gateway, order) => {
  const { threeDSCardPan: $PAN } = gateway.settings;
  if ($PAN === undefined) return false;
  const first = await payWithCard(gateway, order, { $PAN });
  const threeDSServerTransId = memberOf(first.answer.json, 'threeDSServerTransId');
  const second = await payWithCard(gateway, order, { $PAN, threeDSServerTransId });
  return asksForAuthentication(second);
};

function registered(
  operation: 'register.do' | 'registerPreAuth.do',
  tries: readonly Try[],
  own: () => Parameters = () => ({}),
): Make {
  return async (gateway, part) => {
    const answer = await taken(gateway.ask(operation, anOrder({ ...own(), ...part })));
    const order = answer && orderNamedIn(answer);
    if (order === undefined) return undefined;
    for (const attempt of tries) if (!(await attempt(gateway, order))) return undefined;
    return { ...order, pay: () => payWithCard(gateway, order) };
  };
}

/** Whether an order shows the status of one that nobody tried to pay: a declined one is not declined again by timeout. */
async function isAsUntried(
  gateway: GatewayClient,
  order: { readonly mdOrder: string },
  untried: { readonly mdOrder: string },
): Promise<boolean> {
  const [shown, usual] = await Promise.all(
    [order, untried].map(async (one) =>
      String(memberOf((await statusOf(gateway, one)).answer.json, 'orderStatus')),
    ),
  );
  return shown === usual;
}

/** Kinds of orders that wait. Document 3, parts 4.1 to 4.4. */
const waiting: Readonly<Record<string, Make>> = {
  'in the middle of 3DS 2': registered('register.do', [asked]),
  'whose payer is at the bank': registered('register.do', [sentToTheBank]),
  'in two phases': registered('registerPreAuth.do', []),
  'in two phases, in the middle of 3DS 2': registered('registerPreAuth.do', [asked]),
  'in two phases, whose card was declined': registered('registerPreAuth.do', [declined]),
  'whose code was mistyped': registered('register.do', [miscoded]),
  'whose card was declined before 3DS 2': registered('register.do', [declined, asked]),
  'whose card was declined after 3DS 2': registered('register.do', [asked, declined]),
  'that is to store its card': registered('register.do', [], () => ({
    clientId: aClientId(),
    features: 'FORCE_CREATE_BINDING',
  })),
  'made in one call, in the middle of 3DS 2': async (gateway, part) => {
    const { threeDSCardPan: pan } = gateway.settings;
    const instant = await validGatewayRequest(gateway, 'instantPayment.do');
    if (pan === undefined || isNotOffered(instant)) return undefined;
    const answer = await instant.send({ ...instant.parameters, ...anOrder(part), pan });
    const order = orderNamedIn(answer);
    if (order === undefined || !asksForAuthentication(answer)) return undefined;
    return { ...order, pay: () => payWithCard(gateway, order) };
  },
  'made in one call, whose customer is to enter the code': async (gateway, part) => {
    const credential = await reusable(gateway);
    if (credential === undefined) return undefined;
    const { bindingId, clientId } = credential;
    const sent = anOrder({ bindingId, clientId, ...part });
    const answer = await taken(gateway.ask('instantPayment.do', sent));
    const order = answer && orderNamedIn(answer);
    return order && { ...order, pay: () => payByBinding(gateway, order, credential) };
  },
};

check(
  'gateway.callback.timeout-after-a-decline',
  'notifies the end of every kind of order that waits as that of one that nobody tried to pay',
  async ({ gateway, control, skip, onTestFinished, tell }) => {
    const { addressOf, notifications, wait } = await listen(gateway, skip, onTestFinished, tell);
    const kinds = Object.entries(waiting);
    const left = await newOrder(gateway, { dynamicCallbackUrl: addressOf('/left') });
    const made = await Promise.all(
      kinds.slice(0, repeated(kinds.length, 2)).map(async ([name, make], index) => {
        const path = `/kind-${index}`;
        const order = await make(gateway, { dynamicCallbackUrl: addressOf(path) });
        const twin = order && (await make(gateway, {}));
        if (order === undefined || twin === undefined) return [];
        if (reportsPaid(await statusOf(gateway, order))) return [];
        const isDeclined = name.includes('declined') && !(await isAsUntried(gateway, order, left));
        if (isDeclined) return [];
        // Such an order may be over already, in whatever way.
        await twin.pay();
        return reportsPaid(await statusOf(gateway, twin)) ? [{ name, path, order }] : [];
      }),
    );
    const orders = made.flat();
    if (orders.length === 0) return skip('no order waits that somebody tried to pay');
    const cameTo = (path: string) => notifications.filter((each) => each.path === path).length;
    // What is told of an attempt; the clock stays, since with it the end would come.
    await wait(() => orders.every(({ path }) => cameTo(path) > 0), 1_000);
    const before = new Map(orders.map(({ path }) => [path, cameTo(path)]));
    const now = await control.now();

    await control.moveClockTo(new Date(now.getTime() + 31 * 24 * hourMs));

    await control.meanwhile(wait(() => cameTo('/left') > 0));
    if (cameTo('/left') === 0) return skip('no notification of a timeout arrived');
    const untold = () => orders.filter(({ path }) => cameTo(path) <= (before.get(path) ?? 0));
    await control.meanwhile(wait(() => untold().length === 0));
    const names: string[] = [];
    for (const { name, order } of untold()) {
      // One that can still be paid has not come to its end.
      await order.pay();
      if (!reportsPaid(await statusOf(gateway, order))) names.push(`an order ${name}`);
    }
    expect(names, 'orders of whose end no notification came').toEqual([]);
  },
);

check(
  'gateway.callback.no-timeout-of-paid',
  'notifies no timeout of orders that were paid, by whatever means and after whatever attempts',
  async ({ gateway, control, skip, onTestFinished, tell }) => {
    const { addressOf, notifications, wait } = await listen(gateway, skip, onTestFinished, tell);
    const { declinedCardPan: $PAN } = gateway.settings;
    await newOrder(gateway, { dynamicCallbackUrl: addressOf('/left') });
    const means = ways.filter(
      ({ makes, isOnePhase }) =>
        isOnePhase && (makes === 'register.do' || makes === 'instantPayment.do'),
    );
    const made = await Promise.all([
      ...means.map(async ({ name, prepare }, index) => {
        const path = `/paid-${index}`;
        const payer = await prepare(gateway);
        const payment = await payer?.(18_00 + index, { dynamicCallbackUrl: addressOf(path) });
        return { name, path, order: payment?.order };
      }),
      ...($PAN === undefined ? [] : [{ $PAN }]).map(async (card) => {
        const order = await newOrder(gateway, { dynamicCallbackUrl: addressOf('/again') });
        await payWithCard(gateway, order, card);
        await payWithCard(gateway, order);
        return { name: 'after a declined card', path: '/again', order };
      }),
    ]);
    const paid: { readonly name: string; readonly path: string }[] = [];
    for (const { order, ...one } of made)
      if (order !== undefined && reportsPaid(await statusOf(gateway, order))) paid.push(one);
    if (paid.length === 0) return skip('no order is paid');
    const cameTo = (path: string) => notifications.filter((each) => each.path === path);
    // Of their payments; the clock stays, since with it the end of the other one would come.
    await wait(() => paid.some(({ path }) => cameTo(path).length > 0));
    await wait(() => paid.every(({ path }) => cameTo(path).length > 0), 1_000);
    const before = paid.flatMap(({ path }) => cameTo(path));
    if (before.length === 0) return skip(noneCame);
    const now = await control.now();

    await control.letPass(now.getTime(), 31 * 24 * hourMs);

    await control.meanwhile(wait(() => cameTo('/left').length > 0));
    const ends = cameTo('/left');
    if (ends.length === 0) return skip('no notification of a timeout arrived');
    if (ofOtherKinds(ends, before).length < ends.length)
      return skip('notifications do not tell a timeout from a debit');
    // What is told of other things by then, such as a payment once more, is of other kinds.
    const told = () =>
      paid.filter(({ path }) => {
        const came = cameTo(path);
        return ofOtherKinds(came, ends).length < came.length;
      });
    await control.meanwhile(wait(() => told().length > 0, 1_000));
    expect(
      told().map(({ name }) => name),
      'orders that were paid, and are notified as those that nobody paid',
    ).toEqual([]);
  },
);

/** `YYYY-MM-DDTHH:MM:SS`, as document 3, part 4.4 writes dates. */
function dateTimeOf(moment: Date): string {
  return moment.toISOString().slice(0, 19);
}
