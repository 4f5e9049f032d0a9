import { expect, test } from 'vitest';
import { junitOf } from './junit.ts';
import { aCheck, ids, judged } from './testing.ts';

const message =
  '  sent      GET /v2/x  <a>&\n  expected  a refusal\n  got       HTTP 200  ]]> ]]> \ufffd';

test('has a suite for each part, a case for each check, and one for what had none', () => {
  const xml = junitOf(judged([aCheck(), aCheck({ name: 'carries another' })]));

  expect(xml).toMatch(
    /^<\?xml version="1.0" encoding="UTF-8"\?>\n<testsuites name="suite: Reimplementation 3, by check" tests="8" failures="0" errors="0" skipped="6">/,
  );
  expect(xml).toContain(
    '<testsuite name="v2, part 1" timestamp="2026-11-21T09:00:00.000Z" time="0.024" tests="5"',
  );
  expect(xml).toContain(
    `<testcase classname="${ids.must}" name="carries a Request-id" time="0.012" file="suites/v2/service.test.ts">`,
  );
  expect(xml).toContain('<property name="level" value="must"/>');
});

test('shows a failure with its whole message', () => {
  const xml = junitOf(judged([aCheck({ verdict: 'failed', reason: message })]));

  expect(xml).toContain('failures="1"');
  expect(xml).toContain(
    '<failure message="Every response carries a Request-id header. sent      GET /v2/x  &lt;a>&amp;" type="not conformant">',
  );
  expect(xml).toContain(
    '<![CDATA[  sent      GET /v2/x  <a>&\n  expected  a refusal\n  got       HTTP 200  ]]&gt; ]]&gt; \ufffd]]>',
  );
});

test('shows what could not be asked as an error', () => {
  const xml = junitOf(judged([aCheck({ verdict: 'inconclusive', reason: 'no answer' })]));

  expect(xml).toContain('errors="1"');
  expect(xml).toContain('<error message="no answer" type="inconclusive">');
});

test('counts an advisory breach only when the run does', () => {
  const checks = [
    aCheck(),
    aCheck({ requirement: ids.advisory, verdict: 'failed', reason: message }),
  ];

  expect(junitOf(judged(checks))).toContain('failures="0"');
  expect(junitOf(judged(checks))).toContain('<property name="advisory" value="breached"/>');
  expect(junitOf(judged(checks, { run: { profile: 'certification' } }))).toContain('failures="0"');
  expect(junitOf(judged(checks, { run: { failOn: 'advisory' } }))).toContain('failures="1"');
});

test('says why something was skipped and what was observed', () => {
  const xml = junitOf(
    judged([
      aCheck({ verdict: 'not-exercised', reason: 'needs the control plane' }),
      aCheck({ requirement: ids.open, verdict: 'observed', reason: 'balance 0' }),
    ]),
  );

  expect(xml).toContain('<property name="reason" value="needs the control plane"/>');
  expect(xml).toContain('<property name="observed" value="balance 0"/>');
});

test('leaves out what was not selected', () => {
  const only = new Set([ids.must]);

  const xml = junitOf(judged([aCheck()], { run: { only } }));

  expect(xml).toContain('tests="2" failures="0" errors="0" skipped="1"');
  expect(xml).not.toContain(ids.otherMust);
});

test('fails where only a waiver fails the run', () => {
  const waiver = {
    requirement: ids.must,
    reason: 'later',
    owner: 'cards team',
    issue: 'https://tracker.example/7?a=1&b',
    until: '2026-11-20',
  };

  const xml = junitOf(judged([aCheck()], { waivers: [waiver] }));

  expect(xml).toContain('failures="1"');
  expect(xml).toContain(
    '<failure message="EXPIRED on 2026-11-20, and the requirement passes; remove the waiver" type="waiver"/>',
  );
});
