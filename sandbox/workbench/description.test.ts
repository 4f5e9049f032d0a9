import { expect, test } from 'vitest';

import { validatorOf } from '../../fixtures/openapi/testing.ts';
import { usualChoices } from '../choices.ts';
import { createControl } from '../control.ts';
import { descriptionOf } from '../descriptions.ts';
import { documentRules } from '../rules/index.ts';
import { createStage } from '../stage.ts';
import { inside, itemsOf, testSandbox, type Body, type TestSandbox } from '../testing.ts';
import { createWorld } from '../world.ts';
import { gatewaySettings } from '../gateway/settings.ts';
import { v1Settings } from '../v1/settings.ts';
import { createWorkbench } from './workbench.ts';

// docs/openapi/control.json beside what there is.

interface Operation {
  readonly operationId: string;
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly example: object } };
  };
  readonly responses: Readonly<
    Record<string, { readonly content: Readonly<Record<string, { readonly schema: object }>> }>
  >;
}

const description = descriptionOf('control', 'http://127.0.0.1') as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};
const validate = validatorOf(description);
const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

test('every route is described, and nothing else', async () => {
  const settings = {
    rules: documentRules,
    choices: usualChoices,
    apiKey: 'k',
    controlToken: 't',
    start: 0,
    productName: 'p',
    v1: v1Settings(),
    gateway: gatewaySettings(0),
  };
  const stage = await createStage(() => createWorld(settings, { url: '' }, undefined), {
    mood: 'usual',
    choices: usualChoices,
    faults: [],
    book: async () => [],
  });
  const workbench = createWorkbench(stage);
  const routes = [...createControl(stage.world().core).routes, ...workbench.routes]
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
  workbench.close();
  stage.close();

  const described = operations.map(({ method, path }) => `${method.toUpperCase()} /control${path}`);
  expect(new Set(routes)).toEqual(new Set(described));
});

test('answers are as described, and refusals too', async () => {
  const fault = { id: 'a.fault', breaks: 'a', what: 'does nothing' };
  const tried = await testSandbox({ workbench: true, faults: async () => [fault] });
  const things = await thingsOf(tried);
  await tried.control('PUT', '/workbench/faults', { faults: ['a.fault'] });

  // The order of the description; forgetting things comes last.
  const last = ['setMood', 'reset'];
  const inOrder = operations.toSorted(
    (a, b) => last.indexOf(a.operation.operationId) - last.indexOf(b.operation.operationId),
  );
  for (const { path, method, operation } of inOrder) {
    if (operation.operationId === 'dropSnapshot') {
      await tried.control('PUT', pathOf(path, things));
    }
    if (operation.operationId === 'restoreSnapshot') {
      await tried.control('PUT', pathOf('/workbench/snapshots/{name}', things));
    }
    const answers = [
      await ask(tried, method, pathOf(path, things), bodyFor(operation)),
      await ask(tried, method, pathOf(path, {}), '{'),
      await ask({ ...tried, token: 'wrong' }, method, pathOf(path, things), bodyFor(operation)),
    ];
    expect(answers[0]?.status, operation.operationId).toBeLessThan(300);
    for (const { status, type, body } of answers) {
      const content = operation.responses[String(status === 201 ? 201 : status)]?.content;
      const allowed = content ?? (status === 200 ? operation.responses['201']?.content : undefined);
      expect(allowed, `${operation.operationId} with ${status}`).toBeDefined();
      const schema = allowed?.[type]?.schema;
      expect(schema, `${operation.operationId} with ${type}`).toBeDefined();
      if (type === 'application/json') expect(validate(schema, body)).toEqual([]);
    }
  }
});

type Things = Readonly<Record<string, string>>;

/** Something for each parameter of a path. */
async function thingsOf(tried: TestSandbox): Promise<Things> {
  const { GATEWAY_USER_NAME: userName = '', GATEWAY_PASSWORD: password = '' } =
    tried.sandbox.environment;
  const form = async (operation: string, more: Record<string, string>): Promise<Body> => {
    const sent = new URLSearchParams({ userName, password, ...more }).toString();
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
    return (await tried.send('POST', `/payment/rest/${operation}`, sent, type)).body;
  };
  const order = { amount: '1050', returnUrl: 'https://shop.test/' };
  const stored = await form('register.do', {
    ...order,
    orderNumber: 'A-1',
    clientId: 'c-1',
    features: 'FORCE_CREATE_BINDING',
  });
  await tried.control('POST', `/orders/${String(stored['orderId'])}/payment`, {
    outcome: 'approved',
  });
  const [binding] = itemsOf(await form('getBindings.do', { clientId: 'c-1' }), 'bindings');
  const waiting = await form('register.do', { ...order, orderNumber: 'A-2' });
  return {
    mdOrder: String(waiting['orderId']),
    bindingId: String(inside({ binding }, 'binding')['bindingId']),
    cardNumber: String((await tried.card())['number']),
    name: 'here',
  };
}

function pathOf(path: string, things: Things): string {
  return path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => things[name] ?? '-none-');
}

function bodyFor({ operationId, requestBody }: Operation): string | undefined {
  const example = requestBody?.content['application/json'].example;
  if (operationId === 'setClock') {
    return JSON.stringify({ now: new Date(Date.now() + 1_000).toISOString() });
  }
  return example === undefined ? undefined : JSON.stringify(example);
}

async function ask(
  { sandbox, token }: TestSandbox & { token?: string },
  method: string,
  path: string,
  body: string | undefined,
) {
  const isRead = method === 'get';
  const answer = await fetch(`${sandbox.url}/control${path}`, {
    method: method.toUpperCase(),
    headers: { Authorization: `Bearer ${token ?? sandbox.environment['CONTROL_TOKEN']}` },
    ...(isRead || body === undefined ? {} : { body }),
  });
  const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
  if (type === 'text/event-stream') await answer.body?.cancel();
  return {
    status: answer.status,
    type,
    body: type === 'application/json' ? await answer.json() : undefined,
  };
}
