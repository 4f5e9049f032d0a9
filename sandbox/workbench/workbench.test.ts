import { request as requestHttp } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';

import { moods } from '../moods.ts';
import type { SandboxOptions } from '../server.ts';
import { inside, itemsOf, testSandbox, type Body, type TestSandbox } from '../testing.ts';
import { of, testV1 } from '../v1/testing.ts';

const start = { now: new Date('2026-11-21T09:00:00Z'), workbench: true };
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };

describe('requests', () => {
  test('are told as they come, with what was answered', async () => {
    const tried = await testSandbox(start);
    const feed = await listen(tried);

    await tried.cardholder();

    const [seen] = await feed.until((all) => all.length === 1);
    expect(seen).toMatchObject({
      number: 1,
      api: 'v2',
      method: 'POST',
      address: '/v2/cardholders',
      now: expect.stringMatching(/^2026-11-21T09:00/) as string,
      faults: [],
      headers: { 'x-api-key': '•••', 'content-type': 'application/json' },
      body: { firstName: 'Ana', billingAddress: { country: 'ES' } },
      status: 201,
      answer: { id: expect.any(String) as string },
    });
    expect(feed.delayMs()).toBeLessThan(5_000);
  });

  test('are answered as if nobody looked', async () => {
    const [watched, alone] = [await testSandbox(start), await testSandbox({ now: start.now })];
    await listen(watched);

    const shapes = await Promise.all(
      [watched, alone].map(async (tried) => {
        const card = await tried.card(1_00);
        const answers = [
          await tried.patch(card, { status: 'blocked' }),
          await tried.send('POST', '/v2/cards', '{"half":'),
          await tried.send('POST', '/v2/topups', 'x'.repeat(40_000)),
          await tried.send('POST', '/v2/topups', 'x'.repeat(1_100_000)),
          await tried.send('GET', '/v2/nothing'),
          await tried.send('GET', '/payment/page?mdOrder=none'),
          await chunked(tried),
        ];
        return answers.map(({ status, headers, text }) => ({
          status,
          type: headers.get('content-type'),
          length: headers.get('content-length'),
          names: text.match(/"\w+":/g),
        }));
      }),
    );

    expect(shapes[0]).toEqual(shapes[1]);
  });

  test('are told again to who comes back, and only the new ones', async () => {
    const tried = await testSandbox(start);
    for (let time = 0; time < 3; time += 1) await tried.send('GET', '/v2/cards/none');

    const late = await listen(tried, '2');
    await tried.send('GET', '/v2/cards/none');

    const numbers = (await late.until((all) => all.length === 2)).map(({ number }) => number);
    expect(numbers).toEqual([3, 4]);
  });

  test('that are too many at once leave some out, and say how many', async () => {
    const tried = await testSandbox(start);
    for (let time = 0; time < 120; time += 1) await tried.send('GET', '/v2/cards/none');

    const feed = await listen(tried);

    const seen = await feed.until((all) => all.length === 100);
    expect(seen.at(-1)?.number).toBe(120);
    expect(feed.leftOut()).toBe(20);
  });

  test('with a fault name it', async () => {
    const id = 'cards.teapot';
    const fault = {
      id,
      breaks: 'cards',
      what: 'answers with 418',
      wire: () => async () => new Response(null, { status: 418 }),
    };
    const tried = await testSandbox({ ...start, faults: async () => [fault] });

    await tried.send('GET', '/v2/cards/none', undefined, { 'X-Sandbox-Fault': id });

    const { body } = await tried.control('GET', '/workbench/requests');
    expect(itemsOf(body, 'requests')).toMatchObject([{ faults: [id], named: [id], status: 418 }]);
  });

  test('end with the sandbox, at once', async () => {
    const tried = await testSandbox(start);
    await listen(tried);

    // Whoever waits for open connections waits for five seconds.
    const before = performance.now();
    await tried.sandbox.close();

    expect(performance.now() - before).toBeLessThan(4_000);
  });
});

test.for(Object.entries(moods))(
  'nothing secret leaves the server in the mood %s',
  async ([, choices]) => {
    const { secrets, codes, shown, texts } = await afterMuch({ ...start, choices });

    expect(secrets.length).toBeGreaterThan(12);
    for (const secret of secrets) expect(shown).not.toContain(secret);
    for (const code of codes) expect(texts).not.toContain(code);
    expect(texts.length).toBeGreaterThan(300);
  },
);

