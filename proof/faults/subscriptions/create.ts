import { documentRules } from '../../../sandbox/rules/index.ts';
import { type Fault, fault } from '../fault.ts';
import { isObject, type Members, withBody, withRules } from '../tampering.ts';
import {
  inSubscriptionAnswer,
  onSubscriptions,
  refusesSubscription,
  subscriptionOf,
  withMembers,
} from './tampering.ts';

// Document 3, part 4.8, rule 1: create.

const { gwParameter, subAllowedValues } = documentRules;

/** What a create without them is taken to mean. */
const madeUp: readonly (readonly [
  (
    | 'subscriptions.create.needs-customer-id'
    | 'subscriptions.create.needs-amount'
    | 'subscriptions.create.needs-currency'
    | 'subscriptions.create.needs-billing-interval-value'
    | 'subscriptions.create.needs-billing-interval-unit'
    | 'subscriptions.create.needs-success-url'
    | 'subscriptions.create.needs-fail-url'
  ),
  string,
  unknown,
])[] = [
  ['subscriptions.create.needs-customer-id', 'customerId', 'anybody'],
  ['subscriptions.create.needs-amount', 'amount', 1_00],
  ['subscriptions.create.needs-currency', 'currency', 978],
  ['subscriptions.create.needs-billing-interval-value', 'billingIntervalValue', 1],
  ['subscriptions.create.needs-billing-interval-unit', 'billingIntervalUnit', 'MONTHS'],
  ['subscriptions.create.needs-success-url', 'successUrl', 'https://shop.example/'],
  ['subscriptions.create.needs-fail-url', 'failUrl', 'https://shop.example/'],
];

/** Wrong values that are taken as if they were others. */
const corrected = [
  [
    'subscriptions.create.customer-id-of-wrong-type',
    'as-json',
    'customerId',
    (sent: unknown) => (isObject(sent) ? JSON.stringify(sent) : sent),
  ],
  [
    'subscriptions.create.customer-id-as-number',
    'anybody',
    'customerId',
    (sent: unknown) => (typeof sent === 'number' ? 'anybody' : sent),
  ],
  ['subscriptions.create.amount-zero', 'one', 'amount', (sent: unknown) => sent || 1],
  ['subscriptions.create.amount-negative', 'positive', 'amount', positive],
  [
    'subscriptions.create.amount-of-wrong-type',
    'any-text',
    'amount',
    (sent: unknown) => (typeof sent === 'string' ? 1_00 : sent),
  ],
  ['subscriptions.create.amount-of-wrong-type', 'first-of-a-list', 'amount', firstOf],
  ['subscriptions.create.currency-of-wrong-type', 'first-of-a-list', 'currency', firstOf],
  [
    'subscriptions.create.currency-of-wrong-type',
    'code-of-an-object',
    'currency',
    (sent: unknown) => (isObject(sent) ? sent['code'] : sent),
  ],
  [
    'subscriptions.create.interval-of-wrong-type',
    'any-text',
    'billingIntervalValue',
    (sent: unknown) => (typeof sent === 'string' ? 1 : sent),
  ],
  [
    'subscriptions.create.interval-of-wrong-type',
    'first-of-a-list',
    'billingIntervalValue',
    firstOf,
  ],
  [
    'subscriptions.create.interval-zero',
    'one',
    'billingIntervalValue',
    (sent: unknown) => sent || 1,
  ],
  ['subscriptions.create.interval-negative', 'positive', 'billingIntervalValue', positive],
  [
    'subscriptions.create.interval-fraction',
    'rounded',
    'billingIntervalValue',
    (sent: unknown) => (typeof sent === 'number' ? Math.ceil(sent) : sent),
  ],
  ['subscriptions.create.success-url-is-an-address', 'completed', 'successUrl', asAddress],
  ['subscriptions.create.fail-url-is-an-address', 'completed', 'failUrl', asAddress],
] as const;

