import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { TestResult } from 'allure-js-commons';
import { expect, test } from 'vitest';
import type { Act } from '../../fixtures/failure.ts';
import { textOf } from '../../fixtures/failure-text.ts';
import { startAllureResults } from './allure.ts';
import { readableOnPhones, withoutAnalytics } from './allure-page.ts';
import { judgedOverTheRun } from '../every-answer.ts';
import type { CheckResult } from '../results.ts';
import { aBreach, aCheck, aJudgement, ids, temporaryFolder } from '../testing.ts';

test('labels a check with its requirement', () => {
  const [result] = resultsOf([aCheck()]);

  expect(result).toMatchObject({
    name: 'carries a Request-id',
    status: 'passed',
    fullName: `suites/v2/service.test.ts#${ids.must}: carries a Request-id`,
    description: expect.stringContaining(`${ids.must} (document 2, part 1, must)`),
  });
  expect(Object.fromEntries(result?.labels.map(({ name, value }) => [name, value]) ?? [])).toEqual({
    framework: 'vitest',
    language: 'javascript',
    epic: 'v2: Card API v2',
    feature: 'Part 1 The service',
    story: 'Every response carries a Request-id header.',
    severity: 'critical',
    tag: 'must',
    requirement: ids.must,
    document: '2',
    section: '1',
    level: 'must',
    api: 'v2',
  });
});

test.for([
  ['derived', 'minor'],
  ['advisory', 'normal'],
] as const)('shows what is only expected, with --fail-on %s, as %s', ([failOn, severity]) => {
  const folder = temporaryFolder();

  startAllureResults(folder, {}, failOn).add(aCheck({ requirement: ids.advisory }));

  const [result] = read(folder);
  expect(result?.labels).toContainEqual({ name: 'severity', value: severity });
});

test('links to the page of the requirement, where the catalogue is published', () => {
  const folder = temporaryFolder();
  startAllureResults(folder, {}, 'derived', 'https://pages.example').add(aCheck());

  const url = `https://pages.example/r/${ids.must}.html`;
  expect(read(folder)[0]?.links).toEqual([{ type: 'tms', name: ids.must, url }]);
  expect(resultsOf([aCheck()])[0]?.links).toEqual([]);
});

test('says what is wrong before what led there, and each step in a word', () => {
  const act = (path: string): Act => ({ method: 'GET', path, sent: '', status: 200, got: '{}' });
  const [before, last] = [act('/v2/cards'), act('/v2/cards/1')];
  const failure = aJudgement({ story: [before, last], acts: [last] });
  const numbered = {
    ...failure,
    story: [before, last].map((one, exchange) => ({ ...one, exchange })),
    acts: [{ ...last, exchange: 1 }],
  };
  const reason = textOf(numbered);
  const check = { ...aCheck({ verdict: 'failed', reason }), failures: [numbered] };

  const [result] = resultsOf([check]);

  expect(result?.statusDetails.message).toMatch(/^ *sent +GET \/v2\/cards\/1\n *expected /);
  expect(result?.statusDetails.trace).toBe(reason);
  expect(result?.steps.map(({ name }) => name)).toEqual([
    'before: GET /v2/cards → HTTP 200',
    'sent: GET /v2/cards/1 → HTTP 200',
    'expected: HTTP 200 {"status":"active"}',
  ]);
});

test('attaches the exchanges of a failure', () => {
  const folder = temporaryFolder();
  const transcript = 'GET /v2/x\n\nHTTP 200';
  const check = { ...aCheck({ verdict: 'failed', reason: 'got 200' }), transcript };
  const [result] = resultsOf([check], folder);

  expect(result).toMatchObject({ status: 'failed', statusDetails: { message: 'got 200' } });
  const source = result?.attachments[0]?.source ?? '';
  expect(readFileSync(join(folder, source), 'utf8')).toBe(transcript);
});

