import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Change } from './planted.ts';
import { readCaughtBy, writeCaughtBy } from './caught-by.ts';

const folder = mkdtempSync(join(tmpdir(), 'caught-by-'));
const file = join(folder, 'caught-by.json');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function faultOf(round: number, id: string): Change {
  return { round, id, api: 'v1', edits: [] };
}

test('knows nothing before a fault was asked', () => {
  expect(readCaughtBy(file).of(faultOf(1, 'v1-001'))).toBeUndefined();
});

test('tells what caught a fault last, and forgets what was missed since', () => {
  const caughtBy = readCaughtBy(file);
  caughtBy.note(faultOf(2, 'v1-010'), 'v1.credit-card.succeeds');
  caughtBy.note(faultOf(2, 'v1-009'), 'v1.debit-card.succeeds');
  caughtBy.note(faultOf(2, 'v1-009'), undefined);
  writeCaughtBy(file, caughtBy);

  const again = readCaughtBy(file);

  expect(again.of(faultOf(2, 'v1-010'))).toBe('v1.credit-card.succeeds');
  expect(again.of(faultOf(2, 'v1-009'))).toBeUndefined();
  expect(again.of(faultOf(3, 'v1-010'))).toBeUndefined();
});

test('keeps them in the order of rounds and ids', () => {
  const caughtBy = readCaughtBy(file);
  caughtBy.note(faultOf(10, 'v1-001'), 'v1.credit-card.succeeds');
  caughtBy.note(faultOf(2, 'v1-002'), 'v1.credit-card.succeeds');
  writeCaughtBy(file, caughtBy);

  const names = Object.keys(JSON.parse(readFileSync(file, 'utf8')) as object);

  expect(names).toEqual(['2 v1-002', '2 v1-010', '10 v1-001']);
});

test('does not know a requirement that is no more', () => {
  writeFileSync(file, JSON.stringify({ '1 v1-001': 'v1.no-such.requirement' }));

  expect(readCaughtBy(file).of(faultOf(1, 'v1-001'))).toBeUndefined();
});