/** Readings of a phone that are too narrow or too wide. */
const phones = [
  ['subscriptions.create.phone-of-seven', 'from-eight', /^\+?[\d\s()-]{8,20}$/],
  ['subscriptions.create.phone-of-six', 'from-six', /^\+?[\d\s()-]{6,20}$/],
  ['subscriptions.create.phone-of-twenty', 'to-nineteen', /^\+?[\d\s()-]{7,19}$/],
  ['subscriptions.create.phone-of-twenty-one', 'to-twenty-one', /^\+?[\d\s()-]{7,21}$/],
  ['subscriptions.create.phone-with-plus', 'without-plus', /^[\d\s()-]{7,20}$/],
  ['subscriptions.create.phone-with-separators', 'digits-only', /^\+?\d{7,20}$/],
  ['subscriptions.create.phone-with-letters', 'letters-too', /^\+?[\w\s()-]{7,20}$/],
] as const;

export const subscriptionCreateFaults: readonly Fault[] = [
  fault(
    'subscriptions.create.succeeds',
    'refused',
    'refuses every create',
    refusesSubscription('create'),
  ),
  ...(
    [
      ['subscriptions.create.active-till-is-null', 'activeTill'],
      ['subscriptions.create.next-charge-at-is-null', 'nextChargeAt'],
    ] as const
  ).map(([id, member]) =>
    fault(
      id,
      'created',
      `shows created as ${member} of a new subscription`,
      inSubscriptionAnswer('create', (answer) => {
        const subscription = subscriptionOf(answer);
        subscription[member] = subscription['created'];
      }),
    ),
  ),
  fault(
    'subscriptions.create.checkout-url-answers',
    'nowhere',
    'answers a checkoutUrl that leads nowhere',
    inSubscriptionAnswer('create', (answer) => {
      answer['checkoutUrl'] = new URL('/no-such-page', String(answer['checkoutUrl'])).href;
    }),
  ),
  ...madeUp.flatMap(([id, member, value]) => [
    fault(
      id,
      'made-up',
      `accepts a create without ${member} and makes one up`,
      withMembers('create', (body) => ({ [member]: value, ...body })),
    ),
    fault(
      id,
      'another-status',
      `answers 422 to a create without ${member}`,
      refusesSubscription('create', lacks(member), 422),
    ),
  ]),
  fault(
    'subscriptions.create.required-is-not-null',
    'made-up',
    'accepts null for any required member and makes up a value',
    withMembers('create', (body) =>
      Object.fromEntries(
        madeUp.filter(([, member]) => body[member] === null).map(([, ...pair]) => pair),
      ),
    ),
  ),
  fault(
    'subscriptions.create.neither-email-nor-phone',
    'taken',
    'accepts a create with neither email nor phone',
    withRules({ subHasContact: () => true }),
  ),
  fault(
    'subscriptions.create.neither-email-nor-phone',
    'another-status',
    'answers 422 to a create with neither email nor phone',
    refusesSubscription(
      'create',
      ({ body }) => body['email'] === undefined && body['phone'] === undefined,
      422,
    ),
  ),
  fault(
    'subscriptions.create.email-alone',
    'refused',
    'requires a phone beside an email',
    refusesSubscription('create', lacks('phone')),
  ),
  fault(
    'subscriptions.create.phone-alone',
    'refused',
    'requires an email beside a phone',
    refusesSubscription('create', lacks('email')),
  ),
  fault(
    'subscriptions.create.amount-zero',
    'another-status',
    'answers 422 to amount 0',
    refusesSubscription('create', ({ body }) => body['amount'] === 0, 422),
  ),
  ...corrected.map(([id, slug, member, correct]) =>
    fault(
      id,
      slug,
      `accepts a wrong ${member}: ${slug.replaceAll('-', ' ')}`,
      withMembers('create', (body) => ({ [member]: correct(body[member]) })),
    ),
  ),
  fault(
    'subscriptions.create.customer-id-as-number',
    'stays-a-number',
    'accepts a number as customerId and shows it as a number',
    onSubscriptions(() => {
      const numbers = new Map<unknown, number>();
      return async (asked, send) => {
        const { customerId } = asked.body;
        if (asked.operation === 'create' && typeof customerId === 'number') {
          numbers.set(String(customerId), customerId);
          return send({ body: JSON.stringify({ ...asked.body, customerId: String(customerId) }) });
        }
        const response = await send();
        if (asked.operation !== 'details' || !response.ok) return response;
        const answer = (await response.json()) as Members;
        answer['customerId'] = numbers.get(answer['customerId']) ?? answer['customerId'];
        return withBody(response, JSON.stringify(answer));
      };
    }),
  ),
  fault(
    'subscriptions.create.other-unit',
    'as-months',
    'accepts any billingIntervalUnit, and treats an unknown one as months',
    withRules({
      subAllowedValues: (operation, name) =>
        operation === 'create' ? undefined : subAllowedValues(operation, name),
    }),
  ),
  ...(
    [
      ['subscriptions.create.unit-days', 'DAYS'],
      ['subscriptions.create.unit-weeks', 'WEEKS'],
      ['subscriptions.create.unit-months', 'MONTHS'],
      ['subscriptions.create.unit-years', 'YEARS'],
    ] as const
  ).map(([id, unit]) =>
    fault(
      id,
      'refused',
      `refuses an interval in ${unit}`,
      refusesSubscription('create', ({ body }) => body['billingIntervalUnit'] === unit),
    ),
  ),
  ...phones.map(([id, slug, reading]) =>
    fault(
      id,
      slug,
      `reads a phone as ${reading.source}`,
      withRules({ subIsPhone: (text) => reading.test(text) }),
    ),
  ),
  fault(
    'subscriptions.create.order-number-is-optional',
    'refused',
    'wants an orderNumber',
    refusesSubscription('create', lacks('orderNumber')),
  ),
  fault(
    'subscriptions.create.order-number-is-unique',
    'taken',
    'accepts an orderNumber that is in use, and makes up another',
    onSubscriptions(() => {
      const seen = new Set<unknown>();
      return async (asked, send) => {
        const { orderNumber, ...rest } = asked.body;
        if (asked.operation !== 'create' || orderNumber === undefined) return send();
        if (seen.has(orderNumber)) return send({ body: JSON.stringify(rest) });
        seen.add(orderNumber);
        return send();
      };
    }),
  ),
  fault(
    'subscriptions.create.longest-order-number',
    'to-thirty-five',
    'refuses an orderNumber of 36 characters',
    refusesSubscription('create', ({ body }) => String(body['orderNumber']).length === 36),
  ),
  fault(
    'subscriptions.create.longer-order-number',
    'to-thirty-seven',
    'registers an order under an orderNumber of 37 characters',
    withRules({
      gwParameter: (operation, path) => {
        const parameter = gwParameter(operation, path);
        const isOrderNumber = path === 'orderNumber' && parameter !== undefined;
        return isOrderNumber ? { ...parameter, most: 37 } : parameter;
      },
    }),
  ),
  fault(
    'subscriptions.create.gateway-message',
    'own-words',
    'says that the gateway has refused an order but not why',
    onSubscriptions(() => async (asked, send) => {
      const response = await send();
      if (asked.operation !== 'create' || response.ok) return response;
      return withBody(response, JSON.stringify({ error: 'The order was not registered.' }));
    }),
  ),
  fault(
    'subscriptions.create.description-is-optional',
    'refused',
    'wants a description',
    refusesSubscription('create', lacks('description')),
  ),
  fault(
    'subscriptions.create.amount-negative',
    'another-status',
    'answers 422 to a negative amount',
    refusesSubscription('create', ({ body }) => Number(body['amount']) < 0, 422),
  ),
  fault(
    'subscriptions.create.validation-answers-400',
    'always-422',
    'answers 422 to any create that it refuses',
    onSubscriptions(() => async (asked, send) => {
      const response = await send();
      if (asked.operation !== 'create' || response.status !== 400) return response;
      return new Response(await response.text(), { status: 422, headers: response.headers });
    }),
  ),
  fault(
    'subscriptions.create.failure-creates-nothing',
    'created',
    'creates a subscription of amount 100 when it refuses another amount',
    onSubscriptions(() => async (asked, send) => {
      const response = await send();
      if (asked.operation !== 'create' || response.ok) return response;
      await send({ body: JSON.stringify({ ...asked.body, amount: 1_00 }) });
      return withBody(response, await response.text());
    }),
  ),
];

function lacks(member: string): (asked: { readonly body: Members }) => boolean {
  return ({ body }) => body[member] === undefined;
}

function positive(sent: unknown): unknown {
  return typeof sent === 'number' ? Math.abs(sent) : sent;
}

function firstOf(sent: unknown): unknown {
  return Array.isArray(sent) ? (sent[0] as unknown) : sent;
}

function asAddress(sent: unknown): unknown {
  if (typeof sent !== 'string' || sent.includes('://')) return sent;
  return new URL(sent, 'https://shop.example').href;
}
