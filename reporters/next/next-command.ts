import { type Api, apis } from '../../fixtures/requirements/requirement.ts';
import { type Configuration, readConfiguration } from '../../fixtures/target/configuration.ts';
import { readDotEnv } from '../../fixtures/target/dot-env.ts';
import { sentenceFor } from '../../fixtures/target/setting.ts';
import { prefixOf } from '../called.ts';
import { newCommand } from '../command-line.ts';
import type { ExitStatus } from '../conformance.ts';
import { newestOf, resultsIn } from '../newest-results.ts';
import { nextOf } from './next.ts';
import { wordsFor } from './words.ts';

// npm start -- next: what to build or mend next, from the last result in the output folder. Nothing is asked.

interface Options {
  readonly api?: readonly Api[];
  readonly output: string;
  readonly json?: true;
}

/** Runs the command; `words` is what follows it on the command line. Throws commander's errors. */
export function runNext(
  words: readonly string[],
  apisIn: (text: string) => readonly Api[],
): ExitStatus {
  const parser = newCommand(prefixOf('next'))
    .description(
      'Names the operation to build or fix next, by what depends on it and what the last run saw.\nWithout a run it names the first one to build.',
    )
    .option('--api <names>', 'only these APIs', apisIn)
    .option('--output <folder>', 'where run reports are', 'reports')
    .option('--json', 'output JSON');
  parser.parse([...words], { from: 'user' });
  const { api, output, json } = parser.opts<Options>();

  readDotEnv();
  const configuration = readConfiguration(process.env, api === undefined ? {} : { apis: api });
  if (configuration.kind === 'problems') {
    for (const problem of configuration.problems) console.error(`error: ${sentenceFor(problem)}`);
    return 2;
  }
  const results = resultsIn(output).filter(({ target }) => target.name === nameOf(configuration));
  const next = nextOf(api ?? configuredIn(configuration), newestOf(results));
  console.log(json === true ? JSON.stringify(next, undefined, 2) : wordsFor(next));
  return 0;
}

type Usable = Exclude<Configuration, { kind: 'problems' }>;

function nameOf(configuration: Usable): string {
  return configuration.kind === 'embedded' ? configuration.name : configuration.target.name;
}

function configuredIn(configuration: Usable): readonly Api[] {
  if (configuration.kind === 'embedded') return apis;
  return apis.filter((api) => configuration.target.apis[api] !== undefined);
}
