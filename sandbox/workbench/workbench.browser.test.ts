import type { Page } from 'playwright-core';
import { afterAll, describe, expect } from 'vitest';

import { closeBrowser } from '../../fixtures/customer/browser.ts';
import { type Look, testInBrowser, type Window } from '../../fixtures/customer/testing.ts';
import type { SandboxFault } from '../faults.ts';
import { documentRules } from '../rules/index.ts';
import { testSandbox, type TestSandbox } from '../testing.ts';

// The workbench as people who write clients meet it: in a real browser.

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 900 };

const hostile = '<img src=x onerror="document.title=1"><script>document.title=1</script>';

const faults: readonly SandboxFault[] = [
  {
    id: 'cards.pin.text',
    breaks: 'cards.pin',
    what: 'says 9 of wrong PINs',
    rules: () => ({ ...documentRules, pinDenialText: () => '9' }),
  },
  { id: 'cards.other', breaks: 'cards', what: 'does nothing' },
];

afterAll(closeBrowser);

interface Visit extends Window {
  readonly tried: TestSandbox;
}

const test = testInBrowser.extend<{ visit: (look?: Look) => Promise<Visit> }>({
  visit: async ({ open }, use) =>
    await use(async (look) => {
      const tried = await testSandbox({ workbench: true, faults: async () => faults });
      const window = await open({ viewport: desktop, colorScheme: 'light', ...look });
      await window.page.goto(tried.sandbox.url);
      await window.page.getByRole('link', { name: 'Workbench' }).click();
      await window.page.getByText('Live', { exact: true }).waitFor();
      return { tried, ...window };
    }),
});

