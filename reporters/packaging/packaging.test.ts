import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apis } from '../../fixtures/requirements/requirement.ts';
import { variables } from '../../fixtures/target/variables.ts';
import { root } from '../own-files.ts';
import type { Conformance } from '../conformance.ts';
import { identityOfSources } from '../suite-identity.ts';
import { temporaryFolder } from '../testing.ts';
import type { Built } from './built.ts';

// The package is built, packed, and installed in an empty folder, where its main job is done. Its dependencies
// are those of this clone, so no registry is asked.

const name = 'card-service-conformance';
const { version, dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
  dependencies: Record<string, string>;
};

let tarball = '';
let home = '';
let installed = '';

beforeAll(() => {
  const folder = temporaryFolder(afterAll);
  home = join(folder, 'home');
  installed = join(home, 'node_modules', name);
  const built = join(folder, 'package');
  mkdirSync(installed, { recursive: true });
  execFileSync(process.execPath, [join(root, 'reporters/packaging/build.ts'), built]);
  const pack = ['pack', '--json', '--pack-destination', folder, built];
  execFileSync('npm', pack, { cwd: folder, encoding: 'utf8' });
  tarball = join(folder, `${name}-${version}.tgz`);
  execFileSync('tar', ['xzf', tarball, '-C', installed, '--strip-components=1']);
  linkDependencies();
}, 300_000);

function linkDependencies(): void {
  for (const dependency of Object.keys(dependencies)) {
    const to = join(home, 'node_modules', dependency);
    mkdirSync(join(to, '..'), { recursive: true });
    symlinkSync(join(root, 'node_modules', dependency), to);
  }
}

describe('the tarball', () => {
  test('is below 3 MB', () => {
    expect(statSync(tarball).size).toBeLessThan(3_000_000);
  });

  test('holds no source, no test of the project, no setting and no tool', () => {
    const files = globSync('**/*', { cwd: installed, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(installed.length + 1));
    const notKnown = files.filter(
      (file) => !/(\.js|\.js\.map|\.d\.ts|\.json|\.txt)$|^(LICENSE|README\.md)$/.test(file),
    );
    const ownTests = files.filter(
      (file) => /\.test\./.test(file) && !/^(suites|properties\/(?!models\/))/.test(file),
    );

    expect(notKnown).toEqual([]);
    expect(ownTests).toEqual([]);
    expect(
      files.filter((file) => /testing|\bbench|mutat|blind|packaging\/build/.test(file)),
    ).toEqual([]);
    expect(existsSync(join(installed, '.env'))).toBe(false);
    expect(files).toContain('reporters/library.d.ts');
  });

  test('says which Node and which libraries it needs, and has no scripts that run when installed', () => {
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as object;

    expect(manifest).toMatchObject({ name, version, engines: { node: '>=22.18' }, dependencies });
    expect(manifest).not.toHaveProperty('scripts');
    expect(manifest).not.toHaveProperty('devDependencies');
    expect(manifest).not.toHaveProperty('optionalDependencies');
    expect(manifest).not.toHaveProperty('private');
  });

  test('needs no library that is not among its dependencies', () => {
    const imported = globSync('**/*.js', { cwd: installed }).flatMap((file) =>
      [
        ...readFileSync(join(installed, file), 'utf8').matchAll(
          /^(?:import .*?|export .*?|\} )from '([^']+)';$|^import '([^']+)';$|\bimport\('([^']+)'\)/gm,
        ),
      ].map(([, from, alone, dynamic]) => from ?? alone ?? dynamic ?? ''),
    );
    const libraries = imported
      .filter((from) => !from.startsWith('.') && !from.startsWith('node:'))
      .map((from) =>
        from
          .split('/')
          .slice(0, from.startsWith('@') ? 2 : 1)
          .join('/'),
      );

    expect(libraries.length).toBeGreaterThan(10);
    expect([...new Set(libraries)].filter((library) => !(library in dependencies))).toEqual([]);
  });

  test('explains every setting', () => {
    const text = readFileSync(join(installed, '.env.example'), 'utf8');

    expect(variables.filter((variable) => !text.includes(`#${variable}=`))).toEqual([]);
    expect(text).not.toContain('npm start');
  });
});

