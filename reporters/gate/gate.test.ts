import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { comparisonOf } from './comparison.ts';
import type { Conformance } from '../conformance.ts';
import { annotations, commandsOff, gateSummary, writeGateReport } from './gate.ts';
import type { CheckResult } from '../results.ts';
import { aCheck, aTarget, ids, judged, temporaryFolder } from '../testing.ts';

const reason = '  sent      GET /v2/cards\n  expected  a Request-id\n  got       HTTP 200  {}';
const hostile =
  '```\n# gotcha\n<script>alert(1)</script> | ![x](http://evil.example/x.png) @everyone\n````\n::error::forged\r\n\u001b[2J';

describe('the job summary', () => {
  test('begins with the verdict and the figures', () => {
    const summary = gateSummary(judged([aCheck()]));

    expect(summary).toMatch(/^## ✅ Conformant: Reimplementation 3\n/);
    expect(summary).toContain('profile nightly, seed 42, 3 requests in 4.2 s');
    expect(summary).toContain('| 1 | 0 | 0 | 0 | 6 | 0 | 0 |');
  });

  test('says nothing against a target that only a waiver fails', () => {
    const waivers = [{ ...waiver, until: '2026-12-31' }];

    expect(gateSummary(judged([aCheck()], { waivers }))).toMatch(
      /^## ❌ Not accepted, for a waiver alone: Reimplementation 3\n/,
    );
  });

  test('shows what was sent, expected and got, and how to see it again', () => {
    const summary = gateSummary(judged([failed(reason)]));

    expect(summary).toMatch(/^## ❌ Not conformant/);
    expect(summary).toContain('### Failures: 1');
    expect(summary).toContain(`\`\`\`text\n${reason}\n\`\`\``);
    expect(summary).toContain(`npm start -- --only ${ids.must} --seed 42`);
  });

  test('tells recommendations, what could not be decided, and a broken suite apart', () => {
    const summary = gateSummary(
      judged(
        [
          aCheck({ requirement: ids.advisory, verdict: 'failed', reason: 'got 200' }),
          aCheck({ verdict: 'inconclusive', reason: 'no answer within 10 s' }),
        ],
        { run: { crashes: ['x.test.ts could not be loaded'] } },
      ),
    );

    expect(summary).toContain('### Recommendations: ');
    expect(summary).not.toContain('### Failures');
    expect(summary).toContain('| 1 | no answer within 10 s |');
    expect(summary).toContain('### The suite itself failed');
    expect(summary).toContain('**The run is incomplete.**');
  });

  test('lists waivers and what has changed', () => {
    const conformance: Conformance = {
      ...judged([failed(reason)]),
      waivers: [{ ...waiver, state: 'used' }],
      comparison: comparisonOf(judged([aCheck()]), judged([failed(reason)])),
    };

    const summary = gateSummary(conformance);

    expect(summary).toContain(`| ${ids.must} | used | cards team | 2027-01-01 |`);
    expect(summary).toContain('### Since the earlier run');
    expect(summary).toContain('newly failing: 1');
  });

  test('makes no Markdown and no HTML of what a target says', () => {
    const check = { ...failed(hostile), name: hostile };
    const target = { ...aTarget, name: hostile };

    const summary = gateSummary(judged([check], { target }));

    const { inside, outside } = fencesOf(summary);
    expect(inside.join('\n')).toContain('<script>alert(1)</script>');
    expect(outside).not.toMatch(/<|!\[|@everyone|^# gotcha/m);
    expect(summary).not.toContain('\u001b');
  });

  test('stays below what GitHub takes', () => {
    const text = `got ${'ä'.repeat(500_000)}`;
    const waivers = Array.from({ length: 5000 }, () => ({
      ...waiver,
      reason: 'x'.repeat(5000),
      state: 'used' as const,
    }));
    const every = Object.values(ids).map((requirement) => aCheck({ ...failed(text), requirement }));

    const summary = gateSummary({ ...judged(every), waivers });

    expect(Buffer.byteLength(summary)).toBeLessThan(1024 * 1024);
  });

  test('leaves out whole parts when there is no room', () => {
    const id = 'i'.repeat(60_000);
    const { requirements, ...rest } = judged([failed(reason)]);
    const many = Array.from({ length: 25 }, () => ({ ...requirements[0], id, statement: id }));
    const crashes = Array.from({ length: 5 }, () => 'c'.repeat(1_000_000));
    const conformance = {
      ...rest,
      requirements: [...many, ...requirements],
      run: { ...rest.run, crashes, seed: Number.MAX_SAFE_INTEGER },
    } as Conformance;

    const summary = gateSummary(conformance);

    expect(Buffer.byteLength(summary)).toBeLessThan(1024 * 1024);
    expect(summary).toMatch(/^## ❌ Not conformant/);
    expect(summary).toMatch(/There is no room for more: `conformance\.json` has everything\.$/);
    expect(fencesOf(summary).unclosed).toBe(false);
  });
});

describe('annotations', () => {
  test('show a failure with its requirement as title', () => {
    expect(annotations(judged([failed(reason)]))).toEqual([
      expect.stringMatching(
        new RegExp(`^::error title=${ids.must}::.*%0A  sent      GET /v2/cards%0A  expected`),
      ),
    ]);
  });

  test('warn of what does not fail the run', () => {
    const conformance = judged([
      aCheck({ requirement: ids.advisory, verdict: 'failed', reason: 'got 200' }),
      aCheck({ verdict: 'inconclusive', reason: 'no answer' }),
    ]);

    expect(annotations(conformance).map((one) => one.split('::')[1])).toEqual([
      'warning title=inconclusive',
      `warning title=${ids.advisory}`,
    ]);
  });

  test.for([
    ['expired', 'EXPIRED on 2027-01-01, and the requirement passes; remove the waiver'],
    ['stale', 'STALE: the requirement passes; remove the waiver'],
  ] as const)('name a waiver that is %s, and what to do', ([state, words]) => {
    const conformance = { ...judged([aCheck()]), waivers: [{ ...waiver, state }] };

    expect(annotations(conformance)).toEqual([
      `::error title=waiver of ${ids.must}::${words} (owner cards team).`,
    ]);
  });

  test('are one line each, whatever a target says', () => {
    const [annotation = ''] = annotations(judged([failed(`100% ${hostile}`)]));

    for (const forbidden of ['\r', '\n', '\u001b']) expect(annotation).not.toContain(forbidden);
    expect(annotation).toContain('100%25 ```%0A# gotcha');
    expect(annotation.match(/^::/gm)).toHaveLength(1);
  });

  test('are ten of a kind at most', () => {
    const crashes = Array.from({ length: 30 }, (_, at) => `crash ${at}`);

    expect(annotations(judged([], { run: { crashes } }))).toHaveLength(10);
  });

  test('are none when all is well', () => {
    expect(annotations(judged([aCheck()]))).toEqual([]);
  });
});

describe('the CI server', () => {
  const told = (env: Record<string, string>, conformance = judged([failed(reason)])): string[] => {
    const lines: string[] = [];
    writeGateReport(conformance, env, (text) => lines.push(text));
    return lines;
  };

  test('is handed the summary in its file, after what stands there', () => {
    const file = join(temporaryFolder(), 'summary.md');

    told({ GITHUB_STEP_SUMMARY: file });
    told({ GITHUB_STEP_SUMMARY: file });

    expect(readFileSync(file, 'utf8').match(/^## ❌ Not conformant/gm)).toHaveLength(2);
  });

  test('hears of annotations only where they are understood', () => {
    expect(told({})).toEqual([]);
    expect(told({ GITHUB_ACTIONS: 'true' })).toEqual([expect.stringMatching(/^::error .*\n$/)]);
  });

  test('hears nothing of a part of a run', () => {
    const shard = { index: 1, count: 2, judged: {}, breaches: [], requestIds: [] };
    const part = judged([failed(reason)], { run: { shard } });

    expect(told({ GITHUB_ACTIONS: 'true' }, part)).toEqual([]);
  });

  test('takes no commands from the output of a run', () => {
    const off = commandsOff({ GITHUB_ACTIONS: 'true' });

    expect(off?.before).toMatch(/^::stop-commands::[0-9a-f-]{36}\n$/);
    expect(off?.after).toBe(off?.before.replace('stop-commands::', '').replace('\n', '::\n'));
    expect(commandsOff({})).toBeUndefined();
  });
});

const waiver = {
  requirement: ids.must,
  reason: 'fixed next week',
  owner: 'cards team',
  issue: 'https://issues.example/7',
  until: '2027-01-01',
};

function failed(text: string): CheckResult {
  return aCheck({ verdict: 'failed', reason: text });
}

/** What stands between fences as long as the one that opened, and what does not. */
function fencesOf(markdown: string): { inside: string[]; outside: string; unclosed: boolean } {
  const inside: string[] = [];
  const outside: string[] = [];
  let fence: string | undefined;
  for (const line of markdown.split('\n')) {
    const [mark] = /^`{3,}/.exec(line) ?? [];
    if (fence === undefined && mark !== undefined) fence = mark;
    else if (fence !== undefined && mark === line && line.length >= fence.length) fence = undefined;
    else (fence === undefined ? outside : inside).push(line);
  }
  return { inside, outside: outside.join('\n'), unclosed: fence !== undefined };
}
