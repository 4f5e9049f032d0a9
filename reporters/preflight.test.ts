import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Api, apis } from '../fixtures/requirements/requirement.ts';
import { choicesCalled, moods } from '../sandbox/moods.ts';
import { startSandbox } from '../sandbox/server.ts';
import { readConfiguration } from '../fixtures/target/configuration.ts';
import type { Target } from '../fixtures/target/target.ts';
import { diagnose, longForm, statusOf } from './doctor/diagnosis.ts';
import { preflight } from './preflight.ts';
import { serverFor } from '../fixtures/testing.ts';
import { type ReceivedRequest, hostileTarget, type HostileBehaviour } from './testing/hostile.ts';
import { selfSigned } from './testing/self-signed.ts';

const nothingWrong = { unreachable: {}, inVain: {}, problems: [], mistaken: [] };

describe('nobody is there', () => {
  test('is told after a refused connection was tried again', async () => {
    const { unreachable, problems } = await preflight(targetAt('http://127.0.0.1:9'), ['v2']);

    expect(unreachable.v2).toBe(
      'http://127.0.0.1:9 cannot be reached: connection refused (ECONNREFUSED); is V2_BASE_URL right?',
    );
    expect(problems).toEqual([]);
  });

  test('is told at once where the host is unknown', async () => {
    const startedAt = performance.now();

    const { unreachable } = await preflight(targetAt('http://nobody.invalid'), ['v2']);

    expect(unreachable.v2).toContain('no such host');
    if (unreachable.v2?.includes('ENOTFOUND') === true) {
      expect(performance.now() - startedAt).toBeLessThan(4_000);
    }
  });

  test('is told once for all that should be there', async () => {
    const environment = Object.entries(await sandboxIn('usual')).map(([name, value]) =>
      name.endsWith('_BASE_URL') ? [name, 'http://127.0.0.1:9'] : [name, value],
    );
    const target = targetOf(Object.fromEntries(environment));

    const { unreachable } = await preflight(target, apis, (name) => name === 'BASE_URL');

    expect(Object.keys(unreachable)).toEqual(apis);
    expect([...new Set(Object.values(unreachable))]).toEqual([
      'http://127.0.0.1:9 cannot be reached: connection refused (ECONNREFUSED); is BASE_URL right?',
    ]);
  });

  test('is not asked where an API is not wanted or not configured', async () => {
    expect(await preflight(targetAt('http://127.0.0.1:9'), ['v1', 'gateway'])).toEqual({
      ...nothingWrong,
      hints: [],
      findings: [],
    });
  });

  test('is told when no answer comes, after no more than a request may take', async () => {
    const url = await serverFor(() => {});
    const startedAt = performance.now();

    const { unreachable } = await preflight({ ...targetAt(url), requestTimeoutMs: 200 }, ['v2']);

    expect(unreachable.v2).toMatch(/no answer within 200 ms; is V2_BASE_URL right\?$/);
    expect(performance.now() - startedAt).toBeLessThan(60_000);
  });

  test('is told of headers without end', async () => {
    const url = await serverFor(({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => socket.write(`X-More: ${'x'.repeat(4_000)}\r\n`), 1);
      socket.on('close', () => clearInterval(timer));
    });

    const { unreachable } = await preflight(targetAt(url), ['v2']);

    expect(unreachable.v2).toContain('its headers never end (HPE_HEADER_OVERFLOW)');
  });

  test.for([429, 500, 503])(
    'is told of nothing but HTTP %i, whatever Retry-After says',
    async (status) => {
      const url = await serverFor((_, response) =>
        response.writeHead(status, { 'Retry-After': '3600' }).end(),
      );
      const startedAt = performance.now();

      const { unreachable, problems } = await preflight(targetAt(url), ['v2']);

      expect(unreachable.v2).toContain(`answered HTTP ${status}`);
      expect(problems).toEqual([]);
      expect(performance.now() - startedAt).toBeLessThan(60_000);
    },
  );

  test('is waited for when it is just starting', async () => {
    let asked = 0;
    const { environment } = await hostileTarget(async (question, response) => {
      asked += 1;
      if (asked === 1) response.writeHead(503).end();
      else await genuinely(question, response);
    });

    expect(await preflight(targetOf(environment), ['v2'])).toMatchObject(nothingWrong);
  });
});

