import { certificationInShort, certificationOf } from './attestation/fullness.ts';
import type { Conformance, RequirementResult, RequirementVerdict, Verdict } from './conformance.ts';
import { isAllowed, isJudged } from './verdict.ts';

/** A verdict in words: a run that only a waiver fails says nothing against its target. */
export type Outcome = 'conformant' | 'not conformant' | 'not accepted' | 'inconclusive';

export function outcomeOf(conformance: Conformance): Outcome {
  if (conformance.verdict !== 'not-conformant') return outcomes[conformance.verdict];
  return failuresThatCount(conformance).length > 0 ? 'not conformant' : 'not accepted';
}

/** The same with its extent: `conformant (partial)`; of a selection `conformant (partial: 1 of 2,594 requirements)`. */
export function outcomeWithExtent(conformance: Conformance): string {
  if (certificationOf(conformance).extent === 'full') return outcomeOf(conformance);
  const { run, requirements } = conformance;
  const asked = requirements.filter(({ verdict }) => !notAsked.has(verdict)).length;
  const all = requirements.length.toLocaleString('en');
  const share =
    run.selection === undefined ? '' : `: ${asked.toLocaleString('en')} of ${all} requirements`;
  return `${outcomeOf(conformance)} (partial${share})`;
}

/** ` (partial: profile nightly)`: why it is no full certification, as it fits a line; or that it is one. */
export function extentInShort(conformance: Conformance): string {
  const { extent, inShort } = certificationInShort(conformance);
  if (extent === 'full') return ' (full certification)';
  if (conformance.run.selection !== undefined)
    return outcomeWithExtent(conformance).slice(outcomeOf(conformance).length);
  return ` (partial: ${inShort.join(', ')})`;
}

const notAsked: ReadonlySet<RequirementVerdict> = new Set(['not-exercised', 'not-configured']);

const outcomes: Readonly<Record<Exclude<Verdict, 'not-conformant'>, Outcome>> = {
  conformant: 'conformant',
  inconclusive: 'inconclusive',
};

/** What makes a target not conformant: judged, failed, and not forgiven. */
export function failuresThatCount({
  requirements,
  run,
}: Conformance): readonly RequirementResult[] {
  return requirements.filter(
    (one) => one.verdict === 'failed' && isJudged(one.level, run.failOn) && !isAllowed(one, run),
  );
}
