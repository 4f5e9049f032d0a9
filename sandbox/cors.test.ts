import { describe, expect, test } from 'vitest';

import { testSandbox } from './testing.ts';

const allowed = 'access-control-allow-origin';

describe('a page on this computer', () => {
  test.for([
    'http://localhost:3000',
    'http://127.0.0.1',
    'http://[::1]:8080',
    'https://app.localhost',
  ])('from %s reads answers and refusals', async (Origin) => {
    const tried = await testSandbox({ origins: ['local'] });
    const card = await tried.card();

    for (const id of [card['id'], 'none']) {
      const answer = await tried.send('GET', `/v2/cards/${String(id)}`, undefined, { Origin });
      expect(answer.headers.get(allowed)).toBe(Origin);
      expect(answer.headers.get('vary')).toBe('Origin');
      expect(answer.headers.get('access-control-expose-headers')).toBe('*');
      expect(answer.headers.get('request-id')).toEqual(expect.any(String));
    }
  });

  test.for([
    ['/v1/apigate/ws/rest/registerCustomer', 'POST'],
    ['/v2/cards/1', 'PATCH'],
    ['/payment/rest/register.do', 'POST'],
    ['/v1/subscriptions', 'POST'],
    ['/control/clock', 'PUT'],
    ['/control/workbench/state', 'GET'],
    ['/openapi/v1.json', 'GET'],
  ] as const)('may send to %s, after asking', async ([path, method]) => {
    const { sandbox } = await testSandbox({ origins: ['local'], workbench: true });

    const answer = await fetch(`${sandbox.url}${path}`, {
      method: 'OPTIONS',
      headers: {
        Origin: 'http://localhost:3000',
        'Access-Control-Request-Method': method,
        'Access-Control-Request-Headers': 'authorization,content-type,x-api-key,x-sandbox-fault',
      },
    });

    expect(answer.status).toBe(204);
    expect(answer.headers.get(allowed)).toBe('http://localhost:3000');
    expect(answer.headers.get('access-control-allow-methods')).toBe(method);
    expect(answer.headers.get('access-control-allow-headers')).toContain('x-sandbox-fault');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  });

  test('is not shown the credentials of the main page', async () => {
    const { sandbox } = await testSandbox({ origins: ['local', '*'] });

    const answer = await fetch(sandbox.url, { headers: { Origin: 'http://localhost:3000' } });

    expect(answer.headers.get(allowed)).toBeNull();
  });
});

describe('a page from elsewhere', () => {
  test.for([
    'https://shop.example',
    'http://localhost.example',
    'http://127.0.0.1.example',
    'http://evil.example#http://localhost',
    'null',
    'file://',
  ])('%s reads nothing', async (Origin) => {
    const tried = await testSandbox({ origins: ['local', 'https://other.example'] });

    const answer = await tried.send('GET', '/v2/cards/1', undefined, { Origin });

    expect(answer.headers.get(allowed)).toBeNull();
  });

  test.for([['https://shop.example'], ['*']])(
    'reads answers where %s is allowed',
    async (origins) => {
      const tried = await testSandbox({ origins });

      const answer = await tried.send('GET', '/v2/cards/1', undefined, {
        Origin: 'https://shop.example',
      });

      expect(answer.headers.get(allowed)).toBe('https://shop.example');
    },
  );
});

test('nothing changes for clients without an origin, nor where no origins are allowed', async () => {
  const [open, closed] = [await testSandbox({ origins: ['*'] }), await testSandbox()];

  const plain = await open.send('GET', '/v2/cards/1');
  const shut = await closed.send('GET', '/v2/cards/1', undefined, { Origin: 'http://localhost' });

  expect(plain.headers.has(allowed)).toBe(false);
  expect(plain.headers.has('vary')).toBe(false);
  expect(shut.headers.has(allowed)).toBe(false);
});
