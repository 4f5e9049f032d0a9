import { readFileSync } from 'node:fs';
import { type Api, apiOf } from '../../fixtures/requirements/requirement.ts';
import { requirementEntries, type RequirementId } from '../../fixtures/requirements/index.ts';

/** By file, the requirements of whose checks it holds some, each as often as it has one: files-of-checks.txt. */
export type FilesOfChecks = Readonly<Record<string, readonly string[]>>;

const unobservable: ReadonlySet<string> = new Set(
  requirementEntries.flatMap(([id, one]) => (one.unobservable === undefined ? [] : [id])),
);

let known: FilesOfChecks | undefined;

/**
 * Which files hold checks, as they were last collected: written by collect-files.ts, and compared with the
 * sources by files-of-checks.test.ts.
 */
function filesOfChecksCollected(): FilesOfChecks {
  known ??= Object.fromEntries(
    readFileSync(new URL('files-of-checks.txt', import.meta.url), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => {
        const [file = '', ...entries] = line.split(' ');
        return [file, entries.flatMap(repeated)];
      }),
  );
  return known;
}

/** `v2.card.id-is-a-string` or, of three checks, `v2.card.id-is-a-string:3`. */
function repeated(entry: string): string[] {
  const [id = '', times = '1'] = entry.split(':');
  return Array.from({ length: Number(times) }, () => id);
}

/** How many checks there are of some requirements, in some files, by API. */
export function checksForeseen(
  paths: readonly string[],
  ids: readonly string[],
  collected: FilesOfChecks = filesOfChecksCollected(),
): ReadonlyMap<Api, number> {
  const wanted = new Set(ids);
  const checks = paths.flatMap((path) => collected[path] ?? []).filter((id) => wanted.has(id));
  return new Map([...Map.groupBy(checks, apiOf)].map(([api, all]) => [api, all.length]));
}

/**
 * Of some files those that hold a check of one of the requirements, so that no other need be loaded. A file that
 * was not collected yet stays, and all stay where a requirement was not.
 */
export function filesHolding(
  paths: readonly string[],
  ids: readonly string[],
  collected: FilesOfChecks = filesOfChecksCollected(),
): string[] {
  // What cannot be seen from outside has no check.
  const wanted = new Set(ids.filter((id) => !unobservable.has(id)));
  const all = new Set(Object.values(collected).flat());
  if (![...wanted].every((id) => all.has(id))) return [...paths];
  return paths.filter((path) => collected[path]?.some((id) => wanted.has(id)) !== false);
}

/** The file's text for what was collected: a line for each file, its path and its requirements. */
export function textOfFiles(
  checks: ReadonlyMap<RequirementId, readonly { readonly file: string }[]>,
): string {
  const idsOf = new Map<string, string[]>();
  for (const [id, ones] of checks) {
    for (const [file, { length }] of Map.groupBy(ones, (one) => one.file)) {
      const entry = length === 1 ? id : `${id}:${length}`;
      idsOf.set(file, [...(idsOf.get(file) ?? []), entry]);
    }
  }
  const lines = [...idsOf].map(([file, entries]) => [file, ...entries.toSorted()].join(' '));
  return `${lines.toSorted().join('\n')}\n`;
}
