import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { aCheck, aTarget, ids, judged } from './testing.ts';
import { rerunCommand, summaryOf } from './summary.ts';

const message = '  sent      GET /v2/x\n  expected  a refusal (HTTP 4xx)\n  got       HTTP 200';
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
      'Reimplementation 3 is CONFORMANT (partial): 1 passed, 0 failed',
    ]);
  });

  test('is loud about an expectation that no document states, and does not count it as failed', () => {
    const breach = aCheck({ requirement: ids.advisory, verdict: 'failed', reason: message });

    const text = summaryOf(judged([aCheck(), breach]), plain);

    expect(text).toContain('RECOMMENDATIONS: 1 expectation of any careful engineer not met');
    expect(text).toContain(`${ids.advisory}: `);
    expect(text).toMatch(/is CONFORMANT \(partial\): 1 passed, 0 failed, 1 recommendation$/);
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
    expect(text).toMatch(/is NOT CONFORMANT: 1 passed, 1 failed$/);
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
    expect(text).toMatch(/could not be judged: INCONCLUSIVE: 0 passed, 0 failed, 5 inconclusive$/);
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
      /^Not configured: \d\n  \d × v2 is not configured: set V2_API_KEY\n\n/m,
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
      'level     passed  not-exercised\nmust           1              3\nderived        1              ·',
    );
  });

  test('counts the waivers that fail the run, and says what to do about each', () => {
    const waiver = {
      requirement: ids.must,
      reason: 'later',
      owner: 'cards team',
      issue: 'https://tracker.example/7',
      until: '2026-11-20',
    };

    const text = summaryOf(judged([aCheck()], { waivers: [waiver] }), plain);

    expect(text).toContain(
      `  ${ids.must}: EXPIRED on 2026-11-20, and the requirement passes; remove the waiver (cards team, `,
    );
    expect(text).toMatch(/is NOT CONFORMANT: 1 passed, 0 failed, 1 expired waiver$/);
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
    expect(text).toContain('the run is INCOMPLETE');
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

  expect(rerunCommand('v2.card', run)).toBe('npm start -- --only v2.card --seed 7 --profile smoke');
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
