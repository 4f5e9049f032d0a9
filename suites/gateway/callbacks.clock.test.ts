import { anOrder } from '../../fixtures/builders/gateway.ts';
import { check, expect } from '../../fixtures/check.ts';
import { isGatewaySuccess, type Parameters } from '../../fixtures/clients/gateway.ts';
import { repeated } from '../../fixtures/repeated.ts';
import { orderNamedIn } from '../../fixtures/worlds/gateway-credentials.ts';
import { amountsIn, reportsPaid } from '../../fixtures/worlds/gateway-orders.ts';
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
import { listen, noneCame, obstacleFor, ofOtherKinds } from './listener.ts';

// Document 3, part 6: notifications of what happens by itself, where those of its kind are activated.

const hourMs = 3_600_000;

check(
  'gateway.callback.debit-by-date',
  'notifies a debit on autocompletionDate as one that is made at once',
  async ({ gateway, control, skip, onTestFinished, tell }) => {
    const { addressOf, notifications, wait } = await listen(onTestFinished, tell);
    const obstacle = await obstacleFor(gateway, addressOf('/nobody'));
    if (obstacle !== undefined) return skip(obstacle);
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
    const order = orderNamedIn(held);
    const { deposited } = amountsIn(order === undefined ? held : await statusOf(gateway, order));
    if (deposited === 0) return skip('autocompletionDate is not offered');

    const news = () => ofOtherKinds(cameTo('/held'), before);
    await control.meanwhile(wait(() => news().length > 0));
    expect(news().length, 'notifications of the debit').toBeGreaterThan(0);
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
  async ({ gateway, control, skip, onTestFinished, tell }) => {
    const { declinedCardPan: $PAN } = gateway.settings;
    if ($PAN === undefined)
      return skip('needs a card that is declined (GATEWAY_DECLINED_CARD_PAN)');
    const { addressOf, notifications, wait } = await listen(onTestFinished, tell);
    const obstacle = await obstacleFor(gateway, addressOf('/nobody'));
    if (obstacle !== undefined) return skip(obstacle);
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
    await newOrder(gateway, { dynamicCallbackUrl: addressOf('/left') });
    const twin = await newOrder(gateway);
    for (const order of [...tried, twin]) await payWithCard(gateway, order, { $PAN });
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

/** `YYYY-MM-DDTHH:MM:SS`, as document 3, part 4.4 writes dates. */
function dateTimeOf(moment: Date): string {
  return moment.toISOString().slice(0, 19);
}
