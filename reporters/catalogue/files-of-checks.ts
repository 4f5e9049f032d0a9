import { readFileSync } from 'node:fs';
import { requirementEntries, type RequirementId } from '../../fixtures/requirements/index.ts';

/** By file, the requirements of whose checks it holds some: files-of-checks.txt. */
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
        const [file = '', ...ids] = line.split(' ');
        return [file, ids];
      }),
  );
  return known;
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
  const idsOf = new Map<string, Set<string>>();
  for (const [id, ones] of checks) {
    for (const { file } of ones) idsOf.set(file, (idsOf.get(file) ?? new Set()).add(id));
  }
  const lines = [...idsOf].map(([file, ids]) => [file, ...[...ids].toSorted()].join(' '));
  return `${lines.toSorted().join('\n')}\n`;
}
