import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { comparisonBlock, comparisonOf, readEarlier } from './comparison.ts';
import type { Conformance } from '../conformance.ts';
import { aCheck, ids, judged, temporaryFolder, observed } from '../testing.ts';

const passing = judged([aCheck()]);
const failing = judged([aCheck({ verdict: 'failed', reason: 'got 200' })]);

describe('two results', () => {
  test('of an unchanged target are identical, whatever a run makes up', () => {
    const first = judged([aCheck({ durationMs: 3, judged: { [ids.otherMust]: 7 } })], {
      run: { id: '11111111-1111-4111-8111-111111111111', seed: 1 },
    });
    const second = judged([aCheck({ durationMs: 40, judged: { [ids.otherMust]: 1 } })], {
      run: { seed: 2 },
    });

    const comparison = comparisonOf(first, second);

    expect(comparison.identical).toBe(true);
    expect(comparison.earlier).toEqual({
      id: '11111111-1111-4111-8111-111111111111',
      startedAt: '2026-11-21T09:00:00.000Z',
      verdict: 'conformant',
      suite: 'suite 1.0.0',
      target: 'Reimplementation 3',
    });
  });

  test('tell what fails now and did not', () => {
    expect(comparisonOf(passing, failing)).toMatchObject({
      identical: false,
      newlyFailing: [ids.must],
      fixed: [],
    });
    expect(comparisonOf(failing, failing).identical).toBe(true);
  });

  test('tell what passes now and failed', () => {
    expect(comparisonOf(failing, passing)).toMatchObject({ newlyFailing: [], fixed: [ids.must] });
  });

  test('tell in what respects they are not comparable', () => {
    const before = judged([aCheck()], { run: { profile: 'certification' } });
    const now = judged([aCheck()], {
      run: { profile: 'smoke', selection: { only: [ids.must] }, stopped: 'interrupted' },
    });

    const { notComparable } = comparisonOf(before, now);

    expect(notComparable).toEqual([
      'the profiles differ: certification before, smoke now',
      `the selections differ: everything before, ${ids.must} now`,
      'the run of 2026-11-21T09:00:00.000Z was cut short',
    ]);
    expect(comparisonBlock(comparisonOf(before, now))).toContain(
      '\n  not comparable: the profiles differ: certification before, smoke now',
    );
    expect(comparisonOf(passing, failing).notComparable).toEqual([]);
  });

  test('take a waived failure for a failure', () => {
    const waived = withVerdict(failing, 'waived');

    expect(comparisonOf(waived, failing).identical).toBe(true);
    expect(comparisonOf(failing, waived).identical).toBe(true);
    expect(comparisonOf(passing, waived).newlyFailing).toEqual([ids.must]);
  });

  test.for(['not-exercised', 'inconclusive'] as const)(
    'tell what is %s now and was looked at',
    (verdict) => {
      const later = judged([aCheck({ verdict, reason: 'needs the control plane' })]);

      expect(comparisonOf(passing, later).newlyNotExercised).toEqual([ids.must]);
      expect(comparisonOf(failing, later)).toMatchObject({ newlyFailing: [], fixed: [] });
    },
  );

  test('do not miss what nobody asked for this time', () => {
    const later = judged([], { run: { only: new Set([ids.derived]) } });

    expect(comparisonOf(passing, later).newlyNotExercised).toEqual([]);
  });

  test('tell requirements that only one of them knows', () => {
    const [, ...others] = passing.requirements;
    const shorter = { ...passing, requirements: others };

    expect(comparisonOf(shorter, passing)).toMatchObject({ added: [ids.must], removed: [] });
    expect(comparisonOf(passing, shorter)).toMatchObject({ added: [], removed: [ids.must] });
  });
});

describe('an open point', () => {
  test('has drifted when the target does something else', () => {
    const [before, now] = [observing('balance 0'), observing('balance 100')];

    expect(comparisonOf(before, now).drifted).toEqual([
      { id: ids.open, before: 'balance 0', now: 'balance 100' },
    ]);
  });

  test.for([
    ['id 6f2c6a52-6d0b-4c0e-9a53-0d7c1f0b8a11', 'id 00000000-6d0b-4c0e-9a53-0d7c1f0b8a11'],
    ['since 2026-11-21T09:00:00.000Z', 'since 2026-11-22T10:30:01+02:00'],
    ['card …1203 is shown', 'card …9944 is shown'],
  ] as const)('has not drifted by "%s" and "%s"', ([before, now]) => {
    expect(comparisonOf(observing(before), observing(now)).identical).toBe(true);
  });

  test('that could not be observed this time is not exercised, and has not drifted', () => {
    const later = judged([
      aCheck({ requirement: ids.open, verdict: 'not-exercised', reason: 'no answer' }),
    ]);

    expect(comparisonOf(observing('balance 0'), later)).toMatchObject({
      drifted: [],
      newlyNotExercised: [ids.open],
    });
  });
});

