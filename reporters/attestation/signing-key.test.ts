import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { keyIdOf, readSigningKey, readVerificationKey } from './signing-key.ts';
import { temporaryFolder } from '../testing.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const privatePem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();

describe('the key that signs', () => {
  test('is a private Ed25519 key in PEM form', () => {
    const read = readSigningKey(fileWith(privatePem));

    expect(keyIn(read).equals(privateKey)).toBe(true);
  });

  const locked = privateKey
    .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' })
    .toString();
  const rsaPem = rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  test.for([
    ['a public key', publicPem, 'a public key'],
    ['another kind of key', rsaPem, 'a key of type rsa'],
    ['a key with a passphrase', locked, 'not a private key in PEM form, or one with a passphrase'],
    ['any other text', 'hello', 'not a private key in PEM form, or one with a passphrase'],
    ['far too much', 'x'.repeat(100_000), 'too large for a key'],
  ])('is not %s', ([, content = '', seen = '']) => {
    const path = fileWith(content);

    expect(readSigningKey(path)).toEqual({
      problem: `CERTIFICATE_KEY_FILE is "${path}" (${seen}), but must be the path of a PEM file with a private Ed25519 key.`,
    });
  });

  test('must be there and be a file', () => {
    const folder = temporaryFolder();

    expect(readSigningKey(join(folder, 'none.pem'))).toMatchObject({
      problem: expect.stringContaining('(no such file)'),
    });
    expect(readSigningKey('~/none.pem')).toMatchObject({
      problem: expect.stringContaining('(no such file: ~ stands for nothing here)'),
    });
    expect(readSigningKey(folder)).toMatchObject({
      problem: expect.stringContaining('(cannot be read: EISDIR)'),
    });
  });
});

describe('the key that verifies', () => {
  test.for([
    ['the public one', publicPem],
    ['the private one that it follows from', privatePem],
  ])('may be %s', ([, pem = '']) => {
    expect(keyIn(readVerificationKey(fileWith(pem))).equals(publicKey)).toBe(true);
  });

  test.for([
    ['another kind of key', rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString()],
    ['any other text', 'hello'],
  ])('is not %s', ([, content = '']) => {
    expect(readVerificationKey(fileWith(content))).toHaveProperty('problem');
  });
});

test('a key is known by the digest of its public part', () => {
  const der = publicKey.export({ type: 'spki', format: 'der' });

  expect(keyIdOf(publicKey)).toBe(createHash('sha256').update(der).digest('hex'));
  expect(keyIdOf(privateKey)).toBe(keyIdOf(publicKey));
});

function fileWith(content: string): string {
  const path = join(temporaryFolder(), 'key.pem');
  writeFileSync(path, content);
  return path;
}

function keyIn(read: ReturnType<typeof readSigningKey>): KeyObject {
  if ('problem' in read) throw new Error(read.problem);
  return read.key;
}
