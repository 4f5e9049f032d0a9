import type { SandboxCore } from '../core.ts';
import { createMasker, type Shown } from './masking.ts';

/** A request and its answer as the page shows them: nothing in it is secret. */
export interface Seen {
  /** Counted from 1 since the sandbox started. */
  readonly number: number;
  /** When it came, by the computer's clock and by that of the sandbox. */
  readonly at: string;
  readonly now: string;
  readonly ms: number;
  readonly api: string;
  /** What went wrong on purpose, and which of it the request asked for itself. */
  readonly faults: readonly string[];
  readonly named: readonly string[];
  readonly method: string;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Shown;
  readonly status: number;
  readonly answerHeaders: Readonly<Record<string, string>>;
  readonly answer?: Shown;
}

/** Whom a request is for, and what goes wrong with it. */
export interface About {
  readonly api: string;
  readonly faults: readonly string[];
  readonly named: readonly string[];
}

type Next = (request: Request) => Promise<Response>;

/** Requests as they come. */
export interface Feed {
  /** Has a request answered and keeps both for whoever looks on. */
  readonly record: (request: Request, about: About, next: Next) => Promise<Response>;
  /** The last requests, oldest first. */
  readonly recent: () => readonly Seen[];
  /** Server-sent events: `requests` with a list of them and how many were left out; `changed`. */
  readonly stream: (after: number) => Response;
  /** Tells everybody that something else than a request has changed. */
  readonly changed: () => void;
  readonly close: () => void;
}

/** How many requests are kept. */
const mostKept = 300;

/** Most requests of one event. While more come in between, the page shows the last of them. */
const mostAtOnce = 100;

/** Milliseconds between two events: far below what an eye notices. */
const pauseMs = 50;

const heartbeatMs = 15_000;

/** The largest body that is looked at, in bytes. */
const largestBody = 32_768;

/** What was seen, before anything is taken out; it never leaves this file as it is. */
interface Kept {
  readonly number: number;
  readonly show: () => Seen;
}

interface Reader {
  readonly send: (text: string) => void;
  readonly isBehind: () => boolean;
  readonly end: () => void;
  last: number;
}

/** A feed about the sandbox that `core` gives at the time. */
export function createFeed(core: () => SandboxCore): Feed {
  const kept: Kept[] = [];
  const readers = new Set<Reader>();
  let count = 0;
  let flushedAt = 0;
  let timer: NodeJS.Timeout | undefined;

  const flush = (): void => {
    timer = undefined;
    flushedAt = performance.now();
    for (const reader of readers) {
      // Who reads slowly gets the last ones once there is room again.
      if (reader.isBehind()) plan();
      else sendTo(reader);
    }
  };
  const plan = (): void => {
    if (readers.size === 0) return;
    timer ??= setTimeout(flush, Math.max(0, pauseMs - (performance.now() - flushedAt)));
  };
  const sendTo = (reader: Reader): void => {
    const news = kept.filter(({ number }) => number > reader.last).slice(-mostAtOnce);
    const last = news.at(-1)?.number;
    if (last === undefined) return;
    const leftOut = last - reader.last - news.length;
    reader.last = last;
    const requests = news.map(({ show }) => show());
    reader.send(`id: ${last}\nevent: requests\ndata: ${JSON.stringify({ requests, leftOut })}\n\n`);
  };

  const heartbeat = setInterval(() => {
    for (const reader of readers) if (!reader.isBehind()) reader.send(': still here\n\n');
  }, heartbeatMs).unref();

  return {
    record: async (request, about, next) => {
      const began = performance.now();
      const at = new Date().toISOString();
      const sent = await bodyOf(request);
      const answer = await copied(await next(sent.request));
      const ms = Math.round((performance.now() - began) * 10) / 10;
      count += 1;
      kept.push(asKept({ number: count, at, ms, about, request, sent, answer }, core()));
      if (kept.length > mostKept) kept.shift();
      plan();
      return answer.response;
    },
    recent: () => kept.map(({ show }) => show()),
    stream: (after) => {
      const { reader, response } = newReader(Math.min(after, count), (gone) =>
        readers.delete(gone),
      );
      readers.add(reader);
      reader.send(': welcome\n\n');
      sendTo(reader);
      return response;
    },
    changed: () => {
      for (const reader of readers) reader.send('event: changed\ndata: {}\n\n');
    },
    close: () => {
      clearInterval(heartbeat);
      clearTimeout(timer);
      for (const reader of readers) reader.end();
      readers.clear();
    },
  };
}

