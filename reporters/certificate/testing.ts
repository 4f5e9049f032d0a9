import { textOf } from '../../fixtures/failure-text.ts';
import { requirementEntries } from '../../fixtures/requirements/index.ts';
import { causesOf } from '../causes/causes.ts';
import type { Conformance, RequirementResult } from '../conformance.ts';
import { aBreach, aJudgement, ids } from '../testing.ts';
import type { CertificateContent } from './block.ts';

/** A requirement of the catalogue, passed unless stated otherwise. */
export function aRequirement(part: Partial<RequirementResult> = {}): RequirementResult {
  return {
    id: ids.must,
    document: 2,
    section: '1',
    level: 'must',
    statement: 'Every response carries a Request-id header.',
    verdict: 'passed',
    checks: [],
    ...part,
  };
}

export const passedAtTheSecond = {
  first: 'failed',
  second: 'passed, alone',
  passed: { note: 'passed, alone' },
};

/** One that failed, with what its check saw. */
export function aFailure(part: Partial<RequirementResult> = {}): RequirementResult {
  const failure = part.reason === undefined ? aJudgement() : aBreach(ids.must, part.reason);
  const reason = textOf(failure);
  return aRequirement({
    verdict: 'failed',
    reason,
    checks: [
      {
        name: 'carries a Request-id',
        file: 'suites/v2/service.test.ts',
        verdict: 'failed',
        reason,
        failures: [failure],
        durationMs: 12,
      },
    ],
    ...part,
  });
}

/** A full certification that went well, with whatever a test changes about it. */
export function aResult({
  run = {},
  target = {},
  requirements = [aRequirement()],
  ...part
}: Partial<Omit<Conformance, 'run' | 'target'>> & {
  readonly run?: Partial<Conformance['run']>;
  readonly target?: Partial<Conformance['target']>;
} = {}): Conformance {
  return {
    schemaVersion: 1,
    suite: { name: 'suite', version: '1.2.3', digest: 'd1'.repeat(32) },
    documents: [{ number: 2, title: 'Card API', sha256: 'a5'.repeat(32) }],
    target: {
      name: 'Reimplementation 3',
      apis: { v2: 'https://sandbox.example' },
      controlPlane: false,
      notConfigured: {},
      ...target,
    },
    run: {
      id: '6f2c6a52-6d0b-4c0e-9a53-0d7c1f0b8a11',
      startedAt: '2026-11-21T09:00:00.000Z',
      finishedAt: '2026-11-21T09:00:04.200Z',
      seed: 42,
      profile: 'certification',
      machine: 'node v24.21.0 on linux x64',
      validUntil: '2027-02-19T09:00:04.200Z',
      allowInconsistent: false,
      failOn: 'derived',
      complete: true,
      requests: 1234,
      exitStatus: 0,
      crashes: [],
      ...run,
    },
    verdict: 'conformant',
    counts: {
      passed: 1,
      failed: 0,
      waived: 0,
      inconclusive: 0,
      notExercised: 0,
      notConfigured: 0,
      observed: 0,
    },
    dialect: [],
    waivers: [],
    operations: {},
    causes: causesOf(requirements, {}, run),
    states: [],
    moves: [],
    windows: [],
    latencies: [],
    generators: [],
    requirements,
    ...part,
  };
}

