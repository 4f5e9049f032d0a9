import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type RequirementId, requirementEntries } from '../../fixtures/requirements/index.ts';
import type { CollectedCheck } from './collected-checks.ts';
import {
  catalogueEntries,
  explanationAsJson,
  explanationOf,
  filtered,
  lastRunIn,
  listAsJson,
  type ListFilter,
  listOfRequirements,
  whyNoneFits,
  problemsOf,
} from './catalogue.ts';
import { writeConformanceJson } from '../conformance-json.ts';
import { faultsOf } from './known-faults.ts';
import { textOf } from '../../fixtures/failure-text.ts';
import { aCheck, aJudgement, ids, judged, temporaryFolder } from '../testing.ts';

const conserved = {
  file: 'properties/v2/money.test.ts',
  name: 'keeps the total through any run of movements',
};

const entries = catalogueEntries(
  new Map<RequirementId, readonly CollectedCheck[]>([
    [ids.must, [{ file: 'suites/v2/service.test.ts', name: 'carries a Request-id' }]],
    ['v2.money.is-conserved', [conserved]],
  ]),
);

test('the list shows every requirement under its part', () => {
  const list = listOfRequirements(entries);

  for (const [id, { statement }] of requirementEntries) {
    expect(list).toContain(`  ${id} `);
    expect(list).toContain(statement);
  }
  expect(list.split('\n')[0]).toBe('Document 1 (v1), part 1');
  expect(list).toContain(`${requirementEntries.length} of ${requirementEntries.length} requirem`);
});

/** What a filter keeps, and what it leaves out. */
type Narrowing = readonly [string, ListFilter, inside: RequirementId, outside: RequirementId];

describe('a list is narrowed', () => {
  const idsOf = (filter: Parameters<typeof filtered>[1]): string[] =>
    filtered(entries, filter).map(({ id }) => id);

  test.for([
    ['by API', { apis: ['v2'] }, 'v2.card.id-is-a-string', 'v1.credit-card.succeeds'],
    [
      'by document',
      { documents: ['3'] },
      'subscriptions.create.succeeds',
      'v2.card.id-is-a-string',
    ],
    [
      'by part',
      { sections: ['4.8'] },
      'subscriptions.create.succeeds',
      'gateway.register.succeeds',
    ],
    [
      'by a part and all below it',
      { sections: ['4'], apis: ['gateway'] },
      'gateway.register.succeeds',
      'gateway.signature.changed-body',
    ],
    [
      'by level',
      { levels: ['advisory'] },
      'gateway.authentication.wrong-login',
      'gateway.register.succeeds',
    ],
    ['by tag', { tags: ['property'] }, 'v2.money.is-conserved', 'v2.card.id-is-a-string'],
    ['by words', { words: ['Request-id', 'every'] }, ids.must, 'v2.card.id-is-a-string'],
  ] as const satisfies readonly Narrowing[])('%s', ([, filter, inside, outside]) => {
    const found = idsOf(filter);

    expect(found).toContain(inside);
    expect(found).not.toContain(outside);
    expect(found.length).toBeLessThan(entries.length);
  });

  test('by every filter at once', () => {
    const found = filtered(entries, { apis: ['v2'], levels: ['must', 'derived'], tags: ['money'] });

    expect(found.length).toBeGreaterThan(0);
    for (const { api, requirement, tags } of found) {
      expect(api).toBe('v2');
      expect(['must', 'derived']).toContain(requirement.level);
      expect(tags).toContain('money');
    }
  });

  test('to nothing, in words', () => {
    expect(whyNoneFits(entries, { words: ['zeppelin'] })).toBe(
      'No requirement fits: none has "zeppelin".',
    );
    expect(whyNoneFits(entries, { words: ['tranfer', 'card'] })).toBe(
      'No requirement fits: none has "tranfer" (did you mean transfer?).',
    );
    expect(whyNoneFits(entries, { words: ['card'], apis: ['v2'], sections: ['99'] })).toBe(
      'No requirement fits all of this.',
    );
  });

  test('by no word that does not exist', () => {
    const filter = { levels: ['shall'], tags: ['mony'], documents: ['4'], sections: ['12'] };

    expect(problemsOf(filter)).toEqual([
      'there is no document "4" (did you mean 1?)',
      'there is no part of a document "12" (did you mean 1?)',
      'there is no level "shall"; the choices are must, derived, advisory, open',
      'there is no tag "mony" (did you mean money?)',
    ]);
    expect(problemsOf({ apis: ['v2'], sections: ['2.2'], tags: ['time'] })).toEqual([]);
  });
});

