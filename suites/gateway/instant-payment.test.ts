import { aClientId, anOrderNumber } from '../../fixtures/builders/gateway.ts';
import { check, expect } from '../../fixtures/check.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import {
  type GatewayClient,
  gatewayAnswerSummary,
  isGatewaySuccess,
} from '../../fixtures/clients/gateway.ts';
import { learnInstantExpiry } from '../../fixtures/dialect/gateway.ts';
import {
  mayPayWithoutCvc,
  orderNamedIn,
  paymentOutcomeOf,
} from '../../fixtures/worlds/gateway-credentials.ts';
import {
  besidesThePlain,
  dateAhead,
  isNotOffered,
  isPaid,
  newOrder,
  type NotOffered,
  ofAnotherOrder,
  payWithCard,
  promised,
  promisedToShow,
  statusOf,
  storedCredential,
  type ValidGatewayRequest,
  validGatewayRequest,
} from '../../fixtures/worlds/gateway.ts';
import {
  depositedWherePaid,
  needsDeposit,
  nothingDeposited,
  paid,
  showsDeposit,
  unpaid,
} from './outcomes.ts';

// Document 3, part 4.4: instantPayment.do. Its answer is not shown, so it may name no order.

const operation = 'instantPayment.do';
const namesNoOrder = 'the answer of instantPayment.do, which is not shown, names no order';

check(
  'gateway.instant-payment.pays',
  'registers an order and pays it',
  async ({ gateway, skip }) => {
    const instant = await validGatewayRequest(gateway, operation);
    if (isNotOffered(instant)) return skip(instant.missing);

    const payment = await instant.send();

    expect(payment).toGoWell();
    const order = orderNamedIn(payment);
    if (order === undefined) return skip(namesNoOrder);
    expect(await statusOf(gateway, order)).toShow(paid('gateway.instant-payment.pays'));
  },
);

for (const [id, because, preAuth] of [
  ['gateway.instant-payment.pre-auth', 'holds the amount with preAuth true', true],
  ['gateway.instant-payment.one-phase', 'deposits the amount with preAuth false', false],
] as const) {
  check(id, because, async ({ gateway, skip }) => {
    const instant = await validGatewayRequest(gateway, operation);
    if (isNotOffered(instant)) return skip(instant.missing);

    const payment = await instant.send({ ...instant.parameters, preAuth });

    promised(payment, 'gateway.instant-payment.takes-pre-auth');
    const order = orderNamedIn(payment);
    if (order === undefined) return skip(namesNoOrder);
    const status = promisedToShow(
      await statusOf(gateway, order),
      paid('gateway.instant-payment.pays'),
    );
    if (!showsDeposit(status.answer.json)) return skip(needsDeposit);
    const amount = Number(instant.parameters['amount']);
    expect(status).toShow(preAuth ? nothingDeposited(id) : depositedWherePaid(id, amount));
  });
}

check(
  'gateway.instant-payment.order-number-is-unique',
  'makes no second order under an orderNumber that is in use',
  async ({ gateway, skip }) => {
    const instant = await validGatewayRequest(gateway, operation);
    if (isNotOffered(instant)) return skip(instant.missing);
    const numbered = { ...instant.parameters, orderNumber: anOrderNumber() };
    const first = promised(await instant.send(numbered), 'gateway.instant-payment.pays');

    const second = await instant.send(numbered);

    // To answer with the order that there is makes no second one either.
    const made = orderNamedIn(first);
    if (isGatewaySuccess(second) && made === undefined) return skip(namesNoOrder);
    const isFirst = made !== undefined && orderNamedIn(second)?.mdOrder === made.mdOrder;
    expect(isGatewaySuccess(second) && !isFirst, sentExpectedGot(second, 'no other order')).toBe(
      false,
    );
  },
);

check(
  'gateway.instant-payment.order-number-is-optional',
  'pays two orders that are given no orderNumber',
  async ({ gateway, skip }) => {
    const instant = await validGatewayRequest(gateway, operation);
    if (isNotOffered(instant)) return skip(instant.missing);
    const parameters = { ...instant.parameters, orderNumber: undefined };

    const first = await instant.send(parameters);
    if (!isGatewaySuccess(first)) return skip('the gateway generates no orderNumber');
    const second = await instant.send(parameters);

    expect(second).toGoWell();
    const [one, other] = [orderNamedIn(first), orderNamedIn(second)];
    if (one === undefined || other === undefined) return skip(namesNoOrder);
    expect(other.mdOrder, 'the second order').not.toBe(one.mdOrder);
    expect(await statusOf(gateway, other)).toShow(
      paid('gateway.instant-payment.order-number-is-optional'),
    );
  },
);

check(
  'gateway.instant-payment.declined-is-not-paid',
  'has no order paid by a card that is declined',
  async ({ gateway, declinedCardPan, skip }) => {
    const instant = await requestAfterSuccess(gateway);
    if (isNotOffered(instant)) return skip(instant.missing);

    const payment = await instant.send({ ...instant.parameters, pan: declinedCardPan });

    expect(await paymentOutcomeOf(gateway, payment)).toShow(
      unpaid('gateway.instant-payment.declined-is-not-paid'),
    );
  },
);