test('attaches the script that shows a failure again, to each check that failed of it', () => {
  const folder = temporaryFolder();
  const script = join(temporaryFolder(), `${ids.must}.sh`);
  writeFileSync(script, 'exit 1');
  const results = startAllureResults(folder, {});
  results.add(aCheck({ verdict: 'failed', reason: 'got 200' }));
  results.add(aCheck({ name: 'again', verdict: 'failed', reason: 'got 200' }));
  results.add(aCheck({ name: 'passed', verdict: 'passed' }));

  results.attach([script]);

  const attached = read(folder).map(({ attachments }) =>
    attachments.map(({ name, source }) => [name, readFileSync(join(folder, source), 'utf8')]),
  );
  const one = [[`the script that shows it again: repro/${ids.must}.sh`, 'exit 1']];
  expect(attached.filter(({ length }) => length > 0)).toEqual([one, one]);
  expect(attached).toHaveLength(3);
  const sources = read(folder).flatMap(({ attachments }) =>
    attachments.map(({ source }) => source),
  );
  expect(new Set(sources).size).toBe(2);
});

test('tells failed, broken, skipped and observed apart, each with its reason', () => {
  const verdicts = ['failed', 'inconclusive', 'not-exercised', 'observed'] as const;
  const checks = verdicts.map((verdict) =>
    aCheck({ requirement: ids.open, name: verdict, verdict, reason: `because ${verdict}` }),
  );

  const results = resultsOf(checks);

  expect(
    results.map(({ status, statusDetails }) => `${status}: ${statusDetails.message}`).toSorted(),
  ).toEqual([
    'broken: because inconclusive',
    'failed: because failed',
    'passed: because observed',
    'skipped: because not-exercised',
  ]);
});

test('shows what was judged over the whole run', () => {
  const folder = temporaryFolder();
  const check = aCheck({
    judged: { [ids.otherMust]: 3 },
    breaches: [aBreach(ids.otherMust, 'no JSON')],
  });
  const allure = startAllureResults(folder, {});

  allure.add(check);
  allure.addOverTheRun([...judgedOverTheRun([check])]);

  expect(read(folder).find(({ status }) => String(status) === 'failed')).toMatchObject({
    name: 'over 3 answers of the whole run',
    statusDetails: { message: 'no JSON' },
  });
});

test('gives the same check the same identity in every run', () => {
  const [first] = resultsOf([aCheck()]);
  const [second] = resultsOf([aCheck({ durationMs: 99 })]);

  expect(second?.historyId).toBe(first?.historyId);
  expect(second?.testCaseId).toBe(first?.testCaseId);
});

test('names neither the machine nor its folders', () => {
  const text = JSON.stringify(resultsOf([aCheck()]));

  expect(text).not.toContain(hostname());
  expect(text).not.toContain(process.cwd());
});

test('replaces the results of an earlier run and nothing else', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'notes.txt'), 'mine');

  resultsOf([aCheck()], folder);
  const results = resultsOf([aCheck({ name: 'second run' })], folder);

  expect(results.map(({ name }) => name)).toEqual(['second run']);
  expect(existsSync(join(folder, 'notes.txt'))).toBe(true);
});

test('a page without what reports its opening', () => {
  const analytics = `<script async src="https://www.googletagmanager.com/gtag/js?id=G-1"></script>
    <script>
        window.dataLayer = window.dataLayer || [];
        function gtag(){dataLayer.push(arguments);}
        gtag('config', 'G-1', {"report": "awesome"});
    </script>`;
  const rest =
    '<script>window.allure = {}</script><script src="data:text/javascript;base64,eA=="></script>';

  expect(withoutAnalytics(`<body>${rest}${analytics}</body>`).replaceAll(/\s/g, '')).toBe(
    `<body>${rest}</body>`.replaceAll(/\s/g, ''),
  );
});

function resultsOf(checks: readonly CheckResult[], folder = temporaryFolder()): TestResult[] {
  const allure = startAllureResults(folder, { target: 'Reimplementation 3' });
  for (const check of checks) allure.add(check);
  return read(folder);
}

test('wraps what stands side by side where a screen is narrow', () => {
  const html = readableOnPhones('<head><title>$&</title></head><body></head></body>');

  expect(html).toMatch(/^<head><title>\$&<\/title><style>.*max-width.*<\/style><\/head><body>/);
});

function read(folder: string): TestResult[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('-result.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as TestResult);
}
