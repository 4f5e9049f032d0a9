import { anOrder, anOrderNumber, usualAmount } from '../../fixtures/builders/gateway.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import {
  asForm,
  credentialsOf,
  type GatewayClient,
  gatewayAnswerSummary,
  gatewayOperations,
  gatewayPath,
  type Parameters,
  isGatewaySuccess,
} from '../../fixtures/clients/gateway.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import { noServerError } from '../../fixtures/every-answer.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import type { RequirementId } from '../../fixtures/requirements/index.ts';
import { otherThan } from '../../fixtures/worlds/gateway-credentials.ts';
import { paidWith, unknownOrderLike } from '../../fixtures/worlds/gateway-orders.ts';
import {
  besidesThePlain,
  isNotOffered,
  newOrder,
  type NotOffered,
  paidOrder,
  payWithCard,
  promisedToFail,
  validGatewayRequest,
} from '../../fixtures/worlds/gateway.ts';

// Document 3, parts 1 and 9: how operations are asked.

const form = 'application/x-www-form-urlencoded';

check('gateway.service.form-encoding', 'registers an order from a form', async ({ gateway }) => {
  const answer = await gateway.ask('register.do', anOrder());

  expect(answer.request.headers).toMatchObject({ 'Content-Type': form });
  expect(answer).toGoWell();
});

for (const operation of ['recurrentPayment.do', 'installmentPayment.do'] as const) {
  check(
    'gateway.service.json-encoding',
    `takes ${operation} as JSON`,
    async ({ gateway, skip }) => {
      const request = await validGatewayRequest(gateway, operation);
      if (isNotOffered(request)) return skip(request.missing);

      const answer = await request.send();

      expect(answer.request.headers).toMatchObject({ 'Content-Type': 'application/json' });
      expect(answer).toGoWell();
    },
  );
}

check(
  'gateway.service.charset-beside-the-type',
  'takes requests that name their charset beside their media type',
  async ({ gateway }) => {
    await forEvery(
      gatewayOperations,
      (operation) => operation,
      async (operation) => {
        const request = await validGatewayRequest(gateway, operation);
        if (isNotOffered(request)) return;

        const answer = await request.send(request.parameters, gateway.inCharset('UTF-8'));

        // Many clients name it unasked. What is refused without it as well is another matter.
        if (!isGatewaySuccess(answer)) {
          const plain = await validGatewayRequest(gateway, operation);
          if (isNotOffered(plain) || !isGatewaySuccess(await plain.send())) return;
        }
        expect(answer).toGoWell();
      },
    );
  },
);

check(
  'gateway.service.no-version-segment',
  'registers an order right below /payment/rest/',
  async ({ gateway }) => {
    const answer = await gateway.ask('register.do', anOrder());

    // Whatever stands before it is part of the base address. Part 9.
    expect(answer.request.path).toMatch(/(?<!\/v\d+)\/payment\/rest\/register\.do$/);
    expect(answer).toGoWell();
  },
);

check('gateway.service.get', 'is asked by GET', async ({ gateway, observe }) => {
  const { mdOrder } = await newOrder(gateway);
  // Without login and password: addresses end up in logs.
  const get = async (operation: 'register.do' | 'getOrderStatusExtended.do', part: Parameters) =>
    gatewayAnswerSummary(
      await gateway.send({
        operation: 'undocumented',
        method: 'GET',
        path: `${gatewayPath(operation)}?${asForm(part)}`,
      }),
    );

  const registration = await get('register.do', anOrder());
  const status = await get('getOrderStatusExtended.do', { orderId: mdOrder });

  observe(`register.do: ${registration}; getOrderStatusExtended.do: ${status}`);
});

check('gateway.service.json-for-form', 'is sent JSON for a form', async ({ gateway, observe }) => {
  const answer = await gateway.send({
    operation: 'undocumented',
    method: 'POST',
    path: gatewayPath('register.do'),
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...signedIn(gateway), ...anOrder() }),
  });

  observe(gatewayAnswerSummary(answer));
});

check(
  'gateway.service.form-for-json',
  'is sent a form for JSON',
  async ({ gateway, observe, skip }) => {
    const request = await validGatewayRequest(gateway, 'recurrentPayment.do');
    if (isNotOffered(request)) return skip(request.missing);

    const answer = await gateway.send({
      operation: 'undocumented',
      method: 'POST',
      path: gatewayPath('recurrentPayment.do'),
      headers: { 'Content-Type': form },
      body: asForm({ ...signedIn(gateway), ...request.parameters }),
    });

    observe(gatewayAnswerSummary(answer));
  },
);

check(
  'gateway.service.empty-mandatory',
  'is sent mandatory parameters that are empty',
  async ({ gateway, observe }) => {
    const text = await paidWith(gateway, { TEXT: '' });
    const number = await gateway.ask('register.do', anOrder({ orderNumber: '' }));

    observe(`TEXT: ${text}; orderNumber: ${gatewayAnswerSummary(number)}`);
  },
);

// Document 3, part 7: errors.