check(
  'gateway.instant-payment.pan-or-binding',
  'pays nothing without pan, bindingId and seToken',
  async ({ gateway, skip }) => {
    const instant = await requestAfterSuccess(gateway);
    if (isNotOffered(instant)) return skip(instant.missing);

    const payment = await instant.send({ ...instant.parameters, pan: undefined });

    expect(await paymentOutcomeOf(gateway, payment)).toShow(
      unpaid('gateway.instant-payment.pan-or-binding'),
    );
  },
);

check(
  'gateway.instant-payment.cvc-is-needed',
  'pays nothing without cvc',
  async ({ gateway, skip }) => {
    const [instant, order] = await Promise.all([requestAfterSuccess(gateway), newOrder(gateway)]);
    if (isNotOffered(instant)) return skip(instant.missing);
    // Who may do without a CVC in one operation may do so in the other.
    await payWithCard(gateway, order, { $CVC: undefined });
    if (await isPaid(gateway, order)) return skip('the merchant may pay without a CVC');

    const payment = await instant.send({ ...instant.parameters, cvc: undefined });

    expect(await paymentOutcomeOf(gateway, payment)).toShow(
      unpaid('gateway.instant-payment.cvc-is-needed'),
    );
  },
);

check(
  'gateway.instant-payment.empty-cvc',
  'pays nothing with an empty cvc',
  async ({ gateway, skip }) => {
    const [instant, isPermitted] = await Promise.all([
      requestAfterSuccess(gateway),
      mayPayWithoutCvc(gateway),
    ]);
    if (isNotOffered(instant)) return skip(instant.missing);
    if (isPermitted !== false) return skip('the merchant may pay without a CVC');

    const payment = await instant.send({ ...instant.parameters, cvc: '' });

    expect(await paymentOutcomeOf(gateway, payment)).toShow(
      unpaid('gateway.instant-payment.empty-cvc'),
    );
  },
);

for (const [because, cardholderName] of [
  ['a digit', 'ANA C0STA'],
  ['an underline', 'ANA_COSTA'],
  ['an at sign', 'ANA @ COSTA'],
] as const) {
  check(
    'gateway.instant-payment.holder-characters',
    `takes no cardholderName with ${because}`,
    async ({ gateway, skip }) => {
      const [good, bad] = await Promise.all([
        validGatewayRequest(gateway, operation),
        validGatewayRequest(gateway, operation),
      ]);
      if (isNotOffered(good)) return skip(good.missing);
      if (isNotOffered(bad)) return skip(bad.missing);
      const documented = { ...good.parameters, cardholderName: "Jo-Ann O'Costa Jr." };
      promised(await good.send(documented), 'gateway.instant-payment.takes-cardholder-name');

      const payment = await bad.send({ ...bad.parameters, cardholderName });

      expect(payment).toGoWrong();
    },
  );
}

check(
  'gateway.instant-payment.takes-expiration-date',
  'pays an order with expirationDate',
  async ({ gateway, skip }) => {
    const instant = await validGatewayRequest(gateway, operation);
    if (isNotOffered(instant)) return skip(instant.missing);
    const expirationDate = await dateAhead(gateway);

    const payment = await instant.send({ ...instant.parameters, expirationDate });

    const plain = (): Promise<Exchange> => instant.send(ofAnotherOrder(instant.parameters));
    expect(await besidesThePlain(payment, plain, 'gateway.instant-payment.succeeds')).toGoWell();
  },
);

check(
  'gateway.instant-payment.expiration-date-form',
  'takes no expirationDate of another form',
  async ({ gateway, skip }) => {
    const instant = await validGatewayRequest(gateway, operation);
    if (isNotOffered(instant)) return skip(instant.missing);
    promised(
      await instant.send({ ...instant.parameters, expirationDate: await dateAhead(gateway) }),
      'gateway.instant-payment.takes-expiration-date',
    );

    // Hour 24 and second 60 are left out: there are readings in which they exist.
    const payments = await Promise.all(
      [
        '2099-01-01 00:00:00',
        '01.01.2099T00:00:00',
        '2099-13-01T00:00:00',
        '2099-02-30T00:00:00',
        '2099-01-01T25:00:00',
        '2099-01-01T00:60:00',
        '2099-01-01T00:00:61',
      ].map((expirationDate) =>
        instant.send({ ...ofAnotherOrder(instant.parameters), expirationDate }),
      ),
    );

    for (const payment of payments) expect(payment).toGoWrong();
  },
);

