import './node-version.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, CommanderError } from 'commander';
import { described, descriptionText } from '../fixtures/openapi/index.ts';
import { prefixOf } from './called.ts';
import type { ExitStatus } from './conformance.ts';

// npm run openapi: writes the OpenAPI 3.1 description of each API and of the control plane. The sandbox serves what is
// committed in docs/openapi, so run it after a change of shapes or requests.

const usageError: ExitStatus = 2;

const command = new Command(prefixOf('openapi'))
  .description(
    'Writes the OpenAPI 3.1 descriptions of the four APIs and of the control plane, one JSON file each.',
  )
  .option('--output <folder>', 'where they are written', 'docs/openapi')
  .helpOption('-h, --help', 'show this')
  .allowExcessArguments(false)
  .exitOverride()
  .showSuggestionAfterError();

try {
  command.parse();
  write(command.opts<{ output: string }>().output);
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : usageError;
  } else {
    console.error(`error: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = usageError;
  }
}

function write(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of described) {
    const path = join(folder, `${name}.json`);
    writeFileSync(path, descriptionText(name));
    console.log(path);
  }
}
