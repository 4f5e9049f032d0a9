import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { isSigningKeyFile } from './gateway/signing-keys.ts';

/** The variables whose values nobody may guess. The others are the same at each start anyway. */
const names = [
  'V1_API_TOKEN',
  'V2_API_KEY',
  'GATEWAY_PASSWORD',
  'GATEWAY_TOKEN',
  'OTHER_MERCHANT_PASSWORD',
  'CONTROL_TOKEN',
] as const;
type CredentialName = (typeof names)[number];

/** What a sandbox is entered with, by the variables that clients read it from. */
export type Credentials = Readonly<
  Partial<Record<CredentialName | 'GATEWAY_SIGNING_KEY_FILE', string>>
>;

/** Within 30 characters, as a password of the gateway. Document 3, part 5, rule 1. */
const form = /^[\x21-\x7e]{8,30}$/;

/** Of the v1 API it is an ID and a password joined by a colon, in Base64. Document 1, part 5, rule 1. */
const base64 = /^[\w+/]{8,200}={0,2}$/;

/** Where they are kept unless another folder is named: with what programs keep for their user. */
export function usualFolder(environment: NodeJS.ProcessEnv = process.env): string {
  const { XDG_STATE_HOME: state, LOCALAPPDATA: windows } = environment;
  const base = [state, windows].find((one) => one !== undefined && one !== '');
  return join(base ?? join(homedir(), '.local', 'state'), 'card-service-conformance', 'sandbox');
}

/**
 * The credentials that a folder keeps from start to start, made up when they are first asked for. They
 * are different on each computer: with words that everybody knows, any page in a browser there could
 * use a sandbox that is running.
 */
export function keptCredentials(folder: string): Credentials {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const keyFile = join(folder, 'signing-key.pem');
  if (!isSigningKeyFile(keyFile)) writeFor(keyFile, signingKey);
  if (!isSigningKeyFile(keyFile)) throw new Error(`${keyFile} holds no signing key; delete it`);
  const file = join(folder, 'credentials.json');
  const known = readIn(file) ?? (writeFor(file, asText), readIn(file));
  if (known === undefined) throw new Error(`${file} holds no credentials; delete it`);
  return { ...known, GATEWAY_SIGNING_KEY_FILE: keyFile };
}

function readIn(file: string): Credentials | undefined {
  try {
    const value = JSON.parse(readFileSync(file, 'utf8')) as Partial<
      Record<CredentialName, unknown>
    >;
    const isWhole = names.every((name) => {
      const text = value[name];
      return typeof text === 'string' && (name === 'V1_API_TOKEN' ? base64 : form).test(text);
    });
    return isWhole
      ? Object.fromEntries(names.map((name) => [name, String(value[name])]))
      : undefined;
  } catch {
    return undefined;
  }
}

/** All or nothing, readable by its owner alone. Of two who start at once the first one counts. */
function writeFor(file: string, make: () => string): void {
  const draft = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, make(), { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!isThere(error)) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function isThere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}

function asText(): string {
  const made = Object.fromEntries(
    names.map((name) => [name, randomBytes(18).toString('base64url')]),
  );
  const login = `sandbox:${randomBytes(15).toString('hex')}`;
  const all = { ...made, V1_API_TOKEN: Buffer.from(login).toString('base64') };
  return `${JSON.stringify(all, null, 2)}\n`;
}

function signingKey(): string {
  return generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }).privateKey;
}
