import { z } from 'zod';
import { anOrder, anOrderNumber } from '../../fixtures/builders/gateway.ts';
import { check, expect } from '../../fixtures/check.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import {
  type GatewayClient,
  gatewayAnswerSummary,
  gatewayPath,
  type Parameters,
  isGatewaySuccess,
} from '../../fixtures/clients/gateway.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { field } from '../../fixtures/fields/field.ts';
import { shownOfPractice } from '../../fixtures/fields/gateway.ts';
import { otherThan, paymentOutcomeOf } from '../../fixtures/worlds/gateway-credentials.ts';
import { reportsPaid } from '../../fixtures/worlds/gateway-orders.ts';
import {
  besidesThePlain,
  newOrder,
  type TestOrder,
  originalOrder,
  partOfOriginal,
  payWithCard,
  promised,
  promisedToFail,
  statusOf,
} from '../../fixtures/worlds/gateway.ts';
import { textAt } from '../../fixtures/worlds/set-up.ts';
import { amountOf, paid, unpaid } from './outcomes.ts';

// Document 3, part 4.5: industryPractice/paymentOrder.do.

const operation = 'industryPractice/paymentOrder.do';

for (const [id, tii, charge] of [
  ['gateway.industry-practice.ipi', 'IPI', 'an increment'],
  ['gateway.industry-practice.ipd', 'IPD', 'delayed charges'],
  ['gateway.industry-practice.ipn', 'IPN', 'a no-show'],
] as const) {
  check(id, `charges ${charge} on a paid order`, async ({ gateway }) => {
    const original = await originalOrder(gateway);

    const answer = await followed(gateway, original, { tii });

    const plain = async (): Promise<Exchange> => followed(gateway, await originalOrder(gateway));
    // An increment is what the plain one is.
    if (tii !== 'IPI') await besidesThePlain(answer, plain, 'gateway.industry-practice.succeeds');
    expect(answer).toGoWell();
    expect(await paymentOutcomeOf(gateway, answer)).toShow(paid(id));
  });
}

check(
  'gateway.industry-practice.ips',
  'is asked to resubmit a payment that was declined',
  async ({ gateway, declinedCardPan, observe }) => {
    const original = await newOrder(gateway);
    await payWithCard(gateway, original, { $PAN: declinedCardPan });

    const answer = await followed(gateway, original, { tii: 'IPS', amount: undefined });

    observe(gatewayAnswerSummary(answer));
  },
);

check(
  'gateway.industry-practice.ipa',
  'is asked to authorise a paid order again',
  async ({ gateway, observe }) => {
    const original = await originalOrder(gateway);

    const answer = await followed(gateway, original, { tii: 'IPA', amount: undefined });

    observe(gatewayAnswerSummary(answer));
  },
);

for (const tii of ['IPI', 'IPD', 'IPN']) {
  check(
    'gateway.industry-practice.needs-amount',
    `charges nothing for ${tii} without amount`,
    async ({ gateway }) => {
      const original = await originalOrder(gateway);
      promised(await followed(gateway, original, { tii }), 'gateway.industry-practice.succeeds');

      const answer = await followed(gateway, original, { tii, amount: undefined });

      const outcome = await paymentOutcomeOf(gateway, answer);
      expect(outcome).toShow(unpaid('gateway.industry-practice.needs-amount'));
    },
  );
}

for (const tii of ['R', 'IPX']) {
  check(
    'gateway.industry-practice.other-tii',
    `charges nothing for tii ${tii}`,
    async ({ gateway }) => {
      const original = await originalOrder(gateway);
      promised(await followed(gateway, original), 'gateway.industry-practice.succeeds');

      const answer = await followed(gateway, original, { tii });

      const outcome = await paymentOutcomeOf(gateway, answer);
      expect(outcome).toShow(unpaid('gateway.industry-practice.other-tii'));
    },
  );
}

check(
  'gateway.industry-practice.unpaid-original',
  'charges nothing on an order that was never paid',
  async ({ gateway }) => {
    const [unpaidOne, paidOne] = await Promise.all([newOrder(gateway), originalOrder(gateway)]);
    promised(await followed(gateway, paidOne), 'gateway.industry-practice.succeeds');

    const answer = await followed(gateway, unpaidOne);

    const id = 'gateway.industry-practice.unpaid-original';
    expect(await paymentOutcomeOf(gateway, answer)).toShow(unpaid(id));
    expect(await statusOf(gateway, unpaidOne)).toShow(unpaid(id));
  },
);

check(
  'gateway.industry-practice.unpaid-original',
  'charges nothing on an order whose card was declined',
  async ({ gateway, declinedCardPan: $PAN }) => {
    const declined = await newOrder(gateway);
    await payWithCard(gateway, declined, { $PAN });

    await chargesNothingOn(gateway, declined);
  },
);

