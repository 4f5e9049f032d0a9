import type { Conformance, RequirementResult } from '../conformance.ts';

/** How much of the documents a result speaks about. */
export interface Certification {
  /** Of `partial`, the title says so. */
  readonly extent: 'full' | 'partial';
  /** Why it is partial, each as a sentence; none when it is full. */
  readonly reasons: readonly string[];
}

/**
 * Full is a run under the certification profile, complete and whole, in which every `must` and
 * `derived` requirement of the configured APIs was exercised, but for those that nobody can see from
 * outside. Whether they were kept is another question, which the verdict answers.
 */
export function certificationOf({
  run,
  target,
  requirements: results,
}: Conformance): Certification {
  const { selection = {}, shard } = run;
  const asked = [
    ...(selection.apis === undefined ? [] : [`--api ${selection.apis.join(',')}`]),
    ...(selection.only === undefined ? [] : [`--only ${selection.only.join(',')}`]),
  ];
  const missing = results.filter(wasNotExercised);

  const reasons = [
    ...(run.profile === 'certification'
      ? []
      : [`The profile was ${run.profile}; a full certification needs --profile certification.`]),
    ...(run.complete ? [] : ['The run was not completed.']),
    ...(asked.length === 0 ? [] : [`Only a selection was run: ${asked.join(' ')}.`]),
    ...(shard === undefined
      ? []
      : [`This is shard ${shard.index} of ${shard.count}, not merged with the others.`]),
    ...(Object.keys(target.apis).length === 0 ? ['No API was configured.'] : []),
    ...(missing.length === 0 ? [] : [sentenceOn(missing)]),
  ];
  return { extent: reasons.length === 0 ? 'full' : 'partial', reasons };
}

/** The same, with its reasons in a word or two each. */
export function certificationInShort(
  conformance: Conformance,
): Pick<Certification, 'extent'> & { readonly inShort: readonly string[] } {
  const { run, target, requirements } = conformance;
  const missing = requirements.filter(wasNotExercised).length;
  const inShort = [
    ...(run.profile === 'certification' ? [] : [`profile ${run.profile}`]),
    ...(run.complete ? [] : ['not completed']),
    ...(run.shard === undefined ? [] : [`shard ${run.shard.index}/${run.shard.count}`]),
    ...(Object.keys(target.apis).length === 0 ? ['no API'] : []),
    ...(missing === 0 ? [] : [`${missing.toLocaleString('en')} not exercised`]),
  ];
  return { extent: certificationOf(conformance).extent, inShort };
}

/** What could not be asked, although it was tried, was not exercised either. */
function wasNotExercised({ level, verdict, obstacle }: RequirementResult): boolean {
  return (
    (level === 'must' || level === 'derived') &&
    (verdict === 'not-exercised' || verdict === 'inconclusive') &&
    obstacle !== 'unobservable' &&
    // That something was selected is a reason of its own.
    obstacle !== 'not-selected'
  );
}

const mostNamed = 3;

function sentenceOn(missing: readonly RequirementResult[]): string {
  const named = missing.slice(0, mostNamed).map(({ id }) => id);
  const others = missing.length - named.length;
  const list =
    others === 0 ? named.join(', ') : `${named.join(', ')} and ${others.toLocaleString('en')} more`;
  return missing.length === 1
    ? `1 must or derived requirement was not exercised: ${list}.`
    : `${missing.length.toLocaleString('en')} must and derived requirements were not exercised: ${list}.`;
}
