import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { requirementEntries } from '../../fixtures/requirements/index.ts';
import { formattedJson, ids, temporaryFolder } from '../testing.ts';
import { readWaivers, waiversSchema } from './waivers-file.ts';

describe('a file of waivers', () => {
  test('is read as it stands there', () => {
    const file = fileWith(`
# yaml-language-server: $schema=../docs/waivers.schema.json
waivers:
  - requirement: ${ids.must}
    reason: the old proxy strips it
    owner: &team the card team
    issue: https://tracker.example/7?tab=a@b
    until: 2028-02-29
  - { requirement: ${ids.advisory}, reason: later, owner: *team, issue: http://t/8, until: 2026-12-31 }
`);

    expect(readWaivers(file)).toEqual({
      waivers: [
        {
          requirement: ids.must,
          reason: 'the old proxy strips it',
          owner: 'the card team',
          issue: 'https://tracker.example/7?tab=a@b',
          until: '2028-02-29',
        },
        {
          requirement: ids.advisory,
          reason: 'later',
          owner: 'the card team',
          issue: 'http://t/8',
          until: '2026-12-31',
        },
      ],
      sha256: createHash('sha256').update(readFileSync(file)).digest('hex'),
    });
  });

  test('may have come to hold none', () => {
    expect(readWaivers(fileWith('waivers: []'))).toMatchObject({ waivers: [] });
  });

  test('tells every problem at once, each with its line', () => {
    const problems = problemsIn(`waivers:
  - requirement: ${ids.must}
    reason: '  '
    owner: 7
    issue: ftp://tracker.example/7
    until: 2026-02-30
    untill: 2026-12-31
  - requirement: ${ids.derived}
  - just a word
waiver: []
`);

    expect(problems).toEqual([
      '3: reason must not be empty',
      '4: owner must be text',
      '5: issue must be an address that starts with http:// or https://, without a password',
      '6: until must be a day that exists, as YYYY-MM-DD',
      '7: "untill" is unknown here (did you mean until?)',
      '8: reason is missing',
      '8: owner is missing',
      '8: issue is missing',
      '8: until is missing',
      '9: a waiver must be a map with requirement, reason, owner, issue and until',
      '10: "waiver" is unknown here (did you mean waivers?)',
    ]);
  });

  test.for([
    ['https://user:secret@tracker.example/7', 'must be an address that starts with'],
    ['https://[tracker/7', 'is no address'],
    ['tracker.example/7', 'must be an address that starts with'],
    ['javascript:alert(1)', 'must be an address that starts with'],
  ])('refuses the issue %s, without repeating it', ([issue = '', why = '']) => {
    const problems = problemsIn(aWaiver({ issue: JSON.stringify(issue) }));

    expect(problems).toEqual([expect.stringContaining(`issue ${why}`)]);
    expect(problems?.join()).not.toContain('secret');
  });

  test.for(['2026-13-01', '2026-02-29', '31.12.2026', '2026-1-1', '"2026-12-31T00:00:00Z"'])(
    'refuses %s as a day',
    (until) => {
      expect(problemsIn(aWaiver({ until }))).toEqual([
        '6: until must be a day that exists, as YYYY-MM-DD',
      ]);
    },
  );

  test.for([
    ['v2.response.request-id-is-presend', `; the nearest id is ${ids.must}`],
    ['Request-Id', 'there is no requirement "Request-Id"; the nearest id is '],
    ['v2.response', '"v2.response" begins '],
    ['toString', 'there is no requirement "toString"'],
    [ids.open, `${ids.open} is open: it is recorded and never fails`],
    [ids.unobservable, `${ids.unobservable} has no check, so there is nothing to waive: `],
    ['[]', 'requirement must be the id of a requirement'],
  ])('says why %s cannot be waived', ([requirement = '', why = '']) => {
    expect(problemsIn(aWaiver({ requirement }))).toEqual([expect.stringContaining(why)]);
  });

  test('names a requirement once', () => {
    const problems = problemsIn(`${aWaiver()}${aWaiver().replace('waivers:\n', '')}`);

    expect(problems).toEqual([`7: ${ids.must} is already waived on line 2`]);
  });

  test.for([
    ['nothing', '', '1: the file must be a map'],
    ['a list', '- a\n', '1: the file must be a map'],
    ['a member without a value', 'waivers:\n', '1: waivers must be a list'],
    ['broken YAML', 'waivers: [\n', '2: is not readable YAML: '],
    ['a key that is there twice', 'waivers: []\nwaivers: []\n', '2: is not readable YAML: '],
    ['two documents', 'waivers: []\n---\nwaivers: []\n', 'is not readable YAML: '],
    ['a tag of its own', 'waivers: !js/function []\n', '1: is not readable YAML: '],
    ['an alias of nothing', 'waivers: *nobody\n', '1: is not readable YAML: '],
    ['ten thousand brackets', '['.repeat(10_000), '1: is not readable YAML: '],
  ])('is refused when it holds %s', ([, yaml = '', why = '']) => {
    const problems = problemsIn(yaml);

    expect(problems?.[0]).toContain(why);
    expect(problems?.length).toBeLessThan(10);
  });

  test('is refused when its aliases unfold into billions of values', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
    const lines = names.map((name, index) => {
      const inner = index === 0 ? 'x' : `*${names[index - 1]}`;
      return `${name}: &${name} [${Array.from({ length: 9 }, () => inner).join(', ')}]\n`;
    });

    expect(problemsIn(lines.join(''))).toEqual([
      expect.stringContaining('is not readable YAML: Excessive alias count'),
    ]);
  });

  test('is refused when it is huge, or not there', () => {
    const huge = fileWith(`waivers: [] # ${'x'.repeat(300 * 1024)}`);

    expect(readWaivers(huge)).toEqual({ problems: [`${huge} is larger than 262144 bytes`] });
    expect(readWaivers('/nowhere/waivers.yaml')).toEqual({
      problems: ['the waivers /nowhere/waivers.yaml cannot be read: there is no such file'],
    });
  });

  test('cannot drive the terminal that shows its problems', () => {
    expect(problemsIn('waivers: []\n"\\e[31mred": 1\n')).toEqual([
      String.raw`2: "\u001b[31mred" is unknown here`,
    ]);
  });
});

