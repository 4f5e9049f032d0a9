import { describe, expect, test } from 'vitest';

import { usualChoices } from '../choices.ts';
import { createCore } from '../core.ts';
import { gatewaySettings } from '../gateway/settings.ts';
import { documentRules } from '../rules/index.ts';
import { v1Settings } from '../v1/settings.ts';
import { createMasker } from './masking.ts';

const core = createCore({
  rules: documentRules,
  choices: usualChoices,
  apiKey: 'the-api-key-of-v2',
  controlToken: 'the-control-token',
  productName: 'SANDBOX_CLASSIC',
  v1: v1Settings(),
  gateway: gatewaySettings(0, { password: 'the-password', token: 'the-token-of-it' }),
  start: 0,
});
core.balances.set('400012345678', 0);
const mask = createMasker(core);
const pan = '9700430000000018';
const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

const bodyOf = (value: unknown): unknown => mask.body(JSON.stringify(value), json);

describe('a body shows', () => {
  test('what a client needs to see', () => {
    const body = {
      amount: 1050,
      currency: 'EUR',
      status: 'active',
      spendingLimits: [{ interval: 'daily', amount: 500 }],
      billingAddress: { country: 'ES', postalCode: '28001' },
      pinDenialCounter: '0',
      accountNumber: '400012345678',
      success: true,
      description: null,
    };

    expect(bodyOf(body)).toEqual(body);
  });

  test('the last four digits of a card number', () => {
    expect(bodyOf({ cardNumber: pan, number: pan, pan: Number(pan) })).toEqual({
      cardNumber: '•••0018',
      number: '•••0018',
      pan: '•••0018',
    });
  });

  test.for([
    'cvc',
    'cvc2',
    'cvv2',
    '$CVC',
    'pin',
    'pinValue',
    'encryptedPinValue',
    'newPinData',
    'otp',
    'password',
    'token',
    'seToken',
    'key',
    'secret',
    'cavv',
    'publicKey',
    'Cvc',
    'CVC',
    'cvcc',
    'passwort',
    'ammount',
  ])('no text and no number called %s', (name) => {
    for (const value of ['123', 123, '1234', 'a secret of theirs']) {
      expect(JSON.stringify(bodyOf({ [name]: value, of: { [name]: [value] } }))).not.toContain(
        String(value),
      );
    }
  });

  test.for([
    pan,
    '9700 4300 0000 0018',
    '9700-4300-0000-0018',
    `card ${pan}, please`,
    `{"pan":"${pan}"}`,
    'the-api-key-of-v2',
    'X-API-KEY: the-api-key-of-v2',
    'Basic dXNlcjpwYXNzd29yZA==',
    'the-password',
    'cvc: 123',
    'CVC2=123',
    'the pin 1234 is wrong',
    '"password":"hunter2-of-theirs"',
  ])('nothing of %j, wherever it stands', (text) => {
    const parts = text.match(/\d{3,}|hunter2-of-theirs|the-[a-z-]+[a-z0-9]|dXNl\w+/g) ?? [];
    const said = [
      bodyOf({ description: text, [text]: text, list: [text], deep: { message: text } }),
      mask.body(new URLSearchParams({ description: text, [text]: text }).toString(), form),
      mask.body(text, json),
      mask.body(text, 'text/plain'),
      mask.body(text, text),
      mask.address(
        new URL(
          `http://h/v2/${encodeURIComponent(text)}?${new URLSearchParams({ message: text, [text]: text }).toString()}`,
        ),
      ),
      mask.headers(new Headers({ 'user-agent': text, cookie: text })),
      mask.text(text),
    ];

    const shown = JSON.stringify(said);
    for (const part of parts)
      if (!pan.endsWith(part) || part.length > 4) expect(shown).not.toContain(part);
    expect(shown).not.toContain(pan);
  });

  test('members inside a text that is JSON', () => {
    const text = JSON.stringify({ email: 'ana@shop.test', cvc: '123', pan });

    expect(mask.body(new URLSearchParams({ jsonParams: text }).toString(), form)).toEqual({
      jsonParams: { email: 'ana@shop.test', cvc: '(text of 3)', pan: '•••0018' },
    });
  });

  test('no more than fits, however much is sent', () => {
    const deep = Array.from({ length: 100 }).reduce<unknown>((inner) => ({ a: inner }), 1);
    const long = { description: 'x'.repeat(5_000), list: Array.from({ length: 500 }, () => 1) };

    expect(JSON.stringify(bodyOf(deep)).length).toBeLessThan(200);
    expect(JSON.stringify(bodyOf(long)).length).toBeLessThan(1_500);
  });

  test('what it is, where it is no JSON', () => {
    expect(mask.body('{"a":', json)).toBe('(no JSON object, 5 characters)');
    expect(mask.body('<html>', 'text/html')).toBe('(text/html, 6 characters)');
    expect(mask.body('', json)).toBeUndefined();
  });
});

test('an address shows ids, and numbers of cards by their end', () => {
  const shown = (path: string): string => mask.address(new URL(`http://h${path}`));

  expect(shown('/v2/cards/crd_3f9a')).toBe('/v2/cards/crd_3f9a');
  expect(shown(`/control/cards/${pan}/pin-denials`)).toBe('/control/cards/•••0018/pin-denials');
  expect(shown(`/v2/transfers?cardNumberFltr=${pan}&page=2`)).toBe(
    '/v2/transfers?cardNumberFltr=•••0018&page=2',
  );
  expect(shown('/payment/rest/register.do?password=abc&userName=shop-api')).toBe(
    '/payment/rest/register.do?password=(text of 3)&userName=shop-api',
  );
  expect(shown('/%E0%A4%A')).toBe('/•••');
});

test('headers show their names, and what is harmless', () => {
  const headers = { authorization: 'Basic abc', 'x-api-key': 'k', accept: json, 'x-new': 'v' };

  expect(mask.headers(new Headers(headers))).toEqual({
    authorization: '•••',
    'x-api-key': '•••',
    accept: json,
    'x-new': '•••',
  });
});