describe('the workbench', () => {
  test('shows a request by itself, and what it held when it is opened', async ({ visit }) => {
    const { page, tried, asked, complaints } = await visit();

    const card = await tried.card();
    await tried.send('GET', `/v2/cards/${String(card['id'])}`);
    // A card takes four requests: were the fifth still to come, the first row would be another one then.
    await rows(page).nth(4).waitFor();

    await rows(page).first().locator('summary').press('Enter');
    await rows(page).first().locator('pre').nth(1).waitFor();
    const parts = await rows(page).first().locator('pre').allInnerTexts();
    expect(parts.join()).toContain('"status": "active"');
    expect(parts.join()).toContain('x-api-key: •••');
    expect(await page.content()).not.toContain(String(card['number']));
    expect(new URL(page.url()).hash).toBe('');
    expect(asked.every((one) => one.startsWith(tried.sandbox.url))).toBe(true);
    expect(complaints).toEqual([]);
  });

  test('shows what comes while it is looking for what there is', async ({ visit }) => {
    const { page, tried } = await visit();
    const looked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    await page.route(
      '**/objects?*',
      async (route) => {
        const response = await route.fetch();
        looked.resolve();
        await answered.promise;
        await route.fulfill({ response });
      },
      { times: 1 },
    );

    await tried.card();
    await looked.promise;
    await registered(tried, 'A-2');
    await rows(page).filter({ hasText: 'register.do' }).waitFor();
    answered.resolve();

    await page.getByRole('button', { name: 'Pay: A-2' }).waitFor();
  });

  test('makes nothing but text of what requests hold', async ({ visit }) => {
    const { page, tried, complaints } = await visit();

    await tried.send('POST', `/v2/${encodeURIComponent(hostile)}`, { description: hostile });
    await tried.cardholder({ firstName: hostile });
    await registered(tried, hostile);
    await rows(page).nth(2).waitFor();
    for (const kind of ['customers', 'orders']) {
      await page.getByRole('button', { name: new RegExp(`^${kind} 1`) }).click();
      await page.locator('#things').getByText('<img src=x').first().waitFor();
    }
    for (const row of await rows(page).all()) await row.locator('summary').press('Enter');

    expect(await page.locator('img').count()).toBe(0);
    expect(await page.title()).toBe('Workbench');
    expect(complaints).toEqual([]);
  });

  test('pays, declines and types wrong PINs, by keyboard', async ({ visit }) => {
    const { page, tried } = await visit();
    const [first, second] = [await registered(tried, 'first'), await registered(tried, 'second')];

    for (const [name, order, status] of [
      ['Pay: first', first, '2'],
      ['Wrong PIN: second', second, '0'],
      ['Decline: second', second, '0'],
    ] as const) {
      await page.getByRole('button', { name }).press('Enter');
      await page.getByRole('status').getByText(name).waitFor();
      expect(String(await statusOf(tried, order))).toBe(status);
    }
    await page.getByText('2 paid').waitFor();
    expect(await page.getByRole('button', { name: 'Pay: first' }).count()).toBe(0);
    // Whoever is about to press it is not thrown out by what changes meanwhile.
    expect(await focused(page)).toBe('Decline: second');

    const card = await tried.card();
    await page.getByRole('button', { name: 'cards 1' }).press('Enter');
    await page.getByRole('button', { name: /^Wrong PIN/ }).press('Enter');
    await expect.poll(async () => (await tried.read(card))['pinDenialCounter']).toBe('1');
  });

  test('moves the clock', async ({ visit }) => {
    const { page, tried } = await visit();
    const before = Date.parse(String((await tried.control('GET', '/clock')).body['now']));

    await page.getByRole('button', { name: '+31 days' }).press('Enter');
    await page.getByRole('status').getByText('moved').waitFor();

    const after = Date.parse(String((await tried.control('GET', '/clock')).body['now']));
    expect(Math.round((after - before) / 86_400_000)).toBe(31);
    await page.getByText(new Date(after).toISOString().slice(0, 10)).first().waitFor();

    await page.getByLabel('Move to (UTC)').fill('2020-01-01T00:00:00');
    await page.getByRole('button', { name: 'Move', exact: true }).press('Enter');
    await page.getByRole('status').getByText('is earlier than this clock').waitFor();
  });

  test('switches mood and faults', async ({ visit }) => {
    const { page, tried } = await visit();
    const fault = page.getByLabel('What is to go wrong');

    await fault.fill('wrong pins');
    await page.getByText('1 of 2 faults fit').waitFor();
    await fault.fill('cards.pin.txt');
    await fault.press('Enter');
    await page.getByRole('status').getByText('the nearest is cards.pin.text').waitFor();
    await fault.fill('cards.pin.text');
    await fault.press('Enter');
    await page.getByRole('status').getByText('On: cards.pin.text').waitFor();
    expect((await tried.card())['pinDenialCounter']).toBe('9');
    await page.getByRole('button', { name: 'Switch off cards.pin.text' }).press('Enter');
    await page.getByRole('status').getByText('Off: cards.pin.text').waitFor();
    expect((await tried.card())['pinDenialCounter']).toBe('0');

    await page.getByLabel(/^How it behaves/).fill('strict');
    await page.getByRole('button', { name: 'Switch', exact: true }).press('Enter');
    await page.getByRole('status').getByText('The mood is strict').waitFor();
    expect((await tried.control('GET', '/workbench/state')).body['mood']).toBe('strict');
  });

  test('leaves alone what is being typed when it learns of a change', async ({ visit }) => {
    const { page, tried } = await visit();
    const [mood, name] = [
      page.getByLabel(/^How it behaves/),
      page.getByLabel('Keep this state as'),
    ];
    await expect.poll(() => mood.inputValue()).not.toBe('');

    await mood.fill('str');
    await name.fill('bef');
    await tried.control('PUT', '/workbench/mood', { mood: 'terse' });
    await tried.control('PUT', '/workbench/snapshots/of%20somebody%20else', {});

    await page.getByRole('button', { name: 'Go back to of somebody else' }).waitFor();
    expect([await mood.inputValue(), await name.inputValue()]).toEqual(['str', 'bef']);
  });

  test('keeps a state, forgets everything and comes back', async ({ visit }) => {
    const { page, tried } = await visit();
    const card = await tried.card();

    await page.getByLabel('Keep this state as').fill('with a card');
    await page.getByLabel('Keep this state as').press('Enter');
    await page.getByRole('button', { name: 'Go back to with a card' }).waitFor();
    const reset = page.locator('#reset');
    await reset.press('Enter');
    expect((await tried.read(card))['id']).toBe(card['id']);
    await reset.press('Enter');
    await page.getByRole('button', { name: 'cards 0' }).waitFor();
    expect((await tried.read(card))['id']).toBeUndefined();

    await page.getByRole('button', { name: 'Go back to with a card' }).press('Enter');

    await page.getByRole('button', { name: 'cards 1' }).waitFor();
    expect(await tried.read(card)).toEqual(card);
  });

  test('filters and pauses', async ({ visit }) => {
    const { page, tried } = await visit();
    for (const id of ['one', 'two']) await tried.send('GET', `/v2/cards/${id}`);
    await rows(page).nth(1).waitFor();

    await page.getByLabel('Only with').fill('cards/two 404');
    await expect.poll(() => rows(page).locator('visible=true').count()).toBe(1);
    await page.getByLabel('Only with').fill('');
    await page.getByRole('button', { name: 'Pause' }).press('Enter');
    await tried.send('GET', '/v2/cards/three');
    await page.getByText('1 more since the pause').waitFor();
    expect(await rows(page).count()).toBe(2);
    await page.getByRole('button', { name: 'Pause' }).press('Enter');
    await rows(page).nth(2).waitFor();
  });

  test('asks for the token, and for another where it is wrong', async ({ open }) => {
    const { sandbox } = await testSandbox({ workbench: true });
    const { page } = await open({ viewport: desktop });
    await page.goto(`${sandbox.url}/control/workbench`);

    for (const [token, said] of [
      ['nonsense', 'This is not the token'],
      [sandbox.environment['CONTROL_TOKEN'] ?? '', 'Live'],
    ] as const) {
      await page.keyboard.type(token);
      await page.keyboard.press('Enter');
      await page.getByRole('status').getByText(said).waitFor();
      if (said !== 'Live') await page.getByLabel('Control token').fill('');
    }

    await page.reload();
    await page.getByText('Live', { exact: true }).waitFor();
  });
});

