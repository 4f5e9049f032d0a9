import { expect, test } from 'vitest';
import { contentOf } from '../certificate/content.ts';
import { htmlOf } from '../certificate/html.ts';
import { aFailure, aRequirement, aResult } from '../certificate/testing.ts';
import { junitOf } from '../junit.ts';
import { summaryOf } from '../summary.ts';
import { aCheck, ids, judged } from '../testing.ts';
import { linkInto } from './address.ts';

const catalogue = 'https://pages.example/catalogue';
const page = `${catalogue}/r/${ids.must}.html`;

test.for([catalogue, `${catalogue}/`, `${catalogue}/index.html`])('%s is linked to', (address) => {
  expect(linkInto(address, ids.must)).toBe(page);
});

test.for([undefined, '', 'nowhere', 'javascript:alert(1)', 'data:text/html,x', 'file:///etc'])(
  'nothing is linked to where the catalogue is at %s',
  (address) => {
    expect(linkInto(address, ids.must)).toBeUndefined();
  },
);

test.for(['v2.card.gone', 'constructor', '../../x'])('%s, which has no page, has no link', (id) => {
  expect(linkInto(catalogue, id)).toBeUndefined();
});

const failed = [aCheck({ verdict: 'failed', reason: 'it was silent' })];

test('the terminal and JUnit name the page of what failed, if there is one', () => {
  const linking = judged(failed, { run: { catalogue } });
  const plain = { colour: false, reports: [] };

  expect(summaryOf(linking, plain)).toContain(`\n  see: ${page}`);
  expect(junitOf(linking)).toContain(`<property name="see" value="${page}"/>`);
  expect(summaryOf(judged(failed), plain)).not.toContain('see: ');
  expect(junitOf(judged(failed))).not.toContain('name="see"');
});

test('the certificate links ids wherever they stand alone or in a row, if there is a page', async () => {
  const requirements = [
    aFailure(),
    aRequirement({ id: ids.open, level: 'open', verdict: 'observed', observation: '0 EUR' }),
  ];
  const certificate = async (run: object): Promise<string> =>
    await htmlOf(contentOf(aResult({ verdict: 'not-conformant', requirements, run })));

  const linking = await certificate({ catalogue });
  expect(linking).toContain(`<h3><a href="${page}">${ids.must}</a></h3>`);
  expect(linking).toContain(`<a href="${catalogue}/r/${ids.open}.html">${ids.open}</a>`);
  expect(await certificate({ catalogue: 'javascript:alert(1)' })).not.toMatch(/href="[^#]/);
  expect(await certificate({})).not.toMatch(/href="[^#]/);
});