test('a list output JSON holds the entry, its tags and its checks', () => {
  const [entry] = JSON.parse(listAsJson(filtered(entries, { words: [ids.must] }))) as unknown[];

  expect(entry).toMatchObject({
    id: ids.must,
    api: 'v2',
    document: 2,
    section: '1',
    level: 'must',
    statement: 'Every response carries a Request-id header.',
    tags: [],
    checks: [{ file: 'suites/v2/service.test.ts' }],
  });
});

const faults = [
  { id: 'v2.response.silent', breaks: ids.must, what: 'sends no Request-id' },
  { id: 'v2.other', breaks: ids.open, what: 'does something else' },
];

test('an explanation says what is asked, what proves it, how it went and how to run it alone', () => {
  const folder = temporaryFolder();
  writeConformanceJson(folder, judged([aCheck({ verdict: 'failed', reason: 'got 200' })]));
  const lastRun = lastRunIn(folder);

  const text = explanationOf(ids.must, entries, {
    faults,
    ...(lastRun === undefined ? {} : { lastRun }),
  });

  expect(text).toBe(
    [
      ids.must,
      '  Every response carries a Request-id header.',
      '  document 2, part 1; must: the document says so',
      '  checked in suites/v2/service.test.ts: carries a Request-id',
      '  proved by fault v2.response.silent: sends no Request-id',
      '  last run, of Reimplementation 3: failed, got 200',
      `  alone: npm start -- --only ${ids.must}`,
    ].join('\n'),
  );
});

test('an explanation of a beginning says how many there are, and what was sent, expected and got', () => {
  const failure = aJudgement({ requirement: ids.must });
  const reason = textOf(failure);
  const lastRun = judged([aCheck({ verdict: 'failed', reason, failure })]);

  const text = explanationOf('v2.response.request-id-is-p', entries, { faults, lastRun });

  expect(text).toMatch(/^v2\.response\.request-id-is-p: 1 requirement\n\nv2\.response\./);
  expect(text).toContain(
    [
      '  last run, of Reimplementation 3: failed',
      '    sent      GET /v2/cards/c_7',
      '    expected  HTTP 200  {"status":"active"}',
      '    got       HTTP 500  {"error":"oops"}',
      '  alone:',
    ].join('\n'),
  );
});

test('an explanation names the checks although nothing ran yet', () => {
  const text = explanationOf('v2.money.is-conserved', entries, { faults: [] });

  expect(text).toContain('  tags: property, money\n');
  expect(text).toContain(
    '  checked in properties/v2/money.test.ts: keeps the total through any run of movements\n',
  );
});

test('an explanation of what nobody can see says why, and offers no run', () => {
  const text = explanationOf(ids.unobservable, entries, { faults: [] });

  expect(text).toContain('  no check: ');
  expect(text).not.toContain('alone:');
});

test('explanations output JSON are one list', () => {
  const names = [ids.must, 'v2.money'];

  const list = JSON.parse(explanationAsJson(names, entries, { faults })) as { id: string }[];

  expect(list[0]).toMatchObject({
    id: ids.must,
    faults: [{ id: 'v2.response.silent', what: 'sends no Request-id' }],
    alone: `npm start -- --only ${ids.must}`,
  });
  expect(list.length).toBeGreaterThan(2);
});

test('the faults of one API are those that the proof knows, without those of others', async () => {
  const { faults: all } = await import('../../proof/faults/index.ts');

  const found = await faultsOf(['v2']);

  const idsOf = (ones: readonly { id: string }[]): string[] => ones.map(({ id }) => id);
  expect(new Set(idsOf(found))).toEqual(
    new Set(idsOf(all.filter(({ breaks }) => breaks.startsWith('v2.')))),
  );
});

test('a folder without a result has no last run', () => {
  expect(lastRunIn(join(temporaryFolder(), 'absent'))).toBeUndefined();
});
