import { anOrder, anOrderNumber, usualAmount } from '../../fixtures/builders/gateway.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import { inSmokeOnly } from '../../fixtures/repeated.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import { type GatewayClient, isGatewaySuccess } from '../../fixtures/clients/gateway.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import {
  amountsIn,
  asksForAuthentication,
  noAmounts,
  noted,
  notPaid,
  paid,
  settledOrder,
} from '../../fixtures/worlds/gateway-orders.ts';
import { orderOf, taken } from '../../fixtures/worlds/gateway-sameness.ts';
import {
  besidesThePlain,
  newOrder,
  paidOrder,
  payWithCard,
  type TestOrder,
  promised,
  statusOf,
} from '../../fixtures/worlds/gateway.ts';

// Document 3, part 2.1: orders and their amounts.

const registrations = ['register.do', 'registerPreAuth.do'] as const;

check('gateway.order.order-ids-differ', 'gives each order another orderId', async ({ gateway }) => {
  const orders = await Promise.all(
    registrations.flatMap((operation) => [1, 2].map(() => newOrder(gateway, {}, operation))),
  );

  const ids = orders.map(({ mdOrder }) => mdOrder);

  expect(new Set(ids).size, `orderIds ${ids.join(', ')}`).toBe(ids.length);
});

for (const [title, make, again] of [
  ['registers no second order under the number of an unpaid one', newOrder, 'register.do'],
  ['registers no second order under the number of a paid one', paidOrder, 'register.do'],
  ['registers no two-phase order under a number in use', newOrder, 'registerPreAuth.do'],
  [
    'registers no second order under the number of one whose payment was declined',
    declinedOrder,
    'register.do',
  ],
] as const) {
  check('gateway.order.order-number-is-unique', title, async ({ gateway, session }) => {
    const { mdOrder, orderNumber } = await make(gateway);
    const expectNoOther = async (): Promise<void> => {
      const answer = await gateway.ask(again, anOrder({ orderNumber, amount: 21_00 }));
      // To answer with the order that there is registers no second one either.
      const isSecond =
        isGatewaySuccess(answer) && memberOf(answer.answer.json, 'orderId') !== mdOrder;
      expect(isSecond, sentExpectedGot(answer, 'no other order')).toBe(false);
    };

    await expectNoOther();

    const login = session.target.otherMerchant;
    if (inSmokeOnly() || login === undefined) return;
    // A number is the merchant's own, whoever else uses it.
    await gateway.as({ login }).ask('register.do', anOrder({ orderNumber }));
    await expectNoOther();
  });
}

/** Orders of which nothing is debited once they are paid, as far as the merchant may have them. Part 4.4. */
const undebited = [
  { name: 'verifies a card', operation: 'register.do', part: { features: 'VERIFY' } },
  {
    name: 'verifies a card over nothing',
    operation: 'register.do',
    part: { features: 'VERIFY', amount: 0 },
  },
  { name: 'is held', operation: 'registerPreAuth.do', part: {} },
] as const;

check(
  'gateway.order.order-number-is-unique',
  'registers no second order under the number of one that verifies a card, or is held',
  async ({ gateway }) => {
    await forEvery(
      undebited,
      ({ name }) => `an order that ${name}`,
      async ({ operation, part }) => {
        const { orderNumber, ...order } = anOrder(part);
        const registered = await taken(gateway.ask(operation, { orderNumber, ...order }));
        if (registered === undefined) return;
        const first = orderOf(registered);
        await payWithCard(gateway, first);

        const answer = await gateway.ask('register.do', anOrder({ orderNumber, amount: 21_00 }));

        const isSecond = isGatewaySuccess(answer) && orderOf(answer).mdOrder !== first.mdOrder;
        expect(isSecond, sentExpectedGot([registered, answer], 'no other order')).toBe(false);
      },
    );
  },
);

/** An order that was tried with the card that is declined, where there is one. */
async function declinedOrder(gateway: GatewayClient): Promise<TestOrder> {
  const order = await newOrder(gateway);
  const { declinedCardPan: $PAN } = gateway.settings;
  if ($PAN !== undefined) await payWithCard(gateway, order, { $PAN });
  return order;
}

