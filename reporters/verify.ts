import './node-version.ts';
import { prefixOf } from './called.ts';
import { runVerify } from './attestation/verify-command.ts';
import { keptByNpm } from './npm-options.ts';
import { suiteIdentity } from './suite-identity.ts';

// The command verify: checks that a folder's reports are as signed.

const options = ['--key', '--at', '--require', '--target'].map((long) => ({ long }));
const lost = keptByNpm('verify', options);
if (lost === undefined) {
  process.exitCode = runVerify(process.argv.slice(2), {
    program: prefixOf('verify'),
    suiteDigest: suiteIdentity().digest,
  });
} else {
  console.error(`error: ${lost}`);
  process.exitCode = 2;
}