for (const [because, instead, order] of [
  [
    'whose payer was not authenticated',
    'the test card is paid with by 3DS',
    { features: 'FORCE_TDS' },
  ],
  [
    'that verified a card only',
    'an order that verifies a card counts as paid',
    { features: 'VERIFY', amount: 0 },
  ],
] as const) {
  check(
    'gateway.industry-practice.unpaid-original',
    `charges nothing on an order ${because}`,
    async ({ gateway, skip }) => {
      const registered = await gateway.ask('register.do', anOrder(order));
      if (!isGatewaySuccess(registered)) return skip(`${order.features} is not offered`);
      const original = { mdOrder: textAt(registered, 'orderId') };
      await payWithCard(gateway, original);
      if (reportsPaid(await statusOf(gateway, original))) return skip(instead);

      await chargesNothingOn(gateway, original);
    },
  );
}

check(
  'gateway.industry-practice.unknown-original',
  'charges nothing on an order that does not exist',
  async ({ gateway }) => {
    const original = await originalOrder(gateway);
    promised(await followed(gateway, original), 'gateway.industry-practice.succeeds');

    const answer = await followed(gateway, { mdOrder: otherThan(original.mdOrder) });

    const outcome = await paymentOutcomeOf(gateway, answer);
    expect(outcome).toShow(unpaid('gateway.industry-practice.unknown-original'));
  },
);

check(
  'gateway.industry-practice.answers-md-order',
  'answers the mdOrder of the charge',
  async ({ gateway }) => {
    const original = await originalOrder(gateway);

    const answer = promised(
      await followed(gateway, original),
      'gateway.industry-practice.succeeds',
    );

    const id = 'gateway.industry-practice.answers-md-order';
    expect(answer).toShow(field(id, 'mdOrder', '1 to 36 characters', z.string().min(1).max(36)));
  },
);

check(
  'gateway.industry-practice.members-of-a-success',
  'answers actionCode, approvalCode and rrn of the charge',
  async ({ gateway }) => {
    const original = await originalOrder(gateway);

    const answer = promised(
      await followed(gateway, original),
      'gateway.industry-practice.succeeds',
    );

    for (const one of shownOfPractice) expect(answer).toShow(one);
  },
);

check(
  'gateway.industry-practice.result-is-paid',
  'has the order of a charge that succeeds paid',
  async ({ gateway }) => {
    const original = await originalOrder(gateway);

    const answer = promised(
      await followed(gateway, original),
      'gateway.industry-practice.succeeds',
    );

    const status = await statusOf(gateway, { mdOrder: textAt(answer, 'mdOrder') });
    expect(status).toShow(paid('gateway.industry-practice.result-is-paid'));
  },
);

check(
  'gateway.industry-practice.result-is-paid',
  'tells no success of a charge that was declined',
  async ({ gateway, declinedCardPan: $PAN }) => {
    const original = await newOrder(gateway);
    await payWithCard(gateway, original, { $PAN });

    const { amount } = original;
    const answer = await followed(gateway, original, { tii: 'IPS', amount });

    const outcome = await paymentOutcomeOf(gateway, answer);
    const honest = sentExpectedGot(answer, 'no success, or mdOrder of an order that is paid');
    expect(isGatewaySuccess(answer) && !reportsPaid(outcome), honest).toBe(false);
  },
);

check(
  'gateway.industry-practice.order-number-is-unique',
  'makes no second order under an orderNumber that is in use',
  async ({ gateway }) => {
    const original = await originalOrder(gateway);
    const orderNumber = anOrderNumber();
    const first = promised(
      await followed(gateway, original, { orderNumber }),
      'gateway.industry-practice.succeeds',
    );

    const second = await followed(gateway, original, { orderNumber });

    // To answer with the order that there is makes no second one either.
    const [one, other] = [first, second].map(({ answer }) => memberOf(answer.json, 'mdOrder'));
    const isSecond = isGatewaySuccess(second) && other !== one;
    expect(isSecond, sentExpectedGot(second, 'no other order')).toBe(false);
  },
);

check(
  'gateway.industry-practice.order-number-in-status',
  'shows the orderNumber of a charge',
  async ({ gateway, skip }) => {
    const original = await originalOrder(gateway);
    const orderNumber = anOrderNumber();

    const status = await statusOfCharge(gateway, original, { orderNumber });

    const shown = memberOf(status.answer.json, 'orderNumber') ?? '';
    if (shown === '') return skip('the order status shows no orderNumber');
    expect(status).toAnswer(200, { orderNumber });
  },
);

check(
  'gateway.industry-practice.amount',
  'charges the amount that was asked for',
  async ({ gateway }) => {
    for (const [tii, amount] of [
      ['IPD', 5_31],
      ['IPN', 5_32],
    ]) {
      // One that was followed may be followed no more.
      const original = await originalOrder(gateway);
      const status = await statusOfCharge(gateway, original, { tii, amount });

      expect(status).toShow(amountOf('gateway.industry-practice.amount', 'amount', Number(amount)));
    }
  },
);

