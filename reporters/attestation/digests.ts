import { createHash } from 'node:crypto';

/** SHA-256 in lowercase hex; text counts as UTF-8. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** A file by its path, with `/` in it on every machine. */
export interface DigestedFile {
  readonly path: string;
  readonly sha256: string;
}

/**
 * One digest over many files, as in-toto's `dirHash` has it: the SHA-256 of what `sha256sum` prints
 * for them in the order of their paths' bytes. Digests have a fixed length and paths end with the
 * line, so no two sets of files read the same.
 */
export function digestOfFiles(files: readonly DigestedFile[]): string {
  const broken = files.find(({ path }) => path.includes('\n'));
  if (broken !== undefined) {
    throw new Error(`a file name with a line break: ${JSON.stringify(broken.path)}`);
  }
  const lines = files
    .toSorted((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)))
    .map((file) => `${file.sha256}  ${file.path}\n`);
  return sha256(lines.join(''));
}
