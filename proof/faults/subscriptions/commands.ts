import { documentRules } from '../../../sandbox/rules/index.ts';
import type { SubscriptionOperation } from '../../../sandbox/rules/subscription-requests.ts';
import { type Tampering, type Fault, fault } from '../fault.ts';
import { isObject, type Members, onPath, throughEuros, withBody, withRules } from '../tampering.ts';
import {
  fillsIn,
  inSubscriptionAnswer,
  onSubscriptions,
  refusesSubscription,
  rememberingInSubscriptionAnswer,
  subscriptionOf,
} from './tampering.ts';

// Document 3, part 4.8, rules 3 to 5: details, deactivate and update.

const { subAllowedValues, subErrorStatus, subIsAmount, subIsIntervalValue, subTermsAfterUpdate } =
  documentRules;

const detailsFaults: readonly Fault[] = [
  fault(
    'subscriptions.details.succeeds',
    'refused',
    'refuses all details',
    refusesSubscription('details'),
  ),
  fault(
    'subscriptions.details.needs-uuid',
    'the-last',
    'shows details of the previously requested subscription where none is named',
    fillsIn('details', 'subscriptionUuid'),
  ),
  fault(
    'subscriptions.details.unknown',
    'another-status',
    'answers 400 to details of a missing subscription',
    missingAnswers('details', 400),
  ),
  fault(
    'subscriptions.details.other-merchant',
    'shown',
    "shows another merchant's subscription",
    withRules({ subIsOwn: () => true }),
  ),
  fault(
    'subscriptions.details.lists-payments',
    'none',
    'lists no payments',
    inSubscriptionAnswer('details', (answer) => {
      answer['payments'] = [];
    }),
  ),
  fault(
    'subscriptions.details.activation-first',
    'after-another',
    'lists a payment of another order before the activation payment',
    inSubscriptionAnswer('details', (answer) => {
      const payments = answer['payments'];
      if (!Array.isArray(payments) || !isObject(payments[0])) return;
      payments.unshift({ ...payments[0], mdOrder: crypto.randomUUID() });
    }),
  ),
];

const deactivateFaults: readonly Fault[] = [
  fault(
    'subscriptions.deactivate.succeeds',
    'refused',
    'refuses to deactivate',
    refusesSubscription('deactivate'),
  ),
  fault(
    'subscriptions.deactivate.answers-cancelled',
    'active',
    'answers ACTIVE when it deactivates',
    inSubscriptionAnswer('deactivate', (answer) => {
      answer['status'] = 'ACTIVE';
    }),
  ),
  fault(
    'subscriptions.deactivate.answers-the-id',
    'another',
    'answers a different id than it was sent',
    inSubscriptionAnswer('deactivate', (answer) => {
      answer['subscriptionId'] = crypto.randomUUID();
    }),
  ),
  fault(
    'subscriptions.deactivate.needs-id',
    'made-up',
    'accepts a deactivation without subscriptionId and does nothing',
    takesWithoutId('deactivate', { status: 'CANCELLED' }),
  ),
  fault(
    'subscriptions.deactivate.unknown',
    'another-status',
    'answers 400 to the deactivation of a missing subscription',
    missingAnswers('deactivate', 400),
  ),
  ...(
    [
      'subscriptions.deactivate.other-merchant',
      'subscriptions.deactivate.other-merchant-changes-nothing',
    ] as const
  ).map((id) =>
    fault(
      id,
      'taken',
      "deactivates another merchant's subscription",
      withRules({ subIsOwn: () => true }),
    ),
  ),
  fault(
    'subscriptions.deactivate.force-cancels-at-once',
    'stays',
    'leaves the status as it is when it deactivates with force',
    withRules({ subStatusAfterDeactivation: (before) => before }),
  ),
  fault(
    'subscriptions.deactivate.force-is-optional',
    'wanted',
    'wants force',
    refusesSubscription('deactivate', ({ body }) => body['force'] === undefined),
  ),
  ...(
    [
      ['now', 'at the moment of the request', () => 0],
      ['halved', 'half-way to what it was', (leftMs: number) => leftMs / 2],
    ] as const
  ).map(([slug, when, shortened]) =>
    fault(
      'subscriptions.deactivate.keeps-the-period',
      slug,
      `shows the period of what is deactivated without force as ending ${when}`,
      rememberingInSubscriptionAnswer(['deactivate', 'details'], () => {
        const endedAt = new Map<unknown, number>();
        return (answer, { body, operation }) => {
          const { subscriptionId } = answer;
          if (operation === 'deactivate' && body['force'] !== true)
            endedAt.set(subscriptionId, Date.now());
          const ended = endedAt.get(subscriptionId);
          if (ended === undefined || typeof answer['activeTill'] !== 'string') return;
          const left = Date.parse(answer['activeTill']) - ended;
          answer['activeTill'] = new Date(ended + shortened(left)).toISOString();
        };
      }),
    ),
  ),
  ...[false, true].map((force) =>
    fault(
      'subscriptions.deactivate.paid-order-stays-paid',
      force ? 'declined-by-force' : 'declined',
      `shows the paid order of a subscription deactivated with force ${force} as declined`,
      declinesPaidOrders(force),
    ),
  ),
];

