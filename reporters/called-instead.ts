import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { called, commandNames } from './called.ts';
import { isPackage, root } from './own-files.ts';

/** How a word that was typed as a command is typed instead, where it is one of its own. */
export function calledInstead(word: string, asPackage = isPackage): string | undefined {
  const command = commandNames.find((name) => name === word);
  if (asPackage) return command === undefined ? undefined : called(command, '', asPackage);
  const { scripts: ofThePackage } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as { readonly scripts: Readonly<Record<string, string>> };
  return Object.hasOwn(ofThePackage, word) ? `npm run ${word}` : undefined;
}
