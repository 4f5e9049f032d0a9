import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { countsInTheCode } from './counts.ts';
import type { Measured } from './measured.ts';
import { pageOf } from './page.ts';

const docs = join(import.meta.dirname, '../..', 'docs');
const committed = JSON.parse(readFileSync(join(docs, 'evidence.json'), 'utf8')) as Measured;

test('the figures of docs/evidence.json match the code: else run `npm run evidence`', () => {
  expect(committed.counts).toEqual(countsInTheCode());
});

test('docs/evidence.md is made from docs/evidence.json: else run `npm run evidence -- --page`', () => {
  expect(readFileSync(join(docs, 'evidence.md'), 'utf8')).toBe(pageOf(committed));
});

test('as many faults were caught as there are', () => {
  const { faults } = countsInTheCode();

  for (const [api, { faults: tried, caught }] of Object.entries(committed.proof ?? {})) {
    expect({ api, tried, caught }).toEqual({
      api,
      tried: faults[api as keyof typeof faults],
      caught: tried,
    });
  }
});

test('a page says what was not measured', () => {
  const page = pageOf({ counts: countsInTheCode(), machine: 'a machine', profiles: {} });

  expect(page.match(/Not measured yet\./g)).toHaveLength(4);
});
