import { documentRules } from '../../../sandbox/rules/index.ts';
import { type Fault, fault, type Tampering } from '../fault.ts';
import { type Members, onPath, withBody, withRememberingRules, withRules } from '../tampering.ts';
import {
  inSubscriptionAnswer,
  itemsOf,
  onSubscriptions,
  rememberingInSubscriptionAnswer,
  refusal,
  subscriptionOf,
} from './tampering.ts';

// Document 3, parts 2.3, 3.2 and 4.8: what goes wrong only after a while, or only now and then.

const { subAfterIntervals } = documentRules;

export const subscriptionLawInTimeFaults: readonly Fault[] = [
  fault(
    'subscriptions.nth.request-is-as-the-first',
    'eleventh-update',
    'takes no update of a subscription after the tenth, but answers as if it did',
    onSubscriptions(() => {
      const counts = new Map<unknown, number>();
      return async ({ operation, body }, send) => {
        const { subscriptionId, username, password } = body;
        if (operation !== 'update') return send();
        const count = (counts.get(subscriptionId) ?? 0) + 1;
        counts.set(subscriptionId, count);
        if (count <= 10) return send();
        const nothing = { username, password, subscriptionId };
        const response = await send({ body: JSON.stringify(nothing) });
        if (!response.ok) return response;
        const answer = (await response.json()) as Members;
        return withBody(response, JSON.stringify({ ...answer, ...body }));
      };
    }),
  ),
  fault(
    'subscriptions.nth.request-is-as-the-first',
    'twentieth-create',
    'creates the twentieth subscription of a customer for a cent',
    onSubscriptions(() => {
      const counts = new Map<unknown, number>();
      return async ({ operation, body }, send) => {
        if (operation !== 'create') return send();
        const { customerId } = body;
        const count = (counts.get(customerId) ?? 0) + 1;
        counts.set(customerId, count);
        return count === 20 ? send({ body: JSON.stringify({ ...body, amount: 1 }) }) : send();
      };
    }),
  ),
  fault(
    'subscriptions.nth.request-is-as-the-first',
    'only-the-latest-are-paid',
    'does not hear of initial payments of what was followed by 25 other creates',
    withLatest(25),
  ),
  fault(
    'subscriptions.nth.request-is-as-the-first',
    'locked-out',
    'refuses everybody updates once it has refused ten of them',
    onSubscriptions(() => {
      let refused = 0;
      return async ({ operation }, send) => {
        if (operation !== 'update') return send();
        if (refused >= 10) return refusal(400);
        const response = await send();
        if (!response.ok) refused += 1;
        return response;
      };
    }),
  ),
  fault(
    'subscriptions.nth.request-is-as-the-first',
    'tired-of-looks',
    'lists nothing of a customer who was listed five times',
    rememberingInSubscriptionAnswer('list', () => {
      const counts = new Map<unknown, number>();
      return (answer, { body: { customerId } }) => {
        const count = (counts.get(customerId) ?? 0) + 1;
        counts.set(customerId, count);
        if (count > 5) answer['items'] = [];
      };
    }),
  ),

  fault(
    'subscriptions.nth.charge-is-as-the-first',
    'tenth-left-out',
    'leaves out every tenth charge',
    withRememberingRules(() => {
      let count = 0;
      return {
        subChargesPerInterval: () => {
          count += 1;
          return count % 10 === 0 ? 0 : 1;
        },
      };
    }),
  ),
  fault(
    'subscriptions.nth.charge-is-as-the-first',
    'drifts',
    'charges a day later with every charge after the fifth',
    withRules({
      subAfterIntervals: (start, interval, count, monthEnd) =>
        subAfterIntervals(start, interval, count, monthEnd) + Math.max(0, count - 5) * dayMs,
    }),
  ),
  fault(
    'subscriptions.nth.charge-is-as-the-first',
    'drifts-in-the-second-year',
    'charges three days later what began more than 400 days ago',
    withRules({
      subAfterIntervals: (start, interval, count, monthEnd) => {
        const end = subAfterIntervals(start, interval, count, monthEnd);
        return end - start > 400 * dayMs ? end + 3 * dayMs : end;
      },
    }),
  ),
  fault(
    'subscriptions.nth.charge-is-as-the-first',
    'amount-of-the-last',
    'charges what it has charged somebody before, from the third time on',
    withRememberingRules(() => {
      const charged: number[] = [];
      return {
        subChargeAmount: ({ now }) => {
          charged.push(now);
          return charged.length > 4 ? (charged.at(-2) ?? now) : now;
        },
      };
    }),
  ),

  ...(
    [
      ['wears-off-in-an-hour', 'CANCELLED', 3_600_000, { status: 'ACTIVE' }],
      ['email-for-a-month', 'ACTIVE', 30 * 86_400_000, { email: null }],
      ['amount-for-a-day', 'ACTIVE', 86_400_000, { amount: 9_90 }],
      ['description-for-a-year', 'INITIATED', 365 * 86_400_000, { description: '' }],
    ] as const
  ).map(([slug, status, elapsedMs, becomes]) =>
    fault(
      'subscriptions.persistence.outlasts-time',
      slug,
      `shows ${JSON.stringify(becomes)} once what is ${status} is so many milliseconds old: ${elapsedMs}`,
      asTimePasses(elapsedMs, (answer) => {
        const isUnpaid = status === 'INITIATED' && answer['bindingId'] === null;
        return answer['status'] === status || isUnpaid ? becomes : {};
      }),
    ),
  ),

  ...(
    [
      'subscriptions.persistence.outlasts-time',
      'subscriptions.state.initiated-is-not-charged',
    ] as const
  ).map((requirement) =>
    fault(
      requirement,
      'by-the-card-there-is',
      'charges the card of another subscription of the customer for what nobody has paid in time',
      rememberingInSubscriptionAnswer('details', () => {
        const cards = new Map<unknown, unknown>();
        return (answer) => {
          const { customerId, status, bindingId } = answer;
          if (bindingId !== null) cards.set(customerId, bindingId);
          const isPaid = status === 'PAYMENT_FAILED' && bindingId === null && cards.has(customerId);
          if (isPaid) Object.assign(answer, { status: 'ACTIVE', bindingId: cards.get(customerId) });
        };
      }),
    ),
  ),
  fault(
    'subscriptions.persistence.outlasts-time',
    'put-away',
    'lists nothing that is cancelled once the period is over that was paid for',
    onPath('/', () => {
      let now = 0;
      return async ({ url: { pathname }, body }, send) => {
        if (pathname.endsWith('/control/clock'))
          now = Math.max(now, Date.parse(String(body['now'])) || 0);
        const response = await send();
        if (!pathname.endsWith('/subscriptions/list') || !response.ok) return response;
        const answer = (await response.json()) as Members;
        const isOver = ({ status, activeTill }: Members): boolean =>
          status === 'CANCELLED' && Date.parse(String(activeTill)) < now;
        const items = itemsOf(answer).filter((item) => !isOver(item));
        return withBody(response, JSON.stringify({ ...answer, items }));
      };
    }),
  ),
  fault(
    'subscriptions.persistence.outlasts-further-requests',
    'cache-of-five',
    'forgets the description of what it has not created among the last five',
    onSubscriptions(() => {
      const last: unknown[] = [];
      return async ({ operation }, send) => {
        const response = await send();
        if (!response.ok) return response;
        if (operation === 'create') {
          const answer = (await response.clone().json()) as Members;
          last.push(subscriptionOf(answer)['subscriptionId']);
        }
        if (operation !== 'details') return response;
        const answer = (await response.json()) as Members;
        if (!last.slice(-5).includes(answer['subscriptionId'])) answer['description'] = null;
        return withBody(response, JSON.stringify(answer));
      };
    }),
  ),
  fault(
    'subscriptions.persistence.outlasts-further-requests',
    'tenth-is-for-all',
    'shows the amount of every tenth update for all subscriptions',
    onSubscriptions(() => {
      let [count, amount]: [number, unknown] = [0, undefined];
      return async ({ operation, body }, send) => {
        const response = await send();
        if (!response.ok) return response;
        if (operation === 'update') {
          count += 1;
          if (count % 10 === 0) ({ amount } = body);
        }
        if (operation !== 'details' || amount === undefined) return response;
        const answer = (await response.json()) as Members;
        return withBody(response, JSON.stringify({ ...answer, amount }));
      };
    }),
  ),
  fault(
    'subscriptions.persistence.outlasts-further-requests',
    'dead-letters',
    'shows no next charge any more once five others were deactivated',
    onSubscriptions(() => {
      let count = 0;
      return async ({ operation }, send) => {
        const response = await send();
        if (!response.ok) return response;
        if (operation === 'deactivate') count += 1;
        if (operation !== 'details' || count < 5) return response;
        const answer = (await response.json()) as Members;
        return withBody(response, JSON.stringify({ ...answer, nextChargeAt: null }));
      };
    }),
  ),

  fault(
    'subscriptions.views.agree-after-each-change',
    'list-lags',
    'lists the amount that a subscription was created with',
    staleInList('amount'),
  ),
  fault(
    'subscriptions.views.agree-after-each-change',
    'second-update-unseen',
    'lists the interval of the first update after the second',
    staleInList('billingIntervalUnit'),
  ),
  fault(
    'subscriptions.views.agree-after-each-change',
    'answers-too-early',
    'answers an update of the amount alone with the amount before it',
    rememberingInSubscriptionAnswer('update', () => {
      const before = new Map<unknown, unknown>();
      return (answer, { body }) => {
        const { subscriptionId, amount } = answer;
        if (!('billingIntervalValue' in body)) answer['amount'] = before.get(subscriptionId);
        before.set(subscriptionId, amount);
      };
    }),
  ),
  fault(
    'subscriptions.views.agree-after-each-change',
    'index-of-statuses',
    'finds what is deactivated by the status that it had before',
    withRememberingRules(() => ({
      subHasStatus: (status, wanted) =>
        wanted === undefined ||
        wanted.includes(status) ||
        (status === 'CANCELLED' && wanted.includes('ACTIVE')),
    })),
  ),
  fault(
    'subscriptions.views.agree-after-each-change',
    'counters-of-statuses',
    'does not count what is UNPAID in a list by status',
    inSubscriptionAnswer('list', (answer, { body }) => {
      if (body['statuses'] === undefined) return;
      const uncounted = itemsOf(answer).filter(({ status }) => status === 'UNPAID').length;
      answer['totalElements'] = Number(answer['totalElements']) - uncounted;
    }),
  ),
  fault(
    'subscriptions.views.agree-after-each-change',
    'counted-until-the-next-create',
    'counts a list as before that is asked for in the same words, until somebody creates',
    rememberingInSubscriptionAnswer(['create', 'list'], () => {
      const counts = new Map<string, unknown>();
      return (answer, { operation, text }) => {
        if (operation === 'create') return counts.clear();
        const count = counts.get(text) ?? answer['totalElements'];
        counts.set(text, count);
        answer['totalElements'] = count;
      };
    }),
  ),
  fault(
    'subscriptions.views.agree-after-each-change',
    'remembered-over-time',
    'answers a list by status as before that is asked for in the same words, until a command changes something',
    onSubscriptions(() => {
      const remembered = new Map<string, string>();
      return async ({ operation, body, text }, send) => {
        if (operation !== 'list' && operation !== 'details') remembered.clear();
        if (operation !== 'list' || body['statuses'] === undefined) return send();
        const response = await send();
        const before = remembered.get(text);
        if (before !== undefined) return withBody(response, before);
        remembered.set(text, await response.clone().text());
        return response;
      };
    }),
  ),
  fault(
    'subscriptions.views.agree-after-each-change',
    'range-of-what-is-paid',
    'compares createdTo with the end of what was paid, where something was',
    inSubscriptionAnswer('list', (answer, { body }) => {
      const to = Date.parse(String(body['createdTo']));
      const items = itemsOf(answer);
      answer['items'] = items.filter(({ activeTill }) => !(Date.parse(String(activeTill)) > to));
    }),
  ),
  fault(
    'subscriptions.views.create-equals-details',
    'created-when-read',
    'shows in details that a subscription was created a second later',
    inSubscriptionAnswer('details', (answer) => {
      const created = Date.parse(String(answer['created']));
      answer['created'] = new Date(created + 1_000).toISOString();
    }),
  ),
  fault(
    'subscriptions.views.create-equals-details',
    'phone-with-email-only',
    'shows in details no phone of who has no email',
    inSubscriptionAnswer('details', (answer) => {
      if ((answer['email'] ?? '') === '') answer['phone'] = null;
    }),
  ),
  fault(
    'subscriptions.views.create-equals-details',
    'letters-lost',
    'shows in details no letters but those of ASCII',
    inSubscriptionAnswer('details', (answer) => {
      const text = answer['description'];
      if (typeof text === 'string') answer['description'] = text.replaceAll(/[^ -~]/g, '?');
    }),
  ),
];

