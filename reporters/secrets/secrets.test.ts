import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { leaksIn, masked, maskingOf, type Secret } from './secrets.ts';
import { aBreach, aCheck, ids, temporaryFolder } from '../testing.ts';

const key: Secret = { variable: 'V2_API_KEY', value: 'k3y"/with=signs' };
const forms = [
  ['as it is', 'x k3y"/with=signs x'],
  ['in JSON', JSON.stringify({ key: key.value })],
  ['in an address', `?key=${encodeURIComponent(key.value)}`],
  ['in a header', `Basic ${Buffer.from(key.value).toString('base64')}`],
] as const;

for (const [where, text] of forms) {
  test(`masks a secret ${where}`, () => {
    const mask = maskingOf([key]);

    const check = masked(
      aCheck({
        reason: text,
        exchanges: [{ method: 'GET', path: '/', sent: text, got: text, text }],
        failure: aBreach(ids.must, text),
        breaches: [aBreach(ids.must, text)],
        requestIds: [text],
      }),
      mask,
    );

    expect(JSON.stringify(check)).toContain('***');
    expect(leaksIn([written(JSON.stringify(check))], [key])).toEqual([]);
  });

  test(`finds a secret that was written ${where}`, () => {
    const path = written(text);

    expect(leaksIn([path], [key])).toEqual([`${path} holds the value of V2_API_KEY`]);
  });
}

test('looks into folders, and minds no file that is not there', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'results'));
  writeFileSync(join(folder, 'results', 'one.json'), key.value);

  expect(leaksIn([folder, join(folder, 'absent')], [key])).toHaveLength(1);
});

test('reads the data of the Allure page, not its program', () => {
  const data = Buffer.from(JSON.stringify({ reason: 'secret-77' })).toString('base64');
  const page = (title: string): string =>
    `<title>${title}</title><script>abc12345</script><script>[d("data/x.json","${data}")]</script>`;
  const path = written(page('Sandbox'), 'index.html');

  expect(leaksIn([path], [secret('secret-77')])).toHaveLength(1);
  expect(leaksIn([path], [secret('abc12345')])).toEqual([]);
  expect(leaksIn([written(page('abc12345'), 'index.html')], [secret('abc12345')])).toHaveLength(1);
});

test('takes no plain word for a leak', () => {
  expect(
    leaksIn([written('the sandbox is conformant')], [secret('sandbox'), secret('is')]),
  ).toEqual([]);
});

function secret(value: string): Secret {
  return { variable: 'V2_API_KEY', value };
}

function written(text: string, name = 'report.json'): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, text);
  return path;
}

test('a Request-id that looks like a card number is masked, and stays one of its own', () => {
  // Both have a right check digit and the same last four.
  const numbers = ['4000000000000002', '5000000000070002'];
  const check = aCheck({ requestIds: numbers });

  const [first, second] = masked(check, maskingOf([])).requestIds;

  expect(first).toMatch(/^…0002 \(/);
  expect(second).toMatch(/^…0002 \(/);
  expect(first).not.toBe(second);
  expect(masked(check, maskingOf([])).requestIds).toEqual([first, second]);
});
