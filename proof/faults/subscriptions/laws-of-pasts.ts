import { documentRules } from '../../../sandbox/rules/index.ts';
import { gap } from '../at-once.ts';
import { type Fault, fault, type Tampering } from '../fault.ts';
import {
  memberAt,
  type Members,
  onPath,
  onTheWire,
  withBody,
  withRememberingRules,
  withRules,
} from '../tampering.ts';
import {
  bindsTheFirst,
  itemsOf,
  onSubscriptions,
  paths,
  refusal,
  rememberingInSubscriptionAnswer,
  subscriptionOf,
  subscriptionOperations,
  type SubscriptionRequest,
} from './tampering.ts';

// Document 3, parts 3.2 and 4.8: what goes wrong only by the way on which a subscription came to where it is.

const { subAfterIntervals, subMayBeCharged, subMayUpdate } = documentRules;
const { subStatusAfterCharge, subStatusAfterDeactivation } = documentRules;

export const subscriptionPastFaults: readonly Fault[] = [
  fault(
    'subscriptions.persistence.cancelled-for-good',
    'debts-put-right',
    'takes updates of what was cancelled while it was UNPAID',
    withRememberingRules(() => {
      let isOwing = false;
      return {
        subStatusAfterDeactivation: (before) => {
          isOwing ||= before === 'UNPAID';
          return subStatusAfterDeactivation(before);
        },
        subMayUpdate: (status) => subMayUpdate(status) || isOwing,
      };
    }),
  ),
  fault(
    'subscriptions.persistence.cancelled-for-good',
    'planned-by-the-retry',
    'charges what is cancelled where a retry was paid before',
    withRememberingRules(() => {
      let isRecovered = false;
      return {
        subStatusAfterCharge: (before, outcome) => {
          isRecovered ||= before === 'UNPAID' && outcome === 'approved';
          return subStatusAfterCharge(before, outcome);
        },
        subMayBeCharged: (status) =>
          subMayBeCharged(status) || (isRecovered && status === 'CANCELLED'),
      };
    }),
  ),
  ...(
    [
      ['withdrawn-by-an-update', ({ operation }) => operation === 'update'],
      [
        'withdrawn-by-the-second',
        ({ operation, body }) => operation === 'deactivate' && body['force'] === false,
      ],
    ] as const satisfies readonly (readonly [string, (asked: SubscriptionRequest) => boolean])[]
  ).map(([slug, isWithdrawal]) =>
    fault(
      'subscriptions.persistence.cancelled-for-good',
      slug,
      'goes on charging what is to end with its period, once another command has been taken',
      endsWithItsPeriod(isWithdrawal),
    ),
  ),
  fault(
    'subscriptions.state.cancelled-from-payment-failed',
    'over-by-itself',
    'refuses to cancel what failed without anybody having tried to pay it',
    onTheWire(() => {
      const orders = new Map<unknown, string>();
      const tried = new Set<string>();
      return async ({ url, text, body }, send) => {
        for (const mdOrder of orders.values())
          if (text.includes(mdOrder) || url.href.includes(mdOrder)) tried.add(mdOrder);
        const { subscriptionId, username, password } = body;
        const mdOrder = orders.get(subscriptionId);
        if (url.pathname === paths.deactivate && mdOrder !== undefined && !tried.has(mdOrder)) {
          const asked = JSON.stringify({ username, password, subscriptionUuid: subscriptionId });
          const details = (await (
            await send({ path: paths.details, body: asked })
          ).json()) as Members;
          if (details['status'] === 'PAYMENT_FAILED') return refusal(422);
        }
        const response = await send();
        if (url.pathname !== paths.create || !response.ok) return response;
        const created = subscriptionOf((await response.clone().json()) as Members);
        orders.set(created['subscriptionId'], String(created['mdOrder']));
        return response;
      };
    }),
  ),
  fault(
    'subscriptions.deactivate.keeps-the-period',
    'first-period',
    'shows the end of the first period once it is deactivated without force',
    rememberingInSubscriptionAnswer(['deactivate', 'details'], () => {
      const first = new Map<unknown, unknown>();
      const ending = new Set<unknown>();
      return (answer, { operation, body }) => {
        const { subscriptionId, activeTill } = answer;
        if (operation === 'deactivate' && body['force'] !== true) ending.add(subscriptionId);
        if (operation !== 'details' || typeof activeTill !== 'string') return;
        if (!first.has(subscriptionId)) first.set(subscriptionId, activeTill);
        if (ending.has(subscriptionId)) answer['activeTill'] = first.get(subscriptionId);
      };
    }),
  ),
  fault(
    'subscriptions.views.agree-after-each-change',
    'paid-once-is-active',
    'answers an update of what was ever paid with ACTIVE',
    rememberingInSubscriptionAnswer(['details', 'update'], () => {
      const paid = new Set<unknown>();
      return (answer, { operation }) => {
        const { subscriptionId, status } = answer;
        if (operation === 'details' && status === 'ACTIVE') paid.add(subscriptionId);
        if (operation === 'update' && paid.has(subscriptionId)) answer['status'] = 'ACTIVE';
      };
    }),
  ),
  fault(
    'subscriptions.views.agree-after-each-change',
    'index-until-given-up',
    'does not find by PAYMENT_FAILED what was paid once',
    rememberingInSubscriptionAnswer(['details', 'list'], () => {
      const paid = new Set<unknown>();
      return (answer, { operation, body: { statuses } }) => {
        const { subscriptionId, status } = answer;
        if (operation === 'details' && status === 'ACTIVE') paid.add(subscriptionId);
        if (operation === 'details' || statuses === undefined) return;
        const isLeftOut = (item: Members): boolean =>
          item['status'] === 'PAYMENT_FAILED' && paid.has(item['subscriptionId']);
        answer['items'] = itemsOf(answer).filter((item) => !isLeftOut(item));
      };
    }),
  ),
  fault(
    'subscriptions.fresh.charged-apart',
    'stops-beside-what-ends',
    'charges no subscription of a customer any more once one of them is deactivated without force',
    rememberingInSubscriptionAnswer(['deactivate', 'details'], () => {
      let isEnding = false;
      return (answer, { operation, body }) => {
        isEnding ||= operation === 'deactivate' && body['force'] !== true;
        const payments = answer['payments'];
        if (isEnding && Array.isArray(payments)) payments.splice(1);
      };
    }),
  ),
  fault(
    'subscriptions.fresh.charged-apart',
    'one-debt-a-card',
    'tries no subscription again whose card was declined for another one since',
    rememberingInSubscriptionAnswer('details', () => {
      const last = new Map<unknown, unknown>();
      const owing = new Set<unknown>();
      return (answer) => {
        const { subscriptionId, bindingId, status } = answer;
        if (status === 'UNPAID') {
          owing.add(subscriptionId);
          last.set(bindingId, subscriptionId);
        }
        if (owing.has(subscriptionId) && last.get(bindingId) !== subscriptionId)
          answer['status'] = 'UNPAID';
      };
    }),
  ),
  fault(
    'subscriptions.persistence.cancelled-for-good',
    'left-to-the-next-charge',
    'shows what was given up as PAYMENT_FAILED for good once it is deactivated without force',
    rememberingInSubscriptionAnswer(['details', 'deactivate'], () => {
      const failed = new Set<unknown>();
      const ending = new Set<unknown>();
      return (answer, { operation, body }) => {
        const { subscriptionId, status, payments } = answer;
        if (operation === 'deactivate') {
          if (body['force'] !== true) ending.add(subscriptionId);
          return;
        }
        const isGivenUp = status === 'PAYMENT_FAILED' && Array.isArray(payments);
        if (isGivenUp && payments.length > 1) failed.add(subscriptionId);
        if (failed.has(subscriptionId) && ending.has(subscriptionId))
          answer['status'] = 'PAYMENT_FAILED';
      };
    }),
  ),
  fault(
    'subscriptions.update.charges-the-new-amount',
    'agreed-at-the-checkout',
    'goes on charging the amount of the creation where it was updated before the initial payment',
    rememberingInSubscriptionAnswer(['create', 'update', 'details'], () => {
      const atCreation = new Map<unknown, unknown>();
      const early = new Set<unknown>();
      return (answer, { operation }) => {
        const { subscriptionId, amount, status } = subscriptionOf(answer);
        if (operation === 'create') atCreation.set(subscriptionId, amount);
        if (operation === 'update' && status === 'INITIATED') early.add(subscriptionId);
        const payments = memberAt(answer, 'payments');
        if (!early.has(subscriptionId) || !Array.isArray(payments)) return;
        for (const payment of payments as Members[])
          payment['amount'] = atCreation.get(subscriptionId);
      };
    }),
  ),
  fault(
    'subscriptions.update.charges-at-the-new-interval',
    'lost-by-the-retry',
    'keeps the interval of what is UNPAID for good, whatever it was updated to by then',
    withRememberingRules(() => {
      const lost = new Set<unknown>();
      let isRetried = false;
      return {
        subStatusAfterCharge: (before, outcome) => {
          isRetried = before === 'UNPAID' && outcome === 'approved';
          return subStatusAfterCharge(before, outcome);
        },
        subIntervalInForce: ({ ofLastPeriod, now }) => {
          if (isRetried) lost.add(now);
          return lost.has(now) ? ofLastPeriod : now;
        },
      };
    }),
  ),
  fault(
    'subscriptions.update.charges-at-the-new-interval',
    'agreed-at-the-checkout',
    'charges at the interval of the creation where it was updated before the initial payment',
    onSubscriptions(() => {
      const agreed = new Map<unknown, unknown>();
      const shown = new Map<unknown, unknown>();
      return async ({ operation, body }, send) => {
        const response = await send();
        if (!response.ok || operation === 'list' || operation === 'deactivate') return response;
        const answer = (await response.json()) as Members;
        const subscription = subscriptionOf(answer);
        const { subscriptionId, billingIntervalValue, status } = subscription;
        if (operation === 'create') agreed.set(subscriptionId, billingIntervalValue);
        if (operation === 'update' && status === 'INITIATED')
          shown.set(subscriptionId, billingIntervalValue);
        if (operation === 'details' && status === 'ACTIVE' && shown.has(subscriptionId)) {
          const { username, password } = body;
          const update = { subscriptionId, billingIntervalValue: agreed.get(subscriptionId) };
          await send({
            path: paths.update,
            body: JSON.stringify({ username, password, ...update }),
          });
        }
        subscription['billingIntervalValue'] = shown.get(subscriptionId) ?? billingIntervalValue;
        return withBody(response, JSON.stringify(answer));
      };
    }),
  ),
  fault(
    'subscriptions.charge.next-charge-moves-on',
    'years-counted-once',
    'lets every period but the first last one year where the interval is of several',
    withRules({
      subAfterIntervals: (start, { value, unit }, count, monthEnd) =>
        unit === 'YEARS'
          ? subAfterIntervals(start, { value: value + count - 1, unit }, 1, monthEnd)
          : subAfterIntervals(start, { value, unit }, count, monthEnd),
    }),
  ),
  fault(
    'subscriptions.frame.charges-change-nothing-else',
    'settles-all-debts',
    'shows what is UNPAID as ACTIVE once another subscription of the customer is charged',
    rememberingInSubscriptionAnswer('details', () => {
      const charged = new Map<unknown, unknown>();
      return (answer) => {
        const { customerId, subscriptionId, status } = answer;
        const payments = memberAt(answer, 'payments');
        const isCharged = status === 'ACTIVE' && Array.isArray(payments) && payments.length > 1;
        if (isCharged) charged.set(customerId, subscriptionId);
        const other = charged.get(customerId) ?? subscriptionId;
        if (status === 'UNPAID' && other !== subscriptionId) answer['status'] = 'ACTIVE';
      };
    }),
  ),
  fault(
    'subscriptions.histories.paid-in-the-end',
    'credential-there-is',
    'binds the first credential of a customer, whichever card is paid with',
    bindsTheFirst(),
  ),
  fault(
    'subscriptions.at-once.each-its-own',
    'one-update-a-customer',
    'carries out updates that come together for the first subscription of their customer',
    onSubscriptions(() => {
      const customers = new Map<unknown, unknown>();
      const underWay = new Map<unknown, unknown>();
      return async ({ operation, body }, send) => {
        const customer = customers.get(body['subscriptionId']);
        if (operation === 'update' && customer !== undefined) {
          const subscriptionId = underWay.get(customer) ?? body['subscriptionId'];
          underWay.set(customer, subscriptionId);
          await gap();
          underWay.delete(customer);
          return send({ body: JSON.stringify({ ...body, subscriptionId }) });
        }
        const response = await send();
        if (operation !== 'create' || !response.ok) return response;
        const created = subscriptionOf((await response.clone().json()) as Members);
        customers.set(created['subscriptionId'], created['customerId']);
        return response;
      };
    }),
  ),
];