describe('objects', () => {
  test('are shown by kind, the newest first', async () => {
    const tried = await testSandbox(start);
    const card = await tried.card(50_00);
    await tried.control('POST', `/cards/${String(card['id'])}/pin-denials`);
    const [first, second] = [await registered(tried), await registered(tried)];
    await tried.control('POST', `/orders/${first}/payment`, { outcome: 'approved' });

    const { body } = await tried.control('GET', '/workbench/objects?limit=1');

    expect(Object.keys(body)).toEqual([
      'customers',
      'cards',
      'orders',
      'credentials',
      'subscriptions',
    ]);
    expect(itemsOf(inside(body, 'cards'), 'items')).toMatchObject([
      {
        id: card['id'],
        title: `•••${String(card['number']).slice(-4)}`,
        state: 'active',
        facts: { 'wrong PINs': '1', 'limit, daily': '0.00 EUR of 1000.00 EUR' },
      },
    ]);
    expect(inside(body, 'orders')['total']).toBe(2);
    expect(itemsOf(inside(body, 'orders'), 'items')).toMatchObject([
      { id: second, state: '0 registered', isWaiting: true },
    ]);
  });

  test('of one kind come without the others', async () => {
    const tried = await testSandbox(start);
    await tried.card();

    const { body } = await tried.control('GET', '/workbench/objects?kind=orders');

    expect(body['cards']).toEqual({ total: 1, items: [] });
  });

  test('are not changed by being looked at', async () => {
    const tried = await testSandbox(start);
    const card = await tried.card(1_00);

    await tried.control('GET', '/workbench/objects');

    expect(await tried.read(card)).toEqual(card);
  });
});

test('a payer types a wrong PIN, and the order waits on or is declined', async () => {
  const tried = await testSandbox(start);
  const order = await registered(tried);

  const wrong = await tried.control('POST', `/orders/${order}/payment`, { outcome: 'wrong-pin' });

  expect(wrong.status).toBe(200);
  const { body } = await gateway(tried, 'getOrderStatusExtended.do', { orderId: order });
  expect(String(body['actionCode'])).toBe('117');
  expect([0, 6]).toContain(body['orderStatus']);
});

describe('what is on', () => {
  test('is told', async () => {
    const tried = await testSandbox({ ...start, mood: 'strict', choices: moods.strict });

    const { body } = await tried.control('GET', '/workbench/state');

    expect(body).toMatchObject({ mood: 'strict', faults: [], snapshots: [] });
    expect(body['moods']).toEqual(Object.keys(moods));
  });

  test.for(['terse', 'mix-7', 'pairs-3'])('is the mood %s, once it is asked for', async (mood) => {
    const tried = await testSandbox(start);
    const card = await tried.card();

    const answer = await tried.control('PUT', '/workbench/mood', { mood });

    expect(answer.body['mood']).toBe(mood);
    expect((await tried.send('GET', `/v2/cards/${String(card['id'])}`)).status).not.toBe(200);
    expect(await tried.card()).toMatchObject({ status: 'active' });
  });

  test.for([{}, { mood: 'none' }, { mood: 'pairs-0' }, { mood: 7 }, [], 'x'])(
    'stays as it is for %j',
    async (body) => {
      const tried = await testSandbox(start);

      expect((await tried.control('PUT', '/workbench/mood', body)).status).toBe(400);

      expect((await tried.control('GET', '/workbench/state')).body['mood']).toBe('usual');
    },
  );

  test('may be a mood without a name, to which one can come back', async () => {
    const tried = await testSandbox({ ...start, mood: 'mine', choices: moods.terse });

    await tried.control('PUT', '/workbench/mood', { mood: 'strict' });

    expect((await tried.control('PUT', '/workbench/mood', { mood: 'mine' })).status).toBe(200);
  });

  test('is told to everybody who looks on', async () => {
    const tried = await testSandbox(start);
    const feed = await listen(tried);

    await tried.control('POST', '/workbench/reset');

    await expect.poll(feed.text).toContain('event: changed');
  });
});

