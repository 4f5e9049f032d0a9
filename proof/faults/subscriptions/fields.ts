import type { Field } from '../../../fixtures/fields/field.ts';
import {
  creationMembers,
  deactivationMembers,
  itemMembers,
  listMembers,
  subscriptionMembers,
  updatedMembers,
} from '../../../fixtures/fields/subscriptions.ts';
import { documentRules } from '../../../sandbox/rules/index.ts';
import { type Tampering, type Fault, fault } from '../fault.ts';
import { changeAt, type Members, withRules } from '../tampering.ts';
import {
  inSubscriptionAnswer,
  itemsOf,
  paysInEuros,
  rememberingInSubscriptionAnswer,
  type SubscriptionOperation,
  subscriptionOf,
} from './tampering.ts';

// Document 3, part 2.3: fields of another form, and fields that do not stay what they were.

const { subAfterIntervals } = documentRules;

/** What each row makes of its field. */
const spoilt = new Map(
  [subscriptionMembers, creationMembers, listMembers, itemMembers, deactivationMembers].flatMap(
    (group) => [...group.spoilt],
  ),
);

/** What details shows in place of what was sent. */
const others = [
  ['subscriptions.subscription.keeps-customer-id', 'customerId', 'somebody-else'],
  ['subscriptions.subscription.keeps-amount', 'amount', 1],
  ['subscriptions.subscription.keeps-currency', 'currency', 840],
  ['subscriptions.subscription.keeps-email', 'email', 'somebody@example.com'],
  ['subscriptions.subscription.keeps-phone', 'phone', '5550001'],
  ['subscriptions.subscription.keeps-interval-value', 'billingIntervalValue', 1],
  ['subscriptions.subscription.keeps-interval-unit', 'billingIntervalUnit', 'MONTHS'],
  ['subscriptions.subscription.keeps-description', 'description', 'A subscription'],
  ['subscriptions.subscription.merchant-login-is-the-owners', 'merchantLogin', 'somebody-else-api'],
] as const;

