import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeConformanceJson } from './conformance-json.ts';
import type { Conformance } from './conformance.ts';
import { extentOf, type Place, placeFor, placeOf } from './report-place.ts';
import { aCheck, ids, judged, temporaryFolder } from './testing.ts';

const whole = judged([aCheck()]);
const selected = judged([aCheck()], { run: { selection: { only: [ids.must] } } });
const aborted = judged([aCheck()], { run: { stopped: 'interrupted' } });

describe('the first run of a folder', () => {
  test.for([
    ['everything', whole, 'everything'],
    ['a selection', selected, 'a part'],
    ['one that is broken off', aborted, 'everything'],
  ] as const)('writes there: %s', ([, result, extent]) => {
    const folder = temporaryFolder();

    const settled = run(placeFor(folder, extent), result);

    expect(settled).toEqual({ folder });
    expect(idIn(folder)).toBe(result.run.id);
  });
});

describe('the certificate of a run of everything', () => {
  test.for([
    ['a selection', selected, 'a part'],
    ['a part', judged([aCheck()], { run: { shard: aShard() } }), 'a part'],
    ['one that is broken off', aborted, 'everything'],
  ] as const)('is not replaced by less: %s', ([, result, extent]) => {
    const folder = heldBy(whole);

    const { folder: other, note } = run(placeFor(folder, extent), named(result, 'less'));

    expect(other).toBe(join(folder, 'partial'));
    expect(note).toMatch(
      /^These reports are in .*partial: .* keeps those of the fuller run of 2026-11-21T09/,
    );
    expect(idIn(folder)).toBe(whole.run.id);
    expect(idIn(other)).toBe('less');
    expect(readFileSync(join(folder, 'certificate.html'), 'utf8')).toBe(whole.run.id);
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  test('is not replaced by a run that could judge nothing', () => {
    const folder = heldBy(whole);
    const unreachable = judged([aCheck({ verdict: 'inconclusive' })]);

    const { folder: other } = run(placeFor(folder, 'everything'), named(unreachable, 'none'));

    expect(other).toBe(join(folder, 'partial'));
    expect(idIn(folder)).toBe(whole.run.id);
  });

  test('stays while the next run is under way, and goes on in its trend', () => {
    const folder = heldBy(whole);
    writeFileSync(join(folder, 'history.jsonl'), 'one\n');

    const place = placeFor(folder, 'everything');

    expect(idIn(folder)).toBe(whole.run.id);
    expect(readFileSync(join(place.folder, 'history.jsonl'), 'utf8')).toBe('one\n');
    expect(run(place, named(whole, 'next'))).toEqual({ folder });
    expect(idIn(folder)).toBe('next');
    expect(readFileSync(join(folder, 'history.jsonl'), 'utf8')).toBe('one\n');
  });

  test('is replaced with everything that is its own, and nothing else', () => {
    const folder = heldBy(whole);
    mkdirSync(join(folder, 'allure-results'));
    const name = `${'0'.repeat(36)}-result.json`;
    writeFileSync(join(folder, 'allure-results', name), '{}');
    writeFileSync(join(folder, 'notes.txt'), 'mine');

    run(placeFor(folder, 'everything'), named(whole, 'next'));

    expect(readdirSync(join(folder, 'allure-results'))).toEqual([]);
    expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toBe('mine');
  });

  test('leaves what was broken off without the trend that it is no part of', () => {
    const folder = heldBy(whole);
    writeFileSync(join(folder, 'history.jsonl'), 'one\n');

    const { folder: other } = run(placeFor(folder, 'everything'), aborted);

    expect(existsSync(join(other, 'history.jsonl'))).toBe(false);
    expect(existsSync(join(folder, 'history.jsonl'))).toBe(true);
  });
});

test('less is replaced by as much, and by more', () => {
  const folder = heldBy(selected);

  expect(run(placeFor(folder, 'a part'), named(selected, 'again'))).toEqual({ folder });
  expect(run(placeFor(folder, 'everything'), named(whole, 'all'))).toEqual({ folder });
  expect(idIn(folder)).toBe('all');
});

test('what asks again a part of an API goes beside the run of the whole of it', () => {
  const ofAnApi = judged([aCheck()], { run: { selection: { apis: ['v2'] } } });
  const again = judged([aCheck()], { run: { selection: { apis: ['v2'], only: [ids.must] } } });
  const folder = heldBy(ofAnApi);

  const place = placeFor(folder, extentOf({ apis: ['v2'], only: [ids.must] }));

  expect(run(place, again).folder).toBe(join(folder, 'partial'));
  expect(run(placeFor(folder, 'whole APIs'), named(ofAnApi, 'next'))).toEqual({ folder });
  expect(run(placeFor(folder, 'everything'), named(whole, 'all'))).toEqual({ folder });
  expect(run(placeFor(folder, 'whole APIs'), ofAnApi).folder).toBe(join(folder, 'partial'));
});

test('a folder without a certificate has nothing to keep', () => {
  const folder = temporaryFolder();
  writeConformanceJson(folder, whole);

  expect(placeFor(folder, 'a part').folder).toBe(folder);
});

test('a merged result takes its place by what it holds', () => {
  const folder = heldBy(whole);

  expect(run(placeOf(folder, selected), selected).folder).toBe(join(folder, 'partial'));
  expect(run(placeOf(folder, whole), named(whole, 'merged'))).toEqual({ folder });
});

function heldBy(result: Conformance): string {
  const folder = temporaryFolder();
  run(placeFor(folder, 'everything'), result);
  return folder;
}

/** Writes as a run does, and takes its place. */
function run(place: Place, result: Conformance): ReturnType<Place['settle']> {
  writeConformanceJson(place.folder, result);
  writeFileSync(join(place.folder, 'certificate.html'), result.run.id);
  return place.settle(result);
}

function named(result: Conformance, id: string): Conformance {
  return { ...result, run: { ...result.run, id } };
}

function idIn(folder: string): string {
  const text = readFileSync(join(folder, 'conformance.json'), 'utf8');
  return (JSON.parse(text) as Conformance).run.id;
}

function aShard() {
  return { index: 1, count: 2, judged: {}, breaches: [], requestIds: [] };
}
