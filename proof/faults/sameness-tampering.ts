import {
  isObject,
  type Members,
  onTheWire,
  type Operation,
  type PathSend,
  type TamperedRequest,
} from './tampering.ts';
import { gap } from './at-once.ts';
import type { Tampering } from './fault.ts';

// Ways of treating two alike differently that both card APIs have in common.

/** Has whoever comes while another is under way share its answer. */
export function answersTogether(operation: Operation): Tampering {
  return onTheWire(() => {
    let underWay: Promise<Response> | undefined;
    return async (asked, send) => {
      if (asked.operation !== operation) return send();
      if (underWay !== undefined) return (await underWay).clone();
      underWay = send();
      const response = await underWay;
      await gap();
      underWay = undefined;
      return response.clone();
    };
  });
}

/** Lets strangers in by the credentials, in this header, of whoever is under way. */
export function lendsCredentials(header: string, ofStrangers: string): Tampering {
  return onTheWire(() => {
    let underWay: string | undefined;
    return async (asked, send) => {
      const sent = asked.headers.get(header);
      if (sent === ofStrangers && underWay !== undefined) {
        const headers = new Headers(asked.headers);
        headers.set(header, underWay);
        return send({ headers });
      }
      underWay = sent ?? undefined;
      const response = await send();
      await gap();
      underWay = undefined;
      return response;
    };
  });
}

/** Meddles with what comes after a request of the same key was not carried out. */
export function afterDenial(
  operation: Operation,
  keyOf: (asked: TamperedRequest) => unknown,
  isDone: (response: Response) => Promise<boolean>,
  meddle: (send: PathSend) => Promise<Response>,
): Tampering {
  return onTheWire(() => {
    const denied = new Set<unknown>();
    return async (asked, send) => {
      if (asked.operation !== operation) return send();
      const key = keyOf(asked);
      if (key !== undefined && denied.has(key)) {
        const response = await meddle(send);
        if (await isDone(response)) denied.delete(key);
        return response;
      }
      const response = await send();
      if (!(await isDone(response))) denied.add(key);
      return response;
    };
  });
}

/** Does what it is asked twice, if it does it at all. */
export async function twice(send: PathSend): Promise<Response> {
  const response = await send();
  if (response.ok) await send();
  return response;
}

/** A body with the items of a list changed, each by its place. */
export function withItems(
  body: Members,
  list: string,
  change: (item: Members, place: number) => Members,
): Members {
  const items = body[list];
  if (!Array.isArray(items)) return body;
  const changed = (items as unknown[]).map((item, place) =>
    isObject(item) ? change(item, place) : item,
  );
  return { ...body, [list]: changed };
}

/** A body with no more than so many items in a list. */
export function cut(body: Members, list: string, length: number): Members {
  const items = body[list];
  return Array.isArray(items) ? { ...body, [list]: items.slice(0, length) } : body;
}

/** Where an address of mail leads at a provider that passes over dots and tags. */
export function mailboxOf(email: string): string {
  const [name = '', host = ''] = email.split('@');
  return `${name.replace(/\+.*/, '').replaceAll('.', '')}@${host}`;
}
