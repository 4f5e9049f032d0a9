import { describe, expect, test } from 'vitest';
import {
  aFailure,
  anEventfulResult,
  aRequirement,
  aResult,
  aWholeResult,
} from '../certificate/testing.ts';
import type { Conformance } from '../conformance.ts';
import { ids } from '../testing.ts';
import { pageOf } from './page.ts';
import { sideBySide } from './side-by-side.ts';

async function pageFor(...results: readonly Conformance[]): Promise<string> {
  const named = results.map((conformance, at) => ({ name: `target ${at + 1}`, conformance }));
  return await pageOf(sideBySide(named));
}

describe('what a result says', () => {
  for (const text of [
    '<script>alert(1)</script>',
    '</style><script>alert(1)</script>',
    '" onmouseover="alert(1)',
    '<img src=https://evil.test/x.png onerror=alert(1)>',
    '--><svg onload=alert(1)>',
  ]) {
    test(`is shown and not obeyed: ${text}`, async () => {
      const hostile = aResult({
        target: { name: text, version: text, digest: text, apis: { [text]: text } },
        suite: { name: text, version: text, digest: text },
        run: { selection: { only: [text] } },
        dialect: [{ what: text, form: text }],
        requirements: [
          aFailure({ id: text as typeof ids.must, statement: text, section: text, reason: text }),
          aRequirement({ id: ids.open, level: 'open', verdict: 'observed', observation: text }),
        ],
        causes: [
          { title: text, failed: [text as typeof ids.must], inconclusive: [], notExercised: [] },
        ],
      });
      const page = await pageOf(
        sideBySide([
          { name: text, conformance: hostile },
          { name: `${text}2`, conformance: aResult() },
        ]),
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
});

describe('the page', () => {
  test('says nothing against a target that only a waiver fails', async () => {
    const waiver = {
      requirement: ids.must,
      reason: 'later',
      owner: 'cards team',
      issue: 'https://tracker.example/7',
      until: '2026-11-20',
      state: 'expired',
    } as const;
    const ended = aResult({ verdict: 'not-conformant', waivers: [waiver] });

    const page = await pageFor(ended, aResult());

    expect(page).toContain('✕ not accepted');
    expect(page).not.toContain('not conformant');
  });

  test('needs nothing from elsewhere', async () => {
    const page = await pageFor(aWholeResult(), anEventfulResult());

    expect(page).not.toMatch(/<(script|link|iframe|object|embed|base)\b|@import|url\(/i);
    expect(page.match(/\s(?:src|srcset|action|poster)=/g)).toBeNull();
    expect(page.match(/href="[^#]/g)).toBeNull();
    expect(page).toContain("default-src 'none'; style-src 'unsafe-inline'");
  });

  test('shows what differs before all that there is', async () => {
    const page = await pageFor(
      aResult({ requirements: [aRequirement(), aRequirement({ id: ids.unique })] }),
      aResult({ requirements: [aFailure(), aRequirement({ id: ids.unique })] }),
    );
    const [differing = '', all = ''] = ['keeping', 'all'].map((id) => sectionIn(page, id));

    expect(differing).toContain(ids.must);
    expect(differing).toContain('✕ failed');
    expect(differing).not.toContain(ids.unique);
    expect(all).toContain(ids.must);
    expect(all).toContain(ids.unique);
  });

  test('has headings in order and no id twice', async () => {
    const page = await pageFor(aWholeResult(), anEventfulResult());
    const depths = [...page.matchAll(/<h([1-6])/g)].map(([, depth]) => Number(depth));
    const anchors = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);

    expect(depths.filter((depth) => depth === 1)).toHaveLength(1);
    for (const [index, depth] of depths.entries()) {
      expect(depth - (depths[index - 1] ?? 0)).toBeLessThanOrEqual(1);
    }
    expect(new Set(anchors).size).toBe(anchors.length);
  });

  test('stays below 5 MB where everything differs between five', async () => {
    const whole = aWholeResult();
    const kept = { ...whole, requirements: whole.requirements.map((one) => aRequirement(one)) };
    const page = await pageFor(whole, kept, whole, kept, whole);

    expect(page.length).toBeLessThan(5_000_000);
  });

  test('names what long lists leave out', async () => {
    const { requirements } = aWholeResult();
    const failed = requirements.map(({ id }) => aFailure({ id }));
    const kept = requirements.map(({ id }) => aRequirement({ id }));
    const page = await pageFor(aResult({ requirements: kept }), aResult({ requirements: failed }));

    expect(sectionIn(page, 'moves')).toMatch(/and [\d,]+ more: matrix\.json names them/);
  });
});

function sectionIn(page: string, id: string): string {
  const from = page.indexOf(`<h2 id="${id}"`);
  return page.slice(from, page.indexOf('</section>', from));
}
