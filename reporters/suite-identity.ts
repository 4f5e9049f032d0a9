import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Conformance } from './conformance.ts';
import { digestOfFiles, sha256 } from './attestation/digests.ts';
import { isPackage, root } from './own-files.ts';
import { built } from './packaging/built.ts';

/**
 * Which suite this is: name, version, and a digest over everything that has a part in a verdict, so
 * that two results with the same digest come from the same judge. The package has that of the sources which
 * it was compiled from, as long as nobody has changed what was compiled. Its libraries have the same exact
 * versions; those that they need in turn are npm's choice there, as packages hold no lock.
 */
export function suiteIdentity(): Conformance['suite'] {
  if (!isPackage) return identityOfSources(root);
  const now = digestOfCompiled(root);
  const { suiteDigest, compiledDigest } = built() ?? {};
  return {
    ...nameIn(root),
    digest: now === compiledDigest && suiteDigest !== undefined ? suiteDigest : now,
  };
}

/** What the package notes of a clone. */
export function identityOfSources(folder: string): Conformance['suite'] {
  return { ...nameIn(folder), digest: digestOf(filesThatJudge(folder), folder) };
}

/** Over everything that is compiled, and the data beside it. */
export function digestOfCompiled(folder: string): string {
  const files = filesBelow(
    '{fixtures,suites,properties,sandbox,proof,reporters,docs}/**/*',
    folder,
  );
  const judging = files.filter((path) => /\.(js|json|txt)$/.test(path));
  return digestOf([...judging, 'vitest.config.js'], folder);
}

function nameIn(folder: string): { name: string; version: string } {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
  };
  return { name, version };
}

function digestOf(paths: readonly string[], folder: string): string {
  const files = paths.map((path) => ({
    path,
    sha256: sha256(withPlainLineEnds(readFileSync(join(folder, path)))),
  }));
  return digestOfFiles(files);
}

/**
 * Catalogue, checks, everything they stand on, and what turns their results into a verdict, with
 * the exact versions of the libraries. The sandbox and its faults are in: they are the proof that
 * the checks see what they look for. The project's own tests are out: they decide nothing in a run,
 * and one more of them must not make yesterday's certificate one of another suite.
 */
function filesThatJudge(folder: string): string[] {
  const code = filesBelow('{fixtures,suites,properties,sandbox,proof,reporters}/**/*', folder);
  const settings = ['package.json', 'package-lock.json', 'vitest.config.ts'];
  return [...settings, ...code.filter((path) => !isOwnTest(path))];
}

function filesBelow(pattern: string, folder: string): string[] {
  return globSync(pattern, { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

function isOwnTest(path: string): boolean {
  return (
    path.includes('/__snapshots__/') ||
    (/^(fixtures|sandbox|proof|reporters|properties\/models)\//.test(path) &&
      path.endsWith('.test.ts'))
  );
}

/** Git may check files out with other line ends on another machine. */
function withPlainLineEnds(content: Buffer): Buffer {
  return content.includes('\r\n')
    ? Buffer.from(content.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
    : content;
}
