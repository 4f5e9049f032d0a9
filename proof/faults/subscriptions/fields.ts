import type { RequirementId } from '../../../fixtures/requirements/index.ts';
import { documentRules } from '../../../sandbox/rules/index.ts';
import { type Fashion, type Fault, fault } from '../fault.ts';
import { type Members, withRules } from '../tampering.ts';
import {
  inSubscriptionAnswer,
  itemsOf,
  paysInEuros,
  rememberingInSubscriptionAnswer,
  subscriptionOf,
} from './tampering.ts';

// Document 3, part 2.3: fields of another form, and fields that do not stay what they were.

const { subAfterIntervals } = documentRules;

/** No documented field may be this. */
const ofNoForm = true;

const fields: readonly (readonly [RequirementId, string])[] = [
  ['subscriptions.subscription.subscription-id-is-a-uuid', 'subscriptionId'],
  ['subscriptions.subscription.merchant-login-is-text', 'merchantLogin'],
  ['subscriptions.subscription.customer-id-is-text', 'customerId'],
  ['subscriptions.subscription.amount-is-a-number', 'amount'],
  ['subscriptions.subscription.currency-is-a-number', 'currency'],
  ['subscriptions.subscription.email-is-text', 'email'],
  ['subscriptions.subscription.phone-is-text', 'phone'],
  [
    'subscriptions.subscription.billing-interval-value-is-a-positive-integer',
    'billingIntervalValue',
  ],
  ['subscriptions.subscription.billing-interval-unit-is-one-of-four', 'billingIntervalUnit'],
  ['subscriptions.subscription.description-is-text', 'description'],
  ['subscriptions.subscription.status-is-one-of-five', 'status'],
  ['subscriptions.subscription.md-order-is-text', 'mdOrder'],
  ['subscriptions.subscription.binding-id-is-text-or-null', 'bindingId'],
  ['subscriptions.subscription.active-till-is-a-date-time-or-null', 'activeTill'],
  ['subscriptions.subscription.next-charge-at-is-a-date-time-or-null', 'nextChargeAt'],
  ['subscriptions.subscription.created-is-a-date-time', 'created'],
];

const itemFields: readonly (readonly [RequirementId, string])[] = [
  ['subscriptions.list.item-subscription-id', 'subscriptionId'],
  ['subscriptions.list.item-merchant-login', 'merchantLogin'],
  ['subscriptions.list.item-customer-id', 'customerId'],
  ['subscriptions.list.item-amount', 'amount'],
  ['subscriptions.list.item-currency', 'currency'],
  ['subscriptions.list.item-email', 'email'],
  ['subscriptions.list.item-status', 'status'],
  ['subscriptions.list.item-billing-interval-value', 'billingIntervalValue'],
  ['subscriptions.list.item-billing-interval-unit', 'billingIntervalUnit'],
  ['subscriptions.list.item-active-till', 'activeTill'],
  ['subscriptions.list.item-created', 'created'],
];

/** Members of an answer as a whole. */
const answerFields = [
  ['subscriptions.create.shows-checkout-url', 'create', 'checkoutUrl'],
  ['subscriptions.create.shows-subscription', 'create', 'subscription'],
  ['subscriptions.list.items-is-an-array', 'list', 'items'],
  ['subscriptions.list.total-elements-is-a-number', 'list', 'totalElements'],
  ['subscriptions.list.total-pages-is-a-number', 'list', 'totalPages'],
  ['subscriptions.list.page-is-a-number', 'list', 'page'],
  ['subscriptions.list.size-is-a-number', 'list', 'size'],
  ['subscriptions.deactivate.answers-cancelled', 'deactivate', 'status'],
  ['subscriptions.deactivate.answers-the-id', 'deactivate', 'subscriptionId'],
  ['subscriptions.update.answers-the-members', 'update', 'subscriptionId'],
  ['subscriptions.update.answers-the-members', 'update', 'status'],
  ['subscriptions.update.answers-the-members', 'update', 'amount'],
  ['subscriptions.update.answers-the-members', 'update', 'billingIntervalValue'],
  ['subscriptions.update.answers-the-members', 'update', 'billingIntervalUnit'],
] as const;

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
  ...fields.flatMap(([id, member]) =>
    (['create', 'details'] as const).map((operation) =>
      fault(
        id,
        `in-${operation}`,
        `shows ${member} in another form in answers of ${operation}`,
        inSubscriptionAnswer(operation, (answer) => {
          subscriptionOf(answer)[member] = ofNoForm;
        }),
      ),
    ),
  ),
  ...itemFields.map(([id, member]) =>
    fault(
      id,
      'in-another-form',
      `shows ${member} of items in another form`,
      inSubscriptionAnswer('list', (answer) => {
        for (const item of itemsOf(answer)) item[member] = ofNoForm;
      }),
    ),
  ),
  ...(
    [
      ['subscriptions.subscription.binding-id-is-text-or-null', 'bindingId'],
      ['subscriptions.subscription.active-till-is-a-date-time-or-null', 'activeTill'],
      ['subscriptions.subscription.next-charge-at-is-a-date-time-or-null', 'nextChargeAt'],
    ] as const
  ).flatMap(([id, member]) =>
    (['create', 'details'] as const).map((operation) =>
      fault(
        id,
        `absent-in-${operation}`,
        `leaves ${member} out of answers of ${operation} where it is null`,
        inSubscriptionAnswer(operation, (answer) => {
          const subscription = subscriptionOf(answer);
          if (subscription[member] === null) delete subscription[member];
        }),
      ),
    ),
  ),
  fault(
    'subscriptions.list.item-active-till',
    'absent',
    'leaves activeTill out of items where it is null',
    inSubscriptionAnswer('list', (answer) => {
      for (const item of itemsOf(answer))
        if (item['activeTill'] === null) delete item['activeTill'];
    }),
  ),
  fault(
    'subscriptions.list.item-email',
    'absent',
    'shows no email in items',
    inSubscriptionAnswer('list', (answer) => {
      for (const item of itemsOf(answer)) delete item['email'];
    }),
  ),
  ...answerFields.map(([id, operation, member]) =>
    fault(
      id,
      `${dashed(member)}-in-another-form`,
      `answers ${operation} with ${member} in another form`,
      inSubscriptionAnswer(operation, (answer) => {
        answer[member] = ofNoForm;
      }),
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
        const all = operation === 'list' ? itemsOf(answer) : [subscriptionOf(answer)];
        for (const shown of all) {
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

function shownAs(members: Members): Fashion {
  return inSubscriptionAnswer('details', (answer) => {
    Object.assign(answer, members);
  });
}

/** `checkout-url` from `checkoutUrl`. */
function dashed(member: string): string {
  return member.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
