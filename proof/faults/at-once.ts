import { setTimeout as sleep } from 'node:timers/promises';

// Ways of going wrong with requests that are under way at the same time.

/** A gap, in which requests that were sent together arrive. */
export async function gap(ms = 5): Promise<void> {
  await sleep(ms);
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
    const answer = gap(12).then(send);
    underWay.set(key, answer);
    try {
      return (await answer).clone();
    } finally {
      underWay.delete(key);
    }
  };
}