check(
  'gateway.instant-payment.past-expiration-date',
  'pays nothing with an expirationDate years ago',
  async ({ gateway, skip }) => {
    const instant = await validGatewayRequest(gateway, operation);
    if (isNotOffered(instant)) return skip(instant.missing);
    promised(
      await instant.send({ ...instant.parameters, expirationDate: await dateAhead(gateway) }),
      'gateway.instant-payment.takes-expiration-date',
    );

    const past = { ...ofAnotherOrder(instant.parameters), expirationDate: '2001-01-01T00:00:00' };
    const payment = await instant.send(past);

    expect(await paymentOutcomeOf(gateway, payment)).toShow(
      unpaid('gateway.instant-payment.past-expiration-date'),
    );
  },
);

check(
  'gateway.instant-payment.response',
  'is asked for an instant payment',
  async ({ gateway, observe, skip }) => {
    const instant = await validGatewayRequest(gateway, operation);
    if (isNotOffered(instant)) return skip(instant.missing);

    const { answer } = await instant.send();

    const inStatus = memberOf(answer.json, 'orderStatus');
    const nested =
      typeof inStatus === 'object' ? `; in orderStatus: ${memberNamesOf(inStatus)}` : '';
    observe(`${memberNamesOf(answer.json)}${nested}`);
  },
);

check(
  'gateway.instant-payment.expiry',
  "is asked in the known ways to take a card's expiry",
  async ({ gateway, observe }) => {
    const form = await learnInstantExpiry(gateway);

    if (form === undefined) return observe('no known form is accepted');
    observe(Object.keys(form('205012')).join(' and ') || 'it does without');
  },
);

check(
  'gateway.instant-payment.binding',
  'is asked to pay with a bindingId and without CVC',
  async ({ gateway, observe, skip }) => {
    const [instant, credential] = await Promise.all([
      validGatewayRequest(gateway, operation),
      storedCredential(gateway),
    ]);
    if (isNotOffered(instant)) return skip(instant.missing);
    if (isNotOffered(credential)) return skip(credential.missing);
    const { orderNumber, amount, returnUrl } = instant.parameters;
    const { bindingId, clientId } = credential;

    const payment = await instant.send({ orderNumber, amount, returnUrl, bindingId, clientId });

    const page = ['formUrl', 'redirect', 'acsUrl'].filter(
      (name) => memberOf(payment.answer.json, name) !== undefined,
    );
    const order = orderNamedIn(payment);
    const isSettled = order !== undefined && (await isPaid(gateway, order));
    observe(
      `${gatewayAnswerSummary(payment)}, ${isSettled ? 'paid' : 'not paid'}, addresses: ${page.join(', ') || 'none'}`,
    );
  },
);

for (const [id, what, parts] of [
  [
    'gateway.instant-payment.completion-dates',
    'to be completed or reversed at a date',
    {
      autocompletionDate: { preAuth: true, autocompletionDate: '2099-01-01T00:00:00' },
      autoReverseDate: { preAuth: true, autoReverseDate: '2099-01-01T00:00:00' },
    },
  ],
  [
    'gateway.instant-payment.expiration-date',
    'with expirationDate beside sessionTimeoutSecs',
    { both: { expirationDate: '2099-01-01T00:00:00', sessionTimeoutSecs: 600 } },
  ],
  [
    'gateway.instant-payment.order-bundle',
    'with an empty orderBundle',
    { orderBundle: { orderBundle: {} } },
  ],
  [
    'gateway.instant-payment.three-ds-parameters',
    'with parameters for 3DS 2',
    {
      'two addresses': {
        threeDSVer2FinishUrl: 'https://shop.example/finish',
        threeDSMethodNotificationUrl: 'https://shop.example/method',
      },
      threeDSServerTransId: { threeDSServerTransId: 'b1a95c1e-0c6f-4b7a-9a51-5a7a1e0a9d11' },
      threeDSVer2MdOrder: { threeDSVer2MdOrder: 'b1a95c1e-0c6f-4b7a-9a51-5a7a1e0a9d12' },
    },
  ],
] as const) {
  check(id, `is asked for an instant payment ${what}`, async ({ gateway, observe, skip }) => {
    const endings: string[] = [];

    for (const [name, part] of Object.entries<object>(parts)) {
      const instant = await validGatewayRequest(gateway, operation);
      if (isNotOffered(instant)) return skip(instant.missing);
      const parameters = { ...instant.parameters, clientId: aClientId(), ...part };
      endings.push(`${name}: ${gatewayAnswerSummary(await instant.send(parameters))}`);
    }

    observe(endings.join('; '));
  });
}

/** A request that can be sent in another form, after one like it has succeeded. */
async function requestAfterSuccess(
  gateway: GatewayClient,
): Promise<ValidGatewayRequest | NotOffered> {
  const [whole, instant] = await Promise.all([
    validGatewayRequest(gateway, operation),
    validGatewayRequest(gateway, operation),
  ]);
  if (isNotOffered(whole)) return whole;
  promised(await whole.send(), 'gateway.instant-payment.succeeds');
  return instant;
}

function memberNamesOf(json: unknown): string {
  const isObject = typeof json === 'object' && json !== null;
  return isObject ? Object.keys(json).toSorted().join(', ') : 'nothing';
}
