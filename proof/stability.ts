import { type RequirementId, requirements } from '../fixtures/requirements/index.ts';
import { canFail } from '../fixtures/requirements/requirement.ts';
import { judgedOverTheRun } from '../reporters/every-answer.ts';
import { isFalseAlarm } from './moods-proof.ts';
import { clean, variantOf } from './proof.ts';
import type { CheckVerdict } from '../reporters/check-verdict.ts';
import type { CheckResult } from '../reporters/results.ts';

/** What one sandbox came to with one seed. */
export interface SeededRun {
  readonly variant: string;
  readonly seed: number;
  /**
   * Checks that asked the sandbox: all but those that were not exercised. Of a row those alone that can
   * blame it, which every seed asks.
   */
  readonly executed: number;
  readonly requests: number;
  /** Whatever was red or undecided, as sentences. */
  readonly alarms: readonly string[];
}

/** Whether seeds matter, which they must not on a sandbox that does everything right. */
export interface Stability {
  readonly stable: boolean;
  readonly runs: readonly SeededRun[];
  readonly alarms: readonly string[];
  /** Sandboxes on which not every seed executed as many checks. */
  readonly uneven: readonly string[];
}

/** The runs of one seed, one for each sandbox that was asked. */
export function seededRuns(seed: number, checks: readonly CheckResult[]): SeededRun[] {
  return [...Map.groupBy(checks, ({ variant = clean }) => variant)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([variant, results]) => {
      const overTheRun = [...judgedOverTheRun(results)].map(([requirement, entry]) => ({
        requirement,
        ...entry,
      }));
      return {
        variant,
        seed,
        executed: results.filter(
          ({ requirement, verdict }) =>
            verdict !== 'not-exercised' && (!isRow(variant) || canBlame(requirement)),
        ).length,
        requests: results.reduce((total, { requests }) => total + requests, 0),
        alarms: [...results, ...overTheRun]
          .filter(({ requirement, verdict }) =>
            variant === clean ? isAlarm(verdict) : isFalseAlarm(requirement, verdict),
          )
          .map(
            ({ requirement, name, verdict, reason = '' }) =>
              `${variant}, seed ${seed}: ${requirement}: ${name} (${verdict})\n${reason}`,
          ),
      };
    });
}

export function stabilityOf(runs: readonly SeededRun[]): Stability {
  const alarms = runs.flatMap((run) => run.alarms);
  const uneven = [...Map.groupBy(runs, ({ variant }) => variant)].flatMap(([variant, ofOne]) => {
    const counts = [...new Set(ofOne.map(({ executed }) => executed))];
    return counts.length === 1 ? [] : [`${variant}: ${counts.join(', ')} checks executed`];
  });
  const someRan = runs.length > 0 && runs.every(({ executed }) => executed > 0);
  return { stable: someRan && alarms.length === 0 && uneven.length === 0, runs, alarms, uneven };
}

/** A line for each sandbox, then whatever was not as it should be. */
export function stabilityTable({ stable, runs, alarms, uneven }: Stability): string {
  const lines = [...Map.groupBy(runs, lineOf)].map(([sandboxes, ofOne]) => {
    const executed = [...new Set(ofOne.map((run) => run.executed))].toSorted((a, b) => a - b);
    const range = executed.length < 3 ? executed : [`${executed.at(0)} to ${executed.at(-1)}`];
    const red = ofOne.filter((run) => run.alarms.length > 0).length;
    return `${red === 0 ? 'green' : 'RED  '}  ${sandboxes}: ${ofOne.length} runs, ${range.join(', ')} checks each, ${red} with an alarm`;
  });
  return [
    ...lines,
    ...alarms.map((alarm) => `ALARM ${alarm}`),
    ...uneven.map((sentence) => `UNEVEN ${sentence}`),
    stable ? 'STABLE: no seed makes a difference' : 'NOT STABLE',
  ].join('\n');
}

/** There are dozens of rows, so they share a line. */
function lineOf({ variant }: SeededRun): string {
  return isRow(variant) ? 'rows of pairs' : variant;
}

/** Whether a sandbox is a row of those in which all pairs of lawful values meet. */
export function isRow(variant: string): boolean {
  return variant.startsWith(variantOf.mood('pairs-'));
}

/** Whether somebody who breaks it is not conformant. */
export function canBlame(id: RequirementId): boolean {
  const requirement = requirements[id];
  return canFail(requirement) && requirement.level !== 'advisory';
}

function isAlarm(verdict: CheckVerdict): boolean {
  return verdict === 'failed' || verdict === 'inconclusive';
}