/** Requests that fail validation: each lacks a parameter that is mandatory. */
const failing = {
  'register.do': async () => without(anOrder(), 'amount'),
  'registerPreAuth.do': async () => without(anOrder(), 'amount'),
  'paymentorder.do': async (gateway: GatewayClient) => {
    const request = await validGatewayRequest(gateway, 'paymentorder.do');
    return isNotOffered(request) ? {} : without(request.parameters, '$CVC');
  },
  'instantPayment.do': async (gateway: GatewayClient) => {
    const request = await validGatewayRequest(gateway, 'instantPayment.do');
    return isNotOffered(request) ? {} : without(request.parameters, 'amount');
  },
} as const;

/** That a request fails which lacks that parameter; part 4.2 shows no parameters. */
const needs: Readonly<Partial<Record<keyof typeof failing, RequirementId>>> = {
  'register.do': 'gateway.register.needs-amount',
  'paymentorder.do': 'gateway.payment-order.needs-cvc',
  'instantPayment.do': 'gateway.instant-payment.needs-amount',
};

const failingOperations = Object.keys(failing) as (keyof typeof failing)[];

for (const operation of failingOperations) {
  check(
    'gateway.errors.http-200',
    `answers HTTP 200 and errorCode when ${operation} fails validation`,
    async ({ gateway }) => {
      const answer = await gateway.ask(operation, await failing[operation](gateway));

      expect(answer).toAnswer(200, { errorCode: expect.anything() });
    },
  );
}

/** What every error shows, whatever was asked. */
const ofErrors: readonly (readonly [RequirementId, string, object])[] = [
  [
    'gateway.errors.error-code-range',
    'answers errorCode 1 to 99',
    { errorCode: expect.toSatisfy((code) => /^(0?[1-9]|[1-9]\d)$/.test(String(code)), '1 to 99') },
  ],
  [
    'gateway.errors.error-message-explains',
    'explains the error',
    {
      errorMessage: expect.toSatisfy(
        (message) => typeof message === 'string' && message.trim() !== '',
        'text',
      ),
    },
  ],
];

/** Requests that fail for what they are about; a payment that is declined may be answered otherwise. */
const failures: Readonly<
  Record<string, (gateway: GatewayClient) => Promise<Exchange | NotOffered>>
> = {
  'an unknown order is paid': async (gateway) =>
    promisedToFail(
      await payWithCard(gateway, { mdOrder: unknownOrderLike(await newOrder(gateway)) }),
      'gateway.payment-order.unknown-order',
    ),
  'a paid order is paid again': async (gateway) => payWithCard(gateway, await paidOrder(gateway)),
  'an order is paid by an unknown bindingId': async (gateway) => {
    const request = await validGatewayRequest(gateway, 'paymentOrderBinding.do');
    if (isNotOffered(request)) return request;
    const { parameters, send } = request;
    return send({ ...parameters, bindingId: otherThan(String(parameters['bindingId'])) });
  },
  'an orderNumber is used again': async (gateway) => {
    const { orderNumber } = await newOrder(gateway);
    return gateway.ask('register.do', anOrder({ orderNumber }));
  },
  'FORCE_CREATE_BINDING has no clientId': async (gateway) =>
    promisedToFail(
      await gateway.ask('register.do', anOrder({ features: 'FORCE_CREATE_BINDING' })),
      'gateway.features.force-create-binding-needs-client',
    ),
  'an amount is negative': (gateway) => gateway.ask('register.do', anOrder({ amount: -1 })),
};

for (const [id, behaviour, shown] of ofErrors) {
  for (const [what, fail] of Object.entries(failures)) {
    check(id, `${behaviour} when ${what}`, async ({ gateway, skip }) => {
      const answer = await fail(gateway);

      if (isNotOffered(answer)) return skip(answer.missing);
      if (answer.answer.status !== 200) return skip('the request fails by its HTTP status');
      if (isGatewaySuccess(answer)) return skip('the request succeeds, which no sentence forbids');
      expect(answer).toAnswer(200, shown);
    });
  }

  for (const operation of failingOperations) {
    check(id, `${behaviour} when ${operation} fails`, async ({ gateway, skip }) => {
      const answer = await gateway.ask(operation, await failing[operation](gateway));

      if (answer.answer.status !== 200) return skip('the request fails by its HTTP status');
      const needed = needs[operation];
      if (needed !== undefined) promisedToFail(answer, needed);
      if (isGatewaySuccess(answer)) return skip('no sentence says that the request fails');
      expect(answer).toAnswer(200, shown);
    });
  }
}

check(
  'gateway.errors.tells-how-it-went',
  'tells that a recurrentPayment.do failed',
  async ({ gateway, skip }) => {
    const charge = await gateway.ask('recurrentPayment.do', {
      orderNumber: anOrderNumber(),
      bindingId: 'no-binding-of-anybody',
      amount: usualAmount,
      language: 'en',
    });

    if (charge.answer.status !== 200) return skip('the request fails by its HTTP status');
    const isTold = ['success', 'errorCode', 'error', 'errorMessage'].some(
      (name) => (memberOf(charge.answer.json, name) ?? null) !== null,
    );
    expect(isTold, sentExpectedGot(charge, 'success false, or an error')).toBe(true);
  },
);

