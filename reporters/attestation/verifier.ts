import { runVerify } from './verify-command.ts';

// The verifier in one file, for whoever relies on a certificate and has Node but not this repository.
// `npm run verifier` makes it from this file and puts the digest of the suite in.

declare const SUITE_DIGEST: string;

process.exitCode = runVerify(process.argv.slice(2), {
  program: 'node verifier.mjs',
  suiteDigest: SUITE_DIGEST,
});