describe('a lawful target', () => {
  for (const mood of [...Object.keys(moods), 'mix-3', 'mix-8', 'mix-21']) {
    test(`has no mistake in the mood ${mood}`, async () => {
      const environment = await sandboxIn(mood);

      const seen = await preflight(targetOf(environment), apis);

      expect(seen).toMatchObject(nothingWrong);
      expect(seen.hints).toEqual([]);
      expect(seen.clock).toBeInstanceOf(Date);
    });
  }

  for (const mood of Object.keys(moods)) {
    test(`that lives years ahead is asked for cards that are good there, in the mood ${mood}`, async () => {
      const environment = await sandboxIn(mood);
      const now = new Date();
      now.setUTCFullYear(now.getUTCFullYear() + 9);
      await setClock(environment, now.toISOString());

      expect(await preflight(targetOf(environment), ['v1'])).toMatchObject(nothingWrong);
    });
  }

  test('that demands signatures is asked with them', async () => {
    const sandbox = await startSandbox({ gateway: { demandsSignature: true } });
    onTestFinished(() => sandbox.close());

    const seen = await preflight(targetOf(sandbox.environment), ['gateway']);

    expect(seen).toMatchObject(nothingWrong);
  });

  test('that throttles a part of the requests is asked until it answers', async () => {
    let calls = 0;
    const { environment } = await hostileTarget(async (asked, response) => {
      calls += 1;
      if (calls % 3 === 0) response.writeHead(429, { 'Retry-After': '1' }).end();
      else await genuinely(asked, response);
    });

    expect(await preflight(targetOf(environment), apis)).toMatchObject(nothingWrong);
  });
});

