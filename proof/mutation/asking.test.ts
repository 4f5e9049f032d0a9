import { expect, test } from 'vitest';
import { hearing } from './asking.ts';
import { needless } from './embedded.ts';

// What the checks of one requirement say about a mutant, in the order in which it is heard.

const variant = 'mutant:7@usual#v2.card.currency';
const passed = { variant, verdict: 'passed', ms: 5, reason: '', isIdle: false } as const;
const idle = { ...passed, reason: 'there is nothing to ask', isIdle: true } as const;
const failed = { ...passed, verdict: 'failed', reason: 'it is not EUR' } as const;
const spared = { ...passed, verdict: 'undecided', reason: `${needless}.` } as const;

test.for([
  ['all that pass', [passed, passed], 'passed'],
  ['one that fails among those that pass', [passed, failed, passed], 'failed'],
  ['one that fails before others are spared', [failed, spared], 'failed'],
  ['one that fails and is heard after those that it spared', [spared, failed], 'failed'],
] as const)('of %s comes one answer', ([, all, verdict]) => {
  const heard = hearing();

  for (const one of all) heard.hear(one);

  expect(heard.answers().get(variant)).toMatchObject({ verdict, ms: 5 * all.length });
});

test('one that found nothing to ask is told from those that pass', () => {
  const heard = hearing();

  for (const one of [passed, idle, passed]) heard.hear(one);

  expect(heard.answers().get(variant)).toMatchObject({ verdict: 'passed', isIdle: true });
});

test('those that are all spared say nothing of it', () => {
  const heard = hearing();

  heard.hear(spared);

  expect(heard.answers().has(variant)).toBe(false);
  expect(heard.isAnswered(variant)).toBe(true);
});

test('it is under way until as many have ended as have begun', () => {
  const heard = hearing();

  for (let check = 0; check < 2; check += 1) heard.hear({ began: variant, file: 'a.test.ts' });
  heard.hear(passed);
  expect(heard.isUnderWay(variant)).toBe(true);
  heard.hear(passed);

  expect(heard.isUnderWay(variant)).toBe(false);
});
