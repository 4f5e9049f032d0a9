import { documentRules } from '../../../sandbox/rules/index.ts';
import { type Fault, fault } from '../fault.ts';
import {
  memberAt,
  type Members,
  onTheWire,
  withBody,
  withRememberingRules,
  withRules,
} from '../tampering.ts';
import {
  bindsTheFirst,
  inSubscriptionAnswer,
  itemsOf,
  paths,
  rememberingInSubscriptionAnswer,
  subscriptionOf,
} from './tampering.ts';

// Document 3, parts 2.3 and 3.2: what charges move that they should not, and whom they ask for what.

const { subAfterIntervals, subMayBeCharged, subStatusAfterCharge, subStatusAfterDeactivation } =
  documentRules;

export const subscriptionLawOfChargeFaults: readonly Fault[] = [
  fault(
    'subscriptions.frame.charges-change-nothing-else',
    'in-larger-units',
    'shows an interval of whole weeks or years in these once it was charged',
    inSubscriptionAnswer('details', (answer) => {
      const { billingIntervalValue: value, billingIntervalUnit: unit, payments } = answer;
      if (!Array.isArray(payments) || payments.length < 2) return;
      const larger = { DAYS: ['WEEKS', 7], MONTHS: ['YEARS', 12] } as const;
      const [name, count] = larger[unit as keyof typeof larger] ?? ['', 0];
      if (Number(value) % count === 0)
        Object.assign(answer, {
          billingIntervalValue: Number(value) / count,
          billingIntervalUnit: name,
        });
    }),
  ),
  fault(
    'subscriptions.frame.charges-change-nothing-else',
    'order-of-the-last-charge',
    'shows the order of the last charge as that of the initial payment',
    inSubscriptionAnswer('details', (answer) => {
      const payments = memberAt(answer, 'payments');
      const last: unknown = Array.isArray(payments) ? payments.at(-1) : undefined;
      answer['mdOrder'] = memberAt(last, 'mdOrder') ?? answer['mdOrder'];
    }),
  ),
  fault(
    'subscriptions.frame.charges-change-nothing-else',
    'phone-until-charged',
    'shows no phone any more of what was charged',
    inSubscriptionAnswer('details', (answer) => {
      const payments = memberAt(answer, 'payments');
      if (Array.isArray(payments) && payments.length > 1) answer['phone'] = null;
    }),
  ),
  fault(
    'subscriptions.frame.charges-change-nothing-else',
    'list-of-the-first-period',
    'lists the activeTill that it listed first for each status',
    rememberingInSubscriptionAnswer('list', () => {
      const first = new Map<string, unknown>();
      return (answer) => {
        for (const item of itemsOf(answer)) {
          const known = `${String(item['subscriptionId'])} ${String(item['status'])}`;
          if (!first.has(known)) first.set(known, item['activeTill']);
          item['activeTill'] = first.get(known);
        }
      };
    }),
  ),
  fault(
    'subscriptions.charge.retries-ask-once',
    'arrears',
    'asks for what was declined beside what is due',
    withRememberingRules(() => {
      let isOwed = false;
      return {
        subStatusAfterCharge: (before, outcome) => {
          isOwed = outcome === 'declined';
          return subStatusAfterCharge(before, outcome);
        },
        subChargeAmount: ({ now }) => (isOwed ? 2 * now : now),
      };
    }),
  ),
  fault(
    'subscriptions.charge.retries-ask-once',
    'both-intervals',
    'takes what was declined once more when it is paid',
    withRememberingRules(() => {
      let isOwed = false;
      return {
        subStatusAfterCharge: (before, outcome) => {
          isOwed = outcome === 'declined';
          return subStatusAfterCharge(before, outcome);
        },
        subChargesPerInterval: () => (isOwed ? 2 : 1),
      };
    }),
  ),
  fault(
    'subscriptions.charge.retries-ask-once',
    'twice-after-two-declines',
    'takes what was declined more than once twice when it is paid',
    withRememberingRules(() => {
      let declined = 0;
      return {
        subStatusAfterCharge: (before, outcome) => {
          declined = outcome === 'declined' ? declined + 1 : 0;
          return subStatusAfterCharge(before, outcome);
        },
        subChargesPerInterval: () => (declined > 1 ? 2 : 1),
      };
    }),
  ),
  fault(
    'subscriptions.charge.retries-ask-once',
    'next-one-skipped',
    'leaves out the interval that follows a charge which was declined at first',
    withRememberingRules(() => {
      let isLate = false;
      return {
        subStatusAfterCharge: (before, outcome) => {
          isLate ||= outcome === 'declined';
          return subStatusAfterCharge(before, outcome);
        },
        subAfterIntervals: (start, interval, count, monthEnd) =>
          subAfterIntervals(start, interval, count + (isLate ? 1 : 0), monthEnd),
      };
    }),
  ),
  fault(
    'subscriptions.charge.retries-ask-once',
    'interest',
    'charges a cent more for good once a charge was declined',
    withRememberingRules(() => {
      let interest = 0;
      return {
        subStatusAfterCharge: (before, outcome) => {
          if (outcome === 'declined') interest = 1;
          return subStatusAfterCharge(before, outcome);
        },
        subChargeAmount: ({ now }) => now + interest,
      };
    }),
  ),
  fault(
    'subscriptions.charge.retries-ask-once',
    'amount-of-the-creation',
    'asks by a retry for the amount of the creation, however long ago it was updated',
    withRememberingRules(() => {
      // Told apart by their amounts, as others are charged meanwhile.
      const owed = new Set<string>();
      let asked = '';
      return {
        subStatusAfterCharge: (before, outcome) => {
          if (outcome === 'declined') owed.add(asked);
          else owed.delete(asked);
          return subStatusAfterCharge(before, outcome);
        },
        subChargeAmount: ({ atCreation, now }) => {
          asked = `${atCreation} ${now}`;
          return owed.has(asked) ? atCreation : now;
        },
      };
    }),
  ),
  fault(
    'subscriptions.charge.retries-ask-once',
    'again-in-euros',
    'asks in euros for what was declined, whatever the currency is',
    onTheWire(() => {
      const retried = new Set<string>();
      return async ({ url, text }, send) => {
        const response = await send();
        const isDetails = url.pathname === paths.details && response.ok;
        if (!isDetails && !url.pathname.endsWith('/getOrderStatusExtended.do')) return response;
        const answer = (await response.json()) as Members;
        const payments = answer['payments'];
        if (Array.isArray(payments)) {
          const wereDeclined = payments.map((one) => memberAt(one, 'status') === 'FAILED');
          for (const [place, one] of payments.entries())
            if (wereDeclined[place - 1] === true) retried.add(String(memberAt(one, 'mdOrder')));
        } else if ([...retried].some((mdOrder) => text.includes(mdOrder)))
          answer['currency'] = '978';
        return withBody(response, JSON.stringify(answer));
      };
    }),
  ),
  fault(
    'subscriptions.persistence.cancelled-for-good',
    'retry-goes-on',
    'charges what was cancelled while it was UNPAID',
    withRememberingRules(() => {
      let isOwing = false;
      return {
        subStatusAfterDeactivation: (before) => {
          isOwing ||= before === 'UNPAID';
          return subStatusAfterDeactivation(before);
        },
        subMayBeCharged: (status) => subMayBeCharged(status) || (isOwing && status === 'CANCELLED'),
      };
    }),
  ),
  fault(
    'subscriptions.persistence.cancelled-for-good',
    'paid-by-card',
    'shows what was cancelled before it was paid as ACTIVE once a card is entered for its order at the gateway',
    onTheWire(() => {
      const paid = new Set<unknown>();
      return async ({ url, text }, send) => {
        const response = await send();
        if (url.pathname.endsWith('/paymentorder.do'))
          paid.add(new URLSearchParams(text).get('MDORDER'));
        if (!url.pathname.endsWith('/details') || !response.ok) return response;
        const answer = (await response.clone().json()) as Members;
        if (answer['status'] !== 'CANCELLED' || !paid.has(answer['mdOrder'])) return response;
        return withBody(response, JSON.stringify({ ...answer, status: 'ACTIVE' }));
      };
    }),
  ),
  fault(
    'subscriptions.persistence.cancelled-for-good',
    'end-of-its-order',
    'shows what was cancelled before it was paid as PAYMENT_FAILED when its order ends',
    withRules({
      subStatusAfterInitialPayment: (_before, outcome) =>
        outcome === 'approved' ? 'ACTIVE' : 'PAYMENT_FAILED',
    }),
  ),
  fault(
    'subscriptions.persistence.through-any-run',
    'amount-of-its-order',
    'sets the amount back to that of its order when the initial payment is made',
    rememberingInSubscriptionAnswer(['create', 'details'], () => {
      const amounts = new Map<unknown, unknown>();
      return (answer, { operation }) => {
        const { subscriptionId, amount, status } = subscriptionOf(answer);
        if (operation === 'create') amounts.set(subscriptionId, amount);
        else if (status === 'ACTIVE') answer['amount'] = amounts.get(subscriptionId);
      };
    }),
  ),
  fault(
    'subscriptions.persistence.through-any-run',
    'anonymous-once-cancelled',
    'shows no email of what is cancelled',
    inSubscriptionAnswer('details', (answer) => {
      if (answer['status'] === 'CANCELLED') answer['email'] = null;
    }),
  ),
  fault(
    'subscriptions.persistence.through-any-run',
    'newest-first-once-cancelled',
    'lists the newest charge of what is cancelled before earlier ones',
    inSubscriptionAnswer('details', (answer) => {
      const { status, payments } = answer;
      if (status !== 'CANCELLED' || !Array.isArray(payments)) return;
      const [activation, ...charges] = payments as unknown[];
      if (charges.length > 0) answer['payments'] = [activation, ...charges.toReversed()];
    }),
  ),
  fault(
    'subscriptions.size.charges-are-exact',
    'single-precision',
    'charges amounts as numbers of single precision',
    withRules({ subChargeAmount: ({ now }) => Math.fround(now) }),
  ),
  fault(
    'subscriptions.size.charges-are-exact',
    'large-ones-in-euros',
    'charges large amounts in euros, whatever the currency is',
    onTheWire(() => async ({ url }, send) => {
      const response = await send();
      if (!url.pathname.endsWith('/getOrderStatusExtended.do')) return response;
      const answer = (await response.json()) as Members;
      if (Number(answer['amount']) > 1_000_000_00) answer['currency'] = '978';
      return withBody(response, JSON.stringify(answer));
    }),
  ),
  fault(
    'subscriptions.fresh.merchants-apart',
    'known-customer',
    'takes a customer for that of another merchant who has the same id',
    bindsTheFirst(),
  ),
  ...(
    [
      ['job-by-number', 'orderNumber', 'last'],
      ['job-there-is', 'orderNumber', 'first'],
      ['one-payer-a-phone', 'phone', 'last'],
    ] as const
  ).map(([slug, member, charged]) =>
    fault(
      'subscriptions.fresh.merchants-apart',
      slug,
      `charges only the ${charged} of several merchants' subscriptions with the same ${member}`,
      rememberingInSubscriptionAnswer(['create', 'details'], () => {
        const known = new Map<unknown, Map<unknown, unknown>>();
        const valueOf = new Map<unknown, unknown>();
        return (answer, { operation, body }) => {
          const { subscriptionId, merchantLogin } = subscriptionOf(answer);
          const value = body[member];
          if (operation === 'create') {
            const byMerchant = known.get(value) ?? new Map<unknown, unknown>();
            known.set(value, byMerchant.set(merchantLogin, subscriptionId));
            valueOf.set(subscriptionId, value);
            return;
          }
          const merchants = [...(known.get(valueOf.get(subscriptionId))?.keys() ?? [])];
          const isAlone = valueOf.get(subscriptionId) === undefined || merchants.length < 2;
          const payments = memberAt(answer, 'payments');
          if (isAlone || !Array.isArray(payments)) return;
          if (merchants.at(charged === 'last' ? -1 : 0) !== merchantLogin) payments.splice(1);
        };
      }),
    ),
  ),
];
