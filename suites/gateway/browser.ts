import { existsSync } from 'node:fs';
import type { Browser, Frame, Locator, Page } from 'playwright-core';
import type { GatewayTarget } from '../../fixtures/target/target.ts';

// A customer with a browser, before a payment page of which only the purpose is known.

/** Why no page is visited. */
export const noBrowser = 'there is no Chromium here (CHROMIUM_PATH can name one)';

/** The browser of this machine that visits payment pages, if there is one. */
export const executablePath = [
  process.env['CHROMIUM_PATH'] ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path !== '' && existsSync(path));

/** Nothing of a visit leaves this machine but what the page itself asks for. */
const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
];

/** Milliseconds that a page has to open, and for each of its fields. */
const patienceMs = 30_000;

/** Milliseconds in which customers expect to be back at the shop. */
const returnMs = 10_000;

/** One visit at a time in each worker: many would slow each other down beyond any patience. */
let lastVisit: Promise<void> = Promise.resolve();

/** What visits share, since it takes longer to start than all that they do. */
let browser: Promise<Browser | undefined> | undefined;
let visitors = 0;

/**
 * A page that shares nothing with others, closed when the check is over; undefined where no browser
 * starts. The shop answers to whatever the customer asks of it, though there is none.
 */
export async function openPage(
  shop: string,
  onFinished: (close: () => Promise<void>) => void,
): Promise<Page | undefined> {
  if (executablePath === undefined) return undefined;
  visitors += 1;
  onFinished(leave);
  const turn = lastVisit;
  const visit = Promise.withResolvers<void>();
  lastVisit = visit.promise;
  onFinished(async () => visit.resolve());
  await turn;

  if ((await browser)?.isConnected() !== true) browser = launched(executablePath);
  const context = await (await browser)?.newContext({ locale: 'en-GB' });
  if (context === undefined) return undefined;
  onFinished(() => context.close());
  await context.route(
    (url) => url.origin === new URL(shop).origin,
    (route) => route.fulfill({ contentType: 'text/html', body: '<title>The shop</title>' }),
  );
  const page = await context.newPage();
  page.setDefaultTimeout(patienceMs);
  return page;
}

async function launched(path: string): Promise<Browser | undefined> {
  // Only these checks need it, so only they load it.
  const { chromium } = await import('playwright-core');
  return chromium.launch({ executablePath: path, args: flags }).catch(() => undefined);
}

/** The last one closes the browser. */
async function leave(): Promise<void> {
  visitors -= 1;
  if (visitors > 0) return;
  const last = browser;
  browser = undefined;
  await (await last)?.close();
}

/** Opens a page, and waits for what it loads by itself. */
export async function opens(page: Page, address: string): Promise<boolean> {
  const isOpen = await page.goto(address).then(
    (response) => response?.ok() === true,
    () => false,
  );
  if (isOpen) {
    await page.waitForLoadState('networkidle', { timeout: returnMs }).catch(() => undefined);
  }
  return isOpen;
}

/** What a payment page asks for, by what browsers fill in and by what people read. */
const wantedFields = {
  number: { autocomplete: 'cc-number', words: /card.?(number|no\b)|\bpan\b/i },
  expiry: { autocomplete: 'cc-exp', words: /expir|valid (thru|until|to)|mm ?\/ ?yy/i },
  month: { autocomplete: 'cc-exp-month', words: /month|\bmm\b/i },
  year: { autocomplete: 'cc-exp-year', words: /year|\byy(yy)?\b/i },
  code: { autocomplete: 'cc-csc', words: /cv[cv]|security.?code|\bcsc\b/i },
  holder: { autocomplete: 'cc-name', words: /card.?holder|holder|name on/i },
} as const;
type FieldName = keyof typeof wantedFields;

/** The fields of a card that a page has; undefined when it lacks what every payment needs. */
export async function cardFieldsOn(page: Page): Promise<CardFields | undefined> {
  const number = await fieldIn(page.frames(), 'number');
  const code = await fieldIn(page.frames(), 'code');
  const [month, year] = await Promise.all([
    fieldIn(page.frames(), 'month'),
    fieldIn(page.frames(), 'year'),
  ]);
  const expiry = month && year ? undefined : await fieldIn(page.frames(), 'expiry');
  const holder = await fieldIn(page.frames(), 'holder');
  const hasExpiry = expiry !== undefined || (month !== undefined && year !== undefined);
  if (number === undefined || code === undefined || !hasExpiry) return undefined;
  return { number, code, expiry, month, year, holder };
}

export interface CardFields {
  readonly number: Locator;
  readonly code: Locator;
  readonly expiry: Locator | undefined;
  readonly month: Locator | undefined;
  readonly year: Locator | undefined;
  readonly holder: Locator | undefined;
}

/** Whether customers are to fill in such a field; one that shows a stored card asks for nothing. */
export async function asksFor(page: Page, wanted: FieldName): Promise<boolean> {
  const field = await fieldIn(page.frames(), wanted);
  if (field === undefined) return false;
  const isOpen = (await field.isVisible()) && (await field.isEditable());
  return isOpen && (await field.inputValue()) === '';
}

