import type { GeneratorFigures } from '../fixtures/coverage/generators.ts';
import type { Latency } from '../fixtures/coverage/latencies.ts';
import type { Move } from '../fixtures/coverage/moves.ts';
import type { StateCell } from '../fixtures/coverage/states.ts';
import type { WindowFigures } from '../fixtures/coverage/windows.ts';
import type { Level } from '../fixtures/requirements/requirement.ts';
import type { RequirementId } from '../fixtures/requirements/index.ts';
import type { Profile } from '../fixtures/target/profile.ts';
import type { Failure, SecondAttempt } from '../fixtures/failure.ts';
import type { CheckVerdict } from './check-verdict.ts';

/**
 * The result of a run, as `conformance.json` holds it: the one raw result from which every other
 * report can be rebuilt.
 */
export interface Conformance {
  readonly schemaVersion: 1;
  readonly suite: {
    readonly name: string;
    readonly version: string;
    /** SHA-256, in hex, over everything that judges: which suite this was, whatever its version says. */
    readonly digest: string;
  };
  /** What a target was held against: the documents, with the SHA-256 of the text that was read. */
  readonly documents: readonly DocumentIdentity[];
  readonly target: {
    readonly name: string;
    /** As the settings say: the build that was tested, and `sha256:…` or `sha512:…` of it. */
    readonly version?: string;
    readonly digest?: string;
    /** The address of each API that was configured. */
    readonly apis: Readonly<Record<string, string>>;
    readonly controlPlane: boolean;
    /** Of the other APIs: what to set to have them asked. */
    readonly notConfigured: Readonly<Record<string, string>>;
  };
  readonly run: {
    /** A unique number: a UUID. */
    readonly id: string;
    readonly startedAt: string;
    readonly finishedAt: string;
    readonly seed: number;
    readonly profile: Profile;
    /** Of `--api` and `--only`, as they were typed; absent: everything that is configured. */
    readonly selection?: { readonly apis?: readonly string[]; readonly only?: readonly string[] };
    /** Of `--shard`: this is a part of a run, to be merged with the others. */
    readonly shard?: ShardFacts;
    /** The target's clock at the end of the run, ISO 8601; absent without a control plane. */
    readonly targetClock?: string;
    /** As the settings say: who asked for the certificate, and who made it. */
    readonly customer?: string;
    readonly laboratory?: string;
    /** As the settings say: where the catalogue is published, for reports to link to. */
    readonly catalogue?: string;
    /** What ran the suite: `node v24.21.0 on linux x64`. */
    readonly machine: string;
    /** Until when the result may be relied upon, ISO 8601. */
    readonly validUntil: string;
    /** Requirements whose second attempt passed do not fail this run (`--allow-inconsistent`). */
    readonly allowInconsistent: boolean;
    /** Of `--fail-on`: what breaches on the advisory level are. */
    readonly failOn: FailOn;
    /** Whether everything that was selected had its turn. */
    readonly complete: boolean;
    readonly requests: number;
    readonly exitStatus: ExitStatus;
    /** What went wrong with the suite itself. */
    readonly crashes: readonly string[];
  };
  readonly verdict: Verdict;
  readonly counts: Readonly<Record<CountName, number>>;
  /** What the documents leave open in requests, and which form this target takes. */
  readonly dialect: readonly DialectEntry[];
  /** Every waiver that was handed over, whatever became of it. */
  readonly waivers: readonly AppliedWaiver[];
  /** What has changed since the earlier result of `--compare`. */
  readonly comparison?: Comparison;
  /** Which operation was tried in which state, and what came of it. */
  readonly states: readonly StateCell[];
  /** How cards, orders and so on got from state to state, and how often. */
  readonly moves: readonly Move[];
  /** Movements under limits on the way through time, by cycleType. */
  readonly windows: readonly WindowFigures[];
  /** How long the answers of each operation took; nothing is judged by it. */
  readonly latencies: readonly Latency[];
  /** How the checks that asked an operation came out, by the operation's name. */
  readonly operations: Readonly<Record<string, OperationFigures>>;
  /** What is behind what did not pass, in the order in which it is best mended. */
  readonly causes: readonly Cause[];
  /** What the properties really did. */
  readonly generators: readonly GeneratorFigures[];
  /** Every requirement of the catalogue, in document order. */
  readonly requirements: readonly RequirementResult[];
}

/**
 * The weakest level on which a breach makes a target not conformant. Advisory breaches are
 * recommendations, in every profile, unless an owner wants them to count.
 */
export const failOnLevels = ['derived', 'advisory'] as const;
export type FailOn = (typeof failOnLevels)[number];

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

export const obstacles = ['not-configured', 'unobservable', 'not-selected', 'silent'] as const;
export type Obstacle = (typeof obstacles)[number];

