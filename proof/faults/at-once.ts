import { setTimeout as sleep } from 'node:timers/promises';
import type { Wire } from '../../sandbox/server.ts';
import type { Tampering } from './fault.ts';

// Ways of going wrong with requests that are under way at the same time.

/** So far apart requests may arrive that were sent together, where the machine does other things, too. */
const apartMs = 120;

/** So many times all that waits in this process gets its turn within a gap, however long the machine was away. */
const turns = 30;

/**
 * A gap, in which requests that were sent together arrive. It is slept through in small parts: one long
 * sleep is over at once where the machine stood still for it, before the other request was sent at all.
 */
export async function gap(ms = apartMs): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await sleep(ms / turns);
}

/**
 * The moment in which a request comes, counted from 1: requests that follow one another closely have one, however
 * long the machine stands still between them.
 */
export function moments(): () => number {
  let moment = 0;
  let isOver = true;
  let latest = 0;
  return () => {
    if (isOver) moment += 1;
    isOver = false;
    latest += 1;
    const request = latest;
    void gap(2 * apartMs).then(() => (isOver ||= request === latest));
    return moment;
  };
}

/** Requests of one key that are under way together are carried out once, and all get that answer. */
export function coalescing(): (
  key: string | undefined,
  send: () => Promise<Response>,
) => Promise<Response> {
  const underWay = new Map<string, Promise<Response>>();
  return async (key, send) => {
    if (key === undefined) return send();
    const known = underWay.get(key);
    if (known !== undefined) return (await known).clone();
    const answer = gap().then(send);
    underWay.set(key, answer);
    try {
      return (await answer).clone();
    } finally {
      underWay.delete(key);
    }
  };
}

/** All bodies below a path are read into one buffer, each from its beginning, so that those that come in pieces mix. */
export function withOneBuffer(prefix: string): Tampering {
  return {
    wire: (): Wire => {
      const buffer = Buffer.alloc(1024 * 1024);
      return async (request, next) => {
        const isRead = request.method !== 'GET' && new URL(request.url).pathname.startsWith(prefix);
        if (!isRead || request.body === null) return next();
        let length = 0;
        for await (const piece of request.body) {
          buffer.set(piece, length);
          length += piece.length;
        }
        const { method, headers } = request;
        const body = buffer.toString('utf8', 0, length);
        return next(new Request(request.url, { method, headers, body }));
      };
    },
  };
}
