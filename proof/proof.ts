import { canFail, type Requirement } from '../fixtures/requirements/requirement.ts';
import type { RequirementId } from '../fixtures/requirements/index.ts';
import { judgedOverTheRun } from '../reporters/every-answer.ts';
import type { CheckVerdict } from '../reporters/check-verdict.ts';
import type { CheckResult } from '../reporters/results.ts';

/** A fault as the proof needs to know it. */
export interface KnownFault {
  readonly id: string;
  readonly breaks: RequirementId;
  readonly what: string;
}

/** Whether the suite notices what it is there to notice. */
export interface Proof {
  readonly proved: boolean;
  readonly faults: readonly FaultProof[];
  /** Judged requirements that nothing shows to be judged. */
  readonly withoutFault: readonly RequirementId[];
  /** Checks that passed whatever was broken. */
  readonly neverFailed: readonly CheckName[];
  /** Checks that did not pass on the sandbox as it is. */
  readonly notGreenWhenClean: readonly (CheckName & { readonly reason: string })[];
}

export interface FaultProof {
  readonly id: string;
  readonly breaks: RequirementId;
  readonly what: string;
  readonly caught: boolean;
  /** How long the quickest check took to notice. */
  readonly ms?: number;
  /** The checks that failed as they should. */
  readonly by: readonly string[];
  /** What happened instead, when it was not caught. */
  readonly instead?: string;
  /** Other requirements that failed as well. */
  readonly alsoFailed: readonly RequirementId[];
  /** How many requirements could not be decided any more. */
  readonly inconclusive: number;
}

interface CheckName {
  readonly requirement: RequirementId;
  readonly name: string;
  readonly file: string;
}

export type Catalogue = readonly (readonly [RequirementId, Requirement])[];

/** The variants that a proof asks: the sandbox as it is, with a fault, in another mood. */
export const clean = 'clean';
export const variantOf = {
  fault: (id: string): string => `fault:${id}`,
  mood: (name: string): string => `mood:${name}`,
};

/** Joins what was broken with what was noticed. */
export function proofOf(
  faults: readonly KnownFault[],
  checks: readonly CheckResult[],
  catalogue: Catalogue,
): Proof {
  const byVariant = Map.groupBy(checks, ({ variant = clean }) => variant);
  const onClean = byVariant.get(clean) ?? [];
  const greenWhenClean = verdictsOf(onClean);
  const proofs = faults.map((fault): FaultProof => {
    const results = byVariant.get(variantOf.fault(fault.id)) ?? [];
    return faultProof(fault, results, greenWhenClean.get(fault.breaks));
  });

  const broken = new Set(faults.map(({ breaks }) => breaks));
  const withoutFault = catalogue.flatMap(([id, requirement]) =>
    canFail(requirement) && !broken.has(id) ? [id] : [],
  );
  const failedSomewhere = new Set(
    checks.filter(({ variant, verdict }) => variant !== clean && verdict === 'failed').map(keyOf),
  );
  const neverFailed = onClean
    .filter((check) => check.verdict === 'passed' && !failedSomewhere.has(keyOf(check)))
    .map(nameOf);
  const notGreenWhenClean = onClean
    .filter(({ verdict }) => verdict !== 'passed' && verdict !== 'observed')
    .map((check) => ({ ...nameOf(check), reason: `${check.verdict}: ${check.reason ?? ''}` }));

  const proved =
    proofs.every(({ caught }) => caught) &&
    withoutFault.length === 0 &&
    neverFailed.length === 0 &&
    notGreenWhenClean.length === 0;
  return { proved, faults: proofs, withoutFault, neverFailed, notGreenWhenClean };
}

/**
 * The verdicts without what they rest on, to be kept by the hundred thousand: what was judged over
 * all answers to a variant becomes a result beside the others.
 */
export function condensed(checks: readonly CheckResult[]): CheckResult[] {
  const nothing = { judged: {}, breaches: [], requestIds: [], requests: 0 };

  return [...Map.groupBy(checks, ({ variant = clean }) => variant)].flatMap(
    ([variant, results]) => [
      ...results.map(({ requirement, name, file, verdict, durationMs }): CheckResult => {
        return { requirement, variant, name, file, verdict, durationMs, ...nothing };
      }),
      ...[...judgedOverTheRun(results)].map(
        ([requirement, { name, file, verdict }]): CheckResult => {
          return { requirement, variant, name, file, verdict, durationMs: 0, ...nothing };
        },
      ),
    ],
  );
}

function faultProof(
  { id, breaks, what }: KnownFault,
  results: readonly CheckResult[],
  whenClean: ReadonlySet<CheckVerdict> = new Set(),
): FaultProof {
  const verdicts = verdictsOf(results);
  const own = results.filter(({ requirement }) => requirement === breaks);
  const failed = own.filter(({ verdict }) => verdict === 'failed');
  const isGreen =
    whenClean.has('passed') && !whenClean.has('failed') && !whenClean.has('inconclusive');
  const hasFailed = verdicts.get(breaks)?.has('failed') === true;
  const caught = hasFailed && isGreen;
  const others = [...verdicts].filter(([requirement]) => requirement !== breaks);

  return {
    id,
    breaks,
    what,
    caught,
    ...(failed.length === 0 ? {} : { ms: Math.min(...failed.map(({ durationMs }) => durationMs)) }),
    by:
      failed.length === 0 && hasFailed
        ? ['every answer']
        : failed.map(({ name }) => name).toSorted(),
    ...(caught
      ? {}
      : { instead: isGreen ? insteadOf(own) : 'its checks do not pass on the clean sandbox' }),
    alsoFailed: others
      .filter(([, seen]) => seen.has('failed'))
      .map(([requirement]) => requirement)
      .toSorted(),
    inconclusive: others.filter(([, seen]) => seen.has('inconclusive') && !seen.has('failed'))
      .length,
  };
}

function insteadOf(own: readonly CheckResult[]): string {
  if (own.length === 0) return 'no check covers what it breaks';
  const undecided = own.find(({ verdict }) => verdict === 'inconclusive');
  if (undecided === undefined) return `${own.length} of its checks passed nevertheless`;
  return `inconclusive: ${undecided.reason?.trim().split('\n')[0] ?? ''}`;
}

/** Of each requirement, the verdicts that occurred; clauses over every answer included. */
function verdictsOf(checks: readonly CheckResult[]): Map<RequirementId, Set<CheckVerdict>> {
  const verdicts = new Map<RequirementId, Set<CheckVerdict>>();
  const note = (requirement: RequirementId, verdict: CheckVerdict): void => {
    const known = verdicts.get(requirement);
    if (known === undefined) verdicts.set(requirement, new Set([verdict]));
    else known.add(verdict);
  };
  for (const { requirement, verdict } of checks) note(requirement, verdict);
  for (const [requirement, { verdict }] of judgedOverTheRun(checks)) note(requirement, verdict);
  return verdicts;
}

function nameOf({ requirement, name, file }: CheckResult): CheckName {
  return { requirement, name, file };
}

function keyOf(check: CheckName): string {
  return `${check.requirement}\n${check.name}\n${check.file}`;
}
