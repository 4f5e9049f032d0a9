import { generateKeyPairSync } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faults } from '../proof/faults/index.ts';
import { startSandbox } from '../sandbox/server.ts';
import { comparable } from './shards/comparable.ts';
import type { Conformance } from './conformance.ts';
import { type Ended, start, temporaryFolder } from './testing.ts';

// With real processes, on a sandbox with a fault: so there is something to be merged wrongly.

const fault = 'v2.transfer-list.end-is-inclusive';
const script = '# shows the failure\n';
/** Checks and properties of several files, so that each part has some. */
const selection = 'v2.transfer-list,v2.transfer,v2.card-status,v2.money,v2.response';
const order = ['--only', selection, '--profile', 'smoke', '--seed', '7', '--no-allure'];
const folder = temporaryFolder(afterAll);
let close = async (): Promise<void> => {};

beforeAll(async () => {
  const environment = await aFaultySandbox();
  await npmStart(environment, ...order, '--output', 'whole');
  await npmStart(environment, ...order, '--output', 'parts/1', '--shard', '1/2');
  await npmStart(environment, ...order, '--output', 'parts/2', '--shard', '2/2');
  mkdirSync(join(folder, 'parts', '1', 'repro'), { recursive: true });
  writeFileSync(join(folder, 'parts', '1', 'repro', `${fault}.sh`), script);
  writeFileSync(join(folder, 'parts', '1', 'repro', 'something-else.sh'), script);
}, 600_000);

afterAll(() => close());

describe('npm run merge', () => {
  test('makes of the parts what one run makes', async () => {
    const { status, stdout, stderr } = await merge('parts/2', 'parts/1', '--output', 'merged');

    expect(stderr).toBe('');
    expect(status).toBe(1);
    expect(stdout).toContain('Merging 2 parts: ');
    expect(stdout).toContain(`\n  ${fault} (document 2`);
    expect(stdout).toMatch(/a stranger is NOT CONFORMANT: .*\n$/);
    const [merged, whole] = [resultIn('merged'), resultIn('whole')];
    expect(comparable(merged)).toEqual(comparable(whole));
    expect(merged.run.requests).toBe(
      resultIn('parts/1').run.requests + resultIn('parts/2').run.requests,
    );
    expect(countOf('merged', 'testcase')).toBe(countOf('whole', 'testcase'));
    expect(readdirSync(join(folder, 'merged', 'allure-results')).length).toBe(
      readdirSync(join(folder, 'whole', 'allure-results')).length,
    );
    expect(exchangesShownIn('merged')).toEqual(exchangesShownIn('whole'));
    expect(readFileSync(join(folder, 'merged', 'allure-report', 'index.html'), 'utf8')).toContain(
      'a stranger: not conformant',
    );
  });

  test('takes over the scripts that show failures, and no other file', async () => {
    await merge('parts/1', 'parts/2', '--no-allure', '--output', 'scripts');

    const taken = readdirSync(join(folder, 'scripts', 'repro'));
    expect(taken).toContain(`${fault}.sh`);
    expect(taken).not.toContain('something-else.sh');
  });

  test('signs the whole, with a key, and the whole only', async () => {
    const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
    writeFileSync(join(folder, 'key.pem'), pem);
    const signed = { CERTIFICATE_KEY_FILE: 'key.pem' };
    const args = ['parts/1', 'parts/2', '--no-allure', '--output', 'signed'];

    const { stdout } = await command('merge.ts', signed, args);
    const { status } = await command('verify.ts', {}, ['signed', '--key', 'key.pem']);

    expect(stdout).toContain('Signed: signed/attestation.json');
    expect(status).toBe(0);
    expect(existsSync(join(folder, 'parts', '1', 'attestation.json'))).toBe(false);
  });

  test('tells what has changed since an earlier result', async () => {
    const { stdout } = await merge(
      'parts/1',
      'parts/2',
      '--no-allure',
      '--output',
      'compared',
      '--compare',
      'whole/conformance.json',
    );

    expect(resultIn('compared').comparison).toMatchObject({ identical: true });
    expect(stdout).toContain('nothing has changed');
  });

  test('shows a CI server what came out, and takes no command from the target', async () => {
    const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(folder, 'summary.md') };
    const args = ['parts/1', 'parts/2', '--no-allure', '--output', 'shown'];

    const { stdout } = await command('merge.ts', env, args);

    expect(readFileSync(env.GITHUB_STEP_SUMMARY, 'utf8')).toMatch(/^## ❌ Not conformant: /);
    expect(stdout).toMatch(
      /::stop-commands::(\S+)\n[^]*a stranger is NOT[^]*::\1::\n::error title=/,
    );
  });

  test('names the part that is missing, and writes nothing', async () => {
    const { status, stderr } = await merge('parts/1', '--output', 'nowhere');

    expect(status).toBe(2);
    expect(stderr).toContain('error: part 2/2 is missing');
    expect(existsSync(join(folder, 'nowhere'))).toBe(false);
  });

  test.for([
    ['a folder that is not there', ['parts/3'], 'parts/3 holds no conformance.json'],
    ['a whole run', ['whole'], 'whole is not part of a run: made without --shard'],
    ['the output among the parts', ['parts/1', '--output', 'parts/1'], 'would be overwritten'],
    ['no folder', [], 'missing required argument'],
    ['an option that is none', ['parts/1', '--outptu', 'x'], 'Did you mean --output'],
    [
      'an earlier result that is none',
      ['parts/1', '--compare', 'x'],
      '--compare: x cannot be read',
    ],
  ] as const)('refuses %s', async ([, args, words]) => {
    const { status, stderr } = await merge(...args);

    expect(status).toBe(2);
    expect(stderr).toContain(words);
  });

  test('refuses half a file', async () => {
    const half = temporaryFolder();
    cpSync(join(folder, 'parts', '1'), half, { recursive: true });
    const file = join(half, 'conformance.json');
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, 5000));

    const { status, stderr } = await merge(half, 'parts/2');

    expect(status).toBe(2);
    expect(stderr).toContain(' is not JSON: is it complete?');
  });

  test('explains itself', async () => {
    const { status, stdout } = await merge('--help');

    expect(status).toBe(0);
    expect(stdout).toContain('npm run merge -- shards/1 shards/2');
  });
});

