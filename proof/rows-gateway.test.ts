import { describe, expect, test } from 'vitest';
import {
  type GatewayOperation,
  gatewayOperations,
  gatewayPath,
} from '../fixtures/clients/gateway.ts';
import {
  subscriptionOperations,
  type SubscriptionOperation as SubscriptionCall,
} from '../fixtures/clients/subscriptions.ts';
import type { Field } from '../fixtures/fields/field.ts';
import { fieldsOf as gatewayFieldsOf } from '../fixtures/fields/gateway.ts';
import { gatewayObjects, gatewayRequests } from '../fixtures/fields/gateway-requests.ts';
import type { Parameter, ParameterGroup } from '../fixtures/fields/parameters.ts';
import { fieldsOf as subscriptionFieldsOf } from '../fixtures/fields/subscriptions.ts';
import { subscriptionRequests } from '../fixtures/fields/subscriptions-requests.ts';
import { schemaFrom } from '../fixtures/openapi/schema.ts';
import { anOrder, freshNumber, testGateway } from '../sandbox/gateway/testing.ts';
import {
  type GatewayOperation as SandboxOperation,
  gatewayPaths,
  type Parameter as Declared,
} from '../sandbox/rules/gateway-parameters.ts';
import { documentRules } from '../sandbox/rules/index.ts';
import type { SubscriptionOperation } from '../sandbox/rules/subscription-requests.ts';
import { aSubscription, testSubscriptions } from '../sandbox/subscriptions/testing.ts';

// A row makes a check and its fault alike, so a typing error in it would show in neither. The sandbox has
// read the document by itself: what it declares must be what the rows say.

interface Form {
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly enum?: readonly string[];
  readonly items?: Form;
}

/** Where the sandbox declares something else on purpose. */
const declaredOtherwise: ReadonlyMap<string, object> = new Map([
  // An integer in a form is digits.
  ['instantPayment.do sessionTimeoutSecs', { kind: 'digits' }],
  // An order may have an empty one, which names nobody.
  ['getBindings.do clientId', { least: 1 }],
  // Part 4.7 gives no length but that of its values.
  ['paymentOrderBinding.do tii', { least: undefined, most: undefined }],
]);

/** JSON's names of types for those of the sandbox. */
const kinds: Readonly<Record<Declared['type'], string>> = {
  text: 'string',
  digits: 'digits',
  integer: 'integer',
  flag: 'boolean',
  words: 'array',
  object: 'object',
  objects: 'array',
  pairs: 'object',
};
const subscriptionKinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'number',
  integer: 'number',
  boolean: 'flag',
  array: 'texts',
};

const groups: readonly (readonly [string, ParameterGroup, SandboxOperation, string])[] = [
  ...gatewayOperations.map(
    (operation) =>
      [operation, gatewayRequests[operation], sandboxOperation(operation), ''] as const,
  ),
  ...Object.entries(gatewayObjects).map(
    ([object, group]) => [object, group, 'paymentorder', `${object}.`] as const,
  ),
];

describe.for(groups)('parameters of %s', ([holder, group, operation, prefix]) => {
  const rows = [...group.parameters];

  test.for(rows)('%s is what the sandbox declares', ([name, row]) => {
    const declared = documentRules.gwParameter(operation, `${prefix}${name}`);
    const said = { ...formSaid(row), ...declaredOtherwise.get(`${holder} ${name}`) };

    expect({ least: undefined, most: undefined, ...formDeclared(declared) }).toMatchObject(said);
  });

  test('are needed where the sandbox needs them', () => {
    const needed = rows.filter(([, { rules, unless }]) => rules.includes('needs') && !unless);
    const mandatory = documentRules
      .gwMandatory(operation)
      .filter((path) => path.startsWith(prefix) && !(prefix === '' && path.includes('.')))
      .map((path) => path.slice(prefix.length));

    expect(needed.map(([name]) => name).toSorted()).toEqual(mandatory.toSorted());
  });
});

describe.for(subscriptionOperations)('members of %s', (operation) => {
  const { members } = subscriptionRequests[operation];
  const asked = operation.slice('subscriptions.'.length) as SubscriptionOperation;

  test.for(members)('$path is what the sandbox declares', ({ path, schema }) => {
    const { type, format, items, enum: values } = schemaFrom(schema) as Form;

    expect(format === 'date-time' ? format : subscriptionKinds[type ?? '']).toBe(
      documentRules.subMemberType(asked, path),
    );
    expect(items?.enum ?? values).toEqual(documentRules.subAllowedValues(asked, path));
  });

  test('are needed where the sandbox needs them', () => {
    const needed = members.filter(({ isNeeded }) => isNeeded).map(({ path }) => path);

    expect(['username', 'password', ...needed]).toEqual(documentRules.subRequiredMembers(asked));
  });
});

