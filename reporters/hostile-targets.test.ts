import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { closeBrowser, openPage } from '../fixtures/customer/browser.ts';
import type { CertifiedRun } from './testing/certified-run.ts';
import { certified, expectCompleteReports, contentOf } from './testing/certified-run.ts';
import { start, temporaryFolder } from './testing.ts';
import { serverFor } from '../fixtures/testing.ts';
import { type ReceivedRequest, type GenuineAnswer, hostileTarget } from './testing/hostile.ts';

// Whatever a target does, a run ends by itself, says the right thing and leaves whole reports.

/** A few of everything: shapes, states, money, lists, and the control plane. */
const selection = [
  'v2.card.id-is-a-string',
  'v2.card-status.issued-active',
  'v2.response',
  'v2.transfer-creation.overdraft-is-declined',
  'v2.cardholder.ids-differ',
].join(',');
const args = ['--api', 'v2', '--only', selection, '--profile', 'smoke', '--no-allure'];

/** What one request may take where each takes all of it; else it is long enough for a busy machine. */
const shortMs = 1_000;
const requestTimeoutMs = 20_000;

/**
 * Seconds that a run may take on a machine that does other things: after three requests without an
 * answer the target counts as gone, so no number of checks makes it longer.
 */
const bearableSeconds = 120;

vi.setConfig({ testTimeout: 2 * bearableSeconds * 1_000 });

/** A run has its libraries in memory, but never what a target sends without end. */
const bearableMb = 900;

describe('a target that never comes to an end', () => {
  test('with bodies of 100 MB is inconclusive', async () => {
    const outcome = await runAgainst(async ({ path, genuinely }, response) => {
      if (isFirstLook(path)) return send(response, await genuinely());
      response.writeHead(200, {
        'Content-Type': 'application/json',
        'Content-Length': 100_000_012,
      });
      response.write('{"id":"');
      for (let sent = 0; sent < 100 && !response.destroyed; sent += 1) {
        if (!response.write('x'.repeat(1_000_000))) await drained(response);
      }
      response.end('"}   ');
    });

    expectInconclusive(outcome, 'the answer is larger than 4194304 bytes');
    expect(outcome.peakMb).toBeLessThan(bearableMb);
  });

  test('with bodies that unpack to 500 MB is inconclusive', async () => {
    const bomb = gzipSync(Buffer.alloc(500_000_000, ' '));
    const outcome = await runAgainst(async ({ path, genuinely }, response) => {
      if (isClock(path)) return send(response, await genuinely());
      response
        .writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' })
        .end(bomb);
    });

    expectInconclusive(outcome, 'the answer is larger than 4194304 bytes');
    expect(outcome.peakMb).toBeLessThan(bearableMb);
  });

  test('with bodies that drip is inconclusive', async () => {
    const outcome = await runAgainst(
      (_asked, response) => {
        response.writeHead(200, { 'Content-Type': 'application/json' });
        every(20, response, () => response.write(' '));
      },
      { requestTimeoutMs: shortMs },
    );

    expectInconclusive(outcome, `no answer within ${shortMs} ms`);
  });

  test('with headers that drip is inconclusive, also once the run is under way', async () => {
    const outcome = await runAgainst(
      async ({ path, socket, genuinely }, response) => {
        if (isFirstLook(path)) return send(response, await genuinely());
        socket.write('HTTP/1.1 200 OK\r\nX-Slow: ');
        every(20, response, () => socket.write('x'));
      },
      { requestTimeoutMs: shortMs },
    );

    expectInconclusive(outcome, `no answer within ${shortMs} ms`);
  });

  test('with headers that never end is inconclusive', async () => {
    const outcome = await runAgainst(({ socket }, response) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      every(1, response, () => socket.write(`X-More: ${'x'.repeat(4_000)}\r\n`));
    });

    expectInconclusive(outcome, 'its headers never end');
  });

  test('with a control plane that drips leaves what needs it inconclusive', async () => {
    const outcome = await runAgainst(
      async ({ path, genuinely }, response) => {
        if (!path.startsWith('/control')) return send(response, await genuinely());
        response.writeHead(200, { 'Content-Type': 'application/json' });
        every(20, response, () => response.write(' '));
      },
      {
        args: [
          '--api',
          'v2',
          '--only',
          'v2.transfer.creation-date-follows-the-clock,v2.card.id-is-a-string',
          '--profile',
          'smoke',
          '--no-allure',
        ],
        requestTimeoutMs: 4 * shortMs,
      },
    );

    expectInconclusive(outcome, `no answer within ${4 * shortMs} ms`);
    expect(verdictOf(outcome, 'v2.card.id-is-a-string')).toBe('passed');
  });
});

