import { counted, listed, plain } from '../certificate/text.ts';
import type { Conformance, RequirementResult } from '../conformance.ts';
import type { NamedResult } from './side-by-side.ts';

/** In what respects the results are not comparable, each as a sentence that names it. */
export function warningsAbout(results: readonly NamedResult[]): string[] {
  return [
    ...differing(results, 'The suites that judged differ', suiteOf),
    ...differing(results, 'The profiles differ', ({ run }) => run.profile),
    ...differing(results, 'The documents differ', documentsOf),
    ...differing(
      results,
      'What counts as a failure differs',
      ({ run }) => `${run.failOn} and above`,
    ),
    ...catalogues(results),
    ...sentences(results),
    ...results.flatMap(lessThanAWholeRun),
    ...selections(results),
  ];
}

function differing(
  results: readonly NamedResult[],
  what: string,
  of: (conformance: Conformance) => string,
): string[] {
  const byValue = Map.groupBy(results, ({ conformance }) => of(conformance));
  if (byValue.size < 2) return [];
  const groups = [...byValue].map(([value, same]) => {
    const names = listed(same.map(({ name }) => name));
    return `${names}: ${plain(value, 200)}`;
  });
  return [`${what}. ${groups.join('. ')}.`];
}

function suiteOf({ suite }: Conformance): string {
  const digest = suite.digest === '' ? 'without a digest' : `digest ${suite.digest.slice(0, 12)}`;
  return `${suite.name} ${suite.version}, ${digest}`;
}

function documentsOf({ documents }: Conformance): string {
  const named = documents.map(({ number, sha256 }) => `document ${number} ${sha256.slice(0, 12)}`);
  return named.length === 0 ? 'not named' : named.toSorted().join(', ');
}

/** What one suite does not ask is unknown there. */
function catalogues(results: readonly NamedResult[]): string[] {
  const known = results.map(({ conformance }) => idsOf(conformance));
  const all = new Set(known.flatMap((ids) => [...ids]));
  return results.flatMap(({ name }, at) => {
    const missing = all.size - (known[at]?.size ?? 0);
    if (missing === 0) return [];
    return [`The catalogue of ${name} lacks ${counted(missing, 'requirement')} that others have.`];
  });
}

function idsOf({ requirements }: Conformance): Set<string> {
  return new Set(requirements.map(({ id }) => id));
}

/** The same id has been worded or weighed otherwise: who keeps it may keep another sentence. */
function sentences(results: readonly NamedResult[]): string[] {
  const first = new Map<string, RequirementResult>();
  const changed = new Set<string>();
  for (const one of results.flatMap(({ conformance }) => conformance.requirements)) {
    const known = first.get(one.id) ?? one;
    first.set(one.id, known);
    if (known.level !== one.level || known.statement !== one.statement) changed.add(one.id);
  }
  if (changed.size === 0) return [];
  const ids = [...changed].slice(0, 5).map((id) => plain(id, 200));
  const more = changed.size > ids.length ? ' and others' : '';
  return [
    `${counted(changed.size, 'requirement')} ${changed.size === 1 ? 'has' : 'have'} a different sentence or level in some results; shown as in the first of them: ${ids.join(', ')}${more}.`,
  ];
}

function lessThanAWholeRun({ name, conformance }: NamedResult): string[] {
  const { complete, shard } = conformance.run;
  return [
    ...(complete ? [] : [`The run of ${name} was cut short.`]),
    ...(shard === undefined ? [] : [`${name} is part ${shard.index} of ${shard.count} of a run.`]),
  ];
}

/** Also where all have the same one: what was not selected is not compared. */
function selections(results: readonly NamedResult[]): string[] {
  const bySelection = Map.groupBy(results, ({ conformance }) => selectionOf(conformance));
  return [...bySelection].flatMap(([selection, same]) =>
    selection === ''
      ? []
      : [
          `Only a selection was run for ${listed(same.map(({ name }) => name))}: ${plain(selection, 200)}.`,
        ],
  );
}

function selectionOf({ run: { selection } }: Conformance): string {
  return [
    ...(selection?.apis === undefined ? [] : [`--api ${selection.apis.join(',')}`]),
    ...(selection?.only === undefined ? [] : [`--only ${selection.only.join(',')}`]),
  ].join(' ');
}
