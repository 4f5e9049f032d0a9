import '../node-version.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { visible } from '../../fixtures/transcript/masking.ts';
import { called, prefixOf } from '../called.ts';
import { counted } from '../certificate/text.ts';
import { newCommand, runCommand } from '../command-line.ts';
import { problemWithOutputFolder } from '../output-folder.ts';
import { namedResults } from './named-results.ts';
import { pageOf } from './page.ts';
import { sideBySide, type SideBySide } from './side-by-side.ts';

// The command matrix: the results of several targets or versions on one page and in one JSON.

interface Options {
  readonly output: string;
}

const program = newCommand(prefixOf('matrix'))
  .description(
    'Puts the results of two or more targets, or versions of one, side by side: what each meets, where they differ, how each settles what the documents leave open, and what changes from one to the next.',
  )
  .argument(
    '<name=result...>',
    'a name for the column, and a folder of reports or a conformance.json',
  )
  .option('--output <folder>', 'where matrix.html and matrix.json are written', 'reports')
  .addHelpText(
    'after',
    `\nExit status: 0 when both files are written, whatever the results say; 2 for wrong usage, or a result that cannot be read\n\nExample:\n  ${called('matrix', 'old=reports/last new=reports vendor=vendor/conformance.json --output compared')}`,
  );

await runCommand(program, () => putSideBySide(program.args, program.opts<Options>()), {
  script: 'matrix',
  statusFor,
});

async function putSideBySide(words: readonly string[], { output }: Options): Promise<0 | 2> {
  const named = namedResults(words);
  if ('problems' in named) return refuse(named.problems);
  const unwritable = problemWithOutputFolder(output);
  if (unwritable !== undefined) return refuse([unwritable]);

  const joined = sideBySide(named.results);
  const [page, json] = [join(output, 'matrix.html'), join(output, 'matrix.json')];
  writeFileSync(page, await pageOf(joined));
  writeFileSync(json, `${JSON.stringify(joined, null, 2)}\n`);
  console.log(inShort(joined));
  console.log(`Written: ${visible(page)}, ${visible(json)}`);
  return 0;
}

/** What somebody reads who does not open the page. */
function inShort({ targets, requirements, warnings, moves }: SideBySide): string {
  const differing = (what: string): number =>
    requirements.filter(({ difference }) => difference === what).length;
  const names = targets.map(({ name }) => name).join(', ');
  return [
    ...warnings.map((warning) => `Warning: ${warning}`),
    `${names}: ${counted(differing('keeping'), 'requirement')} met by some and broken by others, ${counted(differing('settling'), 'open point')} settled differently`,
    ...moves.map(
      ({ from, to, stopsBeingKept, beginsToBeKept, settledDifferently }) =>
        `  ${from} → ${to}: no longer met ${stopsBeingKept.length}, newly met ${beginsToBeKept.length}, open points that change ${settledDifferently.length}`,
    ),
  ].join('\n');
}

/** Every obstacle at once, each a sentence; nothing was written. */
function refuse(problems: readonly string[]): 2 {
  for (const problem of problems) console.error(`error: ${problem}`);
  console.error(`Nothing was written. \`${called('matrix', '--help')}\` explains how.`);
  return 2;
}

function statusFor(error: unknown): 2 {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  console.error(`error: nothing was compared: ${visible(line)}`);
  return 2;
}
