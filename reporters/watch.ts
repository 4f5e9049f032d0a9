import { spawn } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import type { ExitStatus } from './conformance.ts';
import type { Target } from '../fixtures/target/target.ts';

// --watch: the same run once more whenever the target answers differently or Enter is pressed.

const pollMs = 1000;

interface Watched {
  /** The command line of each run, without --watch. */
  readonly args: readonly string[];
  readonly script: string;
  /** Absent: the embedded sandbox, which is as the files of this project say. */
  readonly target?: Target;
  /** Whether a run that found nothing to ask ends the watch. */
  readonly endsWhenDone: boolean;
}

/** Ends with Ctrl-C, and with the status of the last run. */
export async function watch({ args, script, target, endsWhenDone }: Watched): Promise<ExitStatus> {
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  // The run that is under way hears of it too, and writes its reports.
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  const input = createInterface({ input: process.stdin });
  const eye = target === undefined ? undefined : await eyeOn(target, stopping.signal);
  let status: ExitStatus = 0;
  try {
    while (!stopping.signal.aborted) {
      const before = eye?.seen;
      const child = spawn(process.execPath, [...process.execArgv, script, ...args], {
        stdio: ['ignore', 'inherit', 'inherit'],
      });
      const [code] = (await once(child, 'close')) as [ExitStatus | null];
      status = code ?? 130;
      if (stopping.signal.aborted || (endsWhenDone && status === 0)) break;
      console.log('\nWatching: press Enter to run again, Ctrl-C to end.');
      await somethingNew(input, () => eye?.seen !== before, stopping.signal);
    }
  } finally {
    input.close();
    stopping.abort();
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
  return status;
}

async function somethingNew(
  input: ReturnType<typeof createInterface>,
  hasChanged: () => boolean,
  signal: AbortSignal,
): Promise<void> {
  const over = new AbortController();
  const any = AbortSignal.any([signal, over.signal]);
  const entered = once(input, 'line', { signal: any }).then(() => 'Enter was pressed');
  const changed = (async () => {
    while (!hasChanged()) await pause(pollMs / 5, undefined, { signal: any });
    return 'The target answers differently';
  })();
  const why = await Promise.race([entered, changed]).catch(() => undefined);
  over.abort();
  await Promise.allSettled([entered, changed]);
  if (why !== undefined) console.log(`${why}: asking again.\n`);
}

interface Eye {
  /** How the target answered last: the same text as long as nothing has changed. */
  readonly seen: string;
}

/** Looks at a target once a second, also while it is asked, until the signal. */
export async function eyeOn(target: Pick<Target, 'apis'>, signal: AbortSignal): Promise<Eye> {
  const probe = probeOf(target);
  let seen = await probe.look();
  const looking = async (): Promise<void> => {
    while (!signal.aborted) {
      await pause(pollMs, undefined, { signal });
      const now = await probe.look();
      // While it is being started it answers nothing; that it does again is the news.
      if (!now.includes(silence)) seen = now;
    }
  };
  void looking()
    .catch(() => {})
    .finally(() => probe.close());
  return {
    get seen() {
      return seen;
    },
  };
}

/** Looks at a target as cheaply as can be: one request to each address, without credentials. */
interface Probe {
  /** The same text as long as nothing has changed. */
  look(): Promise<string>;
  close(): void;
}

const silence = 'no answer';

function probeOf({ apis }: Pick<Target, 'apis'>): Probe {
  const paths = {
    v1: '/v1/apigate/ws/rest/getCardData',
    v2: '/v2/cards/0',
    gateway: '/payment/rest/getOrderStatusExtended.do',
    subscriptions: '/v1/subscriptions/details',
  } as const;
  const addresses = Object.entries(paths).flatMap(([api, path]) => {
    const baseUrl = apis[api as keyof typeof paths]?.baseUrl;
    return baseUrl === undefined ? [] : [`${baseUrl}${path}`];
  });
  // A server that was started anew has closed the connection that was kept.
  const settings = { keepAlive: true, maxSockets: 1 };
  const agents = { 'http:': new http.Agent(settings), 'https:': new https.Agent(settings) };
  let connections = 0;
  let wasKept = false;

  const lookAt = async (address: string): Promise<string> => {
    const { protocol } = new URL(address);
    const client = protocol === 'https:' ? https : http;
    const agent = agents[protocol as keyof typeof agents];
    try {
      const request = client.get(address, { agent, timeout: pollMs * 5 });
      request.on('timeout', () => request.destroy(new Error('timeout')));
      const [response] = (await once(request, 'response')) as [http.IncomingMessage];
      // Of a server that keeps none, a new connection says nothing.
      if (!request.reusedSocket && wasKept) connections += 1;
      wasKept = request.reusedSocket;
      let text = '';
      for await (const chunk of response) if (text.length < 10_000) text += String(chunk);
      // Numbers of requests, moments and the like are another value each time.
      return `${response.statusCode} ${text.replaceAll(/[\da-f]*\d[\da-f]*/gi, '#')}`;
    } catch {
      return silence;
    }
  };
  return {
    async look() {
      const seen: string[] = [];
      for (const address of addresses) seen.push(await lookAt(address));
      return [...seen, `connection ${connections}`].join('\n');
    },
    close: () => Object.values(agents).forEach((agent) => agent.destroy()),
  };
}
