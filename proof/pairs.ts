import '../reporters/node-version.ts';
import { writeFileSync } from 'node:fs';
import covertable from 'covertable';
import { rowsFile } from '../sandbox/moods/pairs.ts';
import { dimensionsOf, parts } from '../sandbox/register.ts';
import { newCommand, runCommand } from '../reporters/command-line.ts';

// npm run pairs: writes the rows in which any two values of the register stand together. Run it after
// a change of the register; a test says when it was forgotten. It takes some minutes.

const command = newCommand('npm run pairs --').description(
  'Writes the set of sandboxes that covers all pairs of lawful values, one line each.',
);

await runCommand(command, () => {
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
});
