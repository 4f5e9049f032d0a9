import { documentRules } from '../../../sandbox/rules/index.ts';
import { type Fault, fault, type Tampering } from '../fault.ts';
import { type Members, onTheWire, withBody, withRules } from '../tampering.ts';
import {
  itemsOf,
  onSubscriptions,
  rememberingInSubscriptionAnswer,
  subscriptionOf,
} from './tampering.ts';

// Document 3, part 4.8: operations that touch what is none of their business.

const { subTermsAfterUpdate } = documentRules;

export const subscriptionChangeFaults: readonly Fault[] = [
  fault(
    'subscriptions.frame.updates-leave-the-initial-order',
    'unnoticed',
    'does not notice the first payment of what was updated before it',
    rememberingInSubscriptionAnswer(['update', 'details'], () => {
      const updated = new Set<unknown>();
      return (answer, { operation }) => {
        const { subscriptionId, status } = subscriptionOf(answer);
        if (operation === 'update' && status === 'INITIATED') updated.add(subscriptionId);
        if (operation === 'details' && status === 'ACTIVE' && updated.has(subscriptionId))
          subscriptionOf(answer)['status'] = 'INITIATED';
      };
    }),
  ),
  fault(
    'subscriptions.create.order-number-is-unique',
    'repeated',
    'takes a create with an orderNumber that the same customer has used for a repeated one',
    onSubscriptions(() => {
      const created = new Map<string, string>();
      return async ({ operation, body }, send) => {
        const key = `${String(body['customerId'])} ${String(body['orderNumber'])}`;
        const known = operation === 'create' ? created.get(key) : undefined;
        if (known !== undefined) return Response.json(JSON.parse(known));
        const response = await send();
        if (operation !== 'create' || !response.ok) return response;
        const answer = await response.text();
        if (body['orderNumber'] !== undefined) created.set(key, answer);
        return withBody(response, answer);
      };
    }),
  ),
  fault(
    'subscriptions.frame.changes-are-as-named',
    'payments-by-reference',
    'shows what was charged before with the amount of the last update',
    rememberingInSubscriptionAnswer(['update', 'details'], () => {
      const amounts = new Map<unknown, unknown>();
      return (answer, { operation, body }) => {
        const { subscriptionId, payments } = subscriptionOf(answer);
        if (operation === 'update' && body['amount'] !== undefined)
          amounts.set(subscriptionId, body['amount']);
        const amount = amounts.get(subscriptionId);
        const last: unknown = Array.isArray(payments) ? payments.at(-1) : undefined;
        if (operation !== 'details' || amount === undefined || !Array.isArray(payments)) return;
        if (payments.length > 1) (last as Members)['amount'] = amount;
      };
    }),
  ),
  fault(
    'subscriptions.frame.changes-are-as-named',
    'status-as-sent',
    'takes status from a create and an update',
    rememberingInSubscriptionAnswer(['create', 'update', 'details'], () => {
      const statuses = new Map<unknown, unknown>();
      return (answer, { operation, body: { status } }) => {
        const shown = subscriptionOf(answer);
        const { subscriptionId } = shown;
        if (operation !== 'details' && status !== undefined) statuses.set(subscriptionId, status);
        shown['status'] = statuses.get(subscriptionId) ?? shown['status'];
      };
    }),
  ),
  fault(
    'subscriptions.frame.changes-are-as-named',
    'by-customer',
    'shows the email of the newest subscription of a customer for all of them',
    onSubscriptions(() => {
      const emails = new Map<unknown, unknown>();
      return async ({ operation, body }, send) => {
        const response = await send();
        if (!response.ok) return response;
        if (operation === 'create') emails.set(body['customerId'], body['email']);
        if (operation !== 'details') return response;
        const answer = (await response.json()) as Members;
        const email = emails.get(answer['customerId']);
        return withBody(response, JSON.stringify({ ...answer, email }));
      };
    }),
  ),
  fault(
    'subscriptions.frame.changes-are-as-named',
    'one-credential-of-a-card',
    'lists no common credential of a customer any more for whom a subscription is created',
    onTheWire(() => {
      const taken = new Set<unknown>();
      return async (asked, send) => {
        const response = await send();
        const operation = asked.url.pathname.split('/').at(-1);
        const { clientId, bindingType } = Object.fromEntries(new URLSearchParams(asked.text));
        if (operation === 'subscriptions') taken.add(asked.body['customerId']);
        if (operation !== 'getBindings.do' || bindingType !== 'C' || !taken.has(clientId))
          return response;
        const answer = (await response.json()) as Members;
        return withBody(response, JSON.stringify({ ...answer, bindings: [] }));
      };
    }),
  ),
  fault(
    'subscriptions.frame.changes-are-as-named',
    'charge-of-its-own',
    'takes any charge with the credential of a subscription for the one that is due',
    onTheWire(() => {
      const charged = new Set<unknown>();
      return async (asked, send) => {
        const response = await send();
        const operation = asked.url.pathname.split('/').at(-1);
        if (operation === 'recurrentPayment.do') charged.add(asked.body['bindingId']);
        if (operation !== 'details' || !response.ok) return response;
        const answer = (await response.json()) as Members;
        if (charged.has(answer['bindingId'])) {
          const [payment] = Array.isArray(answer['payments'])
            ? (answer['payments'] as unknown[])
            : [];
          answer['payments'] = [payment, payment];
        }
        return withBody(response, JSON.stringify(answer));
      };
    }),
  ),
  fault(
    'subscriptions.frame.changes-are-as-named',
    'retries-of-all',
    'retries nothing of a customer any more once one of the subscriptions that are UNPAID is cancelled',
    onSubscriptions(() => {
      const unpaid = new Map<unknown, unknown>();
      const stopped = new Set<unknown>();
      return async ({ operation, body }, send) => {
        if (operation === 'deactivate') stopped.add(unpaid.get(body['subscriptionId']));
        const response = await send();
        if (operation !== 'details' || !response.ok) return response;
        const answer = (await response.json()) as Members;
        const { subscriptionId, customerId, status } = answer;
        if (status === 'UNPAID') unpaid.set(subscriptionId, customerId);
        const isStopped = unpaid.has(subscriptionId) && stopped.has(customerId);
        return withBody(
          response,
          JSON.stringify(
            isStopped && status === 'ACTIVE' ? { ...answer, status: 'UNPAID' } : answer,
          ),
        );
      };
    }),
  ),
  fault(
    'subscriptions.frame.changes-are-as-named',
    'last-payment',
    'shows the next charge of what a customer has paid last for all of their subscriptions',
    rememberingInSubscriptionAnswer('details', () => {
      const last = new Map<unknown, unknown>();
      const known = new Map<unknown, unknown>();
      return (answer) => {
        const { customerId, subscriptionId, nextChargeAt } = answer;
        if (nextChargeAt === null) return;
        if (known.get(subscriptionId) !== nextChargeAt) last.set(customerId, nextChargeAt);
        known.set(subscriptionId, nextChargeAt);
        answer['nextChargeAt'] = last.get(customerId);
      };
    }),
  ),
  fault(
    'subscriptions.frame.changes-are-as-named',
    'number-of-another-merchant',
    'takes what one merchant is paid for paid to another who has given the same orderNumber',
    rememberingInSubscriptionAnswer(['create', 'details'], () => {
      const numbers = new Map<unknown, unknown>();
      const paid = new Set<unknown>();
      return (answer, { operation, body }) => {
        const shown = subscriptionOf(answer);
        const { subscriptionId, status } = shown;
        if (operation === 'create') numbers.set(subscriptionId, body['orderNumber']);
        const number = numbers.get(subscriptionId);
        if (number === undefined) return;
        if (status === 'ACTIVE') paid.add(number);
        if (status === 'INITIATED' && paid.has(number)) shown['status'] = 'ACTIVE';
      };
    }),
  ),
  fault(
    'subscriptions.frame.changes-are-as-named',
    'contact-lost',
    'forgets the phone of what is deactivated',
    forgetsAfter('deactivate', 'phone'),
  ),
  fault(
    'subscriptions.frame.changes-are-as-named',
    'description-lost',
    'forgets the description of what is updated',
    forgetsAfter('update', 'description'),
  ),
  fault(
    'subscriptions.frame.changes-are-as-named',
    'period-begins-anew',
    'moves the next charge by a day when the amount is updated',
    onSubscriptions(() => {
      const moved = new Set<unknown>();
      return async ({ operation, body }, send) => {
        const response = await send();
        if (!response.ok) return response;
        if (operation === 'update' && 'amount' in body) moved.add(body['subscriptionId']);
        if (operation !== 'details' || !moved.has(body['subscriptionUuid'])) return response;
        const answer = (await response.json()) as Members;
        const { nextChargeAt } = answer;
        if (typeof nextChargeAt !== 'string') return withBody(response, JSON.stringify(answer));
        const later = new Date(Date.parse(nextChargeAt) + 86_400_000).toISOString();
        return withBody(response, JSON.stringify({ ...answer, nextChargeAt: later }));
      };
    }),
  ),
  fault(
    'subscriptions.frame.changes-are-as-named',
    'unit-by-default',
    'counts in months again once the value of an interval is updated',
    withRules({
      subTermsAfterUpdate: (before, change) =>
        subTermsAfterUpdate(before, {
          ...change,
          unit: change.unit ?? (change.value === undefined ? undefined : 'MONTHS'),
        }),
    }),
  ),

  ...(['CANCELLED', 'UNPAID'] as const).map((status) =>
    fault(
      'subscriptions.frame.changes-are-as-named',
      `${status.toLowerCase()}-is-back`,
      `shows what is ${status} as ACTIVE once another subscription of the customer is updated`,
      comesBackAfterAnUpdate(status),
    ),
  ),
  fault(
    'subscriptions.update.leaves-others-alone',
    'all-of-the-customer',
    'updates all subscriptions of the customer',
    updatesOthersToo((one, subject) => one['customerId'] === subject['customerId']),
  ),
  fault(
    'subscriptions.frame.changes-are-as-named',
    'same-terms',
    'updates what has the same terms as well',
    updatesOthersToo(
      (one, subject) =>
        one['amount'] === subject['amount'] && one['username'] === subject['username'],
    ),
  ),
  fault(
    'subscriptions.update.leaves-others-alone',
    'every-other-one',
    'updates everything that the merchant has',
    updatesOthersToo((one, subject) => one['username'] === subject['username']),
  ),
  fault(
    'subscriptions.update.leaves-others-alone',
    'whole-list',
    'lists all with the interval that was updated last',
    onSubscriptions(() => {
      let unit: unknown;
      return async ({ operation, body }, send) => {
        const response = await send();
        if (!response.ok) return response;
        if (operation === 'update') unit = body['billingIntervalUnit'] ?? unit;
        if (operation !== 'list' || unit === undefined) return response;
        const answer = (await response.json()) as Members;
        for (const item of itemsOf(answer)) item['billingIntervalUnit'] = unit;
        return withBody(response, JSON.stringify(answer));
      };
    }),
  ),
];

