import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { RequestMember } from '../../fixtures/fields/request-rows.ts';
import { v1Parameters, v1Requests } from '../../fixtures/fields/v1-requests.ts';
import { v2Requests } from '../../fixtures/fields/v2-requests.ts';
import { gatewayObjects, gatewayRequests } from '../../fixtures/fields/gateway-requests.ts';
import { subscriptionRequests } from '../../fixtures/fields/subscriptions-requests.ts';

// Where the checks of a requirement are, read off the sources, so that it can be told without a run.

export interface Source {
  /** From the root of the project, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** One check as its source says it. */
export interface FoundCheck {
  readonly file: string;
  /** What it promises; `…` stands for what differs from one case to the next. */
  readonly name: string;
  /** The fixtures that it asks for: `control`, `initialPayment` … */
  readonly fixtures: readonly string[];
  /** Whether it runs for generated inputs. */
  readonly isProperty: boolean;
}

/** Every source that names requirements: the checks, and the tables that they walk. */
export function judgingSources(): Source[] {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const pattern = '{suites,properties,fixtures/fields,fixtures/requests}/**/*.ts';
  return [...globSync(pattern, { cwd: root }), 'fixtures/every-answer.ts']
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()
    .map((path) => ({
      path,
      text: spelledOut.get(path) ?? readFileSync(`${root}/${path}`, 'utf8'),
    }));
}

/** Tables whose rows make ids of names, as if the ids stood in them. */
const spelledOut: ReadonlyMap<string, string> = new Map([
  [
    'fixtures/fields/gateway-requests.ts',
    [
      'const gatewayRequests = [',
      ...Object.values(gatewayRequests).flatMap(({ rules, succeeds, needsCredentials }) => [
        ...rules.map(({ requirement }) => `{ requirement: '${requirement}' }`),
        `{ succeeds: '${succeeds}', needsCredentials: '${needsCredentials}' }`,
      ]),
      'const gatewayObjects = [',
      ...Object.values(gatewayObjects).flatMap(({ rules }) =>
        rules.map(({ requirement }) => `{ requirement: '${requirement}' }`),
      ),
    ].join('\n'),
  ],
  [
    'fixtures/fields/subscriptions-requests.ts',
    [
      'const subscriptionRequests = [',
      ...Object.entries(subscriptionRequests).flatMap(([operation, { members }]) =>
        members
          .flatMap(({ refusals }) => refusals)
          .map(({ requirement }) => `{ operation: '${operation}', requirement: '${requirement}' }`),
      ),
    ].join('\n'),
  ],
]);

/**
 * What finds the checks of a requirement. A check is given its id by a literal, by a family
 * (`v1.cycle-${type}.turns`), or by a table that stands above it or in `fixtures`.
 */
export function checksIn(sources: readonly Source[]): (id: string) => readonly FoundCheck[] {
  const read = sources.map((source) => reading(source));
  const suites = read.filter(({ path }) => /^(suites|properties)\//.test(path));
  const byId = Map.groupBy(
    read.flatMap((one) => one.ids.map((id) => ({ ...id, in: one }))),
    ({ id }) => id,
  );

  const families = read.flatMap((one) => one.families.map((family) => ({ ...family, in: one })));
  const walkers = new Map<string, FoundCheck[]>();
  const checksWalking = (table: Reading, at: number): FoundCheck[] => {
    const row = rowAt(table, at);
    const key = `${table.path} ${row.name} ${row.operation} ${row.member}`;
    const known = walkers.get(key) ?? checksOfTable(table, row, suites);
    walkers.set(key, known);
    return known;
  };

  const byRow = checksOfRows(suites);
  return (id) => {
    const places = [...(byId.get(id) ?? []), ...families.filter(({ form }) => form.test(id))];
    const found = places.flatMap(({ at, in: one }) => {
      if (suites.includes(one)) return checkAt(one, at);
      return checksWalking(one, at);
    });
    return distinct([...found, ...(byRow.get(id) ?? [])]);
  };
}

/** The checks of requests, whose ids are made from rows: which file walks them, and what it calls the id. */
function checksOfRows(suites: readonly Reading[]): Map<string, readonly FoundCheck[]> {
  const rows = [
    ...Object.values(v1Requests).flatMap(({ members, succeeds, unknown, credentials }) => [
      ...walkedBy('suites/v1/requests.test.ts', members),
      ['suites/v1/operations.test.ts', 'succeeds', succeeds] as const,
      ...Object.values(unknown).map((id) => ['suites/v1/operations.test.ts', 'id', id] as const),
      ['suites/v1/credentials.test.ts', 'credentials', credentials] as const,
    ]),
    ...Object.keys(v1Parameters).map(
      (id) => ['suites/v1/registration.test.ts', 'parameterIdOf(name)', id] as const,
    ),
    ...walkedBy('suites/v2/cardholder-creation.test.ts', v2Requests.createCardholder.members),
    ...walkedBy('suites/v2/card-creation.test.ts', v2Requests.createCard.members),
    ...walkedBy('suites/v2/top-up-creation.test.ts', v2Requests.createTopUp.members),
    ...walkedBy('suites/v2/transfer-creation.test.ts', v2Requests.createTransfer.members),
  ];
  return new Map(
    rows.flatMap(([file, argument, id]) => {
      const calls = suites.find(({ path }) => path === file)?.calls ?? [];
      const call = calls.find((one) => one.argument === argument);
      return id === undefined || call === undefined ? [] : [[id, [call.check]]];
    }),
  );
}

function walkedBy(file: string, members: readonly RequestMember[]) {
  return members.flatMap(({ needs, wrong, takes, optional }) => [
    [file, 'needs', needs] as const,
    ...wrong.map(([id]) => [file, 'id', id] as const),
    [file, 'takes', takes] as const,
    [file, 'optional', optional] as const,
  ]);
}

interface Reading extends Source {
  readonly ids: readonly { readonly id: string; readonly at: number }[];
  readonly families: readonly { readonly form: RegExp; readonly at: number }[];
  readonly calls: readonly Call[];
  /** Names of tables and values of `operation`, where they stand. */
  readonly names: readonly Word[];
  readonly operations: readonly Word[];
}

interface Word {
  readonly word: string;
  readonly at: number;
}

interface Call {
  readonly at: number;
  /** Whether the id is a literal or a family, which stands right behind. */
  readonly isNamed: boolean;
  /** The expression that gives the id. */
  readonly argument: string;
  readonly check: FoundCheck;
}

const idForm = /'([a-z0-9]+(?:\.[a-z0-9-]+)+)'/g;
const familyForm = /`([a-z0-9]+\.[^`\s]*\$\{[^`\s]*)`/g;
const callForm =
  /\bcheck\(\s*([^,]+?),\s*('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`|[^,]+),\s*async \(\{([^}]*)\}/g;

function reading({ path, text }: Source): Reading {
  return {
    path,
    text,
    names: wordsIn(text, /^(?:export )?const (\w+)/gm),
    operations: wordsIn(text, /\boperation: '([\w./]+)'/g),
    ids: [...text.matchAll(idForm)].map(({ 1: id = '', index }) => ({ id, at: index })),
    families: [...text.matchAll(familyForm)].map(({ 1: template = '', index }) => ({
      form: familyOf(template),
      at: index,
    })),
    calls: [...text.matchAll(callForm)].map(
      ({ 1: id = '', 2: name = '', 3: asked = '', index }) => ({
        at: index,
        isNamed: /^['`]/.test(id),
        argument: id,
        check: {
          file: path,
          name: nameFrom(name),
          fixtures: asked.split(',').flatMap((word) => /\w+/.exec(word)?.[0] ?? []),
          isProperty: path.startsWith('properties/'),
        },
      }),
    ),
  };
}

function wordsIn(text: string, form: RegExp): Word[] {
  return [...text.matchAll(form)].map(({ 1: word = '', index }) => ({ word, at: index }));
}

/** `v1.cycle-${type}.turns`, where any word may stand for the part in braces. */
function familyOf(template: string): RegExp {
  const escaped = template.replaceAll('.', String.raw`\.`);
  return new RegExp(`^${escaped.replaceAll(/\$\{[^}]*\}/g, '[a-z0-9-]+')}$`);
}

/** The check that the id stands in, or the first one below that takes its id from a variable. */
function checkAt({ calls, text }: Reading, at: number): FoundCheck[] {
  const above = calls.findLast((call) => call.at < at);
  const own = above?.isNamed === true && isFirstArgument(text, above.at, at) ? above : undefined;
  const call = own ?? calls.find((one) => !one.isNamed && one.at > at);
  return call === undefined ? [] : [call.check];
}

function isFirstArgument(text: string, call: number, at: number): boolean {
  return /^\bcheck\(\s*$/.test(text.slice(call, at));
}

/** Where in a table an id stands. */
interface Row {
  /** Name of the table. */
  readonly name: string;
  /** Value of the last `operation` above, if there is one. */
  readonly operation: string;
  /** The member that holds the id, such as `needs`. */
  readonly member: string;
}

function rowAt({ text, names, operations }: Reading, at: number): Row {
  return {
    name: names.findLast((one) => one.at < at)?.word ?? '',
    operation: operations.findLast((one) => one.at < at)?.word ?? '',
    member: /(\w+):\s*$/.exec(text.slice(Math.max(0, at - 40), at))?.[1] ?? '',
  };
}

/** The checks that walk a table: by its name, by a function of its module, or by what it is part of. */
function checksOfTable(table: Reading, row: Row, suites: readonly Reading[]): FoundCheck[] {
  const module = table.path.replace(/^fixtures/, '../fixtures');
  const users = suites.filter(({ text }) => text.includes(`/${module}'`));
  const walking = (word: string): FoundCheck[] =>
    users.flatMap(({ text, calls }) => {
      const use = [...text.matchAll(new RegExp(String.raw`\b${word}`, 'g'))].find(
        ({ index }) => !isImported(text, index),
      );
      const below =
        use === undefined ? [] : calls.filter((one) => !one.isNamed && one.at > use.index);
      // What takes its id from another member of the row is another check.
      const call =
        below.find(({ argument }) => argument === row.member) ??
        below.find(({ argument }) => !table.text.includes(`${argument}: '`));
      return call === undefined ? [] : [call.check];
    });
  const words = [
    String.raw`${row.name}\['${row.operation}'`,
    String.raw`${row.name}\b`,
    String.raw`membersOf\('${row.operation}'`,
    String.raw`membersOf\(`,
    String.raw`fieldsOf\b`,
  ];
  return words.map(walking).find((found) => found.length > 0) ?? [];
}

function isImported(text: string, at: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', at) + 1, text.indexOf('\n', at));
  return /^(import\b|  (?:type )?\w+,$)/.test(line);
}

/** A title as people read it; what is put together while running is left out. */
function nameFrom(source: string): string {
  if (!/^['"`]/.test(source)) return 'one case after the other';
  return source
    .slice(1, -1)
    .replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '…')
    .replaceAll(/\\(.)/g, '$1');
}

function distinct(checks: readonly FoundCheck[]): FoundCheck[] {
  return [...new Map(checks.map((one) => [`${one.file} ${one.name}`, one])).values()];
}
