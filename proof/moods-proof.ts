import { type RequirementId, requirements } from '../fixtures/requirements/index.ts';
import { judgedOverTheRun } from '../reporters/every-answer.ts';
import { variantOf } from './proof.ts';
import type { CheckVerdict } from '../reporters/check-verdict.ts';
import type { CheckResult } from '../reporters/results.ts';

/** What the suite says of a sandbox that does everything right and everything open otherwise. */
export interface MoodProof {
  readonly name: string;
  /** Nothing failed, nothing stayed undecided, and something was looked at. */
  readonly conformant: boolean;
  readonly passed: number;
  readonly notExercised: number;
  readonly falseAlarms: readonly FalseAlarm[];
}

interface FalseAlarm {
  readonly requirement: RequirementId;
  readonly check: string;
  readonly verdict: CheckVerdict;
  readonly reason: string;
}

/**
 * Whether a verdict blames what is lawful, or could not be reached. A recommendation that a sandbox does
 * not follow blames nobody: no document says it.
 */
export function isFalseAlarm(requirement: RequirementId, verdict: CheckVerdict): boolean {
  const isAdvice = requirements[requirement].level === 'advisory';
  return verdict === 'inconclusive' || (verdict === 'failed' && !isAdvice);
}

export function moodProofsOf(
  names: readonly string[],
  checks: readonly CheckResult[],
): MoodProof[] {
  const byVariant = Map.groupBy(checks, ({ variant = '' }) => variant);

  return names.map((name) => {
    const results = byVariant.get(variantOf.mood(name)) ?? [];
    const overTheRun = [...judgedOverTheRun(results)].map(([requirement, entry]) => ({
      requirement,
      ...entry,
    }));
    const falseAlarms = [...results, ...overTheRun]
      .filter(({ requirement, verdict }) => isFalseAlarm(requirement, verdict))
      .map(({ requirement, name: check, verdict, reason = '' }) => ({
        requirement,
        check,
        verdict,
        reason,
      }));
    const count = (wanted: CheckVerdict): number =>
      results.filter(({ verdict }) => verdict === wanted).length;
    return {
      name,
      conformant: falseAlarms.length === 0 && count('passed') > 0,
      passed: count('passed'),
      notExercised: count('not-exercised'),
      falseAlarms,
    };
  });
}