describe.for([
  ['a phone', phone, 'light'],
  ['a phone at night', phone, 'dark'],
  ['a desk', desktop, 'light'],
  ['a desk at night', desktop, 'dark'],
] as const)('on %s', ([, viewport, colorScheme]) => {
  test('everything fits, can be read and can be pressed', async ({ visit }) => {
    const { page, tried } = await visit({ viewport, colorScheme });
    await tried.card(50_00);
    await tried.send('GET', `/v2/cards/${'x'.repeat(200)}`);
    await registered(tried, 'A-1');
    await page.getByRole('button', { name: 'Pay: A-1' }).waitFor();
    await rows(page).first().locator('summary').press('Enter');
    if (viewport === phone) await page.locator('#controls > summary').press('Enter');
    await page.getByRole('button', { name: '+31 days' }).waitFor();

    const { wide, low, pale } = await page.evaluate(inspection);
    expect(wide).toEqual([]);
    expect(low).toEqual([]);
    expect(pale).toEqual([]);
  });
});

/** What is wider than the window, lower than 44 pixels, or paler than 4.5 to 1. Runs in the page. */
const inspection = `(() => {
  const name = (one) => one.tagName + '#' + one.id + ' ' + one.textContent.slice(0, 30);
  const seen = [...document.querySelectorAll('body *')].filter((one) => one.checkVisibility());
  const wide = seen.filter((one) => one.getBoundingClientRect().right > innerWidth + 1);
  const pressed = seen.filter((one) => one.matches('button, input, summary'));
  const low = pressed.filter((one) => one.getBoundingClientRect().height < 43.5);
  const rgb = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = (text) => rgb(text).slice(0, 3).map((part) => part / 255)
    .map((part) => part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
    .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
  const behind = (one) => {
    for (let at = one; at !== null; at = at.parentElement) {
      const color = getComputedStyle(at).backgroundColor;
      if (rgb(color)[3] !== 0) return color;
    }
    return 'rgb(255, 255, 255)';
  };
  const pale = seen.filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== ''))
    .filter((one) => {
      const [a, b] = [light(getComputedStyle(one).color), light(behind(one))].sort((x, y) => y - x);
      return (a + 0.05) / (b + 0.05) < 4.5;
    });
  return { wide: wide.map(name), low: low.map(name), pale: pale.map(name) };
})()` as unknown as () => Record<'wide' | 'low' | 'pale', string[]>;

function rows(page: Page) {
  return page.locator('#list > li');
}

function focused(page: Page): Promise<unknown> {
  return page.evaluate('document.activeElement.getAttribute("aria-label")');
}

async function registered(tried: TestSandbox, orderNumber: string): Promise<string> {
  const { body } = await gateway(tried, 'register.do', {
    orderNumber: orderNumber.slice(0, 36),
    amount: '1050',
    returnUrl: 'https://shop.test/',
    description: orderNumber,
  });
  return String(body['orderId']);
}

async function statusOf(tried: TestSandbox, orderId: string): Promise<unknown> {
  return (await gateway(tried, 'getOrderStatusExtended.do', { orderId })).body['orderStatus'];
}

function gateway(tried: TestSandbox, operation: string, more: Record<string, string>) {
  const { GATEWAY_USER_NAME: userName = '', GATEWAY_PASSWORD: password = '' } =
    tried.sandbox.environment;
  const sent = new URLSearchParams({ userName, password, ...more }).toString();
  return tried.send('POST', `/payment/rest/${operation}`, sent, {
    'Content-Type': 'application/x-www-form-urlencoded',
  });
}
