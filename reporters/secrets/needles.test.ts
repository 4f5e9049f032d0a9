import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Pdf from 'pdfkit';
import { describe, expect, test } from 'vitest';
import type { LearnedSecrets } from '../../fixtures/transcript/known-secrets.ts';
import type { Secret } from './needles.ts';
import { leaksIn, secretsOfKey } from './secrets.ts';
import { temporaryFolder } from '../testing.ts';

// Masking is left out here: whatever stands in these texts has leaked.

const key: Secret = { variable: 'V2_API_KEY', value: 'k3y"/with+signs&ü=7' };
const card = '4000000000000010';
const learned: LearnedSecrets = { cardNumbers: [card], codes: ['317', '4821'] };
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const units = (text: string): string =>
  Array.from(text)
    .map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

describe('finds a credential that was written', () => {
  for (const [how, text] of [
    ['as it is', `x${key.value}x`],
    ['in JSON', JSON.stringify(key)],
    ['in JSON within JSON', JSON.stringify(JSON.stringify(JSON.stringify(key)))],
    ['in an address', `?a=${encodeURIComponent(key.value)}&b`],
    ['in a form', new URLSearchParams([['a', key.value]]).toString()],
    ['in a page', '<p>k3y&quot;/with+signs&amp;ü&#61;7</p>'],
    ['in Base64', base64(key.value)],
    ['in Base64, one byte later', base64(`:${key.value}:`)],
    ['in Base64, two bytes later', `a/${base64(`xy${key.value}`)}`],
    ['in Base64 for addresses', Buffer.from(`<${key.value}`).toString('base64url')],
    ['in Base64 of JSON', base64(JSON.stringify({ payload: JSON.stringify(key) }))],
    ['in Base64 of Base64', base64(`the payload is ${base64(`Basic ${key.value}`)}`)],
  ] as const) {
    test(how, () => {
      expect(leaksIn([], [key], { terminal: text })).toEqual([
        'the terminal output holds the value of V2_API_KEY',
      ]);
    });
  }
});

describe('finds a card number that was written', () => {
  for (const [how, text] of [
    ['as it is', `"${card}"`],
    ['among other digits', `12345${card}6789`],
    ['in groups', '1 4000 0000 0000 0010 2'],
    ['with dashes', '4000-0000-0000-0010'],
    ['in an address', '4000%200000%2000000010'],
    ['in escapes', units(card)],
    ['in Base64', base64(card)],
    ['in Base64, one byte later', base64(`"${card}"`)],
    ['in Base64, two bytes later', base64(`ab${card}`)],
    ['in Base64, in groups', base64('no 4000 0000 0000 0010 at all')],
    ['in Base64 that follows a word', `"word":"${base64(`n${card}.`)}"`],
  ] as const) {
    test(how, () => {
      expect(leaksIn([], [], { learned, terminal: text })).toEqual([
        'the terminal output holds a card number (…0010)',
      ]);
    });
  }

  test('also when it is a setting', () => {
    const pan: Secret = { variable: 'GATEWAY_CARD_PAN', value: '4000000000000028' };

    expect(leaksIn([], [pan], { terminal: '4000 0000 0000 0028' })).toHaveLength(1);
  });
});

describe('finds a code beside its name', () => {
  for (const text of [
    '"cvc":"317"',
    '"cvc2": 317',
    String.raw`{\"pinValue\":\"4821\"}`,
    'pin=4821&x',
    '%22cvc%22%3A%22317%22',
    base64('{"a":1,"cvc":"317"}'),
  ]) {
    test(text, () => {
      expect(leaksIn([], [], { learned, terminal: text })).toEqual([
        'the terminal output holds a CVC or a PIN beside its name',
      ]);
    });
  }
});

test('finds a private key by any of its lines', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const secrets = secretsOfKey('GATEWAY_SIGNING_KEY_FILE', pem);

  expect(secrets.length).toBeGreaterThan(20);
  expect(
    secrets.every(({ value }) => leaksIn([], secrets, { terminal: `<${value}>` }).length === 1),
  ).toBe(true);
  expect(leaksIn([], secrets, { terminal: JSON.stringify({ pem }) })).toHaveLength(1);
});

test('reads what a PDF shows, and its titles', async () => {
  const path = join(temporaryFolder(), 'certificate.pdf');
  writeFileSync(path, await pdfThat((pdf) => pdf.text(`the key was ${key.value}`)));
  expect(leaksIn([path], [key])).toEqual([`${path} holds the value of V2_API_KEY`]);

  writeFileSync(path, await pdfThat((pdf) => pdf.outline.addItem(card)));
  expect(leaksIn([path], [key], { learned })).toEqual([`${path} holds a card number (…0010)`]);

  writeFileSync(path, await pdfThat((pdf) => pdf.text('nothing of the kind')));
  expect(leaksIn([path], [key], { learned })).toEqual([]);
});

test('finds nothing in what only resembles a secret', () => {
  const text = JSON.stringify({
    masked: { key: '***', number: '…0010', cvc: '***' },
    moments: [1_794_000_000_000, '2026-11-21T09:00:00.000Z'],
    other: '4000000000000011',
    statement: 'The code has 317 or 4821 in it; pin: 4 digits.',
    encoded: base64('a text that is no secret, and 4000 of its kind'),
  });

  expect(leaksIn([], [key], { learned, terminal: text })).toEqual([]);
});

test('looks through the reports of a long run in a moment', () => {
  const cardNumbers = Array.from({ length: 20_000 }, (_, index) =>
    String(4_000_000_000_000_000 + index * 7),
  );
  const codes = Array.from({ length: 1_000 }, (_, index) => String(index).padStart(3, '0'));
  const secrets = Array.from({ length: 40 }, (_, index) => ({
    variable: `K${index}`,
    value: `key-${index}-of-the-run`,
  }));
  const line = `{"id":"6f2c6a52-6d0b-4c0e-9a53-0d7c1f0b8a11","start":1794000000000,"file":"suites/v2/cards.test.ts","note":"\\"a\\" %20"}\n`;
  const terminal = line.repeat(Math.ceil(5_000_000 / line.length));
  const begin = performance.now();

  expect(leaksIn([], secrets, { learned: { cardNumbers, codes }, terminal })).toEqual([]);
  // A quarter of a second on a machine of its own.
  expect(performance.now() - begin).toBeLessThan(60_000);
});

async function pdfThat(shows: (pdf: typeof Pdf.prototype) => unknown): Promise<Buffer> {
  const pdf = new Pdf();
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => pdf.on('end', resolve));
  shows(pdf);
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}
