import './node-version.ts';
import { randomInt } from 'node:crypto';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { type Api, apis } from '../fixtures/requirements/requirement.ts';
import { type Profile, profiles } from '../fixtures/target/run.ts';
import type { ExitStatus } from './conformance.ts';
import { suggestion } from './nearest.ts';
import { selectionOf } from './selection.ts';

// npm start: certifies the configured target. This file reads the command line; certification.ts
// does the work.

interface Options {
  readonly api?: readonly Api[];
  readonly profile: Profile;
  readonly output: string;
  readonly seed?: number;
  readonly bail?: true;
  readonly only?: readonly string[];
  readonly allure: boolean;
  readonly runsFactor?: number;
}

const usageError: ExitStatus = 2;
const largestSeed = 2 ** 31 - 1;

const examples = `
Commands:
  npm start -- list               every requirement, part by part (no target needed)
  npm start -- explain ID         one requirement: what it says, what proves it, how it last went

Settings (environment or .env; .env.example explains each):
  BASE_URL, V2_BASE_URL, …        where the APIs are; nothing set: the embedded sandbox
  V2_API_KEY, V2_PRODUCT_NAME, …  what each API cannot be asked without
  CONTROL_URL, CONTROL_TOKEN      optional: lets the suite move the target's clock
  CONCURRENCY, REQUESTS_PER_SECOND, REQUEST_TIMEOUT_MS   how hard the suite may lean on it

Exit status:
  0  conformant            1  not conformant       2  usage or settings are wrong
  3  inconclusive          130  interrupted; the reports are there, marked incomplete

Written to the output folder:
  conformance.json   junit.xml   allure-results/   allure-report/index.html

Examples:
  npm start
  BASE_URL=https://sandbox.example V2_API_KEY=… V2_PRODUCT_NAME=… npm start
  npm start -- --profile smoke --bail
  npm start -- --only v2.transfer,v2.card-status.lost-is-final --seed 42`;

const program = new Command('npm start --')
  .description('Certifies the configured target: which sentences of the documents does it keep?')
  .usage('[options] [list | explain ID]')
  .argument('[command...]')
  .addOption(new Option('--api <names>', `only these APIs: ${apis.join(',')}`).argParser(apisIn))
  .addOption(
    new Option('--profile <name>', profiles.join(', ')).default('nightly').argParser(profileIn),
  )
  .option('--output <folder>', 'where reports are written', 'reports')
  .addOption(
    new Option('--seed <n>', 'generate the same values again (default: random)').argParser(seedIn),
  )
  .option('--bail', 'stop at the first non-conformance')
  .addOption(
    new Option('--only <ids>', 'only these requirements, by id or prefix').argParser(namesIn),
  )
  .option('--no-allure', 'write no HTML report, only its results')
  .addOption(new Option('--runs-factor <n>').argParser(factorIn).hideHelp())
  .helpOption('-h, --help', 'show this')
  .addHelpText('after', examples)
  .configureHelp({ visibleArguments: () => [] })
  .exitOverride()
  .showSuggestionAfterError();

try {
  program.parse();
  process.exitCode = await dispatch(program.args, program.opts<Options>());
} catch (error) {
  process.exitCode = statusFor(error);
}

async function dispatch(words: readonly string[], options: Options): Promise<ExitStatus> {
  const [command, ...operands] = words;
  switch (command) {
    case undefined:
      return await certifyTarget(options);
    case 'list':
      return operands.length === 0
        ? await list()
        : refuse([`list takes no "${operands.join(' ')}"`]);
    case 'explain':
      return operands.length > 0
        ? await explain(operands, options)
        : refuse(['explain needs the id of a requirement']);
    default:
      return refuse([
        `no command is called "${command}"${suggestion(command, ['list', 'explain'])}`,
      ]);
  }
}

async function certifyTarget(options: Options): Promise<ExitStatus> {
  const [{ config }, { readConfiguration }, { sentenceFor }, { prepareOutputFolder }] =
    await Promise.all([
      import('dotenv'),
      import('../fixtures/target/configuration.ts'),
      import('../fixtures/target/setting.ts'),
      import('./output-folder.ts'),
    ]);
  config({ quiet: true });
  const { api, only, profile, output, seed, bail = false, allure, runsFactor } = options;

  const configuration = readConfiguration(process.env, api === undefined ? {} : { apis: api });
  const selection = only === undefined ? undefined : selectionOf(only);
  const problems = [
    ...(configuration.kind === 'problems' ? configuration.problems.map(sentenceFor) : []),
    ...(selection !== undefined && 'problems' in selection ? selection.problems : []),
  ];
  for (const warning of configuration.warnings) console.error(`Warning: ${warning}`);
  if (problems.length > 0 || configuration.kind === 'problems') return refuse(problems);
  const unwritable = prepareOutputFolder(output);
  if (unwritable !== undefined) return refuse([unwritable]);

  const { certify } = await import('./certification.ts');
  return await certify(
    {
      configuration,
      profile,
      output,
      seed: seed ?? randomInt(largestSeed),
      bail,
      allureReport: allure,
      ...(api === undefined ? {} : { apis: api }),
      ...(selection !== undefined && 'ids' in selection ? { only: selection.ids } : {}),
      ...(runsFactor === undefined ? {} : { runsFactor }),
    },
    process.stdout,
  );
}

async function list(): Promise<ExitStatus> {
  const { listOfRequirements } = await import('./catalogue.ts');
  console.log(listOfRequirements());
  return 0;
}

async function explain(names: readonly string[], { output }: Options): Promise<ExitStatus> {
  const selection = selectionOf(names);
  if ('problems' in selection) return refuse(selection.problems);
  const [{ explanationOf, lastRunIn }, { faults }] = await Promise.all([
    import('./catalogue.ts'),
    import('../fixtures/faults/index.ts'),
  ]);
  const lastRun = lastRunIn(output);
  const knowledge = { faults, ...(lastRun === undefined ? {} : { lastRun }) };
  console.log(names.map((name) => explanationOf(name, knowledge)).join('\n\n'));
  return 0;
}

/** Every problem at once, each a sentence; nothing was asked yet. */
function refuse(problems: readonly string[]): ExitStatus {
  for (const problem of problems) console.error(`error: ${problem}`);
  console.error('Nothing was sent. `npm start -- --help` explains every option and setting.');
  return usageError;
}

/** Whatever goes wrong in the suite itself is no verdict on the target. */
function statusFor(error: unknown): ExitStatus {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : usageError;
  console.error('THE SUITE ITSELF FAILED; this is no result about the target:', error);
  return 3;
}

function apisIn(text: string): readonly Api[] {
  return wordsIn(text).map((word) => {
    const api = apis.find((name) => name === word);
    if (api !== undefined) return api;
    throw new InvalidArgumentError(
      `No API is called "${word}"${suggestion(word, apis)}; there are ${apis.join(', ')}.`,
    );
  });
}

function profileIn(text: string): Profile {
  const profile = profiles.find((name) => name === text);
  if (profile !== undefined) return profile;
  throw new InvalidArgumentError(
    `No profile is called "${text}"${suggestion(text, profiles)}; there are ${profiles.join(', ')}.`,
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
  throw new InvalidArgumentError(`A seed is a whole number from 0 to ${largestSeed}.`);
}

function factorIn(text: string): number {
  const factor = Number(text);
  if (Number.isFinite(factor) && factor > 0) return factor;
  throw new InvalidArgumentError('A factor is a number above 0.');
}
