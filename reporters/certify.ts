import './node-version.ts';
import { randomInt } from 'node:crypto';
import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { enableCompileCache } from 'node:module';
import { CommanderError, InvalidArgumentError, Option } from 'commander';
import { withoutSecrets } from '../fixtures/transcript/known-secrets.ts';
import { visible } from '../fixtures/transcript/masking.ts';
import { type Api, apis } from '../fixtures/requirements/requirement.ts';
import type { Configuration } from '../fixtures/target/configuration.ts';
import { type Profile, profiles } from '../fixtures/target/profile.ts';
import { type Shard } from '../fixtures/target/run.ts';
import { calledInstead } from './called-instead.ts';
import { called, listed, prefixOf, usualOutput } from './called.ts';
import { newCommand } from './command-line.ts';
import type { NamedWaivers } from './certification.ts';
import type { Conformance, ExitStatus } from './conformance.ts';
import { asBefore, type NotPassed } from './failed-before.ts';
import { keptByNpm, whereEverythingIsAsked } from './npm-options.ts';
import { isPackage, settingsFile } from './own-files.ts';
import { suggestion } from './suggestions.ts';
import { removedBeforeARun } from './written-files.ts';
import { contradictionsIn, matchesInWords, selectionOf } from './selection.ts';
import { parseShard } from './shards/shard.ts';

// The command certify: certifies the configured target. This file reads the command line; certification.ts
// does the work.

interface Options {
  readonly api?: readonly Api[];
  readonly profile: Profile;
  readonly output: string;
  readonly seed?: number;
  readonly bail?: true;
  readonly only?: readonly string[];
  readonly failed?: true;
  readonly watch?: true;
  readonly allure: boolean;
  readonly allowInconsistent?: true;
  readonly failOn?: 'advisory';
  readonly validDays: number;
  readonly shard?: Shard;
  readonly waivers?: string;
  readonly compare?: string;
  readonly runsFactor?: number;
  readonly workers?: number;
  readonly baseUrl?: string;
}

const usageError: ExitStatus = 2;
const suiteError: ExitStatus = 2;
const largestSeed = 2 ** 31 - 1;

/** Once a run has begun to write. */
let folderBeingWritten: string | undefined;

const examples = `
Commands:
${listed([
  ['doctor', '', 'checks the settings against the target, and lists missing ones'],
  ['list', '[WORD…]', 'the requirements; list --help: by API, part, level, tag'],
  ['next', '', 'what to build or fix next, by what depends on it'],
  ['explain', 'ID', 'one requirement: its sentence, checks, faults and last result'],
])}

Settings (environment or .env; ${settingsFile()} explains each):
  BASE_URL, V2_BASE_URL, …        where the APIs are; if unset, the embedded sandbox
  V2_API_KEY, V2_PRODUCT_NAME, …  the minimum each API needs
  CONTROL_URL, CONTROL_TOKEN      optional: lets the suite move the target's clock
  CONCURRENCY, REQUESTS_PER_SECOND, REQUEST_TIMEOUT_MS   how much load the target can take
  CERTIFICATE_KEY_FILE            optional: Ed25519 key in PEM that signs attestation.json

Exit status:
  0  conformant            1  not conformant       2  usage, settings, disk or suite: no certificate
  3  inconclusive          130  interrupted; reports are written, marked incomplete

Written to the output folder:
  certificate.html   certificate.pdf   conformance.json   junit.xml   allure-report/index.html
  repro/*.sh for each failure          trend.html         attestation.json with a signing key

Examples:
  V2_API_KEY=… V2_PRODUCT_NAME=… ${called('certify', '--base-url https://sandbox.example')}
  CERTIFICATE_KEY_FILE=key.pem ${called('certify', '--profile certification --waivers waivers.yaml')}
  ${called('certify', '--only v2.transfer,v2.card-status.lost-to-active-is-refused --seed 42')}`;

