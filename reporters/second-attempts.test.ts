import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as aWhile } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { startSandbox, type Wire } from '../sandbox/server.ts';
import type { Conformance, RequirementResult } from './conformance.ts';
import { start, temporaryFolder } from './testing.ts';

const refused = 'v2.card-status.lost-to-active-is-refused';
const everyAnswer = 'v2.response.request-id-is-present';

interface EndedRun {
  readonly status: number | null;
  readonly stdout: string;
  readonly result: (id: string) => RequirementResult | undefined;
  readonly conformance: Conformance;
}

async function certify(
  wire: Wire,
  options: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<EndedRun> {
  const folder = temporaryFolder();
  const sandbox = await startSandbox({ wire });
  onTestFinished(() => sandbox.close());

  const args = ['--api', 'v2', '--no-allure', '--seed', '5', '--output', 'out', ...options];
  const env = { ...sandbox.environment, ...settings };
  const { status, stdout } = await start('start.ts', args, { folder, env }).ended;
  const text = readFileSync(join(folder, 'out', 'conformance.json'), 'utf8');
  const conformance = JSON.parse(text) as Conformance;
  const result = (id: string): RequirementResult | undefined =>
    conformance.requirements.find((one) => one.id === id);
  return { status, stdout, result, conformance };
}

/** Answers the first change of a lost card as if it had been carried out, and all others truly. */
function forgivingOnce(): Wire {
  let spoiled = false;
  return async (request, next) => {
    const body = request.method === 'PATCH' ? await request.clone().text() : '';
    const answer = await next(request);
    if (spoiled || answer.status < 400 || !/"status":"active"/.test(body)) return answer;
    spoiled = true;
    return Response.json({}, { status: 200, headers: answer.headers });
  };
}

test('what fails once is reported as inconsistent, with both attempts, and fails the run', async () => {
  const { status, stdout, result } = await certify(forgivingOnce(), ['--only', refused]);

  expect(status).toBe(1);
  expect(stdout).toContain('one at a time');
  expect(stdout).toMatch(/inconsistent/i);
  expect(result(refused)).toMatchObject({
    verdict: 'failed',
    inconsistent: {
      first: expect.stringContaining('got       HTTP 200') as string,
      second: expect.stringMatching(
        /passed on the second attempt.*\n {2}sent {6}PATCH \/v2\/cards\/\S+ {2}\{"status":"active"\}\n {2}got {7}HTTP 4/,
      ) as string,
    },
  });
});

test('what fails once may be allowed', async () => {
  const options = ['--only', refused, '--allow-inconsistent'];
  const { status, conformance } = await certify(forgivingOnce(), options);

  expect(status).toBe(0);
  expect(conformance.verdict).toBe('conformant');
  expect(conformance.run.allowInconsistent).toBe(true);
});

test('what fails again is no inconsistency', async () => {
  const always: Wire = async (request, next) => {
    const body = request.method === 'PATCH' ? await request.clone().text() : '';
    const answer = await next(request);
    return answer.status >= 400 && /"status":"active"/.test(body)
      ? Response.json({}, { status: 200, headers: answer.headers })
      : answer;
  };
  const options = ['--only', refused, '--allow-inconsistent'];
  const { status, result } = await certify(always, options);

  expect(status).toBe(1);
  expect(result(refused)).toMatchObject({ verdict: 'failed' });
  expect(result(refused)).not.toHaveProperty('inconsistent');
});

test('what fails once at a moment of the walk is failed and not inconsistent, as no attempt is at the same one', async () => {
  const walking = 'v2.top-up.creation-date-follows-the-clock';
  const days = new Set<string>();
  let isSpoiled = false;
  const wrongOnce: Wire = async (request, next) => {
    const answer = await next(request);
    if (isSpoiled || !request.url.endsWith('/v2/topups')) return answer;
    const topUp = (await answer.clone().json()) as { readonly creationDate: string };
    isSpoiled = days.add(topUp.creationDate.slice(0, 10)).size > 1;
    return isSpoiled
      ? Response.json({ ...topUp, creationDate: '2020-01-01T00:00:00' }, answer)
      : answer;
  };

  const { status, result } = await certify(wrongOnce, ['--only', walking]);

  expect(result(walking)).toMatchObject({
    verdict: 'failed',
    reason: expect.stringContaining('not the same trial') as string,
  });
  expect(result(walking)).not.toHaveProperty('inconsistent');
  expect(status).toBe(1);
});

test('what could not be asked once on the walk is asked again, and nothing speaks against it', async () => {
  const walking = 'v2.top-up.creation-date-follows-the-clock';
  let topUps = 0;
  const silentOnce: Wire = async (request, next) => {
    if (request.url.endsWith('/v2/topups') && (topUps += 1) === 1) await aWhile(3_000);
    return await next(request);
  };
  const env = { REQUEST_TIMEOUT_MS: '1500' };

  const { status, result } = await certify(silentOnce, ['--only', walking], env);

  expect(topUps).toBeGreaterThan(1);
  expect(result(walking)).toMatchObject({ verdict: 'passed' });
  expect(result(walking)).not.toHaveProperty('inconsistent');
  expect(status).toBe(0);
});

test('what lost a request once is asked again, and nothing speaks against it', async () => {
  let changes = 0;
  const silentOnce: Wire = async (request, next) => {
    if (request.method === 'PATCH' && (changes += 1) === 1) await aWhile(3_000);
    return await next(request);
  };
  const env = { REQUEST_TIMEOUT_MS: '1500' };

  const { status, stdout, result } = await certify(silentOnce, ['--only', refused], env);

  expect(stdout).toContain('one at a time');
  expect(result(refused)).toMatchObject({ verdict: 'passed' });
  expect(result(refused)).not.toHaveProperty('inconsistent');
  expect(status).toBe(0);
});

test('what is never answered stays inconclusive', async () => {
  const silent: Wire = async (request, next) => {
    if (request.method === 'PATCH') await aWhile(3_000);
    return await next(request);
  };
  const env = { REQUEST_TIMEOUT_MS: '1500' };

  const { status, result } = await certify(silent, ['--only', refused], env);

  expect(result(refused)).toMatchObject({ verdict: 'inconclusive' });
  expect(status).toBe(3);
});

test('a clause that one answer broke once is inconsistent too', async () => {
  let cards = 0;
  const { status, result } = await certify(
    async (request, next) => {
      const answer = await next(request);
      if (request.method === 'POST' && request.url.endsWith('/v2/cards')) cards += 1;
      if (cards !== 3 || answer.status !== 201) return answer;
      cards += 1;
      const headers = new Headers(answer.headers);
      headers.delete('Request-id');
      return new Response(answer.body, { status: answer.status, headers });
    },
    ['--only', `${everyAnswer},v2.card`],
  );

  expect(status).toBe(1);
  expect(result(everyAnswer)).toMatchObject({
    verdict: 'failed',
    inconsistent: { second: expect.stringContaining('did not recur') as string },
  });
});
