import { type Fault, fault, type Tampering } from '../fault.ts';
import { isObject, type Members, withBody } from '../tampering.ts';
import {
  fillsIn,
  itemsOf,
  onSubscriptions,
  rememberingInSubscriptionAnswer,
  type SubscriptionOperation,
  type SubscriptionRequest,
  subscriptionOf,
  withMembers,
} from './tampering.ts';

// Document 3, part 4.8: what is not the same although nothing that counts is different.

const putRight: readonly Fault[] = [
  ...(['orderNumber', 'customerId'] as const).map((member) =>
    fault(
      'subscriptions.put-right.create-succeeds-after-a-refusal',
      `${member}-used-up`,
      `refuses a create whose ${member} a refused one had`,
      remembersRefused('create', ({ body }) => body[member], 400),
    ),
  ),
  fault(
    'subscriptions.put-right.create-succeeds-after-a-refusal',
    'created-anyway',
    'creates a subscription with a phone that it refuses',
    onSubscriptions(() => async (asked, send) => {
      const response = await send();
      if (asked.operation === 'create' && !response.ok && asked.body['phone'] !== undefined) {
        const { phone: _phone, orderNumber: _number, ...rest } = asked.body;
        await send({ body: JSON.stringify(rest) });
      }
      return response;
    }),
  ),
  ...(['amount', 'billingIntervalValue', 'billingIntervalUnit'] as const).map((member) =>
    fault(
      'subscriptions.put-right.update-changes-no-part',
      `${member}-taken`,
      `changes ${member} by an update that it refuses for something else`,
      onSubscriptions(() => async (asked, send) => {
        const response = await send();
        if (asked.operation === 'update' && !response.ok) {
          const { username, password, subscriptionId } = asked.body;
          const part = { username, password, subscriptionId, [member]: asked.body[member] };
          await send({ body: JSON.stringify(part) });
        }
        return response;
      }),
    ),
  ),
  fault(
    'subscriptions.put-right.command-succeeds-after-a-refusal',
    'locked-for-all',
    'changes no subscription any more that was named with a wrong password',
    remembersRefused(['update', 'deactivate'], idOf, 404, 401),
  ),
  fault(
    'subscriptions.put-right.command-succeeds-after-a-refusal',
    'missing-for-all',
    'takes a subscription for missing that it did not show to another merchant',
    remembersRefused(['update', 'deactivate'], idOf, 404, 404),
  ),
  fault(
    'subscriptions.put-right.command-succeeds-after-a-refusal',
    'merchant-refused',
    'updates nothing for a merchant who named a missing subscription',
    remembersRefused('update', ({ body }) => body['username'], 404, 404),
  ),
];

const optional: readonly Fault[] = [
  ...(
    [
      ['description', { billingIntervalValue: 1 }],
      ['orderNumber', { amount: 1 }],
      ['phone', { billingIntervalUnit: 'MONTHS' }],
    ] as const
  ).map(([member, change]) =>
    fault(
      'subscriptions.optional.create-does-the-same',
      `with-${member}`,
      `creates a subscription with other terms where there is a ${member}`,
      withMembers('create', (body): Members => (body[member] === undefined ? {} : change)),
    ),
  ),
  ...(
    [
      ['description', 'amount', 0, 1_00],
      ['orderNumber', 'failUrl', undefined, 'https://shop.example/'],
      ['phone', 'billingIntervalValue', 0, 1],
    ] as const
  ).map(([member, wrong, value, made]) =>
    fault(
      'subscriptions.optional.create-refuses-the-same',
      `with-${member}`,
      `makes up ${wrong} where there is a ${member}`,
      withMembers('create', (body): Members =>
        body[member] !== undefined && body[wrong] === value ? { [wrong]: made } : {},
      ),
    ),
  ),
  fault(
    'subscriptions.optional.create-refuses-the-same',
    'phone-unread',
    'takes any phone beside an email',
    withMembers('create', (body): Members =>
      body['email'] !== undefined && body['phone'] !== undefined ? { phone: '+37120000001' } : {},
    ),
  ),
  ...(
    [
      ['deactivate', 'force', 422],
      ['update', 'billingIntervalUnit', 422],
      ['update', 'billingIntervalValue', 404],
    ] as const
  ).map(([operation, member, status]) =>
    fault(
      'subscriptions.optional.commands-refuse-the-same',
      `${operation}-${status}-with-${member}`,
      `answers 200 in place of ${status} to ${operation} with ${member}`,
      onSubscriptions(() => async (asked, send) => {
        const response = await send();
        const isWrong = asked.operation === operation && asked.body[member] !== undefined;
        return isWrong && response.status === status ? carriedOut(asked) : response;
      }),
    ),
  ),
  ...(
    [
      ['size', (items: Members[]) => items.slice(0, 2)],
      ['amountTo', (items: Members[]) => items.filter(({ status }) => status !== 'CANCELLED')],
      ['sortField', (items: Members[]) => items.slice(1)],
    ] as const
  ).map(([member, keep]) =>
    fault(
      'subscriptions.optional.list-lists-the-same',
      `with-${member}`,
      `leaves something out of a list with ${member}`,
      rememberingInSubscriptionAnswer('list', () => (answer, { body }) => {
        if (body[member] !== undefined) answer['items'] = keep(itemsOf(answer));
      }),
    ),
  ),
];

