import { expect, test } from 'vitest';
import { aCheck, ids, judged } from '../testing.ts';
import { badgeOf } from './badge.ts';

test('a badge says the verdict, and that it is partial', () => {
  const badge = badgeOf(judged([aCheck()]));

  expect(badge).toContain('<title>conformance: conformant (partial)</title>');
  expect(badge).toContain('#1a7050');
});

test('a badge of a selection says how much was asked', () => {
  const run = { selection: { only: [ids.must] } };

  expect(badgeOf(judged([aCheck()], { run }))).toMatch(
    /conformant \(partial: 1 of \d+ requirements\)<\/title>/,
  );
});

test('a badge counts what failed, without recommendations', () => {
  const checks = [
    aCheck({ verdict: 'failed', reason: 'no' }),
    aCheck({ requirement: ids.advisory, verdict: 'failed', reason: 'no' }),
  ];

  expect(badgeOf(judged(checks))).toContain('not conformant (partial), 1 failed</title>');
});

test('a badge tells the waiver that alone fails a run', () => {
  const waiver = {
    requirement: ids.must,
    reason: 'later',
    owner: 'cards team',
    issue: 'https://tracker.example/7',
    until: '2027-01-31',
  };

  expect(badgeOf(judged([aCheck()], { waivers: [waiver] }))).toContain(
    'not accepted (partial), 1 stale waiver</title>',
  );
});

test('a badge names no target and asks nobody for anything', () => {
  const badge = badgeOf(
    judged([aCheck()], {
      target: { name: '<x>', apis: {}, controlPlane: false, notConfigured: {} },
    }),
  );

  expect(badge).not.toContain('<x>');
  expect(badge.replace('http://www.w3.org/2000/svg', '')).not.toMatch(
    /href|url\(|http|<script|<style/,
  );
});