const program = newCommand(prefixOf('certify'))
  .description('Certifies the configured target: which sentences of the documents does it meet?')
  .usage(isPackage ? '[options]' : '[options] [doctor | list | explain ID | next]')
  .argument('[command...]')
  .addOption(new Option('--api <names>', `only these APIs: ${apis.join(',')}`).argParser(apisIn))
  .addOption(
    new Option('--profile <name>', profiles.join(', ')).default('nightly').argParser(profileIn),
  )
  .option('--base-url <url>', 'where the APIs are; overrides BASE_URL')
  .option('--output <folder>', 'where reports are written', usualOutput)
  .addOption(
    new Option('--seed <n>', 'generate the same values again (default: random)').argParser(seedIn),
  )
  .option('--bail', 'stop at the first non-conformance')
  .addOption(
    new Option('--only <ids>', 'only these requirements, by id or id prefix').argParser(namesIn),
  )
  .option('--failed', 'only what did not pass when it was last asked')
  .option('--watch', 'run again when the target changes or Enter is pressed')
  .addOption(
    new Option(
      '--shard <i/n>',
      `only this part of the checks (${called('merge')} joins them)`,
    ).argParser(shardIn),
  )
  .option('--waivers <file>', 'waived failures, each with owner and expiry (YAML)')
  .option('--compare <file>', 'show changes since an earlier conformance.json')
  .option('--allow-inconsistent', 'failures that pass on retry do not fail the run')
  .addOption(
    new Option('--fail-on <level>', 'advisory: unmet recommendations fail the run too').argParser(
      failOnIn,
    ),
  )
  .addOption(
    new Option('--valid-days <n>', 'days the result is valid').default(90).argParser(daysIn),
  )
  .option('--no-allure', 'skip the HTML report; keep its results')
  .addOption(new Option('--runs-factor <n>').argParser(factorIn).hideHelp())
  .addOption(new Option('--workers <n>').argParser(workersIn).hideHelp())
  .addHelpText('after', examples)
  .configureHelp({ visibleArguments: () => [] });

// What nobody catches would end with a stack trace and status 1, which means something else.
process.on('uncaughtException', (error) => process.exit(statusFor(error)));

try {
  const [first, ...rest] = process.argv.slice(2);
  const lost = keptByNpm('certify', program.options);
  if (lost !== undefined) {
    process.exitCode = refuse([lost]);
  } else if (first === 'list' || first === 'explain') {
    // Nobody waits for these twice: what is loaded from here on is compiled once.
    enableCompileCache();
    const { runCatalogueCommand } = await import('./catalogue/catalogue-command.ts');
    process.exitCode = await runCatalogueCommand(first, rest);
  } else if (first === 'doctor') {
    const { runDoctor } = await import('./doctor/doctor-command.ts');
    process.exitCode = await runDoctor(rest, apisIn);
  } else if (first === 'next') {
    const { runNext } = await import('./next/next-command.ts');
    process.exitCode = runNext(rest, apisIn);
  } else if (first !== undefined && calledInstead(first) !== undefined) {
    // Its own options are none of these, and would be what is complained of.
    process.exitCode = refuse([noCommand(first)]);
  } else {
    program.parse();
    process.exitCode = await dispatch(program.args, program.opts<Options>());
  }
} catch (error) {
  process.exitCode = statusFor(error);
}

async function dispatch(words: readonly string[], options: Options): Promise<ExitStatus> {
  const [command] = words;
  switch (command) {
    case undefined:
      return await certifyTarget(options);
    case 'doctor':
    case 'list':
    case 'explain':
    case 'next':
      return refuse([`${command} must come first: ${called(command, '…')}`]);
    default:
      return refuse([noCommand(command)]);
  }
}

function noCommand(word: string): string {
  const instead = calledInstead(word);
  const hint =
    instead === undefined
      ? suggestion(word, ['doctor', 'list', 'explain', 'next'])
      : `: it is \`${instead}\``;
  return `there is no command "${word}" here${hint}`;
}

