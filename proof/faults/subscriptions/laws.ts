import { documentRules } from '../../../sandbox/rules/index.ts';
import { type Fault, fault, type Tampering } from '../fault.ts';
import { type Members, withBody, withRules } from '../tampering.ts';
import {
  alsoDoes,
  itemsOf,
  onSubscriptions,
  rememberingInSubscriptionAnswer,
  refusal,
  subscriptionOf,
} from './tampering.ts';

// Document 3, part 4.8: operations that touch what is none of their business.

const { subMayEnter, subRequiredMembers, subTermsAfterUpdate } = documentRules;

export const subscriptionLawFaults: readonly Fault[] = [
  fault(
    'subscriptions.frame.reads-change-nothing',
    'page-sticks',
    'lists pages of one item to everybody once such a page was asked for',
    onSubscriptions(() => {
      let isShort = false;
      return async ({ operation, body }, send) => {
        if (operation !== 'list') return send();
        const answer = await send(isShort ? { body: JSON.stringify({ ...body, size: 1 }) } : {});
        isShort ||= body['size'] === 1;
        return answer;
      };
    }),
  ),
  fault(
    'subscriptions.frame.reads-change-nothing',
    'forgets-by-looking',
    'shows no description any more to who looks for the fourth time',
    rememberingInSubscriptionAnswer('details', () => {
      const looks = new Map<unknown, number>();
      return (answer) => {
        const id = answer['subscriptionId'];
        const count = (looks.get(id) ?? 0) + 1;
        looks.set(id, count);
        if (count > 3) answer['description'] = null;
      };
    }),
  ),
  fault(
    'subscriptions.frame.reads-change-nothing',
    'missing-one-spoils',
    'takes subscriptions for UNPAID once details of a missing one were asked for',
    onSubscriptions(() => {
      let isSpoilt = false;
      return async ({ operation }, send) => {
        const response = await send();
        if (operation !== 'details') return response;
        if (response.status === 404) isSpoilt = true;
        if (!response.ok || !isSpoilt) return response;
        const answer = (await response.json()) as Members;
        return withBody(response, JSON.stringify({ ...answer, status: 'UNPAID' }));
      };
    }),
  ),

  fault(
    'subscriptions.frame.refused-requests-change-nothing',
    'half-an-update',
    'takes the amount of an update that it refuses for its interval',
    alsoDoes('update', (response, { username, password, subscriptionId, amount }) =>
      response.status === 400 && Number.isInteger(amount)
        ? [['update', { username, password, subscriptionId, amount }]]
        : [],
    ),
  ),
  fault(
    'subscriptions.frame.refused-requests-change-nothing',
    'kept-all-the-same',
    'creates what it refuses for want of an address',
    alsoDoes('create', (response, body) =>
      response.status === 400 && body['email'] === undefined
        ? [['create', { ...body, email: 'nobody@example.com' }]]
        : [],
    ),
  ),
  fault(
    'subscriptions.frame.refused-requests-change-nothing',
    'all-are-ended',
    'deactivates all that it has when it does not find one',
    onSubscriptions(() => {
      const created: unknown[] = [];
      return async ({ operation, body }, send) => {
        const response = await send();
        if (operation === 'create' && response.ok) {
          const answer = (await response.clone().json()) as Members;
          created.push(subscriptionOf(answer)['subscriptionId']);
        }
        if (operation !== 'deactivate' || response.status !== 404) return response;
        for (const subscriptionId of created) {
          await send({ body: JSON.stringify({ ...body, subscriptionId }) });
        }
        return response;
      };
    }),
  ),
  fault(
    'subscriptions.frame.refused-requests-change-nothing',
    'cancelled-is-updated',
    'refuses to update what is cancelled after it has done so',
    {
      ...withRules({ subMayUpdate: () => true }),
      ...onSubscriptions(() => async ({ operation }, send) => {
        const response = await send();
        if (operation !== 'update' || !response.ok) return response;
        const answer = (await response.clone().json()) as Members;
        return answer['status'] === 'CANCELLED' ? refusal(422) : response;
      }),
    },
  ),
  fault(
    'subscriptions.frame.refused-create-leaves-its-order-number',
    'booked',
    'takes the orderNumber of a refused create for used',
    onSubscriptions(() => {
      const booked = new Set<unknown>();
      return async ({ operation, body }, send) => {
        const { orderNumber } = body;
        if (operation !== 'create' || orderNumber === undefined) return send();
        if (booked.has(orderNumber)) return refusal(400);
        booked.add(orderNumber);
        return send();
      };
    }),
  ),

  fault(
    'subscriptions.frame.strangers-change-nothing',
    'not-asked-whose',
    'updates and deactivates subscriptions of other merchants',
    withRules({ subIsOwn: () => true }),
  ),
  fault(
    'subscriptions.frame.strangers-change-nothing',
    'password-forgotten',
    'asks for no password where none is sent',
    withRules({
      subRequiredMembers: (operation) =>
        subRequiredMembers(operation).filter((name) => name !== 'password'),
      subMayEnter: (sent, merchant) =>
        subMayEnter(sent, merchant) ||
        (sent.password === undefined && sent.username === merchant.login),
    }),
  ),
  fault(
    'subscriptions.frame.strangers-change-nothing',
    'refused-too-late',
    'refuses a deactivation without a password after it has carried it out',
    onSubscriptions(() => {
      let known: Members = {};
      return async ({ operation, body }, send) => {
        const { username, password } = body;
        if (username !== undefined && password !== undefined) known = { username, password };
        else if (operation === 'deactivate')
          await send({ body: JSON.stringify({ ...body, ...known }) });
        return send();
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

  fault(
    'subscriptions.update.leaves-others-alone',
    'all-of-the-customer',
    'updates all subscriptions of the customer',
    updatesOthersToo((one, subject) => one['customerId'] === subject['customerId']),
  ),
  fault(
    'subscriptions.update.leaves-others-alone',
    'same-terms',
    'updates what has the same terms as well',
    updatesOthersToo(
      (one, subject) =>
        one['amount'] === subject['amount'] && one['username'] === subject['username'],
    ),
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
