import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

// Where the suite's own files are, and what they end in. In a clone they run as they were written; in the
// npm package they were compiled, because Node strips no types inside node_modules.

/** Whether this runs as the compiled npm package, not from a clone. */
export const isPackage = import.meta.url.endsWith('.js');

/** The folder that holds suites, fixtures and all the others. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** A file of the suite by the name of its source, as every result calls it: the same in a clone and a package. */
export function sourceOf(file: string): string {
  return file.replace(/\.js$/, '.ts');
}

/** The file to be loaded for a source. */
export function fileOf(source: string): string {
  return isPackage ? source.replace(/\.ts$/, '.js') : source;
}

/** A path as somebody who stands in this folder would type it; from further away, the whole of it. */
export function asTyped(path: string): string {
  const way = relative(process.cwd(), path);
  return way.startsWith(join('..', '..')) ? resolve(path) : way || '.';
}

/** The file that explains every setting, as seen from where somebody stands. */
export function settingsFile(): string {
  return isPackage ? relative(process.cwd(), join(root, '.env.example')) : '.env.example';
}
