import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { aCheck, aTarget, ids, judged, temporaryFolder } from '../testing.ts';
import { noteInHistory, writeTrend } from './trend.ts';

const passing = judged([aCheck()]);
const failing = judged([aCheck({ verdict: 'failed', reason: 'got 200' })]);

describe('the history', () => {
  test('has a line for each run', () => {
    const folder = temporaryFolder();

    noteInHistory(folder, passing);
    noteInHistory(folder, failing);

    expect(linesIn(folder).map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ id: passing.run.id, verdict: 'conformant', seconds: 4.2 }),
      expect.objectContaining({ verdict: 'not-conformant', counts: failing.counts }),
    ]);
  });

  test('forgets the oldest runs', () => {
    const folder = temporaryFolder();

    for (let at = 0; at < 40; at += 1) noteInHistory(folder, withSeed(at));

    const seeds = linesIn(folder).map((line) => (JSON.parse(line) as { seed: number }).seed);
    expect(seeds).toEqual(Array.from({ length: 30 }, (_, at) => at + 10));
  });

  test('keeps as many of each target, profile and selection, and none that was broken off', () => {
    const folder = temporaryFolder();
    const selected = judged([aCheck()], { run: { selection: { only: [ids.must] } } });
    noteInHistory(folder, selected);
    noteInHistory(folder, judged([aCheck()], { run: { profile: 'smoke' } }));
    noteInHistory(folder, judged([aCheck()], { run: { stopped: 'bail' } }));

    for (let at = 0; at < 40; at += 1) noteInHistory(folder, withSeed(at));

    expect(linesIn(folder)).toHaveLength(32);
    expect(linesIn(folder)[0]).toContain(`"selection":"--only ${ids.must}"`);
  });

  test('does not lose a run to a line that was cut off', () => {
    const folder = temporaryFolder();
    noteInHistory(folder, passing);
    appendFileSync(join(folder, 'history.jsonl'), '{"id": "half');

    noteInHistory(folder, failing);

    expect(linesIn(folder)).toHaveLength(3);
    expect(pageOf(folder)).toContain('Conformance over the last 2 runs');
  });
});

describe('the page', () => {
  test('shows the trend of the last run, and others apart', () => {
    const folder = temporaryFolder();
    noteInHistory(folder, judged([aCheck()], { run: { profile: 'smoke' } }));
    noteInHistory(folder, passing);
    noteInHistory(folder, failing);

    const page = pageOf(folder);

    expect(page).toContain('Conformance over the last 2 runs');
    expect(page).toMatch(/<summary>\s*Reimplementation 3, smoke: 1 run\s*<\/summary>/);
    expect(page.indexOf('Reimplementation 3, nightly')).toBeLessThan(page.indexOf('<details>'));
  });

  test('of one run that passed has one day, no empty chart, and names beside its figures', () => {
    const folder = temporaryFolder();
    noteInHistory(folder, passing);

    const page = pageOf(folder);

    expect(page).toMatch(/Reimplementation 3, nightly, 2026-11-21\. Last:/);
    expect(page).toContain('None in this run.');
    expect(page.match(/role="img"/g)).toHaveLength(1);
    expect(page).toContain('data-of="passed">1<');
  });

  test('names what is red, since when, and what comes and goes', () => {
    const folder = temporaryFolder();
    for (const one of [failing, passing, failing, failing]) noteInHistory(folder, one);

    expect(pageOf(folder)).toMatch(
      new RegExp(`<th scope="row">${ids.must}</th> <td>red</td>.*3 of 4</td> <td>flapping</td>`),
    );
  });

  test('shows each run with its verdict, and the last one first in the table', () => {
    const folder = temporaryFolder();
    noteInHistory(folder, passing);
    noteInHistory(folder, failing);

    const page = pageOf(folder);

    expect(page).toMatch(/<tbody>.*✕ not conformant.*✓ conformant.*<\/tbody>/);
    expect(page.match(/fill="url\(#p-failed\)"/g)).toHaveLength(2);
  });

  test('says of each run that it was partial, and of one that only a waiver fails that it was not accepted', () => {
    const folder = temporaryFolder();
    const waiver = {
      requirement: ids.must,
      reason: 'later',
      owner: 'cards team',
      issue: 'https://tracker.example/7',
      until: '2026-11-20',
    };
    noteInHistory(folder, passing);
    noteInHistory(folder, judged([aCheck()], { waivers: [waiver] }));

    const page = pageOf(folder);

    expect(page).toContain('<strong>✕ not accepted (partial)</strong>');
    expect(page).toMatch(/<tbody>.*<td>✓ conformant \(partial\)<\/td>.*<\/tbody>/);
  });

  test('takes the words of a run that noted none from its verdict', () => {
    const folder = temporaryFolder();
    noteInHistory(folder, failing);
    const [line = ''] = linesIn(folder);
    const { outcome: _, ...earlier } = JSON.parse(line) as Record<string, unknown>;
    writeFileSync(join(folder, 'history.jsonl'), `${JSON.stringify(earlier)}\n`);

    expect(pageOf(folder)).toContain('<strong>✕ not conformant</strong>');
  });

  test('says which lines it left out', () => {
    const folder = temporaryFolder();
    noteInHistory(folder, passing);
    const damaged = ['no json', '{}', '{"__proto__":{"id":1}}', JSON.stringify({ id: 7 })];
    appendFileSync(join(folder, 'history.jsonl'), `${damaged.join('\n')}\n`);

    expect(pageOf(folder)).toContain(
      '4 lines of history.jsonl could not be read and were left out',
    );
  });

  test('is there before the first run, and for a history that is none', () => {
    const folder = temporaryFolder();
    expect(pageOf(folder)).toContain('There are no runs in the history yet.');

    writeFileSync(join(folder, 'history.jsonl'), Buffer.alloc(5 * 1024 * 1024, 'x'));

    expect(pageOf(folder)).toContain('There are no runs in the history yet.');
  });

  test('asks nobody for anything and executes nothing, whatever a target is called', () => {
    const folder = temporaryFolder();
    const name = '<script>alert(1)</script>"><img src=x onerror=alert(1)>\u001b[2J';
    noteInHistory(folder, judged([aCheck()], { target: { ...aTarget, name } }));

    const page = pageOf(folder);

    expect(page).not.toMatch(/<(script|img|link|iframe)/);
    expect(page).not.toContain('\u001b');
    expect(page).toContain('&lt;script&gt;');
    expect(page).toContain("default-src 'none'");
  });
});

function withSeed(seed: number): typeof passing {
  return judged([aCheck()], { run: { seed } });
}

function linesIn(folder: string): string[] {
  return readFileSync(join(folder, 'history.jsonl'), 'utf8').trim().split('\n');
}

function pageOf(folder: string): string {
  return readFileSync(writeTrend(folder), 'utf8').replaceAll(/\s+/g, ' ');
}
