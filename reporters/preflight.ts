import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Api, apis } from '../fixtures/requirements/requirement.ts';
import { visible } from '../fixtures/clients/masking.ts';
import { secretsOf, type Target } from '../fixtures/target/target.ts';
import { maskingOf } from './secrets/secrets.ts';

/** What a first look at a target showed, before any check asks it. */
export interface Preflight {
  /** APIs that did not answer, and how that showed. */
  readonly unreachable: Readonly<Partial<Record<Api, string>>>;
  /** What a user should know, although the run goes on. */
  readonly hints: readonly string[];
}

/** The longest that an unreachable target can hold up a run. */
const budgetMs = 10_000;
const pausesMs = [500, 1_500];

/** Asks each API once; whatever it answers over HTTP means that it is there. */
export async function preflight(target: Target, wanted: readonly Api[]): Promise<Preflight> {
  const unreachable: Partial<Record<Api, string>> = {};
  const hints: string[] = [];
  const mask = maskingOf(secretsOf(target));

  await Promise.all(
    apis.map(async (api) => {
      const probe = wanted.includes(api) ? probeOf(api, target) : undefined;
      if (probe === undefined) return;
      const seen = await ask(probe, target.requestTimeoutMs);
      if ('silence' in seen)
        unreachable[api] = `${api} cannot be reached at ${probe.base}: ${seen.silence}`;
      else hints.push(...hintsAbout(api, probe, shown(seen, mask)));
    }),
  );
  return { unreachable, hints: hints.toSorted() };
}

interface Probe {
  readonly base: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The setting with which the request is authorised. */
  readonly credential: string;
}

function probeOf(
  api: Api,
  { apis: { v1, v2, gateway, subscriptions } }: Target,
): Probe | undefined {
  switch (api) {
    case 'v1':
      return (
        v1 && {
          base: v1.baseUrl,
          path: '/v1/apigate/ws/rest/getCardData',
          headers: { Authorization: `Basic ${v1.token}` },
          credential: 'V1_API_TOKEN',
        }
      );
    case 'v2':
      return (
        v2 && {
          base: v2.baseUrl,
          path: '/v2/cards/none',
          headers: { 'X-API-KEY': v2.apiKey },
          credential: 'V2_API_KEY',
        }
      );
    case 'gateway':
      return (
        gateway && {
          base: gateway.baseUrl,
          path: '/payment/rest/getOrderStatusExtended.do',
          headers: {},
          credential: 'GATEWAY_USER_NAME',
        }
      );
    case 'subscriptions':
      return (
        subscriptions && {
          base: subscriptions.baseUrl,
          path: '/v1/subscriptions',
          headers: {},
          credential: 'SUBSCRIPTIONS_USER_NAME',
        }
      );
  }
}

interface Answer {
  readonly status: number;
  readonly location?: string;
}
type Seen = Answer | { readonly silence: string };

/** Somebody may be starting the target at this moment, so a refused connection is tried again. */
async function ask(probe: Probe, requestTimeoutMs: number): Promise<Seen> {
  const deadline = Date.now() + budgetMs;
  let seen: Seen = { silence: 'no answer' };
  for (const pauseMs of [0, ...pausesMs]) {
    await sleep(pauseMs);
    const leftMs = Math.min(requestTimeoutMs, deadline - Date.now());
    if (leftMs <= 0) break;
    seen = await once(probe, leftMs);
    if (!('silence' in seen)) break;
  }
  return seen;
}

function once({ base, path, headers }: Probe, timeoutMs: number): Promise<Seen> {
  const url = new URL(`${base}${path}`);
  const start = url.protocol === 'https:' ? httpsRequest : httpRequest;

  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(timeoutMs);
    // A connection of its own, so that none of the run's is kept waiting.
    const request = start(url, { headers, agent: false, signal }, (answer) => {
      answer.destroy();
      const {
        statusCode: status = 0,
        headers: { location },
      } = answer;
      resolve(
        [502, 503, 504].includes(status)
          ? { silence: `HTTP ${status}` }
          : { status, ...(location === undefined ? {} : { location }) },
      );
    });
    request.on('error', (error) => {
      const code = 'code' in error ? String(error.code) : error.message;
      resolve({ silence: signal.aborted ? `no answer within ${timeoutMs} ms` : inWords(code) });
    });
    request.end();
  });
}

function hintsAbout(api: Api, { base, credential }: Probe, { status, location }: Answer): string[] {
  if (status === 401 || status === 403) {
    return api === 'v1' || api === 'v2'
      ? [`${api} answered HTTP ${status}: ${credential} may be wrong.`]
      : [];
  }
  if (status >= 300 && status < 400) {
    return [
      `${base} answered HTTP ${status} with a redirection${location === undefined ? '' : ` to ${location}`}; the suite follows none.`,
    ];
  }
  return [];
}

/** What a target says about itself may hold the key that it was asked with, or drive a terminal. */
function shown({ status, location }: Answer, mask: (text: string) => string): Answer {
  if (location === undefined) return { status };
  const text = visible(mask(location));
  return { status, location: text.length <= 200 ? text : `${text.slice(0, 200)} …` };
}

function inWords(code: string): string {
  switch (code) {
    case 'ECONNREFUSED':
      return 'connection refused (ECONNREFUSED)';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `no such host (${code})`;
    case 'HPE_HEADER_OVERFLOW':
      return `its headers never end (${code})`;
    default:
      return visible(code);
  }
}
