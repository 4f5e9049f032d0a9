import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { type Act, onlyWords } from '../fixtures/failure.ts';
import { textOf } from '../fixtures/failure-text.ts';
import type { RequirementId } from '../fixtures/requirements/index.ts';
import { aBreach, aCheck, aJudgement, aTarget, ids, judged } from './testing.ts';
import type { CheckResult } from './results.ts';
import { rerunCommand, summaryOf } from './summary.ts';

const message = '  sent      GET /v2/x\n  expected  a refusal (HTTP 4xx)\n  got       HTTP 200';
const waiver = {
  requirement: ids.must,
  reason: 'later',
  owner: 'cards team',
  issue: 'https://tracker.example/7',
  until: '2026-11-20',
};
const plain = { colour: false, reports: [] };

describe('the summary', () => {
  test('names each failed requirement with sent, expected, got and how to run it again', () => {
    const conformance = judged([aCheck({ verdict: 'failed', reason: message })]);

    expect(summaryOf(conformance, plain)).toContain(
      [
        `  ${ids.must} (document 2, part 1, must)`,
        '  Every response carries a Request-id header.',
        '  - carries a Request-id',
        '      sent      GET /v2/x',
        '      expected  a refusal (HTTP 4xx)',
        '      got       HTTP 200',
        `  again: npm start -- --only ${ids.must} --seed 42`,
      ].join('\n'),
    );
  });

  test('ends with the verdict', () => {
    const conformance = judged([aCheck()]);

    expect(
      summaryOf(conformance, { ...plain, reports: ['reports/conformance.json'] })
        .split('\n')
        .slice(-3),
    ).toEqual([
      'Reports: reports/conformance.json',
      '',
      'Reimplementation 3 is CONFORMANT (partial: profile nightly, 3 not exercised): 1 requirement passed, 0 failed',
    ]);
  });

  test('is loud about an expectation that no document states, and does not count it as failed', () => {
    const breach = aCheck({ requirement: ids.advisory, verdict: 'failed', reason: message });

    const text = summaryOf(judged([aCheck(), breach]), plain);

    expect(text).toContain('RECOMMENDATIONS: 1 expectation of any careful engineer not met');
    expect(text).toContain(`${ids.advisory}: `);
    expect(text).toMatch(
      /is CONFORMANT \(partial: .*\): 1 requirement passed, 0 failed, 1 recommendation not met$/,
    );
  });

  test('counts an advisory breach as failed where it is to count', () => {
    const breach = aCheck({ requirement: ids.advisory, verdict: 'failed', reason: message });

    const text = summaryOf(
      judged([aCheck(), breach], { run: { profile: 'certification', failOn: 'advisory' } }),
      plain,
    );

    expect(text).not.toContain('RECOMMENDATIONS');
    expect(text).toContain(`  ${ids.advisory} (document 2`);
    expect(text).toContain('--profile certification --fail-on advisory');
    expect(text).toMatch(/is NOT CONFORMANT: 1 requirement passed, 1 failed$/);
  });

  test('groups what was not decided and not exercised by reason', () => {
    const text = summaryOf(
      judged([], { run: { unreachable: { v2: 'v2 cannot be reached' } } }),
      plain,
    );

    expect(text).toContain(
      `Could not be decided (inconclusive): 5\n  5 × v2 cannot be reached\n      ${ids.must}, ${ids.otherMust}, ${ids.unique}, …`,
    );
    expect(text).toMatch(/^  1 × cannot be seen from outside$/m);
    expect(text).toMatch(
      /^Reimplementation 3 is INCONCLUSIVE: could not be judged; 0 requirements passed, 0 failed, 5 inconclusive$/m,
    );
  });

  test('calls nothing failed that could not be decided, and shows the first as failures are shown', () => {
    const undecided = [ids.must, ids.otherMust].map((requirement) =>
      aCheck({
        requirement,
        verdict: 'inconclusive',
        reason: message,
        failure: aJudgement({ requirement, phase: 'world' }),
      }),
    );

    const text = summaryOf(judged(undecided), plain);

    expect(text).not.toContain('FAILED');
    expect(text).toContain(
      [
        'NOT DECIDED GET /v2/cards/{id} answers HTTP 500',
        `  ${ids.must} (document 2, part 1, must)`,
        '  Every response carries a Request-id header.',
        '  - carries a Request-id',
        '      the check could not be set up',
        '      sent      GET /v2/cards/c_7',
        '      expected  HTTP 200  {"status":"active"}',
        '      got       HTTP 500  {"error":"oops"}',
        `  again: npm start -- --only ${ids.must} --seed 42`,
        '  also not decided: 1',
        `    ${ids.otherMust}: `,
      ].join('\n'),
    );
  });

  test('names what a target took last, where it went away', () => {
    const failed = (requirement: RequirementId, message: string, sent: string): CheckResult =>
      aCheck({
        requirement,
        verdict: 'inconclusive',
        reason: message,
        failure: {
          ...onlyWords('act', message),
          requirement,
          acts: [{ method: 'POST', path: '/v2/cardholders', sent, got: '' }],
        },
      });
    const checks = [
      failed(ids.must, 'GET /v2/cards/1: connection refused', ''),
      failed(ids.otherMust, 'POST /v2/cardholders: the connection was reset', 'null'),
    ];

    expect(summaryOf(judged(checks), plain)).toContain(
      [
        'NOT DECIDED the target stopped answering',
        '  the last requests that it took and did not answer:',
        '    POST /v2/cardholders  null',
        `  ${ids.otherMust} (`,
      ].join('\n'),
    );
  });

  test('shows no requirement of an undecided cause of which no check says anything', () => {
    const text = summaryOf(judged([], { run: { inVain: { v2: 'HTTP 200 with {}' } } }), plain);

    expect(text).toMatch(/^NOT DECIDED v2: one answer, HTTP 200 with \{\}\n  not decided: \d/m);
    expect(text).not.toContain('again:');
  });

  test('says once why an API was not asked', () => {
    const silence = 'http://host cannot be reached';
    const silent = judged([], { run: { unreachable: { v2: silence } } });

    const first = summaryOf(silent, plain);
    const after = summaryOf(silent, { ...plain, told: [silence] });

    expect(first.split(silence)).toHaveLength(2);
    expect(first).toMatch(/^  1 × not asked of v2, for the reason above$/m);
    expect(after).not.toContain(silence);
    expect(after).toContain(
      'Could not be decided (inconclusive): 5\n  5 × not asked of v2, for the reason above\n',
    );
  });

  test('has the sentence of a cause below its title where nothing more is told of it', () => {
    const causes = [1, 2, 3, 4, 5].map((number) => ({
      title: `title ${number}`,
      failed: [ids.must],
      inconclusive: [],
      notExercised: [],
    }));

    const text = summaryOf({ ...judged([aCheck({ verdict: 'failed' })]), causes }, plain);

    expect(text).toMatch(
      /title 4\n1 requirement has this cause: title 5\n    Every response carries a Request-id header\.\n\n/,
    );
  });

  test('names a recommendation that could not be decided, with its reason', () => {
    const undecided = aCheck({
      requirement: ids.advisory,
      verdict: 'inconclusive',
      reason: 'the payment was not declined',
    });

    const cause = {
      id: '1',
      title: 'x',
      failed: [],
      notExercised: [],
      inconclusive: [ids.advisory],
    };

    const text = summaryOf({ ...judged([aCheck(), undecided]), causes: [cause] }, plain);

    expect(text).toContain(
      `Could not be decided (inconclusive): 1\n  1 × the payment was not declined\n      ${ids.advisory}`,
    );
  });

  test('needs one line for an API that is not configured, and none where nothing of it was selected', () => {
    const target = { ...aTarget, apis: {}, notConfigured: { v2: 'set V2_API_KEY' } };
    const everything = summaryOf(judged([], { target }), plain);
    const selection = { only: ['v1.debit-card'] };

    expect(everything).toMatch(
      /^Not configured: (\d) \(v2 \1\); npm start -- doctor says what to set\n\n/m,
    );
    expect(summaryOf(judged([], { target, run: { selection } }), plain)).not.toContain(
      'configured',
    );
  });

  test('names the addresses of what was asked only', () => {
    const apis = { v1: 'http://one.example', v2: 'http://two.example' };
    const run = { only: new Set([ids.must]), selection: { only: [ids.must] } };

    const text = summaryOf(judged([aCheck()], { target: { ...aTarget, apis }, run }), plain);

    expect(text).toMatch(/^v2 http:\/\/two\.example; profile nightly/m);
  });

  test('shows the verdicts by level', () => {
    const text = summaryOf(judged([aCheck(), aCheck({ requirement: ids.derived })]), plain);

    expect(text).toContain(
      'Requirements by level and verdict. Progress counts the 2 checks; a requirement may have several.\nlevel     passed  not-exercised\nmust           1              3\nderived        1              ·',
    );
  });

  test('tells checks, which progress counts, from clauses over every answer', () => {
    const clauses = { 'v2.response.request-id-is-present': 2 };

    expect(summaryOf(judged([aCheck({ judged: clauses })]), plain)).toContain(
      'Progress counts the 1 check; a requirement may have several, and 1 is judged by all answers.',
    );
  });

  test('counts the waivers that fail the run, and says what to do about each', () => {
    const text = summaryOf(judged([aCheck()], { waivers: [waiver] }), plain);

    expect(text).toContain(
      `  ${ids.must}: EXPIRED on 2026-11-20, and the requirement passes; remove the waiver (cards team, `,
    );
    expect(text).toMatch(
      /^Reimplementation 3 meets every judged requirement; the run is NOT ACCEPTED for 1 expired waiver: 1 requirement passed, 0 failed$/m,
    );
    expect(text).not.toContain('CONFORMANT');
  });

  test('says no more of a target than that nothing failed, where a waiver fails the run and something was not decided', () => {
    const checks = [
      aCheck(),
      aCheck({ requirement: ids.otherMust, verdict: 'inconclusive', reason: 'no answer' }),
    ];

    const text = summaryOf(judged(checks, { waivers: [waiver] }), plain);

    expect(text).toMatch(
      /fails no requirement that counts; the run is NOT ACCEPTED for 1 expired waiver: 1 requirement passed, 0 failed, 1 inconclusive$/,
    );
  });

  test('counts a waiver among the rest where something failed too', () => {
    const checks = [aCheck(), aCheck({ requirement: ids.otherMust, verdict: 'failed' })];

    const text = summaryOf(judged(checks, { waivers: [waiver] }), plain);

    expect(text).toMatch(/is NOT CONFORMANT: 1 requirement passed, 1 failed, 1 expired waiver$/);
  });

  test('only counts what was observed', () => {
    const text = summaryOf(
      judged([aCheck({ requirement: ids.open, verdict: 'observed', reason: 'x' })]),
      plain,
    );

    expect(text).not.toContain(ids.open);
    expect(text).toContain('1 open point observed');
  });

  test('says that the suite itself failed, and that this is no result', () => {
    const text = summaryOf(
      judged([aCheck()], { run: { crashes: ['x.test.ts could not be loaded'] } }),
      plain,
    );

    expect(text).toContain(
      'THE SUITE ITSELF FAILED; this says nothing about the target:\n  x.test.ts could not be loaded',
    );
    expect(text).toMatch(/\nINCOMPLETE\. Reimplementation 3 is [^\n]*$/);
  });

  test('stays readable when everything fails at length', () => {
    const checks = Array.from({ length: 50 }, (_, n) =>
      aCheck({ name: `check ${n}`, verdict: 'failed', reason: 'line\n'.repeat(200) }),
    );

    expect(summaryOf(judged(checks), plain).split('\n').length).toBeLessThan(60);
  });

  test('is the same with colours, but for the colours', () => {
    const conformance = judged([aCheck({ verdict: 'failed', reason: message })]);

    const coloured = summaryOf(conformance, { ...plain, colour: true });

    expect(coloured).toContain('\u001b[31m');
    expect(stripVTControlCharacters(coloured)).toBe(summaryOf(conformance, plain));
  });
});