export interface RequirementResult {
  readonly id: RequirementId;
  readonly document: number;
  readonly section: string;
  readonly level: Level;
  readonly statement: string;
  readonly verdict: RequirementVerdict;
  /** Why it was not even looked at. */
  readonly obstacle?: Obstacle;
  /** Why it is not simply passed; of a failed one, the message of its first failed check. */
  readonly reason?: string;
  /** Of an `open` one: what the target does. */
  readonly observation?: string;
  /** It failed, and passed when it was tried once more, alone: the two attempts as messages. */
  readonly inconsistent?: {
    readonly first: string;
    readonly second: string;
    /** The second one as a value; the first one is the failure of its check. */
    readonly passed: SecondAttempt;
  };
  readonly checks: readonly CheckEntry[];
}

/** One check of a requirement, or one clause judged over every answer of the run. */
export interface CheckEntry {
  readonly name: string;
  readonly file: string;
  readonly verdict: CheckVerdict;
  readonly reason?: string;
  /** What went wrong as values, of which `reason` is made: of many alike, the first few. */
  readonly failures?: readonly Failure[];
  /** So many more were alike. */
  readonly moreFailures?: number;
  /** Of a clause over every answer that was broken: whose checks got such an answer, the first few of them. */
  readonly seenIn?: readonly RequirementId[];
  /** Of one that did not pass: the operations that it asked. */
  readonly asked?: readonly string[];
  readonly durationMs: number;
  /** So many it sent; of results written before this was told, nobody knows. */
  readonly requests?: number;
}

/** Checks that asked an operation: so many passed, and so many did not. */
export interface OperationFigures {
  readonly passed: number;
  readonly notPassed: number;
}

/** Requirements that were not shown to be kept for one and the same reason. */
export interface Cause {
  /** In one line: `POST /v2/cards answers HTTP 500`. */
  readonly title: string;
  /** The operation that is to be mended, as the clients name it; absent where none stands out. */
  readonly operation?: string;
  /** Those that failed; the first one shows it best. */
  readonly failed: readonly RequirementId[];
  /** Those that could not be decided for its sake. */
  readonly inconclusive: readonly RequirementId[];
  /** Open ones, and those that nothing could be asked about, for its sake. */
  readonly notExercised: readonly RequirementId[];
}

interface DocumentIdentity {
  readonly number: 1 | 2 | 3;
  readonly title: string;
  readonly sha256: string;
}

/** One point that the suite found out before it could ask. */
export interface DialectEntry {
  /** `v1 changeCardLimit`: the API and what was open. */
  readonly what: string;
  /** In a few words; `no form is accepted` where none was. */
  readonly form: string;
}

/** A failure with an owner, waived until a date. */
export interface Waiver {
  readonly requirement: RequirementId;
  readonly reason: string;
  readonly owner: string;
  /** Address of the issue that will end it. */
  readonly issue: string;
  /** The last day on which it holds, `YYYY-MM-DD`. */
  readonly until: string;
}

/**
 * `used`: its requirement failed and is waived. `expired`: its day has passed. `stale`: its
 * requirement passes. `unused`: its requirement was not exercised in this run, or is one of those
 * whose breaches are recommendations, which need no waiver.
 */
export interface AppliedWaiver extends Waiver {
  readonly state: 'used' | 'expired' | 'stale' | 'unused';
}

/** What differs from an earlier result. All lists are in document order. */
export interface Comparison {
  readonly earlier: {
    readonly id: string;
    readonly startedAt: string;
    readonly verdict: Verdict;
    readonly suite: string;
    readonly target: string;
  };
  /** In what respects the runs are not comparable: `the profiles differ: certification before, smoke now`. */
  readonly notComparable: readonly string[];
  /** Whether nothing below has changed. */
  readonly identical: boolean;
  readonly newlyFailing: readonly RequirementId[];
  readonly fixed: readonly RequirementId[];
  readonly newlyNotExercised: readonly RequirementId[];
  /** Open points on which the target behaves differently. */
  readonly drifted: readonly {
    readonly id: RequirementId;
    readonly before: string;
    readonly now: string;
  }[];
  readonly lostChecks: readonly {
    readonly id: RequirementId;
    readonly checks: readonly string[];
  }[];
  /** Of the catalogue: requirements that only one of the two results knows. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** A breach of a clause over every answer; of many alike, the first few say what went wrong. */
type ShardBreach = Failure | { readonly requirement: RequirementId };

/** What a part of a run leaves for the merging that no verdict alone could be judged from. */
export interface ShardFacts {
  readonly index: number;
  readonly count: number;
  /** Of the clauses over every answer: how often they were looked at, and their breaches. */
  readonly judged: Readonly<Record<string, number>>;
  readonly breaches: readonly ShardBreach[];
  /** Each `Request-id` seen, shortened to the first 16 hex digits of its SHA-256. */
  readonly requestIds: readonly string[];
}
