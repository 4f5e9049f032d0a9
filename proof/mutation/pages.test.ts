import { expect, test } from 'vitest';
import { classified } from './classes.ts';
import { figuresOf } from './figures.ts';
import type { Fate } from './hunt.ts';
import { overviewPage, scopePage } from './pages.ts';
import { strykerReport } from './stryker-report.ts';

const fates: readonly Fate[] = [
  {
    mutant: {
      id: '1',
      file: 'sandbox/rules/cards.ts',
      location: { start: { line: 75, column: 3 }, end: { line: 75, column: 7 } },
      mutator: 'StringLiteral',
      original: '`card ${number}`',
      replacement: '``',
    },
    status: 'Survived',
    ranBy: ['v2.card.id-is-a-string', 'v2.card.ids-differ'],
    mood: 'terse',
  },
  {
    mutant: {
      id: '2',
      file: 'sandbox/rules/cards.ts',
      location: { start: { line: 80, column: 3 }, end: { line: 80, column: 7 } },
      mutator: 'BooleanLiteral',
      original: 'true',
      replacement: 'false',
    },
    status: 'Killed',
    ranBy: ['v2.card.id-is-a-string'],
    killedBy: 'v2.card.id-is-a-string',
    reason: 'expected a string',
  },
];
const key = 'rules/cards.ts StringLiteral: `card ${number}` => ``';
const survivors = classified(fates, [
  { class: 'not specified', because: 'the document shows no wording', mutants: [key] },
]);
const figures = figuresOf(fates, survivors, {
  on: '2026-11-21',
  seconds: 90,
  cpuSeconds: 150,
  again: { mutants: 2, different: 1 },
});

test('the page of an API lists each survivor with place, change, class and reason', () => {
  const page = scopePage('v2', figures, survivors);

  expect(page).toContain('## Not specified (1)\n\nthe document shows no wording');
  expect(page).toContain(
    '- rules/cards.ts:75 `` StringLiteral: `card ${number}` => `` ``, run by the checks of 2 in the terse mood',
  );
});

test('the overview has a line for each API that was asked', () => {
  const page = overviewPage({ v2: figures });

  expect(page).toContain(
    '| [v2](mutation/v2.md) | 2 | 1 | 0 | 1 | 0 | 0 | 0 | 0 | 1 | 0 | 0 | 50.0 | 100.0 | 1 of 2 | 1.5 min,',
  );
  expect(page).not.toContain('[v1]');
});

test('the report for the viewer of StrykerJS names what killed and what ran a mutant', () => {
  const report = strykerReport(fates, () => 'source');

  expect(report).toMatchObject({
    schemaVersion: '2',
    files: {
      'sandbox/rules/cards.ts': {
        mutants: [
          { id: '1', status: 'Survived', coveredBy: fates[0]?.ranBy },
          { id: '2', status: 'Killed', killedBy: ['v2.card.id-is-a-string'] },
        ],
      },
    },
  });
});
