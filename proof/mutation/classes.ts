import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import type { Fate } from './hunt.ts';
import type { Mutant } from './mutant.ts';

/**
 * Why a mutant may live: nobody could tell it from the original, or the documents allow it. A
 * missing check is neither.
 */
export const classes = ['equivalent', 'not specified', 'missing check'] as const;
export type Class = (typeof classes)[number];

/** What somebody found out about survivors, all for one reason. */
export interface Judgement {
  readonly class: Class;
  readonly because: string;
  /** The mutants, as `keysOf` writes them; `…` stands for any text. */
  readonly mutants: readonly string[];
}

export interface Classified {
  readonly fate: Fate;
  readonly key: string;
  readonly judgement: Judgement | undefined;
}

const judgements = z.array(
  z.strictObject({
    class: z.enum(classes),
    because: z.string().min(10),
    mutants: z.array(z.string()).min(1),
  }),
);

/** What somebody found out, from a folder with a file for each scope. */
export function readJudgements(folder: string): Judgement[] {
  return globSync('*.yaml', { cwd: folder })
    .toSorted()
    .flatMap((file) => judgements.parse(parse(readFileSync(join(folder, file), 'utf8')) ?? []));
}

/**
 * A name for each mutant that stays the same when lines move: file, kind of change and texts. Where
 * the same text is changed in the same way more than once in a file, they are counted.
 */
export function keysOf(mutants: readonly Mutant[]): Map<string, string> {
  const seen = new Map<string, number>();
  return new Map(
    mutants.map((mutant) => {
      const { id, file, mutator, original, replacement } = mutant;
      const name = `${file.replace('sandbox/', '')} ${mutator}: ${brief(original)} => ${brief(replacement)}`;
      const count = (seen.get(name) ?? 0) + 1;
      seen.set(name, count);
      return [id, count === 1 ? name : `${name} (${count})`];
    }),
  );
}

/** Survivors, in the order of the files, each with what somebody found out about it. */
export function classified(fates: readonly Fate[], known: readonly Judgement[]): Classified[] {
  const keys = keysOf(fates.map(({ mutant }) => mutant));
  const judgementOf = judge(known);
  return fates.filter(isAlive).map((fate) => {
    const key = keys.get(fate.mutant.id) ?? '';
    return { fate, key, judgement: judgementOf(key) ?? withNothingToAsk(fate) };
  });
}

/** Finds what somebody found out about the mutant that `keysOf` names so. */
export function judge(known: readonly Judgement[]): (key: string) => Judgement | undefined {
  const entries = known.flatMap((judgement) =>
    judgement.mutants.map((entry) => ({ judgement, covers: coveredBy(entry) })),
  );
  return (key) => entries.find(({ covers }) => covers(key))?.judgement;
}

/**
 * A sandbox that seems not to offer what no document demands in this form is not blamed: what is not
 * exercised any more stands in the certificate with the reason.
 */
function withNothingToAsk({ idle }: Fate): Judgement | undefined {
  if (idle === undefined) return undefined;
  const because = `the certificate says that something is not exercised: ${idle}`;
  return { class: 'not specified', because, mutants: [] };
}

/** The mutants that two runs asked, and those of them that are alive after one of the two only. */
export function comparedFates(
  before: readonly Fate[],
  now: readonly Fate[],
): { readonly mutants: number; readonly different: readonly Classified[] } {
  const asked = ({ status }: Fate): boolean => status !== 'Ignored';
  const keysBefore = keysOf(before.map(({ mutant }) => mutant));
  const known = new Map(
    before.filter(asked).map((fate) => [keysBefore.get(fate.mutant.id) ?? '', fate]),
  );
  const keysNow = keysOf(now.map(({ mutant }) => mutant));
  const both = now.filter(asked).flatMap((fate) => {
    const key = keysNow.get(fate.mutant.id) ?? '';
    const earlier = known.get(key);
    return earlier === undefined ? [] : [{ fate, key, earlier }];
  });
  return {
    mutants: both.length,
    different: both
      .filter(({ fate, earlier }) => isAlive(fate) !== isAlive(earlier))
      .map(({ fate, key }) => ({ fate, key, judgement: undefined })),
  };
}

/** The names of those that are alive, and of those that are not. */
export function namesIn(fates: readonly Fate[]): Record<'alive' | 'others', Set<string>> {
  const keys = keysOf(fates.map(({ mutant }) => mutant));
  const names = (some: readonly Fate[]): Set<string> =>
    new Set(some.flatMap(({ mutant }) => keys.get(mutant.id) ?? []));
  return {
    alive: names(fates.filter(isAlive)),
    others: names(fates.filter((fate) => !isAlive(fate))),
  };
}

/** Why a mutant is ignored that only this run does not ask. */
export const notAskedFor = 'not asked for';

/**
 * The fates of a run as a later one leaves them that asked its survivors, and maybe what is new: whom
 * it killed is dead, and mutants of code that is gone are gone.
 */
export function withKilled(fates: readonly Fate[], later: readonly Fate[]): Fate[] {
  const keys = keysOf(fates.map(({ mutant }) => mutant));
  const found = new Map(fates.map((fate) => [keys.get(fate.mutant.id), fate]));
  const laterKeys = keysOf(later.map(({ mutant }) => mutant));
  return later.flatMap((again): Fate[] => {
    const before = found.get(laterKeys.get(again.mutant.id));
    const isAsked = again.reason !== notAskedFor;
    if (before === undefined) return isAsked ? [again] : [];
    const { id, location } = again.mutant;
    const fate = { ...before, mutant: { ...before.mutant, id, location } };
    if (!isAlive(before) || !isAsked) return [fate];
    if (!isAlive(again)) return [again];
    const ranBy = [...new Set([...fate.ranBy, ...again.ranBy])];
    const isRun = fate.status === 'NoCoverage' && ranBy.length > 0;
    return [{ ...fate, ranBy, ...(isRun ? { status: 'Survived' as const } : {}) }];
  });
}

/** Entries about these files that no survivor answers to any more. */
export function staleEntries(fates: readonly Fate[], known: readonly Judgement[]): string[] {
  const files = new Set(fates.map(({ mutant }) => mutant.file.replace('sandbox/', '')));
  const alive = classified(fates, known).map(({ key }) => key);
  return known
    .flatMap(({ mutants }) => mutants)
    .filter((entry) => files.has(entry.split(' ')[0] ?? '') && !alive.some(coveredBy(entry)));
}

/** Whether a key is the entry, or what comes of it when each `…` is filled in. */
function coveredBy(entry: string): (key: string) => boolean {
  const special = /[\\^$.*+?()[\]{}|/]/g;
  const parts = entry.split('…').map((part) => part.replaceAll(special, String.raw`\$&`));
  const pattern = new RegExp(`^${parts.join('.*')}$`);
  return (key) => pattern.test(key);
}

/** Nobody noticed it: no check failed, or none ran it, or none could tell. */
export function isAlive({ status }: Fate): boolean {
  return status === 'Survived' || status === 'NoCoverage' || status === 'RuntimeError';
}

const longest = 90;

/** One line, and of a long text the two ends. */
function brief(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= longest) return line;
  return `${line.slice(0, longest - 25)} … ${line.slice(-20)}`;
}
