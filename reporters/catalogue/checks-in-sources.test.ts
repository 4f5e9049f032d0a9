import { expect, test } from 'vitest';
import { requirementEntries } from '../../fixtures/requirements/index.ts';
import { checksIn, judgingSources } from './checks-in-sources.ts';

const suite = (text: string) => ({ path: 'suites/v2/card.test.ts', text });

const found = (id: string, ...sources: { path: string; text: string }[]): string[] =>
  checksIn(sources)(id).map(({ file, name }) => `${file}: ${name}`);

test('a check is found by the id that it is given', () => {
  const source = suite(`
check('v2.card.one', 'shows one', async ({ v2 }) => {});
check(
  'v2.card.two',
  \`shows \${it(\`x\${y}\`)} twice\`,
  async ({ v2, control }) => {},
);`);

  expect(found('v2.card.one', source)).toEqual(['suites/v2/card.test.ts: shows one']);
  expect(found('v2.card.on', source)).toEqual([]);
  expect(checksIn([source])('v2.card.two')).toMatchObject([{ fixtures: ['v2', 'control'] }]);
});

test('a check is found by the table above it', () => {
  const source = suite(`
check('v2.card.zero', 'shows nothing', async ({ v2 }) => {});
for (const [id, path] of [
  ['v2.card.needs-name', 'name'],
] as const) {
  check(id, \`refuses a card without \${path}\`, async ({ v2 }) => {});
}`);

  expect(found('v2.card.needs-name', source)).toEqual([
    'suites/v2/card.test.ts: refuses a card without …',
  ]);
});

test('a check is found by the family of its id', () => {
  const source = suite(
    'check(`v2.cycle-${type}.turns`, `turns in ${type}`, async ({ v2 }) => {});',
  );

  expect(found('v2.cycle-3.turns', source)).toEqual(['suites/v2/card.test.ts: turns in …']);
  expect(found('v2.cycle-3.stops', source)).toEqual([]);
});

test('a check is found by the table that it walks', () => {
  const table = {
    path: 'fixtures/fields/v2.ts',
    text: `export const cardMembers = [field('v2.card.id', 'id')];
export const topUpMembers = [field('v2.top-up.id', 'id')];`,
  };
  const source = suite(`
import { cardMembers, topUpMembers } from '../../fixtures/fields/v2.ts';
for (const one of topUpMembers.fields) check(one.requirement, 'tops up', async ({ v2 }) => {});
for (const one of cardMembers.fields) check(one.requirement, 'shows', async ({ v2 }) => {});`);

  expect(found('v2.card.id', table, source)).toEqual(['suites/v2/card.test.ts: shows']);
  expect(found('v2.top-up.id', table, source)).toEqual(['suites/v2/card.test.ts: tops up']);
});

test('a check is found by the member of the row that it takes its id from', () => {
  const table = {
    path: 'fixtures/requests/v2.ts',
    text: `const members = [
  { operation: 'createCard', path: 'name', needs: 'v2.card.needs-name', wrong: [['v2.card.other', 1]] },
  { operation: 'createTopUp', path: 'amount', needs: 'v2.top-up.needs-amount' },
];`,
  };
  const source = suite(`
import { membersOf } from '../../fixtures/requests/v2.ts';
for (const { needs, wrong } of membersOf('createTopUp')) {
  check(needs, 'tops nothing up', async ({ v2 }) => {});
}
for (const { needs, wrong } of membersOf('createCard')) {
  check(needs, 'refuses without', async ({ v2 }) => {});
  for (const [id] of wrong) check(id, 'refuses others', async ({ v2 }) => {});
}`);

  expect(found('v2.card.needs-name', table, source)).toEqual([
    'suites/v2/card.test.ts: refuses without',
  ]);
  expect(found('v2.card.other', table, source)).toEqual(['suites/v2/card.test.ts: refuses others']);
  expect(found('v2.top-up.needs-amount', table, source)).toEqual([
    'suites/v2/card.test.ts: tops nothing up',
  ]);
});

test('every requirement that can be seen has a check in the sources', () => {
  const checksOf = checksIn(judgingSources());
  const without = requirementEntries.filter(
    ([id, { unobservable }]) => unobservable === undefined && checksOf(id).length === 0,
  );

  expect(without.map(([id]) => id)).toEqual([]);
});