test.for(['create', 'update'] as const)('amounts and intervals of %s are judged alike', (asked) => {
  const { members } = subscriptionRequests[`subscriptions.${asked}`];
  const takes = (path: string, value: number): boolean | undefined =>
    members.find((one) => one.path === path)?.schema.safeParse(value).success;

  for (const value of [-1, 0, 0.5, 1, 1.5, 990]) {
    expect(takes('amount', value)).toBe(documentRules.subIsAmount(asked, value));
    expect(takes('billingIntervalValue', value)).toBe(
      documentRules.subIsIntervalValue(asked, value),
    );
  }
});

// All members of an answer that the documents do not demand may be left out, a misspelt one always is.
test('each member of an answer that a row names is shown by the sandbox', async () => {
  // The text beside a success may be left out.
  const gateway = await testGateway({ gatewayChoices: { messageOnSuccess: 'shown' } });
  const { ask, card, order, paid, stored } = gateway;
  const clientId = 'C-1';
  const common = await stored(clientId);
  const charge = { orderNumber: freshNumber(), amount: 700, currency: '978', language: 'en' };
  const ofClient = await order({ clientId, description: 'Two tickets' });
  const practice = { orderNumber: freshNumber(), tii: 'IPI', amount: 500 };
  const byCredential = { mdOrder: ofClient, bindingId: common, cvc: '123', language: 'en' };

  const shown: Readonly<Partial<Record<GatewayOperation, unknown>>> = {
    'register.do': await ask('register', anOrder()),
    'paymentorder.do': await ask('paymentorder', card(await order())),
    'industryPractice/paymentOrder.do': await ask('industryPractice', {
      originalMdOrder: await paid(),
      ...practice,
    }),
    'getBindings.do': await ask('getBindings', { clientId }),
    'paymentOrderBinding.do': await ask('paymentOrderBinding', byCredential),
    'recurrentPayment.do': await ask('recurrentPayment', {
      ...charge,
      bindingId: await stored(clientId, 'RI'),
    }),
    'getOrderStatusExtended.do': await gateway.status(ofClient),
  };

  expect(unshownBy(shown, gatewayFieldsOf)).toEqual([]);
});

test('each member of an answer about subscriptions is shown by the sandbox', async () => {
  const { active, ask } = testSubscriptions();
  const { subscriptionId } = await active({ description: 'Tea', phone: '+37120000001' });

  const shown: Readonly<Partial<Record<SubscriptionCall, unknown>>> = {
    'subscriptions.create': (await ask('create', { ...aSubscription, phone: '+37120000001' })).body,
    'subscriptions.list': (await ask('list', { statuses: ['ACTIVE'] })).body,
    'subscriptions.update': (await ask('update', { subscriptionId, amount: 1_290 })).body,
    'subscriptions.deactivate': (await ask('deactivate', { subscriptionId, force: true })).body,
  };

  expect(unshownBy(shown, subscriptionFieldsOf)).toEqual([]);
});

/** What a row says of a form, in the words of the sandbox; it may say less. */
function formSaid({ form }: Parameter): object {
  const { type, pattern, minLength = 0, maxLength, enum: values } = form.schema as Form;
  const isOfDigits = /^\^(\\d(\+|\{\d+\}))\$$/.test(pattern ?? '');
  return {
    kind: isOfDigits ? 'digits' : type,
    ...(maxLength === undefined ? {} : { least: minLength, most: maxLength }),
    ...(values === undefined ? {} : { values: values.filter((value) => value !== '') }),
  };
}

function formDeclared(declared: Declared | undefined): object | undefined {
  if (declared === undefined) return undefined;
  const isDay = declared.format === 'day';
  return { ...declared, kind: isDay ? 'digits' : kinds[declared.type] };
}

/** Rows whose member an answer lacks, or shows in another form. */
function unshownBy(
  shown: Readonly<Record<string, unknown>>,
  fieldsOf: Readonly<Record<string, readonly Field[]>>,
): string[] {
  return Object.entries(fieldsOf).flatMap(([operation, fields]) => {
    const paths = new Set(pathsIn(shown[operation]));
    return fields
      .filter((one) => !paths.has(one.path) || one.problemIn(shown[operation]) !== undefined)
      .map(({ path }) => `${operation} ${path}`);
  });
}

/** Where anything stands in an answer, as rows say it: `list[].member`. */
function pathsIn(json: unknown, at = ''): string[] {
  if (Array.isArray(json)) return [at, ...json.flatMap((item) => pathsIn(item, `${at}[]`))];
  if (typeof json !== 'object' || json === null) return [at];
  return [
    at,
    ...Object.entries(json).flatMap(([name, value]) =>
      pathsIn(value, at === '' ? name : `${at}.${name}`),
    ),
  ];
}

/** `register.do` is what the sandbox calls register; both know where it is. */
function sandboxOperation(operation: GatewayOperation): SandboxOperation {
  const [name] = Object.entries(gatewayPaths).find(
    ([, path]) => `/payment${path}` === gatewayPath(operation),
  ) ?? [''];
  return name as SandboxOperation;
}