/** Whether each of these words can be read on a page, in whatever case. */
export async function shows(page: Page, words: string): Promise<boolean> {
  const texts = await Promise.all(
    page.frames().map((frame) => frame.evaluate(readableText).catch(() => '')),
  );
  const all = texts.join(' ').toLowerCase();
  return words
    .toLowerCase()
    .split(' ')
    .every((word) => all.includes(word));
}

/** Presses the button or link with a label; false where there is none. */
export async function press(page: Page, label: string): Promise<boolean> {
  const labelled = page
    .getByRole('link', { name: label })
    .or(page.getByRole('button', { name: label }))
    .or(page.getByText(label));
  return labelled
    .first()
    .click({ timeout: 1_000 })
    .then(
      () => true,
      () => false,
    );
}

/** Types the card and presses the button that the form is sent with. */
export async function pay(page: Page, fields: CardFields, card: GatewayTarget['card']) {
  const [year, month] = [card.expiry.slice(0, 4), card.expiry.slice(4)];
  await fields.number.fill(card.pan);
  await fields.expiry?.fill(`${month}/${year.slice(2)}`);
  if (fields.expiry === undefined) {
    await choose(fields.month, [month, String(Number(month))]);
    await choose(fields.year, [year, year.slice(2)]);
  }
  await fields.code.fill(card.cvc);
  await fields.holder?.fill(card.holder);

  const form = page.locator('form').filter({ has: fields.number });
  const button = form.locator('button:not([type=button]):not([type=reset]), input[type=submit]');
  if ((await button.count()) > 0) await button.first().click();
  else await fields.code.press('Enter');
}

/** Waits until the customer is at the shop, or for so long. */
export async function arrivesAt(page: Page, address: string): Promise<boolean> {
  return page
    .waitForURL((url) => isAt(url, address), { timeout: returnMs })
    .then(
      () => true,
      () => false,
    );
}

/** Whether the customer is asked for something else, such as to confirm the payment to a bank. */
export async function isAskedForMore(page: Page, formUrl: string): Promise<boolean> {
  if (new URL(page.url()).origin !== new URL(formUrl).origin) return true;
  return page
    .locator('form, iframe')
    .count()
    .then(
      (count) => count > 0,
      () => false,
    );
}

/** Whether a link, or the address where the customer is now, leads to the shop. */
export async function leadsTo(page: Page, address: string): Promise<boolean> {
  if (isAt(new URL(page.url()), address)) return true;
  const links = await page
    .locator('a[href], form[action]')
    .evaluateAll((all) =>
      all.map((one) => one.getAttribute('href') ?? one.getAttribute('action') ?? ''),
    )
    .catch(() => []);
  return links.some((link) => isAt(URL.parse(link, page.url()), address));
}

/** An address, with whatever the gateway adds to its query. */
function isAt(url: URL | null, address: string): boolean {
  const { origin, pathname } = new URL(address);
  return url?.origin === origin && url.pathname === pathname;
}

/** A field to type into, or one to choose from. */
async function choose(field: Locator | undefined, values: readonly string[]): Promise<void> {
  if (field === undefined) return;
  const tag = String(await field.evaluate('(one) => one.tagName'));
  const [first = '', second = first] = values;
  if (tag !== 'SELECT') return field.fill(first);
  await field
    .selectOption(first, { timeout: 1_000 })
    .catch(() => field.selectOption(second, { timeout: 1_000 }));
}

async function fieldIn(frames: readonly Frame[], wanted: FieldName): Promise<Locator | undefined> {
  const { autocomplete, words } = wantedFields[wanted];
  const seen = await Promise.all(
    frames.map(async (frame) => ({ frame, all: await inputsIn(frame) })),
  );
  const matches = [
    ({ fillsIn }: Input) => fillsIn.split(' ').includes(autocomplete),
    ({ saysWhat }: Input) => words.test(saysWhat),
  ];
  for (const isWanted of matches) {
    for (const { frame, all } of seen) {
      const found = all.findIndex(isWanted);
      if (found !== -1) return frame.locator(visibleInputs).nth(found);
    }
  }
  return undefined;
}

interface Input {
  readonly fillsIn: string;
  /** Name, label and whatever else tells people what to type. */
  readonly saysWhat: string;
}

const visibleInputs =
  'input:not([type=hidden]):not([type=checkbox]):not([type=radio]):not([type=submit]), select';

async function inputsIn(frame: Frame): Promise<readonly Input[]> {
  const described: unknown = await frame
    .evaluate(describeInputs.replace('SELECTOR', JSON.stringify(visibleInputs)))
    .catch(() => []);
  return described as readonly Input[];
}

// Text, since the sources of this project know nothing of what is inside a browser.
const readableText = `
  [
    document.body?.innerText,
    ...[...document.querySelectorAll('input:not([type=hidden]), button, a')].flatMap((one) => [
      one.value,
      one.placeholder,
      one.title,
      one.getAttribute('aria-label'),
    ]),
  ].join(' ')
`;

const describeInputs = `
  [...document.querySelectorAll(SELECTOR)].map((one) => ({
    fillsIn: one.getAttribute('autocomplete') ?? '',
    saysWhat: [
      one.name,
      one.id,
      one.placeholder,
      one.getAttribute('aria-label'),
      ...[...(one.labels ?? [])].map((label) => label.textContent),
    ].join(' '),
  }))
`;
