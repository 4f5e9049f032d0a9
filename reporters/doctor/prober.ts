import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect as connectTls } from 'node:tls';
import { setTimeout as sleep } from 'node:timers/promises';
import { parsed } from '../../fixtures/clients/body.ts';
import { visible } from '../../fixtures/transcript/masking.ts';

// Single requests before a run: whatever comes back is a value, also what would stop a check.

/** One request, below an address. */
export interface Question {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface ProbeAnswer {
  readonly status: number;
  readonly location?: string;
  readonly type: string;
  /** What of the body came in time, up to a bound. */
  readonly text: string;
  readonly json: unknown;
}

/** No answer; `isCut` where it was not waited for as long as a request may take. */
interface Silence {
  readonly silence: string;
  readonly code: string;
  readonly isCut: boolean;
}

export type ProbeResult = ProbeAnswer | Silence;

export function isSilence(seen: ProbeResult): seen is Silence {
  return 'silence' in seen;
}

/** The target is not there, or cannot be asked now. */
export function couldNotAsk(seen: ProbeResult): boolean {
  return isSilence(seen) || [429, 502, 503, 504].includes(seen.status);
}

/** What holds for every request of one look at a target. */
export interface Prober {
  /** Asked once. */
  ask(base: string, question: Question): Promise<ProbeResult>;
  /** Asked again after HTTP 429, which says that nothing was carried out. */
  askUnlessThrottled(base: string, question: Question): Promise<ProbeResult>;
  /** Whether anybody is there: asked again whatever went wrong, since somebody may be starting it. */
  look(base: string, question: Question): Promise<ProbeResult>;
}

const pausesMs = [500, 1_500, 2_500];
const longestPauseMs = 3_000;
const mostCharacters = 64 * 1024;

/** All requests together take no longer than `budgetMs`, each no longer than a request may. */
export function askerWithin(budgetMs: number, requestTimeoutMs: number): Prober {
  const deadline = Date.now() + budgetMs;

  const ask = async (base: string, question: Question, needsBody = true): Promise<ProbeResult> => {
    const leftMs = Math.min(requestTimeoutMs, deadline - Date.now());
    if (leftMs <= 0) return { silence: 'there was no time left', code: 'CUT', isCut: true };
    return await once(base, question, { timeoutMs: leftMs, requestTimeoutMs, needsBody });
  };
  const again = async (
    first: () => Promise<ProbeResult>,
    isWorthIt: (seen: ProbeResult) => boolean,
  ): Promise<ProbeResult> => {
    let seen = await first();
    for (const [index, pauseMs] of pausesMs.entries()) {
      const waitMs = Math.max(pauseMs, Math.min(retryAfterMs(seen), longestPauseMs));
      if (!isWorthIt(seen) || isForNothing(seen, index) || Date.now() + waitMs >= deadline)
        return seen;
      await sleep(waitMs);
      const next = await first();
      // What was seen when there was time to look says more.
      if (isSilence(next) && next.isCut) return seen;
      seen = next;
    }
    return seen;
  };

  return {
    ask,
    askUnlessThrottled: (base, question) =>
      again(
        () => ask(base, question),
        (seen) => !isSilence(seen) && seen.status === 429,
      ),
    look: (base, question) => again(() => ask(base, question, false), couldNotAsk),
  };
}

/** Nobody vouches for the certificate whom this computer knows: a question of its settings. */
export function isUntrusted(seen: ProbeResult): boolean {
  return isSilence(seen) && /SELF_SIGNED|ISSUER_CERT|LEAF_SIGNATURE/.test(seen.code);
}

/** A name that nobody has is not about to get one, nor a certificate trust; who refuses a connection that often is not just starting. */
function isForNothing(seen: ProbeResult, triedAgain: number): boolean {
  if (!isSilence(seen)) return false;
  return (
    isUntrusted(seen) ||
    seen.code.startsWith('ENOTFOUND') ||
    (seen.code.startsWith('ECONNREFUSED') && triedAgain > 1)
  );
}

interface Limits {
  readonly timeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly needsBody: boolean;
}

/** `Retry-After` in milliseconds, where an answer came with one. */
const retryAfterOf = new WeakMap<ProbeAnswer, number>();

function retryAfterMs(seen: ProbeResult): number {
  return isSilence(seen) ? 0 : (retryAfterOf.get(seen) ?? 0);
}

function once(
  base: string,
  { method, path, headers = {}, body }: Question,
  { timeoutMs, requestTimeoutMs, needsBody }: Limits,
): Promise<ProbeResult> {
  const url = new URL(`${base}${path}`);
  const start = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };

  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(timeoutMs);
    // A connection of its own, so that none of the run's is kept waiting.
    const options = { method, headers: { ...headers, ...length }, agent: false, signal };
    const request = start(url, options, (response) => {
      let text = '';
      const done = (): void => {
        const { statusCode: status = 0 } = response;
        const { location, 'content-type': type = '', 'retry-after': retryAfter } = response.headers;
        const answer: ProbeAnswer = {
          status,
          type,
          text,
          json: parsed(text),
          ...(location === undefined ? {} : { location }),
        };
        const seconds = Number(retryAfter);
        if (Number.isFinite(seconds)) retryAfterOf.set(answer, seconds * 1000);
        resolve(answer);
        response.destroy();
      };
      if (!needsBody) return done();
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        if (text.length > mostCharacters) done();
      });
      // A body that breaks off, or never ends, is an answer all the same.
      response.on('end', done).on('error', done).on('aborted', done);
    });
    request.on('error', (error) => {
      const code = 'code' in error ? String(error.code) : error.message;
      const silence = signal.aborted ? `no answer within ${timeoutMs} ms` : inWords(code);
      const isCut = signal.aborted && timeoutMs < requestTimeoutMs;
      resolve({ silence, code: `${code} ${error.message}`, isCut });
    });
    request.end(body);
  });
}

/** Whether the port of an address speaks TLS; nothing is sent but a handshake. */
export function speaksTls(address: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    const socket = connectTls({
      host,
      port: Number(port === '' ? (protocol === 'https:' ? 443 : 80) : port),
      // Nothing is entrusted to whoever answers.
      rejectUnauthorized: false,
      ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
    });
    const end = (speaks: boolean): void => {
      socket.destroy();
      resolve(speaks);
    };
    socket.setTimeout(2_000, () => end(false));
    socket.once('secureConnect', () => end(true)).once('error', () => end(false));
  });
}

/** Whether the port of an address speaks HTTP without TLS; nothing of the settings is sent. */
export async function speaksPlainHttp(address: string): Promise<boolean> {
  const url = new URL(address);
  url.protocol = 'http:';
  if (url.port === '' && address.startsWith('https:')) url.port = '443';
  const limits = { timeoutMs: 2_000, requestTimeoutMs: 2_000, needsBody: false };
  const seen = await once(url.origin, { method: 'GET', path: '/' }, limits);
  return !isSilence(seen);
}

function inWords(code: string): string {
  if (code === 'ECONNREFUSED') return 'connection refused (ECONNREFUSED)';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `no such host (${code})`;
  if (code === 'HPE_HEADER_OVERFLOW') return `its headers never end (${code})`;
  if (/CERT|SIGNED|ISSUER|SIGNATURE/.test(code)) {
    return `its certificate is not trusted (${visible(code)}); set NODE_EXTRA_CA_CERTS to a file with its certificate authority`;
  }
  return visible(code);
}
