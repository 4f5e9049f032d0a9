import { describe, expect, test } from 'vitest';
import { missingShards, parseShard, shardFactsOf, shardOf, statusOfShard } from './shard.ts';
import { aBreach, aCheck, ids, judged } from '../testing.ts';

describe('--shard', () => {
  test.for([
    ['1/1', { index: 1, count: 1 }],
    ['2/4', { index: 2, count: 4 }],
    ['1000/1000', { index: 1000, count: 1000 }],
  ] as const)('%s is a part of a run', ([text, shard]) => {
    expect(parseShard(text)).toEqual(shard);
  });

  test.for(['', '0/4', '5/4', '1/0', '1/1001', '-1/4', '1', '1/4/2', '1.5/4', 'a/b', ' 1/4'])(
    '"%s" is refused with the form that is wanted',
    (text) => {
      expect(parseShard(text)).toEqual({ problem: expect.stringMatching(/I\/N, as in 2\/4/) });
    },
  );
});

describe('the files of the parts', () => {
  const files = Array.from({ length: 23 }, (_, at) => ({
    path: `suites/v2/${at}.test.ts`,
    size: 1000 + ((at * 37) % 11) * 300,
  }));

  test.for([1, 2, 5, 23, 40])('of %i hold each file once', (count) => {
    const parts = Array.from({ length: count }, (_, at) =>
      shardOf(files, { index: at + 1, count }),
    );

    expect(parts.flat().toSorted()).toEqual(files.map(({ path }) => path).toSorted());
  });

  test('are of about the same size', () => {
    const sizeOf = (index: number): number =>
      shardOf(files, { index, count: 3 }).reduce(
        (total, path) => total + (files.find((file) => file.path === path)?.size ?? 0),
        0,
      );

    const sizes = [1, 2, 3].map(sizeOf);

    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThan(1500);
  });

  test('do not depend on the order in which a machine lists them', () => {
    const part = { index: 2, count: 3 };

    expect(shardOf(files.toReversed(), part)).toEqual(shardOf(files, part));
  });
});

describe('what a part leaves for the merging', () => {
  test('sums what every answer was judged by', () => {
    const checks = [
      aCheck({ judged: { [ids.must]: 2, [ids.otherMust]: 1 } }),
      aCheck({ judged: { [ids.must]: 5 } }),
    ];

    expect(shardFactsOf({ index: 1, count: 2 }, checks)).toMatchObject({
      index: 1,
      count: 2,
      judged: { [ids.must]: 7, [ids.otherMust]: 1 },
    });
  });

  test('keeps the first failures of a clause, and the number of all', () => {
    const checks = [1, 2, 3, 4, 5].map((at) =>
      aCheck({ breaches: [aBreach(ids.must, `breach ${at}`)] }),
    );

    const { breaches } = shardFactsOf({ index: 1, count: 2 }, checks);

    const rest = { requirement: ids.must };
    expect(breaches).toEqual([
      ...['breach 1', 'breach 2', 'breach 3'].map((message) => aBreach(ids.must, message)),
      rest,
      rest,
    ]);
  });

  test('tells repeated Request-ids by a part of their hash', () => {
    const checks = [aCheck({ requestIds: ['a', 'b'] }), aCheck({ requestIds: ['a'] })];

    const { requestIds } = shardFactsOf({ index: 1, count: 2 }, checks);

    expect(requestIds).toEqual(['ca978112ca1bbdca', '3e23e8160039594a', 'ca978112ca1bbdca']);
  });
});

test('the parts that are missing are named as they are typed', () => {
  expect(missingShards([{ index: 2, count: 4 }])).toEqual(['1/4', '3/4', '4/4']);
  expect(missingShards([{ index: 1, count: 1 }])).toEqual([]);
});

describe('the status of a part alone', () => {
  test('is 0 when it had nothing to do', () => {
    expect(judged([]).run.exitStatus).toBe(3);
    expect(statusOfShard(judged([]))).toBe(0);
  });

  test('is 1 when something failed in it', () => {
    expect(statusOfShard(judged([aCheck({ verdict: 'failed' })]))).toBe(1);
  });

  test('is 3 when it could not ask', () => {
    expect(statusOfShard(judged([aCheck({ verdict: 'inconclusive' })]))).toBe(3);
    expect(statusOfShard(judged([], { run: { crashes: ['a file could not be loaded'] } }))).toBe(2);
  });

  test('is 130 when it was interrupted', () => {
    expect(statusOfShard(judged([], { run: { stopped: 'interrupted' } }))).toBe(130);
  });
});
