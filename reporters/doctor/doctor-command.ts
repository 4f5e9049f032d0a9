import type { Api } from '../../fixtures/requirements/requirement.ts';
import { readConfiguration } from '../../fixtures/target/configuration.ts';
import { readDotEnv } from '../../fixtures/target/dot-env.ts';
import { sentenceFor } from '../../fixtures/target/setting.ts';
import { signingKeyIn } from '../attestation/signing-key.ts';
import { called, prefixOf } from '../called.ts';
import { newCommand } from '../command-line.ts';
import type { ExitStatus } from '../conformance.ts';
import { asJson, diagnose, longForm, statusOf } from './diagnosis.ts';

// The command doctor: what can be asked of the configured target, and what is missing.

interface Options {
  readonly api?: readonly Api[];
  readonly json?: true;
  readonly baseUrl?: string;
}

const help = `
It sends a few valid requests (which may create a cardholder, a customer and an order), and the same
with made-up credentials where the valid ones are refused. Nothing is written.

Exit status:
  0  everything that was tested works
  2  a setting is wrong: one line for each, naming the setting
  3  the target cannot be reached, gives only 429, 5xx or no answer, or does not approve the test card

Examples:
  ${called('doctor')}
  ${called('doctor', '--api v2,gateway')}
  ${called('doctor', '--json')}`;

/** Runs the command; `words` is what follows it on the command line. Throws commander's errors. */
export async function runDoctor(
  words: readonly string[],
  apisIn: (text: string) => readonly Api[],
): Promise<ExitStatus> {
  const parser = newCommand(prefixOf('doctor'))
    .description(
      'Checks the settings against the target: addresses, keys, product, test card, clock, second merchant, browser. Says what a run will exercise and what is missing for a full certificate.',
    )
    .option('--api <names>', 'only these APIs', apisIn)
    .option('--base-url <url>', 'where the APIs are; overrides BASE_URL')
    .option('--json', 'output JSON')
    .addHelpText('after', help);
  parser.parse([...words], { from: 'user' });
  const { api, json, baseUrl } = parser.opts<Options>();

  if (baseUrl !== undefined) process.env['BASE_URL'] = baseUrl;
  readDotEnv();
  const wish = api === undefined ? {} : { apis: api };
  const configuration = readConfiguration(process.env, wish);
  for (const warning of configuration.warnings) console.error(`Warning: ${warning}`);
  const signing = signingKeyIn(process.env);
  const problems = [
    ...(configuration.kind === 'problems' ? configuration.problems.map(sentenceFor) : []),
    ...(signing !== undefined && 'problem' in signing ? [signing.problem] : []),
  ];
  for (const problem of problems) console.error(`error: ${problem}`);
  if (problems.length > 0 || configuration.kind === 'problems') return 2;
  const diagnosis = await diagnose(configuration, wish, process.env);
  console.log(json === undefined ? longForm(diagnosis) : asJson(diagnosis));
  return statusOf(diagnosis);
}
