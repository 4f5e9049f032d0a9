import type { RequirementId } from '../../fixtures/requirements/index.ts';
import { type Mark, markOf } from '../certificate/marks.ts';
import type { AppliedWaiver, Cause, Conformance, RequirementResult } from '../conformance.ts';

/** A result, as the pages look things up in it. */
export interface Verdicts {
  readonly conformance: Conformance;
  readonly of: (id: RequirementId) => Seen | undefined;
}

/** What a run has seen of one requirement. */
export interface Seen {
  readonly result: RequirementResult;
  readonly mark: Mark;
  readonly cause?: Cause;
  readonly waiver?: AppliedWaiver;
}

/** Everything in a result by requirement. It may be an older suite's: ids that are unknown stay unasked. */
export function verdictsIn(conformance: Conformance): Verdicts {
  const { requirements, causes, waivers, run } = conformance;
  const results = new Map(requirements.map((result) => [result.id, result]));
  const causeOf = new Map(causes.flatMap((cause) => idsIn(cause).map((id) => [id, cause])));
  const waiverOf = new Map(waivers.map((waiver) => [waiver.requirement, waiver]));

  return {
    conformance,
    of(id) {
      const result = results.get(id);
      if (result === undefined) return undefined;
      const [cause, waiver] = [causeOf.get(id), waiverOf.get(id)];
      return {
        result,
        mark: markOf(result, run.failOn),
        ...(cause === undefined ? {} : { cause }),
        ...(waiver === undefined ? {} : { waiver }),
      };
    },
  };
}

/** Every requirement behind which a cause is, what shows it best first. */
export function idsIn({ failed, inconclusive, notExercised }: Cause): RequirementId[] {
  return [...failed, ...inconclusive, ...notExercised];
}
