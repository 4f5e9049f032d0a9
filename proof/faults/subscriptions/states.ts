import { documentRules, type Rules } from '../../../sandbox/rules/index.ts';
import { type Fault, fault } from '../fault.ts';
import {
  isObject,
  memberAt,
  type Members,
  onPath,
  withBody,
  withRememberingRules,
  withRules,
} from '../tampering.ts';
import {
  onSubscriptions,
  refusal,
  rememberingInSubscriptionAnswer,
  subscriptionOf,
} from './tampering.ts';

// Document 3, parts 3.2 and 4.8, rule 4: the states of a subscription.

const {
  subErrorStatus,
  subMayDeactivate,
  subStatusAfterDeactivation,
  subStatusAfterCharge,
  subStatusAfterInitialPayment,
} = documentRules;
type Status = ReturnType<Rules['subStatusWhenCreated']>;

export const subscriptionStateFaults: readonly Fault[] = [
  fault(
    'subscriptions.state.created-is-initiated',
    'active-at-once',
    'makes a subscription active before its initial payment',
    withRules({ subStatusWhenCreated: () => 'ACTIVE' }),
  ),
  fault(
    'subscriptions.state.created-is-initiated',
    'failed-at-once',
    'treats a pending payment as failed',
    withRules({ subStatusWhenCreated: () => 'PAYMENT_FAILED' }),
  ),
  fault(
    'subscriptions.state.paid-is-active',
    'not-noted',
    'accepts the initial payment but leaves the subscription as it was',
    withRules({ subStatusAfterInitialPayment: (before) => before }),
  ),
  fault(
    'subscriptions.state.paid-is-active',
    'unpaid',
    'accepts the initial payment and makes the subscription UNPAID',
    withRules({
      subStatusAfterInitialPayment: (before, outcome) =>
        outcome === 'approved' && before === 'INITIATED'
          ? 'UNPAID'
          : subStatusAfterInitialPayment(before, outcome),
    }),
  ),

  fault(
    'subscriptions.state.unpaid-while-retry-is-pending',
    'stays-active',
    'leaves a subscription whose charge is declined ACTIVE',
    withRules({
      subStatusAfterCharge: (before, outcome) =>
        outcome === 'declined' && before === 'ACTIVE'
          ? before
          : subStatusAfterCharge(before, outcome),
    }),
  ),

  fault(
    'subscriptions.state.unpaid-while-retry-is-pending',
    'for-good',
    'leaves a subscription UNPAID whose retry is paid',
    withRules({
      subStatusAfterCharge: (before, outcome) =>
        before === 'UNPAID' ? before : subStatusAfterCharge(before, outcome),
    }),
  ),
  fault(
    'subscriptions.state.unpaid-while-retry-is-pending',
    'given-up-in-silence',
    'leaves a subscription UNPAID after its last retry, with a charge to come that never comes',
    rememberingInSubscriptionAnswer('details', () => {
      const unpaid = new Set<unknown>();
      return (answer) => {
        const subscription = subscriptionOf(answer);
        const { subscriptionId, status } = subscription;
        if (status === 'ACTIVE' || status === 'UNPAID') unpaid.add(subscriptionId);
        if (status === 'PAYMENT_FAILED' && unpaid.has(subscriptionId)) {
          subscription['status'] = 'UNPAID';
          subscription['nextChargeAt'] = subscription['created'];
        }
      };
    }),
  ),
  fault(
    'subscriptions.state.unpaid-while-retry-is-pending',
    'left-by-an-update',
    'shows what is UNPAID as it was when its interval was updated, for good',
    onSubscriptions(() => {
      const last = new Map<unknown, { readonly status: unknown; readonly text: string }>();
      const left = new Map<unknown, string>();
      return async ({ operation, body }, send) => {
        const id = body['subscriptionUuid'] ?? body['subscriptionId'];
        const response = await send();
        if (operation === 'update' && response.ok && 'billingIntervalValue' in body) {
          const before = last.get(id);
          if (before?.status === 'UNPAID') left.set(id, before.text);
        }
        if (operation !== 'details' || !response.ok) return response;
        const text = await response.clone().text();
        last.set(id, { status: subscriptionOf(JSON.parse(text) as Members)['status'], text });
        const shown = left.get(id);
        return shown === undefined ? response : withBody(response, shown);
      };
    }),
  ),
  fault(
    'subscriptions.state.unpaid-while-retry-is-pending',
    'forgiven',
    'leaves what has recovered from a declined charge ACTIVE when another is declined',
    withRememberingRules(() => {
      let hasRecovered = false;
      return {
        subStatusAfterCharge: (before, outcome) => {
          hasRecovered ||= before === 'UNPAID' && outcome === 'approved';
          const isForgiven = hasRecovered && outcome === 'declined';
          return isForgiven ? before : subStatusAfterCharge(before, outcome);
        },
      };
    }),
  ),
  fault(
    'subscriptions.state.each-period-anew',
    'late-too-often',
    'gives a subscription up by the first decline of a period once three periods were paid late',
    withRememberingRules(() => {
      let late = 0;
      return {
        subStatusAfterCharge: (before, outcome) => {
          const isLate = before === 'ACTIVE' && outcome === 'declined';
          if (isLate) late += 1;
          return isLate && late > 3 ? 'PAYMENT_FAILED' : subStatusAfterCharge(before, outcome);
        },
      };
    }),
  ),
  fault(
    'subscriptions.state.each-period-anew',
    'unpaid-for-good',
    'leaves what was declined a third time UNPAID when it is paid',
    withRememberingRules(() => {
      let declined = 0;
      return {
        subStatusAfterCharge: (before, outcome) => {
          if (outcome === 'declined') declined += 1;
          const isStuck = before === 'UNPAID' && declined > 2;
          return isStuck ? before : subStatusAfterCharge(before, outcome);
        },
      };
    }),
  ),
  fault(
    'subscriptions.state.cancelled-from-payment-failed',
    'only-unless-paid',
    'does not deactivate what was paid once and is PAYMENT_FAILED',
    onPath('/v1/subscriptions/deactivate', () => async (asked, send) => {
      const subscriptionUuid = asked.body['subscriptionId'];
      const body = JSON.stringify({ ...asked.body, subscriptionUuid });
      const seen: unknown = await (await send({ path: '/v1/subscriptions/details', body })).json();
      const isGivenUp =
        memberAt(seen, 'status') === 'PAYMENT_FAILED' && memberAt(seen, 'bindingId') !== null;
      return isGivenUp ? refusal(422) : send();
    }),
  ),

  ...(
    [
      ['subscriptions.state.cancelled-from-initiated', 'INITIATED'],
      ['subscriptions.state.cancelled-from-active', 'ACTIVE'],
      ['subscriptions.state.cancelled-from-unpaid', 'UNPAID'],
      ['subscriptions.state.cancelled-from-payment-failed', 'PAYMENT_FAILED'],
    ] as const
  ).flatMap(([requirement, from]) => [
    fault(
      requirement,
      'refused',
      `does not deactivate a subscription that is ${from}`,
      withRules({ subMayDeactivate: (status) => status !== from && subMayDeactivate(status) }),
    ),
    fault(
      requirement,
      'not-noted',
      `says that it deactivates a subscription that is ${from} but leaves it so`,
      leavesAsItWas((status) => status === from),
    ),
  ]),

  fault(
    'subscriptions.deactivate.force-cancels-at-once',
    'over-with-its-order',
    'does not deactivate what stays INITIATED when its order ends',
    withRememberingRules(() => {
      let isOver = false;
      return {
        subStatusAfterInitialPayment: (before, outcome) => {
          if (outcome === 'approved') return subStatusAfterInitialPayment(before, outcome);
          isOver = true;
          return before;
        },
        subMayDeactivate: (status) =>
          !(isOver && status === 'INITIATED') && subMayDeactivate(status),
      };
    }),
  ),

  fault(
    'subscriptions.state.cancelled-refuses-deactivate',
    'again-and-again',
    'deactivates cancelled subscriptions',
    withRules({ subMayDeactivate: () => true }),
  ),
  fault(
    'subscriptions.state.cancelled-refuses-deactivate',
    'bad-request',
    'answers 400 where it should answer 422',
    withRules({
      subErrorStatus: (operation, error) =>
        operation === 'deactivate' && error === 'cancelled'
          ? 400
          : subErrorStatus(operation, error),
    }),
  ),
  fault(
    'subscriptions.state.cancelled-refuses-update',
    'taken',
    'updates cancelled subscriptions',
    withRules({ subMayUpdate: () => true }),
  ),
  fault(
    'subscriptions.state.cancelled-refuses-update',
    'conflict',
    'answers 409 where it should answer 422',
    withRules({
      subErrorStatus: (operation, error) =>
        operation === 'update' && error === 'cancelled' ? 409 : subErrorStatus(operation, error),
    }),
  ),
  fault(
    'subscriptions.state.cancelled-is-final',
    'paid-for',
    'makes a cancelled subscription active when its order is paid',
    withRules({ subStatusAfterInitialPayment: activeOncePaid }),
  ),
  fault(
    'subscriptions.state.cancelled-is-final',
    'there-and-back',
    'makes a cancelled subscription active when it is deactivated again',
    withRules({
      subMayDeactivate: () => true,
      subStatusAfterDeactivation: (before) => (before === 'CANCELLED' ? 'ACTIVE' : 'CANCELLED'),
    }),
  ),

  fault(
    'subscriptions.state.cancelled-is-not-charged',
    'charged-on',
    'charges cancelled subscriptions',
    withRules({ subMayBeCharged: () => true }),
  ),
  fault(
    'subscriptions.state.cancelled-is-not-charged',
    'once-more',
    'charges a cancelled subscription once more',
    withRememberingRules(() => {
      let isOwing = true;
      return {
        subMayBeCharged: (status) => {
          const isCharged = documentRules.subMayBeCharged(status) || isOwing;
          if (status === 'CANCELLED') isOwing = false;
          return isCharged;
        },
      };
    }),
  ),
  fault(
    'subscriptions.state.initiated-is-not-charged',
    'on-credit',
    'charges a subscription without an initial payment two weeks after its creation',
    onPath('/', () => {
      let now = 0;
      return async (asked, send) => {
        if (asked.url.pathname.endsWith('/control/clock')) {
          now = Date.parse(String(asked.body['now']));
        }
        const response = await send();
        if (!asked.url.pathname.endsWith('/details') || !response.ok) return response;
        const answer = (await response.json()) as Members;
        const payments = answer['payments'];
        const isOld = now - Date.parse(String(answer['created'])) > 14 * dayMs;
        if (isOld && answer['bindingId'] === null && Array.isArray(payments)) {
          const [first] = payments as unknown[];
          const charge = isObject(first) ? { ...first, mdOrder: 'on credit' } : {};
          answer['payments'] = [first, charge];
        }
        return withBody(response, JSON.stringify(answer));
      };
    }),
  ),

  fault(
    'subscriptions.state.through-any-run',
    'paid-for',
    'makes a cancelled subscription active when its order is paid',
    withRules({ subStatusAfterInitialPayment: activeOncePaid }),
  ),
  fault(
    'subscriptions.state.through-any-run',
    'declined-is-cancelled',
    'cancels a subscription when a card is declined',
    withRules({
      subStatusAfterInitialPayment: (before, outcome) =>
        outcome === 'declined' ? 'CANCELLED' : subStatusAfterInitialPayment(before, outcome),
      gwStatusAfterDecline: () => 6,
    }),
  ),
  fault(
    'subscriptions.state.through-any-run',
    'updated-when-cancelled',
    'updates cancelled subscriptions',
    withRules({ subMayUpdate: () => true }),
  ),

  fault(
    'subscriptions.deactivate.in-the-end-cancelled',
    'forgotten',
    'answers CANCELLED without force and forgets it',
    onPath('/v1/subscriptions/deactivate', () => async (asked, send) => {
      if (asked.body['force'] === true) return send();
      const seen = await send({
        path: '/v1/subscriptions/details',
        body: JSON.stringify({ ...asked.body, subscriptionUuid: asked.body['subscriptionId'] }),
      });
      if (!seen.ok) return seen;
      const subscriptionId = asked.body['subscriptionId'];
      return withBody(seen, JSON.stringify({ subscriptionId, status: 'CANCELLED' }));
    }),
  ),
  fault(
    'subscriptions.deactivate.in-the-end-cancelled',
    'unpaid',
    'makes a deactivated subscription UNPAID',
    withRules({
      subStatusAfterDeactivation: (before) =>
        before === 'ACTIVE' ? 'UNPAID' : subStatusAfterDeactivation(before),
    }),
  ),
  fault(
    'subscriptions.deactivate.in-the-end-cancelled',
    'never-paid',
    'does not deactivate a subscription that was never paid',
    withRules({
      subStatusAfterDeactivation: (before) =>
        before === 'INITIATED' ? before : subStatusAfterDeactivation(before),
    }),
  ),
];

function activeOncePaid(before: Status, outcome: 'approved' | 'declined'): Status {
  return outcome === 'approved' ? 'ACTIVE' : subStatusAfterInitialPayment(before, outcome);
}

/** Deactivation that answers as it should and does nothing. */
function leavesAsItWas(when: (status: unknown) => boolean): ReturnType<typeof onPath> {
  return onPath('/v1/subscriptions/deactivate', () => async (asked, send) => {
    const subscriptionId = asked.body['subscriptionId'];
    const body = JSON.stringify({ ...asked.body, subscriptionUuid: subscriptionId });
    const seen = await send({ path: '/v1/subscriptions/details', body });
    const answer: unknown = await seen.clone().json();
    if (!seen.ok || !when(memberAt(answer, 'status'))) return send();
    return withBody(seen, JSON.stringify({ subscriptionId, status: 'CANCELLED' }));
  });
}

const dayMs = 86_400_000;
