import { describe, expect, test } from 'vitest';

import { validatorOf } from '../fixtures/openapi/testing.ts';
import { describedApis, descriptionOf, type DescribedApi } from './descriptions.ts';
import { testGateway } from './gateway/testing.ts';
import { moods } from './moods.ts';
import type { Wire } from './server.ts';
import { testSandbox, type Body } from './testing.ts';
import { of, testV1 } from './v1/testing.ts';

test.for(describedApis)('serves the description of %s with its own address', async (api) => {
  const { sandbox } = await testSandbox();

  const answer = await fetch(`${sandbox.url}/openapi/${api}.json`);

  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect(await answer.json()).toMatchObject({
    openapi: expect.stringMatching(/^3\.1\./) as string,
    servers: [{ url: api === 'control' ? `${sandbox.url}/control` : sandbox.url }],
  });
  expect(await (await fetch(sandbox.url)).text()).toContain(`href="/openapi/${api}.json"`);
});

test('descriptions are only read, and of nothing else', async () => {
  const { sandbox } = await testSandbox();

  const written = await fetch(`${sandbox.url}/openapi/v1.json`, { method: 'POST' });

  expect(written.status).toBe(405);
  for (const name of ['v3.json', 'v1', '..%2f..%2fpackage.json', '']) {
    expect((await fetch(`${sandbox.url}/openapi/${name}`)).status).toBe(404);
  }
});

