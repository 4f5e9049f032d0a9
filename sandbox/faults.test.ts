import { describe, expect, test } from 'vitest';

import { broken, type SandboxFault } from './faults.ts';
import { documentRules } from './rules/index.ts';
import { balanceOf, testSandbox, type TestSandbox } from './testing.ts';

/** Two faults in rules, one on the wire, and one that remembers. */
const faults: readonly SandboxFault[] = [
  {
    id: 'cards.status.blocked-at-once',
    breaks: 'cards.status',
    what: 'issues cards that are blocked',
    rules: () => ({ ...documentRules, statusOfNewCard: () => 'blocked' }),
  },
  {
    id: 'cards.pin.text',
    breaks: 'cards.pin',
    what: 'says 9 of wrong PINs',
    rules: () => ({ ...documentRules, pinDenialText: () => '9' }),
  },
  {
    id: 'cards.status.teapot',
    breaks: 'cards.status',
    what: 'answers with 418',
    wire: () => async (request, next) => {
      const { headers, body } = await next(request);
      return new Response(body, { status: 418, headers });
    },
  },
  {
    id: 'cards.every-second',
    breaks: 'cards',
    what: 'answers each second request with 500',
    wire: () => {
      let count = 0;
      return async (request, next) => {
        count += 1;
        return count % 2 === 0 ? new Response(null, { status: 500 }) : await next(request);
      };
    },
  },
  {
    id: 'orders.end.never',
    breaks: 'orders.end',
    what: 'lets orders live for a year',
    rules: () => ({
      ...documentRules,
      gwExpiresAt: ({ createdAt }) => createdAt + 365 * 86_400_000,
    }),
  },
];
const book = { faults: async () => faults, workbench: true };

describe('a request with the header', () => {
  test('meets the fault, and no other request does', async () => {
    const tried = await testSandbox(book);
    const healthy = await tried.card();

    const seen = await read(tried, healthy['id'], 'cards.pin.text');

    expect(seen.status).toBe(200);
    expect(seen.body).toEqual({ ...healthy, pinDenialCounter: '9' });
    expect(await tried.read(healthy)).toEqual(healthy);
  });

  test('shares its state with all others', async () => {
    const tried = await testSandbox(book);
    const card = await tried.card();

    await tried.send(
      'POST',
      '/v2/topups',
      { amount: 500, currency: 'EUR', destinationCard: { cardNumber: card['number'] } },
      { 'X-Sandbox-Fault': 'cards.pin.text' },
    );

    expect(balanceOf(await tried.read(card))).toBe(Number(balanceOf(card)) + 500);
  });

  test('meets several faults at once', async () => {
    const tried = await testSandbox(book);
    const card = await tried.card();

    const seen = await read(tried, card['id'], 'cards.status.teapot, cards.pin.text');

    expect(seen.status).toBe(418);
    expect(seen.body['pinDenialCounter']).toBe('9');
  });

  test('meets what the fault remembers of earlier ones', async () => {
    const tried = await testSandbox(book);
    const card = await tried.card();

    const statuses: number[] = [];
    for (let time = 0; time < 4; time += 1) {
      statuses.push((await read(tried, card['id'], 'cards.every-second')).status);
    }

    expect(statuses).toEqual([200, 500, 200, 500]);
  });

  test('has what it sets going go wrong as well', async () => {
    const tried = await testSandbox(book);
    const [sound, faulty] = [await registered(tried), await registered(tried, 'orders.end.never')];

    await tried.control('PUT', '/clock', { now: new Date(Date.now() + 86_400_000).toISOString() });

    const pay = async (order: string): Promise<number> =>
      (await tried.control('POST', `/orders/${order}/payment`, { outcome: 'approved' })).status;
    expect(await pay(sound)).toBe(409);
    expect(await pay(faulty)).toBe(200);
  });

  test.for([
    ['cards.pin.txt', 'the nearest is cards.pin.text'],
    ['v2.foo', 'the option --faults'],
    ['<script>', 'the option --faults'],
    [`cards.pin.text,${'x'.repeat(2_000)}`, 'there is no fault'],
    ['a,b,c,d,e,f,g,h,i', 'at most 8 faults'],
  ] as const)('that names %s is told', async ([id, sentence]) => {
    const tried = await testSandbox(book);

    const answer = await tried.send('GET', '/v2/cards/1', undefined, { 'X-Sandbox-Fault': id });

    expect(answer.status).toBe(400);
    expect(answer.body['message']).toContain(sentence);
    expect(answer.text.length).toBeLessThan(400);
  });

  test('is like any other where nobody has handed over a book', async () => {
    const tried = await testSandbox();
    const card = await tried.card();

    expect((await read(tried, card['id'], 'cards.pin.text')).body).toEqual(card);
  });
});

describe('a sandbox', () => {
  test('starts with faults', async () => {
    const tried = await testSandbox({ ...book, fault: ['cards.status.blocked-at-once'] });

    expect((await tried.card())['status']).toBe('blocked');
  });

  test('does not start with one that there is not', async () => {
    await expect(testSandbox({ ...book, fault: ['cards.pin'] })).rejects.toThrow('cards.pin.text');
  });

  test('is told which faults to have from now on', async () => {
    const tried = await testSandbox(book);
    const card = await tried.card();
    const put = async (ids: unknown): Promise<number> =>
      (await tried.control('PUT', '/workbench/faults', { faults: ids })).status;

    expect(await put(['cards.pin.text', 'cards.status.blocked-at-once'])).toBe(200);
    expect((await tried.read(card))['pinDenialCounter']).toBe('9');
    expect((await tried.card())['status']).toBe('blocked');
    expect(await put(['cards.nothing'])).toBe(400);
    expect((await tried.read(card))['pinDenialCounter']).toBe('9');
    expect(await put('cards.pin.text')).toBe(400);
    expect(await put([])).toBe(200);
    expect((await tried.read(card))['pinDenialCounter']).toBe('0');
  });
});

test('of two faults in one rule the later one counts', () => {
  const [first] = faults;
  const other = {
    ...faults[1],
    id: 'b',
    rules: () => ({ ...documentRules, statusOfNewCard: () => 'lost' as const }),
  };

  const { rules } = broken(documentRules, [first, other] as SandboxFault[]);

  expect(rules.statusOfNewCard()).toBe('lost');
  expect(rules.pinDenialText).toBe(documentRules.pinDenialText);
});

function read({ send }: TestSandbox, id: unknown, fault: string): ReturnType<TestSandbox['send']> {
  return send('GET', `/v2/cards/${String(id)}`, undefined, { 'X-Sandbox-Fault': fault });
}

async function registered({ send, sandbox }: TestSandbox, fault = ''): Promise<string> {
  const { GATEWAY_USER_NAME: userName = '', GATEWAY_PASSWORD: password = '' } = sandbox.environment;
  const sent = new URLSearchParams({
    userName,
    password,
    orderNumber: `F-${Math.random()}`,
    amount: '1050',
    returnUrl: 'https://shop.test/',
  });
  const { body } = await send('POST', '/payment/rest/register.do', sent.toString(), {
    'Content-Type': 'application/x-www-form-urlencoded',
    'X-Sandbox-Fault': fault,
  });
  return String(body['orderId']);
}