check(
  'gateway.industry-practice.currency',
  'charges in the currency of the original order',
  async ({ gateway, skip }) => {
    // Which currencies a merchant has is not said, so those that are taken are looked at.
    const taken = await Promise.all(
      ['978', '840'].map(async (currency) => {
        const part = await partOfOriginal(gateway);
        const answer = await gateway.ask('register.do', anOrder({ ...part, currency }));
        if (!isGatewaySuccess(answer)) return [];
        const original = { mdOrder: textAt(answer, 'orderId') };
        await payWithCard(gateway, original);
        if (!reportsPaid(await statusOf(gateway, original))) return [];
        return [{ currency, status: await statusOfCharge(gateway, original) }];
      }),
    );

    const shown = taken
      .flat()
      .filter(({ status }) => (memberOf(status.answer.json, 'currency') ?? '') !== '');

    if (shown.length === 0) return skip('no order status shows a currency that was sent');
    for (const { currency, status } of shown) {
      const same = expect.toSatisfy((one) => Number(one) === Number(currency), currency);
      expect(status).toAnswer(200, { currency: same });
    }
  },
);

for (const [name, promise] of [
  ['originalMdOrder', 'gateway.industry-practice.needs-original-md-order'],
  ['tii', undefined],
] as const) {
  check(
    'gateway.industry-practice.validation-failure-members',
    `answers errorCode and errorMessage only when ${name} is missing`,
    async ({ gateway, skip }) => {
      const original = await originalOrder(gateway);

      const answer = await followed(gateway, original, { [name]: undefined });

      if (promise !== undefined) promisedToFail(answer, promise);
      if (isGatewaySuccess(answer))
        return skip(`no sentence says that a charge without ${name} fails`);
      // Members that the document does not know may stand anywhere; those of a charge may not.
      const members = ['errorCode', 'errorMessage', 'mdOrder', 'actionCode', 'approvalCode', 'rrn'];
      const shown = members.filter((name) => (memberOf(answer.answer.json, name) ?? '') !== '');
      expect(shown, sentExpectedGot(answer, 'errorCode and errorMessage')).toEqual([
        'errorCode',
        'errorMessage',
      ]);
    },
  );
}

check(
  'gateway.industry-practice.member-names',
  'is asked with the login as username and as userName',
  async ({ gateway, observe, skip }) => {
    const { login } = gateway.settings;
    if (login === undefined) return skip('needs a login (GATEWAY_USER_NAME, GATEWAY_PASSWORD)');
    const [first, second] = await Promise.all([originalOrder(gateway), originalOrder(gateway)]);

    const [asHere, asElsewhere] = await Promise.all([
      followed(gateway, first, { username: login.userName, userName: undefined }),
      followed(gateway, second, { username: undefined, userName: login.userName }),
    ]);

    observe(
      `username: ${gatewayAnswerSummary(asHere)}; userName: ${gatewayAnswerSummary(asElsewhere)}`,
    );
  },
);

check(
  'gateway.industry-practice.form-or-json',
  'is asked with a JSON body',
  async ({ gateway, observe, skip }) => {
    const { login } = gateway.settings;
    if (login === undefined) return skip('needs a login (GATEWAY_USER_NAME, GATEWAY_PASSWORD)');
    const original = await originalOrder(gateway);

    const answer = await gateway.send({
      operation,
      method: 'POST',
      path: gatewayPath(operation),
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        username: login.userName,
        password: login.password,
        ...chargeOn(original),
      }),
    });

    observe(gatewayAnswerSummary(answer));
  },
);

check(
  'gateway.industry-practice.validation-code',
  'is asked for a charge without tii',
  async ({ gateway, observe }) => {
    const original = await originalOrder(gateway);

    const answer = await followed(gateway, original, { tii: undefined });

    observe(gatewayAnswerSummary(answer));
  },
);

/** What only paid orders allow, where such a charge succeeds on one. */
async function chargesNothingOn(
  gateway: GatewayClient,
  original: Pick<TestOrder, 'mdOrder'>,
): Promise<void> {
  const id = 'gateway.industry-practice.unpaid-original';
  promised(
    await followed(gateway, await originalOrder(gateway)),
    'gateway.industry-practice.succeeds',
  );

  for (const tii of ['IPI', 'IPD', 'IPN']) {
    const answer = await followed(gateway, original, { tii });
    expect(await paymentOutcomeOf(gateway, answer)).toShow(unpaid(id));
  }
  expect(await statusOf(gateway, original)).toShow(unpaid(id));
}

/** The status of a delayed charge: an increment may well be looked at with its original. */
async function statusOfCharge(
  gateway: GatewayClient,
  original: Pick<TestOrder, 'mdOrder'>,
  part: Parameters = {},
): Promise<Exchange> {
  const answer = await followed(gateway, original, { tii: 'IPD', ...part });
  promised(answer, 'gateway.industry-practice.succeeds');
  return statusOf(gateway, { mdOrder: textAt(answer, 'mdOrder') });
}

/** A charge of 5.00 after an order that was paid. */
function followed(
  gateway: GatewayClient,
  original: { readonly mdOrder: string },
  part: Parameters = {},
): Promise<Exchange> {
  return gateway.ask(operation, { ...chargeOn(original), ...part });
}

function chargeOn({ mdOrder }: { readonly mdOrder: string }): Parameters {
  return { originalMdOrder: mdOrder, orderNumber: anOrderNumber(), tii: 'IPI', amount: 5_00 };
}
