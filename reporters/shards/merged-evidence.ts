import { onlyWords } from '../../fixtures/failure.ts';
import { type Api, apiOf, apis } from '../../fixtures/requirements/requirement.ts';
import { type RequirementId, requirements } from '../../fixtures/requirements/index.ts';
import type {
  AppliedWaiver,
  CheckEntry,
  Conformance,
  RequirementResult,
  ShardFacts,
  Waiver,
} from '../conformance.ts';
import type { CheckResult } from '../results.ts';
import { selectionOf } from '../selection.ts';
import type { Evidence, RunFacts, TargetFacts } from '../verdict.ts';

// From the results of the parts back to what one run would have been judged from.

/** Evidence that was put together, and which of its checks are real ones. */
export interface MergedEvidence extends Evidence {
  /** The others stand for what a part saw as a whole. */
  readonly ownChecks: readonly CheckResult[];
}

export interface Merging {
  readonly suite: Conformance['suite'];
  readonly catalogue: Evidence['catalogue'];
  /** The unique number of the whole. */
  readonly id: string;
  /** Of `--compare`. */
  readonly earlier?: Conformance;
}

/** A part, and the folder that it was found in. */
export interface FoundShard {
  readonly from: string;
  readonly conformance: Conformance;
  readonly shard: ShardFacts;
}

/** The evidence that one run would have had. The shards are in their order. */
export function evidenceOf(
  shards: readonly FoundShard[],
  { suite, catalogue, id, earlier }: Merging,
): MergedEvidence {
  const results = shards.map(({ conformance }) => conformance);
  const silences = results.map(silencesOf);
  const [first] = results;
  const ownChecks = shards.flatMap(({ conformance, shard }, at) => [
    ...checksOf(conformance),
    ...unasked(conformance, silences[at] ?? {}, silentForAll(silences), shard),
  ]);
  const waivers = definitionsOf(first?.waivers ?? []);
  return {
    suite,
    catalogue,
    target: targetOf(results),
    run: runOf(results, { id, unreachable: silentForAll(silences) }),
    ownChecks,
    checks: [
      ...ownChecks,
      ...shards.flatMap(({ conformance, shard }) => partsOf(conformance, shard)),
    ],
    ...(waivers.length === 0 ? {} : { waivers }),
    ...(earlier === undefined ? {} : { earlier }),
  };
}

/** What was waived, whatever has become of it in a part. */
export function definitionsOf(applied: readonly AppliedWaiver[]): Waiver[] {
  return applied.map(({ requirement, reason, owner, issue, until }) => ({
    requirement,
    reason,
    owner,
    issue,
    until,
  }));
}

/** The addresses may differ: each part may have had a target of its own, of the same kind. */
function targetOf(results: readonly Conformance[]): TargetFacts {
  const [first] = results;
  const addresses = apis.flatMap((api) => {
    const known = new Set(results.flatMap(({ target }) => target.apis[api] ?? []));
    return known.size === 0 ? [] : [[api, [...known].join(', ')] as const];
  });
  return {
    name: first?.target.name ?? '',
    ...(first?.target.version === undefined ? {} : { version: first.target.version }),
    ...(first?.target.digest === undefined ? {} : { digest: first.target.digest }),
    apis: Object.fromEntries(addresses),
    controlPlane: results.some(({ target }) => target.controlPlane),
    notConfigured: first?.target.notConfigured ?? {},
  };
}

const dayMs = 24 * 60 * 60 * 1000;

function runOf(
  results: readonly Conformance[],
  { id, unreachable }: Pick<RunFacts, 'id' | 'unreachable'>,
): RunFacts {
  const runs = results.map(({ run }) => run);
  const [first] = runs;
  if (first === undefined) throw new Error('there is no part to merge');
  const clocks = runs.flatMap(({ targetClock }) =>
    targetClock === undefined ? [] : [targetClock],
  );
  const days = runs.map((run) => Date.parse(run.validUntil) - Date.parse(run.finishedAt));
  const only = selectionOf(first.selection?.only ?? []);
  const wanted = apis.filter((api) => first.selection?.apis?.includes(api) === true);
  // The merging itself was not interrupted: a part that was makes the whole incomplete, and no more.
  const isCutShort = runs.some(({ complete, crashes }) => !complete && crashes.length === 0);
  return {
    id,
    startedAt: earliest(runs.map(({ startedAt }) => startedAt)),
    finishedAt: latest(runs.map(({ finishedAt }) => finishedAt)),
    ...(clocks.length === 0 ? {} : { targetClock: latest(clocks) }),
    validDays: Math.min(...days.map((ms) => (Number.isFinite(ms) && ms > 0 ? ms / dayMs : 0))),
    machine: [...new Set(runs.map(({ machine }) => machine))].join(', '),
    ...(first.customer === undefined ? {} : { customer: first.customer }),
    ...(first.laboratory === undefined ? {} : { laboratory: first.laboratory }),
    ...(first.catalogue === undefined ? {} : { catalogue: first.catalogue }),
    seed: first.seed,
    profile: first.profile,
    allowInconsistent: first.allowInconsistent,
    failOn: first.failOn,
    ...(first.selection === undefined ? {} : { selection: first.selection }),
    ...(first.selection?.apis === undefined ? {} : { apis: wanted }),
    ...(first.selection?.only === undefined || 'problems' in only ? {} : { only: only.ids }),
    unreachable,
    ...(isCutShort ? { stopped: 'bail' as const } : {}),
    crashes: runs.flatMap(({ crashes }) => crashes),
  };
}

