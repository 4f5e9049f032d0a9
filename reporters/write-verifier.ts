import './node-version.ts';
import { writeFileSync } from 'node:fs';
import { verifierScript } from './attestation/bundle-verifier.ts';
import { newCommand, runCommand } from './command-line.ts';
import { suiteIdentity } from './suite-identity.ts';

// npm run verifier: the verifier in one file, for relying parties.

const program = newCommand('npm run verifier --')
  .description(
    'Writes the verifier of certificates as one file, which runs on plain Node 20 and later, without this project: pass it on with your public key, not with the reports.',
  )
  .option('--output <file>', 'where it is written', 'verifier.mjs');

await runCommand(
  program,
  async () => {
    const { output } = program.opts<{ readonly output: string }>();
    writeFileSync(output, await verifierScript(suiteIdentity().digest), { mode: 0o755 });
    console.log(`${output}: node ${output} <folder> --key <public key> --require conformant,full`);
  },
  {
    statusFor(error) {
      console.error(`error: ${String(error)}`);
      return 2;
    },
  },
);
