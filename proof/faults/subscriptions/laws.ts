import { documentRules } from '../../../sandbox/rules/index.ts';
import { type Fault, fault, type Tampering } from '../fault.ts';
import { type Members, onPath, withBody, withRules } from '../tampering.ts';
import {
  alsoDoes,
  onSubscriptions,
  paths,
  rememberingInSubscriptionAnswer,
  refusal,
  type SubscriptionOperation,
  subscriptionOf,
} from './tampering.ts';

// Document 3, part 4.8: requests that change what they may not, as they do nothing at all.

const { subMayEnter, subRequiredMembers } = documentRules;

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
    'subscriptions.frame.reads-change-nothing',
    'touched-by-looking',
    'takes details of a subscription for an update of it where it sorts by UPDATED',
    onSubscriptions(() => async ({ operation, body }, send) => {
      const { username, password, subscriptionUuid: subscriptionId } = body;
      if (operation === 'details') await send(emptyUpdate({ username, password, subscriptionId }));
      return send();
    }),
  ),

  fault(
    'subscriptions.frame.refused-requests-change-nothing',
    'touched-in-vain',
    'takes an update that it refuses for one where it sorts by UPDATED',
    alsoDoes('update', (response, { username, password, subscriptionId }) =>
      response.ok ? [] : [['update', { username, password, subscriptionId }]],
    ),
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
    'half-of-its-order',
    'takes for the order of the initial payment the amount of an update that it refuses for its interval',
    onPath('/', () => {
      const orders = new Map<unknown, string>();
      const amounts = new Map<string, unknown>();
      return async ({ url, body, text }, send) => {
        const response = await send();
        const at = (path: string): boolean => url.pathname.endsWith(path);
        const { subscriptionId, amount } = body;
        const order = orders.get(subscriptionId);
        if (at(paths.update) && response.status === 400 && order !== undefined)
          amounts.set(order, amount);
        if (!at(paths.create) && !at('/getOrderStatusExtended.do')) return response;
        const answer = (await response.json()) as Members;
        const created = subscriptionOf(answer);
        if (at(paths.create)) orders.set(created['subscriptionId'], String(created['mdOrder']));
        else
          for (const [mdOrder, taken] of amounts)
            if (text.includes(mdOrder)) answer['amount'] = taken;
        return withBody(response, JSON.stringify(answer));
      };
    }),
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
    'touched-by-others',
    'takes what another merchant asks about a subscription for an update of it where it sorts by UPDATED',
    onSubscriptions(() => {
      const owners = new Map<unknown, Members>();
      return async ({ operation, body }, send) => {
        const { username, password, subscriptionId } = body;
        const response = await send();
        if (operation === 'create' && response.ok) {
          const answer = (await response.clone().json()) as Members;
          owners.set(subscriptionOf(answer)['subscriptionId'], { username, password });
        }
        const owner = owners.get(subscriptionId);
        const isOther = owner !== undefined && owner['username'] !== username;
        if (isOther) await send(emptyUpdate({ ...owner, subscriptionId }));
        return response;
      };
    }),
  ),
  fault(
    'subscriptions.frame.strangers-change-nothing',
    'customer-named',
    'updates and deactivates a subscription for every merchant who sends its customerId',
    asTheOwner(['update', 'deactivate'], 'customerId'),
  ),
  fault(
    'subscriptions.details.other-merchant',
    'order-named',
    'shows a subscription to every merchant who sends its mdOrder beside its id',
    asTheOwner(['details'], 'mdOrder'),
  ),
  fault(
    'subscriptions.details.other-merchant',
    'open-once-read-at-its-end',
    'shows a cancelled subscription to every merchant once its owner has read it',
    onSubscriptions(() => {
      const ended = new Map<unknown, string>();
      return async ({ operation, body, text }, send) => {
        const { subscriptionUuid } = body;
        if (operation !== 'details') return send();
        const kept = ended.get(subscriptionUuid);
        if (kept !== undefined) return send({ body: kept });
        const response = await send();
        const answer = response.ok ? ((await response.clone().json()) as Members) : {};
        if (subscriptionOf(answer)['status'] === 'CANCELLED') ended.set(subscriptionUuid, text);
        return response;
      };
    }),
  ),
  fault(
    'subscriptions.details.other-merchant',
    'by-its-order-number',
    'finds a subscription by its orderNumber, too, whoever asks',
    onSubscriptions(() => {
      const found = new Map<unknown, Members>();
      return async ({ operation, body }, send) => {
        const { username, password, orderNumber, subscriptionUuid } = body;
        const meant = found.get(body['subscriptionId'] ?? subscriptionUuid);
        if (meant !== undefined) return send({ body: JSON.stringify({ ...body, ...meant }) });
        const response = await send();
        if (operation !== 'create' || !response.ok || orderNumber === undefined) return response;
        const answer = (await response.clone().json()) as Members;
        const { subscriptionId } = subscriptionOf(answer);
        const ids = { subscriptionId, subscriptionUuid: subscriptionId };
        found.set(orderNumber, { username, password, ...ids });
        return response;
      };
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
];

/** Asks what comes with a member as the merchant whose subscription it is about. */
function asTheOwner(operations: readonly SubscriptionOperation[], beside: string): Tampering {
  return onSubscriptions(() => {
    const owners = new Map<unknown, Members>();
    return async ({ operation, body }, send) => {
      const { username, password, subscriptionUuid, subscriptionId = subscriptionUuid } = body;
      const isMeant = operations.some((one) => one === operation) && beside in body;
      const owner = isMeant ? owners.get(subscriptionId) : undefined;
      if (owner !== undefined) return send({ body: JSON.stringify({ ...body, ...owner }) });
      const response = await send();
      if (operation !== 'create' || !response.ok) return response;
      const answer = (await response.clone().json()) as Members;
      owners.set(subscriptionOf(answer)['subscriptionId'], { username, password });
      return response;
    };
  });
}

/** An update that changes nothing, and counts as one. */
function emptyUpdate(body: Members): { readonly path: string; readonly body: string } {
  return { path: paths.update, body: JSON.stringify(body) };
}