function earliest(moments: readonly string[]): Date {
  return new Date(Math.min(...moments.map((moment) => Date.parse(moment))));
}

function latest(moments: readonly string[]): Date {
  return new Date(Math.max(...moments.map((moment) => Date.parse(moment))));
}

/** Where the clauses over every answer are looked at: their entries are made anew from all parts. */
const overTheRun = 'fixtures/every-answer.ts';

const nothingElse: Omit<CheckResult, 'requirement' | 'name' | 'file' | 'verdict'> = {
  durationMs: 0,
  requests: 0,
  judged: {},
  breaches: [],
  requestIds: [],
};

/** The checks of a part, as the harvest of a run would hold them. */
function checksOf({ requirements: results, generators }: Conformance): CheckResult[] {
  const figures = new Map(
    generators.map(({ property, file, ...figure }) => [`${file}: ${property}`, figure]),
  );
  const ownOf = ({ id, inconsistent, checks }: RequirementResult): CheckResult[] =>
    checks
      .filter(({ file }) => file !== overTheRun)
      .map(({ failures: [failure] = [], ...check }): CheckResult => {
        const generated = figures.get(`${check.file}: ${check.name}`);
        return {
          ...nothingElse,
          ...check,
          requirement: id,
          ...(generated === undefined ? {} : { generated }),
          ...(failure === undefined ? {} : { failure }),
          ...(inconsistent === undefined || check.verdict !== 'failed'
            ? {}
            : { inconsistent: inconsistent.passed }),
        };
      });
  return results.flatMap(ownOf);
}

/** What a part saw beside its checks: requests, every answer, forms and states. */
function partsOf(
  {
    run,
    dialect,
    states,
    moves,
    windows,
    latencies,
    operations,
    requirements: results,
  }: Conformance,
  { index, count, judged, breaches, requestIds }: ShardFacts,
): CheckResult[] {
  const part: CheckResult = {
    ...nothingElse,
    requirement: unobservable,
    name: `part ${index} of ${count}`,
    file: '',
    verdict: 'passed',
  };
  const forms = dialect.flatMap(({ what, form }) =>
    form.split('; or ').map((one): CheckResult => ({ ...part, dialect: { [what]: one } })),
  );
  const ofChecks = results
    .flatMap(({ checks }) => checks)
    .reduce((total, { requests = 0 }) => total + requests, 0);
  const isKnown = (id: string): boolean => Object.hasOwn(requirements, id);
  const whole: CheckResult = {
    ...part,
    requests: Math.max(0, run.requests - ofChecks),
    judged: Object.fromEntries(Object.entries(judged).filter(([id]) => isKnown(id))),
    breaches: breaches
      .filter(({ requirement }) => isKnown(requirement))
      .map((one) => ('acts' in one ? one : { ...onlyWords('judgement', ''), ...one })),
    requestIds: requestIds.map((hash) => `(SHA-256 begins with ${hash})`),
    states,
    moves,
    windows,
    latencies,
    // Those that did not pass say themselves what they asked.
    operations: Object.fromEntries(
      Object.entries(operations).map(([name, { passed }]) => [name, { passed, notPassed: 0 }]),
    ),
  };
  return [whole, ...forms];
}

/** What a part saw as a whole counts, and decides no requirement: nobody can see this one anyhow. */
const unobservable: RequirementId = 'v2.service.no-real-money';

type Silences = RunFacts['unreachable'];

/** The APIs that did not answer a part before its first check, and how that showed. */
function silencesOf({ requirements: results }: Conformance): Silences {
  const silences = new Map<Api, string>();
  for (const { id, obstacle, reason } of results) {
    if (obstacle === 'silent' && reason !== undefined) silences.set(apiOf(id), reason);
  }
  return Object.fromEntries(silences);
}

function silentForAll(silences: readonly Silences[]): Silences {
  const [first = {}, ...others] = silences;
  const entries = apis.flatMap((api) => {
    const reason = first[api];
    return reason !== undefined && others.every((other) => other[api] !== undefined)
      ? [[api, reason] as const]
      : [];
  });
  return Object.fromEntries(entries);
}

/**
 * What an API kept silent about for one part but not for all: which of its checks fell to that part
 * is unknown, so each of its requirements is undecided unless another part saw it fail.
 */
function unasked(
  { requirements: results }: Conformance,
  silences: Silences,
  forAll: Silences,
  { index, count }: ShardFacts,
): CheckResult[] {
  return results.flatMap(({ id, verdict, level }) => {
    const reason = silences[apiOf(id)];
    if (reason === undefined || forAll[apiOf(id)] !== undefined) return [];
    if (verdict !== 'inconclusive' || level === 'open') return [];
    const entry: Omit<CheckEntry, 'durationMs'> = {
      name: `part ${index} of ${count}`,
      file: '',
      verdict: 'inconclusive',
      reason,
    };
    return [{ ...nothingElse, ...entry, requirement: id }];
  });
}
