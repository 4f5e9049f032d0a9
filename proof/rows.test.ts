import { expect, onTestFinished, test } from 'vitest';
import { nothingShown } from '../fixtures/fields/forms.ts';
import { aFullCardholder, aTopUp, aTransfer, aVerification } from '../fixtures/builders/v2.ts';
import { withValue } from '../fixtures/builders/spoil.ts';
import { byNumber } from '../fixtures/builders/v1.ts';
import { minorUnits } from '../fixtures/builders/values.ts';
import { connect } from '../fixtures/clients/http.ts';
import { type V1Client, v1Client, type V1Operation, v1Operations } from '../fixtures/clients/v1.ts';
import { type V2Client, v2Client, v2Operations } from '../fixtures/clients/v2.ts';
import { learnExceptionForm } from '../fixtures/dialect/v1.ts';
import type { Field } from '../fixtures/fields/field.ts';
import { v1Members } from '../fixtures/fields/v1.ts';
import { limitsIn } from '../fixtures/fields/v1-items.ts';
import { v1RequestMembers, v1Requests } from '../fixtures/fields/v1-requests.ts';
import { fieldsOf as v2FieldsOf } from '../fixtures/fields/v2.ts';
import { v2Requests } from '../fixtures/fields/v2-requests.ts';
import { readConfiguration } from '../fixtures/target/configuration.ts';
import { paceOf } from '../fixtures/target/pace.ts';
import { memberOf, succeeded } from '../fixtures/transcript/exchange.ts';
import { journalOf } from '../fixtures/transcript/journal.ts';
import { samplesOf } from '../fixtures/worlds/v1-samples.ts';
import { aTourOf } from '../fixtures/worlds/v2-tour.ts';
import { newCard as newV1Card } from '../fixtures/worlds/v1.ts';
import { cardIn, fundedCard, newCard, newCardholder } from '../fixtures/worlds/v2.ts';
import type { Choices } from '../sandbox/choices.ts';
import { moods } from '../sandbox/moods.ts';
import { cardParameters } from '../sandbox/rules/cards.ts';
import { documentRules, type MemberType } from '../sandbox/rules/index.ts';
import { startSandbox } from '../sandbox/server.ts';

// A row makes a check and the fault that proves it. What is mistyped in it would be wrong in both and
// seen by neither, so rows are laid beside what the sandbox, written from the same document, takes and shows.

const { v1AllowedValues, v1MemberType, v1RequiredMembers } = documentRules;

/** What the sandbox calls a type: how rows call it, and a value of it. */
const typesOfTheSandbox: Readonly<Record<MemberType, readonly [words: string, value: unknown]>> = {
  text: ['a string', 'x'],
  digits: ['a string', 4_000_000],
  integer: ['an integer', 5],
  code: ['an integer', 5],
  number: ['a number', 1.5],
  flag: ['a boolean', true],
  month: ['a string', '202912'],
  date: ['a string', '2029-12-31'],
  'date-time': ['a string', '2029-12-31T10:00:00'],
  bytes: ['a string', 'AAAA'],
  object: ['an object', {}],
  list: ['an array', [{}]],
  identifiers: ['an array of identifiers', ['B1001']],
  integers: ['an array of integers', [5411]],
};

test.for(v1RequestMembers)(
  'document 1: $operation takes $path in the form of its row',
  ({ operation, path, form, needs }) => {
    const place = inTheTable(path);
    const type = path === 'mccList[]' ? 'integer' : v1MemberType(operation, place);
    const [words, value] = typesOfTheSandbox[type ?? 'text'];
    const values = v1AllowedValues(operation, place) ?? [value];

    expect(type, 'a member that the sandbox knows').toBeDefined();
    expect(form.words).toContain(words);
    expect(values.filter((one) => !form.schema.safeParse(one).success)).toEqual([]);
    if (needs !== undefined) expect(v1RequiredMembers(operation)).toContain(place);
  },
);

/** The document does not show how these are asked, and what a sandbox wants is its own affair. */
const unshown: readonly V1Operation[] = ['changeCardLimit', 'getAllowedMccList'];

test.for(v1Operations.filter((operation) => !unshown.includes(operation)))(
  'document 1: a row says what %s demands',
  (operation) => {
    const paths = v1Requests[operation].members.map(({ path }) => inTheTable(path));
    const demanded = v1RequiredMembers(operation).filter((path) => !path.startsWith(otherList));

    expect(demanded.filter((path) => !paths.includes(path))).toEqual([]);
  },
);

/** The document does not name the list of restrictions, so the sandbox takes two names. */
function inTheTable(path: string): string {
  return path.replace('restrictions[]', 'restrictions.restriction[]');
}

const otherList = 'restrictions.restrictions[]';

test('document 2: rows are the members that a sandbox takes which takes no others', async () => {
  const { v2 } = await clientsOf({ ...moods.usual, unknownMembers: 'refused' });
  const amount = minorUnits(1_00);
  const [from, to] = await Promise.all([fundedCard(v2, minorUnits(100_00)), newCard(v2)]);
  const [productName, cardholder] = [v2.productName, await newCardholder(v2)];
  const requests = {
    createCardholder: () => aFullCardholder({ verification: aVerification('passport') }),
    createCard: () => ({ productName, cardholder }),
    createTopUp: () => aTopUp(to, amount),
    createTransfer: () => aTransfer(from, to, amount),
  };

  for (const operation of [
    'createCardholder',
    'createCard',
    'createTopUp',
    'createTransfer',
  ] as const) {
    const complete = requests[operation]();
    const { members } = v2Requests[operation];
    expect(await v2[operation](complete)).toSatisfy(succeeded);
    expect(members.map(({ path }) => path).toSorted()).toEqual(pathsIn(complete).toSorted());

    for (const { path, form } of members) {
      const sent = memberOf(complete, path);
      expect(form.schema.safeParse(sent).success, `${path} ${JSON.stringify(sent)}`).toBe(true);
      for (const value of form.wrong ?? [true]) {
        const answer = await v2[operation](withValue(requests[operation](), path, value));
        expect(answer, `${path} ${JSON.stringify(value)}`).not.toSatisfy(succeeded);
      }
    }
  }
});