const updateFaults: readonly Fault[] = [
  fault(
    'subscriptions.update.succeeds',
    'refused',
    'refuses every update',
    refusesSubscription('update'),
  ),
  fault(
    'subscriptions.update.amount',
    'through-euros',
    'keeps the amount truncated by floating-point euros',
    withRules({
      subTermsAfterUpdate: (before, change) =>
        subTermsAfterUpdate(before, {
          ...change,
          amount: change.amount === undefined ? undefined : throughEuros(change.amount),
        }),
    }),
  ),
  fault(
    'subscriptions.update.amount',
    'ignored',
    'ignores an updated amount',
    withRules({
      subTermsAfterUpdate: (before, change) =>
        subTermsAfterUpdate(before, { ...change, amount: undefined }),
    }),
  ),
  fault(
    'subscriptions.update.interval-value',
    'ignored',
    'ignores an updated billingIntervalValue',
    withRules({
      subTermsAfterUpdate: (before, change) =>
        subTermsAfterUpdate(before, { ...change, value: undefined }),
    }),
  ),
  fault(
    'subscriptions.update.interval-unit',
    'ignored',
    'ignores an updated billingIntervalUnit',
    withRules({
      subTermsAfterUpdate: (before, change) =>
        subTermsAfterUpdate(before, { ...change, unit: undefined }),
    }),
  ),
  fault(
    'subscriptions.update.answers-the-members',
    'another-id',
    'answers a different id than it was sent',
    inSubscriptionAnswer('update', (answer) => {
      answer['subscriptionId'] = crypto.randomUUID();
    }),
  ),
  fault(
    'subscriptions.update.omitted-stays',
    'amount-reset',
    'sets the amount to 1 where it is left out',
    withRules({
      subTermsAfterUpdate: (before, change) =>
        subTermsAfterUpdate(before, { ...change, amount: change.amount ?? 1 }),
    }),
  ),
  fault(
    'subscriptions.update.omitted-stays',
    'interval-reset',
    'sets the interval to one month where it is left out',
    withRules({
      subTermsAfterUpdate: (before, { amount, value = 1, unit = 'MONTHS' }) =>
        subTermsAfterUpdate(before, { amount, value, unit }),
    }),
  ),
  fault(
    'subscriptions.update.needs-id',
    'made-up',
    'accepts an update without subscriptionId and does nothing',
    takesWithoutId('update', { status: 'ACTIVE' }),
  ),
  fault(
    'subscriptions.update.unknown',
    'another-status',
    'answers 400 to the update of a missing subscription',
    missingAnswers('update', 400),
  ),
  fault(
    'subscriptions.update.other-merchant',
    'taken',
    "updates another merchant's subscription",
    withRules({ subIsOwn: () => true }),
  ),
  fault(
    'subscriptions.update.amount-zero',
    'taken',
    'accepts an update to amount 0',
    withRules({
      subIsAmount: (operation, amount) =>
        (operation === 'update' && amount === 0) || subIsAmount(operation, amount),
    }),
  ),
  fault(
    'subscriptions.update.amount-fraction',
    'taken',
    'accepts an update to a fractional amount',
    withRules({ subIsAmount: (_operation, amount) => amount > 0 }),
  ),
  fault(
    'subscriptions.update.interval-zero',
    'taken',
    'accepts an update to billingIntervalValue 0',
    withRules({
      subIsIntervalValue: (operation, value) =>
        (operation === 'update' && value === 0) || subIsIntervalValue(operation, value),
    }),
  ),
  fault(
    'subscriptions.update.other-unit',
    'ignored',
    'accepts an update to any billingIntervalUnit, and ignores it',
    withRules({
      subAllowedValues: (operation, name) =>
        operation === 'update' ? undefined : subAllowedValues(operation, name),
    }),
  ),
];

export const subscriptionCommandFaults: readonly Fault[] = [
  ...detailsFaults,
  ...deactivateFaults,
  ...updateFaults,
];

function missingAnswers(where: SubscriptionOperation, status: number): Tampering {
  return withRules({
    subErrorStatus: (operation, error) =>
      operation === where && error === 'missing' ? status : subErrorStatus(operation, error),
  });
}

/** Orders of what was deactivated in this way are shown as declined, with the money that they took. */
function declinesPaidOrders(force: boolean): Tampering {
  return onPath('/', () => {
    const orders = new Map<unknown, string>();
    const ended = new Set<string>();
    return async ({ url, body, text }, send) => {
      const response = await send();
      if (!response.ok) return response;
      const at = (path: string): boolean => url.pathname.endsWith(path);
      if (at('/deactivate') && (body['force'] === true) === force) {
        ended.add(orders.get(body['subscriptionId']) ?? '');
      }
      if (!at('/v1/subscriptions') && !at('/getOrderStatusExtended.do')) return response;
      const answer = (await response.json()) as Members;
      const { subscriptionId, mdOrder } = subscriptionOf(answer);
      if (at('/v1/subscriptions')) orders.set(subscriptionId, String(mdOrder));
      else if ([...ended].some((order) => text.includes(order))) answer['orderStatus'] = 6;
      return withBody(response, JSON.stringify(answer));
    };
  });
}

/** Answers a command that names no subscription as if it had been carried out. */
function takesWithoutId(where: SubscriptionOperation, made: Members): Tampering {
  return onSubscriptions(() => async (asked, send) => {
    const response = await send();
    const isNamed = asked.body['subscriptionId'] !== undefined;
    if (asked.operation !== where || isNamed || response.ok) return response;
    return new Response(JSON.stringify({ subscriptionId: crypto.randomUUID(), ...made }), {
      status: 200,
      headers: response.headers,
    });
  });
}
