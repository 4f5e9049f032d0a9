import { beforeAll, describe, expect, test } from 'vitest';
import type { Conformance } from '../conformance.ts';
import { contentOf } from './content.ts';
import { htmlOf } from './html.ts';
import { readPdf } from './pdf-testing.ts';
import { aFailure, aResult, aWholeResult } from './testing.ts';

// What signatories hold in their hands, of either kind: it agrees with itself.

const forms = {
  'the page': async (result: Conformance) =>
    (await htmlOf(contentOf(result)))
      .replace(/[^]*<body/, '')
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll('&amp;', '&')
      .replaceAll(/\s+/g, ' '),
  'the PDF': async (result: Conformance) =>
    (await readPdf(result)).pages.join(' ').replaceAll(/\s+/g, ' '),
};

const whole = aWholeResult();

describe.each(Object.entries(forms))('%s', (_, textOf) => {
  let shown = '';
  beforeAll(async () => {
    shown = await textOf(whole);
  });

  test('tells one number of failures wherever it tells one', () => {
    const judged = whole.requirements.filter(
      ({ level }) => level === 'must' || level === 'derived',
    );
    const failed = judged.filter(({ verdict }) => verdict === 'failed').length;
    const advised =
      whole.requirements.filter(({ verdict }) => verdict === 'failed').length - failed;
    const figures = /all all ([\d,]+ (?:[\d,·]+ )*)/.exec(shown)?.[1]?.split(' ') ?? [];

    expect(shown).toContain(`it fails ${failed} requirements`);
    expect(figures).toContain(String(failed));
    expect(shown).toMatch(new RegExp(String.raw`\bfailed:? ${failed}\b`));
    expect(shown).toMatch(new RegExp(String.raw`advisory, not met:? ${advised}\b`));
    expect(shown).toContain(
      `${whole.requirements.length.toLocaleString('en')} requirements in the catalogue`,
    );
    expect(figures).toContain(whole.requirements.length.toLocaleString('en'));
  });

  test('shows failures before coverage', () => {
    const after = shown.slice(shown.lastIndexOf('1. Authorisation'));
    const places = ['Failed requirements', 'Coverage', 'Item tested'].map((heading) =>
      after.search(new RegExp(String.raw`\d+\. ${heading}`)),
    );

    expect(places[0]).toBeGreaterThan(0);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  test('is valid until no day where something failed or nothing is known', async () => {
    const until = /Valid until|may be relied upon until/;

    expect(await textOf(aResult())).toMatch(until);
    expect(shown).not.toMatch(until);
    for (const verdict of ['not-conformant', 'inconclusive'] as const) {
      expect(await textOf(aResult({ verdict, requirements: [aFailure()] }))).not.toMatch(until);
    }
  });
});