interface Exchange {
  readonly number: number;
  readonly at: string;
  readonly ms: number;
  readonly about: About;
  readonly request: Request;
  readonly sent: Sent;
  readonly answer: Copied;
}

/** Masking waits until somebody looks, and is done once. */
function asKept(
  { number, at, ms, about, request, sent, answer }: Exchange,
  core: SandboxCore,
): Kept {
  const { method, url, headers } = request;
  const { status, headers: answerHeaders } = answer.response;
  const now = new Date(core.clock.now()).toISOString();
  let seen: Seen | undefined;
  return {
    number,
    show: () => {
      if (seen !== undefined) return seen;
      const mask = createMasker(core);
      const body = sent.text ?? mask.body(sent.body, headers.get('content-type'));
      const said = answer.text ?? mask.body(answer.body, answerHeaders.get('content-type'));
      seen = {
        number,
        at,
        now,
        ms,
        ...about,
        method: mask.text(method),
        address: mask.address(new URL(url)),
        headers: mask.headers(headers),
        ...(body === undefined ? {} : { body }),
        status,
        answerHeaders: mask.headers(answerHeaders),
        ...(said === undefined ? {} : { answer: said }),
      };
      return seen;
    },
  };
}

interface Sent {
  readonly request: Request;
  readonly body: string;
  /** In place of a body that was not looked at. */
  readonly text?: string;
}

/** Reads the body of a request and makes it anew. One of unknown or great length is left alone. */
async function bodyOf(request: Request): Promise<Sent> {
  const { method, url, headers } = request;
  const length = headers.get('content-length');
  const isChunked = headers.has('transfer-encoding');
  if (method === 'GET' || method === 'HEAD' || (length === null && !isChunked)) {
    return { request, body: '' };
  }
  if (isChunked || Number(length) > largestBody) {
    return { request, body: '', text: `(${isChunked ? 'sent in chunks' : `${length} bytes`})` };
  }
  const bytes = await request.arrayBuffer();
  return {
    request: new Request(url, { method, headers, body: bytes }),
    body: new TextDecoder().decode(bytes),
  };
}

interface Copied {
  readonly response: Response;
  readonly body: string;
  readonly text?: string;
}

/** What an answer says; pages and what is packed are named only. */
async function copied(response: Response): Promise<Copied> {
  const type = response.headers.get('content-type') ?? '';
  if (response.body === null) return { response, body: '' };
  const isPacked = response.headers.has('content-encoding');
  if (isPacked || !/\bjson\b/i.test(type)) {
    return { response, body: '', text: isPacked ? '(compressed)' : `(${type.split(';')[0]})` };
  }
  const body = await response.text();
  const { status, statusText, headers } = response;
  return { response: new Response(body, { status, statusText, headers }), body };
}

function newReader(
  last: number,
  gone: (reader: Reader) => void,
): { readonly reader: Reader; readonly response: Response } {
  const encoder = new TextEncoder();
  const holder: { controller?: ReadableStreamDefaultController<Uint8Array> } = {};
  const reader: Reader = {
    last,
    send: (text) => holder.controller?.enqueue(encoder.encode(text)),
    isBehind: () => (holder.controller?.desiredSize ?? 0) <= 0,
    end: () => holder.controller?.close(),
  };
  const stream = new ReadableStream<Uint8Array>(
    {
      start: (controller) => void (holder.controller = controller),
      cancel: () => gone(reader),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 1_000_000 }),
  );
  const headers = {
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  };
  return { reader, response: new Response(stream, { headers }) };
}
