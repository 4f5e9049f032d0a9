import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { closeBrowser } from '../../fixtures/customer/browser.ts';
import { testInBrowser } from '../../fixtures/customer/testing.ts';
import { aFailure, anEventfulResult, aWholeResult } from '../certificate/testing.ts';
import { temporaryFolder } from '../testing.ts';
import { pageOf } from './page.ts';
import { sideBySide } from './side-by-side.ts';

// The page as people meet it: a file, opened in a real browser.

const hostile = '<script>document.title="taken"</script></style>\u001b[2J بنك '.concat(
  'x'.repeat(300),
);

const eventful = anEventfulResult();
const results = [
  { name: 'old', conformance: aWholeResult() },
  {
    name: 'a name of forty characters, all of them x',
    conformance: {
      ...eventful,
      requirements: [
        ...eventful.requirements,
        aFailure({ reason: `  got       ${hostile}`, statement: hostile }),
      ],
      target: { ...eventful.target, name: hostile },
    },
  },
];

const file = join(temporaryFolder(afterAll), 'matrix.html');
const address = pathToFileURL(file).href;

beforeAll(async () => writeFileSync(file, await pageOf(sideBySide(results))));

afterAll(closeBrowser);

for (const width of [1280, 390]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    describe(`on a ${colorScheme} screen of ${width} pixels`, () => {
      testInBrowser(
        'nothing is wider than the page, and nothing is run or fetched',
        async ({ open }) => {
          const window = await open({ viewport: { width, height: 800 }, colorScheme });
          const { page, asked, complaints } = window;
          await page.goto(address);
          await page.evaluate(
            'for (const one of document.querySelectorAll("details")) one.open = true',
          );

          expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
          expect(await page.title()).toMatch(/^Side by side: old and /);
          expect(asked).toEqual([address]);
          expect(complaints).toEqual([]);
        },
      );
    });
  }
}

testInBrowser(
  'is used with a keyboard alone: from the contents to what is folded',
  async ({ open }) => {
    const { page } = await open({ viewport: { width: 1280, height: 800 } });
    await page.goto(address);

    await page.locator('nav a', { hasText: 'All requirements' }).press('Enter');
    const part = page.locator('section[aria-labelledby=all] > details').first();
    expect(await part.getAttribute('open')).toBeNull();
    await part.locator('summary').first().press('Enter');

    expect(page.url()).toMatch(/#all$/);
    expect(await part.getAttribute('open')).toBe('');
  },
);
