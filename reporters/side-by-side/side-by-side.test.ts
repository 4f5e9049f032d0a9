import { describe, expect, test } from 'vitest';
import { aFailure, aRequirement, aResult } from '../certificate/testing.ts';
import type { Conformance, RequirementResult } from '../conformance.ts';
import { ids } from '../testing.ts';
import { type SideBySide, sideBySide } from './side-by-side.ts';

/** Results as columns a, b, c. */
function beside(...results: readonly Conformance[]): SideBySide {
  return sideBySide(results.map((conformance, at) => ({ name: 'abc'.charAt(at), conformance })));
}

function ofOne(...parts: readonly RequirementResult[]): SideBySide {
  return beside(...parts.map((one) => aResult({ requirements: [one] })));
}

const anOpenPoint = (observation: string): RequirementResult =>
  aRequirement({ id: ids.open, level: 'open', verdict: 'observed', observation });

describe('a requirement', () => {
  test.for([
    ['kept by one, broken by another', [aRequirement(), aFailure()], 'keeping'],
    ['waived is broken', [aRequirement(), aFailure({ verdict: 'waived' })], 'keeping'],
    ['kept by both', [aRequirement(), aRequirement()], undefined],
    ['broken by both', [aFailure(), aFailure({ verdict: 'waived' })], undefined],
    [
      'not exercised for one',
      [aRequirement(), aRequirement({ verdict: 'not-exercised' })],
      'exercising',
    ],
    [
      'broken by one, undecided for the other',
      [aFailure(), aRequirement({ verdict: 'inconclusive' })],
      'exercising',
    ],
    [
      'unknown for both, for other reasons',
      [aRequirement({ verdict: 'not-configured' }), aRequirement({ verdict: 'not-exercised' })],
      undefined,
    ],
    ['open, settled otherwise', [anOpenPoint('HTTP 400'), anOpenPoint('HTTP 422')], 'settling'],
    ['open, settled alike', [anOpenPoint('HTTP 400'), anOpenPoint('HTTP 400')], undefined],
  ] as const)('%s', ([, parts, difference]) => {
    expect(ofOne(...parts).requirements.map((row) => row.difference)).toEqual([difference]);
  });

  test('says what is behind a failure, and that it was inconsistent', () => {
    const inconsistent = { first: 'no', second: 'yes', passed: { note: '' } };
    const { requirements } = ofOne(aRequirement(), aFailure({ inconsistent }));

    expect(requirements[0]?.cells).toEqual([
      { verdict: 'passed' },
      {
        verdict: 'failed',
        cause: 'GET /v2/cards/{id} answers HTTP 500',
        reason: expect.stringContaining('HTTP 500') as string,
        inconsistent: true,
      },
    ]);
  });

  test('that one catalogue lacks is unknown there', () => {
    const { requirements, warnings } = beside(
      aResult(),
      aResult({ requirements: [aRequirement(), aFailure({ id: ids.otherMust })] }),
    );

    expect(requirements.map(({ id }) => id)).toEqual([ids.must, ids.otherMust]);
    expect(requirements[1]?.cells[0]).toEqual({ verdict: 'unlisted' });
    expect(requirements[1]?.difference).toBe('exercising');
    expect(warnings).toEqual(['The catalogue of a lacks 1 requirement that others have.']);
  });
});

describe('an open point', () => {
  test('is not settled otherwise by an id, a moment or an address of its own', () => {
    const seen = (host: string, id: string, day: string): Conformance =>
      aResult({
        target: { apis: { v2: `https://${host}.example` } },
        requirements: [anOpenPoint(`https://${host}.example/pay/${id} since ${day}T09:00:00Z`)],
      });
    const { requirements, moves } = beside(
      seen('one', '6f2c6a52-6d0b-4c0e-9a53-0d7c1f0b8a11', '2026-11-21'),
      seen('other', '11111111-6d0b-4c0e-9a53-0d7c1f0b8a11', '2026-12-01'),
    );

    expect(requirements[0]?.difference).toBeUndefined();
    expect(moves[0]?.settledDifferently).toEqual([]);
  });
});

describe('a column', () => {
  test('counts what is in the result, whatever the result says of itself', () => {
    const { targets } = beside(
      aResult({ requirements: [aRequirement(), aFailure({ id: ids.derived, level: 'derived' })] }),
      aResult(),
    );

    expect(targets.map(({ counts }) => counts)).toEqual([
      { must: { passed: 1 }, derived: { failed: 1 }, advisory: {}, open: {} },
      { must: { passed: 1 }, derived: {}, advisory: {}, open: {} },
    ]);
  });

  test('has the causes of its failures, with how much of it others keep', () => {
    const { targets } = beside(
      aResult({ requirements: [aFailure(), aFailure({ id: ids.otherMust })] }),
      aResult({ requirements: [aRequirement(), aFailure({ id: ids.otherMust })] }),
    );

    expect(targets[0]?.causes).toMatchObject([
      { failed: [ids.must, ids.otherMust], keptElsewhere: 1 },
    ]);
  });
});

