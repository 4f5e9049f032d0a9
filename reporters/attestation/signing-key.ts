import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { noSuchFile } from '../../fixtures/target/setting.ts';

/** A key that was read, or why not, as a sentence that ends without naming what the file holds. */
type ReadKey = { readonly key: KeyObject; readonly isSecret?: true } | { readonly problem: string };

/** The private key of `CERTIFICATE_KEY_FILE`: Ed25519, PEM, without a passphrase. */
export function readSigningKey(path: string): ReadKey {
  const wanted = 'must be the path of a PEM file with a private Ed25519 key';
  const problem = (seen: string): ReadKey => ({
    problem: `CERTIFICATE_KEY_FILE is ${JSON.stringify(path)} (${seen}), but ${wanted}.`,
  });

  const read = pemIn(path);
  if ('problem' in read) return problem(read.problem);
  try {
    const key = createPrivateKey(read.pem);
    const { asymmetricKeyType: type } = key;
    return type === 'ed25519' ? { key } : problem(`a key of type ${type}`);
  } catch {
    return problem(
      publicKeyIn(read.pem) === undefined
        ? 'not a private key in PEM form, or one with a passphrase'
        : 'a public key',
    );
  }
}

/** What `CERTIFICATE_KEY_FILE` names; nothing where it is not set. */
export function signingKeyIn(
  env: Readonly<Record<string, string | undefined>>,
): ReadKey | undefined {
  const file = env['CERTIFICATE_KEY_FILE'];
  return file === undefined || file === '' ? undefined : readSigningKey(file);
}

/** A key to check signatures with: the public one, or the private one that it follows from. */
export function readVerificationKey(path: string): ReadKey {
  const read = pemIn(path);
  if ('problem' in read) return { problem: `the key ${path}: ${read.problem}` };
  const key = publicKeyIn(read.pem);
  if (key === undefined) return { problem: `the key ${path}: not a key in PEM form` };
  return key.asymmetricKeyType === 'ed25519'
    ? { key, ...(read.pem.includes('PRIVATE KEY') ? { isSecret: true } : {}) }
    : { problem: `the key ${path}: a key of type ${key.asymmetricKeyType}, not Ed25519` };
}

/** The public key of a PEM text, which may hold the private one. */
export function publicKeyIn(pem: string): KeyObject | undefined {
  try {
    return createPublicKey(pem);
  } catch {
    return undefined;
  }
}

/** By what a key is known: the SHA-256 of its public part (DER, SPKI), in hex. */
export function keyIdOf(key: KeyObject): string {
  const publicKey = key.type === 'public' ? key : createPublicKey(key);
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex');
}

const largestFile = 64 * 1024;

function pemIn(path: string): { readonly pem: string } | { readonly problem: string } {
  try {
    if (statSync(path).size > largestFile) return { problem: 'too large for a key' };
    return { pem: readFileSync(path, 'utf8') };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    return { problem: code === 'ENOENT' ? noSuchFile(path) : `cannot be read: ${code}` };
  }
}