describe('its command', () => {
  test('says its version, and its commands; without one it fails', () => {
    expect(run('--version')).toMatchObject({ status: 0, stdout: `${version}\n` });
    expect(run('--help')).toMatchObject({ status: 0, stderr: '' });
    expect(run('--help').stdout).toMatch(/^ {2}certify .*\n {2}doctor /m);
    expect(run()).toMatchObject({ status: 2, stdout: '' });
    expect(run('certfy')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('did you mean certify?'),
    });
  });

  test.for([
    'certify',
    'doctor',
    'list',
    'explain',
    'sandbox',
    'merge',
    'matrix',
    'verify',
    'openapi',
    'site',
  ])('%s explains itself in words that work where it is installed', (command) => {
    const { status, stdout } = run(command, '--help');

    expect(status).toBe(0);
    expect(stdout).toMatch(/^Usage: /);
    expect(stdout).not.toMatch(/npm (start|run)/);
  });

  test('tells whoever has an older Node what is needed, before it loads what an older one lacks', () => {
    const reached = new Set(['reporters/command.js']);
    const named: string[] = [];
    for (const file of reached) {
      const text = readFileSync(join(installed, file), 'utf8');
      for (const [, from = ''] of text.matchAll(/^import (?:.* from )?'(\.[^']+)';$/gm)) {
        reached.add(join(file, '..', from));
      }
      named.push(...[...text.matchAll(/^import \{.*'node:.*$/gm)].map(([line]) => line));
    }

    expect(reached).toContain('reporters/node-version.js');
    expect(named.filter((line) => !/'node:(path|url)';$/.test(line))).toEqual([]);
  });

  test('lists requirements and explains one', () => {
    const id = 'v2.transfer-creation.overdraft-is-declined';

    expect(run('list', 'overdraft').stdout).toContain(id);
    const { status, stdout } = run('explain', id);

    expect(status).toBe(0);
    expect(stdout).toContain('checked in suites/v2/');
    expect(stdout).toContain('proved by fault ');
    expect(stdout).toContain(`alone: npx ${name} certify --only ${id}`);
  });

  test('asks the embedded sandbox what can be asked', () => {
    expect(run('doctor')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Everything that was tested works'),
    });
  });

  describe('in one run, where nothing can be written beside it', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    let ended: ReturnType<typeof run>;

    beforeAll(() => {
      writeFileSync(join(home, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
      writeFileSync(join(home, 'key.pub.pem'), publicKey.export({ type: 'spki', format: 'pem' }));
      const asked = 'v2.card-status,v2.service,subscriptions.charge';
      chmodSync(installed, 0o555);
      ended = runWith({ CERTIFICATE_KEY_FILE: 'key.pem' }, 'certify', ...quickly, '--only', asked);
      chmodSync(installed, 0o755);
    });

    test('certifies, with reports where somebody stands, and is the suite of this clone', () => {
      expect(ended.stdout).toContain('embedded sandbox is CONFORMANT');
      expect(ended.status).toBe(0);
      const result = resultIn('reports');
      expect(result.suite).toEqual(identityOfSources(root));
      const files = result.requirements.flatMap(({ checks }) => checks.map(({ file }) => file));
      expect(files.length).toBeGreaterThan(20);
      expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
      expect(existsSync(join(home, 'reports/certificate.pdf'))).toBe(true);
    });

    test('walks through time', () => {
      const clockChecks = resultIn('reports').requirements.flatMap(({ checks }) =>
        checks.filter(
          ({ file, verdict }) => file.endsWith('.clock.test.ts') && verdict === 'passed',
        ),
      );
      expect(clockChecks.length).toBeGreaterThan(0);
    });

    test('signs what it certified, and verifies it; a changed report is noticed', () => {
      const verify = ['verify', 'reports', '--key', 'key.pub.pem'];
      expect(spawned({}, verify).status).toBe(0);
      writeFileSync(join(home, 'reports/junit.xml'), 'changed');
      expect(spawned({}, verify).status).toBe(1);
    });
  });

  test('writes the catalogue as pages', () => {
    expect(run('site', '--output', 'pages').status).toBe(0);
    const page = readFileSync(join(home, 'pages/r/v2.money.is-conserved.html'), 'utf8');
    expect(page).toContain('npx card-service-conformance certify --only v2.money.is-conserved');
    expect(page).toContain('properties/v2/');
  });

  test('writes the descriptions that the clone holds', () => {
    expect(run('openapi', '--output', 'descriptions').status).toBe(0);
    for (const api of [...apis, 'control']) {
      const written = readFileSync(join(home, `descriptions/${api}.json`), 'utf8');
      expect(written).toBe(readFileSync(join(root, `docs/openapi/${api}.json`), 'utf8'));
    }
  });

  test('fails a target that breaks a clause, and tells how to repeat it', async () => {
    const sandbox = await startedSandbox(['--port', '0']);
    try {
      const proxy = await breakingProxy(sandbox.environment['V2_BASE_URL'] ?? '');
      const ended = await runLater(
        [
          'certify',
          ...quickly,
          '--api',
          'v2',
          '--only',
          'v2.response,v2.service',
          '--base-url',
          proxy.url,
        ],
        { ...sandbox.environment, ...withoutAddresses },
      );
      proxy.close();

      expect(ended.stdout).toContain('NOT CONFORMANT');
      expect(ended.stdout).toContain(`again: npx ${name} certify --only v2.`);
      expect(ended.status).toBe(1);
      const [script = ''] = globSync('reports/{repro,partial/repro}/v2.*.sh', { cwd: home });
      expect(readFileSync(join(home, script), 'utf8')).toContain(`npx ${name} certify --only v2.`);
    } finally {
      sandbox.stop();
    }
  }, 300_000);

  test('says 2 where a setting is wrong and 3 where nobody answers, on the address that was typed', () => {
    const settings = { V2_API_KEY: 'key', V2_PRODUCT_NAME: 'product' };
    const wrong = runWith(settings, 'certify', '--base-url', 'nowhere');
    const nobody = runWith(settings, 'doctor', '--base-url', 'http://127.0.0.1:9');

    expect(wrong.stderr).toContain('BASE_URL');
    expect(wrong.stderr).toContain(`npx ${name} certify --help`);
    expect(wrong.status).toBe(2);
    expect(nobody.status).toBe(3);
  });

  test('notices that somebody has changed what was compiled', () => {
    const file = join(installed, 'reporters/summary.js');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, `${text}\n// changed`);
    const { status } = run('certify', ...quickly, '--only', 'v2.service');
    writeFileSync(file, text);

    expect(status).toBe(0);
    const { suiteDigest } = JSON.parse(
      readFileSync(join(installed, 'built.json'), 'utf8'),
    ) as Built;
    expect(resultIn('reports').suite.digest).not.toBe(suiteDigest);
  });
});

describe('its library', () => {
  const program = `
import { certify, startSandbox, type Certification, type Settings } from '${name}';

const sandbox = await startSandbox({ mood: 'strict' });
const settings: Settings = sandbox.settings;
const run: Certification = await certify({
  settings, only: ['v2.card-status'], profile: 'smoke', seed: 3, allure: false, output: 'of-the-library',
});
const none: string = await certify({ settings: { BASE_URL: 'nowhere' } }).then(
  ({ verdict }) => verdict,
  (error: Error) => error.message,
);
await sandbox.close();
const [first] = run.conformance.requirements;
console.log(JSON.stringify([run.status, run.verdict, run.conformance.target.apis['v2'] === sandbox.url, first?.id, none]));
`;
  const settings = {
    compilerOptions: {
      target: 'es2022',
      lib: ['es2022'],
      module: 'nodenext',
      strict: true,
      exactOptionalPropertyTypes: true,
      types: [],
      skipLibCheck: false,
    },
    files: ['use.ts'],
  };

  test('has types that need nothing else, and certifies inside a program of its user', () => {
    const url =
      'declare const console: { log(text: string): void };\ndeclare global { interface AbortSignal {} }\n';
    writeFileSync(join(home, 'use.ts'), url + program);
    writeFileSync(join(home, 'tsconfig.json'), JSON.stringify(settings));
    writeFileSync(join(home, 'package.json'), '{ "type": "module" }');
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    const compiled = spawnSync(process.execPath, [compiler, '-p', '.'], {
      cwd: home,
      encoding: 'utf8',
    });
    expect(compiled.stdout).toBe('');

    const { stdout, stderr } = spawnSync(process.execPath, ['use.js'], {
      cwd: home,
      encoding: 'utf8',
      env: clean({ VITEST: 'true', VITEST_POOL_ID: '1', V2_API_KEY: 'of somebody else' }),
    });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual([
      0,
      'conformant',
      true,
      expect.any(String),
      expect.stringContaining('BASE_URL'),
    ]);
  });
});

const quickly = ['--profile', 'smoke', '--seed', '1', '--no-allure'];

/** The address is typed instead. */
const withoutAddresses = Object.fromEntries(
  variables
    .filter((one) => one.endsWith('BASE_URL') || one.startsWith('CONTROL_'))
    .map((one) => [one, '']),
);

function run(...words: string[]) {
  return runWith({}, ...words);
}

function runWith(env: Readonly<Record<string, string>>, ...words: string[]) {
  rmSync(join(home, 'reports'), { recursive: true, force: true });
  return spawned(env, words);
}

function spawned(env: Readonly<Record<string, string>>, words: readonly string[]) {
  const command = join(installed, 'reporters/command.js');
  return spawnSync(process.execPath, [command, ...words], {
    cwd: home,
    encoding: 'utf8',
    env: clean(env),
  });
}

/** Without holding up this process, in which the target lives. */
async function runLater(words: readonly string[], env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [join(installed, 'reporters/command.js'), ...words], {
    cwd: home,
    env: clean(env),
  });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.resume();
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, stdout };
}

