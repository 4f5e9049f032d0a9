import './node-version.ts';
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { visible } from '../fixtures/transcript/masking.ts';
import { requirementEntries } from '../fixtures/requirements/index.ts';
import { readConfiguration } from '../fixtures/target/configuration.ts';
import { readDotEnv } from '../fixtures/target/dot-env.ts';
import { secretsOf } from '../fixtures/target/target.ts';
import { signingKeyIn } from './attestation/signing-key.ts';
import { called, prefixOf } from './called.ts';
import { newCommand, runCommand } from './command-line.ts';
import { closeReports } from './close-reports.ts';
import { readEarlier } from './gate/comparison.ts';
import type { Conformance, ExitStatus } from './conformance.ts';
import { commandsOff } from './gate/gate.ts';
import { type Merged, mergeOf } from './shards/merging.ts';
import { problemWithOutputFolder } from './output-folder.ts';
import { openReports } from './reports.ts';
import { placeOf } from './report-place.ts';
import type { Secret } from './secrets/secrets.ts';
import { captureOutput } from './secrets/terminal.ts';
import { copyScripts, exchangesIn, keyOf, partsIn } from './shards/shard-folders.ts';
import { suiteIdentity } from './suite-identity.ts';

// The command merge: joins the parts of a run, made with --shard with all its reports.

interface Options {
  readonly output: string;
  readonly compare?: string;
  readonly allure: boolean;
}

const program = newCommand(prefixOf('merge'))
  .description(
    `Merges the parts of a run (${called('certify', '--shard I/N --seed S --output DIR')}) into the result that one run would have had. All parts must be present, with the same suite, seed, profile and selection.`,
  )
  .argument('<dir...>', 'the output folder of each part, in any order')
  .option('--output <folder>', 'where the merged reports are written', 'reports')
  .option('--compare <file>', 'show changes since an earlier conformance.json')
  .option('--no-allure', 'skip the HTML report; keep its results')
  .addHelpText(
    'after',
    `\nExit status: that of a run (0 conformant, 1 not conformant, 3 inconclusive), 2 when the parts do not make up a run\nWith CERTIFICATE_KEY_FILE set, the whole is signed.\n\nExample:\n  ${called('merge', 'shards/1 shards/2 shards/3 --output reports')}`,
  );

await runCommand(program, () => merge(program.args, program.opts<Options>(), process.stdout), {
  script: 'merge',
  statusFor,
});

async function merge(
  folders: readonly string[],
  options: Options,
  out: NodeJS.WriteStream,
): Promise<ExitStatus> {
  readDotEnv();
  const { output, compare } = options;
  const signing = signingKeyIn(process.env);
  const earlier = compare === undefined ? undefined : readEarlier(compare);
  const isInput = folders.some((folder) => resolve(folder) === resolve(output));
  const found = partsIn(folders);
  const problems = [
    ...(isInput ? [`--output ${output} is one of the parts: it would be overwritten`] : []),
    ...(earlier !== undefined && 'problem' in earlier ? [earlier.problem] : []),
    ...(signing !== undefined && 'problem' in signing ? [signing.problem] : []),
    ...('problems' in found ? found.problems : []),
  ];
  if (problems.length > 0 || 'problems' in found) return refuse(problems);

  const merged = mergeOf(found.parts, {
    suite: suiteIdentity(),
    catalogue: requirementEntries,
    id: randomUUID(),
    ...(earlier === undefined || 'problem' in earlier ? {} : { earlier }),
  });
  if ('problems' in merged) return refuse(merged.problems);
  const unwritable = problemWithOutputFolder(output);
  if (unwritable !== undefined) return refuse([unwritable]);

  using heard = captureOutput([out, process.stderr]);
  const commands = commandsOff(process.env);
  out.write(commands?.before ?? '');
  const { conformance, evidence } = merged;
  out.write(
    `Merging ${folders.length} ${folders.length === 1 ? 'part' : 'parts'}: ${evidence.ownChecks.length} checks of ${conformance.target.name}, seed ${conformance.run.seed}\n`,
  );
  const place = placeOf(output, conformance);
  const paths = await writeReports(merged, folders, { ...options, output: place.folder });
  const { note } = place.settle(conformance);
  const isSafe = closeReports(
    {
      conformance,
      output: place.folder,
      givenOutput: output,
      paths,
      ...(note === undefined ? {} : { note }),
      ...(signing !== undefined && 'key' in signing ? { signingKey: signing.key } : {}),
      secrets: configuredSecrets(),
      // What answers have shown, each part has looked for in its own reports.
      learned: { cardNumbers: [], codes: [] },
      terminal: heard,
      commandsOn: commands?.after ?? '',
    },
    out,
  );
  return isSafe ? conformance.run.exitStatus : 2;
}

/** Those of the parts, where they are set here as well. */
function configuredSecrets(): readonly Secret[] {
  const configuration = readConfiguration(process.env);
  return configuration.kind === 'target' ? secretsOf(configuration.target) : [];
}

/** The reports of a run, from the joined result. */
async function writeReports(
  { conformance, evidence }: Merged,
  folders: readonly string[],
  { output, allure }: Options,
): Promise<string[]> {
  const reports = await openReports({
    folder: output,
    allureReport: allure,
    environment: environmentOf(conformance),
    failOn: conformance.run.failOn,
    ...(conformance.run.catalogue === undefined ? {} : { catalogue: conformance.run.catalogue }),
    // Every text was masked when its part was written; nothing new comes in.
    mask: (text) => text,
  });
  const exchanges = new Map(folders.flatMap((folder) => [...exchangesIn(folder)]));
  for (const check of evidence.ownChecks) {
    reports.add(check, exchanges.get(keyOf(check)));
  }
  return await reports.write(conformance, evidence.checks, () => copyScripts(folders, output));
}

function environmentOf({ target, run }: Conformance): Record<string, string> {
  return { target: target.name, ...target.apis, profile: run.profile, seed: String(run.seed) };
}

/** Every obstacle at once, each a sentence; nothing was written. */
function refuse(problems: readonly string[]): ExitStatus {
  for (const problem of problems) console.error(`error: ${problem}`);
  console.error(`Nothing was merged. \`${called('merge', '--help')}\` explains how.`);
  return 2;
}

/** Whatever goes wrong in the merging itself is no verdict on the target. */
function statusFor(error: unknown): ExitStatus {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  console.error(`error: the merge failed, which says nothing about the target: ${visible(line)}`);
  return 2;
}
