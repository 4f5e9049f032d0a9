import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isPackage, root } from '../own-files.ts';

/** What the package knows of the sources that it was compiled from. */
export interface Built {
  /** The digest of the suite in the clone: who judges is the same, compiled or not. */
  readonly suiteDigest: string;
  /** The digest over the compiled files; another one means that somebody has changed them. */
  readonly compiledDigest: string;
  /** How long each file of checks was as it was written, by which a run is cut into parts. */
  readonly sizes: Readonly<Record<string, number>>;
}

export const builtFile = 'built.json';

let known: Built | undefined;

/** `undefined` in a clone. */
export function built(): Built | undefined {
  if (!isPackage) return undefined;
  known ??= JSON.parse(readFileSync(join(root, builtFile), 'utf8')) as Built;
  return known;
}
