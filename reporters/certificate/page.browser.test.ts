import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { closeBrowser } from '../../fixtures/customer/browser.ts';
import { testInBrowser, type Window } from '../../fixtures/customer/testing.ts';
import { temporaryFolder } from '../testing.ts';
import { drawCertificate } from './index.ts';
import { pdfOf } from './pdf.ts';
import { aFailure, anEventfulResult, aWholeResult } from './testing.ts';

// The certificate as people meet it: a file, opened in a real browser.

const hostile = '<script>document.title="taken"</script></style>\u001b[2J بنك '.concat(
  'x'.repeat(300),
);

/** A whole catalogue, all that may befall it, and a target that means no good. */
const result = {
  ...anEventfulResult(),
  requirements: [
    ...aWholeResult().requirements,
    ...anEventfulResult().requirements,
    aFailure({ reason: `  got       ${hostile}`, statement: hostile }),
  ],
  target: { ...anEventfulResult().target, name: hostile },
};

const folder = temporaryFolder(afterAll);
const address = pathToFileURL(join(folder, 'certificate.html')).href;

beforeAll(drawCertificate(folder, result, pdfOf));

afterAll(closeBrowser);

const test = testInBrowser.extend<{ visit: (width: number) => Promise<Window> }>({
  visit: async ({ open }, use) =>
    await use(async (width) => {
      const window = await open({ viewport: { width, height: 800 } });
      await window.page.goto(address);
      return window;
    }),
});

for (const width of [1280, 360]) {
  describe(`on a screen of ${width} pixels`, () => {
    test('nothing is wider than the page, also when all is unfolded', async ({ visit }) => {
      const { page } = await visit(width);

      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      await page.evaluate(
        'for (const one of document.querySelectorAll("details")) one.open = true',
      );
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    });

    test('no row of figures is cut off', async ({ visit }) => {
      const { page } = await visit(width);
      const cut = `[...document.querySelectorAll(".scroll:has(${width > 700 ? 'table' : '.rows'})")]
        .filter((one) => one.scrollWidth > one.clientWidth)
        .map((one) => one.ariaLabel)`;

      await page.evaluate(
        'for (const one of document.querySelectorAll("details")) one.open = true',
      );
      expect(await page.evaluate(cut)).toEqual([]);
    });

    test('it is complete by itself', async ({ visit }) => {
      const { page, asked, complaints } = await visit(width);

      expect(await page.locator('body').innerText()).toMatch(
        /End of report 6f2c6a52-6d0b-4c0e-9a53-0d7c1f0b8a11\s*$/,
      );
      expect(await page.title()).toMatch(/^Partial test report: not conformant: </);
      expect(asked).toEqual([address]);
      expect(complaints).toEqual([]);
    });
  });
}

test('cells of the coverage picture are small and have an area of their own', async ({ visit }) => {
  const { page } = await visit(360);

  const cells = await page
    .locator('.cells .m')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
  expect(cells).toHaveLength(result.requirements.length);
  expect(Math.min(...cells)).toBeGreaterThanOrEqual(10);
  expect(Math.max(...cells)).toBeLessThanOrEqual(16);
});

test('on paper everything is unfolded', async ({ visit }) => {
  const { page } = await visit(1280);
  const row = page.locator('details:not([open]) table tr').last();

  expect(await row.isVisible()).toBe(false);
  await page.emulateMedia({ media: 'print' });

  expect(await row.isVisible()).toBe(true);
});