check(
  'gateway.register.longest-order-number',
  'registers two orders whose numbers of 36 characters differ in the last one',
  async ({ gateway }) => {
    const start = anOrderNumber().padEnd(35, 'x');

    const first = await gateway.ask('register.do', anOrder({ orderNumber: `${start}1` }));
    const second = await gateway.ask('register.do', anOrder({ orderNumber: `${start}2` }));

    const plain = (): Promise<Exchange> => gateway.ask('register.do', anOrder());
    for (const answer of [first, second]) {
      expect(await besidesThePlain(answer, plain, 'gateway.register.succeeds')).toGoWell();
    }
  },
);

for (const operation of registrations) {
  check(
    'gateway.order.order-number-in-status',
    `shows the orderNumber of ${operation}`,
    async ({ gateway, skip }) => {
      const order = await newOrder(gateway, {}, operation);

      const status = await statusOf(gateway, order);

      if (isHidden(status, 'orderNumber')) return skip('the order status shows no orderNumber');
      expect(status).toAnswer(200, { orderNumber: order.orderNumber });
    },
  );

  check(
    'gateway.order.amount-in-status',
    `shows the amount of ${operation}`,
    async ({ gateway, skip }) => {
      const order = await newOrder(gateway, { amount: 17_06 }, operation);

      const status = await statusOf(gateway, order);

      if (isHidden(status, 'amount')) return skip('the order status shows no amount');
      expect(status).toAnswer(200, { amount: theAmount(17_06) });
    },
  );

  check(
    'gateway.order.amount-in-status',
    `shows small and large amounts of ${operation}`,
    async ({ gateway, skip }) => {
      // How much a merchant may ask for is not said, so what is taken is looked at; the last is more
      // than 32 bits hold.
      const taken = await Promise.all(
        [1, 100_01, 1_234_567_89, 30_000_000_05].map(async (amount) => {
          const answer = await gateway.ask(operation, anOrder({ amount }));
          const mdOrder = String(memberOf(answer.answer.json, 'orderId'));
          return isGatewaySuccess(answer)
            ? [{ amount, status: await statusOf(gateway, { mdOrder }) }]
            : [];
        }),
      );

      const shown = taken.flat().filter(({ status }) => !isHidden(status, 'amount'));
      if (shown.length === 0) return skip('the order status shows no such amount');
      for (const { amount, status } of shown) {
        expect(status).toAnswer(200, { amount: theAmount(amount) });
      }
    },
  );
}

check(
  'gateway.order.currency-in-status',
  'shows the currency of the registration',
  async ({ gateway, skip }) => {
    // Which currencies a merchant has is not said, so those that are taken are looked at.
    const taken = await Promise.all(
      ['978', '840', '826'].map(async (currency) => {
        const answer = await gateway.ask('register.do', anOrder({ currency }));
        const mdOrder = String(memberOf(answer.answer.json, 'orderId'));
        return isGatewaySuccess(answer)
          ? [{ currency, status: await statusOf(gateway, { mdOrder }) }]
          : [];
      }),
    );

    const shown = taken.flat().filter(({ status }) => !isHidden(status, 'currency'));

    if (shown.length === 0) return skip('no order status shows a currency that was sent');
    for (const { currency, status } of shown) {
      const same = expect.toSatisfy((one) => Number(one) === Number(currency), currency);
      expect(status).toAnswer(200, { currency: same });
    }
  },
);

for (const operation of registrations) {
  check(
    'gateway.order.unpaid-until-paid',
    `shows an order of ${operation} as not paid`,
    async ({ gateway }) => {
      const [order, settled] = await Promise.all([
        newOrder(gateway, {}, operation),
        settledOrder(gateway, {}, operation),
      ]);

      const status = await statusOf(gateway, order);

      expect(status).toAnswer(200, notPaid);
      expect(settled.status).toAnswer(200, paid);
    },
  );

  check(
    'gateway.order.paid-when-paid',
    `shows an order of ${operation} as paid`,
    async ({ gateway, skip }) => {
      const order = await newOrder(gateway, {}, operation);

      const payment = await payWithCard(gateway, order);

      if (asksForAuthentication(payment))
        return skip('the test card demands 3DS 2 (GATEWAY_CARD_PAN)');
      promised(payment, 'gateway.payment-order.succeeds');
      expect(await statusOf(gateway, order)).toAnswer(200, paid);
    },
  );

  check(
    'gateway.order.declined-is-not-paid',
    `shows an order of ${operation} as not paid when the card is declined`,
    async ({ gateway, declinedCardPan: $PAN }) => {
      const [order, settled] = await Promise.all([
        newOrder(gateway, {}, operation),
        settledOrder(gateway, {}, operation),
      ]);

      await payWithCard(gateway, order, { $PAN });

      expect(await statusOf(gateway, order)).toAnswer(200, notPaid);
      expect(settled.status).toAnswer(200, paid);
    },
  );
}

