import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Conformance } from './conformance.ts';

/** Writes `conformance.json` and answers its path. */
export function writeConformanceJson(folder: string, conformance: Conformance): string {
  const path = join(folder, 'conformance.json');
  writeFileSync(path, `${JSON.stringify(conformance, undefined, 2)}\n`);
  return path;
}