async function certifyTarget(options: Options): Promise<ExitStatus> {
  const [
    { readDotEnv },
    { readConfiguration },
    { sentenceFor },
    { problemWithOutputFolder },
    { signingKeyIn },
    { notPassedIn },
  ] = await Promise.all([
    import('../fixtures/target/dot-env.ts'),
    import('../fixtures/target/configuration.ts'),
    import('../fixtures/target/setting.ts'),
    import('./output-folder.ts'),
    import('./attestation/signing-key.ts'),
    import('./failed-before.ts'),
  ]);
  if (options.baseUrl !== undefined) process.env['BASE_URL'] = options.baseUrl;
  readDotEnv();
  const { api, output, bail = false, allure, runsFactor, workers } = options;
  const { allowInconsistent = false, failOn = 'derived', validDays, shard, compare } = options;

  const configuration = readConfiguration(process.env, api === undefined ? {} : { apis: api });
  const again = options.failed === undefined ? undefined : notPassedIn(output, api, failOn);
  const before = again !== undefined && 'ids' in again ? again : undefined;
  const only = before === undefined ? options.only : before.ids;
  // What failed is asked as it was, so that it is seen whether it still fails.
  const isNamed = program.getOptionValueSource('profile') !== 'default';
  const profile = isNamed ? options.profile : (before?.profile ?? options.profile);
  const seed = options.seed ?? (profile === before?.profile ? before.seed : undefined);
  const selection = only === undefined ? undefined : selectionOf(only);
  const waivers = await waiversOf(options);
  const earlier = await earlierOf(options);
  const signing = signingKeyIn(process.env);
  const problems = [
    ...(configuration.kind === 'problems' ? configuration.problems.map(sentenceFor) : []),
    ...(selection === undefined
      ? []
      : 'problems' in selection
        ? selection.problems
        : contradictionsIn(api, only)),
    ...(waivers !== undefined && 'problems' in waivers ? waivers.problems : []),
    ...(earlier !== undefined && 'problem' in earlier ? [earlier.problem] : []),
    ...(signing !== undefined && 'problem' in signing ? [signing.problem] : []),
    ...(again !== undefined && 'problem' in again ? [again.problem] : []),
    ...(options.failed === true && options.only !== undefined
      ? ['--failed and --only contradict each other: give one of them']
      : []),
    ...(options.watch === true && shard !== undefined
      ? ['--watch and --shard contradict each other: a part is never run alone']
      : []),
    ...(shard !== undefined && seed === undefined
      ? ['--shard needs --seed: all parts of a run must generate the same values']
      : []),
    ...(shard !== undefined && compare !== undefined
      ? [`--compare needs the whole result: give it to ${called('merge')}, not to a shard`]
      : []),
  ];
  for (const warning of configuration.warnings) console.error(`Warning: ${warning}`);
  if (problems.length > 0 || configuration.kind === 'problems') return refuse(problems);
  if (again !== undefined && only?.length === 0) {
    console.log(nothingToAsk(output, before, targetOf(configuration)));
    return 0;
  }
  const unwritable = problemWithOutputFolder(output);
  if (unwritable !== undefined) return refuse([unwritable]);
  if (options.watch === true) {
    const { watch } = await import('./watch.ts');
    const args = process.argv.slice(2).filter((word) => word !== '--watch');
    const target = configuration.kind === 'target' ? { target: configuration.target } : {};
    const endsWhenDone = options.failed === true;
    return await watch({ args, script: import.meta.filename, endsWhenDone, ...target });
  }

  const { diagnose, shortForm } = await import('./doctor/diagnosis.ts');
  const wish = {
    ...(api === undefined ? {} : { apis: api }),
    ...(selection !== undefined && 'ids' in selection ? { only: selection.ids } : {}),
  };
  const diagnosis = await diagnose(configuration, wish, process.env);
  if (diagnosis.preflight.problems.length > 0) {
    return refuse(
      diagnosis.preflight.problems,
      `No check was run and nothing was written. \`${called('doctor')}\` shows more, and where nothing is built yet, \`${called('next')}\` what to build first.`,
    );
  }

  const [{ certify }, { extentOf, placeFor }] = await Promise.all([
    import('./certification.ts'),
    import('./report-place.ts'),
  ]);
  const place = placeFor(output, extentOf({ apis: api, only, shard }));
  folderBeingWritten = place.folder;
  return await certify(
    {
      configuration,
      foreword: [
        ...whereEverythingIsAsked(),
        ...matchesInWords(only ?? []),
        ...againInWords(before, targetOf(configuration)),
        ...shortForm(diagnosis),
      ],
      unreachable: diagnosis.preflight.unreachable,
      inVain: diagnosis.preflight.inVain,
      foretold: diagnosis.forecast.foretold,
      hints: diagnosis.preflight.hints,
      profile,
      output: place.folder,
      givenOutput: output,
      place,
      seed: seed ?? randomInt(largestSeed),
      bail,
      allureReport: allure,
      allowInconsistent,
      failOn,
      validDays,
      ...(shard === undefined ? {} : { shard }),
      ...(waivers !== undefined && 'waivers' in waivers ? { waivers } : {}),
      ...(earlier !== undefined && 'run' in earlier ? { earlier } : {}),
      ...(signing !== undefined && 'key' in signing ? { signingKey: signing.key } : {}),
      ...(api === undefined && only === undefined
        ? {}
        : {
            selection: {
              ...(api === undefined ? {} : { apis: api }),
              ...(only === undefined ? {} : { only }),
            },
          }),
      ...wish,
      ...(runsFactor === undefined ? {} : { runsFactor }),
      ...(workers === undefined ? {} : { workers }),
    },
    process.stdout,
  );
}

