import { describe, expect, test } from 'vitest';
import { requirements } from '../fixtures/requirements/index.ts';
import { moodProofsOf } from './moods-proof.ts';
import { type Catalogue, condensed, type KnownFault, type Proof, proofOf } from './proof.ts';
import { moodTable, proofTable } from './proof-table.ts';
import type { CheckResult } from '../reporters/results.ts';
import { aBreach, aCheck, ids } from '../reporters/testing.ts';

const fault: KnownFault = {
  id: 'v2.response.silent',
  breaks: ids.must,
  what: 'sends no Request-id',
};
const onlyMust: Catalogue = [[ids.must, requirements[ids.must]]];
const onClean = (part: Partial<CheckResult> = {}): CheckResult =>
  aCheck({ variant: 'clean', ...part });
const withFault = (part: Partial<CheckResult> = {}): CheckResult =>
  aCheck({ variant: 'fault:v2.response.silent', verdict: 'failed', ...part });

describe('a fault', () => {
  test('is caught when a check fails with it and passes without', () => {
    const proof = prove([onClean(), withFault({ durationMs: 30 })]);

    expect(proof.proved).toBe(true);
    expect(proof.faults).toEqual([
      {
        ...fault,
        caught: true,
        ms: 30,
        by: ['carries a Request-id'],
        alsoFailed: [],
        inconclusive: 0,
      },
    ]);
  });

  const missed: readonly (readonly [
    because: string,
    checks: readonly CheckResult[],
    instead: string,
  ])[] = [
    [
      'every check passed',
      [onClean(), withFault({ verdict: 'passed' })],
      '1 of its checks passed nevertheless',
    ],
    [
      'the check could not ask',
      [onClean(), withFault({ verdict: 'inconclusive', reason: 'no answer' })],
      'inconclusive: no answer',
    ],
    ['no check ran', [onClean()], 'no check covers what it breaks'],
    [
      'a check fails without it, too',
      [onClean({ verdict: 'failed' }), withFault()],
      'its checks do not pass on the clean sandbox',
    ],
    [
      'its checks skip themselves',
      [onClean({ verdict: 'not-exercised' }), withFault()],
      'its checks do not pass on the clean sandbox',
    ],
  ];
  for (const [because, checks, instead] of missed) {
    test(`is missed when ${because}`, () => {
      const proof = prove(checks);

      expect(proof.proved).toBe(false);
      expect(proof.faults[0]).toMatchObject({ caught: false, instead });
    });
  }

  test('is caught by a clause that holds for every answer', () => {
    const elsewhere = withFault({
      requirement: ids.derived,
      verdict: 'passed',
      judged: { [ids.must]: 4 },
      breaches: [aBreach(ids.must, 'absent')],
    });

    expect(prove([onClean(), elsewhere]).faults[0]).toMatchObject({
      caught: true,
      by: ['every answer'],
    });
  });

  test('is shown with what else it trips', () => {
    const proof = prove([
      onClean(),
      withFault(),
      withFault({ requirement: ids.derived }),
      withFault({ requirement: ids.otherMust, verdict: 'inconclusive' }),
    ]);

    expect(proof.faults[0]).toMatchObject({ alsoFailed: [ids.derived], inconclusive: 1 });
  });
});

describe('a proof', () => {
  test('names judged requirements without a fault, and minds no other', () => {
    const catalogue: Catalogue = [ids.must, ids.derived, ids.open, ids.unobservable].map((id) => [
      id,
      requirements[id],
    ]);

    const proof = proofOf([fault], [onClean(), withFault()], catalogue);

    expect(proof.withoutFault).toEqual([ids.derived]);
    expect(proof.proved).toBe(false);
  });

  test('names checks that no fault makes fail', () => {
    const proof = prove([
      onClean(),
      withFault(),
      onClean({ name: 'idle' }),
      withFault({ name: 'idle', verdict: 'passed' }),
    ]);

    expect(proof.neverFailed).toMatchObject([{ requirement: ids.must, name: 'idle' }]);
    expect(proof.proved).toBe(false);
  });

  test('names checks that do not pass on the clean sandbox', () => {
    const proof = prove([onClean({ verdict: 'inconclusive', reason: 'no answer' }), withFault()]);

    expect(proof.notGreenWhenClean).toMatchObject([
      { name: 'carries a Request-id', reason: 'inconclusive: no answer' },
    ]);
  });

  test('comes to the same from condensed results', () => {
    const checks = [
      onClean(),
      withFault(),
      withFault({
        requirement: ids.derived,
        verdict: 'passed',
        judged: { [ids.otherMust]: 4 },
        breaches: [aBreach(ids.otherMust, 'no JSON')],
      }),
    ];

    expect(prove(condensed(checks))).toEqual(prove(checks));
    expect(prove(checks).faults[0]?.alsoFailed).toEqual([ids.otherMust]);
  });

  test('reads as a table, the verdict last', () => {
    const table = proofTable(prove([onClean(), withFault({ durationMs: 30 })]), { isFull: false });

    expect(table).toBe(
      [
        'caught    30 ms  v2.response.silent',
        '  sends no Request-id',
        `  breaks ${ids.must}`,
        '',
        '1 of 1 faults caught, median 30 ms',
        '',
        'PROVED: a breach of any judged requirement is caught',
      ].join('\n'),
    );
  });

  test('reads as a table of what is missing', () => {
    const table = proofTable(prove([onClean(), withFault({ verdict: 'passed' })]), {
      isFull: true,
    });

    expect(table).toContain('MISSED           v2.response.silent');
    expect(table).toContain('instead: 1 of its checks passed nevertheless');
    expect(table).toContain(
      [
        'Faults that were missed: 1',
        '  v2.response.silent',
        '    instead: 1 of its checks passed nevertheless',
      ].join('\n'),
    );
    expect(table).toContain('Checks that no fault makes fail: 1');
    expect(table).toMatch(/NOT PROVED$/);
  });
});

describe('a mood', () => {
  const inMood = (part: Partial<CheckResult> = {}): CheckResult =>
    aCheck({ variant: 'mood:terse', ...part });

  test('is conformant when nothing fails and something passes', () => {
    const [proof] = moodProofsOf(['terse'], [inMood(), inMood({ verdict: 'not-exercised' })]);

    expect(proof).toEqual({
      name: 'terse',
      conformant: true,
      passed: 1,
      notExercised: 1,
      falseAlarms: [],
    });
    expect(moodProofsOf(['terse'], [])[0]?.conformant).toBe(false);
  });

  test('is a false alarm when a check fails, or an answer breaks a clause, or nobody could ask', () => {
    const breach = aBreach(ids.otherMust, 'no JSON');
    const moods = moodProofsOf(
      ['terse'],
      [
        inMood({ verdict: 'failed', reason: 'got 200' }),
        inMood({ breaches: [breach] }),
        inMood({ verdict: 'inconclusive' }),
      ],
    );

    expect(moods[0]?.falseAlarms).toHaveLength(3);
    expect(moodTable(moods)).toContain('FALSE ALARM  mood terse');
    expect(moodTable(moods)).toContain(`failed: ${ids.must}: carries a Request-id\n    got 200`);
  });
});

function prove(checks: readonly CheckResult[]): Proof {
  return proofOf([fault], checks, onlyMust);
}
