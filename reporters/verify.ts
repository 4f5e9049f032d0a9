import './node-version.ts';
import { prefixOf } from './called.ts';
import { runVerify } from './attestation/verify-command.ts';
import { suiteIdentity } from './suite-identity.ts';

// The command verify: whether a folder of reports is what was signed.

process.exitCode = runVerify(process.argv.slice(2), {
  program: prefixOf('verify'),
  suiteDigest: suiteIdentity().digest,
});
