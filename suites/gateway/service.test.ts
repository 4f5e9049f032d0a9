import { anOrder, anOrderNumber, usualAmount } from '../../fixtures/builders/gateway.ts';
import { check, expect } from '../../fixtures/check.ts';
import {
  asForm,
  credentialsOf,
  type GatewayClient,
  gatewayEnding,
  gatewayPath,
  type Parameters,
  wentWell,
} from '../../fixtures/clients/gateway.ts';
import type { RequirementId } from '../../fixtures/requirements/index.ts';
import { paidWith, unknownOrderLike } from '../../fixtures/worlds/gateway-orders.ts';
import {
  isNotOffered,
  newOrder,
  payWithCard,
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
  'gateway.service.no-version-segment',
  'registers an order right below /payment/rest/',
  async ({ gateway }) => {
    const answer = await gateway.ask('register.do', anOrder());

    expect(answer.request.path).toBe('/payment/rest/register.do');
    expect(answer).toGoWell();
  },
);

check('gateway.service.get', 'is asked by GET', async ({ gateway, observe }) => {
  const { mdOrder } = await newOrder(gateway);
  // Without login and password: addresses end up in logs.
  const get = async (operation: 'register.do' | 'getOrderStatusExtended.do', part: Parameters) =>
    gatewayEnding(
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

  observe(gatewayEnding(answer));
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

    observe(gatewayEnding(answer));
  },
);

check(
  'gateway.service.empty-mandatory',
  'is sent mandatory parameters that are empty',
  async ({ gateway, observe }) => {
    const text = await paidWith(gateway, { TEXT: '' });
    const number = await gateway.ask('register.do', anOrder({ orderNumber: '' }));

    observe(`TEXT: ${text}; orderNumber: ${gatewayEnding(number)}`);
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
    { errorCode: expect.toSatisfy((code) => /^[1-9]\d?$/.test(String(code)), '1 to 99') },
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

for (const [id, behaviour, shown] of ofErrors) {
  for (const operation of failingOperations) {
    check(id, `${behaviour} when ${operation} fails`, async ({ gateway, skip }) => {
      const answer = await gateway.ask(operation, await failing[operation](gateway));

      if (answer.answer.status !== 200) return skip('the request fails by its HTTP status');
      if (wentWell(answer)) return skip('the request that lacks a parameter does not fail');
      expect(answer).toAnswer(200, shown);
    });
  }
}

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

for (const [behaviour, fault] of [
  ['an order with a negative amount', { amount: -1 }],
  ['an order without a returnUrl', { returnUrl: undefined }],
] as const) {
  check(
    'gateway.errors.validation-failure-registers-nothing',
    `leaves the number free of ${behaviour}`,
    async ({ gateway, skip }) => {
      const orderNumber = anOrderNumber();
      const failed = await gateway.ask('register.do', anOrder({ orderNumber, ...fault }));
      if (wentWell(failed)) return skip(`${behaviour} is registered`);

      const answer = await gateway.ask('register.do', anOrder({ orderNumber }));

      expect(answer).toGoWell();
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

    observe(gatewayEnding(answer));
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
    Object.entries(asked).map(async ([what, answer]) => `${what}: ${gatewayEnding(await answer)}`),
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