describe('snapshots', () => {
  test('are kept, listed, replaced and dropped', async () => {
    const { control } = await testSandbox(start);
    const put = async (name: string): Promise<number> =>
      (await control('PUT', `/workbench/snapshots/${encodeURIComponent(name)}`)).status;

    expect(await put('before the refund')).toBe(201);
    expect(await put('before the refund')).toBe(200);
    expect(await put('später')).toBe(201);
    expect(itemsOf((await control('GET', '/workbench/snapshots')).body, 'snapshots')).toMatchObject(
      [{ name: 'before the refund', mood: 'usual', faults: [] }, { name: 'später' }],
    );

    expect((await control('DELETE', '/workbench/snapshots/sp%C3%A4ter')).status).toBe(200);
    expect((await control('DELETE', '/workbench/snapshots/sp%C3%A4ter')).status).toBe(404);
    expect((await control('POST', '/workbench/snapshots/none/restore')).status).toBe(404);
  });

  test('have names that can be read, and are not too many', async () => {
    const { control } = await testSandbox(start);

    for (const name of ['%20', '%3Cb%3E', 'x'.repeat(61), '..%2F..']) {
      expect((await control('PUT', `/workbench/snapshots/${name}`)).status).toBe(400);
    }
    for (let count = 0; count < 20; count += 1)
      await control('PUT', `/workbench/snapshots/s${count}`);
    expect((await control('PUT', '/workbench/snapshots/another')).status).toBe(409);
  });
});

describe('the door', () => {
  const paths = ['events', 'requests', 'objects', 'state', 'faults', 'snapshots', 'nothing'];

  test.for(paths)('stays shut before %s without the token', async (path) => {
    const { sandbox } = await testSandbox(start);

    for (const headers of [{}, { Authorization: 'Bearer nonsense' }]) {
      const answer = await fetch(`${sandbox.url}/control/workbench/${path}`, { headers });
      expect(answer.status).toBe(401);
    }
  });

  test('shows everybody the page, which holds nothing', async () => {
    const { sandbox, card } = await testSandbox(start);
    await card();

    const page = await fetch(`${sandbox.url}/control/workbench`);
    const text = await page.text();

    expect(page.status).toBe(200);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toContain('unsafe');
    for (const value of Object.values(sandbox.environment)) {
      if (value.length > 8 && !value.startsWith('http')) expect(text).not.toContain(value);
    }
    expect(text).not.toMatch(/innerHTML|insertAdjacent|document\.write|\beval\b/);
  });

  test('is not there unless it is asked for', async () => {
    const { sandbox, control } = await testSandbox();

    expect((await fetch(`${sandbox.url}/control/workbench`)).status).toBe(401);
    expect((await control('GET', '/workbench')).status).toBe(404);
    expect(await (await fetch(sandbox.url)).text()).not.toContain('/workbench');
  });

  test('is on the main page', async () => {
    const { sandbox } = await testSandbox(start);

    const text = await (await fetch(sandbox.url)).text();

    expect(text).toContain(
      `href="/control/workbench#token=${String(sandbox.environment['CONTROL_TOKEN'])}"`,
    );
  });
});

interface Told {
  readonly number: number;
  readonly at: string;
}

/** Listens to what goes on, as the page does. */
async function listen({ sandbox }: Pick<TestSandbox, 'sandbox'>, after = '0') {
  const ended = new AbortController();
  onTestFinished(() => ended.abort());
  const answer = await fetch(`${sandbox.url}/control/workbench/events`, {
    headers: {
      Authorization: `Bearer ${sandbox.environment['CONTROL_TOKEN']}`,
      'Last-Event-ID': after,
    },
    signal: ended.signal,
  });
  expect(answer.headers.get('content-type')).toBe('text/event-stream');
  let text = '';
  let delayMs = 0;
  const told = (): Told[] =>
    [...text.matchAll(/^data: (.*)\n\n/gm)].flatMap(([, data = '']) =>
      itemsOf(JSON.parse(data) as Body, 'requests'),
    ) as unknown as Told[];
  void (async () => {
    for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += part;
      const last = told().at(-1);
      if (last !== undefined) delayMs = Math.max(delayMs, Date.now() - Date.parse(last.at));
    }
  })().catch(() => undefined);

  return {
    text: () => text,
    delayMs: () => delayMs,
    leftOut: () => Number(/"leftOut":(\d+)/.exec(text)?.[1]),
    until: async (isIt: (all: Told[]) => boolean): Promise<Told[]> => {
      await expect.poll(() => isIt(told())).toBe(true);
      return told();
    },
  };
}

/** A request whose length nobody knows beforehand. */
function chunked({ sandbox }: TestSandbox) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number | undefined;
    headers: Headers;
    text: string;
  }>();
  const headers = { 'X-API-KEY': sandbox.environment['V2_API_KEY'] };
  requestHttp(`${sandbox.url}/v2/cardholders`, { method: 'POST', headers }, (answer) => {
    let text = '';
    answer.setEncoding('utf8').on('data', (part: string) => (text += part));
    answer.on('end', () => resolve({ status: answer.statusCode, headers: new Headers(), text }));
  })
    .on('error', reject)
    .end('{"firstName":"Ana"}');
  return promise;
}

