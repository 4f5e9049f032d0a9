import { fieldsToSortBy, sortFields } from '../../../fixtures/fields/subscriptions-requests.ts';
import { documentRules } from '../../../sandbox/rules/index.ts';
import { type Fault, fault } from '../fault.ts';
import { type Members, onPath, withBody, withRememberingRules, withRules } from '../tampering.ts';
import { itemsOf, onSubscriptions } from './tampering.ts';

// Document 3, part 4.8, rule 2: the order of the list, its pages, and what is on it.

const { subHasStatus, subPageStart, subSortKey, subTermsAfterUpdate } = documentRules;

const sorts = fieldsToSortBy.map(
  (field) =>
    [
      field,
      `subscriptions.list.sort-${sortFields[field]}-asc`,
      `subscriptions.list.sort-${sortFields[field]}-desc`,
    ] as const,
);

export const subscriptionListOrderFaults: readonly Fault[] = [
  ...sorts.flatMap(([field, ascending, descending]) => [
    fault(
      ascending,
      'descending',
      `lists by ${field} the wrong way round for ASC`,
      withRules({ subSortSign: () => -1 }),
    ),
    fault(
      descending,
      'ascending',
      `lists by ${field} the wrong way round for DESC`,
      withRules({ subSortSign: () => 1 }),
    ),
  ]),
  // Identifiers are made at random, so that another order may be theirs by accident.
  ...sorts
    .filter(([field]) => field !== 'SUBSCRIPTION_ID')
    .flatMap(([field, ascending, descending]) =>
      [ascending, descending].map((requirement) =>
        fault(
          requirement,
          'by-another-field',
          `lists by a field other than ${field}`,
          withRules({
            subSortKey: (listed, asked) => {
              if (asked !== field) return subSortKey(listed, asked);
              return asked === 'CREATED' ? listed.amount : listed.created;
            },
          }),
        ),
      ),
    ),
  ...(['subscriptions.list.sort-updated-asc', 'subscriptions.list.sort-updated-desc'] as const).map(
    (requirement) =>
      fault(
        requirement,
        'no-change-by-deactivation',
        'does not take a deactivation for a change where it sorts by UPDATED',
        withRules({
          subSortKey: (listed, field) =>
            field === 'UPDATED' && listed.status === 'CANCELLED'
              ? listed.created
              : subSortKey(listed, field),
        }),
      ),
  ),
  fault(
    'subscriptions.list.sort-amount-asc',
    'by-the-amount-sorted-first',
    'goes on sorting by the amount by which it sorted a subscription first',
    withRememberingRules(() => {
      const sorted = new Map<string, number>();
      return {
        subSortKey: (listed, field) => {
          if (field !== 'AMOUNT') return subSortKey(listed, field);
          const amount = sorted.get(listed.subscriptionId) ?? listed.amount;
          sorted.set(listed.subscriptionId, amount);
          return amount;
        },
      };
    }),
  ),
  fault(
    'subscriptions.list.sort-next-charge-at-asc',
    'by-day',
    'sorts by the day of the next charge alone',
    withRules({
      subSortKey: (listed, field) => {
        const key = subSortKey(listed, field);
        return field === 'NEXT_CHARGE_AT' && typeof key === 'number'
          ? Math.floor(key / 86_400_000)
          : key;
      },
    }),
  ),
  fault(
    'subscriptions.list.sort-next-charge-at-asc',
    'cut-first',
    'cuts a list by NEXT_CHARGE_AT into pages by CREATED, and sorts each',
    onPath('/v1/subscriptions/list', () => (asked, send) => {
      const { sortField, size } = asked.body;
      const isCut = sortField === 'NEXT_CHARGE_AT' && size === 1;
      // A page of one is in any order.
      return isCut
        ? send({ body: JSON.stringify({ ...asked.body, sortField: 'CREATED' }) })
        : send();
    }),
  ),
  fault(
    'subscriptions.list.sort-next-charge-at-asc',
    'overdue-first',
    'lists what is UNPAID before all that is due, whenever its next charge is',
    withRules({
      subSortKey: (listed, field) =>
        field === 'NEXT_CHARGE_AT' && listed.status === 'UNPAID' ? 0 : subSortKey(listed, field),
    }),
  ),
  fault(
    'subscriptions.list.sort-next-charge-at-asc',
    'put-in-order-by-requests',
    'keeps the order of a list of everybody until a request changes something, whatever is charged meanwhile',
    onSubscriptions(() => {
      const kept = new Map<unknown, Map<string, string>>();
      return async ({ operation, body, text }, send) => {
        const response = await send();
        const { username } = body;
        if (operation !== 'list' && operation !== 'details') kept.delete(username);
        if (operation !== 'list' || !response.ok || 'customerId' in body) return response;
        const lists = kept.get(username) ?? new Map<string, string>();
        kept.set(username, lists);
        const answer = lists.get(text) ?? (await response.text());
        lists.set(text, answer);
        return withBody(response, answer);
      };
    }),
  ),
  ...(['subscriptions.list.sort-amount-asc', 'subscriptions.list.sort-amount-desc'] as const).map(
    (requirement) =>
      fault(
        requirement,
        'as-text',
        'compares amounts as strings',
        withRules({
          subSortKey: (listed, field) =>
            field === 'AMOUNT' ? String(listed.amount) : subSortKey(listed, field),
        }),
      ),
  ),
  ...(['subscriptions.list.sort-amount-asc', 'subscriptions.list.sort-amount-desc'] as const).map(
    (requirement) =>
      fault(
        requirement,
        'in-32-bits',
        'compares the lowest 32 bits of amounts',
        withRules({
          subSortKey: (listed, field) =>
            field === 'AMOUNT' ? listed.amount % 2 ** 32 : subSortKey(listed, field),
        }),
      ),
  ),
  ...(['subscriptions.list.sort-amount-asc', 'subscriptions.list.sort-amount-desc'] as const).map(
    (requirement) =>
      fault(
        requirement,
        'by-the-first',
        'lists what was updated by the amount that it had before',
        withRememberingRules(() => {
          const before = new Map<number, number>();
          return {
            subTermsAfterUpdate: (terms, change) => {
              const after = subTermsAfterUpdate(terms, change);
              before.set(after.amount, terms.amount);
              return after;
            },
            subSortKey: (listed, field) =>
              field === 'AMOUNT'
                ? (before.get(listed.amount) ?? listed.amount)
                : subSortKey(listed, field),
          };
        }),
      ),
  ),
  ...(['subscriptions.list.sort-created-asc', 'subscriptions.list.sort-created-desc'] as const).map(
    (requirement) =>
      fault(
        requirement,
        'by-the-last-change',
        'lists by the last change for CREATED',
        withRules({
          subSortKey: (listed, field) =>
            field === 'CREATED' ? listed.updated : subSortKey(listed, field),
        }),
      ),
  ),

  ...(['subscriptions.list.sort-updated-asc', 'subscriptions.list.sort-updated-desc'] as const).map(
    (requirement) =>
      fault(
        requirement,
        'cut-before',
        'cuts pages by CREATED, and sorts only what is on one by UPDATED',
        onPath('/v1/subscriptions/list', () => async ({ body }, send) => {
          if (body['sortField'] !== 'UPDATED' || body['size'] === undefined) return send();
          const ask = async (changed: Members): Promise<Response> =>
            send({ body: JSON.stringify({ ...body, ...changed }) });
          const all = (await (await ask({ page: 0, size: 20 })).json()) as Members;
          const page = await ask({ sortField: 'CREATED' });
          const answer = (await page.json()) as Members;
          const ids = new Set(itemsOf(answer).map(({ subscriptionId }) => subscriptionId));
          answer['items'] = itemsOf(all).filter(({ subscriptionId }) => ids.has(subscriptionId));
          return withBody(page, JSON.stringify(answer));
        }),
      ),
  ),

  fault(
    'subscriptions.list.pages-partition',
    'overlapping',
    'begins a page with the last item of the one before',
    withRules({
      subPageStart: (page, size) => subPageStart(page, size) - (page > 0 ? 1 : 0),
    }),
  ),
  fault(
    'subscriptions.list.pages-partition',
    'kept-for-whoever-asks',
    'keeps a list that was begun for whoever asks for its second page, another merchant included',
    onPath('/v1/subscriptions/list', () => {
      const begun = new Map<string, string>();
      return async ({ body, text }, send) => {
        const { username: _name, password: _password, page = 0, ...asked } = body;
        const kept = begun.get(JSON.stringify(asked));
        if (page === 0) begun.set(JSON.stringify(asked), text);
        const isKept = page !== 0 && kept !== undefined;
        return isKept ? send({ body: JSON.stringify({ ...JSON.parse(kept), page }) }) : send();
      };
    }),
  ),
  fault(
    'subscriptions.list.pages-partition',
    'one-left-out',
    'leaves out an item between two pages',
    withRules({ subPageStart: (page, size) => subPageStart(page, size) + page }),
  ),
  fault(
    'subscriptions.list.pages-keep-the-order',
    'turned-around',
    'reverses all pages but the first',
    onPath('/v1/subscriptions/list', () => async (asked, send) => {
      const response = await send();
      if (!response.ok || !(Number(asked.body['page']) > 0)) return response;
      const list = (await response.json()) as Members;
      const items = list['items'];
      if (Array.isArray(items)) list['items'] = items.toReversed();
      return withBody(response, JSON.stringify(list));
    }),
  ),
  fault(
    'subscriptions.list.pages-keep-the-order',
    'another-order',
    'sorts by another field after the first page',
    onPath('/v1/subscriptions/list', () => (asked, send) => {
      if (!(Number(asked.body['page']) > 0)) return send();
      return send({ body: JSON.stringify({ ...asked.body, sortField: 'SUBSCRIPTION_ID' }) });
    }),
  ),

  fault(
    'subscriptions.list.equals-the-model',
    'amounts-exclusive',
    'leaves out subscriptions whose amount equals a bound',
    withRules({
      subIsAmountInRange: (amount, { from, to }) =>
        (from === undefined || amount > from) && (to === undefined || amount < to),
    }),
  ),
  fault(
    'subscriptions.list.equals-the-model',
    'one-status',
    'uses only the first of several statuses',
    withRules({
      subHasStatus: (status, wanted) => subHasStatus(status, wanted?.slice(0, 1)),
    }),
  ),
  fault(
    'subscriptions.list.filters-together',
    'window-by-creation-only',
    'ignores createdTo in lists of everybody by another order than that of creation',
    onPath('/v1/subscriptions/list', () => (asked, send) => {
      const { createdTo: _to, ...others } = asked.body;
      const isOfAll = asked.body['customerId'] === undefined;
      const isByOther = ![undefined, 'CREATED'].includes(asked.body['sortField'] as string);
      return isOfAll && isByOther ? send({ body: JSON.stringify(others) }) : send();
    }),
  ),
  fault(
    'subscriptions.list.equals-the-model',
    'cut-at-the-first',
    'lists all from the first one on that was created late enough, in another order than that of creation',
    onPath('/v1/subscriptions/list', () => async (asked, send) => {
      const { createdFrom, ...others } = asked.body;
      const isByCreated = [undefined, 'CREATED'].includes(others['sortField'] as string);
      if (typeof createdFrom !== 'string' || isByCreated) return send();
      const response = await send({ body: JSON.stringify(others) });
      if (!response.ok) return response;
      const list = (await response.json()) as Members;
      const items = itemsOf(list);
      const first = items.findIndex(
        ({ created }) => Date.parse(String(created)) >= Date.parse(createdFrom),
      );
      const left = first < 0 ? [] : items.slice(first);
      return withBody(response, JSON.stringify({ ...list, items: left }));
    }),
  ),
  fault(
    'subscriptions.list.equals-the-model',
    'either-filter',
    'ignores the amounts when filtering by status',
    onPath('/v1/subscriptions/list', () => (asked, send) => {
      if (asked.body['statuses'] === undefined) return send();
      const { amountFrom: _from, amountTo: _to, ...others } = asked.body;
      return send({ body: JSON.stringify(others) });
    }),
  ),
  fault(
    'subscriptions.list.equals-the-model',
    'always-by-creation',
    'lists by creation, whatever is requested',
    withRules({ subSortKey: (listed) => listed.created }),
  ),
];
