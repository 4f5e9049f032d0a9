import type { Command } from 'commander';
import { apiOf, apis } from '../../fixtures/requirements/requirement.ts';
import {
  catalogueEntries,
  explanationAsJson,
  explanationOf,
  filtered,
  lastRunIn,
  listAsJson,
  type ListFilter,
  listOfRequirements,
  problemsOf,
  whyNoneFits,
} from './catalogue.ts';
import { called, prefixOf } from '../called.ts';
import { newCommand } from '../command-line.ts';
import type { ExitStatus } from '../conformance.ts';
import { collectedChecks } from './collected-checks.ts';
import { faultsOf } from './known-faults.ts';
import { selectionOf } from '../selection.ts';
import { tags, tagsOfChecks } from './tags.ts';

// The commands list and explain: the catalogue, without asking any target.

type CatalogueCommand = 'list' | 'explain';

interface Options {
  readonly api?: readonly string[];
  readonly document?: readonly string[];
  readonly section?: readonly string[];
  readonly level?: readonly string[];
  readonly tag?: readonly string[];
  readonly json?: true;
  readonly output: string;
}

/** Runs one of the two; `words` is what follows it on the command line. Throws commander's errors. */
export async function runCatalogueCommand(
  command: CatalogueCommand,
  words: readonly string[],
): Promise<ExitStatus> {
  const parser = command === 'list' ? listParser() : explainParser();
  parser.parse([...words], { from: 'user' });
  const options = parser.opts<Options>();
  return command === 'list'
    ? await list(parser.args, options)
    : await explain(parser.args, options);
}

async function list(words: readonly string[], options: Options): Promise<ExitStatus> {
  const { api, document, section, level, tag, json } = options;
  const filter: ListFilter = {
    ...(api === undefined ? {} : { apis: api }),
    ...(document === undefined ? {} : { documents: document }),
    ...(section === undefined ? {} : { sections: section }),
    ...(level === undefined ? {} : { levels: level }),
    ...(tag === undefined ? {} : { tags: tag }),
    words,
  };
  const problems = problemsOf(filter);
  if (problems.length > 0) return refuse(problems);
  const needsChecks = json !== undefined || tag?.some((one) => tagsOfChecks.includes(one)) === true;
  const of = apis.filter((one) => api?.includes(one) !== false);
  const collected = needsChecks ? await collectedChecks(of) : undefined;
  const all = catalogueEntries(collected);
  const entries = filtered(all, filter);
  if (json !== undefined) console.log(listAsJson(entries));
  else console.log(entries.length === 0 ? whyNoneFits(all, filter) : listOfRequirements(entries));
  return 0;
}

async function explain(names: readonly string[], { json, output }: Options): Promise<ExitStatus> {
  if (names.length === 0) return refuse(['explain needs the id of a requirement']);
  const selection = selectionOf(names);
  if ('problems' in selection)
    return refuse(selection.problems.map((one) => one.replace(/^--only: /, '')));
  const of = [...new Set([...selection.ids].map(apiOf))];
  const [collected, faults] = await Promise.all([collectedChecks(of), faultsOf(of)]);
  const entries = catalogueEntries(collected).filter(({ id }) => selection.ids.has(id));
  const lastRun = lastRunIn(output);
  const knowledge = { faults, ...(lastRun === undefined ? {} : { lastRun }) };
  console.log(
    json === undefined
      ? names.map((name) => explanationOf(name, entries, knowledge)).join('\n\n')
      : explanationAsJson(names, entries, knowledge),
  );
  return 0;
}

function listParser(): Command {
  return common('list')
    .description('Lists requirements, part by part. Filters can be combined.')
    .argument('[words...]', 'words found in the id or the sentence')
    .option('--api <names>', `of these APIs: ${apis.join(', ')}`, wordsIn)
    .option('--document <numbers>', 'of these documents: 1, 2, 3', wordsIn)
    .option(
      '--section <parts>',
      'of these parts of their document and their subparts: 4.2 or 4',
      wordsIn,
    )
    .option('--level <levels>', 'must, derived, advisory, open', wordsIn)
    .option('--tag <tags>', tags.join(', '), wordsIn)
    .addHelpText(
      'after',
      `
Several values of one filter, separated by commas or given by repeating the option, mean any of them.

Examples:
  ${called('list', '--api v2 --level must,derived')}
  ${called('list', '--document 3 --section 4.8 --tag time')}
  ${called('list', '--tag property --json')}
  ${called('list', 'overdraft')}`,
    );
}

function explainParser(): Command {
  return common('explain')
    .description(
      'Shows what a requirement says, which checks judge it, which faults prove them, and how to run it alone.',
    )
    .argument('[ids...]', 'requirements, by id or prefix')
    .option('--output <folder>', 'where the last run wrote its reports', 'reports');
}

function common(name: CatalogueCommand): Command {
  return newCommand(prefixOf(name)).option('--json', 'output JSON');
}

function wordsIn(text: string, earlier: readonly string[] = []): readonly string[] {
  const words = text.split(',').map((word) => word.trim());
  return [...earlier, ...words.filter((word) => word !== '')];
}

/** Every problem at once, each a sentence. */
function refuse(problems: readonly string[]): ExitStatus {
  for (const problem of problems) console.error(`error: ${problem}`);
  return 2;
}
