import { expect, test } from 'vitest';
import { ids } from '../testing.ts';
import { contentOf } from './content.ts';
import { readPdf as read } from './pdf-testing.ts';
import { pdfOf } from './pdf.ts';
import {
  aFailure,
  anEventfulResult,
  aRequirement,
  aResult,
  aWholeResult,
  textsIn,
} from './testing.ts';

test('holds its number, the verdict and the end mark as text', async () => {
  const { pages } = await read(aResult());
  const number = '6f2c6a52-6d0b-4c0e-9a53-0d7c1f0b8a11';

  expect(pages[0]).toContain('Certificate of conformity');
  expect(pages[0]).toContain('Reimplementation 3 conforms to the documents');
  expect(pages.at(-1)).toContain(`End of report ${number}`);
  for (const [index, page] of pages.entries()) {
    expect(page).toContain(`Report ${number}`);
    expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
  }
});

test('has a title, a language, tags and bookmarks', async () => {
  const content = contentOf(aResult({ requirements: [aFailure()] }));
  const { info, outline, roles } = await read(aResult({ requirements: [aFailure()] }));

  expect(info).toMatchObject({
    Title: 'Certificate of conformity: Reimplementation 3',
    Language: 'en',
    CreationDate: expect.stringContaining('20261121090004') as string,
  });
  expect(roles).toEqual(expect.arrayContaining(['Document', 'Sect', 'H1', 'P']));
  expect(outline.map(({ title }) => title)).toEqual([
    'Result',
    ...content.sections.map(({ heading }) => heading),
  ]);
  const failed = outline.find(({ title }) => title.endsWith('Failed requirements'));
  expect(failed?.items.map(({ title }) => title)).toEqual([ids.must]);
});

test('shows everything that the certificate says', async () => {
  const result = anEventfulResult();
  const { pages } = await read(result);
  // Lines are broken wherever they are full.
  const shown = pages.join(' ').replaceAll(/\s/g, '');

  expect(
    textsIn(contentOf(result)).filter((text) => !shown.includes(text.replaceAll(/\s/g, ''))),
  ).toEqual([]);
});

test('holds a whole catalogue', async () => {
  const result = aWholeResult();
  const { pages } = await read(result);
  const text = pages.join(' ');
  const failed = result.requirements.filter(({ verdict }) => verdict === 'failed');

  expect(failed.length).toBeGreaterThan(90);
  expect(failed.filter(({ id }) => !text.includes(id))).toEqual([]);
});

test('names targets in Latin, Greek and Cyrillic, and shows where a character is lacking', async () => {
  const name = 'Łódź Ωμέγα Прогон 支付 \u{1f4b3} بنك';
  const { pages } = await read(aResult({ target: { name } }));

  expect(pages[0]).toContain('Łódź Ωμέγα Прогон □□ □ □□□');
  expect(pages.at(-1)).toContain('□ stands for a character');
});

test('survives whatever a target says', async () => {
  const texts = [
    '',
    ' ',
    'x'.repeat(100_000),
    '\u001b[2J\u0000\ud800',
    '(\\)<>[]{}/%',
    '\u0301'.repeat(500),
  ];
  const { pages } = await read(
    aResult({
      verdict: 'not-conformant',
      target: { name: '\u202e)\\(' },
      requirements: [
        ...texts.map((text) => aFailure({ reason: `  got       ${text}` })),
        ...texts.map((text) => aRequirement({ verdict: 'not-exercised', reason: text })),
      ],
      dialect: texts.map((text) => ({ what: text, form: text })),
    }),
  );

  expect(pages[0]).toContain(String.raw`\u202e)\(`);
  expect(pages.at(-1)).toContain('End of report');
});

test('is the same to the byte for the same result', async () => {
  const content = contentOf(aWholeResult());
  const [one, other] = [await pdfOf(content), await pdfOf(content)];

  expect(one.equals(other)).toBe(true);
});
