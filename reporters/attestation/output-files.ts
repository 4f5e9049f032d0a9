import { createHash } from 'node:crypto';
import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type DigestedFile, digestOfFiles } from './digests.ts';

/** The attestation itself, which cannot hold its own digest. */
export const attestationName = 'attestation.json';

/** Thousands of small files that only the Allure report is made from: they get one digest. */
const rawFolder = 'allure-results';

/** Reports of runs that are less than the one that is attested. */
export const otherRuns = 'partial';

/** A report file, or the folder of raw results, with the digest by which it is known again. */
export interface DigestedOutput {
  /** Below the folder, with `/` on every machine. */
  readonly name: string;
  /** `dirHash` is in-toto's digest of a folder. */
  readonly digest: { readonly sha256: string } | { readonly dirHash: string };
}

/** What is in a folder of reports. */
export interface Output {
  readonly files: readonly DigestedOutput[];
  /** What cannot be digested: links, sockets, files of a size that no report has. */
  readonly others: readonly string[];
}

/**
 * Every file of a folder but the attestation, in the order of their names. Whatever lies beside the
 * reports counts too: somebody who is handed the folder cannot tell a report from what only looks
 * like one. Names that begin with a dot are left out, since file browsers put such files anywhere.
 */
export function outputIn(folder: string): Output {
  const { files, others } = namesIn(folder);
  const raw: DigestedFile[] = [];
  const digested: DigestedOutput[] = [];
  const piece = Buffer.allocUnsafe(1024 * 1024);
  for (const name of files) {
    const sha256 = digestOf(join(folder, name), piece);
    if (sha256 === undefined || name.includes('\n')) others.push(name);
    else if (name.startsWith(`${rawFolder}/`)) {
      raw.push({ path: name.slice(rawFolder.length + 1), sha256 });
    } else digested.push({ name, digest: { sha256 } });
  }
  if (raw.length > 0) digested.push({ name: rawFolder, digest: { dirHash: digestOfFiles(raw) } });
  return { files: digested.toSorted((a, b) => (a.name < b.name ? -1 : 1)), others };
}

/** The folder holds more than any run writes; it is hardly one for reports. */
export class TooManyFiles extends Error {
  override readonly name = 'TooManyFiles';
}

const mostFiles = 50_000;
const largestFile = 1024 ** 3;

function namesIn(folder: string): { readonly files: string[]; readonly others: string[] } {
  const files: string[] = [];
  const others: string[] = [];
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const entry of readdirSync(next, { withFileTypes: true })) {
      const path = join(next, entry.name);
      const name = relative(folder, path).replaceAll('\\', '/');
      if (entry.name.startsWith('.') || name === attestationName || name === otherRuns) continue;
      if (entry.isDirectory()) waiting.push(path);
      else (entry.isFile() ? files : others).push(name);
      if (files.length + others.length + waiting.length > mostFiles) {
        throw new TooManyFiles(`there are more than ${mostFiles} files in ${folder}`);
      }
    }
  }
  return { files, others };
}

/** Piece by piece, as the Allure report may be large; `undefined` when it is larger than any. */
function digestOf(path: string, piece: Buffer): string | undefined {
  const hash = createHash('sha256');
  const file = openSync(path, 'r');
  try {
    let size = 0;
    for (let length = readSync(file, piece); length > 0; length = readSync(file, piece)) {
      size += length;
      if (size > largestFile) return undefined;
      hash.update(piece.subarray(0, length));
    }
    return hash.digest('hex');
  } finally {
    closeSync(file);
  }
}