test('a requirement is run again as deep as it was', () => {
  const { run } = judged([], { run: { profile: 'smoke', seed: 7 } });

  expect(rerunCommand({ id: ids.must, checks: [] }, run)).toBe(
    `npm start -- --only ${ids.must} --seed 7 --profile smoke`,
  );
});

describe('a long failure', () => {
  const act = (path: string): Act => ({ method: 'GET', path, sent: '', status: 200, got: '{}' });
  const failure = aJudgement({
    acts: Array.from({ length: 30 }, (_, at) => act(`/v2/cards/${at}`)),
    expected: 'each as it was',
    differences: [{ path: 'account.balance', expected: 1, got: 2 }],
  });
  const requirement = ids.must;

  test('is cut in its middle, and never before what is wrong', () => {
    const check = aCheck({ verdict: 'failed', failure, reason: textOf(failure) });

    const lines = summaryOf(judged([check]), plain).split('\n');
    const from = lines.findIndex((line) => line.includes('/v2/cards/0'));

    expect(lines[from + 16]).toMatch(/^ *… \(42 more lines in the reports\)$/);
    expect(lines.slice(from + 17, from + 21).map((line) => line.trim())).toEqual([
      'sent      GET /v2/cards/29',
      'expected  each as it was',
      'got       HTTP 200  {}',
      'differs   account.balance: expected 1, got 2',
    ]);
  });

  test('comes first where it comes each time, and all others are named', () => {
    const checks = [ids.must, ids.otherMust, ids.derived, ids.unique, ids.advisory].map((id) =>
      aCheck({
        requirement: id,
        verdict: 'failed',
        failure: aJudgement({ requirement: id }),
        ...(id === requirement ? { inconsistent: { note: 'passed on the second attempt' } } : {}),
      }),
    );

    const text = summaryOf(judged(checks), { ...plain, output: 'my reports' });

    expect(text).toMatch(/^5 requirements have one cause \(4 failed, 1 recommendation\): /);
    expect(text).not.toMatch(new RegExp(`^  ${requirement} `, 'm'));
    expect(text).toMatch(/^  also failed: 4(\n    v2\.\S+( INCONSISTENT)?: .{1,82}){4}$/m);
    expect(text).toContain(`    ${requirement} INCONSISTENT: `);
    expect(text).toMatch(/^  again: npm start -- .* --output 'my reports'$/m);
  });
});

