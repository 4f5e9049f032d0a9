import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { eyeOn } from './watch.ts';

const patient = { timeout: 60_000, interval: 50 };

describe('an eye on a target', () => {
  test('sees the same as long as nothing has changed', async () => {
    const { port } = await listening(() => '{"at":"2026-11-21T09:00:00Z","id":"a1"}');
    const eye = await open(port);
    const before = eye.seen;

    await new Promise((resolve) => setTimeout(resolve, 3_200));

    expect(eye.seen).toBe(before);
  });

  test('sees another answer, without credentials and at one request a second', async () => {
    let answer = '{"message":"not built yet"}';
    const { port, asked } = await listening(() => answer);
    const eye = await open(port);
    const before = eye.seen;

    answer = '{"message":"no key"}';

    await vi.waitUntil(() => eye.seen !== before, patient);
    expect(asked.length).toBeLessThan(6);
    expect(asked.every((headers) => headers['x-api-key'] === undefined)).toBe(true);
  });

  test('sees that a server was started anew, although it answers the same', async () => {
    const first = await listening(() => '{}');
    const eye = await open(first.port);
    await vi.waitUntil(() => first.asked.length > 1, patient);
    const before = eye.seen;

    first.server.closeAllConnections();
    await new Promise((resolve) => first.server.close(resolve));
    await listening(() => '{}', first.port);

    await vi.waitUntil(() => eye.seen !== before, patient);
  });

  test('waits for a server that is not there yet', async () => {
    const { port, server } = await listening(() => '{}');
    await new Promise((resolve) => server.close(resolve));
    const eye = await open(port);
    expect(eye.seen).toContain('no answer');

    await listening(() => '{}', port);

    await vi.waitUntil(() => !eye.seen.includes('no answer'), patient);
  });
});

async function open(port: number): ReturnType<typeof eyeOn> {
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  const v2 = { baseUrl: `http://127.0.0.1:${port}`, apiKey: 'secret', productName: 'X' };
  return await eyeOn({ apis: { v2 } }, stopping.signal);
}

async function listening(answer: () => string, at = 0) {
  const asked: Readonly<Record<string, unknown>>[] = [];
  const server: Server = createServer((request, response) => {
    asked.push(request.headers);
    response.writeHead(404).end(answer());
  });
  server.listen(at, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { server, asked, port: (server.address() as AddressInfo).port };
}
