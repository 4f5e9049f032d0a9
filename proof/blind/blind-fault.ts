import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { type Api, apis } from '../../fixtures/requirements/requirement.ts';

/** What it takes to see a fault: one request, several steps, time, overlap, or a value that is rare. */
export const kinds = ['plain', 'steps', 'time', 'overlap', 'rare'] as const;

const text = z.string().min(1);

const blindFault = z.object({
  /** `v1-017`, unique within its round. */
  id: z.string().regex(/^(v1|v2|gateway|subscriptions)-\d+$/),
  level: z.enum(['must', 'derived']),
  kind: z.enum(kinds),
  /** The sentence of the document that it breaks. */
  sentence: text,
  /** What the sandbox does wrong. */
  fault: text,
  /** How it is shown over HTTP. */
  shown: text,
  /** Each text stands in its file exactly once. */
  edits: z.array(z.object({ file: z.string().startsWith('sandbox/'), old: text, new: z.string() })),
});

/**
 * A fault planted by people who had seen the documents and the sandbox's sources, and neither a check
 * nor a fault of ours.
 */
export type BlindFault = z.infer<typeof blindFault> & { readonly round: number; readonly api: Api };

/** All rounds, in their order: one folder a round, one file an API. */
export function readBlindFaults(folder: string): BlindFault[] {
  return globSync('*/*.yaml', { cwd: folder })
    .toSorted()
    .flatMap((file) => {
      const api = apis.find((name) => name === basename(file, '.yaml'));
      if (api === undefined) throw new Error(`${file} is not called after an API`);
      const round = Number(basename(dirname(file)).replace('round-', ''));
      const faults = z.array(blindFault).parse(parse(readFileSync(join(folder, file), 'utf8')));
      return faults.map((fault) => ({ ...fault, round, api }));
    });
}

/**
 * The files of the sandbox that a fault changes, changed, by their absolute paths; or why the fault can no
 * longer be planted, since the sandbox is not what it was.
 */
export function planted({ edits }: BlindFault, root: string): ReadonlyMap<string, string> | string {
  const changed = new Map<string, string>();
  for (const { file, old, new: text } of edits) {
    const path = join(root, file);
    const before = changed.get(path) ?? readFileSync(path, 'utf8');
    const [head = '', tail, ...more] = before.split(old);
    if (tail === undefined) return `${file} no longer reads "${firstLine(old)}"`;
    if (more.length > 0) return `${file} reads "${firstLine(old)}" in several places`;
    changed.set(path, `${head}${text}${tail}`);
  }
  return changed;
}

function firstLine(code: string): string {
  return code.trim().split('\n', 1).join();
}