export const subscriptionFieldFaults: readonly Fault[] = [
  ...(
    [
      ['create', subscriptionMembers, 'in-create', 'absent-in-create'],
      ['details', subscriptionMembers, 'in-details', 'absent-in-details'],
      ['list', itemMembers, 'in-another-form', 'absent'],
    ] as const
  ).flatMap(([operation, { fields }, slug, slugOfAbsence]) => [
    ...fields.map((one) => fault(one.requirement, slug, ...spoiltIn(operation, one, shownIn))),
    ...fields
      .filter(mustBeNull)
      .map((one) => fault(one.requirement, slugOfAbsence, ...withoutNull(operation, one))),
  ]),
  fault(
    'subscriptions.list.item-email',
    'absent',
    'shows no email in items',
    inSubscriptionAnswer('list', (answer) => {
      for (const item of itemsOf(answer)) delete item['email'];
    }),
  ),
  ...(
    [
      ['create', creationMembers.fields],
      ['list', listMembers.fields],
      ['deactivate', deactivationMembers.fields],
    ] as const
  ).flatMap(([operation, fields]) =>
    fields.map((one) => fault(one.requirement, inAnotherForm(one), ...spoiltIn(operation, one))),
  ),
  ...updatedMembers.map((one) =>
    fault(
      'subscriptions.update.answers-the-members',
      inAnotherForm(one),
      ...spoiltIn('update', one),
    ),
  ),
  ...others.map(([id, member, other]) =>
    fault(id, 'another', `shows another ${member} in details`, shownAs({ [member]: other })),
  ),
  ...(['create', 'list', 'details'] as const).map((operation) =>
    fault(
      'subscriptions.subscription.offset-of-utc',
      `minus-in-${operation}`,
      `shows moments with the offset -00:00 in answers of ${operation}`,
      inSubscriptionAnswer(operation, (answer) => {
        for (const shown of shownIn(answer)) {
          const created = new Date(String(shown['created'])).toISOString();
          shown['created'] = created.replace('Z', '-00:00');
        }
      }),
    ),
  ),
  fault(
    'subscriptions.subscription.ids-differ',
    'the-first-again',
    'gives every subscription the id of the first',
    rememberingInSubscriptionAnswer('create', () => {
      let first: unknown;
      return (answer) => {
        const subscription = subscriptionOf(answer);
        first ??= subscription['subscriptionId'];
        subscription['subscriptionId'] = first;
      };
    }),
  ),
  fault(
    'subscriptions.subscription.binding-id-null-before-payment',
    'made-up',
    'shows a bindingId before anything was paid',
    inSubscriptionAnswer(['create', 'details'], (answer) => {
      const subscription = subscriptionOf(answer);
      subscription['bindingId'] ??= crypto.randomUUID();
    }),
  ),
  fault(
    'subscriptions.subscription.binding-id-after-payment',
    'never',
    'shows no bindingId after the initial payment',
    withRules({ subBindingAfterPayment: () => undefined }),
  ),
  fault(
    'subscriptions.subscription.md-order-is-an-order',
    'made-up',
    'shows an mdOrder that the gateway does not know',
    inSubscriptionAnswer('create', (answer) => {
      subscriptionOf(answer)['mdOrder'] = crypto.randomUUID();
    }),
  ),
  fault(
    'subscriptions.subscription.md-order-has-the-currency',
    'euros',
    'registers every order of an initial payment in euros',
    paysInEuros(),
  ),
  fault(
    'subscriptions.subscription.created-stays',
    'moves',
    'shows a later created each time',
    rememberingInSubscriptionAnswer('details', () => {
      let seconds = 0;
      return (answer) => {
        seconds += 1;
        const created = Date.parse(String(answer['created']));
        answer['created'] = new Date(created + seconds * 1_000).toISOString();
      };
    }),
  ),
  fault(
    'subscriptions.subscription.next-charge-is-after-created',
    'at-created',
    'shows created as nextChargeAt',
    inSubscriptionAnswer('details', (answer) => {
      answer['nextChargeAt'] = answer['created'];
    }),
  ),
  ...(['DAYS', 'WEEKS', 'MONTHS', 'YEARS'] as const).map((unit) =>
    fault(
      'subscriptions.subscription.next-charge-is-an-interval-away',
      `two-intervals-of-${unit.toLowerCase()}`,
      `charges next after twice the interval when it is in ${unit}`,
      withRules({
        subAfterIntervals: (start, interval, count, monthEnd) =>
          subAfterIntervals(start, interval, interval.unit === unit ? 2 * count : count, monthEnd),
      }),
    ),
  ),
  fault(
    'subscriptions.subscription.next-charge-is-an-interval-away',
    'one-year-of-several',
    'charges next after one year, however many of them the interval is',
    withRules({
      subAfterIntervals: (start, interval, count, monthEnd) => {
        const isOfYears = interval.unit === 'YEARS';
        const counted = isOfYears ? { ...interval, value: 1 } : interval;
        return subAfterIntervals(start, counted, count, monthEnd);
      },
    }),
  ),
];

/** The subscriptions in an answer: the items of a list, or the one that it is about. */
function shownIn(answer: Members): readonly Members[] {
  return 'items' in answer ? itemsOf(answer) : [subscriptionOf(answer)];
}

/** Shows a field as its row spoils it, in the objects of an answer that have it. */
function spoiltIn(
  operation: SubscriptionOperation,
  { requirement, path }: Field,
  holdersIn = (answer: Members): readonly Members[] => [answer],
): [what: string, Tampering] {
  const wrong = spoilt.get(requirement);
  if (wrong === undefined) throw new Error(`nothing spoils ${requirement}`);
  return [
    `shows ${path} ${wrong.how} in answers of ${operation}`,
    inSubscriptionAnswer(operation, (answer) => {
      for (const holder of holdersIn(answer)) changeAt(holder, path, wrong.change);
    }),
  ];
}

/** Whether null tells that there is no value, so that the field is always there. */
function mustBeNull({ schema }: Field): boolean {
  return schema?.safeParse(null).success === true && !schema.safeParse(undefined).success;
}

function withoutNull(operation: SubscriptionOperation, { path }: Field): [what: string, Tampering] {
  return [
    `leaves ${path} out of answers of ${operation} where it is null`,
    inSubscriptionAnswer(operation, (answer) => {
      for (const holder of shownIn(answer)) {
        if (holder[path] === null) delete holder[path];
      }
    }),
  ];
}

function shownAs(members: Members): Tampering {
  return inSubscriptionAnswer('details', (answer) => {
    Object.assign(answer, members);
  });
}

/** `checkout-url-in-another-form` of `checkoutUrl`. */
function inAnotherForm({ path }: Field): string {
  const dashed = path.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return `${dashed}-in-another-form`;
}