function targetOf(configuration: Exclude<Configuration, { kind: 'problems' }>): string {
  return configuration.kind === 'target' ? configuration.target.name : configuration.name;
}

/** How it is asked again, and what is not. */
function againInWords(before: NotPassed | undefined, target: string): string[] {
  if (before === undefined) return [];
  return [asBefore(before, target), ...[leftOut(before)].filter((line) => line !== undefined)];
}

function nothingToAsk(output: string, before: NotPassed | undefined, target: string): string {
  const ofAnother = before !== undefined && before.target !== target;
  const run = `The last run in ${output}${ofAnother ? `, which was of ${visible(before.target)} and not of ${visible(target)},` : ''}`;
  const unmet = leftOut(before);
  const red = before?.redBefore;
  return [
    red === undefined
      ? `${run} passed everything that ${unmet === undefined ? 'it asked' : 'counts'}: nothing to ask again.`
      : `Everything that the run of ${red} did not pass has passed since: nothing to ask again. The reports in ${output} are those of that run until as much is asked again.`,
    ...(unmet === undefined ? [] : [unmet]),
  ].join(' ');
}

function leftOut(before: NotPassed | undefined): string | undefined {
  const unmet = before?.recommendations ?? 0;
  if (unmet === 0) return undefined;
  const are =
    unmet === 1
      ? '1 recommendation that was not met is'
      : `${unmet} recommendations that were not met are`;
  return `${are} not run again: add --fail-on advisory.`;
}

async function waiversOf({
  waivers: file,
}: Options): Promise<NamedWaivers | { readonly problems: readonly string[] } | undefined> {
  if (file === undefined) return undefined;
  const read = (await import('./waivers/waivers-file.ts')).readWaivers(file);
  return 'problems' in read ? read : { name: basename(file), ...read };
}

async function earlierOf({
  compare,
}: Options): Promise<Conformance | { readonly problem: string } | undefined> {
  if (compare === undefined) return undefined;
  return (await import('./gate/comparison.ts')).readEarlier(compare);
}