for (const [behaviour, path] of [
  ['beside the operations', '/payment/rest/unheardOf.do'],
  ['above them', '/payment/unheardOf.do'],
] as const) {
  check('gateway.errors.wrong-url', `answers HTTP 404 ${behaviour}`, async ({ gateway }) => {
    const answer = await gateway.send({
      operation: 'undocumented',
      method: 'POST',
      path,
      headers: { 'Content-Type': form },
      body: asForm({ ...signedIn(gateway), ...anOrder() }),
    });

    expect(answer).toAnswer(404);
  });
}

for (const [behaviour, fault, promise] of [
  ['an order with a negative amount', { amount: -1 }, undefined],
  ['an order without a returnUrl', { returnUrl: undefined }, 'gateway.register.needs-return-url'],
] as const) {
  check(
    'gateway.errors.validation-failure-registers-nothing',
    `leaves the number free of ${behaviour}`,
    async ({ gateway, skip }) => {
      const orderNumber = anOrderNumber();
      const failed = await gateway.ask('register.do', anOrder({ orderNumber, ...fault }));
      if (promise !== undefined) promisedToFail(failed, promise);
      if (isGatewaySuccess(failed))
        return skip(`${behaviour} is registered, which no sentence forbids`);

      const answer = await gateway.ask('register.do', anOrder({ orderNumber }));

      const plain = (): Promise<Exchange> => gateway.ask('register.do', anOrder());
      expect(await besidesThePlain(answer, plain, 'gateway.register.succeeds')).toGoWell();
    },
  );
}

check(
  'gateway.errors.malformed-json',
  'is sent JSON that ends early',
  async ({ gateway, observe }) => {
    const whole = JSON.stringify({ ...signedIn(gateway), orderNumber: anOrderNumber() });

    const answer = await gateway.send({
      operation: 'undocumented',
      method: 'POST',
      path: gatewayPath('recurrentPayment.do'),
      headers: { 'Content-Type': 'application/json' },
      body: whole.slice(0, -1),
    });

    observe(gatewayAnswerSummary(answer));
  },
);

/** JSON that ends early, and JSON that is no object. */
const bodies = ['{"userName":"shop-api"', 'null', '[]', '"x"', '1'];

for (const operation of ['recurrentPayment.do', 'installmentPayment.do'] as const) {
  check(
    'gateway.errors.no-server-error',
    `answers ${operation} without a server error when its body is no JSON object`,
    async ({ gateway }) => {
      const answers = await Promise.all(
        bodies.map((body) =>
          gateway.send({
            operation,
            method: 'POST',
            path: gatewayPath(operation),
            headers: { 'Content-Type': 'application/json' },
            body,
          }),
        ),
      );

      for (const answer of answers) expect(answer).toKeep(noServerError);
    },
  );
}

check(
  'gateway.errors.no-server-error',
  'answers without a server error for an order whose dynamicCallbackUrl leads nowhere',
  async ({ gateway }) => {
    const order = anOrder({ dynamicCallbackUrl: 'nowhere at all' });
    const registered = await gateway.ask('register.do', order);

    expect(registered).toKeep(noServerError);
    const mdOrder = memberOf(registered.answer.json, 'orderId');
    if (typeof mdOrder === 'string')
      expect(await payWithCard(gateway, { mdOrder })).toKeep(noServerError);
  },
);

check(
  'gateway.errors.no-server-error',
  'answers without a server error when an order is reauthorized that nobody tried to pay',
  async ({ gateway }) => {
    const { mdOrder } = await newOrder(gateway);

    const answer = await gateway.ask('industryPractice/paymentOrder.do', {
      originalMdOrder: mdOrder,
      orderNumber: anOrderNumber(),
      tii: 'IPA',
      amount: usualAmount,
    });

    expect(answer).toKeep(noServerError);
  },
);

check('gateway.errors.codes', 'is asked for what fails', async ({ gateway, observe }) => {
  const order = await newOrder(gateway);
  const { orderNumber } = order;
  const unknown = { mdOrder: unknownOrderLike(order) };
  const asked = {
    'a used orderNumber': gateway.ask('register.do', anOrder({ orderNumber })),
    'no amount': gateway.ask('register.do', without(anOrder(), 'amount')),
    'a bad amount': gateway.ask('register.do', anOrder({ amount: `${usualAmount}.5` })),
    'an unknown order': payWithCard(gateway, unknown),
  };

  const seen = await Promise.all(
    Object.entries(asked).map(
      async ([what, answer]) => `${what}: ${gatewayAnswerSummary(await answer)}`,
    ),
  );

  observe(seen.join('; '));
});

/** Who asks, as parameters of a request that is put together by hand. */
function signedIn({ settings }: GatewayClient): Parameters {
  const { login, token } = credentialsOf(settings);
  return { ...login, ...(token === undefined ? {} : { token }) };
}

function without(parameters: Parameters, name: string): Parameters {
  return { ...parameters, [name]: undefined };
}
