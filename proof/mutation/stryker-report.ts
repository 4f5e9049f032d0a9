import type { Fate } from './hunt.ts';

/**
 * A result in the form of StrykerJS (mutation-testing-report-schema, version 2), so that its viewer
 * shows every file with its mutants.
 */
export function strykerReport(fates: readonly Fate[], sourceOf: (file: string) => string): object {
  const tests = new Set(fates.flatMap(({ ranBy, killedBy = [] }) => ranBy.concat(killedBy)));
  return {
    schemaVersion: '2',
    thresholds: { high: 95, low: 85 },
    files: Object.fromEntries(
      [...Map.groupBy(fates, ({ mutant }) => mutant.file)].map(([file, own]) => [
        file,
        { language: 'typescript', source: sourceOf(file), mutants: own.map(entryOf) },
      ]),
    ),
    // Their tests are our requirements: a requirement is noticed to be broken by its checks.
    testFiles: { requirements: { tests: [...tests].map((id) => ({ id, name: id })) } },
  };
}

function entryOf({ mutant, status, ranBy, killedBy, reason }: Fate): object {
  return {
    id: mutant.id,
    mutatorName: mutant.mutator,
    location: mutant.location,
    replacement: mutant.replacement,
    status,
    coveredBy: ranBy,
    ...(killedBy === undefined ? {} : { killedBy: [killedBy] }),
    ...(reason === undefined ? {} : { statusReason: reason }),
  };
}