/** Every problem at once, each a line. */
function refuse(
  problems: readonly string[],
  ending = `Nothing was sent. \`${called('certify', '--help')}\` explains every option and setting.`,
): ExitStatus {
  for (const problem of problems) console.error(`error: ${problem}`);
  console.error(ending);
  return usageError;
}

/**
 * Whatever goes wrong in the suite itself, or with the disk, is no verdict on the target: one line.
 * Half of a report is worse than none, so none is left.
 */
function statusFor(error: unknown): ExitStatus {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : usageError;
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  const what = visible(withoutSecrets(line));
  const isAboutTheDisk = /\b(ENOSPC|EDQUOT|EROFS|EIO|EACCES|EPERM|EMFILE|ENFILE)\b/.test(what);
  console.error(
    isAboutTheDisk
      ? `error: the reports could not be written${toTheFolder()}, so there is no certificate: ${what}`
      : `error: the suite itself failed, which says nothing about the target: ${what}${placeOf(error)}`,
  );
  if (folderBeingWritten !== undefined) removeWhatIsHalf(folderBeingWritten);
  return suiteError;
}

function toTheFolder(): string {
  return folderBeingWritten === undefined ? '' : ` to ${folderBeingWritten} (--output)`;
}

/** Where in the suite, for whoever fixes it. */
function placeOf(error: unknown): string {
  const lines = error instanceof Error ? (error.stack ?? '').split('\n') : [];
  const ours = lines.find((line) => /^\s+at /.test(line) && !line.includes('node:'));
  const [, place] = /([^/\\(]+:\d+):\d+\)?$/.exec(ours ?? '') ?? [];
  return place === undefined ? '' : ` (${place})`;
}

function removeWhatIsHalf(folder: string): void {
  try {
    for (const name of removedBeforeARun) rmSync(join(folder, name), { force: true });
  } catch {
    // A folder that cannot be written to cannot be tidied up either.
  }
}

function apisIn(text: string): readonly Api[] {
  return wordsIn(text).map((word) => {
    const api = apis.find((name) => name === word);
    if (api !== undefined) return api;
    throw new InvalidArgumentError(
      `There is no API "${word}"${suggestion(word, apis)}; the APIs are ${apis.join(', ')}.`,
    );
  });
}

function profileIn(text: string): Profile {
  const profile = profiles.find((name) => name === text);
  if (profile !== undefined) return profile;
  throw new InvalidArgumentError(
    `There is no profile "${text}"${suggestion(text, profiles)}; the profiles are ${profiles.join(', ')}.`,
  );
}

function failOnIn(text: string): 'advisory' {
  if (text === 'advisory') return text;
  throw new InvalidArgumentError(
    'must and derived always count; the only level to add is advisory.',
  );
}

function namesIn(text: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, ...wordsIn(text)];
}

function wordsIn(text: string): readonly string[] {
  const words = text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  if (words.length > 0) return words;
  throw new InvalidArgumentError('It names nothing.');
}

function seedIn(text: string): number {
  const seed = Number(text);
  if (/^\d+$/.test(text) && seed <= largestSeed) return seed;
  throw new InvalidArgumentError(`The seed must be a whole number from 0 to ${largestSeed}.`);
}

function shardIn(text: string): Shard {
  const shard = parseShard(text);
  if ('problem' in shard) throw new InvalidArgumentError(shard.problem);
  return shard;
}

function daysIn(text: string): number {
  const days = Number(text);
  if (/^\d+$/.test(text) && days >= 1 && days <= 3650) return days;
  throw new InvalidArgumentError('It must be a whole number of days from 1 to 3650.');
}

function workersIn(text: string): number {
  const workers = Number(text);
  if (Number.isInteger(workers) && workers > 0) return workers;
  throw new InvalidArgumentError('The number of workers must be an integer above 0.');
}

function factorIn(text: string): number {
  const factor = Number(text);
  if (Number.isFinite(factor) && factor > 0) return factor;
  throw new InvalidArgumentError('The factor must be a number above 0.');
}
