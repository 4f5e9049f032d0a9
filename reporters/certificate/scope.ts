import { type Api, apiOf, apis } from '../../fixtures/requirements/requirement.ts';
import type { AppliedWaiver, Conformance, RequirementResult } from '../conformance.ts';
import { certificationOf } from '../attestation/fullness.ts';
import { failuresThatCount, outcomeOf } from '../outcome.ts';
import { isJudged, recommendationsIn } from '../verdict.ts';
import { brokenWaivers } from '../waivers/waivers.ts';
import { counted, listed, plain } from './text.ts';

/** What a certificate may call itself, and why it may not call itself more. */
export interface Scope {
  readonly title: string;
  readonly sentence: string;
  /** Why it is partial, as sentences; empty for a full certification. */
  readonly reservations: readonly string[];
}

export function scopeOf(conformance: Conformance): Scope {
  const reservations = certificationOf(conformance).reasons.map((reason) => plain(reason, 400));
  return {
    title: titleOf(conformance, reservations.length > 0),
    sentence: sentenceOf(conformance),
    reservations,
  };
}

/** The APIs that were asked, or would have been. */
export function configuredApis({ target }: Conformance): readonly Api[] {
  return apis.filter((api) => target.apis[api] !== undefined);
}

/** The APIs of which anything was judged; a selection may leave others out. */
export function judgedApis({ requirements, run }: Conformance): readonly Api[] {
  const judged = new Set(
    requirements
      .filter(({ level, verdict }) => isJudged(level, run.failOn) && !unjudged.has(verdict))
      .map(({ id }) => apiOf(id)),
  );
  return apis.filter((api) => judged.has(api));
}

/** Whether `--api` or `--only` left out all of it that can be seen. */
export function isLeftOut(api: Api, { requirements }: Conformance): boolean {
  const seen = requirements.filter((one) => apiOf(one.id) === api && !isUnobservable(one));
  return seen.length > 0 && seen.every(({ obstacle }) => obstacle === 'not-selected');
}

const unjudged: ReadonlySet<RequirementResult['verdict']> = new Set([
  'not-exercised',
  'not-configured',
]);

/** It cannot be seen from outside, so no run can be asked to have shown it. */
export function isUnobservable({ obstacle }: RequirementResult): boolean {
  return obstacle === 'unobservable';
}

function titleOf(conformance: Conformance, partial: boolean): string {
  const { verdict, requirements } = conformance;
  if (verdict !== 'conformant') {
    return `${partial ? 'Partial test report' : 'Test report'}: ${outcomeOf(conformance)}`;
  }
  const conditions = [
    ...(requirements.some((one) => one.verdict === 'waived') ? ['waivers'] : []),
    ...(requirements.some((one) => one.verdict === 'failed' && one.inconsistent !== undefined)
      ? ['inconsistent results']
      : []),
  ];
  const certificate = partial ? 'Partial certificate of conformity' : 'Certificate of conformity';
  return conditions.length === 0 ? certificate : `${certificate} with ${listed(conditions)}`;
}

function judgedIn({ requirements, run }: Conformance): readonly RequirementResult[] {
  return requirements.filter(({ level }) => isJudged(level, run.failOn));
}

function sentenceOf(conformance: Conformance): string {
  const { target, verdict, run, waivers } = conformance;
  const name = plain(target.name, 120);
  const judged = judgedIn(conformance);
  const having = (wanted: RequirementResult['verdict']): number =>
    judged.filter((one) => one.verdict === wanted).length;
  const failed = failuresThatCount(conformance).length;
  const allowed = having('failed') - failed;
  const where = listed(judgedApis(conformance));

  switch (verdict) {
    case 'conformant': {
      const met = counted(having('passed'), 'requirement');
      const but = [
        ...(having('waived') > 0 ? [`${counted(having('waived'), 'failure')} waived`] : []),
        ...(allowed > 0 ? [`${counted(allowed, 'inconsistent result')} allowed`] : []),
      ];
      const advised = recommendationsIn(conformance).length;
      const advice = advised === 0 ? '' : ` ${counted(advised, 'recommendation')} in addition.`;
      if (having('passed') === 0 && but.length === 0)
        return `Nothing that decides was judged of ${name}.${advice}`;
      return `${name} conforms to the documents in all that was judged: it meets ${met} of ${where}${but.length === 0 ? '' : `, with ${listed(but)}`}.${advice}`;
    }
    case 'not-conformant': {
      const ended = brokenInWords(brokenWaivers(waivers, run));
      // A waiver says nothing about the target.
      if (failed === 0)
        return `No requirement that was judged failed, but the run of ${name} is not accepted: ${listed(ended)}.`;
      const why = [`it fails ${counted(failed, 'requirement')} of ${where}`, ...ended];
      return `${name} does not conform to the documents: ${listed(why)}.`;
    }
    case 'inconclusive': {
      const undecided = having('inconclusive');
      const why = run.crashes.length
        ? 'a part of the suite itself failed'
        : !run.complete
          ? 'the run was not completed'
          : undecided > 0
            ? `${counted(undecided, 'requirement')} could not be decided`
            : 'no check was executed';
      return `Whether ${name} conforms to the documents is not known: ${why}.`;
    }
  }
}

function brokenInWords(waivers: readonly AppliedWaiver[]): string[] {
  return (['expired', 'stale'] as const).flatMap((state) => {
    const { length } = waivers.filter((one) => one.state === state);
    if (length === 0) return [];
    const verb = length === 1 ? { expired: 'has', stale: 'is' } : { expired: 'have', stale: 'are' };
    return [`${counted(length, 'waiver')} ${verb[state]} ${state}`];
  });
}
