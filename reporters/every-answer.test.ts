import { expect, test } from 'vitest';
import { judgedOverTheRun } from './every-answer.ts';
import { textOf } from '../fixtures/failure-text.ts';
import { aBreach, aCheck, aJudgement, ids } from './testing.ts';

test('adds up the answers that were looked at', () => {
  const entries = judgedOverTheRun([
    aCheck({ judged: { [ids.must]: 3, [ids.otherMust]: 1 } }),
    aCheck({ judged: { [ids.must]: 4 } }),
  ]);

  expect(entries.get(ids.must)).toEqual({
    name: 'over 7 answers of the whole run',
    file: 'fixtures/every-answer.ts',
    verdict: 'passed',
    durationMs: 0,
  });
  expect(entries.get(ids.otherMust)?.name).toBe('over 1 answer of the whole run');
  expect(entries.size).toBe(2);
});

test('shows a few breaches and counts the rest', () => {
  const breaches = [1, 2].map((n) => aBreach(ids.must, `breach ${n}`));

  const entry = judgedOverTheRun([
    aCheck({ judged: { [ids.must]: 9 }, breaches }),
    aCheck({ judged: { [ids.must]: 9 }, breaches }),
  ]).get(ids.must);

  expect(entry?.verdict).toBe('failed');
  expect(entry?.reason).toBe('breach 1\nbreach 2\nbreach 1\nand 1 more like these');
});

test('takes a breach that was met on the way', () => {
  const entry = judgedOverTheRun([aCheck({ breaches: [aBreach(ids.otherMust, 'refused')] })]).get(
    ids.otherMust,
  );

  expect(entry).toMatchObject({ name: 'during the set-up of other checks', verdict: 'failed' });
});

test('blames no set-up on the requirement that promised what others stand on', () => {
  const met = aJudgement({ phase: 'world', promise: ids.otherMust });
  const culprit = { ...met, requirement: ids.otherMust };

  const entry = judgedOverTheRun([aCheck({ breaches: [culprit] })]).get(ids.otherMust);

  expect(entry?.reason).toMatch(/^ {2}sent {6}GET/);
  expect(textOf(met)).toMatch(/^ {2}the check could not be set up\n/);
});

test('finds a Request-id that came twice, wherever that was', () => {
  const entry = judgedOverTheRun([
    aCheck({ name: 'first', requestIds: ['a', 'b'] }),
    aCheck({ name: 'second', requestIds: ['c', 'a'] }),
  ]).get(ids.unique);

  expect(entry).toMatchObject({ name: 'over 4 answers of the whole run', verdict: 'failed' });
  expect(entry?.reason).toContain('Request-id: a on 2 answers, seen in "first" and "second"');
});

test('finds nothing where every Request-id is its own', () => {
  expect(judgedOverTheRun([aCheck({ requestIds: ['a', 'b'] })]).get(ids.unique)?.verdict).toBe(
    'passed',
  );
});
