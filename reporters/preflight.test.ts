import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { Target } from '../fixtures/target/target.ts';
import { preflight } from './preflight.ts';

test('takes any answer for a sign of life, and asks with the key', async () => {
  const asked: unknown[] = [];
  const url = await serve((request, response) => {
    asked.push([request.method, request.url, request.headers['x-api-key']]);
    response.writeHead(500).end();
  });

  expect(await preflight(targetAt(url), ['v2'])).toEqual({ unreachable: {}, hints: [] });
  expect(asked).toEqual([['GET', '/v2/cards/none', 'the-key']]);
});

test('asks only the APIs that are wanted and configured', async () => {
  expect(await preflight(targetAt('http://127.0.0.1:9'), ['v1', 'gateway'])).toEqual({
    unreachable: {},
    hints: [],
  });
});

test('tries a refused connection again, and then says so', async () => {
  const { unreachable } = await preflight(targetAt('http://127.0.0.1:9'), ['v2']);

  expect(unreachable.v2).toBe(
    'v2 cannot be reached at http://127.0.0.1:9: connection refused (ECONNREFUSED)',
  );
});

test('waits for a target that is just starting', async () => {
  let asked = 0;
  const url = await serve((_, response) => {
    asked += 1;
    response.writeHead(asked === 1 ? 503 : 404).end();
  });

  expect((await preflight(targetAt(url), ['v2'])).unreachable).toEqual({});
  expect(asked).toBe(2);
});

test('does not wait longer for an answer than a request may take', async () => {
  const url = await serve(() => {});
  const startedAt = performance.now();

  const { unreachable } = await preflight({ ...targetAt(url), requestTimeoutMs: 200 }, ['v2']);

  expect(unreachable.v2).toContain('no answer within 200 ms');
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});

test('hints at a wrong key and at a redirection, and goes on', async () => {
  const refusing = await serve((_, response) => response.writeHead(401).end());
  const elsewhere = await serve((_, response) =>
    response.writeHead(301, { location: '/\u009b2J' }).end(),
  );

  expect(await preflight(targetAt(refusing), ['v2'])).toEqual({
    unreachable: {},
    hints: ['v2 answered HTTP 401: V2_API_KEY may be wrong.'],
  });
  expect((await preflight(targetAt(elsewhere), ['v2'])).hints).toEqual([
    String.raw`${elsewhere} answered HTTP 301 with a redirection to /\u009b2J; the suite follows none.`,
  ]);
});

test('shows no key that a redirection repeats, and no more of it than anybody reads', async () => {
  const url = await serve((request, response) => {
    const key = String(request.headers['x-api-key']);
    response.writeHead(302, { location: `/?a=${key}&b=${btoa(`:${key}`)}&c=${'x'.repeat(5_000)}` });
    response.end();
  });

  const [hint = ''] = (await preflight(targetAt(url), ['v2'])).hints;

  expect(hint).toContain('redirection to /?a=***&b=***&c=xxx');
  expect(hint).toContain('x …; the suite follows none.');
  expect(hint.length).toBeLessThan(350);
});

test('does not follow a redirection, which would carry the key elsewhere', async () => {
  let asked = 0;
  const elsewhere = await serve((_, response) => {
    asked += 1;
    response.end();
  });
  const url = await serve((_, response) => response.writeHead(307, { location: elsewhere }).end());

  await preflight(targetAt(url), ['v2']);

  expect(asked).toBe(0);
});

test('waits for no headers without end', async () => {
  const url = await serve(({ socket }) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    const timer = setInterval(() => socket.write(`X-More: ${'x'.repeat(4_000)}\r\n`), 1);
    socket.on('close', () => clearInterval(timer));
  });

  const { unreachable } = await preflight(targetAt(url), ['v2']);

  expect(unreachable.v2).toContain('its headers never end (HPE_HEADER_OVERFLOW)');
});

test('waits for no body', async () => {
  const url = await serve((_, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write(' '.repeat(10_000)), 1);
    response.on('close', () => clearInterval(timer));
  });

  expect((await preflight(targetAt(url), ['v2'])).unreachable).toEqual({});
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function targetAt(baseUrl: string): Target {
  return {
    name: 'target',
    embedded: false,
    apis: { v2: { baseUrl, apiKey: 'the-key', productName: 'Classic' } },
    notConfigured: {},
    concurrency: 1,
    requestTimeoutMs: 10_000,
  };
}
