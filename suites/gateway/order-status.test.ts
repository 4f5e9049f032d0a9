import { anOrder } from '../../fixtures/builders/gateway.ts';
import { check, expect } from '../../fixtures/check.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import { gatewayAnswerSummary, isGatewaySuccess } from '../../fixtures/clients/gateway.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { statusItemFields } from '../../fixtures/fields/gateway.ts';
import { settledOrder, unknownOrderLike } from '../../fixtures/worlds/gateway-orders.ts';
import {
  besidesThePlain,
  cannotRegister,
  newOrder,
  paidOrder,
  payWithCard,
  promised,
  askedStatusOf,
  statusOf,
  showsPaid,
} from '../../fixtures/worlds/gateway.ts';

// Document 3, part 4.6: the order status check, of which the document shows nothing but its name.

check(
  'gateway.order-status.request',
  'is asked by orderId and by orderNumber',
  async ({ gateway, observe }) => {
    const { mdOrder, orderNumber } = await newOrder(gateway);
    const asked = (parameters: object) =>
      gateway.ask('getOrderStatusExtended.do', { ...parameters });

    const [byId, byNumber] = await Promise.all([
      asked({ orderId: mdOrder }),
      asked({ orderNumber }),
    ]);

    observe(
      `orderId: ${gatewayAnswerSummary(byId)}; orderNumber: ${gatewayAnswerSummary(byNumber)}`,
    );
  },
);

check(
  'gateway.order-status.response',
  'shows the status of a paid order',
  async ({ gateway, observe }) => {
    const order = await paidOrder(gateway);

    const status = await statusOf(gateway, order);

    observe(Object.keys(Object(status.answer.json)).toSorted().join(', '));
  },
);

check(
  'gateway.order-status.items-have-their-forms',
  'shows names, values and operations of a paid order in their forms',
  async ({ gateway, skip }) => {
    const order = await paidOrder(gateway, { jsonParams: { note: 'two tickets' } });

    const status = await statusOf(gateway, order);

    const judged = statusItemFields.filter(({ isJudgedIn }) => isJudgedIn(status.answer.json));
    if (judged.length === 0) return skip('the order status shows no such lists');
    for (const one of judged) expect(status).toShow(one);
  },
);

check(
  'gateway.order-status.unknown-order',
  'does not tell an order that does not exist as paid',
  async ({ gateway }) => {
    const { order } = await settledOrder(gateway);

    const unknown = await askedStatusOf(gateway, { mdOrder: unknownOrderLike(order) });

    const message = sentExpectedGot(unknown, 'neither orderStatus 1 nor 2');
    expect(showsPaid(unknown), message).toBe(false);
  },
);

check(
  'gateway.order-status.changes-nothing',
  'leaves an order to be paid as it was when its status is read',
  async ({ gateway }) => {
    const order = await newOrder(gateway);

    const first = await statusOf(gateway, order);
    const second = await statusOf(gateway, order);

    promised(first, 'gateway.order-status.succeeds');
    expect(second).toGoWell(standingIn(first));
    const payment = await payWithCard(gateway, order);
    const plain = async (): Promise<Exchange> => payWithCard(gateway, await newOrder(gateway));
    expect(await besidesThePlain(payment, plain, 'gateway.payment-order.succeeds')).toGoWell();
  },
);

check(
  'gateway.order-status.changes-nothing',
  'leaves a paid order as it was when its status is read',
  async ({ gateway }) => {
    const order = await paidOrder(gateway);

    const first = await statusOf(gateway, order);
    const second = await statusOf(gateway, order);

    promised(first, 'gateway.order-status.succeeds');
    expect(second).toGoWell(standingIn(first));
  },
);

check(
  'gateway.order-status.hides-the-number',
  'shows no full card number in the status of a paid order',
  async ({ gateway }) => {
    const { pan } = gateway.settings.card;
    const order = await paidOrder(gateway);

    const status = await statusOf(gateway, order);

    promised(status, 'gateway.order-status.succeeds');
    // Part 4.6 lists pan beside maskedPan, so that one may be the number.
    const others = JSON.stringify(status.answer.json, (name, value: unknown) =>
      name === 'pan' ? undefined : value,
    );
    const message = sentExpectedGot(status, 'no full card number but in pan');
    expect(others.includes(pan), message).toBe(false);
  },
);

check(
  'gateway.order-status.hides-the-code',
  'shows no CVC in the status of a paid order',
  async ({ gateway }) => {
    const { cvc } = gateway.settings.card;
    const orders = await Promise.all([paidOrder(gateway), paidOrder(gateway)]);

    const [one, other] = await Promise.all(orders.map((order) => statusOf(gateway, order)));

    // Three digits may well be those of an approval code, but not of two orders in the same place.
    const places = placesOf(cvc, one?.answer.json);
    const shown = placesOf(cvc, other?.answer.json).filter((place) => places.includes(place));
    for (const status of [one, other])
      if (status !== undefined) promised(status, 'gateway.order-status.succeeds');
    expect(shown).toEqual([]);
  },
);

check(
  'gateway.order-status.other-merchant',
  'does not show the order of one merchant to another',
  async ({ gateway, otherMerchant, skip }) => {
    const order = await paidOrder(gateway);
    promised(await statusOf(gateway, order), 'gateway.order-status.succeeds');
    const other = gateway.as({ login: otherMerchant });
    const own = await other.ask('register.do', anOrder());
    if (!isGatewaySuccess(own)) return skip(cannotRegister);

    const status = await askedStatusOf(other, order);

    const message = sentExpectedGot(status, 'nothing of an order of somebody else');
    expect(showsPaid(status), message).toBe(false);
    expect(status.answer.text.includes(order.orderNumber), message).toBe(false);
  },
);

/** What must not change by being looked at, as far as the target shows it. */
function standingIn({ answer }: Exchange): object {
  return Object.fromEntries(
    ['orderNumber', 'orderStatus', 'amount', 'currency'].flatMap((name) => {
      const value = memberOf(answer.json, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** The paths at which a JSON value holds a text or number. */
function placesOf(wanted: string, json: unknown, path = ''): string[] {
  if (typeof json !== 'object' || json === null) return String(json) === wanted ? [path] : [];
  return Object.entries(json).flatMap(([name, value]) =>
    placesOf(wanted, value, `${path}.${name}`),
  );
}