/** Paths of all members of a body, of those within others too. */
function pathsIn(body: object): string[] {
  return Object.entries(body).flatMap(([name, value]) => [
    name,
    ...(typeof value === 'object' ? pathsIn(value as object).map((path) => `${name}.${path}`) : []),
  ]);
}

/** The moods, and a sandbox that leaves out nothing that it could show. */
const outspoken: Choices = {
  ...moods.chatty,
  unsentFields: 'null',
  v1: { ...moods.chatty.v1, absentOptionals: 'null' },
};

test('each member of an answer is shown by a sandbox, in the form of its row', async () => {
  const answers: (readonly [operation: string, json: unknown])[] = [];
  for (const choices of [outspoken, ...Object.values(moods)]) {
    const { v1, v2 } = await clientsOf(choices);
    answers.push(...(await answersOfV1(v1)), ...(await answersOfV2(v2)));
  }
  const groups = [
    ...Object.values(v1Members),
    ...v2Operations.map((operation) => ({
      operation,
      fields: v2FieldsOf[operation],
      holdersIn: (json: unknown) => [json],
    })),
  ];

  const problems = groups.flatMap(({ operation, fields, holdersIn }) => {
    const holders = answers.flatMap(([asked, json]) =>
      asked === operation ? holdersIn(json) : [],
    );
    return fields
      .filter((field) => !isNeverShown(field))
      .flatMap(({ requirement, path, schema }) => {
        const values = holders.flatMap((one) => valuesAt(one, path.split('.')));
        const isRight = values.every((value) => schema?.safeParse(value).success !== false);
        return values.length > 0 && isRight ? [] : [`${requirement}: ${path} of ${operation}`];
      });
  });
  expect(problems).toEqual([]);
});

async function answersOfV1(v1: V1Client): Promise<(readonly [string, unknown])[]> {
  const samples = await Promise.all(
    v1Operations.map(async (operation) => {
      const ofOne = await samplesOf(v1, operation);
      return 'missing' in ofOne ? [] : ofOne.map(({ answer }) => [operation, answer.json] as const);
    }),
  );
  // No operation adds an exception to a limit of an account; those of a card look alike. Part 2.6.
  const card = await newV1Card(v1);
  await (await learnExceptionForm(v1))?.prepare(card);
  const limits = await v1.getCardLimits({ cardIdentification: byNumber(card) });
  return [...samples.flat(), ['getAccountLimits', { limits: limitsIn(limits.answer.json) }]];
}

async function answersOfV2(v2: V2Client): Promise<(readonly [string, unknown])[]> {
  const complete = aFullCardholder({ verification: aVerification('passport') });
  const created = await v2.createCardholder(complete);
  const blocked = await cardIn(v2, 'blocked');
  return [
    ...(await aTourOf(v2)),
    created,
    await v2.getCardholder(String(memberOf(created.answer.json, 'id'))),
    await v2.getCard(blocked.id),
  ]
    .filter(succeeded)
    .map(({ operation, answer }) => [operation, answer.json] as const);
}

/** What stands at a path cut into steps, of which those that end in `[]` go into every item. */
function valuesAt(holder: unknown, [step, ...rest]: readonly string[]): unknown[] {
  if (step === undefined) return [holder].filter((value) => value !== undefined);
  const value = memberOf(holder, step.replace('[]', ''));
  const inner = step.endsWith('[]') ? (Array.isArray(value) ? (value as unknown[]) : []) : [value];
  return inner.flatMap((one) => valuesAt(one, rest));
}

test('what a card never shows is what can be sent of it, or what only GET shows', () => {
  const { createCard, getCard, patchCard } = v2FieldsOf;
  const never = [...createCard, ...getCard, ...patchCard].filter(isNeverShown);
  const shown = getCard.filter((field) => !isNeverShown(field)).map(({ path }) => path);
  const known: readonly string[] = [...cardParameters, ...shown];

  expect(never.length).toBeGreaterThan(0);
  expect(never.filter(({ path }) => !known.includes(path))).toEqual([]);
});

function isNeverShown({ schema }: Field): boolean {
  return schema === nothingShown;
}

/** Clients of a sandbox that ends with the test. */
async function clientsOf(choices: Choices): Promise<{ v1: V1Client; v2: V2Client }> {
  const sandbox = await startSandbox({ choices });
  onTestFinished(() => sandbox.close());
  const configuration = readConfiguration(sandbox.environment);
  if (configuration.kind !== 'target') throw new Error('the sandbox does not describe itself');
  const { apis, requestTimeoutMs } = configuration.target;
  if (apis.v1 === undefined || apis.v2 === undefined) throw new Error('the sandbox lacks an API');

  const pace = paceOf({ concurrency: 8 });
  const connection = connect({ baseUrl: sandbox.url, requestTimeoutMs, pace });
  const journal = journalOf(() => undefined);
  const learned = new Map<string, Promise<unknown>>();
  const learn = <T>(what: string, find: () => Promise<T>): Promise<T> => {
    const known = learned.get(what) ?? find();
    learned.set(what, known);
    return known as Promise<T>;
  };
  return {
    v1: v1Client(connection, journal, apis.v1, learn),
    v2: v2Client(connection, journal, apis.v2, learn),
  };
}
