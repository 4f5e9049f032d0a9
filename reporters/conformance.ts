import type { Level } from '../fixtures/requirements/requirement.ts';
import type { RequirementId } from '../fixtures/requirements/index.ts';
import type { Profile } from '../fixtures/target/run.ts';
import type { CheckVerdict } from './results.ts';

/**
 * The result of a run, as `conformance.json` holds it: the one raw result from which every other
 * report can be rebuilt.
 */
export interface Conformance {
  readonly schemaVersion: 1;
  readonly suite: { readonly name: string; readonly version: string };
  readonly target: {
    readonly name: string;
    /** The address of each API that was configured. */
    readonly apis: Readonly<Record<string, string>>;
    readonly controlPlane: boolean;
  };
  readonly run: {
    readonly startedAt: string;
    readonly finishedAt: string;
    readonly seed: number;
    readonly profile: Profile;
    /** Whether everything that was selected had its turn. */
    readonly complete: boolean;
    readonly requests: number;
    readonly exitStatus: ExitStatus;
    /** What went wrong with the suite itself. */
    readonly crashes: readonly string[];
  };
  readonly verdict: Verdict;
  readonly counts: Readonly<Record<CountName, number>>;
  /** Every requirement of the catalogue, in document order. */
  readonly requirements: readonly RequirementResult[];
}

export type Verdict = 'conformant' | 'not-conformant' | 'inconclusive';

/** 0 conformant, 1 not conformant, 2 usage or configuration, 3 inconclusive, 130 interrupted. */
export type ExitStatus = 0 | 1 | 2 | 3 | 130;

export const requirementVerdicts = [
  'passed',
  'failed',
  'waived',
  'inconclusive',
  'not-exercised',
  'not-configured',
  'observed',
] as const;
export type RequirementVerdict = (typeof requirementVerdicts)[number];

export type CountName =
  | 'passed'
  | 'failed'
  | 'waived'
  | 'inconclusive'
  | 'notExercised'
  | 'notConfigured'
  | 'observed';

export interface RequirementResult {
  readonly id: RequirementId;
  readonly document: number;
  readonly section: string;
  readonly level: Level;
  readonly statement: string;
  readonly verdict: RequirementVerdict;
  /** Why it is not simply passed; of a failed one, the message of its first failed check. */
  readonly reason?: string;
  /** Of an `open` one: what the target does. */
  readonly observation?: string;
  readonly checks: readonly CheckEntry[];
}

/** One check of a requirement, or one clause judged over every answer of the run. */
export interface CheckEntry {
  readonly name: string;
  readonly file: string;
  readonly verdict: CheckVerdict;
  readonly reason?: string;
  readonly durationMs: number;
}
