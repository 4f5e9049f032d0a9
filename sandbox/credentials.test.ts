import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';

import { keptCredentials, usualFolder } from './credentials.ts';

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'credentials-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'new', 'one');
}

describe('credentials', () => {
  test('are the same each time, and others in another folder', () => {
    const folder = aFolder();

    const first = keptCredentials(folder);

    expect(Object.keys(first)).toHaveLength(7);
    expect(keptCredentials(folder)).toEqual(first);
    const values = new Set(Object.values(first));
    for (const other of Object.values(keptCredentials(aFolder()))) {
      expect(values).not.toContain(other);
    }
  });

  test('are read by nobody else', () => {
    const folder = aFolder();

    const { GATEWAY_SIGNING_KEY_FILE: key = '' } = keptCredentials(folder);

    const modeOf = (path: string): number => statSync(path).mode & 0o777;
    expect(modeOf(folder)).toBe(0o700);
    expect(modeOf(join(folder, 'credentials.json'))).toBe(0o600);
    expect(modeOf(key)).toBe(0o600);
  });

  test.for(['', '{', '[]', '{"V2_API_KEY":"a b"}', `{"V2_API_KEY":"${'k'.repeat(500)}"}`])(
    'are not read from a file that holds %j, nor is it overwritten',
    (text) => {
      const folder = aFolder();
      mkdirSync(folder, { recursive: true });
      const file = join(folder, 'credentials.json');
      writeFileSync(file, text);

      expect(() => keptCredentials(folder)).toThrow(/credentials\.json holds no credentials/);

      expect(readFileSync(file, 'utf8')).toBe(text);
    },
  );

  test('need a key that can sign', () => {
    const folder = aFolder();
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'signing-key.pem'), 'no key');

    expect(() => keptCredentials(folder)).toThrow(/signing-key\.pem holds no signing key/);
  });
});

test.for([
  [{ XDG_STATE_HOME: '/state' }, /^\/state\/card-service-conformance\/sandbox$/],
  [{ LOCALAPPDATA: '/local' }, /^\/local\//],
  [{}, /\.local\/state\/card-service-conformance\/sandbox$/],
  [{ XDG_STATE_HOME: '' }, /\.local\/state/],
] as const)('in %j they are kept in %s', ([environment, folder]) => {
  expect(usualFolder(environment)).toMatch(folder);
});
