import { describe, expect, test } from 'vitest';
import type { Conformance } from '../conformance.ts';
import { contentOf } from './content.ts';
import { htmlOf } from './html.ts';
import { darkGroundOf, lookOf, marks } from './marks.ts';
import { darkColorOf } from './picture.ts';
import {
  aFailure,
  anEventfulResult,
  aRequirement,
  aResult,
  aWholeResult,
  textsIn,
} from './testing.ts';

const pageOf = (result: Conformance): Promise<string> => htmlOf(contentOf(result));

test('a cause has a short title, and below it the sentence that is not kept', async () => {
  const [row = ''] = /<th scope="row">[^]*?<\/th>/.exec(
    (await pageOf(aResult({ verdict: 'not-conformant', requirements: [aFailure()] }))).replace(
      /^[^]*Causes: failures/,
      '',
    ),
  ) ?? [''];

  expect(row).toMatch(
    /^<th scope="row">[^<]+<span class="below">Every response carries a Request-id header\.<\/span><\/th>$/,
  );
});

describe('what a target says', () => {
  for (const [what, text] of Object.entries({
    'a script': '<script>alert(1)</script>',
    'the end of a style sheet': '</style><script>alert(1)</script>',
    'the end of an attribute': '" onmouseover="alert(1)',
    'a picture from elsewhere': '<img src=https://evil.test/x.png onerror=alert(1)>',
    'the end of a comment': '--><svg onload=alert(1)>',
  })) {
    test(`is shown and not obeyed: ${what}`, async () => {
      const page = await pageOf(
        aResult({
          verdict: 'not-conformant',
          target: { name: text, apis: { v2: `https://sandbox.example/${text}` } },
          requirements: [
            aFailure({ reason: `  got       ${text}`, section: text }),
            aRequirement({ level: 'open', verdict: 'observed', observation: text }),
            aRequirement({ verdict: 'not-exercised', reason: text }),
          ],
          dialect: [{ what: text, form: text }],
        }),
      );

      // Quoted values of attributes may hold anything; what remains are the page's own words.
      const tags = (page.match(/<[^>]*>/g) ?? []).map((tag) => tag.replaceAll(/="[^"]*"/g, ''));
      expect(tags.filter((tag) => /^<(script|img|svg)|\son[a-z]+/i.test(tag))).toEqual([]);
      expect(page.match(/<\/style>/g)).toHaveLength(1);
      expect(page).toContain(
        text.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
      );
    });
  }

  test('cannot hide control characters in it', async () => {
    const page = await pageOf(aResult({ target: { name: 'a\u001b[31m\u202eb\u0000c' } }));

    expect(page).not.toMatch(/(?!\n)[\p{Cc}\u202a-\u202e]/u);
    expect(page).toContain(String.raw`a\u001b[31m\u202eb\u0000c`);
  });

  test('keeps its own direction', async () => {
    const page = await pageOf(aResult({ target: { name: 'بنك البطاقات' } }));

    expect(page).toContain('<p class="subject" dir="auto">بنك البطاقات</p>');
  });
});

describe('the page', () => {
  test('needs nothing from elsewhere', async () => {
    const page = await pageOf(aWholeResult());

    expect(page).not.toMatch(/<(script|link|iframe|object|embed|base)\b|@import|url\(/i);
    expect(page.match(/(?:src|srcset|action|poster)=/g)).toBeNull();
    expect(page.match(/href="[^#]/g)).toBeNull();
    expect(page).toContain("default-src 'none'; style-src 'unsafe-inline'; img-src data:");
  });

  test('shows everything that the certificate says', async () => {
    const content = contentOf(anEventfulResult());
    const shown = visibleText(await htmlOf(content));

    expect(textsIn(content).filter((text) => !shown.includes(text))).toEqual([]);
  });

  test('has headings in order', async () => {
    const page = await pageOf(aWholeResult());
    const depths = [...page.matchAll(/<h([1-6])/g)].map(([, depth]) => Number(depth));

    expect(depths[0]).toBe(1);
    expect(depths.filter((depth) => depth === 1)).toHaveLength(1);
    for (const [index, depth] of depths.entries()) {
      expect(depth - (depths[index - 1] ?? 0)).toBeLessThanOrEqual(1);
    }
  });

  test('shows every requirement of the catalogue once, in less than 600 kB', async () => {
    const result = aWholeResult();
    const page = await pageOf(result);

    expect(page.match(/<i class="m [a-z-]+" title=/g)).toHaveLength(result.requirements.length);
    expect(page.length).toBeLessThan(600_000);
  });

  test('ends with its mark', async () => {
    expect(await pageOf(aResult())).toMatch(
      /End of report 6f2c6a52-6d0b-4c0e-9a53-0d7c1f0b8a11<\/p>\s*<\/footer>\s*<\/body>/,
    );
  });

  test('is the same for the same result', async () => {
    expect(await pageOf(aWholeResult())).toBe(await pageOf(aWholeResult()));
  });
});

describe('cells of the coverage picture', () => {
  test('differ by sign or edge, not by colour alone', () => {
    const looks = marks.map((mark) => {
      const { sign, dashed = false, fill } = lookOf[mark];
      return `${sign} ${dashed} ${fill === '#ffffff' ? 'white' : 'filled'}`;
    });

    expect(new Set(looks).size).toBe(marks.length);
  });

  test('stand out from the paper, and their signs from them', () => {
    for (const mark of marks) {
      const { edge, ink, fill, sign } = lookOf[mark];
      expect(contrast(edge, '#ffffff')).toBeGreaterThanOrEqual(3);
      if (sign !== 'none') expect(contrast(ink, fill)).toBeGreaterThanOrEqual(3);
    }
  });

  test('do so on a dark screen too, as all that is drawn', () => {
    const { paper, ground: _, ...drawn } = darkColorOf;

    for (const color of [...marks.map((mark) => lookOf[mark].dark), ...Object.values(drawn)]) {
      expect(contrast(color, paper)).toBeGreaterThanOrEqual(3);
    }
    for (const ground of Object.values(darkGroundOf)) {
      expect(contrast(darkColorOf.ink, ground)).toBeGreaterThanOrEqual(4.5);
    }
  });
});

/** What is between the tags and in their labels. */
function visibleText(page: string): string {
  return page
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

/** As WCAG 2 counts it. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