function clean(env: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], ...env };
}

function resultIn(folder: string): Conformance {
  return JSON.parse(readFileSync(join(home, folder, 'conformance.json'), 'utf8')) as Conformance;
}

async function startedSandbox(words: readonly string[]) {
  const command = join(installed, 'reporters/command.js');
  const child = spawn(process.execPath, [command, 'sandbox', '--fresh', ...words], {
    env: clean({}),
  });
  let stderr = '';
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  while (!stderr.includes('Stop it')) await once(child.stderr, 'data');
  expect(stderr).toContain(`run: npx ${name} certify`);
  const lines = stdout.trim().split('\n');
  const environment = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf('=')),
      line.slice(line.indexOf('=') + 1).replaceAll(/^'|'$/g, ''),
    ]),
  );
  return { environment, stop: () => void child.kill() };
}

/** Passes everything on, but for the Request-id of document 2. */
async function breakingProxy(to: string) {
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const method = request.method ?? 'GET';
      const answer = await fetch(new URL(request.url ?? '/', to), {
        method,
        headers: { ...(request.headers as Record<string, string>), connection: 'keep-alive' },
        ...(method === 'GET' ? {} : { body: Buffer.concat(chunks) }),
      });
      const headers = [...answer.headers].filter(
        ([name]) => !/^request-id|transfer|connection/i.test(name),
      );
      response.writeHead(answer.status, Object.fromEntries(headers));
      response.end(Buffer.from(await answer.arrayBuffer()));
    })();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() };
}
