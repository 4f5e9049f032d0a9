import '../reporters/node-version.ts';
import { writeFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import covertable from 'covertable';
import { rowsFile } from '../sandbox/moods/pairs.ts';
import { dimensionsOf, parts } from '../sandbox/register.ts';
import type { ExitStatus } from '../reporters/conformance.ts';

// npm run pairs: writes the rows in which any two values of the register stand together. Run it after
// a change of the register; a test says when it was forgotten. It takes some minutes.

const usageError: ExitStatus = 2;

const command = new Command('npm run pairs --')
  .description('Writes the set of sandboxes that covers all pairs of lawful values, one line each.')
  .helpOption('-h, --help', 'show this')
  .allowExcessArguments(false)
  .exitOverride()
  .showSuggestionAfterError();

try {
  command.parse();
  const { make, criteria } = covertable;
  for (const part of parts) {
    const dimensions = dimensionsOf(part);
    const factors = dimensions.map(({ values }) => values.map((_, place) => place));
    // The other criterion saves a row in ten and takes fifty times as long.
    const rows = make(factors, { length: 2, criterion: criteria.simple }).map((places) =>
      places.join(''),
    );
    // Sorted, so that a row is found again by eye; the order means nothing.
    writeFileSync(rowsFile(part), `${rows.toSorted().join('\n')}\n`);
    console.log(`${part}: ${rows.length} rows for ${dimensions.length} dimensions`);
  }
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  process.exitCode = error.exitCode === 0 ? 0 : usageError;
}
