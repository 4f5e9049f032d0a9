import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { type Api, apis } from '../../fixtures/requirements/requirement.ts';

// What people who had seen the documents and the sandbox's sources, and neither a check nor a fault of ours,
// wrote down as changes of these sources.

/** What it takes to see a fault: one request, several steps, time, overlap, or a value that is rare. */
export const kinds = ['plain', 'steps', 'time', 'overlap', 'rare'] as const;

const text = z.string().min(1);

/** Search and replace in a file of the sandbox: the text stands there exactly once. */
const edit = z.object({ file: z.string().startsWith('sandbox/'), old: text, new: z.string() });

const change = z.object({
  /** `v1-017`, unique within its round. */
  id: z.string().regex(/^(v1|v2|gateway|subscriptions)-\d+$/),
  edits: z.array(edit),
});

const blindFault = change.extend({
  level: z.enum(['must', 'derived']),
  kind: z.enum(kinds),
  /** The sentence of the document that it breaks. */
  sentence: text,
  /** What the sandbox does wrong. */
  fault: text,
  /** How it is shown over HTTP. */
  shown: text,
});

const blindReading = change.extend({
  /** The sentence, or the silence, that leaves it open. */
  open: text,
  /** What the sandbox does, in another way than usual, and lawfully. */
  reading: text,
});

/** In which round a change was written down, and whose checks are run against it. */
interface Written {
  readonly round: number;
  readonly api: Api;
}

export type Change = z.infer<typeof change> & Written;
/** A fault that the checks of its API ought to catch. */
export type BlindFault = z.infer<typeof blindFault> & Written;
/** A lawful way to differ, which no check may blame. */
export type BlindReading = z.infer<typeof blindReading> & Written;

/** The faults of all rounds, in their order: one folder a round, one file an API. */
export function readBlindFaults(folder: string): BlindFault[] {
  return readRounds(folder, blindFault);
}

/** The readings of all rounds. */
export function readBlindReadings(folder: string): BlindReading[] {
  return readRounds(folder, blindReading);
}

function readRounds<T>(folder: string, schema: z.ZodType<T>): (T & Written)[] {
  return globSync('*/*.yaml', { cwd: folder })
    .toSorted()
    .flatMap((file) => {
      const api = apis.find((name) => name === basename(file, '.yaml'));
      if (api === undefined) throw new Error(`${file} is not called after an API`);
      const round = Number(basename(dirname(file)).replace('round-', ''));
      const changes = z.array(schema).parse(parse(readFileSync(join(folder, file), 'utf8')));
      return changes.map((one) => ({ ...one, round, api }));
    });
}

/**
 * The files of the sandbox that a change changes, changed, by their absolute paths; or why it can no
 * longer be planted, since the sandbox is not what it was.
 */
export function planted(
  { edits }: Pick<Change, 'edits'>,
  root: string,
): ReadonlyMap<string, string> | string {
  const changed = new Map<string, string>();
  for (const { file, old, new: replacement } of edits) {
    const path = join(root, file);
    const before = changed.get(path) ?? readFileSync(path, 'utf8');
    const [head = '', tail, ...more] = before.split(old);
    if (tail === undefined) return `${file} no longer reads "${firstLine(old)}"`;
    if (more.length > 0) return `${file} reads "${firstLine(old)}" in several places`;
    changed.set(path, `${head}${replacement}${tail}`);
  }
  return changed;
}

function firstLine(code: string): string {
  return code.trim().split('\n', 1).join();
}