describe('a target that does not want to be asked', () => {
  test('and resets connections in the middle of its answers is inconclusive', async () => {
    const outcome = await runAgainst(async ({ path, socket, genuinely }, response) => {
      const genuine = await genuinely();
      if (isFirstLook(path)) return send(response, genuine);
      response.writeHead(genuine.status, { ...genuine.headers, 'Content-Length': 1_000 });
      response.write(genuine.body.slice(0, 10), () => socket.resetAndDestroy());
    });

    expectInconclusive(outcome, 'the connection was reset');
  });

  test('and sends everybody elsewhere is a wrong address, and elsewhere is never asked', async () => {
    let elsewhereWasAsked = 0;
    const elsewhere = await serverFor((_request, response) => {
      elsewhereWasAsked += 1;
      response.end('{}');
    });
    const { environment } = await hostileTarget(({ headers, path }, response) => {
      const location = `${elsewhere}${path}?key=${String(headers['x-api-key'])}\u009b2J`;
      response.writeHead(307, { Location: location }).end('{}');
    });
    const { CONTROL_URL: _url, CONTROL_TOKEN: _token, ...env } = environment;
    const folder = temporaryFolder();

    const { status, stdout, stderr } = await start('start.ts', args, { folder, env }).ended;

    expect(status).toBe(2);
    expect(stderr).toMatch(/^error: V2_BASE_URL is wrong: .* a redirect to .*\(HTTP 307\)/);
    expect(stdout + stderr).not.toContain(env['V2_API_KEY']);
    expect(stdout + stderr).not.toContain('\u009b');
    expect(elsewhereWasAsked).toBe(0);
  });

  test('and answers 429 to everything, whatever it says about when to come back, is inconclusive', async () => {
    const moments = ['0', '1', '-5', 'soon', new Date(0).toUTCString()];
    let answers = 0;
    let ofTheClock = 0;
    const outcome = await runAgainst(({ path }, response) => {
      if (isClock(path)) ofTheClock += 1;
      const retryAfter = moments[(answers += 1) % moments.length] ?? '';
      response.writeHead(429, { 'Retry-After': retryAfter }).end();
    });

    expectInconclusive(outcome, 'answered HTTP 429');
    // The first look and its three repetitions: where nobody can be asked, no time is needed.
    expect(ofTheClock).toBeLessThanOrEqual(4);
  });
});

