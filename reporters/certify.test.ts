import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { faults } from '../proof/faults/index.ts';
import { startSandbox } from '../sandbox/server.ts';
import { lastRunIn } from './catalogue/catalogue.ts';
import type { Conformance } from './conformance.ts';
import { start, temporaryFolder } from './testing.ts';
import { serverFor } from '../fixtures/testing.ts';
import { hostileTarget } from './testing/hostile.ts';

/** Fifteen on a machine that does nothing else; here it does. What never ends is told from it all the same. */
const bearableSeconds = 120;

describe('npm start', () => {
  test('certifies somebody else, and writes none of their secrets anywhere', async () => {
    const folder = temporaryFolder();
    const { url, environment, secrets } = await aSandbox();
    const args = [
      '--output',
      'out',
      '--only',
      'v1.generate-pin,v1.authentication.get-card-data-needs-the-token,v2.card-status,v2.card.number-is-in-get,gateway.payment-order.succeeds,gateway.authentication,subscriptions.create',
      '--seed',
      '7',
    ];

    const { status, stdout, stderr } = await start('start.ts', args, { folder, env: environment })
      .ended;

    expect(status).toBe(0);
    expect(stdout).toContain('seed 7');
    const result = resultIn(folder, 'out');
    expect(result.target).toEqual({
      name: 'a stranger',
      apis: { v1: url, v2: url, gateway: url, subscriptions: url },
      controlPlane: true,
      notConfigured: {},
    });
    expect(new Set(result.requirements.map(({ reason }) => reason))).toContain(
      'not selected by --only',
    );
    const everything = [stdout, stderr, ...textsBelow(join(folder, 'out'))].join('\n');
    for (const secret of secrets) expect(everything).not.toContain(secret);
  });

  test('tells what a target breaks, and how to see it again', async () => {
    const folder = temporaryFolder();
    const { environment } = await aSandbox('v2.card-status.issued-active');
    const args = ['--only', 'v2.card-status.issued-active', '--seed', '7', '--no-allure'];

    const { status, stdout } = await start('start.ts', args, { folder, env: environment }).ended;

    expect(status).toBe(1);
    expect(stdout).toMatch(/ v2\.card-status\.issued-active \(document 2, part 3, must\)/);
    expect(stdout).toMatch(/sent .*\n.*expected .*\n(.*because .*\n)?.*got /);
    expect(stdout).toContain('again: npm start -- --only v2.card-status.issued-active --seed 7');
    expect(stdout).toMatch(/a stranger is NOT CONFORMANT: .*\n$/);
    expect(existsSync(join(folder, 'reports', 'allure-report'))).toBe(false);
  });

  test('stops at the first non-conformance, when asked to', async () => {
    const folder = temporaryFolder();
    const { environment } = await aSandbox('v2.card-status.issued-active');

    const { status } = await start('start.ts', ['--api', 'v2', '--bail', '--no-allure'], {
      folder,
      env: environment,
    }).ended;

    expect(status).toBe(1);
    expect(resultIn(folder)).toMatchObject({ verdict: 'not-conformant', run: { complete: false } });
  });
});

describe('a run that is cut short', () => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    test(`by ${signal} still writes its reports`, async () => {
      const folder = temporaryFolder();
      const { environment } = await aSandbox(undefined, 30);
      // One of them shows that the page for engineers is written, too.
      const args = ['--api', 'v2', ...(signal === 'SIGINT' ? [] : ['--no-allure'])];
      const running = start('start.ts', args, { folder, env: environment });

      await running.printed('v2  ');
      running.kill(signal);

      const { status, seconds, stdout, stderr } = await running.ended;
      expect(status, stdout + stderr).toBe(130);
      expect(seconds).toBeLessThan(bearableSeconds);
      // Nobody is asked any more once the result is told.
      expect(stdout).toMatch(/\nINCOMPLETE, as the run was interrupted\. a stranger is .*\n$/);
      expect(resultIn(folder).run).toMatchObject({ complete: false, exitStatus: 130 });
      expect(existsSync(join(folder, 'reports', 'allure-report', 'index.html'))).toBe(
        signal === 'SIGINT',
      );
    });
  }

  test('by a signal that ends npm alone, still writes its reports', async () => {
    const folder = temporaryFolder();
    const { environment } = await aSandbox(undefined, 30);
    const words = [join(import.meta.dirname, 'start.ts'), '--api', 'v2', '--no-allure'];
    const asNpm = join(folder, 'as-npm.mjs');
    writeFileSync(
      asNpm,
      `import { spawn } from 'node:child_process';
      const env = { ...process.env, npm_lifecycle_event: 'start' };
      spawn(process.execPath, ${JSON.stringify(words)}, { env, stdio: 'inherit' });`,
    );
    const npm = start(relative(import.meta.dirname, asNpm), [], { folder, env: environment });

    await npm.printed('v2  ');
    npm.kill('SIGTERM');

    const { stdout } = await npm.ended;
    expect(stdout).toMatch(/\nINCOMPLETE, as the run was interrupted\. a stranger is .*\n$/);
    expect(resultIn(folder).run).toMatchObject({ complete: false, exitStatus: 130 });
  });

  test('twice, leaves at once', async () => {
    const folder = temporaryFolder();
    const { environment } = await aSandbox(undefined, 2_000);
    const running = start('start.ts', ['--api', 'v2'], { folder, env: environment });

    await running.printed('v2  ');
    running.kill('SIGINT');
    await running.printed('Stopping');
    running.kill('SIGINT');

    const { status, stdout } = await running.ended;
    expect(status).toBe(130);
    expect(stdout).toMatch(
      /\nQuit\. This run leaves no reports; what it had begun is in reports, and earlier reports are as they were\.\n$/,
    );
  });
});

