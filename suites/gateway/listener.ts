import { createServer } from 'node:http';
import { type AddressInfo, createServer as createRawServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { anOrder } from '../../fixtures/builders/gateway.ts';
import { type GatewayClient, isGatewaySuccess } from '../../fixtures/clients/gateway.ts';
import type { Tell } from '../../fixtures/happenings.ts';
import { settleMs } from '../../fixtures/worlds/settle.ts';

/** A notification as it came. Document 3, part 6: how it comes is not shown. */
export interface Notification {
  readonly method: string;
  /** The path to which it came; each order has one of its own. */
  readonly path: string;
  /** Names with values, from the address and from a body of pairs or of JSON. */
  readonly members: ReadonlyMap<string, string>;
  /** All that it says, decoded. */
  readonly text: string;
  /** The whole address to which it came. */
  readonly address: string;
}

/** What has come to any listener of this process: one order may be told of at the address of another check's. */
const everywhere: Notification[] = [];

/** Notifications that name an order by its id, at another address than its own. */
export function astrayOf(
  orders: readonly { readonly mdOrder: string; readonly address: string }[],
): readonly Notification[] {
  return everywhere.filter(({ text, address }) =>
    orders.some((order) => text.includes(order.mdOrder) && !address.startsWith(order.address)),
  );
}

/** A merchant's server for notifications, here. */
export interface Listener {
  /** An address for the notifications of one order. */
  readonly addressOf: (path: string) => string;
  readonly notifications: readonly Notification[];
  /** Waits until enough has come, or for so long. */
  readonly wait: (isEnough: () => boolean, mostMs?: number) => Promise<void>;
}

/** Why a clause about notifications is not judged where there are none. */
export const noneCame = 'no notification arrived: the merchant may have none activated';

/**
 * Listens until the check is over; `status` is what every notification is answered with. A check is not exercised
 * where no notification can come.
 */
export async function listen(
  gateway: GatewayClient,
  skip: (note: string) => never,
  onFinished: (close: () => Promise<void>) => void,
  tell: Tell,
  status = 200,
): Promise<Listener> {
  const notifications: Notification[] = [];
  let port = 0;
  const addressOf = (path: string): string => `http://127.0.0.1:${port}${path}`;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const came = notificationFrom(request.method ?? '', addressOf(request.url ?? '/'), body);
      if (!isLookingAround(came)) {
        notifications.push(came);
        everywhere.push(came);
      }
      tell('target', `${request.method} ${request.url}  ${body} → HTTP ${status}`);
      response.writeHead(status).end();
    });
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  ({ port } = server.address() as AddressInfo);
  onFinished(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  const obstacle = await obstacleFor(gateway, addressOf('/nobody'));
  if (obstacle !== undefined) return skip(obstacle);

  return {
    addressOf,
    notifications,
    wait: async (isEnough, mostMs = settleMs()) => {
      // Only pauses count: whoever is busy with others has no less time to notify.
      for (let pausedMs = 0; !isEnough() && pausedMs < mostMs; pausedMs += pauseMs)
        await sleep(pauseMs);
    },
  };
}

/**
 * Why no notification can come to an address here: only a target on the loopback interface can reach
 * it, and one may insist on another kind of address.
 */
function obstacleFor(gateway: GatewayClient, address: string): Promise<string | undefined> {
  return gateway.learn(
    'gateway dynamicCallbackUrl',
    async () => {
      const { hostname } = new URL(gateway.settings.baseUrl);
      if (!['127.0.0.1', 'localhost', '[::1]'].includes(hostname)) {
        return 'the target is elsewhere and cannot reach this machine';
      }
      const answer = await gateway.ask('register.do', anOrder({ dynamicCallbackUrl: address }));
      return isGatewaySuccess(answer) ? undefined : 'an address on this machine is not accepted';
    },
    (obstacle) => obstacle ?? 'an address on this machine is taken',
  );
}

/** Milliseconds between two looks at what has come. */
const pauseMs = 20;

/** Members whose values are words, such as names of events; ids, amounts, dates and sums have digits. */
const words = /^[\p{L}_. :-]+$/u;

/** Notifications of the first that differ in a word from each of the second. */
export function ofOtherKinds(
  some: readonly Notification[],
  others: readonly Notification[],
): readonly Notification[] {
  const isOfKind = (one: Notification, other: Notification): boolean =>
    [...one.members].every(([name, value]) => {
      const known = other.members.get(name);
      return known === undefined || known === value || !words.test(value) || !words.test(known);
    });
  return some.filter((one) => !others.some((other) => isOfKind(one, other)));
}

/** A server that ends every connection as soon as it hears how it begins. */
interface SecureListener {
  readonly address: string;
  /** The first byte of each connection; TLS begins with that of a handshake. */
  readonly firstBytes: readonly number[];
}

/** The first byte of a TLS handshake. */
export const handshakeByte = 0x16;

/** Listens at an address with https until the check is over; nobody here speaks TLS. */
export async function listenForTls(
  onFinished: (close: () => Promise<void>) => void,
  tell: Tell,
): Promise<SecureListener> {
  const firstBytes: number[] = [];
  const sockets = new Set<Socket>();
  const server = createRawServer((socket) => {
    sockets.add(socket);
    // Whoever calls may hang up first, which is nobody's fault.
    socket.on('error', () => undefined);
    socket.once('data', (data: Buffer) => {
      firstBytes.push(...data.subarray(0, 1));
      const isSecure = data[0] === handshakeByte;
      tell('target', isSecure ? 'begins to speak TLS' : 'speaks without TLS');
      socket.destroy();
    });
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  onFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((closed) => server.close(closed));
  });
  const { port } = server.address() as AddressInfo;
  return { address: `https://127.0.0.1:${port}/secure`, firstBytes };
}

/** Somebody who looks whether an address can be reached, and has nothing to say there. */
function isLookingAround({ method, members }: Notification): boolean {
  return method === 'HEAD' || method === 'OPTIONS' || (method === 'GET' && members.size === 0);
}

function notificationFrom(method: string, address: string, body: string): Notification {
  const { pathname: path, searchParams } = new URL(address);
  const members = new Map([...searchParams, ...membersIn(body)]);
  const text = [...members].map(([name, value]) => `${name}: ${value}`).join('\n');
  return { method, path, members, text: `${text}\n${body}`, address };
}

/** The members of a JSON object with their paths, or the pairs of a form. */
function membersIn(body: string): readonly (readonly [string, string])[] {
  try {
    return flattened(JSON.parse(body), '');
  } catch {
    return [...new URLSearchParams(body)];
  }
}

function flattened(value: unknown, path: string): readonly (readonly [string, string])[] {
  if (typeof value !== 'object' || value === null) return [[path, String(value)]];
  return Object.entries(value).flatMap(([name, inner]) =>
    flattened(inner, path === '' ? name : `${path}.${name}`),
  );
}