/**
 * Cancels what is active at the end of its period only, when the clock is about to come to it, and not at all where it was
 * asked for something else meanwhile.
 */
function endsWithItsPeriod(isWithdrawal: (asked: SubscriptionRequest) => boolean): Tampering {
  return onPath('/', () => {
    const ending = new Map<unknown, { readonly till: number; readonly body: string }>();
    return async (asked, send) => {
      const { url, body } = asked;
      const { subscriptionId, username, password } = body;
      if (url.pathname.endsWith('/control/clock')) {
        const now = Date.parse(String(body['now']));
        for (const [id, end] of ending) {
          if (end.till > now) continue;
          ending.delete(id);
          await send({ method: 'POST', path: paths.deactivate, body: end.body });
        }
        return send();
      }
      const operation = subscriptionOperations.find((one) => paths[one] === url.pathname);
      const isPending = ending.has(subscriptionId);
      if (operation === 'deactivate' && !isPending && body['force'] === false) {
        const about = JSON.stringify({ username, password, subscriptionUuid: subscriptionId });
        const details = (await (
          await send({ path: paths.details, body: about })
        ).json()) as Members;
        if (details['status'] !== 'ACTIVE') return send();
        const forced = JSON.stringify({ username, password, subscriptionId, force: true });
        const till = Date.parse(String(details['activeTill']));
        ending.set(subscriptionId, { till, body: forced });
        return withBody(
          new Response('', { headers: { 'Content-Type': 'application/json' } }),
          JSON.stringify({ subscriptionId, status: 'CANCELLED' }),
        );
      }
      if (!isPending) return send();
      if (operation === 'deactivate' && body['force'] === false) {
        if (isWithdrawal({ ...asked, operation })) ending.delete(subscriptionId);
        return refusal(422);
      }
      const response = await send();
      const isTaken = response.ok && isWithdrawal({ ...asked, operation });
      if (isTaken || operation === 'deactivate') ending.delete(subscriptionId);
      return response;
    };
  });
}