describe('a target that cannot be asked', () => {
  test('is inconclusive when nobody listens', async () => {
    const env = {
      BASE_URL: 'http://127.0.0.1:9',
      V2_API_KEY: 'key-1234',
      V2_PRODUCT_NAME: 'Classic',
    };
    const folder = temporaryFolder();

    const { status, stdout, seconds } = await start('start.ts', [], { folder, env }).ended;

    expect(status).toBe(3);
    expect(seconds).toBeLessThan(bearableSeconds);
    expect(stdout.split('connection refused')).toHaveLength(2);
    const { verdict, counts } = resultIn(folder);
    expect(verdict).toBe('inconclusive');
    expect(counts).toMatchObject({ passed: 0, failed: 0 });
    expect(counts.inconclusive).toBeGreaterThan(100);
  });

  test('is inconclusive when it never answers', async () => {
    const url = await serverFor(() => {});
    const key = { V2_API_KEY: 'key-1234', V2_PRODUCT_NAME: 'Classic' };
    const env = { BASE_URL: url, ...key, REQUEST_TIMEOUT_MS: '500' };
    const folder = temporaryFolder();

    const { status, seconds } = await start('start.ts', ['--no-allure'], { folder, env }).ended;

    expect(status).toBe(3);
    expect(seconds).toBeLessThan(bearableSeconds);
  });

  test('is inconclusive when nothing was selected that anybody could see', async () => {
    const args = ['--only', 'v1.service.no-real-money', '--no-allure'];

    const { status } = await start('start.ts', args, { folder: temporaryFolder() }).ended;

    expect(status).toBe(3);
  });
});

describe('a mistake that only the target can show', () => {
  test('is a line that names the setting, and leaves an earlier certificate alone', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'reports'));
    writeFileSync(join(folder, 'reports', 'conformance.json'), 'of an earlier run');
    const { environment } = await aSandbox();
    const env = { ...environment, V2_API_KEY: 'not-the-right-key' };

    const { status, stdout, stderr } = await start('start.ts', ['--no-allure'], { folder, env })
      .ended;

    expect(status).toBe(2);
    expect(stderr.split('\n')[0]).toMatch(/^error: V2_API_KEY is wrong/);
    expect(stdout + stderr).not.toContain('CONFORMANT');
    expect(readdirSync(join(folder, 'reports'))).toEqual(['conformance.json']);
    expect(readFileSync(join(folder, 'reports', 'conformance.json'), 'utf8')).toBe(
      'of an earlier run',
    );
  });

  test('is not what a target has that breaks its promise', async () => {
    const { environment } = await hostileTarget(async ({ path, genuinely }, response) => {
      const { status, headers, body } = await genuinely();
      if (path === '/v2/cards') response.writeHead(500).end('{}');
      else response.writeHead(status, headers).end(body);
    });
    const args = ['--only', 'v2.card-creation.answers-201', '--no-allure'];
    const env = environment;
    const folder = temporaryFolder();

    const { status, stdout } = await start('start.ts', args, { folder, env }).ended;

    expect(status).toBe(1);
    expect(stdout).toContain('is NOT CONFORMANT');
  });
});