test('names the folder of the reports once', () => {
  const reports = ['a/b/certificate.html', 'a/b/allure-report/index.html'];

  expect(summaryOf(judged([aCheck()]), { ...plain, reports })).toContain(
    '\n\nReports in a/b/: certificate.html, allure-report/index.html\n\n',
  );
});

test('a clause over every answer is run again with what got the answer that broke it', () => {
  const breaches = [aBreach(ids.must, 'it is absent')];
  const result = (of: CheckResult['requirement']): string => {
    const { requirements, run } = judged([aCheck({ requirement: of, breaches })]);
    const [broken] = requirements.filter(({ id }) => id === ids.must);
    return broken === undefined ? '' : rerunCommand(broken, run);
  };

  expect(result(ids.derived)).toContain(`--only ${ids.must},${ids.derived} --seed`);
  expect(result(ids.must)).toContain(`--only ${ids.must} --seed`);
});

test('says last what may explain failures, where there are any', () => {
  const hints = ['a payment with the test card was not approved'];
  const options = { colour: false, reports: [], hints };

  expect(summaryOf(judged([aCheck({ verdict: 'failed' })]), options)).toMatch(
    /Note: a payment with the test card was not approved\n\n.* is NOT CONFORMANT/,
  );
  expect(summaryOf(judged([aCheck()]), options)).not.toContain('Note:');
});

test('says first what was foretold and not exercised, and why', () => {
  const skipped = aCheck({
    requirement: ids.otherMust,
    verdict: 'not-exercised',
    reason: 'no card expires',
  });
  const conformance = judged([aCheck(), skipped]);
  const foretold = new Set([ids.must, ids.otherMust]);

  const [first] = summaryOf(conformance, { colour: false, reports: [], foretold }).split('\n');

  expect(first).toBe('1 fewer requirement was exercised than expected: 1 × no card expires');
  expect(
    summaryOf(conformance, { colour: false, reports: [], foretold: new Set([ids.must]) }),
  ).not.toContain('foretold');
});