describe('a wrong setting is named', () => {
  const wrong: readonly (readonly [api: Api, name: string, value: string])[] = [
    ['v1', 'V1_API_TOKEN', 'bm90OnJpZ2h0'],
    ['v2', 'V2_API_KEY', 'not-the-right-key'],
    ['v2', 'V2_PRODUCT_NAME', 'NO_SUCH_PRODUCT'],
    ['gateway', 'GATEWAY_PASSWORD', 'not-the-right-one'],
    ['gateway', 'GATEWAY_USER_NAME', 'somebody-api'],
    ['gateway', 'GATEWAY_TOKEN', 'not-the-right-token'],
    ['gateway', 'OTHER_MERCHANT_PASSWORD', 'not-the-right-one'],
    ['subscriptions', 'SUBSCRIPTIONS_PASSWORD', 'not-the-right-one'],
    ['v2', 'CONTROL_TOKEN', 'not-the-right-token'],
  ];
  for (const mood of Object.keys(moods)) {
    test(`in the mood ${mood}`, async () => {
      const environment = await sandboxIn(mood);

      for (const [api, name, value] of wrong) {
        const seen = await preflight(targetOf({ ...environment, [name]: value }), [api]);

        // A target may refuse a key with HTTP 500, as it does whatever else goes wrong with it.
        const isToldAsSilence = mood === 'unusual' && api === 'v1';
        const told = isToldAsSilence ? Object.values(seen.unreachable) : seen.problems;
        expect([name, told]).toEqual([name, [expect.stringContaining(name)]]);
        expect(told.join()).not.toContain(value);
        // The first merchant was let in at this address, and without a signature.
        if (name.startsWith('OTHER')) expect(told.join()).not.toMatch(/BASE_URL|SIGNING/);
      }
    });

    test(`or shows nothing, in the mood ${mood}`, async () => {
      const environment = await sandboxIn(mood);

      for (const [name, value] of [
        ['V1_MERCHANT_NUMBER', 'M-none'],
        ['V1_ORDER_ID', '99999999'],
        ['V1_ATM_TERMINAL_ID', 'none'],
        ['V1_INSTITUTION_ID', '9999'],
        ['V1_CARD_BIN', '99999999'],
      ] as const) {
        const target = targetOf({ ...environment, [name]: value });
        const { problems, hints } = await preflight(target, ['v1']);

        expect([...problems, ...hints]).toEqual([expect.stringContaining(name)]);
        if (mood === 'usual') expect(hints).toEqual([]);
      }
    });

    test(`with an address that goes too far, in the mood ${mood}`, async () => {
      const environment = await sandboxIn(mood);
      const base = String(environment['V2_BASE_URL']);

      for (const [api, ending] of [
        ['v1', '/v1'],
        ['v1', '/v1/apigate/ws/rest'],
        ['v2', '/v2'],
        ['gateway', '/payment'],
        ['subscriptions', '/v1'],
      ] as const) {
        const name = `${api.toUpperCase()}_BASE_URL`;
        const target = targetOf({ ...environment, [name]: base + ending });
        const { problems } = await preflight(target, [api]);

        expect(problems).toEqual([
          `${name} is ${base}${ending}, but must be ${base}: the suite appends ${ending} itself`,
        ]);
      }
    });
  }

  test('a path where nothing is, and BASE_URL where it is the one that was set', async () => {
    const environment = await sandboxIn('usual');
    const target = targetOf({ ...environment, V2_BASE_URL: `${environment['V2_BASE_URL']}/api` });

    const { problems } = await preflight(target, ['v2'], (name) => name === 'BASE_URL');

    expect(problems).toEqual([expect.stringMatching(/^BASE_URL is wrong.*: v2 is not at /)]);
  });

  test.for([200, 404, 403])('a web site, with HTTP %i', async (status) => {
    const url = await serverFor((_, response) =>
      response
        .writeHead(status, { 'Content-Type': 'text/html' })
        .end('<!doctype html><h1>Hello</h1>'),
    );
    const site = { V2_BASE_URL: url, V2_API_KEY: 'a-key', V2_PRODUCT_NAME: 'Classic' };

    const { problems } = await preflight(targetOf(site), ['v2']);

    expect(problems).toEqual([expect.stringContaining('V2_BASE_URL')]);
  });

  test.for(['v1', 'v2', 'gateway', 'subscriptions'] as const)(
    'a web site that knows no POST, in place of %s',
    async (api) => {
      const url = await serverFor(({ method }, response) =>
        response
          .writeHead(method === 'GET' ? 404 : 501, { 'Content-Type': 'text/html' })
          .end('<!doctype html><h1>Error</h1>'),
      );
      const name = `${api.toUpperCase()}_BASE_URL`;
      const target = targetOf({ ...(await sandboxIn('usual')), [name]: url });

      const { problems } = await preflight(target, [api]);

      expect(problems).toEqual([expect.stringContaining(`${name} is wrong: ${url} is a web site`)]);
    },
  );

  test('a redirection, without what it repeats of the key, and elsewhere is never asked', async () => {
    let askedElsewhere = 0;
    const elsewhere = await serverFor((_, response) => {
      askedElsewhere += 1;
      response.end();
    });
    const url = await serverFor((request, response) => {
      const key = String(request.headers['x-api-key']);
      const location = `${elsewhere}/?a=${key}&b=${btoa(`:${key}`)}&c=${'x'.repeat(5_000)}`;
      response.writeHead(302, { location }).end();
    });

    const [problem = ''] = (await preflight(targetAt(url), ['v2'])).problems;

    expect(problem).toContain('/?a=***&b=***&c=xxx');
    expect(problem).toContain('V2_BASE_URL');
    expect(problem.length).toBeLessThan(450);
    expect(askedElsewhere).toBe(0);
  });

  test('https on a port that speaks http', async () => {
    const environment = await sandboxIn('usual');
    const base = String(environment['V2_BASE_URL']).replace('http:', 'https:');

    const seen = await preflight(targetOf({ ...environment, V2_BASE_URL: base }), ['v2']);

    expect(seen.problems).toEqual([
      `V2_BASE_URL is ${base}, but that port speaks http, without TLS: it must begin with http://`,
    ]);
  });

  test('http on a port that speaks https', async () => {
    const server = createTlsServer(selfSigned);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

    const seen = await preflight(targetAt(base), ['v2']);

    expect(seen.problems).toEqual([expect.stringContaining(`V2_BASE_URL is ${base}, but`)]);
    expect(seen.problems[0]).toContain('https://');
  });

  test('a certificate that nobody known vouches for', async () => {
    const server = createTlsServer(selfSigned);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const base = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;

    const seen = await preflight(targetAt(base), ['v2']);

    expect(seen.problems).toEqual([
      `V2_BASE_URL is ${base}, but its certificate is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT); set NODE_EXTRA_CA_CERTS to a file with its certificate authority`,
    ]);
    expect(seen.unreachable).toEqual({});
  });

  test('a card that is no longer good on the clock of the target, and a second merchant who is none', async () => {
    const environment = await sandboxIn('usual');
    const months = { GATEWAY_CARD_EXPIRY: '203001' };
    await setClock(environment, '2031-01-01T00:00:00.000Z');
    const same = {
      OTHER_MERCHANT_USER_NAME: String(environment['GATEWAY_USER_NAME']),
      OTHER_MERCHANT_PASSWORD: String(environment['GATEWAY_PASSWORD']),
    };

    const seen = await preflight(targetOf({ ...environment, ...months, ...same }), ['gateway']);

    expect(seen.problems.map((one) => one.split(' ')[0])).toEqual([
      'OTHER_MERCHANT_USER_NAME',
      'GATEWAY_CARD_EXPIRY',
    ]);
  });

  test('a card that is no longer good, with which the gateway is not asked', async () => {
    const environment = await sandboxIn('usual');
    await setClock(environment, '2031-01-01T00:00:00.000Z');
    const env = { ...environment, GATEWAY_CARD_EXPIRY: '203001' };

    const { apis: told, assets } = await diagnosed(env, ['gateway']);

    expect(told).toEqual([expect.objectContaining({ state: 'cannot be asked' })]);
    expect(Object.fromEntries(assets)['test card']).toBe(
      "expired after 2030-01 on the target's clock",
    );
  });
});

