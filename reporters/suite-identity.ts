import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Conformance } from './conformance.ts';
import { digestOfFiles, sha256 } from './attestation/digests.ts';

const projectFolder = join(import.meta.dirname, '..');

/**
 * Which suite this is: name, version, and a digest over everything that has a part in a verdict, so
 * that two results with the same digest come from the same judge.
 */
export function suiteIdentity(folder = projectFolder): Conformance['suite'] {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
  };
  const files = filesThatJudge(folder).map((path) => ({
    path,
    sha256: sha256(withPlainLineEnds(readFileSync(join(folder, path)))),
  }));
  return { name, version, digest: digestOfFiles(files) };
}

/**
 * Catalogue, checks, everything they stand on, and what turns their results into a verdict, with
 * the exact versions of the libraries. The sandbox and its faults are in: they are the proof that
 * the checks see what they look for. The project's own tests are out: they decide nothing in a run,
 * and one more of them must not make yesterday's certificate one of another suite.
 */
function filesThatJudge(folder: string): string[] {
  const code = globSync('{fixtures,suites,properties,sandbox,proof,reporters}/**/*', {
    cwd: folder,
    withFileTypes: true,
  })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
  const settings = ['package.json', 'package-lock.json', 'vitest.config.ts'];
  return [...settings, ...code.filter((path) => !isOwnTest(path))];
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
