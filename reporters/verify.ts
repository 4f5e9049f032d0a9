import './node-version.ts';
import { prefixOf } from './called.ts';
import { runVerify } from './attestation/verify-command.ts';
import { suiteIdentity } from './suite-identity.ts';

// The command verify: checks that a folder's reports are as signed.

process.exitCode = runVerify(process.argv.slice(2), {
  program: prefixOf('verify'),
  suiteDigest: suiteIdentity().digest,
});
