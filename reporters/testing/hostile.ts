import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { serverFor } from '../../fixtures/testing.ts';
import { startSandbox, type SandboxOptions } from '../../sandbox/server.ts';

/** What the sandbox answered, before anybody changed it. */
export interface GenuineAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** One request that a hostile target was asked, and how it may be answered as it should be. */
export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly socket: Socket;
  readonly genuinely: () => Promise<GenuineAnswer>;
}

export type HostileBehaviour = (asked: ReceivedRequest, response: ServerResponse) => unknown;

interface HostileTarget {
  /** The settings with which the suite finds it. */
  readonly environment: Record<string, string>;
  readonly requests: () => number;
}

/** A sandbox behind a server that answers as it likes; both end with the test. */
export async function hostileTarget(
  hostility: HostileBehaviour,
  options: SandboxOptions = {},
): Promise<HostileTarget> {
  const sandbox = await startSandbox(options);
  onTestFinished(() => sandbox.close());
  let requests = 0;
  const url = await serverFor(async (incoming, response) => {
    requests += 1;
    const path = incoming.url ?? '/';
    const body = (await buffer(incoming)).toString();
    const { method = 'GET', headers, socket } = incoming;
    const genuinely = (): Promise<GenuineAnswer> =>
      ask(sandbox.url + path, { method, headers, body });
    await hostility({ path, headers, body, socket, genuinely }, response);
  });
  const settings = Object.entries(sandbox.environment);
  return {
    environment: Object.fromEntries(
      settings.map(([name, value]) => [name, value.replace(sandbox.url, url)]),
    ),
    requests: () => requests,
  };
}

async function ask(
  address: string,
  { method, headers, body }: { method: string; headers: IncomingMessage['headers']; body: string },
): Promise<GenuineAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request(address, { method, headers: { ...headers, connection: 'close' } }, resolve)
    .on('error', reject)
    .end(body);
  const answer = await promise;
  const kept = Object.entries(answer.headers).filter(
    ([name]) => !/^(connection|keep-alive|transfer-encoding|content-length|date)$/.test(name),
  );
  return {
    status: answer.statusCode ?? 0,
    headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
    body: (await buffer(answer)).toString(),
  };
}
