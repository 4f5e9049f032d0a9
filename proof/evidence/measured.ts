import type { Api } from '../../fixtures/requirements/requirement.ts';
import { apiOf } from '../../fixtures/requirements/requirement.ts';
import type { Profile } from '../../fixtures/target/profile.ts';
import type { Conformance } from '../../reporters/conformance.ts';
import type { Proof } from '../proof.ts';
import { isRow, type Stability } from '../stability.ts';
import { type Counts, forEachApi } from './counts.ts';

/** What has to be run to be known. `docs/evidence.json` keeps it, so that the page can be regenerated. */
export interface Measured {
  /** The code as it was when this was measured, to see whether it still is. */
  readonly counts: Counts;
  /** Node, operating system and processors: seconds mean nothing without. */
  readonly machine: string;
  readonly profiles: Readonly<Partial<Record<Profile, ProfileFigures>>>;
  readonly proof?: Readonly<Record<Api, ProofFigures>>;
  readonly moods?: readonly MoodFigures[];
  readonly stability?: StabilityFigures;
  /** The same of the rows of pairs alone, which are asked apart since they take so long. */
  readonly pairs?: StabilityFigures;
  readonly mutation?: readonly MutationFigures[];
}

/** One run of all four APIs against the embedded sandbox, without the HTML report. */
export interface ProfileFigures {
  readonly on: string;
  readonly checks: number;
  readonly requests: number;
  readonly seconds: number;
  readonly verdict: string;
}

export interface ProofFigures {
  readonly on: string;
  readonly faults: number;
  readonly caught: number;
  /** Milliseconds until the quickest check noticed: of half of the faults, and of the slowest. */
  readonly medianMs: number;
  readonly slowestMs: number;
}

export interface MoodFigures {
  readonly name: string;
  readonly passed: number;
  readonly falseAlarms: number;
}

export interface StabilityFigures {
  readonly on: string;
  readonly seeds: number;
  /** The first of them; they follow one another. */
  readonly firstSeed: number;
  /** The clean one and every mood, each with every seed. */
  readonly sandboxes: number;
  /** Rows of those in which all pairs of lawful values meet, each with every seed. */
  readonly rows: number;
  /** The highest number of a row, as `--rows` takes it: each API has rows of its own. */
  readonly lastRow: number;
  readonly profile: Profile;
  /** Of one seed on one sandbox. */
  readonly fewestChecks: number;
  readonly mostChecks: number;
  readonly requests: number;
  readonly alarms: number;
  /** Requirements, or their prefixes, that were left out. */
  readonly without?: readonly string[];
}

/** Mutants of the sandbox of one API. */
export interface MutationFigures {
  /** An API, or what all of them share. */
  readonly scope: string;
  readonly on: string;
  readonly mutants: number;
  readonly killed: number;
  readonly survived: number;
  readonly equivalent: number;
  readonly notSpecified: number;
  readonly missingCheck: number;
  readonly score: number;
  readonly scoreOfSpecified: number;
}

const dayOf = (moment: string): string => moment.slice(0, 10);

export function profileFigures({ run, requirements, verdict }: Conformance): ProfileFigures {
  const checks = requirements.flatMap((requirement) => requirement.checks);
  return {
    on: dayOf(run.startedAt),
    checks: checks.length,
    requests: run.requests,
    seconds: Math.round((Date.parse(run.finishedAt) - Date.parse(run.startedAt)) / 100) / 10,
    verdict,
  };
}

export function proofFigures(proof: Proof, on: Date): Record<Api, ProofFigures> {
  return forEachApi((api) => {
    const faults = proof.faults.filter(({ breaks }) => apiOf(breaks) === api);
    const times = faults.flatMap(({ ms }) => (ms === undefined ? [] : [ms])).toSorted(ascending);
    return {
      on: dayOf(on.toISOString()),
      faults: faults.length,
      caught: faults.filter(({ caught }) => caught).length,
      medianMs: times[Math.floor(times.length / 2)] ?? 0,
      slowestMs: times.at(-1) ?? 0,
    };
  });
}

export function stabilityFigures(
  { runs, alarms }: Stability,
  { profile, without = [] }: Pick<StabilityFigures, 'profile' | 'without'>,
  on: Date,
): StabilityFigures {
  const executed = runs.map((run) => run.executed);
  const variants = [...new Set(runs.map(({ variant }) => variant))];
  return {
    on: dayOf(on.toISOString()),
    seeds: new Set(runs.map(({ seed }) => seed)).size,
    firstSeed: Math.min(...runs.map(({ seed }) => seed)),
    sandboxes: variants.filter((variant) => !isRow(variant)).length,
    rows: variants.filter(isRow).length,
    lastRow: Math.max(0, ...variants.filter(isRow).map(numberOfRow)),
    profile,
    fewestChecks: Math.min(...executed),
    mostChecks: Math.max(...executed),
    requests: runs.reduce((total, { requests }) => total + requests, 0),
    alarms: alarms.length,
    ...(without.length === 0 ? {} : { without }),
  };
}

/** `mood:pairs-v1-72` is number 72 of v1. */
function numberOfRow(variant: string): number {
  return Number(/\d+$/.exec(variant)?.[0]);
}

function ascending(a: number, b: number): number {
  return a - b;
}