check(
  'gateway.order.default-currency',
  'is asked for an order without currency',
  async ({ gateway, observe }) => {
    const status = await statusOf(gateway, await newOrder(gateway));

    observe(noted(status, 'currency'));
  },
);

// Document 3, part 2.1: paymentAmountInfo.

for (const operation of registrations) {
  check(
    'gateway.payment-amount-info.unpaid-has-nothing',
    `shows no money of an unpaid order of ${operation}`,
    async ({ gateway, skip }) => {
      const order = await newOrder(gateway, {}, operation);

      const status = await statusOf(gateway, order);

      if (isHidden(status, 'paymentAmountInfo')) return skip(needsAmounts);
      expect(status).toAnswer(200, noAmounts);
    },
  );
}

check(
  'gateway.payment-amount-info.paid-adds-up',
  'deposits the amount of an order',
  async ({ gateway, skip }) => {
    const { status } = await settledOrder(gateway, { amount: 19_31 });

    if (amountsIn(status).deposited === undefined) return skip(needsAmounts);
    expect(status).toAnswer(200, { paymentAmountInfo: { depositedAmount: theAmount(19_31) } });
  },
);

check(
  'gateway.payment-amount-info.held-is-not-deposited',
  'approves the amount of a two-phase order and deposits nothing',
  async ({ gateway, skip }) => {
    const { status } = await settledOrder(gateway, { amount: 19_31 }, 'registerPreAuth.do');

    const { approved, deposited } = amountsIn(status);
    if (approved === undefined && deposited === undefined) return skip(needsAmounts);
    expect(status).toAnswer(200, {
      paymentAmountInfo: {
        ...(approved === undefined ? {} : { approvedAmount: theAmount(19_31) }),
        ...(deposited === undefined ? {} : { depositedAmount: theAmount(0) }),
      },
    });
  },
);

check(
  'gateway.payment-amount-info.deposited-is-deposited-state',
  'tells of an order paid in one phase that it is DEPOSITED',
  async ({ gateway, skip }) => {
    const { status } = await settledOrder(gateway);

    if (isHidden(status, 'paymentAmountInfo.paymentState')) {
      return skip('the order status shows no paymentState');
    }
    expect(status).toAnswer(200, { paymentAmountInfo: { paymentState: 'DEPOSITED' } });
  },
);

check(
  'gateway.payment-amount-info.states',
  'is asked for the paymentState of orders',
  async ({ gateway, observe }) => {
    const { declinedCardPan: $PAN } = gateway.settings;
    const declined = await newOrder(gateway, { amount: usualAmount });
    if ($PAN !== undefined) await payWithCard(gateway, declined, { $PAN });
    const orders = {
      unpaid: statusOf(gateway, await newOrder(gateway)),
      held: settledOrder(gateway, {}, 'registerPreAuth.do').then(({ status }) => status),
      paid: settledOrder(gateway).then(({ status }) => status),
      ...($PAN === undefined ? {} : { declined: statusOf(gateway, declined) }),
    };

    const seen = await Promise.all(
      Object.entries(orders).map(
        async ([name, asked]) => `${name}: ${noted(await asked, 'paymentAmountInfo.paymentState')}`,
      ),
    );

    observe(seen.join('; '));
  },
);

const needsAmounts = 'the order status shows no paymentAmountInfo';

/** The document does not show what a status holds, so what it leaves out is not judged. Part 4.6. */
function isHidden({ answer }: Exchange, path: string): boolean {
  return (memberOf(answer.json, path) ?? '') === '';
}

/** Whether amounts are numbers or their digits is the subject of other clauses. */
function theAmount(amount: number) {
  return expect.toSatisfy((shown) => String(shown) === String(amount), String(amount));
}