test.for([
  { GATEWAY_CARD_EXPIRY: '202901' },
  { GATEWAY_CARD_PAN: '9700990000000022', GATEWAY_DECLINED_CARD_PAN: '' },
])(
  'a test card that is not approved is told before and after the checks, which go on: %o',
  async (other) => {
    const environment = await sandboxIn('usual');

    const diagnosis = await diagnosed({ ...environment, ...other }, ['gateway']);

    const { preflight: seen, assets } = diagnosis;
    expect(seen).toMatchObject(nothingWrong);
    expect(seen.hints).toEqual([
      expect.stringMatching(
        /^a payment with the test card was not approved.*GATEWAY_CARD_CVC is probably wrong/,
      ),
    ]);
    expect(statusOf(diagnosis)).toBe(3);
    expect(Object.fromEntries(assets)['test card']).toMatch(/^a payment was not approved; good/);
    expect(longForm(diagnosis)).toContain('Payments cannot be tested with this card');
  },
);

test.for([
  ['Card expired', 'GATEWAY_CARD_EXPIRY'],
  ['Wrong CVV2', 'GATEWAY_CARD_CVC'],
])('a gateway that says "%s" names the setting', async ([actionCodeDescription, setting]) => {
  const { environment } = await hostileTarget(async (asked, response) => {
    if (!asked.path.endsWith('/getOrderStatusExtended.do')) return genuinely(asked, response);
    response
      .writeHead(200, { 'Content-Type': 'application/json' })
      .end(JSON.stringify({ errorCode: '0', orderStatus: 6, actionCodeDescription }));
  });

  const { hints } = await preflight(targetOf(environment), ['gateway']);

  expect(hints).toEqual([
    expect.stringContaining(`says "${actionCodeDescription}"): ${setting} is probably wrong;`),
  ]);
});

test('what the wanted APIs do not use is left out', async () => {
  const environment = await sandboxIn('usual');
  await setClock(environment, '2031-01-01T00:00:00.000Z');
  const env = { ...environment, GATEWAY_CARD_EXPIRY: '203001' };

  const namesFor = async (wanted: readonly Api[]): Promise<string[]> =>
    (await diagnosed(env, wanted)).assets.map(([name]) => name);

  expect(await namesFor(['v2'])).toEqual(['clock', 'certificate key']);
  expect(await namesFor(['subscriptions'])).toEqual([
    'clock',
    'test card',
    'request-signing key',
    'second merchant',
    'browser',
    'certificate key',
  ]);
  expect((await diagnosed(env, ['v2'])).preflight).toMatchObject(nothingWrong);
});

test('what was tried is told from what is merely set', async () => {
  const environment = await sandboxIn('usual');

  const diagnosis = await diagnosed(environment, ['gateway']);

  expect(statusOf(diagnosis)).toBe(0);
  expect(Object.fromEntries(diagnosis.assets)).toMatchObject({
    'test card': expect.stringMatching(/^a payment was approved; good until \d{4}-\d\d/),
    'declined card': 'set, not tested',
    '3DS 2 card': 'set, not tested',
    'request-signing key': 'set, not tested',
    'second merchant': 'set, and a request of theirs was accepted',
  });
});

test.for(['{}', '{"status":"ok"}', '[]', ''])(
  'one answer to everything is told, and only then: %o',
  async (body) => {
    const { environment } = await hostileTarget(async (asked, response) => {
      const isElsewhere = asked.path.startsWith('/v1') || asked.path.startsWith('/control');
      if (isElsewhere) return genuinely(asked, response);
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(body);
    });

    const { inVain, problems } = await preflight(targetOf(environment), ['v1', 'v2']);

    expect(problems).toEqual([]);
    expect(inVain).toEqual({
      v2: `HTTP 200 with ${body === '' ? 'an empty body' : body} to everything, even at impossible paths and with made-up credentials`,
    });
  },
);