describe('a target that answers what nobody can read', () => {
  test('in empty objects fails, and is not asked for one customer after the other', async () => {
    let customers = 0;
    const outcome = await runAgainst(
      async ({ path, genuinely }, response) => {
        if (isClock(path)) return send(response, await genuinely());
        if (path === '/v2/cardholders') customers += 1;
        response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
      },
      {
        args: [
          '--api',
          'v2',
          '--only',
          'v2.transfer-creation,v2.transfer-list,v2.card-status,v2.cardholder-creation',
          '--no-allure',
        ],
      },
    );

    expectNotConformant(outcome);
    expect(outcome.result.counts.inconclusive).toBeGreaterThan(50);
    expect(outcome.printed).not.toContain('Retrying');
    // By each worker; before anybody knew, it was more than a thousand.
    expect(customers).toBeLessThan(400);
  });

  test('in bytes that are no UTF-8 fails', async () => {
    const outcome = await runAgainst(async ({ genuinely }, response) => {
      const { status, headers, body } = await genuinely();
      const bytes = Buffer.from(body.replace('{', '{"note":"caf\u00e9",'), 'latin1');
      response.writeHead(status, headers).end(bytes);
    });

    expectNotConformant(outcome);
    expect(verdictOf(outcome, 'v2.response.body-is-json')).toBe('failed');
  });

  for (const [opening, closing] of [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const) {
    test(`in a hundred thousand levels of ${opening} fails`, async () => {
      const deep = `${opening.repeat(100_000)}1${closing.repeat(100_000)}`;
      const outcome = await runAgainst(async ({ path, genuinely }, response) => {
        const { status, headers, body } = await genuinely();
        if (isClock(path)) return send(response, { status, headers, body });
        send(response, { status, headers, body: body.replace('{', `{"deep":${deep},`) });
      });

      expectNotConformant(outcome);
      expect(verdictOf(outcome, 'v2.response.body-is-json')).toBe('failed');
      expect(outcome.printed).not.toContain('Maximum call stack');
    });
  }

  test('in numbers beyond all bounds fails', async () => {
    const outcome = await runAgainst(
      async ({ path, genuinely }, response) => {
        const genuine = await genuinely();
        if (isClock(path)) return send(response, genuine);
        send(response, { ...genuine, body: genuine.body.replaceAll(/:\d+/g, ':1e400') });
      },
      { args: ['--api', 'v2', '--only', 'v2.card.balance-is-an-integer', '--no-allure'] },
    );

    expectNotConformant(outcome);
  });
});

test('a target whose members are called like those of every object changes none of them', async () => {
  const hostile = [
    '"__proto__":{"polluted":true}',
    '"constructor":{"prototype":{"polluted":true}}',
    '"toString":1,"hasOwnProperty":1,"then":1,"toJSON":1',
    '"id":"not this one","balance":"NaN","nothing":1e400',
  ].join(',');
  const outcome = await runAgainst(async ({ genuinely }, response) => {
    const genuine = await genuinely();
    const body = genuine.body.replaceAll(/\{(?=")/g, `{${hostile},`);
    send(response, { ...genuine, body });
  });

  expectCompleteReports(outcome);
  // A target may add members, and of a member that comes twice the last one counts.
  expect({ status: outcome.status, printed: outcome.status === 0 ? '' : outcome.printed }).toEqual({
    status: 0,
    printed: '',
  });
  expect(outcome.isPolluted).toBe(false);
});

test('a target with scripts and escape sequences in every text has nothing carried out', async ({
  skip,
}) => {
  const script =
    '</script><script>globalThis.pwned = 1; alert(1)</script><img src=x onerror=\\"globalThis.pwned = 1\\">';
  const escapes = '\\u001b]0;pwned\\u0007\\u001b[2J\\u009b31m\\u202e\\uffff\\u0000]]>';
  const outcome = await runAgainst(
    async ({ path, genuinely }, response) => {
      const { status, headers, body } = await genuinely();
      if (isClock(path)) return send(response, { status, headers, body });
      const changed = body.replaceAll(/"((?:[^"\\]|\\.)*)"(?!:)/g, `"$1${script}${escapes}"`);
      send(response, {
        status,
        headers: { ...headers, 'Request-id': '<script>\u009b' },
        body: changed,
      });
    },
    { args: args.filter((one) => one !== '--no-allure') },
  );

  expectNotConformant(outcome);
  expect(outcome.printed).toContain(String.raw`\u001b[2J`);

  const closing: (() => Promise<void>)[] = [];
  try {
    const page = await openPage((close) => closing.push(close));
    if (page === undefined) return skip('there is no Chromium here');
    // A busy machine takes long over a report of this size.
    page.setDefaultTimeout(0);
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    for (const { path } of outcome.files.filter((one) => one.path.endsWith('.html'))) {
      await page.goto(`file://${path}`);
      await page.waitForLoadState('networkidle');
      expect(await page.evaluate('globalThis.pwned ?? "nothing"')).toBe('nothing');
    }
    // The page of a failure shows its message and its exchanges.
    await page.goto(
      `file://${outcome.folder}/allure-report/index.html#${failureOnThePage(outcome)}`,
    );
    await page.getByText('expected').first().waitFor();
    expect(await page.evaluate('globalThis.pwned ?? "nothing"')).toBe('nothing');
    expect(dialogs).toEqual([]);
  } finally {
    for (const close of closing.toReversed()) await close();
    await closeBrowser();
  }
});

/** The page names its results by ids of its own, which stand in its data. */
function failureOnThePage({ files }: CertifiedRun): string {
  const page = contentOf(files, 'allure-report/index.html');
  for (const [, name = '', data = ''] of page.matchAll(
    /\bd\("data\/test-results\/([^"]+)\.json","([A-Za-z0-9+/=]*)"\)/g,
  )) {
    if (Buffer.from(data, 'base64').includes('"status":"failed"')) return name;
  }
  throw new Error('no failure is on the page');
}

async function runAgainst(
  hostility: (asked: ReceivedRequest, response: ServerResponse) => unknown,
  how: { readonly args?: readonly string[]; readonly requestTimeoutMs?: number } = {},
): Promise<CertifiedRun> {
  const { environment } = await hostileTarget(hostility);
  const env = {
    ...environment,
    REQUEST_TIMEOUT_MS: String(how.requestTimeoutMs ?? requestTimeoutMs),
  };
  const outcome = await certified(how.args ?? args, env);

  expect(outcome.seconds).toBeLessThan(bearableSeconds);
  for (const name of ['V2_API_KEY', 'CONTROL_TOKEN', 'GATEWAY_PASSWORD']) {
    const secret = environment[name] ?? '';
    expect(secret).not.toBe('');
    expect(outcome.printed).not.toContain(secret);
    for (const { path, content } of outcome.files) {
      expect(content.includes(secret) ? path : 'nowhere').toBe('nowhere');
    }
  }
  return outcome;
}

function expectInconclusive(outcome: CertifiedRun, because: string): void {
  expectCompleteReports(outcome);
  expect({ status: outcome.status, failed: outcome.result.counts.failed }).toEqual({
    status: 3,
    failed: 0,
  });
  expect(outcome.result.counts.inconclusive).toBeGreaterThan(0);
  expect(JSON.stringify(outcome.result)).toContain(because);
}

function expectNotConformant(outcome: CertifiedRun): void {
  expectCompleteReports(outcome);
  expect(outcome.status).toBe(1);
  expect(outcome.result.counts.failed).toBeGreaterThan(0);
}

function verdictOf({ result }: CertifiedRun, id: string): string | undefined {
  return result.requirements.find((one) => one.id === id)?.verdict;
}

/** What the suite asks before any check, to see whether anybody is there. */
function isFirstLook(path: string): boolean {
  return path === '/v2/cards/none' || isClock(path);
}

/** Its address would be a wrong setting, were it anything but a clock. */
function isClock(path: string): boolean {
  return path === '/control/clock';
}

function send(response: ServerResponse, { status, headers, body }: GenuineAnswer): void {
  response.writeHead(status, headers).end(body);
}

/** Does something again and again, until nobody listens any more. */
function every(ms: number, response: ServerResponse, act: () => unknown): void {
  const timer = setInterval(act, ms);
  response.on('close', () => clearInterval(timer));
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    response.once('drain', resolve);
    response.once('close', resolve);
  });
}
