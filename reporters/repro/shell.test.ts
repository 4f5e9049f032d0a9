import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing.ts';
import { looksOf } from '../../fixtures/reproduction/looks.ts';
import { common, elapsed, quoted } from './shell.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.constantFrom('"', '\\', '\\"', '\\\\', 'é', '\u{1f4b3}', '0', 'a":1', '{', ']', '\\u0041'),
);
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(text, fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })),
    fc.constantFrom(null, true, false),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(text, tie('json'), { maxKeys: 4 }),
  ),
}));

test('every text and number of an answer is found at its place, and nothing at others', () => {
  const answers = fc.sample(fc.tuple(json, fc.boolean(), fc.boolean()), { numRuns: 80, seed: 7 });
  const folder = temporaryFolder();
  const asked = answers.flatMap(([value, isIndented, isAscii], index) => {
    const written = JSON.stringify(value, undefined, isIndented ? 2 : 0);
    const file = join(folder, `${index}.json`);
    writeFileSync(file, isAscii ? inAscii(written) : written);
    return placesIn(JSON.parse(written)).map(({ names, leaf }) => ({ file, names, leaf }));
  });

  const found = linesOf(
    common,
    asked.map(
      ({ file, names }) =>
        `{ value_at ${[file, ...names].map(quoted).join(' ')} || printf none; } | od -An -v -tx1 | tr -d ' \\n'; echo`,
    ),
  );

  expect(asked.length).toBeGreaterThan(200);
  expect(found.map((hex) => Buffer.from(hex, 'hex').toString())).toEqual(
    asked.map(({ leaf }) => leaf),
  );
});

test('an answer looks the same to a script as to the suite', () => {
  const value = fc.oneof(
    text,
    fc.constantFrom('2026-11-21', '10.50', 'EUR', '9700431234567899', 'a-1', '00', 'd41d-8cd9', ''),
    fc.integer(),
    fc.integer({ min: 0, max: 99_999 }).map((cents) => cents / 100),
    fc.constantFrom(null, true, false),
  );
  const name = fc.constantFrom('status', 'id', 'orderNumber', 'cvc', 'a b', 'x-y', 'é', '$PAN');
  const answer = fc.letrec<{ json: unknown }>((tie) => ({
    json: fc.oneof(
      { depthSize: 'small' },
      fc.dictionary(name, value, { maxKeys: 4 }),
      fc.dictionary(name, tie('json'), { maxKeys: 3 }),
      fc.array(fc.oneof(value, tie('json')), { maxLength: 4 }),
    ),
  }));
  const stories = fc.sample(fc.array(answer.json, { minLength: 1, maxLength: 3 }), {
    numRuns: 60,
    seed: 11,
  });

  const folder = temporaryFolder();
  const asked = stories.map((answers, story) => {
    answers.forEach((one, at) =>
      writeFileSync(join(folder, `${story}-${at + 1}.json`), JSON.stringify(one)),
    );
    const copies = answers.map(
      (_, at) => `cp ${folder}/${story}-${at + 1}.json $work/${at + 1}.answer`,
    );
    return `${copies.join('; ')}; shape 1 ${answers.length}; echo ====`;
  });
  const said = linesOf(common, asked).join('\n').split('====');

  const expected = stories.map((answers) =>
    looksOf(answers).map(({ path, looks }) => `${path} = ${looks}`),
  );
  expect(expected.flat().length).toBeGreaterThan(100);
  expect(said.slice(0, -1).map((lines) => lines.split('\n').filter((one) => one !== ''))).toEqual(
    expected,
  );
});

test('a moment is carried as far as the calendar says', () => {
  const moment = fc
    .date({ min: new Date('1999-01-01'), max: new Date('2105-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString());
  const moments = fc.sample(fc.tuple(moment, moment, moment), { numRuns: 200, seed: 7 });

  const carried = linesOf(
    elapsed,
    moments.map((three) => `later ${three.join(' ')}; echo`),
  );

  const later = moments.map((three) => {
    const [one = 0, start = 0, now = 0] = three.map((each) => Date.parse(each));
    return new Date(one + now - start).toISOString();
  });
  expect(carried).toEqual(later);
});

test('a day stays a day, and a moment keeps its distance', () => {
  const times = ["start='2026-11-30T15:00:00.000Z'; now='2026-12-02T17:30:00.000Z'; carry=elapsed"];
  const days = ['2026-12-01', '2026-11-30T00:00:00Z', '2026-11-30T15:01:00Z', '202911'];

  const carried = linesOf(elapsed, [...times, ...days.map((day) => `carry_day ${day}; echo`)]);

  expect(carried).toEqual(['2026-12-03', '2026-12-02T00:00:00Z', '2026-12-02T17:31:00Z', '202912']);
});

/** What is at each place that leads to something, and at one more that leads nowhere. */
function placesIn(value: unknown): { names: string[]; leaf: string }[] {
  if (typeof value !== 'object' || value === null) {
    const isFound = typeof value === 'string' || typeof value === 'number';
    return [{ names: [], leaf: isFound ? String(value) : 'none' }];
  }
  const inside = Object.entries(value).flatMap(([name, member]) =>
    placesIn(member).map(({ names, leaf }) => ({ names: [name, ...names], leaf })),
  );
  return [...inside, { names: ['no such name'], leaf: 'none' }];
}

function inAscii(written: string): string {
  return written.replaceAll(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function linesOf(functions: string, commands: readonly string[]): string[] {
  const input = [functions, ...commands].join('\n');
  const { stdout, stderr } = spawnSync('bash', { input, encoding: 'utf8', maxBuffer: 1e8 });
  expect(stderr).toBe('');
  return stdout.trimEnd().split('\n');
}
