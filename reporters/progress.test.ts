import { describe, expect, test } from 'vitest';
import { type Progress, progressLine, progressOn, type Screen, timeInWords } from './progress.ts';
import { aCheck, ids } from './testing.ts';

describe('a line of progress', () => {
  const tally = { planned: 400, done: 100, failed: 2, requests: 900 };

  test('shows done and total, failures, requests per second and time left', () => {
    const outlook = { elapsedMs: 2000, filesLoaded: 8, filesKnown: 8 };

    expect(progressLine('v2', tally, outlook)).toBe(
      'v2  100 of 400 checks, 2 failed, about 6 s left, 450 requests/s',
    );
  });

  test('estimates the total while files are still being loaded', () => {
    const outlook = { elapsedMs: 2000, filesLoaded: 4, filesKnown: 8 };

    const half = { ...tally, done: 200 };

    expect(progressLine('v2', half, outlook)).toContain('200 of about 800 checks');
    expect(progressLine('v2', half, outlook)).toContain('about 6 s left');
  });

  test('promises nothing while it is too early', () => {
    const outlook = { elapsedMs: 900, filesLoaded: 1, filesKnown: 1 };

    expect(progressLine('v2', { ...tally, done: 0, requests: 0 }, outlook)).toBe(
      'v2  0 of 400 checks, 2 failed, just begun, 0 requests/s',
    );
    expect(progressLine('v2', tally, outlook)).not.toMatch(/just begun|left/);
    expect(progressLine('v2', { ...tally, done: 400 }, outlook)).toContain('all done');
  });

  test('promises nothing before a fifth is done', () => {
    const outlook = { elapsedMs: 20_000, filesLoaded: 8, filesKnown: 8 };

    expect(progressLine('v2', { ...tally, done: 79 }, outlook)).toBe(
      'v2  79 of 400 checks, 2 failed, 45 requests/s',
    );
    expect(progressLine('v2', { ...tally, done: 80 }, outlook)).toContain('about 80 s left');
  });

  test('goes by the pace of the later half', () => {
    const earlier = { elapsedMs: 10_000, done: new Map([['v2', 40] as const]) };
    const outlook = { elapsedMs: 20_000, filesLoaded: 8, filesKnown: 8, earlier };

    expect(progressLine('v2', { ...tally, done: 240 }, outlook)).toContain('about 8 s left');
  });

  test('counts long times in minutes', () => {
    expect([timeInWords(1), timeInWords(119_500), timeInWords(121_000)]).toEqual([
      '1 s',
      '120 s',
      '3 min',
    ]);
  });
});

describe('progress on a pipe', () => {
  test('speaks at the start, every ten seconds and at the end', () => {
    const { progress, written, clock } = onAScreen({ isLive: false });

    progress.filesKnown(1);
    progress.planned([ids.must, ids.must, ids.advisory]);
    clock.ms = 9900;
    progress.finished(aCheck({ verdict: 'failed' }));
    clock.ms = 10_000;
    progress.finished(
      aCheck({ requirement: ids.advisory, name: 'refuses a path', verdict: 'failed' }),
    );
    clock.ms = 10_100;
    progress.finished(aCheck());
    progress.end();

    expect(written).toEqual([
      'v2  0 of 3 checks, 0 failed, just begun, 0 requests/s',
      'v2  2 of 3 checks, 1 failed, about 5 s left, 1 requests/s',
      'v2  3 checks in all, 1 of them failed, 1 requests/s',
    ]);
  });

  test('tells of several in one line', () => {
    const { progress, written, clock } = onAScreen({ isLive: false });

    progress.foreseen(new Map([['v2', 3] as const, ['v1', 5] as const]));
    clock.ms = 10_000;
    progress.finished(aCheck({ verdict: 'failed' }));

    expect(written).toEqual([
      'v1 0 of about 5, v2 0 of about 3 checks, 0 failed, just begun, 0 requests/s',
      'v1 0 of about 5, v2 1 of about 3 checks, 1 failed, 0 requests/s',
    ]);
  });

  test('says nothing again while nothing more is done', () => {
    const { progress, written, clock } = onAScreen({ isLive: false });

    progress.foreseen(new Map([['v2', 410]]));
    clock.ms = 10_000;
    progress.planned([ids.must]);
    progress.end();

    expect(written).toEqual(['v2  0 of about 410 checks, 0 failed, just begun, 0 requests/s']);
  });

  test('takes what was foreseen for an estimate, and ends with what there was', () => {
    const { progress, written, clock } = onAScreen({ isLive: false });

    progress.foreseen(new Map([['v2', 3]]));
    progress.planned([ids.must, ids.must]);
    clock.ms = 10_000;
    progress.finished(aCheck());
    progress.finished(aCheck());
    progress.end();

    expect(written).toEqual([
      'v2  0 of about 3 checks, 0 failed, just begun, 0 requests/s',
      expect.stringMatching(/^v2  1 of about 3 checks, /),
      'v2  2 checks in all, 0 of them failed, 1 requests/s',
    ]);
  });

  test('ends with one check where there was one', () => {
    const { progress, written, clock } = onAScreen({ isLive: false });

    progress.planned([ids.must]);
    clock.ms = 10_000;
    progress.finished(aCheck());
    progress.end();

    expect(written.at(-1)).toMatch(/^v2 {2}1 check in all, /);
  });

  test('knows the total before a file is loaded, where it was foreseen', () => {
    const { progress, written } = onAScreen({ isLive: false });

    progress.foreseen(new Map([['v2', 410]]));
    progress.filesKnown(30);

    expect(written).toEqual(['v2  0 of about 410 checks, 0 failed, just begun, 0 requests/s']);
  });
});

describe('progress on a terminal', () => {
  test('changes its lines in place, and takes them away at the end', () => {
    const { progress, written, updates, clock } = onAScreen({ isLive: true });

    progress.filesKnown(1);
    progress.planned([ids.must]);
    clock.ms = 99;
    progress.finished(aCheck());
    clock.ms = 100;
    progress.finished(aCheck());
    progress.end();

    expect(written).toEqual([]);
    expect(updates).toHaveLength(3);
    expect(updates.at(-1)).toBe('(taken away)');
  });

  test('keeps quiet about failures that are wanted', () => {
    const { progress, written } = onAScreen({ isLive: true, failuresAreExpected: true });

    progress.planned([ids.must]);
    progress.finished(aCheck({ verdict: 'failed' }));

    expect(written).toEqual([]);
  });
});

interface Observed {
  readonly progress: Progress;
  readonly written: readonly string[];
  readonly updates: readonly string[];
  readonly clock: { ms: number };
}

function onAScreen({
  isLive,
  failuresAreExpected = false,
}: {
  isLive: boolean;
  failuresAreExpected?: boolean;
}): Observed {
  const written: string[] = [];
  const updates: string[] = [];
  const clock = { ms: 0 };
  const screen: Screen = {
    isLive,
    write: (text) => written.push(text),
    update: (text) => updates.push(text),
    done: () => updates.push('(taken away)'),
  };
  return {
    progress: progressOn(screen, { failuresAreExpected, now: () => clock.ms }),
    written,
    updates,
    clock,
  };
}
