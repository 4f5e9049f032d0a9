import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../testing.ts';
import { aResult, reportsOf, signedReportsOf, signer } from './attestation-testing.ts';
import { verifierScript } from './bundle-verifier.ts';

// The verifier as relying parties have it: one file in a folder of its own, without this project.

const { finishedAt, validUntil } = aResult().run;
let script: string;

beforeAll(async () => {
  script = await verifierScript(aResult().suite.digest);
});

test('is small, reads well and needs nothing but Node', () => {
  expect(script.length).toBeLessThan(120_000);
  const imported = [...script.matchAll(/^import .* from "([^"]+)";$/gm)].map(([, name]) => name);
  expect(imported.filter((name) => name?.startsWith('node:') !== true)).toEqual([]);
});

describe.each(nodes())('run by %s', (node) => {
  test('praises what is as it was signed, and says why it is no more than warned', () => {
    const { status, stdout } = run(node, [signedReportsOf(aResult()), '--at', finishedAt]);

    expect(stdout).toMatch(/^ok {6}attestation\.json is a DSSE envelope/);
    expect(stdout).toContain('WARNED  partial: The profile was nightly;');
    expect(stdout).toMatch(/\nThe attestation holds: run \S+ found Reimplementation 3 conformant/);
    expect(status).toBe(0);
  });

  test('finds what was tampered with', () => {
    const folder = signedReportsOf(aResult());
    writeFileSync(join(folder, 'junit.xml'), '<testsuites tests="0"/>');

    const { status, stdout } = run(node, [folder, '--at', finishedAt]);

    expect(stdout).toContain('NOT OK  junit.xml was changed\n');
    expect(stdout).not.toContain('WARNED');
    expect(status).toBe(1);
  });

  test('finds what has expired', () => {
    const late = new Date(Date.parse(validUntil) + 1000).toISOString();

    const { status, stdout } = run(node, [signedReportsOf(aResult()), '--at', late]);

    expect(stdout).toContain(`NOT OK  it was valid until ${validUntil}`);
    expect(status).toBe(1);
  });

  test('finds what somebody else has signed', () => {
    const { privateKey } = generateKeyPairSync('ed25519');

    const { status, stdout } = run(node, [
      signedReportsOf(aResult(), privateKey),
      '--at',
      finishedAt,
    ]);

    expect(stdout).toContain('NOT OK  the signature was not made with the given key');
    expect(status).toBe(1);
  });

  test('tells what is not signed from what is', () => {
    const { status, stderr } = run(node, [reportsOf(aResult())]);

    expect(stderr).toMatch(
      /^error: these reports are not signed, .*: there is no attestation\.json/,
    );
    expect(status).toBe(2);
  });

  test('asks for what is required', () => {
    const folder = signedReportsOf(aResult());

    const { status, stdout } = run(node, [
      folder,
      '--at',
      finishedAt,
      '--require',
      'conformant,full',
    ]);

    expect(stdout).toContain('ok      required: conformant\n');
    expect(stdout).toContain('NOT OK  required: full, but it is partial\n');
    expect(stdout).toMatch(/The attestation holds: .* It is NOT what is required\.\n$/);
    expect(status).toBe(1);
  });
});

/** The Node that runs this, and another one where the machine has it. */
function nodes(): string[] {
  const own = process.env['PATH']?.split(delimiter) ?? [];
  const elsewhere = own
    .filter((folder) => !folder.includes('node_modules') && !folder.includes('node-gyp'))
    .map((folder) => join(folder, 'node'))
    .find((path) => existsSync(path));
  return elsewhere === undefined ? [process.execPath] : [process.execPath, elsewhere];
}

function run(node: string, args: readonly string[]) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'verifier.mjs'), script);
  writeFileSync(
    join(folder, 'signer.pem'),
    signer.publicKey.export({ type: 'spki', format: 'pem' }),
  );
  const options = { cwd: folder, encoding: 'utf8', env: { PATH: '/nowhere' } } as const;
  const ended = spawnSync(node, ['verifier.mjs', ...args, '--key', 'signer.pem'], options);
  expect(readFileSync(join(folder, 'verifier.mjs'), 'utf8')).toBe(script);
  return ended;
}
