import './node-version.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { described, descriptionText } from '../fixtures/openapi/index.ts';
import { prefixOf } from './called.ts';
import { newCommand, runCommand } from './command-line.ts';

// npm run openapi: writes the OpenAPI 3.1 description of each API and of the control plane. The sandbox serves what is
// committed in docs/openapi, so run it after a change of shapes or requests.

const command = newCommand(prefixOf('openapi'))
  .description(
    'Writes the OpenAPI 3.1 descriptions of the four APIs and of the control plane, one JSON file each.',
  )
  .option('--output <folder>', 'where they are written', 'docs/openapi');

await runCommand(
  command,
  () => {
    write(command.opts<{ output: string }>().output);
  },
  {
    statusFor(error) {
      console.error(`error: ${error instanceof Error ? error.message : String(error)}`);
      return 2;
    },
  },
);

function write(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of described) {
    const path = join(folder, `${name}.json`);
    writeFileSync(path, descriptionText(name));
    console.log(path);
  }
}
