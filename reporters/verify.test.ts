import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { aResult, reportsOf, signedReportsOf, signer } from './attestation/attestation-testing.ts';
import { temporaryFolder } from './testing.ts';

const { finishedAt, validUntil } = aResult().run;

describe('npm run verify', () => {
  test('says line by line what it checked, then one sentence', () => {
    const folder = signedReportsOf(aResult());

    const { status, stdout, stderr } = verify(folder, '--key', aKeyFile(), '--at', finishedAt);

    expect(stderr).toBe('');
    expect(stdout).toMatch(
      /^(ok {6}[^\n]+\n){11,}(WARNED {2}partial: [^\n]+\n){2}WARNED {2}it says nothing about v1: [^\n]+\nWARNED {2}another suite [^\n]+\n\nThe attestation holds: run [^\n]+\n$/,
    );
    expect(stdout).toContain('ok      junit.xml is as it was signed\n');
    expect(status).toBe(0);
  });

  test('takes the attestation for the folder that it is in', () => {
    const folder = signedReportsOf(aResult());

    const { status } = verify(
      join(folder, 'attestation.json'),
      '--key',
      aKeyFile(),
      '--at',
      finishedAt,
    );

    expect(status).toBe(0);
  });

  test('ends with status 1 when something is not as it was signed', () => {
    const folder = signedReportsOf(aResult());
    rmSync(join(folder, 'junit.xml'));

    const { status, stdout } = verify(folder, '--at', finishedAt);

    expect(stdout).toContain('NOT OK  junit.xml is missing\n');
    expect(stdout).toMatch(/\nThe attestation does NOT hold: 1 of \d+ checks failed\.\n$/);
    expect(status).toBe(1);
  });

  test('warns whoever gives no key that anybody may have signed', () => {
    const { status, stdout } = verify(signedReportsOf(aResult()), '--at', finishedAt);

    expect(stdout).toContain('WARNED  whose signature it is was not checked');
    expect(status).toBe(0);
  });

  test('warns whoever gives the private key, which shows as much', () => {
    const folder = signedReportsOf(aResult());
    const file = aKeyFile('private');

    const { status, stdout } = verify(folder, '--key', file, '--at', finishedAt);

    expect(stdout).toContain('WARNED  the key given is the private one');
    expect(stdout).toContain('\nThe attestation holds: ');
    expect(status).toBe(0);
  });

  test('looks at the end of a day', () => {
    const folder = signedReportsOf(aResult());
    const [firstDay = '', lastDay = ''] = [finishedAt, validUntil].map((at) => at.slice(0, 10));

    expect(verify(folder, '--at', firstDay).status).toBe(0);
    expect(verify(folder, '--at', lastDay)).toMatchObject({
      status: 1,
      stdout: expect.stringContaining(`NOT OK  it was valid until ${validUntil}`),
    });
  });

  test('tells how to get an attestation where there is none', () => {
    const { status, stdout, stderr } = verify(reportsOf(aResult()));

    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(
      /^error: these reports are not signed, .*: there is no attestation\.json in .*CERTIFICATE_KEY_FILE/,
    );
    expect(stderr).toContain('openssl genpkey -algorithm ed25519');
    expect(verify(temporaryFolder()).stderr).toMatch(/^error: there is no attestation\.json in /);
    expect(verify('/nowhere')).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^error: there is no folder \/nowhere\n/) as string,
    });
  });

  test.for([
    [[], "missing required argument 'folder'"],
    [['.', '--key', '/nowhere.pem'], 'the key /nowhere.pem: no such file'],
    [['.', '--at', '2026-02-30'], 'It must be a day (2027-01-31) or a moment'],
    [['.', '--at', 'soon'], 'It must be a day (2027-01-31) or a moment'],
    [['.', '--kay', 'x'], "unknown option '--kay'"],
    [['.', '--require', 'conformant,fool'], '--require takes conformant, full, passed, not "fool"'],
    [['.', '--target', 'sha256:abc'], '--target must be a digest'],
    [['.', 'other'], 'too many arguments: other'],
  ] as const)('refuses %j', ([args, why]) => {
    const { status, stderr } = verify(...args);

    expect(stderr).toContain(why);
    expect(status).toBe(2);
  });

  test('explains itself', () => {
    const { status, stdout } = verify('--help');

    expect(status).toBe(0);
    for (const word of ['--key', '--at', '--require', '--target', 'Exit status:'])
      expect(stdout).toContain(word);
  });
});

function verify(...args: readonly string[]): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, [join(import.meta.dirname, 'verify.ts'), ...args], {
    encoding: 'utf8',
  });
}

function aKeyFile(kind: 'public' | 'private' = 'public'): string {
  const path = join(temporaryFolder(), 'signer.pem');
  const pem =
    kind === 'public'
      ? signer.publicKey.export({ type: 'spki', format: 'pem' })
      : signer.privateKey.export({ type: 'pkcs8', format: 'pem' });
  writeFileSync(path, pem);
  return path;
}
