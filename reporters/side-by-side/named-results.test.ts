import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aResult } from '../certificate/testing.ts';
import { temporaryFolder } from '../testing.ts';
import { mostTargets, namedResults } from './named-results.ts';

test('a result is named, and found in a folder or as a file', () => {
  const folder = withFiles();
  const file = join(folder, 'conformance.json');

  const named = namedResults([`old one=${folder}`, `new=${file}`]);

  expect(named).toEqual({
    results: [
      { name: 'old one', conformance: aResult() },
      { name: 'new', conformance: aResult() },
    ],
  });
});

test('a path may hold an equals sign', () => {
  const folder = join(withFiles(), 'x=1');

  expect(namedResults([`a=${folder}`, `b=${folder}`])).toHaveProperty('results.length', 2);
});

test.for([
  ['a single one', ['a=HERE'], /^2 to 12 results .* not 1 result$/],
  ['too many', Array.from({ length: mostTargets + 1 }, (_, at) => `t${at}=HERE`), /not 13 results/],
  ['one without a name', ['HERE', 'b=HERE'], /^\S+ is not NAME=DIR or NAME=FILE/],
  ['one with an empty name', [' =HERE', 'b=HERE'], /is not NAME=DIR or NAME=FILE/],
  ['one without a place', ['a=', 'b=HERE'], /^a= is not NAME=DIR/],
  ['a name twice', ['a=HERE', 'a=HERE'], /^the name a is given twice$/],
  ['a name that fills a page', [`${'a'.repeat(41)}=HERE`, 'b=HERE'], /longer than 40 characters/],
  ['a folder without a result', ['a=HERE/empty', 'b=HERE'], /^a: .*empty.conformance\.json cannot/],
  ['what is not there', ['a=HERE/nowhere', 'b=HERE'], /^a: .*nowhere cannot be read/],
  ['half a file', ['a=HERE', 'b=HERE/half'], /^b: .*half is not JSON/],
  ['another JSON', ['a=HERE', 'b=HERE/other'], /^b: .*other is not a result of this suite/],
  ['a name that drives a terminal', ['\u001b[2J=HERE/nowhere', 'b=HERE'], /^\\u001b\[2J: /],
] as const)('refuses %s with a sentence', ([, words, sentence]) => {
  const folder = withFiles();

  const named = namedResults(words.map((word) => word.replace('HERE', folder)));

  expect(named).toEqual({ problems: [expect.stringMatching(sentence)] });
});

test('says all that is wrong at once', () => {
  const named = namedResults(['a=nowhere', 'b=nowhere-else']);

  expect(named).toHaveProperty('problems.length', 2);
});

/** A result as a file and in a folder, and what is none. */
function withFiles(): string {
  const folder = temporaryFolder();
  for (const name of ['empty', 'x=1']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'conformance.json'), JSON.stringify(aResult()));
  writeFileSync(join(folder, 'x=1', 'conformance.json'), JSON.stringify(aResult()));
  writeFileSync(join(folder, 'half'), '{"schemaVersion": 1, ');
  writeFileSync(join(folder, 'other'), '{"schemaVersion": 1}');
  return folder;
}