const fresh: readonly Fault[] = [
  ...(['description', 'phone', 'email'] as const).map((member) =>
    fault(
      'subscriptions.fresh.shows-the-same',
      `${member}-of-the-last`,
      `takes ${member} from the create before where there is none`,
      fillsIn('create', member),
    ),
  ),
  ...(['update', 'deactivate'] as const).map((operation) =>
    fault(
      'subscriptions.fresh.live-apart',
      `${operation}-of-both`,
      `carries out ${operation} for all subscriptions of the customer`,
      ofSiblings(async (siblings, asked, send) => {
        if (asked.operation !== operation) return;
        for (const subscriptionId of siblings) {
          await send({ body: JSON.stringify({ ...asked.body, subscriptionId }) });
        }
      }),
    ),
  ),
  fault(
    'subscriptions.fresh.live-apart',
    'bound-once',
    "shows no bindingId of a customer's second subscription",
    ofSiblings(undefined, (answer, siblings) => {
      if (siblings.length > 0) subscriptionOf(answer)['bindingId'] = null;
    }),
  ),
  fault(
    'subscriptions.fresh.charged-apart',
    'stops-the-others',
    'charges no subscription of a customer any more once one of them is cancelled',
    onSubscriptions(() => {
      let isAnyCancelled = false;
      return async (asked, send) => {
        const response = await send();
        if (asked.operation === 'deactivate') isAnyCancelled = true;
        if (asked.operation !== 'details' || !isAnyCancelled || !response.ok) return response;
        const answer = (await response.json()) as Members;
        const payments = answer['payments'];
        if (Array.isArray(payments)) payments.splice(1);
        return withBody(response, JSON.stringify(answer));
      };
    }),
  ),
  fault(
    'subscriptions.fresh.charged-apart',
    'number-taken',
    'numbers charges on from the initial order, and makes none whose number another order has',
    rememberingInSubscriptionAnswer(['create', 'details'], () => {
      const numbers = new Map<unknown, unknown>();
      const taken = new Set<unknown>();
      return (answer, { operation, body }) => {
        const { subscriptionId } = subscriptionOf(answer);
        if (operation === 'create') {
          numbers.set(subscriptionId, body['orderNumber']);
          taken.add(body['orderNumber']);
        }
        const payments = answer['payments'];
        if (!Array.isArray(payments)) return;
        const number = String(numbers.get(subscriptionId));
        const made = payments.filter((_payment, place) => !taken.has(`${number}-${place}`));
        if (made.length < payments.length) answer['status'] = 'UNPAID';
        answer['payments'] = made;
      };
    }),
  ),
  fault(
    'subscriptions.fresh.charged-apart',
    'others-listed',
    'lists charges of other subscriptions of the customer as well',
    rememberingInSubscriptionAnswer('details', () => {
      const charges = new Map<unknown, unknown[]>();
      return (answer) => {
        const { customerId } = answer;
        const payments = answer['payments'];
        if (!Array.isArray(payments)) return;
        const known = charges.get(customerId) ?? [];
        charges.set(customerId, [...known, ...(payments.slice(1) as unknown[])]);
        payments.push(...known);
      };
    }),
  ),
];

export const subscriptionSamenessFaults: readonly Fault[] = [...putRight, ...optional, ...fresh];

function idOf({ body }: SubscriptionRequest): unknown {
  return body['subscriptionId'] ?? body['subscriptionUuid'];
}

/** Refuses what has the same key as something that was refused before, with one status or with any. */
function remembersRefused(
  operations: SubscriptionOperation | readonly SubscriptionOperation[],
  keyOf: (asked: SubscriptionRequest) => unknown,
  status: number,
  after?: number,
): Tampering {
  return onSubscriptions(() => {
    const refused = new Set<unknown>();
    return async (asked, send) => {
      const isMeant = [operations].flat().some((one) => one === asked.operation);
      const key = keyOf(asked);
      if (!isMeant || key === undefined) return send();
      if (refused.has(key)) return refusal(status);
      const response = await send();
      if (!response.ok && (after === undefined || response.status === after)) refused.add(key);
      return response;
    };
  });
}

/** Knows the subscriptions of each customer; `others` are those made before the one that is asked about. */
function ofSiblings(
  then?: (
    others: readonly string[],
    asked: SubscriptionRequest,
    send: (changed: { body: string }) => Promise<Response>,
  ) => Promise<void>,
  inDetails?: (answer: Members, others: readonly string[]) => void,
): Tampering {
  return onSubscriptions(() => {
    const owners = new Map<string, unknown>();
    return async (asked, send) => {
      const response = await send();
      if (!response.ok) return response;
      const answer = (await response.clone().json()) as Members;
      const { subscriptionId, customerId } = subscriptionOf(answer);
      const id = String(idOf(asked) ?? subscriptionId);
      if (asked.operation === 'create') owners.set(id, customerId);
      const owner = owners.get(id);
      const others = [...owners].filter(([one, of]) => of === owner && one !== id);
      const ids = others.map(([one]) => one);
      await then?.(ids, asked, send);
      if (asked.operation !== 'details' || !isObject(answer)) return response;
      const isFirst = [...owners].find(([, of]) => of === owner)?.[0] === id;
      inDetails?.(answer, isFirst ? [] : ids);
      return withBody(response, JSON.stringify(answer));
    };
  });
}

function carriedOut({ body }: SubscriptionRequest): Response {
  const { subscriptionId } = body;
  return new Response(JSON.stringify({ subscriptionId, status: 'CANCELLED' }), {
    headers: { 'Content-Type': 'application/json;charset=UTF-8' },
  });
}

function refusal(status: number): Response {
  return new Response(JSON.stringify({ error: 'refused by a fault' }), {
    status,
    headers: { 'Content-Type': 'application/json;charset=UTF-8' },
  });
}