describe('what goes wrong on this side', () => {
  const failures: readonly (readonly [what: string, file: string, code: string, line: RegExp])[] = [
    [
      'a disk that is full at the end',
      'conformance.json',
      'ENOSPC',
      /could not be written to reports \(--output\), so there.*ENOSPC/,
    ],
    ['a report that cannot be written', 'junit.xml', 'EACCES', /could not be written.*EACCES/],
    ['a defect', 'junit.xml', 'a defect', /the suite itself failed.*a defect/],
  ];
  for (const [what, file, code, line] of failures) {
    test(`is a line and status 2, and leaves no half of a report: ${what}`, async () => {
      const folder = temporaryFolder();
      const guard = join(folder, 'guard.mjs');
      writeFileSync(
        guard,
        `import fs from 'node:fs';
        import { syncBuiltinESMExports } from 'node:module';
        const { writeFileSync } = fs;
        fs.writeFileSync = (path, ...rest) => {
          if (String(path).endsWith('${file}')) {
            throw Object.assign(new Error('${code}: write'), { code: '${code}' });
          }
          return writeFileSync(path, ...rest);
        };
        syncBuiltinESMExports();`,
      );
      const args = ['--only', 'v2.card.id-is-a-string', '--no-allure'];

      const { status, stderr, stdout } = await start('start.ts', args, {
        folder,
        env: { NODE_OPTIONS: `--import=${guard}` },
      }).ended;

      expect(stderr).toMatch(line);
      expect(stderr.trim().split('\n')).toHaveLength(1);
      expect(stdout + stderr).not.toMatch(/\n\s+at /);
      expect(status).toBe(2);
      const left = readdirSync(join(folder, 'reports'));
      expect(left).not.toContain('conformance.json');
      expect(left).not.toContain('certificate.html');
    });
  }
});

describe('npm start -- doctor', () => {
  test('says what can be asked, and what is missing', async () => {
    const folder = temporaryFolder();
    const { environment, secrets } = await aSandbox();
    const { CONTROL_URL: _url, CONTROL_TOKEN: _token, GATEWAY_TOKEN: _other, ...env } = environment;

    const { status, stdout, stderr } = await start('start.ts', ['doctor'], { folder, env }).ended;

    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/v2 +http:.*: about \d+ of \d+ requirements will be exercised/);
    expect(stdout).toMatch(
      /Missing for a full certificate.*\n +\d+ {2}CONTROL_URL, CONTROL_TOKEN\n/,
    );
    expect(stdout).toMatch(/\d+ {2}GATEWAY_TOKEN/);
    for (const secret of secrets) expect(stdout).not.toContain(secret);
    expect(existsSync(join(folder, 'reports'))).toBe(false);
  });

  test('tells programs, and names a mistake', async () => {
    const folder = temporaryFolder();
    const { environment } = await aSandbox();
    const env = { ...environment, V2_PRODUCT_NAME: 'NO_SUCH_PRODUCT' };
    const args = ['doctor', '--json', '--api', 'v2'];

    const { status, stdout } = await start('start.ts', args, { folder, env }).ended;

    expect(status).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      exitStatus: 2,
      problems: [expect.stringContaining('V2_PRODUCT_NAME')],
      apis: { v2: { state: 'cannot be asked' } },
    });
  });

  test('refuses what a run refuses, the key of the certificate too', async () => {
    const env = { CERTIFICATE_KEY_FILE: '~/key.pem', CONCURRENCY: '0' };
    const folder = temporaryFolder();

    const [doctor, run] = await Promise.all(
      [['doctor'], []].map((args) => start('start.ts', args, { folder, env }).ended),
    );

    expect([doctor?.status, run?.status]).toEqual([2, 2]);
    const errors = doctor?.stderr.match(/^error: .*$/gm);
    expect(errors).toHaveLength(2);
    expect(run?.stderr.match(/^error: .*$/gm)).toEqual(errors);
  });

  test('ends with 3 when nobody is there, and with 0 for the embedded sandbox', async () => {
    const nobody = {
      BASE_URL: 'http://127.0.0.1:9',
      V2_API_KEY: 'key-1234',
      V2_PRODUCT_NAME: 'Classic',
    };
    const folder = temporaryFolder();

    const [absent, embedded] = await Promise.all([
      start('start.ts', ['doctor'], { folder, env: nobody }).ended,
      start('start.ts', ['doctor'], { folder }).ended,
    ]);

    expect(absent.status).toBe(3);
    expect(absent.stdout).toContain('connection refused');
    expect(embedded.status).toBe(0);
    expect(embedded.stdout).toMatch(/\n {2}certificate key +not set \(CERTIFICATE_KEY_FILE\)/);
    expect(embedded.stdout).toMatch(/\nNo target was set: this is the embedded sandbox\.\n$/);
  });
});