describe.for(Object.entries(moods))('answers in the mood %s are as described:', ([, choices]) => {
  test('v1', async () => {
    const { wire, seen } = recorder();
    const v1 = await testV1({ choices, wire });
    const env = v1.sandbox.environment;
    const [card, other] = [await v1.funded(50_00), await v1.funded()];
    const { accountNumber, customerNumber } = card;
    const cardIdentification = of(card);

    await v1.debit(card, 2_00);
    await v1.transfer(card, other, 3_00);
    await v1.history(card);
    await v1.limit(card);
    for (const operation of ['getCardData', 'getCardBalance', 'resetPinCounter', 'generateCVC2']) {
      await v1.call(operation, { cardIdentification });
    }
    for (const operation of ['getAccountData', 'getAccountLimits', 'getAccountBalanceFromBo']) {
      await v1.call(operation, { accountNumber });
    }
    for (const operation of ['getCustomerDetails', 'getCustomerInfo', 'isCustomerExist']) {
      await v1.call(operation, { customerNumber });
    }
    await v1.call('getAtmStatusExt', {});
    await v1.call('getOrderDetails', { orderId: Number(env['V1_ORDER_ID']) });
    await v1.call('getPaymentOrders', {
      merchantNumber: env['V1_MERCHANT_NUMBER'],
      institutionId: env['V1_INSTITUTION_ID'],
      period: { start: '2000-01-01', end: '2120-12-31' },
    });
    await v1.call('creditCard', { cardIdentification });

    expectAsDescribed('v1', seen, 22);
  });

  test('v2', async () => {
    const { wire, seen } = recorder();
    const v2 = await testSandbox({ choices, wire });
    const [card, other] = [await v2.card(50_00), await v2.card()];

    await v2.transfer(card, other, 10_00);
    await v2.transfer(card, other, 1_000_00);
    await v2.list({ cardNumberFltr: String(card['number']) });
    await v2.patch(card, { status: 'blocked' });
    await v2.patch(card, { status: 'blocked', pin: '1' });
    await v2.send('GET', '/v2/cards/unknown');

    expectAsDescribed('v2', seen, 13);
  });

  test('gateway', async () => {
    const { wire, seen } = recorder();
    const gateway = await testGateway({ choices, wire });
    const clientId = 'client-1';

    const paid = await gateway.paid();
    await gateway.status(paid);
    await gateway.status(await gateway.order());
    const bindingId = await gateway.stored(clientId);
    await gateway.bindings(clientId);
    const again = await gateway.order({ clientId });
    await gateway.call('paymentOrderBinding', { mdOrder: again, bindingId, cvc: '123' });
    await gateway.call('register', { amount: 'much' });

    expectAsDescribed('gateway', seen, 10);
  });

  test('subscriptions', async () => {
    const { wire, seen } = recorder();
    const { sandbox } = await testSandbox({ choices, wire });
    const { environment: env } = sandbox;
    const ask = async (path: string, body: object): Promise<Body> => {
      const answer = await fetch(`${sandbox.url}/v1/subscriptions${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          username: env['SUBSCRIPTIONS_USER_NAME'] ?? env['GATEWAY_USER_NAME'],
          password: env['SUBSCRIPTIONS_PASSWORD'] ?? env['GATEWAY_PASSWORD'],
          ...body,
        }),
      });
      return (await answer.json()) as Body;
    };

    const terms = { amount: 9_90, billingIntervalValue: 1, billingIntervalUnit: 'MONTHS' };
    const created = await ask('', {
      customerId: 'customer-1',
      ...terms,
      currency: 978,
      email: 'ana@example.test',
      successUrl: 'https://shop.example/subscribed',
      failUrl: 'https://shop.example/failed',
    });
    const { subscriptionId } = created['subscription'] as Body;
    await ask('', terms);
    await ask('/list', {});
    await ask('/details', { subscriptionUuid: subscriptionId });
    await ask('/deactivate', { subscriptionId, force: true });
    await ask('/deactivate', { subscriptionId });

    expectAsDescribed('subscriptions', seen, 6);
  });
});

test('an answer that is not as described is noticed', async () => {
  const { wire, seen } = recorder();
  const v2 = await testSandbox({ wire });
  await v2.card();
  const [created] = seen.filter(({ path }) => path === '/v2/cards');
  const json = created?.json as { account: object };
  expect(problemsOf('v2', seen)).toEqual([]);

  const broken = [
    { ...json, account: { ...json.account, balance: '0' } },
    { ...json, id: undefined },
    { ...json, status: 'closed' },
    { ...json, cvc: '123' },
  ];

  for (const one of broken) {
    const answer = { method: 'POST', path: '/v2/cards', status: 201, json: one };
    expect(problemsOf('v2', [answer]), JSON.stringify(one)).toHaveLength(1);
  }
});

test.for([
  ['v1', '/v1/apigate/ws/rest/registerCustomer', { customerNumber: 'C1' }],
  ['v1', '/v1/apigate/ws/rest/changePin', { responseCode: 0 }],
  ['gateway', '/payment/rest/register.do', { errorCode: '0', formUrl: 'https://pay.example/' }],
  ['gateway', '/payment/rest/getBindings.do', { bindings: [{ expiryDate: '203013' }] }],
  ['subscriptions', '/v1/subscriptions', { checkoutUrl: 'https://pay.example/', subscription: {} }],
  ['subscriptions', '/v1/subscriptions/update', { subscriptionId: '1' }],
] as const)('an answer of %s at %s that is not as described is noticed', ([api, path, json]) => {
  expect(problemsOf(api, [{ method: 'POST', path, status: 200, json }])).toHaveLength(1);
});

/** An answer as it went over the wire. */
interface Seen {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly json: unknown;
}

function recorder(): { wire: Wire; seen: Seen[] } {
  const seen: Seen[] = [];
  const wire: Wire = async (request, next) => {
    const answer = await next();
    const text = await answer.clone().text();
    seen.push({
      method: request.method,
      path: new URL(request.url).pathname,
      status: answer.status,
      json: text.startsWith('{') ? JSON.parse(text) : undefined,
    });
    return answer;
  };
  return { wire, seen };
}

function expectAsDescribed(api: DescribedApi, seen: readonly Seen[], least: number): void {
  const paths = pathsOf(api);
  const described = seen.filter((one) => operationOf(paths, one) !== undefined);

  expect(problemsOf(api, described)).toEqual([]);
  expect(described.length).toBeGreaterThanOrEqual(least);
}

interface Response {
  readonly content?: Readonly<Record<string, { readonly schema?: object }>>;
}
type Paths = Readonly<
  Record<string, Readonly<Record<string, { readonly responses: Record<string, Response> }>>>
>;

function pathsOf(api: DescribedApi): Paths {
  return (descriptionOf(api, 'http://127.0.0.1') as { paths: Paths }).paths;
}

function operationOf(paths: Paths, { method, path }: Seen) {
  const template = Object.keys(paths).find((one) =>
    new RegExp(`^${one.replaceAll('.', String.raw`\.`).replace('{id}', '[^/]+')}$`).test(path),
  );
  return paths[template ?? '']?.[method.toLowerCase()];
}

function problemsOf(api: DescribedApi, seen: readonly Seen[]): string[] {
  const description = descriptionOf(api, 'http://127.0.0.1') as Record<string, unknown>;
  const validate = validatorOf(description);
  return seen.flatMap((one) => {
    const { responses = {} } = operationOf(pathsOf(api), one) ?? {};
    const key = [String(one.status), `${String(one.status)[0]}XX`, 'default'].find(
      (name) => name in responses,
    );
    if (key === undefined) return [`${one.path}: HTTP ${one.status} is not described`];
    const schema = responses[key]?.content?.['application/json']?.schema;
    const problems = schema === undefined ? [] : validate(schema, one.json);
    return problems.map((problem) => `${one.path} ${JSON.stringify(one.json)}: ${problem}`);
  });
}
