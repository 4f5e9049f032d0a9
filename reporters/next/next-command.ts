import type { Api } from '../../fixtures/requirements/requirement.ts';
import { readConfiguration } from '../../fixtures/target/configuration.ts';
import { readDotEnv } from '../../fixtures/target/dot-env.ts';
import { sentenceFor } from '../../fixtures/target/setting.ts';
import { prefixOf, usualOutput } from '../called.ts';
import { newCommand } from '../command-line.ts';
import type { ExitStatus } from '../conformance.ts';
import { resultsIn } from '../newest-results.ts';
import { adviceFor } from './scope.ts';
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
    .option('--output <folder>', 'where run reports are', usualOutput)
    .option('--json', 'output JSON');
  parser.parse([...words], { from: 'user' });
  const { api, output, json } = parser.opts<Options>();

  readDotEnv();
  const configuration = readConfiguration(process.env, api === undefined ? {} : { apis: api });
  if (configuration.kind === 'problems') {
    for (const problem of configuration.problems) console.error(`error: ${sentenceFor(problem)}`);
    return 2;
  }
  const { next, note } = adviceFor(configuration, resultsIn(output), {
    output,
    ...(api === undefined ? {} : { apis: api }),
  });
  const told = note === undefined ? {} : { note };
  console.log(
    json === true
      ? JSON.stringify({ ...next, ...told }, undefined, 2)
      : [...Object.values(told), wordsFor(next, output)].join('\n\n'),
  );
  return 0;
}