describe('bad input', () => {
  test('is reported all at once, before any request', async () => {
    let asked = 0;
    const url = await serverFor((_request, response) => {
      asked += 1;
      response.end();
    });
    const env = {
      V2_BASE_URL: url,
      V2_API_KEY: 'geheim\u0001',
      CONCURRENCY: 'many',
      V1_BASE_URL: 'nowhere',
    };
    const folder = temporaryFolder();

    const { status, stdout, stderr } = await start('start.ts', ['--only', 'v2.crad'], {
      folder,
      env,
    }).ended;

    expect(status).toBe(2);
    for (const name of [
      'V2_API_KEY',
      'CONCURRENCY',
      'V1_BASE_URL',
      'V2_PRODUCT_NAME',
      'did you mean v2.card?',
    ]) {
      expect(stderr).toContain(name);
    }
    expect(stdout + stderr).not.toContain('geheim');
    expect(asked).toBe(0);
    expect(existsSync(join(folder, 'reports'))).toBe(false);
  });

  test('is an address under a wrong name, or an empty one, for which nobody else is certified', async () => {
    const wrong = [
      { name: 'BASE_URL', env: { BASEURL: 'http://127.0.0.1:9' } },
      { name: 'V2_BASE_URL', env: { V2_BASE_URL: '' } },
    ];

    for (const { name, env } of wrong) {
      for (const command of [[], ['doctor'], ['next']]) {
        const { status, stderr } = await start('start.ts', command, {
          folder: temporaryFolder(),
          env,
        }).ended;

        expect(status).toBe(2);
        expect(stderr.match(/^(error|Warning):.*$/gm)).toEqual([
          expect.stringMatching(new RegExp(`^error: ${name} is .*embedded sandbox\\.$`)),
        ]);
      }
    }
  });

  const mistakes: readonly (readonly [args: readonly string[], answer: string])[] = [
    [['--onli', 'v2'], '--only'],
    [['--profile', 'nigthly'], 'did you mean nightly?'],
    [['--api', 'v2,gatway'], 'did you mean gateway?'],
    [['--fail-on', 'must'], 'the only level to add is advisory'],
    [['--seed', '-1'], 'The seed must be a whole number'],
    [['explian'], 'did you mean explain?'],
    [
      ['explain', 'v2.card-status.isued-active'],
      'error: nothing begins with "v2.card-status.isued-active" (did you mean v2.card-status.issued-active?)',
    ],
    [['--output', '/dev/null/reports'], 'cannot be written to'],
  ];
  for (const [args, answer] of mistakes) {
    test(`is answered with what was meant: ${args.join(' ')}`, async () => {
      const { status, stderr } = await start('start.ts', args, { folder: temporaryFolder() }).ended;

      expect(status).toBe(2);
      expect(stderr).toContain(answer);
    });
  }
});

describe('without a target', () => {
  test('the help fits on one screen', async () => {
    const { status, stdout } = await start('start.ts', ['--help'], { folder: temporaryFolder() })
      .ended;

    expect(status).toBe(0);
    expect(stdout.split('\n').length).toBeLessThan(50);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
  });

  test('a requirement is explained', async () => {
    const args = ['explain', 'v2.card-status.issued-active'];

    const { status, stdout } = await start('start.ts', args, { folder: temporaryFolder() }).ended;

    expect(status).toBe(0);
    expect(stdout).toContain('proved by fault v2.card-status.issued-active.');
  });

  test('the catalogue is listed', async () => {
    const { status, stdout } = await start('start.ts', ['list'], { folder: temporaryFolder() })
      .ended;

    expect(status).toBe(0);
    expect(stdout).toContain('v2.card-status.issued-active');
  });
});

function resultIn(folder: string, output = 'reports'): Conformance {
  const result = lastRunIn(join(folder, output));
  if (result === undefined) throw new Error('there is no conformance.json');
  return result;
}

function textsBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
}

/** A sandbox as a server of its own, with the first fault that breaks a requirement. */
async function aSandbox(
  breaks?: string,
  latencyMs = 0,
): Promise<{ url: string; environment: Record<string, string>; secrets: readonly string[] }> {
  const { rules, wire } = faults.find((fault) => fault.breaks === breaks) ?? {};
  const secrets = [
    'an-api-key-0123456789',
    'a-control-token-0123456789',
    'a-v1-token-0123456789',
    'a-password-0123456789',
  ] as const;
  const sandbox = await startSandbox({
    latencyMs,
    apiKey: secrets[0],
    controlToken: secrets[1],
    v1: { apiToken: secrets[2] },
    gateway: { password: secrets[3] },
    rules: rules?.(),
    wire: wire?.(),
  });
  onTestFinished(() => sandbox.close());
  const environment = { ...sandbox.environment, TARGET_NAME: 'a stranger' };
  return { url: sandbox.url, environment, secrets };
}