describe('a target that is merely broken is left to the checks', () => {
  const broken: readonly (readonly [what: string, path: RegExp, status: number, body: string])[] = [
    ['POST /v2/cards always answers 500', /^\/v2\/cards$/, 500, '{"message":"oops"}'],
    ['POST /v2/cards always answers 400', /^\/v2\/cards$/, 400, '{"message":"oops"}'],
    ['POST /v2/cards is not there', /^\/v2\/cards$/, 404, ''],
    ['POST /v2/cardholders always answers 500', /^\/v2\/cardholders$/, 500, ''],
    ['POST /v2/cardholders always answers 400', /^\/v2\/cardholders$/, 400, '{}'],
    ['POST /v2/cardholders answers with a wrong body', /^\/v2\/cardholders$/, 201, '[]'],
    ['registerCustomer always answers 500', /registerCustomer$/, 500, ''],
    ['register.do always answers 500', /register\.do$/, 500, ''],
    ['the list of subscriptions always answers 500', /subscriptions\/list$/, 500, ''],
  ];
  for (const [what, path, status, body] of broken) {
    test(what, async () => {
      const { environment } = await hostileTarget(async (asked, response) => {
        if (!path.test(asked.path)) return genuinely(asked, response);
        response.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
      });

      expect(await preflight(targetOf(environment), apis)).toMatchObject(nothingWrong);
    });
  }

  test.for([500, 501])(
    'one that carries out nothing yet, with HTTP %i, is not called right',
    async (status) => {
      const { environment } = await hostileTarget(async (asked, response) => {
        const isKnown = /^\/v2\/(cardholders$|transfers)/.test(asked.path);
        if (asked.path.startsWith('/control')) return genuinely(asked, response);
        response
          .writeHead(isKnown ? status : 404, { 'Content-Type': 'application/json' })
          .end('{}');
      });

      const seen = await preflight(targetOf(environment), ['v2']);

      expect(seen).toMatchObject(nothingWrong);
      expect(seen.hints).toEqual([
        expect.stringContaining('v2 carried out none of 3 valid requests'),
      ]);
    },
  );

  test('one that refuses valid requests in its own words says so, and goes on', async () => {
    const { environment } = await hostileTarget(async (asked, response) => {
      const answer = await asked.genuinely();
      const isControl = asked.path.startsWith('/control');
      if (answer.status >= 300 || isControl) return genuinely(asked, response);
      response.writeHead(400, { 'Content-Type': 'application/json' }).end('{"message":"oops"}');
    });

    const seen = await preflight(targetOf(environment), ['v2']);

    expect(seen).toMatchObject(nothingWrong);
    expect(seen.hints).toEqual([
      expect.stringContaining('it is unclear if the settings are to blame, so checking continues'),
    ]);
  });
});

async function genuinely(
  asked: ReceivedRequest,
  response: Parameters<HostileBehaviour>[1],
): Promise<void> {
  const { status, headers, body } = await asked.genuinely();
  response.writeHead(status, headers).end(body);
}

async function setClock(environment: Record<string, string>, now: string): Promise<void> {
  const moved = await fetch(`${environment['CONTROL_URL']}/clock`, {
    method: 'PUT',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${environment['CONTROL_TOKEN']}`,
    },
    body: JSON.stringify({ now }),
  });
  expect(moved.status).toBe(200);
}

async function sandboxIn(mood: string): Promise<Record<string, string>> {
  const choices = choicesCalled(mood);
  if (choices === undefined) throw new Error(`no mood is called ${mood}`);
  const sandbox = await startSandbox({ choices });
  onTestFinished(() => sandbox.close());
  return sandbox.environment;
}

function diagnosed(
  env: Record<string, string>,
  wanted: readonly Api[],
): ReturnType<typeof diagnose> {
  const configuration = readConfiguration(env);
  if (configuration.kind === 'problems') throw new Error('the settings are right');
  return diagnose(configuration, { apis: wanted }, env);
}

function targetOf(environment: Record<string, string>): Target {
  const configuration = readConfiguration(environment);
  if (configuration.kind !== 'target') throw new Error(JSON.stringify(configuration));
  return configuration.target;
}

function targetAt(baseUrl: string): Target {
  return {
    name: 'target',
    embedded: false,
    apis: { v2: { baseUrl, apiKey: 'the-key', productName: 'Classic' } },
    notConfigured: {},
    concurrency: 1,
    requestTimeoutMs: 10_000,
  };
}
