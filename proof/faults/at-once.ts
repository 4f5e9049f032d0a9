import { setTimeout as sleep } from 'node:timers/promises';

// Ways of going wrong with requests that are under way at the same time.

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
    const answer = slowly(send);
    underWay.set(key, answer);
    try {
      return (await answer).clone();
    } finally {
      underWay.delete(key);
    }
  };
}

/** As long as it takes for what was sent together to arrive. */
async function slowly(send: () => Promise<Response>): Promise<Response> {
  await sleep(12);
  return send();
}