describe('a check that is gone', () => {
  const two = judged([aCheck({ name: 'a' }), aCheck({ name: 'b' })]);
  const one = judged([aCheck({ name: 'a' })]);

  test('is named', () => {
    expect(comparisonOf(two, one).lostChecks).toEqual([{ id: ids.must, checks: ['b'] }]);
    expect(comparisonOf(one, two).identical).toBe(true);
  });

  test.for([
    ['another profile', { profile: 'smoke' }],
    ['another selection', { selection: { only: [ids.must] } }],
    ['a part only', { shard: { index: 1, count: 2, judged: {}, breaches: [], requestIds: [] } }],
    ['an early end', { stopped: 'bail' }],
  ] as const)('is not missed after %s', ([, run]) => {
    expect(comparisonOf(two, judged([aCheck({ name: 'a' })], { run })).lostChecks).toEqual([]);
  });

  test('is not missed of a requirement that was not exercised', () => {
    const skipped = judged([aCheck({ name: 'a', verdict: 'not-exercised', reason: 'no card' })]);

    expect(comparisonOf(two, skipped).lostChecks).toEqual([]);
  });
});

describe('the terminal', () => {
  test('says in one line that nothing has changed', () => {
    expect(comparisonBlock(comparisonOf(passing, passing))).toMatch(
      /^Compared with the run .* \(Reimplementation 3, conformant, suite 1\.0\.0\): nothing has changed$/,
    );
  });

  test('lists each kind of change, and both sides of a drift', () => {
    const before = judged([aCheck(), observed('balance 0')]);
    const now = judged([aCheck({ verdict: 'failed', reason: 'got 200' }), observed('balance 1')]);

    const block = comparisonBlock(comparisonOf(before, now));

    expect(block).toContain(`newly failing: 1\n      ${ids.must}`);
    expect(block).toContain(`${ids.open}\n        before  balance 0\n        now     balance 1`);
  });

  test('is not flooded', () => {
    const many = Array.from({ length: 30 }, (_, at) => `v2.gone.${at}`);
    const comparison = { ...comparisonOf(passing, passing), identical: false, removed: many };

    expect(comparisonBlock(comparison)).toContain('and 10 more: conformance.json names them');
  });
});

describe('the earlier result', () => {
  test('may be one of the first suites, which knew less', () => {
    const { documents: _, dialect, waivers, states, generators, ...older } = passing;
    const { id, machine, validUntil, allowInconsistent, failOn, ...run } = older.run;
    const file = fileHolding({ ...older, suite: { name: 'suite', version: '0.0.1' }, run });

    const earlier = readEarlier(file);

    if ('problem' in earlier) throw new Error(earlier.problem);
    expect([id, machine, validUntil, allowInconsistent, failOn]).not.toContain(undefined);
    expect([dialect, waivers, states, generators]).toEqual([[], [], [], []]);
    expect(comparisonOf(earlier, passing).identical).toBe(true);
  });

  test('may be that of a folder of reports', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'conformance.json'), JSON.stringify(passing));

    expect(readEarlier(folder)).toMatchObject({ run: { id: passing.run.id } });
  });

  test.for([
    [
      'of another form',
      { ...passing, schemaVersion: 2 },
      'schemaVersion is 2, and this one reads 1',
    ],
    ['that is no object', [1, 2], 'is not a result of this suite'],
    ['with a verdict that is none', { ...passing, verdict: 'fine' }, 'verdict: '],
    ['with requirements that are none', { ...passing, requirements: [{}] }, 'requirements.0.'],
  ] as const)('%s is refused with a sentence', ([, content, words]) => {
    expect(readEarlier(fileHolding(content))).toEqual({ problem: expect.stringContaining(words) });
  });

  test('that is not there, or cut off, is refused with a sentence', () => {
    const file = join(temporaryFolder(), 'half.json');
    writeFileSync(file, JSON.stringify(passing).slice(0, 900));

    expect(readEarlier(file)).toEqual({ problem: expect.stringMatching(/is not JSON/) });
    expect(readEarlier(join(file, 'none'))).toEqual({
      problem: expect.stringMatching(/^--compare: .* cannot be read/),
    });
  });

  test('drives no terminal with what it holds', () => {
    const file = fileHolding({ ...passing, verdict: '\u001b[2J' });

    const read = readEarlier(file);

    expect(JSON.stringify(read)).not.toContain(String.raw`\u001b`);
  });
});

function observing(reason: string): Conformance {
  return judged([observed(reason)]);
}

function withVerdict(conformance: Conformance, verdict: 'waived'): Conformance {
  return {
    ...conformance,
    requirements: conformance.requirements.map((one) =>
      one.verdict === 'failed' ? { ...one, verdict } : one,
    ),
  };
}

function fileHolding(content: unknown): string {
  const file = join(temporaryFolder(), 'conformance.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}
