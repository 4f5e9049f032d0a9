import '../node-version.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { visible } from '../../fixtures/transcript/masking.ts';
import { apis } from '../../fixtures/requirements/requirement.ts';
import { called, prefixOf } from '../called.ts';
import { catalogueEntries } from '../catalogue/catalogue.ts';
import { collectedChecks } from '../catalogue/collected-checks.ts';
import { faultsOf } from '../catalogue/known-faults.ts';
import { counted } from '../certificate/text.ts';
import { newCommand, runCommand } from '../command-line.ts';
import type { ExitStatus } from '../conformance.ts';
import { readConformance } from '../gate/reading.ts';
import { problemWithOutputFolder } from '../output-folder.ts';
import { indexAddress } from './address.ts';
import { pagesOf } from './pages.ts';

// npm run site: the catalogue as pages to be read, from a disk or from any server.

interface Options {
  readonly output: string;
  readonly result?: string;
}

const program = newCommand(prefixOf('site'))
  .description(
    'Writes the catalogue as a static site: a page for each requirement, and an index to search and filter.',
  )
  .option('--output <folder>', 'where it is written; nothing there is deleted', 'site')
  .option('--result <file>', 'a conformance.json, whose verdicts are shown')
  .addHelpText('after', `\nExample:\n  ${called('site', '--result reports/conformance.json')}`);

await runCommand(program, () => write(program.opts<Options>()), { script: 'site', statusFor });

async function write({ output, result }: Options): Promise<ExitStatus> {
  const read = result === undefined ? undefined : readConformance(result);
  if (read !== undefined && 'problem' in read) return refuse(read.problem);
  const unwritable = problemWithOutputFolder(output);
  if (unwritable !== undefined) return refuse(unwritable);

  const [collected, faults] = await Promise.all([collectedChecks(apis), faultsOf(apis)]);
  const entries = catalogueEntries(collected);
  const verdicts = read === undefined ? {} : { result: read.conformance };
  for (const { path, text } of pagesOf({ entries, faults, ...verdicts })) {
    mkdirSync(dirname(join(output, path)), { recursive: true });
    writeFileSync(join(output, path), text);
  }
  console.log(`${join(output, indexAddress)}: ${counted(entries.length, 'requirement')}`);
  return 0;
}

function refuse(problem: string): ExitStatus {
  console.error(`error: ${problem}`);
  return 2;
}

function statusFor(error: unknown): ExitStatus {
  console.error(`error: ${visible(error instanceof Error ? error.message : String(error))}`);
  return 2;
}
