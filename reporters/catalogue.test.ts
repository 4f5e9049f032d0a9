import { join } from 'node:path';
import { expect, test } from 'vitest';
import { requirementEntries } from '../fixtures/requirements/index.ts';
import { explanationOf, lastRunIn, listOfRequirements } from './catalogue.ts';
import { writeConformanceJson } from './conformance-json.ts';
import { aCheck, ids, judged, temporaryFolder } from './testing.ts';

test('the list shows every requirement under its part', () => {
  const list = listOfRequirements();

  for (const [id, { statement }] of requirementEntries) {
    expect(list).toContain(`  ${id} `);
    expect(list).toContain(statement);
  }
  expect(list.split('\n')[0]).toBe('Document 1 (v1), part 1');
});

test('an explanation says what is asked, what proves it, how it went and how to run it alone', () => {
  const folder = temporaryFolder();
  writeConformanceJson(folder, judged([aCheck({ verdict: 'failed', reason: 'got 200' })]));
  const lastRun = lastRunIn(folder);
  const faults = [
    { id: 'v2.response.silent', breaks: ids.must, what: 'sends no Request-id' },
    { id: 'v2.other', breaks: ids.open, what: 'does something else' },
  ];

  expect(explanationOf(ids.must, { faults, ...(lastRun === undefined ? {} : { lastRun }) })).toBe(
    [
      ids.must,
      '  Every response carries a Request-id header.',
      '  document 2, part 1; must: the document says so',
      '  proved by fault v2.response.silent: sends no Request-id',
      '  last run: failed, got 200',
      '  checked in suites/v2/service.test.ts: carries a Request-id',
      `  alone: npm start -- --only ${ids.must}`,
    ].join('\n'),
  );
});

test('an explanation of what nobody can see says why, and offers no run', () => {
  const text = explanationOf(ids.unobservable, { faults: [] });

  expect(text).toContain('  no check: ');
  expect(text).not.toContain('alone:');
});

test('a folder without a result has no last run', () => {
  expect(lastRunIn(join(temporaryFolder(), 'absent'))).toBeUndefined();
});
