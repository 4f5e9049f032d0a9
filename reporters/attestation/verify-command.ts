import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { attestationName } from './output-files.ts';
import { readVerificationKey } from './signing-key.ts';
import { requirable, type Required, verificationOf } from './verification.ts';

// What `npm run verify` and the verifier in one file have in common. It is read by whoever has to
// trust it, so it stands on Node alone.

/** How it is called, and by which suite it was made. */
interface Caller {
  readonly program: string;
  /** Of the suite, in hex. */
  readonly suiteDigest: string;
}

/** 0 as it was signed and required, 1 not, 2 usage, or nothing is signed. */
type Status = 0 | 1 | 2;

function helpOf(program: string): string {
  return `Usage: ${program} <folder> [options]

Checks the reports in a folder against their attestation. Nothing is sent over the network.

Options:
  --key <file>      PEM file with the Ed25519 key of the signer, public or private
  --at <date>       check validity at this day or moment (default: now)
  --require <words> what it must be besides: ${requirable.join(', ')} (conformant: the verdict; full: not a
                    partial certificate; passed: both, with nothing waived or recommended)
  --target <digest> the build it must be about, as sha256:… or sha512:…
  -h, --help        show this

Checked, on one line each: the signature, the digest of every file, whether files are
missing or were added, whether conformance.json says what was signed, and how long it is valid.
The verdict is given at the end, after a line for each remark: a verdict that is not conformant, a
partial certificate and why, interfaces that were not tested, the embedded sandbox as the target. None of
them is a failure without --require: a signed failure is a good attestation.

Only --key shows whose signature it is: get the public key from whoever certifies, by a different
route than the reports. Without it, the key enclosed in the attestation is used: it shows that
nothing was changed, not who signed. That is a warning and no failure, so scripts need --key.

Exit status:
  0  everything is as it was signed      1  it is not, or not valid, or not as required
  2  usage, or nothing is signed

Examples:
  ${program} reports --key certifier.pub.pem --require conformant,full
  ${program} reports --key certifier.pub.pem --at 2027-01-31`;
}

class UsageError extends Error {}

export function runVerify(args: readonly string[], caller: Caller): Status {
  try {
    return verify(args, caller);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`error: ${error.message}\n${caller.program} --help shows how to use it.`);
    return 2;
  }
}

function verify(args: readonly string[], { program, suiteDigest }: Caller): Status {
  const { values, positionals } = read(args);
  if (values.help === true) {
    console.log(helpOf(program));
    return 0;
  }
  const [named, ...others] = positionals;
  // Whoever names the attestation means what it attests.
  const folder =
    named !== undefined && basename(named) === attestationName ? dirname(named) : named;
  if (folder === undefined) throw new UsageError("missing required argument 'folder'");
  if (others.length > 0) throw new UsageError(`too many arguments: ${others.join(' ')}`);
  const { key: file, at, require: words, target } = values;
  const key = file === undefined ? undefined : readVerificationKey(file);
  if (key !== undefined && 'problem' in key) throw new UsageError(key.problem);
  if (target !== undefined && !/^(sha256:[0-9a-f]{64}|sha512:[0-9a-f]{128})$/i.test(target)) {
    throw new UsageError('--target must be a digest: sha256:<64 hex digits> or sha512:<128>');
  }

  const verification = verificationOf({
    folder,
    at: at === undefined ? new Date() : momentIn(at),
    suiteDigest,
    ...(words === undefined ? {} : { required: requiredIn(words) }),
    ...(target === undefined ? {} : { targetDigest: target }),
    ...(key === undefined ? {} : { key: key.key }),
  });
  if (verification === undefined) {
    console.error(`error: ${nothingSigned(folder)}`);
    return 2;
  }
  for (const { isOk, what } of verification.findings) {
    console.log(`${isOk ? 'ok    ' : 'NOT OK'}  ${what}`);
  }
  for (const warning of [...aboutTheKey(key), ...verification.warnings]) {
    console.log(`WARNED  ${warning}`);
  }
  console.log(`\n${verification.conclusion}`);
  return verification.isOk ? 0 : 1;
}

function aboutTheKey(key: { readonly isSecret?: true } | undefined): string[] {
  if (key === undefined) {
    return [
      'whose signature it is was not checked: with a key of their own, anybody can sign reports',
    ];
  }
  if (key.isSecret !== true) return [];
  return ['the key given is the private one: keep it, and pass on the public one'];
}

function read(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        key: { type: 'string' },
        at: { type: 'string' },
        require: { type: 'string' },
        target: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    // Its first sentence says what is wrong.
    const [sentence = ''] = (error instanceof Error ? error.message : '').split('. ');
    throw new UsageError(sentence.charAt(0).toLowerCase() + sentence.slice(1));
  }
}

function requiredIn(text: string): readonly Required[] {
  return text.split(',').map((word) => {
    const found = requirable.find((one) => one === word.trim());
    if (found !== undefined) return found;
    throw new UsageError(`--require takes ${requirable.join(', ')}, not "${word.trim()}"`);
  });
}

/** A day counts to its end, in UTC, as in a file of waivers. */
function momentIn(text: string): Date {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text);
  const moment = new Date(isDay ? `${text}T23:59:59.999Z` : text);
  const isWhole =
    isDay || /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text);
  if (
    isWhole &&
    !Number.isNaN(moment.getTime()) &&
    (!isDay || moment.toISOString().startsWith(text))
  ) {
    return moment;
  }
  throw new UsageError(
    '--at: It must be a day (2027-01-31) or a moment with its zone (2027-01-31T12:00:00Z).',
  );
}

function nothingSigned(folder: string): string {
  if (!existsSync(folder)) return `there is no folder ${folder}`;
  const isUnsigned = existsSync(join(folder, 'conformance.json'));
  const unsigned = `these reports are not signed, so nothing shows who made them or whether they were changed: `;
  return (
    (isUnsigned ? unsigned : '') +
    `there is no attestation.json in ${folder}. A run writes one when CERTIFICATE_KEY_FILE names an Ed25519 key:\n` +
    '  openssl genpkey -algorithm ed25519 -out ~/certificate-key.pem   # outside the clone: it is a secret\n' +
    '  CERTIFICATE_KEY_FILE=~/certificate-key.pem npm start -- --profile certification\n' +
    '  openssl pkey -in ~/certificate-key.pem -pubout -out ~/certificate-key.pub.pem   # for whoever verifies'
  );
}
