import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { closeBrowser } from '../../fixtures/customer/browser.ts';
import { type Look, testInBrowser, type Window } from '../../fixtures/customer/testing.ts';
import { catalogueEntries } from '../catalogue/catalogue.ts';
import { aFailure, aWholeResult } from '../certificate/testing.ts';
import { temporaryFolder } from '../testing.ts';
import { pagesOf } from './pages.ts';

// The site as people meet it: files, opened in a real browser, without a server.

const hostile = `<script>document.title="taken"</script>${'x'.repeat(300)}`;
const whole = aWholeResult();
const result = {
  ...whole,
  target: { ...whole.target, name: hostile },
  requirements: [aFailure({ reason: hostile }), ...whole.requirements],
};

const folder = temporaryFolder(afterAll);
const address = pathToFileURL(join(folder, 'index.html')).href;

beforeAll(() => {
  for (const { path, text } of pagesOf({ entries: catalogueEntries(), faults: [], result })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
});

afterAll(closeBrowser);

const test = testInBrowser.extend<{ visit: (look?: Look) => Promise<Window> }>({
  visit: async ({ open }, use) =>
    await use(async (look = {}) => {
      const window = await open({ viewport: { width: 1280, height: 800 }, ...look });
      await window.page.goto(address);
      return window;
    }),
});

test('it is searched, filtered and followed by keyboard', async ({ visit }) => {
  const { page, asked, complaints } = await visit();
  const { keyboard } = page;
  const count = page.locator('#count');
  expect(await count.innerText()).toMatch(/^\d,\d{3} requirements$/);

  await keyboard.press('/');
  await keyboard.type('declined card');
  const found = Number.parseInt(await count.innerText(), 10);
  expect(found).toBeGreaterThan(0);
  expect(found).toBeLessThan(100);

  await keyboard.press('Tab');
  await keyboard.type('v2');
  expect(await page.locator('#api').inputValue()).toBe('v2');
  expect(Number.parseInt(await count.innerText(), 10)).toBeLessThan(found);

  await page.locator('#q').focus();
  await keyboard.press('ArrowDown');
  const id = await page.locator(':focus').innerText();
  await keyboard.press('Enter');
  await page.waitForURL(/\/r\/v2\./);
  expect(await page.locator('h1').innerText()).toBe(id);

  await page.goBack();
  expect(await page.locator('#q').inputValue()).toBe('declined card');
  expect(await page.locator('#api').inputValue()).toBe('v2');
  expect(asked.filter((one) => !one.startsWith('file:'))).toEqual([]);
  expect(complaints).toEqual([]);
});

test('every filter narrows, an address does too, and Clear shows all again', async ({ visit }) => {
  const { page } = await visit();
  const count = page.locator('#count');
  const all = await count.innerText();

  for (const [name, value] of [
    ['level', 'open'],
    ['part', '2/2'],
    ['tag', 'money'],
    ['verdict', 'failed'],
  ] as const) {
    await page.goto(`${address}#${new URLSearchParams({ [name]: value }).toString()}`);
    expect(await page.locator(`#${name}`).inputValue()).toBe(value);
    expect(await count.innerText()).not.toBe(all);
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect.poll(() => count.innerText()).toBe(all);
  }
  await page.locator('#q').fill('zeppelin');
  expect(await count.innerText()).toBe('No requirement fits.');
});

test('the way past the filters leads to the list and keeps them', async ({ visit }) => {
  const { page } = await visit();
  await page.goto(`${address}#level=open`);

  await page.locator('.skip').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.url()).toBe(`${address}#level=open`);

  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.closest("li").dataset.level')).toBe('open');
});

for (const width of [1280, 390]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    describe(`on a ${colorScheme} screen of ${width} pixels`, () => {
      test('nothing is wider than the page, and what is said is only text', async ({ visit }) => {
        const { page, complaints } = await visit({ viewport: { width, height: 800 }, colorScheme });
        const widest = () => page.evaluate('document.documentElement.scrollWidth');

        expect(await widest()).toBe(width);
        expect(await page.title()).toBe('Catalogue of requirements');
        const paper = await page.evaluate('getComputedStyle(document.body).backgroundColor');
        expect(paper).toBe(colorScheme === 'dark' ? 'rgb(20, 24, 27)' : 'rgb(255, 255, 255)');

        await page.locator('[data-verdict="failed"] a').first().click();
        await page.waitForURL(/\/r\//);
        expect(await widest()).toBe(width);
        expect(complaints).toEqual([]);
      });
    });
  }
}