describe('a part alone', () => {
  test('of more parts than there are files has nothing to do, which is no trouble', async () => {
    const args = [...order, '--shard', '999/999', '--output', 'idle'];

    const { status } = await npmStart({}, ...args);

    expect(status).toBe(0);
    expect(resultIn('idle').run).toMatchObject({ requests: 0, complete: true });
    rmSync(join(folder, 'idle'), { recursive: true });
  });
});

async function merge(...args: readonly string[]): Promise<Ended> {
  return await command('merge.ts', {}, args);
}

async function npmStart(env: Record<string, string>, ...args: readonly string[]): Promise<Ended> {
  return await command('start.ts', env, args);
}

async function command(
  file: string,
  env: Readonly<Record<string, string>>,
  args: readonly string[],
): Promise<Ended> {
  return await start(file, args, { folder, env }).ended;
}

function resultIn(output: string): Conformance {
  return JSON.parse(readFileSync(join(folder, output, 'conformance.json'), 'utf8')) as Conformance;
}

function countOf(output: string, element: string): number {
  return readFileSync(join(folder, output, 'junit.xml'), 'utf8').split(`<${element} `).length - 1;
}

/** How many exchanges the Allure report shows, and that they are HTTP. */
function exchangesShownIn(output: string): number {
  const results = join(folder, output, 'allure-results');
  const texts = readdirSync(results)
    .filter((name) => name.endsWith('-attachment.txt'))
    .map((name) => readFileSync(join(results, name), 'utf8'));
  expect(texts.join('\n')).toMatch(/^HTTP \d{3}$/m);
  return texts.length;
}

/** Without a control plane: its clock would be another for each of the runs. */
async function aFaultySandbox(): Promise<Record<string, string>> {
  const { rules, wire } = faults.find(({ breaks }) => breaks === fault) ?? {};
  const sandbox = await startSandbox({ rules: rules?.(), wire: wire?.() });
  close = () => sandbox.close();
  const { CONTROL_URL: _, CONTROL_TOKEN: _token, ...environment } = sandbox.environment;
  return { ...environment, TARGET_NAME: 'a stranger' };
}
