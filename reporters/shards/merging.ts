import { isDeepStrictEqual } from 'node:util';
import type { Conformance } from '../conformance.ts';
import {
  definitionsOf,
  evidenceOf,
  type FoundShard,
  type MergedEvidence,
  type Merging,
} from './merged-evidence.ts';
import { conformanceIn } from '../gate/reading.ts';
import { missingShards } from './shard.ts';
import { conformanceOf } from '../verdict.ts';

/** A part of a run as somebody brings it: what was read, and where from. */
export interface Part {
  readonly from: string;
  /** Of its `conformance.json`; not looked at yet. */
  readonly content: unknown;
}

/** The result that one run would have had, and what it was judged from. */
export interface Merged {
  readonly conformance: Conformance;
  readonly evidence: MergedEvidence;
}

/** Joins the parts of one run and judges them by the rules of a run, or tells every obstacle. */
export function mergeOf(
  parts: readonly Part[],
  merging: Merging,
): Merged | { readonly problems: readonly string[] } {
  const read = parts.map(({ from, content }) => ({ from, ...conformanceIn(content, from) }));
  const unreadable = read.flatMap((one) => ('problem' in one ? [one.problem] : []));
  if (unreadable.length > 0) return { problems: unreadable };

  const found = read.flatMap((one) => {
    if (!('conformance' in one)) return [];
    const { shard } = one.conformance.run;
    return shard === undefined ? [] : [{ from: one.from, conformance: one.conformance, shard }];
  });
  const whole = read.filter(({ from }) => !found.some((shard) => shard.from === from));
  const problems = [
    ...whole.map(({ from }) => `${from} is not part of a run: made without --shard`),
    ...(found.length === 0 ? [] : disagreements(found, merging)),
  ];
  if (problems.length > 0 || found.length === 0) return { problems };

  const inOrder = found.toSorted((a, b) => a.shard.index - b.shard.index);
  const evidence = evidenceOf(inOrder, merging);
  return { conformance: conformanceOf(evidence), evidence };
}

/** What keeps the parts from being one run, each with the folder that it shows in. */
function disagreements(
  [first, ...others]: readonly FoundShard[],
  { suite, catalogue }: Merging,
): string[] {
  if (first === undefined) return [];
  const all = [first, ...others];
  const counts = new Set(all.map(({ shard }) => shard.count));
  const missing = counts.size > 1 ? [] : missingShards(all.map(({ shard }) => shard));
  return [
    ...all.flatMap(({ from, conformance }) =>
      conformance.suite.digest === suite.digest
        ? []
        : [
            `${from} was made by ${versionOf(conformance.suite)}, but this is ${versionOf(suite)}: merge with the suite that ran it`,
          ],
    ),
    ...all.flatMap(({ from, conformance }) =>
      isDeepStrictEqual(
        conformance.requirements.map(({ id }) => id),
        catalogue.map(([id]) => id),
      )
        ? []
        : [`${from} does not hold the requirements of this suite's catalogue: run this part again`],
    ),
    ...others.flatMap(({ from, conformance }) =>
      mustAgree.flatMap(([what, valueOf]) => {
        const [here, there] = [valueOf(conformance), valueOf(first.conformance)];
        return isDeepStrictEqual(here, there)
          ? []
          : [
              `${from} has ${what} ${shown(here)}, and ${first.from} has ${shown(there)}: they are not from one run`,
            ];
      }),
    ),
    ...all.flatMap(({ from, shard }, at) => {
      const twin = all.slice(0, at).find((other) => other.shard.index === shard.index);
      return twin === undefined
        ? []
        : [`${from} is part ${shard.index}/${shard.count}, and so is ${twin.from}: leave one out`];
    }),
    ...missing.map(
      (name) => `part ${name} is missing: run it with --shard ${name} and name its folder here`,
    ),
  ];
}

const mustAgree: readonly (readonly [string, (conformance: Conformance) => unknown])[] = [
  ['the number of parts', ({ run }) => run.shard?.count],
  ['the seed', ({ run }) => run.seed],
  ['the profile', ({ run }) => run.profile],
  ['the selection', ({ run }) => run.selection ?? 'everything'],
  ['the target', ({ target }) => target.name],
  ['the version of the target', ({ target }) => target.version],
  ['the digest of the target', ({ target }) => target.digest],
  ['the customer', ({ run }) => run.customer],
  ['the laboratory', ({ run }) => run.laboratory],
  ['the address of the catalogue', ({ run }) => run.catalogue],
  ['the APIs', ({ target }) => Object.keys(target.apis).toSorted()],
  ['the waivers', ({ waivers }) => definitionsOf(waivers)],
  ['allowInconsistent', ({ run }) => run.allowInconsistent],
  ['--fail-on', ({ run }) => run.failOn],
  ['the documents', ({ documents }) => documents],
];

function versionOf({ name, version, digest }: Conformance['suite']): string {
  return `${name} ${version} (${digest === '' ? 'without a digest' : digest.slice(0, 12)})`;
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'none');
  return text.length > 120 ? `${text.slice(0, 120)} …` : text;
}