describe('the schema for editors', () => {
  test('is up to date; `npx vitest run --project self reporters/waivers/waivers-file.test.ts -u` writes it', async () => {
    await expect(formattedJson(waiversSchema())).toMatchFileSnapshot(
      '../../docs/waivers.schema.json',
    );
  });

  test('offers every requirement that can fail, and says what each member is for', () => {
    const { properties } = waiversSchema() as {
      properties: {
        waivers: { items: { properties: Record<string, Member>; required: string[] } };
      };
    };
    const members = properties.waivers.items.properties;

    expect(members['requirement']?.enum).toEqual(
      requirementEntries
        .filter(([, { level, unobservable }]) => level !== 'open' && unobservable === undefined)
        .map(([id]) => id),
    );
    expect(Object.keys(members)).toEqual(properties.waivers.items.required);
    for (const { description } of Object.values(members)) expect(description).toMatch(/\.$/);
  });
});

interface Member {
  readonly description: string;
  readonly enum?: readonly string[];
}

function aWaiver(part: Readonly<Record<string, string>> = {}): string {
  const members = {
    requirement: ids.must,
    reason: 'the old proxy strips it',
    owner: 'the card team',
    issue: 'https://tracker.example/7',
    until: '2026-12-31',
    ...part,
  };
  const lines = Object.entries(members).map(([name, value]) => `    ${name}: ${value}\n`);
  return `waivers:\n${lines.join('').replace('   ', '  -')}`;
}

function fileWith(yaml: string): string {
  const file = join(temporaryFolder(), 'waivers.yaml');
  writeFileSync(file, yaml);
  return file;
}

/** Without the name of the file. */
function problemsIn(yaml: string): string[] | undefined {
  const file = fileWith(yaml);
  const read = readWaivers(file);
  return 'problems' in read
    ? read.problems.map((problem) => problem.replace(`${file}:`, ''))
    : undefined;
}