const dayMs = 86_400_000;

/** Shows other members in details once the clock was moved so far since a subscription was created. */
function asTimePasses(elapsedMs: number, change: (answer: Members) => Members): Tampering {
  return onPath('/', () => {
    let now = 0;
    return async (asked, send) => {
      if (asked.url.pathname.endsWith('/control/clock')) {
        now = Math.max(now, Date.parse(String(asked.body['now'])) || 0);
      }
      const response = await send();
      if (!asked.url.pathname.endsWith('/details') || !response.ok) return response;
      const answer = (await response.json()) as Members;
      const isOld = now - Date.parse(String(answer['created'])) > elapsedMs - 5_000;
      const shown = isOld ? { ...answer, ...change(answer) } : answer;
      return withBody(response, JSON.stringify(shown));
    };
  });
}

/** Shows what is paid as it was, once so many were created after it. */
function withLatest(most: number): Tampering {
  return rememberingInSubscriptionAnswer(['create', 'details'], () => {
    const all: unknown[] = [];
    return (answer, { operation }) => {
      const shown = subscriptionOf(answer);
      const { subscriptionId } = shown;
      if (operation === 'create') all.push(subscriptionId);
      else if (!all.slice(-most).includes(subscriptionId)) shown['status'] = 'INITIATED';
    };
  });
}

/** Lists a member of each subscription as it was listed first. */
function staleInList(member: string): Tampering {
  return rememberingInSubscriptionAnswer('list', () => {
    const first = new Map<unknown, unknown>();
    return (answer) => {
      const items = answer['items'];
      if (!Array.isArray(items)) return;
      for (const item of items as Members[]) {
        const { subscriptionId } = item;
        if (!first.has(subscriptionId)) first.set(subscriptionId, item[member]);
        item[member] = first.get(subscriptionId);
      }
    };
  });
}
