import { describe, expect, test } from 'vitest';

import { usualChoices } from './choices.ts';
import { createCore } from './core.ts';
import { gatewaySettings } from './gateway/settings.ts';
import { moods } from './moods.ts';
import { documentRules } from './rules/index.ts';
import { keep } from './snapshot.ts';
import { balanceOf, inside, itemsOf, testSandbox, type Body, type TestSandbox } from './testing.ts';
import { v1Settings } from './v1/settings.ts';

const start = { now: new Date('2026-11-21T09:00:00Z'), workbench: true };

describe('a snapshot brings back', () => {
  test('money, states and limits of cards', async () => {
    const tried = await testSandbox(start);
    const [card, other] = [await tried.card(50_00), await tried.card()];
    await take(tried);

    await tried.transfer(card, other, 20_00);
    await tried.patch(card, { status: 'blocked' });
    await tried.patch(other, { spendingLimits: [{ amount: 1, interval: 'daily' }] });
    await tried.control('POST', `/cards/${String(card['number'])}/pin-denials`);
    const later = await tried.card();
    await back(tried);

    expect(await tried.read(card)).toEqual(card);
    expect(await tried.read(other)).toEqual(other);
    expect((await tried.send('GET', `/v2/cards/${String(later['id'])}`)).status).toBe(404);
    const list = await tried.list({ cardNumberFltr: String(card['number']) });
    expect(itemsOf(list.body, 'transfers')).toEqual([]);
  });

  test('the same again after each change', async () => {
    const tried = await testSandbox(start);
    const card = await tried.card(50_00);
    await take(tried);

    for (const cents of [1_00, 2_00]) {
      await tried.topUp(card, cents);
      expect(balanceOf(await tried.read(card))).toBe(Number(balanceOf(card)) + cents);
      await back(tried);
      expect(balanceOf(await tried.read(card))).toBe(balanceOf(card));
    }
  });

  test('an order that waits, and its end', async () => {
    const tried = await testSandbox(start);
    const order = await registered(tried);
    await take(tried);

    for (const outcome of ['approved', 'declined']) {
      const paid = await tried.control('POST', `/orders/${order}/payment`, { outcome });
      expect(paid.status).toBe(200);
      expect((await tried.control('POST', `/orders/${order}/payment`, { outcome })).status).toBe(
        outcome === 'approved' ? 409 : 200,
      );
      await back(tried);
    }
    await tried.control('PUT', '/clock', { now: '2026-11-21T09:30:00Z' });

    expect(await statusOf(tried, order)).toBe(6);
  });

  test('what is planned, and the time', async () => {
    const tried = await testSandbox(start);
    const order = await registered(tried);
    await take(tried);

    // Its end has come and gone, and comes once more.
    for (const now of ['2026-11-22T09:00:00Z', '2026-11-21T09:21:00Z']) {
      expect(await statusOf(tried, order)).toBe(0);
      expect((await tried.control('PUT', '/clock', { now })).status).toBe(200);
      expect(await statusOf(tried, order)).toBe(6);
      await back(tried);
    }

    expect((await tried.control('GET', '/clock')).body['now']).toMatch(/^2026-11-21T09:0/);
  });

  test('a payer whose bank is asking', async () => {
    const tried = await testSandbox(start);
    const order = await registered(tried);
    const { GATEWAY_3DS_CARD_PAN: pan = '', GATEWAY_CARD_EXPIRY: expiry = '' } =
      tried.sandbox.environment;
    const page = `/payment/page?mdOrder=${order}`;
    const typed = new URLSearchParams({
      mdOrder: order,
      pan,
      expiry: `${expiry.slice(4)}/${expiry.slice(0, 4)}`,
      cvc: '123',
      holder: 'ANA COSTA',
      action: 'pay',
    });
    const post = (path: string, body: URLSearchParams): Promise<Response> =>
      fetch(`${tried.sandbox.url}${path}`, { method: 'POST', body, redirect: 'manual' });
    await post(page, typed);
    await take(tried);
    const answer = new URLSearchParams({ mdOrder: order, action: 'confirm' });

    for (let time = 0; time < 2; time += 1) {
      await post('/payment/page/challenge', answer);
      expect(await statusOf(tried, order)).toBe(2);
      await back(tried);
    }
  });

  test('what was there before everything was forgotten, in its mood and with its faults', async () => {
    const tried = await testSandbox(start);
    const card = await tried.card();
    await take(tried);

    const reset = await tried.control('POST', '/workbench/reset');
    expect((await tried.send('GET', `/v2/cards/${String(card['id'])}`)).status).toBe(404);
    await tried.control('PUT', '/workbench/mood', { mood: 'strict' });
    const there = await back(tried);

    expect(reset.status).toBe(200);
    expect(there.body['mood']).toBe('usual');
    expect(await tried.read(card)).toEqual(card);
  });
});

test.for(Object.entries(moods))(
  'a state of the mood %s has nothing that is kept half',
  async ([, choices]) => {
    const tried = await testSandbox({ ...start, choices });
    const [card, other] = [await tried.card(50_00), await tried.card()];
    await tried.transfer(card, other, 1_00);
    await registered(tried);

    const before = await objectsOf(tried);
    const taken = await take(tried);
    await tried.transfer(card, other, 1_00);
    await registered(tried);
    await back(tried);

    expect(taken.status).toBe(201);
    expect(await objectsOf(tried)).toEqual(before);
  },
);

test('an object that would come back half is named', () => {
  const core = createCore({
    rules: documentRules,
    choices: usualChoices,
    apiKey: 'k',
    controlToken: 't',
    productName: 'p',
    v1: v1Settings(),
    gateway: gatewaySettings(0),
    start: 0,
  });
  core.store.cards.set('1', new Date() as never);

  expect(() => keep(core)).toThrow('a state holds a Date');
});

function take({ control }: TestSandbox): ReturnType<TestSandbox['control']> {
  return control('PUT', '/workbench/snapshots/here');
}

async function back({ control }: TestSandbox): ReturnType<TestSandbox['control']> {
  const answer = await control('POST', '/workbench/snapshots/here/restore');
  expect(answer.status).toBe(200);
  return answer;
}

async function objectsOf({ control }: TestSandbox): Promise<Body> {
  return (await control('GET', '/workbench/objects')).body;
}

function form({ send, sandbox }: TestSandbox, operation: string, more: Record<string, string>) {
  const { GATEWAY_USER_NAME: userName = '', GATEWAY_PASSWORD: password = '' } = sandbox.environment;
  const body = new URLSearchParams({ userName, password, ...more }).toString();
  return send('POST', `/payment/rest/${operation}`, body, {
    'Content-Type': 'application/x-www-form-urlencoded',
  });
}

async function registered(tried: TestSandbox): Promise<string> {
  const { body } = await form(tried, 'register.do', {
    orderNumber: `A-${Math.random()}`,
    amount: '1050',
    returnUrl: 'https://shop.test/',
  });
  return String(body['orderId']);
}

async function statusOf(tried: TestSandbox, orderId: string): Promise<unknown> {
  const { body } = await form(tried, 'getOrderStatusExtended.do', { orderId });
  return inside({ body }, 'body')['orderStatus'];
}