/** Shows a member no more once an operation was carried out. */
function forgetsAfter(after: 'update' | 'deactivate', member: string): Tampering {
  return onSubscriptions(() => {
    const forgotten = new Set<unknown>();
    return async ({ operation, body }, send) => {
      const response = await send();
      if (!response.ok) return response;
      if (operation === after) forgotten.add(body['subscriptionId']);
      if (operation !== 'details' || !forgotten.has(body['subscriptionUuid'])) return response;
      const answer = (await response.json()) as Members;
      return withBody(response, JSON.stringify({ ...answer, [member]: null }));
    };
  });
}

/** Carries out an update for other subscriptions as well, by what they were created with. */
/** Another one of the customer: what is updated itself stays as it is. */
function comesBackAfterAnUpdate(status: string): Tampering {
  return onSubscriptions(() => {
    const customers = new Map<unknown, unknown>();
    const updated = new Map<unknown, unknown>();
    return async ({ operation, body }, send) => {
      const response = await send();
      if (!response.ok) return response;
      if (operation === 'update') {
        const { subscriptionId } = body;
        updated.set(customers.get(subscriptionId), subscriptionId);
      }
      if (operation !== 'details') return response;
      const answer = (await response.json()) as Members;
      const { customerId, subscriptionId } = answer;
      customers.set(subscriptionId, customerId);
      const other = updated.get(customerId) ?? subscriptionId;
      const isBack = answer['status'] === status && other !== subscriptionId;
      const shown = isBack ? { ...answer, status: 'ACTIVE' } : answer;
      return withBody(response, JSON.stringify(shown));
    };
  });
}

function updatesOthersToo(areAlike: (one: Members, subject: Members) => boolean): Tampering {
  return onSubscriptions(() => {
    const created = new Map<unknown, Members>();
    return async ({ operation, body }, send) => {
      const response = await send();
      if (!response.ok) return response;
      if (operation === 'create') {
        const answer = (await response.clone().json()) as Members;
        created.set(subscriptionOf(answer)['subscriptionId'], body);
      }
      const subject = created.get(body['subscriptionId']);
      if (operation !== 'update' || subject === undefined) return response;
      for (const [subscriptionId, one] of created) {
        if (areAlike(one, subject))
          await send({ body: JSON.stringify({ ...body, subscriptionId }) });
      }
      return response;
    };
  });
}