/** A result in which every section has something to show. */
export function anEventfulResult(): Conformance {
  const cell = { api: 'v2', subject: 'card', refused: 1, unjudged: 1 } as const;
  const requirements = [
    aRequirement(),
    aFailure({ id: ids.otherMust }),
    aFailure({ id: ids.unique, inconsistent: passedAtTheSecond }),
    aFailure({ id: ids.advisory, level: 'advisory' }),
    aFailure({ id: ids.derived, level: 'derived', verdict: 'waived' }),
    aRequirement({ id: ids.open, level: 'open', verdict: 'observed', observation: '0 EUR' }),
    aRequirement({ id: ids.unobservable, verdict: 'not-exercised', reason: 'nobody can see it' }),
    aRequirement({ verdict: 'inconclusive', reason: 'no answer within 30 s' }),
  ];
  return aResult({
    verdict: 'not-conformant',
    run: { profile: 'nightly', crashes: ['a.test.ts could not be loaded'], complete: false },
    requirements,
    waivers: [
      {
        requirement: ids.derived,
        reason: 'fixed in March',
        owner: 'card team',
        issue: 'https://issues.test/7',
        until: '2026-12-31',
        state: 'used',
      },
    ],
    dialect: [{ what: 'v1 changeCardLimit', form: 'a list of limits' }],
    states: [{ ...cell, state: 'active', operation: 'transfer', tried: 5, allowed: 3 }],
    moves: [
      {
        api: 'v2',
        subject: 'card',
        from: 'active',
        by: 'PATCH /v2/cards/{id} status',
        to: 'lost',
        times: 17,
      },
    ],
    windows: [
      {
        cycleType: 4,
        days: [{ day: '2027-01-31', approved: 21, denied: 19 }],
        turns: [{ denied: '2027-01-31T23:59:59.000Z', approved: '2027-02-01T00:00:00.000Z' }],
      },
    ],
    latencies: [
      {
        operation: 'createCard',
        took: [
          [8.14, 90],
          [31.4, 10],
        ],
      },
    ],
    generators: [
      {
        property: 'conserves money',
        file: 'properties/v2/money.test.ts',
        cases: 32,
        commands: 1200,
        accepted: 1000,
        refused: 200,
        deepest: 40,
        reached: { 'end of a day': 7 },
      },
    ],
    comparison: {
      earlier: {
        id: 'earlier-1',
        startedAt: '2026-11-20T09:00:00.000Z',
        verdict: 'conformant',
        suite: 'suite 1.2.2',
        target: 'Reimplementation 2',
      },
      notComparable: ['the profiles differ: smoke before, certification now'],
      identical: false,
      newlyFailing: [ids.otherMust],
      fixed: [],
      newlyNotExercised: [ids.unobservable],
      drifted: [{ id: ids.open, before: '5 EUR', now: '0 EUR' }],
      lostChecks: [{ id: ids.must, checks: ['looks twice'] }],
      added: ['v2.new.one'],
      removed: ['v2.old.one'],
    },
  });
}

/** Members that say how something is shown, and what only a picture shows. */
const unwritten = new Set([
  'kind',
  'verdict',
  'issuedAt',
  'summary',
  'mark',
  'outcome',
  'catalogue',
  'alt',
  'shape',
  'd',
  'tone',
  'stroke',
  'align',
]);

/** Every text of a certificate that a reader is to find in it. */
export function textsIn(content: CertificateContent): readonly string[] {
  const texts = (value: unknown): readonly string[] => {
    // A cell may have lines.
    if (typeof value === 'string') return value.split('\n');
    if (typeof value !== 'object' || value === null) return [];
    // A cell of the picture, and the anchor of a section.
    const isUnnamed = 'mark' in value || 'blocks' in value;
    return Object.entries(value).flatMap(([name, member]) =>
      unwritten.has(name) || (name === 'id' && isUnnamed) ? [] : texts(member),
    );
  };
  return texts(content);
}

/** As many results as a full run has: the whole catalogue, every so many of it failed. */
export function aWholeResult(): Conformance {
  const requirements = requirementEntries.map(([id, one], index) => {
    const { document, section, level, statement } = one;
    const part = { id, document, section, level, statement };
    if (level === 'open') {
      return aRequirement({ ...part, verdict: 'observed', observation: 'HTTP 400 errorCode 24' });
    }
    return index % 17 === 0 ? aFailure(part) : aRequirement(part);
  });
  return aResult({
    verdict: 'not-conformant',
    requirements,
    target: { apis: { v1: 'https://a.test', v2: 'https://a.test', gateway: 'https://a.test' } },
  });
}
