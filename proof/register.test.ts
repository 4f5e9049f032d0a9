import { expect, test } from 'vitest';
import { requirementEntries, requirements } from '../fixtures/requirements/index.ts';
import { allRows } from '../sandbox/moods/pairs.ts';
import { noChoice, settledInOneWay } from '../sandbox/register/no-choice.ts';
import { dimensions, dimensionsOf, isOf, parts } from '../sandbox/register.ts';

const clause = /^document [123], parts? \d/;

test.for(dimensions)('$name has at least two values, all different', ({ values }) => {
  expect(values.length).toBeGreaterThan(1);
  // A row names each value by one digit.
  expect(values.length).toBeLessThan(10);
  expect(new Set(values.map((value) => JSON.stringify(value))).size).toBe(values.length);
});

test.for(dimensions)(
  '$name stands for open requirements, or for a silent part',
  ({ standsFor }) => {
    expect(standsFor.length).toBeGreaterThan(0);
    const unknown = standsFor.filter((one) => !(one in requirements) && !clause.test(one));

    expect(unknown).toEqual([]);
  },
);

test('each open requirement is a dimension of the sandbox, says why it cannot be, or is a known blind spot', () => {
  const settled = new Set(dimensions.flatMap(({ standsFor }) => standsFor));
  const open = requirementEntries
    .filter(([, { level, unobservable }]) => level === 'open' && unobservable === undefined)
    .map(([id]) => id);

  const missing = open.filter((id) => !settled.has(id) && !(id in noChoice));
  expect(missing.filter((id) => !settledInOneWay.includes(id))).toEqual([]);
  // Whatever got a dimension leaves the list.
  expect(settledInOneWay.filter((id) => settled.has(id))).toEqual([]);
});

test('what cannot be a choice is a requirement, and no dimension stands for it', () => {
  const settled = new Set(dimensions.flatMap(({ standsFor }) => standsFor));

  for (const id of Object.keys(noChoice)) {
    expect(id in requirements, id).toBe(true);
    expect(settled.has(id), id).toBe(false);
  }
});

test.for(parts)(
  'any two values of two dimensions of %s stand together in a row: else run `npm run pairs`',
  (part) => {
    const ofPart = dimensionsOf(part);
    const rows = allRows(part);
    for (const row of rows) expect(row).toMatch(new RegExp(`^\\d{${ofPart.length}}$`));

    const missing: string[] = [];
    for (const [one, { name, values }] of ofPart.entries()) {
      for (const [other, { name: otherName, values: otherValues }] of ofPart.entries()) {
        if (other <= one) continue;
        const together = new Set(rows.map((row) => `${row[one]}${row[other]}`));
        const wanted = values.length * otherValues.length;
        if (together.size !== wanted) missing.push(`${name} and ${otherName}`);
      }
    }

    expect(missing).toEqual([]);
  },
);

test('each dimension is one of a part at least', () => {
  const left = dimensions.filter(({ name }) => !parts.some((part) => isOf(part, name)));

  expect(left).toEqual([]);
});
