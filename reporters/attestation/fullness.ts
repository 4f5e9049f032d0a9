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

/** What could not be asked, although it was tried, was not exercised either. */
function wasNotExercised({ level, verdict, obstacle }: RequirementResult): boolean {
  return (
    (level === 'must' || level === 'derived') &&
    (verdict === 'not-exercised' || verdict === 'inconclusive') &&
    obstacle !== 'unobservable'
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