test('the dialect is what each run found out', () => {
  const { dialect, moves } = beside(
    aResult({ dialect: [{ what: 'v1 time', form: 'UTC' }] }),
    aResult({
      dialect: [
        { what: 'v1 time', form: 'UTC+01:00' },
        { what: 'v2 pin', form: 'four digits' },
      ],
    }),
  );

  expect(dialect).toEqual([
    { what: 'v1 time', forms: ['UTC', 'UTC+01:00'], differs: true },
    { what: 'v2 pin', forms: [null, 'four digits'], differs: false },
  ]);
  expect(moves[0]?.dialect).toEqual([{ what: 'v1 time', before: 'UTC', now: 'UTC+01:00' }]);
});

describe('who moves from one to the other', () => {
  test('loses what the one keeps and the other breaks, and gains the reverse', () => {
    const { moves } = beside(
      aResult({
        requirements: [
          aRequirement(),
          aFailure({ id: ids.otherMust }),
          aRequirement({ id: ids.unique }),
          anOpenPoint('HTTP 400'),
        ],
      }),
      aResult({
        requirements: [
          aFailure(),
          aRequirement({ id: ids.otherMust }),
          aRequirement({ id: ids.unique, verdict: 'not-exercised' }),
          anOpenPoint('HTTP 422'),
        ],
      }),
    );

    expect(moves).toEqual([
      {
        from: 'a',
        to: 'b',
        stopsBeingKept: [ids.must],
        beginsToBeKept: [ids.otherMust],
        settledDifferently: [{ what: ids.open, before: 'HTTP 400', now: 'HTTP 422' }],
        notShown: [ids.unique],
        dialect: [],
      },
      {
        from: 'b',
        to: 'a',
        stopsBeingKept: [ids.otherMust],
        beginsToBeKept: [ids.must],
        settledDifferently: [{ what: ids.open, before: 'HTTP 422', now: 'HTTP 400' }],
        notShown: [],
        dialect: [],
      },
    ]);
  });

  test('may go from each to each other', () => {
    const { moves } = beside(aResult(), aResult(), aResult());

    expect(moves.map(({ from, to }) => from + to)).toEqual(['ab', 'ac', 'ba', 'bc', 'ca', 'cb']);
  });
});

describe('warnings', () => {
  test('there are none where the results compare', () => {
    expect(beside(aResult(), aResult({ target: { name: 'other' } })).warnings).toEqual([]);
  });

  test.for([
    [
      'suites',
      aResult({ suite: { name: 'suite', version: '1.2.4', digest: 'e2'.repeat(32) } }),
      'The suites that judged differ. a: suite 1.2.3, digest d1d1d1d1d1d1. b: suite 1.2.4, digest e2e2e2e2e2e2.',
    ],
    [
      'profiles',
      aResult({ run: { profile: 'smoke' } }),
      'The profiles differ. a: certification. b: smoke.',
    ],
    [
      'documents',
      aResult({ documents: [] }),
      'The documents differ. a: document 2 a5a5a5a5a5a5. b: not named.',
    ],
    [
      'failures',
      aResult({ run: { failOn: 'advisory' } }),
      'What counts as a failure differs. a: derived and above. b: advisory and above.',
    ],
    [
      'sentences',
      aResult({ requirements: [aRequirement({ statement: 'Another one.' })] }),
      `1 requirement has a different sentence or level in some results; shown as in the first of them: ${ids.must}.`,
    ],
    ['broken off', aResult({ run: { complete: false } }), 'The run of b was cut short.'],
    [
      'a selection',
      aResult({ run: { selection: { apis: ['v2'], only: ['v2.card'] } } }),
      'Only a selection was run for b: --api v2 --only v2.card.',
    ],
    [
      'a part',
      aResult({
        run: { shard: { index: 1, count: 3, judged: {}, breaches: [], requestIds: [] } },
      }),
      'b is part 1 of 3 of a run.',
    ],
  ] as const)('name what does not compare: %s', ([, other, warning]) => {
    expect(beside(aResult(), other).warnings).toEqual([warning]);
  });
});

test('every text is bounded and harmless', () => {
  const text = `\u001b[2J\u202e${'x'.repeat(5000)}`;
  const joined = beside(
    aResult({
      target: { name: text, version: text, digest: text, apis: { [text]: text } },
      suite: { name: text, version: text, digest: text },
      dialect: [{ what: text, form: text }],
      requirements: [
        aFailure({ id: text as typeof ids.must, section: text, statement: text, reason: text }),
        anOpenPoint(text),
      ],
    }),
    aResult({ dialect: [{ what: text, form: 'other' }] }),
  );

  const texts = textsIn(joined);
  expect(texts.filter((one) => one.length > 1500)).toEqual([]);
  expect(texts.filter((one) => /[\p{Cc}\u202e]/u.test(one))).toEqual([]);
});

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [name, ...textsIn(member)]);
}
