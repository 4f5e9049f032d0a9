import './node-version.ts';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import type { ExitStatus } from './conformance.ts';
import { readVerificationKey } from './attestation/signing-key.ts';
import { suiteIdentity } from './suite-identity.ts';
import { verificationOf } from './attestation/verification.ts';

// npm run verify: whether a folder of reports is what was signed. Nothing is asked over the network.

interface Options {
  readonly key?: string;
  readonly at?: Date;
}

const usageError: ExitStatus = 2;

const explanation = `
Checked, each with a line of its own: the signature, the digest of every file, whether files are
missing or were added, whether conformance.json says what was signed, and how long it is valid.
What the verdict was is told at the end; a failure that was signed is a good attestation.

Whose signature it is shows only with --key: get the public key from whoever certifies, on another
way than the reports. Without it the key that the attestation encloses is used, which shows that
nothing was changed, not who signed.

Exit status:
  0  everything is as it was signed      1  it is not, or not valid      2  usage, or nothing is signed

Examples:
  npm run verify -- reports --key certifier.pub.pem
  npm run verify -- reports --key certifier.pub.pem --at 2027-01-31`;

const program = new Command('npm run verify --')
  .description('Checks the reports in a folder against their attestation.')
  .argument('<folder>', 'where a run has written its reports')
  .option('--key <file>', 'PEM file with the Ed25519 key of the signer, public or private')
  .option('--at <date>', 'look at validity for this day or moment (default: now)', momentIn)
  .helpOption('-h, --help', 'show this')
  .addHelpText('after', explanation)
  .exitOverride()
  .showSuggestionAfterError();

try {
  program.parse();
  const [folder = ''] = program.args;
  process.exitCode = verify(folder, program.opts<Options>());
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  process.exitCode = error.exitCode === 0 ? 0 : usageError;
}

function verify(folder: string, { key: keyFile, at = new Date() }: Options): ExitStatus {
  const read = keyFile === undefined ? undefined : readVerificationKey(keyFile);
  if (read !== undefined && 'problem' in read) return refuse(read.problem);

  const verification = verificationOf({
    folder,
    at,
    suiteDigest: suiteIdentity().digest,
    ...(read === undefined ? {} : { key: read.key }),
  });
  if (verification === undefined) {
    return refuse(
      `there is no attestation.json in ${folder}. A run writes one when CERTIFICATE_KEY_FILE names an Ed25519 key:\n` +
        '  openssl genpkey -algorithm ed25519 -out certifier.pem\n' +
        '  CERTIFICATE_KEY_FILE=certifier.pem npm start -- --profile certification\n' +
        '  openssl pkey -in certifier.pem -pubout -out certifier.pub.pem   # for whoever verifies',
    );
  }
  for (const { isOk, what } of verification.findings) {
    console.log(`${isOk ? 'ok    ' : 'NOT OK'}  ${what}`);
  }
  console.log(`\n${verification.conclusion}`);
  return verification.isOk ? 0 : 1;
}

function refuse(problem: string): ExitStatus {
  console.error(`error: ${problem}`);
  return usageError;
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
  throw new InvalidArgumentError(
    'It must be a day (2027-01-31) or a moment with its zone (2027-01-31T12:00:00Z).',
  );
}