function gateway(tried: Pick<TestSandbox, 'send' | 'sandbox'>, operation: string, more: object) {
  const { GATEWAY_USER_NAME: userName, GATEWAY_PASSWORD: password } = tried.sandbox.environment;
  const sent = new URLSearchParams({ userName, password, ...more } as Record<string, string>);
  return tried.send('POST', `/payment/rest/${operation}`, sent.toString(), form);
}

async function registered(
  tried: Pick<TestSandbox, 'send' | 'sandbox'>,
  more = {},
): Promise<string> {
  const { body } = await gateway(tried, 'register.do', {
    orderNumber: `W-${Math.random()}`,
    amount: '1050',
    returnUrl: 'https://shop.test/',
    ...more,
  });
  return String(body['orderId']);
}

/** Uses all four APIs with everything that is secret in them, and gathers what is shown of it. */
async function afterMuch(options: SandboxOptions) {
  const cvc = '719';
  const pin = '4827';
  const tried = await testV1({ ...options, gateway: { cardCvc: cvc } });
  const { environment } = tried.sandbox;
  const feed = await listen(tried);
  const issued = await tried.funded(50_00);
  const card = await tried.card(1_00);
  const cardIdentification = of(issued);
  await tried.call('generateCVC2', { cardIdentification });
  await tried.call('generatePin', { cardIdentification, pinValue: pin });
  await tried.call('getCardData', { cardIdentification });
  await tried.patch(card, { pin });
  await tried.patch(card, { pin: Number(pin), cvc });
  await tried.list({ cardNumberFltr: String(card['number']) });
  await tried.control('POST', `/cards/${String(card['number'])}/pin-denials`);

  const pan = environment['GATEWAY_CARD_PAN'] ?? '';
  const expiry = environment['GATEWAY_CARD_EXPIRY'] ?? '';
  const order = await registered(tried, { clientId: 'c-1', features: 'FORCE_CREATE_BINDING' });
  const paid = { $PAN: pan, $CVC: cvc, YYYY: expiry.slice(0, 4), MM: expiry.slice(4), TEXT: 'A B' };
  await gateway(tried, 'paymentorder.do', { MDORDER: order, ...paid, language: 'en' });
  await gateway(tried, 'getOrderStatusExtended.do', { orderId: order });
  await gateway(tried, 'getBindings.do', { clientId: 'c-1' });
  await gateway(tried, 'register.do', { token: environment['GATEWAY_TOKEN'] });
  const waiting = await registered(tried);
  const typed = { mdOrder: waiting, pan, expiry: '12/99', cvc, holder: pan, action: 'pay' };
  await fetch(`${tried.sandbox.url}/payment/page?mdOrder=${waiting}`, {
    method: 'POST',
    body: new URLSearchParams(typed),
    redirect: 'manual',
  });
  const { GATEWAY_USER_NAME: username, GATEWAY_PASSWORD: password } = environment;
  await tried.send('POST', '/v1/subscriptions', { username, password, description: pan });
  // As somebody sends it who has mixed everything up.
  await tried.send('POST', `/v2/cards?key=${environment['V2_API_KEY']}&pan=${pan}`, { [pan]: cvc });
  await tried.send('PUT', `/v2/${environment['V2_API_KEY']}/${pan}`, `cvc=${cvc}&pin=${pin}`, form);

  const feedback = await feed.until((all) => (all.at(-1)?.number ?? 0) >= 25);
  const objects = (await tried.control('GET', '/workbench/objects')).body;
  const all = [...feedback, objects];
  const numbers = [card['number'], issued.cardNumber, pan].map(String);
  const names = ['TOKEN', 'PASSWORD', 'KEY'].flatMap((end) =>
    Object.keys(environment).filter((name) => name.endsWith(end)),
  );
  return {
    shown: JSON.stringify(all) + feed.text(),
    texts: textsIn(all),
    secrets: [...numbers, ...names.map((name) => String(environment[name]))].flatMap((secret) => [
      secret,
      encodeURIComponent(secret),
    ]),
    codes: [cvc, pin, Number(pin), card['cvc']].filter((code) => code !== '978' && code !== '724'),
  };
}

/** All texts and numbers that a value is made of, with the names of its members. */
function textsIn(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [value];
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    // It may happen to be the digits of a code.
    if (/^content-length$/i.test(name)) return [name];
    return [...(Array.isArray(value) ? [] : [name]), ...textsIn(inner)];
  });
}
