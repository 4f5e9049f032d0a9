import { beforeAll, describe, expect, test } from 'vitest';
import { requirementEntries } from '../../fixtures/requirements/index.ts';
import { apis } from '../../fixtures/requirements/requirement.ts';
import { catalogueEntries, type Entry } from '../catalogue/catalogue.ts';
import { collectedChecks } from '../catalogue/collected-checks.ts';
import { faultsOf } from '../catalogue/known-faults.ts';
import { aFailure, aRequirement, aResult } from '../certificate/testing.ts';
import type { Conformance } from '../conformance.ts';
import { ids } from '../testing.ts';
import { addressOf } from './address.ts';
import { type Page, pagesOf } from './pages.ts';

const textIn = (pages: readonly Page[], path: string): string =>
  pages.find((page) => page.path === path)?.text ?? '';

describe('the whole catalogue', () => {
  let entries: readonly Entry[];
  let pages: readonly Page[];

  beforeAll(async () => {
    const [collected, faults] = await Promise.all([collectedChecks(apis), faultsOf(apis)]);
    entries = catalogueEntries(collected);
    pages = pagesOf({ entries, faults });
  });

  test('has an address for each requirement, and links to it', () => {
    const index = textIn(pages, 'index.html');

    for (const [id, { statement }] of requirementEntries) {
      expect(unescaped(textIn(pages, addressOf(id)))).toContain(statement);
      expect(index).toContain(`<a href="${addressOf(id)}">${id}</a>`);
    }
    expect(pages).toHaveLength(requirementEntries.length + 2);
  });

  test('is smaller than 5 MB', () => {
    const bytes = pages.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);

    expect(bytes).toBeGreaterThan(1_000_000);
    expect(bytes).toBeLessThan(5_000_000);
  });

  test('says how each is asked, and what proves it, or why nobody can', () => {
    for (const { id, requirement, checks } of entries) {
      const text = unescaped(textIn(pages, addressOf(id)));
      for (const { name, file } of checks) {
        expect(text).toContain(name);
        expect(text).toContain(file);
      }
      if (requirement.unobservable !== undefined) expect(text).toContain(requirement.unobservable);
      if (requirement.records !== undefined) expect(text).toContain(requirement.records);
    }
    const overdraft = textIn(pages, addressOf('v2.transfer-creation.overdraft-is-declined'));
    expect(overdraft).toContain('v2.transfer-creation.overdraft-is-declined.by-one');
  });

  test('needs nothing from elsewhere', () => {
    for (const { text } of pages) {
      expect(text).not.toMatch(
        /@import|url\(|<[^>]*\s(?:src|srcset|style|action|on[a-z]+)=|href="(?:[a-z]+:|\/)/i,
      );
    }
  });

  test('links to nothing that is not there', () => {
    const paths = new Set(pages.map(({ path }) => path));
    for (const { path, text } of pages) {
      for (const [, href = ''] of text.matchAll(/href="([^"#]+)/g)) {
        const to = new URL(href, `https://site.test/${path}`).pathname.slice(1);
        expect(paths, `${path} links to ${href}`).toContain(to);
      }
    }
  });
});

describe('a result', () => {
  const pagesWith = (result: Conformance): Page[] =>
    pagesOf({ entries: catalogueEntries(), faults: [], result });

  test('is shown: verdict, observation, cause, reason', () => {
    const pages = pagesWith(
      aResult({
        verdict: 'not-conformant',
        requirements: [
          aFailure({ reason: 'it was silent' }),
          aRequirement({ id: ids.open, level: 'open', verdict: 'observed', observation: '0 EUR' }),
          aRequirement({ id: ids.otherMust, verdict: 'inconclusive', reason: 'no answer in 30 s' }),
        ],
      }),
    );

    expect(textIn(pages, addressOf(ids.must))).toContain('it was silent');
    expect(textIn(pages, addressOf(ids.must))).toContain('Cause:');
    expect(textIn(pages, addressOf(ids.open))).toContain('0 EUR');
    expect(textIn(pages, addressOf(ids.otherMust))).toContain('no answer in 30 s');
    expect(textIn(pages, addressOf(ids.derived))).toContain('The run did not know it.');
    expect(textIn(pages, 'index.html')).toContain('<b class="v failed">failed</b>');
    expect(textIn(pages, 'index.html')).toMatch(
      /<span class="count"><b [^>]*>failed<\/b> \d+<\/span>/,
    );
    expect(textIn(pages, 'index.html')).toContain('it is of another suite');
  });

  for (const [what, hostile] of Object.entries({
    'a script': '<script>alert(1)</script>',
    'the end of the script': '</script></body><img src=x onerror=alert(1)>',
    'the end of an attribute': '" onmouseover="alert(1)',
    'an id that is none': '../../../etc/passwd"><svg onload=alert(1)>',
    'control characters': 'a\u001b[31m\u202eb\u0000c',
  })) {
    test(`is escaped: ${what}`, () => {
      const pages = pagesWith(hostileResult(hostile));

      const said = pages.filter(({ path }) => path === 'index.html' || pagesOfIt.has(path));
      expect(said).toHaveLength(4);
      for (const { text } of said) {
        const tags = (text.match(/<[^>]*>/g) ?? []).map((tag) => tag.replaceAll(/="[^"]*"/g, ''));
        expect(tags.filter((tag) => /^<(img|svg)|\son[a-z]+/i.test(tag))).toEqual([]);
        expect(text.match(/<script/g) ?? []).toHaveLength(text.includes('id="filters"') ? 1 : 0);
        expect(text).not.toMatch(/(?!\n)[\p{Cc}\u202a-\u202e]/u);
        expect(text).toContain(escaped(hostile));
      }
      expect(pages.map(({ path }) => path).filter((path) => path.includes('..'))).toEqual([]);
    });
  }

  const pagesOfIt = new Set([ids.must, ids.open, ids.otherMust].map(addressOf));

  function hostileResult(text: string): Conformance {
    return aResult({
      verdict: 'not-conformant',
      target: { name: text },
      requirements: [
        aFailure({ reason: text, section: text, statement: text }),
        aRequirement({ id: ids.open, level: 'open', verdict: 'observed', observation: text }),
        aRequirement({ id: ids.otherMust, verdict: 'inconclusive', reason: text }),
        // As a file from elsewhere may hold it.
        aRequirement({ id: text as typeof ids.must, verdict: 'inconclusive', reason: text }),
      ],
      causes: [
        {
          title: text,
          failed: [ids.must, text as typeof ids.must],
          inconclusive: [],
          notExercised: [],
        },
      ],
    });
  }
});

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\u001b', String.raw`\u001b`)
    .replaceAll('\u202e', String.raw`\u202e`)
    .replaceAll('\u0000', String.raw`\u0000`);
}

function unescaped(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
